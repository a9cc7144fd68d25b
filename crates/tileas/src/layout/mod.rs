//! Layouts: the location of each element of a tile.
//!
//! Extents of tiles are powers of two, so a coordinate is a string of bits, and so are the number of a register, of a lane, of
//! a warp, and an offset in shared memory. Every layout is a [`LinearMap`] over GF(2) from bits of one kind to bits of the
//! other: the coordinate of an input is the exclusive or of the columns of its bits that are set.
//!
//! - [`RegisterLayout`]: (register, lane, warp, CTA) → coordinate. Blocked layouts, fragments of `mma` and `ldmatrix`, slices
//!   and swizzles are values of it.
//! - [`SharedLayout`]: offset of an element in a buffer → coordinate, a bijection. Swizzles are linear. It includes the layouts
//!   of matrix descriptors ([`MatrixDescriptor`]) and those that TMA writes.
//! - [`TensorLayout`]: (part of a column, column, lane) of tensor memory → coordinate.
//! - [`Conversion`]: the implementation of a layout conversion: none, renamed registers, shuffles, or an exchange through
//!   shared memory ([`SharedTrip`]) without bank conflicts.
//!
//! Invariants:
//!
//! - A coordinate is packed row-major: bits of the last dimension are lowest. A reshape therefore only changes the [`Shape`].
//! - A "register" is one element held by a thread; the packing of narrow elements into 32-bit registers is decided at level 4.
//! - An input bit may have no effect, or the combined effect of others; elements are then replicated (*free* bits).
//! - Inputs are packed with registers lowest, then lanes (always 5 bits), warps, CTAs.
//!
//! `docs/layouts.md` explains this with drawings.
//!
//! Deliberately absent: padding (it is not linear; swizzles replace it), and extents that are not powers of two (the language
//! has none).

mod access;
mod blocked;
mod boxes;
mod conversion;
mod descriptor;
mod dimensions;
mod draw;
mod echelon;
mod linear_map;
mod matrix;
mod mma;
mod parse;
mod print;
mod reduction;
mod register;
mod rounds;
mod shape;
mod shared;
mod shuffle;
mod slice;
mod tensor;
mod trip;
mod wgmma;

pub use access::{Access, Exchange, Wavefronts};
pub use conversion::Conversion;
pub use descriptor::{Major, MatrixDescriptor};
pub use linear_map::LinearMap;
pub use matrix::{MatrixAccess, MatrixForm};
pub use mma::{Mma, MmaWarps, Numbering};
pub use parse::ParseLayoutError;
pub use reduction::Reduction;
pub use register::{Input, RegisterLayout};
pub use rounds::{Choice, Moved, RoundAccess, RoundTrip, Rounds};
pub use shape::Shape;
pub use shared::{SharedLayout, Swizzle};
pub use shuffle::{Selection, Shuffle};
pub use tensor::{TensorAccess, TensorLayout};
pub use trip::SharedTrip;
pub(crate) use trip::VECTOR_BYTES;
pub(crate) use wgmma::GROUP_BITS;
