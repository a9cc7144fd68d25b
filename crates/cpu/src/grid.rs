//! Runs all tile blocks of a launch on several workers.
//!
//! - Blocks start in order of number. A worker takes a few at a time, fewer towards the end.
//! - A block whose turn ends while it may be waiting for others is put aside. Every block that was put aside gets a turn
//!   before new ones start, and new ones start while there is room: a block that waits does not keep others from running,
//!   whether it waits for an earlier one or for one that has not started.
//! - A block runs on one worker at a time. Blocks that do not wait run from start to end in one turn, in the same frame
//!   as the block before.
//! - After a trap no block of a higher number starts. Lower ones that have been taken still run, so that the trap of the
//!   lowest block is the one that is reported, however many workers there are; blocks that were put aside are dropped.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ir::Op;
use launch::{EngineError, Grid};

use crate::arena::AlignedBytes;
use crate::block::{Arena, Fuel, TileBlock, Turn};
use crate::context::Context;
use crate::fault::Fault;
use crate::memory::Memory;
use crate::output::Sink;
use crate::pool::Pool;
use crate::printer::{Outbox, Printer};
use crate::program::Program;
use crate::stream::Ahead;

/// Blocks that may be put aside at first.
const RESIDENT: usize = 64;
/// Turns for each block that was put aside, without any block ending, after which more may be.
const STALLED_ROUNDS: usize = 8;
/// Blocks that a worker takes at once at most.
const MOST_TAKEN: u64 = 64;

/// Why a launch ends early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// What a block did.
    Trap { number: u64, op: Op, fault: Box<Fault> },
    /// What the engine could not do.
    Engine(EngineError),
}

/// Blocks that were put aside.
struct Waiting {
    queue: VecDeque<TileBlock>,
    /// So many may be resident.
    limit: usize,
    /// Turns until all of them have had one.
    turns: usize,
    /// New blocks that may start before the next round.
    starts: usize,
    /// Turns since a block ended or started.
    stalled: usize,
}

/// What a worker does next, when blocks were put aside.
enum Choice {
    Resume(TileBlock),
    Start,
    Nothing,
}

impl Waiting {
    fn choose(&mut self, may_start: bool, most: usize) -> Choice {
        if self.turns == 0 && self.starts == 0 {
            let all = self.queue.len();
            self.turns = all;
            self.starts = 1 + all / 2;
            if all >= self.limit && self.stalled > STALLED_ROUNDS * all {
                self.limit = (self.limit * 2).min(most);
                self.stalled = 0;
            }
        }
        if self.turns == 0 && may_start && self.queue.len() < self.limit {
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
            None => Choice::Nothing,
        }
    }
}

/// What a launch brings.
pub(crate) struct Job<'a> {
    pub(crate) program: &'a Program,
    pub(crate) constants: &'a AlignedBytes,
    pub(crate) memory: &'a Memory,
    pub(crate) pool: &'a Pool,
    pub(crate) grid: Grid,
    /// Bits of the parameters.
    pub(crate) args: &'a [u64],
    pub(crate) cancel: Option<&'a AtomicBool>,
    pub(crate) printer: &'a Printer<'a>,
    /// Instructions that all blocks together may execute; there is one worker when it is set.
    pub(crate) budget: Option<u64>,
    pub(crate) workers: usize,
    /// Blocks that may ever be resident, as far as memory goes.
    pub(crate) most_resident: usize,
}

/// What all workers of a launch share.
pub(crate) struct Run<'a> {
    job: Job<'a>,
    /// The first block that nobody has taken.
    next: AtomicU64,
    /// Blocks from this number on do not run any more.
    end: AtomicU64,
    waiting: Mutex<Waiting>,
    /// Length of the queue of `waiting`.
    put_aside: AtomicUsize,
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
        let waiting = Waiting { queue: VecDeque::new(), limit, turns: 0, starts: 0, stalled: 0 };
        Run {
            job,
            next: AtomicU64::new(0),
            end,
            waiting: Mutex::new(waiting),
            put_aside: AtomicUsize::new(0),
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

    /// What a thread does that helps the one that launches.
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

    /// Blocks that have ended.
    pub(crate) fn ended(&self) -> u64 {
        self.ended.load(Ordering::Relaxed)
    }

    /// Why the launch ended early, if it did; and the arenas of all its blocks, which may be used again when no address of
    /// the launch is looked up any more.
    pub(crate) fn finish(self) -> (Option<Stop>, Vec<Arena>) {
        let mut arenas = self.free.into_inner().unwrap_or_else(PoisonError::into_inner);
        let waiting = self.waiting.into_inner().unwrap_or_else(PoisonError::into_inner);
        arenas.extend(waiting.queue.into_iter().map(|block| block.arena));
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

    /// The next few blocks.
    fn take(&self) -> Range<u64> {
        let total = self.job.grid.blocks();
        let workers = self.job.workers as u64;
        let mut start = self.next.load(Ordering::Relaxed);
        loop {
            let count = ((total - start) / (4 * workers)).clamp(1, MOST_TAKEN).min(total - start);
            match self.next.compare_exchange_weak(start, start + count, Ordering::Relaxed, Ordering::Relaxed)
            {
                Ok(_) => return start..start + count,
                Err(now) => start = now,
            }
        }
    }

    /// What one worker does until nothing is left for it. `after` is called after each turn.
    pub(crate) fn work(&self, sink: &dyn Sink, after: &dyn Fn()) {
        let Some(scratch) = self.job.pool.scratch(self.job.program.scratch) else {
            let bytes = self.job.program.scratch;
            return self.fail(no_memory("a worker", bytes));
        };
        let mut worker =
            Worker { run: self, sink, scratch, taken: 0..0, spare: None, ahead: Ahead::default() };
        while worker.turn() {
            after();
        }
        self.job.pool.put_scratch(worker.scratch);
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
    scratch: AlignedBytes,
    /// Blocks that this worker will start.
    taken: Range<u64>,
    /// The arena of a block that has ended, for the next one.
    spare: Option<Arena>,
    ahead: Ahead,
}

impl Worker<'_, '_> {
    /// Gives one block a turn; false when there is none.
    fn turn(&mut self) -> bool {
        let run = self.run;
        if run.is_cancelled() {
            run.fail(EngineError::Cancelled);
            return false;
        }
        if run.put_aside.load(Ordering::Relaxed) == 0 || run.is_stopped() {
            return self.start();
        }
        let may_start = !self.taken.is_empty() || run.next.load(Ordering::Relaxed) < run.job.grid.blocks();
        let (choice, stalled) = {
            let mut waiting = locked(&run.waiting);
            let choice = waiting.choose(may_start, run.job.most_resident);
            run.put_aside.store(waiting.queue.len(), Ordering::Relaxed);
            (choice, waiting.stalled > waiting.queue.len())
        };
        if stalled && run.job.workers > 1 {
            // Whoever is waited for may need this core.
            std::thread::yield_now();
        }
        match choice {
            Choice::Resume(block) => self.run(block),
            Choice::Start => return self.start(),
            Choice::Nothing => return false,
        }
        true
    }

    /// Gives the next block its first turn; false when there is none.
    fn start(&mut self) -> bool {
        let run = self.run;
        if self.taken.is_empty() {
            self.taken = run.take();
        }
        let number = self.taken.start;
        if number >= self.taken.end.min(run.end.load(Ordering::Relaxed)) {
            // Blocks that someone put aside after the last look are that one's.
            return false;
        }
        self.taken.start += 1;
        self.ahead.clear();
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
            ahead: &self.ahead,
        }
    }

    fn run(&mut self, mut block: TileBlock) {
        let run = self.run;
        let most_steps = run.job.budget.map_or(u64::MAX, |budget| budget.saturating_sub(run.steps()));
        let mut fuel = Fuel::new(most_steps);
        let turn = {
            let ctx = self.context(&block);
            block.run(run.job.program, &ctx, &mut fuel, &|| run.is_cancelled())
        };
        run.steps.fetch_add(fuel.steps, Ordering::Relaxed);
        match turn {
            Turn::Waiting if !run.is_stopped() => {
                let mut waiting = locked(&run.waiting);
                waiting.queue.push_back(block);
                run.put_aside.store(waiting.queue.len(), Ordering::Relaxed);
                return;
            }
            Turn::Waiting => {}
            Turn::Ended => {
                run.ended.fetch_add(1, Ordering::Relaxed);
                run.job.printer.ended(block.number);
                if run.put_aside.load(Ordering::Relaxed) > 0 {
                    locked(&run.waiting).stalled = 0;
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
}
