//! Level 3, `tileas`: tiles whose elements have a place in registers and shared memory.
//!
//! So far it holds what the level is built on: [`layout`], which says who holds which element of a tile.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod layout;
