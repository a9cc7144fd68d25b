//! The CPU engine: executes level 1, `cuda_tile`, vectorised and on all cores.
//!
//! A verified module is *prepared* once into a `program::Program`: flat code over slots of a frame, with every type,
//! mode and kernel resolved. A *worker* per core then executes tile blocks; a block is a program counter and a frame,
//! so a block that waits can be suspended while others run.
//!
//! - Chains of element-wise operations over one shape are one instruction (`fused`), executed strip by strip: a strip
//!   of every register stays in the first-level cache. Iota, splat, broadcast and permute are read through index maps
//!   and never materialised; loads and stores are included.
//! - On x86-64, the supported part of such a chain becomes machine code (`native`), one loop with values in registers.
//! - Kernels (`kernels`) are chosen during preparation, by instruction set, operation and type.
//! - Tokens have no effect at run time: memory operations of a block execute in program order, which every token order
//!   allows.
//! - Undefined elements have arbitrary values and are not tracked. Accesses to memory outside of the launch trap.
//!
//! Modules in the order of their dependence: `frame` and `memory` are what instructions work on, `context` is the worker
//! that executes one, `steps` are the instructions, `program` lists them, `prepare` makes programs, `run` launches them.
//!
//! Invariants: every address is checked against the memory of the launch before it is accessed; integer division cannot
//! fault; a trap is a value; no result depends on the number of workers unless the language permits it.

mod context;
mod fault;
mod frame;
mod isa;
mod kernels;
mod machine;
mod map;
mod memory;
mod mma;
mod non_temporal;
mod pattern;
mod prepare;
mod program;
mod rows;
mod run;
mod steps;
mod symbols;

pub use isa::Isa;
pub use run::engine::{Cpu, Preparation, Prepared};
pub use symbols::Symbol;
