//! Matrix instructions as the machine executes them: every operand comes from where the form has it.

use launch::Buffer;
use numerics::Scalar;
use ptx::spec::{Count, Shape, TypeOf};
use ptx::{Modifier, Opcode, Type};
use ptx_emu::matrix::form::{self, MmaForm};
use ptx_emu::matrix::ldmatrix::{matrices, movmatrix};
use ptx_emu::matrix::scaled::Scales;
use ptx_emu::matrix::{Row, Row64};
use ptx_emu::{Fault, Launch, Options, Program, Value};

use crate::source::{Seeded, every_choice};

/// Runs a kernel of one warp on a buffer in which each lane has `words` words, and writes after them.
pub(crate) fn run(target: &str, body: &str, block: u32, buffer: &mut [u32]) -> Result<(), Box<Fault>> {
    let text = format!(
        ".version 9.1\n.target {target}\n.address_size 64\n.visible .entry k(.param .u64 buffer) {{\n\
         .reg .pred %p<4>;\n.reg .b16 %h<8>;\n.reg .b32 %r<400>;\n.reg .f32 %f<200>;\n.reg .b64 %rd<16>;\n.reg .f64 %fd<40>;\n\
         .shared .align 1024 .b8 tile[32768];\n{body}\nret;\n}}\n"
    );
    let source = diag::Source::new("k.ptx", text);
    let parsed = ptx::parse(&source);
    let mut diagnostics = parsed.diagnostics;
    diagnostics.extend(ptx::verify(&parsed.module, &parsed.map));
    let shown = |diagnostics: &[diag::Diagnostic]| {
        diagnostics.iter().map(|one| diag::render_short(one, Some(&source))).collect::<Vec<_>>()
    };
    assert!(diagnostics.is_empty(), "{:#?}\n{}", shown(&diagnostics), source.text());
    let program = Program::prepare(&parsed.module, &parsed.map, "k");
    let program = program.unwrap_or_else(|diagnostics| panic!("{:#?}", shown(&diagnostics)));
    let mut memory = Buffer::zeroed(Scalar::I32, &[buffer.len() as u64]).expect("small");
    for (bytes, word) in memory.bytes_mut().as_chunks_mut().0.iter_mut().zip(&*buffer) {
        *bytes = word.to_le_bytes();
    }
    let mut launch = Launch {
        grid: [1; 3],
        block: [block, 1, 1],
        cluster: None,
        dynamic_shared: 0,
        buffers: vec![("buffer".to_owned(), memory.view_mut())],
        args: vec![Value::Pointer { buffer: 0, offset: 0 }],
    };
    let outcome = program.launch(&mut launch, &Options { steps: Some(1 << 24), ..Options::default() });
    for (bytes, word) in memory.bytes().as_chunks().0.iter().zip(buffer) {
        *word = u32::from_le_bytes(*bytes);
    }
    outcome.map(|_| ())
}

/// Modifiers of the buffer that a lane has.
pub(crate) const WORDS: usize = 256;

/// `%rd1` becomes the address of the thread's words, by additions alone.
pub(crate) fn own_words() -> String {
    let mut text = String::from(
        "ld.param.u64 %rd1, [buffer];\nmov.u32 %r0, %tid.x;\nmov.u32 %r399, tile;\nadd.u32 %r398, %r0, %r0;\n\
         add.u32 %r398, %r398, %r398;\nadd.u32 %r398, %r398, %r399;\nadd.u32 %r398, %r398, 32256;\n",
    );
    text += &widened("%r0", "%rd2");
    for _ in 0..(WORDS * 4).ilog2() {
        text += "add.u64 %rd2, %rd2, %rd2;\n";
    }
    text += "add.u64 %rd1, %rd1, %rd2;\n";
    text
}

/// A register made 64 bits wide, through the thread's own word at the end of shared memory.
pub(crate) fn widened(from: &str, to: &str) -> String {
    format!("st.shared.u32 [%r398], {from};\nld.shared.u32 {to}, [%r398];\n")
}

/// `%r3` becomes the address of the row of 16 bytes of the lane.
const ROW_OF_LANE: &str = "mov.u32 %r1, tile;\nadd.u32 %r2, %r0, %r0;\nadd.u32 %r2, %r2, %r2;\nadd.u32 %r2, %r2, %r2;\n\
                           add.u32 %r2, %r2, %r2;\nadd.u32 %r3, %r1, %r2;\n";

/// Operands of a form: name, type and number of registers.
fn operands(words: &[Modifier], opcode: Opcode) -> Vec<(&'static str, Type, usize)> {
    let fits = |id: &ptx::spec::FormId| id.form().place(words).is_ok();
    let form = opcode.forms().find(fits).expect("a form").form();
    let of = |spec: &ptx::spec::OperandSpec| match &spec.shape {
        Shape::Value(value) => {
            let TypeOf::Fixed(of) = value.of else { panic!("{}", spec.name) };
            let Some(Count::Fixed(count)) = value.count else { return (spec.name, of, 1) };
            (spec.name, of, count as usize)
        }
        other => panic!("{other:?}"),
    };
    form.operands.iter().map(of).collect()
}

fn target(words: &[Modifier]) -> &'static str {
    let blackwell = [Modifier::KindF8f6f4, Modifier::BlockScale];
    if words.iter().any(|word| blackwell.contains(word)) { "sm_120a" } else { "sm_90a" }
}

#[test]
fn every_mma_takes_its_operands_from_their_registers() {
    let mut seeded = Seeded(31);
    for words in every_choice(Opcode::Mma) {
        check(&words, &mut seeded);
    }
}

fn check(words: &[Modifier], seeded: &mut Seeded) {
    let operands = operands(words, Opcode::Mma);
    let mut body = own_words();
    let (mut at, mut next) = (0, 1);
    let mut names = Vec::new();
    let mut places = Vec::new();
    for &(name, of, count) in &operands {
        if name == "ia" || name == "ib" {
            names.push("{0, 1}".to_owned());
            places.push(0);
            continue;
        }
        let (kind, bytes) = match of {
            Type::F64 => ("fd", 8),
            Type::F32 => ("f", 4),
            _ => ("r", 4),
        };
        let registers: Vec<String> = (next..next + count).map(|number| format!("%{kind}{number}")).collect();
        next += count;
        places.push(at);
        for register in registers.iter().filter(|_| name != "d") {
            body += &format!("ld.global.b{} {register}, [%rd1+{at}];\n", bytes * 8);
            at += bytes;
        }
        let list = registers.join(", ");
        names.push(if name.starts_with('s') { list } else { format!("{{{list}}}") });
    }
    let modifiers: String = words.iter().map(|word| format!(".{word}")).collect();
    body += &format!("mma{modifiers} {};\n", names.join(", "));
    let result = 128 * 4;
    let (_, of, count) = operands[0];
    let (kind, bytes) = match of {
        Type::F64 => ("fd", 8),
        Type::F32 => ("f", 4),
        _ => ("r", 4),
    };
    for register in 0..count {
        let place = result + register * bytes;
        body += &format!("st.global.b{} [%rd1+{place}], %{kind}{};\n", bytes * 8, 1 + register);
    }
    let mut buffer: Vec<u32> = (0..32 * WORDS).map(|_| seeded.next() as u32 & 0x3bff_3bff).collect();
    let before = buffer.clone();
    run(target(words), &body, 32, &mut buffer).unwrap_or_else(|fault| panic!("{words:?}: {fault}"));
    let row = |buffer: &[u32], place: usize| -> Row {
        std::array::from_fn(|lane| buffer[lane * WORDS + place / 4])
    };
    let wide = |buffer: &[u32], place: usize| -> Row64 {
        let (low, high) = (row(buffer, place), row(buffer, place + 4));
        std::array::from_fn(|lane| u64::from(low[lane]) | u64::from(high[lane]) << 32)
    };
    let count_of = |index: usize| operands[index].2;
    let rows = |index: usize| -> Vec<Row> {
        (0..count_of(index)).map(|r| row(&before, places[index] + 4 * r)).collect()
    };
    let form = form::mma(words).expect("a form");
    if let MmaForm::F64(mma) = form {
        let doubles = |index: usize| -> Vec<Row64> {
            (0..count_of(index)).map(|r| wide(&before, places[index] + 8 * r)).collect()
        };
        let [a, b, c] = [1, 2, 3].map(doubles);
        let [a, b, c] = [&a, &b, &c].map(|rows| rows.iter().collect::<Vec<_>>());
        let mut expected = vec![[0; 32]; count];
        mma.execute(&a, &b, &c, &mut expected);
        let found: Vec<Row64> = (0..count).map(|r| wide(&buffer, result + 8 * r)).collect();
        assert_eq!(found, expected, "{words:?}");
        return;
    }
    let mut expected = vec![[0; 32]; count];
    let [a, b, c] = [1, 2, 3].map(rows);
    let [a, b, c] = [&a, &b, &c].map(|rows| rows.iter().collect::<Vec<_>>());
    match form {
        MmaForm::Small(mma) => mma.execute(&a, &b, &c, &mut expected),
        MmaForm::Volta(volta) => volta.execute(&a, &b, &c, &mut expected),
        MmaForm::Scaled(scaled) => {
            let scales = [4, 6].map(|index| row(&before, places[index]));
            let [sa, sb] = [&scales[0], &scales[1]].map(|register| Scales { register, byte: 0, thread: 1 });
            scaled.execute([(&a, sa), (&b, sb)], &c, &mut expected);
        }
        MmaForm::F64(_) => unreachable!("checked above"),
    }
    let found: Vec<Row> = (0..count).map(|r| row(&buffer, result + 4 * r)).collect();
    assert_eq!(found, expected, "{words:?}");
}

#[test]
fn matrices_are_loaded_and_stored_at_the_addresses_of_their_rows() {
    let mut seeded = Seeded(32);
    // Lane l stores its row of 16 bytes; lane 31 - l has its address, so that row i is lane 31 - i's.
    for words in every_choice(Opcode::Ldmatrix) {
        let form = matrices(&words).expect("a form");
        let mut body = own_words();
        body += ROW_OF_LANE;
        body += "ld.global.v4.b32 {%r4, %r5, %r6, %r7}, [%rd1];\nst.shared.v4.b32 [%r3], {%r4, %r5, %r6, %r7};\n\
                 bar.warp.sync -1;\nld.global.b32 %r8, [%rd1+16];\nadd.u32 %r3, %r1, %r8;\n";
        body += &widened("%r3", "%rd3");
        if !words.iter().any(|word| matches!(word, Modifier::Shared | Modifier::SharedCta)) {
            body += "cvta.shared.u64 %rd3, %rd3;\n";
        }
        let modifiers: String = words.iter().map(|word| format!(".{word}")).collect();
        let registers: Vec<String> = (10..10 + form.registers()).map(|r| format!("%r{r}")).collect();
        body += &format!("ldmatrix{modifiers} {{{}}}, [%rd3];\n", registers.join(", "));
        for (index, register) in registers.iter().enumerate() {
            body += &format!("st.global.b32 [%rd1+{}], {register};\n", 32 + 4 * index);
        }
        let mut buffer: Vec<u32> = (0..32 * WORDS).map(|_| seeded.next() as u32).collect();
        for lane in 0..32 {
            buffer[lane * WORDS + 4] = 16 * (31 - lane as u32);
        }
        let rows: Vec<[u32; 4]> =
            (0..32).map(|lane| std::array::from_fn(|word| buffer[(31 - lane) * WORDS + word])).collect();
        run("sm_120a", &body, 32, &mut buffer).unwrap_or_else(|fault| panic!("{words:?}: {fault}"));
        let mut expected = vec![[0; 32]; form.registers()];
        form.load(&rows, &mut expected);
        for (index, register) in expected.iter().enumerate() {
            let found: Row = std::array::from_fn(|lane| buffer[lane * WORDS + 8 + index]);
            assert_eq!(found, *register, "{words:?} {index}");
        }
    }
}

#[test]
fn matrices_are_stored_and_moved() {
    let mut seeded = Seeded(33);
    for words in every_choice(Opcode::Stmatrix) {
        let form = matrices(&words).expect("a form");
        let mut body = own_words();
        body += ROW_OF_LANE;
        body += &widened("%r3", "%rd3");
        body += "ld.global.v4.b32 {%r4, %r5, %r6, %r7}, [%rd1];\nmovmatrix.sync.aligned.m8n8.trans.b16 %r4, %r4;\n";
        if !words.iter().any(|word| matches!(word, Modifier::Shared | Modifier::SharedCta)) {
            body += "cvta.shared.u64 %rd3, %rd3;\n";
        }
        let modifiers: String = words.iter().map(|word| format!(".{word}")).collect();
        let registers: Vec<String> = (4..4 + form.registers()).map(|r| format!("%r{r}")).collect();
        body += &format!(
            "stmatrix{modifiers} [%rd3], {{{}}};\nbar.warp.sync -1;\nld.shared.v4.b32 {{%r4, %r5, %r6, %r7}}, [%r3];\n\
             st.global.v4.b32 [%rd1+32], {{%r4, %r5, %r6, %r7}};\n",
            registers.join(", ")
        );
        let mut buffer: Vec<u32> = (0..32 * WORDS).map(|_| seeded.next() as u32).collect();
        let mut given: Vec<Row> =
            (0..4).map(|r| std::array::from_fn(|lane| buffer[lane * WORDS + r])).collect();
        given[0] = movmatrix(&given[0]);
        run("sm_120a", &body, 32, &mut buffer).unwrap_or_else(|fault| panic!("{words:?}: {fault}"));
        let mut expected = vec![[0; 4]; form.rows()];
        form.store(&given.iter().take(form.count).collect::<Vec<_>>(), &mut expected);
        for (lane, row) in expected.iter().enumerate() {
            assert_eq!(buffer[lane * WORDS + 8..][..4], *row, "{words:?} {lane}");
        }
    }
}

#[test]
fn part_of_a_warp_is_refused() {
    let mma = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2}, {%r3}, {%f1, %f2, %f3, %f4};";
    let body = format!(
        "mov.u32 %r8, %tid.x;\nways: .branchtargets a, a, b;\nbrx.idx %r8, ways;\na: {mma}\nb: bar.warp.sync 7;"
    );
    let fault = run("sm_90a", &body, 3, &mut [0; 4]).expect_err("two of three lanes");
    assert_eq!(fault.code.0, "E0838");
    assert!(fault.message.starts_with("`mma` is executed by the lanes 0x"), "{fault}");
    assert!(fault.message.contains("whose lanes 0x00000007 have not ended"), "{fault}");
}

#[test]
fn selectors_of_scales_that_do_not_exist_are_refused() {
    let body = "mov.b16 %h1, 1;\nmov.b16 %h2, 2;\n\
                mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0 \
                {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f2, %f3, %f4}, %r7, {%h1, %h2}, %r8, {%h1, %h2};";
    let fault = run("sm_120a", body, 32, &mut [0; 4]).expect_err("thread 2 of A");
    assert_eq!(fault.code.0, "E0870");
    assert!(fault.message.contains("scales of A are selected by byte 1 and thread 2"), "{fault}");
}
