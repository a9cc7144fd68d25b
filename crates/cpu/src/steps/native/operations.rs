//! Element-wise operations as vector instructions: the same bits as those of [`crate::kernels`].

use numerics::math::Function;
use numerics::select::{FloatBinary, IntBinary};
use numerics::{NanRule, Predicate, Rounding, Scalar};

use super::body::{Body, Layout, Signs, Source};
use super::instructions::Vector;
use crate::kernels::is_nearest;
use crate::kernels::operation::Operation;

/// The sign bit of an f32.
pub(super) const SIGN: u32 = 0x8000_0000;
/// The NaN that operations return: quiet, positive, without a payload.
pub(super) const NAN: u32 = 0x7fc0_0000;
/// The exponent bits of an f32, which are those of infinity.
pub(super) const EXPONENT: u32 = 0x7f80_0000;

// Predicates of `vcmpps`, all of them without an exception for quiet NaN.
/// Whether one of two is NaN.
pub(super) const UNORDERED: u8 = 3;
/// Less, and neither is NaN.
pub(super) const LESS: u8 = 0x11;
/// Equal, and neither is NaN.
pub(super) const EQUAL: u8 = 0;
/// Greater, equal, or one is NaN.
pub(super) const NOT_LESS: u8 = 0x15;
/// The comparison that holds of what is below, and of NaN.
pub(super) const NOT_GREATER_OR_EQUAL: u8 = 0x19;

/// Immediate of `vroundps`: down, without noting that it was inexact.
const DOWN: u8 = 0x09;
/// The same, up.
const UP: u8 = 0x0a;

/// How the lanes of a type are in vectors, if they can be computed with.
pub(super) fn layout(scalar: Scalar) -> Option<Layout> {
    match scalar {
        Scalar::F32 | Scalar::I32 => Some(Layout::Words),
        Scalar::F16 | Scalar::BF16 => Some(Layout::Halves),
        Scalar::I1 => Some(Layout::Bytes),
        Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I64
        | Scalar::TF32
        | Scalar::F64
        | Scalar::F8E4M3FN
        | Scalar::F8E5M2
        | Scalar::F8E8M0FNU
        | Scalar::F4E2M1FN
        | Scalar::FNV8E5M3FNU => None,
    }
}

fn is_word(scalar: Scalar) -> bool {
    layout(scalar) == Some(Layout::Words)
}

/// Whether there are instructions for an operation.
#[allow(clippy::wildcard_enum_match_arm, reason = "everything else has kernels only")]
pub(super) fn is_known(operation: Operation) -> bool {
    use Operation as O;
    match operation {
        O::FloatBinary { op, scalar: Scalar::F32, rounding, .. } => {
            is_nearest(rounding) && !(op == FloatBinary::Div && rounding == Rounding::Approx)
        }
        O::Fma { scalar: Scalar::F32, rounding, .. } | O::Sqrt { scalar: Scalar::F32, rounding, .. } => {
            is_nearest(rounding)
        }
        O::AbsF(Scalar::F32) | O::NegF(Scalar::F32) | O::CompareF { scalar: Scalar::F32, .. } => true,
        O::MinF { scalar: Scalar::F32, .. } | O::MaxF { scalar: Scalar::F32, .. } => true,
        O::Function { function, scalar: Scalar::F32, flush } => match function {
            Function::Exp2 | Function::Rsqrt => true,
            Function::Exp
            | Function::Tanh
            | Function::Sin
            | Function::Cos
            | Function::Log
            | Function::Log2 => !flush,
            _ => false,
        },
        O::Floor(Scalar::F32) | O::Ceil(Scalar::F32) => true,
        O::IntBinary { scalar: Scalar::I32, .. } | O::CompareI { scalar: Scalar::I32, .. } => true,
        O::AbsI(Scalar::I32) | O::NegI { scalar: Scalar::I32, .. } => true,
        O::ShiftLeft { scalar: Scalar::I32, .. } | O::ShiftRight { scalar: Scalar::I32, .. } => true,
        O::Extend { from: Scalar::I1, to: Scalar::I32, .. }
        | O::Truncate { from: Scalar::I32, to: Scalar::I1, .. } => true,
        // The instruction converts to signed integers only.
        O::FloatToInt { from: Scalar::F32, to: Scalar::I32, signed, .. } => signed,
        O::MinI { scalar: Scalar::I32, .. } | O::MaxI { scalar: Scalar::I32, .. } => true,
        O::And(scalar) | O::Or(scalar) | O::Xor(scalar) => matches!(scalar, Scalar::I1 | Scalar::I32),
        O::IntToFloat { from: Scalar::I32, to: Scalar::F32, signed, rounding } => {
            signed && rounding == Rounding::NearestEven
        }
        O::IntToFloat { from: Scalar::I1, to: Scalar::F32, .. } => true,
        O::FloatToFloat { from: Scalar::F16 | Scalar::BF16, to: Scalar::F32, .. } => true,
        O::FloatToFloat { from: Scalar::F32, to: Scalar::F16 | Scalar::BF16, rounding } => {
            rounding == Rounding::NearestEven
        }
        O::Select(scalar) | O::Copy(scalar) => is_word(scalar),
        _ => false,
    }
}

/// Whether an operation gives the same bits for every NaN operand.
pub(super) fn takes_any_nan(operation: Operation) -> bool {
    use Operation as O;
    matches!(
        operation,
        O::FloatBinary { .. }
            | O::Fma { .. }
            | O::Sqrt { .. }
            | O::MinF { .. }
            | O::MaxF { .. }
            | O::CompareF { .. }
            | O::Function { .. }
            | O::Floor(_)
            | O::Ceil(_)
            | O::FloatToInt { .. }
            | O::FloatToFloat { .. }
    )
}

/// An operation to compute, and whether NaN among its results must be canonical.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) operation: Operation,
    pub(super) canonical: bool,
}

impl Body<'_> {
    /// Computes an operation that is known.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the others are not known")]
    pub(super) fn operation(&mut self, wanted: Wanted, [a, b, c]: [Source; 3]) -> Source {
        use Operation as O;
        match wanted.operation {
            O::FloatBinary { op, flush, .. } => self.float_binary(op, [a, b], flush, wanted.canonical),
            O::Fma { flush, .. } => {
                let [a, b, c] = [a, b, c].map(|x| self.flushed(x, flush));
                let result = self.fma(a, b, c);
                self.finished(result, wanted.canonical, flush)
            }
            O::Sqrt { flush, .. } => {
                let a = self.flushed(a, flush);
                let result = self.one(Vector::Sqrt, a, 0);
                self.finished(result, wanted.canonical, false)
            }
            O::AbsF(_) => {
                let magnitude = self.bits(!SIGN);
                self.two(Vector::And, a, magnitude)
            }
            O::NegF(_) => self.negative(a),
            O::MinF { rule, flush, .. } => self.extreme([a, b], Vector::Min, rule, flush, wanted.canonical),
            O::MaxF { rule, flush, .. } => self.extreme([a, b], Vector::Max, rule, flush, wanted.canonical),
            O::CompareF { predicate, ordered, .. } => self.compare(a, b, float_predicate(predicate, ordered)),
            O::Function { function, flush, .. } => self.function(function, a, flush, wanted.canonical),
            O::IntBinary { op, .. } => self.two(int_binary(op), a, b),
            O::MinI { signed, .. } => self.two(if signed { Vector::MinI } else { Vector::MinU }, a, b),
            O::MaxI { signed, .. } => self.two(if signed { Vector::MaxI } else { Vector::MaxU }, a, b),
            O::CompareI { predicate, signed, .. } => {
                // Moving both by 2^31 turns the unsigned order into the signed one, for which there is an instruction.
                let [a, b] = if signed { [a, b] } else { [a, b].map(|x| self.negative(x)) };
                self.compare_ints(predicate, a, b)
            }
            O::AbsI(_) => self.one(Vector::AbsI, a, 0),
            O::NegI { .. } => {
                let zero = self.bits(0);
                self.two(Vector::SubI, zero, a)
            }
            O::ShiftLeft { .. } => self.shift(Vector::ShiftLeftBy, a, b),
            O::ShiftRight { signed: true, .. } => self.shift(Vector::ShiftRightSignedBy, a, b),
            O::ShiftRight { signed: false, .. } => self.shift(Vector::ShiftRightBy, a, b),
            O::Floor(_) => self.rounded(a, DOWN, wanted.canonical),
            O::Ceil(_) => self.rounded(a, UP, wanted.canonical),
            O::And(_) => self.two(Vector::And, a, b),
            O::Or(_) => self.two(Vector::Or, a, b),
            O::Xor(_) => self.two(Vector::Xor, a, b),
            O::Select(_) => self.choose(a, b, c),
            O::Copy(_) => a,
            _ => self.conversion(wanted, a),
        }
    }

    /// Computes an operation that changes the type of its operand.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the others are not known")]
    fn conversion(&mut self, wanted: Wanted, a: Source) -> Source {
        use Operation as O;
        match wanted.operation {
            O::Extend { signed: true, .. } => a,
            O::Extend { signed: false, .. } => self.one(Vector::ShiftRight, a, 31),
            // A bool is all ones or all zeros in its lane: the last bit is spread over it.
            O::Truncate { .. } => {
                let sign = self.one(Vector::ShiftLeft, a, 31);
                self.one(Vector::ShiftRightSigned, sign, 31)
            }
            O::FloatToInt { .. } => self.truncated(a),
            O::IntToFloat { from: Scalar::I1, signed, .. } => {
                let number = self.number(if signed { -1.0 } else { 1.0 });
                self.two(Vector::And, a, number)
            }
            O::IntToFloat { .. } => self.one(Vector::OfInt, a, 0),
            O::FloatToFloat { from: Scalar::F16, .. } => {
                let wide = self.one(Vector::OfF16, a, 0);
                self.finished(wide, wanted.canonical, false)
            }
            O::FloatToFloat { from: Scalar::F32, to: Scalar::F16, .. } => {
                let a = self.canonical(a);
                self.one(Vector::ToF16, a, 0)
            }
            O::FloatToFloat { from: Scalar::F32, .. } => self.narrowed_to_bf16(a),
            O::FloatToFloat { .. } => {
                let words = self.one(Vector::OfHalves, a, 0);
                let wide = self.one(Vector::ShiftLeft, words, 16);
                self.finished(wide, wanted.canonical, false)
            }
            other => unreachable!("{other:?} is not known"),
        }
    }

    fn float_binary(&mut self, op: FloatBinary, [a, b]: [Source; 2], flush: bool, canonical: bool) -> Source {
        let op = match op {
            FloatBinary::Add => Vector::Add,
            FloatBinary::Sub => Vector::Sub,
            FloatBinary::Mul => Vector::Mul,
            FloatBinary::Div => Vector::Div,
        };
        let quotient = if op == Vector::Div && !self.careful { self.quotient(a, b) } else { None };
        quotient.unwrap_or_else(|| self.careful_binary(op, [a, b], flush, canonical))
    }

    fn rounded(&mut self, a: Source, direction: u8, canonical: bool) -> Source {
        let whole = self.one(Vector::Round, a, direction);
        self.finished(whole, canonical, false)
    }

    fn careful_binary(&mut self, op: Vector, operands: [Source; 2], flush: bool, canonical: bool) -> Source {
        let [a, b] = operands.map(|x| self.flushed(x, flush));
        let result = self.two(op, a, b);
        self.finished(result, canonical, flush)
    }

    fn function(&mut self, function: Function, a: Source, flush: bool, canonical: bool) -> Source {
        #[allow(clippy::wildcard_enum_match_arm, reason = "the others are not known")]
        match function {
            Function::Exp => self.exp(a),
            Function::Exp2 => self.exp2(a, flush),
            Function::Tanh => self.tanh(a, canonical),
            Function::Sin | Function::Cos => self.angle(function, a),
            Function::Log | Function::Log2 => self.logarithm(function, a),
            Function::Rsqrt => {
                let a = self.flushed(a, flush);
                self.rsqrt(a)
            }
            other => unreachable!("{other:?} is not known"),
        }
    }

    /// Subnormal numbers become zeros of their signs, if that is wanted.
    pub(super) fn flushed(&mut self, x: Source, flush: bool) -> Source {
        if !flush {
            return x;
        }
        let (exponent, sign, zero) = (self.bits(EXPONENT), self.bits(SIGN), self.bits(0));
        let exponent = self.two(Vector::And, x, exponent);
        let small = self.two(Vector::EqualI, exponent, zero);
        let sign = self.two(Vector::And, x, sign);
        self.choose(small, sign, x)
    }

    /// NaN becomes the canonical one.
    pub(super) fn canonical(&mut self, x: Source) -> Source {
        let nan = self.bits(NAN);
        let is_nan = self.compare(x, x, UNORDERED);
        self.choose(is_nan, nan, x)
    }

    fn finished(&mut self, x: Source, canonical: bool, flush: bool) -> Source {
        let x = if canonical { self.canonical(x) } else { x };
        self.flushed(x, flush)
    }

    /// bf16 of f32, ties to even.
    fn narrowed_to_bf16(&mut self, x: Source) -> Source {
        let (half, one, nan) = (self.bits(0x7fff), self.bits(1), self.bits(0x7fc0));
        let odd = self.one(Vector::ShiftRight, x, 16);
        let odd = self.two(Vector::And, odd, one);
        let rounded = self.two(Vector::AddI, x, half);
        let rounded = self.two(Vector::AddI, rounded, odd);
        let rounded = self.one(Vector::ShiftRight, rounded, 16);
        let is_nan = self.compare(x, x, UNORDERED);
        let rounded = self.choose(is_nan, nan, rounded);
        self.halves(rounded)
    }

    /// The lower halves of words below 2^16.
    pub(super) fn halves(&mut self, words: Source) -> Source {
        let upper = self.one(Vector::Upper, words, 1);
        self.two(Vector::PackWords, words, upper)
    }

    /// The number that comes first; zeros are in the order of their signs.
    fn extreme(
        &mut self,
        operands: [Source; 2],
        op: Vector,
        rule: NanRule,
        flush: bool,
        canonical: bool,
    ) -> Source {
        let [a, b] = operands.map(|x| self.flushed(x, flush));
        // Of two zeros each is the second operand: of both ways, one bit decides.
        let (one, other) = (self.two(op, a, b), self.two(op, b, a));
        let first = self.two(if op == Vector::Max { Vector::And } else { Vector::Or }, one, other);
        match rule {
            NanRule::Number => {
                let is_nan = self.compare(a, a, UNORDERED);
                let first = self.choose(is_nan, b, first);
                let is_nan = self.compare(b, b, UNORDERED);
                let first = self.choose(is_nan, a, first);
                self.finished(first, canonical, false)
            }
            NanRule::Propagate => {
                let nan = self.bits(NAN);
                let is_nan = self.compare(a, b, UNORDERED);
                self.choose(is_nan, nan, first)
            }
        }
    }

    fn compare_ints(&mut self, predicate: Predicate, a: Source, b: Source) -> Source {
        let (op, a, b, negated) = match predicate {
            Predicate::Equal => (Vector::EqualI, a, b, false),
            Predicate::NotEqual => (Vector::EqualI, a, b, true),
            Predicate::LessThan => (Vector::GreaterI, b, a, false),
            Predicate::LessThanOrEqual => (Vector::GreaterI, a, b, true),
            Predicate::GreaterThan => (Vector::GreaterI, a, b, false),
            Predicate::GreaterThanOrEqual => (Vector::GreaterI, b, a, true),
        };
        let holds = self.two(op, a, b);
        if negated { self.negated(holds) } else { holds }
    }

    /// The other sign.
    fn negative(&mut self, x: Source) -> Source {
        let sign = self.bits(SIGN);
        self.two(Vector::Xor, x, sign)
    }

    /// A shift by the last bits of a number.
    fn shift(&mut self, op: Vector, a: Source, by: Source) -> Source {
        let most = self.bits(31);
        let by = self.two(Vector::And, by, most);
        self.two(op, a, by)
    }

    /// The integer without its fraction; the nearest one if it is too large, and 0 of NaN.
    fn truncated(&mut self, x: Source) -> Source {
        let (beyond, greatest) = (self.number(2_147_483_648.0), self.bits(i32::MAX as u32));
        let value = self.one(Vector::ToInt, x, 0);
        let is_above = self.compare(x, beyond, NOT_LESS);
        let value = self.choose(is_above, greatest, value);
        let zero = self.bits(0);
        let is_nan = self.compare(x, x, UNORDERED);
        self.choose(is_nan, zero, value)
    }

    /// The mask of the other lanes.
    pub(super) fn negated(&mut self, mask: Source) -> Source {
        let all = self.bits(u32::MAX);
        self.two(Vector::Xor, mask, all)
    }

    /// 1 / sqrt x, through f64.
    fn rsqrt(&mut self, x: Source) -> Source {
        let value = self.by_doubles(x, |body, x| {
            let one = body.double(1.0);
            let root = body.one(Vector::SqrtWide, x, 0);
            body.two(Vector::DivWide, one, root)
        });
        let (sign, infinity) = (self.bits(SIGN), self.bits(EXPONENT));
        let (zero, nan) = (self.bits(0), self.bits(NAN));
        let sign = self.two(Vector::And, x, sign);
        let infinity = self.two(Vector::Or, sign, infinity);
        let is_zero = self.compare(x, zero, EQUAL);
        let value = self.choose(is_zero, infinity, value);
        // Neither what is below zero nor NaN has a root.
        let no_root = self.compare(x, zero, NOT_GREATER_OR_EQUAL);
        self.choose(no_root, nan, value)
    }

    /// A function of f64 in every lane, rounded.
    pub(super) fn by_doubles(&mut self, x: Source, f: impl Fn(&mut Self, Source) -> Source) -> Source {
        let low = self.one(Vector::Widen, x, 0);
        let low = f(self, low);
        let low = self.one(Vector::Narrow, low, 0);
        if self.lanes <= 4 {
            return low;
        }
        let upper = self.one(Vector::Upper, x, 1);
        let upper = self.one(Vector::Widen, upper, 0);
        let upper = f(self, upper);
        let upper = self.one(Vector::Narrow, upper, 0);
        self.three(Vector::Both, [low, upper, upper], 1)
    }

    /// `a * b - c`, rounded once.
    pub(super) fn fms(&mut self, a: Source, b: Source, c: Source) -> Source {
        self.mul_add(Signs::Minus, a, b, c)
    }

    /// `c - a * b`, rounded once.
    pub(super) fn fnma(&mut self, a: Source, b: Source, c: Source) -> Source {
        self.mul_add(Signs::Negated, a, b, c)
    }
}

fn int_binary(op: IntBinary) -> Vector {
    match op {
        IntBinary::Add => Vector::AddI,
        IntBinary::Sub => Vector::SubI,
        IntBinary::Mul => Vector::MulI,
    }
}

/// The processor's number of a comparison.
fn float_predicate(predicate: Predicate, ordered: bool) -> u8 {
    match (predicate, ordered) {
        (Predicate::Equal, true) => EQUAL,
        (Predicate::Equal, false) => 0x08,
        (Predicate::NotEqual, true) => 0x0c,
        (Predicate::NotEqual, false) => 0x04,
        (Predicate::LessThan, true) => LESS,
        (Predicate::LessThan, false) => NOT_GREATER_OR_EQUAL,
        (Predicate::LessThanOrEqual, true) => 0x12,
        (Predicate::LessThanOrEqual, false) => 0x1a,
        (Predicate::GreaterThan, true) => 0x1e,
        (Predicate::GreaterThan, false) => 0x16,
        (Predicate::GreaterThanOrEqual, true) => 0x1d,
        (Predicate::GreaterThanOrEqual, false) => NOT_LESS,
    }
}
