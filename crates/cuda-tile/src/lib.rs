//! Level 1, `cuda_tile`: the input language.
//!
//! One [`ops`] table says what every op is; text, bytecode and verifier interpret it.

#![warn(clippy::wildcard_enum_match_arm)]
// `ir::ops!` visits the rows one by one to find those of a class, with one recursion step for each.
#![recursion_limit = "256"]

pub mod atomics;
pub mod attrs;
pub mod build;
pub mod bytecode;
pub mod compute;
pub mod constant;
pub mod constraint;
pub mod effects;
pub mod elementwise;
mod enums;
pub mod equal;
pub mod externs;
mod items;
pub mod multimem;
mod numeric;
pub mod ops;
pub mod roles;
pub mod scopes;
pub mod text;
pub mod types;
pub mod verify;
pub mod view_dims;

use ir::spec::OpSpec;

pub use attrs::{Attr, AttrKind, Dense};
pub use constraint::Constraint;
pub use ops::Opcode;
pub use types::Type;

/// The level of this crate.
#[derive(Clone, Copy, Debug)]
pub struct CudaTile;

/// A tile program.
pub type Module = ir::Module<CudaTile>;

impl ir::Level for CudaTile {
    const NAME: &'static str = "cuda_tile";

    type Opcode = Opcode;
    type Type = Type;
    type Attr = Attr;
    type Constraint = Constraint;
    type AttrKind = AttrKind;
    type Group = ops::Group;
    type Compute = ops::Compute;
    type Custom = ops::Syntax;

    fn ops() -> &'static [OpSpec<CudaTile>] {
        ops::OPS
    }
}
