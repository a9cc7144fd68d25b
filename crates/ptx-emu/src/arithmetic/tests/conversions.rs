//! Conversions against `numerics`.

use numerics::{Rounding, Scalar, convert, float};

use super::floats::{sample_float, with_nan};
use super::integers::read;
use super::{MODES, sample};
use crate::arithmetic::testing::{apply, instruction, kernel, next, run};
use crate::arithmetic::{Compute, Stored, select};

#[test]
fn integers_are_converted_in_registers_of_any_width() {
    let types = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"];
    for to in types {
        for from in types {
            for register in [16, 32, 64] {
                let widths = [to, from].map(|of| of[1..].parse::<u32>().expect("a width"));
                if register >= widths[0].max(widths[1]) {
                    converts_integers([to, from], widths, register);
                }
            }
        }
    }
}

fn converts_integers([to, from]: [&str; 2], widths: [u32; 2], register: u32) {
    let mut state = 41;
    let stored = Stored { d: register, a: register };
    let [plain, sat] = ["", ".sat"].map(|sat| {
        let found = instruction(&format!("cvt{sat}.{to}.{from}"));
        let Some(Compute::Map(kernel)) = select(&found, stored) else { panic!("it is computed") };
        kernel
    });
    let exhaustive = widths[1] <= 16;
    let cut = u64::MAX >> (64 - register);
    for at in 0..if exhaustive { 1 << widths[1] } else { 2000 } {
        let a = if exhaustive { at } else { sample(&mut state, widths[1]) };
        // Higher bits of the register are ignored.
        let junk = if register > widths[1] { next(&mut state) << widths[1] } else { 0 };
        let (bits, value) = (a | junk & cut, read(from, a));
        let wanted = read(to, value as u64) as u64 & cut;
        assert_eq!(apply(&plain, &[bits]), wanted, "cvt.{to}.{from} {bits:#x} in {register}");
        let low = if to.starts_with('s') { -(1i128 << (widths[0] - 1)) } else { 0 };
        let wanted = value.clamp(low, low + (1i128 << widths[0]) - 1) as u64 & cut;
        assert_eq!(apply(&sat, &[bits]), wanted, "cvt.sat.{to}.{from} {bits:#x} in {register}");
    }
}

/// All values of 16 bits, a sample of others.
fn values(of: Scalar) -> Vec<u64> {
    let mut state = 51;
    match of.bits() {
        16 => (0..0x1_0000).collect(),
        bits => (0..6000).map(|_| sample_float(&mut state, bits)).collect(),
    }
}

const FLOATS: [(&str, Scalar); 4] =
    [("f16", Scalar::F16), ("bf16", Scalar::BF16), ("f32", Scalar::F32), ("f64", Scalar::F64)];

#[test]
fn floats_become_integers() {
    let modes = [
        ("rni", Rounding::NearestEven),
        ("rzi", Rounding::Zero),
        ("rmi", Rounding::NegativeInf),
        ("rpi", Rounding::PositiveInf),
    ];
    for (name, of) in FLOATS {
        let values = values(of);
        for to in ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"] {
            let width: u32 = to[1..].parse().expect("a width");
            let signed = to.starts_with('s');
            for (mode, rounding) in modes {
                let compute = kernel(&format!("cvt.{mode}.{to}.{name}"), 1);
                for &a in &values {
                    let x = convert::to_f64(of, a);
                    let whole = match rounding {
                        Rounding::Zero => x.trunc(),
                        Rounding::NegativeInf => x.floor(),
                        Rounding::PositiveInf => x.ceil(),
                        _ => x.round_ties_even(),
                    };
                    // The host's casts to 128 bits clamp; every type of PTX is within their range.
                    let low = if signed { -(1i128 << (width - 1)) } else { 0 };
                    let value = (whole as i128).clamp(low, low + (1i128 << width) - 1);
                    let nan = if of == Scalar::F64 || width == 64 { 1 << (width - 1) } else { 0 };
                    let wanted = if x.is_nan() { nan } else { value as u64 & (u64::MAX >> (64 - width)) };
                    let given = apply(&compute, &[a]);
                    // A register of 16 bits holds integers of 8; the result is extended to it in the test above.
                    assert_eq!(given, wanted, "cvt.{mode}.{to}.{name} {a:#x}");
                }
            }
        }
    }
    assert_eq!(run("cvt.rpi.ftz.s32.f32", &[1]), 0);
    assert_eq!(run("cvt.rpi.s32.f32", &[1]), 1);
}

#[test]
fn integers_become_floats() {
    let mut state = 61;
    for from in ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"] {
        let width: u32 = from[1..].parse().expect("a width");
        for (name, of) in FLOATS {
            for (mode, rounding) in MODES {
                let compute = kernel(&format!("cvt.{mode}.{name}.{from}"), 1);
                for at in 0..if width <= 16 { 1 << width } else { 3000 } {
                    let a = if width <= 16 { at } else { sample(&mut state, width) };
                    let value = read(from, a);
                    let wanted = convert::int_to_float(Scalar::I64, of, value as u64, value < 0, rounding);
                    assert_eq!(apply(&compute, &[a]), wanted, "cvt.{mode}.{name}.{from} {a:#x}");
                    if of == Scalar::F32 && rounding == Rounding::NearestEven {
                        assert_eq!(wanted, u64::from((value as f32).to_bits()));
                    }
                }
            }
        }
    }
    assert_eq!(run("cvt.rn.sat.f32.s32", &[5]), 0x3f80_0000);
    assert_eq!(run("cvt.rn.sat.f64.s32", &[0xffff_ffff]), 0);
}

#[test]
fn floats_become_floats() {
    for (to_name, to) in FLOATS {
        for (name, from) in FLOATS {
            let rounds = to.bits() < from.bits() || (to != from && to.bits() == 16 && from.bits() == 16);
            for (mode, rounding) in MODES {
                let directed = rounding == Rounding::NegativeInf || rounding == Rounding::PositiveInf;
                // bf16 of f32 is rounded to nearest or toward zero.
                if to == from || (to == Scalar::BF16 && from == Scalar::F32 && directed) {
                    continue;
                }
                let mode = if rounds { format!(".{mode}") } else { String::new() };
                let compute = kernel(&format!("cvt{mode}.{to_name}.{name}"), 1);
                for a in values(from) {
                    let wanted = with_nan(to, convert::float_to_float(from, to, a, rounding));
                    assert_eq!(apply(&compute, &[a]), wanted, "cvt{mode}.{to_name}.{name} {a:#x}");
                }
            }
        }
    }
}

#[test]
fn floats_become_whole() {
    for (name, of) in FLOATS {
        for (mode, rounding) in [
            ("rni", Rounding::NearestEven),
            ("rzi", Rounding::Zero),
            ("rmi", Rounding::NegativeInf),
            ("rpi", Rounding::PositiveInf),
        ] {
            let compute = kernel(&format!("cvt.{mode}.{name}.{name}"), 1);
            for a in values(of) {
                let wanted = with_nan(of, float::round_to_integer(of, a, rounding));
                assert_eq!(apply(&compute, &[a]), wanted, "cvt.{mode}.{name}.{name} {a:#x}");
            }
        }
    }
    assert_eq!(run("cvt.f32.f32", &[0xffc1_2345]), 0xffc1_2345);
    assert_eq!(run("cvt.ftz.f32.f32", &[0x8000_0001]), 0x8000_0000);
    assert_eq!(run("cvt.sat.f32.f32", &[0x7fff_ffff]), 0);
    assert_eq!(run("cvt.sat.f64.f64", &[0x4000 << 48]), 0x3ff0 << 48);
}

#[test]
fn conversions_have_flags() {
    let infinity = 0x7f80_0000;
    assert_eq!(run("cvt.rn.relu.f16.f32", &[0xbf80_0000]), 0);
    assert_eq!(run("cvt.rn.satfinite.f16.f32", &[infinity]), 0x7bff);
    assert_eq!(run("cvt.rz.satfinite.bf16.f32", &[0xff80_0000]), 0xff7f);
    assert_eq!(run("cvt.rn.relu.satfinite.bf16.f32", &[0xff80_0000]), 0);
    assert_eq!(run("cvt.rn.relu.f16.f32", &[0xffc0_0000]), 0x7fff);
    assert_eq!(run("cvt.rn.sat.f16.f32", &[0x4000_0000]), 0x3c00);
    assert_eq!(run("cvt.rn.ftz.f16.f32", &[0x8000_0001]), 0x8000);
    assert_eq!(run("cvt.rn.f16x2.f32", &[0x3f80_0000, 0x4000_0000]), 0x3c00_4000);
    assert_eq!(run("cvt.rz.relu.satfinite.bf16x2.f32", &[infinity, 0xbf80_0000]), 0x7f7f_0000);
    assert_eq!(run("cvt.rn.relu.bf16x2.f32", &[0x3f81_8000, 0xbf80_0000]), 0x3f82_0000);
    assert_eq!(run("cvt.rn.bf16x2.f32", &[0x3f80_8000, 0x7fc0_0000]), 0x3f80_7fff);
    assert_eq!(run("cvt.rna.tf32.f32", &[0x3f80_1000]), 0x3f80_2000);
    assert_eq!(run("cvt.rn.tf32.f32", &[0x3f80_1000]), 0x3f80_0000);
    assert_eq!(run("cvt.rz.relu.tf32.f32", &[0xbf80_1000]), 0);
    assert_eq!(run("cvt.rna.satfinite.tf32.f32", &[infinity]), 0x7f7f_e000);
    assert_eq!(run("cvt.rna.tf32.f32", &[0x7f7f_ffff]), infinity);
    assert_eq!(run("cvt.rna.tf32.f32", &[0x7fc1_2345]), 0x7fc1_2000);
    assert_eq!(run("cvt.rn.relu.tf32.f32", &[0xffc1_2345]), 0x7fff_e000);
}
