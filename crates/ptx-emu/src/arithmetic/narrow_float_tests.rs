//! Small formats against `numerics`, against the table of facts, and against a search among all codes.

use numerics::{Rounding, Scalar, convert};

use super::testing::{apply, kernel, next, run};

/// Exponent bits, fraction bits and bias of a format, the number of its finite codes, and what NaN becomes.
const FORMATS: [(&str, u32, u32, i32, u32, u32); 5] = [
    ("e4m3", 4, 3, 7, 0x7f, 0x7f),
    ("e5m2", 5, 2, 15, 0x7c, 0x7f),
    ("e2m3", 2, 3, 1, 0x20, 0x1f),
    ("e3m2", 3, 2, 3, 0x20, 0x1f),
    ("e2m1", 2, 1, 1, 0x8, 0x7),
];

/// Values of the finite codes without sign.
fn grid(exponent: u32, fraction: u32, bias: i32, finite: u32) -> Vec<f64> {
    assert!(finite <= 1 << (exponent + fraction));
    let value = |code: u32| {
        let (field, rest) = ((code >> fraction) as i32, f64::from(code & ((1 << fraction) - 1)));
        let unit = 2f64.powi(-(fraction as i32));
        if field == 0 {
            rest * unit * 2f64.powi(1 - bias)
        } else {
            (1.0 + rest * unit) * 2f64.powi(field - bias)
        }
    };
    (0..finite).map(value).collect()
}

/// The code of the nearest value, of two the even one; what is too large is the largest.
fn search(grid: &[f64], sign: u32, nan: u32, x: f64) -> u64 {
    if x.is_nan() {
        return u64::from(nan);
    }
    let magnitude = x.abs().min(grid[grid.len() - 1]);
    let upper = grid.partition_point(|&value| value < magnitude);
    let lower = upper.saturating_sub(1);
    let (below, above) = (magnitude - grid[lower], grid[upper] - magnitude);
    let even = if upper % 2 == 0 { upper } else { lower };
    let code = if below < above {
        lower
    } else if above < below {
        upper
    } else {
        even
    };
    code as u64 | if x.is_sign_negative() { u64::from(sign) } else { 0 }
}

/// A float that small formats can tell from others.
fn sample(state: &mut u64) -> u32 {
    let word = next(state);
    match word & 7 {
        0 => next(state) as u32,
        // Ties and their neighbours.
        1 | 2 => {
            (word >> 32) as u32 & 0x8000_0000
                | (108 + (word >> 8) as u32 % 30) << 23
                | (next(state) as u32 & 7) << 20
        }
        3 => ((word >> 32) as u32 & 0x8000_0000
            | (108 + (word >> 8) as u32 % 30) << 23
            | (next(state) as u32 & 7) << 20)
            .wrapping_add(1),
        _ => {
            (word >> 32) as u32 & 0x8000_0000
                | (100 + (word >> 8) as u32 % 48) << 23
                | next(state) as u32 & 0x7f_ffff
        }
    }
}

#[test]
fn numbers_become_codes() {
    let mut state = 71;
    for (name, exponent, fraction, bias, finite, nan) in FORMATS {
        let values = grid(exponent, fraction, bias, finite);
        let (sign, stride) = (1 << (exponent + fraction), if name == "e2m1" { 4 } else { 8 });
        let plain = kernel(&format!("cvt.rn.satfinite.{name}x2.f32"), 2);
        let relu = kernel(&format!("cvt.rn.satfinite.relu.{name}x2.f32"), 2);
        for _ in 0..40_000 {
            let (a, b) = (sample(&mut state), sample(&mut state));
            let [high, low] = [a, b].map(|bits| search(&values, sign, nan, f64::from(f32::from_bits(bits))));
            let given = apply(&plain, &[u64::from(a), u64::from(b)]);
            assert_eq!(given, high << stride | low, "{name} {a:#x} {b:#x}");
            let [high, low] = [high, low].map(|code| if code & u64::from(sign) != 0 { 0 } else { code });
            assert_eq!(apply(&relu, &[u64::from(a), u64::from(b)]), high << stride | low, "{name} relu");
        }
        let of = match name {
            "e4m3" => Some(Scalar::F8E4M3FN),
            "e5m2" => Some(Scalar::F8E5M2),
            _ => None,
        };
        for (half, scalar) in [("f16", Scalar::F16), ("bf16", Scalar::BF16)] {
            let halves = kernel(&format!("cvt.rn.satfinite.{name}x2.{half}x2"), 1);
            let one = search(&values, sign, nan, 1.0);
            for a in 0..0x1_0000u64 {
                let x = convert::to_f64(scalar, a);
                let wanted = search(&values, sign, nan, x);
                let given = apply(&halves, &[a << 16 | convert::from_f64(scalar, 1.0)]);
                assert_eq!(given, wanted << stride | one, "{name} of {half} {a:#x}");
                if let Some(of) = of.filter(|_| !x.is_nan() && scalar == Scalar::F16) {
                    let same = convert::float_to_float(scalar, of, a, Rounding::NearestEven);
                    assert_eq!(wanted, same, "{name} {a:#x} as numerics");
                }
            }
        }
    }
}

#[test]
fn codes_become_numbers() {
    for (name, exponent, fraction, bias, finite, _) in FORMATS {
        let values = grid(exponent, fraction, bias, finite);
        let (sign, stride) = (1u64 << (exponent + fraction), if name == "e2m1" { 4 } else { 8 });
        for (to, scalar, infinity) in [("f16", Scalar::F16, 0x7c00), ("bf16", Scalar::BF16, 0x7f80)] {
            let plain = kernel(&format!("cvt.rn.{to}x2.{name}x2"), 1);
            let relu = kernel(&format!("cvt.rn.relu.{to}x2.{name}x2"), 1);
            for code in 0..2 * sign {
                let magnitude = code & (sign - 1);
                let infinite = name == "e5m2" && magnitude == 0x7c;
                let half = match values.get(magnitude as usize) {
                    Some(&value) => convert::from_f64(scalar, value),
                    None if infinite => infinity,
                    None => 0x7fff,
                };
                let negative = code & sign != 0 && half != 0x7fff;
                let half = half | if negative { 0x8000 } else { 0 };
                for other in [0, 1] {
                    let pack = code << stride | other;
                    let low = convert::from_f64(scalar, values[other as usize]);
                    assert_eq!(apply(&plain, &[pack]), half << 16 | low, "{name} to {to} {code:#x}");
                    let wanted = if negative { 0 } else { half };
                    assert_eq!(apply(&relu, &[pack]), wanted << 16 | low, "{name} to {to} {code:#x} relu");
                }
            }
        }
    }
}

#[test]
fn scales_are_powers_of_two() {
    let facts = [
        (0x7fc0_0000u32, 0xff, 0xff),
        (0xffc0_0000, 0xff, 0xff),
        (0x7f80_0000, 0xfe, 0xfe),
        (0xff80_0000, 0xfe, 0xfe),
        (464f32.to_bits(), 0x87, 0x88),
        (1.5f32.to_bits(), 0x7f, 0x80),
        (2.5f32.to_bits(), 0x80, 0x81),
        ((-2.5f32).to_bits(), 0x80, 0x81),
        (0x8000_0000, 0x00, 0x00),
        (0x0000_0001, 0x00, 0x00),
        (0x0040_0000, 0x00, 0x00),
        (0x0040_0001, 0x00, 0x01),
        (0x7f7f_ffff, 0xfe, 0xfe),
    ];
    for (x, down, up) in facts {
        let pair = [u64::from(x), u64::from(1f32.to_bits())];
        assert_eq!(run("cvt.rz.satfinite.ue8m0x2.f32", &pair), down << 8 | 0x7f, "{x:#x}");
        assert_eq!(run("cvt.rp.satfinite.ue8m0x2.f32", &pair), up << 8 | 0x7f, "{x:#x}");
    }
    assert_eq!(run("cvt.rp.ue8m0x2.f32", &[0x7f7f_ffff, 0x7f80_0000]), 0xffff);
    assert_eq!(run("cvt.rz.ue8m0x2.bf16x2", &[0x3fc0_4020]), 0x7f80);
    assert_eq!(run("cvt.rp.satfinite.ue8m0x2.bf16x2", &[0x7f7f_3f80]), 0xfe7f);
    for code in 0..0x100u64 {
        let half = match code {
            0 => 0x0040,
            0xff => 0x7fff,
            _ => code << 7,
        };
        assert_eq!(run("cvt.rn.bf16x2.ue8m0x2", &[code << 8 | 0x7f]), half << 16 | 0x3f80);
    }
}

#[test]
fn random_bits_decide() {
    let mut state = 81;
    let [bf16, f16] = ["bf16", "f16"].map(|name| kernel(&format!("cvt.rs.{name}x2.f32"), 3));
    for _ in 0..20_000 {
        let (a, b, random) = (sample(&mut state), sample(&mut state), next(&mut state) as u32);
        if !f32::from_bits(a).is_finite() || !f32::from_bits(b).is_finite() {
            continue;
        }
        // The sum of the truncated part and the random bits carries into the kept part.
        let kept =
            |x: u32, random: u32| u64::from((x & 0x7fff_ffff) + random) >> 16 | u64::from(x >> 31) << 15;
        let wanted = kept(a, random >> 16) << 16 | kept(b, random & 0xffff);
        let operands = [a, b, random].map(u64::from);
        assert_eq!(apply(&bf16, &operands), wanted, "{a:#x} {b:#x} {random:#x}");
        let normal = |x: u32| (113..142).contains(&(x >> 23 & 0xff));
        if normal(a) && normal(b) {
            let kept = |x: u32, random: u32| {
                u64::from(((x & 0x7fff_ffff) + (random & 0x1fff)) - (112 << 23)) >> 13
                    | u64::from(x >> 31) << 15
            };
            let wanted = kept(a, random >> 16) << 16 | kept(b, random);
            assert_eq!(apply(&f16, &operands), wanted, "{a:#x} {b:#x} {random:#x}");
        }
    }
    // 2^-25 is half of the smallest f16, 1 + 3 * 2^-5 is a quarter above a neighbour.
    let ups = |text: &str, x: f32, low: u64| {
        let compute = kernel(text, 3);
        let up = |random: &u64| apply(&compute, &[0, u64::from(x.to_bits()), *random]) != low;
        (0..0x1_0000).filter(up).count()
    };
    assert_eq!(ups("cvt.rs.f16x2.f32", 2f32.powi(-25), 0), 0x8000);
    assert_eq!(ups("cvt.rs.bf16x2.f32", 1.0 + 2f32.powi(-9), 0x3f80), 0x4000);
    assert_eq!(run("cvt.rs.relu.satfinite.f16x2.f32", &[0xbf80_0000, 0x7f80_0000, 0]), 0x7bff);
    assert_eq!(run("cvt.rs.f16x2.f32", &[0x477f_f000, 0x7f80_0000, 0xffff_ffff]), 0x7c00_7c00);
}

#[test]
fn four_results_share_the_random_bits() {
    // 1.25 is a quarter (e2m1: half) of a step above 1, the codes of which are known.
    for (name, one, stride, quarter) in
        [("e4m3", 0x38u64, 8, false), ("e2m3", 0x08, 8, false), ("e2m1", 0x2, 4, true)]
    {
        let x = u64::from(if quarter { 1.125f32 } else { 1.03125f32 }.to_bits());
        let compute = kernel(&format!("cvt.rs.satfinite.{name}x4.f32"), 5);
        for random in [0u32, 0xffff_ffff, 0xc000_0003, 0x0003_c000, 0xbfff_0002, 0x0002_bfff] {
            let (low, high) = (random as u16, (random >> 16) as u16);
            // It goes up when the random bits are three quarters or more.
            let code = |bits: u16| one + u64::from(bits >= 0xc000);
            let codes = [code(high.reverse_bits()), code(high), code(low.reverse_bits()), code(low)];
            let wanted = codes.iter().fold(0, |all, code| all << stride | code);
            assert_eq!(apply(&compute, &[x, x, x, x, u64::from(random)]), wanted, "{name} {random:#x}");
        }
    }
    let order = [1.0f32, 2.0, 4.0, 8.0].map(|x| u64::from(x.to_bits()));
    let [a, b, c, d] = order;
    assert_eq!(run("cvt.rs.satfinite.e5m2x4.f32", &[a, b, c, d, 0]), 0x3c40_4448);
    assert_eq!(run("cvt.rs.satfinite.e3m2x4.f32", &[a, b, c, d, 0]), 0x0c10_1418);
    assert_eq!(run("cvt.rs.relu.satfinite.e2m1x4.f32", &[a, b, c | 1 << 31, d, 0]), 0x2407);
}

#[test]
fn integers_are_packed() {
    let negative = |x: u32| u64::from(x.wrapping_neg());
    assert_eq!(run("cvt.pack.sat.u16.s32", &[70_000, negative(5)]), 0xffff_0000);
    assert_eq!(run("cvt.pack.sat.s16.s32", &[negative(70_000), 5]), 0x8000_0005);
    assert_eq!(run("cvt.pack.sat.u8.s32.b32", &[300, negative(1), 0x1234_5678]), 0x5678_ff00);
    assert_eq!(run("cvt.pack.sat.s8.s32.b32", &[negative(300), 7, 0x1234_5678]), 0x5678_8007);
    assert_eq!(run("cvt.pack.sat.u4.s32.b32", &[300, negative(1), 0x1234_5678]), 0x3456_78f0);
    assert_eq!(run("cvt.pack.sat.s4.s32.b32", &[negative(300), 5, 0x1234_5678]), 0x3456_7885);
    assert_eq!(run("cvt.pack.sat.u2.s32.b32", &[300, 2, 0x1234_5678]), 0x2345_678e);
    assert_eq!(run("cvt.pack.sat.s2.s32.b32", &[negative(300), 1, 0x1234_5678]), 0x2345_6789);
}
