//! Tile programs on a GPU: the engine `cuda`.
//!
//! The CUDA driver is a library of the system that is loaded when a program first needs it (`libcuda.so.1`); nothing is linked.
//! An entry is compiled for the present device, and its code is loaded through the driver: machine code if `ptxas` is
//! available, otherwise PTX, which the driver compiles. Buffers are copied to the device, and back after the launch, also after
//! an error.
//!
//! The test machines of this project have no such device. Tests check that calls are made in the right order (by a driver that
//! only records them), and that a machine without a device gets an error message.

mod api;
mod maps;
mod session;

pub use session::{Device, find};

use cuda_tile::Module;
use diag::Diagnostic;
use launch::{Argument, EngineError, Launch, LaunchError, Options, Outcome};
use numerics::Scalar;
use nvvm::tensor_maps::TensorMap;

use crate::compile::{self, Emit, Options as Compile, Program};
use crate::tensor_maps::{self, Resolved};
use crate::{codes, ptxas};

use session::Code;

/// An entry that is compiled for a device, and loaded.
#[derive(Debug)]
pub struct Loaded {
    code: Code,
    threads: u32,
    dynamic_shared: u32,
    tensor_maps: Vec<TensorMap>,
}

impl Loaded {
    /// Compiles an entry of a verified module for a device, and loads it.
    ///
    /// # Errors
    /// Why the module cannot be compiled, or the error of the driver.
    pub fn new(device: Device, module: &Module, entry: &str) -> Result<Loaded, Vec<Diagnostic>> {
        let emit = if ptxas::find().is_ok() { Emit::Cubin } else { Emit::Ptx };
        let target = device.target().map_err(|why| vec![*why])?;
        let options = Compile { target: Some(target.name.to_owned()), emit, ..Compile::default() };
        let made = compile::compile(Program::CudaTile(Box::new(module.clone())), &options)?;
        let kernel = made.kernels.iter().find(|kernel| kernel.name == entry);
        let tensor_maps = kernel.map_or_else(Vec::new, |kernel| kernel.tensor_maps.clone());
        let (threads, dynamic_shared, cluster) = kernel
            .map_or((1, 0, 1), |kernel| (kernel.launch_threads(), kernel.dynamic_shared, kernel.cluster));
        let code =
            Code::load(device, made.bytes, entry, (dynamic_shared, cluster)).map_err(|why| vec![*why])?;
        Ok(Loaded { code, threads, dynamic_shared, tensor_maps })
    }

    /// Runs all tile blocks.
    ///
    /// # Errors
    /// The error of the driver.
    pub fn launch(
        &self,
        launch: &mut Launch<'_>,
        _options: &mut Options<'_>,
    ) -> Result<Outcome, LaunchError> {
        let known: Vec<tensor_maps::Known> = launch.args.iter().map(tensor_maps::known).collect();
        let maps = self.tensor_maps.iter().map(|map| tensor_maps::resolve(map, &known));
        let maps: Vec<Resolved> = maps.collect::<Result<_, String>>().map_err(EngineError::Unsupported)?;
        let args: Vec<Word> = launch.args.iter().map(word).collect();
        let shape = session::Shape {
            grid: launch.grid.axes(),
            threads: self.threads,
            dynamic_shared: self.dynamic_shared,
        };
        self.code.launch(&shape, &mut launch.buffers, &args, &maps)?;
        // Steps are not counted, and what the program prints goes to the standard output of the process.
        Ok(Outcome { steps: 0, failed_assertions: 0 })
    }
}

/// A parameter of a kernel: its bits, or an address in a buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Word {
    Bits(u64),
    Address { buffer: usize, offset: u64 },
}

fn word(argument: &Argument) -> Word {
    match *argument {
        // A register holds a tf32 as the f32 whose low bits are zero.
        Argument::Scalar { ty: Scalar::TF32, bits } => Word::Bits(bits << 13),
        Argument::Scalar { bits, .. } => Word::Bits(bits),
        Argument::Pointer { buffer, offset } => Word::Address { buffer, offset },
    }
}

/// There is no device.
fn absent(why: String) -> Box<Diagnostic> {
    let error = Diagnostic::error(codes::NO_DEVICE, format!("there is no GPU to run on: {why}"));
    Box::new(error.help(
        "choose the engine `cpu`, which runs the program on this machine, or `ptx-emu`, which runs the code of a GPU in software",
    ))
}
