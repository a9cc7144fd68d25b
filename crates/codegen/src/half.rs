//! Arithmetic of f16 and bf16: native if the target supports it, otherwise in f32 with a final rounding.
//!
//! Rounding twice gives the same result as rounding once. For rounding to nearest, this holds for one operation of two operands
//! because f32 has 24 bits, more than twice the bits of the narrow format plus two; in the other modes it always holds. A fused
//! multiplication needs an f32 that is rounded to odd.

use nvvm::Type;
use ptx::module::{Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::RoundingMode;

use crate::emit::{Emit, Refusal, immediate};
use crate::float::{Float, FloatOp};

/// The modifier of f16 or bf16.
pub(crate) fn half_modifier(ty: Type) -> Modifier {
    if ty == Type::F16 { Modifier::F16 } else { Modifier::Bf16 }
}

impl Emit<'_, '_> {
    pub(crate) fn half(&mut self, what: &Float, ty: Type, operands: &[Operand]) -> Result<Reg, Refusal> {
        let modifier = half_modifier(ty);
        let nearest =
            matches!(what.rounding, RoundingMode::NearestEven | RoundingMode::Approx | RoundingMode::Full);
        let f16 = ty == Type::F16;
        match what.op {
            FloatOp::Neg => Ok(self.sign(Opcode::Xor, 16, 0x8000, operands)),
            FloatOp::Abs => Ok(self.sign(Opcode::And, 16, 0x7fff, operands)),
            FloatOp::Ceil if f16 => {
                Ok(self.on_half(Opcode::Cvt, &[Modifier::Rpi, modifier, modifier], operands))
            }
            FloatOp::Floor if f16 => {
                Ok(self.on_half(Opcode::Cvt, &[Modifier::Rmi, modifier, modifier], operands))
            }
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul if nearest && (f16 || self.at_least(90)) => {
                Ok(self.on_half(what.op.opcode(), &[Modifier::Rn, modifier], operands))
            }
            FloatOp::Fma if nearest && (f16 || self.at_least(80)) => {
                Ok(self.on_half(Opcode::Fma, &[Modifier::Rn, modifier], operands))
            }
            FloatOp::Min | FloatOp::Max if self.at_least(80) => {
                let mut modifiers = Vec::new();
                modifiers.extend(what.propagate.then_some(Modifier::NaN));
                modifiers.push(modifier);
                Ok(self.on_half(what.op.opcode(), &modifiers, operands))
            }
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul if nearest && self.at_least(80) => {
                Ok(self.by_fma(what.op, operands))
            }
            FloatOp::Fma => self.fma_by_odd(what, ty, operands),
            FloatOp::Add
            | FloatOp::Sub
            | FloatOp::Mul
            | FloatOp::Div
            | FloatOp::Sqrt
            | FloatOp::Min
            | FloatOp::Max
            | FloatOp::Ceil
            | FloatOp::Floor => {
                let wide: Vec<Operand> =
                    operands.iter().map(|operand| self.widen_half(ty, operand.clone()).into()).collect();
                let result = self.compute(&Float { flush: false, ..*what }, Type::F32, &wide)?;
                self.narrow_half(ty, result, what.rounding)
            }
        }
    }

    fn on_half(&mut self, opcode: Opcode, modifiers: &[Modifier], operands: &[Operand]) -> Reg {
        let operands: Vec<Operand> = operands.iter().map(|operand| self.in_register(operand)).collect();
        let register = self.temp(16);
        self.op(opcode, modifiers, std::iter::once(Operand::from(register)).chain(operands));
        register
    }

    /// 16-bit floats cannot be constants in instructions.
    fn in_register(&mut self, operand: &Operand) -> Operand {
        match operand {
            Operand::Immediate(_) => self.new_op(16, Opcode::Mov, &[Modifier::B16], [operand.clone()]).into(),
            other => other.clone(),
        }
    }

    /// bf16 before sm_90 has only `fma`: `a * 1 + b`, `b * -1 + a`, `a * b + -0`.
    fn by_fma(&mut self, op: FloatOp, operands: &[Operand]) -> Reg {
        let constant = |bits| immediate(bits, 16);
        let (a, b) = (operands[0].clone(), operands[1].clone());
        let all = match op {
            FloatOp::Add => [a, constant(0x3f80), b],
            FloatOp::Sub => [b, constant(0xbf80), a],
            _ => [a, b, constant(0x8000)],
        };
        self.on_half(Opcode::Fma, &[Modifier::Rn, Modifier::Bf16], &all)
    }

    /// `a * b + c` in f64, rounded to odd down to the narrow format.
    fn fma_by_odd(&mut self, what: &Float, ty: Type, operands: &[Operand]) -> Result<Reg, Refusal> {
        let mut wide = Vec::new();
        for operand in operands {
            let single = self.widen_half(ty, operand.clone());
            let double = self.new_op(64, Opcode::Cvt, &[Modifier::F64, Modifier::F32], [single.into()]);
            wide.push(Operand::from(double));
        }
        let all = |at: &[Operand]| [at[0].clone(), at[1].clone(), at[2].clone()];
        if what.rounding != RoundingMode::NearestEven {
            let round =
                crate::rounding::rounding_modifier(what.rounding).ok_or("there is no such rounding mode")?;
            let sum = self.new_op(64, Opcode::Fma, &[round, Modifier::F64], all(&wide));
            return self.narrow_double(ty, sum, what.rounding);
        }
        let [zero, down, up] = [Modifier::Rz, Modifier::Rm, Modifier::Rp]
            .map(|round| self.new_op(64, Opcode::Fma, &[round, Modifier::F64], all(&wide)));
        let odd = self.make_odd(64, zero, down, up);
        self.narrow_double(ty, odd, RoundingMode::NearestEven)
    }

    /// The result rounded to zero, with its last bit set where it is not exact.
    pub(crate) fn make_odd(&mut self, bits: u32, zero: Reg, down: Reg, up: Reg) -> Reg {
        let float = if bits == 32 { Modifier::F32 } else { Modifier::F64 };
        let modifier = crate::emit::bits_modifier(bits);
        let inexact = self.new_op(1, Opcode::Setp, &[Modifier::Ne, float], [down.into(), up.into()]);
        let set = self.new_op(bits, Opcode::Or, &[modifier], [zero.into(), 1.into()]);
        self.new_op(bits, Opcode::Selp, &[modifier], [set.into(), zero.into(), inexact.into()])
    }

    /// f16 or bf16 as f32, exactly.
    pub(crate) fn widen_half(&mut self, ty: Type, operand: Operand) -> Reg {
        let operand = self.in_register(&operand);
        if ty == Type::F16 {
            return self.new_op(32, Opcode::Cvt, &[Modifier::F32, Modifier::F16], [operand]);
        }
        let zero = self.load(16, 0);
        self.new_op(32, Opcode::Mov, &[Modifier::B32], [Operand::Vector(vec![zero.into(), operand])])
    }

    /// f32 as f16 or bf16.
    pub(crate) fn narrow_half(&mut self, ty: Type, source: Reg, mode: RoundingMode) -> Result<Reg, Refusal> {
        let mode = if matches!(mode, RoundingMode::Approx | RoundingMode::Full) {
            RoundingMode::NearestEven
        } else {
            mode
        };
        if ty == Type::F16 {
            let round = crate::rounding::rounding_modifier(mode).ok_or("f16 has no such rounding mode")?;
            return Ok(self.new_op(16, Opcode::Cvt, &[round, Modifier::F16, Modifier::F32], [source.into()]));
        }
        match mode {
            RoundingMode::NearestEven | RoundingMode::Zero if self.at_least(80) => {
                let round = if mode == RoundingMode::Zero { Modifier::Rz } else { Modifier::Rn };
                Ok(self.new_op(16, Opcode::Cvt, &[round, Modifier::Bf16, Modifier::F32], [source.into()]))
            }
            RoundingMode::NearestEven
            | RoundingMode::Zero
            | RoundingMode::NegativeInf
            | RoundingMode::PositiveInf
            | RoundingMode::Approx
            | RoundingMode::Full
            | RoundingMode::NearestIntToZero
            | RoundingMode::NearestAway => self.round_bits(source, mode),
        }
    }

    /// f32 as bf16 by its bits: the upper half, after a rounding term was added to the lower half.
    fn round_bits(&mut self, source: Reg, mode: RoundingMode) -> Result<Reg, Refusal> {
        let is_negative = |this: &mut Self| {
            this.new_op(1, Opcode::Setp, &[Modifier::Lt, Modifier::S32], [source.into(), 0.into()])
        };
        let added: Operand = match mode {
            RoundingMode::NearestEven => {
                let odd =
                    self.new_op(32, Opcode::Bfe, &[Modifier::U32], [source.into(), 16.into(), 1.into()]);
                self.new_op(32, Opcode::Add, &[Modifier::U32], [odd.into(), 0x7fff.into()]).into()
            }
            RoundingMode::Zero => 0.into(),
            RoundingMode::NegativeInf => {
                let negative = is_negative(self);
                self.new_op(32, Opcode::Selp, &[Modifier::B32], [0xffff.into(), 0.into(), negative.into()])
                    .into()
            }
            RoundingMode::PositiveInf => {
                let negative = is_negative(self);
                self.new_op(32, Opcode::Selp, &[Modifier::B32], [0.into(), 0xffff.into(), negative.into()])
                    .into()
            }
            RoundingMode::NearestAway => 0x8000.into(),
            RoundingMode::Approx | RoundingMode::Full | RoundingMode::NearestIntToZero => {
                return Err("bf16 has no such rounding mode".to_owned());
            }
        };
        let sum = self.new_op(32, Opcode::Add, &[Modifier::U32], [source.into(), added]);
        let nan =
            self.new_op(1, Opcode::Setp, &[Modifier::Nan, Modifier::F32], [source.into(), source.into()]);
        // Infinity has zeros in its lower half, so nothing is carried.
        let bits =
            self.new_op(32, Opcode::Selp, &[Modifier::B32], [0x7fff_0000.into(), sum.into(), nan.into()]);
        let shifted = self.new_op(32, Opcode::Shr, &[Modifier::U32], [bits.into(), 16.into()]);
        Ok(self.new_op(16, Opcode::Cvt, &[Modifier::U16, Modifier::U32], [shifted.into()]))
    }

    /// f64 as f16 or bf16.
    pub(crate) fn narrow_double(
        &mut self,
        ty: Type,
        source: Reg,
        mode: RoundingMode,
    ) -> Result<Reg, Refusal> {
        if ty == Type::F16 || self.at_least(90) {
            let round = crate::rounding::rounding_modifier(mode).ok_or("there is no such rounding mode")?;
            return Ok(self.new_op(
                16,
                Opcode::Cvt,
                &[round, half_modifier(ty), Modifier::F64],
                [source.into()],
            ));
        }
        if mode != RoundingMode::NearestEven {
            let round = crate::rounding::rounding_modifier(mode).ok_or("there is no such rounding mode")?;
            let single =
                self.new_op(32, Opcode::Cvt, &[round, Modifier::F32, Modifier::F64], [source.into()]);
            return self.narrow_half(ty, single, mode);
        }
        let [zero, down, up] = [Modifier::Rz, Modifier::Rm, Modifier::Rp].map(|round| {
            self.new_op(32, Opcode::Cvt, &[round, Modifier::F32, Modifier::F64], [source.into()])
        });
        let odd = self.make_odd(32, zero, down, up);
        self.narrow_half(ty, odd, mode)
    }
}
