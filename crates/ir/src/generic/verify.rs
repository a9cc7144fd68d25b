//! Verifying modules of the levels with generic text.
//!
//! Three layers, each only where the one below found nothing wrong with the op: structure ([`crate::verify`]), the types
//! and attributes of the row, the op's own rule ([`GenericLevel::check`]). A fourth, where nothing was wrong with any op: the
//! rules about the whole program ([`GenericLevel::check_program`]).

use cranelift_entity::EntitySet;
use diag::{Code, Diagnostic};

use super::{Attr, AttrKind, GenericLevel};
use crate::attr::SlotValue;
use crate::entity::Op;
use crate::level::module::Module;
use crate::level::spec::{Field, Rule};
use crate::storage::OpRef;
use crate::verify::{FastVerify, op_error, structure};
use crate::walk::preorder;

/// An op breaks the rules of its row, or its own.
pub const RULE: Code = Code("E0900");

/// Checks a module; everything that is wrong with it, in the order of the program.
pub fn verify<L: GenericLevel>(module: &Module<L>) -> Vec<Diagnostic> {
    let found = structure(module, &mut Nothing, &mut []);
    let mut diagnostics = found.diagnostics;
    for op in preorder(&module.body, module.root) {
        if found.broken.contains(op) {
            continue;
        }
        let sound = check_types(module, op).and_then(|()| check_attrs(module, op));
        if let Err(text) = sound.and_then(|()| check_rules(module, op)).and_then(|()| L::check(module, op)) {
            diagnostics.push(op_error(module, op, RULE, text));
        }
    }
    if diagnostics.is_empty() {
        let found = L::check_program(module).into_iter();
        diagnostics.extend(found.map(|(op, text)| op_error(module, op, RULE, text)));
    }
    diagnostics
}

/// Verifies nothing during the structural check: these modules are small.
struct Nothing;

impl FastVerify for Nothing {
    fn knows(&mut self, _: OpRef<'_>) -> bool {
        false
    }

    fn accepts(&mut self, _: Op, _: OpRef<'_>, _: &EntitySet<Op>) -> bool {
        false
    }

    fn defines(&mut self, _: Op) {}

    fn enter(&mut self, _: Op) {}

    fn leave(&mut self, _: Op, _: &EntitySet<Op>) -> bool {
        false
    }
}

fn check_types<L: GenericLevel>(module: &Module<L>, op: Op) -> Result<(), String> {
    let spec = module.spec(op);
    for (index, operand) in spec.operands.iter().enumerate() {
        for &value in module.operands(op, Field::Operand(index as u8)) {
            let ty = module.ty(value);
            if !L::admits(operand.constraint, ty) {
                return Err(format!("operand '{}' cannot be of type '{ty}'", operand.name));
            }
        }
    }
    for (index, result) in spec.results.iter().enumerate() {
        for value in module.results(op, Field::Result(index as u8)) {
            let ty = module.ty(value);
            if !L::admits(result.constraint, ty) {
                return Err(format!("result '{}' cannot be of type '{ty}'", result.name));
            }
        }
    }
    Ok(())
}

fn check_attrs<L: GenericLevel>(module: &Module<L>, op: Op) -> Result<(), String> {
    for (index, attr) in module.spec(op).attrs.iter().enumerate() {
        let slot = module.attr(op, Field::Attr(index as u8));
        // A slot may have any number in a module that was built by hand, so the look-up must not panic.
        let large = slot.as_interned().and_then(|id| module.attrs.try_get(id));
        let good = match (attr.kind, slot.get()) {
            (_, SlotValue::Absent) => attr.optional || attr.default.is_some(),
            (AttrKind::Flag, SlotValue::Small(value)) => value <= 1,
            (AttrKind::Int, SlotValue::Small(_)) => true,
            (AttrKind::Enum(spec), SlotValue::Small(value)) => (value as usize) < spec.words.len(),
            (AttrKind::Int, _) => matches!(large, Some(Attr::Int(_))),
            (AttrKind::Ints, _) => matches!(large, Some(Attr::Ints(_))),
            (AttrKind::Symbol | AttrKind::SymbolRef | AttrKind::Str, _) => {
                matches!(large, Some(Attr::Str(_)))
            }
            (AttrKind::Number, _) => matches!(large, Some(Attr::Number(_))),
            (AttrKind::Numbers, _) => matches!(large, Some(Attr::Numbers(_))),
            (AttrKind::Bytes, _) => matches!(large, Some(Attr::Bytes(_))),
            (AttrKind::Flag | AttrKind::Enum(_), SlotValue::Interned(_)) => false,
        };
        if !good {
            return Err(format!("attribute '{}' is missing or not of its kind", attr.name));
        }
    }
    Ok(())
}

fn check_rules<L: GenericLevel>(module: &Module<L>, op: Op) -> Result<(), String> {
    for rule in module.spec(op).rules {
        match *rule {
            Rule::SameType(fields) => same(module, op, fields, "type", |ty| Some(ty.to_string()))?,
            Rule::SameShape(fields) => {
                same(module, op, fields, "shape", |ty| L::shape(ty).map(|shape| format!("{shape:?}")))?;
            }
            Rule::SameRank(fields) => {
                same(module, op, fields, "rank", |ty| L::shape(ty).map(|shape| shape.len().to_string()))?;
            }
            // Rows of these levels do not use them: elements are checked by the ops' own rules.
            Rule::SameElement(_) | Rule::OneShape | Rule::OneOperandShape | Rule::OneElement => {}
        }
    }
    Ok(())
}

/// All values of the fields have the same result of `of` for their types.
fn same<L: GenericLevel>(
    module: &Module<L>,
    op: Op,
    fields: &[Field],
    what: &str,
    of: impl Fn(&L::Type) -> Option<String>,
) -> Result<(), String> {
    let mut first: Option<String> = None;
    for &field in fields {
        let values: Vec<_> = match field {
            Field::Operand(_) => module.operands(op, field).to_vec(),
            Field::Result(_) => module.results(op, field).collect(),
            Field::Attr(_) | Field::Region(_) => Vec::new(),
        };
        for value in values {
            // A type that has no such property is checked by another rule.
            let Some(here) = of(module.ty(value)) else { continue };
            match &first {
                Some(before) if *before != here => {
                    return Err(format!(
                        "operands and results must have one {what}, not '{before}' and '{here}'"
                    ));
                }
                Some(_) => {}
                None => first = Some(here),
            }
        }
    }
    Ok(())
}
