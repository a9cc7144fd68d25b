//! Atomics and fences. What the hardware does not do in one step is done by comparing and exchanging until it succeeds.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};
use ptx::{Opcode, Word};

use crate::emit::{Emit, Refusal, Written, bits_word, int_word, unless, when};
use crate::float::{Float, FloatOp};
use crate::half::half_word;
use crate::memory::scope_word;
use crate::moves::space_word;

/// Modes, as [`tileaa::arith::RMW_MODES`] numbers them.
mod mode {
    pub(super) const AND: usize = 0;
    pub(super) const OR: usize = 1;
    pub(super) const XOR: usize = 2;
    pub(super) const ADD: usize = 3;
    pub(super) const ADDF: usize = 4;
    pub(super) const MAX: usize = 5;
    pub(super) const MIN: usize = 6;
    pub(super) const UMAX: usize = 7;
    pub(super) const UMIN: usize = 8;
}

/// Ordering, scope and space of an atomic.
fn prefix(ordering: usize, scope: usize, space: Option<Word>) -> Vec<Word> {
    let ordering = match ordering {
        2 => Word::Acquire,
        3 => Word::Release,
        4 => Word::AcqRel,
        _ => Word::Relaxed,
    };
    let mut words = vec![ordering, scope_word(scope)];
    words.extend(space);
    words
}

impl Emit<'_, '_> {
    pub(crate) fn atom(&mut self, op: Op) -> Written {
        use fields::atom as f;
        let module = self.module;
        let (address, value) = (module.operand(op, f::address), module.operand(op, f::value));
        let (mode, ty) = (module.keyword(op, f::mode), self.ty(value));
        let space = self.space_of_atomic(address)?;
        let words = prefix(module.keyword(op, f::ordering), module.keyword(op, f::scope), space);
        let guard = module.operand_opt(op, f::predicate).map(|predicate| self.reg(predicate));
        let Some(native) = self.native(mode, ty)? else {
            return self.by_exchange(op, mode, &words, [address, value], guard);
        };
        let place = self.address(address, 0);
        let value = self.reg(value);
        let unused = !self.shared.used[module.body.result(op, 0)];
        let before = std::mem::replace(&mut self.guard, guard.map(when));
        let red =
            unused && matches!(words[0], Word::Relaxed | Word::Release) && !native.contains(&Word::Exch);
        let all: Vec<Word> = words.iter().copied().chain(native).collect();
        if red {
            self.op(Opcode::Red, &all, [place, value.into()]);
        } else {
            let (result, _) = self.result(op);
            let register = self.define(result);
            self.op(Opcode::Atom, &all, [register.into(), place, value.into()]);
        }
        self.guard = before;
        Ok(())
    }

    fn space_of_atomic(&self, address: Value) -> Result<Option<Word>, Refusal> {
        use nvvm::types::Space;
        match self.space(address) {
            space @ (Space::Generic | Space::Global | Space::Shared) => Ok(space_word(space)),
            space => Err(format!("there are no atomics in {} memory", space.name())),
        }
    }

    /// Words of the instruction that does it at once, if there is one.
    fn native(&self, mode: usize, ty: Type) -> Result<Option<Vec<Word>>, Refusal> {
        let bits = ty.bits();
        let whole = matches!(ty, Type::I32 | Type::I64);
        if matches!(ty, Type::I1 | Type::Ptr(_)) {
            return Err(format!("{ty} has no atomics"));
        }
        let words = match mode {
            mode::AND | mode::OR | mode::XOR if whole => {
                let word = [Word::And, Word::Or, Word::Xor][mode];
                Some(vec![word, bits_word(bits)])
            }
            mode::ADD if whole => Some(vec![Word::Add, int_word(bits, false)]),
            mode::MAX | mode::UMAX if whole => Some(vec![Word::Max, int_word(bits, mode == mode::MAX)]),
            mode::MIN | mode::UMIN if whole => Some(vec![Word::Min, int_word(bits, mode == mode::MIN)]),
            mode::ADD | mode::ADDF => self.native_sum(ty),
            mode::AND | mode::OR | mode::XOR | mode::MAX | mode::MIN | mode::UMAX | mode::UMIN => None,
            _ if bits >= 32 => Some(vec![Word::Exch, bits_word(bits)]),
            _ => None,
        };
        Ok(words)
    }

    fn native_sum(&self, ty: Type) -> Option<Vec<Word>> {
        match ty {
            Type::F32 => Some(vec![Word::Add, Word::F32]),
            Type::F64 => Some(vec![Word::Add, Word::F64]),
            Type::F16 => Some(vec![Word::Add, Word::Noftz, half_word(ty)]),
            Type::F16x2 => Some(vec![Word::Add, Word::Noftz, Word::F16x2]),
            Type::BF16 if self.at_least(90) => Some(vec![Word::Add, Word::Noftz, half_word(ty)]),
            Type::BF16x2 if self.at_least(90) => Some(vec![Word::Add, Word::Noftz, Word::Bf16x2]),
            _ => None,
        }
    }

    /// Reads, computes, and writes if nobody wrote in between; else again.
    fn by_exchange(
        &mut self,
        op: Op,
        mode: usize,
        words: &[Word],
        [address, value]: [Value; 2],
        guard: Option<Reg>,
    ) -> Written {
        let ty = self.ty(value);
        let bits = ty.bits();
        let word = bits_word(bits);
        let (result, _) = self.result(op);
        let old = self.define(result);
        let (again, end) = (self.label(), self.label());
        let operand = self.float(value);
        let place = self.address(address, 0);
        if let Some(predicate) = guard {
            self.branch(Some(unless(predicate)), end);
        }
        let mut reads = words.to_vec();
        reads[0] = Word::Relaxed;
        reads.push(word);
        self.op(Opcode::Ld, &reads, [old.into(), place.clone()]);
        self.f.place(again);
        let expected = self.temp(bits);
        self.copy(bits, expected, old);
        let new = self.combined(mode, ty, expected, operand)?;
        let mut exchange = words.to_vec();
        exchange.extend([Word::Cas, word]);
        self.op(Opcode::Atom, &exchange, [old.into(), place, expected.into(), new]);
        let lost = self.new_op(1, Opcode::Setp, &[Word::Ne, word], [old.into(), expected.into()]);
        self.branch(Some(when(lost)), again);
        self.f.place(end);
        Ok(())
    }

    fn combined(&mut self, mode: usize, ty: Type, old: Reg, value: Operand) -> Result<Operand, Refusal> {
        let bits = ty.bits();
        let float = !matches!(ty, Type::I16 | Type::I32 | Type::I64);
        let (opcode, word) = match mode {
            mode::AND => (Opcode::And, bits_word(bits)),
            mode::OR => (Opcode::Or, bits_word(bits)),
            mode::XOR => (Opcode::Xor, bits_word(bits)),
            mode::ADD | mode::ADDF | mode::MAX | mode::MIN if float => {
                let op = match mode {
                    mode::MAX => FloatOp::Max,
                    mode::MIN => FloatOp::Min,
                    _ => FloatOp::Add,
                };
                return Ok(self.compute(&Float::plain(op), ty, &[old.into(), value])?.into());
            }
            mode::ADD => (Opcode::Add, int_word(bits, true)),
            mode::MAX => (Opcode::Max, int_word(bits, true)),
            mode::MIN => (Opcode::Min, int_word(bits, true)),
            mode::UMAX if !float => (Opcode::Max, int_word(bits, false)),
            mode::UMIN if !float => (Opcode::Min, int_word(bits, false)),
            mode::ADDF | mode::UMAX | mode::UMIN => {
                return Err(format!("{ty} does not combine in this mode"));
            }
            _ => return Ok(value),
        };
        Ok(self.new_op(bits, opcode, &[word], [old.into(), value]).into())
    }

    pub(crate) fn cas(&mut self, op: Op) -> Written {
        use fields::cas as f;
        let module = self.module;
        let address = module.operand(op, f::address);
        let (compare, value) = (module.operand(op, f::compare), module.operand(op, f::value));
        let ty = self.ty(value);
        if ty == Type::I1 {
            return Err(format!("{ty} has no atomics"));
        }
        let space = self.space_of_atomic(address)?;
        let mut words = prefix(module.keyword(op, f::ordering), module.keyword(op, f::scope), space);
        words.extend([Word::Cas, bits_word(ty.bits())]);
        let guard = module.operand_opt(op, f::predicate).map(|predicate| when(self.reg(predicate)));
        let (compare, value) = (self.reg(compare), self.reg(value));
        let place = self.address(address, 0);
        let (result, _) = self.result(op);
        let register = self.define(result);
        let before = std::mem::replace(&mut self.guard, guard);
        self.op(Opcode::Atom, &words, [register.into(), place, compare.into(), value.into()]);
        self.guard = before;
        Ok(())
    }

    pub(crate) fn fence(&mut self, op: Op) -> Written {
        use fields::fence as f;
        let scope = match self.module.keyword(op, f::scope) {
            0 => Word::Cta,
            1 => Word::Gpu,
            2 => Word::Sys,
            _ if self.at_least(90) => Word::Cluster,
            _ => return Err("clusters need sm_90 or later".to_owned()),
        };
        match self.module.keyword(op, f::ordering) {
            0 => self.op(Opcode::Fence, &[Word::AcqRel, scope], []),
            1 => self.op(Opcode::Fence, &[Word::Sc, scope], []),
            2 => self.op(Opcode::FenceProxy, &[Word::Alias], []),
            _ if self.at_least(90) => self.op(Opcode::FenceProxy, &[Word::Async, Word::SharedCta], []),
            _ => return Err("the asynchronous proxy needs sm_90 or later".to_owned()),
        }
        Ok(())
    }
}
