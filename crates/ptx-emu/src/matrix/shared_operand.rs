//! Operands of `wgmma` and `tcgen05` in shared memory: the address of each element, according to the matrix descriptor.
//!
//! With `row` a row of A or a column of B, and `byte` the position of an element in 32 bytes of K, an element is at the start
//! address plus
//!
//! | major | swizzle | bytes |
//! |---|---|---|
//! | K | none | `row % 8 * 16 + row / 8 * SBO + byte % 16 + byte / 16 * LBO` |
//! | K | S | `row % 8 * S + row / 8 * SBO + byte` |
//! | MN | none | `row % T * size + row / T * SBO + k % 8 * 16 + k / 8 * LBO`, T elements in 16 bytes |
//! | MN | S | `row % R * size + row / R * LBO + k % 8 * S + k / 8 * SBO`, R elements in S bytes |
//!
//! and the swizzle changes that address: by its bits, if the pattern of the swizzle starts at a multiple of its 8 lines,
//! otherwise by the distance from the line that the descriptor's base offset names, modulo 8. (This is our interpretation of
//! "pattern start addr" in the ISA, which is not confirmed. Without a swizzle, the base offset has no effect.)

use std::fmt;
use std::ops::Range;

use super::element::Packing;
use super::fragment;
use super::order::{Line, Major, Order};
use super::panel;
use crate::copy::swizzle::Swizzle;

/// Bytes of K of one instruction.
pub const DEPTH_BYTES: u32 = 32;

/// A matrix descriptor, decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The shared address of the first element.
    pub start: u32,
    /// Leading-dimension byte offset.
    pub leading: u32,
    /// Stride-dimension byte offset.
    pub stride: u32,
    /// Where chunks go.
    pub swizzle: Swizzle,
    /// Where the pattern of the swizzle begins: bytes past a multiple of 1024.
    pub pattern: u32,
}

/// Why a descriptor cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// The version bits are not 1.
    Version(u32),
    /// No swizzle has this number.
    Swizzle(u32),
    /// The mode of an absolute leading offset.
    AbsoluteLeading,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Invalid::Version(bits) => write!(
                f,
                "bits 48 to 46 of the matrix descriptor are {bits} and must be 1: this is no descriptor for tcgen05"
            ),
            Invalid::Swizzle(number) => {
                write!(f, "the matrix descriptor has swizzle {number}, which does not exist")
            }
            Invalid::AbsoluteLeading => {
                write!(
                    f,
                    "the matrix descriptor has an absolute leading address (bit 52), which is not covered"
                )
            }
        }
    }
}

/// An address of an operand is outside of the block's shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The shared address.
    pub address: u32,
}

/// Shared memory of a block.
#[derive(Clone, Copy, Debug)]
pub struct Shared<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    /// The shared address of the first.
    pub first: u32,
}

impl Shared<'_> {
    /// `N` bytes at a shared address.
    #[inline]
    pub fn read<const N: usize>(&self, address: u32) -> Result<[u8; N], Outside> {
        let found =
            address.checked_sub(self.first).and_then(|at| self.bytes.get(at as usize..at as usize + N));
        found.map(|bytes| bytes.try_into().expect("as many as asked for")).ok_or(Outside { address })
    }
}

impl Layout {
    /// A descriptor of `tcgen05`.
    pub fn tcgen05(bits: u64) -> Result<Layout, Invalid> {
        let field = |low: u32, width: u32| (bits >> low) as u32 & ((1 << width) - 1);
        let swizzle = match field(61, 3) {
            0 => Swizzle::None,
            1 => Swizzle::B128Atom32,
            2 => Swizzle::B128,
            4 => Swizzle::B64,
            6 => Swizzle::B32,
            number => return Err(Invalid::Swizzle(number)),
        };
        // A constant by which descriptors of `wgmma`, which are much alike, can be distinguished.
        if field(46, 3) != 1 {
            return Err(Invalid::Version(field(46, 3)));
        }
        if field(52, 1) == 1 {
            return Err(Invalid::AbsoluteLeading);
        }
        Ok(Layout::fields(bits, swizzle))
    }

    /// A descriptor of `wgmma`.
    pub fn wgmma(bits: u64) -> Layout {
        let swizzle = [Swizzle::None, Swizzle::B128, Swizzle::B64, Swizzle::B32][(bits >> 62) as usize];
        Layout::fields(bits, swizzle)
    }

    fn fields(bits: u64, swizzle: Swizzle) -> Layout {
        let field = |low: u32| (bits >> low) as u32 & 0x3fff;
        let pattern = if swizzle == Swizzle::None { 0 } else { ((bits >> 49) as u32 & 7) << 7 };
        Layout { start: field(0) << 4, leading: field(16) << 4, stride: field(32) << 4, swizzle, pattern }
    }

    /// The swizzled address of a byte, from its address without a swizzle.
    #[inline]
    fn place(&self, address: u32) -> u32 {
        self.swizzle.apply(address.wrapping_sub(self.pattern)).wrapping_add(self.pattern)
    }

    /// [`Layout::place`] of several addresses.
    #[inline(always)]
    fn places<const N: usize>(&self, addresses: [u32; N]) -> [u32; N] {
        let behind = addresses.map(|address| address.wrapping_sub(self.pattern));
        self.swizzle.apply_all(behind).map(|address| address.wrapping_add(self.pattern))
    }

    /// The address of 16 bytes of K of a row, K-major.
    #[inline]
    pub fn chunk(&self, row: u32, chunk: u32) -> u32 {
        let offset = match self.swizzle.span() {
            None => row % 8 * 16 + row / 8 * self.stride + chunk * self.leading,
            Some(span) => row % 8 * span + row / 8 * self.stride + chunk * 16,
        };
        self.place(self.start.wrapping_add(offset))
    }

    /// The address of an element, MN-major.
    #[inline]
    pub fn element(&self, row: u32, k: u32, size: u32) -> u32 {
        let offset = match self.swizzle.span() {
            None => {
                let together = 16 / size;
                row % together * size + row / together * self.stride + k % 8 * 16 + k / 8 * self.leading
            }
            Some(span) => {
                let together = span / size;
                row % together * size + row / together * self.leading + k % 8 * span + k / 8 * self.stride
            }
        };
        self.place(self.start.wrapping_add(offset))
    }

    /// The bytes that rows take: where each run begins and how long it is. `size` is that of an element in
    /// bytes, for MN-major operands.
    pub fn spans(&self, rows: Range<u32>, major: Major, size: u32) -> Vec<(u32, u32)> {
        // Swizzled rows share no chunk, so nothing has to be sorted.
        if major == Major::K && self.swizzle != Swizzle::None {
            return self.spans_of_rows(rows);
        }
        let mut chunks: Vec<u32> = match major {
            Major::K => rows.flat_map(|row| (0..2).map(move |chunk| self.chunk(row, chunk))).collect(),
            Major::Mn => {
                let together = (16 / size).min(8) as usize;
                let depth = 0..DEPTH_BYTES / size;
                let rows = rows.step_by(together);
                rows.flat_map(|row| depth.clone().map(move |k| self.element(row, k, size) & !15)).collect()
            }
        };
        chunks.sort_unstable();
        // MN-major elements of several k share chunks of 16 bytes, and rows may overlap: each byte is reported once.
        chunks.dedup();
        let mut spans: Vec<(u32, u32)> = Vec::new();
        for chunk in chunks {
            match spans.last_mut() {
                Some((start, length)) if *start + *length == chunk => *length += 16,
                _ => spans.push((chunk, 16)),
            }
        }
        spans
    }

    /// The same of rows whose chunks of 16 bytes each hold 16 elements of `bits` bits and padding, which is not read.
    pub fn padded_spans(&self, rows: Range<u32>, chunks: u32, bits: u32) -> Vec<(u32, u32)> {
        rows.flat_map(|row| (0..chunks).map(move |chunk| (self.chunk(row, chunk), 2 * bits))).collect()
    }

    /// [`Layout::spans`], K-major with a swizzle: no two rows have a chunk in common, and mostly the two of a row are
    /// contiguous.
    fn spans_of_rows(&self, rows: Range<u32>) -> Vec<(u32, u32)> {
        let mut spans = Vec::with_capacity(rows.len());
        // The swizzle uses no higher bits, so all groups of eight rows have the same offsets.
        let alike = self.stride.is_multiple_of(1024) && rows.start.is_multiple_of(8);
        let different = if alike { rows.start..rows.end.min(rows.start + 8) } else { rows.clone() };
        for row in different {
            let chunks = [self.chunk(row, 0), self.chunk(row, 1)];
            if chunks[0].abs_diff(chunks[1]) == 16 {
                spans.push((chunks[0].min(chunks[1]), 32));
            } else {
                spans.extend(chunks.map(|chunk| (chunk, 16)));
            }
        }
        if alike {
            let first = spans.len();
            for group in 1..rows.len() as u32 / 8 {
                let away = group * self.stride;
                for index in 0..first {
                    let (at, size) = spans[index];
                    spans.push((at.wrapping_add(away), size));
                }
            }
        }
        spans
    }

    /// The words of eight rows from `first`, a multiple of eight, on, K-major: eight lines.
    pub(crate) fn rows(
        &self,
        shared: Shared<'_>,
        first: u32,
        order: Order,
        lines: &mut [Line; 8],
    ) -> Result<(), Outside> {
        let mut rows = [[0; 8]; 8];
        for (row, parts) in self.parts_of_rows(first).as_chunks::<2>().0.iter().enumerate() {
            let words = rows[order.place(row)].as_chunks_mut::<4>().0;
            for (words, &at) in words.iter_mut().zip(parts) {
                let bytes: [u8; 16] = shared.read(at)?;
                for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
                    *word = u32::from_le_bytes(*bytes);
                }
            }
        }
        fragment::transpose(&rows, lines);
        Ok(())
    }

    /// The addresses of both 16 bytes of each of eight rows, K-major.
    #[inline]
    fn parts_of_rows(&self, first: u32) -> [u32; 16] {
        // From a row to the next, and from its first 16 bytes to the others.
        let (step, aside) = self.swizzle.span().map_or((16, self.leading), |span| (span, 16));
        let start = self.start.wrapping_add(first / 8 * self.stride);
        let place = |part: u32| start.wrapping_add(part / 2 * step).wrapping_add(part % 2 * aside);
        self.places(std::array::from_fn(|part| place(part as u32)))
    }

    /// The addresses of the halves of eight rows for each k, MN-major.
    #[inline]
    fn parts_of_columns(&self, first: u32) -> [u32; 16] {
        let (row, near, far) = match self.swizzle.span() {
            None => (first / 8 * self.stride, 16, self.leading),
            Some(span) => {
                let together = span / 2;
                (first % together * 2 + first / together * self.leading, span, self.stride)
            }
        };
        let start = self.start.wrapping_add(row);
        let place = |k: u32| start.wrapping_add(k % 8 * near).wrapping_add(k / 8 * far);
        self.places(std::array::from_fn(|k| place(k as u32)))
    }

    /// The values of eight rows of halves from `first`, a multiple of eight, on: a line for each k. False where not all of
    /// them are in shared memory, or where they are stored in another way.
    #[inline]
    pub(crate) fn halves(
        &self,
        shared: Shared<'_>,
        (first, major): (u32, Major),
        packing: Packing,
        order: Order,
        out: &mut [[f32; 8]; 16],
    ) -> bool {
        let parts = match major {
            Major::K => self.parts_of_rows(first),
            Major::Mn => self.parts_of_columns(first),
        };
        let parts = parts.map(|at| at.wrapping_sub(shared.first));
        panel::halves(shared.bytes, &parts, (major, order), packing, out)
    }

    /// The same of eight rows whose 16 bytes each hold 16 elements of `bits` bits and padding: an element in each byte.
    pub fn padded_rows(
        &self,
        shared: Shared<'_>,
        first: u32,
        bits: u32,
        lines: &mut [Line; 8],
    ) -> Result<(), Outside> {
        for row in 0..8 {
            for chunk in 0..2 {
                let bytes = expand(shared.read(self.chunk(first + row, chunk))?, bits);
                for (word, bytes) in bytes.as_chunks().0.iter().enumerate() {
                    lines[chunk as usize * 4 + word][row as usize] = u32::from_le_bytes(*bytes);
                }
            }
        }
        Ok(())
    }

    /// The words of eight rows from `first`, a multiple of eight, on; MN-major, of elements of 1, 2 or 4 bytes.
    pub fn columns(
        &self,
        shared: Shared<'_>,
        first: u32,
        size: u32,
        lines: &mut [Line; 8],
    ) -> Result<(), Outside> {
        if size == 2 {
            return self.columns_of_halves(shared, first, lines);
        }
        *lines = [[0; 8]; 8];
        // The eight rows begin at a multiple of eight: as many as fit are contiguous in 16 bytes.
        let together = (16 / size).min(8);
        for k in 0..DEPTH_BYTES / size {
            let (line, down) = ((k * size / 4) as usize, k * size % 4 * 8);
            for row in (0..8).step_by(together as usize) {
                let run = self.element(first + row, k, size);
                let bytes: [u8; 16] = shared.read(run & !15)?;
                let bits = u128::from_le_bytes(bytes) >> (run % 16 * 8);
                for index in 0..together {
                    let element = (bits >> (index * size * 8)) as u32 & (u32::MAX >> (32 - size * 8));
                    lines[line][(row + index) as usize] |= element << down;
                }
            }
        }
        Ok(())
    }
}

impl Layout {
    /// [`Layout::columns`] of elements of two bytes: those of eight rows are 16 bytes.
    fn columns_of_halves(
        &self,
        shared: Shared<'_>,
        first: u32,
        lines: &mut [Line; 8],
    ) -> Result<(), Outside> {
        for ([low, high], line) in self.parts_of_columns(first).as_chunks::<2>().0.iter().zip(lines) {
            let (low, high) = (shared.read::<16>(*low)?, shared.read::<16>(*high)?);
            let (low, high) = (low.as_chunks().0, high.as_chunks().0);
            for (row, word) in line.iter_mut().enumerate() {
                let [low, high] = [low[row], high[row]].map(u16::from_le_bytes);
                *word = u32::from(low) | u32::from(high) << 16;
            }
        }
        Ok(())
    }
}

/// 16 elements of 4 or 6 bits from the low end on, with padding after them, made 16 bytes.
pub fn expand(bytes: [u8; 16], bits: u32) -> [u8; 16] {
    let all = u128::from_le_bytes(bytes);
    std::array::from_fn(|index| (all >> (index as u32 * bits)) as u8 & ((1 << bits) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_of_both_machines() {
        let common = 0x1230 >> 4 | (0x40_u64 >> 4) << 16 | (0x400_u64 >> 4) << 32;
        let expected =
            Layout { start: 0x1230, leading: 0x40, stride: 0x400, swizzle: Swizzle::B128, pattern: 0 };
        assert_eq!(Layout::tcgen05(common | 1 << 46 | 2 << 61), Ok(expected));
        assert_eq!(Layout::wgmma(common | 1 << 62), expected);
        assert_eq!(Layout::wgmma(common | 3 << 62).swizzle, Swizzle::B32);
        assert_eq!(Layout::tcgen05(common | 2 << 61), Err(Invalid::Version(0)));
        assert_eq!(Layout::tcgen05(common | 1 << 46 | 3 << 61), Err(Invalid::Swizzle(3)));
        let pattern = |bits| Layout::tcgen05(common | 1 << 46 | bits).map(|layout| layout.pattern);
        assert_eq!(pattern(5 << 49 | 2 << 61), Ok(640));
        assert_eq!(pattern(5 << 49), Ok(0), "without a swizzle it is ignored");
        assert_eq!(Layout::tcgen05(common | 1 << 46 | 1 << 52), Err(Invalid::AbsoluteLeading));
    }

    /// A tile as a copy with a tensor map leaves it in shared memory: dense rows of `span` bytes, swizzled.
    fn tile(swizzle: Swizzle, rows: u32, span: u32) -> Vec<u8> {
        let mut bytes = vec![0; (rows * span) as usize];
        for at in 0..rows * span {
            bytes[swizzle.apply(at) as usize] = (at / span * 7 + at % span) as u8;
        }
        bytes
    }

    #[test]
    fn rows_of_a_copied_tile_are_found_k_major() {
        for (swizzle, span) in
            [(Swizzle::B32, 32), (Swizzle::B64, 64), (Swizzle::B128, 128), (Swizzle::B128Atom32, 128)]
        {
            let tile = tile(swizzle, 32, span);
            for (step, pattern) in (0..span / 32).flat_map(|step| [0, 128, 640].map(|at| (step, at))) {
                // The tile follows other bytes, and its pattern begins with it.
                let bytes = [&vec![0; pattern as usize], &tile[..]].concat();
                let shared = Shared { bytes: &bytes, first: 0 };
                let (start, stride) = (pattern + step * 32, 8 * span);
                let layout = Layout { start, leading: 16, stride, swizzle, pattern };
                let mut lines = [[0; 8]; 8];
                layout.rows(shared, 16, Order::Natural, &mut lines).expect("inside");
                for (row, k) in (0..8).flat_map(|row| (0..32).map(move |k| (row, k))) {
                    let found = lines[k as usize / 4][row as usize].to_le_bytes()[k as usize % 4];
                    assert_eq!(found, ((16 + row) * 7 + step * 32 + k) as u8, "{swizzle:?} {row} {k}");
                }
            }
        }
    }

    #[test]
    fn columns_of_a_copied_tile_are_found_mn_major() {
        for (swizzle, span) in [(Swizzle::B32, 32), (Swizzle::B64, 64), (Swizzle::B128, 128)] {
            // Rows of the tile are k; two blocks of `span` bytes are contiguous.
            let bytes = tile(swizzle, 64, span);
            let shared = Shared { bytes: &bytes, first: 0 };
            let layout = Layout { start: 0, leading: 32 * span, stride: 8 * span, swizzle, pattern: 0 };
            for size in [1, 2, 4] {
                let mut lines = [[0; 8]; 8];
                let first = span / size;
                layout.columns(shared, first, size, &mut lines).expect("inside");
                for (row, k, byte) in (0..8).flat_map(|row| {
                    (0..32 / size).flat_map(move |k| (0..size).map(move |byte| (row, k, byte)))
                }) {
                    let at = (k * size + byte) as usize;
                    let found = lines[at / 4][row as usize].to_le_bytes()[at % 4];
                    assert_eq!(
                        found,
                        ((32 + k) * 7 + row * size + byte) as u8,
                        "{swizzle:?} {size} {row} {k}"
                    );
                }
            }
        }
    }

    #[test]
    fn without_a_swizzle_core_matrices_lie_where_the_offsets_say() {
        let layout = Layout { start: 1024, leading: 2048, stride: 128, swizzle: Swizzle::None, pattern: 0 };
        assert_eq!(layout.chunk(0, 0), 1024);
        assert_eq!(layout.chunk(9, 1), 1024 + 16 + 128 + 2048);
        assert_eq!(layout.element(9, 10, 2), 1024 + 2 + 128 + 2 * 16 + 2048);
    }

    #[test]
    fn padded_elements_get_bytes() {
        let mut chunk = [0xff; 16];
        chunk[..12].copy_from_slice(&[0; 12]);
        chunk[0] = 0b01_000011;
        assert_eq!(expand(chunk, 6)[..3], [3, 1, 0]);
        chunk[7] = 0xa5;
        assert_eq!(expand(chunk, 4)[14..], [5, 10]);
    }

    #[test]
    fn what_lies_outside_is_named() {
        let shared = Shared { bytes: &[0; 64], first: 1024 };
        assert_eq!(shared.read::<16>(1072), Ok([0; 16]));
        assert_eq!(shared.read::<16>(1080), Err(Outside { address: 1080 }));
        assert_eq!(shared.read::<1>(1000), Err(Outside { address: 1000 }));
    }
}
