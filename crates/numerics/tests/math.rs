//! Mathematical functions against arbitrary precision arithmetic, in units in the last place; special cases by hand.

mod oracle;

use astro_float::{BigFloat, Consts, RoundingMode};
use numerics::math::{self, Function};
use numerics::{Scalar, convert};
use oracle::Seeded;

const PRECISION: usize = 256;
const NEAREST: RoundingMode = RoundingMode::ToEven;

/// The documented bounds.
const BOUND: f64 = 0.51;
const SUBNORMAL_BOUND: f64 = 1.01;

/// An f64, exactly; subnormals go through a normal number, because the library misreads them.
fn big(x: f64) -> BigFloat {
    if x == 0.0 || x.is_normal() {
        return BigFloat::from_f64(x, PRECISION);
    }
    let mut scaled = BigFloat::from_f64(x * 2f64.powi(64), PRECISION);
    scaled.set_exponent(scaled.exponent().unwrap() - 64);
    scaled
}

fn exact(function: Function, x: f64, constants: &mut Consts) -> BigFloat {
    let (v, p, c) = (big(x), PRECISION, constants);
    match function {
        Function::Exp => v.exp(p, NEAREST, c),
        Function::Exp2 => big(2.0).pow(&v, p, NEAREST, c),
        Function::Log => v.ln(p, NEAREST, c),
        Function::Log2 => v.log2(p, NEAREST, c),
        Function::Rsqrt => v.sqrt(p, NEAREST).reciprocal(p, NEAREST),
        Function::Sin => v.sin(p, NEAREST, c),
        Function::Cos => v.cos(p, NEAREST, c),
        Function::Tan => v.tan(p, NEAREST, c),
        Function::Sinh => v.sinh(p, NEAREST, c),
        Function::Cosh => v.cosh(p, NEAREST, c),
        Function::Tanh => v.tanh(p, NEAREST, c),
        Function::Asin => v.asin(p, NEAREST, c),
        Function::Acos => v.acos(p, NEAREST, c),
        Function::Atan => v.atan(p, NEAREST, c),
        Function::Asinh => v.asinh(p, NEAREST, c),
        Function::Acosh => v.acosh(p, NEAREST, c),
        Function::Atanh => v.atanh(p, NEAREST, c),
    }
}

/// Where the function is interesting: a range to sample evenly, and a bound on the magnitude of every sample.
fn ranges(function: Function) -> (f64, f64, f64) {
    match function {
        Function::Exp | Function::Sinh | Function::Cosh => (-800.0, 800.0, 2000.0),
        Function::Exp2 => (-1100.0, 1100.0, 2000.0),
        Function::Log | Function::Log2 => (0.5, 2.0, f64::MAX),
        Function::Rsqrt => (0.0, 10.0, f64::MAX),
        Function::Sin | Function::Cos | Function::Tan => (-100.0, 100.0, f64::MAX),
        Function::Tanh => (-25.0, 25.0, 100.0),
        Function::Asin | Function::Acos | Function::Atanh => (-1.0, 1.0, 1.0),
        Function::Atan => (-4.0, 4.0, f64::MAX),
        Function::Asinh => (-4.0, 4.0, f64::MAX),
        Function::Acosh => (1.0, 4.0, f64::MAX),
    }
}

fn is_in_domain(function: Function, x: f64, limit: f64) -> bool {
    let inside = match function {
        Function::Log | Function::Log2 | Function::Rsqrt => x > 0.0,
        Function::Acosh => x >= 1.0,
        Function::Atanh => x.abs() < 1.0,
        _ => true,
    };
    inside && x.is_finite() && x != 0.0 && x.abs() <= limit
}

/// Samples of a type: over the range, over all exponents, and close to where the range's ends and 1 are.
fn sample(seeded: &mut Seeded, function: Function, scalar: Scalar) -> Option<f64> {
    let (low, high, limit) = ranges(function);
    let x = match seeded.below(4) {
        0 | 1 => seeded.real(low, high),
        2 => {
            let center = [low, high, 1.0][seeded.below(3) as usize];
            center + 2f64.powi(-(seeded.below(30) as i32)) * seeded.real(-1.0, 1.0)
        }
        _ => convert::to_f64(scalar, seeded.bits(scalar)),
    };
    let x = convert::to_f64(scalar, convert::from_f64(scalar, x));
    is_in_domain(function, x, limit).then_some(x)
}

/// The distance of a result from the exact one in units of its last place, and whether it is subnormal.
fn ulps(scalar: Scalar, got: u64, exact: &BigFloat) -> (f64, bool) {
    let format = numerics::Format::of(scalar).unwrap();
    let got = convert::to_f64(scalar, got);
    if exact.is_zero() {
        return (if got == 0.0 { 0.0 } else { f64::INFINITY }, false);
    }
    let top = exact.exponent().unwrap() - 1;
    let subnormal = top < format.min_exponent();
    let quantum = top.max(format.min_exponent()) - format.mantissa_bits as i32;
    if got.is_infinite() {
        // Infinity stands for the power of two after the largest finite value.
        let next = -format.min_exponent() + 2;
        return (
            if top >= next || top == next - 1 && all_ones(exact, scalar) { 0.0 } else { f64::INFINITY },
            false,
        );
    }
    let mut error = big(got).sub(exact, PRECISION, NEAREST);
    if error.is_zero() {
        return (0.0, subnormal);
    }
    error.set_exponent(error.exponent().unwrap() - quantum);
    let digits = *error.mantissa_digits().unwrap().last().unwrap();
    let value = digits as f64 / 2f64.powi(64) * 2f64.powi(error.exponent().unwrap());
    (value.abs(), subnormal)
}

/// Whether the value rounds up to the next power of two.
fn all_ones(exact: &BigFloat, scalar: Scalar) -> bool {
    let bits = numerics::Format::of(scalar).unwrap().mantissa_bits + 2;
    exact.mantissa_digits().unwrap().last().unwrap() >> (64 - bits) == (1 << bits) - 1
}

fn check(what: &str, scalar: Scalar, got: u64, exact: &BigFloat) -> f64 {
    let (error, subnormal) = ulps(scalar, got, exact);
    let bound = if subnormal { SUBNORMAL_BOUND } else { BOUND };
    assert!(
        error <= bound,
        "{what} {scalar}: got {}, {error} ulp from {exact}",
        convert::to_f64(scalar, got)
    );
    if subnormal { 0.0 } else { error }
}

fn sample_unary(count: u32, seed: u64) {
    let mut constants = Consts::new().unwrap();
    let mut seeded = Seeded(seed);
    for function in Function::ALL {
        for scalar in [Scalar::F32, Scalar::F64] {
            for _ in 0..count {
                let Some(x) = sample(&mut seeded, function, scalar) else { continue };
                let got = math::unary(function, scalar, convert::from_f64(scalar, x), false);
                let want = exact(function, x, &mut constants);
                check(&format!("{function:?}({x:e})"), scalar, got, &want);
            }
        }
    }
}

/// `x` to the power of `y`, within the last bits of the precision. Rounding it to nearest does not end for some powers that are
/// exact: the library works ever more precisely to see on which side of the result it is.
fn power(x: f64, y: f64, constants: &mut Consts) -> BigFloat {
    big(x).pow(&big(y), PRECISION, RoundingMode::None, constants)
}

fn sample_pow(count: u32, seed: u64) {
    let mut constants = Consts::new().unwrap();
    let mut seeded = Seeded(seed);
    for scalar in [Scalar::F32, Scalar::F64] {
        let round = |x: f64| convert::to_f64(scalar, convert::from_f64(scalar, x));
        for _ in 0..count {
            let x = match seeded.below(3) {
                0 => seeded.real(0.0, 3.0),
                1 => 1.0 + seeded.real(-1.0, 1.0) * 2f64.powi(-(seeded.below(40) as i32)),
                _ => convert::to_f64(scalar, seeded.bits(scalar)).abs(),
            };
            let x = round(x);
            if !(x > 0.0 && x.is_finite()) || x == 1.0 {
                continue;
            }
            // Exponents over the whole range of results.
            let largest = if scalar == Scalar::F32 { 155.0 } else { 1080.0 };
            let y = round(seeded.real(-largest, largest) / x.log2());
            if !y.is_finite() {
                continue;
            }
            let [a, b] = [x, y].map(|v| convert::from_f64(scalar, v));
            let want = power(x, y, &mut constants);
            check(&format!("pow({x:e}, {y:e})"), scalar, math::pow(scalar, a, b), &want);
            if y.abs() >= 1.0 && y.abs() < 2e9 {
                let n = y.trunc() as i32;
                let want = power(x, f64::from(n), &mut constants);
                check(&format!("pow_int({x:e}, {n})"), scalar, math::pow_int(scalar, a, n), &want);
            }
        }
    }
}

fn sample_atan2(count: u32, seed: u64) {
    let mut constants = Consts::new().unwrap();
    let pi = constants.pi(PRECISION, NEAREST);
    let mut seeded = Seeded(seed);
    for scalar in [Scalar::F32, Scalar::F64] {
        for _ in 0..count {
            let a = seeded.bits(scalar);
            let b = seeded.near(scalar, a);
            let (y, x) = (convert::to_f64(scalar, a), convert::to_f64(scalar, b));
            if !y.is_finite() || !x.is_finite() || x == 0.0 || y == 0.0 {
                continue;
            }
            let ratio = big(y).div(&big(x), PRECISION, NEAREST);
            let acute = ratio.atan(PRECISION, NEAREST, &mut constants);
            let want = match (x < 0.0, y < 0.0) {
                (false, _) => acute,
                (true, false) => acute.add(&pi, PRECISION, NEAREST),
                (true, true) => acute.sub(&pi, PRECISION, NEAREST),
            };
            check(&format!("atan2({y:e}, {x:e})"), scalar, math::atan2(scalar, a, b), &want);
        }
    }
}

#[test]
fn functions_keep_their_bounds() {
    sample_unary(1_000, 61);
}

#[test]
fn powers_keep_their_bounds() {
    sample_pow(1_500, 62);
}

#[test]
fn angles_keep_their_bounds() {
    sample_atan2(1_500, 63);
}

#[test]
#[ignore = "minutes: cargo xtask campaign numerics"]
fn functions_keep_their_bounds_on_many_samples() {
    sample_unary(3_000, 1_000_061);
}

#[test]
#[ignore = "a minute: cargo xtask campaign numerics powers"]
fn powers_keep_their_bounds_on_many_samples() {
    sample_pow(100_000, 1_000_062);
}

/// Powers that are exact, or in the middle between two numbers of the oracle's precision.
#[test]
fn exact_powers_are_compared_too() {
    let mut constants = Consts::new().unwrap();
    let near_one = 1.0 + 2f64.powi(-16);
    for (x, n) in [(1.5, 2), (3.25, 10), (near_one, 2), (near_one, 7), (near_one, 16)] {
        let want = power(x, f64::from(n), &mut constants);
        for scalar in [Scalar::F32, Scalar::F64] {
            let [a, b] = [x, f64::from(n)].map(|v| convert::from_f64(scalar, v));
            check(&format!("pow({x:e}, {n})"), scalar, math::pow(scalar, a, b), &want);
            check(&format!("pow_int({x:e}, {n})"), scalar, math::pow_int(scalar, a, n), &want);
        }
    }
}

#[test]
#[ignore = "a minute: cargo xtask campaign numerics"]
fn angles_keep_their_bounds_on_many_samples() {
    sample_atan2(20_000, 1_000_063);
}

/// Where the kernels change their method, and where series are at their longest.
#[test]
fn seams_keep_their_bounds() {
    let mut constants = Consts::new().unwrap();
    let mut seeded = Seeded(64);
    let power = |n: i32| 2f64.powi(n);
    let near_one = [0.5f64.sqrt(), 2f64.sqrt(), 1.0 - power(-6), 1.0 + power(-6), 1.0 + power(-52), 1.0];
    let seams = [0.3, 0.347, 40.0, 0.4142135623730951, std::f64::consts::FRAC_PI_4, 709.7, 88.7];
    let powers = [-1022, -149, -126, -62, -61, -60, -59, -27, -21, -20, -19, -1, 60, 61, 63, 128, 500, 1023]
        .map(power);
    for center in near_one.into_iter().chain(seams).chain(powers) {
        for function in Function::ALL {
            for scalar in [Scalar::F32, Scalar::F64] {
                for _ in 0..12 {
                    let x = center * (1.0 + seeded.real(-1.0, 1.0) * power(-(seeded.below(50) as i32)));
                    let x = convert::to_f64(scalar, convert::from_f64(scalar, x));
                    if is_in_domain(function, x, ranges(function).2) {
                        let got = math::unary(function, scalar, convert::from_f64(scalar, x), false);
                        let want = exact(function, x, &mut constants);
                        check(&format!("{function:?}({x:e})"), scalar, got, &want);
                    }
                }
            }
        }
    }
}

/// The narrow types round the f32 result again, so every value of theirs is checked through it.
#[test]
fn every_16_bit_operand_is_computed_in_f32() {
    for scalar in [Scalar::F16, Scalar::BF16] {
        for function in Function::ALL {
            for bits in 0..1u64 << 16 {
                let even = numerics::Rounding::NearestEven;
                let wide = convert::float_to_float(scalar, Scalar::F32, bits, even);
                let single = math::unary(function, Scalar::F32, wide, false);
                let want = convert::float_to_float(Scalar::F32, scalar, single, even);
                assert_eq!(
                    math::unary(function, scalar, bits, false),
                    want,
                    "{function:?} {scalar} {bits:#x}"
                );
            }
        }
    }
}

/// The f64 closest to a multiple of pi/2 of all, and other arguments that defeat a reduction of too few bits.
#[test]
fn angles_far_from_zero() {
    let mut constants = Consts::new().unwrap();
    let worst = 6381956970095103.0 * 2f64.powi(797);
    for x in [worst, 2f64.powi(1023), f64::MAX, 1e22, 5.319372648326541e255, 355.0, 11.0, 22.0] {
        for function in [Function::Sin, Function::Cos, Function::Tan] {
            let value = BigFloat::from_f64(x, 1400);
            let want = match function {
                Function::Sin => value.sin(1400, NEAREST, &mut constants),
                Function::Cos => value.cos(1400, NEAREST, &mut constants),
                _ => value.tan(1400, NEAREST, &mut constants),
            };
            let got = math::unary(function, Scalar::F64, x.to_bits(), false);
            check(&format!("{function:?}({x:e})"), Scalar::F64, got, &want);
        }
    }
}

fn run(function: Function, x: f64) -> [f64; 2] {
    let of =
        |scalar| convert::to_f64(scalar, math::unary(function, scalar, convert::from_f64(scalar, x), false));
    [of(Scalar::F32), of(Scalar::F64)]
}

#[test]
fn special_cases() {
    use Function::*;
    let infinity = f64::INFINITY;
    for (function, x, want) in [
        (Exp, infinity, infinity),
        (Exp, -infinity, 0.0),
        (Exp, 0.0, 1.0),
        (Exp2, 10.0, 1024.0),
        (Exp2, -infinity, 0.0),
        (Log, 0.0, -infinity),
        (Log, -0.0, -infinity),
        (Log, infinity, infinity),
        (Log, 1.0, 0.0),
        (Log2, 1024.0, 10.0),
        (Log2, 0.125, -3.0),
        (Rsqrt, 0.0, infinity),
        (Rsqrt, -0.0, -infinity),
        (Rsqrt, infinity, 0.0),
        (Rsqrt, 16.0, 0.25),
        (Sin, -0.0, -0.0),
        (Tan, -0.0, -0.0),
        (Cos, 0.0, 1.0),
        (Sinh, -infinity, -infinity),
        (Sinh, -0.0, -0.0),
        (Cosh, -infinity, infinity),
        (Cosh, 0.0, 1.0),
        (Tanh, -infinity, -1.0),
        (Tanh, -0.0, -0.0),
        (Asin, -0.0, -0.0),
        (Acos, 1.0, 0.0),
        (Atan, -0.0, -0.0),
        (Asinh, -infinity, -infinity),
        (Asinh, -0.0, -0.0),
        (Acosh, 1.0, 0.0),
        (Acosh, infinity, infinity),
        (Atanh, 1.0, infinity),
        (Atanh, -1.0, -infinity),
    ] {
        for got in run(function, x) {
            assert_eq!(got.to_bits(), want.to_bits(), "{function:?}({x}) = {got}");
        }
    }
    for (function, x) in [
        (Log, -1.0),
        (Log2, -infinity),
        (Rsqrt, -1.0),
        (Rsqrt, -infinity),
        (Sin, infinity),
        (Cos, -infinity),
        (Tan, infinity),
        (Asin, 1.5),
        (Acos, -1.5),
        (Acosh, 0.5),
        (Acosh, -infinity),
        (Atanh, 1.5),
        (Atanh, -infinity),
    ] {
        assert!(run(function, x).iter().all(|r| r.is_nan()), "{function:?}({x})");
    }
    for function in Function::ALL {
        assert_eq!(math::unary(function, Scalar::F32, 0xffff_ffff, false), 0x7fc0_0000);
    }
}

#[test]
fn special_cases_of_two_operands() {
    let pair = |f: fn(Scalar, u64, u64) -> u64, a: f64, b: f64| {
        f64::from_bits(f(Scalar::F64, a.to_bits(), b.to_bits()))
    };
    let (infinity, nan) = (f64::INFINITY, f64::NAN);
    let pi = std::f64::consts::PI;
    for (x, y, want) in [
        (nan, 0.0, 1.0),
        (1.0, nan, 1.0),
        (-1.0, infinity, 1.0),
        (0.5, infinity, 0.0),
        (0.5, -infinity, infinity),
        (-2.0, infinity, infinity),
        (-2.0, 3.0, -8.0),
        (-2.0, -2.0, 0.25),
        (-0.0, 3.0, -0.0),
        (-0.0, -3.0, -infinity),
        (-0.0, -2.0, infinity),
        (0.0, 0.5, 0.0),
        (-infinity, 3.0, -infinity),
        (-infinity, -3.0, -0.0),
        (infinity, 0.5, infinity),
        (10.0, 400.0, infinity),
        (10.0, -400.0, 0.0),
        (3.0, 2.0, 9.0),
    ] {
        assert_eq!(pair(math::pow, x, y).to_bits(), want.to_bits(), "pow({x}, {y})");
    }
    assert!(pair(math::pow, -2.0, 0.5).is_nan() && pair(math::pow, nan, 1.0).is_nan());
    for (y, x, want) in [
        (0.0, 1.0, 0.0),
        (-0.0, 1.0, -0.0),
        (0.0, -1.0, pi),
        (-0.0, -1.0, -pi),
        (0.0, -0.0, pi),
        (-0.0, 0.0, -0.0),
        (1.0, 0.0, pi / 2.0),
        (-1.0, -0.0, -pi / 2.0),
        (infinity, infinity, pi / 4.0),
        (-infinity, -infinity, -3.0 * pi / 4.0),
        (infinity, -1.0, pi / 2.0),
        (1.0, infinity, 0.0),
        (-1.0, infinity, -0.0),
        (1.0, -infinity, pi),
        (5e-324, f64::MAX, 0.0),
        (f64::MAX, 5e-324, pi / 2.0),
        (1.0, 1.0, pi / 4.0),
    ] {
        assert_eq!(pair(math::atan2, y, x).to_bits(), want.to_bits(), "atan2({y}, {x})");
    }
    let int = |x: f64, n| f64::from_bits(math::pow_int(Scalar::F64, x.to_bits(), n));
    assert_eq!((int(-3.0, 3), int(2.0, -2), int(f64::NAN, 0)), (-27.0, 0.25, 1.0));
    assert_eq!((int(-0.0, -1), int(0.0, -2)), (-infinity, infinity));
}

#[test]
fn flushing_reaches_the_functions() {
    assert_eq!(math::unary(Function::Exp2, Scalar::F32, u64::from((-127f32).to_bits()), true), 0);
    assert_eq!(math::unary(Function::Exp2, Scalar::F32, u64::from((-127f32).to_bits()), false), 1 << 22);
    assert_eq!(math::unary(Function::Rsqrt, Scalar::F32, 0x8000_0001, true), 0xff80_0000);
}
