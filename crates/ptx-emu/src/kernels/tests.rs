//! Kernels against plain formulas and against `numerics`, over every form of the table.

use numerics::{Rounding, Scalar, convert, float};
use ptx::spec::{FormId, Shape};
use ptx::{Modifier, Opcode};

use super::testing::{apply, instruction, kernel, next, run};
use super::{Compute, Kernel, Stored, select};

/// The opcodes of these families.
const FAMILIES: &[Opcode] = &[
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::Mad,
    Opcode::Mul24,
    Opcode::Mad24,
    Opcode::Sad,
    Opcode::Div,
    Opcode::Rem,
    Opcode::Abs,
    Opcode::Neg,
    Opcode::Min,
    Opcode::Max,
    Opcode::Popc,
    Opcode::Clz,
    Opcode::Bfind,
    Opcode::Fns,
    Opcode::Brev,
    Opcode::Bfe,
    Opcode::Bfi,
    Opcode::Szext,
    Opcode::Bmsk,
    Opcode::Dp4a,
    Opcode::Dp2a,
    Opcode::AddCc,
    Opcode::Addc,
    Opcode::SubCc,
    Opcode::Subc,
    Opcode::Madc,
    Opcode::Testp,
    Opcode::Copysign,
    Opcode::Fma,
    Opcode::Rcp,
    Opcode::Sqrt,
    Opcode::Rsqrt,
    Opcode::Sin,
    Opcode::Cos,
    Opcode::Lg2,
    Opcode::Ex2,
    Opcode::Tanh,
    Opcode::Set,
    Opcode::Setp,
    Opcode::Selp,
    Opcode::Slct,
    Opcode::And,
    Opcode::Or,
    Opcode::Xor,
    Opcode::Not,
    Opcode::Cnot,
    Opcode::Lop3,
    Opcode::Shf,
    Opcode::Shl,
    Opcode::Shr,
    Opcode::Mov,
    Opcode::Prmt,
    Opcode::Cvt,
    Opcode::CvtPack,
    Opcode::Vabsdiff4,
];

/// Every choice of words of a form.
fn choices(form: FormId) -> Vec<Vec<Modifier>> {
    let mut all = vec![Vec::new()];
    for slot in &form.form().slots {
        let mut longer = Vec::new();
        for words in &all {
            if slot.optional {
                longer.push(words.clone());
            }
            longer.extend(slot.modifiers.iter().map(|&word| [words.as_slice(), &[word]].concat()));
        }
        all = longer;
    }
    all
}

/// The widths of registers that a kernel takes and gives, where it says them.
fn widths(kernel: &Kernel) -> Option<(Vec<bool>, bool)> {
    Some(match kernel {
        Kernel::W(_) => (vec![false], false),
        Kernel::WW(_) => (vec![false; 2], false),
        Kernel::WWW(_) => (vec![false; 3], false),
        Kernel::D(_) => (vec![true], true),
        Kernel::DD(_) => (vec![true; 2], true),
        Kernel::DDD(_) => (vec![true; 3], true),
        Kernel::WToD(_) => (vec![false], true),
        Kernel::DToW(_) => (vec![true], false),
        Kernel::WWToD(_) => (vec![false; 2], true),
        Kernel::WWDToD(_) => (vec![false, false, true], true),
        Kernel::DWToD(_) => (vec![true, false], true),
        Kernel::Lanes(_) => return None,
    })
}

#[test]
fn every_form_is_computed_in_registers_of_its_widths() {
    let mut count = 0;
    for &opcode in FAMILIES {
        for form in opcode.forms() {
            for words in choices(form) {
                let placed = form.form().place(&words).expect("the words are those of the form");
                let table = ptx::module::Operand::Immediate(ptx::module::Immediate::Int(0x1b));
                let operands = vec![table; 6].into();
                let found = ptx::module::Instruction { guard: None, form, modifiers: placed, operands };
                let compute = select(&found, Stored::of_types(&found));
                let compute = compute.unwrap_or_else(|| panic!("{opcode} {words:?} is computed"));
                count += 1;
                let (Compute::Map(kernel) | Compute::MapTest(kernel, _)) = compute else { continue };
                let Some((sources, result)) = widths(&kernel) else { continue };
                let wide = |spec: &ptx::spec::OperandSpec| match &spec.shape {
                    Shape::Value(value) => {
                        let of = form.form().operand_type(&found.modifiers, value.of);
                        Some((spec.written, of.expect("a type").bits() == 64))
                    }
                    _ => None,
                };
                let specs: Vec<(bool, bool)> = form.form().operands.iter().filter_map(wide).collect();
                let given: Vec<bool> = specs.iter().filter(|(written, _)| !written).map(|at| at.1).collect();
                // Predicates, and operands that saturation does not look at, come last.
                assert!(given.starts_with(&sources), "{opcode} {words:?} takes {given:?}, not {sources:?}");
                assert_eq!(specs[0], (true, result), "{opcode} {words:?}");
            }
        }
    }
    assert!(count > 4000, "{count} choices of words");
}

/// Samples operands: extremes, and pseudo-random words of any length.
fn sample(state: &mut u64, bits: u32) -> u64 {
    let word = next(state);
    let mask = u64::MAX >> (64 - bits);
    mask & match word & 7 {
        0 => 0,
        1 => mask,
        2 => 1 << (bits - 1),
        3 => (1 << (bits - 1)) - 1,
        4 => next(state) >> (word >> 8 & 63),
        _ => next(state),
    }
}

/// The value of bits as an integer of a type such as `s16`.
fn read(of: &str, bits: u64) -> i128 {
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

const MODES: [(&str, Rounding); 4] = [
    ("rn", Rounding::NearestEven),
    ("rz", Rounding::Zero),
    ("rm", Rounding::NegativeInf),
    ("rp", Rounding::PositiveInf),
];

/// A result of `numerics` with the NaN of PTX.
fn with_nan(of: Scalar, bits: u64) -> u64 {
    let format = numerics::Format::of(of).expect("a float");
    match of {
        _ if !format.is_nan(bits) => bits,
        Scalar::F32 => 0x7fff_ffff,
        Scalar::F64 => 0xfff8 << 48,
        _ => 0x7fff,
    }
}

/// A float of any class and exponent.
fn sample_float(state: &mut u64, bits: u32) -> u64 {
    let word = next(state);
    let near = |exponent: u64, fraction: u32| (word >> 63) << (bits - 1) | exponent << fraction;
    match (word & 7, bits) {
        (0, _) => sample(state, bits),
        (1..=5, 32) => near(120 + (word >> 8) % 16, 23) | sample(state, 23),
        (1..=5, 64) => near(1015 + (word >> 8) % 16, 52) | sample(state, 52),
        (6, 32) => near((word >> 8) % 3, 23) | sample(state, 23),
        (6, 64) => near((word >> 8) % 3, 52) | sample(state, 52),
        _ => next(state) & (u64::MAX >> (64 - bits)),
    }
}

#[test]
fn floats_round_as_numerics_does() {
    let mut state = 21;
    for (name, of) in [("f32", Scalar::F32), ("f64", Scalar::F64)] {
        for (mode, rounding) in MODES {
            for ftz in [false, true] {
                if ftz && of == Scalar::F64 {
                    continue;
                }
                let text = |word: &str| format!("{word}.{mode}{}.{name}", if ftz { ".ftz" } else { "" });
                let [add, sub, mul, div] = ["add", "sub", "mul", "div"].map(|word| kernel(&text(word), 2));
                let [fma, mad] = ["fma", "mad"].map(|word| kernel(&text(word), 3));
                let [rcp, sqrt] = ["rcp", "sqrt"].map(|word| kernel(&text(word), 1));
                let one = convert::from_f64(of, 1.0);
                for _ in 0..4000 {
                    let [a, b, c] = [0; 3].map(|_| sample_float(&mut state, of.bits()));
                    let same = |given: u64, wanted: u64, what: &str| {
                        assert_eq!(given, with_nan(of, wanted), "{} {a:#x} {b:#x} {c:#x}", text(what));
                    };
                    same(apply(&add, &[a, b]), float::add(of, a, b, rounding, ftz), "add");
                    same(apply(&sub, &[a, b]), float::sub(of, a, b, rounding, ftz), "sub");
                    same(apply(&mul, &[a, b]), float::mul(of, a, b, rounding, ftz), "mul");
                    same(apply(&div, &[a, b]), float::div(of, a, b, rounding, ftz), "div");
                    same(apply(&fma, &[a, b, c]), float::fma(of, a, b, c, rounding, ftz), "fma");
                    same(apply(&mad, &[a, b, c]), float::fma(of, a, b, c, rounding, ftz), "mad");
                    same(apply(&rcp, &[a]), float::div(of, one, a, rounding, ftz), "rcp");
                    same(apply(&sqrt, &[a]), float::sqrt(of, a, rounding, ftz), "sqrt");
                }
            }
        }
    }
}

#[test]
fn floats_saturate() {
    let nan = 0x7fff_ffff;
    assert_eq!(run("add.sat.f32", &[0x3f80_0000, 0x3f80_0000]), 0x3f80_0000);
    assert_eq!(run("add.sat.f32", &[nan, 0]), 0);
    assert_eq!(run("mul.rz.sat.f32", &[0xbf80_0000, 0x3f80_0000]), 0);
    assert_eq!(run("mul.sat.f32", &[0x8000_0000, 0x3f80_0000]), 0);
    assert_eq!(run("fma.rn.ftz.sat.f32", &[0x3f00_0000, 0x3f00_0000, 0x0000_0001]), 0x3e80_0000);
    assert_eq!(run("sub.f32.bf16", &[0x3f80, 0x3f00_0000]), 0x3f00_0000);
    assert_eq!(run("add.rp.f32.f16", &[0x3c00, 1]), 0x3f80_0001);
    assert_eq!(run("fma.rn.sat.f32.f16", &[0x4000, 0x4000, 0]), 0x3f80_0000);
    assert_eq!(run("fma.rz.f32.bf16", &[0x4000, 0x4040, 0x3f80_0000]), 0x40e0_0000);
    let pair = 0x3f80_0000_4000_0000;
    assert_eq!(run("add.f32x2", &[pair, pair]), 0x4000_0000_4080_0000);
    assert_eq!(run("mul.rz.ftz.f32x2", &[pair, 0x0000_0001_4000_0000]), 0x4080_0000);
    assert_eq!(run("fma.rn.f32x2", &[pair, pair, pair]), 0x4000_0000_40c0_0000);
    assert_eq!(run("sub.f32x2", &[pair, pair]), 0);
    assert_eq!(run("neg.f32", &[nan]), 0xffff_ffff);
    assert_eq!(run("abs.ftz.f32", &[0x8000_0001]), 0);
    assert_eq!(run("neg.f64", &[0]), 1 << 63);
    assert_eq!(run("abs.f64", &[u64::MAX]), u64::MAX >> 1);
}

#[test]
fn halves_round_once() {
    let mut state = 31;
    let near = Rounding::NearestEven;
    for (name, of) in [("f16", Scalar::F16), ("bf16", Scalar::BF16)] {
        let [add, sub, mul] = ["add", "sub", "mul"].map(|word| kernel(&format!("{word}.{name}"), 2));
        let [add2, mul2] = ["add", "mul"].map(|word| kernel(&format!("{word}.{name}x2"), 2));
        let fma = kernel(&format!("fma.rn.{name}"), 3);
        let fma2 = kernel(&format!("fma.rn.{name}x2"), 3);
        let relu = kernel(&format!("fma.rn.relu.{name}"), 3);
        for round in 0..4 {
            for a in 0..0x1_0000u64 {
                let (b, mut c) = (next(&mut state) & 0xffff, next(&mut state) & 0xffff);
                if round > 1 {
                    // Near the negative product, where bits cancel.
                    let product = float::mul(of, a, b, near, false);
                    c = product ^ 0x8000 ^ (next(&mut state) & 0x1f);
                }
                let wanted = with_nan(of, float::fma(of, a, b, c, near, false));
                assert_eq!(apply(&fma, &[a, b, c]), wanted, "fma {name} {a:#x} {b:#x} {c:#x}");
                let rectified = if wanted & 0x8000 != 0 { 0 } else { wanted };
                assert_eq!(apply(&relu, &[a, b, c]), rectified, "relu {name} {a:#x} {b:#x} {c:#x}");
                assert_eq!(apply(&fma2, &[a << 16 | b, b << 16 | a, c << 16 | c]), wanted << 16 | wanted);
                let sum = with_nan(of, float::add(of, a, b, near, false));
                assert_eq!(apply(&add, &[a, b]), sum, "add {name} {a:#x} {b:#x}");
                assert_eq!(apply(&add2, &[a << 16 | c, b << 16 | c]) >> 16, sum);
                let difference = with_nan(of, float::sub(of, a, b, near, false));
                assert_eq!(apply(&sub, &[a, b]), difference, "sub {name} {a:#x} {b:#x}");
                let product = with_nan(of, float::mul(of, a, b, near, false));
                assert_eq!(apply(&mul, &[a, b]), product, "mul {name} {a:#x} {b:#x}");
                assert_eq!(apply(&mul2, &[c << 16 | a, c << 16 | b]) & 0xffff, product);
            }
        }
    }
}

#[test]
fn halves_have_flags() {
    assert_eq!(run("add.ftz.f16", &[0x8001, 0]), 0);
    assert_eq!(run("mul.ftz.f16", &[0x0400, 0x3800]), 0);
    assert_eq!(run("add.sat.f16x2", &[0x4000_c000, 0x3c00_3c00]), 0x3c00_0000);
    assert_eq!(run("fma.rn.sat.f16", &[0x7e00, 0, 0]), 0);
    assert_eq!(run("fma.rn.ftz.relu.f16x2", &[0x0001_3c00, 0x3c00_3c00, 0x8000_c000]), 0);
    assert_eq!(run("fma.rn.relu.f16", &[0x7e00, 0, 0]), 0x7fff);
    assert_eq!(run("fma.rn.oob.f16", &[0x7ff7, 0x3c00, 0x3c00]), 0);
    assert_eq!(run("fma.rn.oob.relu.bf16x2", &[0x3f80_7ff7, 0x3f80_3f80, 0xc000_3f80]), 0);
    assert_eq!(run("abs.ftz.f16x2", &[0x8001_bc00]), 0x3c00);
    assert_eq!(run("neg.bf16x2", &[0x8001_3f80]), 0x0001_bf80);
    assert_eq!(run("abs.bf16", &[0xbf80]), 0x3f80);
    assert_eq!(run("neg.ftz.f16", &[1]), 0x8000);
}

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
