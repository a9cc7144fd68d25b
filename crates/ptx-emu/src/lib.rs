//! The PTX emulator: executes level 5, PTX, like a GPU, warp by warp. It is the test oracle of the compiler.
//!
//! [`Program::prepare`] translates a kernel of a verified module, with the functions that it calls, into flat code: each
//! instruction is selected once, its operands are rows of 32 values, one for each lane, and its implementation is a function
//! over rows. [`Program::launch`] runs a grid of blocks on host buffers.
//!
//! A grid consists of clusters of blocks, a block of warps, and a warp of paths, whose lanes are at the same instruction. A
//! path that waits retries; when no path can continue, the launch ends with a fault that dumps the state of every thread.
//!
//! Invariants:
//!
//! - a prepared program never panics, for any launch: undefined behaviour is a [`Fault`];
//! - unsupported instructions are refused during preparation, with name and location;
//! - equal module, launch and options give equal bytes and outcome, for any number of threads;
//! - time and memory are bounded by [`Options::steps`], the launch's buffers and the limits of the hardware.

mod access;
mod arithmetic;
mod check;
pub mod codes;
pub mod copy;
pub mod count;
mod device;
mod fault;
mod kernel;
mod launch;
mod machine;
pub mod matrix;
mod memory;
mod place;
mod prepare;
mod program;
mod random;
mod registers;
mod schedule;
mod sync;
mod warp;

pub use check::{Finding, Other};
pub use count::{CountedLaunch, Counters};
pub use fault::Fault;
pub use kernel::Parameter;
pub use launch::{Launch, MEMORY, Options, Outcome, Value};
pub use place::Place;
pub use program::Program;
pub use schedule::{Attend, Checked};
