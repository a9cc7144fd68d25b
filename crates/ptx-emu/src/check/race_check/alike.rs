//! Cells that are alike, whose checks are done once.

use super::super::history::{AccessHistories, Cell, Visited};
use super::Conflict;
use smallvec::SmallVec;

/// Kinds of cells that are distinguished: rows of eight instructions that copied two each, or in rows of 128 bytes, those that
/// four instructions of 32 bytes have touched.
const ALIKE: usize = 8;

/// Cells before and after an access, and what was wrong: others that are like one before become like it after.
pub(super) struct Alike {
    before: [Cell; ALIKE],
    after: [Cell; ALIKE],
    /// How many cells became so that are not counted yet.
    counts: [u32; ALIKE],
    /// How many of the kinds are known.
    known: usize,
    /// The one that was met last: the next cell is mostly like it.
    last: usize,
    /// The one that is replaced by the next.
    oldest: usize,
    /// Is anything wrong with any? Mostly not.
    is_wrong: bool,
    /// The conflicts, with the number of the access.
    wrong: SmallVec<[(usize, Conflict); 1]>,
}

impl Alike {
    pub(super) fn new() -> Alike {
        Alike {
            before: [Cell::NONE; ALIKE],
            after: [Cell::NONE; ALIKE],
            counts: [0; ALIKE],
            known: 0,
            last: 0,
            oldest: 0,
            is_wrong: false,
            wrong: SmallVec::new(),
        }
    }

    /// Lets a cell become what others like it became; false if there were none, or if something is wrong with any kind.
    #[inline(always)]
    pub(super) fn apply(&mut self, cell: &mut Cell) -> bool {
        if self.before[self.last] != *cell {
            match self.before.iter().position(|before| before == cell) {
                Some(kind) => self.last = kind,
                None => return false,
            }
        }
        if self.is_wrong {
            return false;
        }
        self.take(self.last, cell);
        true
    }

    #[inline(always)]
    fn take(&mut self, kind: usize, cell: &mut Cell) {
        *cell = self.after[kind];
        self.counts[kind] += 1;
    }

    /// Lets a cell become what others like it became, and gives what was wrong with them; `None` if there were none.
    pub(super) fn apply_wrong(&mut self, cell: &mut Cell) -> Option<Option<Conflict>> {
        let kind = self.before.iter().position(|before| before == cell)?;
        self.take(kind, cell);
        Some(self.wrong.iter().find(|(of, _)| *of == kind).map(|(_, wrong)| *wrong))
    }

    /// Has `judge` judge by the cell and keep the access there, and caches the result.
    pub(super) fn learn(
        &mut self,
        cell: &mut Visited<'_>,
        judge: impl FnOnce(&mut Visited<'_>) -> Option<Conflict>,
    ) -> Option<Conflict> {
        let before = *cell.cell;
        // Histories are shared by number and freed when nothing holds them; the two that are remembered are held.
        cell.histories.hold(before);
        let wrong = judge(cell);
        let after = *cell.cell;
        cell.histories.hold(after);
        // When all kinds are taken, the oldest is replaced: cells that are alike mostly follow each other.
        let kind = if self.known < ALIKE {
            self.known += 1;
            self.known - 1
        } else {
            let kind = self.oldest;
            self.oldest = (kind + 1) % ALIKE;
            self.count(cell.histories);
            self.release(kind, cell.histories);
            self.wrong.retain(|(of, _)| *of != kind);
            kind
        };
        (self.before[kind], self.after[kind]) = (before, after);
        self.last = kind;
        if let Some(wrong) = wrong {
            self.wrong.push((kind, wrong));
            self.is_wrong = true;
        }
        wrong
    }

    /// Counts the cells: first those that became something, since what one kind became may be what another was.
    pub(super) fn count(&mut self, histories: &mut AccessHistories) {
        (0..self.known).for_each(|kind| histories.more(self.after[kind], self.counts[kind]));
        (0..self.known)
            .for_each(|kind| histories.less(self.before[kind], std::mem::take(&mut self.counts[kind])));
    }

    /// Holds what cells of a kind were and are no longer.
    fn release(&self, kind: usize, histories: &mut AccessHistories) {
        histories.release(self.before[kind]);
        histories.release(self.after[kind]);
    }

    pub(super) fn settle(mut self, histories: &mut AccessHistories) {
        self.count(histories);
        (0..self.known).for_each(|kind| self.release(kind, histories));
    }
}
