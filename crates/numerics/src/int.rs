//! Integer arithmetic on i1, i4, i8, i16, i32 and i64.
//!
//! Integers are signless; an operation that depends on the sign has the argument `signed`. Bits above the type's width are zero
//! in every argument and result. If the language leaves a result undefined, the function returns `None`.

use std::cmp::Ordering;

use crate::Scalar;
use crate::predicate::Predicate;
use crate::rounding::Rounding;

/// Overflow that an operation excludes; the discriminant is the bytecode value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Promise {
    /// Nothing: results wrap.
    #[default]
    None = 0,
    /// The signed reading does not wrap.
    NoSignedWrap = 1,
    /// The unsigned reading does not wrap.
    NoUnsignedWrap = 2,
    /// Neither reading wraps.
    NoWrap = 3,
}

impl Promise {
    /// Every promise, in wire order.
    pub const ALL: [Promise; 4] =
        [Promise::None, Promise::NoSignedWrap, Promise::NoUnsignedWrap, Promise::NoWrap];

    /// The promise of a number in bytecode.
    pub fn from_wire(number: u64) -> Option<Promise> {
        Promise::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The keyword in the text form.
    pub const fn name(self) -> &'static str {
        match self {
            Promise::None => "none",
            Promise::NoSignedWrap => "no_signed_wrap",
            Promise::NoUnsignedWrap => "no_unsigned_wrap",
            Promise::NoWrap => "no_wrap",
        }
    }
}

/// A result modulo 2^w, and which readings of it are not the mathematical result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrapped {
    /// The result modulo 2^w.
    pub bits: u64,
    /// The signed reading wrapped.
    pub signed: bool,
    /// The unsigned reading wrapped.
    pub unsigned: bool,
}

impl Wrapped {
    /// The result if it keeps the promise.
    #[inline(always)]
    pub const fn under(self, promise: Promise) -> Option<u64> {
        let broken = match promise {
            Promise::None => false,
            Promise::NoSignedWrap => self.signed,
            Promise::NoUnsignedWrap => self.unsigned,
            Promise::NoWrap => self.signed || self.unsigned,
        };
        if broken { None } else { Some(self.bits) }
    }
}

/// The mask of the type's bits.
#[inline(always)]
pub const fn mask(scalar: Scalar) -> u64 {
    u64::MAX >> (64 - scalar.bits())
}

/// A value modulo 2^w.
#[inline(always)]
pub const fn wrap(scalar: Scalar, value: u64) -> u64 {
    value & mask(scalar)
}

/// The signed reading: true of i1 is -1.
#[inline(always)]
pub const fn sign_extend(scalar: Scalar, bits: u64) -> i64 {
    let unused = 64 - scalar.bits();
    (bits << unused) as i64 >> unused
}

/// The unsigned reading.
#[inline(always)]
pub const fn zero_extend(scalar: Scalar, bits: u64) -> u64 {
    bits & mask(scalar)
}

/// The value in the chosen reading.
#[inline(always)]
pub const fn value(scalar: Scalar, bits: u64, signed: bool) -> i128 {
    if signed { sign_extend(scalar, bits) as i128 } else { zero_extend(scalar, bits) as i128 }
}

/// The least and greatest value of the type, inclusive.
pub const fn range(scalar: Scalar, signed: bool) -> (i128, i128) {
    if signed {
        let half = 1i128 << (scalar.bits() - 1);
        (-half, half - 1)
    } else {
        (0, mask(scalar) as i128)
    }
}

/// The bits of the most negative value.
const fn minimum(scalar: Scalar) -> u64 {
    1 << (scalar.bits() - 1)
}

/// `a + b`.
#[inline(always)]
pub const fn add(scalar: Scalar, a: u64, b: u64) -> Wrapped {
    let bits = wrap(scalar, a.wrapping_add(b));
    Wrapped { bits, signed: (a ^ bits) & (b ^ bits) & minimum(scalar) != 0, unsigned: bits < a }
}

/// `a - b`.
#[inline(always)]
pub const fn sub(scalar: Scalar, a: u64, b: u64) -> Wrapped {
    let bits = wrap(scalar, a.wrapping_sub(b));
    Wrapped { bits, signed: (a ^ b) & (a ^ bits) & minimum(scalar) != 0, unsigned: a < b }
}

/// `a * b`.
#[inline(always)]
pub const fn mul(scalar: Scalar, a: u64, b: u64) -> Wrapped {
    let bits = wrap(scalar, a.wrapping_mul(b));
    let signed = sign_extend(scalar, a) as i128 * sign_extend(scalar, b) as i128;
    let unsigned = a as u128 * b as u128;
    Wrapped { bits, signed: signed != sign_extend(scalar, bits) as i128, unsigned: unsigned != bits as u128 }
}

/// `-a`: the most negative value maps to itself, and wraps. Negation is a signed operation: there is no unsigned reading
/// of it that could wrap.
#[inline(always)]
pub const fn neg(scalar: Scalar, a: u64) -> Wrapped {
    Wrapped { unsigned: false, ..sub(scalar, 0, a) }
}

/// The magnitude of the signed reading, as an unsigned number: the most negative value maps to its own bits.
#[inline(always)]
pub const fn abs(scalar: Scalar, a: u64) -> u64 {
    wrap(scalar, sign_extend(scalar, a).unsigned_abs())
}

/// The high half of the unsigned double-width product.
#[inline(always)]
pub const fn mul_high(scalar: Scalar, a: u64, b: u64) -> u64 {
    ((a as u128 * b as u128) >> scalar.bits()) as u64
}

/// The quotient rounded toward zero, down (`NegativeInf`) or up (`PositiveInf`); any other mode means toward zero.
/// `None` for a divisor of zero and for the signed minimum by -1.
#[inline(always)]
pub const fn div(scalar: Scalar, a: u64, b: u64, signed: bool, rounding: Rounding) -> Option<u64> {
    if b == 0 {
        return None;
    }
    if !signed {
        let up = matches!(rounding, Rounding::PositiveInf) && !a.is_multiple_of(b);
        return Some(a / b + up as u64);
    }
    if a == minimum(scalar) && b == mask(scalar) {
        return None;
    }
    let (x, y) = (sign_extend(scalar, a), sign_extend(scalar, b));
    // Division truncates toward zero; only an inexact quotient is moved, away from zero.
    let inexact = x % y != 0;
    let negative = (x < 0) != (y < 0);
    let adjust = match rounding {
        Rounding::NegativeInf if inexact && negative => -1,
        Rounding::PositiveInf if inexact && !negative => 1,
        Rounding::NegativeInf
        | Rounding::PositiveInf
        | Rounding::Zero
        | Rounding::NearestEven
        | Rounding::Approx
        | Rounding::Full
        | Rounding::NearestIntToZero
        | Rounding::NearestAway => 0,
    };
    Some(wrap(scalar, (x / y + adjust) as u64))
}

/// `a - trunc(a / b) * b`, with the sign of the dividend. `None` for a divisor of zero; the signed minimum by -1 leaves 0.
#[inline(always)]
pub const fn rem(scalar: Scalar, a: u64, b: u64, signed: bool) -> Option<u64> {
    if b == 0 {
        return None;
    }
    if !signed {
        return Some(a % b);
    }
    let rest = sign_extend(scalar, a).wrapping_rem(sign_extend(scalar, b));
    Some(wrap(scalar, rest as u64))
}

/// `a << amount`, the amount read as unsigned. `None` for an amount of the width or more. The signed reading wraps when
/// a bit shifted out, or the new sign, differs from the old sign.
#[inline(always)]
pub const fn shl(scalar: Scalar, a: u64, amount: u64) -> Option<Wrapped> {
    if amount >= scalar.bits() as u64 {
        return None;
    }
    let bits = wrap(scalar, a << amount);
    Some(Wrapped {
        bits,
        signed: sign_extend(scalar, bits) >> amount != sign_extend(scalar, a),
        unsigned: bits >> amount != a,
    })
}

/// `a >> amount`, filled with the sign when `signed`. `None` for an amount of the width or more.
#[inline(always)]
pub const fn shr(scalar: Scalar, a: u64, amount: u64, signed: bool) -> Option<u64> {
    if amount >= scalar.bits() as u64 {
        return None;
    }
    Some(if signed { wrap(scalar, (sign_extend(scalar, a) >> amount) as u64) } else { a >> amount })
}

/// Bitwise and.
#[inline(always)]
pub const fn and(a: u64, b: u64) -> u64 {
    a & b
}

/// Bitwise or.
#[inline(always)]
pub const fn or(a: u64, b: u64) -> u64 {
    a | b
}

/// Bitwise exclusive or.
#[inline(always)]
pub const fn xor(a: u64, b: u64) -> u64 {
    a ^ b
}

/// The order of two integers in the chosen reading.
#[inline(always)]
pub fn order(scalar: Scalar, a: u64, b: u64, signed: bool) -> Ordering {
    if signed { sign_extend(scalar, a).cmp(&sign_extend(scalar, b)) } else { a.cmp(&b) }
}

/// `cmpi`.
#[inline(always)]
pub fn compare(scalar: Scalar, predicate: Predicate, a: u64, b: u64, signed: bool) -> bool {
    predicate.holds(order(scalar, a, b, signed))
}

/// The smaller of two integers.
#[inline(always)]
pub fn min(scalar: Scalar, a: u64, b: u64, signed: bool) -> u64 {
    if order(scalar, a, b, signed).is_le() { a } else { b }
}

/// The larger of two integers.
#[inline(always)]
pub fn max(scalar: Scalar, a: u64, b: u64, signed: bool) -> u64 {
    if order(scalar, a, b, signed).is_ge() { a } else { b }
}

/// `exti`: the same value in a wider type.
#[inline(always)]
pub const fn extend(from: Scalar, to: Scalar, bits: u64, signed: bool) -> u64 {
    if signed { wrap(to, sign_extend(from, bits) as u64) } else { zero_extend(from, bits) }
}

/// `trunci`: the low bits. The signed (unsigned) reading wraps when it is not the signed (unsigned) reading of the
/// operand.
#[inline(always)]
pub const fn truncate(from: Scalar, to: Scalar, bits: u64) -> Wrapped {
    let low = wrap(to, bits);
    Wrapped { bits: low, signed: sign_extend(to, low) != sign_extend(from, bits), unsigned: low != bits }
}
