//! Integer arithmetic against the mathematical definitions in i128: every pair of i1, i4 and i8, samples beyond.

mod oracle;

use numerics::select::{self, IntBinary};
use numerics::{Predicate, Promise, Rounding, Scalar, int};
use oracle::Seeded;

fn modulo(scalar: Scalar, value: i128) -> u64 {
    value.rem_euclid(1 << scalar.bits()) as u64
}

fn signed(scalar: Scalar, bits: u64) -> i128 {
    let top = 1i128 << (scalar.bits() - 1);
    let value = i128::from(bits);
    if value >= top { value - 2 * top } else { value }
}

fn fits_signed(scalar: Scalar, value: i128) -> bool {
    let top = 1i128 << (scalar.bits() - 1);
    (-top..top).contains(&value)
}

fn fits_unsigned(scalar: Scalar, value: i128) -> bool {
    (0..1 << scalar.bits()).contains(&value)
}

/// A wrapped result says modulo 2^w what the signed and the unsigned mathematical results are, and whether they fit.
fn check_wrapped(scalar: Scalar, got: int::Wrapped, s: i128, u: Option<i128>) {
    assert_eq!(got.bits, modulo(scalar, s), "{scalar} {s}");
    assert_eq!(got.signed, !fits_signed(scalar, s), "{scalar} {s}");
    assert_eq!(got.unsigned, u.is_some_and(|u| !fits_unsigned(scalar, u)), "{scalar} {u:?}");
}

fn check_division(scalar: Scalar, a: u64, b: u64) {
    for is_signed in [false, true] {
        let read = |bits| if is_signed { signed(scalar, bits) } else { i128::from(bits) };
        let (x, y) = (read(a), read(b));
        for rounding in [Rounding::Zero, Rounding::NegativeInf, Rounding::PositiveInf] {
            let got = int::div(scalar, a, b, is_signed, rounding);
            if y == 0 {
                assert_eq!((got, int::rem(scalar, a, b, is_signed)), (None, None));
                continue;
            }
            let floor = x.div_euclid(y) - i128::from(y < 0 && x.rem_euclid(y) != 0);
            let ceil = floor + i128::from(floor * y != x);
            let quotient = match rounding {
                Rounding::NegativeInf => floor,
                Rounding::PositiveInf => ceil,
                _ => {
                    if (x < 0) == (y < 0) {
                        floor
                    } else {
                        ceil
                    }
                }
            };
            let fits = if is_signed { fits_signed(scalar, quotient) } else { true };
            assert_eq!(got, fits.then(|| modulo(scalar, quotient)), "{scalar} {x} / {y} {rounding}");
            if rounding == Rounding::Zero {
                let rest = modulo(scalar, x - quotient * y);
                assert_eq!(int::rem(scalar, a, b, is_signed), Some(rest), "{scalar} {x} rem {y}");
            }
        }
    }
}

fn check_shifts(scalar: Scalar, a: u64, amount: u64) {
    let (left, logical) = (int::shl(scalar, a, amount), int::shr(scalar, a, amount, false));
    let arithmetic = int::shr(scalar, a, amount, true);
    if amount >= u64::from(scalar.bits()) {
        assert_eq!((left, logical, arithmetic), (None, None, None));
        return;
    }
    let power = 1i128 << amount;
    let (s, u) = (signed(scalar, a), i128::from(a));
    let left = left.unwrap();
    assert_eq!(left.bits, modulo(scalar, u * power));
    assert_eq!(left.unsigned, !fits_unsigned(scalar, u * power));
    assert_eq!(left.signed, !fits_signed(scalar, s * power), "{scalar} {s} << {amount}");
    assert_eq!(logical, Some((u / power) as u64));
    assert_eq!(arithmetic, Some(modulo(scalar, s.div_euclid(power))));
}

fn check_pair(scalar: Scalar, a: u64, b: u64) {
    let (sa, sb) = (signed(scalar, a), signed(scalar, b));
    let (ua, ub) = (i128::from(a), i128::from(b));
    check_wrapped(scalar, int::add(scalar, a, b), sa + sb, Some(ua + ub));
    check_wrapped(scalar, int::sub(scalar, a, b), sa - sb, Some(ua - ub));
    // The unsigned product of i64 exceeds i128 as a signed number, and is beyond u64 then.
    check_wrapped(scalar, int::mul(scalar, a, b), sa * sb, Some(ua.checked_mul(ub).unwrap_or(i128::MAX)));
    check_wrapped(scalar, int::neg(scalar, a), -sa, None);
    assert_eq!(int::abs(scalar, a), sa.unsigned_abs() as u64);
    let high = (u128::from(a) * u128::from(b)) >> scalar.bits();
    assert_eq!(u128::from(int::mul_high(scalar, a, b)), high);
    assert_eq!(int::min(scalar, a, b, true), if sa < sb { a } else { b });
    assert_eq!(int::max(scalar, a, b, true), if sa > sb { a } else { b });
    assert_eq!(int::min(scalar, a, b, false), if ua < ub { a } else { b });
    assert_eq!(int::max(scalar, a, b, false), if ua > ub { a } else { b });
    for (is_signed, x, y) in [(true, sa, sb), (false, ua, ub)] {
        let holds = [x == y, x != y, x < y, x <= y, x > y, x >= y];
        for (predicate, want) in Predicate::ALL.into_iter().zip(holds) {
            assert_eq!(int::compare(scalar, predicate, a, b, is_signed), want);
        }
    }
    check_division(scalar, a, b);
    check_shifts(scalar, a, b % 80);
}

#[test]
fn every_pair_of_small_integers() {
    for scalar in [Scalar::I1, Scalar::I4, Scalar::I8] {
        let values = 0..1u64 << scalar.bits();
        for (a, b) in values.clone().flat_map(|a| values.clone().map(move |b| (a, b))) {
            check_pair(scalar, a, b);
        }
    }
}

#[test]
fn sampled_pairs_of_wide_integers() {
    let mut seeded = Seeded(41);
    for scalar in [Scalar::I16, Scalar::I32, Scalar::I64] {
        let top = 1u64 << (scalar.bits() - 1);
        let edges = [0, 1, 2, top - 1, top, top + 1, 2 * (top - 1) + 1];
        for (a, b) in edges.into_iter().flat_map(|a| edges.map(|b| (a, b))) {
            check_pair(scalar, a, b);
        }
        for _ in 0..100_000 {
            let width = u64::from(scalar.bits());
            let a = seeded.bits(scalar) >> seeded.below(width);
            let b = seeded.bits(scalar) >> seeded.below(width);
            check_pair(scalar, a, b);
        }
    }
}

#[test]
fn widening_and_narrowing() {
    let mut seeded = Seeded(42);
    for from in Scalar::INTS.iter().copied() {
        for to in Scalar::INTS.iter().copied() {
            for _ in 0..5_000 {
                let bits = seeded.bits(from);
                let (s, u) = (signed(from, bits), i128::from(bits));
                if to.bits() > from.bits() {
                    assert_eq!(int::extend(from, to, bits, true), modulo(to, s));
                    assert_eq!(int::extend(from, to, bits, false), modulo(to, u));
                } else {
                    check_wrapped(to, int::truncate(from, to, bits), s, Some(u));
                }
            }
        }
    }
}

#[test]
fn broken_promises_are_undefined() {
    for op in [IntBinary::Add, IntBinary::Sub, IntBinary::Mul] {
        for promise in Promise::ALL {
            let run = select::int_binary(op, Scalar::I8, promise);
            for (a, b) in (0..=255).flat_map(|a| (0..=255).map(move |b| (a, b))) {
                let apply = |x: i128, y: i128| match op {
                    IntBinary::Add => x + y,
                    IntBinary::Sub => x - y,
                    IntBinary::Mul => x * y,
                };
                let s = apply(signed(Scalar::I8, a), signed(Scalar::I8, b));
                let u = apply(i128::from(a), i128::from(b));
                let kept = match promise {
                    Promise::None => true,
                    Promise::NoSignedWrap => fits_signed(Scalar::I8, s),
                    Promise::NoUnsignedWrap => fits_unsigned(Scalar::I8, u),
                    Promise::NoWrap => fits_signed(Scalar::I8, s) && fits_unsigned(Scalar::I8, u),
                };
                assert_eq!(run(a, b), kept.then(|| modulo(Scalar::I8, s)), "{op:?} {promise:?} {a} {b}");
            }
        }
    }
}
