//! Runs a program before and after passes: what it computes must be the same, bit for bit.

use cuda_tile::bytecode::lowest_version;
use cuda_tile::text::{PrintOptions, print};
use cuda_tile::types::PtrType;
use cuda_tile::verify::{VerifyOptions, verify};
use cuda_tile::{Module, Type};
use launch::{Argument, Buffer, Engine, Grid, Launch, Options, Schedule};
use numerics::{Format, Scalar};
use reference::Reference;
use smith::{BUFFER_ELEMENTS, parameters};

/// Devices that have memory of multicast pointers.
const DEVICES: u32 = 2;
/// Steps that a program gets.
const STEPS: u64 = 200_000;

/// The contents of the buffers after a run of two blocks; `None` if it trapped.
fn run(module: &Module, version: ir::Version) -> Option<Vec<Buffer>> {
    let pointer = |ty: &Type| ty.as_tile().and_then(|tile| tile.elem().ptr());
    let mut buffers: Vec<Buffer> = parameters(version).iter().filter_map(pointer).map(filled).collect();
    let mut args: Vec<Argument> =
        (0..buffers.len()).map(|buffer| Argument::Pointer { buffer, offset: 0 }).collect();
    args.push(Argument::Scalar { ty: Scalar::I32, bits: 3 });
    let views = buffers.iter_mut().map(Buffer::view_mut).collect();
    let grid = Grid::new(2, 1, 1).expect("a small grid");
    let mut launch = Launch { entry: "k", grid, buffers: views, args };
    let mut output = String::new();
    let mut options =
        Options { step_budget: Some(STEPS), schedule: Schedule::InOrder, ..Options::new(&mut output) };
    let result = Reference::default().launch(module, &mut launch, &mut options);
    drop(launch);
    result.is_ok().then_some(buffers)
}

fn filled(pointer: PtrType) -> Buffer {
    let (scalar, shape) = (pointer.pointee, [BUFFER_ELEMENTS]);
    let buffer = match pointer.is_multicast() {
        true => Buffer::multicast(scalar, &shape, DEVICES),
        false => Buffer::zeroed(scalar, &shape),
    };
    let mut buffer = buffer.expect("a small buffer");
    let mask = u64::MAX >> (64 - scalar.bits());
    for index in 0..BUFFER_ELEMENTS as usize {
        let any = (index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7;
        buffer.view_mut().set(index, if index % 2 == 0 { any } else { special(scalar, any) } & mask);
    }
    buffer
}

/// One of the numbers that rules are about; odd NaNs among them.
fn special(scalar: Scalar, any: u64) -> u64 {
    let Some(format) = Format::of(scalar) else { return [0, 1, u64::MAX, u64::MAX >> 1][any as usize % 4] };
    let infinity = format.infinity().unwrap_or(0);
    let magnitude = [0, 1, infinity, infinity | 1, format.max_finite()][any as usize % 5];
    magnitude | format.sign(any & 64 != 0)
}

fn errors(module: &Module, version: ir::Version) -> Vec<String> {
    let rules = VerifyOptions { version, ..VerifyOptions::default() };
    let found = verify(module, &rules).diagnostics;
    found.iter().filter(|d| d.is_error()).map(|d| d.message.clone()).collect()
}

fn text(module: &Module) -> String {
    print(module, &PrintOptions::default())
}

/// Changes `module` by `passes`; says whether it changed, and whether a run could be compared.
///
/// # Panics
/// When the module becomes invalid, newer, or another program.
pub(crate) fn same_after(
    module: &Module,
    version: ir::Version,
    seed: u64,
    passes: impl Fn(&mut Module) -> bool,
) -> (bool, bool) {
    let mut better = module.clone();
    let changed = passes(&mut better);
    let case = || format!("seed {seed}:\n{}\nbecame\n{}", text(module), text(&better));
    assert_eq!(errors(&better, version), Vec::<String>::new(), "{}", case());
    assert!(lowest_version(&better) <= lowest_version(module), "{}", case());
    let before = run(module, version);
    if let Some(before) = &before {
        assert!(run(&better, version).as_ref() == Some(before), "{}", case());
    }
    (changed, before.is_some())
}
