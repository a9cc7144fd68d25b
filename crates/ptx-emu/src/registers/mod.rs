//! Registers of a warp: rows of one value for each lane.

mod row;

pub(crate) use row::{D, FRAME, Operands, P, Row, W};

/// A value of up to 32 bits for each lane.
pub(crate) type Row32 = [u32; 32];
/// A value of 64 bits for each lane.
pub(crate) type Row64 = [u64; 32];

/// Where the frame of a function begins: rows of the three kinds, and bytes of local memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) rows32: u32,
    pub(crate) rows64: u32,
    pub(crate) predicates: u32,
    pub(crate) local: u32,
}

/// The registers of a warp. Constants come first, then the frames of the functions that its lanes are in; lanes that are
/// in different functions share rows, since each uses only its own lane of them.
#[derive(Debug, Default)]
pub(crate) struct Registers {
    rows32: Vec<Row32>,
    rows64: Vec<Row64>,
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

impl Registers {
    /// Room for constants and a first frame.
    pub(crate) fn new(rows32: usize, rows64: usize) -> Registers {
        Registers {
            rows32: vec![[0; 32]; rows32],
            rows64: vec![[0; 32]; rows64],
            // Row 0 is false in every lane.
            predicates: vec![0],
            frame: Frame { rows32: rows32 as u32, rows64: rows64 as u32, predicates: 1, local: 0 },
        }
    }

    /// Makes room for the rows of a frame, from its beginning on.
    pub(crate) fn reserve(&mut self, frame: Frame, rows: [u32; 3]) {
        let end = |base: u32, count: u32, now: usize| now.max((base + count) as usize);
        self.rows32.resize(end(frame.rows32, rows[0], self.rows32.len()), [0; 32]);
        self.rows64.resize(end(frame.rows64, rows[1], self.rows64.len()), [0; 32]);
        self.predicates.resize(end(frame.predicates, rows[2], self.predicates.len()), 0);
    }

    /// Only the constants and a first frame, whose registers are zeros.
    pub(crate) fn begin(&mut self, rows32: usize, rows64: usize, rows: [u32; 3]) {
        self.rows32.truncate(rows32);
        self.rows64.truncate(rows64);
        self.predicates.truncate(1);
        self.frame = Frame { rows32: rows32 as u32, rows64: rows64 as u32, predicates: 1, local: 0 };
        self.reserve(self.frame, rows);
    }

    /// The constant rows, to fill them.
    pub(crate) fn constants(&mut self) -> (&mut [Row32], &mut [Row64]) {
        (&mut self.rows32, &mut self.rows64)
    }

    /// A row of up to 32 bits.
    #[inline]
    pub(crate) fn w(&self, row: W) -> &Row32 {
        &self.rows32[resolve(row.0, self.frame.rows32)]
    }

    /// Two rows of up to 32 bits, to be changed; `None` if they are one.
    pub(crate) fn pair(&mut self, first: W, second: W) -> Option<[&mut Row32; 2]> {
        let rows = [first, second].map(|row| resolve(row.0, self.frame.rows32));
        self.rows32.get_disjoint_mut(rows).ok()
    }

    /// A row of 64 bits.
    #[inline]
    pub(crate) fn d(&self, row: D) -> &Row64 {
        &self.rows64[resolve(row.0, self.frame.rows64)]
    }

    /// The lanes whose predicate holds.
    #[inline]
    pub(crate) fn p(&self, row: P) -> u32 {
        let mask = self.predicates[resolve(row.row, self.frame.predicates)];
        if row.negated { !mask } else { mask }
    }

    /// Writes a row, in the lanes of a mask.
    #[inline]
    pub(crate) fn set_w(&mut self, row: W, mask: u32, value: &Row32) {
        let to = &mut self.rows32[resolve(row.0, self.frame.rows32)];
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
    pub(crate) fn set_d(&mut self, row: D, mask: u32, value: &Row64) {
        let to = &mut self.rows64[resolve(row.0, self.frame.rows64)];
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
