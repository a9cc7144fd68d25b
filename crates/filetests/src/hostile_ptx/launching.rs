//! Launches with hostile arguments, within budgets of steps and memory.

use std::num::NonZeroUsize;

use ptx_emu::copy::element::ElementType;
use ptx_emu::copy::swizzle::Swizzle;
use ptx_emu::copy::tensor_map::{Interleave, TensorMap};
use ptx_emu::{Launch, Options, Parameter, Program, Value};
use smith::Rng;
use tilewright::launch::Buffer;
use tilewright::numerics::Scalar;
use tilewright::ptx::module::{DirectiveKind, Module};

/// Instructions that one launch may take. As for programs: most that run longer never end.
const STEPS: u64 = 100_000;
/// The memory limit of one launch. Far more than the buffers need, far less than a hostile declaration can request.
const MEMORY: u64 = 64 << 20;
/// Bytes of each buffer of a launch: a few pages, so that wrong addresses leave it easily.
const BUFFER: u64 = 16 << 10;

/// How a launch ended.
pub(super) enum Ended {
    Well,
    Fault(&'static str),
}

/// Launches a kernel once.
pub(super) fn launch(program: &Program, module: &Module, rng: &mut Rng) -> Ended {
    let mut buffers: Vec<Buffer> =
        (0..2).map(|_| Buffer::zeroed(Scalar::I8, &[BUFFER]).expect("a small buffer")).collect();
    for buffer in &mut buffers {
        buffer.bytes_mut().iter_mut().for_each(|byte| *byte = rng.bits() as u8);
    }
    let args = program.parameters().iter().map(|parameter| argument(parameter, rng)).collect();
    let mut launch = Launch {
        grid: [1 + rng.below(3) as u32, 1 + rng.below(2) as u32, 1],
        block: block(program, module, rng),
        cluster: if rng.below(4) == 0 { Some([1 + rng.below(2) as u32, 1, 1]) } else { None },
        dynamic_shared: rng.pick(&[0, 16, 4096, 40_000, 98_352, 98_352, u32::MAX]),
        buffers: buffers.iter_mut().map(|buffer| ("b".to_owned(), buffer.view_mut())).collect(),
        args,
    };
    let options = Options {
        steps: Some(STEPS),
        memory: Some(MEMORY),
        seed: if rng.below(2) == 0 { Some(rng.bits()) } else { None },
        perturb: if rng.below(4) == 0 { Some(rng.bits()) } else { None },
        threads: NonZeroUsize::new(1 + rng.below(2)),
        cancel: None,
    };
    let ended = if rng.below(3) == 0 {
        let checked = match program.check(module, &mut launch, &options) {
            Ok(checked) => checked,
            Err(fault) => return Ended::Fault(fault.code.0),
        };
        if let Some(finding) = checked.findings.first() {
            assert!(!finding.to_string().is_empty());
            return Ended::Fault(finding.code.0);
        }
        checked.ended
    } else {
        program.launch(&mut launch, &options)
    };
    match ended {
        Ok(_) => Ended::Well,
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            Ended::Fault(fault.code.0)
        }
    }
}

/// The block size that the kernel requires, in most cases.
fn block(program: &Program, module: &Module, rng: &mut Rng) -> [u32; 3] {
    let demands = &module.functions[program.entry()].directives;
    let demanded = demands.iter().find(|directive| directive.kind == DirectiveKind::Reqntid);
    match demanded {
        Some(directive) if rng.below(16) != 0 => {
            let extent = |axis: usize| directive.values.get(axis).map_or(1, |&value| value as u32);
            [extent(0), extent(1), extent(2)]
        }
        _ => [rng.pick(&[1, 31, 32, 33, 64, 128, 256, 1024, 0]), rng.pick(&[1, 1, 1, 2]), 1],
    }
}

fn argument(parameter: &Parameter, rng: &mut Rng) -> Value {
    let size = parameter.size as usize;
    match rng.below(8) {
        0 => Value::Bytes((0..size).map(|_| rng.bits() as u8).collect()),
        1 => Value::Bytes(vec![0; size]),
        2 => Value::Bytes(vec![0xff; size]),
        _ if size == 8 => Value::Pointer {
            buffer: rng.below(2),
            offset: rng.pick(&[0, 0, 0, 0, 4, 256, 1, BUFFER, u64::MAX]),
        },
        _ if size == 128 => Value::TensorMap { buffer: rng.below(2), offset: 0, map: Box::new(map(rng)) },
        _ => {
            let number: u64 = rng.pick(&[0, 1, 2, 16, 64, 100, 256, 1024, 0x7fff_ffff]);
            let mut bytes = number.to_le_bytes().to_vec();
            bytes.resize(size, 0);
            Value::Bytes(bytes)
        }
    }
}

fn map(rng: &mut Rng) -> TensorMap {
    let columns = rng.pick(&[64, 64, 32, 100, 0, 1 << 32]);
    TensorMap {
        address: 0,
        element: rng.pick(&[ElementType::F16, ElementType::F16, ElementType::U8, ElementType::B4x16P64]),
        dims: vec![columns, rng.pick(&[64, 1, 1 << 32])],
        strides: vec![rng.pick(&[128, 128, 16, 1 << 39, 3])],
        box_dims: vec![rng.pick(&[64, 64, 32, 256]), rng.pick(&[128, 64, 256, 0])],
        element_strides: vec![1, rng.pick(&[1, 1, 2, 8])],
        swizzle: rng.pick(&[Swizzle::B128, Swizzle::B128, Swizzle::None, Swizzle::B64]),
        interleave: rng.pick(&[Interleave::None, Interleave::None, Interleave::B16]),
        nan_fill: rng.below(2) == 0,
    }
}
