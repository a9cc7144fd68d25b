//! Tile programs compiled to PTX, and run by the emulator: the engine `ptx-emu`.

use cuda_tile::Module;
use diag::{Diagnostic, Source};
use launch::{Argument, BufferMut, EngineError, Launch, LaunchError, Outcome, Schedule, Trap};
use numerics::Scalar;
use ptx_emu::{Fault, Value};

use crate::compile::{Kernel, Options, Program, compile};
use crate::emulate;

/// An entry compiled for a target, ready to run on the emulator.
#[derive(Debug)]
pub struct Compiled {
    program: ptx_emu::Program,
    loaded: emulate::Loaded,
    text: Source,
    threads: u32,
    dynamic_shared: u32,
}

impl Compiled {
    /// Compiles an entry of a verified module.
    ///
    /// # Errors
    /// What cannot be compiled, with the reasons.
    pub fn new(module: &Module, entry: &str, target: &str) -> Result<Compiled, Vec<Diagnostic>> {
        let options = Options { target: Some(target.to_owned()), ..Options::default() };
        let made = compile(Program::CudaTile(Box::new(module.clone())), &options)?;
        Compiled::of_ptx(&String::from_utf8_lossy(&made.bytes), entry, &made.kernels)
    }

    /// An entry of PTX, whoever made it, that is launched as its description among these says.
    ///
    /// # Errors
    /// What is wrong with it, or what the emulator cannot do.
    pub fn of_ptx(ptx: &str, entry: &str, kernels: &[Kernel]) -> Result<Compiled, Vec<Diagnostic>> {
        let text = Source::new(format!("{entry}.ptx"), ptx);
        let loaded = emulate::load(&text)?;
        let program = ptx_emu::Program::prepare(&loaded.module, &loaded.map, entry)?;
        let kernel = kernels.iter().find(|kernel| kernel.name == entry);
        let (threads, dynamic_shared) =
            kernel.map_or((1, 0), |kernel| (kernel.threads, kernel.dynamic_shared));
        Ok(Compiled { program, loaded, text, threads, dynamic_shared })
    }

    /// The PTX.
    pub fn text(&self) -> &Source {
        &self.text
    }

    /// Runs all tile blocks.
    ///
    /// # Errors
    /// A fault of the program, or what the emulator cannot do.
    pub fn launch(
        &self,
        launch: &mut Launch<'_>,
        options: &mut launch::Options<'_>,
    ) -> Result<Outcome, LaunchError> {
        let mut emulated = self.emulated(launch);
        let how = ptx_emu::Options {
            steps: options.step_budget,
            seed: match options.schedule {
                Schedule::InOrder => None,
                Schedule::Seeded(seed) => Some(seed),
            },
            threads: options.threads,
            cancel: options.cancel,
            ..ptx_emu::Options::default()
        };
        match self.program.launch(&mut emulated, &how) {
            Ok(outcome) => {
                options.output.print([0; 3], &outcome.printed);
                Ok(Outcome { steps: outcome.steps, failed_assertions: 0 })
            }
            Err(fault) => Err(self.failed(&fault)),
        }
    }

    /// Runs all tile blocks under the emulator's checks, warps in the order of a seed; what they find, each in a line.
    ///
    /// # Errors
    /// A fault of the program, or what the emulator cannot do.
    pub fn check(&self, launch: &mut Launch<'_>, seed: u64, steps: u64) -> Result<Vec<String>, LaunchError> {
        let how = ptx_emu::Options { steps: Some(steps), seed: Some(seed), ..ptx_emu::Options::default() };
        let checked = self.program.check(&self.loaded.module, &mut self.emulated(launch), &how);
        let checked = checked.map_err(|fault| self.failed(&fault))?;
        checked.ended.map_err(|fault| self.failed(&fault))?;
        Ok(checked.findings.into_iter().map(|found| format!("{}: {}", found.code.0, found.message)).collect())
    }

    /// The launch as the emulator takes it.
    fn emulated<'b>(&self, launch: &'b mut Launch<'_>) -> ptx_emu::Launch<'b> {
        let args = launch.args.iter().map(value).collect();
        let names = (1..).map(|number: usize| number.to_string());
        ptx_emu::Launch {
            grid: launch.grid.axes(),
            block: [self.threads, 1, 1],
            cluster: None,
            dynamic_shared: self.dynamic_shared,
            buffers: names.zip(launch.buffers.iter_mut().map(BufferMut::reborrow)).collect(),
            args,
        }
    }

    fn failed(&self, fault: &Fault) -> LaunchError {
        if fault.is_usage() {
            return EngineError::Unsupported(fault.message.clone()).into();
        }
        let mut trap = Trap::new(fault.code.0, fault.message.clone(), fault.block);
        trap.notes.extend(fault.notes.iter().cloned());
        let span =
            fault.place.and_then(|place| self.loaded.map.statement(place.function, place.statement as usize));
        if let Some(span) = span {
            let line = self.text.text()[..span.start as usize].lines().count() + 1;
            trap.notes.push(format!("at line {line} of the PTX"));
        }
        trap.into()
    }
}

fn value(argument: &Argument) -> Value {
    match *argument {
        Argument::Scalar { ty, bits } => {
            let bits = if ty == Scalar::TF32 { bits << 13 } else { bits };
            Value::Bytes(bits.to_le_bytes()[..ty.storage_bits().div_ceil(8) as usize].to_vec())
        }
        Argument::Pointer { buffer, offset } => Value::Pointer { buffer, offset },
    }
}
