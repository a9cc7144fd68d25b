//! Running an entry: parameters, arguments, launch, results.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cpu::{Cpu, Preparation};
use cuda_tile::attrs::Attr;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::text::{Names, name_values};
use cuda_tile::types::Elem;
use cuda_tile::{Module, Type};
use diag::{Code, Diagnostic, Source, Span};
use ir::{Op, Value};
use launch::arg::{ArgumentError, Bound, Param, bind};
use launch::{
    Argument, BlockId, Buffer, EngineError, Grid, LaunchError, Options, Output, ParamType, Schedule, Site,
    Trap, display,
};
use numerics::Scalar;
use reference::sanitize::{self, Settings};
use reference::{Observed, Observer, Reference, site_op};

use crate::counted::Counted;
use crate::engine::Compiled;
use crate::sanitize::Sanitized;
use crate::{codes, cuda, machine, perf_map};

/// What executes a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// Fast, on all cores.
    Cpu,
    /// The specification, executed literally, one element at a time; finds what is undefined.
    Reference,
    /// Compiled to PTX for a target, and run by the emulator of PTX.
    PtxEmu,
    /// Compiled for the GPU of this machine, and run there through the CUDA driver.
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

/// The target of the engine `ptx-emu` where none is named.
pub const TARGET: &str = "sm_90a";

/// What to run, on which arguments.
#[derive(Clone, Debug)]
pub struct Request {
    /// Which engine executes it; `None`: the CPU engine, but the reference interpreter where it shuffles blocks or shows
    /// values, because it knows which of their elements are undefined.
    pub engine: Option<EngineKind>,
    /// The target that the engine `ptx-emu` compiles for; `None`: [`TARGET`].
    pub target: Option<String>,
    /// Threads to use at most; `None` for as many as the machine has. The reference interpreter uses one.
    pub threads: Option<NonZeroUsize>,
    /// What the program prints comes in order of tile blocks.
    pub ordered_output: bool,
    /// Entry; `None`: the only one.
    pub entry: Option<String>,
    /// Tile blocks.
    pub grid: Grid,
    /// Arguments in the entry's order ([`launch::arg`]).
    pub args: Vec<String>,
    /// Steps that all blocks together may take: operations on the reference interpreter, instructions on the CPU engine,
    /// which makes one of many operations.
    pub steps: Option<u64>,
    /// Order of the blocks.
    pub schedule: Schedule,
    /// Names of values to show, with or without `%`.
    pub show: Vec<String>,
    /// Block whose values are shown.
    pub block: BlockId,
    /// The engine `ptx-emu` counts what threads do.
    pub count: bool,
    /// Compatibility mode: what cuTile programs rely on holds ([`crate::compat`]).
    pub compat: bool,
    /// Becomes true when the run is to end at once.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            engine: None,
            target: None,
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

/// What a run left behind.
#[derive(Debug)]
pub struct Results {
    /// The buffers, by name.
    pub bound: Bound,
    /// Steps that all blocks together took.
    pub steps: u64,
    /// The values that were asked for, as text, in the order of the request; `None`: never computed in that block.
    pub shown: Vec<Option<String>>,
    /// What the program printed, when the caller collects it.
    pub printed: String,
    /// What its threads did, where that was counted.
    pub counted: Option<Counted>,
}

impl Results {
    /// A buffer as NumPy prints it.
    pub fn show(&self, name: &str) -> Option<String> {
        self.bound.find(name).map(|named| display::array(named.buffer.view()))
    }
}

/// An entry of a module.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its symbol.
    pub name: String,
    /// Its op.
    pub op: Op,
    /// Its parameters; the types are `None` where an engine cannot pass such a thing.
    pub params: Vec<(Option<String>, Option<ParamType>)>,
}

/// The entries of a module, in order.
pub fn entries(module: &Module) -> Vec<Entry> {
    let items = cuda_tile::build::items_block(module);
    let ops = module.body.block_ops(items).filter(|&op| module.opcode(op) == Opcode::Entry);
    ops.map(|op| Entry { name: symbol(module, op), op, params: params(module, op) }).collect()
}

fn symbol(module: &Module, entry: Op) -> String {
    let slot = module.attr(entry, fields::entry::sym_name).as_interned();
    match slot.map(|id| module.attrs.get(id)) {
        Some(Attr::Str(name)) => module.text(*name).into_owned(),
        _ => String::new(),
    }
}

fn params(module: &Module, entry: Op) -> Vec<(Option<String>, Option<ParamType>)> {
    let Some(block) = module.block(entry, fields::entry::body) else { return Vec::new() };
    let param = |value: Value| {
        let name = module.body.name(value).map(|name| module.text(name).into_owned());
        (name, param_type(module.ty(value)))
    };
    module.body.block_args(block).iter().map(param).collect()
}

fn param_type(ty: &Type) -> Option<ParamType> {
    let tile = ty.as_tile().filter(|tile| tile.rank() == 0)?;
    Some(match tile.elem() {
        Elem::Scalar(scalar) => ParamType::Scalar(scalar),
        Elem::Ptr(ptr) => ParamType::Pointer(ptr.pointee),
    })
}

/// Gives the bytes of a file that an argument names.
pub type ReadFile<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

/// Why a run did not end well.
#[derive(Debug)]
pub struct Failure {
    /// What is wrong.
    pub diagnostic: Diagnostic,
    /// The argument that it is about; else it is about the module.
    pub argument: Option<Source>,
}

impl From<Diagnostic> for Box<Failure> {
    fn from(diagnostic: Diagnostic) -> Box<Failure> {
        Box::new(Failure { diagnostic, argument: None })
    }
}

/// A run whose arguments are made and whose names are found.
pub struct Prepared<'a> {
    pub(crate) module: &'a Module,
    pub(crate) request: &'a Request,
    pub(crate) entry: Entry,
    pub(crate) bound: Bound,
    watcher: Watcher,
}

/// Chooses the entry of a verified module, makes the buffers, and finds the values to show.
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
    let watcher = Watcher::new(module, &entry, request)?;
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

    /// What a user should know of how arguments were read, each with its argument.
    pub fn notes(&self) -> Vec<(Diagnostic, Source)> {
        let name =
            |position: usize| self.entry.params.get(position)?.0.as_ref().map(|name| format!("%{name}"));
        notes(&self.bound, &self.request.args, &name)
    }

    /// The buffers that the program may write, by number: after a trap they hold part of the results.
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

    /// Checks that the buffers have what the views of the entry promise, as far as that is known before a launch. Engines
    /// do not ask: a program that describes more memory than it touches is a valid one.
    ///
    /// # Errors
    /// The first view that promises more than its buffer has.
    pub fn check(&self) -> Result<(), Box<Failure>> {
        Ok(crate::bounds_precheck::check(self.module, &self.entry, &self.bound)?)
    }

    /// Runs on the reference interpreter under the eyes of the sanitizer.
    ///
    /// # Errors
    /// What the engine cannot do; whatever the program does is in the report.
    pub fn sanitize(
        mut self,
        output: &mut dyn Output,
        settings: &Settings,
    ) -> Result<Sanitized, Box<Failure>> {
        let mut options = Self::options(self.request, output);
        let mut launch = self.bound.launch(&self.entry.name, self.request.grid);
        let engine = Reference::default();
        let ran = sanitize::run(&engine, self.module, &mut launch, &mut options, &mut self.watcher, settings);
        drop(launch);
        let report = ran.map_err(|error| failed(self.module, error.into()))?;
        let steps = report.statistics.steps;
        Ok(Sanitized { results: self.results(steps, None), report })
    }

    /// Runs on the engine of the request. `progress` is told now and then how many tile blocks have ended, of how many.
    ///
    /// # Errors
    /// A trap of the program, or what the engine cannot do.
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
        let ran = Reference::default().run(self.module, &mut launch, options, &mut self.watcher);
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
        let target = self.request.target.as_deref().unwrap_or(TARGET);
        let compiled = Compiled::new(self.module, &self.entry.name, target);
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

/// Notes on arguments, which `name` names.
pub(crate) fn notes(
    bound: &Bound,
    args: &[String],
    name: &dyn Fn(usize) -> Option<String>,
) -> Vec<(Diagnostic, Source)> {
    let note = |(position, text): &(usize, String)| {
        let called = name(*position).map(|name| format!(" ({name})")).unwrap_or_default();
        let argument = Source::new(
            format!("argument {}{called}", position + 1),
            args.get(*position).map_or("", String::as_str),
        );
        (Diagnostic::new(diag::Severity::Note, codes::ARGUMENT, text.clone()), argument)
    };
    bound.notes.iter().map(note).collect()
}

/// An argument's mistake, with the argument as the text to point at.
fn misfit(error: ArgumentError, params: &[Param]) -> Box<Failure> {
    let diagnostic = Diagnostic::error(codes::ARGUMENT, error.message).help(error.help);
    let Some(position) = error.argument else { return diagnostic.into() };
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let span = Span::new(place(error.span.start), place(error.span.end));
    let name = match params.get(position).and_then(|param| param.name.as_deref()) {
        Some(name) => format!("argument {} (%{name})", position + 1),
        None => format!("argument {}", position + 1),
    };
    let argument = Some(Source::new(name, error.text));
    Box::new(Failure { diagnostic: diagnostic.at(span, ""), argument })
}

pub(crate) fn choose_entry(module: &Module, wanted: Option<&str>) -> Result<Entry, Box<Failure>> {
    let mut all = entries(module);
    let names: Vec<String> = all.iter().map(|entry| format!("`{}`", entry.name)).collect();
    let error =
        |message: String, help: String| Err(Diagnostic::error(codes::ENTRY, message).help(help).into());
    match (wanted, all.len()) {
        (None, 1) => Ok(all.remove(0)),
        (None, 0) => error("the module has no entry to run".to_owned(), "add an `entry`".to_owned()),
        (None, count) => error(
            format!("the module has {count} entries: {}", names.join(", ")),
            "choose one with `--entry NAME`".to_owned(),
        ),
        (Some(name), _) => match all.iter().position(|entry| entry.name == name) {
            Some(index) => Ok(all.swap_remove(index)),
            None => error(
                format!("the module has no entry `{name}`"),
                if names.is_empty() {
                    "the module has no entry at all".to_owned()
                } else {
                    format!("its entries are {}", names.join(", "))
                },
            ),
        },
    }
}

pub(crate) fn launchable(module: &Module, entry: &Entry) -> Result<Vec<Param>, Box<Failure>> {
    let types = reference::entry_params(module, entry.op)
        .map_err(|error| Diagnostic::error(codes::LAUNCH, error.to_string()))?;
    let names = entry.params.iter().map(|(name, _)| name.clone());
    Ok(names.zip(types).map(|(name, ty)| Param { name, ty }).collect())
}

/// Keeps the last value of each watched name in one block.
struct Watcher {
    block: BlockId,
    values: Vec<Value>,
    /// For each name of the request, which of `values` it is.
    names: Vec<usize>,
    shown: Vec<Option<String>>,
}

impl Watcher {
    fn new(module: &Module, entry: &Entry, request: &Request) -> Result<Watcher, Box<Failure>> {
        let mut watcher =
            Watcher { block: request.block, values: Vec::new(), names: Vec::new(), shown: Vec::new() };
        for name in &request.show {
            let value = find_value(module, entry, name.trim_start_matches('%'))?;
            let known = watcher.values.iter().position(|&other| other == value);
            watcher.names.push(known.unwrap_or(watcher.values.len()));
            if known.is_none() {
                watcher.values.push(value);
            }
            watcher.shown.push(None);
        }
        Ok(watcher)
    }
}

impl Observer for Watcher {
    fn values(&self) -> &[Value] {
        &self.values
    }

    fn observe(&mut self, seen: Observed<'_>) {
        if seen.block != self.block {
            return;
        }
        let text = shown(&seen);
        for (name, slot) in self.names.iter().zip(&mut self.shown) {
            if self.values[*name] == seen.value {
                *slot = Some(text.clone());
            }
        }
    }
}

/// A value by its name: the user's, or the one that canonical text gives it.
fn find_value(module: &Module, entry: &Entry, name: &str) -> Result<Value, Box<Failure>> {
    let mut names = Vec::new();
    let namer = name_values(module, Names::Keep);
    for op in ir::walk::preorder(&module.body, entry.op) {
        let blocks = module.body.regions(op).flat_map(|region| module.body.region_blocks(region).to_vec());
        let args = blocks.flat_map(|block| module.body.block_args(block));
        for value in module.body.results(op).into_iter().chain(args) {
            let known = namer.name(value).trim_start_matches('%').to_owned();
            if known == name {
                return Ok(value);
            }
            names.push(known);
        }
    }
    let near = diag::suggest::nearest(name, names.iter().map(String::as_str));
    let help = match near.as_slice() {
        [] => "values have the names that the text gives them, else those that `tilewright dis` prints"
            .to_owned(),
        near => {
            let near: Vec<String> = near.iter().map(|name| format!("`%{name}`")).collect();
            format!("did you mean {}?", near.join(" or "))
        }
    };
    Err(Diagnostic::error(codes::VALUE, format!("`{}` has no value `%{name}`", entry.name)).help(help).into())
}

/// A tile as NumPy prints it, `?` for undefined elements; a pointer as its address.
fn shown(seen: &Observed<'_>) -> String {
    let Type::Tile(tile) = seen.ty else {
        let numbers: Vec<String> = seen.bits.iter().map(|bits| bits.to_string()).collect();
        return format!("{} ({})", seen.ty, numbers.join(", "));
    };
    // A pointer has the 64 bits of its address.
    let element = tile.elem().scalar().unwrap_or(Scalar::I64);
    let shape: Vec<u64> = tile.shape().iter().map(|&extent| extent.into()).collect();
    let Ok(mut buffer) = Buffer::zeroed(element, &shape) else { return format!("{tile}") };
    for (index, &bits) in seen.bits.iter().enumerate() {
        buffer.view_mut().set(index, bits);
    }
    let undefined = |index: usize| seen.undefined.get(index).copied().unwrap_or(false);
    display::styled(buffer.view(), display::Style::default(), &undefined)
}

/// A failed launch as a diagnostic.
pub(crate) fn failed(module: &Module, error: LaunchError) -> Diagnostic {
    match error {
        LaunchError::Trap(trap) => trapped(module, *trap),
        LaunchError::Engine(EngineError::Cancelled) => {
            Diagnostic::error(codes::CANCELLED, "the run was interrupted; nothing was written")
        }
        LaunchError::Engine(error) => Diagnostic::error(codes::LAUNCH, error.to_string()),
    }
}

fn trapped(module: &Module, trap: Trap) -> Diagnostic {
    let place = |site: Site| module.place(site_op(site));
    let mut diagnostic = Diagnostic::error(Code(trap.code), trap.to_string());
    if let Some(place) = trap.site.and_then(place) {
        diagnostic = diagnostic.at(place, "");
    }
    for (site, text) in trap.related {
        diagnostic = match place(site) {
            Some(place) => diagnostic.also(place, text),
            None => diagnostic.note(text),
        };
    }
    trap.notes.into_iter().fold(diagnostic, Diagnostic::note)
}
