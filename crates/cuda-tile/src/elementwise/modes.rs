//! Types and modes of an op as `numerics` takes them.

use ir::{Field, Op, Value};
use numerics::math::Function;
use numerics::select::{FloatBinary, IntBinary};
use numerics::{NanRule, Predicate, Promise, Rounding, Scalar};

use super::Elementwise;
use crate::Module;
use crate::attrs::{AttrKind, ComparisonOrdering, EnumKind, IntegerOverflow, RoundingMode, Signedness};
use crate::types::Elem;

/// Reads types and attributes of one op of a verified module. An attribute is found by its kind or name, because no op
/// has two of a kind that means a mode; what an op does not have reads as its absence.
#[derive(Clone, Copy)]
pub struct Modes<'m> {
    module: &'m Module,
    op: Op,
}

impl<'m> Modes<'m> {
    /// Of one op.
    pub fn new(module: &'m Module, op: Op) -> Modes<'m> {
        Modes { module, op }
    }

    fn field(&self, is: impl Fn(&ir::spec::AttrSpec<crate::CudaTile>) -> bool) -> Option<Field> {
        self.module.spec(self.op).attrs.iter().position(is).map(|index| Field::Attr(index as u8))
    }

    fn number(&self, kind: EnumKind) -> u64 {
        let field = self.field(|attr| matches!(attr.kind, AttrKind::Keyword(it) if it == kind));
        field.and_then(|field| self.module.attr(self.op, field).as_small()).unwrap_or(0).into()
    }

    fn flag(&self, name: &str) -> bool {
        self.field(|attr| attr.name == name).is_some_and(|field| self.module.flag(self.op, field))
    }

    fn elem(&self, value: Value) -> Elem {
        self.module.ty(value).as_tile().expect("a tile, as verified").elem()
    }

    fn scalar_of(&self, value: Value) -> Scalar {
        self.elem(value).scalar().unwrap_or(Scalar::I64)
    }

    /// Element type of operand `index`.
    pub fn operand(&self, index: usize) -> Scalar {
        self.scalar_of(self.module.body.operands(self.op)[index])
    }

    /// Element type of the first operand, on which most ops compute.
    pub fn scalar(&self) -> Scalar {
        self.operand(0)
    }

    /// Element type of the result.
    pub fn result(&self) -> Scalar {
        self.scalar_of(self.module.body.result(self.op, 0))
    }

    /// The type that the pointers of the first operand point to.
    pub fn pointee(&self) -> Scalar {
        let pointers = self.module.body.operands(self.op)[0];
        self.elem(pointers).ptr().expect("a tile of pointers, as verified").pointee
    }

    /// The rounding mode.
    pub fn rounding(&self) -> Rounding {
        let field = self.field(|attr| matches!(attr.kind, AttrKind::Rounding(_)));
        let mode = field.and_then(|field| RoundingMode::from_slot(self.module.attr(self.op, field)));
        Rounding::from_wire(mode.unwrap_or(RoundingMode::NearestEven) as u64)
            .expect("both enumerations have the numbers of bytecode")
    }

    /// Overflow that it excludes.
    pub fn promise(&self) -> Promise {
        let field = self.field(|attr| matches!(attr.kind, AttrKind::Overflow));
        let promise = field.and_then(|field| IntegerOverflow::from_slot(self.module.attr(self.op, field)));
        Promise::from_wire(promise.unwrap_or(IntegerOverflow::None) as u64)
            .expect("both enumerations have the numbers of bytecode")
    }

    /// Whether subnormal operands and results count as zeros.
    pub fn flush(&self) -> bool {
        self.flag("flush_to_zero")
    }

    /// Whether what does not fit becomes the nearest number that does.
    pub fn saturating(&self) -> bool {
        self.flag("saturating")
    }

    /// The treatment of NaN by a minimum or maximum.
    pub fn nan_rule(&self) -> NanRule {
        if self.flag("propagate_nan") { NanRule::Propagate } else { NanRule::Number }
    }

    /// Whether integers have a sign.
    pub fn signed(&self) -> bool {
        self.number(EnumKind::Signedness) == Signedness::Signed as u64
    }

    /// The predicate of the comparison.
    pub fn predicate(&self) -> Predicate {
        Predicate::from_wire(self.number(EnumKind::ComparisonPredicate)).expect("a predicate, as verified")
    }

    /// Whether a comparison with a NaN is false.
    pub fn ordered(&self) -> bool {
        self.number(EnumKind::ComparisonOrdering) == ComparisonOrdering::Ordered as u64
    }

    /// A sum, difference, product or quotient of floats.
    pub fn float(&self, op: FloatBinary) -> Elementwise {
        Elementwise::FloatBinary { op, scalar: self.scalar(), rounding: self.rounding(), flush: self.flush() }
    }

    /// A sum, difference or product of integers.
    pub fn int(&self, op: IntBinary) -> Elementwise {
        Elementwise::IntBinary { op, scalar: self.scalar(), promise: self.promise() }
    }

    /// A function of one float.
    pub fn function(&self, function: Function) -> Elementwise {
        Elementwise::Function { function, scalar: self.scalar(), flush: self.flush() }
    }
}
