//! Building modules of level 2.

use ir::build::{Builder, Draft, IntoAttr};
use ir::{AttrSlot, Block, OpDraft, UNKNOWN_LOC};

use crate::ops::{Builders, Opcode, fields};
use crate::{Module, TileAa};

impl Builders for Builder<'_, TileAa> {
    fn start(&mut self, opcode: Opcode) -> Draft<'_, TileAa> {
        self.draft(opcode as u16)
    }
}

/// An empty module.
pub fn new_module(name: &str) -> Module {
    let mut module = Module::with_root(|module| {
        module.body.create_op(OpDraft {
            opcode: Opcode::Module as u16,
            operands: &[],
            segments: &[],
            attrs: &vec![AttrSlot::ABSENT; Opcode::Module.spec().attrs.len()],
            results: &[],
            regions: 1,
            loc: UNKNOWN_LOC,
        })
    });
    let slot = name.into_attr(&mut module);
    module.set_attr(module.root, fields::module::sym_name, slot);
    let region = module.region(module.root, fields::module::body);
    module.body.create_block(region, &[]);
    module
}

/// The block that holds functions and globals.
///
/// # Panics
/// When the module's region has no block, which the parser and [`new_module`] never leave it without.
pub fn items_block(module: &Module) -> Block {
    module.block(module.root, fields::module::body).expect("a module has its block")
}
