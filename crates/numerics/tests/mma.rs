//! Matrix products against exact sums and against the fused multiply-add of an independent soft-float.

mod oracle;

use numerics::mma::{Operand, Shape};
use numerics::{Scalar, convert, mma};
use oracle::{Seeded, ap};
use rustc_apfloat::Round;

const EVEN: Round = Round::NearestTiesToEven;

fn samples(seeded: &mut Seeded, scalar: Scalar, count: usize) -> Vec<u64> {
    (0..count).map(|_| convert::from_f64(scalar, seeded.real(-4.0, 4.0))).collect()
}

/// Ascending k, one fused rounding a step, in the soft-float.
fn by_steps(acc_type: Scalar, acc: u64, pairs: impl Iterator<Item = (f64, f64)>) -> u64 {
    let wide = if acc_type == Scalar::F16 { Scalar::F32 } else { acc_type };
    let (narrow, oracle) = (ap(acc_type).unwrap(), ap(wide).unwrap());
    let mut sum = (narrow.convert)(acc, wide, EVEN);
    for (a, b) in pairs {
        // The factors of narrow types are floats of the accumulator type too.
        let [a, b] = [a, b].map(|x| convert::from_f64(wide, x));
        sum = (oracle.fma)(a, b, sum, EVEN);
    }
    (oracle.convert)(sum, acc_type, EVEN)
}

#[test]
fn float_products_take_one_rounding_a_step() {
    let mut seeded = Seeded(51);
    let shape = Shape { m: 4, n: 8, k: 16 };
    for (input, acc_type) in [
        (Scalar::F16, Scalar::F16),
        (Scalar::F16, Scalar::F32),
        (Scalar::BF16, Scalar::F32),
        (Scalar::TF32, Scalar::F32),
        (Scalar::F32, Scalar::F32),
        (Scalar::F64, Scalar::F64),
        (Scalar::F8E4M3FN, Scalar::F16),
        (Scalar::F8E5M2, Scalar::F32),
    ] {
        for _ in 0..50 {
            let lhs = samples(&mut seeded, input, shape.m * shape.k);
            let rhs = samples(&mut seeded, input, shape.k * shape.n);
            let acc = samples(&mut seeded, acc_type, shape.m * shape.n);
            let operand = |bits| Operand { scalar: input, bits };
            let mut got = acc.clone();
            mma::float(shape, operand(&lhs), operand(&rhs), acc_type, &mut got);
            for (i, &got) in got.iter().enumerate() {
                let (row, column) = (i / shape.n, i % shape.n);
                let pair = |k| {
                    let (a, b) = (lhs[row * shape.k + k], rhs[k * shape.n + column]);
                    (convert::to_f64(input, a), convert::to_f64(input, b))
                };
                let want = by_steps(acc_type, acc[i], (0..shape.k).map(pair));
                assert_eq!(got, want, "{input} into {acc_type}, element {row}, {column}");
            }
        }
    }
}

#[test]
fn scales_multiply_before_the_product() {
    let mut seeded = Seeded(52);
    let shape = Shape { m: 2, n: 4, k: 64 };
    for (scale_type, input, block) in [
        (Scalar::F8E8M0FNU, Scalar::F8E4M3FN, 32),
        (Scalar::F8E8M0FNU, Scalar::F4E2M1FN, 32),
        (Scalar::F8E4M3FN, Scalar::F4E2M1FN, 16),
    ] {
        let scale_k = shape.k / block;
        let lhs = samples(&mut seeded, input, shape.m * shape.k);
        let rhs = samples(&mut seeded, input, shape.k * shape.n);
        let powers = |seeded: &mut Seeded, n: usize| -> Vec<u64> {
            let power = |s: &mut Seeded| convert::from_f64(scale_type, 2f64.powi(s.below(6) as i32 - 3));
            (0..n).map(|_| power(seeded)).collect()
        };
        let lhs_scale = powers(&mut seeded, shape.m * scale_k);
        let rhs_scale = powers(&mut seeded, scale_k * shape.n);
        let mut acc = samples(&mut seeded, Scalar::BF16, shape.m * shape.n)
            .iter()
            .map(|&bits| convert::float_to_float(Scalar::BF16, Scalar::F32, bits, numerics::Rounding::Zero))
            .collect::<Vec<_>>();
        let before = acc.clone();
        let of = |scalar, bits| Operand { scalar, bits };
        mma::scaled(
            shape,
            scale_k,
            (of(input, &lhs), of(scale_type, &lhs_scale)),
            (of(input, &rhs), of(scale_type, &rhs_scale)),
            &mut acc,
        );
        for (i, &got) in acc.iter().enumerate() {
            let (row, column) = (i / shape.n, i % shape.n);
            let pair = |k: usize| {
                let a = convert::to_f64(input, lhs[row * shape.k + k]);
                let b = convert::to_f64(input, rhs[k * shape.n + column]);
                let s = convert::to_f64(scale_type, lhs_scale[row * scale_k + k / block]);
                let t = convert::to_f64(scale_type, rhs_scale[k / block * shape.n + column]);
                (a * s, b * t)
            };
            assert_eq!(got, by_steps(Scalar::F32, before[i], (0..shape.k).map(pair)));
        }
    }
}

#[test]
fn integer_products_wrap_at_32_bits() {
    let mut seeded = Seeded(53);
    let shape = Shape { m: 3, n: 5, k: 32 };
    for (left, right) in [(false, false), (false, true), (true, false), (true, true)] {
        let bytes = |seeded: &mut Seeded, n| (0..n).map(|_| seeded.below(256)).collect::<Vec<_>>();
        let lhs = bytes(&mut seeded, shape.m * shape.k);
        let rhs = bytes(&mut seeded, shape.k * shape.n);
        let acc: Vec<u64> = (0..shape.m * shape.n).map(|_| seeded.bits(Scalar::I32)).collect();
        let mut got = acc.clone();
        mma::integer(shape, (&lhs, left), (&rhs, right), &mut got);
        let read = |bits: u64, signed| if signed { i64::from(bits as u8 as i8) } else { bits as i64 };
        for (i, &got) in got.iter().enumerate() {
            let (row, column) = (i / shape.n, i % shape.n);
            let product = |k| read(lhs[row * shape.k + k], left) * read(rhs[k * shape.n + column], right);
            let sum = acc[i] as i64 + (0..shape.k).map(product).sum::<i64>();
            assert_eq!(got, sum.rem_euclid(1 << 32) as u64);
        }
    }
}

#[test]
fn special_values_flow_through() {
    let shape = Shape { m: 1, n: 1, k: 2 };
    let run = |a: [f64; 2], b: [f64; 2]| {
        let [a, b] = [a, b].map(|v| v.map(|x| convert::from_f64(Scalar::F16, x)));
        let mut acc = [0];
        let of = |bits| Operand { scalar: Scalar::F16, bits };
        mma::float(shape, of(&a), of(&b), Scalar::F32, &mut acc);
        convert::to_f64(Scalar::F32, acc[0])
    };
    assert_eq!(run([f64::INFINITY, 1.0], [1.0, 1.0]), f64::INFINITY);
    assert!(run([f64::INFINITY, 1.0], [0.0, 1.0]).is_nan());
    assert!(run([f64::INFINITY, f64::INFINITY], [1.0, -1.0]).is_nan());
    assert_eq!(run([2.0, 3.0], [5.0, 7.0]), 31.0);
}
