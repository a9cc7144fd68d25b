//! Hardware limits of a thread block, with the numbers for errors.

use diag::Diagnostic;
use ir::Op;
use ir::walk::preorder;
use tileas::from_tileaa::NoRoom;
use tileas::ops::{Opcode, fields};
use tileas::types::{BufferType, TileType, Type};

use crate::codes;
use crate::targets::TargetRow;

/// Bytes of the registers that a thread block can have: 65,536 of 32 bits, on every target.
const REGISTER_FILE: u64 = 65_536 * 4;
/// A tile that is larger than the register file by more than this factor is not compiled: nearly all of it would be in memory,
/// and the code, which names each register, would be too long.
const TIMES: u64 = 16;

/// Refuses tiles that are far larger than the register file.
///
/// # Errors
/// The largest tile of each kernel that is too large.
pub(crate) fn registers(module: &tileas::Module) -> Result<(), Vec<Diagnostic>> {
    let refused: Vec<Diagnostic> =
        funcs(module).filter_map(|func| Some(too_large(module, func, &largest(module, func)?))).collect();
    if refused.is_empty() { Ok(()) } else { Err(refused) }
}

/// The kernels whose agents do not fit into a thread block of the target, with what they lack.
pub(crate) fn agents_without_room(module: &tileas::Module, row: &TargetRow) -> Vec<NoRoom> {
    let lack = |func: Op| {
        if let Some(Largest { bytes, .. }) = largest(module, func) {
            return Some(format!(
                "its agents hold a tile in {bytes} bytes of registers, too many to compile"
            ));
        }
        let bytes = shared_bytes(module, func).filter(|&bytes| u64::from(bytes) > row.shared_bytes())?;
        let most = row.shared_bytes();
        Some(format!("its agents need {bytes} bytes of shared memory, and a thread block has at most {most}"))
    };
    let all = funcs(module).filter(|&func| has_agents(module, func));
    all.filter_map(|func| Some(NoRoom { kernel: name(module, func), reason: lack(func)? })).collect()
}

fn funcs(module: &tileas::Module) -> impl Iterator<Item = Op> {
    preorder(&module.body, module.root).filter(|&op| module.opcode(op) == Opcode::Func)
}

fn has_agents(module: &tileas::Module, func: Op) -> bool {
    preorder(&module.body, func).any(|op| module.opcode(op) == Opcode::AgentSwitch)
}

/// Bytes of shared memory that a kernel was allocated.
fn shared_bytes(module: &tileas::Module, func: Op) -> Option<u32> {
    let bytes = module.int(func, fields::func::shared_bytes)?;
    Some(u32::try_from(bytes).unwrap_or(u32::MAX))
}

/// A tile that is far larger than the register file.
struct Largest<'m> {
    /// Bytes of registers of all threads.
    bytes: u64,
    threads: u64,
    op: Op,
    tile: &'m TileType,
}

/// The largest tile of a kernel, if it is too large.
fn largest(module: &tileas::Module, func: Op) -> Option<Largest<'_>> {
    let threads = module.int(func, fields::func::num_warps).unwrap_or(1).max(1) as u64 * 32;
    let sized = preorder(&module.body, func).flat_map(|op| {
        let tiles = module.body.results(op).iter().filter_map(|value| module.ty(value).tile());
        let results: Vec<(u64, Largest<'_>)> = tiles
            .map(|tile| {
                let bits = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits()).max(8);
                let bytes = tile.layout.registers().saturating_mul(bits.into()) / 8 * threads;
                let elements: u64 = tile.shape().iter().map(|&extent| u64::from(extent)).product();
                (elements, Largest { bytes, threads, op, tile })
            })
            .collect();
        results
    });
    // A tile of one element may be held as often as the large one that it becomes, which is the one to name.
    let key = |(elements, found): &(u64, Largest<'_>)| (found.bytes, *elements, std::cmp::Reverse(found.op));
    let (_, found) = sized.max_by_key(key)?;
    (found.bytes > TIMES * REGISTER_FILE).then_some(found)
}

fn too_large(module: &tileas::Module, func: Op, found: &Largest<'_>) -> Diagnostic {
    let &Largest { bytes, threads, op, tile } = found;
    let message = format!(
        "a tile of {}x{} is too large for `{}`: its {threads} threads hold {bytes} bytes of it, {} each; the \
         registers of a thread block are {REGISTER_FILE} bytes, at most {} a thread",
        extents(tile.shape()),
        tile.elem,
        name(module, func),
        bytes / threads,
        u64::from(nvvm::registers::limit(threads as u32, 1)) * 4,
    );
    let halvings = (0..).find(|&times| bytes >> times <= TIMES * REGISTER_FILE).unwrap_or(u32::MAX);
    let fits = extents(&halved(tile.shape(), halvings));
    let diagnostic = Diagnostic::error(codes::TOO_MUCH, message)
        .note(format!("up to {TIMES} times as much as the registers is compiled, and kept in memory"))
        .help(format!(
            "a tile of {fits}x{} fits: use more tile blocks, or a loop over such parts",
            tile.elem
        ));
    match module.place(op) {
        Some(place) => diagnostic.at(place, "the largest tile"),
        None => diagnostic,
    }
}

/// Extents in the syntax of a type.
fn extents(extents: &[u32]) -> String {
    extents.iter().map(u32::to_string).collect::<Vec<String>>().join("x")
}

/// A shape whose longest extent, the first of equal ones, was halved `times` times, the longest extent each time.
fn halved(shape: &[u32], times: u32) -> Vec<u32> {
    let mut shape = shape.to_vec();
    for _ in 0..times {
        let Some(longest) = shape.iter().copied().max().filter(|&extent| extent > 1) else { break };
        if let Some(extent) = shape.iter_mut().find(|extent| **extent == longest) {
            *extent /= 2;
        }
    }
    shape
}

/// Refuses kernels whose shared memory, as it is allocated, is more than the target has.
///
/// # Errors
/// The calculation, in a phrase that clients of the closed compiler search for.
pub(crate) fn shared(module: &tileas::Module, row: &TargetRow) -> Result<(), Vec<Diagnostic>> {
    let allocated = funcs(module).filter_map(|func| Some((func, shared_bytes(module, func)?)));
    let over = allocated.filter(|&(_, bytes)| u64::from(bytes) > row.shared_bytes());
    let refused: Vec<Diagnostic> = over.map(|(func, bytes)| too_much(module, func, bytes, row)).collect();
    if refused.is_empty() { Ok(()) } else { Err(refused) }
}

fn too_much(module: &tileas::Module, func: Op, bytes: u32, row: &TargetRow) -> Diagnostic {
    let kernel = name(module, func);
    let most = row.shared_bytes();
    let message =
        format!("Entry function '{kernel}' uses too much shared data ({bytes:#x} bytes, {most:#x} max)");
    let mut diagnostic = Diagnostic::error(codes::TOO_MUCH, message).note(format!(
        "that is {bytes} bytes; a thread block of {} has at most {most} ({} KiB)",
        row.name, row.shared_kib
    ));
    if has_agents(module, func) {
        diagnostic =
            diagnostic.help("`--path=universal` compiles it without agents, whose stages take part of that");
    }
    let shares = preorder(&module.body, func).filter_map(|op| Share::of(module, op));
    let help = "use smaller tiles, or narrower elements; `tilewright targets` lists what others have";
    // Of equal shares the first counts.
    let Some(share) = shares.reduce(|a, b| if b.bytes() > a.bytes() { b } else { a }) else {
        return diagnostic.help(help);
    };
    let text = format!("{} takes {} bytes, the most", share.what(), share.bytes());
    diagnostic = match module.place(share.op) {
        Some(place) => diagnostic.at(place, text),
        None => diagnostic.note(text),
    };
    let others = u64::from(bytes).saturating_sub(share.bytes());
    match share.fitting(most.saturating_sub(others)) {
        Some(fits) => diagnostic.help(format!("{fits} would fit")).help(help),
        None => diagnostic.help(help),
    }
}

/// A buffer that a kernel needs.
struct Share<'m> {
    op: Op,
    buffer: &'m BufferType,
    /// The stages, if it is the ring of a pipeline.
    stages: Option<u64>,
}

impl<'m> Share<'m> {
    fn of(module: &'m tileas::Module, op: Op) -> Option<Share<'m>> {
        let opcode = module.opcode(op);
        if !matches!(opcode, Opcode::AllocTensor | Opcode::CreatePipeline) {
            return None;
        }
        let Type::Buffer(buffer) = module.ty(module.body.result(op, 0)) else { return None };
        let stages = (opcode == Opcode::CreatePipeline)
            .then(|| module.int(op, fields::create_pipeline::stages).unwrap_or(1).max(1).unsigned_abs());
        Some(Share { op, buffer, stages })
    }

    /// Bytes of the buffer, or of a stage.
    fn one(&self) -> u64 {
        let bits = self.buffer.elem.scalar().map_or(64, |scalar| scalar.storage_bits()).max(8);
        (u64::from(bits) << self.buffer.layout.shape().bits()) / 8
    }

    fn bytes(&self) -> u64 {
        self.one().saturating_mul(self.stages.unwrap_or(1))
    }

    fn what(&self) -> String {
        let buffer = format!("a buffer of {} elements of {}", self.buffer.layout.shape(), self.buffer.elem);
        match self.stages {
            None => buffer,
            Some(stages) => {
                format!("the ring of a pipeline, {stages} stages of {} bytes, each {buffer},", self.one())
            }
        }
    }

    /// The largest of its kind that needs at most `room` bytes: fewer stages, else a smaller tile.
    fn fitting(&self, room: u64) -> Option<String> {
        let stages = room / self.one().max(1);
        if self.stages.is_some() && stages >= 1 {
            return Some(format!("{stages} of these stages"));
        }
        let shape = self.buffer.layout.shape();
        let times = (0..=shape.bits()).find(|&times| self.one() >> times <= room)?;
        let whole: Vec<u32> = shape.extents().collect();
        Some(format!("a tile of {}x{}", extents(&halved(&whole, times)), self.buffer.elem))
    }
}

fn name(module: &tileas::Module, func: Op) -> String {
    module.string(func, ir::Field::Attr(0)).map_or_else(String::new, |id| module.text(id).into_owned())
}
