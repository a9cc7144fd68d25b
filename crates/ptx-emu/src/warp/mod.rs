//! A warp: 32 lanes that execute together, part, and meet again.
//!
//! The lanes of a warp are divided into splits. Those of a split are at the same instruction of the same chain of calls.
//! When they part at a branch, each part is a split of its own, and both wait at the branch's immediate post-dominator
//! (a join) until all have come; lanes that end are no longer waited for. Every split gets its turn, so that lanes which
//! wait for other lanes of their warp do not keep them from running. When all lanes that still run do nothing but wait
//! and poll, those that wait at joins are let go ([`Warp::let_go`]), which is the progress that sm_70 and later promise.

mod calls;
mod joins;
mod registers;

pub(crate) use joins::JoinPoint;
pub(crate) use registers::{Doubles, Frame, Registers, Words};

use crate::check::{Checks, Values};
use crate::count::Counting;
use crate::fault::Fault;
use crate::machine::{Cluster, Context, Machine};
use crate::memory::Local;
use crate::program::{Inst, Join, Op, Place};
use crate::sync::Wait;

/// How an instruction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The next one follows.
    Next,
    /// The next one follows, but whoever does this waits for somebody else: others get their turn.
    Poll,
    /// It has not happened; it is executed again later.
    Wait(Wait),
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Return {
    /// Where it goes on.
    pub(crate) pc: u32,
    /// The caller's frame.
    pub(crate) frame: Frame,
    /// Index of the function that is left.
    pub(crate) function: u32,
    /// The instruction that called, which says what is copied back.
    pub(crate) call: u32,
}

/// Lanes that are at the same instruction.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    pub(crate) pc: u32,
    pub(crate) mask: u32,
    /// The innermost join that is waited for.
    pub(crate) join: Option<u32>,
    pub(crate) calls: Vec<Return>,
    pub(crate) frame: Frame,
    /// What it waits for.
    pub(crate) wait: Option<Wait>,
    /// The lanes that execute the instruction at which it waits.
    pub(crate) waiting: u32,
    /// What an instruction that waits has to remember.
    pub(crate) ticket: Option<u64>,
    /// Instructions that it has executed since it polled or waited.
    pub(crate) since: u64,
    /// How often it has polled or waited since the last event that it saw ([`Cluster::events`]).
    pub(crate) polls: u32,
    pub(crate) seen: u64,
}

impl Split {
    fn polled(&mut self, events: u64) {
        self.since = 0;
        self.polls = if self.seen == events { self.polls.saturating_add(1) } else { 1 };
        self.seen = events;
    }
}

/// Instructions after which a split that has neither polled nor waited is taken to compute.
pub(crate) const PATIENT: u64 = 4096;

/// Why a split no longer runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// It waits, polls, or has had its share.
    Turn,
    /// It ended, parted, or met others.
    Changed,
}

/// A warp.
#[derive(Debug)]
pub(crate) struct Warp {
    pub(crate) registers: Registers,
    pub(crate) local: Local,
    /// Bytes that frames of functions have taken at most, here and in clusters before.
    pub(crate) taken: u64,
    pub(crate) splits: Vec<Split>,
    pub(crate) joins: Vec<Option<JoinPoint>>,
    /// Lanes that have not ended.
    pub(crate) live: u32,
    /// The block's rank in its cluster.
    pub(crate) rank: u32,
    /// The warp's number in its block.
    pub(crate) index: u32,
    /// Turns that it has had.
    pub(crate) turns: u32,
}

/// What a turn of a warp did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turn {
    /// Instructions of the warp.
    pub(crate) instructions: u64,
    /// Did a split stop because it had had its share, which does not just poll?
    pub(crate) cut: bool,
}

/// What a turn works on.
pub(crate) struct Surroundings<'a> {
    pub(crate) machine: &'a Machine<'a>,
    pub(crate) cluster: &'a mut Cluster,
    /// Instructions that one split may execute in this turn.
    pub(crate) share: u64,
    pub(crate) turn: Turn,
}

impl Warp {
    /// Has every lane ended?
    pub(crate) fn ended(&self) -> bool {
        self.live == 0
    }

    /// Lets every split run until it waits, polls, ends, or has had its share.
    pub(crate) fn take_turn(&mut self, around: &mut Surroundings<'_>) -> Result<(), Box<Fault>> {
        let mut had = 0;
        // Splits that part and meet again and again end the turn too; the next one begins with the others.
        let mut left = 4 * around.share;
        self.turns = self.turns.wrapping_add(1);
        let last = self.turns.is_multiple_of(2);
        while let Some(index) = self.next(had, last) {
            let mask = self.splits[index].mask;
            let before = around.turn.instructions;
            let most = left.min(around.share);
            let stop = match around.machine.tally.is_on() || !around.machine.followed.is_empty() {
                false => self.run::<false>(index, most, around)?,
                true => self.run::<true>(index, most, around)?,
            };
            if stop == Stop::Turn {
                had |= mask;
            }
            left = left.saturating_sub(around.turn.instructions - before);
        }
        Ok(())
    }

    /// A split of which no lane has had its turn.
    fn next(&self, had: u32, last: bool) -> Option<usize> {
        let waits = |split: &Split| split.mask & had == 0;
        if last { self.splits.iter().rposition(waits) } else { self.splits.iter().position(waits) }
    }

    /// Lets a split run, for at most a number of instructions. With `OBSERVED`, somebody wants to know of each of them.
    fn run<const OBSERVED: bool>(
        &mut self,
        index: usize,
        most: u64,
        around: &mut Surroundings<'_>,
    ) -> Result<Stop, Box<Fault>> {
        let code = &around.machine.program.code;
        let split = &self.splits[index];
        self.registers.frame = split.frame;
        let (mask, mut pc, meeting) = (split.mask, split.pc, self.meeting(split));
        if pc == meeting {
            self.meets(index);
            return Ok(Stop::Changed);
        }
        let mut ran = 0;
        let stop = loop {
            let inst = &code[pc as usize];
            if ran == most {
                self.stand(index, pc, ran);
                around.turn.cut |= self.splits[index].since >= PATIENT;
                break Stop::Turn;
            }
            let lanes = match inst.guard {
                None => mask,
                Some(guard) => mask & self.registers.p(guard),
            };
            ran += 1;
            around.cluster.count(pc, lanes);
            if OBSERVED {
                self.observed(index, (pc, inst.at), lanes, around);
            }
            match &inst.op {
                Op::Compute(run, operands) => {
                    run(&mut self.registers, operands, lanes);
                    pc += 1;
                }
                Op::Kernel(step, operands) => {
                    step.0(&mut self.registers, operands, lanes);
                    pc += 1;
                }
                Op::Branch { target, .. } if lanes == mask => pc = *target,
                Op::Branch { .. } | Op::Act(_) if lanes == 0 => pc += 1,
                Op::Act(act) => {
                    self.stand(index, pc, 0);
                    match self.act(index, lanes, &**act, inst, around)? {
                        Flow::Next => pc += 1,
                        flow @ (Flow::Poll | Flow::Wait(_)) => {
                            if flow != Flow::Poll {
                                around.cluster.waited(lanes);
                            }
                            self.splits[index].polled(around.cluster.events);
                            break Stop::Turn;
                        }
                    }
                }
                Op::Branch { .. }
                | Op::Select { .. }
                | Op::Call(_)
                | Op::CallIndirect(_)
                | Op::Return
                | Op::Exit => {
                    self.stand(index, pc, ran);
                    self.control(index, lanes, inst, around).map_err(|fault| locate(fault, inst.at))?;
                    break Stop::Changed;
                }
            }
            if pc == meeting {
                self.stand(index, pc, ran);
                self.meets(index);
                break Stop::Changed;
            }
        };
        around.turn.instructions += ran;
        Ok(stop)
    }

    /// Tells those who count or check of an instruction.
    fn observed(&self, index: usize, (pc, at): (u32, Place), lanes: u32, around: &Surroundings<'_>) {
        if self.splits[index].wait.is_none() {
            around.machine.tally.tell(|counting| counting.issued(pc, lanes));
        }
        if around.machine.followed.get(pc as usize) == Some(&true) {
            let who = (around.cluster.number, self.rank, self.index);
            let masks = [lanes, self.splits[index].mask, self.live];
            let mut functions = around.machine.program.functions.iter();
            let rows = functions.find(|one| one.id == at.function).map_or(&[][..], |one| &one.registers);
            let values = Values { registers: &self.registers, rows };
            around.machine.watch.tell(|checks| checks.executes(who, at, masks, values));
        }
    }

    /// Says where a split stands, which has executed a number of further instructions.
    fn stand(&mut self, index: usize, pc: u32, ran: u64) {
        let split = &mut self.splits[index];
        split.pc = pc;
        split.since += ran;
    }

    /// Executes what lets lanes part or leaves a function.
    fn control(
        &mut self,
        index: usize,
        lanes: u32,
        inst: &Inst,
        around: &mut Surroundings<'_>,
    ) -> Result<(), Box<Fault>> {
        match &inst.op {
            Op::Branch { target, join } => self.branch(index, lanes, *target, *join),
            Op::Select { index: by, targets, join } => self.select(index, lanes, *by, targets, *join)?,
            Op::Call(call) => self.call(index, lanes, call, around)?,
            Op::CallIndirect(call) => self.call_indirect(index, lanes, call, around)?,
            Op::Return => self.give_back(index, lanes, around),
            Op::Exit => self.exit(index, lanes, around),
            Op::Compute(..) | Op::Kernel(..) | Op::Act(_) => {}
        }
        Ok(())
    }

    /// Executes an instruction on more than registers, with the lanes of other splits that wait at it if it asks for them.
    fn act(
        &mut self,
        index: usize,
        lanes: u32,
        act: &dyn crate::program::Act,
        inst: &Inst,
        around: &mut Surroundings<'_>,
    ) -> Result<Flow, Box<Fault>> {
        let mut mask = lanes;
        loop {
            let split = &mut self.splits[index];
            let mut cx = Context {
                machine: around.machine,
                cluster: around.cluster,
                registers: &mut self.registers,
                local: &mut self.local,
                mask,
                live: self.live,
                converged: split.mask == self.live,
                rank: self.rank,
                warp: self.index,
                calls: split.calls.len() as u32,
                at: inst.at,
                ticket: &mut split.ticket,
            };
            let (number, rank, warp) = (cx.cluster.number, cx.rank, cx.warp);
            cx.machine.watch.tell(|checks| checks.begin(number, rank, warp, inst.at));
            cx.machine.tally.tell(|counting| counting.begin(inst.at, rank));
            let flow = act.act(&mut cx).map_err(|fault| cx.blame(fault))?;
            match flow {
                Flow::Next | Flow::Poll => {
                    around.machine.watch.tell(Checks::end);
                    around.machine.tally.tell(Counting::end);
                    self.go_on(index, mask);
                    return Ok(flow);
                }
                Flow::Wait(wait) => {
                    let split = &mut self.splits[index];
                    if split.wait.is_none() {
                        around.machine.tally.tell(|counting| counting.waits(inst.at));
                    }
                    (split.wait, split.waiting) = (Some(wait), lanes);
                    let Wait::Lanes(_) = wait else { return Ok(flow) };
                    let gathered = self.gathered(index);
                    if mask == gathered {
                        return Ok(flow);
                    }
                    mask = gathered;
                }
            }
        }
    }

    /// Lanes of all splits that wait at the same instruction for lanes.
    fn gathered(&self, index: usize) -> u32 {
        let this = &self.splits[index];
        let same = |split: &&Split| {
            split.pc == this.pc && split.frame == this.frame && matches!(split.wait, Some(Wait::Lanes(_)))
        };
        self.splits.iter().filter(same).fold(0, |mask, split| mask | split.waiting)
    }

    /// Every split whose lanes executed the instruction goes on behind it.
    fn go_on(&mut self, index: usize, mask: u32) {
        let pc = self.splits[index].pc;
        if self.splits.len() == 1 && self.splits[index].wait.is_none() {
            (self.splits[index].pc, self.splits[index].ticket) = (pc + 1, None);
            return;
        }
        for (at, split) in self.splits.iter_mut().enumerate() {
            if at == index || (split.wait.is_some() && split.pc == pc && split.waiting & mask != 0) {
                split.pc = pc + 1;
                (split.wait, split.waiting, split.ticket) = (None, 0, None);
            }
        }
    }

    /// Where each split stands and what it waits for.
    pub(crate) fn standing<'w>(
        &'w self,
        code: &'w [Inst],
    ) -> impl Iterator<Item = (Place, u32, Option<Wait>)> + 'w {
        self.splits.iter().map(move |split| (code[split.pc as usize].at, split.mask, split.wait))
    }
}

/// Adds the place to a fault that has none.
fn locate(mut fault: Box<Fault>, at: Place) -> Box<Fault> {
    fault.place.get_or_insert(at);
    fault
}

/// Whether lanes that left a split at a join's place have to wait there.
pub(crate) const fn join_pc(join: Join) -> Option<u32> {
    match join {
        Join::At(pc) => Some(pc),
        Join::Return => None,
    }
}
