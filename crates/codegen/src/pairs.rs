//! Arithmetic of pairs: native where the target has it, else half by half.

use nvvm::Type;
use ptx::module::{Immediate, Operand, Reg};
use ptx::{Opcode, Word};
use tile_core::arith::RoundingMode;

use crate::emit::{Emit, Refusal};
use crate::float::{Float, FloatOp};

impl Emit<'_, '_> {
    pub(crate) fn pair(&mut self, what: &Float, ty: Type, operands: &[Operand]) -> Result<Reg, Refusal> {
        let f16 = ty == Type::F16x2;
        let word = if f16 { Word::F16x2 } else { Word::Bf16x2 };
        let nearest = what.rounding == RoundingMode::NearestEven;
        let mut words = Vec::new();
        let native = match what.op {
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul => {
                words.push(Word::Rn);
                nearest && (f16 || self.at_least(90))
            }
            FloatOp::Fma => {
                words.push(Word::Rn);
                nearest && (f16 || self.at_least(80))
            }
            FloatOp::Min | FloatOp::Max => {
                words.extend(what.propagate.then_some(Word::NaN));
                self.at_least(80)
            }
            FloatOp::Neg => return Ok(self.sign(Opcode::Xor, 32, 0x8000_8000, operands)),
            FloatOp::Abs => return Ok(self.sign(Opcode::And, 32, 0x7fff_7fff, operands)),
            FloatOp::Div | FloatOp::Sqrt | FloatOp::Ceil | FloatOp::Floor => false,
        };
        let operands: Vec<Reg> = operands.iter().map(|operand| self.pair_register(operand)).collect();
        if native {
            words.push(word);
            let register = self.temp(32);
            let all = std::iter::once(register).chain(operands).map(Operand::from);
            self.op(what.op.opcode(), &words, all);
            return Ok(register);
        }
        let element = if f16 { Type::F16 } else { Type::BF16 };
        let halves: Vec<[Reg; 2]> = operands.iter().map(|&pair| self.split(pair)).collect();
        let mut results = Vec::new();
        for side in 0..2 {
            let operands: Vec<Operand> = halves.iter().map(|pair| pair[side].into()).collect();
            results.push(Operand::from(self.compute(what, element, &operands)?));
        }
        Ok(self.new_op(32, Opcode::Mov, &[Word::B32], [Operand::Vector(results)]))
    }

    fn pair_register(&mut self, operand: &Operand) -> Reg {
        match operand {
            Operand::Register(register) => *register,
            Operand::Immediate(Immediate::Int(value)) => self.load(32, *value as u64),
            other => self.new_op(32, Opcode::Mov, &[Word::B32], [other.clone()]),
        }
    }

    /// The halves of 32 bits.
    pub(crate) fn split(&mut self, pair: Reg) -> [Reg; 2] {
        let halves = [self.temp(16), self.temp(16)];
        let vector = Operand::Vector(halves.map(Operand::from).to_vec());
        self.op(Opcode::Mov, &[Word::B32], [vector, pair.into()]);
        halves
    }
}
