//! Level 4, `nvvm`: the code of one thread, with values in registers and NVIDIA's instructions.
//!
//! There are no tiles at this level. Control flow stays structured: loops and branches are ops with regions whose arguments and
//! results carry values, so folding, common subexpressions and loop-invariant code work as on every level, and generating PTX
//! needs no SSA deconstruction. Only some threads of a warp may enter an `if`; `aligned` ops must not be inside such an `if`.

pub mod attrs;
mod constant;
pub mod from_tileas;
pub mod ops;
pub mod passes;
mod range;
pub mod registers;
pub mod semantics;
mod simplify;
pub mod tensor_maps;
pub mod transform;
pub mod types;
mod verify;

use diag::CodeInfo;
use ir::Op;
use ir::generic::{Constraint, GenericLevel};
use ir::text::{Parse, Reader};

pub use ops::Opcode;
pub use types::Type;

/// The level of this crate.
#[derive(Clone, Copy, Debug)]
pub struct Nvvm;

/// A program of this level.
pub type Module = ir::Module<Nvvm>;

ir::generic_level!(Nvvm, "nvvm", Opcode, Type, ops::OPS);

impl GenericLevel for Nvvm {
    const PREFIX: &'static str = "nvvm.";

    fn read_type(r: &mut Reader<'_, Nvvm>) -> Parse<Type> {
        types::read(r)
    }

    fn admits(constraint: Constraint, ty: &Type) -> bool {
        types::admits(constraint, *ty)
    }

    fn shape(_: &Type) -> Option<&[u32]> {
        None
    }

    fn show_number(ty: &Type, bits: u64) -> String {
        ty.element()
            .scalar()
            .map_or_else(|| format!("0x{bits:x}"), |scalar| tile_core::number::show(scalar, bits))
    }

    fn read_number(ty: &Type, text: &str) -> Option<u64> {
        match ty.element().scalar() {
            Some(scalar) => tile_core::number::read(scalar, text),
            None => u64::from_str_radix(text.strip_prefix("0x")?, 16).ok(),
        }
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

/// Pages of the codes of this level.
pub static CODES: &[CodeInfo] = &[CodeInfo {
    code: from_tileas::UNSUPPORTED,
    title: "an op of level 3 that does not become threads",
    explanation: "The op occurs in text of level 3, but the conversion from level 2 replaces it by other ops, which the message names. Compile from level 2 or from level 1. Or it is an op of agents (docs/agents.md) in a form that cannot be lowered; the message states which forms are supported, and where the op is allowed.",
    wrong: "",
    fixed: "",
}];
