//! Accesses of instructions to memory: bounds and alignment, and the report to checks and counters.
//!
//! An instruction accesses memory for one lane ([`lanes`]), or for all lanes at once where that is equal ([`rows`]).
//! Asynchronous operations access contiguous bytes, after their thread has gone on ([`asynchronous`]).

mod asynchronous;
mod lanes;
mod rows;

pub(crate) use asynchronous::wrong_mbarrier;
pub(crate) use rows::{Reach, reach};

/// Bytes of one access: at most those of a 256-bit vector.
pub(crate) type Bytes = [u8; 32];
