//! Execution of a launch: memory is allocated, the entry prepared, and tile blocks run in turns until all have ended.

use cuda_tile::build::items_block;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::Elem;
use cuda_tile::{Attr, Module, Type, attrs};
use ir::{Op, StrId};
use launch::{
    Argument, BlockId, BufferMut, Engine, EngineError, Externs, Launch, LaunchError, Options, Outcome,
    ParamType, element,
};
use rustc_hash::FxHashMap;

use crate::block::{Meters, TileBlock};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::meter::Meter;
use crate::observe::{NoObserver, Observer};
use crate::poison::Origins;
use crate::prepare::{Preparation, prepare};
use crate::program::Program;
use crate::schedule::{Choice, Scheduler};
use crate::tile::{Bits, Tile, Value};
use crate::waiting::endless;
use crate::watch::Watch;

/// The reference interpreter.
#[derive(Clone)]
pub struct Reference {
    /// Bytes that tiles, globals, reserved memory and the sanitizer's shadow memory of a run may take together; buffers
    /// of the launch do not count.
    pub memory_limit: u64,
    /// Functions that programs may call by name.
    pub externs: Externs,
}

impl Default for Reference {
    /// A memory limit of 8 GiB, no external functions.
    fn default() -> Reference {
        Reference { memory_limit: 8 << 30, externs: Externs::default() }
    }
}

/// Statistics of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Steps: one for each execution of an operation, and one more for every 1024 element operations of it. This is
    /// what the step budget counts.
    pub steps: u64,
    /// Executions of operations.
    pub operations: u64,
    /// Element operations: one for each element of the largest tile of an operation; m x n x k for a matrix product;
    /// one for each element and operation of the body for a reduction.
    pub elements: u64,
}

fn symbol(module: &Module, op: Op, field: ir::Field) -> Option<StrId> {
    match module.attr(op, field).as_interned().map(|id| module.attrs.get(id)) {
        Some(Attr::Str(name)) => Some(*name),
        _ => None,
    }
}

/// The entry of a name.
pub fn find_entry(module: &Module, name: &str) -> Result<Op, EngineError> {
    let wanted = |op: &Op| {
        module.opcode(*op) == Opcode::Entry
            && symbol(module, *op, fields::entry::sym_name)
                .is_some_and(|id| &**module.strings.get(id) == name.as_bytes())
    };
    let entry = module.body.block_ops(items_block(module)).find(wanted);
    entry.ok_or_else(|| EngineError::NoEntry(name.into()))
}

/// The types of the parameters of an entry.
pub fn entry_params(module: &Module, entry: Op) -> Result<Vec<ParamType>, EngineError> {
    let block = module.block(entry, fields::entry::body).expect("a verified entry has a body");
    let param = |(index, value): (usize, ir::Value)| match module.ty(value) {
        Type::Tile(tile) => Ok(match tile.elem() {
            Elem::Scalar(scalar) => ParamType::Scalar(scalar),
            Elem::Ptr(ptr) if ptr.is_multicast() => ParamType::Multicast(ptr.pointee),
            Elem::Ptr(ptr) => ParamType::Pointer(ptr.pointee),
        }),
        other @ (Type::Token
        | Type::TensorView(_)
        | Type::View(_)
        | Type::Function(_)
        | Type::Preview(_)
        | Type::Scalar(_)
        | Type::Ptr(_)) => {
            let message = format!(
                "parameter {} is of type {other}; a launch gives numbers and pointers only",
                index + 1
            );
            Err(EngineError::Unsupported(message))
        }
    };
    module.body.block_args(block).iter().enumerate().map(param).collect()
}

impl Engine for Reference {
    type Program = Module;

    fn name(&self) -> &'static str {
        "reference"
    }

    fn launch(
        &self,
        program: &Module,
        launch: &mut Launch<'_>,
        options: &mut Options<'_>,
    ) -> Result<Outcome, LaunchError> {
        let statistics = self.run(program, launch, options, &mut NoObserver)?;
        Ok(Outcome { steps: statistics.steps, failed_assertions: 0 })
    }
}

/// How a run ended, and what watched it.
pub(crate) struct Session {
    pub(crate) ended: Result<Statistics, LaunchError>,
    pub(crate) watch: Option<Box<Watch>>,
}

fn no_room() -> EngineError {
    EngineError::Resource("the memory of the launch does not fit the address space".into())
}

impl Reference {
    /// Runs a launch with an observer.
    pub fn run(
        &self,
        module: &Module,
        launch: &mut Launch<'_>,
        options: &mut Options<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Statistics, LaunchError> {
        let session = self.session(module, launch, options, observer, None)?;
        session.ended
    }

    /// Runs a launch; with a watch, everything is sanitized.
    pub(crate) fn session(
        &self,
        module: &Module,
        launch: &mut Launch<'_>,
        options: &mut Options<'_>,
        observer: &mut dyn Observer,
        watch: Option<Box<Watch>>,
    ) -> Result<Session, EngineError> {
        let entry = find_entry(module, launch.entry)?;
        launch.check(&entry_params(module, entry)?)?;
        let watched = observer.values().iter().copied().collect();
        let program = prepare(&Preparation { module, externs: &self.externs, watched }, entry)?;
        let mut memory = Memory::new(self.memory_limit);
        let names = buffer_names(module, entry, launch);
        let bases = add_buffers(&mut memory, names, &mut launch.buffers)?;
        memory.watch = watch;
        let globals = load_globals(module, &mut memory, self.memory_limit)?;
        let args: Vec<u64> = launch.args.iter().map(|argument| argument_bits(*argument, &bases)).collect();
        // There is one thread, and the schedule determines the order of output.
        let Options { step_budget, schedule, cancel, threads: _, ordered_output: _, progress, output } =
            options;
        let cancelled = || cancel.is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed));
        let mut machine = Machine {
            module,
            grid: launch.grid,
            memory,
            origins: Origins::default(),
            meter: Meter::default(),
            globals,
            output: &mut **output,
            observer,
            cancelled: &cancelled,
        };
        let mut meters = Meters {
            budget: *step_budget,
            steps: 0,
            operations: 0,
            elements: 0,
            memory_limit: self.memory_limit,
        };
        let scheduler = Scheduler::new(launch.grid, *schedule);
        let ended = run_blocks(&program, &args, scheduler, &mut machine, &mut meters, *progress);
        let ended = ended.map(|()| Statistics {
            steps: meters.steps,
            operations: meters.operations,
            elements: meters.elements,
        });
        machine.settle_races();
        Ok(Session { ended, watch: machine.memory.watch.take() })
    }
}

/// Gives the buffers of a launch addresses.
fn add_buffers<'b>(
    memory: &mut Memory<'b>,
    names: Vec<String>,
    buffers: &'b mut [BufferMut<'_>],
) -> Result<Vec<u64>, EngineError> {
    let mut bases = Vec::new();
    for (name, buffer) in names.into_iter().zip(buffers) {
        let (elem, shape) = (buffer.element(), buffer.shape());
        let base = match buffer.devices() {
            None => memory.add_buffer(name, (elem, shape), buffer.bytes_mut()),
            Some(count) => memory.add_multicast(name, (elem, &shape[1..]), (buffer.bytes_mut(), count)),
        };
        bases.push(base.ok_or_else(no_room)?);
    }
    Ok(bases)
}

fn run_blocks(
    program: &Program,
    args: &[u64],
    mut scheduler: Scheduler,
    machine: &mut Machine<'_, '_>,
    meters: &mut Meters,
    progress: Option<&dyn Fn(u64, u64)>,
) -> Result<(), LaunchError> {
    let mut resident: Vec<TileBlock> = Vec::new();
    let mut done = 0;
    loop {
        let held = machine.held();
        // More blocks may become resident only while three quarters of the memory are free, because those that run may
        // still allocate.
        let index = match scheduler.choose(resident.len(), held < meters.memory_limit / 4) {
            Choice::Done => return Ok(()),
            Choice::Start(number) => {
                let id: BlockId =
                    machine.grid.block(number).expect("the scheduler starts blocks of the grid");
                let tile =
                    |&bits: &u64| Value::Tile(Tile::new(&machine.meter, Bits::from_elem(bits, 1), None));
                let args = args.iter().map(tile).collect();
                let number = machine.memory.watch.as_mut().map_or(0, |watch| watch.shadow.start_block(id));
                resident.push(TileBlock::new(id, number, program, args));
                resident.len() - 1
            }
            Choice::Resume(index) => index,
        };
        attend(machine, scheduler.is_stalled(resident.len()));
        // A block runs for a quantum, then the next one does, so a block that polls does not keep its producer from
        // running.
        if resident[index].run(program, machine, meters, scheduler.quantum())? {
            let ended = resident.remove(index);
            scheduler.ended(index);
            if let Some(watch) = &mut machine.memory.watch {
                watch.shadow.end_block(ended.number);
            }
            done += 1;
            if let Some(progress) = progress {
                progress(done, machine.grid.blocks());
            }
        } else if scheduler.all_started() {
            // With blocks still to start, one of them may be what the resident ones wait for.
            give_up(&resident, index, machine)?;
        }
    }
}

/// Looks for waiting that cannot end while nothing else seems to happen.
fn attend(machine: &mut Machine<'_, '_>, stalled: bool) {
    if let Some(watch) = machine.memory.watch.as_mut().filter(|watch| watch.attentive != stalled) {
        watch.attentive = stalled;
        watch.changes += 1;
    }
}

/// An error if all blocks, starting with the one that just ran, wait for an event that cannot happen.
fn give_up(resident: &[TileBlock], latest: usize, machine: &Machine<'_, '_>) -> Result<(), LaunchError> {
    let Some(watch) = machine.memory.watch.as_deref().filter(|watch| watch.attentive) else { return Ok(()) };
    if resident[latest].stuck(watch).is_none() {
        return Ok(());
    }
    let stuck = resident.iter().map(|block| block.stuck(watch).map(|wait| (block.id, wait)));
    match stuck.collect::<Option<Vec<_>>>() {
        Some(waits) => Err(endless(&waits, machine).into()),
        None => Ok(()),
    }
}

fn argument_bits(argument: Argument, bases: &[u64]) -> u64 {
    match argument {
        Argument::Scalar { bits, .. } => bits,
        Argument::Pointer { buffer, offset } => bases[buffer].wrapping_add(offset),
    }
}

/// The name of each buffer in messages: that of the first parameter that points into it.
fn buffer_names(module: &Module, entry: Op, launch: &Launch<'_>) -> Vec<String> {
    let block = module.block(entry, fields::entry::body).expect("a verified entry has a body");
    let name = |buffer: usize| {
        let points =
            |argument: &Argument| matches!(argument, Argument::Pointer { buffer: b, .. } if *b == buffer);
        let Some(position) = launch.args.iter().position(points) else { return format!("buffer {buffer}") };
        let value = module.body.block_args(block).get(position);
        match value.and_then(|value| module.body.name(value)) {
            Some(name) => format!("the buffer of argument {} (`%{}`)", position + 1, module.text(name)),
            None => format!("the buffer of argument {}", position + 1),
        }
    };
    (0..launch.buffers.len()).map(name).collect()
}

/// Initialises the globals of a module; returns their addresses by name.
fn load_globals(
    module: &Module,
    memory: &mut Memory<'_>,
    limit: u64,
) -> Result<FxHashMap<StrId, u64>, EngineError> {
    use fields::global as f;
    let mut addresses = FxHashMap::default();
    for op in module.body.block_ops(items_block(module)).filter(|&op| module.opcode(op) == Opcode::Global) {
        let Some(name) = symbol(module, op, f::sym_name) else { continue };
        let dense = module.attr(op, f::value).as_interned().map(|id| module.attrs.get(id));
        let Some(Attr::Dense(dense)) = dense else { continue };
        let len = module.types.get(dense.ty).as_tile().map_or(0, |tile| tile.len());
        let size = element::size_of(dense.elem(), len as u64).unwrap_or(u64::MAX);
        // Checked before the bytes are allocated, since a type of a few characters can request any amount.
        if memory.held().saturating_add(size) > limit {
            let message =
                format!("the globals of the module need more than {limit} bytes; raise the memory limit");
            return Err(EngineError::Resource(message));
        }
        let mut bytes = vec![0; size as usize];
        for index in 0..len {
            element::store(dense.elem(), &mut bytes, index, dense.bits(index))
                .expect("the size is that of the shape");
        }
        let alignment = attrs::int_value(module, module.attr(op, f::alignment)).unwrap_or(0);
        // Without the attribute there is no requirement.
        let alignment = if alignment.is_power_of_two() { alignment } else { 1 };
        let label = format!("global `@{}`", module.text(name));
        let constant = module.flag(op, f::constant);
        let address = memory.add_global(label, bytes, alignment, constant).ok_or_else(no_room)?;
        addresses.insert(name, address);
    }
    Ok(addresses)
}
