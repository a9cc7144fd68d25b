//! Swizzles of 16-byte chunks of shared memory: bits of the absolute address are exclusive-or'ed with bits of its line of 128
//! bytes. Copies with tensor maps, wgmma and tcgen05 share them.

/// A swizzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Swizzle {
    /// Chunks stay.
    None,
    /// Within 32 bytes.
    B32,
    /// Within 64 bytes.
    B64,
    /// Within 128 bytes.
    B128,
    /// Within 96 bytes (sm_103).
    B96,
    /// Pairs of chunks within 128 bytes.
    B128Atom32,
    /// Pairs of chunks within 128 bytes, halves of each chunk swapped on odd lines.
    B128Atom32Flip8,
    /// Halves of 128 bytes.
    B128Atom64,
}

impl Swizzle {
    /// Every swizzle.
    pub const ALL: [Swizzle; 8] = [
        Swizzle::None,
        Swizzle::B32,
        Swizzle::B64,
        Swizzle::B128,
        Swizzle::B96,
        Swizzle::B128Atom32,
        Swizzle::B128Atom32Flip8,
        Swizzle::B128Atom64,
    ];

    /// The swizzled address of a byte, from its shared address without a swizzle.
    #[inline]
    pub fn apply(self, address: u32) -> u32 {
        let line = address >> 7;
        address
            ^ match self {
                Swizzle::None => 0,
                Swizzle::B32 | Swizzle::B96 => (line & 1) << 4,
                Swizzle::B64 => (line & 3) << 4,
                Swizzle::B128 => (line & 7) << 4,
                Swizzle::B128Atom32 => (line & 3) << 5,
                Swizzle::B128Atom32Flip8 => (line & 3) << 5 | (line & 1) << 3,
                Swizzle::B128Atom64 => (line & 1) << 6,
            }
    }

    /// [`Swizzle::apply`] of several addresses.
    #[inline(always)]
    pub fn apply_all<const N: usize>(self, addresses: [u32; N]) -> [u32; N] {
        match self {
            Swizzle::None => addresses,
            Swizzle::B32 => addresses.map(|address| Swizzle::B32.apply(address)),
            Swizzle::B64 => addresses.map(|address| Swizzle::B64.apply(address)),
            Swizzle::B128 => addresses.map(|address| Swizzle::B128.apply(address)),
            other @ (Swizzle::B96 | Swizzle::B128Atom32 | Swizzle::B128Atom32Flip8 | Swizzle::B128Atom64) => {
                addresses.map(|address| other.apply(address))
            }
        }
    }

    /// Bytes that stay together.
    pub fn unit(self) -> u32 {
        match self {
            Swizzle::None => 128,
            Swizzle::B32 | Swizzle::B64 | Swizzle::B128 | Swizzle::B96 => 16,
            Swizzle::B128Atom32 => 32,
            Swizzle::B128Atom32Flip8 => 8,
            Swizzle::B128Atom64 => 64,
        }
    }

    /// The most bytes that the innermost dimension of a box may have.
    pub fn span(self) -> Option<u32> {
        match self {
            Swizzle::None => None,
            Swizzle::B32 => Some(32),
            Swizzle::B64 => Some(64),
            Swizzle::B96 => Some(96),
            Swizzle::B128 | Swizzle::B128Atom32 | Swizzle::B128Atom32Flip8 | Swizzle::B128Atom64 => Some(128),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chunks of 8 lines: at which chunk each of a line's 8 chunks is stored, from the tables of the ISA.
    const TABLES: [(Swizzle, [[u32; 8]; 8]); 7] = [
        (Swizzle::None, [[0, 1, 2, 3, 4, 5, 6, 7]; 8]),
        (Swizzle::B32, alternate([0, 1, 2, 3, 4, 5, 6, 7], [1, 0, 3, 2, 5, 4, 7, 6])),
        (Swizzle::B96, alternate([0, 1, 2, 3, 4, 5, 6, 7], [1, 0, 3, 2, 5, 4, 7, 6])),
        (
            Swizzle::B64,
            [
                [0, 1, 2, 3, 4, 5, 6, 7],
                [1, 0, 3, 2, 5, 4, 7, 6],
                [2, 3, 0, 1, 6, 7, 4, 5],
                [3, 2, 1, 0, 7, 6, 5, 4],
                [0, 1, 2, 3, 4, 5, 6, 7],
                [1, 0, 3, 2, 5, 4, 7, 6],
                [2, 3, 0, 1, 6, 7, 4, 5],
                [3, 2, 1, 0, 7, 6, 5, 4],
            ],
        ),
        (
            Swizzle::B128,
            [
                [0, 1, 2, 3, 4, 5, 6, 7],
                [1, 0, 3, 2, 5, 4, 7, 6],
                [2, 3, 0, 1, 6, 7, 4, 5],
                [3, 2, 1, 0, 7, 6, 5, 4],
                [4, 5, 6, 7, 0, 1, 2, 3],
                [5, 4, 7, 6, 1, 0, 3, 2],
                [6, 7, 4, 5, 2, 3, 0, 1],
                [7, 6, 5, 4, 3, 2, 1, 0],
            ],
        ),
        (
            Swizzle::B128Atom32,
            [
                [0, 1, 2, 3, 4, 5, 6, 7],
                [2, 3, 0, 1, 6, 7, 4, 5],
                [4, 5, 6, 7, 0, 1, 2, 3],
                [6, 7, 4, 5, 2, 3, 0, 1],
                [0, 1, 2, 3, 4, 5, 6, 7],
                [2, 3, 0, 1, 6, 7, 4, 5],
                [4, 5, 6, 7, 0, 1, 2, 3],
                [6, 7, 4, 5, 2, 3, 0, 1],
            ],
        ),
        (Swizzle::B128Atom64, alternate([0, 1, 2, 3, 4, 5, 6, 7], [4, 5, 6, 7, 0, 1, 2, 3])),
    ];

    const fn alternate(even: [u32; 8], odd: [u32; 8]) -> [[u32; 8]; 8] {
        [even, odd, even, odd, even, odd, even, odd]
    }

    #[test]
    fn chunks_go_where_the_tables_say() {
        for (swizzle, table) in TABLES {
            for (line, chunks) in (0u32..).zip(table) {
                for (chunk, wanted) in (0u32..).zip(chunks) {
                    let address = 4096 + line * 128 + chunk * 16 + 5;
                    let moved = 4096 + line * 128 + wanted * 16 + 5;
                    assert_eq!(swizzle.apply(address), moved, "{swizzle:?}, line {line}, chunk {chunk}");
                }
            }
        }
    }

    #[test]
    fn each_is_its_own_inverse_and_moves_whole_units() {
        for swizzle in Swizzle::ALL {
            for address in 0..4096 {
                assert_eq!(swizzle.apply(swizzle.apply(address)), address);
                let start = address / swizzle.unit() * swizzle.unit();
                assert_eq!(swizzle.apply(start) + (address - start), swizzle.apply(address), "{swizzle:?}");
            }
        }
        assert_eq!(Swizzle::B128Atom32Flip8.apply(128), 128 + 32 + 8);
    }
}
