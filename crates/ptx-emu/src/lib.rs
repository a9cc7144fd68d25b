//! Oracle B: executes level 5, PTX, as a GPU would, warp by warp.

pub mod copy;
pub mod matrix;
pub mod sync;
