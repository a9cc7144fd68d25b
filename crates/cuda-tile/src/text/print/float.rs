//! Floats in decimal, as the reference tools spell them.
//!
//! Three tries: six significant digits, enough digits to tell neighbours apart, the bits in hexadecimal. Rounding to
//! digits is not to nearest: a magnitude with many bits first loses low decimal digits by truncation, and is only then
//! rounded half up.

use ir::text::namer::push_decimal;
use numerics::Scalar;
use numerics::exact::{Class, Magnitude};
use numerics::format::Format;

/// Appends a float.
pub(super) fn push_float(out: &mut String, ty: Scalar, bits: u64) {
    let format = Format::of(ty).expect("the type of a float is a float type");
    let value = format.decode(bits);
    let magnitude = match value.class {
        Class::Nan | Class::Infinite => return push_bits(out, ty, bits),
        Class::Zero => return out.push_str(if value.negative { "-0.000000e+00" } else { "0.000000e+00" }),
        Class::Finite(magnitude) => magnitude,
    };
    let start = out.len();
    if value.negative {
        out.push('-');
    }
    push_six(out, digits(magnitude, 6));
    if reads_back(ty, bits, &out[start..]) {
        return;
    }
    out.truncate(start);
    let count = 2 + 59 * (format.mantissa_bits + 1) / 196;
    match digits(magnitude, count) {
        decimal if decimal.is_integer_of(count) => push_bits(out, ty, bits),
        decimal => {
            if value.negative {
                out.push('-');
            }
            push_all(out, decimal);
        }
    }
}

/// Appends the bits in hexadecimal, as wide as the type.
fn push_bits(out: &mut String, ty: Scalar, bits: u64) {
    let width = ty.bits().div_ceil(4) as usize;
    out.push_str(&format!("0x{bits:0width$X}"));
}

/// Whether text represents exactly these bits. Six digits are always enough for the types of up to 11 mantissa bits.
fn reads_back(ty: Scalar, bits: u64, text: &str) -> bool {
    match ty {
        Scalar::F32 => text.parse::<f32>().is_ok_and(|value| u64::from(value.to_bits()) == bits),
        Scalar::F64 => text.parse::<f64>().is_ok_and(|value| value.to_bits() == bits),
        Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64
        | Scalar::F16
        | Scalar::BF16
        | Scalar::TF32
        | Scalar::F8E4M3FN
        | Scalar::F8E5M2
        | Scalar::F8E8M0FNU
        | Scalar::F4E2M1FN
        | Scalar::FNV8E5M3FNU => true,
    }
}

/// A decimal number: `digits * 10^exponent`, `count` digits of which the last is not 0.
#[derive(Clone, Copy)]
struct Decimal {
    digits: u64,
    count: u32,
    exponent: i32,
}

impl Decimal {
    /// Power of ten of the first digit.
    fn leading(self) -> i32 {
        self.exponent + self.count as i32 - 1
    }

    /// An integer of at most `most` digits, at most three of them appended zeros.
    fn is_integer_of(self, most: u32) -> bool {
        (0..=3).contains(&self.exponent) && self.count as i32 + self.exponent <= most as i32
    }
}

fn push_six(out: &mut String, decimal: Decimal) {
    let digits = decimal.digits * 10_u64.pow(7 - decimal.count);
    push_fraction(out, digits, 6);
    let exponent = decimal.leading();
    out.push_str(if exponent < 0 { "e-" } else { "e+" });
    if exponent.abs() < 10 {
        out.push('0');
    }
    push_decimal(out, exponent.unsigned_abs().into());
}

fn push_all(out: &mut String, decimal: Decimal) {
    let fraction = (-decimal.exponent).max(0) as u32;
    if decimal.exponent < 0 && decimal.leading() >= -3 {
        return match fraction {
            0..20 => push_fraction(out, decimal.digits, fraction),
            // More places than digits fit in a number: the value is below one.
            _ => {
                out.push_str("0.");
                out.extend(std::iter::repeat_n('0', (fraction - decimal.count) as usize));
                push_decimal(out, decimal.digits);
            }
        };
    }
    match decimal.count {
        1 => {
            push_decimal(out, decimal.digits);
            out.push_str(".0");
        }
        count => push_fraction(out, decimal.digits, count - 1),
    }
    out.push_str(if decimal.leading() < 0 { "E-" } else { "E+" });
    push_decimal(out, decimal.leading().unsigned_abs().into());
}

/// Appends `digits / 10^places` with all its places.
fn push_fraction(out: &mut String, digits: u64, places: u32) {
    let unit = 10_u64.pow(places);
    push_decimal(out, digits / unit);
    out.push('.');
    let (rest, start) = (digits % unit, out.len());
    push_decimal(out, rest);
    let missing = places as usize - (out.len() - start);
    out.insert_str(start, &"00000000000000000000"[..missing]);
}

/// The first `count` digits of a magnitude, trailing zeros dropped.
fn digits(magnitude: Magnitude, count: u32) -> Decimal {
    let (mut head, mut exponent) = truncated(magnitude, (196 * count).div_ceil(59));
    let len = head.ilog10() + 1;
    if len > count {
        let unit = 10_u64.pow(len - count);
        head = head / unit + u64::from(head % unit >= unit / 2);
        exponent += (len - count) as i32;
    }
    while head.is_multiple_of(10) {
        head /= 10;
        exponent += 1;
    }
    Decimal { digits: head, count: head.ilog10() + 1, exponent }
}

/// The magnitude as an integer times a power of ten, cut by whole decimal digits to about `keep` bits.
fn truncated(magnitude: Magnitude, keep: u32) -> (u64, i32) {
    let zeros = magnitude.significand.trailing_zeros();
    let odd = magnitude.significand >> zeros;
    let twos = magnitude.exponent + zeros as i32;
    let fives = twos.min(0).unsigned_abs();
    let twos = twos.max(0) as u32;
    let mut number = Big::product(odd, fives, twos);
    let drop = number.bits().saturating_sub(keep) * 59 / 196;
    number.drop_digits(drop);
    (number.low(), drop as i32 - fives as i32)
}

/// A natural number of up to a few thousand bits, lowest limb first, without leading zero limbs.
struct Big {
    limbs: smallvec::SmallVec<[u32; 8]>,
}

impl Big {
    /// `factor * 5^fives * 2^twos`.
    fn product(factor: u64, mut fives: u32, mut twos: u32) -> Big {
        // The largest power of five in a limb.
        const FIVE_TO_13: u32 = 1_220_703_125;
        let mut big = Big { limbs: smallvec::smallvec![factor as u32, (factor >> 32) as u32] };
        big.trim();
        while fives > 0 {
            let step = fives.min(13);
            big.multiply(if step == 13 { FIVE_TO_13 } else { 5_u32.pow(step) });
            fives -= step;
        }
        while twos > 0 {
            let step = twos.min(31);
            big.multiply(1 << step);
            twos -= step;
        }
        big
    }

    fn trim(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }

    fn bits(&self) -> u32 {
        self.limbs.last().map_or(0, |top| self.limbs.len() as u32 * 32 - top.leading_zeros())
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for limb in &mut self.limbs {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.limbs.push(carry as u32);
        }
    }

    /// Divides by a power of ten and forgets the remainder.
    fn drop_digits(&mut self, mut count: u32) {
        while count > 0 {
            let step = count.min(9);
            let divisor = u64::from(10_u32.pow(step));
            let mut rest = 0;
            for limb in self.limbs.iter_mut().rev() {
                let part = rest << 32 | u64::from(*limb);
                *limb = (part / divisor) as u32;
                rest = part % divisor;
            }
            self.trim();
            count -= step;
        }
    }

    /// The low 64 bits.
    fn low(&self) -> u64 {
        let limb = |index: usize| u64::from(self.limbs.get(index).copied().unwrap_or(0));
        limb(1) << 32 | limb(0)
    }
}
