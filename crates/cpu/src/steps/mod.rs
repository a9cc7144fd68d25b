//! Instructions of a program: what each has as operands, and how a worker executes it.

pub(crate) mod affine;
mod atomic_aggregation;
pub(crate) mod atomics;
pub(crate) mod control;
pub(crate) mod externs;
pub(crate) mod fold;
pub(crate) mod fused;
pub(crate) mod indexed;
pub(crate) mod lanes;
pub(crate) mod matrix;
pub(crate) mod multimem;
#[cfg(target_arch = "x86_64")]
pub(crate) mod native;
pub(crate) mod output;
pub(crate) mod pointers;
pub(crate) mod private_atomics;
pub(crate) mod shape;
pub(crate) mod views;
pub(crate) mod watch;
pub(crate) mod window;
