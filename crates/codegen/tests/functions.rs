//! Functions that level 4 expands, on the emulator: their largest errors, in units in the last place of the result.

mod support;

use numerics::Scalar;
use numerics::math::{self, Function};
use support::run;

const THREADS: usize = 1024;

type Truth = Box<dyn Fn(&[u64]) -> u64>;

struct Case {
    op: &'static str,
    of: Scalar,
    operands: usize,
    /// Largest error that is allowed.
    ulps: f64,
    wanted: Truth,
}

fn name(of: Scalar) -> &'static str {
    match of {
        Scalar::F16 => "f16",
        Scalar::BF16 => "bf16",
        Scalar::F32 => "f32",
        _ => "f64",
    }
}

fn text(case: &Case, target: &str) -> String {
    let (ty, bytes) = (name(case.of), case.of.bits() / 8);
    let mut text = format!("nvvm.module @m <target = \"{target}\"> {{\n  func @k <reqntid = {THREADS}> (");
    for index in 0..case.operands {
        text += &format!("%p{index}: ptr<global>, ");
    }
    text += "%out: ptr<global>) {\n    %i = special <name = tid.x> : i32\n";
    for index in 0..case.operands {
        text += &format!(
            "    %a{index} = addptr %p{index}, %i <bytes = {bytes}> : ptr<global>, i32 -> ptr<global>\n    \
             %v{index} = ld %a{index} <bits = {}> : ptr<global> -> {ty}\n",
            8 * bytes
        );
    }
    let operands: Vec<String> = (0..case.operands).map(|index| format!("%v{index}")).collect();
    text += &format!(
        "    %r = {} {} : {ty}\n    %to = addptr %out, %i <bytes = {bytes}> : ptr<global>, i32 -> ptr<global>\n    \
         st %to, [%r] <bits = {}> : ptr<global>, {ty}\n    return\n  }}\n}}\n",
        case.op,
        operands.join(", "),
        8 * bytes
    );
    text
}

/// Numbers of every size: special ones, then ones whose exponents spread as far as `spread` says.
fn samples(of: Scalar, seed: u64, spread: i32) -> Vec<u64> {
    let special: [f64; 24] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        2.0,
        -2.0,
        0.5,
        -0.5,
        3.0,
        -3.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1e-300,
        -1e-310,
        1e-40,
        1e300,
        -1e300,
        1e22,
        0.7,
        88.8,
        -103.9,
        709.8,
        3.5e38,
    ];
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    let mut values: Vec<f64> = special.to_vec();
    while values.len() < THREADS {
        let mantissa = 1.0 + (next() >> 12) as f64 / 2f64.powi(52);
        let exponent = (next() % (2 * spread as u64 + 1)) as i32 - spread;
        let sign = if next() & 1 == 0 { 1.0 } else { -1.0 };
        values.push(sign * mantissa * 2f64.powi(exponent));
    }
    values.into_iter().map(|value| numerics::convert::from_f64(of, value)).collect()
}

/// The distance of two results in units of the last place of the second.
fn distance(of: Scalar, given: u64, wanted: u64) -> f64 {
    let (a, b) = (numerics::convert::to_f64(of, given), numerics::convert::to_f64(of, wanted));
    if a.is_nan() && b.is_nan() {
        return 0.0;
    }
    if a.is_nan() || b.is_nan() || a.is_sign_negative() != b.is_sign_negative() {
        return f64::INFINITY;
    }
    let magnitude = u64::MAX >> (65 - of.bits());
    (given & magnitude).abs_diff(wanted & magnitude) as f64
}

fn worst(case: &Case, target: &str, seed: u64, spread: i32) -> (f64, String) {
    let columns: Vec<Vec<u64>> = (0..case.operands)
        .map(|index| {
            let mut column = samples(case.of, seed + index as u64, spread);
            if index == 1 {
                column.rotate_left(seed as usize * 5 + 7);
            }
            column
        })
        .collect();
    let size = (case.of.bits() / 8) as usize;
    let mut buffers: Vec<Vec<u8>> = columns
        .iter()
        .map(|column| column.iter().flat_map(|bits| bits.to_le_bytes()[..size].to_vec()).collect())
        .collect();
    buffers.push(vec![0; THREADS * size]);
    run(&text(case, target), THREADS as u32, &mut buffers).unwrap_or_else(|why| panic!("{}: {why}", case.op));
    let results = buffers.pop().expect("the last");
    let mut worst = (0.0, String::new());
    for at in 0..THREADS {
        let operands: Vec<u64> = columns.iter().map(|column| column[at]).collect();
        let mut word = [0; 8];
        word[..size].copy_from_slice(&results[at * size..][..size]);
        let (given, wanted) = (u64::from_le_bytes(word), (case.wanted)(&operands));
        let error = distance(case.of, given, wanted);
        if error > worst.0 {
            let shown: Vec<f64> =
                operands.iter().map(|&bits| numerics::convert::to_f64(case.of, bits)).collect();
            let (given, wanted) =
                (numerics::convert::to_f64(case.of, given), numerics::convert::to_f64(case.of, wanted));
            worst =
                (error, format!("{} of {} {shown:?}: {given:e}, wanted {wanted:e}", case.op, name(case.of)));
        }
    }
    worst
}

fn unary(op: &'static str, function: Function, of: Scalar, ulps: f64) -> Case {
    Case { op, of, operands: 1, ulps, wanted: Box::new(move |v| math::unary(function, of, v[0], false)) }
}

fn cases(of: Scalar) -> Vec<Case> {
    let double = of == Scalar::F64;
    // Results that are rounded from f64 may differ by one unit in the last place.
    let wide = if double { 4.0 } else { 1.0 };
    let fast = if double { 4.0 } else { 2.0 };
    vec![
        unary("exp", Function::Exp, of, fast),
        unary("exp2", Function::Exp2, of, fast),
        unary("log", Function::Log, of, fast),
        unary("log2", Function::Log2, of, fast),
        unary("rsqrt", Function::Rsqrt, of, fast),
        unary("tanh", Function::Tanh, of, fast),
        unary("sin", Function::Sin, of, wide),
        unary("cos", Function::Cos, of, wide),
        unary("tan", Function::Tan, of, wide),
        unary("sinh", Function::Sinh, of, wide),
        unary("cosh", Function::Cosh, of, wide),
        Case { op: "pow", of, operands: 2, ulps: wide, wanted: Box::new(move |v| math::pow(of, v[0], v[1])) },
        Case {
            op: "atan2",
            of,
            operands: 2,
            ulps: wide,
            wanted: Box::new(move |v| math::atan2(of, v[0], v[1])),
        },
        Case {
            op: "remf",
            of,
            operands: 2,
            ulps: 0.0,
            wanted: Box::new(move |v| numerics::float::rem(of, v[0], v[1])),
        },
    ]
}

fn check(of: Scalar) {
    let mut problems = Vec::new();
    for case in cases(of) {
        for (seed, spread) in [(1, 2), (2, 8), (3, 40), (4, 120), (5, 1020)] {
            for target in ["sm_80", "sm_120a"] {
                let (error, which) = worst(&case, target, seed, spread);
                if error > case.ulps {
                    problems.push(format!("{error} units, {} allowed: {which} ({target})", case.ulps));
                    break;
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn functions_of_f32_keep_their_bounds() {
    check(Scalar::F32);
}

#[test]
fn functions_of_f64_keep_their_bounds() {
    check(Scalar::F64);
}

#[test]
fn functions_of_f16_keep_their_bounds() {
    check(Scalar::F16);
}

#[test]
fn functions_of_bf16_keep_their_bounds() {
    check(Scalar::BF16);
}
