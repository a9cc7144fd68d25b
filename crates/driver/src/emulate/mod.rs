//! Emulation of a PTX kernel: its module, its arguments, its launches.

mod arguments;
pub mod counters;
mod roofline;
pub mod source_lines;
mod tensor_map;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use diag::{Diagnostic, Source};
use launch::arg::Bound;
use ptx::Origin;
use ptx::module::{DirectiveKind, Module};
use ptx::text::SourceMap;
use ptx_emu::{Launch, Options, Place, Program, Value};

use crate::arguments::ReadFile;
use crate::codes::ENTRY;
use crate::launch_comment;

pub use ptx_emu::{Checked, CountedLaunch, Counters, Fault, Finding, Outcome, codes};

/// A request for a launch, with its arguments.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Kernel; `None`: the only one.
    pub entry: Option<String>,
    /// Blocks, along each axis.
    pub grid: [u32; 3],
    /// Threads of a block, along each axis.
    pub block: [u32; 3],
    /// Blocks of a cluster, along each axis; `None`: as the kernel requires.
    pub cluster: Option<[u32; 3]>,
    /// Bytes of shared memory besides those that the kernel declares; `None`: what its comment says
    /// (`//@ launch KERNEL dynamic_shared=BYTES`), else none.
    pub shared: Option<u32>,
    /// Buffers that are not arguments, for tensor maps.
    pub buffers: Vec<String>,
    /// Arguments in the kernel's order ([`launch::arg`]); tensor maps are JSON.
    pub args: Vec<String>,
    /// The limit of the total instructions of all threads.
    pub steps: Option<u64>,
    /// The seed for perturbations of results of approximate functions within their bounds; `None`: results are the nearest numbers.
    pub perturb: Option<u64>,
    /// The maximum number of threads of this machine.
    pub threads: Option<NonZeroUsize>,
    /// Becomes true to end the run at once.
    pub cancel: Option<Arc<AtomicBool>>,
}

/// Why there is nothing to launch.
#[derive(Debug, Default)]
pub struct Refused {
    /// The errors.
    pub diagnostics: Vec<Diagnostic>,
    /// The argument that it refers to; otherwise it refers to the module.
    pub argument: Option<Source>,
}

impl From<Diagnostic> for Refused {
    fn from(diagnostic: Diagnostic) -> Refused {
        Refused { diagnostics: vec![diagnostic], argument: None }
    }
}

impl From<Vec<Diagnostic>> for Refused {
    fn from(diagnostics: Vec<Diagnostic>) -> Refused {
        Refused { diagnostics, argument: None }
    }
}

/// A module of PTX that is read and verified.
#[derive(Debug)]
pub struct Loaded {
    /// The module.
    pub module: Module,
    /// The source locations of its statements.
    pub map: SourceMap,
}

impl Loaded {
    /// The block size that a kernel, or the only one, requires.
    pub fn demanded_block(&self, entry: Option<&str>) -> Option<[u32; 3]> {
        let mut kernels = self.module.entries().map(|id| &self.module.functions[id]);
        let kernel = kernels.find(|kernel| entry.is_none_or(|name| kernel.name == name))?;
        let demand = kernel.directives.iter().find(|directive| directive.kind == DirectiveKind::Reqntid)?;
        let mut block = [1; 3];
        for (extent, &value) in block.iter_mut().zip(&demand.values) {
            *extent = u32::try_from(value).ok()?;
        }
        Some(block)
    }
}

/// Reads and verifies a text.
///
/// # Errors
/// All its errors.
pub fn load(source: &Source) -> Result<Loaded, Vec<Diagnostic>> {
    let parsed = ptx::parse(source);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    let found = ptx::verify(&parsed.module, &parsed.map);
    if found.iter().any(Diagnostic::is_error) {
        return Err(found);
    }
    Ok(Loaded { module: parsed.module, map: parsed.map })
}

/// A kernel with its arguments.
#[derive(Debug)]
pub struct Prepared<'a> {
    loaded: &'a Loaded,
    request: &'a Request,
    program: Program,
    /// Bytes of shared memory that the launch adds.
    shared: u32,
    /// The buffers, as they are before the launch.
    pub bound: Bound,
    values: Vec<Value>,
}

/// Prepares a kernel and its arguments.
///
/// # Errors
/// There is no such kernel, it uses an unsupported instruction, or arguments do not fit.
pub fn prepare<'a>(
    loaded: &'a Loaded,
    request: &'a Request,
    read_file: &ReadFile<'_>,
) -> Result<Prepared<'a>, Refused> {
    let kernel = choose(&loaded.module, request.entry.as_deref())?;
    let program = Program::prepare(&loaded.module, &loaded.map, &kernel)?;
    let maps = launch_comment::tensor_maps(&loaded.module, &kernel);
    let (bound, values) = arguments::bind(&program, &maps, request, read_file)?;
    let said = || launch_comment::dynamic_shared(&loaded.module, &kernel).unwrap_or(0);
    let shared = request.shared.unwrap_or_else(said);
    Ok(Prepared { loaded, request, program, shared, bound, values })
}

fn choose(module: &Module, wanted: Option<&str>) -> Result<String, Diagnostic> {
    let names: Vec<&str> = module.entries().map(|id| module.functions[id].name.as_str()).collect();
    let list = || names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let error = |message: String, help: String| Err(Diagnostic::error(ENTRY, message).help(help));
    match (wanted, names.as_slice()) {
        (None, [only]) => Ok((*only).to_owned()),
        (None | Some(_), []) => {
            error("the module has no kernel to run".to_owned(), "add an `.entry` with a body".to_owned())
        }
        (None, all) => error(
            format!("the module has {} kernels: {}", all.len(), list()),
            "choose one with `--entry NAME`".to_owned(),
        ),
        (Some(name), all) if all.contains(&name) => Ok(name.to_owned()),
        (Some(name), _) => {
            error(format!("the module has no kernel `{name}`"), format!("its kernels are {}", list()))
        }
    }
}

impl Prepared<'_> {
    /// Launches the kernel on buffers in the form of [`Prepared::bound`], which contain its results afterwards. `seed`
    /// determines the order in which warps run.
    ///
    /// # Errors
    /// The launch does not fit, or the program has undefined behaviour.
    pub fn launch(&self, bound: &mut Bound, seed: Option<u64>) -> Result<Outcome, Box<Fault>> {
        self.with(bound, seed, |launch, options| self.program.launch(launch, options))
    }

    /// Launches the kernel under the checks.
    ///
    /// # Errors
    /// The launch does not fit.
    pub fn check(&self, bound: &mut Bound, seed: Option<u64>) -> Result<Checked, Box<Fault>> {
        self.with(bound, seed, |launch, options| self.program.check(&self.loaded.module, launch, options))
    }

    /// Launches the kernel with counters.
    ///
    /// # Errors
    /// As for [`Prepared::launch`].
    pub fn count(&self, bound: &mut Bound, seed: Option<u64>) -> Result<CountedLaunch, Box<Fault>> {
        self.with(bound, seed, |launch, options| self.program.count(&self.loaded.module, launch, options))
    }

    /// Notes on how arguments were read, each with its argument.
    pub fn notes(&self) -> Vec<(Diagnostic, Source)> {
        let parameters = self.program.parameters();
        let name = |position: usize| parameters.get(position).map(|parameter| parameter.name.clone());
        crate::arguments::notes(&self.bound, &self.request.args, &name)
    }

    fn with<T>(
        &self,
        bound: &mut Bound,
        seed: Option<u64>,
        run: impl FnOnce(&mut Launch<'_>, &Options<'_>) -> T,
    ) -> T {
        let request = self.request;
        let named = bound.buffers.iter_mut().enumerate().map(|(number, named)| {
            let name = named.name.clone().unwrap_or_else(|| format!("{}", number + 1));
            (name, named.buffer.view_mut())
        });
        let mut launch = Launch {
            grid: request.grid,
            block: request.block,
            cluster: request.cluster,
            dynamic_shared: self.shared,
            buffers: named.collect(),
            args: self.values.clone(),
        };
        let options = Options {
            steps: request.steps,
            memory: None,
            seed,
            perturb: request.perturb,
            threads: request.threads,
            cancel: request.cancel.as_deref(),
        };
        run(&mut launch, &options)
    }

    /// A fault, with its place in the text.
    pub fn diagnostic(&self, fault: &Fault) -> Diagnostic {
        let message = if fault.is_usage() { fault.message.clone() } else { fault.to_string() };
        let diagnostic = Diagnostic::error(fault.code, message);
        let diagnostic = match fault.place.and_then(|place| self.span(place)) {
            Some(span) => diagnostic.at(span, ""),
            None => diagnostic,
        };
        let also = |diagnostic: Diagnostic, (place, what): &(Place, String)| match self.span(*place) {
            Some(span) => diagnostic.also(diag::Place::Span(span), what),
            None => diagnostic.note(what),
        };
        let diagnostic = fault.parties.iter().fold(diagnostic, also);
        let diagnostic = self.with_origin(diagnostic, fault.place);
        fault.notes.iter().fold(diagnostic, Diagnostic::note)
    }

    /// A finding, with its places in the text.
    pub fn finding(&self, finding: &Finding) -> Diagnostic {
        let diagnostic = Diagnostic::error(finding.code, finding.to_string());
        let diagnostic = match self.span(finding.place) {
            Some(span) => diagnostic.at(span, ""),
            None => diagnostic,
        };
        let diagnostic = match &finding.other {
            None => diagnostic,
            Some(other) => {
                let ([x, y, z], [i, j, k]) = (other.block, other.thread);
                let from = self.origin(other.place).map(|origin| format!(", from {origin}"));
                let from = from.filter(|_| other.place != finding.place).unwrap_or_default();
                let what = format!("block {x},{y},{z}, thread {i},{j},{k} {}{from}", other.what);
                match self.span(other.place).filter(|_| other.place != finding.place) {
                    Some(span) => diagnostic.also(diag::Place::Span(span), what),
                    None => diagnostic.note(format!("at the same instruction, {what}")),
                }
            }
        };
        let diagnostic = self.with_origin(diagnostic, Some(finding.place));
        finding.notes.iter().fold(diagnostic, Diagnostic::note)
    }

    /// Where an instruction comes from, if the module says it (`.loc`).
    pub fn origin(&self, place: Place) -> Option<Origin<'_>> {
        self.loaded.module.origin(place.function, place.statement as usize)
    }

    fn with_origin(&self, diagnostic: Diagnostic, place: Option<Place>) -> Diagnostic {
        match place.and_then(|place| self.origin(place)) {
            Some(origin) => diagnostic.note(format!("it comes from {origin}")),
            None => diagnostic,
        }
    }

    /// Where an instruction is.
    pub fn span(&self, place: Place) -> Option<diag::Span> {
        self.loaded.map.statement(place.function, place.statement as usize)
    }
}
