//! `tcgen05.cp`: rows of shared memory to lanes of tensor memory.
//!
//! Row i of the source goes to these lanes, from the address's lane on:
//!
//! | shape | lanes |
//! |---|---|
//! | 128 rows | i |
//! | 64 rows, `warpx2::02_13` | i, i + 64 |
//! | 64 rows, `warpx2::01_23` | i % 32 + 64 * (i / 32), and 32 more |
//! | 32 rows, `warpx4` | i, i + 32, i + 64, i + 96 |
//! | 4 rows | 32 * i |

use super::operand::Major;
use super::shared_operand::{Layout, Outside, expand};
use super::tcgen05::{Member, Problem};
use super::tensor_memory::{LANES, Misuse, Part, split};

/// Which rows go to which lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spread {
    /// 128 rows, one lane each.
    Rows128,
    /// 64 rows, two lanes each, 64 apart.
    Warps02And13,
    /// 64 rows, two lanes each, 32 apart.
    Warps01And23,
    /// 32 rows, four lanes each.
    AllWarps,
    /// Four rows, 32 lanes apart.
    Rows4,
}

/// A copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Copy {
    /// Where rows go.
    pub spread: Spread,
    /// 16-byte chunks of a row: 1 or 2.
    pub chunks: u32,
    /// Elements of the given width become bytes.
    pub expanded: Option<u32>,
}

impl Copy {
    /// The copy of a shape, a multicast and a source format, as their words are written.
    pub fn named(shape: &str, multicast: Option<&str>, source: Option<&str>) -> Option<Copy> {
        let (spread, chunks) = match (shape, multicast) {
            ("128x256b", None) => (Spread::Rows128, 2),
            ("128x128b", None) => (Spread::Rows128, 1),
            ("4x256b", None) => (Spread::Rows4, 2),
            ("64x128b", Some("warpx2::02_13")) => (Spread::Warps02And13, 1),
            ("64x128b", Some("warpx2::01_23")) => (Spread::Warps01And23, 1),
            ("32x128b", Some("warpx4")) => (Spread::AllWarps, 1),
            _ => return None,
        };
        let expanded = match source {
            None => None,
            Some("b6x16_p32") => Some(6),
            Some("b4x16_p64") => Some(4),
            Some(_) => return None,
        };
        Some(Copy { spread, chunks, expanded })
    }

    fn rows(self) -> u32 {
        match self.spread {
            Spread::Rows128 => 128,
            Spread::Warps02And13 | Spread::Warps01And23 => 64,
            Spread::AllWarps => 32,
            Spread::Rows4 => 4,
        }
    }

    /// The lanes of a row.
    fn lanes(self, row: u32) -> impl Iterator<Item = u32> {
        let (first, step, count) = match self.spread {
            Spread::Rows128 => (row, 0, 1),
            Spread::Warps02And13 => (row, 64, 2),
            Spread::Warps01And23 => (row % 32 + 64 * (row / 32), 32, 2),
            Spread::AllWarps => (row, 32, 4),
            Spread::Rows4 => (32 * row, 0, 1),
        };
        (0..count).map(move |index| first + step * index)
    }

    /// The bytes of shared memory that it reads.
    pub fn spans(self, source: Layout) -> Vec<(u32, u32)> {
        match (self.chunks, self.expanded) {
            (chunks, Some(bits)) => source.padded_spans(0..self.rows(), chunks, bits),
            (1, None) => (0..self.rows()).map(|row| (source.chunk(row, 0), 16)).collect(),
            (_, None) => source.spans(0..self.rows(), Major::K, 1),
        }
    }

    /// The parts of tensor memory that it writes.
    pub fn parts(self, address: u32) -> Vec<Part> {
        let (base, column) = split(address);
        let columns = column..column + 4 * self.chunks;
        let mut lanes: Vec<u32> = (0..self.rows()).flat_map(|row| self.lanes(row)).collect();
        lanes.sort_unstable();
        let part = |lanes: &[u32]| Part {
            lanes: base + lanes[0]..base + lanes[lanes.len() - 1] + 1,
            columns: columns.clone(),
        };
        lanes.chunk_by(|a, b| a + 1 == *b).map(part).collect()
    }

    /// Copies in one block.
    pub fn execute(self, member: &mut Member<'_>, address: u32, source: Layout) -> Result<(), Problem> {
        let tensor = |misuse| Problem::Tensor { operand: "the destination", misuse };
        let (base, column) = split(address);
        // The destination is checked as a whole before anything is written.
        member.tensor.check(address, 4 * self.chunks).map_err(tensor)?;
        let last = (0..self.rows()).flat_map(|row| self.lanes(row)).max().unwrap_or(0);
        if base + last >= LANES {
            return Err(tensor(Misuse::Lane { lane: base, wanted: 0, or: None }));
        }
        for row in 0..self.rows() {
            for chunk in 0..self.chunks {
                let shared = |outside: Outside| Problem::Shared { operand: "the source", member: 0, outside };
                let mut bytes = member.shared.read(source.chunk(row, chunk)).map_err(shared)?;
                if let Some(bits) = self.expanded {
                    bytes = expand(bytes, bits);
                }
                for (word, bytes) in (4 * chunk..).zip(bytes.as_chunks().0) {
                    for lane in self.lanes(row) {
                        member.tensor.set_word(base + lane, column + word, u32::from_le_bytes(*bytes));
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::shared_operand::Shared;
    use super::super::tensor_memory::TensorMemory;
    use super::*;
    use crate::copy::swizzle::Swizzle;

    fn copied(copy: Copy, address: u32) -> Result<TensorMemory, Problem> {
        // Contiguous rows of 16 bytes, the second chunks 2048 bytes on; byte b of row i is i + 5 * b.
        let mut bytes = vec![0; 4096];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = (at % 2048 / 16 + 5 * (at % 16 + at / 2048 * 16)) as u8;
        }
        let source = Layout { start: 0, leading: 2048, stride: 128, swizzle: Swizzle::None, pattern: 0 };
        let mut tensor = TensorMemory::default();
        tensor.allocate(64).expect("a power of two");
        let mut member = Member { shared: Shared { bytes: &bytes, first: 0 }, tensor: &mut tensor };
        copy.execute(&mut member, address, source).map(|()| tensor)
    }

    fn word(row: u32, column: u32) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|byte| (row + 5 * (4 * column + byte as u32)) as u8))
    }

    #[test]
    fn rows_go_to_their_lanes() {
        /// The row that a lane holds.
        type RowOf<'a> = &'a dyn Fn(u32) -> Option<u32>;
        let cases: [(Copy, RowOf<'_>); 6] = [
            (Copy::named("128x256b", None, None).expect("a shape"), &|lane| Some(lane)),
            (Copy::named("128x128b", None, None).expect("a shape"), &|lane| Some(lane)),
            (Copy::named("64x128b", Some("warpx2::02_13"), None).expect("a shape"), &|lane| Some(lane % 64)),
            (Copy::named("64x128b", Some("warpx2::01_23"), None).expect("a shape"), &|lane| {
                Some(lane % 32 + lane / 64 * 32)
            }),
            (Copy::named("32x128b", Some("warpx4"), None).expect("a shape"), &|lane| Some(lane % 32)),
            (Copy::named("4x256b", None, None).expect("a shape"), &|lane| {
                (lane % 32 == 0).then_some(lane / 32)
            }),
        ];
        for (copy, row_of) in cases {
            let tensor = copied(copy, 8).expect("inside");
            for lane in 0..128 {
                for column in 0..8 {
                    let row = row_of(lane).filter(|_| column < 4 * copy.chunks);
                    let wanted = row.map_or(0, |row| word(row, column));
                    assert_eq!(tensor.word(lane, 8 + column), wanted, "{copy:?} {lane} {column}");
                }
            }
        }
    }

    #[test]
    fn narrow_elements_become_bytes() {
        let copy = Copy::named("128x128b", None, Some("b4x16_p64")).expect("a shape");
        let tensor = copied(copy, 0).expect("inside");
        // Bytes 0 and 1 of row 3 are 3 and 8.
        assert_eq!(tensor.word(3, 0), 0x0008_0003);
        let copy = Copy::named("128x128b", None, Some("b6x16_p32")).expect("a shape");
        assert_eq!(copied(copy, 0).expect("inside").word(3, 0), 0x0310_2003);
    }

    #[test]
    fn destinations_are_checked() {
        let copy = Copy::named("128x256b", None, None).expect("a shape");
        assert!(copied(copy, 60).is_err(), "columns 64 and up are not allocated");
        assert!(copied(copy, 16 << 16).is_err(), "lane 143 does not exist");
        let refresh = Copy::named("4x256b", None, None).expect("a shape");
        assert!(copied(refresh, 31 << 16).is_ok());
        assert_eq!(Copy::named("64x128b", None, None), None);
    }
}
