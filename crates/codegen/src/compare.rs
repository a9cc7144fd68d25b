//! Comparisons.

use ir::Op;
use nvvm::Type;
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};
use ptx::{Opcode, Word};
use tile_core::arith::ComparisonPredicate as Predicate;

use crate::emit::{Emit, Written, bits_word, int_word};
use crate::half::half_word;

/// The word of a comparison of integers, or of floats where one with NaN is false.
fn ordered(predicate: Predicate) -> Word {
    match predicate {
        Predicate::Equal => Word::Eq,
        Predicate::NotEqual => Word::Ne,
        Predicate::LessThan => Word::Lt,
        Predicate::LessThanOrEqual => Word::Le,
        Predicate::GreaterThan => Word::Gt,
        Predicate::GreaterThanOrEqual => Word::Ge,
    }
}

/// The word of a comparison of floats where one with NaN is true.
fn unordered(predicate: Predicate) -> Word {
    match predicate {
        Predicate::Equal => Word::Equ,
        Predicate::NotEqual => Word::Neu,
        Predicate::LessThan => Word::Ltu,
        Predicate::LessThanOrEqual => Word::Leu,
        Predicate::GreaterThan => Word::Gtu,
        Predicate::GreaterThanOrEqual => Word::Geu,
    }
}

impl Emit<'_, '_> {
    pub(crate) fn compare_integers(&mut self, op: Op) -> Written {
        let [lhs, rhs] = self.operands(op);
        let predicate = self.module.get(op, fields::cmpi::predicate);
        let signed = self.module.flag(op, fields::cmpi::signed);
        let ty = self.ty(lhs);
        let register = if ty == Type::I1 {
            let (a, b) = (self.reg(lhs), self.reg(rhs));
            self.compare_predicates(predicate, signed, a, b)
        } else {
            let equality = matches!(predicate, Predicate::Equal | Predicate::NotEqual);
            let word = if equality { bits_word(ty.bits()) } else { int_word(ty.bits(), signed) };
            let (a, b) = (self.int(lhs), self.int(rhs));
            self.new_op(1, Opcode::Setp, &[ordered(predicate), word], [a, b])
        };
        self.is_in(op, register);
        Ok(())
    }

    /// Signed, true is less than false.
    fn compare_predicates(&mut self, predicate: Predicate, signed: bool, a: Reg, b: Reg) -> Reg {
        let less = |this: &mut Self, a: Reg, b: Reg| {
            let (low, high) = if signed { (b, a) } else { (a, b) };
            let low = this.not(low);
            this.logic(Opcode::And, low, high)
        };
        match predicate {
            Predicate::Equal => {
                let different = self.logic(Opcode::Xor, a, b);
                self.not(different)
            }
            Predicate::NotEqual => self.logic(Opcode::Xor, a, b),
            Predicate::LessThan => less(self, a, b),
            Predicate::LessThanOrEqual => {
                let greater = less(self, b, a);
                self.not(greater)
            }
            Predicate::GreaterThan => less(self, b, a),
            Predicate::GreaterThanOrEqual => {
                let smaller = less(self, a, b);
                self.not(smaller)
            }
        }
    }

    pub(crate) fn compare_floats(&mut self, op: Op) -> Written {
        let [lhs, rhs] = self.operands(op);
        let predicate = self.module.get(op, fields::cmpf::predicate);
        let is_ordered = self.module.flag(op, fields::cmpf::ordered);
        let compare = if is_ordered { ordered(predicate) } else { unordered(predicate) };
        let ty = self.ty(lhs);
        let (a, b) = (self.float(lhs), self.float(rhs));
        let register = match ty {
            Type::F32 => self.new_op(1, Opcode::Setp, &[compare, Word::F32], [a, b]),
            Type::F64 => self.new_op(1, Opcode::Setp, &[compare, Word::F64], [a, b]),
            Type::F16 => self.new_op(1, Opcode::Setp, &[compare, half_word(ty)], [a, b]),
            Type::BF16 if self.at_least(90) => {
                self.new_op(1, Opcode::Setp, &[compare, half_word(ty)], [a, b])
            }
            Type::BF16 => {
                let [a, b] = [a, b].map(|operand| Operand::from(self.widen_half(ty, operand)));
                self.new_op(1, Opcode::Setp, &[compare, Word::F32], [a, b])
            }
            Type::F16x2 | Type::BF16x2 | Type::I1 | Type::I16 | Type::I32 | Type::I64 | Type::Ptr(_) => {
                return Err(format!("{ty} is not compared as a float"));
            }
        };
        self.is_in(op, register);
        Ok(())
    }
}
