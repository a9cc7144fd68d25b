//! Attributes as the generic form spells them.

use super::super::literal::{push_elements, push_number, push_string, push_symbol};
use super::super::locs::Node;
use super::super::{Mark, Printer};
use crate::attrs::{Attr, AttrKind, Dense, EnumKind, PreviewAttr};
use crate::types::Qualified;
use crate::types::preview::FullForm;
use ir::text::namer::{push_decimal, push_signed};
use ir::{AttrId, AttrSlot, SlotValue};
use numerics::Scalar;

/// Whether numbers show their types.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::text::print) enum Typing {
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
    pub(in crate::text::print) fn write_generic(&mut self, kind: AttrKind, slot: AttrSlot) {
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
    pub(in crate::text::print) fn write_any(&mut self, id: AttrId, typing: Typing) {
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
    pub(in crate::text::print) fn write_scratch(&mut self, attr: &PreviewAttr) {
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
