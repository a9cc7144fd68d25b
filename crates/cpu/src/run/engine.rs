//! The engine: prepares an entry once, and launches it as often as one likes.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cuda_tile::build::items_block;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::Elem;
use cuda_tile::{Attr, Module};
use ir::{Op, Value};
use launch::{
    Argument, BlockId, Engine, EngineError, Externs, Launch, LaunchError, Options, Outcome, ParamType,
    Schedule, Site, Trap,
};
use smallvec::SmallVec;

use crate::context::panel_cache::PanelCapacity;
use crate::fault::Fault;
use crate::isa::Isa;
use crate::memory::alloca_arena::Layout;
use crate::memory::arena::AlignedBytes;
use crate::memory::{Memory, Names};
use crate::prepare::{allocas, watch};
use crate::program::Program;
use crate::run::budget::Budget;
use crate::run::frame_pool::FramePool;
use crate::run::grid::{Job, Run, Stop};
use crate::run::printer::{Console, Printer};
use crate::run::thread_pool::ThreadPool;
use crate::steps::watch::Seen;

/// The maximum number of threads of a launch: a wrong request must not exhaust the system.
const MAX_THREADS: usize = 1024;

/// The CPU engine: a pool of threads, which launches share. A launch that finds the pool busy runs on its own thread.
#[derive(Debug, Default)]
pub struct Cpu {
    team: ThreadPool,
    /// Threads that the machine runs at a time: asking it takes longer than a short launch.
    cores: OnceLock<usize>,
}

/// How an entry is prepared.
#[derive(Clone, Debug)]
pub struct Preparation {
    /// The instruction set that kernels are chosen from; the machine must have it.
    isa: Isa,
    /// Bytes that tiles, globals and reserved memory of a launch may take together; buffers do not count.
    pub memory_limit: u64,
    /// Functions that the program may call; none at first.
    pub externs: Externs,
    /// A tile of a view that is outside of its tensor as a whole is padded when it is loaded and dropped when it is
    /// stored, as GPUs do, instead of ending the launch: the language leaves it undefined, and cuTile programs rely on
    /// it.
    pub pad_outside: bool,
}

impl Default for Preparation {
    /// The best instruction set of this machine, a memory limit of 8 GiB, no external functions, no tiles outside of
    /// tensors.
    fn default() -> Preparation {
        Preparation {
            isa: Isa::detect(),
            memory_limit: 8 << 30,
            externs: Externs::default(),
            pad_outside: false,
        }
    }
}

impl Preparation {
    /// With this instruction set; `None` when the machine does not have it.
    pub fn with_isa(self, isa: Isa) -> Option<Preparation> {
        (isa <= Isa::detect()).then_some(Preparation { isa, ..self })
    }
}

/// An entry that is ready to run: any number of times, on any threads, also at the same time.
///
/// Each launch sees the globals of the module as they are initialised.
pub struct Prepared {
    entry: String,
    /// The prepared module, to which the sites of traps refer.
    module: Module,
    params: Vec<ParamType>,
    program: Program,
    constants: AlignedBytes,
    /// Initial bytes of the globals.
    globals: Vec<AlignedBytes>,
    names: Arc<Names>,
    layout: Arc<Layout>,
    pool: FramePool,
    memory_limit: u64,
    pad_outside: bool,
    /// Number of values that can be seen.
    watched: usize,
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("entry", &self.entry).finish_non_exhaustive()
    }
}

impl Prepared {
    /// Prepares an entry of a verified module.
    ///
    /// # Errors
    /// No such entry, an unsupported feature, or tiles that need more memory than the limit.
    pub fn new(module: &Module, entry: &str, how: &Preparation) -> Result<Prepared, EngineError> {
        Prepared::watching(module, entry, how, &[])
    }

    /// Prepares an entry so that these values, which are tiles, can be seen ([`Cpu::watch`]).
    ///
    /// # Errors
    /// As [`Prepared::new`], or a value that cannot be seen.
    pub fn watching(
        module: &Module,
        entry: &str,
        how: &Preparation,
        values: &[Value],
    ) -> Result<Prepared, EngineError> {
        find_entry(module, entry)?;
        let mut module = module.clone();
        // Before the clean-up, so that a value that only the user requests has a reader, and is kept.
        watch::insert(&mut module, values)?;
        opt::clean_up(&mut module);
        let op = find_entry(&module, entry)?;
        let mut program = crate::prepare::prepare(&module, op, how.isa, &how.externs)?;
        watch::convert(&mut program.code);
        let prepared = Prepared::with_program(module, op, program, how.memory_limit)?;
        Ok(Prepared { watched: values.len(), pad_outside: how.pad_outside, ..prepared })
    }

    /// Takes the program of an entry of `module`.
    fn with_program(
        module: Module,
        entry: Op,
        mut program: Program,
        memory_limit: u64,
    ) -> Result<Prepared, EngineError> {
        let layout = allocas::reserve(&mut program.code, memory_limit);
        check_size(&program, memory_limit)?;
        // Cached panels only save time, so they are the first to go when memory is limited.
        if (program.frame + program.scratch + program.panels.bytes) as u64 > memory_limit {
            (program.panels, program.order) = (PanelCapacity::default(), None);
        }
        let constants = AlignedBytes::copy_of(&program.constants).ok_or_else(|| lacking("constants"))?;
        let globals = program.globals.iter().map(|global| AlignedBytes::copy_of(&global.bytes));
        let globals = globals.collect::<Option<_>>().ok_or_else(|| lacking("globals"))?;
        let names = Names {
            params: param_names(&module, entry),
            globals: program.globals.iter().map(|global| global.name.clone()).collect(),
        };
        Ok(Prepared {
            entry: entry_name(&module, entry),
            params: entry_params(&module, entry)?,
            module,
            pool: FramePool::new(program.frame, layout.bytes),
            program,
            constants,
            globals,
            names: names.into(),
            layout: layout.into(),
            memory_limit,
            pad_outside: false,
            watched: 0,
        })
    }

    /// The name of the entry.
    pub fn entry(&self) -> &str {
        &self.entry
    }

    /// The types of the entry's parameters.
    pub fn params(&self) -> &[ParamType] {
        &self.params
    }

    /// The module as it was prepared: what the sites of a trap are operations of.
    pub fn module(&self) -> &Module {
        &self.module
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// Bytes of tiles that a resident tile block holds.
    pub fn frame_bytes(&self) -> usize {
        self.program.frame
    }

    /// Whether this program, and this engine, can run a launch.
    fn admits(&self, launch: &Launch<'_>, options: &Options<'_>) -> Result<(), LaunchError> {
        if launch.entry != self.entry {
            return Err(EngineError::NoEntry(launch.entry.to_owned()).into());
        }
        launch.check(&self.params)?;
        if let Schedule::Seeded(_) = options.schedule {
            let message =
                "the CPU engine runs tile blocks by number; the reference interpreter shuffles them";
            return Err(EngineError::Unsupported(message.into()).into());
        }
        Ok(())
    }

    /// Runs a launch on the team of an engine.
    fn launch(
        &self,
        cpu: &Cpu,
        launch: &mut Launch<'_>,
        options: &mut Options<'_>,
        seen: Option<&Seen>,
    ) -> Result<Outcome, LaunchError> {
        self.admits(launch, options)?;
        let new = || Memory::new(Arc::clone(&self.names), Arc::clone(&self.layout));
        let mut memory = self.pool.memory().unwrap_or_else(new);
        memory.lay_out(launch, &self.program.globals, &self.globals)?;
        let args: SmallVec<[u64; 8]> = launch.args.iter().map(|arg| argument_bits(*arg, &memory)).collect();
        let printer = Printer::new(launch.grid, options.ordered_output, self.memory_limit, seen);
        let run = Run::new(Job {
            program: &self.program,
            constants: &self.constants,
            memory: &memory,
            pool: &self.pool,
            grid: launch.grid,
            args: &args,
            cancel: options.cancel,
            printer: &printer,
            budget: options.step_budget.map(Budget::new),
            pad_outside: self.pad_outside,
            counts: options.progress.is_some(),
            workers: cpu.workers(launch, options),
            order: self
                .program
                .order
                // Another order of blocks must not be observable: by output, by which block uses up a budget, or by a
                // watch.
                .filter(|_| !options.ordered_output && options.step_budget.is_none() && seen.is_none()),
            most_resident: self.most_resident().min(memory.areas.most_resident()),
        });
        let console = Console::new(&printer, &mut *options.output);
        run_on(&cpu.team, &run, &console, options.progress);
        // The workers have left the launch: nothing below races with them.
        let steps = run.steps();
        let (stop, arenas) = run.finish();
        console.flush(last_printed(stop.as_ref()));
        // The maps are kept for the next launch, and the pointers into this one's buffers are not.
        memory.clear();
        self.pool.put_arenas(arenas);
        self.pool.put_memory(memory);
        match stop {
            None => Ok(Outcome { steps, failed_assertions: 0 }),
            Some(Stop::Trap { number, op, fault }) => Err(self.trap(launch, number, op, *fault).into()),
            Some(Stop::Engine(error)) => Err(error.into()),
        }
    }

    /// Blocks that may be resident within the memory limit.
    fn most_resident(&self) -> usize {
        let bytes = self.pool.arena_bytes() as u64;
        let room = self.memory_limit.checked_div(bytes).unwrap_or(u64::MAX);
        usize::try_from(room).unwrap_or(usize::MAX).max(1)
    }

    /// The trap of a fault: adds operation, block and coordinates of the element.
    fn trap(&self, launch: &Launch<'_>, number: u64, op: Op, fault: Fault) -> Trap {
        let block = launch.grid.block(number).unwrap_or_default();
        let budget = fault.code == crate::fault::STEP_BUDGET;
        let message = match self.module.spec(op).mnemonic {
            _ if budget => fault.message,
            mnemonic => format!("`{mnemonic}`: {}", fault.message),
        };
        let mut trap = Trap::new(fault.code, message, block);
        trap.site = Some(Site(op.as_u32().into()));
        trap.notes = fault.notes;
        trap.element = fault.lane.and_then(|lane| coordinates(&self.module, op, lane));
        trap
    }
}

impl Engine for Cpu {
    type Program = Prepared;

    fn name(&self) -> &'static str {
        "cpu"
    }

    fn launch(
        &self,
        program: &Prepared,
        launch: &mut Launch<'_>,
        options: &mut Options<'_>,
    ) -> Result<Outcome, LaunchError> {
        program.launch(self, launch, options, None)
    }
}

impl Cpu {
    /// Launches and looks at one tile block: returns the raw bits of the elements of each watched value as that block
    /// computed it last, as far as the launch came.
    pub fn watch(
        &self,
        program: &Prepared,
        launch: &mut Launch<'_>,
        options: &mut Options<'_>,
        block: BlockId,
    ) -> (Result<Outcome, LaunchError>, Vec<Option<Vec<u64>>>) {
        let seen = Seen { block, values: Mutex::new(vec![None; program.watched]) };
        let ended = program.launch(self, launch, options, Some(&seen));
        (ended, seen.values.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Threads of a launch, including the calling one.
    fn workers(&self, launch: &Launch<'_>, options: &Options<'_>) -> usize {
        let cores =
            || *self.cores.get_or_init(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get));
        let all = options.threads.map_or_else(cores, NonZeroUsize::get).min(MAX_THREADS);
        usize::try_from(launch.grid.blocks()).map_or(all, |blocks| all.min(blocks))
    }
}

/// Calls every worker, prints, and tells of progress.
fn run_on(team: &ThreadPool, run: &Run<'_>, console: &Console<'_, '_>, progress: Option<&dyn Fn(u64, u64)>) {
    let total = run.blocks();
    let help = || run.help();
    let own = || {
        run.work(console, &|| {
            console.empty();
            if let Some(progress) = progress {
                progress(run.ended(), total);
            }
        });
        console.wait();
    };
    team.run(run.workers() - 1, &help, own);
}

/// The last block whose texts are printed: those of blocks after the one that failed are dropped, as if they had not
/// run.
fn last_printed(stop: Option<&Stop>) -> u64 {
    match stop {
        None => u64::MAX,
        Some(Stop::Trap { number, .. }) => *number,
        Some(Stop::Engine(_)) => 0,
    }
}

fn lacking(what: &str) -> EngineError {
    EngineError::Resource(format!("the {what} of the module need more memory than this machine has"))
}

fn check_size(program: &Program, limit: u64) -> Result<(), EngineError> {
    let globals: u64 = program.globals.iter().map(|global| global.bytes.len() as u64).sum();
    if globals > limit {
        let message =
            format!("the globals of the module need more than {limit} bytes; raise the memory limit");
        return Err(EngineError::Resource(message));
    }
    let bytes = program.frame as u64 + program.scratch as u64;
    if bytes > limit {
        let message = format!(
            "the tiles of one tile block need {bytes} bytes at a time, and the memory limit is {limit}; raise the limit \
             or make tiles smaller"
        );
        return Err(EngineError::Resource(message));
    }
    Ok(())
}

fn argument_bits(argument: Argument, memory: &Memory) -> u64 {
    match argument {
        Argument::Scalar { bits, .. } => bits,
        Argument::Pointer { buffer, offset } => memory.buffer(buffer).wrapping_add(offset),
    }
}

/// The entry of a name.
fn find_entry(module: &Module, name: &str) -> Result<Op, EngineError> {
    let wanted = |op: &Op| module.opcode(*op) == Opcode::Entry && entry_name(module, *op) == name;
    let entry = module.body.block_ops(items_block(module)).find(wanted);
    entry.ok_or_else(|| EngineError::NoEntry(name.into()))
}

fn entry_name(module: &Module, entry: Op) -> String {
    let slot = module.attr(entry, fields::entry::sym_name).as_interned();
    match slot.map(|id| module.attrs.get(id)) {
        Some(Attr::Str(name)) => module.text(*name).into_owned(),
        _ => String::new(),
    }
}

fn param_values(module: &Module, entry: Op) -> impl Iterator<Item = ir::Value> + '_ {
    let block = module.block(entry, fields::entry::body).expect("a verified entry has a body");
    module.body.block_args(block).iter()
}

fn param_names(module: &Module, entry: Op) -> Vec<Option<String>> {
    let name = |value| module.body.name(value).map(|name| module.text(name).into_owned());
    param_values(module, entry).map(name).collect()
}

fn entry_params(module: &Module, entry: Op) -> Result<Vec<ParamType>, EngineError> {
    let param = |(index, value): (usize, ir::Value)| match module.ty(value).as_tile() {
        Some(tile) => Ok(match tile.elem() {
            Elem::Scalar(scalar) => ParamType::Scalar(scalar),
            Elem::Ptr(ptr) if ptr.is_multicast() => ParamType::Multicast(ptr.pointee),
            Elem::Ptr(ptr) => ParamType::Pointer(ptr.pointee),
        }),
        None => Err(EngineError::Unsupported(format!(
            "parameter {} is of type {}; a launch gives numbers and pointers only",
            index + 1,
            module.ty(value)
        ))),
    };
    param_values(module, entry).enumerate().map(param).collect()
}

/// Coordinates of an element in the largest tile among operands and results of an operation, over which it iterates.
fn coordinates(module: &Module, op: Op, lane: usize) -> Option<Vec<u64>> {
    let operands = module.body.operands(op).iter().copied();
    let tiles = operands.chain(module.body.results(op)).filter_map(|value| module.ty(value).as_tile());
    let shape = tiles.max_by_key(|tile| tile.len())?.shape();
    let mut rest = lane as u64;
    let mut place: Vec<u64> = shape
        .iter()
        .rev()
        .map(|&extent| {
            let coordinate = rest % u64::from(extent);
            rest /= u64::from(extent);
            coordinate
        })
        .collect();
    // Collected from the innermost dimension outwards, in the order of division.
    place.reverse();
    Some(place)
}
