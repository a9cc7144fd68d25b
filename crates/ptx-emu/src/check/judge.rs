//! Judges accesses by what is remembered of the bytes, and remembers them there.

use smallvec::SmallVec;

use super::clock::{Actor, Clock};
use super::past::{Cell, Past, Visited};
use super::races::{Does, WHOLE};
use super::shadow::{Access, ONE_LANE, Reach, Shadow};

/// What is wrong between two accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
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
    /// What threads wrote is read only if this knows it.
    Proxy(&'a Clock),
    /// What other warps did in tensor memory must be known to this.
    Tensor(&'a Clock),
}

/// An access that is in the way, and whether it wrote.
pub(super) type InTheWay = (Wrong, Option<(Access, bool)>);
/// Those of several accesses, each with which one it is: mostly there are none.
pub(super) type Findings<T> = SmallVec<[(InTheWay, T); 1]>;

/// Kinds of cells that are told apart: in rows of 128 bytes, those that four instructions of 32 bytes have touched.
const ALIKE: usize = 4;

/// Cells before and after an access that there was nothing wrong with: others that are like one before become like it after.
#[derive(Default)]
struct Alike {
    known: SmallVec<[[Cell; 2]; ALIKE]>,
    /// Which of them makes room for the next.
    oldest: usize,
}

impl Alike {
    fn after(&self, cell: Cell) -> Option<Cell> {
        self.known.iter().find(|[before, _]| cell == *before).map(|[_, after]| *after)
    }

    /// Remembers two that are held; gives those that are no longer needed.
    fn learn(&mut self, both: [Cell; 2]) -> Option<[Cell; 2]> {
        if self.known.len() < ALIKE {
            self.known.push(both);
            return None;
        }
        let old = std::mem::replace(&mut self.known[self.oldest], both);
        self.oldest = (self.oldest + 1) % ALIKE;
        Some(old)
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
    /// Is this actor the same warp, or works for it?
    pub(super) own: &'a dyn Fn(Actor) -> bool,
}

impl Judge<'_> {
    /// Judges by the cells of some bytes, and remembers the access there; what was found first.
    pub(super) fn visit(&self, shadow: &mut Shadow, address: u64, size: u64) -> Option<InTheWay> {
        let mut found = None;
        shadow.visit(address, size, |_, _, mut cell| {
            let wrong = self.change(&mut cell);
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
            shadow.visit(address, size, |_, _, mut cell| {
                if let Some(after) = alike.after(*cell.cell) {
                    return cell.become_like(after);
                }
                let before = *cell.cell;
                cell.pasts.hold(before);
                let wrong = self.change(&mut cell);
                if wrong.is_some() {
                    cell.pasts.release(before);
                } else {
                    cell.pasts.hold(*cell.cell);
                    let old = alike.learn([before, *cell.cell]);
                    old.into_iter().flatten().for_each(|old| cell.pasts.release(old));
                }
                found = found.or(wrong);
            });
            all.extend(found.map(|found| (found, (address, size))));
        }
        shadow.release(alike.known.into_iter().flatten());
        all
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
            let wrong = self.change(&mut cell);
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

    /// Judges by a cell, and remembers the access there.
    fn change(&self, cell: &mut Visited<'_>) -> Option<InTheWay> {
        let wrong = self.of(cell.past());
        if self.does.writes() {
            cell.write(self.access);
        } else {
            cell.read(self.access, |reader| self.sees.knows(reader));
        }
        wrong
    }

    fn of(&self, past: &Past) -> Option<InTheWay> {
        if let Some(written) = &past.written {
            if written.serial == self.access.serial && written.actor == self.access.actor {
                let wrong = self.does == Does::Write && self.other_lane(written) && !self.writes_the_same();
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
        past.readers.iter().find_map(wrong)
    }

    fn other_lane(&self, other: &Access) -> bool {
        let whole = |access: &Access| u32::from(access.lane) == WHOLE;
        let differ = (other.lane, other.shift) != (self.access.lane, self.access.shift);
        differ && !self.access.beside && !whole(other) && !whole(&self.access)
    }

    /// What is wrong between an earlier access and this one.
    fn between(&self, earlier: &Access, wrote: bool) -> Option<Wrong> {
        let both_strong = earlier.strong.zip(self.access.strong).is_some_and(|(a, b)| {
            let near = earlier.actor.cluster() == self.access.actor.cluster();
            let reach = a.min(b);
            reach == Reach::Device || near
        });
        if both_strong {
            return None;
        }
        let wrong = self.unordered(earlier, wrote)?;
        // Who writes what is there already changes nothing, whoever comes first.
        let harmless = wrote && self.does == Does::Write && self.writes_the_same();
        (!harmless).then_some(wrong)
    }

    fn writes_the_same(&self) -> bool {
        (0..self.lanes).all(|lane| (self.same)(u32::from(self.access.lane + lane)))
    }

    /// What is missing between an earlier access and this one.
    fn unordered(&self, earlier: &Access, wrote: bool) -> Option<Wrong> {
        if earlier.actor == self.access.actor && !earlier.beside {
            let apart = earlier.time == self.access.time
                && earlier.serial != self.access.serial
                && self.other_lane(earlier);
            return apart.then_some(Wrong::Apart);
        }
        if !self.sees.knows(earlier) {
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
