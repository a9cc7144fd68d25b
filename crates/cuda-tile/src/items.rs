//! A module and its items: the functions and globals in its block, and the symbols that they define.

use ir::{Block, Field, Op, OpDraft, StrId, UNKNOWN_LOC};

use crate::attrs::Attr;
use crate::ops::{Opcode, fields};
use crate::{Module, roles};

/// An empty module named `name`.
pub fn new_module(name: &str) -> Module {
    let mut module = Module::with_root(|module| {
        let attrs = vec![ir::AttrSlot::ABSENT; Opcode::Module.spec().attrs.len()];
        module.body.create_op(OpDraft {
            opcode: Opcode::Module as u16,
            operands: &[],
            segments: &[],
            attrs: &attrs,
            results: &[],
            regions: 1,
            loc: UNKNOWN_LOC,
        })
    });
    let slot = ir::build::IntoAttr::into_attr(name, &mut module);
    module.set_attr(module.root, fields::module::sym_name, slot);
    let region = module.region(module.root, fields::module::body);
    module.body.create_block(region, &[]);
    module
}

/// The block that holds the items of a module.
///
/// # Panics
/// When the module's region has no block, which parser, decoder and [`new_module`] never leave it without.
pub fn items_block(module: &Module) -> Block {
    module.block(module.root, fields::module::body).expect("a module has its block")
}

/// The symbol that an op defines.
pub(crate) fn symbol_name(module: &Module, op: Op) -> Option<StrId> {
    let field = roles::symbol_name(module.spec(op))?;
    symbol_in(module, op, field)
}

/// The symbol that an op defines, as text; empty when it has none.
pub(crate) fn symbol_text(module: &Module, op: Op) -> String {
    symbol_name(module, op).map(|name| module.text(name).into_owned()).unwrap_or_default()
}

/// The symbol that an attribute of an op names.
pub(crate) fn symbol_in(module: &Module, op: Op, field: Field) -> Option<StrId> {
    let attr = module.attrs.try_get(module.attr(op, field).as_interned()?)?;
    if let Attr::Str(name) = attr { Some(*name) } else { None }
}
