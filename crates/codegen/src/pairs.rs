//! Arithmetic of pairs: native if the target supports it, otherwise one half at a time.

use nvvm::Type;
use ptx::module::{Immediate, Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::RoundingMode;

use crate::emit::{Emit, Refusal};
use crate::float::{Float, FloatOp};

impl Emit<'_, '_> {
    pub(crate) fn pair(&mut self, what: &Float, ty: Type, operands: &[Operand]) -> Result<Reg, Refusal> {
        let f16 = ty == Type::F16x2;
        let modifier = if f16 { Modifier::F16x2 } else { Modifier::Bf16x2 };
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
            FloatOp::Neg => return Ok(self.sign(Opcode::Xor, 32, 0x8000_8000, operands)),
            FloatOp::Abs => return Ok(self.sign(Opcode::And, 32, 0x7fff_7fff, operands)),
            FloatOp::Div | FloatOp::Sqrt | FloatOp::Ceil | FloatOp::Floor => false,
        };
        let operands: Vec<Reg> = operands.iter().map(|operand| self.pair_register(operand)).collect();
        if native {
            modifiers.push(modifier);
            let register = self.temp(32);
            let all = std::iter::once(register).chain(operands).map(Operand::from);
            self.op(what.op.opcode(), &modifiers, all);
            return Ok(register);
        }
        let element = if f16 { Type::F16 } else { Type::BF16 };
        let halves: Vec<[Reg; 2]> = operands.iter().map(|&pair| self.split(pair)).collect();
        let mut results = Vec::new();
        for side in 0..2 {
            let operands: Vec<Operand> = halves.iter().map(|pair| pair[side].into()).collect();
            results.push(Operand::from(self.compute(what, element, &operands)?));
        }
        Ok(self.new_op(32, Opcode::Mov, &[Modifier::B32], [Operand::Vector(results)]))
    }

    fn pair_register(&mut self, operand: &Operand) -> Reg {
        match operand {
            Operand::Register(register) => *register,
            Operand::Immediate(Immediate::Int(value)) => self.load(32, *value as u64),
            other => self.new_op(32, Opcode::Mov, &[Modifier::B32], [other.clone()]),
        }
    }

    /// The halves of 32 bits.
    pub(crate) fn split(&mut self, pair: Reg) -> [Reg; 2] {
        let halves = [self.temp(16), self.temp(16)];
        let vector = Operand::Vector(halves.map(Operand::from).to_vec());
        self.op(Opcode::Mov, &[Modifier::B32], [vector, pair.into()]);
        halves
    }
}
