//! The host's types for the language's, and what kernels need of them.

/// Evaluates `Some($body)` with `$T` standing for the host type of a float type that kernels compute in; `None` for
/// every other type.
macro_rules! for_float {
    ($scalar:expr, $T:ident => $body:expr) => {
        match $scalar {
            Scalar::F32 => {
                type $T = f32;
                Some($body)
            }
            Scalar::F64 => {
                type $T = f64;
                Some($body)
            }
            _ => None,
        }
    };
}

/// Evaluates `Some($body)` with `$U` and `$S` standing for the unsigned and the signed host type of an integer type of
/// whole bytes; `None` for every other type.
macro_rules! for_int {
    ($scalar:expr, $U:ident, $S:ident => $body:expr) => {
        match $scalar {
            Scalar::I8 => for_int!(@case u8, i8, $U, $S, $body),
            Scalar::I16 => for_int!(@case u16, i16, $U, $S, $body),
            Scalar::I32 => for_int!(@case u32, i32, $U, $S, $body),
            Scalar::I64 => for_int!(@case u64, i64, $U, $S, $body),
            _ => None,
        }
    };
    (@case $unsigned:ty, $signed:ty, $U:ident, $S:ident, $body:expr) => {{
        #[allow(dead_code, reason = "few operations need both")]
        type $U = $unsigned;
        #[allow(dead_code, reason = "few operations need both")]
        type $S = $signed;
        Some($body)
    }};
}

/// Evaluates `$body` with `$U` standing for the unsigned host type of a lane.
macro_rules! for_lane {
    ($scalar:expr, $U:ident => $body:expr) => {
        match $crate::kernels::lane_size($scalar) {
            1 => for_lane!(@case u8, $U, $body),
            2 => for_lane!(@case u16, $U, $body),
            4 => for_lane!(@case u32, $U, $body),
            _ => for_lane!(@case u64, $U, $body),
        }
    };
    (@case $unsigned:ty, $U:ident, $body:expr) => {{
        type $U = $unsigned;
        $body
    }};
}

pub(super) use {for_float, for_int, for_lane};

/// A float that kernels compute in: f32 or f64. Everything is free of branches and of library calls.
pub(super) trait Real: Copy + PartialOrd + Default {
    /// The canonical NaN.
    const NAN: Self;

    /// The value; NaN becomes canonical.
    fn canonical(self) -> Self;

    /// The nearest value between two numbers; NaN stays.
    fn within(self, low: Self, high: Self) -> Self;

    /// Without its fraction, sign kept; NaN stays.
    fn whole(self) -> Self;

    /// The largest integer not above the value, NaN canonical.
    fn floor_of(self) -> Self;

    /// The smallest integer not below the value, NaN canonical.
    fn ceil_of(self) -> Self;

    /// The square root, NaN canonical.
    fn root(self) -> Self;

    /// An integer that orders numbers as the reals, -0 before +0; those of NaN are beyond those of all numbers.
    type Key: Copy + Ord;

    /// The least and the greatest key; neither is that of a number.
    const BEYOND: [Self::Key; 2];

    /// The key of a value.
    fn key(self) -> Self::Key;

    /// The value of a key.
    fn of_key(key: Self::Key) -> Self;

    /// Whether the value is before the other in the order of the reals, -0 before +0. Neither is NaN.
    #[inline(always)]
    fn is_before(self, other: Self) -> bool {
        self.key() < other.key()
    }

    /// Whether the value is NaN.
    fn is_not_a_number(self) -> bool;
}

macro_rules! real {
    ($T:ident, $Signed:ident, $bits:literal, $mantissa:literal, $nan:literal) => {
        impl Real for $T {
            const NAN: $T = $T::from_bits($nan);

            #[inline(always)]
            fn canonical(self) -> $T {
                if self.is_nan() { <$T as Real>::NAN } else { self }
            }

            #[inline(always)]
            fn within(self, low: $T, high: $T) -> $T {
                let x = if self < low { low } else { self };
                if x > high { high } else { x }
            }

            #[inline(always)]
            fn whole(self) -> $T {
                // From here on every float is an integer; below, adding it rounds to the nearest one.
                const LIMIT: $T = (1u64 << $mantissa) as $T;
                let magnitude = self.abs();
                let nearest = (magnitude + LIMIT) - LIMIT;
                let below = if nearest > magnitude { nearest - 1.0 } else { nearest };
                if magnitude < LIMIT { below.copysign(self) } else { self }
            }

            #[inline(always)]
            fn floor_of(self) -> $T {
                let whole = self.whole();
                (if whole > self { whole - 1.0 } else { whole }).canonical()
            }

            #[inline(always)]
            fn ceil_of(self) -> $T {
                let whole = self.whole();
                (if whole < self { whole + 1.0 } else { whole }).canonical()
            }

            #[inline(always)]
            fn root(self) -> $T {
                // Of the operand's bits: asked of the root, the compiler takes the instruction's NaN for the answer.
                let bits = self.to_bits();
                let infinity = $T::INFINITY.to_bits();
                let sign = 1 << ($bits - 1);
                let no_root = (bits & !sign > infinity) | (bits > sign);
                if no_root { <$T as Real>::NAN } else { self.sqrt() }
            }

            type Key = $Signed;

            const BEYOND: [$Signed; 2] = [$Signed::MIN, $Signed::MAX];

            #[inline(always)]
            fn key(self) -> $Signed {
                // Negative codes count backwards.
                let bits = self.to_bits() as $Signed;
                bits ^ (bits >> ($bits - 1)) & $Signed::MAX
            }

            #[inline(always)]
            fn of_key(key: $Signed) -> $T {
                $T::from_bits((key ^ (key >> ($bits - 1)) & $Signed::MAX) as _)
            }

            #[inline(always)]
            fn is_not_a_number(self) -> bool {
                self.is_nan()
            }
        }
    };
}

real!(f32, i32, 32, 23, 0x7fc0_0000);
real!(f64, i64, 64, 52, 0x7ff8_0000_0000_0000);

/// A subnormal f32 becomes a zero of its sign.
#[inline(always)]
pub(super) fn flushed(x: f32) -> f32 {
    let bits = x.to_bits();
    f32::from_bits(if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits })
}

/// `a + b`, its last bit set where it is inexact: any later rounding to two bits less or fewer is then as if from the
/// exact sum. Nothing may overflow, and no inexact sum be subnormal.
#[inline(always)]
pub(super) fn sum_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    let bits = sum.to_bits();
    let outward = (error > 0.0) == (sum > 0.0);
    let odd = if outward { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    let exact = (error == 0.0) | error.is_nan() | (bits & 1 == 1);
    f64::from_bits(if exact { bits } else { odd })
}

/// The f32 next to the value toward zero, its last bit set where that is not the value itself; NaN stays NaN.
#[inline(always)]
pub(super) fn to_odd(x: f64) -> f32 {
    let nearest = x as f32;
    let beyond = f64::from(nearest).abs() > x.abs();
    let bits = nearest.to_bits();
    let below = if beyond { bits.wrapping_sub(1) } else { bits };
    let inexact = f64::from(nearest) != x;
    f32::from_bits(below | u32::from(inexact))
}
