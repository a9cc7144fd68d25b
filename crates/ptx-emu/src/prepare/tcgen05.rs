//! Tensor memory and its instructions: `tcgen05.*`.

mod copy;
mod multiply;

use ptx::{Field, Modifier, Opcode, Type};

use super::Refusal;
use super::copies::{Hint, constant, in_blocks, optional_w};
use super::lanes::{self, Combine};
use super::mbarrier::{Arrival, shared_window};
use super::scope::{Scope, Target, as_w};
use crate::check::{AccessKind, Checks, Engine};
use crate::codes;
use crate::fault::Fault;
use crate::machine::{Block, Context};
use crate::matrix::shared_operand::Shared;
use crate::matrix::tcgen05::Member;
use crate::matrix::tensor_memory::{Access, LANES, Part, Shape};
use crate::memory::SHARED_BASE;
use crate::program::{Effectful, Flow, Op};
use crate::registers::{Row32, W};
use crate::sync::{Completion, Wait};
use copy::{ShiftDown, copy};
use multiply::multiply;

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
