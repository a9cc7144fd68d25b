//! Registers of asynchronous operations: accumulators and operands of `wgmma`, results of `tcgen05.ld`.
//!
//! - From `wgmma.mma_async` until a `wgmma.wait_group` that covers its group, its accumulators must be neither read nor
//!   written, and the registers that hold A must not be written. Another `wgmma.mma_async` of the same shape may use the same
//!   accumulators. (The ISA also forbids reading those of A, which is harmless.)
//! - A `mov` of an accumulator is not a use, but gives it another name, to which the same rules apply. (The ISA allows no
//!   access at all. Compilers move values that are used after `wgmma.wait_group` before it, and `ptxas` treats moves as
//!   renaming.)
//! - A `wgmma.fence` is required between an access to an accumulator, or a write to a register of A, and a `wgmma.mma_async`
//!   that uses it, and before the first `wgmma.mma_async`.
//! - Results of `tcgen05.ld` must not be overwritten before `tcgen05.wait::ld`, unless they were read: a read waits for its
//!   register (PTX ISA 9.7.16.6.4.5), and for nothing else of the load.
//!
//! The registers of an instruction are computed from the module; only registers of these operations are tracked.

mod uses;

use std::sync::Arc;

use ptx::Modifier;

use super::clock::Actor;
use super::{Checks, Current, Finding, Other, Values};
use crate::codes;
use crate::place::Place;
use uses::Followed;
pub(super) use uses::{Uses, table};

/// The registers of a warp that something works on.
#[derive(Clone, Debug, Default)]
pub(super) struct InFlight {
    held: Vec<Option<Held>>,
    /// Those that the warp touched itself since its last fence; true: wrote.
    touched: Vec<Option<(Place, bool)>>,
    fences: u32,
    groups: u32,
}

/// A register that something works on.
#[derive(Clone, Copy, Debug)]
struct Held {
    by: Place,
    work: Work,
    /// Groups that were closed before, and fences.
    group: u32,
    fences: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// It is written, by a product of a shape.
    Accumulator(Option<Modifier>),
    /// An accumulator that is written was moved here.
    Moved,
    /// It is read.
    Factor,
    /// It is loaded.
    Load,
}

/// The violation at a register.
enum Violation {
    /// It is read or written while something works on it.
    InFlight { does: &'static str, held: Held },
    /// It was touched, and no fence came since.
    Unfenced { since: Place, wrote: bool },
    /// No fence came at all.
    NoFence,
}

impl Checks {
    /// Has an instruction registers that an asynchronous operation works on, or that may be read before they are written?
    pub(crate) fn follows(&self, place: Place) -> bool {
        self.uses.contains_key(&place) || self.uninitialised.has(place) || self.asked.has(place)
    }

    /// A warp is about to execute an instruction of any kind: for these lanes, of those that are active, of those that have
    /// not ended.
    pub(crate) fn executes(
        &mut self,
        (cluster, rank, warp): (u64, u32, u32),
        place: Place,
        [lanes, active, live]: [u32; 3],
        values: Values<'_>,
    ) {
        if self.asked.has(place) {
            self.begin((cluster, rank, warp), [lanes, live], place);
            self.reads_answers(lanes, active, live);
        }
        if self.uninitialised.has(place) {
            self.begin((cluster, rank, warp), [lanes, live], place);
            self.reads_uninitialised(lanes, active, values);
        }
        // With a false guard nothing happens to registers, but reads of the guard were checked above.
        if lanes == 0 {
            return;
        }
        let all = Arc::clone(&self.uses);
        let Some(uses) = all.get(&place) else { return };
        self.begin((cluster, rank, warp), [lanes, live], place);
        let found = self.warp().registers.apply(uses, place);
        if let Some((register, wrong)) = found {
            self.tell_register(register, &wrong);
        }
    }

    fn tell_register(&mut self, register: Followed, wrong: &Violation) {
        let Current { cluster, rank, warp, place, .. } = self.current;
        let whose = Actor::new(cluster, 0).cluster();
        let (block, thread) = self.thread(whose, self.warp_index(rank, warp), 0);
        // The name of the text, which is what the author can search for.
        let name = self.names.get(register as usize).cloned().unwrap_or_default();
        let (message, other, note) = match *wrong {
            Violation::InFlight { does, held } => {
                let what = match held.work {
                    Work::Accumulator(_) => "has it as an accumulator",
                    Work::Moved => "has the register as an accumulator that was moved there",
                    Work::Factor => "has it as a part of A",
                    Work::Load => "loads it",
                };
                let note = match held.work {
                    Work::Load => "`tcgen05.wait::ld`, or a use of what is loaded, comes first",
                    Work::Accumulator(_) | Work::Moved | Work::Factor => {
                        "`wgmma.commit_group` after the product and `wgmma.wait_group` come first"
                    }
                };
                let message =
                    format!("{does} register `{name}`, on which an asynchronous operation still works");
                (message, Some((held.by, what)), note)
            }
            Violation::Unfenced { since, wrote } => {
                let what = if wrote { "writes it" } else { "reads it" };
                let message =
                    format!("works on register `{name}`, which was touched without a `wgmma.fence` since");
                (message, Some((since, what)), "put `wgmma.fence` between, in all four warps")
            }
            Violation::NoFence => {
                let message = "a `wgmma.fence` must come before the first product".to_owned();
                (message, None, "put `wgmma.fence` in front, in all four warps")
            }
        };
        let other = other.map(|(place, what)| Other { place, block, thread, what: what.to_owned() });
        let notes = vec![note.to_owned()];
        self.report(Finding { code: codes::REGISTER, message, place, block, thread, other, notes });
    }
}

/// Where something of a register is kept.
fn place_in<T: Copy>(all: &mut Vec<Option<T>>, register: Followed) -> &mut Option<T> {
    let at = register as usize;
    if all.len() <= at {
        all.resize(at + 1, None);
    }
    &mut all[at]
}

impl InFlight {
    /// Executes an instruction; returns its violation.
    fn apply(&mut self, uses: &Uses, place: Place) -> Option<(Followed, Violation)> {
        match uses {
            Uses::Own { reads, writes } => self.own(reads, writes, place),
            Uses::Move { from, to } => self.moves(from, to, place),
            Uses::Multiply { accumulators, factors, shape } => {
                // Judged before the registers are marked, or the product would conflict with itself.
                let found = self.wrong_product(accumulators, factors, *shape);
                self.hold(accumulators, Work::Accumulator(*shape), place);
                self.hold(factors, Work::Factor, place);
                found
            }
            Uses::Load(registers) => {
                let found = self.own(&[], registers, place);
                self.hold(registers, Work::Load, place);
                found
            }
            Uses::Fence => {
                // A fence orders every access before it, of all registers.
                self.touched.clear();
                self.fences += 1;
                None
            }
            Uses::Commit => {
                self.groups += 1;
                None
            }
            Uses::Wait(left) => {
                // Groups end in the order of their commits: all but the last `left` are done.
                let done = self.groups.saturating_sub(*left);
                self.retain(|held| held.work == Work::Load || held.group >= done);
                None
            }
            Uses::Loaded => {
                self.retain(|held| held.work != Work::Load);
                None
            }
        }
    }

    fn hold(&mut self, registers: &[Followed], work: Work, by: Place) {
        let held = Held { by, work, group: self.groups, fences: self.fences };
        registers.iter().for_each(|&register| *place_in(&mut self.held, register) = Some(held));
    }

    /// Lets those go that are not to stay.
    fn retain(&mut self, stays: impl Fn(&Held) -> bool) {
        for held in &mut self.held {
            *held = held.filter(&stays);
        }
    }

    /// The warp itself reads and writes registers.
    fn own(
        &mut self,
        reads: &[Followed],
        writes: &[Followed],
        place: Place,
    ) -> Option<(Followed, Violation)> {
        let mut found = None;
        for (&register, wrote) in reads.iter().map(|r| (r, false)).chain(writes.iter().map(|r| (r, true))) {
            let there = place_in(&mut self.held, register);
            let held = there.filter(|held| held.work != if wrote { Work::Moved } else { Work::Factor });
            if let Some(held) = held {
                let does = if wrote { "writes" } else { "reads" };
                if wrote || held.work != Work::Load {
                    found = found.or(Some((register, Violation::InFlight { does, held })));
                }
                // One finding is enough, and what was read has been loaded.
                *there = None;
            }
            let touched = place_in(&mut self.touched, register);
            if wrote || !touched.is_some_and(|(_, wrote)| wrote) {
                *touched = Some((place, wrote));
            }
        }
        found
    }

    /// The warp itself moves registers.
    fn moves(&mut self, from: &[Followed], to: &[Followed], place: Place) -> Option<(Followed, Violation)> {
        let sum = |held: &Held| matches!(held.work, Work::Accumulator(_) | Work::Moved);
        let held = from.iter().find_map(|&one| place_in(&mut self.held, one).filter(sum));
        let read = if held.is_some() { &[] } else { from };
        let found = self.own(read, to, place);
        if let Some(held) = held {
            for &one in from {
                place_in(&mut self.touched, one).get_or_insert((place, false));
            }
            to.iter()
                .for_each(|&one| *place_in(&mut self.held, one) = Some(Held { work: Work::Moved, ..held }));
        }
        found
    }

    /// The violation of a product of these registers.
    fn wrong_product(
        &self,
        accumulators: &[Followed],
        factors: &[Followed],
        shape: Option<Modifier>,
    ) -> Option<(Followed, Violation)> {
        if self.fences == 0 {
            return accumulators.first().map(|&register| (register, Violation::NoFence));
        }
        let touched = |register: &Followed| self.touched.get(*register as usize).copied().flatten();
        let held = |register: &Followed| self.held.get(*register as usize).copied().flatten();
        // Sums may stay in flight from one product to the next if shape and fence are the same; anything else needs a
        // wait.
        let of_sum = |register: &Followed| {
            if let Some((since, wrote)) = touched(register) {
                return Some((*register, Violation::Unfenced { since, wrote }));
            }
            let held =
                held(register).filter(|held| held.fences == self.fences || held.work == Work::Moved)?;
            (held.work != Work::Accumulator(shape))
                .then_some((*register, Violation::InFlight { does: "accumulates in", held }))
        };
        // A factor may be read by several products at once, but must not have been written since the last fence.
        let of_factor = |register: &Followed| {
            if let Some((since, true)) = touched(register) {
                return Some((*register, Violation::Unfenced { since, wrote: true }));
            }
            let held = held(register).filter(|held| held.work != Work::Factor)?;
            Some((*register, Violation::InFlight { does: "multiplies with", held }))
        };
        accumulators.iter().find_map(of_sum).or_else(|| factors.iter().find_map(of_factor))
    }
}
