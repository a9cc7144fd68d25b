//! `wgmma.mma_async`, its fence, and its groups.

use std::sync::Arc;

use ptx::module::{Immediate, Operand};
use ptx::{Opcode, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::mma::{modifiers, rows};
use super::scope::Scope;
use crate::check::Engine;
use crate::codes;
use crate::fault::Fault;
use crate::machine::Context;
use crate::matrix::Row;
use crate::matrix::operand::Major;
use crate::matrix::shared_operand::{Layout, Outside, Shared};
use crate::matrix::wgmma::{self, Accumulators, Issued, Wgmma};
use crate::memory::SHARED_BASE;
use crate::program::{Effectful, Flow, Op};
use crate::registers::{D, P, Registers, W};
use crate::sync::{Issue, Open, Wait};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    Ok(Op::Effectful(match scope.instruction.opcode() {
        Opcode::WgmmaFence => Box::new(Fence),
        Opcode::WgmmaCommitGroup => Box::new(Commit),
        Opcode::WgmmaWaitGroup => {
            Box::new(WaitGroup { pending: constant(scope, "n")?.unwrap_or(0) as usize })
        }
        _ => Box::new(multiply(scope)?),
    }))
}

fn constant(scope: &Scope<'_>, name: &str) -> Result<Option<i64>, Refusal> {
    match scope.operand(name) {
        None => Ok(None),
        Some(Operand::Immediate(Immediate::Int(value))) => Ok(Some(value)),
        Some(_) => Err(Refusal::new(format!("operand `{name}` is no whole number"))),
    }
}

fn multiply(scope: &mut Scope<'_>) -> Result<Multiply, Refusal> {
    let form = wgmma::wgmma(&modifiers(scope)).ok_or_else(|| Refusal::new("its form is not covered"))?;
    let a = match scope.wanted("a")? {
        // A in registers is four of them; a single one is a matrix descriptor.
        Operand::Vector(elements) if elements.len() == 4 => Lhs::Registers(rows(scope, "a")?),
        _ => Lhs::Shared(scope.d("a", Type::B64)?),
    };
    let negated = |name: &str| match constant(scope, name)? {
        None | Some(1) => Ok(false),
        Some(-1) => Ok(true),
        Some(_) => Err(Refusal::new(format!("operand `{name}` must be 1 or -1"))),
    };
    let negate = (negated("scale_a")?, negated("scale_b")?);
    let major = |name: &str| {
        let transposed = constant(scope, name)? == Some(1);
        Ok(if transposed { Major::Mn } else { Major::K })
    };
    let majors = (major("trans_a")?, major("trans_b")?);
    let b = scope.d("b", Type::B64)?;
    let add = scope.p("scale_d")?;
    let d = rows(scope, "d")?.into_iter().collect();
    Ok(Multiply { form, d, a, b, add, negate, majors })
}

/// Where A is.
#[derive(Debug)]
enum Lhs {
    Shared(D),
    Registers(SmallVec<[W; 8]>),
}

#[derive(Debug)]
struct Multiply {
    form: Wgmma,
    d: Arc<[W]>,
    a: Lhs,
    b: D,
    add: P,
    negate: (bool, bool),
    majors: (Major, Major),
}

impl Effectful for Multiply {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("wgmma.mma_async")?;
        let threads = cx.machine.geometry.threads();
        if cx.warp / 4 * 128 + 128 > threads {
            let message = format!(
                "a warpgroup is four warps in a row, the first a multiple of four; warp {} of a block of {threads} threads is in none",
                cx.warp
            );
            return Err(Fault::new(codes::MATRIX, message));
        }
        let (at, warp) = (cx.at, cx.warp);
        let member = warp as usize % 4;
        if cx.block().warpgroups.of(warp).full(member) {
            return Ok(Flow::Wait(Wait::Warpgroup));
        }
        let b = (descriptor(cx, self.b, "B")?, self.majors.1);
        let mut registers = None;
        let a = match &self.a {
            Lhs::Shared(row) => Some((descriptor(cx, *row, "A")?, self.majors.0)),
            Lhs::Registers(rows) => {
                let held = registers.insert(Box::new([[0; 32]; 4]));
                for (to, &row) in held.iter_mut().zip(rows) {
                    *to = *cx.registers.w(row);
                }
                None
            }
        };
        let issued = Issued { form: self.form, a, b, negate: self.negate };
        let add = cx.registers.p(self.add) & cx.mask != 0;
        let open = Open { issued, a: registers, add, d: self.d.clone(), frame: cx.registers.frame };
        let block = cx.block();
        let group = block.warpgroups.of(warp);
        match group.issue(member, at, open) {
            Issue::Known => {}
            Issue::Differs(_) => {
                let message = "the four warps of a warpgroup issue different instructions of wgmma, or the same with different descriptors";
                return Err(Fault::new(codes::MATRIX, message));
            }
            Issue::First => {
                let shared = Shared { bytes: &block.shared, first: SHARED_BASE };
                let operands =
                    issued.read(shared).map_err(|outside| outside_of(&issued, outside, &block.shared))?;
                block.warpgroups.of(warp).supply(member, operands);
            }
        }
        tell(cx, &issued);
        cx.cluster.events += 1;
        perform(cx);
        Ok(Flow::Next)
    }
}

/// Reports to the checks what a warp has started to read. Each warp must itself know of what was written there; that it is
/// done, who waits knows of all four.
fn tell(cx: &Context<'_>, issued: &Issued) {
    let rank = cx.rank;
    cx.machine.watch.tell(|checks| {
        let work = checks.issues(0, Some([Engine::Matrix; 2]));
        checks.works(Some(&work));
        checks.reads_asynchronously(rank, &issued.spans(cx.warp % 4));
        checks.works(None);
    });
}

/// The layout of a descriptor, which must be the same in all lanes.
fn descriptor(cx: &Context<'_>, row: D, operand: &str) -> Result<Layout, Box<Fault>> {
    let values = cx.registers.d(row);
    let first = values[cx.mask.trailing_zeros() as usize];
    if let Some(lane) = cx.lanes().find(|&lane| values[lane as usize] != first) {
        let message = format!(
            "the descriptor of {operand} is {:#x} in lane {lane} and {first:#x} in another; it must be the same in all",
            values[lane as usize]
        );
        return Err(cx.at_lane(Fault::new(codes::MATRIX, message), lane));
    }
    Ok(Layout::wgmma(first))
}

fn outside_of(issued: &Issued, outside: Outside, shared: &[u8]) -> Box<Fault> {
    let (layout, _) = issued.b;
    let message = format!(
        "an operand of wgmma reaches shared address {:#x}; the block's shared memory is {:#x} to {:#x}",
        outside.address,
        SHARED_BASE,
        SHARED_BASE as usize + shared.len()
    );
    let note = match issued.a {
        Some((a, _)) => format!("A begins at {:#x}, B at {:#x}", a.start, layout.start),
        None => format!("B begins at {:#x}", layout.start),
    };
    Fault::new(codes::OUT_OF_BOUNDS, message).note(note).note(codes::MORE_SHARED)
}

/// The accumulators in the registers of a warp.
struct InRegisters<'a> {
    registers: &'a mut Registers,
    d: &'a [W],
}

impl Accumulators for InRegisters<'_> {
    fn get(&self, index: usize) -> &Row {
        self.registers.w(self.d[index])
    }

    fn set(&mut self, index: usize, row: &Row) {
        self.registers.set_w(self.d[index], u32::MAX, row);
    }

    fn pair(&mut self, first: usize) -> Option<[&mut Row; 2]> {
        self.registers.pair(self.d[first], self.d[first + 1])
    }
}

/// Performs what a warp issued.
fn perform(cx: &mut Context<'_>) {
    let warp = cx.warp;
    let member = warp as usize % 4;
    while let Some((open, operands)) = cx.block().warpgroups.of(warp).take(member) {
        let frame = std::mem::replace(&mut cx.registers.frame, open.frame);
        let mut sums = InRegisters { registers: &mut *cx.registers, d: &open.d };
        let a = open.a.as_deref().unwrap_or(&[[0; 32]; 4]);
        open.issued.accumulate(&operands, member, a, open.add, &mut sums);
        cx.registers.frame = frame;
    }
}

/// `wgmma.fence`: registers are ordered here as they are written, so only checks see it.
#[derive(Debug)]
struct Fence;

impl Effectful for Fence {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("wgmma.fence")?;
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct Commit;

impl Effectful for Commit {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("wgmma.commit_group")?;
        let warp = cx.warp;
        cx.block().warpgroups.of(warp).commit(warp as usize % 4);
        cx.machine.watch.tell(|checks| checks.commits(&[Engine::Matrix]));
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct WaitGroup {
    /// Groups that may stay in flight.
    pending: usize,
}

impl Effectful for WaitGroup {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("wgmma.wait_group")?;
        let (warp, pending) = (cx.warp, self.pending);
        let member = warp as usize % 4;
        let group = cx.block().warpgroups.of(warp);
        let before = group.wait(member, pending);
        if !group.ready(before) {
            return Ok(Flow::Wait(Wait::Warpgroup));
        }
        group.waited(member, pending);
        cx.machine.watch.tell(|checks| checks.waits(Engine::Matrix, pending as u32));
        Ok(Flow::Next)
    }
}
