//! A warp: 32 lanes that execute together, diverge and reconverge.
//!
//! The lanes of a warp are divided into paths (sub-warps). The lanes of a path are at the same instruction of the same chain of
//! calls. When they diverge at a branch, each side is a separate path, and both wait at the branch's immediate post-dominator
//! (the reconvergence point) until all have arrived; lanes that exit are not waited for. Every path runs for a quantum, so
//! lanes that wait for other lanes of their warp do not prevent them from running. When all remaining lanes only wait or poll,
//! those that wait at reconvergence points are released ([`Warp::release_waiting`]), which is the forward progress that sm_70
//! and later guarantee.

mod calls;
mod reconvergence;

pub(crate) use reconvergence::ReconvergencePoint;

use crate::check::{Checks, Values};
use crate::count::Counting;
use crate::fault::Fault;
use crate::machine::{Cluster, Context, Machine};
use crate::memory::Local;
use crate::place::Place;
use crate::program::{Effectful, Flow, Inst, Op, Reconvergence};
use crate::registers::{Frame, Registers};
use crate::sync::Wait;

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Return {
    /// The instruction at which it continues.
    pub(crate) pc: u32,
    /// The caller's frame.
    pub(crate) frame: Frame,
    /// Index of the function that is left.
    pub(crate) function: u32,
    /// The calling instruction, which determines the copied results.
    pub(crate) call: u32,
}

/// Lanes that are at the same instruction.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) pc: u32,
    pub(crate) mask: u32,
    /// The innermost reconvergence point that is waited for.
    pub(crate) reconvergence: Option<u32>,
    pub(crate) calls: Vec<Return>,
    pub(crate) frame: Frame,
    /// The condition that it waits for.
    pub(crate) wait: Option<Wait>,
    /// The lanes that execute the instruction at which it waits.
    pub(crate) waiting: u32,
    /// State of an instruction that waits.
    pub(crate) ticket: Option<u64>,
    /// Instructions that it has executed since it polled or waited.
    pub(crate) since: u64,
    /// How often it has polled or waited since the last event that it saw ([`Cluster::events`]).
    pub(crate) polls: u32,
    pub(crate) seen: u64,
}

impl Path {
    fn polled(&mut self, events: u64) {
        self.since = 0;
        self.polls = if self.seen == events { self.polls.saturating_add(1) } else { 1 };
        self.seen = events;
    }
}

/// Instructions after which a path that has neither polled nor waited is taken to compute. A loop that polls does so much
/// more often.
pub(crate) const COMPUTING_AFTER: u64 = 4096;

/// Why a path no longer runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// It waits, polls, or has had its quantum.
    Yielded,
    /// It ended, diverged, or reconverged with others.
    Changed,
}

/// A warp.
#[derive(Debug)]
pub(crate) struct Warp {
    pub(crate) registers: Registers,
    pub(crate) local: Local,
    /// Bytes that frames of functions have taken at most, here and in clusters before.
    pub(crate) taken: u64,
    pub(crate) paths: Vec<Path>,
    pub(crate) points: Vec<Option<ReconvergencePoint>>,
    /// Lanes that have not ended.
    pub(crate) live: u32,
    /// The block's rank in its cluster.
    pub(crate) rank: u32,
    /// The warp's number in its block.
    pub(crate) index: u32,
    /// Turns that it has had.
    pub(crate) quanta: u32,
}

/// The result of a quantum of a warp.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// Instructions of the warp.
    pub(crate) instructions: u64,
    /// Did a path stop because it had had its quantum, which does not just poll?
    pub(crate) cut: bool,
}

/// The context of a quantum.
pub(crate) struct Surroundings<'a> {
    pub(crate) machine: &'a Machine<'a>,
    pub(crate) code: &'a [Inst],
    pub(crate) cluster: &'a mut Cluster,
    /// Instructions that one path may execute in this quantum.
    pub(crate) quantum: u64,
    pub(crate) progress: Progress,
}

impl Warp {
    /// Has every lane ended?
    pub(crate) fn ended(&self) -> bool {
        self.live == 0
    }

    /// Lets every path run until it waits, polls, ends, or has had its quantum.
    pub(crate) fn run_quantum(&mut self, around: &mut Surroundings<'_>) -> Result<(), Box<Fault>> {
        let mut had = 0;
        // Paths that diverge and reconverge again and again end the quantum too, because otherwise the others would starve;
        // the next quantum begins with the others.
        let mut left = 4 * around.quantum;
        self.quanta = self.quanta.wrapping_add(1);
        let last = self.quanta.is_multiple_of(2);
        while let Some(index) = self.next(had, last) {
            let mask = self.paths[index].mask;
            let before = around.progress.instructions;
            let most = left.min(around.quantum);
            let stop = match around.machine.tally.is_on() || !around.machine.followed.is_empty() {
                false => self.run::<false>(index, most, around)?,
                true => self.run::<true>(index, most, around)?,
            };
            if stop == Stop::Yielded {
                had |= mask;
            }
            left = left.saturating_sub(around.progress.instructions - before);
        }
        Ok(())
    }

    /// A path of which no lane has had its quantum.
    fn next(&self, had: u32, last: bool) -> Option<usize> {
        let waits = |path: &Path| path.mask & had == 0;
        if last { self.paths.iter().rposition(waits) } else { self.paths.iter().position(waits) }
    }

    /// Lets a path run, `most` instructions at most. With `OBSERVED`, an observer is notified of each of them.
    fn run<const OBSERVED: bool>(
        &mut self,
        index: usize,
        most: u64,
        around: &mut Surroundings<'_>,
    ) -> Result<Stop, Box<Fault>> {
        let code = around.code;
        let path = &self.paths[index];
        self.registers.frame = path.frame;
        // Kept in variables during the loop, and stored in the path when it stops.
        let (mask, mut pc, reconverges_at) = (path.mask, path.pc, self.reconverges_at(path));
        if pc == reconverges_at {
            self.reconverge(index);
            return Ok(Stop::Changed);
        }
        let mut ran = 0;
        let stop = loop {
            let inst = &code[pc as usize];
            if ran == most {
                self.stand(index, pc, ran);
                around.progress.cut |= self.paths[index].since >= COMPUTING_AFTER;
                break Stop::Yielded;
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
                // Uniform branches, and instructions that no lane executes, stay in the loop; everything else changes
                // the paths.
                Op::Branch { target, .. } if lanes == mask => pc = *target,
                Op::Branch { .. } | Op::Effectful(_) if lanes == 0 => pc += 1,
                Op::Effectful(act) => {
                    self.stand(index, pc, 0);
                    match self.execute(index, lanes, &**act, inst, around)? {
                        Flow::Next => pc += 1,
                        flow @ (Flow::Poll | Flow::Wait(_)) => {
                            // A poll has executed and gave an answer; it waits only in the sense that asking again at
                            // once is useless.
                            if flow != Flow::Poll {
                                around.cluster.waited(lanes);
                            }
                            self.paths[index].polled(around.cluster.events);
                            break Stop::Yielded;
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
            if pc == reconverges_at {
                self.stand(index, pc, ran);
                self.reconverge(index);
                break Stop::Changed;
            }
        };
        around.progress.instructions += ran;
        Ok(stop)
    }

    /// Tells those who count or check of an instruction.
    fn observed(&self, index: usize, (pc, at): (u32, Place), lanes: u32, around: &Surroundings<'_>) {
        if self.paths[index].wait.is_none() {
            around.machine.tally.tell(|counting| counting.issued(pc, lanes));
        }
        if around.machine.followed.get(pc as usize) == Some(&true) {
            let who = (around.cluster.number, self.rank, self.index);
            let masks = [lanes, self.paths[index].mask, self.live];
            let mut functions = around.machine.kernel.functions.iter();
            let rows = functions.find(|one| one.id == at.function).map_or(&[][..], |one| &one.registers);
            let values = Values { registers: &self.registers, rows };
            around.machine.watch.tell(|checks| checks.executes(who, at, masks, values));
        }
    }

    /// Says where a path is, which has executed `ran` instructions more.
    fn stand(&mut self, index: usize, pc: u32, ran: u64) {
        let path = &mut self.paths[index];
        path.pc = pc;
        path.since += ran;
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
            Op::Branch { target, reconvergence } => self.branch(index, lanes, *target, *reconvergence),
            Op::Select { index: by, targets, reconvergence } => {
                self.select(index, lanes, *by, targets, *reconvergence)?
            }
            Op::Call(call) => self.call(index, lanes, call, around)?,
            Op::CallIndirect(call) => self.call_indirect(index, lanes, call, around)?,
            Op::Return => self.give_back(index, lanes, around),
            Op::Exit => self.exit(index, lanes, around),
            Op::Compute(..) | Op::Kernel(..) | Op::Effectful(_) => {}
        }
        Ok(())
    }

    /// Executes an instruction that does not only access registers, together with the lanes of other paths that wait at it if
    /// it needs them.
    fn execute(
        &mut self,
        index: usize,
        lanes: u32,
        act: &dyn Effectful,
        inst: &Inst,
        around: &mut Surroundings<'_>,
    ) -> Result<Flow, Box<Fault>> {
        // Lanes of other paths at the same instruction join if it waits for them, so it may execute again with more
        // lanes.
        let mut mask = lanes;
        loop {
            let path = &mut self.paths[index];
            let mut cx = Context {
                machine: around.machine,
                cluster: around.cluster,
                registers: &mut self.registers,
                local: &mut self.local,
                mask,
                live: self.live,
                converged: path.mask == self.live,
                rank: self.rank,
                warp: self.index,
                calls: path.calls.len() as u32,
                at: inst.at,
                ticket: &mut path.ticket,
            };
            let (number, rank, warp) = (cx.cluster.number, cx.rank, cx.warp);
            cx.machine.watch.tell(|checks| checks.begin((number, rank, warp), [mask, self.live], inst.at));
            cx.machine.tally.tell(|counting| counting.begin(inst.at, rank));
            let flow = act.execute(&mut cx).map_err(|fault| cx.blame(fault))?;
            match flow {
                Flow::Next | Flow::Poll => {
                    around.machine.watch.tell(Checks::end);
                    around.machine.tally.tell(Counting::end);
                    self.go_on(index, mask);
                    return Ok(flow);
                }
                Flow::Wait(wait) => {
                    let path = &mut self.paths[index];
                    if path.wait.is_none() {
                        around.machine.tally.tell(|counting| counting.waits(inst.at));
                    }
                    (path.wait, path.waiting) = (Some(wait), lanes);
                    let Wait::Lanes(_) = wait else { return Ok(flow) };
                    let gathered = self.gathered(index);
                    // No further lanes are there: the path waits for them.
                    if mask == gathered {
                        return Ok(flow);
                    }
                    mask = gathered;
                }
            }
        }
    }

    /// Lanes of all paths that wait at the same instruction for lanes.
    fn gathered(&self, index: usize) -> u32 {
        let this = &self.paths[index];
        let same = |path: &&Path| {
            path.pc == this.pc && path.frame == this.frame && matches!(path.wait, Some(Wait::Lanes(_)))
        };
        self.paths.iter().filter(same).fold(0, |mask, path| mask | path.waiting)
    }

    /// Every path whose lanes executed the instruction continues after it.
    fn go_on(&mut self, index: usize, mask: u32) {
        let pc = self.paths[index].pc;
        if self.paths.len() == 1 && self.paths[index].wait.is_none() {
            (self.paths[index].pc, self.paths[index].ticket) = (pc + 1, None);
            return;
        }
        for (at, path) in self.paths.iter_mut().enumerate() {
            if at == index || (path.wait.is_some() && path.pc == pc && path.waiting & mask != 0) {
                path.pc = pc + 1;
                (path.wait, path.waiting, path.ticket) = (None, 0, None);
            }
        }
    }

    /// Where each path is and what it waits for.
    pub(crate) fn thread_states<'w>(
        &'w self,
        code: &'w [Inst],
    ) -> impl Iterator<Item = (Place, u32, Option<Wait>)> + 'w {
        self.paths.iter().map(move |path| (code[path.pc as usize].at, path.mask, path.wait))
    }
}

/// Adds the place to a fault that has none.
fn locate(mut fault: Box<Fault>, at: Place) -> Box<Fault> {
    fault.place.get_or_insert(at);
    fault
}

/// Whether lanes that left a path at a reconvergence point have to wait there.
pub(crate) const fn reconvergence_pc(reconvergence: Reconvergence) -> Option<u32> {
    match reconvergence {
        Reconvergence::At(pc) => Some(pc),
        Reconvergence::Return => None,
    }
}
