//! Fragments of `wgmma` and of `tcgen05.ld`: the elements that the four warps of a warpgroup hold.
//!
//! `wgmma` has 64 rows: warp w of the group holds rows `16 * w` to `16 * w + 15`, in the fragments of `mma` (PTX ISA, "Register
//! Fragments and Shared Memory Matrix Layouts" of wgmma). Tensor memory has 128 rows, called lanes: with shape `32x32b`, warp w
//! of the group loads rows `32 * w` to `32 * w + 31`, one row for each lane, consecutive columns in registers (PTX ISA,
//! "tcgen05.ld").
//!
//! Further rows belong to more warpgroups, which have contiguous parts of the tile, or to more registers.

use super::blocked::Bits;
use super::linear_map::Columns;
use super::mma::{MmaWarps, transposed};
use super::register::{LANE_BITS, RegisterLayout};
use super::shape::Shape;

/// The binary logarithm of the warps of a warpgroup.
pub(crate) const GROUP_BITS: u32 = 2;

impl RegisterLayout {
    /// C and D of `wgmma`; `groups` are warpgroups, not warps. None if there are fewer than two dimensions.
    pub fn wgmma_accumulator(shape: &Shape, groups: MmaWarps) -> Option<RegisterLayout> {
        let (row, column) = (shape.rank().checked_sub(2)?, shape.rank() - 1);
        let mut bits = Bits::of(shape);
        let mut registers = bits.take_padded(column, 1);
        let mut lanes = bits.take_padded(column, 2);
        lanes.extend(bits.take_padded(row, 3));
        registers.extend(bits.take_padded(row, 1));
        let warps = in_groups(&mut bits, row, column, groups);
        registers.extend(bits.rest());
        Some(RegisterLayout::new(shape.clone(), &registers, &lanes, &warps, &[]))
    }

    /// C and D of `wgmma` where it computes a product transposed: its rows are columns of the tile. `groups` divide the tile.
    /// None if there are fewer than two dimensions.
    pub fn wgmma_accumulator_transposed(shape: &Shape, groups: MmaWarps) -> Option<RegisterLayout> {
        transposed(shape, |shape| RegisterLayout::wgmma_accumulator(shape, groups.transposed()))
    }

    /// A of `wgmma` in registers, of elements of the given width: an instruction sums over 32 bytes of k.
    /// None if there are fewer than two dimensions, or less k.
    pub fn wgmma_a(shape: &Shape, element_bits: u32, groups: MmaWarps) -> Option<RegisterLayout> {
        let (row, k) = (shape.rank().checked_sub(2)?, shape.rank() - 1);
        if u64::from(shape.extent(k)) * u64::from(element_bits) < 256 || element_bits > 32 {
            return None;
        }
        let mut bits = Bits::of(shape);
        let mut registers = bits.take(k, (32 / element_bits).ilog2());
        let mut lanes = bits.take(k, 2);
        lanes.extend(bits.take_padded(row, 3));
        registers.extend(bits.take_padded(row, 1));
        registers.extend(bits.take(k, 1));
        let mut warps = bits.take_padded(row, GROUP_BITS);
        warps.extend(bits.take_top(row, groups.rows));
        warps.extend(std::iter::repeat_n(0, groups.columns as usize));
        registers.extend(bits.rest());
        Some(RegisterLayout::new(shape.clone(), &registers, &lanes, &warps, &[]))
    }

    /// The layout of registers after `tcgen05.ld` of shape `32x32b`: a row for each thread of a warpgroup.
    /// None if there are fewer than two dimensions.
    pub fn tensor_memory_rows(shape: &Shape, groups: MmaWarps) -> Option<RegisterLayout> {
        let (row, column) = (shape.rank().checked_sub(2)?, shape.rank() - 1);
        let mut bits = Bits::of(shape);
        let lanes = bits.take_padded(row, LANE_BITS);
        let warps = in_groups(&mut bits, row, column, groups);
        let registers = bits.rest();
        Some(RegisterLayout::new(shape.clone(), &registers, &lanes, &warps, &[]))
    }
}

/// Columns of warps: the next rows within a group; groups have the topmost rows and columns.
fn in_groups(bits: &mut Bits<'_>, row: usize, column: usize, groups: MmaWarps) -> Columns {
    let mut warps = bits.take_padded(row, GROUP_BITS);
    warps.extend(bits.take_top(row, groups.rows));
    warps.extend(bits.take_top(column, groups.columns));
    warps
}
