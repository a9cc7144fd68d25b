//! The carry flag: one for additions, subtractions and products, in every order of two or three of them.

use crate::run::{kernel, run};

/// Instructions that set the flag, and instructions that take it.
const FIRST: [&str; 4] = ["add.cc", "sub.cc", "mad.lo.cc", "mad.hi.cc"];
const BETWEEN: [&str; 4] = ["addc.cc", "subc.cc", "madc.lo.cc", "madc.hi.cc"];
const LAST: [&str; 4] = ["addc", "subc", "madc.lo", "madc.hi"];

const VALUES: [[u64; 3]; 6] = [
    [1, 3, 5],
    [3, 1, u64::MAX],
    [0, 0, 0],
    [u64::MAX, 1, u64::MAX],
    [0x8000_0000_8000_0000, 2, 0xffff_fffe_ffff_fffe],
    [0x1234_5678_9abc_def0, 0xfedc_ba98_7654_3210, 0xffff_0000_ffff_0001],
];

/// The sum with the flag, over whole numbers: a subtraction adds the complement.
fn model(name: &str, signed: bool, bits: u32, [a, b, c]: [u64; 3], flag: bool) -> (u64, bool) {
    let mask = u64::MAX >> (64 - bits);
    let number = |value: u64| {
        let unused = 64 - bits;
        if signed { i128::from((value << unused) as i64 >> unused) } else { i128::from(value & mask) }
    };
    let product = number(a).wrapping_mul(number(b));
    let (x, y) = match name {
        _ if name.contains("lo") => (product as u64 & mask, c & mask),
        _ if name.contains("hi") => ((product >> bits) as u64 & mask, c & mask),
        _ if name.starts_with("sub") => (a & mask, !b & mask),
        _ => (a & mask, b & mask),
    };
    let carry = match name {
        "sub.cc" => 1,
        _ if name.contains("addc") || name.contains("subc") || name.contains("madc") => u128::from(flag),
        _ => 0,
    };
    let sum = u128::from(x) + u128::from(y) + carry;
    (sum as u64 & mask, sum >> bits != 0)
}

fn instruction(name: &str, of: &str, to: usize) -> String {
    let third = if name.starts_with("mad") { ", %c" } else { "" };
    format!("{name}.{of} %d{to}, %a, %b{third};\n")
}

/// Results of a chain of instructions, in each lane for other values.
fn results(names: &[&str], of: &str) -> Vec<u64> {
    let bits = &of[1..];
    let mut body = format!(".reg .b{bits} %a;\n.reg .b{bits} %b;\n.reg .b{bits} %c;\n.reg .b{bits} %d<3>;\n");
    for (lane, values) in VALUES.iter().enumerate() {
        body += &format!("mov.u32 %r1, %tid.x;\nsetp.eq.u32 %p1, %r1, {lane};\n");
        for (register, value) in ["a", "b", "c"].iter().zip(values) {
            let value = value & u64::MAX >> (64 - bits.parse::<u32>().expect("a type"));
            body += &format!("@%p1 mov.b{bits} %{register}, {value:#x};\n");
        }
    }
    names.iter().enumerate().for_each(|(to, name)| body += &instruction(name, of, to));
    body += "mul.wide.u32 %rd2, %r1, 24;\nadd.u64 %rd1, %rd1, %rd2;\n";
    (0..names.len()).for_each(|to| body += &format!("st.global.b{bits} [%rd1+{}], %d{to};\n", 8 * to));
    let (words, _) = run(&kernel("", &body), 1, VALUES.len() as u32, 6 * VALUES.len()).expect("clean");
    words.chunks_exact(2).map(|pair| u64::from(pair[0]) | u64::from(pair[1]) << 32).collect()
}

fn judge(names: &[&str], of: &str) {
    let found = results(names, of);
    let (signed, bits) = (of.starts_with('s'), of[1..].parse().expect("a type"));
    for (lane, &values) in VALUES.iter().enumerate() {
        let mut flag = false;
        for (to, name) in names.iter().enumerate() {
            let (expected, carry) = model(name, signed, bits, values, flag);
            assert_eq!(found[3 * lane + to], expected, "{names:?} of {of}, {values:#x?}, number {to}");
            flag = carry;
        }
    }
}

#[test]
fn every_pair_of_instructions_shares_one_flag() {
    for of in ["u32", "s32", "u64", "s64"] {
        for first in FIRST {
            for last in LAST {
                judge(&[first, last], of);
            }
        }
    }
}

#[test]
fn the_flag_passes_through_instructions_that_take_and_give_it() {
    for of in ["u32", "s64"] {
        for first in FIRST {
            for between in BETWEEN {
                for last in LAST {
                    judge(&[first, between, last], of);
                }
            }
        }
    }
}

/// The code of `ptxas` for the mixture: `IADD3 R, P0, x, -y` and `IADD3.X R, x, y, P0`, so that no borrow is a carry of 1.
#[test]
fn a_subtraction_before_an_addition_with_carry() {
    let body = "mov.b32 %r1, 1;\nmov.b32 %r2, 3;\nsub.cc.u32 %r3, %r1, %r2;\naddc.u32 %r3, %r1, %r2;\n\
                add.cc.u32 %r4, %r1, %r2;\nsubc.u32 %r4, %r1, %r2;\nst.global.b32 [%rd1], %r3;\nst.global.b32 [%rd1+4], %r4;";
    let (found, _) = run(&kernel("", body), 1, 1, 2).expect("clean");
    assert_eq!(found, [4, -3_i32 as u32]);
}
