//! Asynchronous barriers: `mbarrier.*` and `cp.async.mbarrier.arrive`.

use ptx::{Modifier, Opcode, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::scope::{Scope, Target};
use crate::access::wrong_mbarrier;
use crate::codes;
use crate::fault::Fault;
use crate::machine::{AsyncOperation, Cluster, Context, Machine};
use crate::memory::{Reference, Window};
use crate::program::{Effectful, Flow, Op};
use crate::registers::{D, P, W};
use crate::sync::mbarrier::{Mbarrier, pending_count};
use crate::sync::{Completion, Wait};

/// The number of attempts of `try_wait` before it returns false. The ISA lets the hardware choose a time limit. Programs repeat a
/// failed `try_wait`, so the number only has to be finite.
const TRIES: u64 = 1 << 10;

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let opcode = scope.instruction.opcode();
    if opcode == Opcode::MbarrierPendingCount {
        let (to, state) = (scope.w("count", Type::U32)?, scope.d("state", Type::B64)?);
        return Ok(Op::Effectful(Box::new(PendingCount { to, state })));
    }
    let at = scope.address("a", shared_window(scope))?;
    let expects = scope.instruction.has(Modifier::ExpectTx);
    Ok(Op::Effectful(match opcode {
        Opcode::MbarrierTestWait | Opcode::MbarrierTryWait => {
            let phase = match scope.operand("parity") {
                Some(_) => Phase::Parity(scope.w("parity", Type::U32)?),
                None => Phase::Token(scope.d("state", Type::B64)?),
            };
            Box::new(Query { at, to: scope.p("p")?, phase, blocks: opcode == Opcode::MbarrierTryWait })
        }
        Opcode::MbarrierArrive | Opcode::MbarrierArriveDrop => {
            let state = scope.operand("state").map(|_| scope.d("state", Type::B64)).transpose()?;
            let count = scope.operand("count").map(|_| scope.w("count", Type::U32)).transpose()?;
            let tx = if expects { Some(scope.w("tx", Type::U32)?) } else { None };
            let drops = opcode == Opcode::MbarrierArriveDrop;
            let completes = !scope.instruction.has(Modifier::NoComplete);
            Box::new(Arrive { at, state, count, tx, drops, completes })
        }
        Opcode::CpAsyncMbarrierArrive => {
            Box::new(CopyArrive { at, counts: !scope.instruction.has(Modifier::Noinc) })
        }
        Opcode::MbarrierInit => Box::new(Change { at, kind: Kind::Init(scope.w("count", Type::U32)?) }),
        Opcode::MbarrierExpectTx => Box::new(Change { at, kind: Kind::ExpectTx(scope.w("tx", Type::U32)?) }),
        Opcode::MbarrierCompleteTx => {
            Box::new(Change { at, kind: Kind::CompleteTx(scope.w("tx", Type::U32)?) })
        }
        _ => Box::new(Change { at, kind: Kind::Inval }),
    }))
}

/// The shared window, if the instruction has any of its names.
pub(crate) fn shared_window(scope: &Scope<'_>) -> Option<Window> {
    let names = [Modifier::Shared, Modifier::SharedCta, Modifier::SharedCluster];
    names.iter().any(|&word| scope.instruction.has(word)).then_some(Window::Shared)
}

impl Context<'_> {
    /// The shared address that each lane means; those that do not execute have any.
    pub(crate) fn shared_addresses(&self, target: &Target) -> Result<[u32; 32], Box<Fault>> {
        let addresses = self.addresses(target);
        // Addresses in the shared window are offsets already; generic ones are translated and checked.
        if target.space == Some(Window::Shared) {
            return Ok(addresses.map(|address| address as u32));
        }
        let mut found = [0; 32];
        for lane in self.lanes() {
            let reference = Reference::new(target.space, addresses[lane as usize]);
            if reference.window != Window::Shared {
                let message = format!(
                    "an address of shared memory is wanted, but {:#x} is in {} memory",
                    addresses[lane as usize],
                    reference.window.name()
                );
                return Err(self.at_lane(Fault::new(codes::OUT_OF_BOUNDS, message), lane));
            }
            found[lane as usize] = reference.address as u32;
        }
        Ok(found)
    }
}

#[derive(Debug)]
enum Kind {
    Init(W),
    Inval,
    ExpectTx(W),
    CompleteTx(W),
}

/// A change of an mbarrier without an arrival.
#[derive(Debug)]
struct Change {
    at: Target,
    kind: Kind,
}

impl Effectful for Change {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let addresses = cx.shared_addresses(&self.at)?;
        for lane in cx.lanes() {
            let (at, index) = (addresses[lane as usize], lane as usize);
            let result = match self.kind {
                Kind::Init(count) => {
                    let count = cx.registers.w(count)[index];
                    // The history of the bytes ends here: they are an object now, and not memory that can race.
                    cx.machine.watch.tell(|checks| {
                        checks.forgets_memory(at.into());
                        checks.initialises_mbarrier(at.into());
                    });
                    init(cx.cluster, at, count)
                }
                Kind::Inval => {
                    cx.machine.watch.tell(|checks| checks.forgets_memory(at.into()));
                    cx.cluster
                        .look_at_mbarrier(at)
                        .and_then(|_| cx.cluster.shared_mut(at, 8).map(|bytes| bytes.fill(0)))
                }
                Kind::ExpectTx(tx) => {
                    let tx = cx.registers.w(tx)[index];
                    cx.cluster.mbarrier(at, |barrier| barrier.expect_tx(tx))
                }
                Kind::CompleteTx(tx) => {
                    let tx = cx.registers.w(tx)[index];
                    cx.cluster.mbarrier(at, |barrier| barrier.complete_tx(tx))
                }
            };
            result.map_err(|fault| cx.at_lane(fault, lane))?;
        }
        Ok(Flow::Next)
    }
}

fn init(cluster: &mut Cluster, at: u32, count: u32) -> Result<(), Box<Fault>> {
    let barrier = Mbarrier::init(count).map_err(|misuse| wrong_mbarrier(at, misuse))?;
    if !at.is_multiple_of(8) {
        let message = format!("an mbarrier at shared address {at:#x}, which is no multiple of 8");
        return Err(Fault::new(codes::MISALIGNED, message));
    }
    cluster.shared_mut(at, 8)?.copy_from_slice(&barrier.bits().to_le_bytes());
    Ok(())
}

/// `mbarrier.arrive` and `arrive_drop`.
#[derive(Debug)]
struct Arrive {
    at: Target,
    state: Option<D>,
    count: Option<W>,
    /// Bytes to expect first.
    tx: Option<W>,
    drops: bool,
    completes: bool,
}

impl Effectful for Arrive {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let addresses = cx.shared_addresses(&self.at)?;
        let mut tokens = [0; 32];
        for lane in cx.lanes() {
            let index = lane as usize;
            let count = self.count.map_or(1, |count| cx.registers.w(count)[index]);
            let tx = self.tx.map_or(0, |tx| cx.registers.w(tx)[index]);
            let arrived = cx.cluster.mbarrier(addresses[index], |barrier| {
                // The bytes are announced before the arrival, or the phase could end between the two.
                barrier.expect_tx(tx)?;
                if self.drops {
                    barrier.drop_expected(count)?;
                }
                if self.completes { barrier.arrive(count) } else { barrier.arrive_no_complete(count) }
            });
            tokens[index] = arrived.map_err(|fault| cx.at_lane(fault, lane))?;
        }
        if let Some(state) = self.state {
            cx.registers.set_d(state, cx.mask, &tokens);
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
enum Phase {
    Token(D),
    Parity(W),
}

/// `mbarrier.test_wait` and `try_wait`.
#[derive(Debug)]
struct Query {
    at: Target,
    to: P,
    phase: Phase,
    /// Waits a while for the answer to be yes.
    blocks: bool,
}

impl Effectful for Query {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let addresses = cx.shared_addresses(&self.at)?;
        let mut complete = 0;
        for lane in cx.lanes() {
            let (at, index) = (addresses[lane as usize], lane as usize);
            let barrier = cx.cluster.look_at_mbarrier(at).map_err(|fault| cx.at_lane(fault, lane))?;
            let answer = match self.phase {
                Phase::Parity(parity) => barrier.test_parity(cx.registers.w(parity)[index]),
                Phase::Token(state) => barrier
                    .test(cx.registers.d(state)[index])
                    .map_err(|misuse| cx.at_lane(wrong_mbarrier(at, misuse), lane))?,
            };
            complete |= u32::from(answer) << lane;
        }
        // A query may fail without waiting, which programs must handle. It then returns at once, before any other event.
        if cx.ticket.is_none() && cx.cluster.operations.refuses() {
            cx.answer(0, &addresses);
            cx.registers.set_p(self.to, cx.mask, 0);
            return Ok(Flow::Next);
        }
        let open = cx.mask & !complete;
        let tries = cx.ticket.unwrap_or(0);
        if open != 0 && self.blocks && tries < TRIES {
            *cx.ticket = Some(tries + 1);
            return Ok(Flow::Wait(Wait::Mbarrier(addresses[open.trailing_zeros() as usize])));
        }
        cx.answer(complete, &addresses);
        cx.registers.set_p(self.to, cx.mask, complete);
        Ok(if open == 0 { Flow::Next } else { Flow::Poll })
    }
}

impl Context<'_> {
    /// Tells the checks whose phases are complete, at which of the addresses of lanes.
    fn answer(&self, mut complete: u32, addresses: &[u32; 32]) {
        self.machine.watch.tell(|checks| {
            let mut all: SmallVec<[(u32, u64); 1]> = SmallVec::new();
            while complete != 0 {
                let at = addresses[complete.trailing_zeros() as usize];
                let same = |lane: &u32| complete >> lane & 1 == 1 && addresses[*lane as usize] == at;
                let lanes = (0..32).filter(same).fold(0, |mask, lane| mask | 1 << lane);
                all.push((lanes, at.into()));
                complete &= !lanes;
            }
            checks.answers(self.mask, &all);
        });
    }
}

/// `mbarrier.pending_count`.
#[derive(Debug)]
struct PendingCount {
    to: W,
    state: D,
}

impl Effectful for PendingCount {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let mut counts = [0; 32];
        for lane in cx.lanes() {
            let count = pending_count(cx.registers.d(self.state)[lane as usize]);
            counts[lane as usize] = count.map_err(|misuse| {
                cx.at_lane(Fault::new(codes::MBARRIER, format!("mbarrier.pending_count: {misuse}")), lane)
            })?;
        }
        cx.registers.set_w(self.to, cx.mask, &counts);
        Ok(Flow::Next)
    }
}

/// `cp.async.mbarrier.arrive`.
#[derive(Debug)]
struct CopyArrive {
    at: Target,
    /// The phase waits for one more arrival from now on.
    counts: bool,
}

impl Effectful for CopyArrive {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let addresses = cx.shared_addresses(&self.at)?;
        for lane in cx.lanes() {
            let at = addresses[lane as usize];
            let counted = if self.counts { cx.cluster.mbarrier(at, Mbarrier::add_pending) } else { Ok(()) };
            counted.map_err(|fault| cx.at_lane(fault, lane))?;
        }
        for lane in cx.lanes() {
            cx.issue(lane, Completion::Copy, true, Arrival { at: addresses[lane as usize] })?;
        }
        Ok(Flow::Next)
    }
}

/// An arrival that is an asynchronous operation.
#[derive(Debug)]
pub(crate) struct Arrival {
    pub(crate) at: u32,
}

impl AsyncOperation for Arrival {
    fn perform(&self, _machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>> {
        cluster.mbarrier(self.at, |barrier| barrier.arrive(1)).map(|_| ())
    }
}
