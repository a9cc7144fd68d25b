//! Output of tile blocks, which only the launching thread may write.
//!
//! Other threads put their texts into a queue, which the launching thread empties between its own turns and while it
//! waits. A queue that grows too long makes the other threads wait.
//!
//! With ordered output, the first block that has not ended prints directly. Texts of later blocks are kept until all
//! earlier blocks have ended, up to a bound; then blocks that would print more are suspended, which only the grid can
//! do ([`Sink::takes`]). The bound is raised if the first block seems to wait for a suspended block.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use launch::{BlockId, Grid, Output};

use crate::context::sink::Sink;
use crate::steps::watch::Seen;

/// Bytes in the queue from which on workers wait, because the output may be slower than they are.
const MAX_QUEUED_BYTES: usize = 1 << 20;
/// Bytes of kept texts from which on blocks are held, at first: enough for the texts of blocks that end a little early.
const MAX_KEPT_BYTES: usize = 4 << 20;
/// Bytes that keeping a text takes besides its own: a `String` and its part of the map.
const TEXT_OVERHEAD: usize = 64;

#[derive(Default)]
struct State {
    queue: Vec<(BlockId, String)>,
    /// Bytes of the queue.
    len: usize,
    /// The first block that has not ended.
    first: u64,
    /// Blocks after it that have: starts and ends of ranges that do not touch.
    ended: BTreeMap<u64, u64>,
    /// Texts of blocks after the first one, by number of the block.
    kept: BTreeMap<u64, Vec<String>>,
    /// Bytes that these take.
    kept_len: usize,
    /// Bytes that they may take.
    most_kept: usize,
    /// Helpers at work.
    helpers: usize,
    /// The launching thread takes nothing any more, and no helper may begin.
    closed: bool,
}

impl State {
    /// Notes that a block after the first one has ended.
    fn note_ended(&mut self, number: u64) {
        // Ranges that touch are joined, so that blocks that end nearly in order take a few entries and not one each.
        let end = self.ended.remove(&(number + 1)).unwrap_or(number + 1);
        match self.ended.range_mut(..number).next_back() {
            Some((_, last)) if *last == number => *last = end,
            Some(_) | None => {
                self.ended.insert(number, end);
            }
        }
    }

    /// Takes a text of a block after the first one.
    fn keep(&mut self, number: u64, text: String) {
        self.kept_len += text.len() + TEXT_OVERHEAD;
        self.kept.entry(number).or_default().push(text);
    }

    /// Puts the kept texts of blocks up to a number into the queue.
    fn release(&mut self, grid: Grid, last: u64) {
        while let Some(entry) = self.kept.first_entry().filter(|entry| *entry.key() <= last) {
            let (number, texts) = entry.remove_entry();
            let len: usize = texts.iter().map(String::len).sum();
            // As `keep` counted them.
            self.kept_len -= len + TEXT_OVERHEAD * texts.len();
            self.len += len;
            let block = grid.block(number).unwrap_or_default();
            self.queue.extend(texts.into_iter().map(|text| (block, text)));
        }
    }
}

/// The way of all texts of a launch.
pub(crate) struct Printer<'s> {
    grid: Grid,
    ordered: bool,
    /// Bytes that kept texts may ever take.
    limit: u64,
    /// The watched values that were recorded.
    seen: Option<&'s Seen>,
    state: Mutex<State>,
    /// Something is in the queue: changes while the state is locked, so that no worker locks it to find it empty.
    queued: AtomicBool,
    /// There is something to print, or a helper has left.
    news: Condvar,
    /// The queue is empty again.
    emptied: Condvar,
}

impl<'s> Printer<'s> {
    pub(crate) fn new(grid: Grid, ordered: bool, limit: u64, seen: Option<&'s Seen>) -> Printer<'s> {
        let state = Mutex::new(State { most_kept: MAX_KEPT_BYTES, ..State::default() });
        let queued = AtomicBool::new(false);
        Printer { grid, ordered, limit, seen, state, queued, news: Condvar::new(), emptied: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a block may print now.
    fn takes(&self, block: BlockId) -> bool {
        self.grid.number(block).is_none_or(|number| self.may_print(number))
    }

    /// Whether the block of a number may print now.
    pub(crate) fn may_print(&self, number: u64) -> bool {
        if !self.ordered {
            return true;
        }
        let state = self.state();
        number <= state.first || state.kept_len < state.most_kept
    }

    /// The first block that has not ended, if it comes before others.
    pub(crate) fn first(&self) -> Option<u64> {
        self.ordered.then(|| self.state().first)
    }

    /// Lets more texts be kept: a block that is held may be waited for. False when that is too much.
    pub(crate) fn raise(&self) -> bool {
        let mut state = self.state();
        state.most_kept = state.most_kept.saturating_mul(2);
        state.most_kept as u64 <= self.limit
    }

    fn push(&self, block: BlockId, text: String) {
        let number = self.grid.number(block).unwrap_or(0);
        let mut state = self.state();
        // Earlier blocks may still print.
        if self.ordered && number != state.first {
            return state.keep(number, text);
        }
        state.len += text.len();
        state.queue.push((block, text));
        self.queued.store(true, Ordering::Relaxed);
        self.news.notify_all();
    }

    fn see(&self, block: BlockId, number: usize, bits: &dyn Fn() -> Vec<u64>) {
        if let Some(seen) = self.seen.filter(|seen| seen.block == block) {
            let mut values = seen.values.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(value) = values.get_mut(number) {
                *value = Some(bits());
            }
        }
    }

    /// Says that a block has ended.
    pub(crate) fn ended(&self, number: u64) {
        if !self.ordered {
            return;
        }
        let mut state = self.state();
        if number != state.first {
            return state.note_ended(number);
        }
        // Past all blocks after it that have already ended.
        state.first = state.ended.remove(&(number + 1)).unwrap_or(number + 1);
        let first = state.first;
        self.release(&mut state, first);
        self.news.notify_all();
    }

    /// Puts what was kept for blocks up to a number into the queue.
    fn release(&self, state: &mut State, last: u64) {
        state.release(self.grid, last);
        self.queued.store(!state.queue.is_empty(), Ordering::Relaxed);
    }

    /// A helper begins; false when it comes too late.
    pub(crate) fn enter(&self) -> bool {
        let mut state = self.state();
        state.helpers += usize::from(!state.closed);
        !state.closed
    }

    /// A helper has ended.
    pub(crate) fn leave(&self) {
        self.state().helpers -= 1;
        self.news.notify_all();
    }
}

/// The sink of the launching thread.
pub(crate) struct Console<'p, 'o> {
    printer: &'p Printer<'p>,
    output: RefCell<&'o mut dyn Output>,
}

impl<'p, 'o> Console<'p, 'o> {
    pub(crate) fn new(printer: &'p Printer<'p>, output: &'o mut dyn Output) -> Console<'p, 'o> {
        Console { printer, output: RefCell::new(output) }
    }

    /// Prints what is in the queue.
    pub(crate) fn empty(&self) {
        if !self.printer.queued.load(Ordering::Relaxed) {
            return;
        }
        let mut state = self.printer.state();
        self.printer.queued.store(false, Ordering::Relaxed);
        state.len = 0;
        let queue = std::mem::take(&mut state.queue);
        // The output may be slow, and workers print meanwhile.
        drop(state);
        self.printer.emptied.notify_all();
        let mut output = self.output.borrow_mut();
        for (block, text) in queue {
            output.print(block, &text);
        }
    }

    /// Prints until all helpers have left; no other one may begin.
    pub(crate) fn wait(&self) {
        loop {
            self.empty();
            let mut state = self.printer.state();
            // Only now: until the launching thread has nothing left to run, a helper that begins is of use.
            state.closed = true;
            if state.queue.is_empty() {
                if state.helpers == 0 {
                    return;
                }
                drop(self.printer.news.wait(state).unwrap_or_else(PoisonError::into_inner));
            }
        }
    }

    /// Prints what was kept for blocks up to a number, in order: no earlier ones will run.
    pub(crate) fn flush(&self, last: u64) {
        self.printer.release(&mut self.printer.state(), last);
        self.empty();
    }
}

impl Sink for Console<'_, '_> {
    fn takes(&self, block: BlockId) -> bool {
        self.printer.takes(block)
    }

    fn see(&self, block: BlockId, number: usize, bits: &dyn Fn() -> Vec<u64>) {
        self.printer.see(block, number, bits);
    }

    fn print(&self, block: BlockId, text: String) {
        self.printer.push(block, text);
        self.empty();
    }
}

/// The sink of a helper.
pub(crate) struct Outbox<'p> {
    printer: &'p Printer<'p>,
}

impl<'p> Outbox<'p> {
    pub(crate) fn new(printer: &'p Printer) -> Outbox<'p> {
        Outbox { printer }
    }
}

impl Sink for Outbox<'_> {
    fn takes(&self, block: BlockId) -> bool {
        self.printer.takes(block)
    }

    fn see(&self, block: BlockId, number: usize, bits: &dyn Fn() -> Vec<u64>) {
        self.printer.see(block, number, bits);
    }

    fn print(&self, block: BlockId, text: String) {
        self.printer.push(block, text);
        let mut state = self.printer.state();
        while state.len > MAX_QUEUED_BYTES {
            state = self.printer.emptied.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
