//! Arithmetic of f16 and bf16, alone and in pairs.
//!
//! Computed in f32 and rounded again, which gives the correctly rounded result: sums and products of f16 and products of bf16
//! are exact in f32 as far as rounding is concerned, sums of bf16 have more than twice the bits of the result, and the fused
//! operations round to odd before they narrow (f16 in f32, whose range contains every product; bf16 in f64).

use ptx::module::Instruction;
use ptx::{Modifier, Opcode};

use super::{Kernel, first_type, w1, w2, w3};

/// NaN results of both formats.
pub(super) const NAN16: u32 = 0x7fff;
/// The value that `.oob` treats as one from outside of a tensor. The ISA does not define it; devices fill tensors with it.
const OUT_OF_BOUNDS: u32 = 0x7ff7;

/// One of the two formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    F16,
    Bf16,
}

impl Half {
    /// The format of a word, of pairs too.
    pub(super) fn of_word(word: Modifier) -> Option<Half> {
        match word {
            Modifier::F16 | Modifier::F16x2 => Some(Half::F16),
            Modifier::Bf16 | Modifier::Bf16x2 => Some(Half::Bf16),
            _ => None,
        }
    }

    /// The value of the low half.
    #[inline(always)]
    pub(super) fn widen(self, bits: u32) -> f32 {
        match self {
            Half::F16 => widen_f16(bits),
            Half::Bf16 => f32::from_bits(bits << 16),
        }
    }
}

/// The value of an f16.
#[inline(always)]
pub(super) fn widen_f16(bits: u32) -> f32 {
    let sign = (bits & 0x8000) << 16;
    let fields = (bits & 0x7fff) << 13;
    // Read as an f32 the exponent is 112 too small; the product corrects it, for subnormals too.
    let scaled = (f32::from_bits(fields) * f32::from_bits((112 + 127) << 23)).to_bits();
    let special = fields | 0x7f80_0000;
    let magnitude = if fields >= 0x7c00 << 13 { special } else { scaled };
    f32::from_bits(sign | magnitude)
}

/// Rounds an f32 to the nearest f16.
#[inline(always)]
pub(super) fn narrow_f16(x: f32) -> u32 {
    let bits = x.to_bits();
    let sign = bits >> 16 & 0x8000;
    let magnitude = bits & 0x7fff_ffff;
    // Subnormal results: the sum with this number has the last bit of an f16 subnormal as its last bit.
    let anchor = ((127 - 15) + (23 - 10) + 1) << 23;
    let subnormal = (f32::from_bits(magnitude) + f32::from_bits(anchor)).to_bits().wrapping_sub(anchor);
    let odd = magnitude >> 13 & 1;
    let normal = magnitude.wrapping_sub(112 << 23).wrapping_add(0xfff + odd) >> 13;
    let small = magnitude < 113 << 23;
    let finite = if small { subnormal } else { normal };
    let bounded = if magnitude >= 143 << 23 { 0x7c00 } else { finite };
    if magnitude > 0x7f80_0000 { NAN16 } else { sign | bounded }
}

/// Rounds an f32 to the nearest bf16.
#[inline(always)]
pub(super) fn narrow_bf16(x: f32) -> u32 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16;
    if bits & 0x7fff_ffff > 0x7f80_0000 { NAN16 } else { rounded }
}

/// `a * b + c` of f16 values, with the last bit set where it is not exact.
#[inline(always)]
fn fused_f16(a: f32, b: f32, c: f32) -> f32 {
    // Exact: 22 bits, no smaller than 2^-48.
    let product = a * b;
    let sum = product + c;
    let of_c = sum - product;
    let error = (product - (sum - of_c)) + (c - of_c);
    let bits = sum.to_bits();
    // An infinity or NaN makes the error NaN, which is not above 0.
    let inexact = error.abs() > 0.0;
    let outward = (error > 0.0) == (sum > 0.0);
    let moved = if outward { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    f32::from_bits(if inexact && bits & 1 == 0 { moved } else { bits })
}

/// `a * b + c` of bf16 values, rounded to bf16.
#[inline(always)]
fn fused_bf16(a: f32, b: f32, c: f32) -> u32 {
    let (product, c) = (f64::from(a) * f64::from(b), f64::from(c));
    let sum = product + c;
    let of_c = sum - product;
    let error = (product - (sum - of_c)) + (c - of_c);
    let bits = sum.to_bits();
    let inexact = error.abs() > 0.0;
    let outward = (error > 0.0) == (sum > 0.0);
    let moved = if outward { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    narrow_to_bf16(f64::from_bits(if inexact && bits & 1 == 0 { moved } else { bits }))
}

/// Rounds an f64 to the nearest bf16.
#[inline(always)]
fn narrow_to_bf16(x: f64) -> u32 {
    // Rounding the intermediate result to odd keeps the second rounding correct.
    let near = x as f32;
    let error = x - f64::from(near);
    let bits = near.to_bits();
    let inexact = error.abs() > 0.0;
    let outward = (error > 0.0) == (x > 0.0);
    let moved = if outward { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    narrow_bf16(f32::from_bits(if inexact && near.is_finite() && bits & 1 == 0 { moved } else { bits }))
}

/// Modifiers of operands and results.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Flags {
    ftz: bool,
    sat: bool,
    relu: bool,
    oob: bool,
}

/// A subnormal f16 as a zero of its sign.
#[inline(always)]
fn flush_f16(bits: u32) -> u32 {
    if bits & 0x7c00 == 0 { bits & 0x8000 } else { bits }
}

/// Clamps a result to 0..=1, NaN to +0.
#[inline(always)]
fn saturate(half: Half, bits: u32) -> u32 {
    let one = if half == Half::F16 { 0x3c00 } else { 0x3f80 };
    let negative_or_nan = bits & 0x8000 != 0 || bits > if half == Half::F16 { 0x7c00 } else { 0x7f80 };
    if negative_or_nan { 0 } else { bits.min(one) }
}

/// Negative results as +0; NaN stays.
#[inline(always)]
pub(super) fn rectify(bits: u32) -> u32 {
    if bits & 0x8000 != 0 && bits & 0x7fff != NAN16 { 0 } else { bits }
}

impl Flags {
    fn of(instruction: &Instruction) -> Flags {
        Flags {
            ftz: instruction.has(Modifier::Ftz),
            sat: instruction.has(Modifier::Sat),
            relu: instruction.has(Modifier::Relu),
            oob: instruction.has(Modifier::Oob),
        }
    }

    fn plain(self) -> bool {
        self == Flags { ftz: false, sat: false, relu: false, oob: false }
    }

    #[inline(always)]
    fn take(self, bits: u32) -> u32 {
        if self.ftz { flush_f16(bits) } else { bits }
    }

    #[inline(always)]
    fn give(self, half: Half, bits: u32) -> u32 {
        let bits = if self.ftz { flush_f16(bits) } else { bits };
        let bits = if self.sat { saturate(half, bits) } else { bits };
        if self.relu { rectify(bits) } else { bits }
    }
}

/// A function of each half.
#[inline(always)]
fn both(a: u32, b: u32, f: impl Fn(u32, u32) -> u32) -> u32 {
    f(a & 0xffff, b & 0xffff) | f(a >> 16, b >> 16) << 16
}

/// See [`both`].
#[inline(always)]
fn both3(a: u32, b: u32, c: u32, f: impl Fn(u32, u32, u32) -> u32) -> u32 {
    f(a & 0xffff, b & 0xffff, c & 0xffff) | f(a >> 16, b >> 16, c >> 16) << 16
}

/// The kernel of an instruction on f16 or bf16.
pub(super) fn select(instruction: &Instruction) -> Option<Kernel> {
    let of = first_type(instruction)?;
    let half = Half::of_word(Modifier::named(of.text())?)?;
    let pair = of.bits() == 32;
    let flags = Flags::of(instruction);
    let signs: u32 = if pair { 0x8000_8000 } else { 0x8000 };
    let flush = move |bits: u32| if flags.ftz { both(bits, 0, |a, _| flush_f16(a)) } else { bits };
    Some(match instruction.opcode() {
        Opcode::Abs => w1(move |a| flush(a) & !signs),
        Opcode::Neg => w1(move |a| flush(a) ^ signs),
        Opcode::Add => binary(half, pair, flags, |a, b| a + b),
        Opcode::Sub => binary(half, pair, flags, |a, b| a - b),
        Opcode::Mul => binary(half, pair, flags, |a, b| a * b),
        Opcode::Fma => fused(half, pair, flags),
        _ => return None,
    })
}

fn binary(
    half: Half,
    pair: bool,
    flags: Flags,
    f: impl Fn(f32, f32) -> f32 + Copy + Send + Sync + 'static,
) -> Kernel {
    // Without flags the formats are constants of the loop.
    let plain = flags.plain();
    match (half, plain) {
        (Half::F16, true) => each2(pair, move |a, b| narrow_f16(f(widen_f16(a), widen_f16(b)))),
        (Half::Bf16, _) => each2(pair, move |a, b| narrow_bf16(f(Half::Bf16.widen(a), Half::Bf16.widen(b)))),
        (Half::F16, false) => each2(pair, move |a, b| {
            let result = narrow_f16(f(widen_f16(flags.take(a)), widen_f16(flags.take(b))));
            flags.give(Half::F16, result)
        }),
    }
}

fn each2(pair: bool, f: impl Fn(u32, u32) -> u32 + Copy + Send + Sync + 'static) -> Kernel {
    if pair { w2(move |a, b| both(a, b, f)) } else { w2(f) }
}

fn each3(pair: bool, f: impl Fn(u32, u32, u32) -> u32 + Copy + Send + Sync + 'static) -> Kernel {
    if pair { w3(move |a, b, c| both3(a, b, c, f)) } else { w3(f) }
}

fn fused(half: Half, pair: bool, flags: Flags) -> Kernel {
    let f16 = |a, b, c| narrow_f16(fused_f16(widen_f16(a), widen_f16(b), widen_f16(c)));
    let bf16 = |a, b, c| {
        let widen = |bits| Half::Bf16.widen(bits);
        fused_bf16(widen(a), widen(b), widen(c))
    };
    match (half, flags.plain()) {
        (Half::F16, true) => each3(pair, f16),
        (Half::Bf16, true) => each3(pair, bf16),
        (_, false) => each3(pair, move |a, b, c| {
            // `.oob`: the NaN that tensor copies write for elements outside of the tensor makes the result 0.
            if flags.oob && (a == OUT_OF_BOUNDS || b == OUT_OF_BOUNDS) {
                return 0;
            }
            let [a, b, c] = [a, b, c].map(|bits| flags.take(bits));
            let result = if half == Half::F16 { f16(a, b, c) } else { bf16(a, b, c) };
            flags.give(half, result)
        }),
    }
}
