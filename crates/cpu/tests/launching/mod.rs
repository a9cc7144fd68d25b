//! Launching programs from text.

#![allow(dead_code, unreachable_pub, reason = "every test uses some of it")]

use cpu::{Cpu, Preparation, Prepared};
use cuda_tile::Module;
use cuda_tile::text::{ParseOptions, parse};
use cuda_tile::verify::{VerifyOptions, verify};
use launch::{Argument, Buffer, Engine, Grid, Launch, LaunchError, Options, Outcome};
use numerics::Scalar;

/// A verified module of one entry, `@k`, with this text.
pub fn module(entry: &str) -> Module {
    let text = format!("cuda_tile.module @m {{ {entry} }}");
    let source = diag::Source::new("test.mlir", text.as_str());
    let parsed = parse(&source, &ParseOptions::default());
    let module = parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
    let found = verify(&module, &VerifyOptions::default()).diagnostics;
    assert!(found.iter().all(|found| !found.is_error()), "{found:?}");
    module
}

/// The kernel of such a text.
pub fn kernel(entry: &str) -> Prepared {
    Prepared::new(&module(entry), "k", &Preparation::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Zeroed buffers, one an argument.
pub fn buffers(sizes: &[(Scalar, u64)]) -> Vec<Buffer> {
    sizes.iter().map(|&(scalar, len)| Buffer::zeroed(scalar, &[len]).expect("small")).collect()
}

/// Launches on buffers, one for each parameter.
pub fn launch(
    engine: &Cpu,
    kernel: &Prepared,
    blocks: u32,
    buffers: &mut [Buffer],
    options: &mut Options<'_>,
) -> Result<Outcome, LaunchError> {
    let args = (0..buffers.len()).map(|buffer| Argument::Pointer { buffer, offset: 0 }).collect();
    let buffers = buffers.iter_mut().map(Buffer::view_mut).collect();
    let grid = Grid::new(blocks, 1, 1).expect("a small grid");
    engine.launch(kernel, &mut Launch { entry: "k", grid, buffers, args }, options)
}

/// The integers of a buffer.
pub fn integers(buffer: &Buffer) -> Vec<i64> {
    let view = buffer.view();
    let number = |index| numerics::int::sign_extend(view.element(), view.get(index).expect("inside"));
    (0..view.len()).map(number).collect()
}
