//! Level 4 to level 5: instructions are chosen, values get registers, loops and branches become labels.
//!
//! Or to LLVM IR, for libNVVM: [`to_llvm`].
//!
//! [`to_ptx`] writes a module of level 4 as PTX. A register holds the bits of a value, whatever its type: `.b16`, `.b32`,
//! `.b64`, or a predicate. Constants stand in instructions where those take them. What a target lacks an instruction for
//! is made of those that it has, with the same bits as a result; functions such as `exp` were expanded before, at level 4.
//!
//! Invariants: a module that is given back is what [`ptx::verify()`] accepts, for the target it names; the same input
//! gives the same bytes; a verified module of level 4 is written or refused with a reason, never a panic.

mod arith;
mod atomic;
mod barriers;
mod bulk;
mod coalesce;
pub mod codes;
mod compare;
mod control;
mod convert;
mod copies;
mod dispatch;
mod emit;
mod float;
mod function;
mod half;
mod heap;
mod integer;
mod lanes;
mod llvm;
mod logic;
mod matrix;
mod memory;
mod module;
mod moves;
mod multimem;
mod narrow;
mod pairs;
mod print;
mod registers;
mod shared;
mod tcgen05;
mod wgmma;

use diag::Diagnostic;

pub use llvm::to_llvm;

/// How PTX is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Says where instructions come from: `.file` and `.loc`.
    pub line_info: bool,
}

/// Writes a verified module of level 4 as PTX for the target that it names, or says what the target cannot do.
///
/// # Errors
/// When there is no such target, or an op has no code for it.
pub fn to_ptx(module: &nvvm::Module, options: &Options) -> Result<ptx::Module, Vec<Diagnostic>> {
    module::write(module, options)
}
