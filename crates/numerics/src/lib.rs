//! Scalars and their arithmetic, bit for bit, for every level.
//!
//! Every value is its raw bits in the low bits of a `u64`, the bits above zero; its type is a [`Scalar`]. Equal inputs give
//! equal bits on every machine: host IEEE operations are used where they are exact by definition, the platform's mathematical
//! library is never used.
//!
//! * [`mod@format`] and [`exact`]: the bit layout of float formats, and exact values
//! * [`float`], [`int`], [`convert`], [`pack`]: the operations
//! * [`math`]: transcendental functions
//! * [`mma`]: matrix products in a fixed order
//! * [`select`]: an operation that is selected once, for loops over many elements
//!
//! Undefined results are `None`; this crate never chooses a value for them.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod convert;
pub mod exact;
pub mod float;
pub mod format;
pub mod int;
pub mod math;
pub mod mma;
pub mod pack;
mod predicate;
mod rounding;
mod scalar;
pub mod select;

pub use exact::Overflow;
pub use float::NanRule;
pub use format::Format;
pub use int::Promise;
pub use predicate::Predicate;
pub use rounding::Rounding;
pub use scalar::Scalar;
