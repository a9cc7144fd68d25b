//! The state of the checks for each cluster, warp and barrier, and their happens-before state.

use super::access::Access;
use super::clock::{Actor, Clock};
use super::defined::Written;
use super::ends::{Counts, Latest};
use super::orders::Rendezvous;
use super::own::{KINDS, Own};
use super::proxy::Proxy;
use super::registers::InFlight;
use super::release::{Fences, Location};
use super::shadow::Shadow;
use super::{Current, ENGINES};
use super::{answers, lanes, mbarriers, phases};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Running clusters: most queries are for the same one as the previous query.
#[derive(Debug, Default)]
pub(super) struct Clusters {
    pub(super) all: Vec<(u64, ClusterState)>,
    pub(super) last: usize,
}

impl Clusters {
    pub(super) fn find(&mut self, number: u64) -> Option<usize> {
        let is = |(other, _): &(u64, ClusterState)| *other == number;
        if !self.all.get(self.last).is_some_and(is) {
            self.last = self.all.iter().position(is)?;
        }
        Some(self.last)
    }

    pub(super) fn get(&self, number: u64) -> Option<&ClusterState> {
        self.all.iter().find(|(other, _)| *other == number).map(|(_, state)| state)
    }

    pub(super) fn add(&mut self, number: u64, state: ClusterState) -> &mut ClusterState {
        self.last = self.all.len();
        self.all.push((number, state));
        &mut self.all[self.last].1
    }

    pub(super) fn remove(&mut self, number: u64) -> Option<ClusterState> {
        let at = self.find(number)?;
        Some(self.all.swap_remove(at).1)
    }
}

/// The state of the checks for a cluster.
#[derive(Debug)]
pub(super) struct ClusterState {
    pub(super) warps: Vec<WarpState>,
    /// By rank.
    pub(super) shared: Vec<Shadow>,
    pub(super) tensor: Vec<Shadow>,
    /// Barriers of blocks by rank and number, and that of the cluster.
    pub(super) barriers: FxHashMap<(u32, u32), Rendezvous>,
    /// Barriers in shared memory, by address.
    pub(super) mbarriers: FxHashMap<u64, Mbarrier>,
    pub(super) locations: FxHashMap<u64, Location>,
    /// Warps, and blocks that they know to have begun.
    pub(super) begun: FxHashSet<(usize, u32)>,
    /// The last access of each actor to memory of another block, by the block's rank.
    pub(super) reached: FxHashMap<(u32, Actor), Access>,
    /// Tensor memory that is not given back: rank, column, and who took it.
    pub(super) held: Vec<(u32, u32, Current)>,
}

/// The happens-before state of a warp.
#[derive(Clone, Debug, Default)]
pub(super) struct WarpState {
    /// Of all of its lanes, without what they have done themselves since they met.
    pub(super) knows: Arc<HappensBefore>,
    /// Additional happens-before state of some of its lanes.
    pub(super) partly: Vec<lanes::Partly>,
    /// Lanes that have accessed memory since all lanes met.
    pub(super) unmet: u32,
    pub(super) answers: answers::Answers,
    pub(super) time: u32,
    /// Operations of engines that their threads have waited for.
    pub(super) waited: [u32; KINDS],
    /// What its lanes had done before the last `tcgen05.fence::before_thread_sync`, unless they have met since.
    pub(super) published: Option<Own>,
    pub(super) fences: Fences,
    pub(super) engines: [u32; ENGINES],
    /// The last operation of each engine.
    pub(super) latest: [Option<Latest>; ENGINES],
    pub(super) registers: InFlight,
    pub(super) written: Written,
    /// The instruction that closed a group last.
    pub(super) committed: u32,
    /// Copies issued that tell a barrier.
    pub(super) told: u8,
    /// Mbarriers that it has initialised since its last fence that makes this visible to the cluster.
    pub(super) unseen: Vec<u64>,
}

/// The operations that happened before a thread, or a passed barrier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HappensBefore {
    /// Accesses.
    pub(super) all: Clock,
    /// Accesses that the asynchronous proxy sees too.
    pub(super) asynchronous: Proxy,
    /// Accesses before barriers that do not order memory: only fences make them visible to other threads.
    pub(super) loosely: Clock,
    pub(super) tensor: TensorHappensBefore,
}

/// Happens-before state of tensor memory: established by fences of `tcgen05`, with any synchronisation of threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TensorHappensBefore {
    /// Accesses that were done when their warp executed `tcgen05.fence::before_thread_sync`.
    pub(super) published: Clock,
    /// Those of them that came before the last `tcgen05.fence::after_thread_sync`; no other thread learns of it.
    pub(super) seen: Clock,
    /// Products, copies and shifts that were issued before `tcgen05.fence::before_thread_sync`, done or not.
    pub(super) issued: Clock,
    /// Those of them that came before the last `tcgen05.fence::after_thread_sync`: later ones are done after them.
    pub(super) behind: Clock,
}

impl HappensBefore {
    pub(super) fn join(&mut self, other: &HappensBefore) {
        self.all.join(&other.all);
        self.asynchronous.join(&other.asynchronous);
        self.join_loosely(other);
    }

    /// Joins happens-before state without an order of memory, which fences may use later.
    pub(super) fn join_loosely(&mut self, other: &HappensBefore) {
        self.loosely.join(&other.loosely);
        self.tensor.published.join(&other.tensor.published);
        self.tensor.issued.join(&other.tensor.issued);
    }

    /// Would it learn nothing from another?
    pub(super) fn has(&self, other: &HappensBefore) -> bool {
        self.all.has(&other.all)
            && self.asynchronous.has(&other.asynchronous)
            && self.loosely.has(&other.loosely)
            && self.tensor.published.has(&other.tensor.published)
            && self.tensor.issued.has(&other.tensor.issued)
    }
}

/// The happens-before state of a barrier in memory.
#[derive(Debug, Default)]
pub(super) struct Mbarrier {
    /// By those who arrived in this phase.
    pub(super) pending: HappensBefore,
    /// By those who pass.
    pub(super) complete: HappensBefore,
    pub(super) counts: Counts,
    /// Warps that have ever arrived, by rank and number.
    pub(super) arrivers: Vec<(u32, u32)>,
    /// Tests that have found the last phase complete, one of each warp.
    pub(super) tests: Vec<phases::Tested>,
    /// Who has initialised it.
    pub(super) init: Option<mbarriers::Init>,
}
