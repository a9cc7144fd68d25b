//! Instructions of a program: what each has as operands, and what it does.

pub(crate) mod assume;
pub(crate) mod atomics;
pub(crate) mod control;
pub(crate) mod externs;
pub(crate) mod fold;
pub(crate) mod lanes;
pub(crate) mod matrix;
pub(crate) mod multimem;
pub(crate) mod output;
pub(crate) mod pointers;
pub(crate) mod shape;
pub(crate) mod views;
