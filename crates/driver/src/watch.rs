//! Observation of compilation: the module between passes and conversions, and the time of each.
//!
//! A step is a pass of a level's clean-up or the conversion to the next level. Nothing is printed and no clock is read unless a
//! [`Watch`] requests it.

#![allow(clippy::disallowed_methods, reason = "times passes, when asked to")]

use std::time::{Duration, Instant};

use cuda_tile::CudaTile;
use diag::Diagnostic;
use diag::suggest::did_you_mean;
use ir::pass::{Pass, Pipeline, Unmet, Watcher};
use ir::{Level as _, Module};

use crate::codes;
use crate::optimize::{Nvvm, Passes, TileAa, TileAs};

/// The requested output of passes and levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// The module before every step.
    pub before_all: bool,
    /// The module after every step that changed it.
    pub after_all: bool,
    /// Names of levels, whose final modules are shown, and of steps, after each run of which the module is shown.
    pub named: Vec<String>,
    /// Whether the time of steps is measured.
    pub time: bool,
}

/// An output.
#[derive(Clone, Debug)]
pub enum Seen {
    /// A module.
    Module {
        /// When: `after cse (level 2, tileaa)`.
        title: String,
        /// The name of its level.
        level: &'static str,
        /// Its text.
        text: String,
    },
    /// A step that changed nothing, by the title that its module would have.
    Unchanged(String),
    /// The times of steps, in the order of their first runs.
    Times(Vec<Time>),
}

/// Time spent in a step, all its runs together.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// The pass or conversion.
    pub step: &'static str,
    /// The level at its start.
    pub level: &'static str,
    /// Runs.
    pub runs: u32,
    /// Time.
    pub time: Duration,
}

/// The steps from one level to the next.
pub const CONVERSIONS: [&str; 4] = [
    "convert-cudatile-to-tileaa",
    "convert-tileaa-to-tileas",
    "convert-tileas-to-nvvm",
    "convert-nvvm-to-ptx",
];
/// Summaries of the conversions, one line each.
pub const CONVERSION_SUMMARIES: [&str; 4] = [
    "converts to tiles, shaped memory and addresses",
    "adds layouts, shared memory and the order of accesses",
    "converts tiles to the code of one thread on its registers",
    "selects instructions, registers and labels",
];
/// The level of PTX.
const PTX: &str = "ptx";

impl Watch {
    /// True if no output is requested.
    pub fn is_empty(&self) -> bool {
        *self == Watch::default()
    }
}

/// Names that [`Watch::named`] may hold, in the order of compiling.
pub fn names() -> Vec<&'static str> {
    fn of<L: Passes>() -> impl Iterator<Item = &'static str> {
        std::iter::once(L::NAME).chain(L::passes().iter().map(|pass| pass.name))
    }
    let all = of::<CudaTile>().chain(of::<TileAa>()).chain(of::<TileAs>()).chain(of::<Nvvm>());
    all.chain([PTX]).chain(CONVERSIONS).collect()
}

/// The error of a name.
///
/// # Errors
/// When it is neither a level nor a pass.
pub fn known(name: &str) -> Result<(), Box<Diagnostic>> {
    if names().contains(&name) {
        return Ok(());
    }
    let levels = [CudaTile::NAME, TileAa::NAME, TileAs::NAME, Nvvm::NAME, PTX].join(", ");
    let error = Diagnostic::error(codes::PASSES, format!("there is no level and no pass `{name}`"))
        .note(format!("levels are: {levels}"));
    let help = did_you_mean(name, names());
    Err(error.help(help.unwrap_or("`tilewright passes` lists the passes".to_owned())).into())
}

/// Watches a compilation.
pub(crate) struct Recorder<'w> {
    watch: &'w Watch,
    show: &'w mut dyn FnMut(Seen),
    times: Vec<Time>,
    started: Option<Instant>,
}

impl<'w> Recorder<'w> {
    pub(crate) fn new(watch: &'w Watch, show: &'w mut dyn FnMut(Seen)) -> Recorder<'w> {
        Recorder { watch, show, times: Vec::new(), started: None }
    }

    /// Runs the clean-up of a level.
    pub(crate) fn clean_up<L: Passes>(&mut self, module: &mut Module<L>) {
        let pipeline = Pipeline::parse(L::CLEAN_UP, L::passes()).expect("the text of this pipeline is right");
        pipeline.run(module, self).expect("passes of a clean-up take every verified module");
    }

    /// Runs a pass of a level.
    pub(crate) fn pass<L: Passes>(&mut self, name: &str, module: &mut Module<L>) {
        let pipeline = Pipeline::parse(name, L::passes()).expect("the pass is there");
        pipeline.run(module, self).expect("the pass takes every verified module");
    }

    /// Runs the passes of a level that compilation needs; true if one changed the module.
    ///
    /// # Errors
    /// When the module lacks what one of them requires.
    pub(crate) fn pipeline<L: Passes>(
        &mut self,
        text: &str,
        module: &mut Module<L>,
    ) -> Result<bool, Vec<Diagnostic>> {
        let pipeline = Pipeline::parse(text, L::passes()).expect("the text of this pipeline is right");
        let unmet = |unmet: Unmet| vec![Diagnostic::error(codes::PASSES, unmet.to_string()).help(unmet.help)];
        pipeline.run(module, self).map_err(unmet)
    }

    /// Converts a module to the next level.
    pub(crate) fn converted<A: Passes, B, E>(
        &mut self,
        from: &Module<A>,
        convert: impl FnOnce(&Module<A>) -> Result<B, E>,
        to: Shown<B>,
    ) -> Result<B, E> {
        let step = CONVERSIONS[usize::from(A::NUMBER) - 1];
        self.leave(from);
        if self.watch.before_all {
            let title = format!("before {step} (level {}, {})", A::NUMBER, A::NAME);
            self.see(title, A::NAME, A::text(from));
        }
        self.start();
        let made = convert(from);
        self.stop(step, A::NAME);
        let made = made?;
        if self.watch.after_all || self.names(step) {
            let title = format!("after {step} (level {}, {})", A::NUMBER + 1, to.level);
            self.see(title, to.level, (to.text)(&made));
        }
        Ok(made)
    }

    /// Shows a module at the end of its level, or the result.
    pub(crate) fn leave<L: Passes>(&mut self, module: &Module<L>) {
        if self.names(L::NAME) {
            self.see(format!("level {}, {}", L::NUMBER, L::NAME), L::NAME, L::text(module));
        }
    }

    /// Shows the generated PTX.
    pub(crate) fn ptx(&mut self, text: &str) {
        if self.names(PTX) {
            self.see(format!("level 5, {PTX}"), PTX, text.to_owned());
        }
    }

    /// Runs a function that is not a step of a level, and measures its time.
    pub(crate) fn timed<T>(&mut self, step: &'static str, does: impl FnOnce() -> T) -> T {
        self.start();
        let made = does();
        self.stop(step, PTX);
        made
    }

    /// Reports all times.
    pub(crate) fn finish(self) {
        if self.watch.time {
            (self.show)(Seen::Times(self.times));
        }
    }

    fn names(&self, name: &str) -> bool {
        self.watch.named.iter().any(|named| named == name)
    }

    fn see(&mut self, title: String, level: &'static str, text: String) {
        (self.show)(Seen::Module { title, level, text });
    }

    fn start(&mut self) {
        self.started = self.watch.time.then(Instant::now);
    }

    fn stop(&mut self, step: &'static str, level: &'static str) {
        let Some(time) = self.started.take().map(|started| started.elapsed()) else { return };
        match self.times.iter_mut().find(|known| known.step == step && known.level == level) {
            Some(known) => {
                known.runs += 1;
                known.time += time;
            }
            None => self.times.push(Time { step, level, runs: 1, time }),
        }
    }
}

/// The way in which a module of the next level is shown.
pub(crate) struct Shown<B> {
    level: &'static str,
    text: fn(&B) -> String,
}

impl<L: Passes> Shown<Module<L>> {
    /// One of a level that has passes.
    pub(crate) fn level() -> Shown<Module<L>> {
        Shown { level: L::NAME, text: L::text }
    }
}

impl Shown<ptx::Module> {
    /// PTX.
    pub(crate) fn ptx() -> Shown<ptx::Module> {
        Shown { level: PTX, text: ptx::print }
    }
}

impl<L: Passes> Watcher<L> for Recorder<'_> {
    type Stop = Unmet;

    fn before(&mut self, pass: &'static Pass<L>, module: &Module<L>) -> Result<(), Self::Stop> {
        if self.watch.before_all {
            let title = format!("before {} (level {}, {})", pass.name, L::NUMBER, L::NAME);
            self.see(title, L::NAME, L::text(module));
        }
        self.start();
        Ok(())
    }

    fn after(&mut self, pass: &'static Pass<L>, module: &Module<L>, changed: bool) -> Result<(), Self::Stop> {
        self.stop(pass.name, L::NAME);
        if self.watch.after_all || self.names(pass.name) {
            let title = format!("after {} (level {}, {})", pass.name, L::NUMBER, L::NAME);
            if changed {
                self.see(title, L::NAME, L::text(module));
            } else {
                (self.show)(Seen::Unchanged(title));
            }
        }
        Ok(())
    }
}
