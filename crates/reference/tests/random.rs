//! Random programs: whatever verifies runs to an end, to a trap, or to an error that says why not; twice the same way.

use cuda_tile::Module;
use cuda_tile::Type;
use ir::Version;
use launch::{Argument, Buffer, Grid, Launch, LaunchError, Options, Schedule};
use numerics::Scalar;
use reference::{Engine, Reference};
use smith::{BUFFER_ELEMENTS, foci, generate, parameters};

/// Steps that a program gets.
const STEPS: u64 = 20_000;
/// Bytes that a program gets.
const MEMORY: u64 = 64 << 20;

/// Devices that have memory of multicast pointers.
const DEVICES: u32 = 2;

type Result = std::result::Result<Vec<Buffer>, String>;

fn run(module: &Module, version: Version, schedule: Schedule) -> Result {
    let params = parameters(version);
    let pointer = |ty: &Type| ty.as_tile().and_then(|tile| tile.elem().ptr());
    let mut buffers: Vec<Buffer> = params
        .iter()
        .filter_map(pointer)
        .map(|pointer| {
            let (scalar, shape) = (pointer.pointee, [BUFFER_ELEMENTS]);
            let buffer = match pointer.is_multicast() {
                true => Buffer::multicast(scalar, &shape, DEVICES),
                false => Buffer::zeroed(scalar, &shape),
            };
            let mut buffer = buffer.expect("a small buffer");
            (0..BUFFER_ELEMENTS as usize).for_each(|index| {
                let mask = u64::MAX >> (64 - scalar.bits());
                buffer.view_mut().set(index, (index as u64).wrapping_mul(0x9E37_79B9) & mask);
            });
            buffer
        })
        .collect();
    let mut args: Vec<Argument> =
        (0..buffers.len()).map(|buffer| Argument::Pointer { buffer, offset: 0 }).collect();
    args.push(Argument::Scalar { ty: Scalar::I32, bits: 3 });
    let views = buffers.iter_mut().map(Buffer::view_mut).collect();
    let grid = Grid::new(2, 1, 1).expect("a small grid");
    let mut launch = Launch { entry: "k", grid, buffers: views, args };
    let mut output = String::new();
    let mut options = Options { step_budget: Some(STEPS), schedule, ..Options::new(&mut output) };
    let engine = Reference { memory_limit: MEMORY, ..Reference::default() };
    let result = engine.launch(module, &mut launch, &mut options);
    drop(launch);
    match result {
        Ok(_) => Ok(buffers),
        Err(LaunchError::Trap(trap)) => Err(format!("{}: {trap}", trap.code)),
        Err(LaunchError::Engine(error)) => Err(format!("engine: {error}")),
    }
}

#[test]
fn whatever_verifies_runs_the_same_way_twice() {
    let mut completed = 0;
    // Every seventh, which is every op all the same: there are more types than that to most.
    for (seed, (opcode, scalar, version)) in foci().into_iter().enumerate().step_by(7) {
        let options = smith::Options { version, focus: vec![(opcode, scalar)], ..smith::Options::default() };
        let module = generate(seed as u64, &options);
        let first = run(&module, version, Schedule::InOrder);
        assert_eq!(first, run(&module, version, Schedule::InOrder), "seed {seed}: {opcode:?} on {scalar}");
        if let Err(message) = &first {
            assert!(!message.starts_with("engine"), "seed {seed}: {opcode:?} on {scalar}: {message}");
        }
        completed += u32::from(first.is_ok());
    }
    assert!(completed > 100, "only {completed} programs ran to their end");
}
