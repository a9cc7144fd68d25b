//! Matrices: the computations of `ldmatrix`, `mma`, `wmma`, `wgmma` and `tcgen05.mma`, as functions of rows and bytes.
//!
//! Model: a matrix operand is decoded once into *panels* of eight rows (`panel`): the eight rows of A, or the eight columns of
//! B, at one k side by side. One kernel ([`product`]) multiplies a panel of A by a panel of B into a block of eight by eight
//! accumulators; every shape of every instruction is a loop over panels.
//!
//! Behaviour that the PTX ISA leaves open is defined here for all of them:
//!
//! - k ascends from 0, and every product is added to the accumulator separately;
//! - products are exact, each step is rounded once to the f32 accumulator (nearest even), subnormals are kept;
//! - an f16 accumulator is converted to f32 before the first step, and rounded to f16 once, after the last;
//! - block scales multiply their elements before the product, exactly;
//! - f64 products use one fused multiply-add per step, in the rounding mode of the instruction;
//! - integers wrap modulo 2^32; with `.satfinite` the exact sum is clamped once, after the last step;
//! - tf32 operands lose the low 13 bits of their registers;
//! - a NaN becomes the canonical one of PTX (`0x7fffffff`, `0x7fff`; f64 `0x7ff8000000000000`).
//!
//! The results have the same bits on every machine, with or without fused multiply-add.

#[cfg(target_arch = "x86_64")]
mod avx2;
pub mod element;
pub mod form;
pub(crate) mod fragment;
pub mod instruction;
pub mod ldmatrix;
pub mod mma;
pub mod mma_f64;
pub mod operand;
pub(crate) mod order;
pub(crate) mod panel;
pub mod product;
pub mod scaled;
pub mod shared_operand;
pub mod tcgen05;
pub mod tcgen05_copy;
pub mod tensor_memory;
pub(crate) mod vector;
pub mod volta;
pub mod wgmma;
pub mod wmma;

/// A 32-bit register of a warp: one word for each lane.
pub type Row = [u32; 32];

/// A 64-bit register of a warp.
pub type Row64 = [u64; 32];
