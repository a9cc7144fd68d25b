//! Memory of a launch as the engine sees it: allocations at virtual addresses, each with the host memory behind it.
//!
//! Addresses are those of [`launch::AddressSpace`], the same as in the reference interpreter, so a program that looks at
//! addresses computes the same on both. [`Memory::range`] turns a checked range of addresses into a host pointer; callers
//! check once per row, strip or tile.

/// All memory that a launch can touch.
pub(crate) struct Memory;
