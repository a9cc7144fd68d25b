//! Runs all tile blocks of a launch on several workers.
//!
//! - Blocks start in order of number, or, where the order is not observable, in one in which neighbours share panels
//!   ([`crate::context::panel_cache`]).
//!   A worker takes a few at a time, fewer towards the end.
//! - A block whose turn ends while it may be waiting for others is suspended. Every suspended block gets a turn before
//!   new blocks start, and new blocks start while there is room: a block that waits does not keep others from running,
//!   whether it waits for an earlier one or for one that has not started.
//! - A block runs on one worker at a time. Blocks that do not wait run from start to end in one turn, in the same frame
//!   as the block before.
//! - After a trap no block of a higher number starts. Lower ones that have been taken still run, so that the trap of
//!   the lowest block is the one that is reported, however many workers there are; suspended blocks are dropped, except
//!   those that wait to print in order.
//! - Blocks that would print too much before their turn are held ([`crate::run::printer`]). The block whose turn it is
//!   starts in any case, so that they continue.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ir::Op;
use launch::{EngineError, Grid};

use crate::context::Context;
use crate::context::panel_cache::PanelCache;
use crate::context::prefetch::Prefetcher;
use crate::context::private_atomics::PrivateAtomics;
use crate::context::sink::Sink;
use crate::fault::Fault;
use crate::memory::Memory;
use crate::memory::arena::AlignedBytes;
use crate::non_temporal;
use crate::program::Axes;
use crate::program::Program;
use crate::run::block::{Arena, Fuel, TileBlock, Turn};
use crate::run::budget::Budget;
use crate::run::frame_pool::FramePool;
use crate::run::printer::{Outbox, Printer};
use crate::run::run_queue::{Choice, Fresh, RESIDENT, RunQueue};

/// The maximum number of blocks that a worker takes at once: more would leave the others idle at the end of a launch.
const MAX_BATCH: u64 = 64;
/// How long a worker pauses that cannot continue before others do. Short compared with a tile block's usual time, long
/// compared with looking at the queue.
const PAUSE: Duration = Duration::from_micros(50);

/// Why a launch ends early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A trap of a block.
    Trap { number: u64, op: Op, fault: Box<Fault> },
    /// An error of the engine.
    Engine(EngineError),
}

/// The inputs of a launch.
pub(crate) struct Job<'a> {
    pub(crate) program: &'a Program,
    pub(crate) constants: &'a AlignedBytes,
    pub(crate) memory: &'a Memory,
    pub(crate) pool: &'a FramePool,
    pub(crate) grid: Grid,
    /// Bits of the parameters.
    pub(crate) args: &'a [u64],
    pub(crate) cancel: Option<&'a AtomicBool>,
    pub(crate) printer: &'a Printer<'a>,
    /// Instructions that all blocks together may execute.
    pub(crate) budget: Option<Budget>,
    /// See [`crate::Preparation::pad_outside`].
    pub(crate) pad_outside: bool,
    /// The caller asks how many blocks have ended.
    pub(crate) counts: bool,
    pub(crate) workers: usize,
    /// In which order blocks start, if it is not that of their numbers.
    pub(crate) order: Option<Axes>,
    /// The maximum number of resident blocks, by memory.
    pub(crate) most_resident: usize,
}

/// State that all workers of a launch share.
pub(crate) struct Run<'a> {
    job: Job<'a>,
    /// How many blocks have been taken, in the order in which they start.
    next: AtomicU64,
    /// Blocks from this number on do not run any more.
    end: AtomicU64,
    run_queue: Mutex<RunQueue>,
    /// Number of blocks in `waiting`.
    suspended: AtomicUsize,
    stop: Mutex<Option<Stop>>,
    /// Arenas of blocks that have ended.
    free: Mutex<Vec<Arena>>,
    /// Areas that were handed out.
    areas: AtomicU32,
    steps: AtomicU64,
    ended: AtomicU64,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Run<'a> {
    pub(crate) fn new(job: Job<'a>) -> Run<'a> {
        let end = AtomicU64::new(job.grid.blocks());
        let limit = RESIDENT.min(job.most_resident);
        let free = Mutex::new(job.pool.list());
        Run {
            job,
            next: AtomicU64::new(0),
            end,
            run_queue: Mutex::new(RunQueue::new(limit)),
            suspended: AtomicUsize::new(0),
            stop: Mutex::new(None),
            free,
            areas: AtomicU32::new(0),
            steps: AtomicU64::new(0),
            ended: AtomicU64::new(0),
        }
    }

    /// Blocks of the grid.
    pub(crate) fn blocks(&self) -> u64 {
        self.job.grid.blocks()
    }

    /// Threads that may work on it.
    pub(crate) fn workers(&self) -> usize {
        self.job.workers
    }

    /// The work of a thread that helps the launching thread.
    pub(crate) fn help(&self) {
        if self.job.printer.enter() {
            self.work(&Outbox::new(self.job.printer), &|| {});
            self.job.printer.leave();
        }
    }

    /// Instructions that were executed.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// Blocks that have ended, if they are counted.
    pub(crate) fn ended(&self) -> u64 {
        self.ended.load(Ordering::Relaxed)
    }

    /// Why the launch ended early, if it did; and the arenas of all its blocks, which may be used again when no address
    /// of the launch is looked up any more.
    pub(crate) fn finish(self) -> (Option<Stop>, Vec<Arena>) {
        let mut arenas = self.free.into_inner().unwrap_or_else(PoisonError::into_inner);
        let run_queue = self.run_queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        arenas.extend(run_queue.into_blocks().map(|block| block.arena));
        (self.stop.into_inner().unwrap_or_else(PoisonError::into_inner), arenas)
    }

    fn is_cancelled(&self) -> bool {
        self.job.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// No further block starts.
    fn fail(&self, error: EngineError) {
        self.end.store(0, Ordering::Relaxed);
        locked(&self.stop).get_or_insert(Stop::Engine(error));
    }

    /// No block of a higher number starts; the trap of the lowest block counts.
    fn trap(&self, number: u64, op: Op, fault: Box<Fault>) {
        self.end.fetch_min(number, Ordering::Relaxed);
        let mut stop = locked(&self.stop);
        let counts = match &*stop {
            None => true,
            Some(Stop::Trap { number: known, .. }) => number < *known,
            Some(Stop::Engine(_)) => false,
        };
        if counts {
            *stop = Some(Stop::Trap { number, op, fault });
        }
    }

    /// True when a block trapped or the engine failed.
    fn is_stopped(&self) -> bool {
        self.end.load(Ordering::Relaxed) < self.job.grid.blocks()
    }

    /// The number of the block that starts at a place in the order.
    fn number(&self, place: u64) -> u64 {
        let Some(order) = self.job.order else { return place };
        let axes = self.job.grid.axes().map(u64::from);
        let strides = [1, axes[0], axes[0] * axes[1]];
        let mut rest = place;
        let mut number = 0;
        for axis in order {
            number += rest % axes[axis] * strides[axis];
            rest /= axes[axis];
        }
        number
    }

    /// The places of the next few blocks.
    fn take(&self) -> Range<u64> {
        let total = self.job.grid.blocks();
        let workers = self.job.workers as u64;
        let mut start = self.next.load(Ordering::Relaxed);
        loop {
            let count = ((total - start) / (4 * workers)).clamp(1, MAX_BATCH).min(total - start);
            match self.next.compare_exchange_weak(start, start + count, Ordering::Relaxed, Ordering::Relaxed)
            {
                Ok(_) => return start..start + count,
                Err(now) => start = now,
            }
        }
    }

    /// Runs one worker until no work is left. `after` is called after each turn.
    pub(crate) fn work(&self, sink: &dyn Sink, after: &dyn Fn()) {
        let Some(scratch) = self.job.pool.scratch(self.job.program.scratch) else {
            let bytes = self.job.program.scratch;
            return self.fail(no_memory("a worker", bytes));
        };
        let Some(panels) = self.job.pool.panels(self.job.program.panels) else {
            return self.fail(no_memory("a worker", self.job.program.panels.bytes));
        };
        let mut worker = Worker {
            run: self,
            sink,
            after,
            scratch,
            panels,
            taken: 0..0,
            spare: None,
            executed: 0,
            // With a budget, a worker starts without steps and takes them in batches.
            steps: if self.job.budget.is_some() { 0 } else { u64::MAX },
            prefetcher: Prefetcher::default(),
            private_atomics: self.job.pool.private_atomics(),
        };
        if let Some(budget) = &self.job.budget {
            budget.join();
        }
        // A turn is one block or a part of one: in between, the launching thread can print and cancel.
        while worker.turn() {
            after();
        }
        // The launch returns to a reader of the buffers, for whom these stores must be visible.
        non_temporal::finish();
        self.steps.fetch_add(worker.executed, Ordering::Relaxed);
        if let Some(budget) = &self.job.budget {
            budget.leave(worker.steps);
        }
        self.job.pool.finish(worker.private_atomics);
        self.job.pool.put_scratch(worker.scratch);
        self.job.pool.put_panels(worker.panels);
        locked(&self.free).extend(worker.spare);
    }
}

fn no_memory(what: &str, bytes: usize) -> EngineError {
    EngineError::Resource(format!("{what} needs {bytes} bytes, which this machine does not have"))
}

/// One thread at work.
struct Worker<'r, 'a> {
    run: &'r Run<'a>,
    sink: &'r dyn Sink,
    /// To be called now and then.
    after: &'r dyn Fn(),
    scratch: AlignedBytes,
    panels: PanelCache,
    /// The places in the order of blocks that this worker will start.
    taken: Range<u64>,
    /// The arena of a block that has ended, for the next one.
    spare: Option<Arena>,
    /// Instructions that it has executed. Nothing is counted together block by block: that would wait for what was
    /// stored.
    executed: u64,
    /// Instructions that it has taken from the budget and not spent.
    steps: u64,
    prefetcher: Prefetcher,
    private_atomics: PrivateAtomics,
}

impl Worker<'_, '_> {
    /// Gives one block a turn; false when there is none.
    fn turn(&mut self) -> bool {
        let run = self.run;
        if run.is_cancelled() {
            run.fail(EngineError::Cancelled);
            return false;
        }
        if run.suspended.load(Ordering::Relaxed) == 0 {
            return self.start();
        }
        if run.is_stopped() {
            return self.finish();
        }
        let fresh = self.fresh();
        let (choice, stalled) = {
            let mut run_queue = locked(&run.run_queue);
            let choice = run_queue.choose(fresh, run.job.printer, run.job.most_resident);
            run.suspended.store(run_queue.len(), Ordering::Relaxed);
            (choice, run_queue.is_stalled())
        };
        if stalled && run.job.workers > 1 {
            // The block that is waited for may need this core.
            std::thread::yield_now();
        }
        match choice {
            Choice::Resume(block) => self.run(block),
            Choice::Start => return self.start(),
            Choice::Pause => std::thread::sleep(PAUSE),
            Choice::Nothing => return false,
        }
        true
    }

    /// Whether this worker could start a block.
    fn fresh(&self) -> Fresh {
        let run = self.run;
        let next = match self.taken.is_empty() {
            true => run.next.load(Ordering::Relaxed),
            false => self.taken.start,
        };
        if next >= run.job.grid.blocks() {
            Fresh::None
        } else if run.job.printer.first() == Some(run.number(next)) {
            Fresh::First
        } else {
            Fresh::Next
        }
    }

    /// A turn after a trap: blocks of lower numbers that have started continue only if they wait to print. False when
    /// nothing is left.
    fn finish(&mut self) -> bool {
        let run = self.run;
        let end = run.end.load(Ordering::Relaxed);
        let mut run_queue = locked(&run.run_queue);
        for block in run_queue.drop_queue() {
            run.job.printer.ended(block.number);
            locked(&run.free).push(block.arena);
        }
        let held = run_queue.release(run.job.printer, end);
        let pause = run_queue.holds_before(end);
        run.suspended.store(run_queue.len(), Ordering::Relaxed);
        drop(run_queue);
        match held {
            Some(block) => self.run(block),
            // A block of a lower number than the one that trapped may trap too, and the lowest one is reported.
            None if self.start() => {}
            None if pause => std::thread::sleep(PAUSE),
            None => return false,
        }
        true
    }

    /// Gives the next block its first turn; false when there is none.
    fn start(&mut self) -> bool {
        let run = self.run;
        // A block that another worker suspended after the last check is resumed by that worker.
        let Some(number) = self.next_number() else { return false };
        self.prefetcher.clear();
        self.panels.next_block();
        let Some(arena) = self.arena() else { return false };
        run.job.memory.areas.assign(arena.area, &arena.reserved, number);
        let block = TileBlock { number, pc: 0, arena };
        let ctx = self.context(&block);
        for (&place, &bits) in run.job.program.params.iter().zip(run.job.args) {
            ctx.set_scalar(place, numerics::Scalar::I64, bits);
        }
        self.run(block);
        true
    }

    /// The number of the next block to run.
    fn next_number(&mut self) -> Option<u64> {
        let run = self.run;
        loop {
            if self.taken.is_empty() {
                self.taken = run.take();
            }
            let end = run.end.load(Ordering::Relaxed);
            let place = self.taken.next().filter(|_| end > 0)?;
            let number = run.number(place);
            if number < end {
                return Some(number);
            }
            // Only in another order may a lower one follow.
            run.job.order?;
        }
    }

    fn arena(&mut self) -> Option<Arena> {
        let known = self.spare.take().or_else(|| locked(&self.run.free).pop());
        if known.is_some() {
            return known;
        }
        let area = self.run.areas.fetch_add(1, Ordering::Relaxed);
        let arena = self.run.job.pool.arena(area);
        if arena.is_none() {
            let bytes = self.run.job.pool.arena_bytes();
            self.run.fail(no_memory("a tile block", bytes));
        }
        arena
    }

    fn context(&self, block: &TileBlock) -> Context<'_> {
        let job = &self.run.job;
        Context {
            frame: block.arena.frame.as_ptr(),
            scratch: self.scratch.as_ptr(),
            constants: job.constants.as_ptr(),
            memory: job.memory,
            block: job.grid.block(block.number).expect("blocks that start are in the grid"),
            grid: job.grid,
            area: block.arena.area,
            sink: self.sink,
            panels: &self.panels,
            prefetcher: &self.prefetcher,
            synchronizes: job.program.synchronizes,
            pad_outside: job.pad_outside,
            private_atomics: &self.private_atomics,
        }
    }

    fn run(&mut self, mut block: TileBlock) {
        let run = self.run;
        let more = || run.job.budget.as_ref().map_or(0, |budget| budget.take(self.after));
        let mut fuel = Fuel::new(self.steps, &more);
        // The context borrows the worker, which is needed again below.
        let turn = {
            let ctx = self.context(&block);
            block.run(run.job.program, &ctx, &mut fuel, &|| run.is_cancelled())
        };
        self.executed += fuel.steps;
        let unspent = fuel.most_steps - fuel.steps;
        if run.job.budget.is_some() {
            self.steps = unspent;
        }
        match turn {
            Turn::Waiting if !run.is_stopped() => return self.suspended(block),
            // A block that waits for output after the one that failed will never print.
            Turn::Held if block.number < run.end.load(Ordering::Relaxed) => {
                non_temporal::finish();
                let mut run_queue = locked(&run.run_queue);
                run_queue.hold(block);
                return run.suspended.store(run_queue.len(), Ordering::Relaxed);
            }
            Turn::Waiting => run.job.printer.ended(block.number),
            Turn::Held => {}
            Turn::Ended => {
                if run.job.counts {
                    run.ended.fetch_add(1, Ordering::Relaxed);
                }
                run.job.printer.ended(block.number);
                // Taking the lock of the queue for every block would be a bottleneck of short blocks.
                if run.suspended.load(Ordering::Relaxed) > 0 {
                    locked(&run.run_queue).ended();
                }
            }
            Turn::Cancelled => run.fail(EngineError::Cancelled),
            Turn::Trapped(op, fault) => run.trap(block.number, op, fault),
        }
        match &self.spare {
            None => self.spare = Some(block.arena),
            Some(_) => locked(&run.free).push(block.arena),
        }
    }

    /// Puts a block aside whose turn is over.
    fn suspended(&self, block: TileBlock) {
        let run = self.run;
        // Another worker may continue with it.
        non_temporal::finish();
        let first = run.job.printer.first();
        let mut run_queue = locked(&run.run_queue);
        let stuck = run_queue.put(block, first);
        run.suspended.store(run_queue.len(), Ordering::Relaxed);
        drop(run_queue);
        if stuck && !run.job.printer.raise() {
            let message = "what tile blocks print ahead of their turn needs more than the memory limit, because the block \
                           whose turn it is waits for them; print less, or without order";
            run.fail(EngineError::Resource(message.into()));
        }
    }
}
