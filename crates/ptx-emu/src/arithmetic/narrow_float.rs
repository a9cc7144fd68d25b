//! `cvt` with formats of at most 8 bits, with tf32, with stochastic rounding; `cvt.pack`.
//!
//! A value is truncated to a multiple of the format's quantum at that value, and the truncated part decides whether it is
//! rounded up. Stochastic rounding adds random bits to the truncated part: 13 for f16, 16 for all others, taken from the
//! operand as on devices (the ISA shows their positions): in pairs the upper result uses the upper half; of four results the
//! first and second of each half use it, the second with its bits reversed.

use numerics::{Rounding, Scalar, convert};
use ptx::module::Instruction;
use ptx::{Modifier, Opcode};

use super::convert::{finish_half, pair};
use super::float::{NAN32, rounding_of};
use super::half::{NAN16, narrow_f16, rectify, widen_f16};
use super::{Kernel, lanes, w1, w2, w3};

/// A format of few bits, or one that stochastic rounding narrows to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Small {
    /// Bits of exponent and fraction.
    exponent: u32,
    fraction: u32,
    bias: i32,
    /// The code of the largest finite value.
    most: u32,
    /// The codes of infinity and NaN, where there are any.
    infinity: Option<u32>,
    nan: Option<u32>,
}

const E4M3: Small = Small { exponent: 4, fraction: 3, bias: 7, most: 0x7e, infinity: None, nan: Some(0x7f) };
const E5M2: Small =
    Small { exponent: 5, fraction: 2, bias: 15, most: 0x7b, infinity: Some(0x7c), nan: Some(0x7f) };
const E2M3: Small = Small { exponent: 2, fraction: 3, bias: 1, most: 0x1f, infinity: None, nan: None };
const E3M2: Small = Small { exponent: 3, fraction: 2, bias: 3, most: 0x1f, infinity: None, nan: None };
const E2M1: Small = Small { exponent: 2, fraction: 1, bias: 1, most: 0x7, infinity: None, nan: None };
const F16: Small =
    Small { exponent: 5, fraction: 10, bias: 15, most: 0x7bff, infinity: Some(0x7c00), nan: Some(0x7fff) };
const BF16: Small =
    Small { exponent: 8, fraction: 7, bias: 127, most: 0x7f7f, infinity: Some(0x7f80), nan: Some(0x7fff) };

impl Small {
    fn of(word: Modifier) -> Option<Small> {
        match word {
            Modifier::E4m3x2 | Modifier::E4m3x4 => Some(E4M3),
            Modifier::E5m2x2 | Modifier::E5m2x4 => Some(E5M2),
            Modifier::E2m3x2 | Modifier::E2m3x4 => Some(E2M3),
            Modifier::E3m2x2 | Modifier::E3m2x4 => Some(E3M2),
            Modifier::E2m1x2 | Modifier::E2m1x4 => Some(E2M1),
            _ => None,
        }
    }

    /// Bits from one element of a pack to the next: elements of six bits are in bytes.
    fn stride(self) -> u32 {
        if self.exponent + self.fraction == 3 { 4 } else { 8 }
    }

    fn sign(self) -> u32 {
        1 << (self.exponent + self.fraction)
    }

    /// Rounds a value. `up` says whether a magnitude whose last kept bit is odd or not, and of which the given share of
    /// a unit was cut off, goes up. What is too large becomes the largest finite value, or infinity if not `finite`.
    fn encode(self, x: f64, finite: bool, up: impl Fn(bool, f64) -> bool) -> u32 {
        if x.is_nan() {
            return self.nan.unwrap_or(self.most);
        }
        let sign = if x.is_sign_negative() { self.sign() } else { 0 };
        let beyond = if finite { self.most } else { self.infinity.or(self.nan).unwrap_or(self.most) };
        if x.is_infinite() {
            return sign | beyond;
        }
        let magnitude = x.abs();
        let least = 1 - self.bias;
        let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(least);
        // Too large for the field in any case; what follows relies on an exponent that fits.
        if exponent - least >= 1 << self.exponent {
            return sign | beyond;
        }
        // In units of the last bit that is kept; subnormal numbers have the unit of the least normal ones.
        let units = magnitude * power_of_two(self.fraction as i32 - exponent);
        let kept = units.floor();
        let code = ((exponent - least) as u32) << self.fraction;
        // Normal numbers have their leading bit in `kept`, which adds one to the field of the exponent; a carry from
        // rounding does the same.
        let code = code + kept as u32 + u32::from(up(kept as u32 & 1 != 0, units - kept));
        sign | if code > self.most { beyond } else { code }
    }

    fn nearest(self, x: f64) -> u32 {
        self.encode(x, true, |odd, rest| rest > 0.5 || (rest == 0.5 && odd))
    }

    fn stochastic(self, x: f64, finite: bool, random: u32, bits: u32) -> u32 {
        let share = f64::from(random) * power_of_two(-(bits as i32));
        self.encode(x, finite, |_, rest| rest + share >= 1.0)
    }

    /// The value of a code.
    fn decode(self, code: u32) -> f32 {
        let magnitude = code & (self.sign() - 1);
        let field = (magnitude >> self.fraction) as i32;
        let fraction = f64::from(magnitude & ((1 << self.fraction) - 1));
        let unit = power_of_two(-(self.fraction as i32));
        let least = 1 - self.bias;
        let value = if self.nan.is_some() && magnitude > self.infinity.unwrap_or(self.most) {
            f64::NAN
        } else if self.infinity == Some(magnitude) {
            f64::INFINITY
        } else if field == 0 {
            fraction * unit * power_of_two(least)
        } else {
            (1.0 + fraction * unit) * power_of_two(field - self.bias)
        };
        (if code & self.sign() != 0 { -value } else { value }) as f32
    }

    /// Negative codes as +0.
    fn rectified(self, relu: bool, code: u32) -> u32 {
        if relu && code & self.sign() != 0 { 0 } else { code }
    }
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

fn single(bits: u64) -> f64 {
    f64::from(f32::from_bits(bits as u32))
}

/// Two scales of f32, or of the halves of a register.
fn scales(instruction: &Instruction, from: Modifier) -> Option<Kernel> {
    let scale = scale_of(instruction);
    let value = |bits: u32| single(u64::from(bits & 0xffff_0000));
    match from {
        Modifier::F32 => Some(w2(move |a, b| scale(single(u64::from(a))) << 8 | scale(single(u64::from(b))))),
        Modifier::Bf16x2 => Some(w1(move |a| scale(value(a)) << 8 | scale(value(a << 16)))),
        _ => None,
    }
}

/// The kernel of a form of `cvt` that this file has, or of `cvt.pack`.
pub(super) fn select(instruction: &Instruction) -> Option<Kernel> {
    if instruction.opcode() == Opcode::CvtPack {
        return pack(instruction);
    }
    let mut formats = instruction.modifiers.iter().flatten().copied().filter(|&word| is_format(word));
    let (to, from) = (formats.next()?, formats.next()?);
    let relu = instruction.has(Modifier::Relu);
    let satfinite = instruction.has(Modifier::Satfinite);
    if instruction.has(Modifier::Rs) {
        return stochastic(to, relu, satfinite);
    }
    match (to, from) {
        (Modifier::F16x2, Modifier::F32) => Some(pair(instruction, Scalar::F16)),
        (Modifier::Bf16x2, Modifier::F32) => Some(pair(instruction, Scalar::BF16)),
        (Modifier::Tf32, Modifier::F32) => Some(to_tf32(rounding_of(instruction), relu, satfinite)),
        (Modifier::Ue8m0x2, from) => scales(instruction, from),
        (Modifier::Bf16x2, Modifier::Ue8m0x2) => {
            Some(w1(|a| from_scale(a >> 8 & 0xff) << 16 | from_scale(a & 0xff)))
        }
        (Modifier::F16x2, from) => Some(unpack(Small::of(from)?, relu, narrow_f16)),
        // Every value of so few bits is one of bf16, too.
        (Modifier::Bf16x2, from) => {
            let (small, limit) = (Small::of(from)?, if satfinite { BF16.most } else { u32::MAX });
            Some(unpack(small, relu, move |value| bf16_of(value, limit)))
        }
        (to, Modifier::F32) => {
            let small = Small::of(to)?;
            let code = move |bits: u32| small.rectified(relu, small.nearest(single(u64::from(bits))));
            Some(w2(move |a, b| code(a) << small.stride() | code(b)))
        }
        (to, Modifier::F16x2) => {
            let small = Small::of(to)?;
            let code = move |bits| small.rectified(relu, small.nearest(f64::from(widen_f16(bits))));
            Some(w1(move |a| code(a >> 16) << small.stride() | code(a & 0xffff)))
        }
        (to, Modifier::Bf16x2) => {
            let small = Small::of(to)?;
            let code = move |bits: u32| small.rectified(relu, small.nearest(single(u64::from(bits))));
            Some(w1(move |a| code(a & 0xffff_0000) << small.stride() | code(a << 16)))
        }
        _ => None,
    }
}

fn is_format(word: Modifier) -> bool {
    let wide = [Modifier::F16x2, Modifier::Bf16x2, Modifier::F32, Modifier::Tf32, Modifier::Ue8m0x2];
    wide.contains(&word) || Small::of(word).is_some()
}

/// A value that bf16 holds exactly; an infinity becomes the limit where that is finite.
fn bf16_of(value: f32, limit: u32) -> u32 {
    if value.is_nan() {
        return NAN16;
    }
    let bits = value.to_bits() >> 16;
    if value.is_infinite() && limit < 0x7f80 { bits & 0x8000 | limit } else { bits }
}

/// Codes to a pair of halves, which hold every one of them exactly.
fn unpack(small: Small, relu: bool, narrow: impl Fn(f32) -> u32 + Copy + Send + Sync + 'static) -> Kernel {
    let value = move |code: u32| {
        let bits = narrow(small.decode(code));
        if relu { rectify(bits) } else { bits }
    };
    let mask = 2 * small.sign() - 1;
    w1(move |a| value(a >> small.stride() & mask) << 16 | value(a & mask))
}

fn to_tf32(rounding: Rounding, relu: bool, satfinite: bool) -> Kernel {
    lanes(move |[a, ..]| {
        let bits = convert::float_to_float(Scalar::F32, Scalar::TF32, a, rounding);
        if single(a).is_nan() {
            // `ptxas` cuts the low bits off where it folds; the ISA says the canonical NaN where there is `.relu`.
            let nan = if relu { u64::from(NAN32) } else { a | 1 << 22 };
            return nan & 0xffff_e000;
        }
        finish_half(Scalar::TF32, relu, satfinite, bits) << 13
    })
}

/// The power of two not above a magnitude, or with `.rp` not below it, as its exponent.
fn scale_of(instruction: &Instruction) -> impl Fn(f64) -> u32 + Copy + Send + Sync + 'static {
    let up = rounding_of(instruction) == Rounding::PositiveInf;
    let beyond = if instruction.has(Modifier::Satfinite) { 0xfe } else { 0xff };
    move |x: f64| {
        let magnitude = x.abs();
        if x.is_nan() {
            return 0xff;
        }
        if magnitude.is_infinite() {
            return beyond;
        }
        // Code 0 is 2^-127, the least scale: there is no zero.
        if magnitude <= power_of_two(-127) {
            return 0;
        }
        let exponent = (magnitude.to_bits() >> 52) as u32 + 127 - 1023;
        let inexact = magnitude.to_bits() << 12 != 0;
        let code = exponent + u32::from(up && inexact);
        if code > 0xfe { beyond } else { code }
    }
}

/// A power of two as a bf16.
fn from_scale(code: u32) -> u32 {
    match code {
        0 => 0x0040,
        0xff => NAN16,
        _ => code << 7,
    }
}

fn stochastic(to: Modifier, relu: bool, satfinite: bool) -> Option<Kernel> {
    // Each result of a pair takes its own half of the random bits.
    let pair_of = |small: Small, bits: u32| {
        w3(move |a, b, random| {
            let mask = (1 << bits) - 1;
            let one = |x: u32, random: u32| {
                let code = small.stochastic(single(u64::from(x)), satfinite, random & mask, bits);
                if relu { rectify(code) } else { code }
            };
            one(a, random >> 16) << 16 | one(b, random)
        })
    };
    match to {
        Modifier::F16x2 => return Some(pair_of(F16, 13)),
        Modifier::Bf16x2 => return Some(pair_of(BF16, 16)),
        _ => {}
    }
    let small = Small::of(to)?;
    Some(lanes(move |[a, b, c, d, random]| {
        let (low, high) = (random as u16, (random >> 16) as u16);
        let one = |x: u64, random: u16| {
            let code = small.stochastic(single(x), true, u32::from(random), 16);
            u64::from(small.rectified(relu, code))
        };
        // One 32-bit source has random bits for four results: two of them take their half reversed, so that no two are
        // equal.
        let codes = [one(a, high.reverse_bits()), one(b, high), one(c, low.reverse_bits()), one(d, low)];
        codes.into_iter().fold(0, |pack, code| pack << small.stride() | code)
    }))
}

/// `cvt.pack`: two integers clamped to fewer bits, in the low bits, below the low bits of the third operand.
fn pack(instruction: &Instruction) -> Option<Kernel> {
    let (low, high, bits) = match instruction.modifier(ptx::Field::Dtype)? {
        Modifier::U16 => (0, 0xffff, 16),
        Modifier::S16 => (-0x8000, 0x7fff, 16),
        Modifier::U8 => (0, 0xff, 8),
        Modifier::S8 => (-0x80, 0x7f, 8),
        Modifier::U4 => (0, 0xf, 4),
        Modifier::S4 => (-8, 7, 4),
        Modifier::U2 => (0, 3, 2),
        Modifier::S2 => (-2, 1, 2),
        _ => return None,
    };
    let mask = (1u32 << bits) - 1;
    let clamp = move |a: u32| (a as i32).clamp(low, high) as u32 & mask;
    Some(if bits == 16 {
        w2(move |a, b| clamp(a) << 16 | clamp(b))
    } else {
        w3(move |a, b, c| c << (2 * bits) | clamp(a) << bits | clamp(b))
    })
}
