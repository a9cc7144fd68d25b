//! Conversions between integers and floats, and among floats.

use ir::Op;
use nvvm::Type;
use nvvm::attrs::Approximation;
use nvvm::ops::fields;
use ptx::module::{Immediate, Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::RoundingMode;

use crate::emit::{Emit, LoweringResult, Refusal, bits_modifier, int_modifier};
use crate::half::half_modifier;
use crate::rounding::rounding_modifier;

/// The modifier of a float type.
fn float_modifier(ty: Type) -> Result<Modifier, Refusal> {
    match ty {
        Type::F16 | Type::BF16 => Ok(half_modifier(ty)),
        Type::F32 => Ok(Modifier::F32),
        Type::F64 => Ok(Modifier::F64),
        Type::I1
        | Type::I16
        | Type::I32
        | Type::I64
        | Type::F16x2
        | Type::BF16x2
        | Type::F32x2
        | Type::Ptr(_)
        | Type::Registers(_)
        | Type::Pending(_) => Err(format!("{ty} is no float type of one number")),
    }
}

impl Emit<'_, '_> {
    pub(crate) fn int_to_float(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (from, (_, to)) = (self.ty(source), self.result(op));
        let signed = self.module.flag(op, fields::itof::signed);
        let mode = self.module.get(op, fields::itof::rounding);
        let mut register = self.reg(source);
        let mut bits = from.bits();
        if from == Type::I1 {
            register = self.number_of_predicate(register, 32, signed);
            bits = 32;
        }
        let register = self.int_as_float(register, bits, signed, to, mode)?;
        self.is_in(op, register);
        Ok(())
    }

    fn int_as_float(
        &mut self,
        source: Reg,
        bits: u32,
        signed: bool,
        to: Type,
        mode: RoundingMode,
    ) -> Result<Reg, Refusal> {
        let from = int_modifier(bits, signed);
        let round = rounding_modifier(mode).ok_or("integers are not rounded in this mode")?;
        if to != Type::BF16 || self.at_least(90) {
            let modifiers = [round, float_modifier(to)?, from];
            return Ok(self.new_op(to.bits(), Opcode::Cvt, &modifiers, [source.into()]));
        }
        if mode != RoundingMode::NearestEven || bits == 16 {
            let single = self.new_op(32, Opcode::Cvt, &[round, Modifier::F32, from], [source.into()]);
            return self.narrow_half(to, single, mode);
        }
        let [zero, down, up] = [Modifier::Rz, Modifier::Rm, Modifier::Rp]
            .map(|round| self.new_op(32, Opcode::Cvt, &[round, Modifier::F32, from], [source.into()]));
        let odd = self.make_odd(32, zero, down, up);
        self.narrow_half(to, odd, mode)
    }

    /// Rounded to zero and saturated, as the instruction does; NaN is 0, which it does not always give.
    pub(crate) fn float_to_int(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (mut from, (_, to)) = (self.ty(source), self.result(op));
        let signed = self.module.flag(op, fields::ftoi::signed);
        let mut register = self.reg(source);
        if from == Type::BF16 {
            register = self.widen_half(from, register.into());
            from = Type::F32;
        }
        let float = float_modifier(from)?;
        if to == Type::I1 {
            return self.float_to_predicate(op, register, from, signed);
        }
        let bits = to.bits();
        let modifiers = [Modifier::Rzi, int_modifier(bits, signed), float];
        let number = self.new_op(bits, Opcode::Cvt, &modifiers, [register.into()]);
        let number = if bits == 64 || from == Type::F64 {
            let nan =
                self.new_op(1, Opcode::Setp, &[Modifier::Nan, float], [register.into(), register.into()]);
            self.new_op(bits, Opcode::Selp, &[bits_modifier(bits)], [0.into(), number.into(), nan.into()])
        } else {
            number
        };
        self.is_in(op, number);
        Ok(())
    }

    /// One bit saturates at 1, signed at -1.
    fn float_to_predicate(&mut self, op: Op, register: Reg, from: Type, signed: bool) -> LoweringResult {
        let (register, from) = match from {
            Type::F16 => (self.widen_half(from, register.into()), Type::F32),
            other => (register, other),
        };
        let limit = if signed { -1.0 } else { 1.0 };
        let limit = match from {
            Type::F64 => Operand::from(limit),
            _ => Operand::Immediate(Immediate::F32((limit as f32).to_bits())),
        };
        let compare = if signed { Modifier::Le } else { Modifier::Ge };
        let register =
            self.new_op(1, Opcode::Setp, &[compare, float_modifier(from)?], [register.into(), limit]);
        self.is_in(op, register);
        Ok(())
    }

    pub(crate) fn float_to_float(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (from, (_, to)) = (self.ty(source), self.result(op));
        let mode = self.module.get(op, fields::fp_to_fp::rounding);
        let register = self.reg(source);
        let register = self.converted(register, from, to, mode)?;
        self.is_in(op, register);
        Ok(())
    }

    fn converted(&mut self, source: Reg, from: Type, to: Type, mode: RoundingMode) -> Result<Reg, Refusal> {
        match (from, to) {
            _ if from == to => Ok(source),
            (Type::F16 | Type::BF16, Type::F32) => Ok(self.widen_half(from, source.into())),
            (Type::F16, Type::F64) | (Type::F32, Type::F64) => {
                Ok(self.new_op(64, Opcode::Cvt, &[Modifier::F64, float_modifier(from)?], [source.into()]))
            }
            (Type::BF16, Type::F64) => {
                let single = self.widen_half(from, source.into());
                Ok(self.new_op(64, Opcode::Cvt, &[Modifier::F64, Modifier::F32], [single.into()]))
            }
            (Type::F16, Type::BF16) | (Type::BF16, Type::F16) => {
                let single = self.widen_half(from, source.into());
                self.rounded_half(to, single, mode)
            }
            (Type::F32, Type::F16 | Type::BF16) => self.rounded_half(to, source, mode),
            (Type::F64, Type::F16 | Type::BF16) if mode != RoundingMode::NearestAway => {
                self.narrow_double(to, source, mode)
            }
            (Type::F64, Type::F16 | Type::BF16) => {
                let single = self.odd_single(source);
                self.rounded_half(to, single, mode)
            }
            (Type::F64, Type::F32) if mode != RoundingMode::NearestAway => {
                let round = rounding_modifier(mode).ok_or("f32 has no such rounding mode")?;
                Ok(self.new_op(32, Opcode::Cvt, &[round, Modifier::F32, Modifier::F64], [source.into()]))
            }
            (Type::F64, Type::F32) => Ok(self.away(source)),
            _ => Err(format!("{from} is not converted to {to}")),
        }
    }

    fn rounded_half(&mut self, to: Type, source: Reg, mode: RoundingMode) -> Result<Reg, Refusal> {
        if mode == RoundingMode::NearestAway && to == Type::F16 {
            let wide = self.new_op(64, Opcode::Cvt, &[Modifier::F64, Modifier::F32], [source.into()]);
            return Ok(self.away_half(wide));
        }
        self.narrow_half(to, source, mode)
    }

    /// f64 as f32, rounded to odd.
    fn odd_single(&mut self, source: Reg) -> Reg {
        let [zero, down, up] = [Modifier::Rz, Modifier::Rm, Modifier::Rp].map(|round| {
            self.new_op(32, Opcode::Cvt, &[round, Modifier::F32, Modifier::F64], [source.into()])
        });
        self.make_odd(32, zero, down, up)
    }

    /// f64 as f32, ties away from zero: toward zero, unless the rest is at least half of what is between the neighbours.
    fn away(&mut self, source: Reg) -> Reg {
        let [low, near] = [Modifier::Rz, Modifier::Rn].map(|round| {
            self.new_op(32, Opcode::Cvt, &[round, Modifier::F32, Modifier::F64], [source.into()])
        });
        let next = self.new_op(32, Opcode::Add, &[Modifier::S32], [low.into(), 1.into()]);
        let [below, above] = [low, next]
            .map(|one| self.new_op(64, Opcode::Cvt, &[Modifier::F64, Modifier::F32], [one.into()]));
        self.nearer_or_away(source, [below, above], [low, next, near], 32)
    }

    /// f64 as f16, ties away from zero.
    fn away_half(&mut self, source: Reg) -> Reg {
        let [low, near] = [Modifier::Rz, Modifier::Rn].map(|round| {
            self.new_op(16, Opcode::Cvt, &[round, Modifier::F16, Modifier::F64], [source.into()])
        });
        let next = self.new_op(16, Opcode::Add, &[Modifier::S16], [low.into(), 1.into()]);
        let [below, above] = [low, next]
            .map(|one| self.new_op(64, Opcode::Cvt, &[Modifier::F64, Modifier::F16], [one.into()]));
        self.nearer_or_away(source, [below, above], [low, next, near], 16)
    }

    /// Of two neighbours the farther from zero where the distances are equal, else what rounding to nearest gave.
    fn nearer_or_away(&mut self, source: Reg, around: [Reg; 2], [_, next, near]: [Reg; 3], bits: u32) -> Reg {
        let below =
            self.new_op(64, Opcode::Sub, &[Modifier::Rn, Modifier::F64], [source.into(), around[0].into()]);
        let above =
            self.new_op(64, Opcode::Sub, &[Modifier::Rn, Modifier::F64], [around[1].into(), source.into()]);
        let tie = self.new_op(1, Opcode::Setp, &[Modifier::Eq, Modifier::F64], [below.into(), above.into()]);
        let some = self.new_op(
            1,
            Opcode::Setp,
            &[Modifier::Ne, Modifier::And, Modifier::F64],
            [below.into(), Operand::from(0.0f64), tie.into()],
        );
        self.new_op(bits, Opcode::Selp, &[bits_modifier(bits)], [next.into(), near.into(), some.into()])
    }

    pub(crate) fn approximation(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (_, ty) = self.result(op);
        let opcode = match self.module.get(op, fields::approx::function) {
            Approximation::Ex2 => Opcode::Ex2,
            Approximation::Lg2 => Opcode::Lg2,
            Approximation::Rcp => Opcode::Rcp,
            Approximation::Rsqrt => Opcode::Rsqrt,
            Approximation::Sqrt => Opcode::Sqrt,
            Approximation::Sin => Opcode::Sin,
            Approximation::Cos => Opcode::Cos,
            Approximation::Tanh => Opcode::Tanh,
        };
        let mut modifiers = vec![Modifier::Approx];
        let flush = self.module.flag(op, fields::approx::flush_to_zero);
        let known = match (opcode, ty) {
            (Opcode::Tanh, Type::F32 | Type::F16 | Type::F16x2) => true,
            (Opcode::Tanh, Type::BF16 | Type::BF16x2) => self.at_least(90),
            (Opcode::Ex2, Type::BF16 | Type::BF16x2) => {
                modifiers.push(Modifier::Ftz);
                self.at_least(90)
            }
            (Opcode::Ex2, Type::F16 | Type::F16x2) => true,
            (Opcode::Rcp | Opcode::Rsqrt, Type::F64) => {
                modifiers.push(Modifier::Ftz);
                true
            }
            (_, Type::F32) => {
                modifiers.extend(flush.then_some(Modifier::Ftz));
                true
            }
            _ => false,
        };
        if !known {
            return Err(format!("`{opcode}` approximates no {ty} there"));
        }
        modifiers.push(match ty {
            Type::F16x2 => Modifier::F16x2,
            Type::BF16x2 => Modifier::Bf16x2,
            other => float_modifier(other)?,
        });
        let operand = self.float(source);
        let register = self.new_op(ty.bits(), opcode, &modifiers, [operand]);
        self.is_in(op, register);
        Ok(())
    }

    pub(crate) fn approximate_division(&mut self, op: Op) -> LoweringResult {
        let (_, ty) = self.result(op);
        if ty != Type::F32 {
            return Err(format!("the hardware approximates quotients of f32, not of {ty}"));
        }
        let how =
            if self.module.flag(op, fields::divapprox::full) { Modifier::Full } else { Modifier::Approx };
        let mut modifiers = vec![how];
        modifiers.extend(self.module.flag(op, fields::divapprox::flush_to_zero).then_some(Modifier::Ftz));
        modifiers.push(Modifier::F32);
        let [a, b] = self.operands::<2>(op).map(|value| self.float(value));
        let register = self.new_op(32, Opcode::Div, &modifiers, [a, b]);
        self.is_in(op, register);
        Ok(())
    }
}
