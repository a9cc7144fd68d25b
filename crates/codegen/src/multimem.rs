//! Multicast accesses to the memory of several devices.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::{MemoryOrdering, MemoryScope, MultimemReductionKind};

use crate::emit::{Emit, LoweringResult, Refusal, bits_modifier, int_modifier, when};
use crate::memory::scope_modifier;

/// Ordering, scope and space of an access.
fn prefix(ordering: MemoryOrdering, scope: MemoryScope) -> Vec<Modifier> {
    let ordering = match ordering {
        MemoryOrdering::Weak => return vec![Modifier::Weak, Modifier::Global],
        MemoryOrdering::Relaxed => Modifier::Relaxed,
        MemoryOrdering::Acquire => Modifier::Acquire,
        MemoryOrdering::Release | MemoryOrdering::AcqRel => Modifier::Release,
    };
    vec![ordering, scope_modifier(scope), Modifier::Global]
}

/// The modifier of a vector of a number of values.
fn vector(count: usize) -> Option<Modifier> {
    match count {
        2 => Some(Modifier::V2),
        4 => Some(Modifier::V4),
        _ => None,
    }
}

/// The type of a float that is accessed.
fn float(ty: Type) -> Option<Modifier> {
    match ty {
        Type::F16x2 => Some(Modifier::F16x2),
        Type::BF16x2 => Some(Modifier::Bf16x2),
        Type::F32 => Some(Modifier::F32),
        Type::F64 => Some(Modifier::F64),
        Type::I1
        | Type::I16
        | Type::I32
        | Type::I64
        | Type::F16
        | Type::BF16
        | Type::F32x2
        | Type::Ptr(_)
        | Type::Registers(_)
        | Type::Pending(_) => None,
    }
}

/// Operation and type of a reduction.
fn reduction(kind: MultimemReductionKind, ty: Type) -> (Modifier, Modifier) {
    use MultimemReductionKind as Kind;
    let bits = ty.bits();
    match kind {
        Kind::Add => (Modifier::Add, float(ty).unwrap_or_else(|| int_modifier(bits, false))),
        Kind::Min => (Modifier::Min, float(ty).unwrap_or_else(|| int_modifier(bits, true))),
        Kind::Max => (Modifier::Max, float(ty).unwrap_or_else(|| int_modifier(bits, true))),
        Kind::UMin => (Modifier::Min, int_modifier(bits, false)),
        Kind::UMax => (Modifier::Max, int_modifier(bits, false)),
        Kind::And => (Modifier::And, bits_modifier(bits)),
        Kind::Or => (Modifier::Or, bits_modifier(bits)),
        Kind::Xor => (Modifier::Xor, bits_modifier(bits)),
    }
}

impl Emit<'_, '_> {
    pub(crate) fn multimem_ld_reduce(&mut self, op: Op) -> LoweringResult {
        use fields::multimem_ld_reduce as f;
        self.reaches_devices()?;
        let module = self.module;
        let results: Vec<Value> = module.results(op, f::values).collect();
        let (word, ty) = reduction(module.get(op, f::reduction), self.ty(results[0]));
        let mut modifiers = prefix(module.get(op, f::ordering), module.get(op, f::scope));
        modifiers.push(word);
        modifiers.extend(vector(results.len()));
        modifiers.push(ty);
        let guard = module.operand_opt(op, f::predicate).map(|predicate| when(self.reg(predicate)));
        let registers: Vec<Reg> = results.iter().map(|&result| self.define(result)).collect();
        for (&other, &register) in module.operands(op, f::other).iter().zip(&registers) {
            let from = self.int(other);
            self.copy(self.ty(other).bits(), register, from);
        }
        let address = self.address(module.operand(op, f::address), 0);
        let written = match registers[..] {
            [one] => Operand::Register(one),
            _ => Operand::Vector(registers.iter().map(|&register| register.into()).collect()),
        };
        let before = std::mem::replace(&mut self.guard, guard);
        self.op(Opcode::MultimemLdReduce, &modifiers, [written, address]);
        self.guard = before;
        Ok(())
    }

    pub(crate) fn multimem_st(&mut self, op: Op) -> LoweringResult {
        use fields::multimem_st as f;
        let module = self.module;
        let values = module.operands(op, f::values);
        let ty = self.ty(values[0]);
        let mut modifiers = prefix(module.get(op, f::ordering), module.get(op, f::scope));
        modifiers.extend(vector(values.len()));
        modifiers.push(float(ty).unwrap_or_else(|| bits_modifier(ty.bits())));
        let predicate = module.operand_opt(op, f::predicate);
        self.write_to_devices(
            Opcode::MultimemSt,
            &modifiers,
            module.operand(op, f::address),
            values,
            predicate,
        )
    }

    pub(crate) fn multimem_red(&mut self, op: Op) -> LoweringResult {
        use fields::multimem_red as f;
        let module = self.module;
        let values = module.operands(op, f::values);
        let (word, ty) = reduction(module.get(op, f::reduction), self.ty(values[0]));
        let mut modifiers = prefix(module.get(op, f::ordering), module.get(op, f::scope));
        modifiers.push(word);
        modifiers.extend(vector(values.len()));
        modifiers.push(ty);
        let predicate = module.operand_opt(op, f::predicate);
        self.write_to_devices(
            Opcode::MultimemRed,
            &modifiers,
            module.operand(op, f::address),
            values,
            predicate,
        )
    }

    /// An instruction that takes an address and values.
    fn write_to_devices(
        &mut self,
        opcode: Opcode,
        modifiers: &[Modifier],
        address: Value,
        values: &[Value],
        predicate: Option<Value>,
    ) -> LoweringResult {
        self.reaches_devices()?;
        let guard = predicate.map(|predicate| when(self.reg(predicate)));
        let mut registers: Vec<Operand> = values.iter().map(|&value| self.reg(value).into()).collect();
        let place = self.address(address, 0);
        let given = if registers.len() == 1 { registers.remove(0) } else { Operand::Vector(registers) };
        let before = std::mem::replace(&mut self.guard, guard);
        self.op(opcode, modifiers, [place, given]);
        self.guard = before;
        Ok(())
    }

    /// Several devices are reached from Hopper on.
    fn reaches_devices(&self) -> Result<(), Refusal> {
        if self.at_least(90) {
            Ok(())
        } else {
            Err("memory of several devices needs sm_90 or later".to_owned())
        }
    }
}
