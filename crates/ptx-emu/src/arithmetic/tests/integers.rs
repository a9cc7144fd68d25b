//! Kernels of integers against integers of any width.

use super::sample;
use crate::arithmetic::testing::{apply, kernel, next, run};

/// The value of bits as an integer of a type such as `s16`.
pub(super) fn read(of: &str, bits: u64) -> i128 {
    let width: u32 = of[1..].parse().expect("a width");
    let low = i128::from(bits & (u64::MAX >> (64 - width)));
    if of.starts_with('s') && low >> (width - 1) != 0 { low - (1 << width) } else { low }
}

#[test]
fn integers_are_computed_as_in_mathematics() {
    let mut state = 7;
    for of in ["u16", "s16", "u32", "s32", "u64", "s64"] {
        let width: u32 = of[1..].parse().expect("a width");
        let mask = u64::MAX >> (64 - width);
        type Formula = fn(i128, i128, i128, u32) -> i128;
        let table: &[(&str, usize, Formula)] = &[
            ("add", 2, |a, b, _, _| a + b),
            ("sub", 2, |a, b, _, _| a - b),
            ("mul.lo", 2, |a, b, _, _| a.wrapping_mul(b)),
            ("mul.hi", 2, |a, b, _, width| high(a, b, width)),
            ("mad.lo", 3, |a, b, c, _| a.wrapping_mul(b).wrapping_add(c)),
            ("mad.hi", 3, |a, b, c, width| high(a, b, width) + c),
            ("sad", 3, |a, b, c, _| (a - b).abs() + c),
            ("min", 2, |a, b, _, _| a.min(b)),
            ("max", 2, |a, b, _, _| a.max(b)),
            ("div", 2, |a, b, _, _| if b == 0 { -1 } else { a / b }),
            ("rem", 2, |a, b, _, _| if b == 0 { -1 } else { a % b }),
        ];
        for (word, operands, formula) in table {
            let text = format!("{word}.{of}");
            let compute = kernel(&text, *operands);
            for _ in 0..3000 {
                let bits: Vec<u64> = (0..3).map(|_| sample(&mut state, width)).collect();
                let [a, b, c] = [0, 1, 2].map(|at| read(of, bits[at]));
                let wanted = formula(a, b, c, width) as u64 & mask;
                assert_eq!(apply(&compute, &bits[..*operands]), wanted, "{text} {a} {b} {c}");
            }
        }
    }
}

/// The high half of a product, which of 64 unsigned bits has more than an `i128` holds.
fn high(a: i128, b: i128, width: u32) -> i128 {
    if a >= 0 && b >= 0 { ((a as u128 * b as u128) >> width) as i128 } else { (a * b) >> width }
}

#[test]
fn products_are_wide() {
    let mut state = 3;
    for (of, wide) in [("u16", "u32"), ("s16", "s32"), ("u32", "u64"), ("s32", "s64")] {
        let width: u32 = of[1..].parse().expect("a width");
        let mask = u64::MAX >> (64 - 2 * width);
        for _ in 0..2000 {
            let (a, b) = (sample(&mut state, width), sample(&mut state, width));
            let c = sample(&mut state, 2 * width);
            let product = read(of, a) * read(of, b);
            assert_eq!(run(&format!("mul.wide.{of}"), &[a, b]), product as u64 & mask);
            let sum = product + read(wide, c);
            assert_eq!(run(&format!("mad.wide.{of}"), &[a, b, c]), sum as u64 & mask);
        }
    }
}

#[test]
fn products_of_24_bits() {
    let mut state = 3;
    for _ in 0..2000 {
        let (a, b) = (sample(&mut state, 32), sample(&mut state, 32));
        let c = sample(&mut state, 32);
        let unsigned = i128::from(a & 0xff_ffff) * i128::from(b & 0xff_ffff);
        let signed = read("s24", a) * read("s24", b);
        for (of, product) in [("u32", unsigned), ("s32", signed)] {
            let (low, high) = (product as u64 & 0xffff_ffff, (product >> 16) as u64 & 0xffff_ffff);
            assert_eq!(run(&format!("mul24.lo.{of}"), &[a, b]), low);
            assert_eq!(run(&format!("mul24.hi.{of}"), &[a, b]), high);
            assert_eq!(run(&format!("mad24.lo.{of}"), &[a, b, c]), (low + c) & 0xffff_ffff);
            assert_eq!(run(&format!("mad24.hi.{of}"), &[a, b, c]), (high + c) & 0xffff_ffff);
        }
        let clamp = |value: i128| value.clamp(-(1 << 31), (1 << 31) - 1) as u64 & 0xffff_ffff;
        assert_eq!(run("mad24.hi.sat.s32", &[a, b, c]), clamp((signed >> 16) + read("s32", c)));
        let high = (read("s32", a) * read("s32", b)) >> 32;
        assert_eq!(run("mad.hi.sat.s32", &[a, b, c]), clamp(high + read("s32", c)));
        assert_eq!(run("add.sat.s32", &[a, b]), clamp(read("s32", a) + read("s32", b)));
        assert_eq!(run("sub.sat.s32", &[a, b]), clamp(read("s32", a) - read("s32", b)));
    }
}

#[test]
fn pairs_of_integers() {
    let mut state = 9;
    for _ in 0..2000 {
        let (a, b) = (sample(&mut state, 32), sample(&mut state, 32));
        let each = |of: &str, f: &dyn Fn(i128, i128) -> i128| {
            let half = |shift: u32| (f(read(of, a >> shift), read(of, b >> shift)) as u64 & 0xffff) << shift;
            half(0) | half(16)
        };
        assert_eq!(run("add.u16x2", &[a, b]), each("u16", &|a, b| a + b));
        assert_eq!(run("add.s16x2", &[a, b]), each("s16", &|a, b| a + b));
        assert_eq!(run("add.sat.u16x2", &[a, b]), each("u16", &|a, b| (a + b).min(0xffff)));
        assert_eq!(run("add.sat.s16x2", &[a, b]), each("s16", &|a, b| (a + b).clamp(-0x8000, 0x7fff)));
        assert_eq!(run("min.u16x2", &[a, b]), each("u16", &|a, b| a.min(b)));
        assert_eq!(run("max.u16x2", &[a, b]), each("u16", &|a, b| a.max(b)));
        assert_eq!(run("min.s16x2", &[a, b]), each("s16", &|a, b| a.min(b)));
        assert_eq!(run("max.s16x2", &[a, b]), each("s16", &|a, b| a.max(b)));
        assert_eq!(run("min.relu.s16x2", &[a, b]), each("s16", &|a, b| a.min(b).max(0)));
        assert_eq!(run("max.relu.s16x2", &[a, b]), each("s16", &|a, b| a.max(b).max(0)));
        let relu = |value: i128| value.max(0) as u64;
        assert_eq!(run("min.relu.s32", &[a, b]), relu(read("s32", a).min(read("s32", b))));
        assert_eq!(run("max.relu.s32", &[a, b]), relu(read("s32", a).max(read("s32", b))));
    }
    assert_eq!(run("abs.s16", &[0x8000]), 0x8000);
    assert_eq!(run("abs.s16", &[0xffff]), 1);
    assert_eq!(run("neg.s16", &[1]), 0xffff);
    assert_eq!(run("abs.s32", &[0xffff_fffe]), 2);
    assert_eq!(run("neg.s64", &[1]), u64::MAX);
}

#[test]
fn bits_are_counted_and_found() {
    assert_eq!(run("popc.b64", &[u64::MAX]), 64);
    assert_eq!(run("popc.b32", &[0xf0f0]), 8);
    assert_eq!(run("clz.b32", &[0]), 32);
    assert_eq!(run("clz.b64", &[1]), 63);
    assert_eq!(run("bfind.u32", &[0]), 0xffff_ffff);
    assert_eq!(run("bfind.u32", &[0x8000_0000]), 31);
    assert_eq!(run("bfind.s32", &[0xffff_fffe]), 0);
    assert_eq!(run("bfind.s32", &[0xffff_ffff]), 0xffff_ffff);
    assert_eq!(run("bfind.shiftamt.u64", &[1 << 40]), 23);
    assert_eq!(run("bfind.shiftamt.s64", &[u64::MAX]), 0xffff_ffff);
    assert_eq!(run("brev.b32", &[1]), 1 << 31);
    assert_eq!(run("brev.b64", &[2]), 1 << 62);
    assert_eq!(run("fns.b32", &[0b1011_0000, 4, 0]), 4);
    assert_eq!(run("fns.b32", &[0b1011_0000, 6, 0]), 0xffff_ffff);
    assert_eq!(run("fns.b32", &[0b1011_0000, 5, 2]), 7);
    assert_eq!(run("fns.b32", &[0b1011_0000, 6, 0xffff_ffff]), 5);
    assert_eq!(run("fns.b32", &[0b1011_0000, 6, 0xffff_fffd]), 0xffff_ffff);
    assert_eq!(run("fns.b32", &[0, 0, 0x8000_0000]), 0xffff_ffff);
}

#[test]
fn fields_are_cut_and_put_bit_by_bit() {
    let mut state = 5;
    for (of, msb) in [("u32", 31u32), ("s32", 31), ("u64", 63), ("s64", 63)] {
        for _ in 0..4000 {
            let (a, at, length) = (sample(&mut state, msb + 1), next(&mut state), next(&mut state));
            let (at, length) = (at & 0x1_0000_007f, length & 0x1_0000_007f);
            let (p, n) = (at as u32 & 0xff, length as u32 & 0xff);
            let sign = of.starts_with('s') && n != 0 && a >> (p + n - 1).min(msb) & 1 != 0;
            let bit = |i: u32| if i < n && p + i <= msb { a >> (p + i) & 1 != 0 } else { sign };
            let wanted = (0..=msb).fold(0, |d, i| d | u64::from(bit(i)) << i);
            let given = run(&format!("bfe.{of}"), &[a, at & 0xffff_ffff, length & 0xffff_ffff]);
            assert_eq!(given, wanted, "bfe.{of} {a:#x} {p} {n}");
            let b = sample(&mut state, msb + 1);
            let bit = |i: u32| if i >= p && i - p < n { a >> (i - p) & 1 } else { b >> i & 1 };
            let wanted = (0..=msb).fold(0, |d, i| d | bit(i) << i);
            let text = format!("bfi.b{}", msb + 1);
            assert_eq!(run(&text, &[a, b, u64::from(p), u64::from(n)]), wanted, "{text} {p} {n}");
        }
    }
}

#[test]
fn masks_and_extensions() {
    assert_eq!(run("szext.clamp.s32", &[0xff, 8]), 0xffff_ffff);
    assert_eq!(run("szext.clamp.u32", &[0xfff, 8]), 0xff);
    assert_eq!(run("szext.clamp.s32", &[0x1234_5678, 32]), 0x1234_5678);
    assert_eq!(run("szext.wrap.s32", &[0x1234_5678, 32]), 0);
    assert_eq!(run("szext.wrap.s32", &[0x88, 36]), 0xffff_fff8);
    assert_eq!(run("bmsk.clamp.b32", &[4, 8]), 0xff0);
    assert_eq!(run("bmsk.clamp.b32", &[40, 8]), 0);
    assert_eq!(run("bmsk.clamp.b32", &[4, 40]), 0xffff_fff0);
    assert_eq!(run("bmsk.wrap.b32", &[36, 40]), 0xff0);
    assert_eq!(run("bmsk.wrap.b32", &[28, 8]), 0xf000_0000);
}

#[test]
fn bytes_are_permuted_and_multiplied() {
    let (a, b) = (0x8322_1100, 0x7766_5544);
    assert_eq!(run("prmt.b32", &[a, b, 0x7531]), 0x7755_8311);
    // The sign of byte 3, of byte 0, then bytes 4 and 1.
    assert_eq!(run("prmt.b32", &[a, b, 0xb841]), 0xff00_4411);
    for (mode, selectors) in [
        ("f4e", [0x3210, 0x4321, 0x5432, 0x6543]),
        ("b4e", [0x5670, 0x6701, 0x7012, 0x0123]),
        ("rc8", [0x0000, 0x1111, 0x2222, 0x3333]),
        ("ecl", [0x3210, 0x3211, 0x3222, 0x3333]),
        ("ecr", [0x0000, 0x1110, 0x2210, 0x3210]),
        ("rc16", [0x1010, 0x3232, 0x1010, 0x3232]),
    ] {
        for (c, selector) in selectors.into_iter().enumerate() {
            let given = run(&format!("prmt.b32.{mode}"), &[a, b, c as u64 | 0xf0]);
            assert_eq!(given, run("prmt.b32", &[a, b, selector]), "{mode} {c}");
        }
    }
    let mut state = 11;
    for _ in 0..2000 {
        let [a, b, c] = [0; 3].map(|_| sample(&mut state, 32));
        for (of_a, in_a) in [("u32", 'u'), ("s32", 's')] {
            for (of_b, in_b) in [("u32", 'u'), ("s32", 's')] {
                let byte = |of: char, bits: u64, at: u32| read(&format!("{of}8"), bits >> (8 * at));
                let half = |of: char, bits: u64, at: u32| read(&format!("{of}16"), bits >> (16 * at));
                let four: i128 = (0..4).map(|at| byte(in_a, a, at) * byte(in_b, b, at)).sum();
                let wanted = (four + i128::from(c)) as u64 & 0xffff_ffff;
                assert_eq!(run(&format!("dp4a.{of_a}.{of_b}"), &[a, b, c]), wanted);
                for (word, first) in [("lo", 0), ("hi", 2)] {
                    let two: i128 = (0..2).map(|at| half(in_a, a, at) * byte(in_b, b, first + at)).sum();
                    let wanted = (two + i128::from(c)) as u64 & 0xffff_ffff;
                    assert_eq!(run(&format!("dp2a.{word}.{of_a}.{of_b}"), &[a, b, c]), wanted);
                }
                let differences =
                    [0, 1, 2, 3].map(|at| (byte(in_a, a, at) - byte(in_b, b, at)).unsigned_abs() as u64);
                let packed = |most: u64| (0..4).fold(0, |d, at| d | differences[at].min(most) << (8 * at));
                let wrapped = (0..4).fold(0, |d, at| d | (differences[at] & 0xff) << (8 * at));
                let sum = (differences.iter().sum::<u64>() + c) & 0xffff_ffff;
                let video = |rest: &str| run(&format!("vabsdiff4.{rest}"), &[a, b, c]);
                assert_eq!(video(&format!("u32.{of_a}.{of_b}.add")), sum);
                assert_eq!(video(&format!("s32.{of_a}.{of_b}.sat")), packed(127));
                assert_eq!(video(&format!("u32.{of_a}.{of_b}")), wrapped);
            }
        }
    }
}
