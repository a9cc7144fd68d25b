//! Clusters: their barrier, and addresses of each other's shared memory.

use ptx::module::Operand;
use ptx::{Field, Modifier, Opcode, Type};

use super::Refusal;
use super::scope::Scope;
use crate::codes;
use crate::fault::Fault;
use crate::machine::Context;
use crate::program::{Effectful, Flow, Op, Run};
use crate::registers::{Operands, Registers, Row};
use crate::sync::Wait;

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let aligned = scope.instruction.has(Modifier::Aligned);
    match scope.instruction.opcode() {
        Opcode::BarrierClusterArrive => Ok(Op::Effectful(Box::new(Arrive { aligned }))),
        Opcode::BarrierClusterWait => Ok(Op::Effectful(Box::new(Await { aligned }))),
        Opcode::Mapa => mapa(scope),
        _ => rank(scope),
    }
}

fn mapa(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let of = address_type(scope)?;
    let operand = scope.wanted("d")?;
    let d = scope.row(&operand, of)?;
    let a = address(scope, of)?;
    let b = Row::W(scope.w("b", Type::U32)?);
    let run: Run = if of.bits() == 64 { mapa_d } else { mapa_w };
    Ok(scope.compute(run, &[d, a, b]))
}

fn rank(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let of = address_type(scope)?;
    let d = Row::W(scope.w("d", Type::U32)?);
    let a = address(scope, of)?;
    let run: Run = if of.bits() == 64 { rank_d } else { rank_w };
    Ok(scope.compute(run, &[d, a]))
}

fn address_type(scope: &Scope<'_>) -> Result<Type, Refusal> {
    scope.instruction.type_of(Field::Type).ok_or_else(|| Refusal::new("its form is not covered"))
}

fn address(scope: &mut Scope<'_>, of: Type) -> Result<Row, Refusal> {
    let operand = scope.wanted("a")?;
    if matches!(operand, Operand::Variable(..)) && !scope.instruction.has(Modifier::SharedCluster) {
        return Err(Refusal::new("the name of a variable is no generic address"));
    }
    scope.row(&operand, of)
}

/// Bits of an address inside of a block's shared memory; those above are the rank.
const RANK: u32 = 24;
/// The mask of these bits.
const INSIDE: u32 = (1 << RANK) - 1;

fn mapa_w(registers: &mut Registers, operands: &Operands, mask: u32) {
    let (a, b) = (registers.w(operands.w(1)), registers.w(operands.w(2)));
    let mapped = std::array::from_fn(|lane| a[lane] & INSIDE | b[lane] << RANK);
    registers.set_w(operands.w(0), mask, &mapped);
}

fn mapa_d(registers: &mut Registers, operands: &Operands, mask: u32) {
    let (a, b) = (registers.d(operands.d(1)), registers.w(operands.w(2)));
    let outside = !u64::from(u32::MAX) | u64::from(INSIDE);
    let mapped = std::array::from_fn(|lane| a[lane] & outside | u64::from(b[lane] << RANK));
    registers.set_d(operands.d(0), mask, &mapped);
}

fn rank_w(registers: &mut Registers, operands: &Operands, mask: u32) {
    let ranks = registers.w(operands.w(1)).map(|address| address >> RANK);
    registers.set_w(operands.w(0), mask, &ranks);
}

fn rank_d(registers: &mut Registers, operands: &Operands, mask: u32) {
    let ranks = registers.d(operands.d(1)).map(|address| address as u32 >> RANK);
    registers.set_w(operands.w(0), mask, &ranks);
}

impl Context<'_> {
    /// A fault if lanes of the warp that have not ended are not here.
    pub(crate) fn together(&self, what: &str) -> Result<(), Box<Fault>> {
        if self.mask == self.live && self.converged {
            return Ok(());
        }
        let message = format!(
            "{what} is reached by the lanes {:#010x} of a warp whose lanes {:#010x} have not ended; all must come together",
            self.mask, self.live
        );
        Err(self.at_lane(Fault::new(codes::DIVERGED, message), self.mask.trailing_zeros()))
    }
}

/// `barrier.cluster.arrive`.
#[derive(Debug)]
struct Arrive {
    aligned: bool,
}

impl Effectful for Arrive {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        if self.aligned {
            cx.together("the barrier of the cluster")?;
        }
        // Reported before the arrival, which may complete the round.
        let round = cx.cluster.barrier.round();
        cx.machine.watch.tell(|checks| checks.arrives_in_cluster(round));
        for lane in cx.lanes() {
            let thread = cx.thread_of_cluster(lane);
            if !cx.cluster.barrier.arrive(thread) {
                let message = "a thread arrives a second time at the barrier of the cluster";
                let fault = Fault::new(codes::BARRIER, message);
                return Err(
                    cx.at_lane(fault.note("`barrier.cluster.wait` must stand between two arrivals"), lane)
                );
            }
        }
        cx.cluster.events += 1;
        Ok(Flow::Next)
    }
}

/// `barrier.cluster.wait`.
#[derive(Debug)]
struct Await {
    aligned: bool,
}

impl Effectful for Await {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        if self.aligned {
            cx.together("the barrier of the cluster")?;
        }
        for lane in cx.lanes() {
            // All lanes are checked before any of them leaves: a wait that is repeated must not have changed anything.
            match cx.cluster.barrier.passed(cx.thread_of_cluster(lane)) {
                Some(true) => {}
                Some(false) => return Ok(Flow::Wait(Wait::Cluster)),
                None => {
                    let message = "a thread waits at the barrier of the cluster, but has not arrived there";
                    let fault = Fault::new(codes::BARRIER, message);
                    return Err(cx.at_lane(fault.note("`barrier.cluster.arrive` comes first"), lane));
                }
            }
        }
        let first = cx.thread_of_cluster(cx.mask.trailing_zeros());
        if let Some(round) = cx.cluster.barrier.round_of(first) {
            cx.machine.watch.tell(|checks| checks.passes_in_cluster(round));
        }
        for lane in cx.lanes() {
            let thread = cx.thread_of_cluster(lane);
            cx.cluster.barrier.left(thread);
        }
        Ok(Flow::Next)
    }
}
