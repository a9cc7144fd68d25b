//! Run queue: suspended tile blocks, and the choice of the one that is resumed next.
//!
//! - *Queued* blocks may wait for others: every one gets a turn before new blocks start, and new ones start while there
//!   is room.
//! - *Held* blocks wait to print in order; the lowest one is resumed as soon as it may print.

use std::collections::{BTreeMap, VecDeque};

use crate::run::block::TileBlock;
use crate::run::printer::Printer;

/// Blocks that may be suspended at first: each keeps a frame. A guess: enough for blocks that wait for a neighbour.
pub(crate) const RESIDENT: usize = 64;
/// Turns for each suspended block, without any block ending, after which more blocks may be suspended: those that all
/// wait for must be among the ones that have not started.
const STALLED_ROUNDS: usize = 8;

/// Suspended blocks.
pub(crate) struct RunQueue {
    queue: VecDeque<TileBlock>,
    held: BTreeMap<u64, TileBlock>,
    /// The number of blocks that may be resident.
    limit: usize,
    /// Turns until all of the queue have had one.
    turns: usize,
    /// New blocks that may start before the next round.
    starts: usize,
    /// Turns since a block ended or started.
    stalled: usize,
    /// Turns of the block that all held ones wait for, since a block ended.
    turns_of_first: usize,
}

/// Whether a new block could start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fresh {
    /// None is left.
    None,
    /// If there is room.
    Next,
    /// Others are held until it ends.
    First,
}

/// The next action of a worker, when blocks are suspended.
pub(crate) enum Choice {
    Resume(TileBlock),
    Start,
    /// Other workers have to get on first.
    Pause,
    Nothing,
}

impl RunQueue {
    /// An empty queue, in which `limit` blocks may become resident at first.
    pub(crate) fn new(limit: usize) -> RunQueue {
        RunQueue {
            queue: VecDeque::new(),
            held: BTreeMap::new(),
            limit,
            turns: 0,
            starts: 0,
            stalled: 0,
            turns_of_first: 0,
        }
    }

    /// The number of suspended blocks.
    pub(crate) fn len(&self) -> usize {
        self.queue.len() + self.held.len()
    }

    /// Whether all that wait have had turns, and none of them got on.
    pub(crate) fn is_stalled(&self) -> bool {
        self.stalled > self.queue.len()
    }

    /// Suspends a block that may wait for others. `first` is the block that held ones wait for; true when that seems to
    /// wait for one of them.
    pub(crate) fn put(&mut self, block: TileBlock, first: Option<u64>) -> bool {
        let waited_for = !self.held.is_empty() && first == Some(block.number);
        self.queue.push_back(block);
        self.turns_of_first += usize::from(waited_for);
        let stuck = self.turns_of_first > STALLED_ROUNDS;
        if stuck {
            self.turns_of_first = 0;
        }
        stuck
    }

    /// Suspends a block that waits to print.
    pub(crate) fn hold(&mut self, block: TileBlock) {
        self.held.insert(block.number, block);
    }

    /// A block has ended.
    pub(crate) fn ended(&mut self) {
        self.stalled = 0;
        self.turns_of_first = 0;
    }

    /// The lowest held block, if it may print and is before `end`.
    pub(crate) fn release(&mut self, printer: &Printer<'_>, end: u64) -> Option<TileBlock> {
        let lowest = self.held.first_entry()?;
        (*lowest.key() < end && printer.may_print(*lowest.key())).then(|| lowest.remove())
    }

    /// Whether a block before `end` is held.
    pub(crate) fn holds_before(&self, end: u64) -> bool {
        self.held.first_key_value().is_some_and(|(number, _)| *number < end)
    }

    /// All that are queued; they get no more turns.
    pub(crate) fn drop_queue(&mut self) -> impl Iterator<Item = TileBlock> + '_ {
        self.queue.drain(..)
    }

    /// All suspended blocks.
    pub(crate) fn into_blocks(self) -> impl Iterator<Item = TileBlock> {
        self.queue.into_iter().chain(self.held.into_values())
    }

    /// The next action; at most `most` blocks may be resident.
    pub(crate) fn choose(&mut self, fresh: Fresh, printer: &Printer<'_>, most: usize) -> Choice {
        if let Some(block) = self.release(printer, u64::MAX) {
            return Choice::Resume(block);
        }
        if fresh == Fresh::First {
            return Choice::Start;
        }
        let all = self.queue.len();
        if self.turns == 0 && self.starts == 0 {
            self.turns = all;
            // For each round of suspended blocks, half as many start: they often wait for a block that has not
            // started.
            self.starts = 1 + all / 2;
            if self.len() >= self.limit && self.stalled > STALLED_ROUNDS * all {
                self.limit = (self.limit * 2).min(most);
                self.stalled = 0;
            }
        }
        let may_start = fresh == Fresh::Next && self.len() < self.limit;
        if self.turns == 0 && may_start {
            self.starts -= 1;
            self.stalled = 0;
            return Choice::Start;
        }
        self.starts = if self.turns == 0 { 0 } else { self.starts };
        self.turns = self.turns.saturating_sub(1);
        match self.queue.pop_front() {
            Some(block) => {
                self.stalled += 1;
                Choice::Resume(block)
            }
            None if may_start => Choice::Start,
            None if self.held.is_empty() => Choice::Nothing,
            None => Choice::Pause,
        }
    }
}
