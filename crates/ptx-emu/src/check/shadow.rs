//! Access history of every byte of memory: the last write, and the reads since.
//!
//! Memory is divided into pages, whose cells represent as many bytes as the accesses in the page allow: most memory is accessed
//! in lines, by one actor or by adjacent lanes, or in 16 bytes of a lane.

use rustc_hash::FxHashMap;

use super::history::{AccessHistories, Cell, Visited};

/// Bytes of a page. A power of two that holds whole cells of every grain; small, since a kernel may touch memory in
/// scattered rows.
const PAGE: u64 = 1024;
/// Pages that are found by their number in a table: 16 MiB of addresses, which is shared or tensor memory of a cluster's first
/// block. The table has an entry for each page up to the highest that was visited, so it must be limited; other pages are
/// hashed.
const MAX_TABLED: usize = 1 << 14;
/// The possible numbers of bytes of a page that a cell covers, as powers of two: 128, 32, 16, 4, and 1.
const GRAINS: [u32; 5] = [7, 5, 4, 2, 0];

#[derive(Debug)]
struct Page {
    /// Bytes of a cell, one of [`GRAINS`], as a power of two.
    grain: u32,
    cells: Vec<Cell>,
}

impl Page {
    fn new(grain: u32) -> Page {
        Page { grain, cells: vec![Cell::default(); PAGE as usize >> grain] }
    }

    /// Do bytes begin or end inside of a cell? These are the places, all in one.
    #[inline(always)]
    const fn is_too_coarse(&self, ends: u64) -> bool {
        ends & ((1 << self.grain) - 1) != 0
    }

    /// Makes its cells as small as this.
    fn split(&mut self, grain: u32, histories: &mut AccessHistories) {
        let parts = 1 << (self.grain - grain);
        let mut cells = Vec::with_capacity(PAGE as usize >> grain);
        for &cell in &self.cells {
            cells.extend((0..parts).map(|part: u64| histories.part(cell, part << grain, 1 << grain)));
            histories.release(cell);
        }
        (self.grain, self.cells) = (grain, cells);
    }
}

/// The shadow of a memory.
#[derive(Debug, Default)]
pub(crate) struct Shadow {
    pages: Vec<Page>,
    histories: AccessHistories,
    /// Where in `pages` those of a number are: of the first numbers, and of others.
    near: Vec<Option<u32>>,
    numbers: FxHashMap<u64, usize>,
    /// The page that was visited last, by its number and where it is: the next visit is mostly there.
    last: Option<(u64, usize)>,
}

impl Shadow {
    /// Visits the cells of some bytes, each with its offset from the first byte, and the number of bytes that it covers.
    pub(crate) fn visit(&mut self, address: u64, size: u64, mut visit: impl FnMut(u64, u64, Visited<'_>)) {
        let end = address.saturating_add(size);
        let mut at = address;
        while at < end {
            let stop = end.min((at / PAGE + 1).saturating_mul(PAGE));
            let (grain, cells, histories) = self.cells(at, stop);
            let behind = at - address;
            for (number, cell) in (0_u64..).zip(cells) {
                visit(behind + (number << grain), 1 << grain, Visited { histories, cell });
            }
            at = stop;
        }
    }

    /// Visits those cells of some bytes that `apply` knows nothing of, each with its address.
    #[inline(always)]
    pub(super) fn visit_new<S>(
        &mut self,
        (address, size): (u64, u64),
        state: &mut S,
        apply: impl Fn(&mut S, &mut Cell) -> bool,
        mut visit: impl FnMut(&mut S, u64, Visited<'_>),
    ) {
        let end = address.saturating_add(size);
        let mut at = address;
        while at < end {
            // Page by page, since the cells of a page have one grain.
            let stop = end.min((at / PAGE + 1).saturating_mul(PAGE));
            let (grain, cells, histories) = self.cells(at, stop);
            for (number, cell) in (0_u64..).zip(cells) {
                if !apply(state, cell) {
                    visit(state, at + (number << grain), Visited { histories, cell });
                }
            }
            at = stop;
        }
    }

    /// Where the page of some bytes is.
    #[inline(always)]
    fn page(&mut self, at: u64, stop: u64) -> usize {
        match self.last {
            Some((last, page)) if last == at / PAGE => page,
            Some(_) | None => self.look_up(at / PAGE, at | stop),
        }
    }

    /// The cells of bytes of one page, and how many bytes each covers, as a power of two.
    #[inline(always)]
    fn cells(&mut self, at: u64, stop: u64) -> (u32, &mut [Cell], &mut AccessHistories) {
        let page = self.page(at, stop);
        let (page, histories) = (&mut self.pages[page], &mut self.histories);
        if page.is_too_coarse(at | stop) {
            page.split(grain_of(at | stop), histories);
        }
        let first = ((at % PAGE) >> page.grain) as usize;
        let count = ((stop - at) >> page.grain) as usize;
        (page.grain, &mut page.cells[first..first + count], histories)
    }

    /// The histories of its cells.
    pub(super) fn histories(&mut self) -> &mut AccessHistories {
        &mut self.histories
    }

    /// Where the page of a number is; a new one has cells as large as these ends of bytes allow.
    #[inline(never)]
    fn look_up(&mut self, number: u64, ends: u64) -> usize {
        let new = self.pages.len();
        let at = match usize::try_from(number) {
            Ok(near) if near < MAX_TABLED => {
                if self.near.len() <= near {
                    // The table grows to the highest page that was visited, so that small kernels have a small one.
                    self.near.resize(near + 1, None);
                }
                *self.near[near].get_or_insert(new as u32) as usize
            }
            Ok(_) | Err(_) => *self.numbers.entry(number).or_insert(new),
        };
        if at == new {
            self.pages.push(Page::new(grain_of(ends)));
        }
        self.last = Some((number, at));
        at
    }
}

/// How many bytes a cell may cover, as a power of two, for bytes that begin and end at these offsets.
fn grain_of(ends: u64) -> u32 {
    let common = ends.trailing_zeros();
    GRAINS.into_iter().find(|&grain| grain <= common).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use cranelift_entity::EntityRef;
    use ptx::module::FuncId;

    use super::super::access::{Access, ONE_LANE};
    use super::super::clock::{Actor, Clock};
    use super::*;
    use crate::place::Place;

    fn access(local: usize, time: u32) -> Access {
        let place = Place { function: FuncId::new(0), statement: 0 };
        let actor = Actor::new(0, local);
        Access {
            actor,
            time,
            place,
            serial: 0,
            lane: 0,
            shift: ONE_LANE,
            strong: None,
            deferred: false,
            asynchronous: false,
        }
    }

    #[test]
    fn pages_split_when_bytes_are_touched() {
        let mut shadow = Shadow::default();
        shadow.visit(PAGE - 8, 16, |_, _, mut cell| cell.write(access(1, 1)));
        let mut cells = 0;
        shadow.visit(PAGE - 8, 16, |_, _, cell| cells += usize::from(cell.history().written.is_some()));
        assert_eq!(cells, 4);
        shadow.visit(PAGE, PAGE, |_, _, cell| cells += usize::from(cell.history().written.is_none()));
        assert_eq!(cells, 4 + 254);
        shadow.visit(PAGE - 6, 2, |_, _, mut cell| cell.write(access(2, 1)));
        let mut actors = Vec::new();
        shadow.visit(PAGE - 8, 16, |_, _, cell| {
            actors.extend(cell.history().written.map(|access| access.actor.local()))
        });
        assert_eq!(actors, [1, 1, 2, 2, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn lanes_side_by_side_are_told_apart_where_cells_are_split() {
        let mut shadow = Shadow::default();
        let row = Access { shift: 3, ..access(1, 1) };
        shadow.visit(256, 256, |behind, size, mut cell| {
            assert_eq!(size, 128);
            cell.write(row.part(behind, size));
        });
        let mut lanes = Vec::new();
        shadow.visit(256 + 128 + 16, 4, |_, _, _| {});
        shadow.visit(256 + 128, 32, |_, _, cell| {
            lanes.extend(cell.history().written.map(|access| (access.lane, access.shift)));
        });
        let expected = [16, 16, 17, 17, 18, 18, 19, 19].map(|lane| (lane, ONE_LANE));
        assert_eq!(lanes, expected);
    }

    #[test]
    fn the_last_addresses_have_a_page() {
        let mut shadow = Shadow::default();
        shadow.visit(u64::MAX - 3, 4, |_, _, mut cell| cell.write(access(1, 1)));
        let mut cells = 0;
        shadow.visit(u64::MAX - 3, u64::MAX, |_, _, cell| {
            cells += usize::from(cell.history().written.is_some())
        });
        assert_eq!(cells, 3, "the end of all addresses is not one");
    }

    #[test]
    fn readers_that_are_known_are_forgotten() {
        let (mut histories, mut cell, mut clock) =
            (AccessHistories::default(), Cell::default(), Clock::default());
        let mut cell = Visited { histories: &mut histories, cell: &mut cell };
        cell.read(access(1, 4), |reader| reader.is_known(&clock));
        clock.raise(Actor::new(0, 1), 4);
        cell.read(access(2, 1), |reader| reader.is_known(&clock));
        assert_eq!(cell.history().readers[..], [access(2, 1)]);
    }

    #[test]
    fn cells_that_share_are_told_apart_when_one_changes() {
        let mut shadow = Shadow::default();
        shadow.visit(0, 128, |_, _, mut cell| cell.write(access(1, 1)));
        shadow.visit(32, 32, |_, _, mut cell| cell.read(access(2, 1), |_| false));
        let mut readers = Vec::new();
        shadow.visit(0, 128, |_, _, cell| readers.push(cell.history().readers.len()));
        assert_eq!(readers, [0, 1, 0, 0]);
        shadow.visit(0, 128, |_, _, mut cell| cell.clear());
        shadow.visit(0, 128, |_, _, cell| assert!(cell.history().written.is_none()));
    }
}
