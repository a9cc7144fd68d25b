//! The size of an access is the instruction's, whatever the size of the register (PTX ISA 9.4.1): each type, register, vector
//! and memory space, against plain Rust.

use launch::Buffer;
use numerics::Scalar;
use ptx_emu::{Launch, Options, Program, Value};

const TYPES: [&str; 15] =
    ["b8", "u8", "s8", "b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64", "b128"];
const REGISTERS: [u32; 4] = [16, 32, 64, 128];
const SPACES: [&str; 5] = ["global", "generic", "shared", "generic shared", "local"];

/// Parts of the buffer: what is loaded, what is stored over, what registers hold before and after.
const SOURCE: usize = 0;
const TARGET: usize = 2048;
const BEFORE: usize = 4096;
const AFTER: usize = 8192;
/// Bytes of the buffer, and of the registers of a thread.
const BYTES: usize = 12288;
const FRAME: usize = 128;

/// A type, the size of the registers, elements of the vector, and which lanes execute.
#[derive(Clone, Copy, Debug)]
struct Case {
    of: &'static str,
    register: u32,
    count: usize,
    space: &'static str,
    /// Bytes between the places of two lanes.
    stride: usize,
    odd_only: bool,
}

impl Case {
    fn size(&self) -> usize {
        self.of[1..].parse::<usize>().expect("a type") / 8
    }

    /// Does the ISA have the vector, in global memory with 256 bits, which are in registers of their own size?
    fn exists(&self) -> bool {
        let whole = self.size() * self.count;
        let fits = whole <= 16 || (whole == 32 && self.size() >= 4 && self.space == "global");
        let vector = self.count == 1 || (self.size() < 16 && (self.count < 8 || whole == 32));
        let relaxed = whole < 32 || self.size() * 8 == self.register as usize;
        relaxed && self.size() * 8 <= self.register as usize && fits && vector && (self.stride >= whole)
    }

    /// The memory space as the instruction names it.
    fn suffix(&self) -> &'static str {
        match self.space {
            "global" => ".global",
            "shared" => ".shared",
            "local" => ".local",
            _ => "",
        }
    }

    fn registers(&self) -> String {
        let names: Vec<String> = (0..self.count).map(|at| format!("%v{at}")).collect();
        if self.count == 1 { names[0].clone() } else { format!("{{{}}}", names.join(", ")) }
    }

    /// Where `%rd8` and `%rd9` are the places of a thread in the source and the target.
    fn places(&self) -> String {
        let stride = self.stride;
        match self.space {
            "global" | "generic" => format!(
                "mad.wide.u32 %rd8, %r1, {stride}, %rd1;\nmad.wide.u32 %rd9, %r1, {stride}, %rd1;\nadd.u64 %rd9, %rd9, {TARGET};\n"
            ),
            "local" => {
                format!("mov.u64 %rd8, l;\nadd.u64 %rd9, %rd8, 64;\n{}", copies(".local", "%rd8", true))
            }
            _ => {
                let generic = if self.space == "shared" { "" } else { "cvta.shared.u64 %rd7, %rd7;\n" };
                format!(
                    "mov.u64 %rd7, s;\n{generic}mad.wide.u32 %rd6, %r1, 64, %rd7;\n{}bar.sync 0;\n\
                     mad.wide.u32 %rd8, %r1, {stride}, %rd7;\nadd.u64 %rd9, %rd8, {TARGET};\n",
                    copies(self.suffix(), "%rd6", true)
                )
            }
        }
    }

    /// Copies what was stored back to the buffer.
    fn back(&self) -> String {
        match self.space {
            "global" | "generic" => String::new(),
            "local" => copies(".local", "%rd8", false),
            _ => format!("bar.sync 0;\n{}", copies(self.suffix(), "%rd6", false)),
        }
    }

    fn text(&self) -> String {
        let Case { of, register, count, .. } = *self;
        let (suffix, registers) = (self.suffix(), self.registers());
        let vector = if count == 1 { String::new() } else { format!(".v{count}") };
        let guard = if self.odd_only { "@%p1 " } else { "" };
        let each = |instruction: &dyn Fn(usize) -> String| (0..count).map(instruction).collect::<String>();
        let before = each(&|at| format!("ld.global.b{register} %v{at}, [%rd2+{}];\n", BEFORE + 16 * at));
        let after = each(&|at| format!("st.global.b{register} [%rd2+{}], %v{at};\n", AFTER + 16 * at));
        format!(
            ".version 8.8\n.target sm_100a\n.address_size 64\n\
             .visible .entry k(.param .u64 out) {{\n\
             .reg .pred %p<4>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<12>;\n.reg .b32 %c<4>;\n.reg .b{register} %v<8>;\n\
             .shared .align 32 .b8 s[4096];\n.local .align 32 .b8 l[128];\n\
             ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nand.b32 %r2, %r1, 1;\nsetp.eq.u32 %p1, %r2, 1;\n\
             mul.wide.u32 %rd3, %r1, 64;\nadd.u64 %rd3, %rd3, %rd1;\n\
             mul.wide.u32 %rd2, %r1, {FRAME};\nadd.u64 %rd2, %rd2, %rd1;\n\
             {}{before}{guard}st{suffix}{vector}.{of} [%rd9], {registers};\n\
             {guard}ld{suffix}{vector}.{of} {registers}, [%rd8];\n{after}{}ret;\n}}\n",
            self.places(),
            self.back(),
        )
    }

    /// The contents of the buffer afterwards.
    fn expected(&self, before: &[u8]) -> Vec<u8> {
        let (size, width) = (self.size(), self.register as usize / 8);
        let mut after = before.to_vec();
        for lane in 0..32usize {
            let executes = !self.odd_only || lane % 2 == 1;
            for at in 0..self.count {
                let old = BEFORE + FRAME * lane + 16 * at;
                let new = AFTER + FRAME * lane + 16 * at;
                let place = self.stride * lane + size * at;
                if !executes {
                    after.copy_within(old..old + width, new);
                    continue;
                }
                let negative = self.of.starts_with('s') && before[SOURCE + place + size - 1] >= 128;
                after[new..new + width].fill(if negative { 0xff } else { 0 });
                after.copy_within(SOURCE + place..SOURCE + place + size, new);
                after.copy_within(old..old + size, TARGET + place);
            }
        }
        after
    }
}

/// Copies 64 bytes of a thread between the buffer and the source and target in another memory.
fn copies(suffix: &str, place: &str, there: bool) -> String {
    let behind = if suffix == ".local" { 64 } else { TARGET };
    let copy = |(ours, theirs): (usize, usize)| {
        let (global, other) = (format!("[%rd3+{ours}]"), format!("[{place}+{theirs}]"));
        let values = "{%c0, %c1, %c2, %c3}";
        if there {
            format!("ld.global.v4.b32 {values}, {global};\nst{suffix}.v4.b32 {other}, {values};\n")
        } else {
            format!("ld{suffix}.v4.b32 {values}, {other};\nst.global.v4.b32 {global}, {values};\n")
        }
    };
    let chunks =
        |ours: usize, theirs: usize| (0..4).map(move |chunk| (ours + 16 * chunk, theirs + 16 * chunk));
    let source = chunks(SOURCE, 0).filter(|_| there);
    source.chain(chunks(TARGET, behind)).map(copy).collect()
}

fn prepared(text: &str) -> Program {
    let source = diag::Source::new("k.ptx", text);
    let parsed = ptx::parse(&source);
    let wrong: Vec<_> =
        parsed.diagnostics.into_iter().chain(ptx::verify(&parsed.module, &parsed.map)).collect();
    let shown: Vec<_> = wrong.iter().map(|one| diag::render_short(one, Some(&source))).collect();
    assert!(shown.is_empty(), "{shown:#?}\n{text}");
    Program::prepare(&parsed.module, &parsed.map, "k").unwrap_or_else(|refused| panic!("{refused:?}\n{text}"))
}

/// Runs a kernel of one buffer.
fn launched(text: &str, threads: u32, buffer: &mut Buffer) {
    let mut launch = Launch {
        grid: [1, 1, 1],
        block: [threads, 1, 1],
        cluster: None,
        dynamic_shared: 0,
        buffers: vec![("out".to_owned(), buffer.view_mut())],
        args: vec![Value::Pointer { buffer: 0, offset: 0 }],
    };
    let outcome = prepared(text).launch(&mut launch, &Options::default());
    outcome.unwrap_or_else(|fault| panic!("{fault}\n{text}"));
}

/// A buffer of bytes that differ from their neighbours, half of them with the sign bit.
fn filled(bytes: usize) -> Buffer {
    let mut buffer = Buffer::zeroed(Scalar::I8, &[bytes as u64]).expect("small");
    (0..bytes).for_each(|at| buffer.bytes_mut()[at] = (at * 151 + at / 97) as u8);
    buffer
}

#[test]
fn accesses_have_the_size_of_their_instruction() {
    let mut cases = 0;
    for of in TYPES {
        for (register, count) in
            REGISTERS.into_iter().flat_map(|bits| [1, 2, 4, 8].map(|count| (bits, count)))
        {
            for space in SPACES {
                let size = Case { of, register, count, space, stride: 64, odd_only: false }.size();
                let strides = if space == "local" { vec![64] } else { vec![size * count, 64] };
                for (stride, odd_only) in strides.into_iter().flat_map(|one| [(one, false), (one, true)]) {
                    let case = Case { of, register, count, space, stride, odd_only };
                    if !case.exists() {
                        continue;
                    }
                    let mut buffer = filled(BYTES);
                    let expected = case.expected(buffer.bytes());
                    launched(&case.text(), 32, &mut buffer);
                    let wrong = (0..BYTES).find(|&at| buffer.bytes()[at] != expected[at]);
                    assert_eq!(wrong, None, "{case:?} at this byte\n{}", case.text());
                    cases += 1;
                }
            }
        }
    }
    assert!(cases > 1000, "{cases}");
}

#[test]
fn the_last_element_of_a_buffer_is_stored_from_wider_registers() {
    for (of, size) in [("b8", 1), ("u16", 2), ("b32", 4), ("f32", 4), ("b64", 8)] {
        for register in [64, 128].into_iter().filter(|&bits| bits >= 8 * size) {
            for suffix in ["", ".global"] {
                let text = format!(
                    ".version 8.8\n.target sm_100a\n.address_size 64\n.visible .entry k(.param .u64 out) {{\n\
                     .reg .b64 %rd<4>;\n.reg .b{register} %v;\n.reg .b128 %q;\nld.param.u64 %rd1, [out];\n\
                     mov.b64 %rd2, 0x0807060504030201;\nmov.b128 %q, {{%rd2, %rd2}};\nmov.b{register} %v, {};\n\
                     st{suffix}.{of} [%rd1], %v;\nld{suffix}.{of} %v, [%rd1];\nst{suffix}.{of} [%rd1], %v;\nret;\n}}\n",
                    if register == 64 { "%rd2" } else { "%q" }
                );
                let mut buffer = filled(size);
                launched(&text, 1, &mut buffer);
                assert_eq!(buffer.bytes(), &[1, 2, 3, 4, 5, 6, 7, 8][..size], "{text}");
            }
        }
    }
}

#[test]
fn parameters_are_read_and_passed_with_the_size_of_the_instruction() {
    let text = ".version 8.8\n.target sm_100a\n.address_size 64\n\
        .func (.param .align 8 .b8 back[16]) f(.param .align 8 .b8 given[16]) {\n\
        .reg .b64 %rd<4>;\nld.param.s8 %rd1, [given];\nld.param.u16 %rd2, [given+2];\nld.param.s32 %rd3, [given+4];\n\
        st.param.b8 [back], %rd1;\nst.param.b8 [back+1], %rd2;\nst.param.b16 [back+2], %rd2;\nst.param.b32 [back+4], %rd3;\n\
        st.param.b64 [back+8], %rd3;\nret;\n}\n\
        .visible .entry k(.param .u64 out) {\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [out];\n\
        mov.b64 %rd2, 0xcccccccc81828384;\nmov.b64 %rd3, 0xffff;\n{\n.param .align 8 .b8 a[16];\n.param .align 8 .b8 b[16];\n\
        st.param.b64 [a], %rd3;\nst.param.b64 [a+8], %rd3;\nst.param.b32 [a+4], %rd2;\nst.param.b8 [a], %rd2;\n\
        call.uni (b), f, (a);\nld.param.b64 %rd2, [b];\nst.global.b64 [%rd1], %rd2;\nld.param.b64 %rd2, [b+8];\n\
        st.global.b64 [%rd1+8], %rd2;\n}\nret;\n}\n";
    let mut buffer = filled(16);
    launched(text, 1, &mut buffer);
    // The first word that is passed is 84 ff 00 00.
    let expected = [0x84, 0, 0, 0, 0x84, 0x83, 0x82, 0x81, 0x84, 0x83, 0x82, 0x81, 0xff, 0xff, 0xff, 0xff];
    assert_eq!(buffer.bytes(), &expected);
}

/// Conversions look at as much of a wider register as their type says, and extend the result to the register.
#[test]
fn conversions_between_integers_of_any_width_and_register() {
    let types = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"];
    let bits = |of: &str| of[1..].parse::<u32>().expect("a type");
    let value = 0x8091_a2b3_c4d5_e6f7_u64;
    // The value of the low bits of a register as a type.
    let read = |value: u64, of: &str| {
        let unused = 64 - bits(of);
        if of.starts_with('s') {
            (value << unused) as i64 >> unused
        } else {
            (value << unused >> unused) as i64
        }
    };
    let mut cases = 0;
    for (to, from) in types.into_iter().flat_map(|to| types.map(|from| (to, from))) {
        for (wide_to, wide_from) in
            [(16, 16), (32, 16), (16, 32), (32, 32), (64, 32), (32, 64), (64, 64), (64, 16)]
        {
            if wide_to < bits(to) || wide_from < bits(from) {
                continue;
            }
            let text = format!(
                ".version 8.8\n.target sm_100a\n.address_size 64\n.visible .entry k(.param .u64 out) {{\n\
                 .reg .b64 %rd<4>;\n.reg .b{wide_from} %a;\n.reg .b{wide_to} %d;\nld.param.u64 %rd1, [out];\n\
                 ld.global.b{wide_from} %a, [%rd1];\ncvt.{to}.{from} %d, %a;\nst.global.b{wide_to} [%rd1], %d;\nret;\n}}\n"
            );
            let mut buffer = filled(8);
            buffer.bytes_mut().copy_from_slice(&value.to_le_bytes());
            launched(&text, 1, &mut buffer);
            let result = read(read(value, from) as u64, to) as u64;
            let mut expected = value.to_le_bytes();
            let width = wide_to as usize / 8;
            expected[..width].copy_from_slice(&result.to_le_bytes()[..width]);
            assert_eq!(buffer.bytes(), expected, "{text}");
            cases += 1;
        }
    }
    assert!(cases > 200, "{cases}");
}
