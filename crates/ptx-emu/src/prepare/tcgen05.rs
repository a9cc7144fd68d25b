//! Tensor memory and its instructions: `tcgen05.*`.

use ptx::module::Operand;
use ptx::{Field, Modifier, Opcode, Type};

use super::Refusal;
use super::copies::{Hint, constant, in_blocks, optional_w};
use super::lanes::{self, Combine};
use super::mbarrier::{Arrival, shared_window};
use super::scope::{Scope, Target, as_w};
use crate::check::{AccessKind, Checks, Engine};
use crate::codes;
use crate::fault::Fault;
use crate::machine::{AsyncOperation, Block, Cluster, Context, Machine};
use crate::matrix::instruction::{Form, Instruction, Kind};
use crate::matrix::shared_operand::{Layout, Shared};
use crate::matrix::tcgen05::{Member, Mma, Source};
use crate::matrix::tcgen05_copy::Copy;
use crate::matrix::tensor_memory::{Access, LANES, Part, Shape, split};
use crate::memory::SHARED_BASE;
use crate::program::{Effectful, Flow, Op};
use crate::registers::{D, P, Row32, W};
use crate::sync::{Completion, Wait};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let pair = scope.instruction.modifier(Field::Group) == Some(Modifier::CtaGroup2)
        || scope.instruction.has(Modifier::CtaGroup2);
    Ok(Op::Effectful(match scope.instruction.opcode() {
        Opcode::Tcgen05Alloc => {
            let columns = scope.w("columns", Type::U32)?;
            Box::new(Alloc { to: scope.address("dst", shared_window(scope))?, columns, pair })
        }
        Opcode::Tcgen05Dealloc => {
            let (address, columns) = (scope.w("a", Type::B32)?, scope.w("columns", Type::U32)?);
            Box::new(Dealloc { address, columns, pair })
        }
        Opcode::Tcgen05RelinquishAllocPermit => Box::new(Relinquish),
        Opcode::Tcgen05Ld => Box::new(access(scope, "d")?),
        Opcode::Tcgen05LdRed => {
            let reduces = Some((scope.w("red", Type::B32)?, lanes::combine(scope)?));
            Box::new(Transfer { reduces, ..access(scope, "d")? })
        }
        Opcode::Tcgen05St => Box::new(access(scope, "b")?),
        Opcode::Tcgen05Cp => Box::new(copy(scope, pair)?),
        Opcode::Tcgen05Shift => Box::new(ShiftDown { at: scope.address("a", None)?, pair }),
        Opcode::Tcgen05FenceBeforeThreadSync => Box::new(Before),
        Opcode::Tcgen05Commit => Box::new(Commit {
            mbarrier: scope.address("mbar", shared_window(scope))?,
            mask: optional_w(scope, "mask", Type::B16)?,
        }),
        Opcode::Tcgen05Mma | Opcode::Tcgen05MmaWs => Box::new(multiply(scope, pair)?),
        // Loads and stores are done when they are executed, and all is coherent: only checks see these.
        _ => Box::new(Hint),
    }))
}

fn wrong(misuse: impl std::fmt::Display) -> Box<Fault> {
    Fault::new(codes::TENSOR_MEMORY, misuse.to_string())
}

/// The rank of the other block, where both of a pair take or free columns together.
fn other_of_pair(cx: &Context<'_>, pair: bool) -> Option<u32> {
    let other = cx.rank ^ 1;
    (pair && (other as usize) < cx.cluster.blocks.len()).then_some(other)
}

/// Takes columns.
#[derive(Debug)]
struct Alloc {
    to: Target,
    columns: W,
    /// Both blocks of a pair take them together.
    pair: bool,
}

impl Effectful for Alloc {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.together("tcgen05.alloc")?;
        let first = cx.mask.trailing_zeros() as usize;
        let (to, columns) = (cx.shared_addresses(&self.to)?[first], cx.registers.w(self.columns)[first]);
        let Some(address) = cx.block().tensor.allocate(columns).map_err(wrong)? else {
            return Ok(Flow::Wait(Wait::Columns(columns)));
        };
        cx.cluster.shared_mut(to, 4)?.copy_from_slice(&address.to_le_bytes());
        let other = other_of_pair(cx, self.pair);
        cx.machine.watch.tell(|checks| checks.tensor_taken(address, other));
        Ok(Flow::Next)
    }
}

/// Gives columns back.
#[derive(Debug)]
struct Dealloc {
    address: W,
    columns: W,
    /// Both blocks of a pair free together.
    pair: bool,
}

impl Effectful for Dealloc {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.together("tcgen05.dealloc")?;
        let first = cx.mask.trailing_zeros() as usize;
        let (address, columns) = (cx.registers.w(self.address)[first], cx.registers.w(self.columns)[first]);
        cx.block().tensor.release(address, columns).map_err(wrong)?;
        let start = address & 0xffff;
        let part = Part { lanes: 0..LANES, columns: start..start + columns };
        let other = other_of_pair(cx, self.pair);
        cx.machine.watch.tell(|checks| checks.tensor_released(first as u32, part, other));
        cx.cluster.events += 1;
        Ok(Flow::Next)
    }
}

/// Takes no more columns.
#[derive(Debug)]
struct Relinquish;

impl Effectful for Relinquish {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.together("tcgen05.relinquish_alloc_permit")?;
        cx.block().tensor.relinquish();
        Ok(Flow::Next)
    }
}

/// `tcgen05.ld` and `tcgen05.st`.
#[derive(Debug)]
struct Transfer {
    at: Target,
    access: Access,
    rows: Vec<W>,
    loads: bool,
    /// The destination of the minimum or maximum of all elements that a thread loads, and its operation.
    reduces: Option<(W, Combine)>,
}

fn access(scope: &mut Scope<'_>, name: &str) -> Result<Transfer, Refusal> {
    let words = [
        (Modifier::S32x32b, Shape::S32x32b),
        (Modifier::S16x64b, Shape::S16x64b),
        (Modifier::S16x128b, Shape::S16x128b),
        (Modifier::S16x256b, Shape::S16x256b),
    ];
    let shape = match words.iter().find(|(word, _)| scope.instruction.has(*word)) {
        Some((_, shape)) => *shape,
        None => Shape::S16x32bx2(constant(scope, "offset")? as u32),
    };
    let elements = scope.elements(name)?;
    let rows: Vec<W> = elements
        .iter()
        .map(|element| scope.row(element, Type::B32).and_then(as_w))
        .collect::<Result<_, _>>()?;
    let packed = scope.instruction.has(Modifier::Pack16b) || scope.instruction.has(Modifier::Unpack16b);
    let access = Access { shape, registers: rows.len() as u32, packed };
    Ok(Transfer { at: scope.address("a", None)?, access, rows, loads: name == "d", reduces: None })
}

impl Effectful for Transfer {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let (name, loads) = if self.loads { ("tcgen05.ld", true) } else { ("tcgen05.st", false) };
        cx.together(name)?;
        // The instruction takes one address for the warp; the ISA leaves different ones undefined.
        let addresses = cx.addresses(&self.at);
        let address = addresses[cx.mask.trailing_zeros() as usize] as u32;
        if let Some(lane) = cx.lanes().find(|&lane| addresses[lane as usize] as u32 != address) {
            let message = format!("`{name}` has another address in lane {lane} than in the first lane");
            return Err(cx.at_lane(Fault::new(codes::TENSOR_MEMORY, message), lane));
        }
        let (warp, mask) = (cx.warp, cx.mask);
        self.access.check(&cx.block().tensor, warp, address).map_err(wrong)?;
        cx.machine.watch.tell(|checks| {
            let does = if loads { AccessKind::Read } else { AccessKind::Write };
            self.access.parts(address).for_each(|part| checks.tensor_transfer(part, does));
        });
        if loads {
            let mut registers = vec![[0; 32]; self.rows.len()];
            self.access.load(&cx.block().tensor, address, &mut registers);
            for (&row, value) in self.rows.iter().zip(&registers) {
                cx.registers.set_w(row, mask, value);
            }
            if let Some((row, combine)) = self.reduces {
                let one = |lane: usize| combine.all(registers.iter().map(|register| register[lane]));
                cx.registers.set_w(row, mask, &std::array::from_fn(one));
            }
        } else {
            let registers: Vec<Row32> = self.rows.iter().map(|&row| *cx.registers.w(row)).collect();
            let registers: Vec<&Row32> = registers.iter().collect();
            self.access.store(&mut cx.block().tensor, address, &registers);
        }
        Ok(Flow::Next)
    }
}

/// The ranks of the blocks that work together.
fn members(cx: &Context<'_>, pair: bool) -> Result<(u32, u32), Box<Fault>> {
    let (first, last) = if pair { (cx.rank & !1, cx.rank | 1) } else { (cx.rank, cx.rank) };
    if last as usize >= cx.cluster.blocks.len() {
        let message = format!(
            "the block of rank {} has no other to make a pair with, in a cluster of {}; `.cta_group::2` needs an even one",
            cx.rank,
            cx.cluster.blocks.len()
        );
        return Err(Fault::new(codes::TENSOR_MEMORY, message));
    }
    Ok((first, last))
}

/// The operands of the blocks.
fn brought(blocks: &mut [Block]) -> Vec<Member<'_>> {
    let members = blocks.iter_mut().map(|Block { shared, tensor, .. }| {
        let shared = Shared { bytes: shared, first: SHARED_BASE };
        Member { shared, tensor }
    });
    members.collect()
}

/// Tells the checks what is read of the shared memory of blocks and what is done to parts of their tensor memory.
fn tell(checks: &mut Checks, ranks: (u32, u32), spans: &[(u32, u32)], parts: &[(&[Part], AccessKind)]) {
    for rank in ranks.0..=ranks.1 {
        checks.reads_asynchronously(rank, spans);
        for (parts, does) in parts {
            parts.iter().for_each(|part| checks.tensor_asynchronous(rank, part.clone(), *does));
        }
    }
}

/// `tcgen05.cp`.
#[derive(Debug)]
struct FromShared {
    copy: Copy,
    at: Target,
    source: D,
    pair: bool,
}

fn copy(scope: &mut Scope<'_>, pair: bool) -> Result<FromShared, Refusal> {
    let text = |field| scope.instruction.modifier(field).map(Modifier::text);
    let fixed =
        [Modifier::S64x128b, Modifier::S32x128b].into_iter().find(|&word| scope.instruction.has(word));
    let shape = text(Field::Shape).or(fixed.map(Modifier::text)).unwrap_or_default();
    let all = scope.instruction.has(Modifier::Warpx4).then_some("warpx4");
    let copy = Copy::named(shape, text(Field::Multicast).or(all), text(Field::Src));
    let copy = copy.ok_or_else(|| Refusal::new("its shape is not covered"))?;
    Ok(FromShared { copy, at: scope.address("a", None)?, source: scope.d("desc", Type::B64)?, pair })
}

impl Effectful for FromShared {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let ranks = members(cx, self.pair)?;
        let addresses = cx.addresses(&self.at);
        for lane in cx.lanes() {
            let source = Layout::tcgen05(cx.registers.d(self.source)[lane as usize]);
            let source = source.map_err(|invalid| cx.at_lane(wrong(invalid), lane))?;
            let operation =
                CopyTask { copy: self.copy, address: addresses[lane as usize] as u32, source, ranks };
            cx.issue(lane, Completion::Tensor, true, operation)?;
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct CopyTask {
    copy: Copy,
    address: u32,
    source: Layout,
    ranks: (u32, u32),
}

impl AsyncOperation for CopyTask {
    fn perform(&self, _machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>> {
        let (first, last) = self.ranks;
        for mut member in brought(&mut cluster.blocks[first as usize..=last as usize]) {
            self.copy.execute(&mut member, self.address, self.source).map_err(wrong)?;
        }
        cluster.watch.tell(|checks| {
            let (spans, parts) = (self.copy.spans(self.source), self.copy.parts(self.address));
            tell(checks, self.ranks, &spans, &[(&parts, AccessKind::Write)]);
        });
        Ok(())
    }
}

/// `tcgen05.shift`.
#[derive(Debug)]
struct ShiftDown {
    at: Target,
    pair: bool,
}

impl Effectful for ShiftDown {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let ranks = members(cx, self.pair)?;
        let addresses = cx.addresses(&self.at);
        for lane in cx.lanes() {
            cx.issue(
                lane,
                Completion::Tensor,
                true,
                ShiftTask { address: addresses[lane as usize] as u32, ranks },
            )?;
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct ShiftTask {
    address: u32,
    ranks: (u32, u32),
}

impl AsyncOperation for ShiftTask {
    fn perform(&self, _machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>> {
        let (first, last) = self.ranks;
        for block in &mut cluster.blocks[first as usize..=last as usize] {
            block.tensor.shift_down(self.address).map_err(wrong)?;
        }
        cluster.watch.tell(|checks| {
            let (lane, column) = split(self.address);
            let part = Part { lanes: lane..LANES, columns: column..column + 8 };
            tell(checks, self.ranks, &[], &[(&[part], AccessKind::Change)]);
        });
        Ok(())
    }
}

/// `tcgen05.fence::before_thread_sync`: earlier operations are ordered before those that other threads issue after the barrier.
#[derive(Debug)]
struct Before;

impl Effectful for Before {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.hurry(Completion::Tensor).map(|()| Flow::Next)
    }
}

/// `tcgen05.commit`.
#[derive(Debug)]
struct Commit {
    mbarrier: Target,
    mask: Option<W>,
}

impl Effectful for Commit {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let barriers = cx.shared_addresses(&self.mbarrier)?;
        for lane in cx.lanes() {
            let barrier = barriers[lane as usize];
            match self.mask {
                None => cx.issue(lane, Completion::Tensor, true, Arrival { at: barrier })?,
                Some(mask) => {
                    let mask = cx.registers.w(mask)[lane as usize] & 0xffff;
                    let all = in_blocks(cx, barrier, mask).map_err(|fault| cx.at_lane(fault, lane))?;
                    for at in all {
                        cx.issue(lane, Completion::Tensor, true, Arrival { at })?;
                    }
                }
            }
        }
        // The commit does not cover what is issued after it, even if the barrier completes later.
        cx.machine.watch.tell(|checks| checks.commits(&[Engine::Matrix]));
        Ok(Flow::Next)
    }
}

/// `tcgen05.mma`.
#[derive(Debug)]
struct Multiply {
    form: Form,
    d: Target,
    a: Operands,
    b: D,
    descriptor: W,
    lanes: Vec<W>,
    accumulates: P,
    scale_d: u32,
    scales: Option<(Target, Target)>,
}

/// The memory that the instruction names for A.
#[derive(Debug)]
enum Operands {
    Shared(D),
    Tensor(Target),
}

fn multiply(scope: &mut Scope<'_>, pair: bool) -> Result<Multiply, Refusal> {
    let kind = scope.instruction.modifiers.iter().flatten().find_map(|word| Kind::named(word.text()));
    let kind = kind.ok_or_else(|| Refusal::new("its kind is not covered"))?;
    let four = [Modifier::Block16, Modifier::ScaleVec4X].iter().any(|&word| scope.instruction.has(word));
    // Scales along k, as the kind fixes them; `mxf4nvf4` has two block sizes.
    let parts = match kind {
        Kind::Mxf8f6f4 => 1,
        Kind::Mxf4 => 2,
        Kind::Mxf4nvf4 if four => 4,
        Kind::Mxf4nvf4 => 2,
        Kind::F16 | Kind::Tf32 | Kind::F8f6f4 | Kind::I8 => 0,
    };
    let a_in_tensor = matches!(scope.wanted("a")?, Operand::Address(_));
    let ws = scope.instruction.opcode() == Opcode::Tcgen05MmaWs;
    if ws && scope.operand("mask").is_some() {
        return Err(Refusal::new("the ISA shows the columns that its mask makes zero in figures only"));
    }
    let lanes = match scope.operand("lanes") {
        None => Vec::new(),
        Some(_) => {
            let elements = scope.elements("lanes")?;
            elements
                .iter()
                .map(|element| scope.row(element, Type::B32).and_then(as_w))
                .collect::<Result<_, _>>()?
        }
    };
    let scales = match parts {
        0 => None,
        _ => Some((scope.address("sa", None)?, scope.address("sb", None)?)),
    };
    Ok(Multiply {
        form: Form { kind, group: if pair { 2 } else { 1 }, ws, parts, a_in_tensor },
        d: scope.address("d", None)?,
        a: if a_in_tensor {
            Operands::Tensor(scope.address("a", None)?)
        } else {
            Operands::Shared(scope.d("a", Type::B64)?)
        },
        b: scope.d("b", Type::B64)?,
        descriptor: scope.w("idesc", Type::B32)?,
        lanes,
        accumulates: scope.p("enable")?,
        scale_d: if scope.operand("scale").is_some() { constant(scope, "scale")? as u32 } else { 0 },
        scales,
    })
}

impl Multiply {
    fn operation(&self, cx: &Context<'_>, lane: u32) -> Result<MmaTask, Box<Fault>> {
        let index = lane as usize;
        let ranks = members(cx, self.form.group == 2)?;
        let instruction =
            Instruction::decode(self.form, cx.registers.w(self.descriptor)[index]).map_err(wrong)?;
        let layout = |row: D, name| {
            Layout::tcgen05(cx.registers.d(row)[index])
                .map_err(|invalid| wrong(invalid).note(format!("it is the descriptor of {name}")))
        };
        let address = |target: &Target| cx.addresses(target)[index] as u32;
        // Four or eight words, by the number of blocks; missing ones disable nothing.
        let mut disabled = [0; 8];
        for (to, &row) in disabled.iter_mut().zip(&self.lanes) {
            *to = cx.registers.w(row)[index];
        }
        let mma = Mma {
            instruction,
            d: address(&self.d),
            a: match &self.a {
                Operands::Shared(row) => Source::Shared(layout(*row, "A")?),
                Operands::Tensor(target) => Source::Tensor(address(target)),
            },
            b: layout(self.b, "B")?,
            accumulates: cx.registers.p(self.accumulates) >> lane & 1 == 1,
            scale_d: self.scale_d,
            disabled,
            scales: self.scales.as_ref().map_or([0; 2], |(a, b)| [address(a), address(b)]),
        };
        Ok(MmaTask { mma, ranks })
    }
}

impl Effectful for Multiply {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        for lane in cx.lanes() {
            let operation = self.operation(cx, lane).map_err(|fault| cx.at_lane(fault, lane))?;
            cx.issue(lane, Completion::Tensor, true, operation)?;
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct MmaTask {
    mma: Mma,
    ranks: (u32, u32),
}

impl AsyncOperation for MmaTask {
    fn perform(&self, machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>> {
        let (first, last) = self.ranks;
        machine.tally.tell(|counting| counting.multiplies(&self.mma));
        let mut members = brought(&mut cluster.blocks[first as usize..=last as usize]);
        self.mma.execute(&mut members).map_err(wrong)?;
        cluster.watch.tell(|checks| {
            let count = last - first + 1;
            let (sources, sums) = (self.mma.sources(count), self.mma.sums(count));
            let sum = if self.mma.accumulates { AccessKind::Change } else { AccessKind::Write };
            tell(checks, self.ranks, &self.mma.spans(count), &[(&sources, AccessKind::Read), (&sums, sum)]);
        });
        Ok(())
    }
}
