//! The rules against the kernels: whatever is put in place of undefined bits, defined bits of a result stay the same, and
//! where a rule is exact, the undefined ones do not.

use ptx::module::{FuncId, Module, Statement};

use super::bits::{self, Operand};
use super::rule::Rule;
use super::touches::{Touches, What};
use crate::arithmetic::{self, Compute, Kernel, Stored};
use crate::random::Random;

/// Instructions of one result that a kernel computes.
const MOVES: [&str; 34] = [
    "and.b32 %r0, %r1, %r2",
    "or.b64 %d0, %d1, %d2",
    "xor.b16 %h0, %h1, %h2",
    "not.b32 %r0, %r1",
    "and.b32 %r0, %r1, 0xff00",
    "or.b32 %r0, %r1, 0xff00",
    "lop3.b32 %r0, %r1, %r2, %r3, 0xe8",
    "lop3.b32 %r0, %r1, %r2, %r3, 0xca",
    "lop3.b32 %r0, %r1, %r2, 0xf0f0, 0x96",
    "shl.b32 %r0, %r1, 5",
    "shl.b64 %d0, %d1, 33",
    "shl.b16 %h0, %h1, 20",
    "shr.u32 %r0, %r1, 7",
    "shr.s32 %r0, %r1, 7",
    "shr.s64 %d0, %d1, 40",
    "shr.s16 %h0, %h1, 3",
    "shf.l.wrap.b32 %r0, %r1, %r2, 13",
    "shf.r.clamp.b32 %r0, %r1, %r2, 40",
    "prmt.b32 %r0, %r1, %r2, 0x3340",
    "prmt.b32 %r0, %r1, %r2, 0xb951",
    "prmt.b32.f4e %r0, %r1, %r2, 2",
    "bfe.u32 %r0, %r1, 4, 9",
    "bfe.s32 %r0, %r1, 4, 9",
    "bfe.s64 %d0, %d1, 60, 20",
    "bfi.b32 %r0, %r1, %r2, 8, 5",
    "bfi.b64 %d0, %d1, %d2, 30, 33",
    "brev.b32 %r0, %r1",
    "cvt.u16.u32 %h0, %r1",
    "cvt.s32.s8 %r0, %r1",
    "cvt.u64.u32 %d0, %r1",
    "cvt.s64.s16 %d0, %h1",
    "cvt.u8.u64 %d0, %d1",
    "cvt.s8.s64 %r0, %d1",
    "cvt.u32.s16 %r0, %h1",
];

const COMPUTES: [&str; 33] = [
    "add.u32 %r0, %r1, %r2",
    "add.s64 %d0, %d1, %d2",
    "add.u16 %h0, %h1, %h2",
    "add.sat.s32 %r0, %r1, %r2",
    "sub.s64 %d0, %d1, %d2",
    "mul.lo.u32 %r0, %r1, %r2",
    "mul.lo.u32 %r0, %r1, 24",
    "mul.hi.u32 %r0, %r1, %r2",
    "mul.wide.s32 %d0, %r1, %r2",
    "mul.wide.u16 %r0, %h1, %h2",
    "mad.lo.s32 %r0, %r1, %r2, %r3",
    "mad.wide.u32 %d0, %r1, %r2, %d3",
    "mad.hi.s64 %d0, %d1, %d2, %d3",
    "mul24.lo.u32 %r0, %r1, %r2",
    "sad.u32 %r0, %r1, %r2, %r3",
    "div.u32 %r0, %r1, %r2",
    "min.s32 %r0, %r1, %r2",
    "add.s16x2 %r0, %r1, %r2",
    "add.f16x2 %r0, %r1, %r2",
    "fma.rn.bf16x2 %r0, %r1, %r2, %r3",
    "abs.f16x2 %r0, %r1",
    "mul.rn.f32x2 %d0, %d1, %d2",
    "add.f32 %r0, %r1, %r2",
    "fma.rn.f64 %d0, %d1, %d2, %d3",
    "popc.b32 %r0, %r1",
    "clz.b64 %r0, %d1",
    "dp4a.u32.u32 %r0, %r1, %r2, %r3",
    "szext.clamp.s32 %r0, %r1, 9",
    "cvt.rn.f16x2.f32 %r0, %r1, %r2",
    "cvt.rn.f16x2.e4m3x2 %r0, %h1",
    "cvt.rn.satfinite.e4m3x2.f32 %h0, %r1, %r2",
    "cvt.sat.u8.s32 %r0, %r1",
    "cvt.rzi.s32.f32 %r0, %r1",
];

/// A function of one instruction.
fn module(text: &str) -> Module {
    let text = format!(
        ".version 8.8\n.target sm_100a\n.address_size 64\n.visible .entry k() {{\n\
         .reg .pred %p<8>;\n.reg .b16 %h<8>;\n.reg .b32 %r<8>;\n.reg .b64 %d<8>;\n{text};\nret;\n}}\n"
    );
    let source = diag::Source::new("k.ptx", text);
    let parsed = ptx::parse(&source);
    let shown: Vec<_> = parsed.diagnostics.iter().map(|one| diag::render_short(one, Some(&source))).collect();
    assert!(shown.is_empty(), "{shown:#?}");
    parsed.module
}

/// Register accesses of the only instruction, and its kernel.
fn touches(text: &str) -> (Touches, Option<Kernel>) {
    let module = module(text);
    let (_, function): (FuncId, _) = module.functions.iter().next().expect("there is one");
    let body = function.body.as_ref().expect("it has one");
    let instruction = body.statements.iter().find_map(|statement| match statement {
        Statement::Instruction(instruction) => Some(instruction),
        _ => None,
    });
    let instruction = instruction.expect("there is one");
    let touches = Touches::of(instruction, body);
    let mut stored = Stored::of_types(instruction);
    if let (Some(Some((_, bits))), true) = (touches.writes.first(), text.starts_with("cvt")) {
        stored.d = *bits;
    }
    let kernel = match arithmetic::select(instruction, stored) {
        Some(Compute::Map(kernel)) => Some(kernel),
        _ => None,
    };
    (touches, kernel)
}

/// Undefined bits of an operand of a width: none, a few, a half, a byte, or all.
fn holes(random: &mut Random, bits: u32) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    mask & match random.below(6) {
        0 | 1 => 0,
        2 => 1 << random.below(u64::from(bits)),
        3 => mask << (bits / 2),
        4 => 0xff << (8 * random.below(u64::from(bits / 8))),
        _ => mask,
    }
}

fn judge(text: &str, is_exact: bool) {
    let (touches, kernel) = touches(text);
    let (rule, kernel) = (touches.rule.as_ref().expect("it has a rule"), kernel.expect("it has a kernel"));
    let mask = touches.writes[0].map_or(0, |(_, bits)| u64::MAX >> (64 - bits));
    let mut random = Random::new(text.len() as u64);
    for _ in 0..60 {
        let operands: Vec<(u64, u64)> = touches
            .from
            .iter()
            .map(|source| match source.what {
                What::Constant(value) => (value as u64, 0),
                What::Register { .. } | What::Other => {
                    (random.next() & u64::MAX >> (64 - source.bits), holes(&mut random, source.bits))
                }
            })
            .collect();
        let known: Vec<Operand> = operands
            .iter()
            .map(|&(value, undefined)| Operand {
                value: Some([u128::from(value); 32]),
                undefined: [u128::from(undefined); 32],
            })
            .collect();
        let undefined = bits::result(rule, &known, u32::MAX, 0)[7] as u64 & mask;
        let mut varies = 0;
        for _ in 0..4 {
            let mut rows = [[0; 32]; 5];
            for (row, &(value, undefined)) in rows.iter_mut().zip(&operands) {
                *row = std::array::from_fn(|_| value ^ random.next() & undefined);
            }
            let results = kernel.run(&rows);
            varies |= results.iter().fold(0, |all, result| all | (result ^ results[0]));
        }
        assert_eq!(varies & !undefined, 0, "{text} of {operands:#x?}: {undefined:#x} misses bits");
        if is_exact {
            assert_eq!(undefined & !varies, 0, "{text} of {operands:#x?}: {undefined:#x} has bits too many");
        }
    }
}

#[test]
fn moved_bits_and_bitwise_functions_are_exact() {
    MOVES.iter().for_each(|text| judge(text, true));
}

#[test]
fn computed_bits_are_never_taken_for_defined_when_they_are_not() {
    COMPUTES.iter().for_each(|text| judge(text, false));
}

/// The undefined bits of a result.
fn result(text: &str, operands: &[(u128, u128)], number: usize) -> u128 {
    let (touches, _) = touches(text);
    let known: Vec<Operand> = operands
        .iter()
        .map(|&(value, undefined)| Operand { value: Some([value; 32]), undefined: [undefined; 32] })
        .collect();
    bits::result(touches.rule.as_ref().expect("it has a rule"), &known, u32::MAX, number)[3]
}

#[test]
fn low_bits_of_sums_stay_defined() {
    assert_eq!(result("add.u32 %r0, %r1, %r2", &[(5, 0xff00), (6, 0)], 0) & 0xffff_ffff, 0xffff_ff00);
    assert_eq!(result("mul.lo.u32 %r0, %r1, %r2", &[(5, 0), (6, 1 << 31)], 0) & 0xffff_ffff, 1 << 31);
    assert_eq!(result("add.f16x2 %r0, %r1, %r2", &[(5, 1 << 20), (6, 0)], 0) & 0xffff_ffff, 0xffff_0000);
}

#[test]
fn packs_and_their_parts() {
    assert_eq!(result("mov.b32 %r0, {%h1, %h2}", &[(0, 0), (0, 0xf0)], 0), 0xf0_0000);
    assert_eq!(result("mov.b64 {%r1, %r2}, %d0", &[(0, 7 << 40)], 0), 0);
    assert_eq!(result("mov.b64 {%r1, %r2}, %d0", &[(0, 7 << 40)], 1), 7 << 8);
    assert_eq!(
        result("cvt.rn.f16x2.f32 %r0, %r1, %r2", &[(0, 1), (0, 0)], 0),
        0xffff_0000,
        "the first is above"
    );
    assert_eq!(result("cvt.rn.f16x2.e4m3x2 %r0, %h1", &[(0, 1)], 0), 0xffff);
}

#[test]
fn selections_and_comparisons_depend_on_what_is_looked_at() {
    let select = "selp.b32 %r0, %r1, %r2, %p0";
    assert_eq!(result(select, &[(3, 0), (5, 0xff), (1, 0)], 0), 0);
    assert_eq!(result(select, &[(3, 0), (5, 0xff), (0, 0)], 0), 0xff);
    assert_eq!(result(select, &[(3, 0), (5, 0), (0, 1)], 0), 6, "the bits in which they differ");
    let equal = "setp.eq.s32 %p0, %r1, %r2";
    assert_eq!(result(equal, &[(0x100, 0xff), (0, 0)], 0), 0, "bit 8 differs");
    assert_ne!(result(equal, &[(0x100, 0xff), (0x100, 0)], 0), 0);
    assert_ne!(result("setp.lt.s32 %p0, %r1, %r2", &[(0x100, 0xff), (0, 0)], 0), 0);
    assert_eq!(result("and.pred %p0, %p1, %p2", &[(0, 0), (1, 1)], 0), 0, "false, whatever the other is");
    assert_eq!(result("and.pred %p0, %p1, %p2", &[(1, 0), (1, 1)], 0), 1);
}

#[test]
fn video_instructions_pass_undefined_bits_on() {
    let whole = 0xffff_ffff;
    let texts = [
        "vadd.u32.u32.u32 %r0, %r1.b0, %r2.h1",
        "vabsdiff.u32.u32.u32.add %r0, %r1, %r2, %r3",
        "vmad.u32.u32.u32 %r0, %r1.b0, %r2.b1, -%r3",
        "vset.u32.u32.lt %r0.b2, %r1, %r2, %r3",
        "vavrg2.s32.s32.s32 %r0.h1, %r1.h32, %r2, %r3",
        "vabsdiff4.u32.u32.u32.add %r0.b20, %r1, %r2.b7654, %r3",
        "vset4.u32.u32.ge %r0, %r1, %r2, %r3",
    ];
    for text in texts {
        let (touches, _) = touches(text);
        assert!(touches.uses.is_empty(), "{text}: an undefined operand is no use of its bits");
        assert_eq!(touches.written().count(), 1, "{text}");
        let sources = touches.sources().count();
        assert_eq!(sources, text.matches("%r").count() - 1, "{text}");
        for at in 0..sources {
            let mut operands = vec![(1, 0); sources];
            assert_eq!(result(text, &operands, 0) & whole, 0, "{text}");
            operands[at].1 = 1;
            assert_eq!(result(text, &operands, 0) & whole, whole, "{text}: operand {at}");
        }
    }
}

#[test]
fn lanes_have_the_bits_of_those_that_they_read() {
    let (touches, _) = touches("shfl.sync.bfly.b32 %r0, %r1, 1, 31, -1");
    let of = |value: u128| Operand { value: Some([value; 32]), undefined: [0; 32] };
    let mut undefined = [0; 32];
    undefined[4] = 0xf0;
    let operands = [Operand { value: Some([0; 32]), undefined }, of(1), of(31)];
    let rule = touches.rule.as_ref().expect("it has a rule");
    let found = bits::result(rule, &operands, u32::MAX, 0);
    assert_eq!((found[5], found[4]), (0xf0, 0));
    let ballot = Rule::Ballot;
    assert_eq!(bits::result(&ballot, &operands[..1], u32::MAX, 0)[0], 1 << 4);
    assert_eq!(bits::result(&Rule::Lanes, &operands[..1], 0xf, 0)[0], 0, "lane 4 does not take part");
}
