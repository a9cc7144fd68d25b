//! Floats of 32 and 64 bits, by intrinsics with a rounding mode; narrower floats are inline assembly.

use ir::Op;
use nvvm::Type;
use nvvm::attrs::Approximation;
use nvvm::ops::fields;
use tile_core::arith::{Arith, ComparisonPredicate as Predicate, RoundingMode};

use super::assembly::Effect;
use super::write::Writer;
use crate::emit::LoweringResult;

/// Type and last letter of intrinsics.
fn letter(ty: Type) -> Option<(&'static str, &'static str)> {
    match ty {
        Type::F32 => Some(("float", "f")),
        Type::F64 => Some(("double", "d")),
        Type::I1
        | Type::I16
        | Type::I32
        | Type::I64
        | Type::F16
        | Type::BF16
        | Type::F16x2
        | Type::BF16x2
        | Type::F32x2
        | Type::Ptr(_)
        | Type::Registers(_)
        | Type::Pending(_) => None,
    }
}

/// The word of a rounding mode in names of intrinsics.
fn mode(rounding: RoundingMode) -> Option<&'static str> {
    match rounding {
        RoundingMode::NearestEven => Some("rn"),
        RoundingMode::Zero => Some("rz"),
        RoundingMode::NegativeInf => Some("rm"),
        RoundingMode::PositiveInf => Some("rp"),
        RoundingMode::Approx
        | RoundingMode::Full
        | RoundingMode::NearestIntToZero
        | RoundingMode::NearestAway => None,
    }
}

impl Writer<'_, '_> {
    /// Arithmetic of floats.
    pub(crate) fn float(&mut self, op: Op, arith: Arith) -> Option<()> {
        let (value, ty) = self.result(op);
        let (spelled, last) = letter(ty)?;
        let rounded = |name: &'static str, rounding, flush| (name, Some(rounding), flush);
        let (name, rounding, flush) = match arith {
            Arith::AddF => rounded("add", fields::addf::rounding, Some(fields::addf::flush_to_zero)),
            Arith::MulF => rounded("mul", fields::mulf::rounding, Some(fields::mulf::flush_to_zero)),
            Arith::DivF => rounded("div", fields::divf::rounding, Some(fields::divf::flush_to_zero)),
            Arith::Fma => rounded("fma", fields::fma::rounding, Some(fields::fma::flush_to_zero)),
            Arith::Sqrt => rounded("sqrt", fields::sqrt::rounding, Some(fields::sqrt::flush_to_zero)),
            Arith::MinF if !self.module.flag(op, fields::minf::propagate_nan) => {
                ("fmin", None, Some(fields::minf::flush_to_zero))
            }
            Arith::MaxF if !self.module.flag(op, fields::maxf::propagate_nan) => {
                ("fmax", None, Some(fields::maxf::flush_to_zero))
            }
            Arith::Ceil => ("ceil", None, None),
            Arith::Floor => ("floor", None, None),
            Arith::NegF | Arith::AbsF => return self.sign(op, arith == Arith::NegF),
            _ => return None,
        };
        let mut name = name.to_owned();
        if let Some(field) = rounding {
            name = format!("{name}.{}", mode(self.module.get(op, field))?);
        }
        if ty == Type::F32 && flush.is_some_and(|field| self.module.flag(op, field)) {
            name.push_str(".ftz");
        }
        let operands: Vec<String> =
            self.module.body.operands(op).iter().map(|&operand| self.value(operand).to_owned()).collect();
        let operands: Vec<(&str, &str)> = operands.iter().map(|text| (spelled, text.as_str())).collect();
        let call = self.call(&format!("llvm.nvvm.{name}.{last}"), spelled, &operands);
        self.define(value, &call);
        Some(())
    }

    /// The sign bit flipped or cleared, of NaN too.
    fn sign(&mut self, op: Op, flipped: bool) -> Option<()> {
        let [source] = self.operands(op);
        let (value, _) = self.result(op);
        let (bits, width) = self.bits(source);
        let top = 1u64 << (width - 1);
        let (word, mask) = if flipped { ("xor", top) } else { ("and", top - 1) };
        let mask = super::spelling::integer(mask, width);
        let changed = self.temp(&format!("{word} i{width} {bits}, {mask}"));
        self.is_of_bits(value, changed);
        Some(())
    }

    pub(crate) fn compare_floats(&mut self, op: Op) -> Option<()> {
        let [lhs, rhs] = self.operands(op);
        if !matches!(self.ty(lhs), Type::F16 | Type::F32 | Type::F64) {
            return None;
        }
        let ordered = if self.module.flag(op, fields::cmpf::ordered) { "o" } else { "u" };
        let word = match self.module.get(op, fields::cmpf::predicate) {
            Predicate::Equal => "eq",
            Predicate::NotEqual => "ne",
            Predicate::LessThan => "lt",
            Predicate::LessThanOrEqual => "le",
            Predicate::GreaterThan => "gt",
            Predicate::GreaterThanOrEqual => "ge",
        };
        self.binary_compare(op, &format!("fcmp {ordered}{word}"), lhs, rhs)
    }

    pub(crate) fn int_to_float(&mut self, op: Op) -> Option<()> {
        let [source] = self.operands(op);
        let (value, ty) = self.result(op);
        let near = self.module.get::<RoundingMode>(op, fields::itof::rounding) == RoundingMode::NearestEven;
        if self.ty(source) == Type::I1 || !near {
            return None;
        }
        let (spelled, _) = letter(ty)?;
        let word = if self.module.flag(op, fields::itof::signed) { "sitofp" } else { "uitofp" };
        let text = format!("{word} {} to {spelled}", self.typed(source));
        self.define(value, &text);
        Some(())
    }

    pub(crate) fn float_to_float(&mut self, op: Op) -> Option<()> {
        let [source] = self.operands(op);
        let (value, to) = self.result(op);
        let near =
            self.module.get::<RoundingMode>(op, fields::fp_to_fp::rounding) == RoundingMode::NearestEven;
        let word = match (self.ty(source), to) {
            (Type::F16, Type::F32 | Type::F64) | (Type::F32, Type::F64) => "fpext",
            (Type::F32, Type::F16) | (Type::F64, Type::F32) if near => "fptrunc",
            _ => return None,
        };
        let text = format!("{word} {} to {}", self.typed(source), self.spelled(to));
        self.define(value, &text);
        Some(())
    }

    pub(crate) fn approximation(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (value, ty) = self.result(op);
        let name = match self.module.get(op, fields::approx::function) {
            Approximation::Ex2 => "ex2",
            Approximation::Lg2 => "lg2",
            Approximation::Rsqrt => "rsqrt",
            Approximation::Sqrt => "sqrt",
            Approximation::Sin => "sin",
            Approximation::Cos => "cos",
            // There are no intrinsics of the reciprocal and the hyperbolic tangent in both dialects.
            Approximation::Rcp | Approximation::Tanh => return self.assembly(op, Effect::None),
        };
        if ty != Type::F32 {
            return self.assembly(op, Effect::None);
        }
        let flush = if self.module.flag(op, fields::approx::flush_to_zero) { ".ftz" } else { "" };
        let operand = self.value(source).to_owned();
        let call = self.call(&format!("llvm.nvvm.{name}.approx{flush}.f"), "float", &[("float", &operand)]);
        self.define(value, &call);
        Ok(())
    }

    pub(crate) fn approximate_division(&mut self, op: Op) -> LoweringResult {
        let (value, ty) = self.result(op);
        if ty != Type::F32 || self.module.flag(op, fields::divapprox::full) {
            return self.assembly(op, Effect::None);
        }
        let flush = if self.module.flag(op, fields::divapprox::flush_to_zero) { ".ftz" } else { "" };
        let [a, b] = self.operands::<2>(op).map(|side| self.value(side).to_owned());
        let operands = [("float", a.as_str()), ("float", b.as_str())];
        let call = self.call(&format!("llvm.nvvm.div.approx{flush}.f"), "float", &operands);
        self.define(value, &call);
        Ok(())
    }
}
