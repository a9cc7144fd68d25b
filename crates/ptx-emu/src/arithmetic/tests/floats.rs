//! Kernels of floats against `numerics`.

use numerics::{Rounding, Scalar, convert, float};

use super::{MODES, sample};
use crate::arithmetic::testing::{apply, kernel, next, run};

/// A result of `numerics` with the NaN of PTX.
pub(super) fn with_nan(of: Scalar, bits: u64) -> u64 {
    let format = numerics::Format::of(of).expect("a float");
    match of {
        _ if !format.is_nan(bits) => bits,
        Scalar::F32 => 0x7fff_ffff,
        Scalar::F64 => 0xfff8 << 48,
        _ => 0x7fff,
    }
}

/// A float of any class and exponent.
pub(super) fn sample_float(state: &mut u64, bits: u32) -> u64 {
    let word = next(state);
    let near = |exponent: u64, fraction: u32| (word >> 63) << (bits - 1) | exponent << fraction;
    match (word & 7, bits) {
        (0, _) => sample(state, bits),
        (1..=5, 32) => near(120 + (word >> 8) % 16, 23) | sample(state, 23),
        (1..=5, 64) => near(1015 + (word >> 8) % 16, 52) | sample(state, 52),
        (6, 32) => near((word >> 8) % 3, 23) | sample(state, 23),
        (6, 64) => near((word >> 8) % 3, 52) | sample(state, 52),
        _ => next(state) & (u64::MAX >> (64 - bits)),
    }
}

#[test]
fn floats_round_as_numerics_does() {
    let mut state = 21;
    for (name, of) in [("f32", Scalar::F32), ("f64", Scalar::F64)] {
        for (mode, rounding) in MODES {
            for ftz in [false, true] {
                if ftz && of == Scalar::F64 {
                    continue;
                }
                let text = |word: &str| format!("{word}.{mode}{}.{name}", if ftz { ".ftz" } else { "" });
                let [add, sub, mul, div] = ["add", "sub", "mul", "div"].map(|word| kernel(&text(word), 2));
                let [fma, mad] = ["fma", "mad"].map(|word| kernel(&text(word), 3));
                let [rcp, sqrt] = ["rcp", "sqrt"].map(|word| kernel(&text(word), 1));
                let one = convert::from_f64(of, 1.0);
                for _ in 0..4000 {
                    let [a, b, c] = [0; 3].map(|_| sample_float(&mut state, of.bits()));
                    let same = |given: u64, wanted: u64, what: &str| {
                        assert_eq!(given, with_nan(of, wanted), "{} {a:#x} {b:#x} {c:#x}", text(what));
                    };
                    same(apply(&add, &[a, b]), float::add(of, a, b, rounding, ftz), "add");
                    same(apply(&sub, &[a, b]), float::sub(of, a, b, rounding, ftz), "sub");
                    same(apply(&mul, &[a, b]), float::mul(of, a, b, rounding, ftz), "mul");
                    same(apply(&div, &[a, b]), float::div(of, a, b, rounding, ftz), "div");
                    same(apply(&fma, &[a, b, c]), float::fma(of, a, b, c, rounding, ftz), "fma");
                    same(apply(&mad, &[a, b, c]), float::fma(of, a, b, c, rounding, ftz), "mad");
                    same(apply(&rcp, &[a]), float::div(of, one, a, rounding, ftz), "rcp");
                    same(apply(&sqrt, &[a]), float::sqrt(of, a, rounding, ftz), "sqrt");
                }
            }
        }
    }
}

#[test]
fn floats_saturate() {
    let nan = 0x7fff_ffff;
    assert_eq!(run("add.sat.f32", &[0x3f80_0000, 0x3f80_0000]), 0x3f80_0000);
    assert_eq!(run("add.sat.f32", &[nan, 0]), 0);
    assert_eq!(run("mul.rz.sat.f32", &[0xbf80_0000, 0x3f80_0000]), 0);
    assert_eq!(run("mul.sat.f32", &[0x8000_0000, 0x3f80_0000]), 0);
    assert_eq!(run("fma.rn.ftz.sat.f32", &[0x3f00_0000, 0x3f00_0000, 0x0000_0001]), 0x3e80_0000);
    assert_eq!(run("sub.f32.bf16", &[0x3f80, 0x3f00_0000]), 0x3f00_0000);
    assert_eq!(run("add.rp.f32.f16", &[0x3c00, 1]), 0x3f80_0001);
    assert_eq!(run("fma.rn.sat.f32.f16", &[0x4000, 0x4000, 0]), 0x3f80_0000);
    assert_eq!(run("fma.rz.f32.bf16", &[0x4000, 0x4040, 0x3f80_0000]), 0x40e0_0000);
    let pair = 0x3f80_0000_4000_0000;
    assert_eq!(run("add.f32x2", &[pair, pair]), 0x4000_0000_4080_0000);
    assert_eq!(run("mul.rz.ftz.f32x2", &[pair, 0x0000_0001_4000_0000]), 0x4080_0000);
    assert_eq!(run("fma.rn.f32x2", &[pair, pair, pair]), 0x4000_0000_40c0_0000);
    assert_eq!(run("sub.f32x2", &[pair, pair]), 0);
    assert_eq!(run("neg.f32", &[nan]), 0xffff_ffff);
    assert_eq!(run("abs.ftz.f32", &[0x8000_0001]), 0);
    assert_eq!(run("neg.f64", &[0]), 1 << 63);
    assert_eq!(run("abs.f64", &[u64::MAX]), u64::MAX >> 1);
}

#[test]
fn halves_round_once() {
    let mut state = 31;
    let near = Rounding::NearestEven;
    for (name, of) in [("f16", Scalar::F16), ("bf16", Scalar::BF16)] {
        let [add, sub, mul] = ["add", "sub", "mul"].map(|word| kernel(&format!("{word}.{name}"), 2));
        let [add2, mul2] = ["add", "mul"].map(|word| kernel(&format!("{word}.{name}x2"), 2));
        let fma = kernel(&format!("fma.rn.{name}"), 3);
        let fma2 = kernel(&format!("fma.rn.{name}x2"), 3);
        let relu = kernel(&format!("fma.rn.relu.{name}"), 3);
        for round in 0..4 {
            for a in 0..0x1_0000u64 {
                let (b, mut c) = (next(&mut state) & 0xffff, next(&mut state) & 0xffff);
                if round > 1 {
                    // Near the negative product, where bits cancel.
                    let product = float::mul(of, a, b, near, false);
                    c = product ^ 0x8000 ^ (next(&mut state) & 0x1f);
                }
                let wanted = with_nan(of, float::fma(of, a, b, c, near, false));
                assert_eq!(apply(&fma, &[a, b, c]), wanted, "fma {name} {a:#x} {b:#x} {c:#x}");
                let rectified = if wanted & 0x8000 != 0 { 0 } else { wanted };
                assert_eq!(apply(&relu, &[a, b, c]), rectified, "relu {name} {a:#x} {b:#x} {c:#x}");
                assert_eq!(apply(&fma2, &[a << 16 | b, b << 16 | a, c << 16 | c]), wanted << 16 | wanted);
                let sum = with_nan(of, float::add(of, a, b, near, false));
                assert_eq!(apply(&add, &[a, b]), sum, "add {name} {a:#x} {b:#x}");
                assert_eq!(apply(&add2, &[a << 16 | c, b << 16 | c]) >> 16, sum);
                let difference = with_nan(of, float::sub(of, a, b, near, false));
                assert_eq!(apply(&sub, &[a, b]), difference, "sub {name} {a:#x} {b:#x}");
                let product = with_nan(of, float::mul(of, a, b, near, false));
                assert_eq!(apply(&mul, &[a, b]), product, "mul {name} {a:#x} {b:#x}");
                assert_eq!(apply(&mul2, &[c << 16 | a, c << 16 | b]) & 0xffff, product);
            }
        }
    }
}

#[test]
fn halves_have_flags() {
    assert_eq!(run("add.ftz.f16", &[0x8001, 0]), 0);
    assert_eq!(run("mul.ftz.f16", &[0x0400, 0x3800]), 0);
    assert_eq!(run("add.sat.f16x2", &[0x4000_c000, 0x3c00_3c00]), 0x3c00_0000);
    assert_eq!(run("fma.rn.sat.f16", &[0x7e00, 0, 0]), 0);
    assert_eq!(run("fma.rn.ftz.relu.f16x2", &[0x0001_3c00, 0x3c00_3c00, 0x8000_c000]), 0);
    assert_eq!(run("fma.rn.relu.f16", &[0x7e00, 0, 0]), 0x7fff);
    assert_eq!(run("fma.rn.oob.f16", &[0x7ff7, 0x3c00, 0x3c00]), 0);
    assert_eq!(run("fma.rn.oob.relu.bf16x2", &[0x3f80_7ff7, 0x3f80_3f80, 0xc000_3f80]), 0);
    assert_eq!(run("abs.ftz.f16x2", &[0x8001_bc00]), 0x3c00);
    assert_eq!(run("neg.bf16x2", &[0x8001_3f80]), 0x0001_bf80);
    assert_eq!(run("abs.bf16", &[0xbf80]), 0x3f80);
    assert_eq!(run("neg.ftz.f16", &[1]), 0x8000);
}
