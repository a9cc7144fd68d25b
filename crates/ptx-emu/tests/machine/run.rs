//! Runs a kernel of one buffer.

use launch::Buffer;
use numerics::Scalar;
use ptx_emu::{Fault, Launch, Options, Outcome, Program, Value};

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

/// Runs it on a buffer of so many zeros; what the buffer holds afterwards.
pub(crate) fn run_with(
    text: &str,
    shape: Shape,
    count: usize,
    options: Options<'_>,
) -> Result<(Vec<u32>, Outcome), Box<Fault>> {
    let source = diag::Source::new("k.ptx", text);
    let parsed = ptx::parse(&source);
    let shown: Vec<_> = parsed.diagnostics.iter().map(|one| diag::render_short(one, Some(&source))).collect();
    assert!(shown.is_empty(), "{shown:#?}");
    let program = Program::prepare(&parsed.module, &parsed.map, "k");
    let program = program.unwrap_or_else(|diagnostics| {
        panic!(
            "{:?}",
            diagnostics.iter().map(|one| diag::render_short(one, Some(&source))).collect::<Vec<_>>()
        )
    });
    let mut buffer = Buffer::zeroed(Scalar::I32, &[count as u64]).expect("small");
    let mut launch = Launch {
        grid: [shape.grid, 1, 1],
        block: [shape.block, 1, 1],
        cluster: shape.cluster.map(|blocks| [blocks, 1, 1]),
        dynamic_shared: 0,
        buffers: vec![("out".to_owned(), buffer.view_mut())],
        args: vec![Value::Pointer { buffer: 0, offset: 0 }],
    };
    let outcome =
        program.launch(&mut launch, &Options { steps: options.steps.or(Some(1 << 24)), ..options })?;
    let numbers =
        buffer.bytes().chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    Ok((numbers.collect(), outcome))
}
