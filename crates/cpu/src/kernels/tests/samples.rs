//! Elements to test kernels with: edges of every type and dense pseudo-random ones.

use numerics::{Format, Scalar, int, pack};

use crate::kernels::lane_size;

/// A column of elements, as lanes in memory.
pub(super) struct Column {
    scalar: Scalar,
    bits: Vec<u64>,
    lanes: Vec<u64>,
}

impl Column {
    pub(super) fn new(scalar: Scalar, bits: Vec<u64>) -> Column {
        let size = lane_size(scalar);
        let bytes: Vec<u8> = (bits.iter())
            .flat_map(|&bits| pack::to_storage(scalar, bits).to_le_bytes().into_iter().take(size))
            .collect();
        let lanes = bytes
            .chunks(8)
            .map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
            .collect();
        Column { scalar, bits, lanes }
    }

    /// Every element of a type of at most 16 bits.
    pub(super) fn exhaustive(scalar: Scalar) -> Column {
        Column::new(scalar, (0..1 << scalar.bits()).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.bits.len()
    }

    /// The memory of a lane and those after it.
    pub(super) fn at(&self, lane: usize, size: usize) -> *const u8 {
        assert_eq!(size, lane_size(self.scalar));
        assert!(lane <= self.len());
        self.lanes.as_ptr().cast::<u8>().wrapping_add(lane * size)
    }
}

/// The elements of a lane of every column.
pub(super) fn elements(columns: &[Column], lane: usize) -> [u64; 3] {
    let mut elements = [0; 3];
    for (element, column) in elements.iter_mut().zip(columns) {
        *element = column.bits[lane];
    }
    elements
}

/// A generator of pseudo-random numbers: a counter, mixed.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// Zeros, ones, limits, and their neighbours.
fn edges(scalar: Scalar) -> Vec<u64> {
    let mask = int::mask(scalar);
    let mut edges = vec![0, 1, 2, 3, mask, mask - 1, mask / 2, mask / 2 + 1, mask / 2 + 2, mask / 3];
    if let Some(format) = Format::of(scalar) {
        let one = (format.bias as u64) << format.mantissa_bits;
        let specials = [format.nan(), format.infinity(), Some(format.max_finite()), Some(one)];
        let quiet = format.nan().map(|nan| nan | 1);
        for code in specials.into_iter().chain([quiet]).flatten() {
            edges.extend([code, code + 1, code.saturating_sub(1)]);
        }
        edges.push(format.mantissa_mask());
        edges.push(format.mantissa_mask() + 1);
        for code in edges.clone() {
            edges.push(code ^ format.sign_mask());
        }
    }
    edges.iter().map(|bits| bits & mask).collect()
}

/// A number of any magnitude, or one near the magnitudes that other columns take; some end in zeros, or next to zeros,
/// so that conversions meet ties and their neighbours.
pub(super) fn random(scalar: Scalar, random: &mut Random) -> u64 {
    let word = random.next();
    let mut bits = random.next() & int::mask(scalar);
    if word >> 16 & 3 == 0 {
        bits &= u64::MAX << ((word >> 24) % 64);
        bits = bits.wrapping_add(word >> 32 & 1).wrapping_sub(word >> 33 & 1) & int::mask(scalar);
    }
    match Format::of(scalar) {
        // Exponents from -8 to 7 about that of one.
        Some(format) if !word.is_multiple_of(4) && format.exponent_bits >= 5 => {
            let near = (format.bias as u64 - 8 + (word >> 8) % 16) << format.mantissa_bits;
            bits & (format.sign_mask() | format.mantissa_mask()) | near
        }
        Some(_) => bits,
        // All lengths alike.
        None => {
            bits >> ((word >> 8) % u64::from(scalar.bits()))
                ^ if word & 1 == 0 { 0 } else { int::mask(scalar) }
        }
    }
}

/// Columns in which every edge meets every edge (of two operands; three meet at random), followed by random elements.
pub(super) fn columns(operands: &[Scalar]) -> Vec<Column> {
    let mut source = Random(operands.len() as u64);
    let all: Vec<Vec<u64>> = operands.iter().map(|&scalar| edges(scalar)).collect();
    let mut columns = vec![Vec::new(); operands.len()];
    let pairs = all[0].len() * all.get(1).map_or(1, Vec::len);
    for pair in 0..pairs {
        columns[0].push(all[0][pair % all[0].len()]);
        if let Some(edges) = all.get(1) {
            columns[1].push(edges[pair / all[0].len()]);
        }
        if let Some(edges) = all.get(2) {
            columns[2].push(edges[source.next() as usize % edges.len()]);
        }
    }
    for _ in 0..RANDOM {
        for (column, &scalar) in columns.iter_mut().zip(operands) {
            column.push(random(scalar, &mut source));
        }
    }
    columns.into_iter().zip(operands).map(|(bits, &scalar)| Column::new(scalar, bits)).collect()
}

/// Random rows of a test.
const RANDOM: usize = 20_000;
