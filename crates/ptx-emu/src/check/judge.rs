//! Judges accesses by what is remembered of the bytes, and remembers them there.

use smallvec::SmallVec;

use super::Knowledge;
use super::clock::{Actor, Clock};
use super::past::{Cell, Past, Pasts, Scattered, Visited};
use super::proxy::Proxy;
use super::races::{Does, WHOLE};
use super::shadow::{Access, BY_ADDRESS, ONE_LANE, Reach, Shadow};

/// What is wrong between two accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// There is no order between them.
    Race,
    /// The other works beside the threads, and nobody has waited for it.
    InFlight,
    /// There is an order, but the asynchronous proxy need not see it.
    Proxy,
    /// Threads are in order, but tensor memory is not.
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
pub(super) struct Sees<'a> {
    pub(super) all: &'a Clock,
    /// What was given to these engines before a time is known too.
    pub(super) given: &'a [(Actor, u32)],
    pub(super) also: Also<'a>,
}

impl Sees<'_> {
    fn knows(&self, access: &Access) -> bool {
        let given = self.given.iter().any(|&(actor, time)| access.actor == actor && access.time <= time);
        given || access.is_known(self.all)
    }
}

/// What must hold besides that the other access is known.
#[derive(Clone, Copy)]
pub(super) enum Also<'a> {
    /// Nothing.
    Nothing,
    /// What threads wrote is read only if this sees it: in shared memory of the block of a rank, else in global memory.
    Proxy(&'a Proxy, Option<u32>),
    /// What was done in tensor memory may be known by the fences of `tcgen05` instead.
    Tensor {
        /// All that is known.
        knows: &'a Knowledge,
        /// Is it a product, copy or shift, that stays behind others that were issued before?
        pipelined: bool,
    },
}

/// An access that is in the way, and whether it wrote.
pub(super) type InTheWay = (Wrong, Option<(Access, bool)>);
/// Those of several accesses, each with which one it is: mostly there are none.
pub(super) type Findings<T> = SmallVec<[(InTheWay, T); 1]>;

/// Kinds of cells that are told apart: rows of eight instructions that copied two each, or in rows of 128 bytes, those that
/// four instructions of 32 bytes have touched.
const ALIKE: usize = 8;

/// Cells before and after an access, and what was wrong: others that are like one before become like it after.
#[derive(Default)]
struct Alike {
    /// Both are held.
    known: SmallVec<[Became; ALIKE]>,
    /// Which of them makes room for the next.
    oldest: usize,
}

/// What cells were, what they became, and how many of them did that are not counted yet.
struct Became {
    before: Cell,
    after: Cell,
    count: u32,
    wrong: Option<InTheWay>,
}

impl Alike {
    /// Lets a cell become what others like it became, and gives what was wrong with them; `None` if there were none.
    fn apply(&mut self, cell: &mut Cell) -> Option<Option<InTheWay>> {
        let known = self.known.iter_mut().find(|known| known.before == *cell)?;
        *cell = known.after;
        known.count += 1;
        Some(known.wrong)
    }

    /// Has `judge` judge by the cell and keep the access there, and remembers what became of it.
    fn learn(
        &mut self,
        cell: &mut Visited<'_>,
        judge: impl FnOnce(&mut Visited<'_>) -> Option<InTheWay>,
    ) -> Option<InTheWay> {
        let before = *cell.cell;
        cell.pasts.hold(before);
        let wrong = judge(cell);
        let after = *cell.cell;
        cell.pasts.hold(after);
        let both = Became { before, after, count: 0, wrong };
        if self.known.len() < ALIKE {
            self.known.push(both);
        } else {
            self.count(cell.pasts);
            std::mem::replace(&mut self.known[self.oldest], both).release(cell.pasts);
            self.oldest = (self.oldest + 1) % ALIKE;
        }
        wrong
    }

    /// Counts the cells: first those that became something, since what one kind became may be what another was.
    fn count(&mut self, pasts: &mut Pasts) {
        self.known.iter().for_each(|known| pasts.more(known.after, known.count));
        self.known.iter_mut().for_each(|known| pasts.less(known.before, std::mem::take(&mut known.count)));
    }

    fn settle(mut self, pasts: &mut Pasts) {
        self.count(pasts);
        self.known.into_iter().for_each(|known| known.release(pasts));
    }
}

impl Became {
    /// Holds both no longer.
    fn release(self, pasts: &mut Pasts) {
        pasts.release(self.before);
        pasts.release(self.after);
    }
}

/// Judges an access by what is remembered of the bytes.
pub(super) struct Judge<'a> {
    pub(super) does: Does,
    pub(super) access: Access,
    /// Does the write of a lane leave there what was there? Asked only where it makes a difference.
    pub(super) same: &'a dyn Fn(u32) -> bool,
    /// Lanes whose bytes the cell stands for that is judged.
    pub(super) lanes: u8,
    pub(super) sees: Sees<'a>,
    /// Bytes that nobody has written must not be read.
    pub(super) checks_first: bool,
}

impl Judge<'_> {
    /// Judges by the cells of some bytes, and remembers the access there; what was found first.
    pub(super) fn visit(&self, shadow: &mut Shadow, address: u64, size: u64) -> Option<InTheWay> {
        let mut found = None;
        shadow.visit(address, size, |behind, _, mut cell| {
            let wrong = self.change(&mut cell, address + behind, self.access);
            found = found.or(wrong);
        });
        found
    }

    /// The same of runs of bytes whose cells are often alike: where each begins, and how long it is; of each with which something is
    /// wrong, what was found first.
    pub(super) fn visit_alike(
        &self,
        shadow: &mut Shadow,
        runs: impl IntoIterator<Item = (u64, u64)>,
    ) -> Findings<(u64, u64)> {
        let (mut alike, mut all) = (Alike::default(), Findings::new());
        for (address, size) in runs {
            let mut found = None;
            shadow.visit(address, size, |behind, _, mut cell| {
                let judge = |cell: &mut Visited<'_>| self.change(cell, address + behind, self.access);
                let wrong = alike.apply(cell.cell).unwrap_or_else(|| alike.learn(&mut cell, judge));
                found = found.or(wrong);
            });
            all.extend(found.map(|found| (found, (address, size))));
        }
        alike.settle(shadow.pasts());
        all
    }

    /// The same of lanes that read, or of copies beside the threads that lanes issue, each with bytes of its own that lie
    /// anywhere; all that was found, each with its lane.
    pub(super) fn visit_lanes(
        &mut self,
        shadow: &mut Shadow,
        addresses: &[u64; 32],
        mask: u32,
        size: u64,
    ) -> Findings<u32> {
        let (mut alike, mut all) = (Alike::default(), Findings::new());
        // Which of the lanes it was is found by the address, so that cells of all of them can be one.
        let kept = Access { lane: BY_ADDRESS, ..self.access };
        shadow.pasts().keep_row(Scattered { serial: kept.serial, addresses: *addresses, mask, size });
        for lane in (0..32).filter(|lane| mask >> lane & 1 == 1) {
            self.access.lane = lane as u8;
            let (address, mut found) = (addresses[lane as usize], None);
            shadow.visit(address, size, |behind, _, mut cell| {
                let judge = |cell: &mut Visited<'_>| self.change(cell, address + behind, kept);
                let wrong = match alike.apply(cell.cell) {
                    Some(wrong) => wrong,
                    None if self.depends_on_lanes(cell.past()) => {
                        // What it remembers may be changed in place, if no other cell does that was not counted yet.
                        alike.count(cell.pasts);
                        judge(&mut cell)
                    }
                    None => alike.learn(&mut cell, judge),
                };
                found = found.or(wrong);
            });
            all.extend(found.map(|found| (found, lane)));
        }
        alike.settle(shadow.pasts());
        all
    }

    /// Has another lane of the same warp touched it, so that it matters which one it was?
    fn depends_on_lanes(&self, past: &Past) -> bool {
        let own = |access: &Access| access.actor == self.access.actor && !access.beside;
        past.written.iter().chain(&past.readers).any(own)
    }

    /// The part of an address that counts inside of the memory.
    pub(super) const fn inside(&self) -> u64 {
        if self.checks_first { 0xFF_FFFF } else { u64::MAX }
    }

    /// The same of all lanes, whose bytes lie side by side; all that was found, each with a lane.
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

    /// Chooses a lane of those that something is wrong with, and the lane of the other access that it meets.
    fn witness(&self, (wrong, mut other): InTheWay) -> (InTheWay, u32) {
        let wrote = other.is_some_and(|(_, wrote)| wrote) && self.does == Does::Write;
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
    fn change(&self, cell: &mut Visited<'_>, at: u64, kept: Access) -> Option<InTheWay> {
        let wrong = self.of(cell.past(), |access| cell.pasts.exact(access, at));
        if self.does.writes() {
            cell.write(kept);
        } else {
            cell.read(kept, |reader| self.sees.knows(reader));
        }
        wrong
    }

    /// `exact` finds out which lane it was.
    fn of(&self, past: &Past, exact: impl Fn(&Access) -> Access) -> Option<InTheWay> {
        if let Some(written) = &past.written {
            if written.serial == self.access.serial && written.actor == self.access.actor {
                let written = exact(written);
                let wrong = self.does == Does::Write && self.other_lane(&written) && !self.writes_the_same();
                return wrong.then_some((Wrong::Lanes, Some((written, true))));
            }
            if let Some(wrong) = self.between(written, true, &exact) {
                return Some((wrong, Some((exact(written), true))));
            }
        } else if self.checks_first && self.does.reads() {
            return Some((Wrong::Uninitialized, None));
        }
        if !self.does.writes() {
            return None;
        }
        let wrong =
            |reader: &Access| Some((self.between(reader, false, &exact)?, Some((exact(reader), false))));
        past.readers.iter().find_map(wrong)
    }

    fn other_lane(&self, other: &Access) -> bool {
        let whole = |access: &Access| u32::from(access.lane) == WHOLE;
        let differ = (other.lane, other.shift) != (self.access.lane, self.access.shift);
        differ && !self.access.beside && !whole(other) && !whole(&self.access)
    }

    /// What is wrong between an earlier access and this one.
    fn between(&self, earlier: &Access, wrote: bool, exact: impl Fn(&Access) -> Access) -> Option<Wrong> {
        let both_strong = earlier.strong.zip(self.access.strong).is_some_and(|(a, b)| {
            let near = earlier.actor.cluster() == self.access.actor.cluster();
            let reach = a.min(b);
            reach == Reach::Device || near
        });
        if both_strong {
            return None;
        }
        let wrong = self.unordered(earlier, wrote, exact)?;
        // Who writes what is there already changes nothing, whoever comes first.
        let harmless = wrote && self.does == Does::Write && self.writes_the_same();
        (!harmless).then_some(wrong)
    }

    fn writes_the_same(&self) -> bool {
        (0..self.lanes).all(|lane| (self.same)(u32::from(self.access.lane + lane)))
    }

    /// What is missing between an earlier access and this one.
    fn unordered(&self, earlier: &Access, wrote: bool, exact: impl Fn(&Access) -> Access) -> Option<Wrong> {
        if earlier.actor == self.access.actor && !earlier.beside {
            let apart = earlier.time == self.access.time
                && earlier.serial != self.access.serial
                && self.other_lane(&exact(earlier));
            return apart.then_some(Wrong::Apart);
        }
        if !self.sees.knows(earlier) {
            return self.fenced(earlier);
        }
        match self.sees.also {
            Also::Proxy(proxy, rank) => {
                let reads = wrote && self.does.reads() && !earlier.asynchronous;
                let hidden = reads && !proxy.sees(earlier, rank);
                hidden.then_some(Wrong::Proxy)
            }
            Also::Tensor { .. } | Also::Nothing => None,
        }
    }

    /// What is missing behind an earlier access of which nothing but fences of `tcgen05` may tell.
    fn fenced(&self, earlier: &Access) -> Option<Wrong> {
        if let Also::Tensor { knows: Knowledge { loosely, tensor, .. }, pipelined } = self.sees.also {
            if earlier.is_known(&tensor.seen) || pipelined && earlier.is_known(&tensor.behind) {
                return None;
            }
            let told = earlier.is_known(loosely) || earlier.is_known(&tensor.published);
            if told || pipelined && earlier.is_known(&tensor.issued) {
                return Some(Wrong::Unfenced);
            }
        }
        Some(if earlier.beside { Wrong::InFlight } else { Wrong::Race })
    }
}
