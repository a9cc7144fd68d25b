//! One op under examination: access to its fields, and how its diagnostics are made.

use cranelift_entity::EntitySet;
use diag::{Code, Diagnostic};
use ir::spec::OpSpec;
use ir::verify::{op_error, point_at_definition, value_name};
use ir::{AttrId, Field, Op, StrId, TypeId, Value, Version};
use rustc_hash::{FxHashMap, FxHashSet};

use super::admitting::Admitting;
use super::nest::Nest;
use super::scopes::Scopes;
use super::{VerifyOptions, codes};
use crate::attrs::{Attr, RoundingMode, int_value};
use crate::types::{Elem, Qualified, TileType, ViewType};
use crate::{Constraint, CudaTile, Module, Type};

/// The result of a check: nothing, or the first error.
pub(super) type Checked = Result<(), Box<Diagnostic>>;

/// Facts about a module that are collected once, for all threads.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) scopes: Scopes,
    /// Which constraints admit a type.
    admitting: Admitting,
}

impl Facts {
    pub(super) fn of(module: &Module) -> Facts {
        let mut facts = Facts::default();
        facts.extend(module);
        facts
    }

    /// Adds new parts of the module.
    pub(super) fn extend(&mut self, module: &Module) {
        self.scopes.extend(module);
        self.admitting.extend(module);
    }
}

/// State that all ops share that one thread verifies.
pub(super) struct Session<'m> {
    pub(super) module: &'m Module,
    pub(super) options: &'m VerifyOptions,
    facts: &'m Facts,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The op that defines each symbol of the module.
    pub(super) symbols: FxHashMap<StrId, Op>,
    /// Operand values that were reported for a constraint.
    reported: FxHashSet<(Value, u8)>,
    /// Results whose types are wrong in themselves.
    pub(super) wrong: FxHashSet<Value>,
}

impl<'m> Session<'m> {
    pub(super) fn new(module: &'m Module, options: &'m VerifyOptions, facts: &'m Facts) -> Session<'m> {
        Session {
            module,
            options,
            facts,
            diagnostics: Vec::new(),
            symbols: FxHashMap::default(),
            reported: FxHashSet::default(),
            wrong: FxHashSet::default(),
        }
    }

    /// The debug scopes of the module.
    #[inline]
    pub(super) fn scopes(&self) -> &'m Scopes {
        &self.facts.scopes
    }

    /// True when the type of `value` meets `constraint`.
    #[inline]
    pub(super) fn admits(&self, constraint: Constraint, value: Value) -> bool {
        self.facts.admitting.admits(constraint, self.module.body.ty(value))
    }

    /// True the first time that `value` is found not to meet `constraint`.
    pub(super) fn report_once(&mut self, value: Value, constraint: Constraint) -> bool {
        self.reported.insert((value, constraint as u8))
    }
}

type Check = fn(&OpCheck<'_, '_>) -> Checked;

/// The rule of an op beyond counts, types and the rules of its row, and its inputs.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// There is none.
    None,
    /// Only uses types and attributes of the op.
    Own(Check),
    /// Also uses the types of block arguments and of operands of the last ops of its blocks.
    Blocks(Check),
    /// Also uses the ops around it.
    Under(Check),
    /// Also uses definitions of the module.
    Named(Check),
    /// The first rule only uses the op; if it holds, the second one uses the definitions of operands, for warnings.
    Warned(Check, fn(&OpCheck<'_, '_>) -> Vec<Diagnostic>),
}

/// Whether ops of a row are verified while their structure is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FastCheck {
    /// Yes, and with one all that have its types and attributes; they have no regions.
    Alone,
    /// Yes, together with all ops that have equal blocks.
    WithBlocks,
    /// Yes, each one separately.
    Each,
    /// No: the inputs of the rule are not known yet, or hints are checked one by one.
    Never,
}

/// Facts about the checks of a row, collected once for a run.
pub(super) struct Row {
    pub(super) meaning: Meaning,
    /// True when the operands, and when the results, are one value per field: their position is that of the field.
    pub(super) fixed: [bool; 2],
    pub(super) segmented: bool,
    /// The flags of an op and how many operands it has do not tell how many belong to each field.
    pub(super) uncounted: bool,
    /// Nothing may follow the op in its block.
    pub(super) terminator: bool,
    /// The op is allowed in bodies, and its regions see the values around it.
    pub(super) inner: bool,
    /// The op is allowed in bodies without effects.
    pub(super) effect_free: bool,
    /// Whether ops of this row are verified while their structure is checked.
    pub(super) fast_check: FastCheck,
    /// The attribute that holds optimization hints.
    pub(super) hints: Option<Field>,
    /// The position of the attribute that holds a constant.
    pub(super) constant: Option<usize>,
}

/// One op under examination.
pub(super) struct OpCheck<'s, 'm> {
    pub(super) session: &'s mut Session<'m>,
    pub(super) nest: &'s Nest,
    /// Ops whose structure is wrong: of those before the op and in it, all.
    broken: &'s EntitySet<Op>,
    pub(super) op: Op,
    pub(super) spec: &'static OpSpec<CudaTile>,
    pub(super) row: &'s Row,
}

impl<'s, 'm> OpCheck<'s, 'm> {
    pub(super) fn new(
        session: &'s mut Session<'m>,
        nest: &'s Nest,
        broken: &'s EntitySet<Op>,
        row: &'s Row,
        op: Op,
    ) -> OpCheck<'s, 'm> {
        let spec = session.module.spec(op);
        OpCheck { session, nest, broken, op, spec, row }
    }

    /// Records what a check found; true when that is nothing.
    pub(super) fn take(&mut self, checked: Checked) -> bool {
        match checked {
            Ok(()) => true,
            Err(diagnostic) => {
                self.session.diagnostics.push(*diagnostic);
                false
            }
        }
    }

    /// Records an error about this op.
    pub(super) fn report(&mut self, code: Code, message: String) {
        let diagnostic = self.error(code, message);
        self.session.diagnostics.push(diagnostic);
    }

    pub(super) fn module(&self) -> &'m Module {
        self.session.module
    }

    pub(super) fn version(&self) -> Version {
        self.session.options.version
    }

    /// An error about this op.
    pub(super) fn error(&self, code: Code, message: impl AsRef<str>) -> Diagnostic {
        op_error(self.module(), self.op, code, message)
    }

    /// Fails with `message` unless `condition` holds.
    pub(super) fn ensure(&self, condition: bool, code: Code, message: impl FnOnce() -> String) -> Checked {
        if condition { Ok(()) } else { Err(Box::new(self.error(code, message()))) }
    }

    /// Like [`OpCheck::ensure`]; the diagnostic shows the types of `fields` and where they come from.
    pub(super) fn ensure_types(
        &self,
        condition: bool,
        code: Code,
        fields: &[Field],
        message: impl FnOnce() -> String,
    ) -> Checked {
        if condition { Ok(()) } else { Err(self.with_types(self.error(code, message()), fields).into()) }
    }

    /// Adds the type of every value of `fields` to a diagnostic, at its definition where that is known.
    pub(super) fn with_types(&self, mut diagnostic: Diagnostic, fields: &[Field]) -> Diagnostic {
        for &field in fields {
            let name = self.spec.field_name(field);
            let values = self.values(field);
            let many = values.len() > 1;
            for (index, value) in values.into_iter().enumerate() {
                let label = if many { format!("{name} #{index}") } else { name.to_owned() };
                diagnostic = self.with_type(diagnostic, value, &label);
            }
        }
        diagnostic
    }

    /// Adds the type of one value, called `label`.
    pub(super) fn with_type(&self, diagnostic: Diagnostic, value: Value, label: &str) -> Diagnostic {
        let named = value_name(self.module(), value);
        let what = named.map_or_else(|| label.to_owned(), |name| format!("{label} `{name}`"));
        let text = format!("{what} has type {}", self.quoted(value));
        if self.module().body.def_op(value) == Some(self.op) {
            return diagnostic.note(text);
        }
        point_at_definition(self.module(), diagnostic, value, text)
    }

    /// All values of an operand or result field.
    pub(super) fn values(&self, field: Field) -> Vec<Value> {
        match field {
            Field::Operand(_) => self.operands(field).to_vec(),
            Field::Result(_) => self.module().results(self.op, field).collect(),
            Field::Attr(_) | Field::Region(_) => Vec::new(),
        }
    }

    #[inline]
    pub(super) fn operands(&self, field: Field) -> &'m [Value] {
        match field {
            Field::Operand(index) if self.row.fixed[0] => {
                let index = index as usize;
                &self.module().body.operands(self.op)[index..=index]
            }
            Field::Operand(_) | Field::Result(_) | Field::Attr(_) | Field::Region(_) => {
                self.module().operands(self.op, field)
            }
        }
    }

    /// The only value of a field that has exactly one.
    #[inline]
    pub(super) fn value(&self, field: Field) -> Value {
        self.value_opt(field).expect("counts were checked before meaning")
    }

    /// The first value of a field.
    #[inline]
    pub(super) fn value_opt(&self, field: Field) -> Option<Value> {
        match field {
            Field::Operand(_) => self.operands(field).first().copied(),
            Field::Result(index) if self.row.fixed[1] => {
                self.module().body.results(self.op).get(index as usize)
            }
            Field::Result(_) => self.module().results(self.op, field).next(),
            Field::Attr(_) | Field::Region(_) => None,
        }
    }

    pub(super) fn type_id(&self, field: Field) -> TypeId {
        self.module().body.ty(self.value(field))
    }

    pub(super) fn ty(&self, field: Field) -> &'m Type {
        self.module().ty(self.value(field))
    }

    /// The type of a field whose constraint only admits tiles.
    pub(super) fn tile(&self, field: Field) -> &'m TileType {
        self.ty(field).as_tile().expect("the constraint admits tiles alone")
    }

    /// The tile type of a value whose constraint only admits tiles.
    pub(super) fn tile_of(&self, value: Value) -> &'m TileType {
        self.module().ty(value).as_tile().expect("the constraint admits tiles alone")
    }

    /// The type of a field whose constraint only admits views.
    pub(super) fn view(&self, field: Field) -> &'m ViewType {
        self.ty(field).as_view().expect("the constraint admits views alone")
    }

    /// `'!cuda_tile.tile<4xf32>'`.
    pub(super) fn quoted(&self, value: Value) -> String {
        quote(self.module().ty(value))
    }

    /// `'!cuda_tile.tile<4xf32>', '!cuda_tile.token'`.
    pub(super) fn quoted_list(&self, values: impl IntoIterator<Item = Value>) -> String {
        values.into_iter().map(|value| self.quoted(value)).collect::<Vec<_>>().join(", ")
    }

    /// The attribute in a slot that holds one.
    pub(super) fn attr(&self, field: Field) -> Option<&'m Attr> {
        let id: AttrId = self.module().attr(self.op, field).as_interned()?;
        self.module().attrs.try_get(id)
    }

    /// The small number of an attribute, or its default.
    pub(super) fn small(&self, field: Field) -> Option<u32> {
        let Field::Attr(index) = field else { return None };
        self.module().attr(self.op, field).as_small().or(self.spec.attrs[index as usize].default)
    }

    pub(super) fn rounding(&self, field: Field) -> RoundingMode {
        let mode = self.small(field).and_then(|n| RoundingMode::from_wire(n.into()));
        mode.expect("the kinds of attributes were checked")
    }

    pub(super) fn flag(&self, field: Field) -> bool {
        self.module().flag(self.op, field)
    }

    /// An integer attribute of `bits`, read as signed.
    pub(super) fn int(&self, field: Field, bits: u32) -> i64 {
        let value =
            int_value(self.module(), self.module().attr(self.op, field)).or(self.small(field).map(u64::from));
        let shift = 64 - bits.clamp(1, 64);
        ((value.unwrap_or(0) << shift) as i64) >> shift
    }

    /// True when nothing is wrong with the structure of another op.
    pub(super) fn is_sound(&self, op: Op) -> bool {
        !self.broken.contains(op)
    }
}

/// `'!cuda_tile.tile<4xf32>'`.
pub(super) fn quote(ty: &Type) -> String {
    format!("'{}'", Qualified(ty))
}

/// `'!cuda_tile.ptr<f32>'` or `'f32'`.
pub(super) fn quote_elem(elem: Elem) -> String {
    match elem {
        Elem::Scalar(scalar) => quote(&Type::Scalar(scalar)),
        Elem::Ptr(ptr) => quote(&Type::Ptr(ptr)),
    }
}

/// `4, 8`, as messages show shapes.
pub(super) fn list<T: std::fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// Shorthand for the error of a failed check.
pub(super) fn fail(diagnostic: Diagnostic) -> Checked {
    Err(Box::new(diagnostic))
}

/// The code of a rule that relates types of several fields.
pub(super) const AGREE: Code = codes::AGREE;
