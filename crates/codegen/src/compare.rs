//! Comparisons.

use ir::Op;
use nvvm::Type;
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::ComparisonPredicate as Predicate;

use crate::emit::{Emit, LoweringResult, bits_modifier, int_modifier};
use crate::half::half_modifier;

/// The modifier of a comparison of integers, or of floats where one with NaN is false.
fn ordered(predicate: Predicate) -> Modifier {
    match predicate {
        Predicate::Equal => Modifier::Eq,
        Predicate::NotEqual => Modifier::Ne,
        Predicate::LessThan => Modifier::Lt,
        Predicate::LessThanOrEqual => Modifier::Le,
        Predicate::GreaterThan => Modifier::Gt,
        Predicate::GreaterThanOrEqual => Modifier::Ge,
    }
}

/// The modifier of a comparison of floats where one with NaN is true.
fn unordered(predicate: Predicate) -> Modifier {
    match predicate {
        Predicate::Equal => Modifier::Equ,
        Predicate::NotEqual => Modifier::Neu,
        Predicate::LessThan => Modifier::Ltu,
        Predicate::LessThanOrEqual => Modifier::Leu,
        Predicate::GreaterThan => Modifier::Gtu,
        Predicate::GreaterThanOrEqual => Modifier::Geu,
    }
}

impl Emit<'_, '_> {
    pub(crate) fn compare_integers(&mut self, op: Op) -> LoweringResult {
        let [lhs, rhs] = self.operands(op);
        let predicate = self.module.get(op, fields::cmpi::predicate);
        let signed = self.module.flag(op, fields::cmpi::signed);
        let ty = self.ty(lhs);
        let register = if ty == Type::I1 {
            let (a, b) = (self.reg(lhs), self.reg(rhs));
            self.compare_predicates(predicate, signed, a, b)
        } else {
            let equality = matches!(predicate, Predicate::Equal | Predicate::NotEqual);
            let modifier = if equality { bits_modifier(ty.bits()) } else { int_modifier(ty.bits(), signed) };
            let (a, b) = (self.int(lhs), self.int(rhs));
            self.new_op(1, Opcode::Setp, &[ordered(predicate), modifier], [a, b])
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

    pub(crate) fn compare_floats(&mut self, op: Op) -> LoweringResult {
        let [lhs, rhs] = self.operands(op);
        let predicate = self.module.get(op, fields::cmpf::predicate);
        let is_ordered = self.module.flag(op, fields::cmpf::ordered);
        let compare = if is_ordered { ordered(predicate) } else { unordered(predicate) };
        let ty = self.ty(lhs);
        let (a, b) = (self.float(lhs), self.float(rhs));
        let register = match ty {
            Type::F32 => self.new_op(1, Opcode::Setp, &[compare, Modifier::F32], [a, b]),
            Type::F64 => self.new_op(1, Opcode::Setp, &[compare, Modifier::F64], [a, b]),
            Type::F16 => self.new_op(1, Opcode::Setp, &[compare, half_modifier(ty)], [a, b]),
            Type::BF16 if self.at_least(90) => {
                self.new_op(1, Opcode::Setp, &[compare, half_modifier(ty)], [a, b])
            }
            Type::BF16 => {
                let [a, b] = [a, b].map(|operand| Operand::from(self.widen_half(ty, operand)));
                self.new_op(1, Opcode::Setp, &[compare, Modifier::F32], [a, b])
            }
            Type::F16x2
            | Type::BF16x2
            | Type::F32x2
            | Type::I1
            | Type::I16
            | Type::I32
            | Type::I64
            | Type::Ptr(_)
            | Type::Registers(_)
            | Type::Pending(_) => {
                return Err(format!("{ty} is not compared as a float"));
            }
        };
        self.is_in(op, register);
        Ok(())
    }
}
