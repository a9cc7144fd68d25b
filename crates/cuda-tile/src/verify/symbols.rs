//! The symbols of the module: each name once.

use diag::Diagnostic;
use ir::verify::op_error;
use ir::{Op, StrId};

use super::check::Session;
use super::codes::SYMBOL;
use super::recursion;
use crate::Module;
use crate::attrs::Attr;
use crate::ops::{Opcode, fields};

/// Collects the symbols of the module and reports names that are given twice.
pub(super) fn check(session: &mut Session<'_>) {
    let module = session.module;
    let region = module.body.regions(module.root).next();
    let Some(&items) = region.and_then(|region| module.body.region_blocks(region).first()) else { return };
    let mut functions = Vec::new();
    for op in module.body.block_ops(items) {
        if matches!(module.opcode(op), Opcode::Func | Opcode::TestFunc) && !session.broken.contains(op) {
            functions.push(op);
        }
        let Some(name) = symbol_name(module, op) else { continue };
        match session.symbols.get(&name) {
            None => {
                session.symbols.insert(name, op);
            }
            Some(&first) => session.diagnostics.push(redefinition(module, op, first, name)),
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

/// The symbol that an op defines.
pub(super) fn symbol_name(module: &Module, op: Op) -> Option<StrId> {
    let field = match module.opcode(op) {
        Opcode::Entry => fields::entry::sym_name,
        Opcode::Global => fields::global::sym_name,
        Opcode::Func => fields::experimental_func::sym_name,
        Opcode::TestFunc => fields::testing_func::sym_name,
        _ => return None,
    };
    match module.attrs.try_get(module.attr(op, field).as_interned()?)? {
        Attr::Str(name) => Some(*name),
        _ => None,
    }
}

/// The symbol that an op defines, as text; empty when it has none.
pub(super) fn symbol_text(module: &Module, op: Op) -> String {
    symbol_name(module, op).map(|name| module.text(name).into_owned()).unwrap_or_default()
}
