//! Accesses to the same bytes without an order between them.

use diag::Code;

use super::access::{Access, ONE_LANE};
use super::clock::Actor;
use super::race_check::{Conflict, Findings, RaceCheck, Requirement, Violation, Visibility};
use super::shadow::Shadow;
use super::touched::{AccessKind, Space, Touched, TouchedRow, WHOLE};
use super::{Checks, Engine, Finding, Issued, Ordering, Other};
use crate::codes;

impl Checks {
    /// An access of a lane of the current warp.
    fn access(&mut self, lane: u32) -> Access {
        // Only accesses with an order for memory synchronise; every other kind of instruction here is weak.
        let strong = match self.current.ordering {
            Ordering::Access { reach, .. } => Some(reach),
            Ordering::None
            | Ordering::Reduction(_)
            | Ordering::Fence { .. }
            | Ordering::ProxyFence(_)
            | Ordering::Relaxed
            | Ordering::OnlyReads
            | Ordering::WarpSync
            | Ordering::TensorWait(_)
            | Ordering::InitFence
            | Ordering::Answer
            | Ordering::TensorFence { .. } => None,
        };
        let (actor, time) = (self.me(), self.warp().time);
        Access {
            actor,
            time,
            place: self.current.place,
            serial: self.serial,
            lane: lane as u8,
            shift: ONE_LANE,
            strong,
            deferred: false,
            asynchronous: false,
        }
    }

    /// Lanes of the current warp touch memory. `same` tells of a lane whether its write leaves there what was there.
    pub(crate) fn touches_row(&mut self, row: TouchedRow<'_>, same: &dyn Fn(u32) -> bool) {
        match row.space {
            Space::Own => return,
            Space::Local => return row.lanes().for_each(|lane| self.touches_local(row.touched(lane))),
            Space::Global | Space::Shared | Space::Tensor => {}
        }
        let access = self.access(row.mask.trailing_zeros());
        if access.strong.is_some() {
            return row.lanes().for_each(|lane| self.touches(row.touched(lane), same(lane)));
        }
        let (warp, own) = self.uses(row.mask);
        for (mask, knows) in warp.groups(row.mask) {
            let sees = Visibility { all: &knows.all, given: &[], own, also: Requirement::Nothing };
            self.compare_row(TouchedRow { mask, ..row }, access, sees, same);
        }
    }

    /// Lanes of the current warp issue asynchronous copies of the same kind, which are performed at once: what they
    /// read, and what they write.
    pub(crate) fn copies_rows(&mut self, engine: Engine, rows: [TouchedRow<'_>; 2]) {
        let last = 31 - rows[0].mask.leading_zeros();
        let issued = self.issues(last, Some([engine; 2]));
        let actors = [self.engine_actor(issued.current.rank, issued.current.warp, engine); 2];
        let given = [(actors[0], issued.times[0])];
        for row in rows {
            let access = asynchronous(&issued, actors, row.does);
            let also = also((row.space, row.addresses[last as usize]), access, &issued);
            let sees = Visibility { all: &issued.knows.all, given: &given, own: issued.own, also };
            self.compare_row(row, access, sees, &|_| false);
        }
    }

    /// Compares what lanes touch, and remembers it: `access` is that of any lane.
    fn compare_row(
        &mut self,
        row: TouchedRow<'_>,
        access: Access,
        sees: Visibility<'_>,
        same: &dyn Fn(u32) -> bool,
    ) {
        let mut found = Findings::<u32>::new();
        let first = row.touched(row.mask.trailing_zeros());
        if let Some((shadow, mut judge)) = self.judged(first, access, sees, same) {
            let inside = judge.inside();
            // In order, the row is one interval, which whole cells can stand for: the cheapest case, and the usual one.
            if row.is_in_order() {
                found = judge.visit_row(shadow, row.addresses[0] & inside, row.size);
            } else if (row.does == AccessKind::Read || access.deferred) && !row.mask.is_power_of_two() {
                // Lanes that read do not conflict with each other, so all can be remembered as one entry.
                let addresses = row.addresses.map(|address| address & inside);
                found = judge.visit_lanes(shadow, &addresses, row.mask, row.size);
            } else {
                // Writes to scattered addresses may hit one byte twice, so each lane is judged after the ones before
                // it.
                for lane in row.lanes() {
                    judge.access.lane = lane as u8;
                    let wrong = judge.visit(shadow, row.addresses[lane as usize] & inside, row.size);
                    found.extend(wrong.map(|wrong| (wrong, lane)));
                }
            }
        }
        for (wrong, lane) in found {
            self.tell(Some(wrong), row.touched(lane), Access { lane: lane as u8, ..access });
        }
    }

    /// A lane of the current warp touches memory. `same` is true if a write stores the old value again.
    pub(crate) fn touches(&mut self, touched: Touched, same: bool) {
        let Touched { space, address, does, lane, .. } = touched;
        let shared = match space {
            Space::Global => false,
            Space::Shared | Space::Tensor => true,
            Space::Local => return self.touches_local(touched),
            // Parameters and constants are never written, so there is nothing to compare.
            Space::Own => return,
        };
        let access = self.access(lane);
        let mask = self.current.mask;
        let (warp, own) = self.uses(if lane < 32 { 1 << lane } else { mask });
        let knows = warp.known_to(lane);
        let tensor = Requirement::Tensor { knows: &knows, pipelined: false };
        let also = if space == Space::Tensor { tensor } else { Requirement::Nothing };
        let sees = Visibility { all: &knows.all, given: &[], own, also };
        let found = self.compare(touched, access, same, sees);
        // After the comparison: an access does not order itself.
        if access.strong.is_some() {
            self.strong(address, shared, does);
        }
        self.tell(found, touched, access);
    }

    /// The asynchronous operation that is performed now reads intervals of bytes (address and size) of a block's shared
    /// memory.
    pub(crate) fn reads_asynchronously(&mut self, rank: u32, spans: &[(u32, u32)]) {
        let runs = spans.iter().map(|&(at, size)| (u64::from(rank << 24 | at), u64::from(size)));
        self.works_on_runs(Space::Shared, AccessKind::Read, runs);
    }

    /// The asynchronous operation that is performed now accesses intervals of bytes (address and size) of a memory; in
    /// shared and tensor memory, all of them are of one block.
    pub(crate) fn works_on_runs(
        &mut self,
        space: Space,
        does: AccessKind,
        mut runs: impl Iterator<Item = (u64, u64)>,
    ) {
        let touched = |(address, size)| Touched { space, address, size, does, lane: WHOLE };
        let Some(issued) = self.working.take() else {
            // A thread's own instruction, although it is handled like a copy.
            return runs.for_each(|run| self.touches(touched(run), false));
        };
        let Some(first) = runs.next() else {
            self.working = Some(issued);
            return;
        };
        let (block, warp) = (issued.current.rank, issued.current.warp);
        let engines = issued.engines.map(|engine| self.engine_actor(block, warp, engine));
        let given = [(engines[0], issued.times[0]), (engines[1], issued.times[1])];
        let access = asynchronous(&issued, engines, does);
        let sees = Visibility {
            all: &issued.knows.all,
            given: &given,
            own: issued.own,
            also: also((space, first.0), access, &issued),
        };
        let mut found = Findings::new();
        if let Some((shadow, mut judge)) = self.judged(touched(first), access, sees, &|_| false) {
            let inside = judge.inside();
            let runs = std::iter::once(first).chain(runs);
            found = judge.visit_alike(shadow, runs.map(|(address, size)| (address & inside, size)));
        }
        for (wrong, run) in found {
            self.tell(Some(wrong), touched(run), access);
        }
        self.working = Some(issued);
    }

    /// The asynchronous operation that is performed now touches memory.
    pub(crate) fn touches_asynchronously(
        &mut self,
        space: impl Into<Space>,
        address: u64,
        size: u64,
        does: AccessKind,
    ) {
        self.works_on(Touched { space: space.into(), address, size, does, lane: WHOLE }, false);
    }

    /// The asynchronous operation that is performed now touches memory; it knows what its thread knew when it issued it.
    /// `same` is true if a write stores the old value again.
    pub(crate) fn works_on(&mut self, touched: Touched, same: bool) {
        let Touched { space, does, .. } = touched;
        let Some(issued) = self.working.take() else {
            // A thread's own instruction, although it is handled like a copy.
            let mask = self.current.mask;
            let lane = if mask.is_power_of_two() { mask.trailing_zeros() } else { touched.lane };
            return self.touches(Touched { lane, ..touched }, same);
        };
        let (rank, warp) = (issued.current.rank, issued.current.warp);
        let actors = issued.engines.map(|engine| self.engine_actor(rank, warp, engine));
        // Operations of the same group do not race with each other.
        let given = [(actors[0], issued.times[0]), (actors[1], issued.times[1])];
        let access = asynchronous(&issued, actors, does);
        let also = also((space, touched.address), access, &issued);
        let sees = Visibility { all: &issued.knows.all, given: &given, own: issued.own, also };
        let found = self.compare(touched, access, same, sees);
        self.tell(found, touched, access);
        self.working = Some(issued);
    }

    fn compare(
        &mut self,
        touched: Touched,
        access: Access,
        same: bool,
        sees: Visibility<'_>,
    ) -> Option<Conflict> {
        let same = |_| same;
        let (shadow, mut judge) = self.judged(touched, access, sees, &same)?;
        let address = touched.address & judge.inside();
        if access.deferred && touched.size > 16 {
            return judge.visit_alike(shadow, [(address, touched.size)]).pop().map(|(wrong, _)| wrong);
        }
        judge.visit(shadow, address, touched.size)
    }

    /// The shadow of the accessed memory, and the check that uses it.
    fn judged<'a>(
        &'a mut self,
        touched: Touched,
        access: Access,
        sees: Visibility<'a>,
        same: &'a dyn Fn(u32) -> bool,
    ) -> Option<(&'a mut Shadow, RaceCheck<'a>)> {
        let rank = (touched.address >> 24) as usize;
        let checks_first = matches!(touched.space, Space::Shared | Space::Tensor);
        // To free columns of a pair is no access to the other block.
        if checks_first && (touched.space == Space::Shared || access.deferred) {
            self.reaches(rank as u32, access, sees.all);
        }
        let shadow = match touched.space {
            Space::Shared => self.cluster().shared.get_mut(rank)?,
            Space::Tensor => self.cluster().tensor.get_mut(rank)?,
            Space::Global | Space::Local | Space::Own => &mut self.global,
        };
        Some((shadow, RaceCheck { does: touched.does, access, same, lanes: 1, sees, checks_first }))
    }

    fn tell(&mut self, found: Option<Conflict>, touched: Touched, access: Access) {
        let Some((wrong, other)) = found else { return };
        // A race in a loop is one finding for each pair of places.
        if self.is_reported(code(wrong), access.place, other.map(|(other, _)| other.place)) {
            return;
        }
        let (block, thread) = self.who(&access);
        let name = touched.space.name();
        let what = format!("{} {} of {name}", touched.does.verb(), launch::address::bytes(touched.size));
        let other = other.map(|(other, wrote)| {
            let (block, thread) = self.who(&other);
            let verb = match (other.deferred, wrote) {
                (false, true) => "writes it",
                (false, false) => "reads it",
                (true, true) => "has it written asynchronously",
                (true, false) => "has it read asynchronously",
            };
            Other { place: other.place, block, thread, what: verb.to_owned() }
        });
        let (message, note) = sentence(wrong, &what, touched.space);
        let notes = vec![note.to_owned()];
        self.report(Finding { code: code(wrong), message, place: access.place, block, thread, other, notes });
    }
}

/// The requirement of an asynchronous access in addition to happens-before.
fn also((space, address): (Space, u64), access: Access, issued: &Issued) -> Requirement<'_> {
    let rank = (space == Space::Shared).then_some((address >> 24) as u32);
    match space {
        Space::Tensor => {
            Requirement::Tensor { knows: &issued.knows, pipelined: issued.engines[0] == Engine::Matrix }
        }
        Space::Shared if issued.current.ordering == Ordering::Answer => {
            Requirement::ProxyAfterReads(&issued.knows.asynchronous, (address >> 24) as u32)
        }
        _ if access.asynchronous => Requirement::Proxy(&issued.knows.asynchronous, rank),
        _ => Requirement::Nothing,
    }
}

/// An access of an asynchronous operation.
pub(super) fn asynchronous(issued: &Issued, actors: [Actor; 2], does: AccessKind) -> Access {
    let side = usize::from(does.writes());
    // A reduction reads its source as any copy does; what it updates, it updates atomically.
    let strong = match (does, issued.current.ordering) {
        (AccessKind::Change, Ordering::Reduction(reach)) => Some(reach),
        (AccessKind::Read | AccessKind::Write | AccessKind::Change, _) => None,
    };
    Access {
        actor: actors[side],
        time: issued.times[side],
        place: issued.current.place,
        serial: issued.serial,
        lane: issued.lane,
        shift: ONE_LANE,
        strong,
        deferred: true,
        asynchronous: issued.engines[0] != Engine::Copy,
    }
}

/// The code of what is wrong.
fn code(wrong: Violation) -> Code {
    match wrong {
        Violation::Race => codes::RACE,
        Violation::InFlight => codes::IN_FLIGHT,
        Violation::Proxy | Violation::Overtaken => codes::PROXY,
        Violation::Uninitialised => codes::UNINITIALIZED,
        Violation::Unfenced => codes::TENSOR_FENCE,
        Violation::Apart | Violation::Lanes => codes::LANES,
    }
}

fn sentence(wrong: Violation, what: &str, space: Space) -> (String, &'static str) {
    match wrong {
        Violation::Race => (
            format!("{what} in a race: nothing orders this and another access to it"),
            "a barrier between the two orders them, or a release by one thread that the other acquires",
        ),
        Violation::InFlight => (
            format!("{what} while an asynchronous copy or product is not known to be complete"),
            "wait for its group or barrier first, and have those who did not wait pass a barrier after those who did",
        ),
        Violation::Proxy => (
            format!("{what} through the asynchronous proxy, which need not see what threads wrote"),
            "the threads that wrote execute `fence.proxy.async`, for this memory, before the barrier after which this is issued",
        ),
        Violation::Overtaken => (
            format!(
                "{what} through the asynchronous proxy, which need not come after what threads read there"
            ),
            "the threads that read execute `fence.proxy.async`, for this memory, before the barrier after which this is issued",
        ),
        Violation::Uninitialised => (
            format!("{what} that no thread has written"),
            match space {
                Space::Tensor => "tensor memory holds anything when it is allocated",
                Space::Shared | Space::Global | Space::Local | Space::Own => {
                    "shared memory holds anything when a block begins"
                }
            },
        ),
        Violation::Unfenced => (
            format!(
                "{what} that was used before a barrier which orders threads, but no memory, without the fences of tcgen05 around it"
            ),
            "`tcgen05.fence::before_thread_sync` goes before the barrier and `tcgen05.fence::after_thread_sync` after it, or the barrier is one that releases and acquires",
        ),
        Violation::Apart => (
            format!(
                "{what} that another lane of the warp uses in another instruction, with nothing between that orders lanes"
            ),
            "put `bar.warp.sync` between them: lanes need not execute together",
        ),
        Violation::Lanes => (
            format!("{what} together with another lane of the same instruction, which writes another value"),
            "which of the values stays is not defined",
        ),
    }
}
