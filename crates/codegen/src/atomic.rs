//! Atomics and fences. Operations that the hardware does not execute in one step become compare-and-swap loops.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::attrs::{FenceOrdering, FenceScope};
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::{AtomicRMWMode as Mode, MemoryOrdering, MemoryScope};

use crate::emit::{Emit, LoweringResult, Refusal, bits_modifier, int_modifier, unless, when};
use crate::float::{Float, FloatOp};
use crate::half::half_modifier;
use crate::memory::scope_modifier;
use crate::moves::space_modifier;

/// Ordering, scope and space of an atomic.
fn prefix(ordering: MemoryOrdering, scope: MemoryScope, space: Option<Modifier>) -> Vec<Modifier> {
    let ordering = match ordering {
        MemoryOrdering::Acquire => Modifier::Acquire,
        MemoryOrdering::Release => Modifier::Release,
        MemoryOrdering::AcqRel => Modifier::AcqRel,
        // An atomic is never weak: the verifier refuses that.
        MemoryOrdering::Weak | MemoryOrdering::Relaxed => Modifier::Relaxed,
    };
    let mut modifiers = vec![ordering, scope_modifier(scope)];
    modifiers.extend(space);
    modifiers
}

impl Emit<'_, '_> {
    pub(crate) fn atom(&mut self, op: Op) -> LoweringResult {
        use fields::atom as f;
        let module = self.module;
        let (address, value) = (module.operand(op, f::address), module.operand(op, f::value));
        let (mode, ty) = (module.get(op, f::mode), self.ty(value));
        let space = self.space_of_atomic(address)?;
        let modifiers = prefix(module.get(op, f::ordering), module.get(op, f::scope), space);
        let guard = module.operand_opt(op, f::predicate).map(|predicate| self.reg(predicate));
        let Some(native) = self.native(mode, ty)? else {
            return self.by_exchange(op, mode, &modifiers, [address, value], guard);
        };
        let place = self.address(address, 0);
        let value = self.reg(value);
        let unused = !self.shared.used[module.body.result(op, 0)];
        let before = std::mem::replace(&mut self.guard, guard.map(when));
        let red = unused
            && matches!(modifiers[0], Modifier::Relaxed | Modifier::Release)
            && !native.contains(&Modifier::Exch);
        let all: Vec<Modifier> = modifiers.iter().copied().chain(native).collect();
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

    fn space_of_atomic(&self, address: Value) -> Result<Option<Modifier>, Refusal> {
        use nvvm::types::Space;
        match self.space(address) {
            space @ (Space::Generic | Space::Global | Space::Shared) => Ok(space_modifier(space)),
            space => Err(format!("there are no atomics in {} memory", space.name())),
        }
    }

    /// Modifiers of the instruction that does it at once, if there is one.
    fn native(&self, mode: Mode, ty: Type) -> Result<Option<Vec<Modifier>>, Refusal> {
        let bits = ty.bits();
        let whole = matches!(ty, Type::I32 | Type::I64);
        if matches!(ty, Type::I1 | Type::Ptr(_)) {
            return Err(format!("{ty} has no atomics"));
        }
        let modifiers = match mode {
            Mode::And if whole => Some(vec![Modifier::And, bits_modifier(bits)]),
            Mode::Or if whole => Some(vec![Modifier::Or, bits_modifier(bits)]),
            Mode::Xor if whole => Some(vec![Modifier::Xor, bits_modifier(bits)]),
            Mode::Add if whole => Some(vec![Modifier::Add, int_modifier(bits, false)]),
            Mode::Max | Mode::UMax if whole => {
                Some(vec![Modifier::Max, int_modifier(bits, mode == Mode::Max)])
            }
            Mode::Min | Mode::UMin if whole => {
                Some(vec![Modifier::Min, int_modifier(bits, mode == Mode::Min)])
            }
            Mode::Add | Mode::AddF => self.native_sum(ty),
            Mode::And | Mode::Or | Mode::Xor | Mode::Max | Mode::Min | Mode::UMax | Mode::UMin => None,
            Mode::Xchg if bits >= 32 => Some(vec![Modifier::Exch, bits_modifier(bits)]),
            Mode::Xchg => None,
        };
        Ok(modifiers)
    }

    fn native_sum(&self, ty: Type) -> Option<Vec<Modifier>> {
        match ty {
            Type::F32 => Some(vec![Modifier::Add, Modifier::F32]),
            Type::F64 => Some(vec![Modifier::Add, Modifier::F64]),
            Type::F16 => Some(vec![Modifier::Add, Modifier::Noftz, half_modifier(ty)]),
            Type::F16x2 => Some(vec![Modifier::Add, Modifier::Noftz, Modifier::F16x2]),
            Type::BF16 if self.at_least(90) => Some(vec![Modifier::Add, Modifier::Noftz, half_modifier(ty)]),
            Type::BF16x2 if self.at_least(90) => Some(vec![Modifier::Add, Modifier::Noftz, Modifier::Bf16x2]),
            _ => None,
        }
    }

    /// Reads, computes, and writes if no other thread wrote in between; otherwise repeats.
    fn by_exchange(
        &mut self,
        op: Op,
        mode: Mode,
        modifiers: &[Modifier],
        [address, value]: [Value; 2],
        guard: Option<Reg>,
    ) -> LoweringResult {
        let ty = self.ty(value);
        let bits = ty.bits();
        let modifier = bits_modifier(bits);
        let (result, _) = self.result(op);
        let old = self.define(result);
        let (again, end) = (self.label(), self.label());
        let operand = self.float(value);
        let place = self.address(address, 0);
        if let Some(predicate) = guard {
            self.branch(Some(unless(predicate)), end);
        }
        let mut reads = modifiers.to_vec();
        reads[0] = Modifier::Relaxed;
        reads.push(modifier);
        self.op(Opcode::Ld, &reads, [old.into(), place.clone()]);
        self.f.place(again);
        let expected = self.temp(bits);
        self.copy(bits, expected, old);
        let new = self.combined(mode, ty, expected, operand)?;
        let mut exchange = modifiers.to_vec();
        exchange.extend([Modifier::Cas, modifier]);
        self.op(Opcode::Atom, &exchange, [old.into(), place, expected.into(), new]);
        let lost = self.new_op(1, Opcode::Setp, &[Modifier::Ne, modifier], [old.into(), expected.into()]);
        self.branch(Some(when(lost)), again);
        self.f.place(end);
        Ok(())
    }

    fn combined(&mut self, mode: Mode, ty: Type, old: Reg, value: Operand) -> Result<Operand, Refusal> {
        let bits = ty.bits();
        let float = !matches!(ty, Type::I16 | Type::I32 | Type::I64);
        let (opcode, modifier) = match mode {
            Mode::And => (Opcode::And, bits_modifier(bits)),
            Mode::Or => (Opcode::Or, bits_modifier(bits)),
            Mode::Xor => (Opcode::Xor, bits_modifier(bits)),
            Mode::Add | Mode::AddF | Mode::Max | Mode::Min if float => {
                let op = match mode {
                    Mode::Max => FloatOp::Max,
                    Mode::Min => FloatOp::Min,
                    _ => FloatOp::Add,
                };
                return Ok(self.compute(&Float::plain(op), ty, &[old.into(), value])?.into());
            }
            Mode::Add => (Opcode::Add, int_modifier(bits, true)),
            Mode::Max => (Opcode::Max, int_modifier(bits, true)),
            Mode::Min => (Opcode::Min, int_modifier(bits, true)),
            Mode::UMax if !float => (Opcode::Max, int_modifier(bits, false)),
            Mode::UMin if !float => (Opcode::Min, int_modifier(bits, false)),
            Mode::AddF | Mode::UMax | Mode::UMin => {
                return Err(format!("{ty} does not combine in this mode"));
            }
            Mode::Xchg => return Ok(value),
        };
        Ok(self.new_op(bits, opcode, &[modifier], [old.into(), value]).into())
    }

    pub(crate) fn cas(&mut self, op: Op) -> LoweringResult {
        use fields::cas as f;
        let module = self.module;
        let address = module.operand(op, f::address);
        let (compare, value) = (module.operand(op, f::compare), module.operand(op, f::value));
        let ty = self.ty(value);
        if ty == Type::I1 {
            return Err(format!("{ty} has no atomics"));
        }
        let space = self.space_of_atomic(address)?;
        let mut modifiers = prefix(module.get(op, f::ordering), module.get(op, f::scope), space);
        modifiers.extend([Modifier::Cas, bits_modifier(ty.bits())]);
        let guard = module.operand_opt(op, f::predicate).map(|predicate| when(self.reg(predicate)));
        let (compare, value) = (self.reg(compare), self.reg(value));
        let place = self.address(address, 0);
        let (result, _) = self.result(op);
        let register = self.define(result);
        let before = std::mem::replace(&mut self.guard, guard);
        self.op(Opcode::Atom, &modifiers, [register.into(), place, compare.into(), value.into()]);
        self.guard = before;
        Ok(())
    }

    pub(crate) fn fence(&mut self, op: Op) -> LoweringResult {
        use fields::fence as f;
        let scope = match self.module.get(op, f::scope) {
            FenceScope::Cta => Modifier::Cta,
            FenceScope::Device => Modifier::Gpu,
            FenceScope::System => Modifier::Sys,
            FenceScope::Cluster if self.at_least(90) => Modifier::Cluster,
            FenceScope::Cluster => return Err("clusters need sm_90 or later".to_owned()),
        };
        let (opcode, modifiers): (Opcode, &[Modifier]) = match self.module.get(op, f::ordering) {
            FenceOrdering::AcqRel => (Opcode::Fence, &[Modifier::AcqRel, scope]),
            FenceOrdering::SeqCst => (Opcode::Fence, &[Modifier::Sc, scope]),
            FenceOrdering::Alias => (Opcode::FenceProxy, &[Modifier::Alias]),
            FenceOrdering::AsyncShared => (Opcode::FenceProxy, &[Modifier::Async, Modifier::SharedCta]),
            FenceOrdering::AsyncGlobal => (Opcode::FenceProxy, &[Modifier::Async, Modifier::Global]),
            FenceOrdering::AsyncCluster => (Opcode::FenceProxy, &[Modifier::Async, Modifier::SharedCluster]),
            FenceOrdering::Async => (Opcode::FenceProxy, &[Modifier::Async]),
            FenceOrdering::MbarrierInit => {
                (Opcode::FenceMbarrierInit, &[Modifier::Release, Modifier::Cluster])
            }
        };
        let asynchronous = modifiers.contains(&Modifier::Async) || opcode == Opcode::FenceMbarrierInit;
        if asynchronous && !self.at_least(90) {
            return Err("the asynchronous proxy needs sm_90 or later".to_owned());
        }
        self.op(opcode, modifiers, []);
        Ok(())
    }
}
