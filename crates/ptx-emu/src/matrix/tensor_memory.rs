//! Tensor memory: 128 lanes by 512 columns of 32 bits for each block, reached by `tcgen05` alone.
//!
//! An address is `lane << 16 | column`. Columns are taken in units of 32, first fit; a block holds its own columns until it
//! gives them back. Memory is kept column by column, so that 32 lanes of a column are a register.

use std::fmt;
use std::ops::Range;

use super::Row;

/// Lanes.
pub const LANES: u32 = 128;
/// Columns.
pub const COLUMNS: u32 = 512;
/// Columns are taken in multiples of this.
const UNIT: u32 = 32;
/// Units in the memory of a block's processor.
const UNITS: usize = (COLUMNS / UNIT) as usize;

/// A rectangle of tensor memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its lanes.
    pub lanes: Range<u32>,
    /// Its columns.
    pub columns: Range<u32>,
}

/// The tensor memory of a block.
#[derive(Clone, Debug, Default)]
pub struct TensorMemory {
    /// Column by column; empty until the first allocation.
    words: Vec<u32>,
    /// For each unit of columns, the first unit of the allocation that holds it.
    owners: [Option<u8>; UNITS],
    /// Columns of the latest allocation.
    latest: Option<u32>,
    /// No more may be taken.
    relinquished: bool,
}

/// The misuse of tensor memory by an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// Not a power of two from 32 to 512.
    Columns(u32),
    /// More than the allocation before it.
    Growing {
        /// The requested columns.
        asked: u32,
        /// The columns of the previous allocation.
        before: u32,
    },
    /// The permit was given back.
    Relinquished,
    /// No allocation of the given number of columns begins there.
    NotAllocated {
        /// Where.
        address: u32,
        /// How many columns.
        columns: u32,
    },
    /// An access reaches columns that are not allocated.
    Outside {
        /// Where it begins.
        address: u32,
        /// The first column that is not allocated.
        column: u32,
    },
    /// A warp accesses lanes that are not its own, or an address is not at the start of them.
    Lane {
        /// The lane of the address.
        lane: u32,
        /// The lane it should be.
        wanted: u32,
        /// Another that would do.
        or: Option<u32>,
    },
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Misuse::Columns(count) => {
                write!(f, "{count} columns are asked for; a power of two from {UNIT} to {COLUMNS} can be")
            }
            Misuse::Growing { asked, before } => {
                write!(f, "{asked} columns are asked for after {before}: a block's allocations may not grow")
            }
            Misuse::Relinquished => {
                write!(
                    f,
                    "the block gave its permit back (tcgen05.relinquish_alloc_permit) and takes columns again"
                )
            }
            Misuse::NotAllocated { address, columns } => {
                write!(f, "no allocation of {columns} columns begins at {address:#x}")
            }
            Misuse::Outside { address, column } => {
                write!(f, "an access from {address:#x} on reaches column {column}, which is not allocated")
            }
            Misuse::Lane { lane, wanted, or: None } => {
                write!(f, "the address has lane {lane}, and must have {wanted}")
            }
            Misuse::Lane { lane, wanted, or: Some(other) } => {
                write!(f, "the address has lane {lane}, and must have {wanted} or {other}")
            }
        }
    }
}

/// Lane and column of an address.
pub fn split(address: u32) -> (u32, u32) {
    (address >> 16, address & 0xffff)
}

impl TensorMemory {
    /// Takes columns: their address, or `None` when the block must wait for some to be given back.
    pub fn allocate(&mut self, columns: u32) -> Result<Option<u32>, Misuse> {
        check_columns(columns)?;
        if self.relinquished {
            return Err(Misuse::Relinquished);
        }
        if let Some(before) = self.latest.filter(|&before| before < columns) {
            return Err(Misuse::Growing { asked: columns, before });
        }
        let units = (columns / UNIT) as usize;
        let free = |start: &usize| self.owners[*start..*start + units].iter().all(Option::is_none);
        let Some(start) = (0..=UNITS - units).find(free) else { return Ok(None) };
        self.owners[start..start + units].fill(Some(start as u8));
        self.latest = Some(columns);
        // At the first allocation: most kernels need none, and all of it is 256 KiB for each block.
        self.words.resize((LANES * COLUMNS) as usize, 0);
        Ok(Some(start as u32 * UNIT))
    }

    /// Gives columns back.
    pub fn release(&mut self, address: u32, columns: u32) -> Result<(), Misuse> {
        check_columns(columns)?;
        let (lane, column) = split(address);
        let (start, units) = ((column / UNIT) as usize, (columns / UNIT) as usize);
        let misuse = Misuse::NotAllocated { address, columns };
        if lane != 0 || !column.is_multiple_of(UNIT) || start + units > UNITS {
            return Err(misuse);
        }
        let owner = Some(start as u8);
        let held = self.owners.iter().filter(|&&other| other == owner).count();
        // An allocation is given back whole, from its beginning.
        if held != units || self.owners[start] != owner {
            return Err(misuse);
        }
        self.owners[start..start + units].fill(None);
        Ok(())
    }

    /// Takes no more.
    pub fn relinquish(&mut self) {
        self.relinquished = true;
    }

    /// Allocations that are not given back: address and columns.
    pub fn held(&self) -> impl Iterator<Item = (u32, u32)> {
        let starts = (0..UNITS).filter(|&unit| self.owners[unit] == Some(unit as u8));
        starts.map(|start| {
            let units = self.owners.iter().filter(|&&owner| owner == Some(start as u8)).count();
            (start as u32 * UNIT, units as u32 * UNIT)
        })
    }

    /// Are all these columns allocated?
    pub fn check(&self, address: u32, columns: u32) -> Result<(), Misuse> {
        let (lane, column) = split(address);
        if lane >= LANES {
            return Err(Misuse::Lane { lane, wanted: 0, or: Some(LANES - 1) });
        }
        let held = |&column: &u32| column < COLUMNS && self.owners[(column / UNIT) as usize].is_some();
        match (column..column + columns).find(|column| !held(column)) {
            Some(column) => Err(Misuse::Outside { address, column }),
            None => Ok(()),
        }
    }

    /// A word.
    ///
    /// # Panics
    ///
    /// If there is no such lane or column, or nothing was ever allocated: [`TensorMemory::check`] comes first.
    #[inline]
    pub fn word(&self, lane: u32, column: u32) -> u32 {
        self.words[(column * LANES + lane) as usize]
    }

    /// Sets a word.
    ///
    /// # Panics
    ///
    /// As [`TensorMemory::word`].
    #[inline]
    pub fn set_word(&mut self, lane: u32, column: u32, word: u32) {
        self.words[(column * LANES + lane) as usize] = word;
    }

    /// All lanes of a column.
    ///
    /// # Panics
    ///
    /// As [`TensorMemory::word`].
    #[inline]
    pub fn column(&self, column: u32) -> &[u32] {
        &self.words[(column * LANES) as usize..][..LANES as usize]
    }

    /// All lanes of a column, to be changed.
    ///
    /// # Panics
    ///
    /// As [`TensorMemory::word`].
    #[inline]
    pub fn column_mut(&mut self, column: u32) -> &mut [u32] {
        &mut self.words[(column * LANES) as usize..][..LANES as usize]
    }

    /// Columns, one after the other.
    #[inline]
    pub fn columns_mut(&mut self, first: u32, count: u32) -> &mut [u32] {
        &mut self.words[(first * LANES) as usize..][..(count * LANES) as usize]
    }

    /// Moves the rows of eight columns one lane towards lane 0, in each group of 32 lanes from the address on; the last row
    /// of each group stays.
    pub fn shift_down(&mut self, address: u32) -> Result<(), Misuse> {
        let (lane, column) = split(address);
        if !lane.is_multiple_of(32) {
            return Err(Misuse::Lane { lane, wanted: lane / 32 * 32, or: None });
        }
        self.check(address, 8)?;
        for column in column..column + 8 {
            for group in self.column_mut(column)[lane as usize..].chunks_exact_mut(32) {
                group.copy_within(1.., 0);
            }
        }
        Ok(())
    }
}

fn check_columns(columns: u32) -> Result<(), Misuse> {
    if columns.is_power_of_two() && (UNIT..=COLUMNS).contains(&columns) {
        Ok(())
    } else {
        Err(Misuse::Columns(columns))
    }
}

/// The shape of `tcgen05.ld` and `tcgen05.st`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the shape it is called after")]
pub enum Shape {
    S32x32b,
    S16x64b,
    S16x128b,
    S16x256b,
    /// With the distance in columns of the second half.
    S16x32bx2(u32),
}

/// A load or store of tensor memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Its shape.
    pub shape: Shape,
    /// Registers of a lane.
    pub registers: u32,
    /// Registers hold the low halves of two columns each.
    pub packed: bool,
}

impl Access {
    /// Lane and column of a register's word, relative to the address.
    pub fn place(&self, lane: u32, register: u32) -> (u32, u32) {
        let (g, q) = (lane >> 2, lane & 3);
        match self.shape {
            Shape::S32x32b => (lane, register),
            Shape::S16x64b => ((lane >> 2) + 8 * (lane & 1), 2 * register + (lane >> 1 & 1)),
            Shape::S16x128b => (g + 8 * (register & 1), 4 * (register >> 1) + q),
            Shape::S16x256b => (g + 8 * (register >> 1 & 1), 8 * (register >> 2) + 2 * q + (register & 1)),
            Shape::S16x32bx2(distance) => (lane % 16, register + if lane >= 16 { distance } else { 0 }),
        }
    }

    /// Columns from the address on that it reaches.
    fn columns(&self) -> u32 {
        let words = match self.shape {
            Shape::S32x32b => self.registers,
            Shape::S16x64b | Shape::S16x128b | Shape::S16x256b => 2 * self.registers,
            Shape::S16x32bx2(_) => self.registers,
        };
        let words = if self.packed { 2 * words } else { words };
        match self.shape {
            Shape::S16x32bx2(distance) => words + distance,
            Shape::S32x32b | Shape::S16x64b | Shape::S16x128b | Shape::S16x256b => words,
        }
    }

    /// May warp `warp` of the block do it at the address?
    pub fn check(&self, memory: &TensorMemory, warp: u32, address: u32) -> Result<(), Misuse> {
        let (lane, _) = split(address);
        let own = 32 * (warp % 4);
        let second = match self.shape {
            Shape::S32x32b => None,
            Shape::S16x64b | Shape::S16x128b | Shape::S16x256b | Shape::S16x32bx2(_) => Some(own + 16),
        };
        if lane != own && Some(lane) != second {
            return Err(Misuse::Lane { lane, wanted: own, or: second });
        }
        memory.check(address, self.columns())
    }

    /// The part that it reaches from an address on, without the columns between two halves.
    pub fn parts(&self, address: u32) -> impl Iterator<Item = Part> + use<> {
        let (lane, column) = split(address);
        let rows = if self.shape == Shape::S32x32b { 32 } else { 16 };
        let (count, second) = match self.shape {
            Shape::S16x32bx2(distance) => (self.columns() - distance, Some(distance)),
            Shape::S32x32b | Shape::S16x64b | Shape::S16x128b | Shape::S16x256b => (self.columns(), None),
        };
        let part = move |distance: u32| Part {
            lanes: lane..lane + rows,
            columns: column + distance..column + distance + count,
        };
        [Some(0), second].into_iter().flatten().map(part)
    }

    /// The columns of a register's word: one, or two when packed.
    fn halves(&self, lane: u32, register: u32) -> (u32, u32) {
        let (row, column) = self.place(lane, register);
        match (self.packed, self.shape) {
            (false, _) => (row, column),
            (true, Shape::S16x32bx2(distance)) if lane >= 16 => (row, 2 * (column - distance) + distance),
            (true, _) => (row, 2 * column),
        }
    }

    /// Loads registers; the access was checked.
    pub fn load(&self, memory: &TensorMemory, address: u32, registers: &mut [Row]) {
        let (base, start) = split(address);
        for (index, register) in (0..).zip(registers.iter_mut()) {
            // The usual shape: a register is 32 contiguous lanes of one column.
            if self.shape == Shape::S32x32b && !self.packed {
                let lanes = &memory.column(start + index)[base as usize..base as usize + 32];
                register.copy_from_slice(lanes);
                continue;
            }
            for (lane, word) in (0..).zip(register.iter_mut()) {
                let (row, column) = self.halves(lane, index);
                let low = memory.word(base + row, start + column);
                // `.pack::16b` joins the low halves of two neighbouring columns.
                *word = if self.packed {
                    low & 0xffff | memory.word(base + row, start + column + 1) << 16
                } else {
                    low
                };
            }
        }
    }

    /// Stores registers; the access was checked.
    pub fn store(&self, memory: &mut TensorMemory, address: u32, registers: &[&Row]) {
        let (base, start) = split(address);
        for (index, register) in (0..).zip(registers) {
            for (lane, &word) in (0..).zip(register.iter()) {
                let (row, column) = self.halves(lane, index);
                let (row, column) = (base + row, start + column);
                if self.packed {
                    memory.set_word(row, column, word & 0xffff);
                    memory.set_word(row, column + 1, word >> 16);
                } else {
                    memory.set_word(row, column, word);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_taken_and_given_back() {
        let mut memory = TensorMemory::default();
        assert_eq!(memory.allocate(48), Err(Misuse::Columns(48)));
        assert_eq!(memory.allocate(256), Ok(Some(0)));
        assert_eq!(memory.allocate(512), Err(Misuse::Growing { asked: 512, before: 256 }));
        assert_eq!(memory.allocate(128), Ok(Some(256)));
        assert_eq!(memory.allocate(128), Ok(Some(384)));
        assert_eq!(memory.allocate(32), Ok(None), "nothing is left");
        assert_eq!(memory.release(256, 64), Err(Misuse::NotAllocated { address: 256, columns: 64 }));
        assert_eq!(memory.release(256, 128), Ok(()));
        assert_eq!(memory.release(256, 128), Err(Misuse::NotAllocated { address: 256, columns: 128 }));
        assert_eq!(memory.allocate(32), Ok(Some(256)));
        assert_eq!(memory.held().collect::<Vec<_>>(), [(0, 256), (256, 32), (384, 128)]);
        assert_eq!(memory.check(256, 32), Ok(()));
        assert_eq!(memory.check(256, 33), Err(Misuse::Outside { address: 256, column: 288 }));
        assert_eq!(memory.check(500, 20), Err(Misuse::Outside { address: 500, column: 512 }));
        memory.relinquish();
        assert_eq!(memory.allocate(32), Err(Misuse::Relinquished));
    }

    fn filled() -> TensorMemory {
        let mut memory = TensorMemory::default();
        memory.allocate(512).expect("it is a power of two");
        for column in 0..COLUMNS {
            for lane in 0..LANES {
                memory.set_word(lane, column, lane << 16 | column);
            }
        }
        memory
    }

    /// Shapes with the words of a register group: a formula for (lane, column) written out from the ISA's figures.
    #[test]
    fn every_shape_reaches_each_word_once_and_stores_where_it_loads() {
        let memory = filled();
        for (shape, rows, columns_of) in [
            (Shape::S32x32b, 32, 1),
            (Shape::S16x64b, 16, 2),
            (Shape::S16x128b, 16, 2),
            (Shape::S16x256b, 16, 2),
            (Shape::S16x32bx2(64), 16, 2),
        ] {
            for (count, packed) in [(4, false), (16, false), (8, true)] {
                let access = Access { shape, registers: count, packed };
                let address = if rows == 16 { 48 << 16 | 8 } else { 32 << 16 | 8 };
                assert_eq!(access.check(&memory, 5, address), Ok(()));
                let mut registers = vec![[0; 32]; count as usize];
                access.load(&memory, address, &mut registers);
                let mut copy = TensorMemory::default();
                copy.allocate(512).expect("it is a power of two");
                access.store(&mut copy, address, &registers.iter().collect::<Vec<_>>());
                let mut reached = 0;
                for lane in 0..LANES {
                    for column in 0..COLUMNS {
                        let there = copy.word(lane, column);
                        let low = (lane << 16 | column) & if packed { 0xffff } else { u32::MAX };
                        assert!(there == 0 || there == low, "{shape:?} {lane} {column}: {there:#x}");
                        reached += u32::from(there != 0);
                    }
                }
                let halves = if packed { 2 } else { 1 };
                assert_eq!(reached, rows * columns_of * count * halves, "{shape:?} {count} {packed}");
            }
        }
    }

    #[test]
    fn lanes_hold_what_the_figures_show() {
        let place =
            |shape, lane, register| Access { shape, registers: 4, packed: false }.place(lane, register);
        assert_eq!(place(Shape::S32x32b, 7, 3), (7, 3));
        assert_eq!(
            [0, 1, 2, 3, 4].map(|lane| place(Shape::S16x64b, lane, 0)),
            [(0, 0), (8, 0), (0, 1), (8, 1), (1, 0)]
        );
        assert_eq!([0, 1, 4].map(|lane| place(Shape::S16x128b, lane, 1)), [(8, 0), (8, 1), (9, 0)]);
        assert_eq!([0, 1, 4].map(|lane| place(Shape::S16x256b, lane, 1)), [(0, 1), (0, 3), (1, 1)]);
        assert_eq!(place(Shape::S16x256b, 0, 6), (8, 8));
        assert_eq!([0, 15, 16].map(|lane| place(Shape::S16x32bx2(9), lane, 2)), [(0, 2), (15, 2), (0, 11)]);
    }

    #[test]
    fn packed_registers_hold_two_columns() {
        let memory = filled();
        let access = Access { shape: Shape::S32x32b, registers: 2, packed: true };
        let mut registers = [[0; 32]; 2];
        access.load(&memory, 8, &mut registers);
        assert_eq!(registers[1][3], 10 | 11 << 16);
    }

    #[test]
    fn warps_keep_to_their_lanes() {
        let memory = filled();
        let wide = Access { shape: Shape::S32x32b, registers: 1, packed: false };
        assert_eq!(wide.check(&memory, 6, 64 << 16), Ok(()));
        let wrong = wide.check(&memory, 6, 80 << 16);
        assert_eq!(wrong, Err(Misuse::Lane { lane: 80, wanted: 64, or: None }));
        let half = Access { shape: Shape::S16x64b, ..wide };
        assert_eq!(half.check(&memory, 6, 80 << 16), Ok(()));
        assert!(half.check(&memory, 5, 80 << 16).is_err());
        assert!(wide.check(&memory, 0, 512).is_err());
    }

    #[test]
    fn rows_move_within_groups_of_32() {
        let mut memory = filled();
        memory.shift_down(32 << 16 | 16).expect("allocated");
        assert_eq!(memory.word(31, 16), 31 << 16 | 16, "lanes in front of the address stay");
        assert_eq!((memory.word(32, 16), memory.word(62, 23)), (33 << 16 | 16, 63 << 16 | 23));
        assert_eq!((memory.word(63, 16), memory.word(64, 16)), (63 << 16 | 16, 65 << 16 | 16));
        assert_eq!(memory.word(32, 24), 32 << 16 | 24, "eight columns move");
        assert!(memory.shift_down(16 << 16).is_err());
    }
}
