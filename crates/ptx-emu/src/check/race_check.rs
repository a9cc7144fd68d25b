//! Checks accesses against the history of the bytes, and adds them to it.

mod alike;

use smallvec::SmallVec;

use super::access::{Access, BY_ADDRESS, ONE_LANE, Reach};
use super::clock::{Actor, Clock};
use super::history::{AccessHistory, Scattered, Visited};
use super::proxy::Proxy;
use super::shadow::Shadow;
use super::touched::{AccessKind, WHOLE};
use super::{HappensBefore, Own};
use alike::Alike;

/// The violation between two accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Violation {
    /// There is no order between them.
    Race,
    /// The other is an asynchronous operation that no thread has waited for.
    InFlight,
    /// There is an order, but the asynchronous proxy need not see it.
    Proxy,
    /// The asynchronous proxy need not see that it was read before.
    Overtaken,
    /// Threads are in order, but tensor memory is not.
    Unfenced,
    /// No thread has written it.
    Uninitialised,
    /// Lanes of a warp, in different instructions without a `bar.warp.sync` between.
    Apart,
    /// Lanes of one instruction write different values.
    Lanes,
}

/// The operations that happened before an access.
#[derive(Clone, Copy)]
pub(super) struct Visibility<'a> {
    pub(super) all: &'a Clock,
    /// Operations of these engines before a time also happen before.
    pub(super) given: &'a [(Actor, u32)],
    /// What its threads have done themselves.
    pub(super) own: Own,
    pub(super) also: Requirement<'a>,
}

impl Visibility<'_> {
    fn knows(&self, access: &Access) -> bool {
        let given = self.given.iter().any(|&(actor, time)| access.actor == actor && access.time <= time);
        given || access.is_known(self.all) || self.own.has(access, access.lanes().or(Some(u32::MAX)))
    }

    /// The same of an access by one of many lanes, of which the address tells the lane. If that is no longer known, it may
    /// be any.
    fn knows_exactly(&self, access: &Access) -> bool {
        if access.lane != WHOLE as u8 {
            return self.knows(access);
        }
        let any = |lane: u8| self.knows(&Access { lane, shift: ONE_LANE, ..*access });
        (0..32).any(any)
    }

    /// Does it depend on the lane whether an access is known?
    fn depends_on_lanes(&self) -> bool {
        let proxy = match self.also {
            Requirement::Proxy(proxy, _) | Requirement::ProxyAfterReads(proxy, _) => proxy.is_partial(),
            Requirement::Tensor { .. } | Requirement::Nothing => false,
        };
        self.own.is_partial() || self.all.is_partial() || proxy
    }
}

/// A requirement in addition to happens-before.
#[derive(Clone, Copy)]
pub(super) enum Requirement<'a> {
    /// Nothing.
    Nothing,
    /// Writes of threads are only read if they are visible to this proxy: in shared memory of the block of a rank, else in
    /// global memory.
    Proxy(&'a Proxy, Option<u32>),
    /// What threads have read is only replaced if their reads are visible to this proxy, in shared memory of the block of a rank.
    ProxyAfterReads(&'a Proxy, u32),
    /// Accesses to tensor memory may be ordered by the fences of `tcgen05` instead.
    Tensor {
        /// All that is known.
        knows: &'a HappensBefore,
        /// Is it a product, copy or shift, which is done after those that were issued before it?
        pipelined: bool,
    },
}

/// An access that is in the way, and whether it wrote.
pub(super) type Conflict = (Violation, Option<(Access, bool)>);
/// Those of several accesses, each with which one it is: mostly there are none.
pub(super) type Findings<T> = SmallVec<[(Conflict, T); 1]>;

/// Checks an access against the history of the bytes for races.
pub(super) struct RaceCheck<'a> {
    pub(super) does: AccessKind,
    pub(super) access: Access,
    /// Does the write of a lane store the old value again? Only evaluated if it matters.
    pub(super) same: &'a dyn Fn(u32) -> bool,
    /// Lanes whose bytes the checked cell covers.
    pub(super) lanes: u8,
    pub(super) sees: Visibility<'a>,
    /// Bytes that no thread has written must not be read.
    pub(super) checks_first: bool,
}

impl RaceCheck<'_> {
    /// Judges by the cells of some bytes, and remembers the access there; what was found first.
    pub(super) fn visit(&self, shadow: &mut Shadow, address: u64, size: u64) -> Option<Conflict> {
        let mut found = None;
        shadow.visit(address, size, |behind, _, mut cell| {
            let wrong = self.change(&mut cell, address + behind, self.access);
            found = found.or(wrong);
        });
        found
    }

    /// The same of intervals of bytes (address and size) whose cells often hold the same history; of each interval with
    /// which something is wrong, what was found first.
    pub(super) fn visit_alike(
        &mut self,
        shadow: &mut Shadow,
        runs: impl IntoIterator<Item = (u64, u64)>,
    ) -> Findings<(u64, u64)> {
        let (kept, lane) = (self.access, self.access.lane);
        self.visit_kinds(shadow, kept, runs.into_iter().map(|run| (run, lane, run)))
    }

    /// The same of lanes that read, or of asynchronous copies that lanes issue, each with bytes of its own
    /// at unrelated addresses; all that was found, each with its lane.
    pub(super) fn visit_lanes(
        &mut self,
        shadow: &mut Shadow,
        addresses: &[u64; 32],
        mask: u32,
        size: u64,
    ) -> Findings<u32> {
        // Which of the lanes it was is found by the address, so that cells of all of them can be one.
        let kept = Access { lane: BY_ADDRESS, ..self.access };
        shadow.histories().keep_row(Scattered { serial: kept.serial, addresses: *addresses, mask, size });
        let lanes = (0..32).filter(|lane| mask >> lane & 1 == 1);
        let runs = lanes.map(|lane| ((addresses[lane as usize], size), lane as u8, lane));
        self.visit_kinds(shadow, kept, runs)
    }

    /// Visits runs, each with the lane that it is of and what it is called, and keeps the same access in all their cells.
    fn visit_kinds<T: Copy>(
        &mut self,
        shadow: &mut Shadow,
        kept: Access,
        runs: impl Iterator<Item = ((u64, u64), u8, T)>,
    ) -> Findings<T> {
        let (mut alike, mut all) = (Alike::new(), Findings::new());
        // The run that something was found in last: only the first that is found in one is kept.
        let mut told = None;
        for (number, ((address, size), lane, name)) in runs.enumerate() {
            shadow.visit_new((address, size), &mut alike, Alike::apply, |alike, at, mut cell| {
                self.access.lane = lane;
                if let Some(wrong) = self.meet(alike, &mut cell, kept, at)
                    && told != Some(number)
                {
                    told = Some(number);
                    all.push((wrong, name));
                }
            });
        }
        alike.settle(shadow.histories());
        all
    }

    /// Judges by a cell that need not be like one before with which nothing was wrong.
    #[inline(never)]
    fn meet(&self, alike: &mut Alike, cell: &mut Visited<'_>, kept: Access, at: u64) -> Option<Conflict> {
        if let Some(wrong) = alike.apply_wrong(cell.cell) {
            return wrong;
        }
        let judge = |cell: &mut Visited<'_>| self.change(cell, at, kept);
        if self.depends_on_lanes(cell.history()) {
            // The history may be changed in place, if no other cell that was not counted yet shares it.
            alike.count(cell.histories);
            return judge(cell);
        }
        alike.learn(cell, judge)
    }

    /// Has another lane of the same warp touched it, so that it matters which one it was?
    fn depends_on_lanes(&self, history: &AccessHistory) -> bool {
        let own = |access: &Access| access.actor == self.access.actor && !access.deferred;
        let lanes = self.sees.depends_on_lanes();
        let depends = |access: &Access| own(access) || lanes && access.lane == BY_ADDRESS;
        history.written.iter().chain(&history.readers).any(depends)
    }

    /// The part of an address that counts inside of the memory.
    pub(super) const fn inside(&self) -> u64 {
        if self.checks_first { 0xFF_FFFF } else { u64::MAX }
    }

    /// The same of all lanes, whose bytes are contiguous; all that was found, each with a lane.
    pub(super) fn visit_row(&mut self, shadow: &mut Shadow, address: u64, size: u64) -> Findings<u32> {
        let mut found = Findings::new();
        self.access.lane = 0;
        self.access.shift = size.trailing_zeros() as u8;
        let row = self.access;
        shadow.visit(address, 32 * size, |behind, size, mut cell| {
            self.access = row.part(behind, size);
            self.lanes = if self.access.shift == ONE_LANE { 1 } else { (size >> self.access.shift) as u8 };
            let wrong = self.change(&mut cell, address + behind, self.access);
            found.extend(wrong.map(|wrong| self.witness(wrong)));
        });
        found
    }

    /// Chooses one of the lanes with a violation, and the conflicting lane of the other access.
    fn witness(&self, (wrong, mut other): Conflict) -> (Conflict, u32) {
        let wrote = other.is_some_and(|(_, wrote)| wrote) && self.does == AccessKind::Write;
        let differs = |lane: &u8| !wrote || !(self.same)(u32::from(self.access.lane + lane));
        let behind = (0..self.lanes).find(differs).unwrap_or(0);
        if let Some((other, _)) = &mut other
            && self.lanes > 1
        {
            *other = other.part(u64::from(behind) << self.access.shift, 1);
        }
        ((wrong, other), u32::from(self.access.lane + behind))
    }

    /// Judges by the cell of an address, and keeps the access there.
    fn change(&self, cell: &mut Visited<'_>, at: u64, kept: Access) -> Option<Conflict> {
        let wrong = self.of(cell.history(), |access| cell.histories.exact(access, at));
        if self.does.writes() {
            cell.write(kept);
        } else {
            cell.read(kept, |reader| self.sees.knows(reader));
        }
        wrong
    }

    /// `exact` finds out which lane it was.
    fn of(&self, history: &AccessHistory, exact: impl Fn(&Access) -> Access) -> Option<Conflict> {
        if let Some(written) = &history.written {
            // Another lane of the same instruction: no order exists, but equal values do no harm.
            if written.serial == self.access.serial && written.actor == self.access.actor {
                let written = exact(written);
                let wrong =
                    self.does == AccessKind::Write && self.other_lane(&written) && !self.writes_the_same();
                return wrong.then_some((Violation::Lanes, Some((written, true))));
            }
            if let Some(wrong) = self.between(written, true, &exact) {
                return Some((wrong, Some((exact(written), true))));
            }
        } else if self.checks_first && self.does.reads() {
            return Some((Violation::Uninitialised, None));
        }
        // Reads do not conflict with reads.
        if !self.does.writes() {
            return None;
        }
        let wrong =
            |reader: &Access| Some((self.between(reader, false, &exact)?, Some((exact(reader), false))));
        history.readers.iter().find_map(wrong)
    }

    fn other_lane(&self, other: &Access) -> bool {
        let whole = |access: &Access| u32::from(access.lane) == WHOLE;
        let differ = (other.lane, other.shift) != (self.access.lane, self.access.shift);
        differ && !self.access.deferred && !whole(other) && !whole(&self.access)
    }

    /// The violation between an earlier access and this one.
    fn between(&self, earlier: &Access, wrote: bool, exact: impl Fn(&Access) -> Access) -> Option<Violation> {
        let both_strong = earlier.strong.zip(self.access.strong).is_some_and(|(a, b)| {
            let near = earlier.actor.cluster() == self.access.actor.cluster();
            let reach = a.min(b);
            reach == Reach::Device || near
        });
        if both_strong {
            return None;
        }
        let wrong = self.unordered(earlier, wrote, exact)?;
        // A write of the existing value changes nothing, in any order.
        let harmless = wrote && self.does == AccessKind::Write && self.writes_the_same();
        (!harmless).then_some(wrong)
    }

    fn writes_the_same(&self) -> bool {
        (0..self.lanes).all(|lane| (self.same)(u32::from(self.access.lane + lane)))
    }

    /// The missing order between an earlier access and this one.
    fn unordered(
        &self,
        earlier: &Access,
        wrote: bool,
        exact: impl Fn(&Access) -> Access,
    ) -> Option<Violation> {
        // Program order holds within a warp, except for work that is performed later.
        if earlier.actor == self.access.actor && !earlier.deferred {
            // Lanes of a warp are no order for each other: only another instruction of the same time, by another lane,
            // is a finding.
            let apart = earlier.time == self.access.time
                && earlier.serial != self.access.serial
                && self.other_lane(&exact(earlier));
            return apart.then_some(Violation::Apart);
        }
        let by_address = earlier.lane == BY_ADDRESS && self.sees.depends_on_lanes();
        let known = self.sees.knows(earlier) || by_address && self.sees.knows_exactly(&exact(earlier));
        if !known {
            return self.fenced(earlier);
        }
        match self.sees.also {
            Requirement::Proxy(proxy, rank) => {
                // Only what threads wrote is hidden from the asynchronous proxy; its own writes it sees.
                let reads = wrote && self.does.reads() && !earlier.asynchronous;
                let hidden = reads && !proxy.sees(earlier, rank) && !proxy.sees(&exact(earlier), rank);
                hidden.then_some(Violation::Proxy)
            }
            Requirement::ProxyAfterReads(proxy, rank) => {
                let seen = |access: &Access| proxy.sees(access, Some(rank));
                let hidden = !wrote && !earlier.asynchronous && !seen(earlier) && !seen(&exact(earlier));
                hidden.then_some(Violation::Overtaken)
            }
            Requirement::Tensor { .. } | Requirement::Nothing => None,
        }
    }

    /// The missing fence after an earlier access that only fences of `tcgen05` order.
    fn fenced(&self, earlier: &Access) -> Option<Violation> {
        if let Requirement::Tensor { knows: HappensBefore { loosely, tensor, .. }, pipelined } =
            self.sees.also
        {
            if earlier.is_known(&tensor.seen) || pipelined && earlier.is_known(&tensor.behind) {
                return None;
            }
            let told = earlier.is_known(loosely) || earlier.is_known(&tensor.published);
            if told || pipelined && earlier.is_known(&tensor.issued) {
                return Some(Violation::Unfenced);
            }
        }
        Some(if earlier.deferred { Violation::InFlight } else { Violation::Race })
    }
}
