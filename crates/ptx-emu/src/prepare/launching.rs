//! Instructions that interact with other launches and with the launch itself: `griddepcontrol`, `setmaxnreg`,
//! `clusterlaunchcontrol`.

use ptx::{Field, Modifier, Opcode, Type};

use super::Refusal;
use super::copies::{Hint, constant};
use super::mbarrier::shared_window;
use super::scope::{Scope, Target};
use crate::fault::Fault;
use crate::machine::{AsyncOperation, Cluster, Context, Machine};
use crate::program::{Effectful, Flow, Op};
use crate::registers::{D, P, Row, W};
use crate::sync::{Completion, Wait};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    Ok(Op::Effectful(match scope.instruction.opcode() {
        Opcode::Setmaxnreg => {
            let count = constant(scope, "count")?;
            Box::new(Resize(u32::try_from(count).unwrap_or(0)))
        }
        Opcode::ClusterlaunchcontrolTryCancel => {
            // The order decides which block takes which cluster.
            scope.pool.communicates = true;
            Box::new(TryCancel {
                to: scope.address("a", shared_window(scope))?,
                mbarrier: scope.address("mbar", shared_window(scope))?,
                everywhere: scope.instruction.has(Modifier::MulticastClusterAll),
            })
        }
        Opcode::ClusterlaunchcontrolQueryCancel => Box::new(query(scope)?),
        // No grid comes before or after.
        _ => Box::new(Hint),
    }))
}

/// `setmaxnreg`: a number of registers for each thread of the warp.
#[derive(Debug)]
struct Resize(u32);

impl Effectful for Resize {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.together("setmaxnreg")?;
        let (warp, count) = (cx.warp, self.0);
        if !cx.block().registers.as_mut().is_none_or(|pool| pool.resize(warp, count)) {
            return Ok(Flow::Wait(Wait::Registers(count)));
        }
        cx.cluster.events += 1;
        Ok(Flow::Next)
    }
}

/// `clusterlaunchcontrol.try_cancel`: takes a cluster that has not started.
#[derive(Debug)]
struct TryCancel {
    to: Target,
    mbarrier: Target,
    everywhere: bool,
}

impl Effectful for TryCancel {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let (to, barriers) = (cx.shared_addresses(&self.to)?, cx.shared_addresses(&self.mbarrier)?);
        for lane in cx.lanes() {
            let index = lane as usize;
            let operation = Cancel { to: to[index], barrier: barriers[index], everywhere: self.everywhere };
            cx.issue(lane, Completion::Told, false, operation)?;
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct Cancel {
    to: u32,
    barrier: u32,
    everywhere: bool,
}

impl AsyncOperation for Cancel {
    fn perform(&self, machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>> {
        let mut answer = [0; 16];
        if let Some(taken) = machine.take_cluster() {
            let first = machine.geometry.block_of(taken, 0);
            for (to, axis) in answer.chunks_exact_mut(4).zip(first) {
                to.copy_from_slice(&axis.to_le_bytes());
            }
            // The layout is ours: the ISA only lets programs ask `query_cancel` about it.
            answer[12] = 1;
        }
        // `.multicast` writes the answer to every block of the cluster, each with its own barrier.
        let ranks =
            if self.everywhere { 0..cluster.blocks.len() as u32 } else { self.to >> 24..(self.to >> 24) + 1 };
        for rank in ranks {
            let at = |address: u32| rank << 24 | address & 0xff_ffff;
            let barrier = if self.everywhere { at(self.barrier) } else { self.barrier };
            cluster.shared_mut(at(self.to), 16)?.copy_from_slice(&answer);
            cluster.mbarrier(barrier, |barrier| barrier.complete_tx(16))?;
        }
        Ok(())
    }
}

/// `clusterlaunchcontrol.query_cancel`.
#[derive(Debug)]
struct Query {
    answer: D,
    to: Wanted,
}

#[derive(Debug)]
enum Wanted {
    IsCanceled(P),
    /// Rows of the axes, those that are wanted.
    First([Option<W>; 3]),
}

fn query(scope: &mut Scope<'_>) -> Result<Query, Refusal> {
    let answer = scope.d("a", Type::B128)?;
    let axis = match scope.instruction.modifier(Field::Field) {
        Some(Modifier::GetFirstCtaidX) => Some(0),
        Some(Modifier::GetFirstCtaidY) => Some(1),
        Some(Modifier::GetFirstCtaidZ) => Some(2),
        _ => None,
    };
    let mut rows = [None; 3];
    if scope.operand("p").is_some() {
        return Ok(Query { answer, to: Wanted::IsCanceled(scope.p("p")?) });
    }
    if let Some(axis) = axis {
        rows[axis] = Some(scope.w("d", Type::B32)?);
        return Ok(Query { answer, to: Wanted::First(rows) });
    }
    // The vector has four elements, of which the last one is not defined.
    for (row, element) in rows.iter_mut().zip(scope.elements("d")?) {
        if let Row::W(found) = scope.row(&element, Type::B32)? {
            *row = Some(found);
        }
    }
    Ok(Query { answer, to: Wanted::First(rows) })
}

impl Effectful for Query {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let (low, high) = (*cx.registers.d(self.answer), *cx.registers.d(D(self.answer.0 + 1)));
        match self.to {
            Wanted::IsCanceled(to) => {
                let canceled = (0..32).fold(0, |mask, lane| mask | u32::from(high[lane] >> 32 != 0) << lane);
                cx.registers.set_p(to, cx.mask, canceled);
            }
            Wanted::First(rows) => {
                let axes = [
                    low.map(|low| low as u32),
                    low.map(|low| (low >> 32) as u32),
                    high.map(|high| high as u32),
                ];
                for (row, values) in rows.iter().zip(axes) {
                    if let Some(row) = row {
                        cx.registers.set_w(*row, cx.mask, &values);
                    }
                }
            }
        }
        Ok(Flow::Next)
    }
}
