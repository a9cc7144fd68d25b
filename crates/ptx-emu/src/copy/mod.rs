//! Asynchronous copies: cp.async, bulk copies, and copies of boxes of tensors.
//!
//! This folder implements the effect of a copy on bytes; the cluster decides when it is performed.

#![warn(clippy::wildcard_enum_match_arm)]

pub(crate) mod bulk;
pub mod element;
pub mod swizzle;
pub mod tensor;
pub mod tensor_map;
