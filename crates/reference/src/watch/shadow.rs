//! Shadow memory: for every element, the accesses with which a later one may race, and the race rule.
//!
//! A *cell* shadows one element, or a part of one if accesses of several sizes occur. It holds the number of a *state*:
//! a short list of accesses none of which is ordered before another of its kind. Equal lists are one state, and the
//! elements of a tile nearly always share theirs. An operation over a tile therefore computes the new state and the
//! race check once per state, and then writes the result element by element.

mod collect;
mod contacts;

use std::collections::BTreeMap;
use std::ops::Range;

use cuda_tile::attrs::{MemoryOrdering, MemoryScope};
use indexmap::IndexSet;
use ir::Op;
use launch::BlockId;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::cells::{Cells, Element, State};
use super::class::{Class, Reach, Route};
use super::history::{Event, History, Message, Record, Token};
use super::links::{Gap, Link, Links, Outcome};
use crate::meter::Meter;

/// Answers that an operation keeps, by the state that they are for. The elements of a tile mostly have the same few
/// states, since they were accessed together before.
const MEMO: usize = 16;
/// Records or states at which those that no cell holds are thrown away, at least, where there is room for them.
/// Collecting visits every cell, so it must be rare.
const COLLECT: usize = 1 << 18;
/// Bytes of a state, with what finds it, about.
const STATE: usize = 2 * size_of::<State>();
/// Bytes of a message without its sets, about.
const MESSAGE: usize = 2 * size_of::<Message>();
/// No number.
const NONE: u32 = u32::MAX;

/// An operation accesses an element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    pub(crate) element: Element,
    pub(crate) write: bool,
    /// It writes the value that is there.
    pub(crate) unchanged: bool,
    /// Size of the allocation.
    pub(crate) bytes: usize,
}

/// Two accesses that race.
#[derive(Clone, Debug)]
pub(crate) struct Race {
    pub(crate) first: Record,
    pub(crate) second: Record,
    /// They are ordered but for a fence between two routes.
    pub(crate) unfenced: bool,
    pub(crate) element: Element,
    /// The first operation has not run again in its block since.
    pub(crate) latest: bool,
    /// The missing part of the order between the two blocks, if they synchronise at all.
    pub(crate) gap: Option<(Gap, Link)>,
}

/// The access of an operation to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Load,
    Store,
    /// Reads and writes at once.
    Update,
}

/// How an operation reads, or how it writes.
#[derive(Debug)]
struct Mode {
    class: Class,
    /// Its record, once it touched anything.
    record: u32,
    /// The successors of a state.
    memo: [(u32, u32); MEMO],
}

impl Mode {
    fn new(class: Class) -> Mode {
        Mode { class, record: NONE, memo: [(NONE, NONE); MEMO] }
    }
}

/// The operation that is being executed.
#[derive(Debug)]
struct Current {
    event: Event,
    verb: Verb,
    history: History,
    read: Mode,
    write: Mode,
    /// Half-bytes of an element, as a power of two.
    shift: u32,
}

/// The new state of an access in a cell.
enum Fate {
    /// The newer one stands for it.
    Replaced,
    /// It is kept.
    Stays,
    /// The newer one is its next repetition, unordered as well: one record stands for both.
    Continued,
    /// It is kept, and races with the newer one.
    Races {
        /// Only a fence is missing.
        unfenced: bool,
    },
}

/// An access request of an operation, with its ordering and scope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask {
    pub(crate) op: Op,
    pub(crate) block: u32,
    pub(crate) verb: Verb,
    pub(crate) ordering: MemoryOrdering,
    pub(crate) scope: Option<MemoryScope>,
    pub(crate) bits: u32,
    pub(crate) route: Route,
}

/// The accesses of a running tile block.
#[derive(Debug, Default)]
struct Log {
    /// How often each operation has run, by column.
    counts: Vec<u32>,
    links: Links,
}

/// The shadow of all memory of a run.
#[derive(Debug, Default)]
pub(crate) struct Shadow {
    columns: FxHashMap<Op, u32>,
    ops: Vec<Op>,
    /// The coordinates of the blocks that have started, by their numbers.
    blocks: Vec<BlockId>,
    /// The logs of the blocks that have not ended.
    logs: Vec<Option<Box<Log>>>,
    /// Operations that have started.
    time: u64,
    records: Vec<Record>,
    states: IndexSet<State, FxBuildHasher>,
    cells: Vec<Cells>,
    messages: BTreeMap<(usize, usize), Message>,
    current: Option<Box<Current>>,
    collect_at: usize,
    /// Bytes of the sets of events that releases and acquires share.
    sets: Meter,
    /// Bytes that those sets may take, and so may what waits to be thrown away.
    limit: u64,
    /// Bytes of all cells.
    cell_bytes: u64,
    /// Pairs of operations whose race is known: columns, in one block, for lack of a fence.
    known: FxHashSet<([u32; 2], bool, bool)>,
    /// Accesses by different routes are ordered by fences only.
    routes: bool,
    /// Races since they were last taken.
    pub(crate) races: Vec<Race>,
    /// An access could have raced with another one, and what would tell was forgotten.
    pub(crate) missed: bool,
}

impl Shadow {
    /// An empty shadow; with `routes`, accesses by different routes need fences. Sets of events that tile blocks hand
    /// each other take about `limit` bytes at most: then they are let go.
    pub(crate) fn new(routes: bool, limit: u64) -> Shadow {
        let mut states = IndexSet::default();
        states.insert(State::default());
        let mut shadow = Shadow { states, routes, limit, ..Shadow::default() };
        shadow.collect_at = shadow.room();
        shadow
    }

    /// A tile block starts; returns its number.
    pub(crate) fn start_block(&mut self, id: BlockId) -> u32 {
        self.blocks.push(id);
        self.logs.push(Some(Box::default()));
        (self.blocks.len() - 1) as u32
    }

    /// A tile block has ended.
    pub(crate) fn end_block(&mut self, block: u32) {
        self.logs[block as usize] = None;
    }

    /// The coordinates of a block.
    pub(crate) fn block_id(&self, block: u32) -> BlockId {
        self.blocks[block as usize]
    }

    /// The log of a block that has not ended.
    fn log(&mut self, block: u32) -> &mut Log {
        self.logs[block as usize].get_or_insert_default()
    }

    /// The operation of a column.
    pub(crate) fn op(&self, column: u32) -> Op {
        self.ops[column as usize]
    }

    /// An operation begins to touch memory.
    pub(crate) fn begin(&mut self, ask: Ask, token: &Token) {
        // Records and states are only added while elements are touched; what no cell refers to any more is dropped
        // here, between operations.
        if self.records.len() > self.collect_at || self.states.len() > self.collect_at {
            self.collect();
        }
        if self.sets.held() > self.limit {
            // Published sets are dropped in favour of a time: everything before it counts as published. That can hide a
            // race, which is reported as such, and never invents one.
            self.messages.values_mut().for_each(|message| message.forget(self.time));
        }
        self.time += 1;
        let next = self.ops.len() as u32;
        let column = *self.columns.entry(ask.op).or_insert(next);
        if column == next {
            self.ops.push(ask.op);
        }
        let counts = &mut self.log(ask.block).counts;
        if counts.len() <= column as usize {
            counts.resize(column as usize + 1, 0);
        }
        let number = counts[column as usize];
        // An op that runs 2^32 times in a block stays at the last number, and later executions count as that one.
        counts[column as usize] = number.saturating_add(1);
        // Without alias fences every route is the same, and comparing routes would only split records.
        let route = if self.routes { ask.route } else { Route::Pointer };
        let class = |writes| Class::new(writes, ask.ordering, ask.scope, ask.bits, route);
        self.current = Some(Box::new(Current {
            event: Event { block: ask.block, column, number },
            verb: ask.verb,
            history: token.history().cloned().unwrap_or_default(),
            read: Mode::new(class(false)),
            write: Mode::new(class(true)),
            shift: (ask.bits / 4).trailing_zeros(),
        }));
    }

    /// The operation is done; returns its token.
    pub(crate) fn finish(&mut self) -> Token {
        let Some(current) = self.current.take() else { return Token::default() };
        let Current { event, mut history, .. } = *current;
        history.add(event);
        Token::new(history)
    }

    /// The block and the operation that is being executed.
    pub(crate) fn running(&self) -> (u32, Op) {
        let event = self.current.as_ref().expect("only operations that have begun touch memory").event;
        (event.block, self.op(event.column))
    }

    /// Reads and writes the message of an element; returns whether there is one afterwards.
    fn synchronise(&mut self, current: &mut Current, contact: &Contact, cells: Range<usize>) -> bool {
        let Contact { element, write, .. } = *contact;
        let key = (element.allocation, element.half_bytes());
        let states = &self.cells[element.allocation].states[cells.clone()];
        let published = states.iter().any(|&state| self.states[state as usize].published);
        let class = if write { current.write.class } else { current.read.class };
        let block = current.event.block;
        // Loads and updates read; a weak access never synchronises.
        if current.verb != Verb::Store && class.reach != Reach::Weak {
            let message = self.messages.get(&key).filter(|_| published);
            let outcome = match message {
                None => Outcome::NotReleased,
                Some(message) if !message.meets(block, class) => Outcome::OutOfScope,
                Some(message) if class.acquires => {
                    message.acquire(&mut current.history, block, class);
                    Outcome::Met
                }
                Some(_) => Outcome::NotAcquired,
            };
            self.link(current.event, class.acquires, (element.allocation, cells.start), outcome);
        }
        if !write {
            return published;
        }
        // A store replaces the value, and with it the release sequence that the value carried; an update continues it.
        if published && current.verb == Verb::Store {
            self.erase(key, cells.len());
        }
        if class.releases {
            let mut history = current.history.clone();
            history.add(current.event);
            let message = self.messages.entry(key).or_default();
            message.publish(&history, block, class, &self.sets);
        }
        class.releases || published && current.verb == Verb::Update
    }

    /// Records which write a strong access has read, and whether the two synchronise.
    fn link(&mut self, reader: Event, acquires: bool, (allocation, cell): (usize, usize), outcome: Outcome) {
        let state = &self.states[self.cells[allocation].states[cell] as usize];
        let records = state.records.iter().rev().map(|&id| self.records[id as usize]);
        let writer =
            records.filter(|record| record.class.writes && record.event != reader).map(|it| it.event).next();
        if let Some(writer) = writer.filter(|writer| writer.block != reader.block) {
            self.log(reader.block).links.add(Link { reader, writer, acquires, outcome });
        }
    }

    /// Removes the messages of elements that overlap one which is overwritten.
    fn erase(&mut self, (allocation, place): (usize, usize), cells: usize) {
        let width = cells << self.cells[allocation].shift;
        // The largest element has 16 half-bytes.
        let range = (allocation, place.saturating_sub(15))..(allocation, place + width);
        let keys: Vec<_> = self.messages.range(range).map(|(&key, _)| key).collect();
        for key in keys {
            self.messages.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::REMEMBERED;
    use super::*;

    const BYTES: usize = 16;

    /// A shadow, and operations by numbers.
    struct Bench {
        shadow: Shadow,
    }

    impl Bench {
        fn new(blocks: u32) -> Bench {
            let mut shadow = Shadow::new(false, u64::MAX);
            (0..blocks).for_each(|x| {
                shadow.start_block([x, 0, 0]);
            });
            Bench { shadow }
        }

        /// Runs operation `op` of a block on elements of `bits` at byte offsets.
        fn run(
            &mut self,
            (block, op): (u32, u32),
            write: bool,
            bits: u32,
            at: &[usize],
            token: &Token,
        ) -> Token {
            let ask = Ask {
                op: Op::from_u32(op),
                block,
                verb: if write { Verb::Store } else { Verb::Load },
                ordering: MemoryOrdering::Weak,
                scope: None,
                bits,
                route: Route::Pointer,
            };
            self.shadow.begin(ask, token);
            for &offset in at {
                let element = Element { allocation: 0, offset, high: false, bits };
                if !self.shadow.touch(write, element) {
                    self.shadow.touch_new(Contact { element, write, unchanged: false, bytes: BYTES });
                }
            }
            self.shadow.finish()
        }

        fn races(&mut self) -> Vec<(u32, u32)> {
            let races = std::mem::take(&mut self.shadow.races);
            let ops = |race: &Race| {
                let op = |record: &Record| self.shadow.op(record.event.column).as_u32();
                (op(&race.first), op(&race.second))
            };
            races.iter().map(ops).collect()
        }
    }

    #[test]
    fn accesses_of_several_sizes_meet() {
        let mut bench = Bench::new(1);
        let none = Token::default();
        bench.run((0, 1), true, 32, &[0, 4], &none);
        bench.run((0, 2), false, 8, &[12], &none);
        assert_eq!(bench.races(), []);
        bench.run((0, 3), false, 8, &[7], &none);
        assert_eq!(bench.races(), [(1, 3)], "byte 7 is part of the second element");
        bench.run((0, 4), true, 64, &[8], &none);
        assert_eq!(bench.races(), [(2, 4)], "byte 12 was read alone, in the middle of what is written");
    }

    #[test]
    fn halves_of_a_byte_are_apart() {
        let mut bench = Bench::new(1);
        let none = Token::default();
        bench.run((0, 1), true, 4, &[0], &none);
        bench.shadow.begin(
            Ask {
                op: Op::from_u32(2),
                block: 0,
                verb: Verb::Store,
                ordering: MemoryOrdering::Weak,
                scope: None,
                bits: 4,
                route: Route::Pointer,
            },
            &none,
        );
        let element = Element { allocation: 0, offset: 0, high: true, bits: 4 };
        bench.shadow.touch_new(Contact { element, write: true, unchanged: false, bytes: BYTES });
        bench.shadow.finish();
        assert_eq!(bench.races(), []);
    }

    #[test]
    fn collecting_changes_nothing() {
        let mut bench = Bench::new(2);
        let none = Token::default();
        let stored = bench.run((0, 1), true, 32, &[0, 4], &none);
        for _ in 0..20 {
            // Loads that are not remembered: each one replaces the one before.
            let read = bench.run((0, 2), false, 32, &[0], &stored);
            bench.run((0, 3), true, 32, &[0], &read);
        }
        bench.shadow.collect();
        bench.run((0, 4), false, 32, &[4], &stored);
        assert!(bench.races().iter().all(|race| race.1 != 4));
        bench.run((1, 5), false, 32, &[4], &none);
        assert_eq!(bench.races(), [(1, 5)]);
    }

    #[test]
    fn repeated_loads_are_one_record() {
        let mut bench = Bench::new(1);
        let none = Token::default();
        let loads: Vec<Token> = (0..100).map(|_| bench.run((0, 1), false, 32, &[0], &none)).collect();
        let all = Token::join(loads.iter());
        bench.run((0, 2), true, 32, &[0], &all);
        assert_eq!((bench.races(), bench.shadow.missed), (vec![], false));
        let mut bench = Bench::new(1);
        let loads: Vec<Token> = (0..100).map(|_| bench.run((0, 1), false, 32, &[0], &none)).collect();
        let most = Token::join(loads[1..].iter());
        bench.run((0, 2), true, 32, &[0], &most);
        assert_eq!(bench.races(), [(1, 2)], "the first load is not in the token");
    }

    #[test]
    fn what_was_forgotten_is_said() {
        let mut bench = Bench::new(20);
        let none = Token::default();
        let loads: Vec<Token> = (0..20).map(|x| bench.run((x, 1), false, 32, &[0], &none)).collect();
        assert!(!bench.shadow.missed, "reads do not race with reads");
        // As if a barrier had handed the last eight loads over.
        let mut history = History::default();
        for (block, token) in (0..).zip(&loads).skip(20 - REMEMBERED) {
            let class =
                Class::new(true, MemoryOrdering::Release, Some(MemoryScope::Device), 32, Route::Pointer);
            let mut message = Message::default();
            message.publish(token.history().expect("a load happened"), block, class, &Meter::default());
            message.acquire(&mut history, 0, Class { acquires: true, ..class });
        }
        bench.run((0, 2), true, 32, &[0], &Token::new(history));
        assert_eq!((bench.races(), bench.shadow.missed), (vec![], true));
    }

    /// Block 0 writes element 0 and releases element 1, block 1 acquires that and reads element 0.
    fn publish_and_read(shadow: Shadow, token: bool) -> (usize, bool) {
        let mut bench = Bench { shadow };
        (0..2).for_each(|x| {
            bench.shadow.start_block([x, 0, 0]);
        });
        let none = Token::default();
        let meeting = |bench: &mut Bench, block, op, ordering, token: &Token| {
            let verb = if ordering == MemoryOrdering::Release { Verb::Store } else { Verb::Load };
            let scope = Some(MemoryScope::Device);
            let ask =
                Ask { op: Op::from_u32(op), block, verb, ordering, scope, bits: 32, route: Route::Pointer };
            bench.shadow.begin(ask, token);
            let element = Element { allocation: 0, offset: 4, high: false, bits: 32 };
            let write = verb == Verb::Store;
            bench.shadow.touch_new(Contact { element, write, unchanged: false, bytes: BYTES });
            bench.shadow.finish()
        };
        let written = bench.run((0, 1), true, 32, &[0], &none);
        meeting(&mut bench, 0, 2, MemoryOrdering::Release, if token { &written } else { &none });
        let seen = meeting(&mut bench, 1, 3, MemoryOrdering::Acquire, &none);
        bench.run((1, 4), false, 32, &[0], &seen);
        (bench.races().len(), bench.shadow.missed)
    }

    #[test]
    fn sets_that_were_let_go_hide_races_but_make_none() {
        let roomy = || Shadow::new(false, u64::MAX);
        assert_eq!(publish_and_read(roomy(), true), (0, false));
        assert_eq!(publish_and_read(roomy(), false), (1, false));
        let tight = || Shadow::new(false, 0);
        assert_eq!(publish_and_read(tight(), true), (0, true), "no race, but nobody can tell");
        assert_eq!(publish_and_read(tight(), false), (0, true), "a race that is missed, and said to be");
    }
}
