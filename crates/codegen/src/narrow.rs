//! Formats of 8 bits and fewer, and tf32, by the hardware's conversions.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::ops::{NARROW, fields};
use ptx::module::{Operand, Reg};
use ptx::{Opcode, Word};

use crate::arith::{rounding, rounding_word};
use crate::emit::{Emit, Written};

impl Emit<'_, '_> {
    /// Refuses what no form of the instruction does on the target.
    fn has_conversion(&self, words: &[Word], what: &str) -> Written {
        let mut found = Opcode::Cvt.forms().filter_map(|form| {
            let spec = form.form();
            spec.place(words).ok().map(|placed| spec.needs(&placed))
        });
        let target = self.shared.target;
        if found.any(|needs| needs.iter().all(|one| one.has_target(target))) {
            return Ok(());
        }
        Err(format!("it does not convert {what} in this rounding mode"))
    }

    pub(crate) fn narrow(&mut self, op: Op) -> Written {
        use fields::narrow as f;
        let module = self.module;
        let sources = module.body.operands(op).to_vec();
        let (_, ty) = self.result(op);
        let mode = module.keyword(op, f::rounding);
        let format = NARROW.get(module.keyword(op, f::format)).copied().unwrap_or_default();
        if sources.iter().any(|&value| self.ty(value) != Type::F32) {
            return Err("it converts f32".to_owned());
        }
        if let ("tf32", &[source]) = (format, &sources[..]) {
            let source = self.reg(source);
            let register = self.tf32(source, mode)?;
            self.is_in(op, register);
            return Ok(());
        }
        let &[low, high] = &sources[..] else { return Err(format!("{format} comes in pairs")) };
        let pair = match format {
            "e4m3" | "e5m2" | "e2m1" | "e2m3" | "e3m2" | "ue8m0" | "f16" | "bf16" => format!("{format}x2"),
            _ => return Err(format!("floats are not converted to {format}")),
        };
        let pair = Word::named(&pair).ok_or_else(|| format!("there is no {pair}"))?;
        let mut words = vec![rounding_word(mode).ok_or("there is no such rounding mode")?];
        words.extend(
            (module.flag(op, f::saturate) || !matches!(format, "f16" | "bf16")).then_some(Word::Satfinite),
        );
        words.extend([pair, Word::F32]);
        self.has_conversion(&words, &format!("to {format}"))?;
        let register = self.narrow_pair(&words, pair, [low, high]);
        let have = if matches!(pair, Word::F16x2 | Word::Bf16x2) { 32 } else { 16 };
        if have == 32 && ty.bits() != 32 || have == 16 && !matches!(ty, Type::I16 | Type::I32) {
            return Err(format!("a pair of {format} is not held in {ty}"));
        }
        let register = self.resized(register, have, ty.bits(), false);
        self.is_in(op, register);
        Ok(())
    }

    /// The instruction takes the upper element first.
    fn narrow_pair(&mut self, words: &[Word], pair: Word, [low, high]: [Value; 2]) -> Reg {
        let operands = [self.float(high), self.float(low)];
        match pair {
            Word::E2m1x2 => {
                let byte = self.f.register(ptx::Type::B8);
                let all = std::iter::once(Operand::from(byte)).chain(operands);
                self.op(Opcode::Cvt, words, all);
                self.new_op(16, Opcode::Cvt, &[Word::U16, Word::U8], [byte.into()])
            }
            Word::F16x2 | Word::Bf16x2 => self.new_op(32, Opcode::Cvt, words, operands),
            _ => self.new_op(16, Opcode::Cvt, words, operands),
        }
    }

    /// f32 with the low 13 bits rounded off.
    fn tf32(&mut self, source: Reg, mode: usize) -> Result<Reg, String> {
        let native = match mode {
            rounding::AWAY => self.at_least(80).then_some(Word::Rna),
            rounding::NEAREST => self.at_least(90).then_some(Word::Rn),
            rounding::ZERO => self.at_least(90).then_some(Word::Rz),
            _ => return Err("tf32 is rounded to nearest, even or away, or toward zero".to_owned()),
        };
        if let Some(round) = native {
            return Ok(self.new_op(32, Opcode::Cvt, &[round, Word::Tf32, Word::F32], [source.into()]));
        }
        let added = match mode {
            rounding::NEAREST => {
                let odd = self.new_op(32, Opcode::Bfe, &[Word::U32], [source.into(), 13.into(), 1.into()]);
                Operand::from(self.new_op(32, Opcode::Add, &[Word::U32], [odd.into(), 0xfff.into()]))
            }
            rounding::AWAY => 0x1000.into(),
            _ => 0.into(),
        };
        let sum = self.new_op(32, Opcode::Add, &[Word::U32], [source.into(), added]);
        let nan = self.new_op(1, Opcode::Setp, &[Word::Nan, Word::F32], [source.into(), source.into()]);
        let sum = self.new_op(32, Opcode::Selp, &[Word::B32], [0x7fff_ffff.into(), sum.into(), nan.into()]);
        Ok(self.new_op(32, Opcode::And, &[Word::B32], [sum.into(), 0xffff_e000.into()]))
    }

    pub(crate) fn widen(&mut self, op: Op) -> Written {
        let [source] = self.operands(op);
        let (from, (_, ty)) = (self.ty(source), self.result(op));
        let format = NARROW.get(self.module.keyword(op, fields::widen::format)).copied().unwrap_or_default();
        let to = match (format, ty) {
            ("e4m3" | "e5m2" | "e2m1" | "e2m3" | "e3m2", Type::F16x2) => Word::F16x2,
            ("ue8m0", Type::BF16x2) => Word::Bf16x2,
            _ => return Err(format!("{format} does not become {ty}; f16x2, and of ue8m0 bf16x2")),
        };
        let pair = Word::named(&format!("{format}x2")).ok_or_else(|| format!("there is no {format}"))?;
        let words = [Word::Rn, to, pair];
        self.has_conversion(&words, &format!("from {format}"))?;
        if from == Type::I1 {
            return Err("a pair is held in i16 or i32".to_owned());
        }
        let register = self.reg(source);
        let mut register = self.resized(register, from.bits(), 16, false);
        if pair == Word::E2m1x2 {
            let byte = self.f.register(ptx::Type::B8);
            self.op(Opcode::Cvt, &[Word::U8, Word::U16], [byte.into(), register.into()]);
            register = byte;
        }
        let register = self.new_op(32, Opcode::Cvt, &words, [register.into()]);
        self.is_in(op, register);
        Ok(())
    }
}
