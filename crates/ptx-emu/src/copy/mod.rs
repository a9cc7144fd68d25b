//! Copies that run asynchronously: cp.async, bulk copies, and copies of boxes of tensors.
//!
//! This folder says what a copy does to bytes; who performs it when is the cluster's matter.

#![warn(clippy::wildcard_enum_match_arm)]

pub(crate) mod bulk;
pub mod element;
pub mod swizzle;
pub mod tensor;
pub mod tensor_map;
