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
mod state;
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
use clock::Actor;
use defined::UninitialisedReads;
use own::{KINDS, Own};
use proxy::Fenced;
use registers::Uses;
use release::Location;
use shadow::Shadow;
use state::{ClusterState, Clusters, HappensBefore, Mbarrier, WarpState};

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
