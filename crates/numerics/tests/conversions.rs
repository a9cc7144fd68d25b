//! Conversions against values by definition, an independent soft-float, and the host.

mod oracle;

use numerics::{Format, Overflow, Rounding, Scalar, convert, pack};
use oracle::{NARROW, Seeded, Table, ap, ap_round, value_by_definition};

#[test]
fn every_narrow_value_decodes_by_definition() {
    for scalar in NARROW {
        for bits in 0..1u64 << scalar.bits() {
            let (got, want) = (convert::to_f64(scalar, bits), value_by_definition(scalar, bits));
            assert!(got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(), "{scalar} {bits:#x}");
        }
    }
}

#[test]
fn every_narrow_value_survives_a_round_trip() {
    for scalar in NARROW {
        let format = Format::of(scalar).unwrap();
        for bits in (0..1u64 << scalar.bits()).filter(|&bits| !format.is_nan(bits)) {
            assert_eq!(convert::from_f64(scalar, convert::to_f64(scalar, bits)), bits, "{scalar}");
            assert_eq!(pack::from_storage(scalar, pack::to_storage(scalar, bits)), bits);
        }
    }
}

fn check_against_table(table: &Table, from: Scalar, to: Scalar, bits: u64, value: f64) {
    for rounding in Rounding::IEEE {
        for (overflow, saturate) in [(Overflow::Saturate, true), (Overflow::NonFinite, false)] {
            let got = convert::float_to_float_with(from, to, bits, rounding, overflow);
            let want = table.round(value, rounding, saturate);
            assert!(
                table.same(got, want),
                "{from} {bits:#x} ({value}) to {to} {rounding} {overflow:?}: got {got:#x}, want {want:#x}"
            );
        }
        let got = convert::float_to_float(from, to, bits, rounding);
        assert!(table.same(got, table.round(value, rounding, true)), "{from} {bits:#x} to {to} {rounding}");
    }
}

#[test]
fn every_narrow_value_to_every_narrow_format() {
    for to in NARROW {
        let table = Table::new(to);
        for from in NARROW {
            let step = if from == Scalar::TF32 { 5 } else { 1 };
            for bits in (0..1u64 << from.bits()).step_by(step) {
                check_against_table(&table, from, to, bits, value_by_definition(from, bits));
            }
        }
    }
}

#[test]
#[ignore = "a minute: cargo xtask campaign numerics"]
fn every_tf32_value_to_every_narrow_format() {
    for to in NARROW {
        let table = Table::new(to);
        for bits in 0..1u64 << Scalar::TF32.bits() {
            check_against_table(&table, Scalar::TF32, to, bits, value_by_definition(Scalar::TF32, bits));
        }
    }
}

#[test]
fn every_narrow_value_widens_exactly() {
    for from in NARROW {
        for bits in 0..1u64 << from.bits() {
            let value = value_by_definition(from, bits);
            for rounding in Rounding::IEEE {
                let single = convert::float_to_float(from, Scalar::F32, bits, rounding);
                let double = convert::float_to_float(from, Scalar::F64, bits, rounding);
                if value.is_nan() {
                    assert_eq!((single, double), (0x7fc0_0000, 0x7ff8_0000_0000_0000));
                } else {
                    assert_eq!((single as u32, double), ((value as f32).to_bits(), value.to_bits()));
                }
            }
        }
    }
}

/// Every value of the target, every point halfway between two, and their neighbours in the source.
fn edges(from: Scalar, to: Scalar) -> Vec<u64> {
    let count = 1u64 << to.bits();
    let step = (count >> 14).max(1) as usize;
    let format = Format::of(to).unwrap();
    let mut sources = vec![];
    for bits in (0..count).step_by(step) {
        let (low, high) = (value_by_definition(to, bits), value_by_definition(to, (bits + 1) & (count - 1)));
        let beyond = low + (low - value_by_definition(to, bits.saturating_sub(1)));
        let half = if format.is_nan(bits + 1) { (low + beyond) / 2.0 } else { (low + high) / 2.0 };
        for value in [low, half].into_iter().filter(|v| v.is_finite()) {
            let exact = convert::from_f64(from, value);
            sources.extend([exact, exact + 1, exact.saturating_sub(1)]);
        }
    }
    sources
}

#[test]
fn wide_values_at_the_edges_of_narrow_formats() {
    for to in NARROW {
        let table = Table::new(to);
        for from in [Scalar::F32, Scalar::F64] {
            for bits in edges(from, to) {
                check_against_table(&table, from, to, bits, convert::to_f64(from, bits));
            }
        }
    }
}

fn sample_wide(count: u32, seed: u64) {
    let mut seeded = Seeded(seed);
    for to in NARROW {
        let table = Table::new(to);
        for from in [Scalar::F32, Scalar::F64] {
            let one = convert::from_f64(from, 1.0);
            for _ in 0..count {
                let bits = seeded.near(from, one);
                check_against_table(&table, from, to, bits, convert::to_f64(from, bits));
            }
        }
    }
}

#[test]
fn sampled_wide_values_to_narrow_formats() {
    sample_wide(10_000, 31);
}

#[test]
#[ignore = "minutes: cargo xtask campaign numerics"]
fn many_sampled_wide_values_to_narrow_formats() {
    sample_wide(400_000, 1_000_031);
}

#[test]
fn sampled_conversions_of_the_soft_float() {
    let mut seeded = Seeded(32);
    let formats: Vec<_> = Scalar::FLOATS.iter().copied().filter_map(ap).collect();
    for from in &formats {
        let one = convert::from_f64(from.scalar, 1.0);
        for to in &formats {
            for rounding in Rounding::IEEE {
                for _ in 0..4_000 {
                    let bits = seeded.near(from.scalar, one);
                    let (a, b) = (from.scalar, to.scalar);
                    let got = convert::float_to_float_with(a, b, bits, rounding, Overflow::NonFinite);
                    let want = (from.convert)(bits, b, ap_round(rounding));
                    // The soft-float forgets the sign where a directed mode meets the one NaN code of f8E4M3FN.
                    let edge = b == Scalar::F8E4M3FN && got & want & 0x7e == 0x7e;
                    assert!(
                        to.same(got, want) || edge,
                        "{a} {bits:#x} to {b} {rounding}: {got:#x} {want:#x}"
                    );
                }
            }
        }
    }
}

fn int_samples(scalar: Scalar, seeded: &mut Seeded) -> Vec<u64> {
    if scalar.bits() <= 16 {
        return (0..1 << scalar.bits()).collect();
    }
    (0..40_000).map(|_| seeded.bits(scalar) >> seeded.below(u64::from(scalar.bits()))).collect()
}

fn by_hand(scalar: Scalar, bits: u64, signed: bool) -> i128 {
    let top = 1i128 << (scalar.bits() - 1);
    let value = i128::from(bits);
    if signed && value >= top { value - 2 * top } else { value }
}

fn saturated(scalar: Scalar) -> u64 {
    if scalar == Scalar::F8E5M2 { 0x7b } else { 0x7e }
}

#[test]
fn integers_to_floats() {
    let mut seeded = Seeded(33);
    for from in Scalar::INTS.iter().copied() {
        for bits in int_samples(from, &mut seeded) {
            for signed in [false, true] {
                let value = by_hand(from, bits, signed);
                for to in Scalar::FLOATS.iter().copied().filter_map(ap) {
                    for rounding in Rounding::IEEE {
                        let got = convert::int_to_float(from, to.scalar, bits, signed, rounding);
                        let want = (to.from_int)(value, ap_round(rounding));
                        // The soft-float does not saturate; the next test looks at that.
                        let edge = to.scalar.bits() == 8 && got & 0x7f == saturated(to.scalar);
                        assert!(to.same(got, want) || edge, "{value} to {} {rounding}", to.scalar);
                    }
                }
            }
        }
    }
}

#[test]
fn integers_to_narrow_floats() {
    for to in NARROW.into_iter().filter(|&to| to != Scalar::F8E8M0FNU) {
        let table = Table::new(to);
        for (from, signed) in
            [(Scalar::I1, true), (Scalar::I8, true), (Scalar::I16, true), (Scalar::I16, false)]
        {
            for bits in 0..1u64 << from.bits() {
                for rounding in Rounding::IEEE {
                    let value = by_hand(from, bits, signed) as f64;
                    let got = convert::int_to_float(from, to, bits, signed, rounding);
                    let want = table.round(value, rounding, true);
                    assert!(table.same(got, want), "{value} to {to} {rounding}: {got:#x} {want:#x}");
                }
            }
        }
    }
}

fn check_to_int(from: Scalar, to: Scalar, bits: u64, signed: bool) {
    let value = convert::to_f64(from, bits);
    let (low, high) = match signed {
        true => (-(2f64.powi(to.bits() as i32 - 1)), 2f64.powi(to.bits() as i32 - 1)),
        false => (0.0, 2f64.powi(to.bits() as i32)),
    };
    let whole = value.trunc();
    let mask = u64::MAX >> (64 - to.bits());
    let got = convert::float_to_int(from, to, bits, signed);
    let saturated = convert::float_to_int_saturating(from, to, bits, signed);
    if whole >= low && whole < high {
        let want = (whole as i128) as u64 & mask;
        assert_eq!((got, saturated), (Some(want), want), "{value} to {to} signed {signed}");
    } else {
        let top = 1u64 << (to.bits() - 1);
        let want = match (value.is_nan(), value < 0.0, signed) {
            (true, _, _) | (_, true, false) => 0,
            (_, true, true) => top,
            (_, false, true) => top - 1,
            (_, false, false) => mask,
        };
        assert_eq!((got, saturated), (None, want), "{value} to {to} signed {signed}");
    }
    if let Some(oracle) = ap(from).filter(|_| to.bits() > 1) {
        assert_eq!(got, (oracle.to_int)(bits, to.bits(), signed), "{value} to {to} signed {signed}");
    }
}

#[test]
fn floats_to_integers() {
    let mut seeded = Seeded(34);
    for from in Scalar::FLOATS.iter().copied() {
        let samples: Vec<u64> = match from.bits() {
            ..=16 => (0..1 << from.bits()).collect(),
            _ => {
                let one = convert::from_f64(from, 4e9);
                (0..20_000).map(|_| seeded.near(from, one)).collect()
            }
        };
        for bits in samples {
            for to in Scalar::INTS.iter().copied() {
                check_to_int(from, to, bits, false);
                check_to_int(from, to, bits, true);
            }
        }
    }
}

#[test]
fn constants_follow_their_text() {
    let bits = |scalar, text: &str| convert::from_f64(scalar, text.parse().unwrap());
    assert_eq!(bits(Scalar::F16, "0.1"), 0x2e66);
    assert_eq!(bits(Scalar::BF16, "3.14159"), 0x4049);
    assert_eq!(bits(Scalar::F16, "65520"), 0x7c00);
    assert_eq!(bits(Scalar::F32, "1e-45"), 1);
    assert_eq!(bits(Scalar::F64, "-0.0"), 1 << 63);
    assert_eq!(bits(Scalar::TF32, "1.0"), 127 << 10);
    assert_eq!(bits(Scalar::F8E5M2, "-1e9"), 0xfc);
    assert_eq!(bits(Scalar::F4E2M1FN, "5.0"), 6, "a tie goes to the even code");
    assert_eq!(bits(Scalar::F8E8M0FNU, "3.0"), 129, "a tie goes up, since every mantissa is odd");
    assert_eq!(bits(Scalar::F8E8M0FNU, "-2.0"), 0xff);
    assert_eq!(bits(Scalar::FNV8E5M3FNU, "-1e-9"), 0xff);
    assert_eq!(bits(Scalar::FNV8E5M3FNU, "1.125"), 0x79);
}
