//! Building modules of level 2.

use ir::Block;
use ir::build::{Builder, Draft};

use crate::ops::{Builders, Opcode, fields};
use crate::{Module, TileAa};

impl Builders for Builder<'_, TileAa> {
    fn start(&mut self, opcode: Opcode) -> Draft<'_, TileAa> {
        self.draft(opcode as u16)
    }
}

/// An empty module.
pub fn new_module(name: &str) -> Module {
    ir::generic::new_module(Opcode::Module as u16, name)
}

/// The block that holds functions and globals.
///
/// # Panics
/// When the module's region has no block, which the parser and [`new_module`] never leave it without.
pub fn items_block(module: &Module) -> Block {
    module.block(module.root, fields::module::body).expect("a module has its block")
}
