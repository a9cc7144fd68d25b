//! A few values written out by hand, for the reader; the evidence is in the other files.

use numerics::{Overflow, Rounding, Scalar, convert, float, int, pack};

const NEAREST: Rounding = Rounding::NearestEven;

#[test]
fn arithmetic() {
    let one = convert::from_f64(Scalar::F16, 1.0);
    let third = float::div(Scalar::F16, one, convert::from_f64(Scalar::F16, 3.0), NEAREST, false);
    assert_eq!((one, third), (0x3c00, 0x3555));
    let down = float::div(Scalar::F32, 0x3f80_0000, 0x4040_0000, Rounding::NegativeInf, false);
    assert_eq!(down, 0x3eaa_aaaa);
    assert_eq!(float::sqrt(Scalar::F64, 4f64.to_bits(), Rounding::Zero, false), 2f64.to_bits());
    assert_eq!(float::rem(Scalar::F32, 0xc0a0_0000, 0x4040_0000), 0xc000_0000, "-5 rem 3 = -2");
}

#[test]
fn approximate_division_by_a_huge_number_is_zero() {
    let huge = u64::from(2f32.powi(127).to_bits());
    assert_eq!(float::div(Scalar::F32, 0x7f00_0000, huge, Rounding::Approx, false), 0);
    assert_eq!(float::div(Scalar::F32, 0x7f00_0000, huge, Rounding::Full, false), 0x3f80_0000);
    assert_eq!(float::div(Scalar::F32, 0xff80_0000, huge, Rounding::Approx, false), 0x7fc0_0000);
}

#[test]
fn conversions_out_of_range() {
    let to = |scalar, value: f64, rounding| {
        convert::float_to_float(Scalar::F64, scalar, value.to_bits(), rounding)
    };
    assert_eq!(to(Scalar::F8E4M3FN, 464.0, NEAREST), 0x7e);
    assert_eq!(to(Scalar::F8E4M3FN, -1e9, NEAREST), 0xfe);
    assert_eq!(convert::from_f64(Scalar::F8E4M3FN, 465.0), 0x7f);
    assert_eq!(to(Scalar::F8E5M2, 61440.0, NEAREST), 0x7b);
    assert_eq!(to(Scalar::F8E5M2, f64::NEG_INFINITY, NEAREST), 0xfb);
    assert_eq!(convert::from_f64(Scalar::F8E5M2, 61440.0), 0x7c);
    assert_eq!(to(Scalar::F16, 65520.0, NEAREST), 0x7c00);
    assert_eq!(to(Scalar::F4E2M1FN, f64::NAN, NEAREST), 7);
    assert_eq!(to(Scalar::F8E8M0FNU, 465.0, Rounding::Zero), 0x87);
    assert_eq!(to(Scalar::F8E8M0FNU, -465.0, Rounding::PositiveInf), 0x88);
    assert_eq!(to(Scalar::F8E8M0FNU, 0.0, Rounding::Zero), 0);
    assert_eq!(convert::int_to_float(Scalar::I32, Scalar::F8E4M3FN, 1000, true, NEAREST), 0x7e);
    let wide = Overflow::NonFinite;
    let bits = f64::INFINITY.to_bits();
    assert_eq!(convert::float_to_float_with(Scalar::F64, Scalar::F8E4M3FN, bits, NEAREST, wide), 0x7f);
}

#[test]
fn floats_to_integers() {
    let f = |v: f32| u64::from(v.to_bits());
    assert_eq!(convert::float_to_int(Scalar::F32, Scalar::I8, f(-128.9), true), Some(0x80));
    assert_eq!(convert::float_to_int(Scalar::F32, Scalar::I8, f(128.0), true), None);
    assert_eq!(convert::float_to_int(Scalar::F32, Scalar::I32, f(-0.9), false), Some(0));
    assert_eq!(convert::float_to_int_saturating(Scalar::F32, Scalar::I8, f(1e30), true), 0x7f);
    assert_eq!(convert::float_to_int_saturating(Scalar::F32, Scalar::I64, f(f32::NAN), true), 0);
    assert_eq!(convert::int_to_float(Scalar::I1, Scalar::F32, 1, true, NEAREST), f(-1.0));
}

#[test]
fn undefined_integer_results() {
    assert_eq!(int::div(Scalar::I8, 5, 0, false, Rounding::Zero), None);
    assert_eq!(int::div(Scalar::I8, 0x80, 0xff, true, Rounding::Zero), None);
    assert_eq!(int::div(Scalar::I8, 0xf9, 2, true, Rounding::NegativeInf), Some(0xfc), "-7 / 2 = -4");
    assert_eq!(int::rem(Scalar::I8, 0xf9, 3, true), Some(0xff), "-7 rem 3 = -1");
    assert_eq!(int::shr(Scalar::I32, 1, 32, true), None);
}

#[test]
fn packing() {
    assert_eq!(pack::pack(Scalar::I4, &[1, 2, 15, 0]), [0x21, 0x0f]);
    assert_eq!(pack::pack(Scalar::I1, &[1, 0, 0, 1, 0, 0, 0, 0]), [0x09]);
    assert_eq!(pack::unpack(Scalar::I1, &[0x09]), [1, 0, 0, 1, 0, 0, 0, 0]);
    let one = convert::from_f64(Scalar::TF32, 1.0);
    assert_eq!(pack::pack(Scalar::TF32, &[one]), 1f32.to_le_bytes());
    assert_eq!(pack::unpack(Scalar::TF32, &1f32.to_le_bytes()), [one]);
}
