//! Oracle B: executes level 5, PTX, as a GPU would, warp by warp.
//!
//! [`Program::prepare`] turns a kernel of a verified module, with the functions that it calls, into flat code: each
//! instruction is selected once, its operands are rows of 32 values, one for each lane, and its work is a function over
//! rows. [`Program::launch`] runs a grid of blocks on buffers of the host.
//!
//! What executes: a grid is clusters of blocks, a block is warps, a warp is paths, whose lanes are at the same instruction.
//! A path that waits is tried again; when no path can continue, the launch ends with a fault that dumps the state of every
//! thread.
//!
//! Invariants:
//!
//! - a program that was prepared never panics, whatever its launch does: what has no meaning is a [`Fault`];
//! - what is not executed is refused while preparing, with its name and place;
//! - same module, launch and options: same bytes, same outcome, for any number of threads;
//! - time and memory are bounded by [`Options::steps`], the launch's buffers and the limits of the hardware.

mod check;
mod cluster;
pub mod codes;
pub mod copy;
pub mod count;
mod device;
mod fault;
mod grid;
mod kernels;
mod launch;
mod machine;
pub mod matrix;
mod memory;
mod operations;
mod prepare;
mod printf;
mod program;
mod random;
mod special;
mod sync;
mod thread_states;
mod warp;

pub use check::{Finding, Other};
pub use count::{CountedLaunch, Counters};
pub use fault::Fault;
pub use grid::{Attend, Checked, Outcome};
pub use launch::{Launch, MEMORY, Options, Value};
pub use program::{Parameter, Place, Program};
