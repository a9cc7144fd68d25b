//! The interface of engines, and the ways in which a launch can end.
//!
//! A launch ends in one of three ways: with an [`Outcome`], with a [`Trap`] (the program had undefined behaviour, or exhausted
//! its step budget), or with an [`EngineError`] (the engine could not run it). A trap is caused by the program and reported
//! with a source line; an engine error is not.

use crate::argument::{Launch, MismatchError};
use crate::grid::BlockId;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

/// An executor of programs of one kind.
pub trait Engine {
    /// The program that it executes: a verified module, compiled code.
    type Program: ?Sized;

    /// Its name in `--engine=`.
    fn name(&self) -> &'static str;

    /// Runs all tile blocks. After a trap the buffers hold whatever was written before it.
    fn launch(
        &self,
        program: &Self::Program,
        launch: &mut Launch<'_>,
        options: &mut Options<'_>,
    ) -> Result<Outcome, LaunchError>;
}

/// Options of a launch; they do not change the results of a correct program.
pub struct Options<'a> {
    /// The limit of the total steps of all blocks; `None` for no limit. The engine defines a step.
    pub step_budget: Option<u64>,
    /// The order in which blocks run.
    pub schedule: Schedule,
    /// Becomes true to end the launch at once, for example after Ctrl-C.
    pub cancel: Option<&'a AtomicBool>,
    /// The maximum number of threads; `None`: one for each core. Some engines use one.
    pub threads: Option<NonZeroUsize>,
    /// The output of the program is in the order of tile blocks, not in that of their execution.
    pub ordered_output: bool,
    /// Called from time to time on the launching thread, with the number of tile blocks that have ended and the total.
    pub progress: Option<&'a dyn Fn(u64, u64)>,
    /// Receives the output of the program.
    pub output: &'a mut dyn Output,
}

impl<'a> Options<'a> {
    /// No budget, blocks in order, not cancellable, all threads, output in the order of execution.
    pub fn new(output: &'a mut dyn Output) -> Options<'a> {
        Options {
            step_budget: None,
            schedule: Schedule::InOrder,
            cancel: None,
            threads: None,
            ordered_output: false,
            progress: None,
            output,
        }
    }

    /// Whether the launch should end.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("step_budget", &self.step_budget)
            .field("schedule", &self.schedule)
            .field("cancelled", &self.is_cancelled())
            .field("threads", &self.threads)
            .field("ordered_output", &self.ordered_output)
            .finish_non_exhaustive()
    }
}

/// The order in which tile blocks run. Every order is fair: a block that waits for another does not keep it from running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// By number, x fastest.
    #[default]
    InOrder,
    /// Shuffled and interleaved, the same way for the same seed.
    Seeded(u64),
}

/// A receiver of printed text.
pub trait Output {
    /// Takes text that a tile block printed, as it is: no line end is implied.
    fn print(&mut self, block: BlockId, text: &str);
}

impl Output for String {
    /// Appends the text of all blocks.
    fn print(&mut self, _block: BlockId, text: &str) {
        self.push_str(text);
    }
}

/// An [`Output`] that drops all text.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiscardOutput;

impl Output for DiscardOutput {
    fn print(&mut self, _block: BlockId, _text: &str) {}
}

/// The result of a successful launch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The total steps of all blocks; 0 from an engine that does not count.
    pub steps: u64,
    /// Failed assertions of the program, on an engine that continues after them.
    pub failed_assertions: u64,
}

/// An operation of the program, by a number that only the engine's program can map to a source location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site(pub u64);

/// Undefined behaviour of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The documented code of the case.
    pub code: &'static str,
    /// The message, one sentence without a full stop.
    pub message: String,
    /// The operation, if the engine knows it.
    pub site: Option<Site>,
    /// The tile block.
    pub block: BlockId,
    /// The coordinates of the element in the operation's tile, if the error concerns one element.
    pub element: Option<Vec<u64>>,
    /// Other operations that explain it (the origin of poison, the other side of a race), with their messages.
    pub related: Vec<(Site, String)>,
    /// Facts and remedies.
    pub notes: Vec<String>,
}

impl Trap {
    /// A trap that only has a code, a message and a block.
    pub fn new(code: &'static str, message: impl Into<String>, block: BlockId) -> Trap {
        let message = message.into();
        Trap { code, message, site: None, block, element: None, related: Vec::new(), notes: Vec::new() }
    }
}

impl fmt::Display for Trap {
    /// `message (in tile block 1,0,0, element 3,4)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.block;
        write!(f, "{} (in tile block {x},{y},{z}", self.message)?;
        // A tile of rank 0 has only one element, which needs no name.
        if let Some(element) = self.element.as_ref().filter(|element| !element.is_empty()) {
            write!(f, ", element {}", crate::buffer::extents(element))?;
        }
        f.write_str(")")
    }
}

impl std::error::Error for Trap {}

/// The engine could not run the launch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The program has no such entry.
    #[error("the module has no entry `{0}`")]
    NoEntry(String),
    /// The arguments do not fit the entry.
    #[error(transparent)]
    Mismatch(#[from] MismatchError),
    /// An unsupported feature; the text names it, and an engine that supports it.
    #[error("{0}")]
    Unsupported(String),
    /// The machine lacks a resource (memory, a device); the text names it.
    #[error("{0}")]
    Resource(String),
    /// [`Options::cancel`] became true.
    #[error("the launch was cancelled")]
    Cancelled,
}

/// Why a launch failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// A trap of the program.
    #[error(transparent)]
    Trap(Box<Trap>),
    /// An error of the engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl From<Trap> for LaunchError {
    fn from(trap: Trap) -> LaunchError {
        LaunchError::Trap(Box::new(trap))
    }
}

impl From<MismatchError> for LaunchError {
    fn from(error: MismatchError) -> LaunchError {
        LaunchError::Engine(EngineError::Mismatch(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argument::{Argument, ParamType};
    use crate::buffer::Buffer;
    use crate::grid::Grid;
    use numerics::Scalar;

    /// Adds a number to every byte, one step each; prints the block.
    struct AddBytes;

    impl Engine for AddBytes {
        type Program = [ParamType];

        fn name(&self) -> &'static str {
            "add-bytes"
        }

        fn launch(
            &self,
            program: &[ParamType],
            launch: &mut Launch<'_>,
            options: &mut Options<'_>,
        ) -> Result<Outcome, LaunchError> {
            launch.check(program)?;
            let Argument::Scalar { bits, .. } = launch.args[1] else { return Ok(Outcome::default()) };
            let mut steps = 0;
            for block in (0..launch.grid.blocks()).filter_map(|number| launch.grid.block(number)) {
                if options.is_cancelled() {
                    return Err(EngineError::Cancelled.into());
                }
                options.output.print(block, &format!("{};", block[0]));
                for byte in launch.buffers[0].bytes_mut() {
                    steps += 1;
                    if options.step_budget.is_some_and(|budget| steps > budget) {
                        return Err(Trap::new("T0001", "the step budget is used up", block).into());
                    }
                    *byte = byte.wrapping_add(bits as u8);
                }
            }
            Ok(Outcome { steps, ..Outcome::default() })
        }
    }

    const PARAMS: [ParamType; 2] = [ParamType::Pointer(Scalar::I8), ParamType::Scalar(Scalar::I8)];

    fn run(budget: Option<u64>, cancel: bool) -> (Result<Outcome, String>, String, Vec<u8>) {
        let mut buffer = Buffer::zeroed(Scalar::I8, &[4]).expect("small");
        let args =
            vec![Argument::Pointer { buffer: 0, offset: 0 }, Argument::Scalar { ty: Scalar::I8, bits: 5 }];
        let grid = Grid::new(2, 1, 1).expect("small");
        let mut launch = Launch { entry: "k", grid, buffers: vec![buffer.view_mut()], args };
        let mut output = String::new();
        let flag = AtomicBool::new(cancel);
        let mut options = Options { step_budget: budget, cancel: Some(&flag), ..Options::new(&mut output) };
        let result = AddBytes.launch(&PARAMS, &mut launch, &mut options).map_err(|error| error.to_string());
        (result, output, buffer.bytes().to_vec())
    }

    #[test]
    fn an_engine_runs_a_launch() {
        let (result, output, bytes) = run(None, false);
        assert_eq!(result, Ok(Outcome { steps: 8, failed_assertions: 0 }));
        assert_eq!((output.as_str(), bytes), ("0;1;", vec![10; 4]));
    }

    #[test]
    fn traps_and_errors_are_told_apart() {
        let (result, output, bytes) = run(Some(5), false);
        assert_eq!(result, Err("the step budget is used up (in tile block 1,0,0)".into()));
        assert_eq!((output.as_str(), bytes), ("0;1;", vec![10, 5, 5, 5]));
        assert_eq!(run(None, true).0, Err("the launch was cancelled".into()));
    }
}
