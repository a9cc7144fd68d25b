//! Level 4 as LLVM IR text that libNVVM compiles (NVVM IR 2.0).
//!
//! What LLVM has an instruction or NVVM an intrinsic for is written as such. The rest (products of warps, atomics with
//! scopes, conversions of narrow floats, guarded accesses ..) is inline assembly that holds what [`to_ptx`](crate::to_ptx)
//! writes for the op, so that both ways of compiling mean the same.
//!
//! libNVVM reads one of two dialects, by the target: before sm_100 that of LLVM 7, whose pointers say what they point to, and
//! from there on that of a recent LLVM, whose pointers do not. Every address is an `i8*` in the first.
//!
//! The files mirror those of the PTX writer, because an op has one rule in each language and a reader looks for both. What is
//! the same is shared: the target and the uses of values ([`crate::module`]), and every op that is assembly here is written
//! by the PTX writer. A trait over both writers would have as many methods as there are ops, since results are registers there
//! and typed names here.
//!
//! Invariants: no instruction is undefined where level 4 is not, so quotients, shifts by amounts that are not known, and
//! conversions to integers are assembly; sums and products are intrinsics, so that none are contracted; bfloat16 and pairs
//! are held as integers, which the older dialect has no types for. Deliberately absent: locations (`--lineinfo`).

mod arith;
mod assembly;
mod calls;
mod collectives;
mod control;
mod dispatch;
mod floats;
mod frame;
mod function;
mod integers;
mod memory;
mod module;
mod moves;
mod output;
mod spelling;
mod write;

use diag::Diagnostic;

/// Writes a verified module of level 4 as LLVM IR for the target that it names, or says what the target cannot do.
///
/// # Errors
/// When there is no such target, or an op has no code for it.
pub fn to_llvm(module: &nvvm::Module) -> Result<String, Vec<Diagnostic>> {
    module::write(module)
}
