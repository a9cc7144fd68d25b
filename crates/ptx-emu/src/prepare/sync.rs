//! Barriers of a block and of lanes, and fences.

use ptx::{Field, Modifier};
use ptx::{Opcode, Type};

use super::Refusal;
use super::scope::Scope;
use crate::codes;
use crate::fault::Fault;
use crate::machine::Context;
use crate::program::{Effectful, Flow, Op};
use crate::registers::{P, Row, W};
use crate::sync::{Misuse, Wait};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let opcode = scope.instruction.opcode();
    let old = matches!(
        opcode,
        Opcode::BarSync
            | Opcode::BarArrive
            | Opcode::BarRed
            | Opcode::BarCtaSync
            | Opcode::BarCtaArrive
            | Opcode::BarCtaRed
    );
    let aligned = old || scope.instruction.has(Modifier::Aligned);
    Ok(Op::Effectful(match opcode {
        Opcode::BarSync | Opcode::BarCtaSync | Opcode::BarrierSync | Opcode::BarrierCtaSync => {
            Box::new(barrier(scope, aligned, Kind::Sync)?)
        }
        Opcode::BarArrive | Opcode::BarCtaArrive | Opcode::BarrierArrive | Opcode::BarrierCtaArrive => {
            Box::new(barrier(scope, aligned, Kind::Arrive)?)
        }
        Opcode::BarRed | Opcode::BarCtaRed | Opcode::BarrierRed | Opcode::BarrierCtaRed => {
            let kind = reduction(scope)?;
            Box::new(barrier(scope, aligned, kind)?)
        }
        Opcode::BarWarpSync => Box::new(WarpSync { mask: scope.w("mask", Type::B32)? }),
        _ => {
            // An instruction that orders accesses beyond the block communicates with other blocks.
            let words = [Modifier::Gl, Modifier::Gpu, Modifier::Sys, Modifier::Cluster];
            let beyond = words.into_iter().any(|word| scope.instruction.has(word));
            scope.pool.communicates |= beyond && matches!(opcode, Opcode::Membar | Opcode::Fence);
            Box::new(Fence)
        }
    }))
}

fn reduction(scope: &mut Scope<'_>) -> Result<Kind, Refusal> {
    let holding = scope.p("c")?;
    if scope.instruction.has(Modifier::Popc) {
        return Ok(Kind::Count { to: scope.w("d", Type::U32)?, holding });
    }
    let all = scope.instruction.modifier(Field::Op) == Some(Modifier::And);
    Ok(Kind::Decide { to: scope.p("p")?, all, holding })
}

fn barrier(scope: &mut Scope<'_>, aligned: bool, kind: Kind) -> Result<Barrier, Refusal> {
    let id = scope.w("a", Type::U32)?;
    let count = match scope.operand("b") {
        None => None,
        Some(operand) => match scope.row(&operand, Type::U32)? {
            Row::W(row) => Some(row),
            Row::D(_) | Row::Q(_) | Row::P(_) => return Err(Refusal::new("its count has not 32 bits")),
        },
    };
    Ok(Barrier { id, count, aligned, kind })
}

/// The operation of threads at a barrier.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Wait.
    Sync,
    /// Only arrive.
    Arrive,
    /// Wait, and count those with a predicate.
    Count { to: W, holding: P },
    /// Wait, and ask whether all or any have a predicate.
    Decide { to: P, all: bool, holding: P },
}

/// `bar` and `barrier`.
#[derive(Debug)]
struct Barrier {
    id: W,
    count: Option<W>,
    aligned: bool,
    kind: Kind,
}

impl Effectful for Barrier {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let first = cx.mask.trailing_zeros() as usize;
        let id = cx.registers.w(self.id)[first];
        let Some(round) = *cx.ticket else { return self.arrive(cx, id) };
        if !cx.block().barriers.passed(id, round) {
            return Ok(Flow::Wait(Wait::Barrier(id)));
        }
        cx.machine.watch.tell(|checks| checks.passes(id, round));
        self.give(cx, id);
        Ok(Flow::Next)
    }
}

impl Barrier {
    fn arrive(&self, cx: &mut Context<'_>, id: u32) -> Result<Flow, Box<Fault>> {
        if self.aligned {
            let note = "`barrier.sync` without `.aligned` lets lanes come one after the other";
            cx.together(&format!("barrier {id}")).map_err(|fault| fault.note(note))?;
        }
        let first = cx.mask.trailing_zeros() as usize;
        let needed = self.count.map(|row| cx.registers.w(row)[first]);
        let holding = match self.kind {
            Kind::Sync | Kind::Arrive => 0,
            Kind::Count { holding, .. } | Kind::Decide { holding, .. } => {
                (cx.registers.p(holding) & cx.mask).count_ones()
            }
        };
        // With a number of threads, a warp counts as 32, however many lanes it has.
        let threads = if needed.is_some() && self.aligned { 32 } else { cx.mask.count_ones() };
        let arrived = cx.block().barriers.arrive(id, threads, needed, holding);
        let round = arrived.map_err(|misuse| cx.at_lane(blame(misuse, id), first as u32))?;
        cx.cluster.events += 1;
        cx.machine.watch.tell(|checks| checks.arrives(id, round));
        if matches!(self.kind, Kind::Arrive) {
            return Ok(Flow::Next);
        }
        if cx.block().barriers.passed(id, round) {
            cx.machine.watch.tell(|checks| checks.passes(id, round));
            self.give(cx, id);
            return Ok(Flow::Next);
        }
        *cx.ticket = Some(round);
        Ok(Flow::Wait(Wait::Barrier(id)))
    }

    fn give(&self, cx: &mut Context<'_>, id: u32) {
        let (came, holding) = cx.block().barriers.result(id);
        match self.kind {
            Kind::Sync | Kind::Arrive => {}
            Kind::Count { to, .. } => cx.registers.set_w(to, cx.mask, &[holding; 32]),
            Kind::Decide { to, all, .. } => {
                let holds = if all { holding == came } else { holding > 0 };
                cx.registers.set_p(to, cx.mask, if holds { u32::MAX } else { 0 });
            }
        }
    }
}

fn blame(misuse: Misuse, id: u32) -> Box<Fault> {
    let message = match misuse {
        Misuse::Number(id) => format!("there is no barrier {id}; a block has 0 to 15"),
        Misuse::Count(count) => {
            format!("barrier {id} is given {count} threads, which is no multiple of 32 above 0")
        }
        Misuse::Differs { this, others } => {
            format!(
                "barrier {id} is given {this} threads here, but others gave it {others} in the same round"
            )
        }
        Misuse::TooMany { came, needed } => {
            format!("{came} threads come to barrier {id} in a round of {needed}")
        }
    };
    Fault::new(codes::BARRIER, message)
}

/// `bar.warp.sync`.
#[derive(Debug)]
struct WarpSync {
    mask: W,
}

impl Effectful for WarpSync {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let mask = *cx.registers.w(self.mask);
        cx.gather(&mask)
    }
}

impl Context<'_> {
    /// Waits until all lanes are here that the masks name, of those that have not ended. Lanes with the same mask form a
    /// group; a mask must name the lane itself, and lanes that it names must name the same.
    pub(crate) fn gather(&self, masks: &[u32; 32]) -> Result<Flow, Box<Fault>> {
        let first = masks[self.mask.trailing_zeros() as usize];
        let mut named = first;
        if first & self.mask != self.mask || self.lanes().any(|lane| masks[lane as usize] != first) {
            named = self.groups(masks)?;
        }
        let missing = named & self.live & !self.mask;
        Ok(if missing == 0 { Flow::Next } else { Flow::Wait(Wait::Lanes(named)) })
    }
}

impl Context<'_> {
    /// All lanes that masks name, which are not all the same.
    fn groups(&self, masks: &[u32; 32]) -> Result<u32, Box<Fault>> {
        let mut named = 0;
        for lane in self.lanes() {
            let mask = masks[lane as usize];
            named |= mask;
            // The ISA leaves both cases undefined.
            if mask >> lane & 1 == 0 {
                let message = format!("lane {lane} names the lanes {mask:#010x}, of which it is none");
                return Err(self.at_lane(Fault::new(codes::DIVERGED, message), lane));
            }
            let differs = |other: &u32| mask >> other & 1 == 1 && masks[*other as usize] != mask;
            if let Some(other) = self.lanes().find(differs) {
                let message = format!(
                    "lane {lane} names the lanes {mask:#010x}, but lane {other} among them names {:#010x}",
                    masks[other as usize]
                );
                return Err(self.at_lane(Fault::new(codes::DIVERGED, message), lane));
            }
        }
        Ok(named)
    }
}

/// A fence: all memory is coherent here, so only checks see it.
#[derive(Debug)]
struct Fence;

impl Effectful for Fence {
    fn execute(&self, _cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        Ok(Flow::Next)
    }
}
