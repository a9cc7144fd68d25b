//! `cvt` between integers, f16, bf16, f32 and f64.
//!
//! - The source is the low bits of its register; a result in a wider register is extended according to its type.
//! - To integers: rounded, then clamped to the type. NaN becomes 0; for f64 sources or 64-bit results, only the top bit is set.
//! - Between floats: rounded once. `.ftz` applies to f32 on either side. `.sat` clamps to 0..=1 and makes NaN +0, `.relu` makes
//!   negative values +0, `.satfinite` clamps to the largest finite value; NaN stays NaN.

use numerics::{Rounding, Scalar, convert};
use ptx::module::Instruction;
use ptx::{Modifier, Type};

use super::float::{NAN32, NAN64, flush32, give, rounding_of, take};
use super::half::{NAN16, narrow_bf16, narrow_f16, rectify, widen_f16};
use super::{Kernel, Stored, d1, lanes, narrow1, w1, widen1};

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Int { bits: u32, signed: bool },
    Float(Scalar),
}

fn number(word: Modifier) -> Option<Number> {
    let of = Type::named(word.text())?;
    match of {
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => Some(Number::Int { bits: of.bits(), signed: false }),
        Type::S8 | Type::S16 | Type::S32 | Type::S64 => Some(Number::Int { bits: of.bits(), signed: true }),
        Type::F16 => Some(Number::Float(Scalar::F16)),
        Type::Bf16 => Some(Number::Float(Scalar::BF16)),
        Type::F32 => Some(Number::Float(Scalar::F32)),
        Type::F64 => Some(Number::Float(Scalar::F64)),
        _ => None,
    }
}

/// Modifiers of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mode {
    rounding: Rounding,
    /// Rounds to a whole number.
    whole: bool,
    ftz: bool,
    sat: bool,
    relu: bool,
    satfinite: bool,
}

impl Mode {
    fn of(instruction: &Instruction) -> Mode {
        let has = |word| instruction.has(word);
        Mode {
            rounding: rounding_of(instruction),
            whole: [Modifier::Rni, Modifier::Rzi, Modifier::Rmi, Modifier::Rpi].into_iter().any(has),
            ftz: has(Modifier::Ftz),
            sat: has(Modifier::Sat),
            relu: has(Modifier::Relu),
            satfinite: has(Modifier::Satfinite),
        }
    }

    /// Rounding to nearest, and nothing else.
    fn plain(self) -> bool {
        self.rounding == Rounding::NearestEven && !(self.ftz || self.sat || self.relu || self.satfinite)
    }
}

/// The kernel of a conversion between two numbers; `None` for the other forms of `cvt`.
pub(super) fn select(instruction: &Instruction, stored: Stored) -> Option<Kernel> {
    let mut numbers = instruction.modifiers.iter().flatten().filter_map(|&word| number(word));
    let (to, from) = (numbers.next()?, numbers.next()?);
    let mode = Mode::of(instruction);
    if let (Number::Int { bits, signed }, Number::Int { bits: from_bits, signed: from_signed }) = (to, from) {
        let with = Integers { bits, signed, from_bits, from_signed, sat: mode.sat, stored };
        return Some(with.kernel());
    }
    // Between registers of the usual widths, the most frequent conversions have kernels that the compiler can
    // vectorise; the others go lane by lane.
    let usual = stored == Stored { d: width_of(to), a: width_of(from) };
    if usual && let Some(kernel) = common(to, from, mode) {
        return Some(kernel);
    }
    Some(lanes(move |[a, ..]| {
        let result = one(to, from, mode, a);
        match to {
            Number::Int { bits, signed } => extended(result, bits, signed, stored.d),
            Number::Float(_) => result,
        }
    }))
}

fn width_of(number: Number) -> u32 {
    match number {
        Number::Int { bits, .. } => bits,
        Number::Float(of) => of.bits(),
    }
}

/// The low bits of a word, extended by their sign.
#[inline(always)]
fn sign_extended(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits;
    (value << shift) as i64 >> shift
}

/// A value of a type in a register of a width.
#[inline(always)]
fn extended(value: u64, bits: u32, signed: bool, register: u32) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    let wide = if signed { sign_extended(value, bits) as u64 } else { value & mask };
    wide & (u64::MAX >> (64 - register))
}

/// A conversion between integers.
#[derive(Clone, Copy)]
struct Integers {
    bits: u32,
    signed: bool,
    from_bits: u32,
    from_signed: bool,
    sat: bool,
    stored: Stored,
}

impl Integers {
    #[inline(always)]
    fn apply(self, a: u64) -> u64 {
        let mask = u64::MAX >> (64 - self.from_bits);
        let value = if self.from_signed { sign_extended(a, self.from_bits) as u64 } else { a & mask };
        let value = if self.sat { self.clamped(value) } else { value };
        extended(value, self.bits, self.signed, self.stored.d)
    }

    fn clamped(self, value: u64) -> u64 {
        let value = if self.from_signed { i128::from(value as i64) } else { i128::from(value) };
        let (low, high) = if self.signed {
            (-(1i128 << (self.bits - 1)), (1i128 << (self.bits - 1)) - 1)
        } else {
            (0, (1i128 << self.bits) - 1)
        };
        value.clamp(low, high) as u64
    }

    fn kernel(self) -> Kernel {
        match (self.stored.a > 32, self.stored.d > 32) {
            _ if self.sat => lanes(move |[a, ..]| self.apply(a)),
            (false, false) => self.words(),
            (false, true) if self.from_signed && self.from_bits == 32 && self.bits == 64 => {
                widen1(|a| i64::from(a as i32) as u64)
            }
            (false, true) => widen1(move |a| self.apply(u64::from(a))),
            (true, false) => narrow1(move |a| self.apply(a) as u32),
            (true, true) => d1(move |a| self.apply(a)),
        }
    }

    /// Registers of up to 32 bits: what is kept of the source, extended by one shift and cut by one mask.
    fn words(self) -> Kernel {
        // A type as wide decides how its own bits are extended.
        let narrows = self.bits <= self.from_bits;
        let (kept, signed) =
            if narrows { (self.bits, self.signed) } else { (self.from_bits, self.from_signed) };
        let to_register = u32::MAX >> (32 - self.stored.d.min(32));
        // A signed source in an unsigned type is extended to that type and no further.
        let mask = if self.signed || narrows || !signed {
            to_register
        } else {
            to_register & u32::MAX >> (32 - self.bits.min(32))
        };
        let shift = 32 - kept.min(32);
        if signed {
            w1(move |a| ((a << shift) as i32 >> shift) as u32 & mask)
        } else {
            w1(move |a| a << shift >> shift & mask)
        }
    }
}

/// Conversions that are frequent, in registers of their own widths.
fn common(to: Number, from: Number, mode: Mode) -> Option<Kernel> {
    match (to, from) {
        (Number::Int { bits, signed }, Number::Float(of)) if !mode.ftz => {
            whole(bits, signed, of, mode.rounding)
        }
        // Rust's casts round to nearest even, which is `.rn`; other roundings take the general way.
        (Number::Float(to), Number::Int { bits: 32, signed }) if mode.plain() => match (to, signed) {
            (Scalar::F32, true) => Some(w1(|a| (a as i32 as f32).to_bits())),
            (Scalar::F32, false) => Some(w1(|a| (a as f32).to_bits())),
            (Scalar::F64, true) => Some(widen1(|a| f64::from(a as i32).to_bits())),
            (Scalar::F64, false) => Some(widen1(|a| f64::from(a).to_bits())),
            _ => None,
        },
        (Number::Float(Scalar::F32), Number::Float(Scalar::F32)) if mode.whole && !mode.ftz && !mode.sat => {
            integral(mode.rounding)
        }
        (Number::Float(to), Number::Float(from)) if mode.plain() && !mode.whole => match (to, from) {
            (Scalar::F32, Scalar::F16) => Some(w1(|a| give::<false, false>(widen_f16(a)))),
            (Scalar::F32, Scalar::BF16) => Some(w1(|a| give::<false, false>(f32::from_bits(a << 16)))),
            (Scalar::F16, Scalar::F32) => Some(w1(|a| narrow_f16(f32::from_bits(a)))),
            (Scalar::BF16, Scalar::F32) => Some(w1(|a| narrow_bf16(f32::from_bits(a)))),
            (Scalar::F64, Scalar::F32) => {
                Some(widen1(|a| super::float::give64(f64::from(f32::from_bits(a)))))
            }
            (Scalar::F32, Scalar::F64) => Some(narrow1(|a| give::<false, false>(f64::from_bits(a) as f32))),
            _ => None,
        },
        _ => None,
    }
}

/// f32 and f64 to integers of 32 bits.
fn whole(bits: u32, signed: bool, of: Scalar, rounding: Rounding) -> Option<Kernel> {
    // The cast clamps, and makes NaN 0.
    Some(match (of, signed, rounding) {
        _ if bits != 32 => return None,
        (Scalar::F32, true, Rounding::Zero) => w1(|a| f32::from_bits(a) as i32 as u32),
        (Scalar::F32, false, Rounding::Zero) => w1(|a| f32::from_bits(a) as u32),
        (Scalar::F32, true, Rounding::NearestEven) => {
            w1(|a| f32::from_bits(a).round_ties_even() as i32 as u32)
        }
        (Scalar::F32, true, Rounding::NegativeInf) => w1(|a| f32::from_bits(a).floor() as i32 as u32),
        (Scalar::F32, true, Rounding::PositiveInf) => w1(|a| f32::from_bits(a).ceil() as i32 as u32),
        (Scalar::F64, true, Rounding::Zero) => narrow1(|a| {
            let x = f64::from_bits(a);
            if x.is_nan() { 1 << 31 } else { x as i32 as u32 }
        }),
        _ => return None,
    })
}

/// f32 to whole numbers in f32.
fn integral(rounding: Rounding) -> Option<Kernel> {
    let of = f32::from_bits;
    Some(match rounding {
        Rounding::NearestEven => w1(move |a| give::<false, false>(of(a).round_ties_even())),
        Rounding::Zero => w1(move |a| give::<false, false>(of(a).trunc())),
        Rounding::NegativeInf => w1(move |a| give::<false, false>(of(a).floor())),
        Rounding::PositiveInf => w1(move |a| give::<false, false>(of(a).ceil())),
        Rounding::Approx | Rounding::Full | Rounding::NearestIntToZero | Rounding::NearestAway => {
            return None;
        }
    })
}

/// Any conversion of one value; the bits of the result's type.
fn one(to: Number, from: Number, mode: Mode, a: u64) -> u64 {
    match (to, from) {
        (Number::Int { bits, signed }, Number::Float(of)) => float_to_int(bits, signed, of, mode, a),
        (Number::Float(of), Number::Int { bits, signed }) => {
            let value = if signed { sign_extended(a, bits) as u64 } else { a & (u64::MAX >> (64 - bits)) };
            let result = convert::int_to_float(Scalar::I64, of, value, signed, mode.rounding);
            finish(of, mode, result)
        }
        (Number::Float(to), Number::Float(from)) => float_to_float(to, from, mode, a),
        (Number::Int { .. }, Number::Int { .. }) => a,
    }
}

/// An f32 operand, flushed if requested; only the bits of the type.
fn operand(of: Scalar, mode: Mode, a: u64) -> u64 {
    let a = a & (u64::MAX >> (64 - of.bits()));
    if of == Scalar::F32 && mode.ftz { u64::from(flush32(a as u32)) } else { a }
}

fn is_nan(of: Scalar, bits: u64) -> bool {
    numerics::Format::of(of).is_some_and(|format| format.is_nan(bits))
}

fn float_to_int(bits: u32, signed: bool, of: Scalar, mode: Mode, a: u64) -> u64 {
    let a = operand(of, mode, a);
    if is_nan(of, a) {
        return if of == Scalar::F64 || bits == 64 { 1 << (bits - 1) } else { 0 };
    }
    let to = match bits {
        8 => Scalar::I8,
        16 => Scalar::I16,
        32 => Scalar::I32,
        _ => Scalar::I64,
    };
    let whole = numerics::float::round_to_integer(of, a, mode.rounding);
    convert::float_to_int_saturating(of, to, whole, signed)
}

fn float_to_float(to: Scalar, from: Scalar, mode: Mode, a: u64) -> u64 {
    let a = operand(from, mode, a);
    if to != from {
        let result = convert::float_to_float(from, to, a, mode.rounding);
        return finish(to, mode, result);
    }
    if mode.whole {
        return finish(to, mode, numerics::float::round_to_integer(to, a, mode.rounding));
    }
    // A copy keeps the bits of a NaN.
    if mode.sat { finish(to, mode, a) } else { a }
}

/// Applies the modifiers to a rounded result.
pub(super) fn finish_half(of: Scalar, relu: bool, satfinite: bool, bits: u64) -> u64 {
    let mode =
        Mode { rounding: Rounding::NearestEven, whole: false, ftz: false, sat: false, relu, satfinite };
    finish(of, mode, bits)
}

fn finish(of: Scalar, mode: Mode, bits: u64) -> u64 {
    let Some(format) = numerics::Format::of(of) else { return bits };
    let nan = match of {
        Scalar::F32 => u64::from(NAN32),
        Scalar::F64 => NAN64,
        _ => u64::from(NAN16),
    };
    // `.sat` turns NaN into 0, so it is checked first.
    if format.is_nan(bits) {
        return if mode.sat { 0 } else { nan };
    }
    let negative = format.is_negative(bits);
    if negative && (mode.sat || mode.relu) {
        return 0;
    }
    let bits = if mode.sat {
        let one = convert::from_f64(of, 1.0);
        bits.min(one)
    } else if mode.satfinite && format.is_infinite(bits) {
        // An overflow keeps its sign and becomes the largest finite number.
        bits & format.sign_mask() | format.max_finite()
    } else {
        bits
    };
    if of == Scalar::F32 && mode.ftz { u64::from(flush32(bits as u32)) } else { bits }
}

/// The halves of `f16x2.f32` and `bf16x2.f32`.
pub(super) fn pair(instruction: &Instruction, to: Scalar) -> Kernel {
    let mode = Mode::of(instruction);
    if mode.rounding == Rounding::NearestEven && !mode.satfinite {
        let relu = mode.relu;
        let end = move |bits: u32| if relu { rectify(bits) } else { bits };
        return if to == Scalar::F16 {
            super::w2(move |a, b| end(narrow_f16(take::<false>(a))) << 16 | end(narrow_f16(take::<false>(b))))
        } else {
            super::w2(move |a, b| {
                end(narrow_bf16(take::<false>(a))) << 16 | end(narrow_bf16(take::<false>(b)))
            })
        };
    }
    lanes(move |[a, b, ..]| {
        let half = |x| float_to_float(to, Scalar::F32, mode, x);
        half(a) << 16 | half(b)
    })
}
