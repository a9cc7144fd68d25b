//! Random programs: clean-up keeps them valid, of the same version, and what they compute the same, bit for bit.

use cuda_tile::bytecode::lowest_version;
use cuda_tile::text::{PrintOptions, print};
use cuda_tile::verify::{VerifyOptions, verify};
use cuda_tile::{Module, Type};
use launch::{Argument, Buffer, Engine, Grid, Launch, Options, Schedule};
use numerics::Scalar;
use reference::Reference;
use smith::{BUFFER_ELEMENTS, foci, generate, parameters};

/// Steps that a program gets.
const STEPS: u64 = 200_000;

/// What the buffers hold after a run of two blocks; `None` when it trapped.
fn run(module: &Module, version: ir::Version) -> Option<Vec<Buffer>> {
    let pointee = |ty: &Type| ty.as_tile().and_then(|tile| tile.elem().ptr()).map(|ptr| ptr.pointee);
    let mut buffers: Vec<Buffer> = parameters(version).iter().filter_map(pointee).map(filled).collect();
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

fn filled(scalar: Scalar) -> Buffer {
    let mut buffer = Buffer::zeroed(scalar, &[BUFFER_ELEMENTS]).expect("a small buffer");
    let mask = u64::MAX >> (64 - scalar.bits());
    for index in 0..BUFFER_ELEMENTS as usize {
        buffer.view_mut().set(index, (index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7 & mask);
    }
    buffer
}

fn errors(module: &Module, version: ir::Version) -> Vec<String> {
    let rules = VerifyOptions { version, ..VerifyOptions::default() };
    let found = verify(module, &rules).diagnostics;
    found.iter().filter(|d| d.is_error()).map(|d| d.message.clone()).collect()
}

fn text(module: &Module) -> String {
    print(module, &PrintOptions::default())
}

#[test]
fn clean_up_changes_no_result() {
    // Every seventh, which is every op all the same: there are more types than that to most.
    let (mut compared, mut changed) = (0, 0);
    for (seed, (opcode, scalar, version)) in foci().into_iter().enumerate().step_by(7) {
        let options = smith::Options { version, focus: vec![(opcode, scalar)], ..smith::Options::default() };
        let module = generate(seed as u64, &options);
        let mut better = module.clone();
        changed += u32::from(opt::clean_up(&mut better));
        let case =
            || format!("seed {seed}: {opcode:?} on {scalar}\n{}\nbecame\n{}", text(&module), text(&better));
        assert_eq!(errors(&better, version), Vec::<String>::new(), "{}", case());
        assert!(lowest_version(&better) <= lowest_version(&module), "{}", case());
        assert!(!opt::clean_up(&mut better.clone()), "a clean module changes again: {}", case());
        if let Some(before) = run(&module, version) {
            assert!(run(&better, version) == Some(before), "{}", case());
            compared += 1;
        }
    }
    assert!(compared > 100, "only {compared} programs ran to their end");
    assert!(changed > 100, "only {changed} programs changed");
}
