//! Every op of the shared arithmetic, of every type and mode, on the emulator, against `numerics` bit for bit.
//!
//! One kernel computes one op: each thread loads its operands, computes, and stores. NaN equals NaN, whatever its bits.

mod support;

use numerics::{Predicate, Rounding, Scalar};
use support::run;

const TARGETS: [&str; 4] = ["sm_75", "sm_80", "sm_90a", "sm_120a"];
const ROUNDINGS: [(&str, Rounding); 4] = [
    ("nearest_even", Rounding::NearestEven),
    ("zero", Rounding::Zero),
    ("negative_inf", Rounding::NegativeInf),
    ("positive_inf", Rounding::PositiveInf),
];

fn is_nan(of: Scalar, bits: u64) -> bool {
    let (exponent, mantissa) = match of {
        Scalar::F16 => (0x7c00, 0x3ff),
        Scalar::BF16 => (0x7f80, 0x7f),
        Scalar::F32 => (0x7f80_0000, 0x7f_ffff),
        Scalar::F64 => (0x7ff0_0000_0000_0000, 0xf_ffff_ffff_ffff),
        _ => return false,
    };
    bits & exponent == exponent && bits & mantissa != 0
}

/// Interesting bits of a type, then random ones.
fn samples(of: Scalar, count: usize, seed: u64) -> Vec<u64> {
    let width = of.bits();
    let mask = u64::MAX >> (64 - width);
    let sign = 1u64 << (width - 1);
    let mut values = match of {
        Scalar::F16 => vec![0, 1, 0x3ff, 0x400, 0x3bff, 0x3c00, 0x3c01, 0x4000, 0x7bff, 0x7c00, 0x7e00],
        Scalar::BF16 => vec![0, 1, 0x7f, 0x80, 0x3f7f, 0x3f80, 0x3f81, 0x4000, 0x7f7f, 0x7f80, 0x7fc0],
        Scalar::F32 => vec![
            0,
            1,
            0x7f_ffff,
            0x80_0000,
            0x3f7f_ffff,
            0x3f80_0000,
            0x3f80_0001,
            0x4f00_0000,
            0x5f00_0000,
            0x7f7f_ffff,
            0x7f80_0000,
            0x7fc0_0000,
            0x4b00_0001,
            0x3f80_8000,
            0x3f81_8000,
            0x477f_f000,
        ],
        Scalar::F64 => vec![
            0,
            1,
            0xf_ffff_ffff_ffff,
            0x10_0000_0000_0000,
            0x3fef_ffff_ffff_ffff,
            0x3ff0_0000_0000_0000,
            0x41e0_0000_0000_0000,
            0x43e0_0000_0000_0000,
            0x7fef_ffff_ffff_ffff,
            0x7ff0_0000_0000_0000,
            0x7ff8_0000_0000_0000,
            0x3ff0_0000_1000_0000,
            0x3ff0_0000_3000_0000,
            0x3690_0000_0000_0000,
        ],
        _ => vec![0, 1, 2, 3, 7, mask, sign, sign - 1, sign + 1, mask - 1],
    };
    if of.is_float() {
        let negative: Vec<u64> = values.iter().map(|value| value | sign).collect();
        values.extend(negative);
    }
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    while values.len() < count {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let mut value = state.wrapping_mul(0x2545_f491_4f6c_dd1d) & mask;
        // Half of them have moderate exponents, so that sums and products meet.
        if of.is_float() && values.len() % 2 == 0 {
            let one = numerics::convert::from_f64(of, 1.0);
            let small = if of == Scalar::BF16 { 0x3ff } else { mask >> 3 & (u64::MAX >> 9) };
            value = one.wrapping_add(value & small) & mask | value & sign;
        }
        values.push(value);
    }
    values
}

fn name(of: Scalar) -> &'static str {
    match of {
        Scalar::I1 => "i1",
        Scalar::I16 => "i16",
        Scalar::I32 => "i32",
        Scalar::I64 => "i64",
        Scalar::F16 => "f16",
        Scalar::BF16 => "bf16",
        Scalar::F32 => "f32",
        _ => "f64",
    }
}

fn bytes_of(of: Scalar) -> usize {
    of.bits().div_ceil(8) as usize
}

/// The bits of a result from those of the operands; `None` where nothing is defined.
type Wanted = Box<dyn Fn(&[u64]) -> Option<u64>>;

struct Case {
    op: &'static str,
    attrs: String,
    operands: Vec<Scalar>,
    result: Scalar,
    /// The result, or none where it is undefined.
    wanted: Wanted,
}

const THREADS: usize = 512;

fn text(case: &Case, target: &str) -> String {
    format!("nvvm.module @m <target = \"{target}\"> {{\n{}}}\n", kernel(case, "k"))
}

fn kernel(case: &Case, kernel: &str) -> String {
    let mut text = format!("  func @{kernel} <reqntid = {THREADS}> (");
    for index in 0..case.operands.len() {
        text += &format!("%p{index}: ptr<global>, ");
    }
    text += "%out: ptr<global>) {\n    %i = special <name = tid.x> : i32\n";
    let mut names = Vec::new();
    let mut types = Vec::new();
    for (index, &of) in case.operands.iter().enumerate() {
        let bytes = bytes_of(of);
        text += &format!(
            "    %a{index} = addptr %p{index}, %i <bytes = {bytes}> : ptr<global>, i32 -> ptr<global>\n    \
             %v{index} = ld %a{index} <bits = {}> : ptr<global> -> {}\n",
            8 * bytes,
            name(of)
        );
        names.push(format!("%v{index}"));
        types.push(name(of));
    }
    let attrs = if case.attrs.is_empty() { String::new() } else { format!(" <{}>", case.attrs) };
    let bytes = bytes_of(case.result);
    text += &format!(
        "    %r = {} {}{attrs} : {} -> {}\n    %to = addptr %out, %i <bytes = {bytes}> : ptr<global>, i32 -> ptr<global>\n    \
         st %to, [%r] <bits = {}> : ptr<global>, {}\n    return\n  }}\n",
        case.op,
        names.join(", "),
        types.join(", "),
        name(case.result),
        8 * bytes,
        name(case.result)
    );
    text
}

fn check(case: &Case, target: &str, problems: &mut Vec<String>) {
    let columns: Vec<Vec<u64>> = (case.operands.iter().enumerate())
        .map(|(index, &of)| {
            let mut values = samples(of, THREADS, 77 + index as u64);
            // Special values meet special values.
            if index > 0 {
                let first = samples(of, THREADS, 77).len().min(32);
                (0..THREADS).for_each(|at| {
                    if at < 480 && index == 1 {
                        let special = values[(at / first) % first];
                        values.swap(at, (at * 7 + 3) % THREADS);
                        values[at] = special;
                    }
                });
            }
            values
        })
        .collect();
    let mut buffers: Vec<Vec<u8>> = columns
        .iter()
        .zip(&case.operands)
        .map(|(column, &of)| {
            let value = |&bits: &u64| -> Vec<u8> {
                (bits & (u64::MAX >> (64 - of.bits()))).to_le_bytes()[..bytes_of(of)].to_vec()
            };
            column.iter().flat_map(value).collect()
        })
        .collect();
    buffers.push(vec![0; THREADS * bytes_of(case.result)]);
    let title = format!("{} <{}> {:?} {target}", case.op, case.attrs, case.operands);
    if let Err(why) = run(&text(case, target), THREADS as u32, &mut buffers) {
        problems.push(format!("{title}: {why}"));
        return;
    }
    let results = buffers.pop().expect("the last");
    for at in 0..THREADS {
        let operands: Vec<u64> = columns
            .iter()
            .zip(&case.operands)
            .map(|(column, of)| column[at] & (u64::MAX >> (64 - of.bits())))
            .collect();
        let Some(wanted) = (case.wanted)(&operands) else { continue };
        let size = bytes_of(case.result);
        let mut word = [0; 8];
        word[..size].copy_from_slice(&results[at * size..][..size]);
        let given = u64::from_le_bytes(word);
        if given != wanted && !(is_nan(case.result, given) && is_nan(case.result, wanted)) {
            problems.push(format!("{title}: of {operands:x?} {given:x}, wanted {wanted:x}"));
            return;
        }
    }
}

const FLOATS: [Scalar; 4] = [Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64];
const INTS: [Scalar; 4] = [Scalar::I1, Scalar::I16, Scalar::I32, Scalar::I64];

fn case(
    op: &'static str,
    attrs: impl Into<String>,
    operands: &[Scalar],
    result: Scalar,
    wanted: impl Fn(&[u64]) -> Option<u64> + 'static,
) -> Case {
    Case { op, attrs: attrs.into(), operands: operands.to_vec(), result, wanted: Box::new(wanted) }
}

fn float_cases() -> Vec<Case> {
    use numerics::float;
    let mut cases = Vec::new();
    for of in FLOATS {
        for (word, mode) in ROUNDINGS {
            for flush in [false, true] {
                if flush && of != Scalar::F32 {
                    continue;
                }
                let attrs = format!("rounding = {word}{}", if flush { ", flush_to_zero" } else { "" });
                let two = [of, of];
                let some = attrs.clone();
                cases.push(case("addf", some.clone(), &two, of, move |v| {
                    Some(float::add(of, v[0], v[1], mode, flush))
                }));
                cases.push(case("subf", some.clone(), &two, of, move |v| {
                    Some(float::sub(of, v[0], v[1], mode, flush))
                }));
                cases.push(case("mulf", some.clone(), &two, of, move |v| {
                    Some(float::mul(of, v[0], v[1], mode, flush))
                }));
                cases.push(case("divf", some.clone(), &two, of, move |v| {
                    Some(float::div(of, v[0], v[1], mode, flush))
                }));
                cases.push(case("sqrt", some.clone(), &[of], of, move |v| {
                    Some(float::sqrt(of, v[0], mode, flush))
                }));
                cases.push(case("fma", some, &[of, of, of], of, move |v| {
                    Some(float::fma(of, v[0], v[1], v[2], mode, flush))
                }));
            }
        }
        for propagate in [false, true] {
            let rule = if propagate {
                numerics::float::NanRule::Propagate
            } else {
                numerics::float::NanRule::Number
            };
            let attrs = if propagate { "propagate_nan" } else { "" };
            cases.push(case("minf", attrs, &[of, of], of, move |v| {
                Some(float::min(of, v[0], v[1], rule, false))
            }));
            cases.push(case("maxf", attrs, &[of, of], of, move |v| {
                Some(float::max(of, v[0], v[1], rule, false))
            }));
        }
        cases.push(case("negf", "", &[of], of, move |v| Some(float::neg(of, v[0]))));
        cases.push(case("absf", "", &[of], of, move |v| Some(float::abs(of, v[0]))));
        cases.push(case("ceil", "", &[of], of, move |v| Some(float::ceil(of, v[0]))));
        cases.push(case("floor", "", &[of], of, move |v| Some(float::floor(of, v[0]))));
        for predicate in Predicate::ALL {
            for ordered in [false, true] {
                let attrs =
                    format!("predicate = {}{}", predicate.name(), if ordered { ", ordered" } else { "" });
                cases.push(case("cmpf", attrs, &[of, of], Scalar::I1, move |v| {
                    Some(float::compare(of, predicate, ordered, v[0], v[1]).into())
                }));
            }
        }
    }
    cases
}

fn int_cases() -> Vec<Case> {
    use numerics::int;
    let mut cases = Vec::new();
    for of in INTS {
        let two = [of, of];
        cases.push(case("addi", "", &two, of, move |v| Some(int::wrap(of, v[0].wrapping_add(v[1])))));
        cases.push(case("subi", "", &two, of, move |v| Some(int::wrap(of, v[0].wrapping_sub(v[1])))));
        cases.push(case("muli", "", &two, of, move |v| Some(int::wrap(of, v[0].wrapping_mul(v[1])))));
        cases.push(case("mulhii", "", &two, of, move |v| Some(int::mul_high(of, v[0], v[1]))));
        cases.push(case("andi", "", &two, of, move |v| Some(int::and(v[0], v[1]))));
        cases.push(case("ori", "", &two, of, move |v| Some(int::or(v[0], v[1]))));
        cases.push(case("xori", "", &two, of, move |v| Some(int::xor(v[0], v[1]))));
        cases.push(case("negi", "", &[of], of, move |v| Some(int::wrap(of, v[0].wrapping_neg()))));
        cases.push(case("absi", "", &[of], of, move |v| Some(int::abs(of, v[0]))));
        for signed in [false, true] {
            let attrs = if signed { "signed" } else { "" };
            let comma = if signed { ", signed" } else { "" };
            for (word, mode) in &ROUNDINGS[1..] {
                if signed || *mode != Rounding::NegativeInf {
                    let attrs = format!("rounding = {word}{comma}");
                    let mode = *mode;
                    cases
                        .push(case("divi", attrs, &two, of, move |v| int::div(of, v[0], v[1], signed, mode)));
                }
            }
            cases.push(case("remi", attrs, &two, of, move |v| int::rem(of, v[0], v[1], signed)));
            cases.push(case("mini", attrs, &two, of, move |v| Some(int::min(of, v[0], v[1], signed))));
            cases.push(case("maxi", attrs, &two, of, move |v| Some(int::max(of, v[0], v[1], signed))));
            cases.push(case("shri", attrs, &two, of, move |v| int::shr(of, v[0], v[1], signed)));
            for predicate in Predicate::ALL {
                let attrs = format!("predicate = {}{comma}", predicate.name());
                cases.push(case("cmpi", attrs, &two, Scalar::I1, move |v| {
                    Some(int::compare(of, predicate, v[0], v[1], signed).into())
                }));
            }
            for to in INTS {
                if to.bits() > of.bits() {
                    cases.push(case("exti", attrs, &[of], to, move |v| {
                        Some(int::extend(of, to, v[0], signed))
                    }));
                }
            }
        }
        for to in INTS.into_iter().filter(|to| to.bits() < of.bits()) {
            cases.push(case("trunci", "", &[of], to, move |v| Some(int::wrap(to, v[0]))));
        }
        cases.push(case("select", "", &[Scalar::I1, of, of], of, move |v| {
            Some(if v[0] & 1 != 0 { v[1] } else { v[2] })
        }));
    }
    cases
}

fn conversion_cases() -> Vec<Case> {
    use numerics::convert;
    let mut cases = Vec::new();
    for float in FLOATS {
        for int in INTS {
            for signed in [false, true] {
                let attrs = if signed { "signed" } else { "" };
                cases.push(case("itof", attrs, &[int], float, move |v| {
                    Some(convert::int_to_float(int, float, v[0], signed, Rounding::NearestEven))
                }));
                cases.push(case("ftoi", attrs, &[float], int, move |v| {
                    Some(convert::float_to_int_saturating(float, int, v[0], signed))
                }));
            }
        }
        for to in FLOATS.into_iter().filter(|&to| to != float) {
            for (word, mode) in ROUNDINGS.into_iter().chain([("nearest_away", Rounding::NearestAway)]) {
                cases.push(case("fp_to_fp", format!("rounding = {word}"), &[float], to, move |v| {
                    Some(convert::float_to_float(float, to, v[0], mode))
                }));
            }
        }
    }
    cases
}

fn check_all(cases: &[Case]) {
    let mut problems = Vec::new();
    for case in cases {
        for target in TARGETS {
            check(case, target, &mut problems);
        }
    }
    assert!(
        problems.is_empty(),
        "{} of {} are wrong:\n{}",
        problems.len(),
        cases.len() * TARGETS.len(),
        problems.join("\n")
    );
}

#[test]
fn floats_compute_as_numerics_says() {
    check_all(&float_cases());
}

#[test]
fn integers_compute_as_numerics_says() {
    check_all(&int_cases());
}

#[test]
fn conversions_are_as_numerics_says() {
    check_all(&conversion_cases());
}

#[test]
#[allow(clippy::disallowed_methods, reason = "tests run the real tools")]
fn ptxas_accepts_all_of_it_for_every_target() {
    let Some(ptxas) = real_tools::or_skip("ptxas", real_tools::Release::V13_4.find("ptxas")) else { return };
    let cases: Vec<Case> = float_cases().into_iter().chain(int_cases()).chain(conversion_cases()).collect();
    let kernels: String =
        cases.iter().enumerate().map(|(at, case)| kernel(case, &format!("k{at}"))).collect();
    let folder = tempfile::tempdir().expect("a folder");
    for target in
        ["sm_75", "sm_80", "sm_86", "sm_89", "sm_90a", "sm_100a", "sm_103a", "sm_110a", "sm_120a", "sm_121a"]
    {
        let text = format!("nvvm.module @m <target = \"{target}\"> {{\n{kernels}}}\n");
        let (printed, _) = support::ptx(&text).unwrap_or_else(|why| panic!("{target}: {why}"));
        let path = folder.path().join("k.ptx");
        std::fs::write(&path, &printed).expect("written");
        let mut command = std::process::Command::new(&ptxas);
        command.args(["-arch", target, "-O0", "-o", "/dev/null"]).arg(&path);
        let output = command.output().expect("ptxas runs");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.success(),
            "{target}: {}",
            errors.lines().take(8).collect::<Vec<_>>().join("\n")
        );
    }
}
