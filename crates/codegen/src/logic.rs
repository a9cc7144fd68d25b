//! Integers of one bit: predicates. Signed, true is -1.

use ir::Op;
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::Arith;

use crate::emit::{Emit, LoweringResult, bits_modifier};

impl Emit<'_, '_> {
    pub(crate) fn predicate_binary(&mut self, op: Op, arith: Arith) -> LoweringResult {
        let [a, b] = self.operands::<2>(op).map(|value| self.reg(value));
        let signed = |field| self.module.flag(op, field);
        let opcode = match arith {
            Arith::AddI | Arith::SubI | Arith::XorI => Opcode::Xor,
            Arith::MulI | Arith::AndI => Opcode::And,
            Arith::OrI => Opcode::Or,
            Arith::MinI => {
                if signed(fields::mini::signed) {
                    Opcode::Or
                } else {
                    Opcode::And
                }
            }
            Arith::MaxI => {
                if signed(fields::maxi::signed) {
                    Opcode::And
                } else {
                    Opcode::Or
                }
            }
            // Defined divisions have the divisor one (or -1, whose quotient 1 wraps to -1), and defined shifts the amount zero.
            Arith::DivI | Arith::ShlI | Arith::ShrI => {
                self.is_in(op, a);
                return Ok(());
            }
            Arith::RemI | Arith::MulHiI => {
                let zero = self.load(1, 0);
                self.is_in(op, zero);
                return Ok(());
            }
            _ => return Err("it is no integer arithmetic".to_owned()),
        };
        let register = self.logic(opcode, a, b);
        self.is_in(op, register);
        Ok(())
    }

    /// `and`, `or` or `xor` of predicates.
    pub(crate) fn logic(&mut self, opcode: Opcode, a: Reg, b: Reg) -> Reg {
        self.new_op(1, opcode, &[Modifier::Pred], [a.into(), b.into()])
    }

    /// The negation of a predicate.
    pub(crate) fn not(&mut self, a: Reg) -> Reg {
        self.new_op(1, Opcode::Not, &[Modifier::Pred], [a.into()])
    }

    /// A predicate as an integer: 1, or -1 if signed.
    pub(crate) fn number_of_predicate(&mut self, predicate: Reg, bits: u32, signed: bool) -> Reg {
        let one: Operand = if signed { (-1).into() } else { 1.into() };
        self.new_op(bits, Opcode::Selp, &[bits_modifier(bits)], [one, 0.into(), predicate.into()])
    }

    /// The lowest bit as a predicate.
    pub(crate) fn low_bit(&mut self, register: Reg, bits: u32) -> Reg {
        let modifier = bits_modifier(bits);
        let bit = self.new_op(bits, Opcode::And, &[modifier], [register.into(), 1.into()]);
        self.new_op(1, Opcode::Setp, &[Modifier::Ne, modifier], [bit.into(), 0.into()])
    }
}
