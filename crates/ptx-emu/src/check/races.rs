//! Accesses to the same bytes without an order between them.

use diag::Code;

use super::clock::Clock;
use super::shadow::{Access, Cell, Reach};
use super::{Checks, Effect, Engine, Finding, Issued, Other};
use crate::codes;
use crate::memory::Window;

/// What an access does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    Read,
    Write,
    /// Reads and writes, as one.
    Change,
}

impl Does {
    pub(super) const fn reads(self) -> bool {
        matches!(self, Does::Read | Does::Change)
    }

    pub(super) const fn writes(self) -> bool {
        matches!(self, Does::Write | Does::Change)
    }

    const fn verb(self) -> &'static str {
        match self {
            Does::Read => "reads",
            Does::Write => "writes",
            Does::Change => "changes",
        }
    }
}

/// Memory, as far as it is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Global,
    Shared,
    /// Column by column, 128 lanes of 4 bytes each.
    Tensor,
    /// What nobody else writes.
    Own,
}

impl From<Window> for Space {
    fn from(window: Window) -> Space {
        match window {
            Window::Global => Space::Global,
            Window::Shared => Space::Shared,
            Window::Local | Window::Param | Window::Const => Space::Own,
        }
    }
}

impl Space {
    const fn name(self) -> &'static str {
        match self {
            Space::Global => "global memory",
            Space::Shared => "shared memory",
            Space::Tensor => "tensor memory",
            Space::Own => "memory",
        }
    }
}

/// Bytes that are touched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touched {
    pub(crate) space: Space,
    /// In its space; of shared and tensor memory with the rank.
    pub(crate) address: u64,
    pub(crate) size: u64,
    pub(crate) does: Does,
    pub(crate) lane: u32,
}

/// What is wrong between two accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    /// There is no order between them.
    Race,
    /// The other works beside the threads, and nobody has waited for it.
    InFlight,
    /// There is an order, but the asynchronous proxy need not see it.
    Proxy,
    /// There is an order, but not one for tensor memory.
    Unfenced,
    /// Nobody has written it.
    Uninitialized,
    /// Lanes of a warp, in different instructions without a `bar.warp.sync` between.
    Apart,
    /// Lanes of one instruction write different values.
    Lanes,
}

/// What somebody knows who touches memory now.
#[derive(Clone, Copy)]
struct Sees<'a> {
    all: &'a Clock,
    also: Also<'a>,
}

/// What must hold besides that the other access is known.
#[derive(Clone, Copy)]
enum Also<'a> {
    /// Nothing.
    Nothing,
    /// What threads wrote is read only if this knows it.
    Proxy(&'a Clock),
    /// What other warps did in tensor memory must be known to this.
    Tensor(&'a Clock),
}

/// In place of a lane: all of a warp together, or one that is not known.
pub(crate) const WHOLE: u32 = 32;

/// An access that is in the way, and whether it wrote.
type InTheWay = (Wrong, Option<(Access, bool)>);

impl Checks {
    /// A lane of the current warp touches memory. `same` says that a write leaves there what was there.
    pub(crate) fn touches(&mut self, touched: Touched, same: bool) {
        let Touched { space, address, does, lane, .. } = touched;
        let shared = match space {
            Space::Global => false,
            Space::Shared | Space::Tensor => true,
            Space::Own => return,
        };
        let strong = match self.current.effect {
            Effect::Access { reach, .. } => Some(reach),
            Effect::None
            | Effect::Fence { .. }
            | Effect::ProxyFence
            | Effect::OnlyReads
            | Effect::WarpSync
            | Effect::TensorWait(_)
            | Effect::TensorFence { .. } => None,
        };
        let (actor, time) = (self.me(), self.warp().time);
        let access = Access {
            actor,
            time,
            place: self.current.place,
            serial: self.serial,
            lane: lane as u8,
            strong,
            beside: false,
            asynchronous: false,
        };
        let knows = std::mem::take(&mut self.warp().knows);
        let also = if space == Space::Tensor { Also::Tensor(&knows.tensor) } else { Also::Nothing };
        let found = self.compare(touched, access, same, Sees { all: &knows.all, also });
        self.warp().knows = knows;
        if strong.is_some() {
            self.strong(address, shared, does);
        }
        self.tell(found, touched, access);
    }

    /// What works beside the threads now touches memory.
    pub(crate) fn touches_beside(&mut self, space: impl Into<Space>, address: u64, size: u64, does: Does) {
        self.works_on(Touched { space: space.into(), address, size, does, lane: WHOLE }, false);
    }

    /// What works beside the threads now touches memory; it knows what its thread knew when it issued it. `same` says that
    /// a write leaves there what was there.
    pub(crate) fn works_on(&mut self, touched: Touched, same: bool) {
        let Touched { space, does, .. } = touched;
        let Some(issued) = self.working.take() else {
            // A thread's own instruction, though it goes the way of copies.
            return self.touches(touched, same);
        };
        let (rank, warp) = (issued.current.rank, issued.current.warp);
        let actors = issued.engines.map(|engine| self.engine_actor(rank, warp, engine));
        let mut knows = issued.knows.all.clone();
        // What was begun for the same group is its own.
        for (actor, time) in actors.into_iter().zip(issued.times) {
            knows.raise(actor, time);
        }
        let access = beside(&issued, actors, does);
        let also = match space {
            Space::Tensor => Also::Tensor(&issued.knows.tensor),
            _ if access.asynchronous => Also::Proxy(&issued.knows.asynchronous),
            _ => Also::Nothing,
        };
        let found = self.compare(touched, access, same, Sees { all: &knows, also });
        self.tell(found, touched, access);
        self.working = Some(issued);
    }

    fn compare(&mut self, touched: Touched, access: Access, same: bool, sees: Sees<'_>) -> Option<InTheWay> {
        let mut found = None;
        let (rank, mut address) = ((touched.address >> 24) as usize, touched.address);
        let (warps, me) = (self.warps(), self.warp_of(access.actor));
        let own = |actor: super::Actor| {
            let local = actor.local();
            let warp = local.checked_sub(warps).map_or(local, |engine| engine / super::ENGINES);
            actor.cluster() == access.actor.cluster() && warp == me
        };
        let shadow = match touched.space {
            Space::Shared => self.cluster().shared.get_mut(rank)?,
            Space::Tensor => self.cluster().tensor.get_mut(rank)?,
            Space::Global | Space::Own => &mut self.global,
        };
        let inside = matches!(touched.space, Space::Shared | Space::Tensor);
        if inside {
            address &= 0xFF_FFFF;
        }
        let judge = Judge { does: touched.does, access, same, sees, checks_first: inside, own: &own };
        shadow.visit(address, touched.size, |cell| {
            found = found.or_else(|| judge.of(cell));
            if touched.does.reads() && !touched.does.writes() {
                cell.read(access, sees.all);
            }
            if touched.does.writes() {
                cell.write(access);
            }
        });
        found
    }

    fn tell(&mut self, found: Option<InTheWay>, touched: Touched, access: Access) {
        let Some((wrong, other)) = found else { return };
        let (block, thread) = self.who(&access);
        let name = touched.space.name();
        let what = format!("{} {} of {name}", touched.does.verb(), launch::address::bytes(touched.size));
        let other = other.map(|(other, wrote)| {
            let (block, thread) = self.who(&other);
            let verb = match (other.beside, wrote) {
                (false, true) => "writes it",
                (false, false) => "reads it",
                (true, true) => "has it written beside the threads",
                (true, false) => "has it read beside the threads",
            };
            Other { place: other.place, block, thread, what: verb.to_owned() }
        });
        let (code, message, note) = sentence(wrong, &what, touched.space);
        let notes = vec![note.to_owned()];
        self.report(Finding { code, message, place: access.place, block, thread, other, notes });
    }
}

/// An access of what works beside the threads.
fn beside(issued: &Issued, actors: [super::Actor; 2], does: Does) -> Access {
    let side = usize::from(does.writes());
    Access {
        actor: actors[side],
        time: issued.times[side],
        place: issued.current.place,
        serial: issued.serial,
        lane: issued.lane,
        strong: None,
        beside: true,
        asynchronous: issued.engines[0] != Engine::Copy,
    }
}

/// Judges an access by what is remembered of the bytes.
struct Judge<'a> {
    does: Does,
    access: Access,
    /// A write leaves there what was there.
    same: bool,
    sees: Sees<'a>,
    /// Bytes that nobody has written must not be read.
    checks_first: bool,
    /// Is this actor the same warp, or works for it?
    own: &'a dyn Fn(super::Actor) -> bool,
}

impl Judge<'_> {
    fn of(&self, cell: &Cell) -> Option<InTheWay> {
        if let Some(written) = &cell.written {
            if written.serial == self.access.serial && written.actor == self.access.actor {
                let wrong = self.does == Does::Write && !self.same && self.other_lane(written);
                return wrong.then_some((Wrong::Lanes, Some((*written, true))));
            }
            if let Some(wrong) = self.between(written, true) {
                return Some((wrong, Some((*written, true))));
            }
        } else if self.checks_first && self.does.reads() {
            return Some((Wrong::Uninitialized, None));
        }
        if !self.does.writes() {
            return None;
        }
        let wrong = |reader: &Access| Some((self.between(reader, false)?, Some((*reader, false))));
        cell.readers.iter().find_map(wrong)
    }

    fn other_lane(&self, other: &Access) -> bool {
        let whole = |access: &Access| u32::from(access.lane) == WHOLE;
        other.lane != self.access.lane && !self.access.beside && !whole(other) && !whole(&self.access)
    }

    /// What is wrong between an earlier access and this one.
    fn between(&self, earlier: &Access, wrote: bool) -> Option<Wrong> {
        let both_strong = earlier.strong.zip(self.access.strong).is_some_and(|(a, b)| {
            let near = earlier.actor.cluster() == self.access.actor.cluster();
            let reach = a.min(b);
            reach == Reach::Device || near
        });
        // Who writes what is there already changes nothing, whoever comes first.
        if both_strong || wrote && self.same && self.does == Does::Write {
            return None;
        }
        if earlier.actor == self.access.actor && !earlier.beside {
            let apart = earlier.time == self.access.time
                && earlier.serial != self.access.serial
                && self.other_lane(earlier);
            return apart.then_some(Wrong::Apart);
        }
        if !earlier.is_known(self.sees.all) {
            return Some(if earlier.beside { Wrong::InFlight } else { Wrong::Race });
        }
        match self.sees.also {
            Also::Proxy(proxy) => {
                let hidden = wrote && self.does.reads() && !earlier.asynchronous && !earlier.is_known(proxy);
                hidden.then_some(Wrong::Proxy)
            }
            Also::Tensor(tensor) => {
                let hidden = !earlier.is_known(tensor) && !(self.own)(earlier.actor);
                hidden.then_some(Wrong::Unfenced)
            }
            Also::Nothing => None,
        }
    }
}

fn sentence(wrong: Wrong, what: &str, space: Space) -> (Code, String, &'static str) {
    match wrong {
        Wrong::Race => (
            codes::RACE,
            format!("{what} in a race: nothing orders this and another access to it"),
            "a barrier between the two orders them, or a release by one thread that the other acquires",
        ),
        Wrong::InFlight => (
            codes::IN_FLIGHT,
            format!("{what} while a copy or product beside the threads is not known to be done with it"),
            "wait for its group or barrier first, and have those who did not wait pass a barrier behind those who did",
        ),
        Wrong::Proxy => (
            codes::PROXY,
            format!("{what} through the asynchronous proxy, which need not see what threads wrote"),
            "the threads that wrote execute `fence.proxy.async` before the barrier behind which this is issued",
        ),
        Wrong::Uninitialized => (
            codes::UNINITIALIZED,
            format!("{what} that nobody has written"),
            match space {
                Space::Tensor => "tensor memory holds anything when it is allocated",
                Space::Shared | Space::Global | Space::Own => {
                    "shared memory holds anything when a block begins"
                }
            },
        ),
        Wrong::Unfenced => (
            codes::TENSOR_FENCE,
            format!(
                "{what} that another warp used, without the fences of tcgen05 around what orders the two"
            ),
            "`tcgen05.fence::before_thread_sync` goes before the barrier that orders them, `tcgen05.fence::after_thread_sync` behind it",
        ),
        Wrong::Apart => (
            codes::LANES,
            format!(
                "{what} that another lane of the warp uses in another instruction, with nothing between that orders lanes"
            ),
            "put `bar.warp.sync` between them: lanes need not execute together",
        ),
        Wrong::Lanes => (
            codes::LANES,
            format!("{what} together with another lane of the same instruction, which writes another value"),
            "which of the values stays is not defined",
        ),
    }
}
