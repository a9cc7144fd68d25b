//! Arithmetic of pairs: native if the target supports it, otherwise one half at a time.

use nvvm::Type;
use ptx::module::{Immediate, Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::RoundingMode;

use crate::emit::{Emit, Refusal, bits_modifier};
use crate::float::{Float, FloatOp};
use crate::rounding::rounding_modifier;

/// The first target with arithmetic of pairs of f32.
const SINGLES_FROM: u16 = 100;

impl Emit<'_, '_> {
    pub(crate) fn pair(&mut self, what: &Float, ty: Type, operands: &[Operand]) -> Result<Reg, Refusal> {
        let (bits, element) = (ty.bits(), ty.of_pair().ok_or_else(|| format!("{ty} is no pair"))?);
        match what.op {
            FloatOp::Neg => return Ok(self.sign(Opcode::Xor, bits, signs(element), operands)),
            FloatOp::Abs => return Ok(self.sign(Opcode::And, bits, !signs(element), operands)),
            FloatOp::Add
            | FloatOp::Sub
            | FloatOp::Mul
            | FloatOp::Div
            | FloatOp::Fma
            | FloatOp::Sqrt
            | FloatOp::Min
            | FloatOp::Max
            | FloatOp::Ceil
            | FloatOp::Floor => {}
        }
        let operands: Vec<Reg> = operands.iter().map(|operand| self.pair_register(operand, bits)).collect();
        let modifiers =
            if element == Type::F32 { self.of_singles(what) } else { self.of_halves(what, element) };
        if let Some(modifiers) = modifiers {
            let register = self.temp(bits);
            let all = std::iter::once(register).chain(operands).map(Operand::from);
            self.op(what.op.opcode(), &modifiers, all);
            return Ok(register);
        }
        let halves: Vec<[Reg; 2]> = operands.iter().map(|&pair| self.split(pair, bits)).collect();
        let mut results = Vec::new();
        for side in 0..2 {
            let operands: Vec<Operand> = halves.iter().map(|pair| pair[side].into()).collect();
            results.push(Operand::from(self.compute(what, element, &operands)?));
        }
        Ok(self.new_op(bits, Opcode::Mov, &[bits_modifier(bits)], [Operand::Vector(results)]))
    }

    /// The modifiers of the instruction for pairs of f32, where the target has one.
    fn of_singles(&self, what: &Float) -> Option<Vec<Modifier>> {
        let has_one = matches!(what.op, FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Fma);
        if !has_one || !self.at_least(SINGLES_FROM) {
            return None;
        }
        let mut modifiers = vec![rounding_modifier(what.rounding)?];
        modifiers.extend(what.flush.then_some(Modifier::Ftz));
        modifiers.push(Modifier::F32x2);
        Some(modifiers)
    }

    /// Likewise for pairs of f16 or bf16.
    fn of_halves(&self, what: &Float, element: Type) -> Option<Vec<Modifier>> {
        let f16 = element == Type::F16;
        let nearest = what.rounding == RoundingMode::NearestEven;
        let mut modifiers = Vec::new();
        let native = match what.op {
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul => {
                modifiers.push(Modifier::Rn);
                nearest && (f16 || self.at_least(90))
            }
            FloatOp::Fma => {
                modifiers.push(Modifier::Rn);
                nearest && (f16 || self.at_least(80))
            }
            FloatOp::Min | FloatOp::Max => {
                modifiers.extend(what.propagate.then_some(Modifier::NaN));
                self.at_least(80)
            }
            FloatOp::Neg | FloatOp::Abs | FloatOp::Div | FloatOp::Sqrt | FloatOp::Ceil | FloatOp::Floor => {
                false
            }
        };
        modifiers.push(if f16 { Modifier::F16x2 } else { Modifier::Bf16x2 });
        native.then_some(modifiers)
    }

    fn pair_register(&mut self, operand: &Operand, bits: u32) -> Reg {
        match operand {
            Operand::Register(register) => *register,
            Operand::Immediate(Immediate::Int(value)) => self.load(bits, *value as u64),
            other => self.new_op(bits, Opcode::Mov, &[bits_modifier(bits)], [other.clone()]),
        }
    }

    /// The halves of a register.
    pub(crate) fn split(&mut self, pair: Reg, bits: u32) -> [Reg; 2] {
        let halves = [self.temp(bits / 2), self.temp(bits / 2)];
        let vector = Operand::Vector(halves.map(Operand::from).to_vec());
        self.op(Opcode::Mov, &[bits_modifier(bits)], [vector, pair.into()]);
        halves
    }
}

/// The sign bits of a pair.
fn signs(element: Type) -> u64 {
    if element == Type::F32 { 0x8000_0000_8000_0000 } else { 0x8000_8000 }
}
