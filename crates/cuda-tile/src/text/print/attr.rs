//! Attributes, as ops spell them and as the generic form does.

mod generic;

use ir::spec::AttrSpec;
use ir::text::namer::{push_decimal, push_signed};
use ir::{AttrId, AttrSlot, Field, Op, SlotValue, StrId};

use super::literal::{push_elements, push_symbol, push_word};
use super::{Printer, Style};
use crate::attrs::{
    Attr, AttrKind, Dense, EnumKind, IntegerOverflow, MemoryOrdering, MemoryScope, PreviewAttr, RoundingMode,
    int_value,
};
use crate::ops::Opcode;
use crate::{CudaTile, Module, Type};
pub(super) use generic::Typing;

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
