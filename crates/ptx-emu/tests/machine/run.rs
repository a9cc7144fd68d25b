//! Runs a kernel of one buffer.

use launch::Buffer;
use numerics::Scalar;
use ptx::Module;
use ptx_emu::{Counters, Fault, Launch, Options, Outcome, Program, Value};

/// A kernel `k` of one buffer of 32-bit numbers.
pub(crate) fn kernel(shared: &str, body: &str) -> String {
    format!(
        ".version 8.7\n.target sm_90a\n.address_size 64\n{shared}\n.visible .entry k(.param .u64 out) {{\n\
         .reg .pred %p<8>;\n.reg .b32 %r<32>;\n.reg .b64 %rd<16>;\nld.param.u64 %rd1, [out];\n{body}\nret;\n}}\n"
    )
}

pub(crate) fn run(
    text: &str,
    grid: u32,
    block: u32,
    count: usize,
) -> Result<(Vec<u32>, Outcome), Box<Fault>> {
    run_with(text, Shape { grid, block, cluster: None }, count, Options::default())
}

/// Blocks of a launch, along the first axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) grid: u32,
    pub(crate) block: u32,
    pub(crate) cluster: Option<u32>,
}

/// Runs it on a buffer of the given number of zeros; what the buffer holds afterwards.
pub(crate) fn run_with(
    text: &str,
    shape: Shape,
    count: usize,
    options: Options<'_>,
) -> Result<(Vec<u32>, Outcome), Box<Fault>> {
    let (_, program) = prepared(text);
    let mut buffer = Buffer::zeroed(Scalar::I32, &[count as u64]).expect("small");
    let mut launch = launch(shape, &mut buffer);
    let outcome =
        program.launch(&mut launch, &Options { steps: options.steps.or(Some(1 << 24)), ..options })?;
    let numbers =
        buffer.bytes().chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    Ok((numbers.collect(), outcome))
}

/// Counts what a kernel does in one launch on a buffer of the given number of zeros.
pub(crate) fn count(text: &str, shape: Shape, count: usize, options: Options<'_>) -> Counters {
    let (module, program) = prepared(text);
    let mut buffer = Buffer::zeroed(Scalar::I32, &[count as u64]).expect("small");
    program.count(&module, &mut launch(shape, &mut buffer), &options).expect("clean").counters
}

fn prepared(text: &str) -> (Module, Program) {
    let source = diag::Source::new("k.ptx", text);
    let parsed = ptx::parse(&source);
    let shown = |all: &[diag::Diagnostic]| -> Vec<String> {
        all.iter().map(|one| diag::render_short(one, Some(&source))).collect()
    };
    assert!(parsed.diagnostics.is_empty(), "{:#?}", shown(&parsed.diagnostics));
    let program = Program::prepare(&parsed.module, &parsed.map, "k");
    let program = program.unwrap_or_else(|diagnostics| panic!("{:#?}", shown(&diagnostics)));
    (parsed.module, program)
}

fn launch(shape: Shape, buffer: &mut Buffer) -> Launch<'_> {
    Launch {
        grid: [shape.grid, 1, 1],
        block: [shape.block, 1, 1],
        cluster: shape.cluster.map(|blocks| [blocks, 1, 1]),
        dynamic_shared: 0,
        buffers: vec![("out".to_owned(), buffer.view_mut())],
        args: vec![Value::Pointer { buffer: 0, offset: 0 }],
    }
}
