//! Boxes of tensors: the mapping between bytes of global memory and bytes of the box.
//!
//! A copy has two halves. The box is stored densely in a buffer, innermost dimension first ([`read_box`], [`write_box`]); from
//! there, 16-byte chunks are moved to their swizzled positions ([`swizzled`]). A multicast executes the first half once.
//! Elements out of bounds are filled when read and not written, except for the rest of a 16-byte unit.
//!
//! A store writes whole 16-byte units of memory: if a row of the tensor ends inside one, the elements after it become zeros.
//! This was observed on an H200, with stores of f32 whose boxes start at a unit, rows of 65 elements 72 apart, of 250 elements
//! 256 apart, and of 1 element; the ISA does not document it. Assumed without measurement: it applies to every element type and
//! fill mode, units are aligned in memory if a box starts inside one, nothing outside of the box is written, and a reduction
//! combines memory with these zeros.

use super::element::ElementType;
use super::swizzle::Swizzle;
use super::tensor_map::{Invalid, TensorMap};

/// Bytes that a store writes all of.
const UNIT: usize = 16;

/// Which box of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxAt {
    /// The box that begins at these coordinates, innermost first.
    Tile([i32; 5]),
    /// Four rows of a matrix from one column on: `tile::gather4` and `tile::scatter4`.
    Rows {
        /// The column.
        column: i32,
        /// The rows.
        rows: [i32; 4],
    },
}

impl BoxAt {
    /// A box from the coordinates of an instruction: column and four rows when `four_rows`.
    pub fn new(coordinates: &[i32], four_rows: bool) -> BoxAt {
        let mut all = [0; 5];
        for (to, from) in all.iter_mut().zip(coordinates) {
            *to = *from;
        }
        if four_rows {
            let [column, rows @ ..] = all;
            BoxAt::Rows { column, rows }
        } else {
            BoxAt::Tile(all)
        }
    }

    /// Does the map have boxes of this kind?
    pub fn check(&self, map: &TensorMap, rank: usize) -> Result<(), Invalid> {
        if map.rank() != rank {
            return Err(Invalid(format!(
                "the tensor map has {} dimensions, the instruction {rank}",
                map.rank()
            )));
        }
        if matches!(self, BoxAt::Rows { .. }) && map.box_dims[1] != 1 {
            return Err(Invalid(format!(
                "the box is {} long in dimension 1; for gather4 and scatter4 it must be 1",
                map.box_dims[1]
            )));
        }
        let (first, multiple) = (self.first(), map.element.multiple());
        if first.rem_euclid(multiple as i32) != 0 {
            return Err(Invalid(format!(
                "coordinate 0 is {first}; with elements of {} it must be a multiple of {multiple}",
                map.element.name()
            )));
        }
        Ok(())
    }

    /// Bytes that the box takes in shared memory.
    pub fn bytes(&self, map: &TensorMap) -> u32 {
        match self {
            BoxAt::Tile(_) => map.box_bytes(),
            BoxAt::Rows { .. } => 4 * map.row_bytes(),
        }
    }

    /// Bytes that it counts on an mbarrier.
    pub fn counted_bytes(&self, map: &TensorMap) -> u32 {
        match self {
            BoxAt::Tile(_) => map.counted_bytes(),
            BoxAt::Rows { .. } => 4 * map.counted_bytes(),
        }
    }

    fn first(&self) -> i32 {
        match *self {
            BoxAt::Tile([first, ..]) => first,
            BoxAt::Rows { column, .. } => column,
        }
    }
}

/// The source of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The elements of a row that are inside of the tensor.
    Row,
    /// Zeros after the last element of the tensor's row, to the end of its unit.
    Rest,
}

/// A row of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    /// Where it begins in the box.
    at: usize,
    /// Elements of it that are before the tensor, and inside.
    before: u32,
    inside: u32,
    /// The address of the first element inside, in global memory.
    global: u64,
}

/// Calls for each row of the box, in order.
fn rows<E>(map: &TensorMap, which: &BoxAt, mut each: impl FnMut(Row) -> Result<(), E>) -> Result<(), E> {
    let row_bytes = map.row_bytes() as usize;
    let (before, inside) = clipped(which.first(), map.box_dims[0], map.dims[0]);
    let first = (i64::from(which.first()) + i64::from(before)) * i64::from(map.element.bits()) / 8;
    // A row that is outside in an outer dimension, or has no element inside, is all fill: it has no address.
    let row = |index: usize, outer: Option<u64>| match outer {
        Some(offset) if inside > 0 => {
            let global = map.address.wrapping_add(first as u64).wrapping_add(offset);
            Row { at: index * row_bytes, before, inside, global }
        }
        _ => Row { at: index * row_bytes, before: map.box_dims[0], inside: 0, global: 0 },
    };
    match which {
        BoxAt::Rows { rows, .. } => {
            for (index, &at) in rows.iter().enumerate() {
                each(row(index, outer_offset(map, 1, i64::from(at))))?;
            }
        }
        BoxAt::Tile(start) => {
            let counts: Vec<u32> = (1..map.rank()).map(|axis| map.copied(axis)).collect();
            let total: usize = counts.iter().map(|&count| count as usize).product();
            for index in 0..total {
                each(row(index, tile_offset(map, start, &counts, index)))?;
            }
        }
    }
    Ok(())
}

/// Bytes from the start of the tensor to a row of a tile, without the innermost dimension; `None` when it is outside.
fn tile_offset(map: &TensorMap, start: &[i32; 5], counts: &[u32], index: usize) -> Option<u64> {
    let mut rest = index;
    let mut offset = 0_u64;
    for (axis, &count) in (1..).zip(counts) {
        let step = (rest % count as usize) as i64 * i64::from(map.element_strides[axis]);
        rest /= count as usize;
        offset = offset.wrapping_add(outer_offset(map, axis, i64::from(start[axis]) + step)?);
    }
    Some(offset)
}

/// Bytes to an index of an outer dimension; `None` when it is outside.
fn outer_offset(map: &TensorMap, axis: usize, index: i64) -> Option<u64> {
    let index = u64::try_from(index).ok().filter(|&index| index < map.dims[axis])?;
    Some(index.wrapping_mul(map.strides[axis - 1]))
}

/// How many of `length` elements from `start` on are before a dimension, and how many are inside.
fn clipped(start: i32, length: u32, dim: u64) -> (u32, u32) {
    let (start, length) = (i64::from(start), i64::from(length));
    let before = (-start).clamp(0, length);
    let end = (start + length).min(dim as i64);
    (before as u32, (end - (start + before)).max(0) as u32)
}

/// Bytes in global and in shared memory of some elements of a row.
fn sizes(element: ElementType, count: u32) -> (usize, usize) {
    ((count * element.bits() / 8) as usize, (count * element.shared_bits() / 8) as usize)
}

/// Reads a box into `dense`, which is as long as [`BoxAt::bytes`] says.
pub fn read_box<E>(
    map: &TensorMap,
    which: &BoxAt,
    dense: &mut [u8],
    mut read: impl FnMut(u64, &mut [u8]) -> Result<(), E>,
) -> Result<(), E> {
    let fill = map.element.fill(map.nan_fill);
    let row_bytes = map.row_bytes() as usize;
    let mut packed = Vec::new();
    rows(map, which, |row| {
        // A box that is completely inside needs no fill before the read.
        if row.inside < map.box_dims[0] || map.element.padded_group().is_some() {
            let bytes = &mut dense[row.at..row.at + row_bytes];
            bytes.chunks_mut(8).for_each(|bytes| bytes.copy_from_slice(&fill[..bytes.len()]));
        }
        if row.inside == 0 {
            return Ok(());
        }
        let (global, shared) = sizes(map.element, row.inside);
        let start = row.at + sizes(map.element, row.before).1;
        let bytes = &mut dense[start..start + shared];
        match map.element.padded_group() {
            None => read(row.global, bytes)?,
            Some(group) => {
                packed.resize(global, 0);
                read(row.global, &mut packed)?;
                for (to, from) in bytes.chunks_mut(16).zip(packed.chunks(group as usize)) {
                    to[..from.len()].copy_from_slice(from);
                }
            }
        }
        map.element.arriving(bytes);
        Ok(())
    })
}

/// Gives the parts of a box that are inside of the tensor, and zeros for the rest of a unit in which a row ends, with their
/// addresses: what a store writes and a reduction reduces.
pub fn write_box<E>(
    map: &TensorMap,
    which: &BoxAt,
    dense: &[u8],
    mut write: impl FnMut(u64, &[u8], Part) -> Result<(), E>,
) -> Result<(), E> {
    let mut packed = Vec::new();
    rows(map, which, |row| {
        if row.inside == 0 {
            return Ok(());
        }
        let shared = sizes(map.element, row.inside).1;
        let start = row.at + sizes(map.element, row.before).1;
        let bytes = &dense[start..start + shared];
        match map.element.padded_group() {
            None => {
                write(row.global, bytes, Part::Row)?;
                match rest_of_unit(map, &row, bytes.len()) {
                    0 => Ok(()),
                    rest => write(row.global + bytes.len() as u64, &[0; UNIT][..rest], Part::Rest),
                }
            }
            // A row of these is whole units.
            Some(group) => {
                packed.clear();
                // Elements of 4 and 6 bits are padded to 16 bytes in shared memory and packed in global memory.
                packed.extend(bytes.chunks(16).flat_map(|chunk| &chunk[..group as usize]));
                write(row.global, &packed, Part::Row)
            }
        }
    })
}

/// Bytes from the last element of a row inside of the tensor to the end of its unit of memory, as far as the box goes; `inside`
/// are those of the row that are inside.
fn rest_of_unit(map: &TensorMap, row: &Row, inside: usize) -> usize {
    let outside = map.box_dims[0] - row.before - row.inside;
    let end = row.global + inside as u64;
    let rest = (end.next_multiple_of(UNIT as u64) - end) as usize;
    rest.min(sizes(map.element, outside).0)
}

/// The parts of a box of `length` bytes in shared memory at `address`: for each, its shared address and its place in the
/// dense box.
pub fn swizzled(
    swizzle: Swizzle,
    address: u32,
    length: u32,
) -> impl Iterator<Item = (u32, std::ops::Range<usize>)> {
    let unit = swizzle.unit();
    (0..length.div_ceil(unit)).map(move |index| {
        let start = index * unit;
        let end = (start + unit).min(length);
        (swizzle.apply(address + start), start as usize..end as usize)
    })
}

/// Copies whole lines of 128 bytes between a dense box and shared memory at `address`, in either direction: a swizzle is its
/// own inverse, and leaves no line.
pub fn swizzle_lines(swizzle: Swizzle, address: u32, from: &[u8], to: &mut [u8]) {
    let copy = match swizzle.unit() {
        8 => swizzle_units::<8>,
        16 => swizzle_units::<16>,
        32 => swizzle_units::<32>,
        64 => swizzle_units::<64>,
        _ => swizzle_units::<128>,
    };
    copy(swizzle, address, from, to);
}

fn swizzle_units<const UNIT: usize>(swizzle: Swizzle, address: u32, from: &[u8], to: &mut [u8]) {
    // Bytes within which every swizzle permutes; what it does to a line depends on the line's address alone.
    const LINE: usize = 128;
    let lines = from.as_chunks::<LINE>().0.iter().zip(to.as_chunks_mut::<LINE>().0);
    for (number, (from, to)) in (0..).zip(lines) {
        // It is the same for all of a line.
        let line = address + number * LINE as u32;
        let moved = (swizzle.apply(line) ^ line) as usize % LINE;
        for (index, from) in from.as_chunks::<UNIT>().0.iter().enumerate() {
            let at = (index * UNIT) ^ moved;
            to[at..at + UNIT].copy_from_slice(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tensor_map::Interleave;
    use super::*;

    /// A tensor of u16 of 20 x 6 x 3 in rows of 48 bytes, each element its own number from 1.
    struct Tensor {
        map: TensorMap,
        memory: Vec<u8>,
    }

    const BASE: u64 = 1 << 32;
    const DIMS: [i64; 3] = [20, 6, 3];

    fn tensor(box_dims: [u32; 3], element_strides: [u32; 3]) -> Tensor {
        let map = TensorMap {
            address: BASE,
            element: ElementType::U16,
            dims: DIMS.map(|dim| dim as u64).to_vec(),
            strides: vec![48, 48 * 6],
            box_dims: box_dims.to_vec(),
            element_strides: element_strides.to_vec(),
            swizzle: Swizzle::None,
            interleave: Interleave::None,
            nan_fill: false,
        };
        assert_eq!(map.check(), Ok(()));
        let mut memory = vec![0xee; 48 * 6 * 3];
        for z in 0..3 {
            for y in 0..6 {
                for x in 0..20 {
                    let at = z * 288 + y * 48 + x * 2;
                    memory[at..at + 2].copy_from_slice(&(number(x as i64, y as i64, z as i64)).to_le_bytes());
                }
            }
        }
        Tensor { map, memory }
    }

    fn number(x: i64, y: i64, z: i64) -> u16 {
        (1 + x + 20 * (y + 6 * z)) as u16
    }

    fn inside(at: [i64; 3]) -> bool {
        at.iter().zip(DIMS).all(|(&index, dim)| (0..dim).contains(&index))
    }

    fn at(memory: &[u8], address: u64, length: usize) -> std::ops::Range<usize> {
        let start = (address - BASE) as usize;
        assert!(start + length <= memory.len());
        start..start + length
    }

    fn load(tensor: &Tensor, which: &BoxAt) -> Vec<u16> {
        let mut dense = vec![0; which.bytes(&tensor.map) as usize];
        let read = |address: u64, to: &mut [u8]| {
            to.copy_from_slice(&tensor.memory[at(&tensor.memory, address, to.len())]);
            Ok::<(), ()>(())
        };
        read_box(&tensor.map, which, &mut dense, read).expect("inside");
        dense.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
    }

    #[test]
    fn boxes_at_all_edges_hold_what_a_plain_loop_finds() {
        for strides in [[1, 1, 1], [1, 2, 1], [1, 3, 2], [8, 1, 1]] {
            let (size, counts) = ([8, 4, 3], [8, 4_u32.div_ceil(strides[1]), 3_u32.div_ceil(strides[2])]);
            let tensor = tensor(size, strides);
            for (x, y, z) in [-9, -8, -3, 0, 5, 12, 15, 19, 20, i32::MAX, i32::MIN]
                .into_iter()
                .flat_map(|x| [-4, -1, 0, 3, 5, 6].into_iter().map(move |y| (x, y)))
                .flat_map(|(x, y)| [-3, -1, 0, 2, 3].into_iter().map(move |z| (x, y, z)))
            {
                let loaded = load(&tensor, &BoxAt::new(&[x, y, z], false));
                let mut found = loaded.iter();
                for k in 0..i64::from(counts[2]) {
                    for j in 0..i64::from(counts[1]) {
                        for i in 0..8 {
                            let wanted = [
                                i64::from(x) + i,
                                i64::from(y) + j * i64::from(strides[1]),
                                i64::from(z) + k * i64::from(strides[2]),
                            ];
                            let [a, b, c] = wanted;
                            let value = if inside(wanted) { number(a, b, c) } else { 0 };
                            assert_eq!(found.next(), Some(&value), "{x} {y} {z}: {i} {j} {k}");
                        }
                    }
                }
                assert_eq!(found.next(), None);
            }
        }
    }

    #[test]
    fn stores_touch_nothing_outside_but_the_rest_of_a_unit() {
        for (x, y, z) in [(-3, -2, -1), (0, 0, 0), (15, 4, 2), (20, 0, 0), (4, 6, 0)] {
            let Tensor { map, mut memory } = tensor([8, 4, 2], [1, 1, 1]);
            let before = memory.clone();
            let which = BoxAt::new(&[x, y, z], false);
            let dense: Vec<u8> = (0..64_u16).flat_map(|i| (1000 + i).to_le_bytes()).collect();
            write_box(&map, &which, &dense, |address, bytes, _| {
                let place = at(&memory, address, bytes.len());
                memory[place].copy_from_slice(bytes);
                Ok::<(), ()>(())
            })
            .expect("inside");
            for (index, (old, new)) in before.chunks(2).zip(memory.chunks(2)).enumerate() {
                let (a, b, c) = ((index % 24) as i64, (index / 24 % 6) as i64, (index / 144) as i64);
                let (i, j, k) = (a - i64::from(x), b - i64::from(y), c - i64::from(z));
                // Rows of 20 elements end in the middle of a unit of 8.
                let covered = (0..8).contains(&i) && (0..4).contains(&j) && (0..2).contains(&k);
                let wanted = match a {
                    0..20 if covered => (1000 + i + 8 * (j + 4 * k)) as u16,
                    20..24 if covered && x < 20 => 0,
                    _ => u16::from_le_bytes([old[0], old[1]]),
                };
                assert_eq!(u16::from_le_bytes([new[0], new[1]]), wanted, "{x} {y} {z}: {a} {b} {c}");
            }
        }
    }

    #[test]
    fn four_rows_are_gathered() {
        let mut tensor = tensor([8, 1, 1], [1, 1, 1]);
        tensor.map.dims.truncate(2);
        tensor.map.strides.truncate(1);
        tensor.map.box_dims.truncate(2);
        tensor.map.element_strides.truncate(2);
        let which = BoxAt::new(&[15, 5, -1, 0, 6], true);
        assert_eq!(which.check(&tensor.map, 2), Ok(()));
        assert_eq!((which.bytes(&tensor.map), which.counted_bytes(&tensor.map)), (64, 64));
        let loaded = load(&tensor, &which);
        for (index, value) in loaded.iter().enumerate() {
            let (x, y) = (15 + (index % 8) as i64, [5, -1, 0, 6][index / 8]);
            assert_eq!(*value, if inside([x, y, 0]) { number(x, y, 0) } else { 0 });
        }
        tensor.map.box_dims[1] = 2;
        assert!(which.check(&tensor.map, 2).is_err());
        assert!(which.check(&tensor.map, 3).is_err());
    }

    #[test]
    fn outside_is_nan_when_asked() {
        let mut tensor = tensor([8, 4, 3], [1, 1, 1]);
        (tensor.map.element, tensor.map.nan_fill) = (ElementType::Bf16, true);
        assert!(load(&tensor, &BoxAt::new(&[0, 6, 0], false)).iter().all(|&bits| bits == 0x7fff));
    }

    #[test]
    fn padded_rows_have_gaps() {
        let map = TensorMap {
            address: BASE,
            element: ElementType::B6x16P32,
            dims: vec![128, 2],
            strides: vec![96],
            box_dims: vec![128, 2],
            element_strides: vec![1, 1],
            swizzle: Swizzle::B128,
            interleave: Interleave::None,
            nan_fill: false,
        };
        assert_eq!(map.check(), Ok(()));
        let memory: Vec<u8> = (0..192).collect();
        let which = BoxAt::new(&[0, 0], false);
        assert_eq!(which.counted_bytes(&map), 192);
        let mut dense = vec![1; 256];
        read_box(&map, &which, &mut dense, |address, to| {
            to.copy_from_slice(&memory[at(&memory, address, to.len())]);
            Ok::<(), ()>(())
        })
        .expect("inside");
        for (index, &byte) in dense.iter().enumerate() {
            let (group, place) = (index / 16, index % 16);
            assert_eq!(byte, if place < 12 { (group * 12 + place) as u8 } else { 0 });
        }
        let mut back = vec![0; 192];
        write_box(&map, &which, &dense, |address, bytes, _| {
            let place = at(&back, address, bytes.len());
            back[place].copy_from_slice(bytes);
            Ok::<(), ()>(())
        })
        .expect("inside");
        assert_eq!(back, memory);
        let odd = BoxAt::new(&[64, 0], false);
        assert!(odd.check(&map, 2).expect_err("not a multiple").0.contains("multiple of 128"));
    }

    #[test]
    fn every_byte_of_a_box_goes_where_the_swizzle_says() {
        for swizzle in Swizzle::ALL {
            for address in [1024, 1152, 2048] {
                let mut places = vec![u32::MAX; 2048];
                for (shared, range) in swizzled(swizzle, address, 2048) {
                    for (at, place) in range.clone().zip(shared..) {
                        places[at] = place;
                    }
                }
                for (at, place) in places.iter().enumerate() {
                    assert_eq!(*place, swizzle.apply(address + at as u32), "{swizzle:?}");
                }
            }
        }
        assert_eq!(swizzled(Swizzle::None, 1024, 144).last(), Some((1152, 128..144)));
    }
}
