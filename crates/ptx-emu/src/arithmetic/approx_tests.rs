//! Functions with a bound: special values, distances from the true value, and perturbed results.

use numerics::math::{Function, unary};
use numerics::{Rounding, Scalar, convert};

use super::approx::{Approx, Perturbation};
use super::testing::{apply, instruction, kernel, next, run};
use super::{Compute, Stored, select};

const INFINITY: u64 = 0x7f80_0000;
const NAN: u64 = 0x7fff_ffff;
const MINUS: u64 = 0x8000_0000;
const ONE: u64 = 0x3f80_0000;

#[test]
fn special_values_are_those_of_the_isa() {
    for (text, a, wanted) in [
        ("ex2.approx.f32", MINUS | INFINITY, 0),
        ("ex2.approx.f32", INFINITY, INFINITY),
        ("ex2.approx.f32", MINUS, ONE),
        ("ex2.approx.ftz.f32", MINUS | 1, ONE),
        ("ex2.approx.ftz.f32", 0xc2fe_0000, 0),
        ("ex2.approx.f32", 0xc2fe_0000, 0x0040_0000),
        ("lg2.approx.f32", MINUS, MINUS | INFINITY),
        ("lg2.approx.f32", MINUS | ONE, NAN),
        ("lg2.approx.f32", INFINITY, INFINITY),
        ("lg2.approx.ftz.f32", 1, MINUS | INFINITY),
        ("lg2.approx.f32", 1, 0xc315_0000),
        ("rcp.approx.f32", MINUS, MINUS | INFINITY),
        ("rcp.approx.f32", MINUS | INFINITY, MINUS),
        ("rcp.approx.ftz.f32", 1, INFINITY),
        ("rsqrt.approx.f32", MINUS, MINUS | INFINITY),
        ("rsqrt.approx.f32", INFINITY, 0),
        ("rsqrt.approx.f32", MINUS | ONE, NAN),
        ("sqrt.approx.f32", MINUS, MINUS),
        ("sqrt.approx.f32", MINUS | ONE, NAN),
        ("sin.approx.f32", MINUS, MINUS),
        ("sin.approx.f32", INFINITY, NAN),
        ("cos.approx.ftz.f32", 1, ONE),
        ("tanh.approx.f32", MINUS | INFINITY, MINUS | ONE),
        ("tanh.approx.f32", MINUS, MINUS),
        ("tanh.approx.f32", 0xffc0_0000, NAN),
        ("ex2.approx.f16", 0xfc00, 0),
        ("ex2.approx.f16x2", 0x7e00_0000, 0x7fff_3c00),
        ("ex2.approx.ftz.bf16", 0x8001, 0x3f80),
        ("ex2.approx.ftz.bf16x2", 0xc2fe_3f80, 0x4000),
        ("tanh.approx.bf16x2", 0xff80_8000, 0xbf80_8000),
        ("rcp.approx.ftz.f64", 1, 0x7ff0 << 48),
        ("rcp.approx.ftz.f64", 0xfff0 << 48, 1 << 63),
        ("rcp.approx.ftz.f64", 0x4008_0000_ffff_ffff, 0x3fd5_5555 << 32),
        ("rsqrt.approx.ftz.f64", 0x4010 << 48, 0x3fe0 << 48),
        ("rsqrt.approx.f64", 0, 0x7ff0 << 48),
        ("rsqrt.approx.f64", 0xbff0 << 48, 0xfff8 << 48),
    ] {
        assert_eq!(run(text, &[a]), wanted, "{text} {a:#x}");
    }
    assert_eq!(run("div.approx.f32", &[ONE, 0x7e80_0001]), 0);
    assert_eq!(run("div.approx.f32", &[ONE, MINUS | 0x7f00_0000]), MINUS);
    assert_eq!(run("div.approx.f32", &[INFINITY, 0x7f00_0000]), NAN);
    assert_eq!(run("div.full.f32", &[0x7f00_0000, 0x7f00_0000]), ONE);
    assert_eq!(run("div.full.ftz.f32", &[1, ONE]), 0);
}

/// Every f16 and bf16: the nearest of the true value, which has 50 bits more.
#[test]
fn halves_are_the_nearest() {
    for (word, function, formats) in [
        ("ex2", Function::Exp2, [("f16", Scalar::F16, ""), ("bf16", Scalar::BF16, ".ftz")]),
        ("tanh", Function::Tanh, [("f16", Scalar::F16, ""), ("bf16", Scalar::BF16, "")]),
    ] {
        for (name, of, ftz) in formats {
            let compute = kernel(&format!("{word}.approx{ftz}.{name}"), 1);
            for a in 0..0x1_0000u64 {
                let x = convert::to_f64(of, a);
                let truth = f64::from_bits(unary(function, Scalar::F64, x.to_bits(), false));
                let given = apply(&compute, &[a]);
                if truth.is_nan() {
                    assert_eq!(given, 0x7fff);
                    continue;
                }
                let wanted = convert::float_to_float(Scalar::F64, of, truth.to_bits(), Rounding::NearestEven);
                let subnormal = !ftz.is_empty() && (wanted & 0x7f80 == 0 || a & 0x7f80 == 0);
                assert!(given == wanted || subnormal, "{word}.{name} {a:#x}: {given:#x}, {wanted:#x}");
                // Where the true value has bits beyond, its last ones decide nothing: it is not that close to a tie.
                let near = |bits: u64| convert::float_to_float(Scalar::F64, of, bits, Rounding::NearestEven);
                let bits = truth.to_bits();
                let exact = bits << 24 == 0;
                assert!(
                    exact || (near(bits.saturating_sub(4)) == near(bits + 4)),
                    "{word}.{name} {a:#x} is next to a tie"
                );
            }
        }
    }
}

fn approx(text: &str) -> Approx {
    let found = instruction(text);
    match select(&found, Stored::of_types(&found)) {
        Some(Compute::Approx(approx)) => approx,
        _ => panic!("`{text}` has a bound"),
    }
}

#[test]
fn perturbed_results_are_within_the_bound_and_differ() {
    let mut state = 91;
    for (text, bound) in [
        ("ex2.approx.f32", 2f64.powi(-21)),
        ("rcp.approx.f32", 2f64.powi(-22)),
        ("rsqrt.approx.f32", 2f64.powf(-22.9) + 2f64.powi(-40)),
        ("sqrt.approx.f32", 2f64.powi(-22)),
        ("tanh.approx.f32", 2f64.powi(-11)),
        ("div.full.f32", 2f64.powi(-21)),
    ] {
        let approx = approx(text);
        let mut moved = 0;
        for round in 0..40u64 {
            let of = |state: &mut u64| ((120 + next(state) % 14) << 23 | next(state) & 0x7f_ffff) as u32;
            let (a, b): ([u32; 32], [u32; 32]) =
                (std::array::from_fn(|_| of(&mut state)), std::array::from_fn(|_| of(&mut state)));
            let exact: [u32; 32] =
                std::array::from_fn(|lane| apply(&approx.kernel, &[a[lane].into(), b[lane].into()]) as u32);
            let mut given = exact;
            approx.perturb(&a, &b, &mut given, Perturbation { seed: round, statement: 3, warp: 1 });
            for lane in 0..32 {
                let [x, y] = [given[lane], exact[lane]].map(|bits| f64::from(f32::from_bits(bits)));
                assert!((x - y).abs() <= (bound + 2f64.powi(-24)) * y.abs(), "{text}: {x} for {y}");
                moved += u32::from(given[lane] != exact[lane]);
            }
        }
        assert!(moved > 200, "{text}: {moved} of 1280 moved");
    }
}
