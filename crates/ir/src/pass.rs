//! Passes and pipelines.
//!
//! A pass is a named function on one module. A [`Pipeline`] runs passes in order, or some of them until nothing changes;
//! a [`Watcher`] sees the module before and after each. Nothing here reads a clock or verifies: watchers do.
//!
//! Text of a pipeline: `canonicalize,cse,loop-split{split-threshold=4}`, and `fixpoint(canonicalize,cse,dce)` for passes
//! that run in turn until each has run without a change since the last change.

use std::fmt;
use std::ops::Range;

use diag::suggest::did_you_mean;

use crate::level::Level;
use crate::level::module::Module;

/// Refuses a module that lacks what a pass requires.
pub type Admits<L> = fn(&Module<L>) -> Result<(), Unmet>;

/// A transform of a module, with its description in `tilewright passes`.
pub struct Pass<L: Level> {
    /// Name in pipelines.
    pub name: &'static str,
    /// A summary in one line.
    pub summary: &'static str,
    /// Requirements on the module.
    pub requires: &'static str,
    /// Properties that it preserves.
    pub preserves: &'static str,
    /// Refuses a module that does not meet the requirements of the pass; none if every verified module does.
    pub admits: Option<Admits<L>>,
    /// Options, all of them whole numbers.
    pub options: &'static [PassOption],
    /// Runs it; true when the module changed.
    pub run: fn(&mut Module<L>, &Settings) -> bool,
}

/// A requirement of a pass that a module does not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// The pass.
    pub pass: &'static str,
    /// The unmet requirement, in one sentence.
    pub message: String,
    /// The way out.
    pub help: String,
}

impl Unmet {
    /// Of a pass that the pipeline names when it refuses the module.
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Unmet {
        Unmet { pass: "", message: message.into(), help: help.into() }
    }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` cannot run: {}", self.pass, self.message)
    }
}

impl std::error::Error for Unmet {}

/// An option of a pass.
#[derive(Clone, Copy, Debug)]
pub struct PassOption {
    /// Name in pipelines.
    pub name: &'static str,
    /// A summary in one line.
    pub summary: &'static str,
    /// Value when nothing is written.
    pub default: i64,
}

/// The options that a pass runs with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    given: Vec<(&'static str, i64)>,
}

impl Settings {
    /// The value of an option.
    pub fn get(&self, option: &PassOption) -> i64 {
        let given = self.given.iter().rev().find(|(name, _)| *name == option.name);
        given.map_or(option.default, |&(_, value)| value)
    }

    /// Sets an option.
    #[must_use]
    pub fn with(mut self, option: &PassOption, value: i64) -> Settings {
        self.given.push((option.name, value));
        self
    }
}

/// The maximum number of rounds of a fixpoint: a safety limit, because passes terminate.
pub const MAX_ROUNDS: usize = 8;

/// A step of a pipeline.
pub enum Step<L: Level> {
    /// One pass.
    Run(&'static Pass<L>, Settings),
    /// Steps that run in turn until each has run without a change since the last change, [`MAX_ROUNDS`] rounds at most.
    Fixpoint(Vec<Step<L>>),
}

/// Passes in order.
pub struct Pipeline<L: Level> {
    /// The steps.
    pub steps: Vec<Step<L>>,
}

/// Sees a module between passes.
pub trait Watcher<L: Level> {
    /// Why a run ends early: the watcher's reasons, and a pass whose requirements the module does not meet.
    type Stop: From<Unmet>;

    /// Called before a pass.
    ///
    /// # Errors
    /// The run must end here.
    fn before(&mut self, pass: &'static Pass<L>, module: &Module<L>) -> Result<(), Self::Stop>;

    /// Called after a pass, which has changed the module or not.
    ///
    /// # Errors
    /// The run must end here.
    fn after(&mut self, pass: &'static Pass<L>, module: &Module<L>, changed: bool) -> Result<(), Self::Stop>;
}

/// Watches nothing.
pub struct Unwatched;

impl<L: Level> Watcher<L> for Unwatched {
    type Stop = Unmet;

    fn before(&mut self, _: &'static Pass<L>, _: &Module<L>) -> Result<(), Unmet> {
        Ok(())
    }

    fn after(&mut self, _: &'static Pass<L>, _: &Module<L>, _: bool) -> Result<(), Unmet> {
        Ok(())
    }
}

impl<L: Level> Pipeline<L> {
    /// Runs every step; true when something changed.
    ///
    /// # Errors
    /// The error of the watcher, or a requirement of a pass that the module does not meet.
    pub fn run<W: Watcher<L>>(&self, module: &mut Module<L>, watcher: &mut W) -> Result<bool, W::Stop> {
        run_steps(&self.steps, module, watcher)
    }
}

fn run_steps<L: Level, W: Watcher<L>>(
    steps: &[Step<L>],
    module: &mut Module<L>,
    watcher: &mut W,
) -> Result<bool, W::Stop> {
    let mut changed = false;
    for step in steps {
        match step {
            Step::Run(pass, settings) => {
                if let Some(admits) = pass.admits {
                    admits(module).map_err(|unmet| Unmet { pass: pass.name, ..unmet })?;
                }
                watcher.before(pass, module)?;
                let now = (pass.run)(module, settings);
                watcher.after(pass, module, now)?;
                changed |= now;
            }
            Step::Fixpoint(inner) => {
                changed |= run_fixpoint(inner, module, watcher)?;
            }
        }
    }
    Ok(changed)
}

/// Runs steps in turn until each of them has run without a change since the last change.
fn run_fixpoint<L: Level, W: Watcher<L>>(
    steps: &[Step<L>],
    module: &mut Module<L>,
    watcher: &mut W,
) -> Result<bool, W::Stop> {
    let (mut changed, mut unchanged) = (false, 0);
    // A pass that undoes another one would never end; the limit makes that a lost optimisation.
    for step in (0..MAX_ROUNDS).flat_map(|_| steps) {
        if run_steps(std::slice::from_ref(step), module, watcher)? {
            (changed, unchanged) = (true, 0);
        } else {
            unchanged += 1;
        }
        if unchanged == steps.len() {
            break;
        }
    }
    Ok(changed)
}

/// An error in the text of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineError {
    /// Bytes of the text.
    pub place: Range<usize>,
    /// The error.
    pub message: String,
    /// The way out.
    pub help: String,
}

impl fmt::Display for PipelineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PipelineError {}

/// Deepest nesting of fixpoints in the text of a pipeline.
const MAX_NESTING: usize = 4;

impl<L: Level> Pipeline<L> {
    /// Reads the text of a pipeline of `passes`.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn parse(text: &str, passes: &'static [Pass<L>]) -> Result<Pipeline<L>, PipelineError> {
        let mut parser = Parser { text, at: 0, passes };
        let steps = parser.steps(0)?;
        if parser.at < text.len() {
            return Err(parser.unexpected("a comma between passes"));
        }
        Ok(Pipeline { steps })
    }
}

struct Parser<'t, L: Level> {
    text: &'t str,
    at: usize,
    passes: &'static [Pass<L>],
}

impl<L: Level> Parser<'_, L> {
    fn steps(&mut self, depth: usize) -> Result<Vec<Step<L>>, PipelineError> {
        let mut steps = Vec::new();
        loop {
            let start = self.skip_blanks();
            let name = self.word();
            if name.is_empty() && !self.text[self.at..].starts_with([',', '(', '{']) && steps.is_empty() {
                return Ok(steps);
            }
            steps.push(self.step(start..self.at, depth)?);
            if !self.takes(',') {
                return Ok(steps);
            }
        }
    }

    fn step(&mut self, name: Range<usize>, depth: usize) -> Result<Step<L>, PipelineError> {
        let word = &self.text[name.clone()];
        if word == "fixpoint" && self.takes('(') {
            if depth == MAX_NESTING {
                let help = "write the inner passes once".to_owned();
                return Err(PipelineError { place: name, message: "fixpoints nest too deep".into(), help });
            }
            let steps = self.steps(depth + 1)?;
            return if self.takes(')') { Ok(Step::Fixpoint(steps)) } else { Err(self.unexpected("`)`")) };
        }
        let Some(pass) = self.passes.iter().find(|pass| pass.name == word) else {
            return Err(self.unknown_pass(name));
        };
        let settings = if self.takes('{') { self.settings(pass)? } else { Settings::default() };
        Ok(Step::Run(pass, settings))
    }

    fn unknown_pass(&self, place: Range<usize>) -> PipelineError {
        let word = &self.text[place.clone()];
        if word.is_empty() {
            return self.unexpected("the name of a pass");
        }
        let names = self.passes.iter().map(|pass| pass.name).chain(["fixpoint"]);
        let help = did_you_mean(word, names).unwrap_or("`tilewright passes` lists the passes".to_owned());
        PipelineError { message: format!("there is no pass `{word}`"), place, help }
    }

    /// Options, separated by blanks or commas, up to the brace that closes them.
    fn settings(&mut self, pass: &'static Pass<L>) -> Result<Settings, PipelineError> {
        let mut settings = Settings::default();
        while !self.takes('}') {
            let start = self.skip_blanks();
            let name = self.word().to_owned();
            let place = start..self.at;
            let Some(option) = pass.options.iter().find(|option| option.name == name) else {
                return Err(self.unknown_option(pass, place));
            };
            if !self.takes('=') {
                return Err(self.unexpected("`=` and a number"));
            }
            let start = self.skip_blanks();
            let value = self.word().parse();
            let value = value.map_err(|_| PipelineError {
                message: format!("`{name}` is a whole number"),
                place: start..self.at,
                help: format!("write `{name}={}`", option.default),
            })?;
            settings = settings.with(option, value);
            self.takes(',');
        }
        Ok(settings)
    }

    fn unknown_option(&self, pass: &Pass<L>, place: Range<usize>) -> PipelineError {
        if place.is_empty() {
            return self.unexpected("an option or `}`");
        }
        let word = &self.text[place.clone()];
        let names: Vec<&str> = pass.options.iter().map(|option| option.name).collect();
        let help = did_you_mean(word, names.iter().copied()).unwrap_or(match names.is_empty() {
            true => "it has none".to_owned(),
            false => format!("its options are: {}", names.join(", ")),
        });
        PipelineError { message: format!("`{}` has no option `{word}`", pass.name), place, help }
    }

    fn unexpected(&self, wanted: &str) -> PipelineError {
        let rest = &self.text[self.at..];
        let found = rest.chars().next();
        let what = found.map_or("the end".to_owned(), |c| format!("`{c}`"));
        PipelineError {
            place: self.at..self.at + found.map_or(0, char::len_utf8),
            message: format!("expected {wanted}, but found {what}"),
            help: "a pipeline reads like `canonicalize,cse,loop-split{split-threshold=4}`".to_owned(),
        }
    }

    fn skip_blanks(&mut self) -> usize {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.at
    }

    /// The letters, digits and dashes that follow.
    fn word(&mut self) -> &str {
        let rest = &self.text[self.at..];
        let len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
        let start = self.at;
        self.at += len.unwrap_or(rest.len());
        &self.text[start..self.at]
    }

    fn takes(&mut self, wanted: char) -> bool {
        self.skip_blanks();
        let taken = self.text[self.at..].starts_with(wanted);
        self.at += if taken { wanted.len_utf8() } else { 0 };
        self.skip_blanks();
        taken
    }
}

/// The text that [`Pipeline::parse`] reads.
impl<L: Level> fmt::Display for Pipeline<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_steps(&self.steps, f)
    }
}

fn write_steps<L: Level>(steps: &[Step<L>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, step) in steps.iter().enumerate() {
        if index > 0 {
            f.write_str(",")?;
        }
        match step {
            Step::Run(pass, settings) => {
                f.write_str(pass.name)?;
                let given: Vec<String> =
                    settings.given.iter().map(|(name, value)| format!("{name}={value}")).collect();
                if !given.is_empty() {
                    write!(f, "{{{}}}", given.join(","))?;
                }
            }
            Step::Fixpoint(inner) => {
                f.write_str("fixpoint(")?;
                write_steps(inner, f)?;
                f.write_str(")")?;
            }
        }
    }
    Ok(())
}
