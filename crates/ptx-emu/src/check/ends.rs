//! Checks at the end of a kernel or of an mbarrier: asynchronous operations that no thread has waited for, and bytes that an
//! mbarrier expects and that have not arrived, or that arrived unexpectedly.

use super::clock::{Actor, Clock};
use super::{Checks, ClusterState, ENGINES, Engine, Finding, Other, WHOLE};
use crate::codes;
use crate::place::Place;

/// The last operation of an engine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Latest {
    pub(super) place: Place,
    pub(super) lane: u8,
    pub(super) time: u32,
}

/// Bytes of one phase of an mbarrier, with who counted them last.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    expected: u64,
    arrived: u64,
    expects: Option<Party>,
    brings: Option<Party>,
}

/// A thread at an instruction.
#[derive(Clone, Copy, Debug)]
struct Party {
    place: Place,
    cluster: u64,
    /// By its number in its cluster.
    warp: usize,
}

impl Counts {
    fn differ(&self) -> bool {
        self.expected != self.arrived
    }

    /// `256 bytes were expected and 128 bytes have arrived`.
    fn sentence(&self) -> String {
        let bytes = launch::address::bytes;
        format!("{} are expected and {} have arrived", bytes(self.expected), bytes(self.arrived))
    }
}

impl Checks {
    /// The bytes that an mbarrier waits for change: more are expected, or some arrive.
    pub(crate) fn counts_memory(&mut self, address: u64, change: i64) {
        let current = self.working.as_ref().map_or(self.current, |issued| issued.current);
        let party = Some(Party {
            place: current.place,
            cluster: current.cluster,
            warp: self.warp_index(current.rank, current.warp),
        });
        let counts = &mut self.mbarrier(address).counts;
        if change > 0 {
            counts.expected += change.unsigned_abs();
            counts.expects = party;
        } else {
            counts.arrived += change.unsigned_abs();
            counts.brings = party;
        }
    }

    /// An mbarrier begins or ends to live.
    pub(crate) fn forgets_memory(&mut self, address: u64) {
        let counts = std::mem::take(self.mbarrier(address)).counts;
        self.judge_counts(address, &counts);
    }

    /// For a fault: the bytes that an mbarrier expects and those that have arrived, with the instructions.
    pub(crate) fn counted(&mut self, cluster: u64, address: u64) -> Option<(String, Vec<(Place, String)>)> {
        let counts = &self.clusters.get(cluster)?.mbarriers.get(&address)?.counts;
        let parties = [(counts.expects, "expects bytes there"), (counts.brings, "brings bytes there")];
        let places = parties.into_iter().filter_map(|(party, does)| {
            let party = party?;
            let ([x, y, z], _) = self.thread(party.cluster as u32, party.warp, 0);
            let warp = party.warp as u32 % self.warps_of_block();
            Some((party.place, format!("block {x},{y},{z}, warp {warp} {does}")))
        });
        Some((counts.sentence(), places.collect()))
    }

    /// For a fault: warps that have arrived at an mbarrier, in any phase.
    pub(crate) fn arrivers(&mut self, cluster: u64, address: u64) -> Vec<(u32, u32)> {
        let barrier = self.clusters.get(cluster).and_then(|state| state.mbarriers.get(&address));
        barrier.map_or_else(Vec::new, |barrier| barrier.arrivers.clone())
    }

    /// All threads of a cluster have ended.
    pub(crate) fn cluster_ended(&mut self, cluster: u64) {
        let Some(mut state) = self.clusters.remove(cluster) else { return };
        let mut known = Clock::default();
        for warp in &state.warps {
            known.join(&warp.known_to(WHOLE).all);
            // At the end, what was waited for without an order for memory is complete as well.
            known.join(&warp.knows.loosely);
        }
        let of_blocks = self.known_at_end(cluster, &state);
        self.judge_reached(&state, &of_blocks);
        self.judge_held(&state);
        for (index, warp) in state.warps.iter().enumerate() {
            for (kind, &time) in warp.waited.iter().enumerate() {
                known.raise(Actor::new(cluster, self.warps() + index * ENGINES + kind), time);
            }
        }
        for (index, warp) in state.warps.iter().enumerate() {
            for (engine, latest) in warp.latest.iter().enumerate() {
                if let Some(latest) = latest
                    && matters(engine)
                    && known.get(Actor::new(cluster, self.warps() + index * ENGINES + engine)) < latest.time
                {
                    self.left_behind(cluster, index, *latest);
                }
            }
        }
        let mut barriers: Vec<_> = state.mbarriers.drain().collect();
        // Reports are in the same order every time.
        barriers.sort_unstable_by_key(|&(address, _)| address);
        for (address, barrier) in barriers {
            self.judge_counts(address, &barrier.counts);
        }
    }

    /// What each block of a cluster knows and has done when it ends.
    fn known_at_end(&self, cluster: u64, state: &ClusterState) -> Vec<Clock> {
        let blocks = state.warps.chunks(self.warps_of_block() as usize);
        let known = blocks.enumerate().map(|(rank, warps)| {
            let mut known = Clock::default();
            for (index, warp) in warps.iter().enumerate() {
                known.join(&warp.known_to(WHOLE).all);
                known.join(&warp.knows.loosely);
                known.raise(Actor::new(cluster, self.warp_index(rank as u32, index as u32)), warp.time);
            }
            known
        });
        known.collect()
    }

    fn left_behind(&mut self, cluster: u64, warp: usize, latest: Latest) {
        let (block, thread) = self.thread(Actor::new(cluster, 0).cluster(), warp, latest.lane);
        self.report(Finding {
            code: codes::UNFINISHED,
            message: "is still in flight when the block ends: no thread has waited for it".to_owned(),
            place: latest.place,
            block,
            thread,
            other: None,
            notes: vec!["wait for its group or barrier before the threads end".to_owned()],
        });
    }

    fn judge_counts(&mut self, address: u64, counts: &Counts) {
        // The error is reported at the instruction that announced the bytes, because that number is in the program.
        let Some(first) = counts.expects.or(counts.brings).filter(|_| counts.differ()) else { return };
        let whose = |party: Party| self.thread(party.cluster as u32, party.warp, 0);
        let (block, thread) = whose(first);
        let other = counts.brings.filter(|_| counts.expects.is_some()).map(|party| {
            let (block, thread) = whose(party);
            Other { place: party.place, block, thread, what: "brings bytes there".to_owned() }
        });
        let message = format!(
            "the mbarrier at shared address {:#x} ends in a phase in which {}",
            address & 0xFF_FFFF,
            counts.sentence()
        );
        let notes =
            vec!["a phase expects the bytes of all copies that tell it, no more and no less".to_owned()];
        self.report(Finding {
            code: codes::TRANSACTIONS,
            message,
            place: first.place,
            block,
            thread,
            other,
            notes,
        });
    }
}

/// Must what an engine does be waited for before the threads end? What a copy writes to global memory need not, and neither
/// what loads of tensor memory bring; stores there are waited for before it is given back.
fn matters(engine: usize) -> bool {
    let not = [Engine::BulkWrite, Engine::TensorLoad, Engine::TensorStore];
    not.iter().all(|other| other.index() != engine)
}
