//! Phases of mbarriers that a thread may miss.
//!
//! A test for a phase finds only whether it was the last one to end: after the next one, its parity is that of a phase that has not
//! ended. So no thread may complete the next phase before all that wait for this one have found that it has ended. Their tests
//! must happen before an arrival of the next phase, or before the issue of a copy that it waits for.

use super::clock::Actor;
use super::{Checks, Finding, HappensBefore, Mbarrier, Other};
use crate::codes;
use crate::place::Place;

/// The last test by a warp that found the last phase of an mbarrier complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tested {
    actor: Actor,
    time: u32,
    place: Place,
    lanes: u32,
}

impl Tested {
    /// Does it happen before all that is known? Lanes of a warp wait together: what one of them has tested, all have.
    fn is_known(&self, knows: &HappensBefore) -> bool {
        [&knows.all, &knows.loosely].into_iter().any(|clock| {
            let lane = |lane: &u32| self.lanes >> lane & 1 == 1;
            clock.get(self.actor) >= self.time
                || clock.is_partial()
                    && (0..32).filter(lane).any(|lane| clock.knows_lanes(self.actor, 1 << lane, self.time))
        })
    }
}

impl Mbarrier {
    /// A warp has found the last phase complete.
    pub(super) fn is_tested(&mut self, tested: Tested) {
        match self.tests.iter_mut().find(|other| other.actor == tested.actor) {
            Some(other) => *other = tested,
            None => self.tests.push(tested),
        }
    }
}

impl Checks {
    /// Lanes of the current warp test a phase.
    pub(super) fn tested(&mut self, lanes: u32) -> Tested {
        Tested { actor: self.me(), time: self.warp().time, place: self.current.place, lanes }
    }

    /// The current warp, or its asynchronous operation, ends a phase: all who tested for the one before have done so.
    pub(super) fn ends_phase(&mut self, address: u64) {
        let barrier = self.mbarrier(address);
        let late = barrier.tests.iter().find(|tested| !tested.is_known(&barrier.pending)).copied();
        barrier.tests.clear();
        let Some(Tested { actor, place, lanes, .. }) = late else { return };
        let current = self.current;
        if self.is_reported(codes::PHASE, place, Some(current.place)) {
            return;
        }
        let (block, thread) = self.thread(actor.cluster(), self.warp_of(actor), lanes.trailing_zeros() as u8);
        let warp = self.warp_index(current.rank, current.warp);
        let (other_block, other_thread) =
            self.thread(current.cluster as u32, warp, current.mask.trailing_zeros() as u8);
        let what = "completes the next phase".to_owned();
        self.report(Finding {
            code: codes::PHASE,
            message: "waits for a phase of an mbarrier that it may miss: the next one may end before this test".to_owned(),
            place,
            block,
            thread,
            other: Some(Other { place: current.place, block: other_block, thread: other_thread, what }),
            notes: vec![
                "those who arrive for the next phase wait first until all have passed this one, or all who wait arrive for it too"
                    .to_owned(),
            ],
        });
    }
}
