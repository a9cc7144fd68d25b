//! Elements of matrix operands: values of the codes of each format, and packing of codes in a word.

/// The format of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// IEEE binary16.
    F16,
    /// The upper half of an f32.
    Bf16,
    /// An f32 whose low 13 bits are ignored.
    Tf32,
    /// IEEE binary64.
    F64,
    /// 4 exponent and 3 mantissa bits, NaN but no infinity.
    E4m3,
    /// 5 exponent and 2 mantissa bits, IEEE-like.
    E5m2,
    /// 3 exponent and 2 mantissa bits, all finite.
    E3m2,
    /// 2 exponent and 3 mantissa bits, all finite.
    E2m3,
    /// 2 exponent bits and 1 mantissa bit, all finite.
    E2m1,
    /// Unsigned byte.
    U8,
    /// Signed byte.
    S8,
    /// Unsigned nibble.
    U4,
    /// Signed nibble.
    S4,
    /// One bit.
    B1,
}

/// How the elements of one format are packed in 32-bit words: from the least significant bits up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packing {
    /// The format.
    pub element: Element,
    /// Bits from one element to the next.
    pub pitch: u32,
    /// Bits below the element in its place.
    pub shift: u32,
}

impl Element {
    /// The element of a modifier: `f16`, `e4m3`.
    pub fn named(word: &str) -> Option<Element> {
        Some(match word {
            "f16" => Element::F16,
            "bf16" => Element::Bf16,
            "tf32" => Element::Tf32,
            "f64" => Element::F64,
            "e4m3" => Element::E4m3,
            "e5m2" => Element::E5m2,
            "e3m2" => Element::E3m2,
            "e2m3" => Element::E2m3,
            "e2m1" => Element::E2m1,
            "u8" => Element::U8,
            "s8" => Element::S8,
            "u4" => Element::U4,
            "s4" => Element::S4,
            "b1" => Element::B1,
            _ => return None,
        })
    }

    /// Bits of a code.
    pub const fn bits(self) -> u32 {
        match self {
            Element::F64 => 64,
            Element::Tf32 => 32,
            Element::F16 | Element::Bf16 => 16,
            Element::E4m3 | Element::E5m2 | Element::U8 | Element::S8 => 8,
            Element::E3m2 | Element::E2m3 => 6,
            Element::E2m1 | Element::U4 | Element::S4 => 4,
            Element::B1 => 1,
        }
    }

    /// Elements side by side, without padding.
    pub const fn dense(self) -> Packing {
        Packing { element: self, pitch: self.bits(), shift: 0 }
    }

    /// An element in each byte, in its low bits: what `ldmatrix` makes of six- and four-bit elements, and how tensor
    /// memory holds them.
    pub const fn in_bytes(self) -> Packing {
        Packing { element: self, pitch: 8, shift: 0 }
    }

    /// An element in each byte as `mma` wants it: those of four bits in bits 5 to 2.
    pub const fn in_containers(self) -> Packing {
        Packing { element: self, pitch: 8, shift: if self.bits() == 4 { 2 } else { 0 } }
    }
}

impl Packing {
    /// Elements of a word; none of f64, which takes two words.
    pub const fn per_word(self) -> usize {
        (32 / self.pitch) as usize
    }
}

/// The meaning of the codes above the largest finite value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    /// Infinity and NaN.
    Ieee,
    /// The last code is NaN.
    Nan,
    /// There are none.
    Nothing,
}

// Numbers, because an enum cannot be the argument of a generic constant.
/// [`Above::Ieee`].
const IEEE: u8 = Above::Ieee as u8;
/// [`Above::Nan`].
const NAN: u8 = Above::Nan as u8;
/// [`Above::Nothing`].
const NOTHING: u8 = Above::Nothing as u8;

/// The value of a small float: the code read as the f32 of the same fields, whose exponent bias is larger, and scaled by
/// the difference, which is exact for subnormals too.
#[inline(always)]
fn small<const EXPONENT: u32, const MANTISSA: u32, const ABOVE: u8>(code: u32) -> f32 {
    let magnitude = code & ((1 << (EXPONENT + MANTISSA)) - 1);
    let sign = (code >> (EXPONENT + MANTISSA) & 1) << 31;
    let bias = (1 << (EXPONENT - 1)) - 1;
    let scale = f32::from_bits((254 - bias) << 23);
    let fields = magnitude << (23 - MANTISSA);
    let finite = (f32::from_bits(fields) * scale).to_bits();
    let special = match ABOVE {
        IEEE => magnitude >= ((1 << EXPONENT) - 1) << MANTISSA,
        NAN => magnitude == (1 << (EXPONENT + MANTISSA)) - 1,
        _ => false,
    };
    f32::from_bits(sign | if special { fields | 0x7f80_0000 } else { finite })
}

/// The value of an f16.
#[inline(always)]
pub fn f16(code: u32) -> f32 {
    small::<5, 10, IEEE>(code)
}

/// The value of a bf16.
#[inline(always)]
pub fn bf16(code: u32) -> f32 {
    f32::from_bits(code << 16)
}

/// The value of a tf32.
#[inline(always)]
pub fn tf32(code: u32) -> f32 {
    f32::from_bits(code & !0x1fff)
}

/// The value of an e4m3, or of a ue4m3 that leaves bit 7 away.
#[inline(always)]
pub fn e4m3(code: u32) -> f32 {
    small::<4, 3, NAN>(code)
}

/// The value of an e5m2.
#[inline(always)]
pub fn e5m2(code: u32) -> f32 {
    small::<5, 2, IEEE>(code)
}

/// The value of an e3m2.
#[inline(always)]
pub fn e3m2(code: u32) -> f32 {
    small::<3, 2, NOTHING>(code)
}

/// The value of an e2m3.
#[inline(always)]
pub fn e2m3(code: u32) -> f32 {
    small::<2, 3, NOTHING>(code)
}

/// The value of an e2m1.
#[inline(always)]
pub fn e2m1(code: u32) -> f32 {
    small::<2, 1, NOTHING>(code)
}

/// The value of a ue8m0: 2 to the power of `code - 127`.
pub fn ue8m0(code: u8) -> f64 {
    match code {
        0xff => f64::NAN,
        code => f64::from_bits((u64::from(code) + 1023 - 127) << 52),
    }
}

/// The integer of a code.
#[inline(always)]
pub fn integer<const BITS: u32, const SIGNED: bool>(code: u32) -> i32 {
    let top = (code << (32 - BITS)) as i32;
    if SIGNED { top >> (32 - BITS) } else { (top as u32 >> (32 - BITS)) as i32 }
}

/// The f16 nearest to an f32, ties to even; overflow is infinity, NaN is canonical.
#[inline(always)]
pub fn to_f16(value: f32) -> u32 {
    let bits = value.to_bits();
    let (sign, magnitude) = (bits >> 16 & 0x8000, bits & 0x7fff_ffff);
    // Adding 0.5, whose last place is the smallest subnormal, makes the sum's rounding that of the subnormal.
    let subnormal = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(0x3f00_0000);
    let normal = magnitude.wrapping_sub(112 << 23).wrapping_add(0xfff + (magnitude >> 13 & 1)) >> 13;
    let finite = if magnitude < 0x3880_0000 { subnormal } else { normal.min(0x7c00) };
    let finite = if magnitude >= 0x477f_f000 { 0x7c00 } else { finite };
    if magnitude > 0x7f80_0000 { 0x7fff } else { sign | finite }
}

/// The bits of an f32, NaN made canonical.
#[inline(always)]
pub fn to_f32(value: f32) -> u32 {
    if value.is_nan() { 0x7fff_ffff } else { value.to_bits() }
}

#[cfg(test)]
mod tests {
    use numerics::format::{Format, Specials};
    use numerics::{Scalar, convert};

    use super::*;

    fn agrees(scalar: Scalar, codes: u32, value: fn(u32) -> f32) {
        for code in 0..codes {
            let expected = convert::to_f64(scalar, u64::from(code)) as f32;
            let found = value(code);
            let same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
            assert!(same, "{scalar:?} {code:#x}: {found} is not {expected}");
        }
    }

    #[test]
    fn every_code_is_worth_what_numerics_says() {
        agrees(Scalar::F16, 1 << 16, f16);
        agrees(Scalar::BF16, 1 << 16, bf16);
        agrees(Scalar::F8E4M3FN, 1 << 8, e4m3);
        agrees(Scalar::F8E5M2, 1 << 8, e5m2);
        agrees(Scalar::F4E2M1FN, 1 << 4, e2m1);
        assert!((0..=255).all(|code| {
            let expected = convert::to_f64(Scalar::F8E8M0FNU, u64::from(code));
            ue8m0(code) == expected || code == 0xff && expected.is_nan()
        }));
        assert_eq!(tf32(0x3f80_1fff), 1.0);
    }

    /// The value of a code by its definition.
    fn by_definition(format: Format, code: u32) -> f32 {
        let mantissa = code & ((1 << format.mantissa_bits) - 1);
        let exponent = code >> format.mantissa_bits & ((1 << format.exponent_bits) - 1);
        let sign = if code >> (format.mantissa_bits + format.exponent_bits) & 1 == 1 { -1.0 } else { 1.0 };
        let fraction = mantissa as f32 / (1 << format.mantissa_bits) as f32;
        let (lead, exponent) = if exponent == 0 { (0.0, 1) } else { (1.0, exponent as i32) };
        sign * (lead + fraction) * 2f32.powi(exponent - format.bias)
    }

    #[test]
    fn six_bits_are_worth_what_their_definition_says() {
        let finite = Format { specials: Specials::FiniteOnly, ..Format::F8E4M3FN };
        let e3m2_format = Format { exponent_bits: 3, mantissa_bits: 2, bias: 3, ..finite };
        let e2m3_format = Format { exponent_bits: 2, mantissa_bits: 3, bias: 1, ..finite };
        for code in 0..64 {
            assert_eq!(e3m2(code).to_bits(), by_definition(e3m2_format, code).to_bits());
            assert_eq!(e2m3(code).to_bits(), by_definition(e2m3_format, code).to_bits());
        }
        assert_eq!((e3m2(0x1f), e2m3(0x1f), e2m1(0x7)), (28.0, 7.5, 6.0));
    }

    #[test]
    fn f32_is_rounded_to_f16_as_numerics_does() {
        let check = |bits: u32| {
            let expected = convert::from_f64(Scalar::F16, f64::from(f32::from_bits(bits))) as u32;
            let expected = if f32::from_bits(bits).is_nan() { 0x7fff } else { expected };
            assert_eq!(to_f16(f32::from_bits(bits)), expected, "{bits:#x}");
        };
        for high in 0..=0xffff_u32 {
            for low in [0, 1, 0x0fff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x2fff, 0x3000, 0x3001, 0x7fff, 0xffff]
            {
                check(high << 16 | low);
            }
        }
    }

    #[test]
    fn integers_are_extended() {
        assert_eq!(integer::<8, true>(0x80), -128);
        assert_eq!(integer::<8, false>(0x180), 128);
        assert_eq!(integer::<4, true>(0xf8), -8);
        assert_eq!(integer::<4, false>(0xf8), 8);
    }
}
