//! Instructions that compute on registers of one thread, in programs.

use launch::Buffer;
use numerics::Scalar;
use ptx::spec::{FormId, Presence, Shape};
use ptx::{Modifier, Opcode, Target, Type};
use ptx_emu::{Launch, Options, Program, Value};

/// A kernel of one buffer with these statements, after the buffer's address is in `%out`.
fn kernel(body: &str) -> String {
    kernel_for("sm_100a", body)
}

fn kernel_for(target: &str, body: &str) -> String {
    format!(
        ".version 9.4\n.target {target}\n.address_size 64\n.visible .entry k(.param .u64 out) {{\n\
         .reg .pred %p<8>;\n.reg .b8 %b<16>;\n.reg .b16 %h<16>;\n.reg .b32 %r<64>;\n.reg .b64 %d<64>;\n\
         .reg .f32 %f<16>;\n.reg .f64 %g<16>;\n.reg .b128 %q<4>;\n.reg .b64 %out;\n.reg .b32 %lane;\n\
         ld.param.u64 %out, [out];\nmov.u32 %lane, %laneid;\n{body}\nret;\n}}\n"
    )
}

fn prepare(text: &str) -> Program {
    let source = diag::Source::new("k.ptx", text);
    let parsed = ptx::parse(&source);
    let verified = ptx::verify(&parsed.module, &parsed.map);
    let shown = |found: &[diag::Diagnostic]| -> Vec<String> {
        found.iter().map(|one| diag::render_short(one, Some(&source))).collect()
    };
    assert!(parsed.diagnostics.is_empty(), "{:#?}", shown(&parsed.diagnostics));
    assert!(verified.is_empty(), "{:#?}", shown(&verified));
    let program = Program::prepare(&parsed.module, &parsed.map, "k");
    program.unwrap_or_else(|refused| panic!("{:#?}", shown(&refused)))
}

/// The contents of a buffer of 64-bit words after a warp has run.
fn run(text: &str, count: usize, options: &Options<'_>) -> Vec<u64> {
    let program = prepare(text);
    let mut buffer = Buffer::zeroed(Scalar::I64, &[count as u64]).expect("small");
    let mut launch = Launch {
        grid: [1, 1, 1],
        block: [32, 1, 1],
        cluster: None,
        dynamic_shared: 0,
        buffers: vec![("out".to_owned(), buffer.view_mut())],
        args: vec![Value::Pointer { buffer: 0, offset: 0 }],
    };
    program.launch(&mut launch, options).expect("a clean launch");
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    buffer.bytes().chunks_exact(8).map(word).collect()
}

/// Runs statements; then each lane has stored `%d0` at its place.
fn lanes(body: &str) -> Vec<u64> {
    let store = "mul.wide.u32 %d63, %lane, 8;\nadd.u64 %d63, %d63, %out;\nst.global.b64 [%d63], %d0;";
    run(&kernel(&format!("{body}\n{store}")), 32, &Options::default())
}

const FAMILIES: &[(Opcode, Opcode)] = &[
    (Opcode::Add, Opcode::Tanh),
    (Opcode::Set, Opcode::Slct),
    (Opcode::And, Opcode::Shr),
    (Opcode::Mov, Opcode::Mov),
    (Opcode::Prmt, Opcode::Prmt),
    (Opcode::Cvt, Opcode::CvtPack),
    (Opcode::Vadd, Opcode::Vset4),
];

/// Every choice of words of a form.
fn choices(form: FormId) -> Vec<Vec<Modifier>> {
    form.form().slots.iter().fold(vec![Vec::new()], |all: Vec<Vec<Modifier>>, slot| {
        let with = |words: &Vec<Modifier>| -> Vec<Vec<Modifier>> {
            let without = slot.optional.then(|| words.clone());
            let each = slot.modifiers.iter().map(|&word| [words.as_slice(), &[word]].concat());
            without.into_iter().chain(each).collect()
        };
        all.iter().flat_map(with).collect()
    })
}

fn register(of: Type, number: usize) -> String {
    let name = match of {
        Type::F32 => "f",
        Type::F64 => "g",
        _ => match of.bits() {
            1 => "p",
            8 => "b",
            16 => "h",
            32 => "r",
            64 => "d",
            _ => "q",
        },
    };
    format!("%{name}{}", number % if of.bits() == 128 { 4 } else { 8 })
}

/// An instruction of a form, on registers of exactly its types.
fn sample(form: FormId, words: &[Modifier]) -> String {
    let spec = form.form();
    let placed = spec.place(words).expect("the words are those of the form");
    let mut number = 0;
    let mut next = |of: Type| {
        number += 1;
        register(of, number)
    };
    let operand = |spec_of: &ptx::spec::OperandSpec| match &spec_of.shape {
        Shape::Value(value) => {
            let of = spec.operand_type(&placed, value.of).expect("a type");
            let count = value.count.and_then(|count| spec.operand_count(&placed, count));
            let one = match count {
                Some(count) => {
                    let elements: Vec<_> = (0..count).map(|_| next(of)).collect();
                    format!("{{{}}}", elements.join(", "))
                }
                None => next(of),
            };
            if value.second.is_some() { format!("{one}|{}", next(Type::Pred)) } else { one }
        }
        _ => "5".to_owned(),
    };
    let there = spec.operands.iter().filter(|spec| spec.presence == Presence::Always);
    let operands: Vec<String> = there.map(operand).collect();
    let words: Vec<String> = words.iter().map(|word| format!(".{word}")).collect();
    format!("{}{} {};", spec.opcode.mnemonic(), words.concat(), operands.join(", "))
}

#[test]
fn every_form_executes() {
    // No target has every form: those of consumer cards are on none of the others.
    let targets = ["sm_100a", "sm_120a"];
    let mut texts = [Vec::new(), Vec::new()];
    for &(first, last) in FAMILIES {
        let opcodes = Opcode::ALL.iter().filter(|opcode| (first..=last).contains(opcode));
        // Forms that were removed before the newest target are not executed on it.
        let lasts = |form: &FormId| form.form().needs.ended.is_none();
        for form in opcodes.flat_map(|opcode| opcode.forms()).filter(lasts) {
            let has =
                |name: &str| Target::parse(name).is_some_and(|target| form.form().needs.has_target(target));
            let at = targets.iter().position(|name| has(name)).unwrap_or(0);
            texts[at].extend(choices(form).iter().map(|words| sample(form, words)));
        }
    }
    // The verifier would also refuse here forms that neither target has.
    assert!(texts[0].len() > 4000 && !texts[1].is_empty(), "{} instructions", texts[0].len());
    for (target, texts) in targets.iter().zip(&texts) {
        run(&kernel_for(target, &texts.join("\n")), 1, &Options::default());
    }
}

#[test]
fn carries_run_lane_by_lane_through_predication() {
    // 128 bits of ones plus the lane number, where the lane is odd.
    let body = "and.b32 %r1, %lane, 1;\nsetp.ne.u32 %p1, %r1, 0;\nmov.b32 %r2, 0xffffffff;\ncvt.u64.u32 %d1, %lane;\n\
                mov.b64 %d2, -1;\nmov.b64 %d3, 0;\nadd.cc.u64 %d4, %d2, %d3;\n\
                @%p1 add.cc.u64 %d4, %d2, %d1;\naddc.cc.u64 %d5, %d2, 0;\naddc.u32 %r3, 7, 0;\n\
                mov.b64 {%r4, %r5}, %d4;\nmov.b64 %d0, {%r3, %r4};";
    for (lane, &word) in lanes(body).iter().enumerate() {
        let (low, carry) = if lane % 2 == 1 { (lane as u64 - 1, 1) } else { (0xffff_ffff, 0) };
        assert_eq!(word, low << 32 | (7 + carry), "lane {lane}");
    }
}

#[test]
fn comparisons_give_two_predicates() {
    // p = lane < 8 or lane odd, q = lane >= 8 or lane odd.
    let body = "and.b32 %r1, %lane, 1;\nsetp.eq.u32 %p3, %r1, 1;\nsetp.lt.or.u32 %p1|%p2, %lane, 8, %p3;\n\
                selp.b32 %r2, 1, 0, %p1;\nselp.b32 %r3, 2, 0, %p2;\nor.b32 %r2, %r2, %r3;\n\
                not.pred %p4, %p1;\nand.pred %p5, %p4, %p2;\nselp.b32 %r4, 4, 0, %p5;\nor.b32 %r2, %r2, %r4;\n\
                set.gt.and.u32.s32 %r5, %lane, 16, !%p3;\nand.b32 %r5, %r5, 8;\nor.b32 %r2, %r2, %r5;\n\
                lop3.or.b32 %r6|%p6, %lane, %lane, %lane, 0, %p1;\nselp.b32 %r6, 16, 0, %p6;\n\
                or.b32 %r2, %r2, %r6;\ncvt.u64.u32 %d0, %r2;";
    for (lane, &word) in lanes(body).iter().enumerate() {
        let odd = lane % 2 == 1;
        let (p, q) = (lane < 8 || odd, lane >= 8 || odd);
        let bits = [p, q, !p && q, lane > 16 && !odd, p];
        let wanted: u64 = bits.iter().enumerate().map(|(at, &bit)| u64::from(bit) << at).sum();
        assert_eq!(word, wanted, "lane {lane}");
    }
}

#[test]
fn halves_of_pairs_compare_apart() {
    // The lower half of %r1 is the lane as f16, the upper half its negative.
    let body = "cvt.rn.f16.u32 %h1, %lane;\nneg.f16 %h2, %h1;\nmov.b32 %r1, {%h1, %h2};\nmov.b32 %r2, 0xc8004800;\n\
                setp.gt.f16x2 %p1|%p2, %r1, %r2;\nselp.b32 %r3, 1, 0, %p1;\nselp.b32 %r4, 2, 0, %p2;\n\
                set.gt.f16x2.f16x2 %r5, %r1, %r2;\nor.b32 %r3, %r3, %r4;\nmov.b64 %d0, {%r3, %r5};";
    for (lane, &word) in lanes(body).iter().enumerate() {
        let (low, high) = (u64::from(lane > 8), u64::from(lane < 8));
        let set = (low * 0x3c00) | (high * 0x3c00_0000);
        assert_eq!(word, set << 32 | high << 1 | low, "lane {lane}");
    }
}

#[test]
fn conversions_read_and_fill_wider_registers() {
    let body = "mov.b64 %d1, 0xfffffffffffff0f5;\ncvt.s32.s8 %d2, %d1;\ncvt.u16.u8 %r1, %d1;\ncvt.s16.s64 %r2, %d1;\n\
                cvt.u64.u32 %d3, %r1;\ncvt.u32.u32 %d4, %r2;\nshl.b64 %d3, %d3, 56;\nshl.b64 %d4, %d4, 32;\n\
                shr.u64 %d4, %d4, 8;\nand.b64 %d2, %d2, 0xffff;\ncvt.rzi.u8.f32 %r3, 0f43960000;\n\
                cvt.u64.u32 %d5, %r3;\nshl.b64 %d5, %d5, 16;\nadd.u64 %d0, %d3, %d4;\nor.b64 %d0, %d0, %d2;\n\
                or.b64 %d0, %d0, %d5;";
    // Sign-extended bytes are no longer than their type; 300 clamps to 255.
    let wanted = 0xf5ff_fff0_f500_0000 | 0xfff5 | 0xff_0000;
    assert_eq!(lanes(body)[3], wanted);
}

#[test]
fn vectors_pack_and_unpack() {
    let body = "mov.b64 %d1, 0x8877665544332211;\nmov.b64 {%h1, %h2, %h3, %h4}, %d1;\nmov.b16 {%b1, _}, %h2;\n\
                mov.b16 {_, %b2}, %h3;\nmov.b32 %r1, {%b1, %b2, %b1, %b2};\nmov.b32 {%h5, %h6}, %r1;\n\
                mov.b128 %q1, {%d1, %d1};\nmov.b128 %q2, %q1;\nmov.b128 {%d2, %d3}, %q2;\nmov.b64 {%r2, %r3}, %d3;\n\
                mov.b16 %h7, {%b2, %b1};\nmov.b64 %d0, {%h5, %h7, %h4, %h1};\nxor.b64 %d2, %d2, %d1;\n\
                or.b64 %d0, %d0, %d2;\ncvt.u64.u32 %d4, %r3;\nshr.u64 %d4, %d4, 32;\nor.b64 %d0, %d0, %d4;";
    assert_eq!(lanes(body)[0], 0x2211_8877_3366_6633);
}

/// Exponentials of the lanes, a quarter each.
fn exponentials(perturb: Option<u64>) -> Vec<u64> {
    let body = "cvt.rn.f32.u32 %f1, %lane;\nmul.f32 %f1, %f1, 0f3E800000;\nex2.approx.ftz.f32 %f2, %f1;\n\
                mov.b32 %r1, %f2;\ncvt.rn.f16.f32 %h1, %f1;\ntanh.approx.f16 %h2, %h1;\ncvt.u32.u16 %r2, %h2;\n\
                mov.b64 %d0, {%r1, %r2};\nmul.wide.u32 %d63, %lane, 8;\nadd.u64 %d63, %d63, %out;\n\
                st.global.b64 [%d63], %d0;";
    run(&kernel(body), 32, &Options { perturb, ..Options::default() })
}

#[test]
fn perturbed_functions_stay_within_their_bounds() {
    let exact = exponentials(None);
    let mut moved = 0;
    for seed in 0..20 {
        let given = exponentials(Some(seed));
        assert_eq!(given, exponentials(Some(seed)), "the same seed gives the same results");
        for (lane, (&given, &exact)) in given.iter().zip(&exact).enumerate() {
            let [x, nearest] = [given, exact].map(|word| f64::from(f32::from_bits(word as u32)));
            let unit = f64::from(f32::EPSILON) * nearest;
            assert!((x - nearest).abs() <= 2.5 * unit, "lane {lane}: {x} and {nearest}");
            moved += u32::from(given != exact);
        }
        assert_eq!(given[0], exact[0], "what the ISA states stays");
    }
    assert!(moved > 200, "{moved} of 640 results moved");
}
