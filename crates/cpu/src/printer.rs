//! What tile blocks print, on its way to the launch's output: only the thread that launches may touch that.
//!
//! Helpers leave their texts in a queue, which the launching thread empties between its own turns and while it waits. A
//! queue that grows too long makes helpers wait. In order of blocks, texts of later blocks are kept until all earlier ones
//! have ended.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use launch::{BlockId, Grid, Output};

use crate::output::Sink;
use crate::watch::Seen;

/// Bytes in the queue from which on helpers wait.
const LONG: usize = 1 << 20;

/// Texts of a block that is not the first one that has not ended.
#[derive(Default)]
struct Kept {
    texts: Vec<String>,
    ended: bool,
}

#[derive(Default)]
struct State {
    queue: Vec<(BlockId, String)>,
    /// Bytes of the queue.
    len: usize,
    /// The first block that has not ended.
    first: u64,
    /// By number of the block.
    kept: BTreeMap<u64, Kept>,
    /// Helpers at work.
    helpers: usize,
    /// The launching thread takes nothing any more, and no helper may begin.
    closed: bool,
}

/// The way of all texts of a launch.
pub(crate) struct Printer<'s> {
    grid: Grid,
    ordered: bool,
    /// What is watched, and was seen.
    seen: Option<&'s Seen>,
    state: Mutex<State>,
    /// There is something to print, or a helper has left.
    news: Condvar,
    /// The queue is empty again.
    emptied: Condvar,
}

impl<'s> Printer<'s> {
    pub(crate) fn new(grid: Grid, ordered: bool, seen: Option<&'s Seen>) -> Printer<'s> {
        let state = Mutex::new(State::default());
        Printer { grid, ordered, seen, state, news: Condvar::new(), emptied: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, block: BlockId, text: String) {
        let number = self.grid.number(block).unwrap_or(0);
        let mut state = self.state();
        if self.ordered && number != state.first {
            state.kept.entry(number).or_default().texts.push(text);
            return;
        }
        state.len += text.len();
        state.queue.push((block, text));
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
            state.kept.entry(number).or_default().ended = true;
            return;
        }
        state.first += 1;
        loop {
            let number = state.first;
            let Some(kept) = state.kept.remove(&number) else { return };
            self.release(&mut state, number, kept.texts);
            if !kept.ended {
                break;
            }
            state.first += 1;
        }
    }

    fn release(&self, state: &mut State, number: u64, texts: Vec<String>) {
        let Some(block) = self.grid.block(number) else { return };
        state.len += texts.iter().map(String::len).sum::<usize>();
        state.queue.extend(texts.into_iter().map(|text| (block, text)));
        self.news.notify_all();
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
        let mut state = self.printer.state();
        if state.queue.is_empty() {
            return;
        }
        state.len = 0;
        let queue = std::mem::take(&mut state.queue);
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
        let mut state = self.printer.state();
        while let Some(entry) = state.kept.first_entry().filter(|entry| *entry.key() <= last) {
            let (number, kept) = entry.remove_entry();
            self.printer.release(&mut state, number, kept.texts);
        }
        drop(state);
        self.empty();
    }
}

impl Sink for Console<'_, '_> {
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
    fn see(&self, block: BlockId, number: usize, bits: &dyn Fn() -> Vec<u64>) {
        self.printer.see(block, number, bits);
    }

    fn print(&self, block: BlockId, text: String) {
        self.printer.push(block, text);
        let mut state = self.printer.state();
        while state.len > LONG {
            state = self.printer.emptied.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
