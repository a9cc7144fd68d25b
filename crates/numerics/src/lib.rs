//! Used by every level: what a scalar is, bit for bit.
//!
//! Every value is its raw bits in the low bits of a `u64`, the bits above zero; its type is a [`Scalar`]. The same inputs
//! give the same bits on every machine: host IEEE operations are used where they are exact by definition, the platform's
//! mathematical library never.
//!
//! * [`mod@format`] and [`exact`]: how a float format lays out its bits, and values taken out of it
//! * [`float`], [`int`], [`convert`], [`pack`]: the operations
//! * [`math`]: transcendental functions
//! * [`mma`]: matrix products in a fixed order
//! * [`select`]: an operation chosen once, for loops over many elements
//!
//! Undefined results are `None`; this crate never picks a value for them.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod convert;
pub mod exact;
pub mod float;
pub mod format;
pub mod int;
pub mod math;
pub mod mma;
pub mod pack;
mod rounding;
mod scalar;
pub mod select;

pub use exact::Overflow;
pub use float::{NanRule, Predicate};
pub use format::Format;
pub use int::Promise;
pub use rounding::Rounding;
pub use scalar::Scalar;
