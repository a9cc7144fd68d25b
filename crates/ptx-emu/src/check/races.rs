//! Accesses to the same bytes without an order between them.

use diag::Code;

use super::clock::Clock;
use super::shadow::{Access, Cell, Reach};
use super::{Checks, Effect, Engine, Finding, Other};
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

/// Bytes that are touched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touched {
    pub(crate) window: Window,
    /// In its space; of shared memory with the rank.
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
    /// Nobody has written it.
    Uninitialized,
    /// Lanes of one instruction write different values.
    Lanes,
}

impl Checks {
    /// A lane of the current warp touches memory. `same` says that a write leaves there what was there.
    pub(crate) fn touches(&mut self, touched: Touched, same: bool) {
        let Touched { window, address, does, lane, .. } = touched;
        let shared = match window {
            Window::Global => false,
            Window::Shared => true,
            Window::Local | Window::Param | Window::Const => return,
        };
        let strong = match self.current.effect {
            Effect::Access { reach, .. } => Some(reach),
            Effect::None | Effect::Fence { .. } | Effect::ProxyFence | Effect::OnlyReads => None,
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
        let found = self.compare(touched, access, same, &knows.all, None);
        self.warp().knows = knows;
        if strong.is_some() {
            self.strong(address, shared, does);
        }
        self.tell(found, touched, access);
    }

    /// What works beside the threads now touches memory; it knows what its thread knew when it issued it.
    pub(crate) fn touches_beside(&mut self, window: Window, address: u64, size: u64, does: Does) {
        let Some(issued) = self.working.take() else {
            // A thread's own instruction, though it goes the way of copies.
            return self.touches(Touched { window, address, size, does, lane: 0 }, true);
        };
        let (rank, warp) = (issued.current.rank, issued.current.warp);
        let actors = issued.engines.map(|engine| self.engine_actor(rank, warp, engine));
        let side = usize::from(does.writes());
        let generic = issued.engines[0] == Engine::Copy;
        let access = Access {
            actor: actors[side],
            time: issued.times[side],
            place: issued.current.place,
            serial: issued.serial,
            lane: issued.lane,
            strong: None,
            beside: true,
            asynchronous: !generic,
        };
        let mut knows = issued.knows.all.clone();
        // What was begun for the same group is its own.
        for (actor, time) in actors.into_iter().zip(issued.times) {
            knows.raise(actor, time);
        }
        let touched = Touched { window, address, size, does, lane: u32::from(issued.lane) };
        let proxy = (!generic).then_some(&issued.knows.asynchronous);
        let found = self.compare(touched, access, true, &knows, proxy);
        self.tell(found, touched, access);
        self.working = Some(issued);
    }

    fn compare(
        &mut self,
        touched: Touched,
        access: Access,
        same: bool,
        knows: &Clock,
        proxy: Option<&Clock>,
    ) -> Option<(Wrong, Option<(Access, bool)>)> {
        let mut found = None;
        let mut address = touched.address;
        let shadow = match touched.window {
            Window::Shared => {
                let rank = (address >> 24) as usize;
                address &= 0xFF_FFFF;
                self.cluster().shared.get_mut(rank)?
            }
            Window::Global | Window::Local | Window::Param | Window::Const => &mut self.global,
        };
        let checks_first = touched.window == Window::Shared;
        shadow.visit(address, touched.size, |cell| {
            let wrong = judge(cell, touched.does, &access, same, knows, proxy, checks_first);
            found = found.or(wrong);
            if touched.does.reads() && !touched.does.writes() {
                cell.read(access, knows);
            }
            if touched.does.writes() {
                cell.write(access);
            }
        });
        found
    }

    fn tell(&mut self, found: Option<(Wrong, Option<(Access, bool)>)>, touched: Touched, access: Access) {
        let Some((wrong, other)) = found else { return };
        let (block, thread) = self.who(&access);
        let name = touched.window.name();
        let what =
            format!("{} {} of {name} memory", touched.does.verb(), launch::address::bytes(touched.size));
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
        let (code, message, note) = sentence(wrong, &what);
        let notes = vec![note.to_owned()];
        self.report(Finding { code, message, place: access.place, block, thread, other, notes });
    }
}

fn judge(
    cell: &Cell,
    does: Does,
    access: &Access,
    same: bool,
    knows: &Clock,
    proxy: Option<&Clock>,
    checks_first: bool,
) -> Option<(Wrong, Option<(Access, bool)>)> {
    if let Some(written) = &cell.written {
        if written.serial == access.serial && written.actor == access.actor {
            let wrong = does == Does::Write && !same && written.lane != access.lane && !access.beside;
            return wrong.then_some((Wrong::Lanes, Some((*written, true))));
        }
        if let Some(wrong) = between(written, access, knows, does.reads(), proxy) {
            return Some((wrong, Some((*written, true))));
        }
    } else if checks_first && does.reads() {
        return Some((Wrong::Uninitialized, None));
    }
    if !does.writes() {
        return None;
    }
    let reader = cell.readers.iter().find(|reader| between(reader, access, knows, false, None).is_some());
    let wrong = |reader: &Access| if reader.beside { Wrong::InFlight } else { Wrong::Race };
    reader.map(|reader| (wrong(reader), Some((*reader, false))))
}

/// What is wrong between an earlier access and one that is made now.
fn between(
    earlier: &Access,
    now: &Access,
    knows: &Clock,
    reads: bool,
    proxy: Option<&Clock>,
) -> Option<Wrong> {
    let both_strong = earlier.strong.zip(now.strong).is_some_and(|(a, b)| {
        let near = earlier.actor.cluster() == now.actor.cluster();
        let reach = a.min(b);
        reach == Reach::Device || near
    });
    if both_strong {
        return None;
    }
    if !earlier.is_known(knows) {
        return Some(if earlier.beside { Wrong::InFlight } else { Wrong::Race });
    }
    let hidden = proxy.is_some_and(|proxy| reads && !earlier.asynchronous && !earlier.is_known(proxy));
    hidden.then_some(Wrong::Proxy)
}

fn sentence(wrong: Wrong, what: &str) -> (Code, String, &'static str) {
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
            "shared memory holds anything when a block begins",
        ),
        Wrong::Lanes => (
            codes::LANES,
            format!("{what} together with another lane of the same instruction, which writes another value"),
            "which of the values stays is not defined",
        ),
    }
}
