//! The arguments of `tilewright run` as text.
//!
//! ```text
//! argument  [NAME:] value
//! value     42  -7  0xFF  1.5  1e-3  0x1.8p-2  inf  nan  true  bits(0x7FC0)     a number, typed by the parameter
//!           TYPE[EXTENTS]=fill                                               a new buffer
//!           TYPE[EXTENTS]=fill@multicast(N)                                  one with a copy on each of N devices
//!           TYPE[EXTENTS]=@FILE    TYPE[..]=@FILE    @FILE                    a buffer from a .npy file
//!           TYPE[EXTENTS]=@FILE@multicast(N)         @FILE@multicast(N)      one whose file counts devices first
//!           NAME                                                             the buffer of that name once more
//!           NAME.shape[I]   NAME.stride[I]                                   an extent or row-major stride of a buffer
//! ```
//!
//! | fill | elements |
//! |---|---|
//! | `zeros`, `ones`, `full(v)` | all the same |
//! | `iota` | 0, 1, 2, .. in row-major order, modulo 2^bits in integers |
//! | `arange(start, step=1)` | start, start + step, ..; the same modulo |
//! | `uniform(lo=0, hi=1, seed=n)` | floats between lo and hi |
//! | `randint(lo, hi, seed=n)` | integers from lo up to, but not including, hi; also in float buffers |
//! | `randn(mean=0, std=1, seed=n)` | normally distributed floats |
//!
//! Random elements only depend on the seed and the element's number ([`crate::random`]); without a seed it is the
//! argument's position, from 1. The elements of a multicast buffer are numbered through all devices: those of the second
//! device follow those of the first. A file of such a buffer has the shape `[N,EXTENTS]`. TYPE is the language's name of a
//! type, or that of NumPy, torch, JAX or MLIR: `u8`, `int64`, `half`, `torch.bfloat16`. A name may be used before the
//! argument that defines it. A buffer without a name has the name of its parameter. Files are read through a callback: this
//! crate opens none.

mod bind;
mod error;
mod fill;
mod function;
mod names;
mod number;
mod parsed;
mod syntax;

pub use bind::{Bound, NamedBuffer, Param, Slot, Takes, bind, bind_slots};
pub use error::ArgumentError;
