//! Functions of f32 on rows: computed in f64 for all lanes at once, and rounded where that is certain.
//!
//! The f64 is wrong by less than 2^-46 of its value. Where it is further than that from the middle of two neighbouring
//! f32, every value as good rounds to the same f32; where it does not, and where the operand or the result is unusual, the
//! exact function is asked. So results are those of the exact function, bit for bit.

use std::f64::consts::{FRAC_2_PI, LN_2, LOG2_E};

use numerics::math::Function;

use super::Kernel;
use super::rows::{LANES, Row32, map1};

/// The kernel of a function whose f32 results `exact` gives; `None` where there is none on rows.
pub(super) fn kernel(
    function: Function,
    exact: impl Fn(u32) -> u32 + Send + Sync + 'static,
) -> Option<Kernel> {
    Some(match function {
        Function::Exp2 => certain(exp2, exact),
        Function::Log2 => certain(log2, exact),
        Function::Rsqrt => certain(rsqrt, exact),
        Function::Sin => certain(|x| circular(x, 0), exact),
        Function::Cos => certain(|x| circular(x, 1), exact),
        _ => return None,
    })
}

/// NaN stands for "unknown".
fn certain(
    close: impl Fn(f32) -> f64 + Copy + Send + Sync + 'static,
    exact: impl Fn(u32) -> u32 + Send + Sync + 'static,
) -> Kernel {
    let rows = map1(move |a: u32| {
        let value = close(f32::from_bits(a));
        let bits = value.to_bits();
        // The 29 bits that an f32 has not; in the middle of two f32 they are 2^28.
        let below = (bits as u32) & 0x1fff_ffff;
        let clear = below.wrapping_sub((1 << 28) - 64) > 128;
        let exponent = (bits >> 52) as u32 & 0x7ff;
        let usual = exponent.wrapping_sub(1023 - 125) < 250 || value == 0.0;
        if clear & usual { u64::from((value as f32).to_bits()) } else { u64::MAX }
    });
    Kernel::W(std::sync::Arc::new(move |a: &Row32, d: &mut Row32| {
        let mut found = [0; LANES];
        rows(a, &mut found);
        for lane in 0..LANES {
            d[lane] = if found[lane] == u64::MAX { exact(a[lane]) } else { found[lane] as u32 };
        }
    }))
}

/// A polynomial, the coefficient of the highest power first.
#[inline(always)]
fn polynomial<const N: usize>(x: f64, coefficients: [f64; N]) -> f64 {
    let mut sum = 0.0;
    for coefficient in coefficients {
        sum = sum * x + coefficient;
    }
    sum
}

/// Adding this to a small number rounds it to a whole number, which the low bits of the sum hold.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// 2 to the power of a whole number part and of a fraction, whose series ends where 2^-50 is reached.
#[inline(always)]
fn exp2(x: f32) -> f64 {
    let clamped = f64::from(x.clamp(-200.0, 200.0));
    let shifted = clamped + WHOLE;
    let fraction = (clamped - (shifted - WHOLE)) * LN_2;
    const SERIES: [f64; 14] = {
        let (mut series, mut factorial, mut power) = ([1.0; 14], 1.0, 1);
        while power < 14 {
            factorial *= power as f64;
            series[13 - power] = 1.0 / factorial;
            power += 1;
        }
        series
    };
    let scale = f64::from_bits((shifted.to_bits() << 52).wrapping_add(1023 << 52));
    let value = polynomial(fraction, SERIES) * scale;
    // Far below the smallest f32 the nearest is zero.
    let value = if x < -160.0 { 0.0 } else { value };
    if x < 125.0 { value } else { f64::NAN }
}

/// The exponent, and the logarithm of what is left, near 1, by the series of the inverse hyperbolic tangent.
#[inline(always)]
fn log2(x: f32) -> f64 {
    let bits = x.to_bits();
    // The remaining factor is between the root of 1/2 and that of 2.
    let above = bits.wrapping_sub(0x3f35_04f3);
    let exponent = above as i32 >> 23;
    let left = f64::from(f32::from_bits((above & 0x7f_ffff).wrapping_add(0x3f35_04f3)));
    let s = (left - 1.0) / (left + 1.0);
    const SERIES: [f64; 12] = {
        let (mut series, mut power) = ([0.0; 12], 0);
        while power < 12 {
            series[11 - power] = 2.0 * LOG2_E / (2 * power + 1) as f64;
            power += 1;
        }
        series
    };
    let value = s * polynomial(s * s, SERIES) + f64::from(exponent);
    if bits.wrapping_sub(0x0080_0000) < 0x7f00_0000 { value } else { f64::NAN }
}

#[inline(always)]
fn rsqrt(x: f32) -> f64 {
    let bits = x.to_bits();
    let value = 1.0 / f64::from(x).sqrt();
    if bits.wrapping_sub(0x0080_0000) < 0x7f00_0000 { value } else { f64::NAN }
}

/// The sine of `x` plus a number of quarter turns. Multiples of a quarter are taken away in three parts, of which two have
/// 33 bits, so that their products are exact.
#[inline(always)]
fn circular(x: f32, quarters: u64) -> f64 {
    const PARTS: [f64; 3] = [
        f64::from_bits(0x3ff9_21fb_5440_0000),
        f64::from_bits(0x3dd0_b461_1a60_0000),
        f64::from_bits(0x3ba3_198a_2e03_7073),
    ];
    let wide = f64::from(x);
    let shifted = wide * FRAC_2_PI + WHOLE;
    let count = shifted - WHOLE;
    let first = wide - count * PARTS[0];
    let second = count * PARTS[1];
    let left = first - second;
    let r = left - (count * PARTS[2] - ((first - left) - second));
    let z = r * r;
    const SINE: [f64; 9] = series(1);
    const COSINE: [f64; 9] = series(0);
    let (sine, cosine) = (r * polynomial(z, SINE), polynomial(z, COSINE));
    let quadrant = shifted.to_bits().wrapping_add(quarters);
    let value = if quadrant & 1 == 0 { sine } else { cosine };
    let value = f64::from_bits(value.to_bits() ^ (quadrant & 2) << 62);
    if x.abs() < 8192.0 { value } else { f64::NAN }
}

/// Signed reciprocals of every second factorial from that of `first` on, the last first.
const fn series(first: usize) -> [f64; 9] {
    let (mut series, mut term, mut index) = ([0.0; 9], 1.0, 0);
    while index < 9 {
        series[8 - index] = term;
        let next = (2 * index + first + 1) as f64;
        term = -term / (next * (next + 1.0));
        index += 1;
    }
    series
}

#[cfg(test)]
mod tests {
    use numerics::Scalar;
    use numerics::math::unary;

    use super::*;

    /// Operands of all sizes, near the ends of what is usual, and near where the result is zero or one.
    fn operands() -> impl Iterator<Item = u32> {
        let mut state = 1_u32;
        let random = (0..400_000).map(move |index| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match index % 4 {
                0 => state,
                1 => 0x3f80_0000 ^ state >> 12,
                2 => ((state >> 1) % 0x0a00_0000 + 0x3c00_0000) | (state << 31),
                _ => ((state as i32) as f32 / 16_777_216.0).to_bits(),
            }
        });
        let quarters = (-4000..4000).map(|count| (f64::from(count) * std::f64::consts::FRAC_PI_2) as f32);
        let ends =
            [0.0, -0.0, 1.0, -1.0, 125.0, 128.0, -126.0, -149.0, -150.0, -160.5, 8192.0, f32::INFINITY];
        let ends = ends.into_iter().chain([f32::NAN, f32::MIN_POSITIVE, f32::MAX, f32::NEG_INFINITY]);
        random.chain(quarters.chain(ends).map(f32::to_bits))
    }

    #[test]
    fn rows_have_the_bits_of_the_exact_functions() {
        for function in [Function::Exp2, Function::Log2, Function::Rsqrt, Function::Sin, Function::Cos] {
            let exact = move |a: u32| unary(function, Scalar::F32, a.into(), false) as u32;
            let Some(Kernel::W(rows)) = kernel(function, exact) else { panic!("it has a kernel") };
            let operands: Vec<u32> = operands().collect();
            for a in operands.as_chunks::<LANES>().0 {
                let mut d = [0; LANES];
                rows(a, &mut d);
                for lane in 0..LANES {
                    assert_eq!(d[lane], exact(a[lane]), "{function:?} of {:#x}", a[lane]);
                }
            }
        }
    }
}
