//! Elements by their definition, and sums by `numerics`.

use numerics::{Scalar, convert};
use ptx_emu::matrix::element::Element;
use ptx_emu::matrix::mma::Sum;
use ptx_emu::matrix::product::BitOp;

use crate::source::Seeded;

/// The value of a code.
pub(crate) fn worth(element: Element, code: u64) -> f64 {
    let scalar = |scalar| convert::to_f64(scalar, code);
    match element {
        Element::F16 => scalar(Scalar::F16),
        Element::Bf16 => scalar(Scalar::BF16),
        Element::Tf32 => f64::from(f32::from_bits(code as u32 & !0x1fff)),
        Element::F64 => f64::from_bits(code),
        Element::E4m3 => scalar(Scalar::F8E4M3FN),
        Element::E5m2 => scalar(Scalar::F8E5M2),
        Element::E3m2 => by_fields(code, 2, 3, 3),
        Element::E2m3 => by_fields(code, 3, 2, 1),
        Element::E2m1 => scalar(Scalar::F4E2M1FN),
        Element::U8 | Element::U4 | Element::B1 => code as f64,
        Element::S8 => f64::from(code as u8 as i8),
        Element::S4 => f64::from(((code as u8) << 4) as i8 >> 4),
    }
}

fn by_fields(code: u64, mantissa_bits: u32, exponent_bits: u32, bias: i32) -> f64 {
    let mantissa = (code & ((1 << mantissa_bits) - 1)) as f64 / f64::from(1 << mantissa_bits);
    let exponent = (code >> mantissa_bits & ((1 << exponent_bits) - 1)) as i32;
    let sign = if code >> (mantissa_bits + exponent_bits) & 1 == 1 { -1.0 } else { 1.0 };
    sign * if exponent == 0 {
        mantissa * 2f64.powi(1 - bias)
    } else {
        (1.0 + mantissa) * 2f64.powi(exponent - bias)
    }
}

/// A code that is finite and less than 2; of integers any.
pub(crate) fn moderate(element: Element, seeded: &mut Seeded) -> u64 {
    let top_exponent_bit = match element {
        Element::F16 => 1 << 14,
        Element::Bf16 => 1 << 14,
        Element::Tf32 => 1 << 30,
        Element::F64 => 1 << 62,
        Element::E4m3 | Element::E5m2 => 1 << 6,
        Element::E3m2 | Element::E2m3 => 1 << 4,
        Element::E2m1 => 1 << 2,
        Element::U8 | Element::S8 | Element::U4 | Element::S4 | Element::B1 => 0,
    };
    any(element, seeded) & !top_exponent_bit
}

/// Any code, also infinite and NaN.
pub(crate) fn any(element: Element, seeded: &mut Seeded) -> u64 {
    seeded.next() >> (64 - element.bits())
}

/// The code of a small whole number.
pub(crate) fn whole(element: Element, number: u64) -> u64 {
    let scalar = |scalar| convert::from_f64(scalar, number as f64);
    match element {
        Element::F16 => scalar(Scalar::F16),
        Element::Bf16 => scalar(Scalar::BF16),
        Element::Tf32 => scalar(Scalar::F32),
        Element::F64 => (number as f64).to_bits(),
        Element::E4m3 => scalar(Scalar::F8E4M3FN),
        Element::E5m2 => scalar(Scalar::F8E5M2),
        // The code of 1 is that of exponent 0, which is the bias.
        Element::E3m2 => [0, 3 << 2][number as usize],
        Element::E2m3 => [0, 1 << 3][number as usize],
        Element::E2m1 => scalar(Scalar::F4E2M1FN),
        Element::U8 | Element::S8 | Element::U4 | Element::S4 | Element::B1 => number,
    }
}

/// `acc + sum of a * b`, of bits of the sum's type.
pub(crate) fn sum(sum: Sum, acc: u64, pairs: impl Iterator<Item = (f64, f64)>) -> u64 {
    let exact = |pairs: &mut dyn Iterator<Item = (f64, f64)>| -> i64 {
        i64::from(acc as u32 as i32) + pairs.map(|(a, b)| (a * b) as i64).sum::<i64>()
    };
    let mut pairs = pairs;
    match sum {
        Sum::F32 => numerics::mma::dot(Scalar::F32, acc, pairs),
        Sum::F16 => numerics::mma::dot(Scalar::F16, acc, pairs),
        Sum::Wrapping => u64::from(exact(&mut pairs) as u32),
        Sum::Saturating => exact(&mut pairs).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as u32 as u64,
        Sum::Bits(BitOp::And) => u64::from(exact(&mut pairs) as u32),
        Sum::Bits(BitOp::Xor) => {
            let differing = pairs.filter(|(a, b)| a != b).count();
            u64::from((acc as u32).wrapping_add(differing as u32))
        }
    }
}

/// Are the bits of a sum the same, all NaN being one?
pub(crate) fn same(sum: Sum, found: u64, expected: u64) -> bool {
    let nan = |bits: u64| match sum {
        Sum::F32 => f32::from_bits(bits as u32).is_nan(),
        Sum::F16 => bits & 0x7fff > 0x7c00,
        Sum::Wrapping | Sum::Saturating | Sum::Bits(_) => false,
    };
    let canonical = if sum == Sum::F16 { 0x7fff } else { 0x7fff_ffff };
    found == expected || nan(expected) && found == canonical
}
