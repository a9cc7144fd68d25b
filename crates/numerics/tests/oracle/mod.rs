//! The parts of the evidence: seeded samples, values by definition, and the independent soft-float.
#![allow(dead_code, reason = "each test binary uses its part")]

use numerics::{Rounding, Scalar};
use rustc_apfloat::ieee::{BFloat, Double, Float8E4M3FN, Float8E5M2, Half, IeeeFloat, Semantics, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// The float types with few enough codes to try them all.
pub(crate) const NARROW: [Scalar; 8] = [
    Scalar::F16,
    Scalar::BF16,
    Scalar::TF32,
    Scalar::F8E4M3FN,
    Scalar::F8E5M2,
    Scalar::F8E8M0FNU,
    Scalar::F4E2M1FN,
    Scalar::FNV8E5M3FNU,
];

/// SplitMix64.
pub(crate) struct Seeded(pub(crate) u64);

impl Seeded {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A uniform number in `low..high`.
    pub(crate) fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1u64 << 53) as f64)
    }

    /// Bits of the type: uniform, or with long runs of ones and zeros, which is where carries and ties are.
    pub(crate) fn bits(&mut self, scalar: Scalar) -> u64 {
        let mask = u64::MAX >> (64 - scalar.bits());
        let runs = |s: &mut Seeded| {
            let (a, b) = (s.below(64), s.below(64));
            (u64::MAX << a) ^ (u64::MAX << b)
        };
        let word = match self.below(4) {
            0 | 1 => self.next(),
            2 => runs(self),
            _ => runs(self) ^ (1 << self.below(64)),
        };
        word & mask
    }

    /// An operand whose exponent is near that of `other` half of the time, so that sums cancel and align.
    pub(crate) fn near(&mut self, scalar: Scalar, other: u64) -> u64 {
        let format = numerics::Format::of(scalar).unwrap();
        let bits = self.bits(scalar);
        if self.below(2) == 0 {
            return bits;
        }
        let low = format.mantissa_mask() | format.sign_mask();
        let field = (other & !low) >> format.mantissa_bits;
        let moved = field.wrapping_add(self.below(60)).wrapping_sub(30) << format.mantissa_bits;
        (bits & low | moved & !low) & (format.magnitude_mask() | format.sign_mask())
    }
}

/// The value of a code by the definition of its format, with nothing of the crate but the type's name.
pub(crate) fn value_by_definition(scalar: Scalar, bits: u64) -> f64 {
    let (exponent_bits, mantissa_bits, bias, signed) = match scalar {
        Scalar::F16 => (5, 10, 15, true),
        Scalar::BF16 => (8, 7, 127, true),
        Scalar::TF32 => (8, 10, 127, true),
        Scalar::F8E4M3FN => (4, 3, 7, true),
        Scalar::F8E5M2 => (5, 2, 15, true),
        Scalar::F8E8M0FNU => (8, 0, 127, false),
        Scalar::F4E2M1FN => (2, 1, 1, true),
        Scalar::FNV8E5M3FNU => (5, 3, 15, false),
        _ => panic!("not a narrow format: {scalar}"),
    };
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let field = (bits >> mantissa_bits & ((1 << exponent_bits) - 1)) as i32;
    let negative = signed && bits >> (mantissa_bits + exponent_bits) & 1 != 0;
    let top = (1 << exponent_bits) - 1;
    let scale = 2f64.powi(-mantissa_bits);
    let magnitude = match scalar {
        Scalar::F16 | Scalar::BF16 | Scalar::TF32 | Scalar::F8E5M2 if field == top => {
            if mantissa == 0 {
                f64::INFINITY
            } else {
                f64::NAN
            }
        }
        Scalar::F8E4M3FN if field == top && mantissa == 7 => f64::NAN,
        Scalar::FNV8E5M3FNU | Scalar::F8E8M0FNU if bits == 0xff => f64::NAN,
        Scalar::F8E8M0FNU => 2f64.powi(field - bias),
        _ if field == 0 => mantissa as f64 * scale * 2f64.powi(1 - bias),
        _ => (1.0 + mantissa as f64 * scale) * 2f64.powi(field - bias),
    };
    if negative { -magnitude } else { magnitude }
}

/// The finite magnitudes of a narrow format in order, as (value, code).
pub(crate) struct Table {
    scalar: Scalar,
    magnitudes: Vec<(f64, u64)>,
    infinity: Option<u64>,
    nan: Vec<u64>,
    sign: u64,
}

impl Table {
    pub(crate) fn new(scalar: Scalar) -> Table {
        let unsigned = matches!(scalar, Scalar::F8E8M0FNU | Scalar::FNV8E5M3FNU);
        let sign = if unsigned { 0 } else { 1 << (scalar.bits() - 1) };
        let codes = 0..if unsigned { 1 << scalar.bits() } else { sign };
        let values: Vec<(f64, u64)> = codes.map(|c| (value_by_definition(scalar, c), c)).collect();
        let mut magnitudes: Vec<_> = values.iter().copied().filter(|v| v.0.is_finite()).collect();
        magnitudes.sort_by(|a, b| a.0.total_cmp(&b.0));
        Table {
            scalar,
            magnitudes,
            infinity: values.iter().find(|v| v.0.is_infinite()).map(|v| v.1),
            nan: values.iter().filter(|v| v.0.is_nan()).map(|v| v.1).collect(),
            sign,
        }
    }

    fn outside(&self, sign: u64, saturate: bool) -> u64 {
        let largest = self.magnitudes.last().unwrap().1;
        match (self.infinity, self.nan.first()) {
            _ if saturate && self.scalar.bits() <= 8 => sign | largest,
            (Some(infinity), _) => sign | infinity,
            (None, Some(nan)) => sign | nan,
            (None, None) => sign | largest,
        }
    }

    /// The code that a real number rounds to, by comparing it with its neighbours in the table and with the number
    /// halfway between them, all exact in f64. Any NaN code may stand for NaN: see [`Table::same`].
    pub(crate) fn round(&self, x: f64, rounding: Rounding, saturate: bool) -> u64 {
        if x.is_nan() {
            return self.nan.first().copied().unwrap_or(self.magnitudes.last().unwrap().1);
        }
        if x < 0.0 && self.sign == 0 && !saturate {
            return self.nan[0];
        }
        let negative = x.is_sign_negative() && self.sign != 0;
        let sign = if negative { self.sign } else { 0 };
        let x = x.abs();
        if x.is_infinite() {
            return self.outside(sign, saturate);
        }
        let above = self.magnitudes.partition_point(|v| v.0 < x);
        if let Some(exact) = self.magnitudes.get(above).filter(|v| v.0 == x) {
            return sign | exact.1;
        }
        if above == 0 {
            // Only the format without a zero has numbers below its smallest.
            return self.magnitudes[0].1;
        }
        let (low, low_code) = self.magnitudes[above - 1];
        // A power of two without mantissa has the last significant bit 1: its ties go up.
        let odd = low_code & 1 == 1 || self.scalar == Scalar::F8E8M0FNU;
        // Past the end, the next value is the one that the format would have with a wider exponent.
        let next = self.magnitudes.get(above).map_or_else(|| self.beyond(), |v| v.0);
        let half = low + (next - low) / 2.0;
        let up = match rounding {
            Rounding::NearestEven => x > half || x == half && odd,
            Rounding::NearestAway => x >= half,
            Rounding::NegativeInf => negative,
            Rounding::PositiveInf => !negative,
            _ => false,
        };
        match (up, self.magnitudes.get(above)) {
            (false, _) => sign | low_code,
            (true, Some(v)) => sign | v.1,
            (true, None) => self.outside(sign, saturate),
        }
    }

    fn beyond(&self) -> f64 {
        let largest = self.magnitudes.last().unwrap().0;
        match self.scalar {
            Scalar::F8E8M0FNU => 2.0 * largest,
            _ => largest + (largest - self.magnitudes[self.magnitudes.len() - 2].0),
        }
    }

    /// Equal codes, or both NaN.
    pub(crate) fn same(&self, a: u64, b: u64) -> bool {
        let is_nan = |bits: u64| self.nan.contains(&(bits & !self.sign));
        a == b || is_nan(a) && is_nan(b)
    }
}

/// The mode of the independent soft-float.
pub(crate) fn ap_round(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven | Rounding::Approx | Rounding::Full => Round::NearestTiesToEven,
        Rounding::Zero | Rounding::NearestIntToZero => Round::TowardZero,
        Rounding::NegativeInf => Round::TowardNegative,
        Rounding::PositiveInf => Round::TowardPositive,
        Rounding::NearestAway => Round::NearestTiesToAway,
    }
}

/// Operations of the independent soft-float on the raw bits of one format.
#[derive(Clone, Copy)]
pub(crate) struct Ap {
    pub(crate) scalar: Scalar,
    pub(crate) add: fn(u64, u64, Round) -> u64,
    pub(crate) sub: fn(u64, u64, Round) -> u64,
    pub(crate) mul: fn(u64, u64, Round) -> u64,
    pub(crate) div: fn(u64, u64, Round) -> u64,
    pub(crate) rem: fn(u64, u64) -> u64,
    pub(crate) fma: fn(u64, u64, u64, Round) -> u64,
    pub(crate) integral: fn(u64, Round) -> u64,
    pub(crate) to_int: fn(u64, u32, bool) -> Option<u64>,
    pub(crate) from_int: fn(i128, Round) -> u64,
    pub(crate) convert: fn(u64, Scalar, Round) -> u64,
    pub(crate) is_nan: fn(u64) -> bool,
}

impl Ap {
    /// The same bits, or NaN both.
    pub(crate) fn same(&self, a: u64, b: u64) -> bool {
        a == b || (self.is_nan)(a) && (self.is_nan)(b)
    }
}

fn load<S: Semantics>(bits: u64) -> IeeeFloat<S> {
    IeeeFloat::from_bits(u128::from(bits))
}

fn bits_of<S: Semantics>(value: IeeeFloat<S>) -> u64 {
    value.to_bits() as u64
}

fn ap_convert<S: Semantics>(bits: u64, to: Scalar, round: Round) -> u64 {
    let mut lossy = false;
    let x: IeeeFloat<S> = load(bits);
    match to {
        Scalar::F16 => bits_of::<<Half as Sem>::S>(x.convert_r(round, &mut lossy).value),
        Scalar::BF16 => bits_of::<<BFloat as Sem>::S>(x.convert_r(round, &mut lossy).value),
        Scalar::F32 => bits_of::<<Single as Sem>::S>(x.convert_r(round, &mut lossy).value),
        Scalar::F64 => bits_of::<<Double as Sem>::S>(x.convert_r(round, &mut lossy).value),
        Scalar::F8E4M3FN => bits_of::<<Float8E4M3FN as Sem>::S>(x.convert_r(round, &mut lossy).value),
        Scalar::F8E5M2 => bits_of::<<Float8E5M2 as Sem>::S>(x.convert_r(round, &mut lossy).value),
        _ => panic!("the soft-float has no {to}"),
    }
}

/// The semantics parameter of a soft-float type.
pub(crate) trait Sem {
    type S: Semantics;
}

impl<S: Semantics> Sem for IeeeFloat<S> {
    type S = S;
}

fn ap_to_int<S: Semantics>(bits: u64, width: u32, signed: bool) -> Option<u64> {
    let mut exact = false;
    let x: IeeeFloat<S> = load(bits);
    let mask = u64::MAX >> (64 - width);
    if signed {
        let r = x.to_i128_r(width as usize, Round::TowardZero, &mut exact);
        (!r.status.contains(rustc_apfloat::Status::INVALID_OP)).then_some(r.value as u64 & mask)
    } else {
        let r = x.to_u128_r(width as usize, Round::TowardZero, &mut exact);
        (!r.status.contains(rustc_apfloat::Status::INVALID_OP)).then_some(r.value as u64 & mask)
    }
}

fn ap_of<S: Semantics>(scalar: Scalar) -> Ap {
    Ap {
        scalar,
        add: |a, b, r| bits_of(load::<S>(a).add_r(load(b), r).value),
        sub: |a, b, r| bits_of(load::<S>(a).sub_r(load(b), r).value),
        mul: |a, b, r| bits_of(load::<S>(a).mul_r(load(b), r).value),
        div: |a, b, r| bits_of(load::<S>(a).div_r(load(b), r).value),
        rem: |a, b| bits_of(load::<S>(a).c_fmod(load(b)).value),
        fma: |a, b, c, r| bits_of(load::<S>(a).mul_add_r(load(b), load(c), r).value),
        integral: |a, r| bits_of(load::<S>(a).round_to_integral(r).value),
        to_int: ap_to_int::<S>,
        from_int: |v, r| bits_of(IeeeFloat::<S>::from_i128_r(v, r).value),
        convert: ap_convert::<S>,
        is_nan: |a| load::<S>(a).is_nan(),
    }
}

/// The independent soft-float in a format; `None` where it has none.
pub(crate) fn ap(scalar: Scalar) -> Option<Ap> {
    Some(match scalar {
        Scalar::F16 => ap_of::<<Half as Sem>::S>(scalar),
        Scalar::BF16 => ap_of::<<BFloat as Sem>::S>(scalar),
        Scalar::F32 => ap_of::<<Single as Sem>::S>(scalar),
        Scalar::F64 => ap_of::<<Double as Sem>::S>(scalar),
        Scalar::F8E4M3FN => ap_of::<<Float8E4M3FN as Sem>::S>(scalar),
        Scalar::F8E5M2 => ap_of::<<Float8E5M2 as Sem>::S>(scalar),
        _ => return None,
    })
}
