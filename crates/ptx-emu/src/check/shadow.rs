//! What is remembered of every byte of memory: who wrote it last, and who has read it since.
//!
//! Memory is remembered in pages, a cell for each word of four bytes, until something smaller is touched in a page: then a
//! cell for each byte.

use rustc_hash::FxHashMap;

use super::clock::{Actor, Clock};
use crate::program::Place;

/// Bytes of a page.
const PAGE: u64 = 1024;
/// Readers of a cell that are remembered.
const READERS: usize = 64;

/// How far a strong access is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    Block,
    Cluster,
    Device,
}

/// An access that is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) actor: Actor,
    /// The actor's time.
    pub(crate) time: u32,
    pub(crate) place: Place,
    /// The number of the instruction among all that were executed.
    pub(crate) serial: u32,
    /// The lane of the warp.
    pub(crate) lane: u8,
    /// How far it is seen, if it is strong: volatile, relaxed, atomic and the like.
    pub(crate) strong: Option<Reach>,
    /// Is it made by something that works beside the threads?
    pub(crate) beside: bool,
    /// And through the asynchronous proxy?
    pub(crate) asynchronous: bool,
}

impl Access {
    /// Does somebody with this clock know of it?
    pub(crate) fn is_known(&self, clock: &Clock) -> bool {
        clock.get(self.actor) >= self.time
    }
}

/// What is remembered of a word or byte.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) written: Option<Access>,
    /// Those who have read it since, none of whom is known to all later ones.
    pub(crate) readers: Vec<Access>,
}

impl Cell {
    /// Remembers a reader, and forgets those that happened before it.
    pub(crate) fn read(&mut self, access: Access, clock: &Clock) {
        self.readers.retain(|reader| !reader.is_known(clock));
        if self.readers.len() < READERS {
            self.readers.push(access);
        }
    }

    /// Remembers who writes, and that nobody has read what is written.
    pub(crate) fn write(&mut self, access: Access) {
        self.written = Some(access);
        self.readers.clear();
    }
}

#[derive(Debug)]
struct Page {
    /// Bytes of a cell: 4, or 1.
    grain: u64,
    cells: Vec<Cell>,
}

impl Page {
    fn new() -> Page {
        Page { grain: 4, cells: vec![Cell::default(); (PAGE / 4) as usize] }
    }

    fn split(&mut self) {
        if self.grain == 4 {
            self.cells = self.cells.iter().flat_map(|cell| std::iter::repeat_n(cell.clone(), 4)).collect();
            self.grain = 1;
        }
    }
}

/// What is remembered of a memory.
#[derive(Debug, Default)]
pub(crate) struct Shadow {
    pages: FxHashMap<u64, Page>,
}

impl Shadow {
    /// Visits the cells of some bytes.
    pub(crate) fn visit(&mut self, address: u64, size: u64, mut visit: impl FnMut(&mut Cell)) {
        let end = address.saturating_add(size);
        let mut at = address;
        while at < end {
            let number = at / PAGE;
            let stop = end.min((number + 1).saturating_mul(PAGE));
            let page = self.pages.entry(number).or_insert_with(Page::new);
            if !at.is_multiple_of(page.grain) || !stop.is_multiple_of(page.grain) {
                page.split();
            }
            let first = (at % PAGE / page.grain) as usize;
            let count = ((stop - at) / page.grain) as usize;
            page.cells[first..first + count].iter_mut().for_each(&mut visit);
            at = stop;
        }
    }
}

#[cfg(test)]
mod tests {
    use cranelift_entity::EntityRef;
    use ptx::module::FuncId;

    use super::*;

    fn access(local: usize, time: u32) -> Access {
        let place = Place { function: FuncId::new(0), statement: 0 };
        let actor = Actor::new(0, local);
        Access { actor, time, place, serial: 0, lane: 0, strong: None, beside: false, asynchronous: false }
    }

    #[test]
    fn pages_split_when_bytes_are_touched() {
        let mut shadow = Shadow::default();
        shadow.visit(PAGE - 8, 16, |cell| cell.write(access(1, 1)));
        let mut cells = 0;
        shadow.visit(PAGE - 8, 16, |cell| cells += usize::from(cell.written.is_some()));
        assert_eq!(cells, 4);
        shadow.visit(PAGE - 6, 2, |cell| cell.write(access(2, 1)));
        let mut actors = Vec::new();
        shadow.visit(PAGE - 8, 16, |cell| actors.extend(cell.written.map(|access| access.actor.local())));
        assert_eq!(actors, [1, 1, 2, 2, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn the_last_addresses_have_a_page() {
        let mut shadow = Shadow::default();
        shadow.visit(u64::MAX - 3, 4, |cell| cell.write(access(1, 1)));
        let mut cells = 0;
        shadow.visit(u64::MAX - 3, u64::MAX, |cell| cells += usize::from(cell.written.is_some()));
        assert_eq!(cells, 3, "the end of all addresses is not one");
    }

    #[test]
    fn readers_that_are_known_are_forgotten() {
        let (mut cell, mut clock) = (Cell::default(), Clock::default());
        cell.read(access(1, 4), &clock);
        clock.raise(Actor::new(0, 1), 4);
        cell.read(access(2, 1), &clock);
        assert_eq!(cell.readers, [access(2, 1)]);
    }
}
