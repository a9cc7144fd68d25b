//! Running passes on a module, with dumps, verification and timings.

#![allow(clippy::disallowed_methods, reason = "times passes, when asked to")]

use std::time::{Duration, Instant};

use cuda_tile::CudaTile;
use cuda_tile::text::{Names, PrintOptions, print};
use cuda_tile::verify::{VerifyOptions, verify};
use diag::suggest::did_you_mean;
use diag::{Diagnostic, Source, Span};
use ir::pass::{Pass, Pipeline, PipelineError, Unmet, Watcher};
use ir::{Level, Module};

pub use nvvm::Nvvm;
pub use tileaa::TileAa;
pub use tileas::TileAs;

use crate::codes;

/// A level that has passes.
pub trait Passes: Level {
    /// Its number.
    const NUMBER: u8;
    /// The default pipeline.
    const CLEAN_UP: &'static str;

    /// Its passes, in alphabetical order.
    fn passes() -> &'static [Pass<Self>];

    /// Its text, with the names of the source.
    fn text(module: &Module<Self>) -> String;

    /// The errors of a module.
    fn wrong(module: &Module<Self>, testing_ops: bool) -> Vec<Diagnostic>;
}

impl Passes for CudaTile {
    // The level's number in `--print-ir`, as in ARCHITECTURE.md.
    const NUMBER: u8 = 1;
    const CLEAN_UP: &'static str = opt::CLEAN_UP;

    fn passes() -> &'static [Pass<CudaTile>] {
        opt::PASSES
    }

    fn text(module: &Module<CudaTile>) -> String {
        print(module, &PrintOptions { names: Names::Keep, ..PrintOptions::default() })
    }

    fn wrong(module: &Module<CudaTile>, testing_ops: bool) -> Vec<Diagnostic> {
        // Previews were enabled, or not, where the module was read.
        let options = VerifyOptions { testing_ops, preview_simt: true, ..VerifyOptions::default() };
        verify(module, &options).diagnostics
    }
}

macro_rules! generic_passes {
    ($level:ty, $number:literal, $passes:path, $clean_up:path) => {
        impl Passes for $level {
            // As for level 1.
            const NUMBER: u8 = $number;
            const CLEAN_UP: &'static str = $clean_up;

            fn passes() -> &'static [Pass<$level>] {
                $passes
            }

            fn text(module: &Module<$level>) -> String {
                ir::generic::print(module, false)
            }

            fn wrong(module: &Module<$level>, _: bool) -> Vec<Diagnostic> {
                ir::generic::verify(module)
            }
        }
    };
}
generic_passes!(TileAa, 2, tileaa::passes::PASSES, tileaa::passes::CLEAN_UP);
generic_passes!(TileAs, 3, tileas::passes::PASSES, tileas::passes::CLEAN_UP);
generic_passes!(Nvvm, 4, nvvm::passes::PASSES, nvvm::passes::CLEAN_UP);

/// A request for a module.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Text of a pipeline ([`ir::pass`]); `None`: [`Passes::CLEAN_UP`].
    pub passes: Option<String>,
    /// Passes before which the module is shown.
    pub print_before: Vec<String>,
    /// Passes after which the module is shown.
    pub print_after: Vec<String>,
    /// The module is shown after every pass that changed it.
    pub print_after_all: bool,
    /// The module is verified after every pass, and not only at the end.
    pub verify_each: bool,
    /// Testing-only ops are allowed.
    pub testing_ops: bool,
}

/// Output during the run of passes, in order.
pub enum Shown<'m> {
    /// The current module, with a title.
    Module {
        /// `before cse`, `after cse`.
        title: String,
        /// Canonical text, with the names of the source.
        text: String,
    },
    /// A pass that changed nothing.
    Unchanged(&'m str),
}

/// Time spent in a pass, all its runs together.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Name of the pass.
    pub pass: &'static str,
    /// Runs.
    pub runs: u32,
    /// Runs that changed the module.
    pub changes: u32,
    /// Time.
    pub time: Duration,
}

/// Why a run of passes failed.
#[derive(Debug)]
pub enum Failure {
    /// The request is wrong; the source is the text of the pipeline.
    Request(Box<Diagnostic>, Source),
    /// A pass broke the module, which is a bug of Tilewright: the name of the pass, and the errors of the verifier.
    Broken(&'static str, Vec<Diagnostic>),
}

impl From<Unmet> for Failure {
    fn from(unmet: Unmet) -> Failure {
        let place = 0..unmet.pass.len();
        let error = PipelineError { place, message: unmet.to_string(), help: unmet.help };
        wrong("--passes", unmet.pass, error)
    }
}

/// Runs the passes of a request on a verified module; `show` receives the output.
///
/// # Errors
/// The errors of the request, or of a pass.
pub fn optimize<L: Passes>(
    module: &mut Module<L>,
    request: &Request,
    show: &mut dyn FnMut(Shown<'_>),
) -> Result<Vec<Timing>, Failure> {
    let pipeline = pipeline::<L>(request)?;
    let mut observer = Observer { request, show, started: None, timings: Vec::new() };
    pipeline.run(module, &mut observer)?;
    let timings = observer.timings;
    if !request.verify_each {
        let last = timings.last().map_or("canonicalize", |timing| timing.pass);
        verified(module, request, last)?;
    }
    Ok(timings)
}

/// The pipeline of a request, whose every name is one of a pass.
fn pipeline<L: Passes>(request: &Request) -> Result<Pipeline<L>, Failure> {
    let text = request.passes.as_deref().unwrap_or(L::CLEAN_UP);
    let named = [("--print-before", &request.print_before), ("--print-after", &request.print_after)];
    for (option, names) in named {
        for name in names {
            known::<L>(option, name)?;
        }
    }
    Pipeline::parse(text, L::passes()).map_err(|error| {
        let place = error.place.clone();
        let help = elsewhere::<L>(text.get(place).unwrap_or_default()).unwrap_or(error.help);
        wrong("--passes", text, PipelineError { help, ..error })
    })
}

/// The level that has a pass that this level lacks, if there is one.
fn elsewhere<L: Passes>(name: &str) -> Option<String> {
    fn has<A: Passes>(name: &str) -> Option<(u8, &'static str)> {
        A::passes().iter().any(|pass| pass.name == name).then_some((A::NUMBER, A::NAME))
    }
    let levels = [has::<CudaTile>(name), has::<TileAa>(name), has::<TileAs>(name), has::<Nvvm>(name)];
    let (number, level) = levels.into_iter().flatten().find(|&(number, _)| number != L::NUMBER)?;
    let own = format!("this module is of level {}, {}", L::NUMBER, L::NAME);
    let way = if number > L::NUMBER {
        format!("`tilewright compile --emit={level}` makes one of level {number}")
    } else {
        format!("run it before the conversion to level {}", number + 1)
    };
    Some(format!("`{name}` is a pass of level {number}, {level}, and {own}; {way}"))
}

fn known<L: Passes>(option: &str, name: &str) -> Result<(), Failure> {
    let mut names = L::passes().iter().map(|pass| pass.name);
    if names.any(|known| known == name) {
        return Ok(());
    }
    let help = elsewhere::<L>(name).or_else(|| did_you_mean(name, L::passes().iter().map(|pass| pass.name)));
    let error = PipelineError {
        place: 0..name.len(),
        message: format!("there is no pass `{name}`"),
        help: help.unwrap_or("`tilewright passes` lists the passes".to_owned()),
    };
    Err(wrong(option, name, error))
}

fn wrong(option: &str, text: &str, error: PipelineError) -> Failure {
    let span = Span { start: error.place.start as u32, end: error.place.end as u32 };
    let diagnostic = Diagnostic::error(codes::PASSES, error.message).at(span, "").help(error.help);
    Failure::Request(diagnostic.into(), Source::new(option, text))
}

fn verified<L: Passes>(module: &Module<L>, request: &Request, pass: &'static str) -> Result<(), Failure> {
    let mut found = L::wrong(module, request.testing_ops);
    found.retain(Diagnostic::is_error);
    if found.is_empty() { Ok(()) } else { Err(Failure::Broken(pass, found)) }
}

struct Observer<'r> {
    request: &'r Request,
    show: &'r mut dyn FnMut(Shown<'_>),
    started: Option<Instant>,
    timings: Vec<Timing>,
}

impl Observer<'_> {
    fn show_module<L: Passes>(&mut self, title: String, module: &Module<L>) {
        let text = L::text(module);
        (self.show)(Shown::Module { title, text });
    }

    fn count(&mut self, pass: &'static str, changed: bool, time: Duration) {
        let known = self.timings.iter_mut().find(|timing| timing.pass == pass);
        let timing = match known {
            Some(timing) => timing,
            None => {
                self.timings.push(Timing { pass, runs: 0, changes: 0, time: Duration::ZERO });
                self.timings.last_mut().expect("just pushed")
            }
        };
        timing.runs += 1;
        timing.changes += u32::from(changed);
        timing.time += time;
    }
}

impl<L: Passes> Watcher<L> for Observer<'_> {
    type Stop = Failure;

    fn before(&mut self, pass: &'static Pass<L>, module: &Module<L>) -> Result<(), Failure> {
        if self.request.print_before.iter().any(|name| name == pass.name) {
            self.show_module(format!("before {}", pass.name), module);
        }
        self.started = Some(Instant::now());
        Ok(())
    }

    fn after(&mut self, pass: &'static Pass<L>, module: &Module<L>, changed: bool) -> Result<(), Failure> {
        let time = self.started.take().map_or(Duration::ZERO, |started| started.elapsed());
        self.count(pass.name, changed, time);
        let wanted = self.request.print_after.iter().any(|name| name == pass.name);
        if changed && (wanted || self.request.print_after_all) {
            self.show_module(format!("after {}", pass.name), module);
        } else if wanted || self.request.print_after_all {
            (self.show)(Shown::Unchanged(pass.name));
        }
        if self.request.verify_each { verified(module, self.request, pass.name) } else { Ok(()) }
    }
}
