//! The computation of an element-wise operation, independent of the module.

use cuda_tile::Module;
use ir::Op;

/// An element-wise operation with its types and modes. In this crate [`Elementwise`](super::elementwise::Elementwise)
/// is an operation together with the kernel chosen for it.
pub(crate) use cuda_tile::elementwise::Elementwise as Operation;

/// The computation of an operation of a verified module; `None` if it is not element-wise, or calls a function by name
/// that only the caller knows. Overflow flags are dropped, because kernels always wrap.
pub(crate) fn of(module: &Module, op: Op) -> Option<Operation> {
    Operation::of(module, op).map(Operation::without_promises)
}
