//! Level 3, `tileas`: tiles with layouts in registers and shared memory.
//!
//! [`layout`] maps the elements of a tile to registers of threads; the types of this level contain layouts. Ops are in program
//! order, and barriers make accesses of threads visible to each other.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod attributes;
pub mod decisions;
mod feature;
pub mod from_tileaa;
pub mod instruction;
mod launched;
pub mod layout;
pub mod ops;
mod options;
pub mod passes;
pub mod semantics;
pub mod shared_memory;
pub mod target;
mod tensor_columns;
pub mod transform;
pub mod types;
mod verify;

use ir::Op;
use ir::generic::{Constraint, GenericLevel};
use ir::text::{Parse, Reader};
use tile_core::control::Structured;
use tile_core::number;

pub use ops::Opcode;
pub use types::Type;
pub use verify::{
    block_warps, copied_dimensions, map_dimensions, multiplies_buffers, multiplies_fragments, stage_of,
    warpgroups,
};

/// The level of this crate.
#[derive(Clone, Copy, Debug)]
pub struct TileAs;

/// A program of this level.
pub type Module = ir::Module<TileAs>;

ir::generic_level!(TileAs, "tileas", Opcode, Type, ops::OPS);

impl GenericLevel for TileAs {
    const PREFIX: &'static str = "tileas.";

    fn read_type(r: &mut Reader<'_, TileAs>) -> Parse<Type> {
        types::read(r)
    }

    fn admits(constraint: Constraint, ty: &Type) -> bool {
        types::admits(constraint, ty)
    }

    fn pieces(ty: &Type) -> Vec<(char, String)> {
        types::layouts(ty)
    }

    fn shape(ty: &Type) -> Option<&[u32]> {
        ty.tile().map(types::TileType::shape)
    }

    fn show_number(ty: &Type, bits: u64) -> String {
        number::show_of(<TileAs as Structured>::scalar(ty), bits)
    }

    fn read_number(ty: &Type, text: &str) -> Option<u64> {
        number::read_of(<TileAs as Structured>::scalar(ty), text)
    }

    fn check(module: &Module, op: Op) -> Result<(), String> {
        verify::check(module, op)
    }

    fn check_program(module: &Module) -> Vec<(Op, String)> {
        verify::check_program(module)
    }
}

/// An empty module named `name`.
#[must_use]
pub fn new_module(name: &str) -> Module {
    ir::generic::new_module(Opcode::Module as u16, name)
}
