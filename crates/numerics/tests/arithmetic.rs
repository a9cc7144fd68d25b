//! Float arithmetic against an independent soft-float, the host, and values by definition.

mod oracle;

use numerics::select::{self, FloatBinary};
use numerics::{NanRule, Predicate, Rounding, Scalar, convert, float};
use oracle::{Ap, NARROW, Seeded, Table, ap, ap_round, value_by_definition};

const EIGHT_BITS: [Scalar; 2] = [Scalar::F8E4M3FN, Scalar::F8E5M2];
const BASE: [Scalar; 4] = [Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64];

fn check(oracle: &Ap, what: &str, rounding: Rounding, operands: &[u64], got: u64, want: u64) {
    assert!(
        oracle.same(got, want) || oracle_ignores_sign(oracle.scalar, rounding, got, want),
        "{what} {} {rounding} {operands:x?}: got {got:#x}, want {want:#x}",
        oracle.scalar
    );
}

/// The soft-float forgets the sign of a result that a directed mode pushes from the largest f8E4M3FN value to NaN, or
/// keeps from it; `every_pair_of_the_other_small_floats` covers that edge by definition.
fn oracle_ignores_sign(scalar: Scalar, rounding: Rounding, got: u64, want: u64) -> bool {
    scalar == Scalar::F8E4M3FN
        && matches!(rounding, Rounding::NegativeInf | Rounding::PositiveInf)
        && got & want & 0x7e == 0x7e
        && want & 0x7f != got & 0x7f
}

/// The operations of two operands, chosen as an interpreter chooses them.
fn binaries(scalar: Scalar, rounding: Rounding) -> [(FloatBinary, select::Binary); 4] {
    [FloatBinary::Add, FloatBinary::Sub, FloatBinary::Mul, FloatBinary::Div]
        .map(|op| (op, select::float_binary(op, scalar, rounding, false)))
}

fn ap_binary(oracle: &Ap, op: FloatBinary) -> fn(u64, u64, rustc_apfloat::Round) -> u64 {
    match op {
        FloatBinary::Add => oracle.add,
        FloatBinary::Sub => oracle.sub,
        FloatBinary::Mul => oracle.mul,
        FloatBinary::Div => oracle.div,
    }
}

#[test]
fn every_pair_of_8_bit_floats() {
    for scalar in EIGHT_BITS {
        let oracle = ap(scalar).unwrap();
        for rounding in Rounding::IEEE {
            for (op, run) in binaries(scalar, rounding) {
                let want = ap_binary(&oracle, op);
                for (a, b) in (0..=255).flat_map(|a| (0..=255).map(move |b| (a, b))) {
                    let want = want(a, b, ap_round(rounding));
                    check(&oracle, &format!("{op:?}"), rounding, &[a, b], run(a, b), want);
                }
            }
        }
        for (a, b) in (0..=255).flat_map(|a| (0..=255).map(move |b| (a, b))) {
            let want = (oracle.rem)(a, b);
            check(&oracle, "rem", Rounding::Zero, &[a, b], float::rem(scalar, a, b), want);
        }
    }
}

/// The formats that the soft-float lacks (and f8E4M3FN, whose overflow it mistakes): sums and products of their values are
/// exact in f64.
#[test]
fn every_pair_of_the_other_small_floats() {
    for (scalar, op) in [
        (Scalar::F8E4M3FN, FloatBinary::Add),
        (Scalar::F8E4M3FN, FloatBinary::Mul),
        (Scalar::F4E2M1FN, FloatBinary::Add),
        (Scalar::F4E2M1FN, FloatBinary::Mul),
        (Scalar::FNV8E5M3FNU, FloatBinary::Add),
        (Scalar::FNV8E5M3FNU, FloatBinary::Mul),
        (Scalar::F8E8M0FNU, FloatBinary::Mul),
    ] {
        let table = Table::new(scalar);
        for rounding in Rounding::IEEE {
            let run = select::float_binary(op, scalar, rounding, false);
            let codes = 0..1u64 << scalar.bits();
            for (a, b) in codes.clone().flat_map(|a| codes.clone().map(move |b| (a, b))) {
                let (x, y) = (value_by_definition(scalar, a), value_by_definition(scalar, b));
                let exact = if op == FloatBinary::Add { x + y } else { x * y };
                if exact == 0.0 && op == FloatBinary::Add {
                    // The sign of an exact zero sum depends on the mode, which f64 arithmetic does not know.
                    assert_eq!(convert::to_f64(scalar, run(a, b)), 0.0);
                    continue;
                }
                let want = table.round(exact, rounding, false);
                assert!(table.same(run(a, b), want), "{op:?} {scalar} {rounding} {a:#x} {b:#x}");
            }
        }
    }
}

#[test]
fn sampled_fma_of_8_bit_floats() {
    let mut seeded = Seeded(8);
    for scalar in EIGHT_BITS {
        let oracle = ap(scalar).unwrap();
        for rounding in Rounding::IEEE {
            for _ in 0..200_000 {
                let [a, b, c] = [(); 3].map(|()| seeded.below(256));
                let want = (oracle.fma)(a, b, c, ap_round(rounding));
                let got = float::fma(scalar, a, b, c, rounding, false);
                check(&oracle, "fma", rounding, &[a, b, c], got, want);
            }
        }
    }
}

/// The definition of the language for f16 and bf16: nearest-even once, everything else through f32, then the same mode again.
fn emulated(
    oracle: &Ap,
    rounding: Rounding,
    through_f32: bool,
    operands: &[u64],
    narrow: impl Fn(&Ap, &[u64]) -> u64,
    wide: impl Fn(&Ap, &[u64]) -> u64,
) -> u64 {
    if !through_f32 {
        return narrow(oracle, operands);
    }
    let single = ap(Scalar::F32).unwrap();
    let even = ap_round(Rounding::NearestEven);
    let operands: Vec<u64> = operands.iter().map(|&bits| (oracle.convert)(bits, Scalar::F32, even)).collect();
    (single.convert)(wide(&single, &operands), oracle.scalar, ap_round(rounding))
}

fn is_16_bit(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F16 | Scalar::BF16)
}

fn sample_binary(count: u32, seed: u64) {
    let mut seeded = Seeded(seed);
    for scalar in BASE {
        let oracle = ap(scalar).unwrap();
        for rounding in Rounding::IEEE {
            for (op, run) in binaries(scalar, rounding) {
                let through =
                    is_16_bit(scalar) && (rounding != Rounding::NearestEven || op == FloatBinary::Div);
                for _ in 0..count {
                    let a = seeded.bits(scalar);
                    let b = seeded.near(scalar, a);
                    let round = ap_round(rounding);
                    let apply = |ap: &Ap, o: &[u64]| ap_binary(ap, op)(o[0], o[1], round);
                    let want = emulated(&oracle, rounding, through, &[a, b], apply, apply);
                    check(&oracle, &format!("{op:?}"), rounding, &[a, b], run(a, b), want);
                }
            }
        }
    }
}

fn sample_fma(count: u32, seed: u64) {
    let mut seeded = Seeded(seed);
    for scalar in BASE {
        let oracle = ap(scalar).unwrap();
        for rounding in Rounding::IEEE {
            let run = select::fma(scalar, rounding, false);
            let through = is_16_bit(scalar) && rounding != Rounding::NearestEven;
            for _ in 0..count {
                let (a, b) = (seeded.bits(scalar), seeded.bits(scalar));
                let product = float::mul(scalar, a, b, Rounding::NearestEven, false);
                // Half of the addends nearly cancel the product.
                let c = seeded.near(scalar, float::neg(scalar, product));
                let round = ap_round(rounding);
                let apply = |ap: &Ap, o: &[u64]| (ap.fma)(o[0], o[1], o[2], round);
                let want = emulated(&oracle, rounding, through, &[a, b, c], apply, apply);
                check(&oracle, "fma", rounding, &[a, b, c], run(a, b, c), want);
            }
        }
    }
}

fn sample_rem(count: u32, seed: u64) {
    let mut seeded = Seeded(seed);
    for scalar in BASE {
        let oracle = ap(scalar).unwrap();
        for _ in 0..count {
            let a = seeded.bits(scalar);
            let b = seeded.near(scalar, a);
            let want = (oracle.rem)(a, b);
            check(&oracle, "rem", Rounding::Zero, &[a, b], float::rem(scalar, a, b), want);
        }
    }
}

#[test]
fn sampled_pairs() {
    sample_binary(30_000, 16);
}

#[test]
fn sampled_fma() {
    sample_fma(60_000, 17);
}

#[test]
fn sampled_rem() {
    sample_rem(30_000, 18);
}

#[test]
#[ignore = "minutes: cargo xtask campaign numerics"]
fn many_sampled_operations() {
    sample_binary(400_000, 1_000_016);
    sample_fma(1_000_000, 1_000_017);
    sample_rem(1_000_000, 1_000_018);
}

/// Values at the edges of every format, each with each.
#[test]
fn pairs_of_special_values() {
    for scalar in BASE {
        let oracle = ap(scalar).unwrap();
        let format = numerics::Format::of(scalar).unwrap();
        let one = convert::from_f64(scalar, 1.0);
        let mut values = vec![0, 1, 2, 3, one - 1, one, one + 1, format.max_finite()];
        values.extend([format.mantissa_mask(), format.mantissa_mask() + 1, format.max_finite() - 1]);
        values.extend([format.infinity().unwrap(), format.infinity().unwrap() + 1, format.nan().unwrap()]);
        values.extend(values.clone().iter().map(|v| v | format.sign_mask()));
        for (&a, &b) in values.iter().flat_map(|a| values.iter().map(move |b| (a, b))) {
            for rounding in Rounding::IEEE {
                let round = ap_round(rounding);
                for (op, run) in binaries(scalar, rounding) {
                    let through =
                        is_16_bit(scalar) && (rounding != Rounding::NearestEven || op == FloatBinary::Div);
                    let apply = |ap: &Ap, o: &[u64]| ap_binary(ap, op)(o[0], o[1], round);
                    let want = emulated(&oracle, rounding, through, &[a, b], apply, apply);
                    check(&oracle, &format!("{op:?}"), rounding, &[a, b], run(a, b), want);
                }
                for &c in &values {
                    let through = is_16_bit(scalar) && rounding != Rounding::NearestEven;
                    let apply = |ap: &Ap, o: &[u64]| (ap.fma)(o[0], o[1], o[2], round);
                    let want = emulated(&oracle, rounding, through, &[a, b, c], apply, apply);
                    let got = float::fma(scalar, a, b, c, rounding, false);
                    check(&oracle, "fma", rounding, &[a, b, c], got, want);
                }
            }
        }
    }
}

/// A root is right when it is the float that the mode picks between the two whose squares enclose the operand; squares
/// of floats of up to 11 bits, and of their midpoints, are exact in f64.
#[test]
fn every_square_root_of_16_bits() {
    for scalar in NARROW.into_iter().filter(|s| ![Scalar::TF32, Scalar::F8E8M0FNU].contains(s)) {
        let table = Table::new(scalar);
        for rounding in Rounding::IEEE {
            for bits in 0..1u64 << scalar.bits() {
                let x = value_by_definition(scalar, bits);
                // The f64 root is never on the wrong side of a float or midpoint of 12 bits: those have exact squares.
                let root = x.sqrt();
                let root = if is_16_bit(scalar) && rounding != Rounding::NearestEven {
                    let single = convert::float_to_float(Scalar::F64, Scalar::F32, root.to_bits(), rounding);
                    f64::from(f32::from_bits(single as u32))
                } else {
                    root
                };
                let got = float::sqrt(scalar, bits, rounding, false);
                let want = table.round(root, rounding, false);
                assert!(table.same(got, want), "sqrt {scalar} {rounding} {bits:#x}: {got:#x} {want:#x}");
            }
        }
    }
}

/// Directed roots of f32 and f64 enclose the operand: checked by multiplying back with the independent soft-float.
#[test]
fn sampled_square_roots() {
    let mut seeded = Seeded(19);
    for scalar in [Scalar::F32, Scalar::F64] {
        let oracle = ap(scalar).unwrap();
        let square_minus = |r: u64, x: u64, round| (oracle.fma)(r, r, float::neg(scalar, x), round);
        let sign = |bits: u64| (convert::to_f64(scalar, bits)).partial_cmp(&0.0).unwrap();
        for _ in 0..100_000 {
            let x = float::abs(scalar, seeded.bits(scalar));
            let host = match scalar {
                Scalar::F32 => u64::from(f32::from_bits(x as u32).sqrt().to_bits()),
                _ => f64::from_bits(x).sqrt().to_bits(),
            };
            let nearest = float::sqrt(scalar, x, Rounding::NearestEven, false);
            assert!(oracle.same(nearest, host));
            if (oracle.is_nan)(x) || host == x {
                continue;
            }
            let down = float::sqrt(scalar, x, Rounding::Zero, false);
            let up = float::sqrt(scalar, x, Rounding::PositiveInf, false);
            assert_eq!(down, float::sqrt(scalar, x, Rounding::NegativeInf, false));
            // The tiny residuals of subnormal operands need a direction, so that they do not round to zero.
            assert!(sign(square_minus(down, x, rustc_apfloat::Round::TowardPositive)).is_le(), "{x:#x}");
            assert!(sign(square_minus(up, x, rustc_apfloat::Round::TowardNegative)).is_ge(), "{x:#x}");
            assert!(up - down <= 1 && (nearest == up || nearest == down), "{x:#x}");
        }
    }
}

#[test]
fn every_16_bit_float_to_an_integer_value() {
    for scalar in [Scalar::F16, Scalar::BF16, Scalar::F8E5M2, Scalar::F8E4M3FN] {
        let oracle = ap(scalar).unwrap();
        for bits in 0..1u64 << scalar.bits() {
            for rounding in Rounding::IEEE {
                let want = (oracle.integral)(bits, ap_round(rounding));
                let got = float::round_to_integer(scalar, bits, rounding);
                check(&oracle, "integral", rounding, &[bits], got, want);
            }
            let (down, up) = (Rounding::NegativeInf, Rounding::PositiveInf);
            let want = (oracle.integral)(bits, ap_round(down));
            check(&oracle, "floor", down, &[bits], float::floor(scalar, bits), want);
            let want = (oracle.integral)(bits, ap_round(up));
            check(&oracle, "ceil", up, &[bits], float::ceil(scalar, bits), want);
        }
    }
}

#[test]
fn every_value_of_the_other_small_floats_to_an_integer_value() {
    for scalar in [Scalar::F4E2M1FN, Scalar::FNV8E5M3FNU] {
        for bits in 0..1u64 << scalar.bits() {
            let value = value_by_definition(scalar, bits);
            if value.is_nan() {
                continue;
            }
            // The integers around every value are values of the format, too.
            assert_eq!(convert::to_f64(scalar, float::floor(scalar, bits)), value.floor());
            assert_eq!(convert::to_f64(scalar, float::ceil(scalar, bits)), value.ceil());
        }
    }
}

#[test]
fn sampled_floats_to_an_integer_value() {
    let mut seeded = Seeded(20);
    for scalar in [Scalar::F32, Scalar::F64] {
        let oracle = ap(scalar).unwrap();
        for _ in 0..100_000 {
            let near_one = convert::from_f64(scalar, 1000.0);
            let bits = seeded.near(scalar, near_one);
            let want = (oracle.integral)(bits, rustc_apfloat::Round::TowardNegative);
            check(&oracle, "floor", Rounding::NegativeInf, &[bits], float::floor(scalar, bits), want);
            let want = (oracle.integral)(bits, rustc_apfloat::Round::TowardPositive);
            check(&oracle, "ceil", Rounding::PositiveInf, &[bits], float::ceil(scalar, bits), want);
        }
    }
}

#[test]
fn sign_operations_move_one_bit() {
    for scalar in NARROW {
        for bits in (0..1u64 << scalar.bits()).step_by(if scalar == Scalar::TF32 { 7 } else { 1 }) {
            let value = value_by_definition(scalar, bits);
            let signed = !matches!(scalar, Scalar::F8E8M0FNU | Scalar::FNV8E5M3FNU);
            let flipped = value_by_definition(scalar, float::neg(scalar, bits));
            let cleared = value_by_definition(scalar, float::abs(scalar, bits));
            if value.is_nan() {
                assert!(flipped.is_nan() && cleared.is_nan());
            } else {
                assert_eq!(flipped.to_bits(), if signed { -value } else { value }.to_bits());
                assert_eq!(cleared.to_bits(), value.abs().to_bits());
            }
        }
    }
}

/// IEEE 754-2019 minimum and maximum by cases.
fn extreme(x: f64, y: f64, rule: NanRule, larger: bool) -> f64 {
    match (x.is_nan(), y.is_nan(), rule) {
        (true, true, _) | (true, false, NanRule::Propagate) | (false, true, NanRule::Propagate) => f64::NAN,
        (true, false, NanRule::Number) => y,
        (false, true, NanRule::Number) => x,
        (false, false, _) => {
            let x_is_larger = x > y || x == y && !x.is_sign_negative();
            if x_is_larger == larger { x } else { y }
        }
    }
}

fn check_order(scalar: Scalar, a: u64, b: u64) {
    let (x, y) = (convert::to_f64(scalar, a), convert::to_f64(scalar, b));
    for rule in [NanRule::Number, NanRule::Propagate] {
        for larger in [false, true] {
            let got = if larger {
                float::max(scalar, a, b, rule, false)
            } else {
                float::min(scalar, a, b, rule, false)
            };
            let want = extreme(x, y, rule, larger);
            if want.is_nan() {
                assert_eq!(Some(got), numerics::Format::of(scalar).unwrap().nan());
            } else {
                assert_eq!(convert::to_f64(scalar, got).to_bits(), want.to_bits(), "{scalar} {a:#x} {b:#x}");
            }
        }
    }
    let unordered = x.is_nan() || y.is_nan();
    let holds = [x == y, x != y && !unordered, x < y, x <= y, x > y, x >= y];
    for (predicate, want) in Predicate::ALL.into_iter().zip(holds) {
        assert_eq!(float::compare(scalar, predicate, true, a, b), want);
        assert_eq!(float::compare(scalar, predicate, false, a, b), want || unordered);
    }
}

#[test]
fn order_of_every_small_pair_and_of_samples() {
    for scalar in NARROW.into_iter().filter(|s| s.bits() <= 8) {
        let codes = 0..1u64 << scalar.bits();
        for (a, b) in codes.clone().flat_map(|a| codes.clone().map(move |b| (a, b))) {
            check_order(scalar, a, b);
        }
    }
    let mut seeded = Seeded(21);
    for scalar in Scalar::FLOATS.iter().copied().filter(|s| s.bits() > 8) {
        for _ in 0..50_000 {
            let a = seeded.bits(scalar);
            let b = seeded.near(scalar, a);
            check_order(scalar, a, b);
            check_order(scalar, a, a);
            check_order(scalar, a, float::neg(scalar, a));
        }
    }
}

#[test]
fn flushing_touches_subnormals_only() {
    let f = |v: f32| u64::from(v.to_bits());
    let tiny = f(f32::MIN_POSITIVE);
    let run = |op, a, b| select::float_binary(op, Scalar::F32, Rounding::NearestEven, true)(a, b);
    assert_eq!(run(FloatBinary::Add, tiny, 1), tiny, "a subnormal operand is zero");
    assert_eq!(run(FloatBinary::Mul, tiny, f(-0.5)), f(-0.0), "a subnormal result is a zero of its sign");
    assert_eq!(run(FloatBinary::Mul, tiny, f(1.0)), tiny);
    assert_eq!(run(FloatBinary::Div, f(1.0), 0x8000_0001), f(f32::NEG_INFINITY), "1 / -0");
    assert_eq!(float::max(Scalar::F32, 0x8000_0001, 0x8000_0002, NanRule::Number, true), f(-0.0));
    assert_eq!(float::sqrt(Scalar::F32, 5, Rounding::NearestEven, true), 0);
    let half = select::float_binary(FloatBinary::Add, Scalar::F16, Rounding::NearestEven, true);
    assert_eq!(half(1, 1), 2, "only f32 flushes");
    let mut seeded = Seeded(22);
    let flush = |bits: u64| numerics::Format::F32.flush(bits);
    for _ in 0..100_000 {
        let (a, b) = (seeded.near(Scalar::F32, tiny), seeded.near(Scalar::F32, tiny));
        for op in [FloatBinary::Add, FloatBinary::Sub, FloatBinary::Mul, FloatBinary::Div] {
            for rounding in [Rounding::NearestEven, Rounding::Zero, Rounding::PositiveInf] {
                let plain = select::float_binary(op, Scalar::F32, rounding, false);
                let flushing = select::float_binary(op, Scalar::F32, rounding, true);
                assert_eq!(flushing(a, b), flush(plain(flush(a), flush(b))));
            }
        }
    }
}
