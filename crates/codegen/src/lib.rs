//! Level 4 to level 5: instruction selection, registers for values, and labels for loops and branches.
//!
//! [`to_llvm`] generates LLVM IR for libNVVM instead.
//!
//! [`to_ptx`] writes a module of level 4 as PTX. A register holds the bits of a value of any type: `.b16`, `.b32`, `.b64`, or a
//! predicate. Constants are immediates where instructions accept them. Operations without an instruction on the target are
//! composed of other instructions with bit-identical results; functions such as `exp` were expanded before, at level 4.
//!
//! Invariants: [`ptx::verify()`] accepts a generated module for its target; the same input gives the same bytes; a verified
//! module of level 4 is written or refused with a reason, without a panic.

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
mod rounding;
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

/// Writes a verified module of level 4 as PTX for the target that it names, or reports what the target does not support.
///
/// # Errors
/// There is no such target, or an op has no code for it.
pub fn to_ptx(module: &nvvm::Module, options: &Options) -> Result<ptx::Module, Vec<Diagnostic>> {
    module::write(module, options)
}
