//! A tile block that runs: a program counter and a frame, so that it can be suspended after any loop iteration and
//! resumed later, on any worker.

use ir::Op;

use crate::context::Context;
use crate::fault::{self, Checked, Fault};
use crate::frame::Pc;
use crate::memory::arena::AlignedBytes;
use crate::program::{Kind, Program, Step};
use crate::steps::control::apply;

/// The memory of a resident tile block. It is reused by other blocks when the block has ended.
#[derive(Debug)]
pub(crate) struct Arena {
    pub(crate) frame: AlignedBytes,
    /// The memory of `alloca`.
    pub(crate) reserved: AlignedBytes,
    /// Which of the launch's areas the reserved memory is.
    pub(crate) area: u32,
}

/// A tile block that has started.
#[derive(Debug)]
pub(crate) struct TileBlock {
    /// Its number in the grid.
    pub(crate) number: u64,
    pub(crate) pc: Pc,
    pub(crate) arena: Arena,
}

/// How a turn of a tile block ends.
#[derive(Debug)]
pub(crate) enum Turn {
    /// It is done.
    Ended,
    /// Its turn is over, and it may be waiting for other blocks.
    Waiting,
    /// It would print, and has to wait until earlier blocks have.
    Held,
    /// The launch must end at once.
    Cancelled,
    /// It has undefined behaviour, in this operation.
    Trapped(Op, Box<Fault>),
}

/// The budget of a turn, and how much of it was used.
pub(crate) struct Fuel<'f> {
    /// Instructions executed.
    pub(crate) steps: u64,
    /// Limit of instructions; `u64::MAX` when they are not limited.
    pub(crate) most_steps: u64,
    /// More instructions of the launch's budget; 0 when it is used up.
    more_steps: &'f dyn Fn() -> u64,
    left: i64,
    refills: u32,
}

/// The cost of an iteration of a loop that may wait for other blocks. A turn of such a loop is 64 iterations: polling
/// more often would only keep the awaited block from running.
const WAIT: i64 = 1 << 10;
/// Fuel of a turn: one is spent by every iteration of any loop. A guess: long enough that switching costs nothing,
/// short enough that output and cancelling do not wait.
const TANK: i64 = 1 << 16;
/// Turns of loops that seem not to wait are longer by this factor: they wait only for something that the language does
/// not promise to arrive.
const REFILLS: u32 = 64;

impl<'f> Fuel<'f> {
    /// For a turn that may execute `most_steps` instructions, and more if `more_steps` gives some.
    pub(crate) fn new(most_steps: u64, more_steps: &'f dyn Fn() -> u64) -> Fuel<'f> {
        Fuel { steps: 0, most_steps, more_steps, left: TANK, refills: REFILLS }
    }

    /// Asks for more instructions; false when there are none.
    #[cold]
    fn extend(&mut self) -> bool {
        self.most_steps += (self.more_steps)();
        self.steps < self.most_steps
    }

    /// Spends what the iteration of a loop costs; true when that was the last.
    #[inline]
    fn spend(&mut self, may_wait: bool) -> bool {
        self.left -= if may_wait { WAIT } else { 1 };
        self.left <= 0
    }

    /// Continues without fuel, if the turn may; `waits` is true if the loop may wait for other blocks.
    fn refill(&mut self, waits: bool) -> bool {
        if waits || self.refills == 0 {
            return false;
        }
        self.refills -= 1;
        self.left = TANK;
        true
    }
}

/// Where to continue.
enum Next {
    Instruction,
    Goto(Pc),
    /// Back to the start of a loop, which may wait for other blocks.
    Again(Pc, bool),
    /// This instruction may not run yet.
    Hold,
    End,
}

impl Next {
    /// The next instruction if `enters` what it begins, else `otherwise`.
    #[inline]
    fn enter_or_goto(enters: bool, otherwise: Pc) -> Next {
        if enters { Next::Instruction } else { Next::Goto(otherwise) }
    }

    /// The first instruction after `head` if there is another iteration, else `end`.
    #[inline]
    fn again_or_goto(again: bool, head: Pc, end: Pc) -> Next {
        if again { Next::Again(head + 1, false) } else { Next::Goto(end) }
    }
}

impl TileBlock {
    /// Runs until the end of the block or of its turn. `cancelled` is polled from time to time.
    pub(crate) fn run(
        &mut self,
        program: &Program,
        ctx: &Context<'_>,
        fuel: &mut Fuel<'_>,
        cancelled: &dyn Fn() -> bool,
    ) -> Turn {
        let mut pc = self.pc;
        loop {
            let step = &program.code[pc as usize];
            if fuel.steps >= fuel.most_steps && !fuel.extend() {
                return Turn::Trapped(step.op, Box::new(budget_is_used_up()));
            }
            fuel.steps += 1;
            match execute(step, program, pc, ctx) {
                Ok(Next::Instruction) => pc += 1,
                Ok(Next::Goto(target)) => pc = target,
                Ok(Next::Again(target, may_wait)) => {
                    pc = target;
                    if fuel.spend(may_wait) {
                        if cancelled() {
                            return Turn::Cancelled;
                        }
                        if !fuel.refill(may_wait) {
                            self.pc = pc;
                            return Turn::Waiting;
                        }
                    }
                }
                Ok(Next::Hold) => {
                    // It is counted when it runs.
                    fuel.steps -= 1;
                    self.pc = pc;
                    return Turn::Held;
                }
                Ok(Next::End) => return Turn::Ended,
                Err(fault) => return Turn::Trapped(fault.op.unwrap_or(step.op), fault),
            }
        }
    }
}

fn budget_is_used_up() -> Fault {
    Fault::new(fault::STEP_BUDGET, "the step budget is used up")
        .note("a block that waits for something that never happens ends like this")
}

/// Releases what these `alloca`s reserve: the region that they stand in ends.
fn release(allocas: &[Pc], program: &Program, ctx: &Context<'_>) {
    for &pc in allocas {
        if let Kind::Alloca(alloca) = &program.code[pc as usize].kind {
            alloca.release(ctx);
        }
    }
}

#[inline]
fn execute(step: &Step, program: &Program, pc: Pc, ctx: &Context<'_>) -> Checked<Next> {
    match &step.kind {
        Kind::Jump(jump) => {
            apply(&jump.moves, ctx);
            // Only backward jumps cost fuel: code without them terminates.
            let back = jump.target <= pc;
            return Ok(if back { Next::Again(jump.target, jump.may_wait) } else { Next::Goto(jump.target) });
        }
        Kind::If(branch) => return Ok(Next::enter_or_goto(branch.decide(ctx), branch.otherwise)),
        Kind::For(head) => return Ok(Next::enter_or_goto(head.start(ctx)?, head.end)),
        Kind::Continue(end) => {
            let Kind::For(head) = &program.code[end.head as usize].kind else {
                unreachable!("a continue of a for knows its loop")
            };
            return Ok(Next::again_or_goto(end.advance(head, ctx)?, end.head, head.end));
        }
        Kind::Call(call) => return Ok(Next::Goto(call.enter(pc, ctx))),
        Kind::Back(place) => return Ok(Next::Goto(crate::steps::control::back(*place, ctx))),
        Kind::Return => return Ok(Next::End),
        Kind::BlockId(outs) => ctx.set_axes(outs, ctx.block),
        Kind::GridSize(outs) => ctx.set_axes(outs, ctx.grid.axes()),
        Kind::GlobalAddress { global, out } => {
            let address = ctx.memory.global(*global as usize, program.globals.len());
            ctx.set_scalar(*out, numerics::Scalar::I64, address);
        }
        Kind::Fused(fused) => fused.run(ctx)?,
        Kind::Reduce(reduce) => reduce.run(ctx)?,
        Kind::Scan(scan) => scan.run(ctx)?,
        Kind::Each(each) => each.start(ctx),
        Kind::EndEach(head) => {
            let Kind::Each(each) = &program.code[*head as usize].kind else {
                unreachable!("the end of a body knows what it belongs to")
            };
            return Ok(Next::again_or_goto(each.advance(ctx), *head, each.end));
        }
        Kind::Cat(cat) => cat.run(ctx),
        Kind::Extract(extract) => extract.run(ctx)?,
        Kind::Insert(insert) => insert.run(ctx)?,
        Kind::Pack(repack) => repack.pack(ctx),
        Kind::Unpack(repack) => repack.unpack(ctx),
        Kind::Multiply(multiply) => multiply.run(ctx)?,
        Kind::Alloca(alloca) => alloca.run(ctx)?,
        Kind::Release(allocas) => release(allocas, program, ctx),
        Kind::LoadPointers(load) => load.run(ctx)?,
        Kind::StorePointers(store) => store.run(ctx)?,
        Kind::ReadModifyWrite(atomic) => atomic.run(ctx)?,
        Kind::CompareAndSwap(atomic) => atomic.run(ctx)?,
        Kind::MakeTensor(make) => make.run(ctx),
        Kind::Extents(extents) => extents.run(ctx),
        Kind::IndexSpace(space) => space.run(ctx),
        Kind::LoadTile(load) => load.run(ctx)?,
        Kind::StoreTile(store) => store.run(ctx)?,
        Kind::LoadView(load) => load.run(ctx)?,
        Kind::StoreView(store) => store.run(ctx)?,
        Kind::ReduceIntoView(atomic) => atomic.run(ctx)?,
        Kind::Multimem(access) => access.run(ctx)?,
        Kind::Extern(call) => call.run(ctx),
        Kind::ExternTiles(call) => call.run(ctx)?,
        Kind::Assert(assert) => assert.run(ctx)?,
        // Output in order: a block prints only when those before it have ended.
        Kind::Print(_) if !ctx.sink.takes(ctx.block) => return Ok(Next::Hold),
        Kind::Print(print) => print.run(ctx),
        Kind::Watch(watch) => watch.run(ctx),
    }
    Ok(Next::Instruction)
}
