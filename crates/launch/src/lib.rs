//! Launches, and the code that all engines share.
//!
//! A launch runs one entry of a program over a [`Grid`] of tile blocks. Its memory is a list of typed [`Buffer`]s, its
//! [`Argument`]s are scalars and pointers into those buffers, and an [`Engine`] executes it: an interpreter of the language, an
//! emulator of PTX, or a GPU. This crate is independent of the levels: the type of a program belongs to the engine
//! ([`Engine::Program`]), and an operation is only a number ([`Site`]).
//!
//! Invariants: a grid's axes are 1 to 2^24-1; a buffer holds exactly the bytes of its shape, row-major; the result of an engine
//! depends only on program, launch and options.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod address;
pub mod arg;
mod argument;
mod buffer;
pub mod display;
pub mod element;
mod engine;
mod externs;
pub mod format;
mod grid;
pub mod npy;
mod pages;
pub mod random;

pub use address::{AddressSpace, Multicast, Outside};
pub use argument::{Argument, Launch, MismatchError, ParamType};
pub use buffer::{Buffer, BufferError, BufferMut, BufferRef, MAX_DEVICES, MAX_RANK};
pub use engine::{
    DiscardOutput, Engine, EngineError, LaunchError, Options, Outcome, Output, Schedule, Site, Trap,
};
pub use externs::{Constant, ExternFn, Externs, PreparedCall, TileCall, TileFn, TileOperand, TileShape};
pub use grid::{BlockId, Grid, GridError, MAX_AXIS};
