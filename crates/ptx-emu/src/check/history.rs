//! Access histories of memory cells, shared by cells with equal histories.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::access::{Access, BY_ADDRESS, ONE_LANE};
use super::touched::WHOLE;

/// Readers of a cell that are remembered. More are not added, which can hide a race and never invents one; two for each
/// warp of the largest block.
const READERS: usize = 64;

/// The accesses to a range of bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct AccessHistory {
    pub(crate) written: Option<Access>,
    /// Those who have read it since, none of whom is known to all later ones.
    pub(crate) readers: SmallVec<[Access; 2]>,
}

impl AccessHistory {
    /// The history of a part of its bytes, from an offset on; none if it is the same.
    fn part(&self, behind: u64, size: u64) -> Option<AccessHistory> {
        if self.readers.iter().chain(&self.written).all(|access| access.shift == ONE_LANE) {
            return None;
        }
        let part = |access: &Access| access.part(behind, size);
        let readers = self.readers.iter().map(part).collect();
        Some(AccessHistory { written: self.written.as_ref().map(part), readers })
    }
}

/// The number of a [`AccessHistory`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell(u32);

impl Cell {
    /// The number of no [`AccessHistory`].
    pub(super) const NONE: Cell = Cell(u32::MAX);
}

/// No thread has accessed it.
const BLANK: Cell = Cell(0);

#[derive(Debug, Default)]
struct Kept {
    history: AccessHistory,
    /// Cells that remember it, and those who hold it for them.
    cells: u32,
}

/// Lanes of one instruction that touch bytes at unrelated addresses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scattered {
    pub(super) serial: u32,
    pub(super) addresses: [u64; 32],
    pub(super) mask: u32,
    /// Bytes of each.
    pub(super) size: u64,
}

/// How many of them are remembered: of an older one only the warp is known. A trade-off: each holds the addresses of 32
/// lanes.
const SCATTERED: usize = 1024;

/// The access histories of the cells of a memory.
#[derive(Debug)]
pub(crate) struct AccessHistories {
    all: Vec<Kept>,
    free: Vec<Cell>,
    scattered: Vec<Scattered>,
    /// Where the next one takes the place of the oldest.
    oldest: usize,
    /// Where those of an instruction are.
    serials: FxHashMap<u32, usize>,
}

impl Default for AccessHistories {
    fn default() -> AccessHistories {
        AccessHistories {
            all: vec![Kept::default()],
            free: Vec::new(),
            scattered: Vec::new(),
            oldest: 0,
            serials: FxHashMap::default(),
        }
    }
}

impl AccessHistories {
    pub(crate) fn get(&self, cell: Cell) -> &AccessHistory {
        &self.all[cell.0 as usize].history
    }

    /// Another number for the same history.
    pub(crate) fn hold(&mut self, cell: Cell) {
        if cell != BLANK {
            self.all[cell.0 as usize].cells += 1;
        }
    }

    /// A number less.
    pub(crate) fn release(&mut self, cell: Cell) {
        if cell == BLANK {
            return;
        }
        let kept = &mut self.all[cell.0 as usize];
        kept.cells -= 1;
        if kept.cells == 0 {
            self.free.push(cell);
        }
    }

    /// A number of further references to the same entry.
    pub(super) fn more(&mut self, cell: Cell, count: u32) {
        if cell != BLANK {
            self.all[cell.0 as usize].cells += count;
        }
    }

    /// A number of references less; some are left.
    pub(super) fn less(&mut self, cell: Cell, count: u32) {
        if cell != BLANK {
            self.all[cell.0 as usize].cells -= count;
        }
    }

    /// Remembers which lanes touch what.
    pub(super) fn keep_row(&mut self, row: Scattered) {
        let at = self.oldest;
        self.oldest = (at + 1) % SCATTERED;
        if let Some(old) = self.scattered.get_mut(at) {
            let old = std::mem::replace(old, row).serial;
            if self.serials.get(&old) == Some(&at) {
                self.serials.remove(&old);
            }
        } else {
            self.scattered.push(row);
        }
        self.serials.insert(row.serial, at);
    }

    /// An access to an address, with the lane that it was.
    #[inline]
    pub(super) fn exact(&self, access: &Access, at: u64) -> Access {
        if access.lane == BY_ADDRESS { self.looked_up(access, at) } else { *access }
    }

    fn looked_up(&self, access: &Access, at: u64) -> Access {
        let row = self.serials.get(&access.serial).map(|&at| &self.scattered[at]);
        let touches = |row: &Scattered, lane: u32| {
            let first = row.addresses[lane as usize];
            row.mask >> lane & 1 == 1 && first <= at && at - first < row.size
        };
        let lane = row.and_then(|row| (0..32).rev().find(|&lane| touches(row, lane)));
        Access { lane: lane.unwrap_or(WHOLE) as u8, ..*access }
    }

    /// The history of a part of a cell; the cell itself stays.
    pub(super) fn part(&mut self, cell: Cell, behind: u64, size: u64) -> Cell {
        match self.get(cell).part(behind, size) {
            Some(history) => {
                let part = self.fresh();
                self.all[part.0 as usize].history = history;
                part
            }
            None => {
                self.hold(cell);
                cell
            }
        }
    }

    /// An unused number for one cell; the caller sets its history.
    fn fresh(&mut self) -> Cell {
        let cell = self.free.pop().unwrap_or_else(|| {
            self.all.push(Kept::default());
            Cell(self.all.len() as u32 - 1)
        });
        self.all[cell.0 as usize].cells = 1;
        cell
    }

    fn is_alone(&self, cell: Cell) -> bool {
        cell != BLANK && self.all[cell.0 as usize].cells == 1
    }
}

/// A cell that is visited.
pub(crate) struct Visited<'a> {
    pub(crate) histories: &'a mut AccessHistories,
    pub(crate) cell: &'a mut Cell,
}

impl Visited<'_> {
    /// The accesses to this cell.
    pub(crate) fn history(&self) -> &AccessHistory {
        self.histories.get(*self.cell)
    }

    /// Becomes like another one.
    pub(crate) fn become_like(&mut self, other: Cell) {
        self.histories.hold(other);
        self.histories.release(std::mem::replace(self.cell, other));
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.become_like(BLANK);
    }

    /// Remembers a reader, and forgets those that happened before it.
    pub(crate) fn read(&mut self, access: Access, is_known: impl Fn(&Access) -> bool) {
        if !self.histories.is_alone(*self.cell) {
            let fresh = self.histories.fresh();
            let [from, to] = [*self.cell, fresh].map(|cell| cell.0 as usize);
            let history = self.histories.all[from].history.clone();
            self.histories.all[to].history = history;
            self.histories.release(std::mem::replace(self.cell, fresh));
        }
        let readers = &mut self.histories.all[self.cell.0 as usize].history.readers;
        readers.retain(|reader| !is_known(reader));
        if readers.len() < READERS {
            readers.push(access);
        }
    }

    /// Remembers who writes, and that no thread has read what is written.
    pub(crate) fn write(&mut self, access: Access) {
        if !self.histories.is_alone(*self.cell) {
            let fresh = self.histories.fresh();
            self.histories.release(std::mem::replace(self.cell, fresh));
        }
        let history = &mut self.histories.all[self.cell.0 as usize].history;
        history.written = Some(access);
        history.readers.clear();
    }
}
