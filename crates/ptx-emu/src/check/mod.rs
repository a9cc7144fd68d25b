//! Checks during the execution of a kernel, for errors that hardware does not report.
//!
//! The machine reports the actions of warps: each access with its lane, each arrival at a barrier and each passing of it,
//! fences, asynchronous copies and matrix products. The checks derive the happens-before relation ([`clock`]). Two accesses to
//! the same bytes, at least one of them a write, neither of which happened before the other, are a race ([`races`]).
//!
//! These order accesses:
//!
//! - the order of a warp's instructions: lanes of one warp are one actor, except that those of one store must agree;
//! - barriers of the block and of the cluster, and mbarriers: after the barrier, a warp is ordered after everything before the
//!   arrivals;
//! - release and acquire, by the instruction or by fences around relaxed accesses, within their scope (a `.relaxed` barrier
//!   orders threads, but not memory; with the fences of `tcgen05` it orders tensor memory);
//! - completion of asynchronous operations, for those who waited for it, by group or by barrier.
//!
//! Registers of asynchronous operations have separate rules ([`registers`]), and so have the ends of kernels and of mbarriers
//! ([`ends`]), phases that a thread may miss ([`phases`]), and uses of undefined bits ([`defined`]).
//!
//! Deliberately absent: the scopes of mbarriers. The checks do not change the behaviour of a program.

mod access;
mod answers;
mod clock;
mod defined;
mod ends;
mod finding;
mod history;
mod lanes;
mod mbarriers;
mod ordering;
mod orders;
mod own;
mod phases;
mod proxy;
mod race_check;
mod races;
mod registers;
mod release;
mod remote;
mod shadow;
mod tensor;
mod touched;

#[cfg(test)]
mod tests;

pub(crate) use defined::Values;
pub use finding::{Finding, Other};

use ordering::Ordering;
pub(crate) use touched::{AccessKind, Space, Touched, TouchedRow, WHOLE};

use std::sync::{Arc, Mutex, PoisonError};

use ptx::Module;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::launch::Geometry;
use crate::place::Place;
use crate::sync::Completion;
use access::Access;
use clock::{Actor, Clock};
use defined::{UninitialisedReads, Written};
use ends::{Counts, Latest};
use orders::Rendezvous;
use own::{KINDS, Own};
use proxy::{Fenced, Proxy};
use registers::{InFlight, Uses};
use release::{Fences, Location};
use shadow::Shadow;

/// Findings that are kept.
const FINDINGS: usize = 100;

/// An engine that works concurrently with the threads of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// `cp.async`.
    Copy,
    /// Reads by copies of a bulk group.
    BulkRead,
    /// Writes by copies of a bulk group.
    BulkWrite,
    /// `wgmma`, and `tcgen05` until it is committed.
    Matrix,
    /// `tcgen05.ld`.
    TensorLoad,
    /// `tcgen05.st`.
    TensorStore,
    /// One of the copies that tell a barrier in shared memory.
    Told(u8),
}

/// Copies that signal a barrier are distinguished, as long as no more of them are in flight at once.
const TOLD: usize = 8;
/// All engines: six kinds, and the copies that signal.
const ENGINES: usize = 6 + TOLD;

impl Engine {
    /// The engines of the reads and the writes of operations; `None` if a barrier signals each operation.
    pub(crate) const fn of(completion: Completion) -> Option<[Engine; 2]> {
        match completion {
            Completion::Copy => Some([Engine::Copy; 2]),
            Completion::Bulk => Some([Engine::BulkRead, Engine::BulkWrite]),
            Completion::Tensor => Some([Engine::Matrix; 2]),
            Completion::Told => None,
        }
    }

    const fn index(self) -> usize {
        match self {
            Engine::Copy => 0,
            Engine::BulkRead => 1,
            Engine::BulkWrite => 2,
            Engine::Matrix => 3,
            Engine::TensorLoad => 4,
            Engine::TensorStore => 5,
            Engine::Told(number) => 6 + number as usize % TOLD,
        }
    }
}

/// Asynchronous work that a thread has issued.
#[derive(Clone, Debug)]
pub(crate) struct Issued {
    current: Current,
    serial: u32,
    lane: u8,
    /// The engines to which its reads and its writes belong.
    engines: [Engine; 2],
    times: [u32; 2],
    knows: Arc<HappensBefore>,
    /// What the threads that issued it have done themselves.
    own: Own,
}

/// Checks, if there are any; shared by all that reports to them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch(Option<Arc<Mutex<Checks>>>);

impl Watch {
    /// Watched by these checks.
    pub(crate) fn new(checks: Checks) -> Watch {
        Watch(Some(Arc::new(Mutex::new(checks))))
    }

    /// Reports an event, if checks are enabled.
    #[inline]
    pub(crate) fn tell<T>(&self, report: impl FnOnce(&mut Checks) -> T) -> Option<T> {
        let checks = self.0.as_ref()?;
        let mut checks = checks.lock().unwrap_or_else(PoisonError::into_inner);
        Some(report(&mut checks))
    }

    /// Are checks enabled?
    #[inline]
    pub(crate) const fn is_on(&self) -> bool {
        self.0.is_some()
    }
}

/// The state of the checks for a launch.
#[derive(Debug)]
pub(crate) struct Checks {
    geometry: Geometry,
    orderings: FxHashMap<Place, Ordering>,
    /// Accesses of instructions to registers that an asynchronous operation uses, and the names of these registers.
    uses: Arc<FxHashMap<Place, Uses>>,
    names: Vec<String>,
    uninitialised: Arc<UninitialisedReads>,
    asked: Arc<answers::Asked>,
    clusters: Clusters,
    global: Shadow,
    locations: FxHashMap<u64, Location>,
    current: Current,
    serial: u32,
    /// The asynchronous operation that is performed now, in place of the instruction that is executed, which continues afterwards.
    working: Option<Issued>,
    interrupted: Option<(Current, u32)>,
    findings: Vec<Finding>,
    reported: FxHashSet<(&'static str, Place, Option<Place>)>,
}

/// Running clusters: most queries are for the same one as the previous query.
#[derive(Debug, Default)]
struct Clusters {
    all: Vec<(u64, ClusterState)>,
    last: usize,
}

impl Clusters {
    fn find(&mut self, number: u64) -> Option<usize> {
        let is = |(other, _): &(u64, ClusterState)| *other == number;
        if !self.all.get(self.last).is_some_and(is) {
            self.last = self.all.iter().position(is)?;
        }
        Some(self.last)
    }

    fn get(&self, number: u64) -> Option<&ClusterState> {
        self.all.iter().find(|(other, _)| *other == number).map(|(_, state)| state)
    }

    fn add(&mut self, number: u64, state: ClusterState) -> &mut ClusterState {
        self.last = self.all.len();
        self.all.push((number, state));
        &mut self.all[self.last].1
    }

    fn remove(&mut self, number: u64) -> Option<ClusterState> {
        let at = self.find(number)?;
        Some(self.all.swap_remove(at).1)
    }
}

/// The state of the checks for a cluster.
#[derive(Debug)]
struct ClusterState {
    warps: Vec<WarpState>,
    /// By rank.
    shared: Vec<Shadow>,
    tensor: Vec<Shadow>,
    /// Barriers of blocks by rank and number, and that of the cluster.
    barriers: FxHashMap<(u32, u32), Rendezvous>,
    /// Barriers in shared memory, by address.
    mbarriers: FxHashMap<u64, Mbarrier>,
    locations: FxHashMap<u64, Location>,
    /// Warps, and blocks that they know to have begun.
    begun: FxHashSet<(usize, u32)>,
    /// The last access of each actor to memory of another block, by the block's rank.
    reached: FxHashMap<(u32, Actor), Access>,
    /// Tensor memory that is not given back: rank, column, and who took it.
    held: Vec<(u32, u32, Current)>,
}

/// The happens-before state of a warp.
#[derive(Clone, Debug, Default)]
struct WarpState {
    /// Of all of its lanes, without what they have done themselves since they met.
    knows: Arc<HappensBefore>,
    /// Additional happens-before state of some of its lanes.
    partly: Vec<lanes::Partly>,
    /// Lanes that have accessed memory since all lanes met.
    unmet: u32,
    answers: answers::Answers,
    time: u32,
    /// Operations of engines that their threads have waited for.
    waited: [u32; KINDS],
    /// What its lanes had done before the last `tcgen05.fence::before_thread_sync`, unless they have met since.
    published: Option<Own>,
    fences: Fences,
    engines: [u32; ENGINES],
    /// The last operation of each engine.
    latest: [Option<Latest>; ENGINES],
    registers: InFlight,
    written: Written,
    /// The instruction that closed a group last.
    committed: u32,
    /// Copies issued that tell a barrier.
    told: u8,
    /// Mbarriers that it has initialised since its last fence that makes this visible to the cluster.
    unseen: Vec<u64>,
}

/// The operations that happened before a thread, or a passed barrier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct HappensBefore {
    /// Accesses.
    all: Clock,
    /// Accesses that the asynchronous proxy sees too.
    asynchronous: Proxy,
    /// Accesses before barriers that do not order memory: only fences make them visible to other threads.
    loosely: Clock,
    tensor: TensorHappensBefore,
}

/// Happens-before state of tensor memory: established by fences of `tcgen05`, with any synchronisation of threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct TensorHappensBefore {
    /// Accesses that were done when their warp executed `tcgen05.fence::before_thread_sync`.
    published: Clock,
    /// Those of them that came before the last `tcgen05.fence::after_thread_sync`; no other thread learns of it.
    seen: Clock,
    /// Products, copies and shifts that were issued before `tcgen05.fence::before_thread_sync`, done or not.
    issued: Clock,
    /// Those of them that came before the last `tcgen05.fence::after_thread_sync`: later ones are done after them.
    behind: Clock,
}

impl HappensBefore {
    fn join(&mut self, other: &HappensBefore) {
        self.all.join(&other.all);
        self.asynchronous.join(&other.asynchronous);
        self.join_loosely(other);
    }

    /// Joins happens-before state without an order of memory, which fences may use later.
    fn join_loosely(&mut self, other: &HappensBefore) {
        self.loosely.join(&other.loosely);
        self.tensor.published.join(&other.tensor.published);
        self.tensor.issued.join(&other.tensor.issued);
    }

    /// Would it learn nothing from another?
    fn has(&self, other: &HappensBefore) -> bool {
        self.all.has(&other.all)
            && self.asynchronous.has(&other.asynchronous)
            && self.loosely.has(&other.loosely)
            && self.tensor.published.has(&other.tensor.published)
            && self.tensor.issued.has(&other.tensor.issued)
    }
}

/// The happens-before state of a barrier in memory.
#[derive(Debug, Default)]
struct Mbarrier {
    /// By those who arrived in this phase.
    pending: HappensBefore,
    /// By those who pass.
    complete: HappensBefore,
    counts: Counts,
    /// Warps that have ever arrived, by rank and number.
    arrivers: Vec<(u32, u32)>,
    /// Tests that have found the last phase complete, one of each warp.
    tests: Vec<phases::Tested>,
    /// Who has initialised it.
    init: Option<mbarriers::Init>,
}

/// The warp and the instruction that are being executed.
#[derive(Clone, Copy, Debug)]
struct Current {
    cluster: u64,
    rank: u32,
    warp: u32,
    /// The lanes that execute it, and those that have not ended.
    mask: u32,
    live: u32,
    place: Place,
    ordering: Ordering,
}

impl Current {
    /// Do all lanes that have not ended execute it?
    const fn is_whole(&self) -> bool {
        self.live & !self.mask == 0
    }
}

impl Checks {
    /// Checks of a launch of a kernel of this module.
    pub(crate) fn new(module: &Module, geometry: Geometry) -> Checks {
        let (uses, names) = registers::table(module);
        let place = Place { function: cranelift_entity::EntityRef::new(0), statement: 0 };
        Checks {
            geometry,
            orderings: ordering::table(module),
            uses: Arc::new(uses),
            names,
            uninitialised: Arc::new(UninitialisedReads::of(module)),
            asked: Arc::new(answers::Asked::of(module)),
            clusters: Clusters::default(),
            global: Shadow::default(),
            locations: FxHashMap::default(),
            current: Current {
                cluster: 0,
                rank: 0,
                warp: 0,
                mask: u32::MAX,
                live: u32::MAX,
                place,
                ordering: Ordering::None,
            },
            serial: 0,
            working: None,
            interrupted: None,
            findings: Vec::new(),
            reported: FxHashSet::default(),
        }
    }

    /// All that was found.
    pub(crate) fn findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.findings)
    }

    /// A warp is about to execute an instruction: its cluster, rank and number, the lanes that execute and those that have
    /// not ended.
    pub(crate) fn begin(
        &mut self,
        (cluster, rank, warp): (u64, u32, u32),
        [mask, live]: [u32; 2],
        place: Place,
    ) {
        let ordering = self.orderings.get(&place).copied().unwrap_or(Ordering::None);
        self.current = Current { cluster, rank, warp, mask, live, place, ordering };
        self.serial = self.serial.wrapping_add(1);
    }

    /// It has executed it.
    pub(crate) fn end(&mut self) {
        match self.current.ordering {
            Ordering::None
            | Ordering::Access { .. }
            | Ordering::Reduction(_)
            | Ordering::OnlyReads
            | Ordering::Answer
            | Ordering::Relaxed => {}
            Ordering::Fence { reach, acquires, releases } => self.fence(reach, acquires, releases),
            Ordering::ProxyFence(memory) => self.proxy_fence(memory),
            Ordering::InitFence => self.shows_mbarriers(),
            Ordering::WarpSync => self.meet(),
            Ordering::TensorWait(engine) => self.waits_all(engine),
            Ordering::TensorFence { after } => self.tensor_fence(after),
        }
        if let Ordering::Access { releases: true, .. } = self.current.ordering {
            self.tick();
        }
    }

    fn warps_of_block(&self) -> u32 {
        self.geometry.threads().div_ceil(32)
    }

    fn warp_index(&self, rank: u32, warp: u32) -> usize {
        (rank * self.warps_of_block() + warp) as usize
    }

    fn warps(&self) -> usize {
        (self.warps_of_block() * self.geometry.cluster_size()) as usize
    }

    /// The actor of the current warp.
    fn me(&self) -> Actor {
        Actor::new(self.current.cluster, self.warp_index(self.current.rank, self.current.warp))
    }

    fn engine_actor(&self, rank: u32, warp: u32, engine: Engine) -> Actor {
        let index = self.warps() + self.warp_index(rank, warp) * ENGINES + engine.index();
        Actor::new(self.current.cluster, index)
    }

    fn cluster(&mut self) -> &mut ClusterState {
        let number = self.current.cluster;
        if let Some(at) = self.clusters.find(number) {
            return &mut self.clusters.all[at].1;
        }
        let state = self.new_cluster();
        self.clusters.add(number, state)
    }

    fn new_cluster(&self) -> ClusterState {
        let (count, size) = (self.warps(), self.geometry.cluster_size());
        let warp = |_| WarpState { time: 1, engines: [1; ENGINES], ..WarpState::default() };
        ClusterState {
            warps: (0..count).map(warp).collect(),
            shared: (0..size).map(|_| Shadow::default()).collect(),
            tensor: (0..size).map(|_| Shadow::default()).collect(),
            barriers: FxHashMap::default(),
            mbarriers: FxHashMap::default(),
            locations: FxHashMap::default(),
            begun: FxHashSet::default(),
            reached: FxHashMap::default(),
            held: Vec::new(),
        }
    }

    /// The current warp.
    fn warp(&mut self) -> &mut WarpState {
        let index = self.warp_index(self.current.rank, self.current.warp);
        &mut self.cluster().warps[index]
    }

    /// Starts a new epoch: earlier accesses of the current warp are distinguished from later ones.
    fn tick(&mut self) {
        self.warp().time += 1;
    }

    /// Is there a finding of this code and pair of places, or no room for one?
    fn is_reported(&self, code: diag::Code, place: Place, other: Option<Place>) -> bool {
        self.findings.len() >= FINDINGS || self.reported.contains(&(code.0, place, other))
    }

    /// Keeps a finding, once for each pair of places.
    fn report(&mut self, finding: Finding) {
        let other = finding.other.as_ref().map(|other| other.place);
        let key = (finding.code.0, finding.place, other);
        if self.findings.len() < FINDINGS && self.reported.insert(key) {
            self.findings.push(finding);
        }
    }

    /// The warp that an actor is or works for, by its number in its cluster.
    fn warp_of(&self, actor: Actor) -> usize {
        let (warps, local) = (self.warps(), actor.local());
        match local.checked_sub(warps) {
            None => local,
            Some(engine) => (engine / ENGINES).min(warps - 1),
        }
    }

    /// The block and thread of an access.
    fn who(&self, access: &Access) -> ([u32; 3], [u32; 3]) {
        self.thread(access.actor.cluster(), self.warp_of(access.actor), access.lane)
    }

    /// The block and thread of a lane of a warp of a cluster.
    fn thread(&self, cluster: u32, warp: usize, lane: u8) -> ([u32; 3], [u32; 3]) {
        let warp = warp as u32;
        let (rank, warp) = (warp / self.warps_of_block(), warp % self.warps_of_block());
        let block = self.geometry.block_of(u64::from(cluster), rank);
        (block, self.geometry.thread(warp * 32 + u32::from(lane % 32)))
    }
}
