//! `reduce`, `scan` and `experimental$generate`: a body that runs once per element.
//!
//! The order is fixed: lines in row-major order, each from its first element (a reverse scan from its last), starting
//! with the identity as accumulator. A body of element-wise operations on rank-0 tiles runs over registers; any other
//! body runs as ordinary code, its position kept in a [`Running`].

use std::rc::Rc;

use ir::Op;

use crate::machine::{Env, PoisonBuilder};
use crate::slot::{Pc, Slot};
use crate::steps::lanes::{Kernel, Undefined};
use crate::tile::{Bits, Poison, Tile, Value};

/// `reduce` or `scan`.
pub(crate) struct Fold {
    pub(crate) operands: Box<[Slot]>,
    pub(crate) identities: Box<[u64]>,
    pub(crate) outs: Box<[Slot]>,
    /// Body arguments: element and accumulator of each operand.
    pub(crate) args: Box<[Slot]>,
    /// One result per element instead of one per line.
    pub(crate) scan: bool,
    pub(crate) reverse: bool,
    pub(crate) lines: Lines,
    pub(crate) body: Pc,
    pub(crate) end: Pc,
    pub(crate) registers: Option<RegisterCode>,
}

/// Elements of a line after which a run can be cancelled. Few enough that cancelling takes effect at once.
const CANCEL_EVERY: usize = 1 << 12;

/// The lines of a tile along one dimension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// How many.
    pub(crate) count: usize,
    /// Elements of each.
    pub(crate) len: usize,
    /// Distance of neighbours in a line.
    pub(crate) stride: usize,
}

impl Lines {
    fn element(&self, line: usize, k: usize) -> usize {
        line / self.stride * self.stride * self.len + k * self.stride + line % self.stride
    }
}

/// One operation of a body over registers.
pub(crate) struct RegisterStep {
    /// The instruction whose kernel it runs.
    pub(crate) pc: Pc,
    pub(crate) operands: [usize; 3],
    pub(crate) out: usize,
}

/// A body over registers; the first registers are its arguments.
pub(crate) struct RegisterCode {
    pub(crate) steps: Box<[RegisterStep]>,
    pub(crate) yields: Box<[usize]>,
    pub(crate) constants: Box<[(usize, u64)]>,
    /// Values from outside of the body.
    pub(crate) captured: Box<[(usize, Slot)]>,
    pub(crate) registers: usize,
}

/// The work of a step over registers.
#[derive(Clone, Copy)]
pub(crate) struct Work<'c> {
    pub(crate) kernel: &'c Kernel,
    pub(crate) arity: usize,
    /// The operation that it comes from.
    pub(crate) op: Op,
}

/// Registers of a body that runs.
struct Registers<'c> {
    code: &'c RegisterCode,
    /// That of each step.
    work: Vec<Work<'c>>,
    bits: Vec<u64>,
    poison: Vec<Poison>,
    /// Some register may be poisoned.
    poisoned: bool,
    undefined: Undefined,
}

impl<'c> Registers<'c> {
    fn new(code: &'c RegisterCode, work: impl Fn(Pc) -> Work<'c>, env: &Env<'_, '_, '_>) -> Registers<'c> {
        let mut registers = Registers {
            code,
            work: code.steps.iter().map(|step| work(step.pc)).collect(),
            bits: vec![0; code.registers],
            poison: vec![Poison::NONE; code.registers],
            poisoned: false,
            undefined: Undefined::default(),
        };
        // Constants and captured values are the same for every element; they are set once, before the loops.
        for &(register, bits) in &code.constants {
            registers.bits[register] = bits;
        }
        for &(register, slot) in &code.captured {
            let tile = env.tile(slot);
            registers.set(register, tile.bits[0], tile.poison_at(0));
        }
        registers
    }

    #[inline]
    fn set(&mut self, register: usize, bits: u64, poison: Poison) {
        self.bits[register] = bits;
        if poison.is_some() || self.poisoned {
            self.poison[register] = poison;
            self.poisoned |= poison.is_some();
        }
    }

    fn run(&mut self, env: &mut Env<'_, '_, '_>) {
        for (index, step) in self.code.steps.iter().enumerate() {
            let Work { kernel, arity, op } = self.work[index];
            let mut out = [0];
            let operands = step.operands.map(|register| &self.bits[register..=register]);
            kernel.apply(operands, &mut out, &mut self.undefined);
            let mut poison = Poison::NONE;
            if self.poisoned {
                poison = self.combined_poison(step, arity, kernel);
            }
            if let Some((_, case)) = self.undefined.0.pop() {
                poison = poison.or(env.machine.origins.poison(case, op));
            }
            self.set(step.out, out[0], poison);
        }
    }

    fn combined_poison(&self, step: &RegisterStep, arity: usize, kernel: &Kernel) -> Poison {
        let mark = |operand: usize| self.poison[step.operands[operand]];
        if matches!(kernel, Kernel::Select) {
            let chosen = if self.bits[step.operands[0]] != 0 { 1 } else { 2 };
            return mark(0).or(mark(chosen));
        }
        (0..arity).fold(Poison::NONE, |poison, operand| poison.or(mark(operand)))
    }
}

/// Results of a fold that are being collected.
struct Results {
    bits: Vec<Bits>,
    poison: Vec<PoisonBuilder>,
}

impl Results {
    fn new(count: usize, len: usize) -> Results {
        Results {
            bits: (0..count).map(|_| Bits::from_elem(0, len)).collect(),
            poison: (0..count).map(|_| PoisonBuilder::new(len)).collect(),
        }
    }

    fn put(&mut self, which: usize, lane: usize, bits: u64, poison: Poison) {
        self.bits[which][lane] = bits;
        self.poison[which].mark(lane, poison);
    }

    fn store(self, env: &mut Env<'_, '_, '_>, outs: &[Slot]) {
        for ((bits, poison), &out) in self.bits.into_iter().zip(self.poison).zip(outs) {
            env.set_tile(out, bits, poison.finish());
        }
    }
}

impl Fold {
    /// Elements of each result.
    fn result_len(&self) -> usize {
        // A scan keeps every intermediate accumulator.
        if self.scan { self.lines.count * self.lines.len } else { self.lines.count }
    }

    /// The element that step `k` of a line takes.
    fn element(&self, line: usize, k: usize) -> usize {
        self.lines.element(line, if self.reverse { self.lines.len - 1 - k } else { k })
    }

    /// Runs a body over registers to the end; `work` is that of an instruction.
    pub(crate) fn run<'c>(
        &self,
        code: &'c RegisterCode,
        work: impl Fn(Pc) -> Work<'c>,
        env: &mut Env<'_, '_, '_>,
    ) {
        let operands: Vec<Rc<Tile>> = self.operands.iter().map(|&slot| env.tile(slot).clone()).collect();
        let mut registers = Registers::new(code, work, env);
        let mut results = Results::new(operands.len(), self.result_len());
        let mut accumulators: Vec<(u64, Poison)> = Vec::with_capacity(operands.len());
        // Elements of a line are combined in order, as the specification has it for scans; for reductions the order is
        // free, and this one is reproducible.
        for line in 0..self.lines.count {
            accumulators.clear();
            accumulators.extend(self.identities.iter().map(|&bits| (bits, Poison::NONE)));
            for k in 0..self.lines.len {
                // `cancelled` is a call through a pointer, so it is not made for every element.
                if k % CANCEL_EVERY == 0 && (env.machine.cancelled)() {
                    break;
                }
                let element = self.element(line, k);
                for (which, (tile, &(bits, poison))) in operands.iter().zip(&accumulators).enumerate() {
                    // The arguments of the body are pairs: the element, then the accumulator.
                    registers.set(2 * which, tile.bits[element], tile.poison_at(element));
                    registers.set(2 * which + 1, bits, poison);
                }
                registers.run(env);
                for (accumulator, &register) in accumulators.iter_mut().zip(&code.yields) {
                    *accumulator = (registers.bits[register], registers.poison[register]);
                }
                if self.scan {
                    for (which, &(bits, poison)) in accumulators.iter().enumerate() {
                        results.put(which, element, bits, poison);
                    }
                }
            }
            if !self.scan {
                for (which, &(bits, poison)) in accumulators.iter().enumerate() {
                    results.put(which, line, bits, poison);
                }
            }
        }
        results.store(env, &self.outs);
    }
}

/// `experimental$generate`.
pub(crate) struct Generate {
    pub(crate) shape: Box<[u32]>,
    pub(crate) args: Box<[Slot]>,
    pub(crate) out: Slot,
    pub(crate) body: Pc,
    pub(crate) end: Pc,
}

/// A body that runs as ordinary code: how far it has come.
pub(crate) struct Running {
    /// The instruction that started it.
    pub(crate) head: Pc,
    operands: Vec<Rc<Tile>>,
    accumulators: Vec<(u64, Poison)>,
    results: Results,
    line: usize,
    k: usize,
}

impl Running {
    /// Starts a reduce or a scan.
    pub(crate) fn fold(head: Pc, fold: &Fold, env: &mut Env<'_, '_, '_>) -> Running {
        let operands: Vec<Rc<Tile>> = fold.operands.iter().map(|&slot| env.tile(slot).clone()).collect();
        let results = Results::new(operands.len(), fold.result_len());
        let accumulators = fold.identities.iter().map(|&bits| (bits, Poison::NONE)).collect();
        let running = Running { head, operands, accumulators, results, line: 0, k: 0 };
        running.set_args(fold, env);
        running
    }

    fn set_args(&self, fold: &Fold, env: &mut Env<'_, '_, '_>) {
        let element = fold.element(self.line, self.k);
        for (pair, (tile, &(bits, poison))) in
            fold.args.chunks_exact(2).zip(self.operands.iter().zip(&self.accumulators))
        {
            set_scalar(env, pair[0], tile.bits[element], tile.poison_at(element));
            set_scalar(env, pair[1], bits, poison);
        }
    }

    /// Stores the result of the body; true if the body must run again.
    pub(crate) fn fold_yielded(&mut self, fold: &Fold, yields: &[Slot], env: &mut Env<'_, '_, '_>) -> bool {
        for (accumulator, &slot) in self.accumulators.iter_mut().zip(yields) {
            let tile = env.tile(slot);
            *accumulator = (tile.bits[0], tile.poison_at(0));
        }
        // Position `k` of a line was the last one to be combined: the line's result is complete.
        let last = self.k + 1 == fold.lines.len;
        if fold.scan || last {
            let lane = if fold.scan { fold.element(self.line, self.k) } else { self.line };
            for (which, &(bits, poison)) in self.accumulators.iter().enumerate() {
                self.results.put(which, lane, bits, poison);
            }
        }
        self.k += 1;
        if last {
            self.k = 0;
            self.line += 1;
            // The next line starts from the identity again.
            for (accumulator, &identity) in self.accumulators.iter_mut().zip(&fold.identities) {
                *accumulator = (identity, Poison::NONE);
            }
        }
        let more = self.line < fold.lines.count;
        if more {
            self.set_args(fold, env);
        }
        more
    }

    /// Starts a generate.
    pub(crate) fn generate(head: Pc, generate: &Generate, env: &mut Env<'_, '_, '_>) -> Running {
        let len = generate.shape.iter().map(|&d| d as usize).product();
        let results = Results::new(1, len);
        let running =
            Running { head, operands: Vec::new(), accumulators: Vec::new(), results, line: 0, k: 0 };
        running.set_indices(generate, env);
        running
    }

    fn set_indices(&self, generate: &Generate, env: &mut Env<'_, '_, '_>) {
        let mut rest = self.line;
        for (&extent, &slot) in generate.shape.iter().zip(&generate.args).rev() {
            set_scalar(env, slot, (rest % extent as usize) as u64, Poison::NONE);
            rest /= extent as usize;
        }
    }

    /// Stores the result of the body; true if the body must run again.
    pub(crate) fn generate_yielded(
        &mut self,
        generate: &Generate,
        yielded: Slot,
        env: &mut Env<'_, '_, '_>,
    ) -> bool {
        let tile = env.tile(yielded);
        let (bits, poison) = (tile.bits[0], tile.poison_at(0));
        self.results.put(0, self.line, bits, poison);
        self.line += 1;
        let more = self.line < self.results.bits[0].len();
        if more {
            self.set_indices(generate, env);
        }
        more
    }

    /// Stores the results.
    pub(crate) fn finish(self, outs: &[Slot], env: &mut Env<'_, '_, '_>) {
        self.results.store(env, outs);
    }
}

fn set_scalar(env: &mut Env<'_, '_, '_>, slot: Slot, bits: u64, poison: Poison) {
    let poison = poison.is_some().then(|| vec![poison].into());
    let tile = Tile::new(&env.machine.meter, Bits::from_elem(bits, 1), poison);
    env.set(slot, Value::Tile(tile));
}
