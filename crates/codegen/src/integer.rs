//! Arithmetic of integers of 16 bits and more; predicates are in [`crate::logic`].

use ir::Op;
use nvvm::Type;
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::{Arith, RoundingMode};

use crate::emit::{Emit, LoweringResult, bits_modifier, immediate, int_modifier};

impl Emit<'_, '_> {
    pub(crate) fn integer_binary(&mut self, op: Op, arith: Arith) -> LoweringResult {
        let (_, ty) = self.result(op);
        if ty == Type::I1 {
            return self.predicate_binary(op, arith);
        }
        let bits = ty.bits();
        let [lhs, rhs] = self.operands(op);
        let (a, b) = (self.int(lhs), self.int(rhs));
        let (plain, signed, unsigned) =
            (bits_modifier(bits), int_modifier(bits, true), int_modifier(bits, false));
        let flagged = |field| if self.module.flag(op, field) { signed } else { unsigned };
        let (opcode, modifiers): (Opcode, Vec<Modifier>) = match arith {
            Arith::AddI => (Opcode::Add, vec![signed]),
            Arith::SubI => (Opcode::Sub, vec![signed]),
            Arith::MulI => (Opcode::Mul, vec![Modifier::Lo, signed]),
            Arith::MulHiI => (Opcode::Mul, vec![Modifier::Hi, unsigned]),
            Arith::DivI => return self.divide(op, bits, a, b),
            Arith::RemI => (Opcode::Rem, vec![flagged(fields::remi::signed)]),
            Arith::MinI => (Opcode::Min, vec![flagged(fields::mini::signed)]),
            Arith::MaxI => (Opcode::Max, vec![flagged(fields::maxi::signed)]),
            Arith::ShlI => return self.shift(op, Opcode::Shl, plain),
            Arith::ShrI => {
                let modifier = flagged(fields::shri::signed);
                return self.shift(op, Opcode::Shr, modifier);
            }
            Arith::AndI => (Opcode::And, vec![plain]),
            Arith::OrI => (Opcode::Or, vec![plain]),
            Arith::XorI => (Opcode::Xor, vec![plain]),
            _ => return Err("it is no integer arithmetic".to_owned()),
        };
        let register = self.new_op(bits, opcode, &modifiers, [a, b]);
        self.is_in(op, register);
        Ok(())
    }

    /// The quotient in the requested rounding mode: toward zero, then corrected by the remainder.
    fn divide(&mut self, op: Op, bits: u32, a: Operand, b: Operand) -> LoweringResult {
        let signed = self.module.flag(op, fields::divi::signed);
        let modifier = int_modifier(bits, signed);
        let quotient = self.new_op(bits, Opcode::Div, &[modifier], [a.clone(), b.clone()]);
        let mode = self.module.get(op, fields::divi::rounding);
        let corrected = match mode {
            RoundingMode::NegativeInf if signed => self.corrected(bits, &a, &b, quotient, signed, true),
            RoundingMode::PositiveInf => self.corrected(bits, &a, &b, quotient, signed, false),
            RoundingMode::NegativeInf
            | RoundingMode::Zero
            | RoundingMode::NearestEven
            | RoundingMode::Approx
            | RoundingMode::Full
            | RoundingMode::NearestIntToZero
            | RoundingMode::NearestAway => quotient,
        };
        self.is_in(op, corrected);
        Ok(())
    }

    /// The quotient, decremented or incremented if the remainder is not zero and its sign requires it.
    fn corrected(
        &mut self,
        bits: u32,
        a: &Operand,
        b: &Operand,
        quotient: Reg,
        signed: bool,
        down: bool,
    ) -> Reg {
        let (modifier, plain, by) =
            (int_modifier(bits, true), bits_modifier(bits), if down { -1 } else { 1 });
        let back = self.new_op(bits, Opcode::Mul, &[Modifier::Lo, modifier], [quotient.into(), b.clone()]);
        let rest = self.new_op(bits, Opcode::Sub, &[modifier], [a.clone(), back.into()]);
        let mut wanted = self.new_op(1, Opcode::Setp, &[Modifier::Ne, plain], [rest.into(), 0.into()]);
        if signed {
            let signs = self.new_op(bits, Opcode::Xor, &[plain], [rest.into(), b.clone()]);
            let compare = if down { Modifier::Lt } else { Modifier::Ge };
            let operands = [signs.into(), 0.into(), wanted.into()];
            wanted = self.new_op(1, Opcode::Setp, &[compare, Modifier::And, modifier], operands);
        }
        let other = self.new_op(bits, Opcode::Add, &[modifier], [quotient.into(), by.into()]);
        self.new_op(bits, Opcode::Selp, &[plain], [other.into(), quotient.into(), wanted.into()])
    }

    /// A shift: its amount always has 32 bits.
    fn shift(&mut self, op: Op, opcode: Opcode, modifier: Modifier) -> LoweringResult {
        let [lhs, rhs] = self.operands(op);
        let bits = self.ty(lhs).bits();
        let amount = match self.constant(rhs) {
            Some(amount) => immediate(amount & 0xff, 32),
            None => {
                let register = self.reg(rhs);
                self.resized(register, bits, 32, false).into()
            }
        };
        let value = self.int(lhs);
        let register = self.new_op(bits, opcode, &[modifier], [value, amount]);
        self.is_in(op, register);
        Ok(())
    }

    /// An integer register of another width.
    pub(crate) fn resized(&mut self, register: Reg, from: u32, to: u32, signed: bool) -> Reg {
        if from == to {
            return register;
        }
        let signed = signed && to > from;
        self.new_op(
            to,
            Opcode::Cvt,
            &[int_modifier(to, signed), int_modifier(from, signed)],
            [register.into()],
        )
    }

    pub(crate) fn negate(&mut self, op: Op) -> LoweringResult {
        self.unary_integer(op, Opcode::Neg)
    }

    pub(crate) fn absolute(&mut self, op: Op) -> LoweringResult {
        self.unary_integer(op, Opcode::Abs)
    }

    fn unary_integer(&mut self, op: Op, opcode: Opcode) -> LoweringResult {
        let [source] = self.operands(op);
        let ty = self.ty(source);
        let operand = self.reg(source);
        // One bit is its own negation.
        let register = match ty {
            Type::I1 => operand,
            _ => self.new_op(ty.bits(), opcode, &[int_modifier(ty.bits(), true)], [operand.into()]),
        };
        self.is_in(op, register);
        Ok(())
    }

    pub(crate) fn extend(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (from, (_, to)) = (self.ty(source), self.result(op));
        let signed = self.module.flag(op, fields::exti::signed);
        let register = self.reg(source);
        let register = if from == Type::I1 && to != Type::I1 {
            self.number_of_predicate(register, to.bits(), signed)
        } else {
            self.resized(register, from.bits(), to.bits(), signed)
        };
        self.is_in(op, register);
        Ok(())
    }

    pub(crate) fn truncate(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (from, (_, to)) = (self.ty(source), self.result(op));
        let register = self.reg(source);
        let register = if to == Type::I1 && from != Type::I1 {
            self.low_bit(register, from.bits())
        } else {
            self.resized(register, from.bits(), to.bits(), false)
        };
        self.is_in(op, register);
        Ok(())
    }

    pub(crate) fn mul_hi_signed(&mut self, op: Op) -> LoweringResult {
        let (_, ty) = self.result(op);
        if ty == Type::I1 {
            return Err("predicates have no upper half".to_owned());
        }
        let [a, b] = self.operands::<2>(op).map(|value| self.int(value));
        let register =
            self.new_op(ty.bits(), Opcode::Mul, &[Modifier::Hi, int_modifier(ty.bits(), true)], [a, b]);
        self.is_in(op, register);
        Ok(())
    }

    pub(crate) fn mul_wide(&mut self, op: Op) -> LoweringResult {
        let [lhs, rhs] = self.operands(op);
        let (bits, wide) = (self.ty(lhs).bits(), self.result(op).1.bits());
        if !matches!(bits, 16 | 32) || wide != 2 * bits {
            return Err("it multiplies 16 or 32 bits to twice as many".to_owned());
        }
        let modifier = int_modifier(bits, self.module.flag(op, fields::mulwide::signed));
        let (a, b) = (self.int(lhs), self.int(rhs));
        let register = self.new_op(wide, Opcode::Mul, &[Modifier::Wide, modifier], [a, b]);
        self.is_in(op, register);
        Ok(())
    }

    /// `clz` and `popc`, which are there for 32 and 64 bits.
    pub(crate) fn count_bits(&mut self, op: Op, opcode: Opcode) -> LoweringResult {
        let [source] = self.operands(op);
        let (ty, (_, result)) = (self.ty(source), self.result(op));
        if ty == Type::I1 || result == Type::I1 {
            return Err("predicates have no bits to count".to_owned());
        }
        let mut register = self.reg(source);
        let bits = ty.bits().max(32);
        register = self.resized(register, ty.bits(), bits, false);
        let mut count = self.new_op(32, opcode, &[bits_modifier(bits)], [register.into()]);
        if opcode == Opcode::Clz && ty.bits() == 16 {
            count = self.new_op(32, Opcode::Sub, &[Modifier::S32], [count.into(), 16.into()]);
        }
        let count = self.resized(count, 32, result.bits(), false);
        self.is_in(op, count);
        Ok(())
    }
}
