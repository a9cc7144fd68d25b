//! The engine `ptx-emu`: tile programs compiled to PTX and executed by the emulator.

use cuda_tile::Module;
use diag::{Diagnostic, Place as At, Source, Span};
use ir::{Loc, Op};
use launch::{Argument, BufferMut, EngineError, Launch, LaunchError, Outcome, Schedule, Site, Trap};
use numerics::Scalar;
use nvvm::tensor_maps::TensorMap;
use ptx_emu::{Checked, Counters, Fault, Finding, Place, Value};

use crate::compile::{ExecutionPath, Options, Program, compile};
use crate::metadata::Kernel;
use crate::{emulate, tensor_maps};

/// An entry compiled for a target, ready to run on the emulator.
#[derive(Debug)]
pub struct Compiled {
    program: ptx_emu::Program,
    loaded: emulate::Loaded,
    text: Source,
    threads: u32,
    dynamic_shared: u32,
    tensor_maps: Vec<TensorMap>,
    /// The source location of each op; lines in the PTX's locations are numbers of ops. Empty for PTX from other sources.
    places: Vec<Option<At>>,
}

impl Compiled {
    /// Compiles an entry of a verified module.
    ///
    /// # Errors
    /// Why the module cannot be compiled.
    pub fn new(module: &Module, entry: &str, target: &str) -> Result<Compiled, Vec<Diagnostic>> {
        Compiled::by_path(module, entry, target, None)
    }

    /// The same for a given path of compilation.
    ///
    /// # Errors
    /// Why the module cannot be compiled.
    pub fn by_path(
        module: &Module,
        entry: &str,
        target: &str,
        path: Option<ExecutionPath>,
    ) -> Result<Compiled, Vec<Diagnostic>> {
        Compiled::with(
            module,
            entry,
            &Options { target: Some(target.to_owned()), path, ..Options::default() },
        )
    }

    /// The same by agents, with the plan of a number.
    ///
    /// # Errors
    /// What cannot be compiled, with the reasons; for a number that is too large, the plans that a kernel has.
    pub fn by_plan(
        module: &Module,
        entry: &str,
        target: &str,
        plan: u32,
    ) -> Result<Compiled, Vec<Diagnostic>> {
        let path = Some(ExecutionPath::Agents);
        let options = Options { target: Some(target.to_owned()), path, plan, ..Options::default() };
        Compiled::with(module, entry, &options)
    }

    fn with(module: &Module, entry: &str, options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
        let options = Options { line_info: true, ..options.clone() };
        let numbered = Program::CudaTile(Box::new(numbered(module)));
        let Ok(made) = compile(numbered, &options) else {
            // Errors are reported at the source locations of the program.
            let found = compile(Program::CudaTile(Box::new(module.clone())), &options);
            return Err(found.err().unwrap_or_default());
        };
        let compiled = Compiled::of_ptx(&String::from_utf8_lossy(&made.bytes), entry, &made.kernels)?;
        let ops = (0..module.body.op_count()).map(|number| Op::from_u32(number as u32));
        Ok(Compiled { places: ops.map(|op| module.place(op)).collect(), ..compiled })
    }

    /// An entry of PTX from any source, launched according to its description among these.
    ///
    /// # Errors
    /// The errors of the PTX, or the reason why the emulator cannot run it.
    pub fn of_ptx(ptx: &str, entry: &str, kernels: &[Kernel]) -> Result<Compiled, Vec<Diagnostic>> {
        let text = Source::new(format!("{entry}.ptx"), ptx);
        let loaded = emulate::load(&text)?;
        let program = ptx_emu::Program::prepare(&loaded.module, &loaded.map, entry)?;
        let kernel = kernels.iter().find(|kernel| kernel.name == entry);
        let (threads, dynamic_shared, tensor_maps) = kernel.map_or((1, 0, Vec::new()), |kernel| {
            (kernel.threads, kernel.dynamic_shared, kernel.tensor_maps.clone())
        });
        Ok(Compiled { program, loaded, text, threads, dynamic_shared, tensor_maps, places: Vec::new() })
    }

    /// The PTX.
    pub fn text(&self) -> &Source {
        &self.text
    }

    /// Runs all tile blocks.
    ///
    /// # Errors
    /// A fault of the program, or an unsupported feature of the emulator.
    pub fn launch(
        &self,
        launch: &mut Launch<'_>,
        options: &mut launch::Options<'_>,
    ) -> Result<Outcome, LaunchError> {
        let mut emulated = self.emulated(launch)?;
        let ended = self.program.launch_attended(&mut emulated, &asked(options), options.progress);
        self.ended(ended, options)
    }

    /// Runs all tile blocks under the emulator's checks; returns their findings, and the result of the launch.
    pub fn checked(
        &self,
        launch: &mut Launch<'_>,
        options: &mut launch::Options<'_>,
    ) -> (Vec<Finding>, Result<Outcome, LaunchError>) {
        let how = asked(options);
        let mut emulated = match self.emulated(launch) {
            Ok(emulated) => emulated,
            Err(why) => return (Vec::new(), Err(why)),
        };
        match self.program.check_attended(&self.loaded.module, &mut emulated, &how, options.progress) {
            Ok(Checked { findings, ended }) => (findings, self.ended(ended, options)),
            Err(fault) => (Vec::new(), Err(self.failed(&fault))),
        }
    }

    /// Runs all tile blocks under the emulator's checks, with warps in the order of a seed; returns the findings, one line each.
    ///
    /// # Errors
    /// A fault of the program, or an unsupported feature of the emulator.
    pub fn check(&self, launch: &mut Launch<'_>, seed: u64, steps: u64) -> Result<Vec<String>, LaunchError> {
        let schedule = Schedule::Seeded(seed);
        let mut output = launch::DiscardOutput;
        let mut how =
            launch::Options { step_budget: Some(steps), schedule, ..launch::Options::new(&mut output) };
        let (findings, ended) = self.checked(launch, &mut how);
        ended?;
        Ok(findings.into_iter().map(|found| format!("{}: {}", found.code.0, found.message)).collect())
    }

    fn ended(
        &self,
        ended: Result<ptx_emu::Outcome, Box<Fault>>,
        options: &mut launch::Options<'_>,
    ) -> Result<Outcome, LaunchError> {
        match ended {
            Ok(outcome) => {
                options.output.print([0; 3], &outcome.printed);
                Ok(Outcome { steps: outcome.steps, failed_assertions: 0 })
            }
            Err(fault) => {
                options.output.print(fault.block, &fault.printed);
                match options.is_cancelled() {
                    true => Err(EngineError::Cancelled.into()),
                    false => Err(self.failed(&fault)),
                }
            }
        }
    }

    /// A finding of the checks, as a diagnostic that names the line of the PTX.
    pub fn finding(&self, finding: &Finding) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(finding.code, finding.to_string());
        if let Some(origin) = self.location(finding.place) {
            diagnostic = diagnostic.at(origin, "");
        }
        diagnostic.notes.extend(self.line(finding.place));
        if let Some(other) = &finding.other {
            let ([x, y, z], [i, j, k]) = (other.block, other.thread);
            let what = format!("block {x},{y},{z}, thread {i},{j},{k} {}", other.what);
            diagnostic = match self.location(other.place).filter(|_| other.place != finding.place) {
                Some(origin) => diagnostic.also(origin, what),
                None => diagnostic.note(what),
            };
        }
        finding.notes.iter().cloned().fold(diagnostic, Diagnostic::note)
    }

    /// The source location of the op that an instruction was generated from.
    fn location(&self, place: Place) -> Option<At> {
        self.places.get(self.op(place)?.as_u32() as usize)?.clone()
    }

    /// "at line 12 of the PTX".
    fn line(&self, place: Place) -> Option<String> {
        let span = self.span(place)?;
        let line = self.text.text()[..span.start as usize].lines().count() + 1;
        Some(format!("at line {line} of the PTX"))
    }

    /// Runs all tile blocks with counters.
    ///
    /// # Errors
    /// As for [`Compiled::launch`].
    pub fn count(
        &self,
        launch: &mut Launch<'_>,
        options: &mut launch::Options<'_>,
    ) -> Result<(Outcome, Counters), LaunchError> {
        let how = asked(options);
        let counted = self.program.count(&self.loaded.module, &mut self.emulated(launch)?, &how);
        let counted = counted.map_err(|fault| self.failed(&fault))?;
        options.output.print([0; 3], &counted.outcome.printed);
        Ok((Outcome { steps: counted.outcome.steps, failed_assertions: 0 }, counted.counters))
    }

    /// The op of the program that an instruction was generated from.
    pub fn op(&self, place: Place) -> Option<Op> {
        let origin = self.loaded.module.origin(place.function, place.statement as usize)?;
        let number = u32::try_from(origin.place.line).ok()?.checked_sub(1)?;
        (self.places.len() > number as usize).then(|| Op::from_u32(number))
    }

    /// Where an instruction is in the PTX.
    pub fn span(&self, place: Place) -> Option<Span> {
        self.loaded.map.statement(place.function, place.statement as usize)
    }

    /// The launch in the form of the emulator: arguments, and the tensor maps that are computed from them.
    fn emulated<'b>(&self, launch: &'b mut Launch<'_>) -> Result<ptx_emu::Launch<'b>, LaunchError> {
        let known: Vec<tensor_maps::Known> = launch.args.iter().map(tensor_maps::known).collect();
        let maps = self.tensor_maps.iter().map(|map| tensor_maps::emulated(map, &known));
        let maps: Vec<Value> = maps.collect::<Result<_, String>>().map_err(EngineError::Unsupported)?;
        let args = launch.args.iter().map(value).chain(maps).collect();
        let names: Vec<String> =
            (0..launch.buffers.len()).map(|buffer| named(&launch.args, buffer)).collect();
        Ok(ptx_emu::Launch {
            grid: launch.grid.axes(),
            block: [self.threads, 1, 1],
            cluster: None,
            dynamic_shared: self.dynamic_shared,
            buffers: names.into_iter().zip(launch.buffers.iter_mut().map(BufferMut::reborrow)).collect(),
            args,
        })
    }

    fn failed(&self, fault: &Fault) -> LaunchError {
        if fault.is_usage() {
            return EngineError::Unsupported(fault.message.clone()).into();
        }
        let mut trap = Trap::new(fault.code.0, fault.message.clone(), fault.block);
        // A tile program has no predicates, so the note would name nothing that its author wrote.
        trap.notes.extend(fault.notes.iter().filter(|note| *note != ptx_emu::codes::GUARD).cloned());
        trap.site = fault.place.and_then(|place| self.op(place)).map(|op| Site(op.as_u32().into()));
        // An assertion prints its message and executes `trap`.
        let last = fault.printed.lines().last().filter(|_| fault.code == ptx_emu::codes::TRAP);
        trap.notes.extend(last.map(|line| format!("the last line that was printed is: {line}")));
        trap.notes.extend(fault.place.and_then(|place| self.line(place)));
        trap.into()
    }
}

/// The program with the number of each op as its location, so that instructions of the PTX can be mapped to ops.
fn numbered(module: &Module) -> Module {
    let mut module = module.clone();
    let file = module.strings.intern_bytes(b"op");
    for number in 0..module.body.op_count() {
        let (op, line) = (Op::from_u32(number as u32), number as u32 + 1);
        let loc = module.locs.intern(Loc::File { file, line, column: 0, end: None });
        module.body.set_loc(op, loc);
    }
    module
}

/// The options of the emulator.
fn asked<'a>(options: &launch::Options<'a>) -> ptx_emu::Options<'a> {
    ptx_emu::Options {
        steps: options.step_budget,
        seed: match options.schedule {
            Schedule::InOrder => None,
            Schedule::Seeded(seed) => Some(seed),
        },
        threads: options.threads,
        cancel: options.cancel,
        ..ptx_emu::Options::default()
    }
}

/// The name of a buffer in messages: the number of the first argument that points into it, as the other engines count.
fn named(args: &[Argument], buffer: usize) -> String {
    let points =
        |argument: &Argument| matches!(argument, Argument::Pointer { buffer: b, .. } if *b == buffer);
    match args.iter().position(points) {
        Some(position) => (position + 1).to_string(),
        None => format!("linked {buffer}"),
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
