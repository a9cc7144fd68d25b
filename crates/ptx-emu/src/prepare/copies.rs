//! Asynchronous copies of plain bytes: `cp.async`, bulk copies and reductions, `st.async`, `red.async`, `st.bulk`.

mod bulk;

use ptx::module::{Immediate, Operand};
use ptx::{Opcode, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::mbarrier::shared_window;
use super::scope::{Scope, Target};
use crate::check::AccessKind;
use crate::codes;
use crate::copy::bulk::{ReduceOp, ReduceType, Reduction};
use crate::copy::element::ElementType;
use crate::fault::Fault;
use crate::machine::{AsyncOperation, Cluster, Context, Machine, Until};
use crate::memory::Window;
use crate::program::{Effectful, Flow, Op};
use crate::registers::{D, P, Row, W};
use crate::sync::Completion;
use bulk::bulk;
pub(crate) use bulk::{in_blocks, reduction};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    Ok(Op::Effectful(match scope.instruction.opcode() {
        Opcode::CpAsync => Box::new(small(scope)?),
        Opcode::CpAsyncCommitGroup => Box::new(Commit(Completion::Copy)),
        Opcode::CpAsyncWaitAll => Box::new(WaitFor(Completion::Copy, Until::All)),
        Opcode::CpAsyncWaitGroup => Box::new(WaitFor(Completion::Copy, Until::Groups(newest(scope)?))),
        Opcode::CpAsyncBulkCommitGroup => Box::new(Commit(Completion::Bulk)),
        Opcode::CpAsyncBulkWaitGroup => Box::new(WaitFor(Completion::Bulk, Until::Groups(newest(scope)?))),
        Opcode::StAsync | Opcode::RedAsync => Box::new(remote(scope)?),
        Opcode::StBulk => {
            let size = scope.d("size", Type::B64)?;
            Box::new(Zeros { to: scope.address("a", shared_window(scope))?, size })
        }
        Opcode::CpAsyncBulkPrefetch => Box::new(Hint),
        _ => Box::new(bulk(scope)?),
    }))
}

/// The constant of a name.
pub(crate) fn constant(scope: &Scope<'_>, name: &str) -> Result<i64, Refusal> {
    match scope.wanted(name)? {
        Operand::Immediate(Immediate::Int(value)) => Ok(value),
        _ => Err(Refusal::new(format!("operand `{name}` is no whole number"))),
    }
}

fn newest(scope: &Scope<'_>) -> Result<u32, Refusal> {
    let count = constant(scope, "n")?;
    u32::try_from(count).map_err(|_| Refusal::new(format!("there are no {count} groups to leave")))
}

/// The operand of a name as a row of up to 32 bits, if it is there.
pub(crate) fn optional_w(scope: &mut Scope<'_>, name: &str, of: Type) -> Result<Option<W>, Refusal> {
    scope.operand(name).map(|_| scope.w(name, of)).transpose()
}

/// An instruction that only prefetches, or is only a hint.
#[derive(Debug)]
pub(crate) struct Hint;

impl Effectful for Hint {
    fn execute(&self, _cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        Ok(Flow::Next)
    }
}

/// Closes a group of each lane.
#[derive(Debug)]
struct Commit(Completion);

impl Effectful for Commit {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.commit(self.0);
        Ok(Flow::Next)
    }
}

/// Waits for groups of each lane.
#[derive(Debug)]
struct WaitFor(Completion, Until);

impl Effectful for WaitFor {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.complete(self.0, self.1)?;
        Ok(Flow::Next)
    }
}

/// `cp.async`.
#[derive(Debug)]
struct Small {
    to: Target,
    from: Target,
    size: u32,
    limit: Limit,
}

/// How much of the source is read.
#[derive(Debug)]
enum Limit {
    All,
    Bytes(W),
    NoneIf(P),
}

fn small(scope: &mut Scope<'_>) -> Result<Small, Refusal> {
    let size = constant(scope, "size")? as u32;
    if !matches!(size, 4 | 8 | 16) {
        return Err(Refusal::new(format!("it copies {size} bytes; 4, 8 and 16 can be")));
    }
    let limit = if scope.operand("ignore").is_some() {
        Limit::NoneIf(scope.p("ignore")?)
    } else {
        optional_w(scope, "src_size", Type::U32)?.map_or(Limit::All, Limit::Bytes)
    };
    let to = scope.address("dst", Some(Window::Shared))?;
    Ok(Small { to, from: scope.address("src", Some(Window::Global))?, size, limit })
}

impl Effectful for Small {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let (to, from) = (cx.shared_addresses(&self.to)?, cx.addresses(&self.from));
        // A copy of everything, by all lanes alike, can be done as one row.
        let whole = match self.limit {
            Limit::All => true,
            Limit::Bytes(row) => {
                let sizes = cx.registers.w(row);
                cx.lanes().all(|lane| sizes[lane as usize] == self.size)
            }
            Limit::NoneIf(ignored) => cx.registers.p(ignored) & cx.mask == 0,
        };
        if whole && cx.copy_rows(&to, &from, self.size) {
            return Ok(Flow::Next);
        }
        let ignored = if let Limit::NoneIf(p) = self.limit { cx.registers.p(p) } else { 0 };
        for lane in cx.lanes() {
            let index = lane as usize;
            let read = match self.limit {
                Limit::All => self.size,
                Limit::Bytes(row) => cx.registers.w(row)[index],
                Limit::NoneIf(_) => self.size * (1 - (ignored >> lane & 1)),
            };
            // The ISA calls a larger source size undefined.
            if read > self.size {
                let message =
                    format!("the source size is {read}, more than the {} bytes of the copy", self.size);
                return Err(cx.at_lane(Fault::new(codes::COPY, message), lane));
            }
            let operation = SmallCopy { to: to[index], from: from[index], size: self.size, read };
            multiples(&[u64::from(operation.to), operation.from], self.size)
                .map_err(|fault| cx.at_lane(fault, lane))?;
            cx.machine.tally.tell(|counting| {
                counting.touches(Window::Global, operation.from, read.into(), AccessKind::Read, lane);
                counting.touches(
                    Window::Shared,
                    operation.to.into(),
                    self.size.into(),
                    AccessKind::Write,
                    lane,
                );
            });
            cx.issue(lane, Completion::Copy, false, operation)?;
        }
        Ok(Flow::Next)
    }
}

/// Addresses are multiples.
fn multiples(addresses: &[u64], of: u32) -> Result<(), Box<Fault>> {
    match addresses.iter().find(|address| !address.is_multiple_of(of.into())) {
        None => Ok(()),
        Some(address) => {
            let message =
                format!("an asynchronous copy at address {address:#x}, which is no multiple of {of}");
            Err(Fault::new(codes::MISALIGNED, message))
        }
    }
}

#[derive(Debug)]
struct SmallCopy {
    to: u32,
    from: u64,
    size: u32,
    read: u32,
}

impl AsyncOperation for SmallCopy {
    fn perform(&self, machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>> {
        let mut bytes = [0; 16];
        if self.read > 0 {
            machine.read_global(self.from, &mut bytes[..self.read as usize])?;
        }
        let size = self.size as usize;
        cluster.shared_mut(self.to, size)?.copy_from_slice(&bytes[..size]);
        Ok(())
    }
}

/// `st.async` and `red.async`.
#[derive(Debug)]
struct Remote {
    to: Target,
    mbarrier: Target,
    parts: SmallVec<[Row; 4]>,
    /// Bytes of an element.
    size: usize,
    how: Option<Reduction>,
}

fn remote(scope: &mut Scope<'_>) -> Result<Remote, Refusal> {
    let how = if scope.instruction.opcode() == Opcode::RedAsync { Some(reduction(scope)?) } else { None };
    let of = scope.instruction.modifiers.iter().flatten().find_map(|word| Type::named(word.text()));
    let of = of.ok_or_else(|| Refusal::new("it has no type"))?;
    let elements = scope.elements("b")?;
    let parts = elements.iter().map(|element| scope.row(element, of)).collect::<Result<_, _>>()?;
    Ok(Remote {
        to: scope.address("a", Some(Window::Shared))?,
        mbarrier: scope.address("mbar", Some(Window::Shared))?,
        parts,
        size: of.bytes() as usize,
        how,
    })
}

impl Effectful for Remote {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let (to, barriers) = (cx.shared_addresses(&self.to)?, cx.shared_addresses(&self.mbarrier)?);
        for lane in cx.lanes() {
            let index = lane as usize;
            let mut bytes = SmallVec::new();
            for part in &self.parts {
                let bits = cx.registers.value(*part, lane);
                bytes.extend_from_slice(&bits.to_le_bytes()[..self.size]);
            }
            let operation = RemoteStore { to: to[index], barrier: barriers[index], bytes, how: self.how };
            multiples(&[operation.to.into()], operation.bytes.len() as u32)
                .map_err(|fault| cx.at_lane(fault, lane))?;
            cx.issue(lane, Completion::Told, false, operation)?;
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct RemoteStore {
    to: u32,
    barrier: u32,
    bytes: SmallVec<[u8; 16]>,
    how: Option<Reduction>,
}

impl AsyncOperation for RemoteStore {
    fn perform(&self, _machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>> {
        match self.how {
            Some(how) => cluster.reduce_shared(self.to, &self.bytes, how)?,
            None => cluster.shared_mut(self.to, self.bytes.len())?.copy_from_slice(&self.bytes),
        }
        cluster.mbarrier(self.barrier, |barrier| barrier.complete_tx(self.bytes.len() as u32))
    }
}

/// `st.bulk`: zeros.
#[derive(Debug)]
struct Zeros {
    to: Target,
    size: D,
}

impl Effectful for Zeros {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let to = cx.shared_addresses(&self.to)?;
        for lane in cx.lanes() {
            let size = cx.registers.d(self.size)[lane as usize];
            let zeroed = multiples(&[u64::from(to[lane as usize]), size], 8).and_then(|()| {
                let size = usize::try_from(size).unwrap_or(usize::MAX).min(1 << 24);
                cx.cluster.shared_mut(to[lane as usize], size).map(|bytes| bytes.fill(0))
            });
            zeroed.map_err(|fault| cx.at_lane(fault, lane))?;
        }
        Ok(Flow::Next)
    }
}

/// The reduction of a tensor's elements.
pub(crate) fn reduction_of(op: ReduceOp, element: ElementType) -> Result<Reduction, String> {
    let of = match element {
        ElementType::U32 => ReduceType::U32,
        ElementType::S32 => ReduceType::S32,
        ElementType::U64 => ReduceType::U64,
        ElementType::S64 => ReduceType::S64,
        ElementType::F16 => ReduceType::F16,
        ElementType::Bf16 => ReduceType::Bf16,
        ElementType::F32 => ReduceType::F32,
        ElementType::F32Ftz => ReduceType::F32Ftz,
        ElementType::F64 => ReduceType::F64,
        ElementType::U8
        | ElementType::U16
        | ElementType::Tf32
        | ElementType::Tf32Ftz
        | ElementType::B4x16
        | ElementType::B4x16P64
        | ElementType::B6x16P32 => {
            return Err(format!("a tensor of {} cannot be reduced into", element.name()));
        }
    };
    Reduction::new(op, of).map_err(|error| error.to_string())
}
