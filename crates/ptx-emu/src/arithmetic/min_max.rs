//! Minimum and maximum of floats.
//!
//! A NaN loses against a number unless `.NaN` is given; where the result is NaN it is the canonical one. -0 is smaller
//! than +0. `.xorsign` gives the result the product of the operands' signs, unless it is NaN.

use ptx::module::Instruction;
use ptx::{Modifier, Opcode, Type};

use super::float::{NAN32, NAN64};
use super::half::{Half, NAN16};
use super::{Kernel, d2, first_type, w2, w3};

/// The sign bit of an f32, and of a 16-bit format in the upper half of a word.
const SIGN: u32 = 1 << 31;

/// The operation, on f32 or on a 16-bit format in the upper half of a word.
#[derive(Clone, Copy)]
struct Extremum {
    greatest: bool,
    propagate: bool,
    ftz: bool,
    abs: bool,
    xorsign: bool,
    /// The bits of infinity; all of its exponent bits are one, all others zero.
    infinity: u32,
    nan: u32,
}

impl Extremum {
    #[inline(always)]
    fn prepare(self, bits: u32) -> u32 {
        let flushed = if self.ftz && bits & self.infinity == 0 { bits & SIGN } else { bits };
        if self.abs { flushed & !SIGN } else { flushed }
    }

    #[inline(always)]
    fn pick(self, a: u32, b: u32) -> u32 {
        let is_nan = |bits: u32| bits & !SIGN > self.infinity;
        let first = (order(a) < order(b)) != self.greatest;
        let number = if first { a } else { b };
        let (nan_a, nan_b) = (is_nan(a), is_nan(b));
        let lone = if nan_a { b } else { a };
        let any = nan_a | nan_b;
        let all = nan_a & nan_b;
        let chosen = if any { lone } else { number };
        if all | (any & self.propagate) { self.nan } else { chosen }
    }

    #[inline(always)]
    fn of2(self, a: u32, b: u32) -> u32 {
        let result = self.pick(self.prepare(a), self.prepare(b));
        let keeps = !self.xorsign || result & !SIGN > self.infinity;
        if keeps { result } else { result & !SIGN | (a ^ b) & SIGN }
    }

    #[inline(always)]
    fn of3(self, a: u32, b: u32, c: u32) -> u32 {
        self.pick(self.pick(self.prepare(a), self.prepare(b)), self.prepare(c))
    }
}

/// A number in the order of the values.
#[inline(always)]
fn order(bits: u32) -> i32 {
    let bits = bits as i32;
    bits ^ (((bits >> 31) as u32) >> 1) as i32
}

/// The kernel of `min` and `max` of floats.
pub(super) fn select(instruction: &Instruction) -> Option<Kernel> {
    let of = first_type(instruction)?;
    let greatest = instruction.opcode() == Opcode::Max;
    let half = Half::of_word(Modifier::named(of.text())?);
    // 16-bit formats are computed in the upper half of a word, where comparisons work as those of f32 do.
    let (infinity, nan) = match half {
        Some(Half::F16) => (0x7c00 << 16, NAN16 << 16),
        Some(Half::Bf16) => (0x7f80 << 16, NAN16 << 16),
        None => (0x7f80_0000, NAN32),
    };
    let with = Extremum {
        greatest,
        propagate: instruction.has(Modifier::NaN),
        ftz: instruction.has(Modifier::Ftz),
        abs: instruction.has(Modifier::Abs),
        xorsign: instruction.has(Modifier::Xorsign),
        infinity,
        nan,
    };
    // The usual form has a kernel without tests, which the compiler vectorises.
    let plain = !with.propagate && !with.ftz && !with.abs;
    Some(match (of, half) {
        (Type::F64, _) => d2(move |a, b| of_double(greatest, a, b)),
        (_, Some(_)) if of.bits() == 16 => w2(move |a, b| with.of2(a << 16, b << 16) >> 16),
        (_, Some(_)) => w2(move |a, b| {
            with.of2(a << 16, b << 16) >> 16 | with.of2(a & 0xffff_0000, b & 0xffff_0000) & 0xffff_0000
        }),
        (Type::F32, _) if instruction.spec().operands.len() == 4 => w3(move |a, b, c| with.of3(a, b, c)),
        (Type::F32, _) if plain && greatest => w2(plain_single::<true>),
        (Type::F32, _) if plain => w2(plain_single::<false>),
        (Type::F32, _) => w2(move |a, b| with.of2(a, b)),
        _ => return None,
    })
}

/// The common form, with its parameters as constants.
#[inline(always)]
fn plain_single<const GREATEST: bool>(a: u32, b: u32) -> u32 {
    let with = Extremum {
        greatest: GREATEST,
        propagate: false,
        ftz: false,
        abs: false,
        xorsign: false,
        infinity: 0x7f80_0000,
        nan: NAN32,
    };
    with.pick(a, b)
}

fn of_double(greatest: bool, a: u64, b: u64) -> u64 {
    let order = |bits: u64| bits as i64 ^ (((bits as i64 >> 63) as u64) >> 1) as i64;
    match (f64::from_bits(a).is_nan(), f64::from_bits(b).is_nan()) {
        (true, true) => NAN64,
        (true, false) => b,
        (false, true) => a,
        (false, false) if (order(a) < order(b)) != greatest => a,
        (false, false) => b,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{next, run};
    use super::*;
    use numerics::{NanRule, Scalar};

    /// The rule of the ISA, on values.
    fn wanted(of: Scalar, greatest: bool, rule: NanRule, nan: u64, a: u64, b: u64) -> u64 {
        let pick = if greatest { numerics::float::max } else { numerics::float::min };
        let result = pick(of, a, b, rule, false);
        let is_nan = |bits| numerics::Format::of(of).expect("a float").is_nan(bits);
        if is_nan(result) { nan } else { result }
    }

    #[test]
    fn halves_follow_the_rule() {
        let mut state = 1;
        for (name, of) in [("f16", Scalar::F16), ("bf16", Scalar::BF16)] {
            for (word, greatest) in [("min", false), ("max", true)] {
                for (suffix, rule) in [("", NanRule::Number), (".NaN", NanRule::Propagate)] {
                    let text = format!("{word}{suffix}.{name}");
                    let text2 = format!("{word}{suffix}.{name}x2");
                    for a in 0..0x1_0000 {
                        let b = next(&mut state) & 0xffff;
                        let one = wanted(of, greatest, rule, 0x7fff, a, b);
                        assert_eq!(run(&text, &[a, b]), one, "{text} {a:#x} {b:#x}");
                        let pair = run(&text2, &[a << 16 | b, b << 16 | a]);
                        let other = wanted(of, greatest, rule, 0x7fff, b, a);
                        assert_eq!(pair, one << 16 | other, "{text2} {a:#x} {b:#x}");
                    }
                }
            }
        }
    }

    #[test]
    fn singles_and_doubles() {
        assert_eq!(run("min.f32", &[0x8000_0000, 0]), 0x8000_0000);
        assert_eq!(run("max.f32", &[0x8000_0000, 0]), 0);
        assert_eq!(run("max.f32", &[0x7fc0_1234, 0xc000_0000]), 0xc000_0000);
        assert_eq!(run("max.f32", &[0x7fc0_1234, 0xffc0_0000]), u64::from(NAN32));
        assert_eq!(run("max.NaN.f32", &[0x7fc0_1234, 0x3f80_0000]), u64::from(NAN32));
        assert_eq!(run("min.ftz.f32", &[0x8000_0001, 0x3f80_0000]), 0x8000_0000);
        assert_eq!(run("min.xorsign.abs.f32", &[0xc000_0000, 0x3f80_0000]), 0xbf80_0000);
        assert_eq!(run("max.xorsign.abs.f32", &[0xc000_0000, 0xbf80_0000]), 0x4000_0000);
        assert_eq!(run("max.abs.f32", &[0xc000_0000, 0x3f80_0000, 0xc040_0000]), 0x4040_0000);
        assert_eq!(run("min.f32", &[0x7fff_ffff, 0x3f80_0000, 0x4000_0000]), 0x3f80_0000);
        assert_eq!(run("min.NaN.f32", &[0x3f80_0000, 0x4000_0000, 0x7fff_ffff]), u64::from(NAN32));
        assert_eq!(run("min.f64", &[1 << 63, 0]), 1 << 63);
        assert_eq!(run("max.f64", &[NAN64, 0]), 0);
        assert_eq!(run("max.f64", &[NAN64, NAN64 | 5]), NAN64);
        assert_eq!(run("min.ftz.f16", &[0x8001, 0x3c00]), 0x8000);
        assert_eq!(run("max.xorsign.abs.bf16x2", &[0xbf80_3f80, 0x4000_c000]), 0xc000_c000);
        assert_eq!(run("min.xorsign.abs.NaN.f16", &[0xfe00, 0x3c00]), 0x7fff);
    }

    #[test]
    fn flushing_needs_no_more_than_the_exponent() {
        assert_eq!(run("max.ftz.f32", &[0x007f_ffff, 0x8000_0000]), 0);
    }
}
