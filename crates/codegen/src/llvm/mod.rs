//! Level 4 as LLVM IR text that libNVVM compiles (NVVM IR 2.0).
//!
//! Ops with an LLVM instruction or an NVVM intrinsic use it. All others (products of warps, atomics with scopes, conversions of
//! narrow floats, guarded accesses ..) are inline assembly with the output of [`to_ptx`](crate::to_ptx) for the op, so that
//! both ways of compilation have the same semantics.
//!
//! libNVVM reads one of two dialects, depending on the target: before sm_100 that of LLVM 7, with typed pointers, and from
//! sm_100 on that of a recent LLVM, with opaque pointers. Every address is an `i8*` in the first.
//!
//! The files mirror those of the PTX writer, because each op has a rule in both languages. Common parts are shared: the target
//! and the uses of values ([`crate::module`]), and the PTX writer writes every op that is inline assembly here. A trait over
//! both writers would have as many methods as there are ops, since results are registers in one and typed names in the other.
//!
//! Invariants: no instruction is undefined where level 4 is defined, so quotients, shifts by unknown amounts, and conversions
//! to integers are inline assembly; sums and products are intrinsics, so that none are contracted; bfloat16 and pairs are
//! integers, because the older dialect has no types for them. Deliberately absent: locations (`--lineinfo`).

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

/// Writes a verified module of level 4 as LLVM IR for the target that it names, or reports what the target does not support.
///
/// # Errors
/// There is no such target, or an op has no code for it.
pub fn to_llvm(module: &nvvm::Module) -> Result<String, Vec<Diagnostic>> {
    module::write(module)
}
