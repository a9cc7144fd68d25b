//! The symbols of the module: each name once.

use cranelift_entity::EntitySet;
use diag::Diagnostic;
use ir::verify::op_error;
use ir::{Op, StrId};

use super::check::Session;
use super::codes::SYMBOL;
use super::recursion;
use crate::Module;
use crate::items::symbol_name;
use crate::roles;

/// An op of the module's block that defines a symbol or is a function.
pub(super) struct Item {
    op: Op,
    name: Option<StrId>,
    is_function: bool,
}

impl Item {
    pub(super) fn of(module: &Module, op: Op) -> Option<Item> {
        let is_function = roles::signature_of_callee(module.spec(op)).is_some();
        let name = symbol_name(module, op);
        (name.is_some() || is_function).then_some(Item { op, name, is_function })
    }
}

/// Collects the symbols of the module and reports names that are given twice.
pub(super) fn check(session: &mut Session<'_>, items: &[Item], broken: &EntitySet<Op>) {
    let functions = items.iter().filter(|item| item.is_function && !broken.contains(item.op));
    let functions: Vec<Op> = functions.map(|item| item.op).collect();
    for item in items {
        let Some(name) = item.name else { continue };
        match session.symbols.get(&name) {
            None => {
                session.symbols.insert(name, item.op);
            }
            Some(&first) => {
                session.diagnostics.push(redefinition(session.module, item.op, first, name));
            }
        }
    }
    recursion::check(session, &functions);
}

fn redefinition(module: &Module, op: Op, first: Op, name: StrId) -> Diagnostic {
    let message = format!("redefinition of symbol named '{}'", module.text(name));
    let diagnostic = op_error(module, op, SYMBOL, message);
    let diagnostic = match module.place(first) {
        Some(place) => diagnostic.also(place, "see existing symbol definition here"),
        None => diagnostic,
    };
    diagnostic.help("give one of them another name")
}
