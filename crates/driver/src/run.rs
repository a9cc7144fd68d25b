//! Running an entry: parameters, arguments, launch, results.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cpu::{Cpu, Preparation};
use cuda_tile::Module;
use diag::{Diagnostic, Source};
use launch::arg::{Bound, bind};
use launch::{Argument, BlockId, Externs, Grid, Options, Output, Schedule};
use reference::sanitize::{self, Settings};
use reference::{Observed, Observer, Reference};

use crate::arguments::notes;
use crate::compile::ExecutionPath;
use crate::counted::Counted;
use crate::engine::Compiled;
use crate::entry::{choose_entry, launchable};
use crate::failure::{failed, misfit};
use crate::sanitize::Sanitized;
use crate::shown::Watcher;
use crate::{codes, cuda, machine, perf_map, reach};

pub use crate::arguments::ReadFile;
pub use crate::entry::{Entry, entries};
pub use crate::failure::Failure;
pub use crate::results::Results;

/// The engine that executes a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// The CPU engine: fast, on all cores.
    Cpu,
    /// The reference interpreter, which executes the specification literally, one element at a time, and finds undefined behaviour.
    Reference,
    /// The emulator of PTX, which runs PTX that is compiled for a target.
    PtxEmu,
    /// The GPU of this machine, through the CUDA driver.
    Cuda,
}

impl EngineKind {
    /// All of them.
    pub const ALL: [EngineKind; 4] =
        [EngineKind::Cpu, EngineKind::Reference, EngineKind::PtxEmu, EngineKind::Cuda];

    /// The word after `--engine=`.
    pub const fn name(self) -> &'static str {
        match self {
            EngineKind::Cpu => "cpu",
            EngineKind::Reference => "reference",
            EngineKind::PtxEmu => "ptx-emu",
            EngineKind::Cuda => "cuda",
        }
    }
}

/// The default target of the engine `ptx-emu`.
pub const TARGET: &str = "sm_90a";

/// The default target of the engine `ptx-emu` for a program: one that supports memory of other devices, if the program uses it.
pub(crate) fn default_target(module: &Module) -> &'static str {
    if reach::is_wanted(module) { reach::TARGET } else { TARGET }
}

/// A request for a run, with its arguments.
#[derive(Clone, Debug)]
pub struct Request {
    /// The engine; `None`: the CPU engine, or the reference interpreter if blocks are shuffled or values are shown, because
    /// it knows which of their elements are undefined.
    pub engine: Option<EngineKind>,
    /// The target that the engine `ptx-emu` compiles for; `None`: [`TARGET`].
    pub target: Option<String>,
    /// The path of compilation for the engine `ptx-emu`; `None`: the compiler chooses.
    pub path: Option<ExecutionPath>,
    /// The maximum number of threads; `None`: one for each core. The reference interpreter uses one.
    pub threads: Option<NonZeroUsize>,
    /// The output of the program is in the order of tile blocks.
    pub ordered_output: bool,
    /// Entry; `None`: the only one.
    pub entry: Option<String>,
    /// Tile blocks.
    pub grid: Grid,
    /// Arguments in the entry's order ([`launch::arg`]).
    pub args: Vec<String>,
    /// The limit of the total steps of all blocks: operations on the reference interpreter, instructions on the CPU engine,
    /// each of which executes many operations.
    pub steps: Option<u64>,
    /// Order of the blocks.
    pub schedule: Schedule,
    /// Names of values to show, with or without `%`.
    pub show: Vec<String>,
    /// Block whose values are shown.
    pub block: BlockId,
    /// The engine `ptx-emu` counts the work of threads.
    pub count: bool,
    /// Compatibility mode: undefined behaviour on which cuTile programs rely is defined ([`crate::compat`]).
    pub compat: bool,
    /// The functions that the program calls and does not define; engines that run tiles call them.
    pub externs: Externs,
    /// Becomes true to end the run at once.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            engine: None,
            target: None,
            path: None,
            threads: None,
            ordered_output: false,
            entry: None,
            grid: Grid::ONE,
            args: Vec::new(),
            steps: None,
            schedule: Schedule::InOrder,
            show: Vec::new(),
            block: [0; 3],
            count: false,
            compat: false,
            externs: Externs::default(),
            cancel: None,
        }
    }
}

impl Request {
    /// The engine that executes it.
    pub fn chosen_engine(&self) -> EngineKind {
        let plain = self.show.is_empty() && self.schedule == Schedule::InOrder;
        self.engine.unwrap_or(if plain { EngineKind::Cpu } else { EngineKind::Reference })
    }
}

/// A prepared run: its arguments exist, and its names are resolved.
pub struct Prepared<'a> {
    pub(crate) module: &'a Module,
    pub(crate) request: &'a Request,
    pub(crate) entry: Entry,
    pub(crate) bound: Bound,
    watcher: Watcher,
}

/// Chooses the entry of a verified module, creates the buffers, and finds the values to show.
///
/// # Errors
/// No such entry or value, or arguments that do not fit.
pub fn prepare<'a>(
    module: &'a Module,
    request: &'a Request,
    read_file: &ReadFile<'_>,
) -> Result<Prepared<'a>, Box<Failure>> {
    let entry = choose_entry(module, request.entry.as_deref())?;
    let params = launchable(module, &entry)?;
    let bound = bind(&request.args, &params, machine::free_memory(), &mut |path| read_file(path))
        .map_err(|error| misfit(error, &params))?;
    let watcher = Watcher::new(module, &entry, &request.show, request.block)?;
    Ok(Prepared { module, request, entry, bound, watcher })
}

impl Prepared<'_> {
    /// The buffers as they are before the run.
    pub fn bound(&self) -> &Bound {
        &self.bound
    }

    pub(crate) fn options<'o>(request: &'o Request, output: &'o mut dyn Output) -> Options<'o> {
        Options {
            step_budget: request.steps,
            schedule: request.schedule,
            cancel: request.cancel.as_deref(),
            threads: request.threads,
            ordered_output: request.ordered_output,
            ..Options::new(output)
        }
    }

    /// Notes on how arguments were read, each with its argument.
    pub fn notes(&self) -> Vec<(Diagnostic, Source)> {
        let name =
            |position: usize| self.entry.params.get(position)?.0.as_ref().map(|name| format!("%{name}"));
        notes(&self.bound, &self.request.args, &name)
    }

    /// The buffers that the program may write, by number: after a trap they contain part of the results.
    pub fn outputs(&self) -> Vec<usize> {
        let arg = |param: usize| self.bound.args.get(param).copied();
        let written = crate::mod_ref::written(self.module, &self.entry).into_iter().filter_map(arg);
        let mut buffers: Vec<usize> = written
            .filter_map(|arg| match arg {
                Argument::Pointer { buffer, .. } => Some(buffer),
                Argument::Scalar { .. } => None,
            })
            .collect();
        buffers.sort_unstable();
        buffers.dedup();
        buffers
    }

    /// Checks that the buffers are as large as the views of the entry state, as far as that is known before a launch. Engines
    /// do not check this: a program that describes more memory than it accesses is valid.
    ///
    /// # Errors
    /// The first view that describes more memory than its buffer has.
    pub fn check(&self) -> Result<(), Box<Failure>> {
        Ok(crate::bounds_precheck::check(self.module, &self.entry, &self.bound)?)
    }

    /// Runs on the reference interpreter with the sanitizer.
    ///
    /// # Errors
    /// An unsupported feature of the engine; errors of the program are in the report.
    pub fn sanitize(
        mut self,
        output: &mut dyn Output,
        settings: &Settings,
    ) -> Result<Sanitized, Box<Failure>> {
        let mut options = Self::options(self.request, output);
        let mut launch = self.bound.launch(&self.entry.name, self.request.grid);
        let engine = Reference { externs: self.request.externs.clone(), ..Reference::default() };
        let ran = sanitize::run(&engine, self.module, &mut launch, &mut options, &mut self.watcher, settings);
        drop(launch);
        let report = ran.map_err(|error| failed(self.module, error.into()))?;
        let steps = report.statistics.steps;
        Ok(Sanitized { results: self.results(steps, None), report })
    }

    /// Runs on the engine of the request. `progress` is called from time to time with the number of tile blocks that have ended
    /// and the total.
    ///
    /// # Errors
    /// A trap of the program, or an unsupported feature of the engine.
    pub fn launch(
        mut self,
        output: &mut dyn Output,
        progress: Option<&dyn Fn(u64, u64)>,
    ) -> Result<Results, Box<Failure>> {
        let mut options = Options { progress, ..Self::options(self.request, output) };
        let mut counted = None;
        let steps = match self.request.chosen_engine() {
            EngineKind::Cpu => self.on_cpu(&mut options)?,
            EngineKind::Reference => self.on_reference(&mut options)?,
            EngineKind::PtxEmu => self.on_emulator(&mut options, &mut counted)?,
            EngineKind::Cuda => self.on_device(&mut options)?,
        };
        Ok(self.results(steps, counted))
    }

    fn results(self, steps: u64, counted: Option<Counted>) -> Results {
        Results { bound: self.bound, steps, shown: self.watcher.shown, printed: String::new(), counted }
    }

    fn on_reference(&mut self, options: &mut Options<'_>) -> Result<u64, Box<Failure>> {
        let mut launch = self.bound.launch(&self.entry.name, self.request.grid);
        let engine = Reference { externs: self.request.externs.clone(), ..Reference::default() };
        let ran = engine.run(self.module, &mut launch, options, &mut self.watcher);
        Ok(ran.map_err(|error| failed(self.module, error))?.steps)
    }

    /// Engines that run threads have no tiles.
    fn shows_nothing(&self) -> Result<(), Box<Failure>> {
        if self.request.show.is_empty() {
            return Ok(());
        }
        let text = "this engine runs threads, which have no tiles to show";
        Err(Diagnostic::error(codes::OPTION, text).help("leave `--engine` out to see values").into())
    }

    fn on_device(&mut self, options: &mut Options<'_>) -> Result<u64, Box<Failure>> {
        self.shows_nothing()?;
        let loaded = cuda::find().map_err(|why| *why)?;
        let loaded = cuda::Loaded::new(loaded, self.module, &self.entry.name);
        let loaded = loaded.map_err(|mut found| found.swap_remove(0))?;
        let mut launch = self.bound.launch(&self.entry.name, self.request.grid);
        let ran = loaded.launch(&mut launch, options);
        Ok(ran.map_err(|error| failed(self.module, error))?.steps)
    }

    fn on_emulator(
        &mut self,
        options: &mut Options<'_>,
        counted: &mut Option<Counted>,
    ) -> Result<u64, Box<Failure>> {
        self.shows_nothing()?;
        let target = self.request.target.as_deref().unwrap_or_else(|| default_target(self.module));
        let compiled = Compiled::by_path(self.module, &self.entry.name, target, self.request.path);
        let compiled = compiled.map_err(|mut found| found.swap_remove(0))?;
        let mut launch = self.bound.launch(&self.entry.name, self.request.grid);
        if !self.request.count {
            let ran = compiled.launch(&mut launch, options);
            return Ok(ran.map_err(|error| failed(self.module, error))?.steps);
        }
        let ran = compiled.count(&mut launch, options);
        let (outcome, counters) = ran.map_err(|error| failed(self.module, error))?;
        *counted = Some(Counted { compiled, counters });
        Ok(outcome.steps)
    }

    fn on_cpu(&mut self, options: &mut Options<'_>) -> Result<u64, Box<Failure>> {
        let mut how = Preparation::default();
        how.pad_outside = self.request.compat;
        how.externs = self.request.externs.clone();
        let prepared = cpu::Prepared::watching(self.module, &self.entry.name, &how, &self.watcher.values);
        let prepared = perf_map::prepared(prepared.map_err(|error| failed(self.module, error.into()))?);
        let mut launch = self.bound.launch(&self.entry.name, self.request.grid);
        let (ended, seen) = Cpu::default().watch(&prepared, &mut launch, options, self.request.block);
        for (&value, bits) in self.watcher.values.clone().iter().zip(&seen) {
            if let Some(bits) = bits {
                let (ty, block) = (self.module.ty(value), self.request.block);
                self.watcher.observe(Observed { value, block, ty, bits, undefined: &[] });
            }
        }
        Ok(ended.map_err(|error| failed(prepared.module(), error))?.steps)
    }
}

/// Prepares and launches.
///
/// # Errors
/// As [`prepare`] and [`Prepared::launch`].
pub fn execute(
    module: &Module,
    request: &Request,
    read_file: &ReadFile<'_>,
    output: &mut dyn Output,
) -> Result<Results, Box<Failure>> {
    prepare(module, request, read_file)?.launch(output, None)
}
