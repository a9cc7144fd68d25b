//! Structured control flow as labels, branches and moves.
//!
//! A loop tests at its end, and once before the loop. The index of a `for` never exceeds `upper`: if the sum could wrap, the
//! remaining distance is compared with the step.

use ir::{Block, Op, Value};
use nvvm::ops::fields;
use nvvm::{Opcode as Nv, Type};
use ptx::module::{Operand, Reg, Statement};
use ptx::{Modifier, Opcode};

use crate::emit::{Emit, Frame, FrameKind, LoweringResult, int_modifier, unless, when};

impl Emit<'_, '_> {
    /// The ops of a block, in order.
    pub(crate) fn block(&mut self, block: Block) {
        let ops: Vec<Op> = self.module.body.block_ops(block).collect();
        for op in ops {
            self.op = op;
            self.location(op);
            if let Err(why) = self.dispatch(op) {
                self.refuse(op, why);
            }
        }
    }

    fn registers_for(&mut self, values: impl Iterator<Item = Value>) -> Vec<Reg> {
        let values: Vec<Value> = values.collect();
        values.into_iter().flat_map(|value| self.define_all(value)).collect()
    }

    /// The arguments of a block become other names of registers.
    fn bind(&mut self, block: Block, registers: &[Reg]) {
        let mut rest = registers;
        for value in self.module.body.block_args(block) {
            let (own, others) = rest.split_at(rest.len().min(self.ty(value).count().into()));
            self.is_in_registers(value, own);
            rest = others;
        }
    }

    pub(crate) fn for_loop(&mut self, op: Op) -> LoweringResult {
        use fields::for_ as f;
        let module = self.module;
        let [lower, upper, step] = [f::lower, f::upper, f::step].map(|field| module.operand(op, field));
        let bits = self.ty(lower).bits();
        if bits == 1 {
            return Err("a loop counts in 16 bits or more".to_owned());
        }
        let modifier = int_modifier(bits, !module.flag(op, f::unsigned));
        let Some(body) = module.block(op, f::body) else { return Ok(()) };
        let inits: Vec<Value> = module.operands(op, f::inits).to_vec();
        let carried = self.registers_for(module.body.results(op).into_iter());
        let (start, limit, by) = (self.int(lower), self.int(upper), self.int(step));
        let index = self.temp(bits);
        self.copy(bits, index, start.clone());
        self.move_all(&inits, &carried);
        let (head, next, end) = (self.label(), self.label(), self.label());
        let outside = self.new_op(1, Opcode::Setp, &[Modifier::Ge, modifier], [index.into(), limit.clone()]);
        self.branch(Some(when(outside)), end);
        self.f.place(head);
        if self.has_products(body) {
            self.f.statement(Statement::Pragma("nounroll".to_owned()));
        }
        let bound: Vec<Reg> = std::iter::once(index).chain(carried.iter().copied()).collect();
        self.bind(body, &bound);
        self.frames.push(Frame {
            kind: FrameKind::For,
            end,
            results: Vec::new(),
            next,
            carried,
            jumps_next: false,
        });
        self.block(body);
        let frame = self.frames.pop().expect("it was pushed above");
        if frame.jumps_next {
            self.f.place(next);
        }
        let again = self.next_iteration(op, index, (limit, by), modifier);
        self.branch(Some(when(again)), head);
        self.f.place(end);
        Ok(())
    }

    /// Counts an iteration of a loop; gives whether there is another one.
    fn next_iteration(
        &mut self,
        op: Op,
        index: Reg,
        (limit, by): (Operand, Operand),
        modifier: Modifier,
    ) -> Reg {
        let bits = self.ty(self.module.operand(op, fields::for_::lower)).bits();
        if self.may_wrap(op) {
            let left = self.new_op(bits, Opcode::Sub, &[int_modifier(bits, false)], [limit, index.into()]);
            let more = [left.into(), by.clone()];
            let again = self.new_op(1, Opcode::Setp, &[Modifier::Gt, int_modifier(bits, false)], more);
            self.op(Opcode::Add, &[int_modifier(bits, false)], [index.into(), index.into(), by]);
            again
        } else {
            self.op(Opcode::Add, &[int_modifier(bits, false)], [index.into(), index.into(), by]);
            self.new_op(1, Opcode::Setp, &[Modifier::Lt, modifier], [index.into(), limit])
        }
    }

    /// True for the body of a pipeline, which is as long as registers allow: with further unrolling it would spill.
    fn has_products(&self, body: Block) -> bool {
        self.module
            .body
            .block_ops(body)
            .any(|op| matches!(self.module.opcode(op), Nv::Mma | Nv::MmaScaled | Nv::Wgmma))
    }

    fn may_wrap(&self, op: Op) -> bool {
        use fields::for_ as f;
        let [upper, step] = [f::upper, f::step].map(|field| self.module.operand(op, field));
        let bits = self.ty(upper).bits();
        may_wrap(bits, self.module.flag(op, f::unsigned), self.constant(upper), self.constant(step))
    }

    pub(crate) fn endless_loop(&mut self, op: Op) -> LoweringResult {
        use fields::loop_ as f;
        let module = self.module;
        let Some(body) = module.block(op, f::body) else { return Ok(()) };
        let inits: Vec<Value> = module.operands(op, f::inits).to_vec();
        let results = self.registers_for(module.body.results(op).into_iter());
        let carried: Vec<Reg> = inits.iter().flat_map(|&value| self.registers(self.ty(value))).collect();
        self.move_all(&inits, &carried);
        let (head, end) = (self.label(), self.label());
        self.f.place(head);
        self.bind(body, &carried);
        self.frames.push(Frame {
            kind: FrameKind::Loop,
            end,
            results,
            next: head,
            carried,
            jumps_next: false,
        });
        self.block(body);
        self.frames.pop();
        self.f.place(end);
        Ok(())
    }

    pub(crate) fn conditional(&mut self, op: Op) -> LoweringResult {
        use fields::if_ as f;
        let module = self.module;
        let results = self.registers_for(module.body.results(op).into_iter());
        let condition = self.reg(module.operand(op, f::condition));
        let then = module.block(op, f::then);
        let otherwise = module.block(op, f::otherwise).filter(|&block| self.does_something(block));
        let (other, end) = (self.label(), self.label());
        let frame = |results: &[Reg]| Frame {
            kind: FrameKind::If,
            end,
            results: results.to_vec(),
            next: end,
            carried: Vec::new(),
            jumps_next: false,
        };
        self.branch(Some(unless(condition)), if otherwise.is_some() { other } else { end });
        if let Some(then) = then {
            self.frames.push(frame(&results));
            self.block(then);
            self.frames.pop();
            if otherwise.is_some() && self.falls_through(then) {
                self.branch(None, end);
            }
        }
        if let Some(otherwise) = otherwise {
            self.f.place(other);
            self.frames.push(frame(&results));
            self.block(otherwise);
            self.frames.pop();
        }
        self.f.place(end);
        Ok(())
    }

    /// False for a block that only yields nothing.
    fn does_something(&self, block: Block) -> bool {
        let first = self.module.body.first_op(block);
        first.is_some_and(|op| {
            self.module.opcode(op) != Nv::Yield || !self.module.body.operands(op).is_empty()
        })
    }

    /// True when a block ends with `yield`.
    fn falls_through(&self, block: Block) -> bool {
        self.module.body.last_op(block).is_none_or(|op| self.module.opcode(op) == Nv::Yield)
    }

    /// The values of the innermost op around.
    pub(crate) fn yields(&mut self, op: Op) -> LoweringResult {
        let values = self.module.body.operands(op).to_vec();
        let results = match self.frames.last() {
            Some(frame) if frame.kind == FrameKind::If => frame.results.clone(),
            _ => return Err("`yield` ends a branch of `if`".to_owned()),
        };
        self.move_all(&values, &results);
        Ok(())
    }

    pub(crate) fn continues(&mut self, op: Op) -> LoweringResult {
        let values = self.module.body.operands(op).to_vec();
        let found = self.frames.iter().rposition(|frame| frame.kind != FrameKind::If);
        let Some(at) = found else { return Err("there is no loop around it".to_owned()) };
        let innermost = at + 1 == self.frames.len();
        let (carried, next) = (self.frames[at].carried.clone(), self.frames[at].next);
        self.move_all(&values, &carried);
        if self.frames[at].kind == FrameKind::Loop || !innermost {
            self.frames[at].jumps_next = true;
            self.branch(None, next);
        }
        Ok(())
    }

    pub(crate) fn breaks(&mut self, op: Op) -> LoweringResult {
        let values = self.module.body.operands(op).to_vec();
        let found = self.frames.iter().rev().find(|frame| frame.kind != FrameKind::If);
        let Some(frame) = found.filter(|frame| frame.kind == FrameKind::Loop) else {
            return Err("`break` leaves a `loop`".to_owned());
        };
        let (results, end) = (frame.results.clone(), frame.end);
        self.move_all(&values, &results);
        self.branch(None, end);
        Ok(())
    }

    /// Puts values into registers all at once: a register may be among the values.
    fn move_all(&mut self, values: &[Value], to: &[Reg]) {
        let mut pending: Vec<Copy> = Vec::new();
        let mut to = to.iter();
        for &value in values {
            let in_flight = matches!(self.ty(value), Type::Pending(_));
            for ((from, bits), &to) in self.parts(value).into_iter().zip(to.by_ref()) {
                if from != Operand::Register(to) {
                    pending.push(Copy { to, from, bits, in_flight });
                }
            }
        }
        while !pending.is_empty() {
            let free = |at: usize| {
                let written = Operand::Register(pending[at].to);
                pending.iter().enumerate().all(|(other, copy)| other == at || copy.from != written)
            };
            match (0..pending.len()).find(|&at| free(at)) {
                Some(at) => {
                    let copy = pending.remove(at);
                    self.move_one(copy);
                }
                None => {
                    // A circle: what the first would overwrite is kept aside.
                    let Copy { to: register, bits, in_flight, .. } = pending[0];
                    let aside = self.temp(bits);
                    self.move_one(Copy { to: aside, from: register.into(), bits, in_flight });
                    for copy in pending.iter_mut().filter(|copy| copy.from == Operand::Register(register)) {
                        copy.from = aside.into();
                    }
                }
            }
        }
    }

    fn move_one(&mut self, copy: Copy) {
        if copy.in_flight {
            self.held.push((self.op, self.f.written()));
        }
        self.copy(copy.bits, copy.to, copy.from);
    }
}

/// One of several copies that are made at once.
struct Copy {
    to: Reg,
    from: Operand,
    bits: u32,
    /// It moves a sum that the tensor core may still be writing.
    in_flight: bool,
}

/// True when the index of a loop plus its step can pass the largest number of the given width, as far as constants say.
pub(crate) fn may_wrap(bits: u32, unsigned: bool, upper: Option<u64>, step: Option<u64>) -> bool {
    if step == Some(1) {
        return false;
    }
    let (Some(upper), Some(step)) = (upper, step) else { return true };
    let value = |number: u64| -> i128 {
        let shift = 64 - bits;
        if unsigned {
            ((number << shift) >> shift).into()
        } else {
            ((number << shift) as i64 >> shift).into()
        }
    };
    let largest = if unsigned { (1i128 << bits) - 1 } else { (1i128 << (bits - 1)) - 1 };
    value(step) <= 0 || value(upper) - 1 + value(step) > largest
}
