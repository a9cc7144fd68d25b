//! Beside every level: what a scalar is, bit for bit.

mod scalar;

pub use scalar::Scalar;
