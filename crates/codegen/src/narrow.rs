//! Conversions of formats of at most 8 bits, and tf32, by hardware instructions.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::attrs::ElementFormat;
use nvvm::ops::fields;
use ptx::module::{Operand, Reg};
use ptx::{Modifier, Opcode};
use tile_core::arith::RoundingMode;

use crate::emit::{Emit, LoweringResult};
use crate::rounding::rounding_modifier;

/// The modifier of a pair of a narrow format, if the instruction converts pairs of it.
fn pair_modifier(format: ElementFormat) -> Option<Modifier> {
    match format {
        ElementFormat::E4M3 => Some(Modifier::E4m3x2),
        ElementFormat::E5M2 => Some(Modifier::E5m2x2),
        ElementFormat::E2M1 => Some(Modifier::E2m1x2),
        ElementFormat::E2M3 => Some(Modifier::E2m3x2),
        ElementFormat::E3M2 => Some(Modifier::E3m2x2),
        ElementFormat::UE8M0 => Some(Modifier::Ue8m0x2),
        ElementFormat::F16 => Some(Modifier::F16x2),
        ElementFormat::BF16 => Some(Modifier::Bf16x2),
        ElementFormat::TF32
        | ElementFormat::UE4M3
        | ElementFormat::S4
        | ElementFormat::U4
        | ElementFormat::S8
        | ElementFormat::U8
        | ElementFormat::B1 => None,
    }
}

impl Emit<'_, '_> {
    /// Refuses what no form of the instruction does on the target.
    fn has_conversion(&self, modifiers: &[Modifier], what: &str) -> LoweringResult {
        if Opcode::Cvt.is_on(self.shared.target, modifiers) {
            return Ok(());
        }
        Err(format!("it does not convert {what} in this rounding mode"))
    }

    pub(crate) fn narrow(&mut self, op: Op) -> LoweringResult {
        use fields::narrow as f;
        let module = self.module;
        let sources = module.body.operands(op).to_vec();
        let (_, ty) = self.result(op);
        let mode = module.get(op, f::rounding);
        let format: ElementFormat = module.get(op, f::format);
        if sources.iter().any(|&value| self.ty(value) != Type::F32) {
            return Err("it converts f32".to_owned());
        }
        if let (ElementFormat::TF32, &[source]) = (format, &sources[..]) {
            let source = self.reg(source);
            let register = self.tf32(source, mode)?;
            self.is_in(op, register);
            return Ok(());
        }
        let &[low, high] = &sources[..] else { return Err(format!("{} comes in pairs", format.name())) };
        let pair =
            pair_modifier(format).ok_or_else(|| format!("floats are not converted to {}", format.name()))?;
        let mut modifiers = vec![rounding_modifier(mode).ok_or("there is no such rounding mode")?];
        modifiers.extend(
            (module.flag(op, f::saturate) || !matches!(format, ElementFormat::F16 | ElementFormat::BF16))
                .then_some(Modifier::Satfinite),
        );
        modifiers.extend([pair, Modifier::F32]);
        self.has_conversion(&modifiers, &format!("to {}", format.name()))?;
        let register = self.narrow_pair(&modifiers, pair, [low, high]);
        let have = if matches!(pair, Modifier::F16x2 | Modifier::Bf16x2) { 32 } else { 16 };
        if have == 32 && ty.bits() != 32 || have == 16 && !matches!(ty, Type::I16 | Type::I32) {
            return Err(format!("a pair of {} is not held in {ty}", format.name()));
        }
        let register = self.resized(register, have, ty.bits(), false);
        self.is_in(op, register);
        Ok(())
    }

    /// The instruction takes the upper element first.
    fn narrow_pair(&mut self, modifiers: &[Modifier], pair: Modifier, [low, high]: [Value; 2]) -> Reg {
        let operands = [self.float(high), self.float(low)];
        match pair {
            Modifier::E2m1x2 => {
                let byte = self.f.register(ptx::Type::B8);
                let all = std::iter::once(Operand::from(byte)).chain(operands);
                self.op(Opcode::Cvt, modifiers, all);
                self.new_op(16, Opcode::Cvt, &[Modifier::U16, Modifier::U8], [byte.into()])
            }
            Modifier::F16x2 | Modifier::Bf16x2 => self.new_op(32, Opcode::Cvt, modifiers, operands),
            _ => self.new_op(16, Opcode::Cvt, modifiers, operands),
        }
    }

    /// f32 with the low 13 bits rounded off.
    fn tf32(&mut self, source: Reg, mode: RoundingMode) -> Result<Reg, String> {
        let native = match mode {
            RoundingMode::NearestAway => self.at_least(80).then_some(Modifier::Rna),
            RoundingMode::NearestEven => self.at_least(90).then_some(Modifier::Rn),
            RoundingMode::Zero => self.at_least(90).then_some(Modifier::Rz),
            RoundingMode::NegativeInf
            | RoundingMode::PositiveInf
            | RoundingMode::Approx
            | RoundingMode::Full
            | RoundingMode::NearestIntToZero => {
                return Err("tf32 is rounded to nearest, even or away, or toward zero".to_owned());
            }
        };
        if let Some(round) = native {
            return Ok(self.new_op(
                32,
                Opcode::Cvt,
                &[round, Modifier::Tf32, Modifier::F32],
                [source.into()],
            ));
        }
        let added = match mode {
            RoundingMode::NearestEven => {
                let odd =
                    self.new_op(32, Opcode::Bfe, &[Modifier::U32], [source.into(), 13.into(), 1.into()]);
                Operand::from(self.new_op(32, Opcode::Add, &[Modifier::U32], [odd.into(), 0xfff.into()]))
            }
            RoundingMode::NearestAway => 0x1000.into(),
            _ => 0.into(),
        };
        let sum = self.new_op(32, Opcode::Add, &[Modifier::U32], [source.into(), added]);
        let nan =
            self.new_op(1, Opcode::Setp, &[Modifier::Nan, Modifier::F32], [source.into(), source.into()]);
        let sum =
            self.new_op(32, Opcode::Selp, &[Modifier::B32], [0x7fff_ffff.into(), sum.into(), nan.into()]);
        Ok(self.new_op(32, Opcode::And, &[Modifier::B32], [sum.into(), 0xffff_e000.into()]))
    }

    pub(crate) fn widen(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (from, (_, ty)) = (self.ty(source), self.result(op));
        let format: ElementFormat = self.module.get(op, fields::widen::format);
        let name = format.name();
        let to = match (format, ty) {
            (
                ElementFormat::E4M3
                | ElementFormat::E5M2
                | ElementFormat::E2M1
                | ElementFormat::E2M3
                | ElementFormat::E3M2,
                Type::F16x2,
            ) => Modifier::F16x2,
            (ElementFormat::UE8M0, Type::BF16x2) => Modifier::Bf16x2,
            _ => return Err(format!("{name} does not become {ty}; f16x2, and of ue8m0 bf16x2")),
        };
        let pair = pair_modifier(format).ok_or_else(|| format!("there is no pair of {name}"))?;
        let modifiers = [Modifier::Rn, to, pair];
        self.has_conversion(&modifiers, &format!("from {name}"))?;
        if from == Type::I1 {
            return Err("a pair is held in i16 or i32".to_owned());
        }
        let register = self.reg(source);
        let mut register = self.resized(register, from.bits(), 16, false);
        if pair == Modifier::E2m1x2 {
            let byte = self.f.register(ptx::Type::B8);
            self.op(Opcode::Cvt, &[Modifier::U8, Modifier::U16], [byte.into(), register.into()]);
            register = byte;
        }
        let register = self.new_op(32, Opcode::Cvt, &modifiers, [register.into()]);
        self.is_in(op, register);
        Ok(())
    }
}
