//! Attributes, as ops spell them and as the generic form does.

use ir::spec::AttrSpec;
use ir::text::namer::{push_decimal, push_signed};
use ir::{AttrId, AttrSlot, Field, Op, SlotValue, StrId};
use numerics::Scalar;

use super::literal::{push_elements, push_number, push_string, push_symbol, push_word};
use super::locs::Node;
use super::{Mark, Printer, Style};
use crate::attrs::{
    Attr, AttrKind, Dense, EnumKind, IntegerOverflow, MemoryOrdering, MemoryScope, PreviewAttr, RoundingMode,
    int_value,
};
use crate::ops::Opcode;
use crate::types::Qualified;
use crate::types::preview::FullForm;
use crate::{CudaTile, Module, Type};

/// Whether a slot has the kind in its row, so that the op's own text can show it.
pub(super) fn is_good(module: &Module, spec: &AttrSpec<CudaTile>, slot: AttrSlot) -> bool {
    let small = slot.as_small();
    let attr = slot.as_interned().and_then(|id| module.attrs.try_get(id));
    if !slot.is_present() {
        return spec.optional || spec.default.is_some() || matches!(spec.kind, AttrKind::InBounds);
    }
    let each = |test: &dyn Fn(&Attr) -> bool| matches!(attr, Some(Attr::Array(items)) if items.iter().all(|&id| test(module.attrs.get(id))));
    match spec.kind {
        AttrKind::Flag => small == Some(1),
        AttrKind::Bool => matches!(small, Some(0 | 1)),
        AttrKind::Keyword(kind) => small.is_some_and(|n| (n as usize) < kind.names().len()),
        AttrKind::Rounding(modes) => RoundingMode::from_slot(slot).is_some_and(|mode| modes.contains(&mode)),
        AttrKind::Overflow => IntegerOverflow::from_slot(slot).is_some(),
        AttrKind::Ordering(allowed) => {
            MemoryOrdering::from_slot(slot).is_some_and(|it| allowed.contains(&it))
        }
        AttrKind::Scope => MemoryScope::from_slot(slot).is_some(),
        AttrKind::Int { .. } => int_value(module, slot).is_some(),
        AttrKind::Str | AttrKind::SymbolName | AttrKind::SymbolRef => matches!(attr, Some(Attr::Str(_))),
        AttrKind::FunctionType => function_type(module, slot).is_some(),
        AttrKind::I32s => matches!(attr, Some(Attr::I32s(_))),
        AttrKind::InBounds => matches!(attr, Some(Attr::Bools(_))),
        AttrKind::Dense => matches!(attr, Some(Attr::Dense(_))),
        AttrKind::Identities => {
            matches!(attr, Some(Attr::Array(items)) if items.iter().all(|&id| is_number(module, id)))
        }
        AttrKind::Predicate => {
            matches!(attr, Some(Attr::DivBy { .. } | Attr::SameElements(_) | Attr::Bounded { .. }))
        }
        AttrKind::Hints => matches!(attr, Some(Attr::Dict(_))),
        AttrKind::Dicts => matches!(attr, Some(Attr::Array(_))),
        AttrKind::Dictionary => matches!(attr, Some(Attr::Dict(_))),
        AttrKind::Strs => each(&|attr| matches!(attr, Attr::Str(_))),
        AttrKind::Exprs => each(&|attr| is_preview(attr, |it| matches!(it, PreviewAttr::Expr(_)))),
        AttrKind::ConstParams => {
            each(&|attr| is_preview(attr, |it| matches!(it, PreviewAttr::ConstParam { .. })))
        }
        AttrKind::Scratch => {
            attr.is_some_and(|attr| is_preview(attr, |it| matches!(it, PreviewAttr::Scratch { .. })))
        }
    }
}

fn is_preview(attr: &Attr, is_wanted: fn(&PreviewAttr) -> bool) -> bool {
    matches!(attr, Attr::Preview(attr) if is_wanted(attr))
}

fn is_number(module: &Module, id: AttrId) -> bool {
    matches!(module.attrs.get(id), Attr::Int { .. } | Attr::Float { .. })
}

/// The function type in a slot.
#[allow(clippy::wildcard_enum_match_arm, reason = "everything else is no function type")]
pub(super) fn function_type(module: &Module, slot: AttrSlot) -> Option<&crate::types::FunctionType> {
    match module.attrs.try_get(slot.as_interned()?)? {
        Attr::Type(id) => match module.types.try_get(*id)? {
            Type::Function(function) => Some(function),
            _ => None,
        },
        _ => None,
    }
}

/// In the op's own text.
impl Printer<'_> {
    /// Appends an attribute after a mnemonic, with its blank, or nothing for what is meant anyway.
    pub(super) fn write_attr(&mut self, op: Op, field: Field) {
        let Field::Attr(index) = field else { return };
        let spec = &self.module.spec(op).attrs[index as usize];
        let slot = match self.module.attr(op, field) {
            AttrSlot::ABSENT => spec.default.map_or(AttrSlot::ABSENT, AttrSlot::small),
            slot => slot,
        };
        let number = slot.as_small().unwrap_or(0);
        let keyword = |kind: EnumKind| kind.names().get(number as usize).copied().unwrap_or("");
        let is_default = Some(number) == spec.default;
        match spec.kind {
            _ if !slot.is_present() => {}
            AttrKind::Flag => self.words(&[" ", spec.name]),
            AttrKind::Keyword(kind) => self.words(&[" ", keyword(kind)]),
            // The reference printers leave the blank of a rounding that they do not print, but not that of `divi`.
            AttrKind::Rounding(_) if is_default => {
                if self.module.opcode(op) != Opcode::DivI {
                    self.out.push(' ');
                }
            }
            AttrKind::Rounding(_) => self.words(&[" rounding<", keyword(EnumKind::RoundingMode), ">"]),
            AttrKind::Overflow if is_default => {}
            AttrKind::Overflow => self.words(&[" overflow<", keyword(EnumKind::IntegerOverflow), ">"]),
            AttrKind::Ordering(_) => self.words(&[" ", keyword(EnumKind::MemoryOrdering)]),
            AttrKind::Scope => self.words(&[" ", keyword(EnumKind::MemoryScope)]),
            AttrKind::InBounds => self.write_inbounds(slot, " "),
            AttrKind::Hints => {
                self.out.push_str(" optimization_hints = ");
                self.write_attr_value(op, field);
            }
            AttrKind::Bool
            | AttrKind::Int { .. }
            | AttrKind::Str
            | AttrKind::SymbolName
            | AttrKind::SymbolRef
            | AttrKind::FunctionType
            | AttrKind::I32s
            | AttrKind::Dense
            | AttrKind::Identities
            | AttrKind::Predicate
            | AttrKind::Dicts
            | AttrKind::Dictionary
            | AttrKind::Strs
            | AttrKind::Exprs
            | AttrKind::ConstParams
            | AttrKind::Scratch => {
                self.out.push(' ');
                self.write_attr_value(op, field);
            }
        }
    }

    pub(super) fn words(&mut self, words: &[&str]) {
        words.iter().for_each(|word| self.out.push_str(word));
    }

    /// Appends the flags with what is before them, or nothing when none is set.
    pub(super) fn write_inbounds(&mut self, slot: AttrSlot, lead: &str) {
        let attr = slot.as_interned().map(|id| self.module.attrs.get(id));
        let Some(Attr::Bools(flags)) = attr else { return };
        if flags.contains(&true) {
            self.words(&[lead, "inbounds = ["]);
            self.list(flags.iter(), |p, &flag| p.out.push_str(if flag { "true" } else { "false" }));
            self.out.push(']');
        }
    }

    /// Appends only the value of an attribute.
    pub(super) fn write_attr_value(&mut self, op: Op, field: Field) {
        let Field::Attr(index) = field else { return };
        let kind = self.module.spec(op).attrs[index as usize].kind;
        match (kind, self.module.attr(op, field).get()) {
            (AttrKind::Bool, SlotValue::Small(number)) => {
                self.out.push_str(if number != 0 { "true" } else { "false" });
            }
            (_, SlotValue::Small(number)) => push_decimal(&mut self.out, number.into()),
            (kind, SlotValue::Interned(id)) => self.write_own_attr(kind, id),
            (_, SlotValue::Absent) => {}
        }
    }

    /// Appends an interned attribute as an op of its kind spells it.
    fn write_own_attr(&mut self, kind: AttrKind, id: AttrId) {
        let module = self.module;
        match (kind, module.attrs.get(id)) {
            (_, Attr::Dense(dense)) => self.write_constant(id, dense),
            (AttrKind::SymbolName | AttrKind::SymbolRef, &Attr::Str(name)) => {
                push_symbol(&mut self.out, module, name);
            }
            (AttrKind::Int { .. }, Attr::Int { bits, .. }) => push_decimal(&mut self.out, *bits),
            (AttrKind::Hints, Attr::Dict(targets)) => self.write_hints(targets),
            (_, Attr::I32s(numbers)) => {
                self.out.push('[');
                self.list(numbers.iter(), |p, &number| push_signed(&mut p.out, number.into()));
                self.out.push(']');
            }
            (_, attr @ (Attr::DivBy { .. } | Attr::SameElements(_) | Attr::Bounded { .. })) => {
                self.write_predicate(attr);
            }
            (AttrKind::Identities, Attr::Array(items)) => {
                self.out.push('[');
                self.list(items.iter(), |p, &id| p.write_any(id, Typing::Elided));
                self.out.push(']');
            }
            _ => self.write_any(id, Typing::Full),
        }
    }

    /// Appends `<i32: 1>`.
    fn write_constant(&mut self, id: AttrId, dense: &Dense) {
        let module = self.module;
        self.push_constant(id, |out| {
            out.push('<');
            out.push_str(dense.elem().name());
            out.push_str(": ");
            push_elements(out, module, dense);
            out.push('>');
        });
    }

    /// Appends `<default = {latency = 3}>`. Numbers right inside a target show no type.
    pub(super) fn write_hints(&mut self, targets: &[(StrId, AttrId)]) {
        self.out.push('<');
        self.list(targets, |p, &(target, value)| {
            p.write_hint_key(target);
            p.out.push_str(" = ");
            #[allow(clippy::wildcard_enum_match_arm, reason = "what is no dictionary is shown as it is")]
            match p.module.attrs.get(value) {
                Attr::Dict(hints) => p.write_target(hints),
                _ => p.write_any(value, Typing::None),
            }
        });
        self.out.push('>');
    }

    fn write_target(&mut self, hints: &[(StrId, AttrId)]) {
        self.out.push('{');
        self.list(hints, |p, &(key, value)| {
            p.write_hint_key(key);
            p.out.push_str(" = ");
            p.write_any(value, p.hint_typing(value));
        });
        self.out.push('}');
    }

    /// Integers mean the same in every width and show no type. The real disassembler does not show that of floats
    /// either, which then cannot be read back as they were.
    fn hint_typing(&self, value: AttrId) -> Typing {
        match self.options.style {
            Style::Canonical | Style::Generic
                if matches!(self.module.attrs.get(value), Attr::Float { .. }) =>
            {
                Typing::Elided
            }
            Style::Canonical | Style::Generic | Style::Disassembler => Typing::None,
        }
    }

    /// The real disassembler never quotes the keys of hints, which cannot always be read back.
    fn write_hint_key(&mut self, key: StrId) {
        match self.options.style {
            Style::Disassembler => self.out.push_str(&self.module.text(key)),
            Style::Canonical | Style::Generic => push_word(&mut self.out, self.module.strings.get(key)),
        }
    }

    fn write_entries(&mut self, entries: &[(StrId, AttrId)]) {
        self.list(entries, |p, &(key, value)| p.write_pair(key, value));
    }

    fn write_pair(&mut self, key: StrId, value: AttrId) {
        push_word(&mut self.out, self.module.strings.get(key));
        if !matches!(self.module.attrs.get(value), Attr::Unit) {
            self.out.push_str(" = ");
            self.write_any(value, Typing::Full);
        }
    }

    /// Appends the attributes that the row does not know.
    pub(super) fn write_extra(&mut self, op: Op, keyword: &str) {
        self.write_extra_with(op, keyword, &[]);
    }

    /// Appends the attributes that the row does not know, and those of these fields that do not have their defaults:
    /// one dictionary, sorted by name.
    pub(super) fn write_extra_with(&mut self, op: Op, keyword: &str, fields: &[Field]) {
        let module = self.module;
        let given: Vec<(&AttrSpec<CudaTile>, AttrSlot)> = fields
            .iter()
            .filter_map(|&field| match field {
                Field::Attr(index) => Some((&module.spec(op).attrs[index as usize], module.attr(op, field))),
                Field::Operand(_) | Field::Result(_) | Field::Region(_) => None,
            })
            .filter(|(spec, slot)| slot.is_present() && slot.as_small() != spec.default)
            .collect();
        let extra = module.body.extra(op).map(|id| module.attrs.get(id));
        let rest: &[(StrId, AttrId)] = match extra {
            Some(Attr::Dict(entries)) => entries,
            _ => &[],
        };
        if given.is_empty() && rest.is_empty() {
            return;
        }
        self.out.push_str(keyword);
        if given.is_empty() {
            return self.write_braced(rest);
        }
        let rest = rest.iter().map(|&(key, value)| (&**module.strings.get(key), Entry::Extra(key, value)));
        let given = given.into_iter().map(|(spec, slot)| (spec.name.as_bytes(), Entry::OfRow(spec, slot)));
        let mut entries: Vec<(&[u8], Entry<'_>)> = rest.chain(given).collect();
        entries.sort_by_key(|entry| entry.0);
        self.out.push_str(" {");
        self.list(entries, |p, (_, entry)| match entry {
            Entry::Extra(key, value) => p.write_pair(key, value),
            Entry::OfRow(spec, slot) => {
                p.words(&[spec.name, " = "]);
                p.write_generic(spec.kind, slot);
            }
        });
        self.out.push('}');
    }

    /// Appends ` {key = 1}`, or nothing for an empty dictionary.
    pub(super) fn write_own_dict(&mut self, dict: AttrId) {
        if let Attr::Dict(entries) = self.module.attrs.get(dict)
            && !entries.is_empty()
        {
            self.write_braced(entries);
        }
    }

    fn write_braced(&mut self, entries: &[(StrId, AttrId)]) {
        self.out.push_str(" {");
        self.write_entries(entries);
        self.out.push('}');
    }

    fn write_predicate(&mut self, attr: &Attr) {
        let bound = |out: &mut String, bound: Option<i64>| match bound {
            Some(number) => push_signed(out, number),
            None => out.push('?'),
        };
        #[allow(clippy::wildcard_enum_match_arm, reason = "the caller shows the others")]
        match attr {
            Attr::DivBy { divisor, every, along } => {
                self.out.push_str("div_by<");
                push_decimal(&mut self.out, *divisor);
                for (key, number) in [(", every ", every), (" along ", along)] {
                    if let Some(number) = number {
                        self.out.push_str(key);
                        push_signed(&mut self.out, *number);
                    }
                }
            }
            Attr::SameElements(numbers) => {
                self.out.push_str("same_elements<[");
                self.list(numbers.iter(), |p, &number| push_signed(&mut p.out, number));
                self.out.push(']');
            }
            Attr::Bounded { lower, upper } => {
                self.out.push_str("bounded<");
                bound(&mut self.out, *lower);
                self.out.push_str(", ");
                bound(&mut self.out, *upper);
            }
            _ => return,
        }
        self.out.push('>');
    }
}

/// An entry of the dictionary of an op.
enum Entry<'m> {
    /// An attribute that the row does not know.
    Extra(StrId, AttrId),
    /// One of the row.
    OfRow(&'m AttrSpec<CudaTile>, AttrSlot),
}

/// Whether numbers show their types.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Typing {
    /// Always.
    Full,
    /// Unless it is i64, or f64 in decimal.
    Elided,
    /// Never.
    None,
}

/// In the generic form.
impl Printer<'_> {
    /// Appends the attribute of a row as the generic form spells it.
    pub(super) fn write_generic(&mut self, kind: AttrKind, slot: AttrSlot) {
        let module = self.module;
        #[allow(clippy::wildcard_enum_match_arm, reason = "what does not fit its row is shown as it is")]
        match (kind, slot.get()) {
            (_, SlotValue::Absent) => {}
            (AttrKind::Keyword(kind), SlotValue::Small(number)) => self.write_enum(kind, number),
            (AttrKind::Rounding(_), SlotValue::Small(n)) => self.write_enum(EnumKind::RoundingMode, n),
            (AttrKind::Overflow, SlotValue::Small(n)) => self.write_enum(EnumKind::IntegerOverflow, n),
            (AttrKind::Bool, SlotValue::Small(n)) => self.out.push_str(if n != 0 { "true" } else { "false" }),
            (AttrKind::Flag, SlotValue::Small(_)) => self.out.push_str("unit"),
            (AttrKind::Int { bits: 64 }, SlotValue::Small(number)) => self.write_typed(number, " : i64"),
            (_, SlotValue::Small(number)) => self.write_typed(number, " : i32"),
            (AttrKind::SymbolRef, SlotValue::Interned(id)) => match module.attrs.get(id) {
                &Attr::Str(name) => push_symbol(&mut self.out, module, name),
                _ => self.write_any(id, Typing::Full),
            },
            (AttrKind::Hints, SlotValue::Interned(id)) => match module.attrs.get(id) {
                Attr::Dict(targets) => {
                    self.out.push_str("#cuda_tile.optimization_hints");
                    self.write_hints(targets);
                }
                _ => self.write_any(id, Typing::Full),
            },
            (_, SlotValue::Interned(id)) => self.write_any(id, Typing::Full),
        }
    }

    fn write_typed(&mut self, number: u32, ty: &str) {
        push_decimal(&mut self.out, number.into());
        self.out.push_str(ty);
    }

    fn write_enum(&mut self, kind: EnumKind, number: u32) {
        match (kind.generic_name(), kind.names().get(number as usize)) {
            // Names that are not plain words are in angle brackets.
            (Some(name), Some(case)) if name.contains('$') => {
                self.words(&["#cuda_tile<", name, "<", case, ">>"]);
            }
            (Some(name), Some(case)) => self.words(&["#cuda_tile.", name, "<", case, ">"]),
            _ => self.write_typed(number, " : i32"),
        }
    }

    /// Appends any attribute.
    pub(super) fn write_any(&mut self, id: AttrId, typing: Typing) {
        let module = self.module;
        match module.attrs.get(id) {
            Attr::Unit => self.out.push_str("unit"),
            Attr::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            &Attr::Int { ty, bits } | &Attr::Float { ty, bits } => self.write_number(ty, bits, typing),
            &Attr::Str(text) => push_string(&mut self.out, module.strings.get(text)),
            &Attr::SymbolRef(name) => push_symbol(&mut self.out, module, name),
            &Attr::Type(ty) => self.out.push_str(&Qualified(module.types.get(ty)).to_string()),
            Attr::I32s(numbers) => self.write_array("i32", numbers.iter().map(|&n| n.into())),
            Attr::I64s(numbers) => self.write_array("i64", numbers.iter().copied()),
            Attr::Bools(flags) => self.write_flags(flags),
            Attr::Dense(dense) => self.write_dense(dense),
            Attr::Array(items) => {
                self.out.push('[');
                self.list(items.iter(), |p, &id| p.write_any(id, Typing::Elided));
                self.out.push(']');
            }
            Attr::Dict(entries) => {
                self.out.push('{');
                self.write_entries(entries);
                self.out.push('}');
            }
            Attr::Enum(kind, case) => self.write_enum(*kind, (*case).into()),
            Attr::Debug(id) => {
                self.visits.push(Node::Debug(*id));
                self.marks.push((self.out.len(), Mark::Alias(Node::Debug(*id))));
            }
            attr @ (Attr::DivBy { .. } | Attr::SameElements(_) | Attr::Bounded { .. }) => {
                self.out.push_str("#cuda_tile.");
                self.write_predicate(attr);
            }
            Attr::Preview(attr) => self.write_preview(attr),
        }
    }

    fn write_preview(&mut self, attr: &PreviewAttr) {
        match attr {
            PreviewAttr::Expr(expr) => self.out.push_str(&FullForm(expr).to_string()),
            PreviewAttr::Layout(layout) => self.out.push_str(&FullForm(layout).to_string()),
            PreviewAttr::Scratch { .. } => {
                self.out.push_str("#cuda_tile<preview$scratch_request<");
                self.write_scratch(attr);
                self.out.push_str(">>");
            }
            PreviewAttr::ConstParam { name, ty } => {
                self.out.push_str("#cuda_tile<preview$const_param<name = ");
                push_string(&mut self.out, name.as_bytes());
                self.out.push_str(&format!(", type = {}>>", Qualified(ty)));
            }
        }
    }

    /// Appends `smem.size = .., smem.alignment = ..`.
    pub(super) fn write_scratch(&mut self, attr: &PreviewAttr) {
        if let PreviewAttr::Scratch { size, alignment } = attr {
            let (size, alignment) = (FullForm(size), FullForm(alignment));
            self.out.push_str(&format!("smem.size = {size}, smem.alignment = {alignment}"));
        }
    }

    fn write_number(&mut self, ty: Scalar, bits: u64, typing: Typing) {
        let start = self.out.len();
        push_number(&mut self.out, ty, bits);
        let obvious = match ty {
            Scalar::I1 => true,
            Scalar::I64 => typing != Typing::Full,
            Scalar::F64 => typing != Typing::Full && !self.out[start..].starts_with("0x"),
            Scalar::I4
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::F16
            | Scalar::BF16
            | Scalar::F32
            | Scalar::TF32
            | Scalar::F8E4M3FN
            | Scalar::F8E5M2
            | Scalar::F8E8M0FNU
            | Scalar::F4E2M1FN
            | Scalar::FNV8E5M3FNU => false,
        };
        if !obvious && typing != Typing::None {
            self.words(&[" : ", ty.name()]);
        }
    }

    fn write_array(&mut self, ty: &str, numbers: impl ExactSizeIterator<Item = i64>) {
        self.words(&["array<", ty, if numbers.len() == 0 { "" } else { ": " }]);
        self.list(numbers, |p, number| push_signed(&mut p.out, number));
        self.out.push('>');
    }

    fn write_flags(&mut self, flags: &[bool]) {
        self.words(&["array<i1", if flags.is_empty() { "" } else { ": " }]);
        self.list(flags, |p, &flag| p.out.push_str(if flag { "true" } else { "false" }));
        self.out.push('>');
    }

    fn write_dense(&mut self, dense: &Dense) {
        self.out.push_str("dense<");
        push_elements(&mut self.out, self.module, dense);
        self.out.push_str("> : ");
        self.out.push_str(&Qualified(self.module.types.get(dense.ty)).to_string());
    }
}
