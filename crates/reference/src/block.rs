//! A tile block that runs: an explicit program counter and frames on the heap, so that it can stop after any operation
//! and continue later, and nesting costs no stack.

use ir::Op;
use launch::{BlockId, EngineError, LaunchError, Trap};
use smallvec::SmallVec;

use crate::cause::Case;
use crate::fault::Fault;
use crate::machine::{Env, Machine, PoisonBuilder};
use crate::observe::Observed;
use crate::program::{Function, Instr, Kind, Lanes, Program};
use crate::site::site;
use crate::slot::{Pc, Slot};
use crate::steps::control::{Call, Continue, Jump};
use crate::steps::fold::{Fold, Running, Work};
use crate::steps::lanes::{Kernel, Undefined};
use crate::tile::{Tile, Value, merge};
use crate::waiting::{Rounds, Snapshot};
use crate::watch::{Token, Wait, Watch};

/// An execution of a function.
struct Frame {
    function: usize,
    pc: Pc,
    slots: Vec<Value>,
    /// Memory of `alloca` that no scope has released yet.
    reserved: Vec<(Op, usize)>,
    /// How much was reserved when each open scope began.
    scopes: Vec<usize>,
    /// Bodies of reduce, scan and generate that run as ordinary code.
    running: Vec<Running>,
    /// The destination of the results in the caller.
    outs: Box<[Slot]>,
}

impl Frame {
    fn new(function: usize, code: &Function, args: Vec<Value>, outs: Box<[Slot]>) -> Frame {
        let mut slots = vec![Value::Absent; code.slots];
        for (&slot, value) in code.params.iter().zip(args) {
            slots[slot as usize] = value;
        }
        Frame { function, pc: 0, slots, reserved: Vec::new(), scopes: Vec::new(), running: Vec::new(), outs }
    }

    fn leave(&mut self, scopes: u32, machine: &mut Machine<'_, '_>) {
        let keep = self.scopes.len() - scopes as usize;
        let mark = self.scopes.get(keep).copied().unwrap_or(self.reserved.len());
        for (op, index) in self.reserved.drain(mark..) {
            machine.memory.release(op, index);
        }
        self.scopes.truncate(keep);
    }

    fn values(&self, slots: &[Slot]) -> Vec<Value> {
        slots.iter().map(|&slot| self.slots[slot as usize].clone()).collect()
    }

    fn jump(&mut self, jump: &Jump, machine: &mut Machine<'_, '_>) -> Next {
        jump.moves.apply(&mut self.slots);
        self.leave(jump.leave, machine);
        Next::Goto(jump.target)
    }

    /// Begins the next iteration of a `for`, or leaves it.
    fn advance(
        &mut self,
        end: &Continue,
        function: &Function,
        machine: &mut Machine<'_, '_>,
    ) -> Result<Next, Fault> {
        let Instr { kind: Kind::For(head), op, .. } = &function.code[end.head as usize] else {
            unreachable!("a continue of a for knows its loop")
        };
        // An overflow of the induction variable is blamed on the loop, which has the step, and not on the `continue`.
        let again = end.advance(head, &mut self.slots, &machine.meter).map_err(|fault| fault.of(*op))?;
        self.leave(end.leave, machine);
        Ok(Next::Goto(if again { end.head + 1 } else { head.end }))
    }

    fn call(&self, call: &Call, program: &Program) -> Next {
        let callee = &program.functions[call.function];
        Next::Enter(Frame::new(call.function, callee, self.values(&call.args), call.outs.clone()))
    }
}

/// The budgets of a run.
pub(crate) struct Meters {
    /// Steps that are left.
    pub(crate) budget: Option<u64>,
    pub(crate) steps: u64,
    pub(crate) operations: u64,
    pub(crate) elements: u64,
    /// Bytes that tiles and reserved memory may take together.
    pub(crate) memory_limit: u64,
}

/// Element operations that count as one more step. So an op on a large tile is charged about in proportion to its time.
const STEP_WORK: u64 = 1024;

/// A tile block.
pub(crate) struct TileBlock {
    pub(crate) id: BlockId,
    /// Number of the block in the order of their starts.
    pub(crate) number: u32,
    frames: Vec<Frame>,
    rounds: Rounds,
}

/// The control flow after an operation.
enum Next {
    Instruction,
    Goto(Pc),
    Enter(Frame),
    Return(Vec<Value>),
}

impl Next {
    /// The next instruction if `enters` what it begins, else `otherwise`.
    fn enter_or_goto(enters: bool, otherwise: Pc) -> Next {
        if enters { Next::Instruction } else { Next::Goto(otherwise) }
    }
}

impl TileBlock {
    pub(crate) fn new(id: BlockId, number: u32, program: &Program, args: Vec<Value>) -> TileBlock {
        TileBlock {
            id,
            number,
            frames: vec![Frame::new(0, &program.functions[0], args, Box::default())],
            rounds: Rounds::default(),
        }
    }

    /// Executes up to `quantum` operations; true when the block has ended.
    pub(crate) fn run(
        &mut self,
        program: &Program,
        machine: &mut Machine<'_, '_>,
        meters: &mut Meters,
        quantum: u64,
    ) -> Result<bool, LaunchError> {
        for _ in 0..quantum {
            let Some(frame) = self.frames.last_mut() else { return Ok(true) };
            let function = &program.functions[frame.function];
            let instr = &function.code[frame.pc as usize];
            // Charged before it executes, so that the budget bounds the work even of the last operation.
            meters.spend(instr, self.id)?;
            if (machine.cancelled)() {
                return Err(EngineError::Cancelled.into());
            }
            let next = execute(instr, program, frame, machine, (self.id, self.number))
                .map_err(|fault| machine.trap(fault, instr.op, self.id))?;
            // Values are dropped at their last use: memory held is then that of live tiles, which the limit is about.
            for &slot in &instr.dies {
                frame.slots[slot as usize] = Value::Absent;
            }
            match next {
                Next::Instruction => frame.pc += 1,
                Next::Goto(pc) => {
                    // An endless wait needs a backward jump, so states are compared only there.
                    let back = pc <= frame.pc;
                    frame.pc = pc;
                    if back && let Some(watch) = machine.memory.watch.as_deref().filter(|it| it.attentive) {
                        self.lap(instr.op, watch);
                    }
                }
                Next::Enter(callee) => {
                    frame.pc += 1;
                    self.frames.push(callee);
                }
                Next::Return(values) => self.pop(values, machine),
            }
            meters.check_memory(machine)?;
        }
        Ok(self.frames.is_empty())
    }

    /// A loop begins another round.
    #[cold]
    fn lap(&mut self, op: Op, watch: &Watch) {
        let frames = &self.frames;
        // A body of a reduce that runs as ordinary code continues without help.
        if frames.iter().all(|frame| frame.running.is_empty()) {
            let frame = |frame: &Frame| (frame.function, frame.pc, frame.slots.clone());
            let state = || -> Snapshot { frames.iter().map(frame).collect() };
            self.rounds.lap(watch.changes, state, watch.waits(self.number, op));
        }
    }

    /// The condition that the block waits for, if it cannot make progress until memory changes.
    pub(crate) fn stuck(&self, watch: &Watch) -> Option<Wait> {
        self.rounds.stuck(watch.changes)
    }

    fn pop(&mut self, values: Vec<Value>, machine: &mut Machine<'_, '_>) {
        let Some(mut done) = self.frames.pop() else { return };
        done.leave(done.scopes.len() as u32, machine);
        if let Some(caller) = self.frames.last_mut() {
            for (&slot, value) in done.outs.iter().zip(values) {
                caller.slots[slot as usize] = value;
            }
        }
    }
}

impl Meters {
    fn spend(&mut self, instr: &Instr, block: BlockId) -> Result<(), LaunchError> {
        let free = matches!(instr.kind, Kind::OpenScope | Kind::Release | Kind::Watch(_));
        let steps = if free { 0 } else { 1 + instr.work / STEP_WORK };
        self.steps += steps;
        self.operations += u64::from(steps > 0);
        self.elements += instr.work;
        if self.budget.is_some_and(|budget| self.steps > budget) {
            let message = "the step budget is used up";
            let mut trap = Trap::new(Case::STEP_BUDGET.code(), message, block);
            trap.site = Some(site(instr.op));
            trap.notes.push("a block that waits for something that never happens ends like this".into());
            return Err(trap.into());
        }
        Ok(())
    }

    fn check_memory(&self, machine: &Machine<'_, '_>) -> Result<(), LaunchError> {
        if machine.held() > self.memory_limit {
            let shadow =
                if machine.memory.watch.is_some() { ", and the sanitizer's shadow memory," } else { "" };
            let message = format!(
                "the tiles and the reserved memory of the running blocks{shadow} need more than {} bytes; raise the \
                 memory limit or make tiles smaller",
                self.memory_limit
            );
            return Err(EngineError::Resource(message).into());
        }
        Ok(())
    }
}

fn lanes(lanes: &Lanes, env: &mut Env<'_, '_, '_>) {
    let mut undefined = Undefined::default();
    let (bits, known) = {
        let operands: SmallVec<[&Tile; 3]> = lanes.operands.iter().map(|&slot| &**env.tile(slot)).collect();
        // `select` only depends on the selected operand; every other op is undefined if any operand is.
        let known = match lanes.kernel {
            Kernel::Select => select_poison(&operands),
            Kernel::Unary(_)
            | Kernel::Binary(_)
            | Kernel::Ternary(_)
            | Kernel::PartialUnary(_)
            | Kernel::PartialBinary(_) => merge(&operands),
        };
        (lanes.kernel.compute(&operands, &mut undefined), known)
    };
    let mut poison = PoisonBuilder::from(known, bits.len());
    // Origins are recorded after the computation, because `env` is borrowed by the operands during it.
    for (lane, case) in undefined.0 {
        let mark = env.poison(case);
        poison.mark(lane as usize, mark);
    }
    env.set_tile(lanes.out, bits, poison.finish());
}

fn select_poison(operands: &[&Tile]) -> crate::tile::Poisons {
    let [condition, one, other] = operands else { unreachable!("a select has three operands") };
    if operands.iter().all(|tile| tile.poison.is_none()) {
        return None;
    }
    let lanes = condition.bits.iter().enumerate().map(|(lane, &bits)| {
        let chosen = if bits != 0 { one } else { other };
        condition.poison_at(lane).or(chosen.poison_at(lane))
    });
    Some(lanes.collect())
}

fn watch(values: &[(Slot, ir::Value)], env: &mut Env<'_, '_, '_>) {
    for &(slot, value) in values {
        // Tokens have no elements to show, but the observer gets them too.
        let (bits, undefined): (Vec<u64>, Vec<bool>) = match &env.slots[slot as usize] {
            Value::Tile(tile) => {
                let undefined = tile.poison.iter().flat_map(|lanes| lanes.iter().map(|mark| mark.is_some()));
                (tile.bits.to_vec(), undefined.collect())
            }
            Value::Tensor(tensor) => {
                let dims = tensor.extents.iter().chain(&tensor.strides).copied();
                (std::iter::once(tensor.base).chain(dims).collect(), Vec::new())
            }
            Value::Token(_) | Value::Absent => (Vec::new(), Vec::new()),
        };
        let ty = env.machine.module.ty(value);
        let seen = Observed { value, block: env.block, ty, bits: &bits, undefined: &undefined };
        env.machine.observer.observe(seen);
    }
}

fn execute(
    instr: &Instr,
    program: &Program,
    frame: &mut Frame,
    machine: &mut Machine<'_, '_>,
    (block, number): (BlockId, u32),
) -> Result<Next, Fault> {
    let function = &program.functions[frame.function];
    let mut env = Env { machine, slots: &mut frame.slots, op: instr.op, block, number };
    match &instr.kind {
        Kind::If(branch) => return Ok(Next::enter_or_goto(branch.decide(env.slots)?, branch.otherwise)),
        Kind::For(head) => {
            return Ok(Next::enter_or_goto(head.start(env.slots, &env.machine.meter)?, head.end));
        }
        Kind::Jump(jump) => return Ok(frame.jump(jump, machine)),
        Kind::Continue(end) => return frame.advance(end, function, machine),
        Kind::Return(values) => return Ok(Next::Return(frame.values(values))),
        Kind::Call(call) => return Ok(frame.call(call, program)),
        Kind::Fold(fold) => return Ok(begin_fold(fold, function, frame.pc, &mut frame.running, &mut env)),
        Kind::Generate(generate) => {
            frame.running.push(Running::generate(frame.pc, generate, &mut env));
            return Ok(Next::Goto(generate.body));
        }
        Kind::FoldYield(yields) => {
            return Ok(Next::Goto(yielded(yields, function, &mut frame.running, &mut env)));
        }
        Kind::Lanes(kernel) => lanes(kernel, &mut env),
        Kind::Alias { from, to } => env.set(*to, env.slots[*from as usize].clone()),
        Kind::Tokens { from, to, fence } => env.set(*to, Value::Token(joined(from, *fence, env.slots))),
        Kind::Nothing | Kind::Release => {}
        Kind::Constant(constant) => constant.run(&mut env),
        Kind::Iota(iota) => iota.run(&mut env),
        Kind::BlockId(outs) => env.set_axes(outs, block),
        Kind::GridSize(outs) => env.set_axes(outs, env.machine.grid.axes()),
        Kind::GlobalAddress { name, out } => env.set_scalar(*out, env.machine.globals[name]),
        Kind::Strided(strided) => strided.run(&mut env),
        Kind::Cat(cat) => cat.run(&mut env),
        Kind::Extract(extract) => extract.run(&mut env)?,
        Kind::Insert(insert) => insert.run(&mut env)?,
        Kind::Pack(repack) => repack.pack(&mut env),
        Kind::Unpack(repack) => repack.unpack(&mut env),
        Kind::OpenScope => frame.scopes.push(frame.reserved.len()),
        Kind::Watch(values) => watch(values, &mut env),
        Kind::Assume(assume) => assume.run(&mut env)?,
        Kind::Assert(assert) => assert.run(&mut env)?,
        Kind::Print(print) => print.run(&mut env)?,
        // The region around the op releases it when it ends.
        Kind::Alloca(alloca) => frame.reserved.push((instr.op, alloca.run(&mut env)?)),
        Kind::LoadPointers(load) => load.run(&mut env)?,
        Kind::StorePointers(store) => store.run(&mut env)?,
        Kind::ReadModifyWrite(atomic) => atomic.run(&mut env)?,
        Kind::CompareAndSwap(atomic) => atomic.run(&mut env)?,
        Kind::MakeTensor(make) => make.run(&mut env)?,
        Kind::Extents(extents) => extents.run(&mut env),
        Kind::IndexSpace(space) => space.run(&mut env),
        Kind::LoadView(load) => load.run(&mut env)?,
        Kind::StoreView(store) => store.run(&mut env)?,
        Kind::ReduceIntoView(atomic) => atomic.run(&mut env)?,
        Kind::Multimem(access) => access.run(&mut env)?,
        Kind::MmaFloat(mma) => mma.run(&mut env),
        Kind::MmaInt(mma) => mma.run(&mut env),
        Kind::MmaScaled(mma) => mma.run(&mut env),
        Kind::Extern(call) => call.run(&mut env),
        Kind::ExternTiles(call) => call.run(&mut env)?,
    }
    Ok(Next::Instruction)
}

/// A token of tokens.
fn joined(from: &[Slot], fence: bool, slots: &[Value]) -> Token {
    let token = Token::join(from.iter().map(|&slot| slots[slot as usize].token()));
    if fence { token.fenced() } else { token }
}

/// Executes a fold over registers, or begins one whose body runs as ordinary code.
fn begin_fold(
    fold: &Fold,
    function: &Function,
    pc: Pc,
    running: &mut Vec<Running>,
    env: &mut Env<'_, '_, '_>,
) -> Next {
    // The body is element-wise: the whole fold runs over registers, and its instructions are skipped.
    if let Some(code) = &fold.registers {
        let work = |pc: Pc| {
            let instr = &function.code[pc as usize];
            let Kind::Lanes(lanes) = &instr.kind else { unreachable!("register code has kernels only") };
            Work { kernel: &lanes.kernel, arity: lanes.operands.len(), op: instr.op }
        };
        fold.run(code, work, env);
        return Next::Goto(fold.end);
    }
    running.push(Running::fold(pc, fold, env));
    Next::Goto(fold.body)
}

/// Hands what a body yielded to the fold that runs it; returns the next item.
#[allow(clippy::wildcard_enum_match_arm, reason = "three ops have bodies that yield to them")]
fn yielded(
    yields: &[Slot],
    function: &Function,
    running: &mut Vec<Running>,
    env: &mut Env<'_, '_, '_>,
) -> Pc {
    let top = running.last_mut().expect("a body yields only while it runs");
    let (more, body, end, outs) = match &function.code[top.head as usize].kind {
        Kind::Fold(fold) => (top.fold_yielded(fold, yields, env), fold.body, fold.end, &*fold.outs),
        // `generate` has one result, so that its body yields one value.
        Kind::Generate(generate) => {
            let more = top.generate_yielded(generate, yields[0], env);
            (more, generate.body, generate.end, std::slice::from_ref(&generate.out))
        }
        _ => unreachable!("only reduce, scan and generate have bodies that yield to them"),
    };
    if more {
        return body;
    }
    let done = running.pop().expect("it is the top");
    done.finish(outs, env);
    end
}
