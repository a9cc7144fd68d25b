//! Registers of a warp: rows of one value for each lane.

use crate::program::{D, FRAME, Function, Operands, P, W};

/// A value of up to 32 bits for each lane.
pub(crate) type Words = [u32; 32];
/// A value of 64 bits for each lane.
pub(crate) type Doubles = [u64; 32];

/// Where the frame of a function begins: rows of the three kinds, and bytes of local memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) words: u32,
    pub(crate) doubles: u32,
    pub(crate) predicates: u32,
    pub(crate) local: u32,
}

/// The registers of a warp. Constants come first, then the frames of the functions that its lanes are in; lanes that are
/// in different functions share rows, since each uses only its own lane of them.
#[derive(Debug, Default)]
pub(crate) struct Registers {
    words: Vec<Words>,
    doubles: Vec<Doubles>,
    predicates: Vec<u32>,
    /// The frame of the lanes that execute.
    pub(crate) frame: Frame,
}

/// The bit of each lane: looking it up vectorises better than a shift.
const BITS: [u32; 32] = {
    let mut bits = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

#[inline]
fn resolve(row: u32, base: u32) -> usize {
    let local = 0u32.wrapping_sub(row >> 31);
    ((row & !FRAME) + (base & local)) as usize
}

impl Frame {
    /// Bytes that a warp's frames take up to the end of a function's, if it begins here.
    pub(crate) fn bytes_with(&self, function: &Function) -> u64 {
        let [words, doubles, predicates] = function.rows.map(u64::from);
        128 * (u64::from(self.words) + words)
            + 256 * (u64::from(self.doubles) + doubles)
            + 4 * (u64::from(self.predicates) + predicates)
            + 32 * (u64::from(self.local) + u64::from(function.local))
    }
}

impl Registers {
    /// Room for constants and a first frame.
    pub(crate) fn new(words: usize, doubles: usize) -> Registers {
        Registers {
            words: vec![[0; 32]; words],
            doubles: vec![[0; 32]; doubles],
            // Row 0 is false in every lane.
            predicates: vec![0],
            frame: Frame { words: words as u32, doubles: doubles as u32, predicates: 1, local: 0 },
        }
    }

    /// Makes room behind a frame's beginning.
    pub(crate) fn reserve(&mut self, frame: Frame, rows: [u32; 3]) {
        let end = |base: u32, count: u32, now: usize| now.max((base + count) as usize);
        self.words.resize(end(frame.words, rows[0], self.words.len()), [0; 32]);
        self.doubles.resize(end(frame.doubles, rows[1], self.doubles.len()), [0; 32]);
        self.predicates.resize(end(frame.predicates, rows[2], self.predicates.len()), 0);
    }

    /// Only the constants and a first frame, whose registers are zeros.
    pub(crate) fn begin(&mut self, words: usize, doubles: usize, rows: [u32; 3]) {
        self.words.truncate(words);
        self.doubles.truncate(doubles);
        self.predicates.truncate(1);
        self.frame = Frame { words: words as u32, doubles: doubles as u32, predicates: 1, local: 0 };
        self.reserve(self.frame, rows);
    }

    /// The constant rows, to fill them.
    pub(crate) fn constants(&mut self) -> (&mut [Words], &mut [Doubles]) {
        (&mut self.words, &mut self.doubles)
    }

    /// A row of up to 32 bits.
    #[inline]
    pub(crate) fn w(&self, row: W) -> &Words {
        &self.words[resolve(row.0, self.frame.words)]
    }

    /// Two rows of up to 32 bits, to be changed; `None` if they are one.
    pub(crate) fn pair(&mut self, first: W, second: W) -> Option<[&mut Words; 2]> {
        let rows = [first, second].map(|row| resolve(row.0, self.frame.words));
        self.words.get_disjoint_mut(rows).ok()
    }

    /// A row of 64 bits.
    #[inline]
    pub(crate) fn d(&self, row: D) -> &Doubles {
        &self.doubles[resolve(row.0, self.frame.doubles)]
    }

    /// The lanes whose predicate holds.
    #[inline]
    pub(crate) fn p(&self, row: P) -> u32 {
        let mask = self.predicates[resolve(row.row, self.frame.predicates)];
        if row.negated { !mask } else { mask }
    }

    /// Writes a row, in the lanes of a mask.
    #[inline]
    pub(crate) fn set_w(&mut self, row: W, mask: u32, value: &Words) {
        let to = &mut self.words[resolve(row.0, self.frame.words)];
        if mask == u32::MAX {
            *to = *value;
        } else {
            for lane in 0..32 {
                let chosen = if mask & BITS[lane] == 0 { 0 } else { u32::MAX };
                to[lane] = value[lane] & chosen | to[lane] & !chosen;
            }
        }
    }

    /// Writes a row, in the lanes of a mask.
    #[inline]
    pub(crate) fn set_d(&mut self, row: D, mask: u32, value: &Doubles) {
        let to = &mut self.doubles[resolve(row.0, self.frame.doubles)];
        if mask == u32::MAX {
            *to = *value;
        } else {
            for lane in 0..32 {
                let chosen = if mask & BITS[lane] == 0 { 0 } else { u64::MAX };
                to[lane] = value[lane] & chosen | to[lane] & !chosen;
            }
        }
    }

    /// Writes predicates, in the lanes of a mask.
    #[inline]
    pub(crate) fn set_p(&mut self, row: P, mask: u32, value: u32) {
        let value = if row.negated { !value } else { value };
        let to = &mut self.predicates[resolve(row.row, self.frame.predicates)];
        *to = value & mask | *to & !mask;
    }
}

impl Operands {
    /// A row of up to 32 bits, by its position.
    pub(crate) fn w(&self, index: usize) -> W {
        W(self.rows[index])
    }

    /// A row of 64 bits, by its position.
    pub(crate) fn d(&self, index: usize) -> D {
        D(self.rows[index])
    }

    /// A predicate, by its position.
    pub(crate) fn p(&self, index: usize) -> P {
        P { row: self.rows[index], negated: self.negated >> index & 1 == 1 }
    }
}
