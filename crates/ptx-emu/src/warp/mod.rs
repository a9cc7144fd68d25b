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
}

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
    pub(crate) splits: Vec<Split>,
    pub(crate) joins: Vec<Option<JoinPoint>>,
    /// Lanes that have not ended.
    pub(crate) live: u32,
    /// The block's rank in its cluster.
    pub(crate) rank: u32,
    /// The warp's number in its block.
    pub(crate) index: u32,
}

/// What a turn of a warp did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turn {
    /// Instructions of the warp.
    pub(crate) instructions: u64,
    /// Did a split stop because it had had its share?
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
        while let Some(index) = self.splits.iter().rposition(|split| split.mask & had == 0) {
            let mask = self.splits[index].mask;
            if self.run(index, around)? == Stop::Turn {
                had |= mask;
            }
        }
        Ok(())
    }

    fn run(&mut self, index: usize, around: &mut Surroundings<'_>) -> Result<Stop, Box<Fault>> {
        let code = &around.machine.program.code;
        self.registers.frame = self.splits[index].frame;
        let mut left = around.share;
        let stop = loop {
            let split = &self.splits[index];
            let (pc, mask) = (split.pc, split.mask);
            let inst = &code[pc as usize];
            let lanes = inst.guard.map_or(mask, |guard| mask & self.registers.p(guard));
            if left == 0 {
                around.turn.cut = true;
                break Stop::Turn;
            }
            left -= 1;
            around.cluster.count(pc, lanes);
            match &inst.op {
                Op::Compute(run, operands) => {
                    run(&mut self.registers, operands, lanes);
                    self.splits[index].pc = pc + 1;
                }
                Op::Kernel(step, operands) => {
                    step.0(&mut self.registers, operands, lanes);
                    self.splits[index].pc = pc + 1;
                }
                Op::Branch { target, join } => {
                    if !self.branch(index, lanes, *target, *join) {
                        break Stop::Changed;
                    }
                }
                Op::Act(act) if lanes != 0 => match self.act(index, lanes, &**act, inst, around)? {
                    Flow::Next => {}
                    Flow::Poll => break Stop::Turn,
                    Flow::Wait(_) => break Stop::Turn,
                },
                Op::Act(_) => self.splits[index].pc = pc + 1,
                Op::Select { index: by, targets, join } => {
                    self.select(index, lanes, *by, targets, *join, inst.at)?;
                    break Stop::Changed;
                }
                Op::Call(call) => {
                    self.call(index, lanes, call, around).map_err(|fault| locate(fault, inst.at))?;
                    break Stop::Changed;
                }
                Op::CallIndirect(call) => {
                    self.call_indirect(index, lanes, call, around).map_err(|fault| locate(fault, inst.at))?;
                    break Stop::Changed;
                }
                Op::Return => {
                    self.give_back(index, lanes, around);
                    break Stop::Changed;
                }
                Op::Exit => {
                    self.exit(index, lanes, around);
                    break Stop::Changed;
                }
            }
            if self.meets(index) {
                break Stop::Changed;
            }
        };
        around.turn.instructions += around.share - left;
        Ok(stop)
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
                at: inst.at,
                ticket: &mut split.ticket,
            };
            let flow = act.act(&mut cx).map_err(|fault| cx.blame(fault))?;
            match flow {
                Flow::Next | Flow::Poll => {
                    self.go_on(index, mask);
                    return Ok(flow);
                }
                Flow::Wait(wait) => {
                    let split = &mut self.splits[index];
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
