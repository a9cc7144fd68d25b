//! Level 2, `tileaa`: tiles and explicit memory.
//!
//! Views and pointers of level 1 become shaped memory ([`types::MemrefType`]), divided into tiles ([`types::BlockTileType`]),
//! and accesses with their order. Ops on tiles are those of level 1 under the names of [`tile_core::arith`], which levels 3 and
//! 4 share. Threads do not exist at this level.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod alias;
pub mod attrs;
pub mod axis_info;
pub mod boxes;
pub mod build;
mod carried_sum;
pub mod constant;
mod early_views;
pub mod from_cuda_tile;
pub mod mask_padding;
mod memory_dependence;
mod nest_exits;
pub mod ops;
pub mod passes;
mod pointer_analysis;
pub mod semantics;
mod simplify;
pub mod slice_loops;
pub mod split;
pub mod swap_operands;
pub mod types;
mod unbatch;
mod verify;

use diag::CodeInfo;
use ir::Op;
use ir::generic::{Constraint, GenericLevel};
use ir::text::{Parse, Reader};

pub use ops::Opcode;
pub use tile_core::{arith, control, fold, number};
pub use types::Type;

/// The level of this crate.
#[derive(Clone, Copy, Debug)]
pub struct TileAa;

/// A program of this level.
pub type Module = ir::Module<TileAa>;

ir::generic_level!(TileAa, "tileaa", Opcode, Type, ops::OPS);

impl GenericLevel for TileAa {
    const PREFIX: &'static str = "tileaa.";

    fn read_type(r: &mut Reader<'_, TileAa>) -> Parse<Type> {
        types::read(r)
    }

    fn admits(constraint: Constraint, ty: &Type) -> bool {
        types::admits(constraint, ty)
    }

    fn shape(ty: &Type) -> Option<&[u32]> {
        ty.tile().map(|tile| tile.shape.as_slice())
    }

    fn show_number(ty: &Type, bits: u64) -> String {
        number::show_of(ty.scalar(), bits)
    }

    fn read_number(ty: &Type, text: &str) -> Option<u64> {
        number::read_of(ty.scalar(), text)
    }

    fn check(module: &Module, op: Op) -> Result<(), String> {
        verify::check(module, op)
    }
}

/// Pages of the codes of this level, and of the rules that all levels below the language share.
pub static CODES: &[CodeInfo] = &[
    CodeInfo {
        code: ir::generic::RULE,
        title: "an op of a level below the language breaks a rule",
        explanation: "Text of level 2, 3 or 4 does not match the op table of its level, or violates the rule of an op, which the message names. If the compiler generated the module, this is a bug in Tilewright.",
        wrong: "",
        fixed: "",
    },
    CodeInfo {
        code: from_cuda_tile::REFUSED,
        title: "a program that cannot be lowered to level 2",
        explanation: "The program needs external functions, a parameter that a launch cannot supply, or an op of test builds. The message states which.",
        wrong: "",
        fixed: "",
    },
];
