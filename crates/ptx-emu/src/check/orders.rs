//! Ordering operations: barriers, fences, and strong accesses to one location.

use std::sync::Arc;

use super::access::Reach;
use super::ends::{Counts, Latest};
use super::races::asynchronous;
use super::touched::AccessKind;
use super::{Checks, Engine, Fenced, HappensBefore, Issued, KINDS, Ordering, Own};

/// A barrier at which those who pass know what those knew who arrived.
#[derive(Debug, Default)]
pub(super) struct Rendezvous {
    /// Rounds that some thread may still pass.
    rounds: Vec<(u64, Arc<HappensBefore>)>,
}

/// What lanes release that arrive: their own work, and the part of it that fences of tensor memory make visible.
struct Released {
    own: Option<Own>,
    published: Option<Own>,
}

impl Released {
    fn add_to(&self, known: &mut HappensBefore) {
        self.own.iter().for_each(|own| own.add_to(&mut known.all));
        self.published.iter().for_each(|published| published.add_to(&mut known.tensor.published));
    }
}

/// The number that represents the barrier of the cluster.
const CLUSTER_BARRIER: (u32, u32) = (u32::MAX, 0);

impl Checks {
    /// The current warp arrives at a barrier of its block, in a round.
    pub(crate) fn arrives(&mut self, id: u32, round: u64) {
        let key = (self.current.rank, id);
        self.arrive(key, round);
    }

    /// The current warp passes a barrier of its block, in a round.
    pub(crate) fn passes(&mut self, id: u32, round: u64) {
        let key = (self.current.rank, id);
        self.pass(key, round);
    }

    /// The current warp arrives at the barrier of its cluster.
    pub(crate) fn arrives_in_cluster(&mut self, round: u64) {
        self.arrive(CLUSTER_BARRIER, round);
    }

    /// The current warp passes the barrier of its cluster.
    pub(crate) fn passes_in_cluster(&mut self, round: u64) {
        self.pass(CLUSTER_BARRIER, round);
    }

    fn arrive(&mut self, key: (u32, u32), round: u64) {
        if self.current.is_whole() {
            self.meet();
        }
        let (mut knows, released) = self.passes_on();
        if !self.current.is_whole() {
            released.add_to(Arc::make_mut(&mut knows));
        }
        let barrier = self.cluster().barriers.entry(key).or_default();
        // An actor that has arrived in a round has passed the one before the last.
        barrier.rounds.retain(|&(old, _)| old + 1 >= round);
        match barrier.rounds.iter_mut().find(|(number, _)| *number == round) {
            Some((_, gathered)) => Arc::make_mut(gathered).join(&knows),
            None => barrier.rounds.push((round, knows)),
        }
        self.tick();
    }

    fn pass(&mut self, key: (u32, u32), round: u64) {
        let barrier = self.cluster().barriers.entry(key).or_default();
        let gathered = barrier.rounds.iter().find(|&&(number, _)| number == round);
        if let Some((_, gathered)) = gathered {
            let gathered = gathered.clone();
            self.warp().learns().join(&gathered);
        }
    }

    /// The happens-before state that the lanes of the current warp release which arrive, and what they have done themselves.
    fn passes_on(&mut self) -> (Arc<HappensBefore>, Released) {
        let (mask, own) = (self.current.mask, self.own());
        let relaxed = self.current.ordering == Ordering::Relaxed;
        let warp = self.warp();
        let knows = warp.known_to_any(mask);
        let published = warp.published_by(&own);
        if !relaxed {
            return (knows, Released { own: Some(own), published });
        }
        let mut passes = warp.fences.released();
        passes.join_loosely(&knows);
        passes.loosely.join(&knows.all);
        own.add_to(&mut passes.loosely);
        (Arc::new(passes), Released { own: None, published })
    }

    /// What the current warp knows and has done.
    fn with_own(&mut self) -> Arc<HappensBefore> {
        let own = self.own();
        let mut knows = Arc::clone(&self.warp().knows);
        own.add_to(&mut Arc::make_mut(&mut knows).all);
        knows
    }

    /// A fence of the current warp.
    pub(super) fn fence(&mut self, reach: Reach, acquires: bool, releases: bool) {
        let warp = self.warp();
        warp.lanes_meet();
        if acquires {
            let acquired = warp.fences.acquire(reach);
            warp.learns().join(&acquired);
        }
        if releases {
            let knows = self.with_own();
            self.warp().fences.release(reach, knows);
            self.tick();
            if reach >= Reach::Cluster {
                self.shows_mbarriers();
            }
        }
    }

    /// A proxy fence: writes that happen before it become visible to the asynchronous proxy, in the memory that the fence names.
    pub(super) fn proxy_fence(&mut self, memory: Fenced) {
        let (rank, own) = (self.current.rank, self.own());
        let warp = self.warp();
        warp.lanes_meet();
        let HappensBefore { all, asynchronous, .. } = warp.learns();
        let mut visible = all.clone();
        own.add_to(&mut visible);
        asynchronous.fence(memory, rank, visible);
        self.shows_mbarriers();
    }

    /// A fence of the current warp around what is done in tensor memory.
    pub(super) fn tensor_fence(&mut self, after: bool) {
        let matrix = self.engine_actor(self.current.rank, self.current.warp, Engine::Matrix);
        let own = self.own_of_all();
        let warp = self.warp();
        warp.lanes_meet();
        let HappensBefore { all, tensor, .. } = Arc::make_mut(&mut warp.knows);
        if after {
            tensor.seen = tensor.published.clone();
            tensor.behind = tensor.issued.clone();
        } else {
            // The fence does not cover what is issued after it.
            let begun = &mut warp.engines[Engine::Matrix.index()];
            tensor.issued.raise(matrix, *begun);
            *begun += 1;
            tensor.published.join(all);
            warp.published = Some(own);
            self.tick();
        }
    }

    /// A strong access to a location, in the memory of this cluster or in that of all.
    pub(super) fn strong(&mut self, address: u64, shared: bool, does: AccessKind) {
        let Ordering::Access { reach, acquires, releases } = self.current.ordering else { return };
        let block = (self.current.cluster, self.current.rank);
        let found =
            if shared { self.cluster().locations.get(&address) } else { self.locations.get(&address) };
        let mut location = found.cloned().unwrap_or_default();
        let seen = location.is_seen(reach, block);
        if does.reads() && seen {
            let warp = self.warp();
            for (needed, knows) in location.passes_to(block) {
                warp.fences.saw(needed, knows);
                if acquires && needed <= reach {
                    warp.learns().join(knows);
                }
            }
        }
        if does.writes() {
            self.warp().lanes_meet();
            // An atomic continues the release sequence before it; a store starts a new one.
            let goes_on = does == AccessKind::Change && seen;
            let released = releases.then(|| self.with_own());
            location.write((reach, block), goes_on, &self.warp().fences, released.as_ref());
            let locations = if shared { &mut self.cluster().locations } else { &mut self.locations };
            if location.is_empty() {
                locations.remove(&address);
            } else {
                locations.insert(address, location);
            }
        }
    }

    /// The current warp, or an asynchronous operation, signals a barrier in shared memory. `complete` is true if this
    /// completes its phase.
    pub(crate) fn tells_memory(&mut self, address: u64, complete: bool) {
        match self.working.take() {
            Some(issued) => {
                let (rank, warp) = (issued.current.rank, issued.current.warp);
                let actors = issued.engines.map(|engine| self.engine_actor(rank, warp, engine));
                let access = asynchronous(&issued, actors, AccessKind::Write);
                self.reaches((address >> 24) as u32, access, &issued.knows.all);
                self.sees_mbarrier(address, access, &issued.knows);
                let pending = &mut self.mbarrier(address).pending;
                pending.join(&issued.knows);
                issued.own.add_to(&mut pending.all);
                // A signal about work in tensor memory acts as a fence before the threads that receive it.
                pending.tensor.published.join(&issued.knows.all);
                issued.own.add_to(&mut pending.tensor.published);
                // A product that was pipelined after another warp's work completes after that work.
                if issued.engines[0] == Engine::Matrix {
                    pending.all.join(&issued.knows.tensor.behind);
                    pending.tensor.published.join(&issued.knows.tensor.behind);
                }
                for (actor, time) in actors.into_iter().zip(issued.times) {
                    pending.all.raise(actor, time);
                    pending.tensor.published.raise(actor, time);
                }
                // Operations that start later are not included.
                let warp = self.warp();
                for (engine, time) in issued.engines.into_iter().zip(issued.times) {
                    let now = &mut warp.engines[engine.index()];
                    *now = (*now).max(time + 1);
                }
                self.working = Some(issued);
            }
            None => {
                let (knows, released) = self.passes_on();
                let arrival = self.arrival();
                self.reaches((address >> 24) as u32, arrival, &knows.all);
                self.sees_mbarrier(address, arrival, &knows);
                let who = (self.current.rank, self.current.warp);
                let barrier = self.mbarrier(address);
                barrier.pending.join(&knows);
                released.add_to(&mut barrier.pending);
                if !barrier.arrivers.contains(&who) {
                    barrier.arrivers.push(who);
                }
                self.tick();
            }
        }
        if complete {
            self.ends_phase(address);
            let barrier = self.mbarrier(address);
            barrier.complete = std::mem::take(&mut barrier.pending);
            barrier.counts = Counts::default();
        }
    }

    /// The barrier in shared memory at an address that holds the rank.
    pub(super) fn mbarrier(&mut self, address: u64) -> &mut super::Mbarrier {
        self.cluster().mbarriers.entry(address).or_default()
    }

    /// The operations that an engine of the current warp has started form a group; lanes of one instruction close it together.
    pub(crate) fn commits(&mut self, engines: &[Engine]) {
        let serial = self.serial;
        let warp = self.warp();
        if warp.committed == serial {
            return;
        }
        warp.committed = serial;
        for (at, engine) in engines.iter().enumerate() {
            // One engine may do both sides of the work.
            if !engines[..at].contains(engine) {
                warp.engines[engine.index()] += 1;
            }
        }
    }

    /// The current warp has waited until at most the given number of groups of an engine were left. Warps of a warp group wait for
    /// each other's matrix products.
    pub(crate) fn waits(&mut self, engine: Engine, left: u32) {
        // `.read` waits only until sources have been read, which tells nothing of what is written.
        if engine == Engine::BulkWrite && self.current.ordering == Ordering::OnlyReads {
            return;
        }
        let (rank, warp) = (self.current.rank, self.current.warp);
        let time = self.warp().engines[engine.index()].saturating_sub(1 + left);
        let warps = match engine {
            // A warpgroup issues its products together, so that a wait of one warp covers the parts of the others.
            Engine::Matrix => warp & !3..(warp | 3).min(self.warps_of_block() - 1) + 1,
            Engine::Copy
            | Engine::BulkRead
            | Engine::BulkWrite
            | Engine::TensorLoad
            | Engine::TensorStore
            | Engine::Told(_) => warp..warp + 1,
        };
        if engine.index() < KINDS && engine != Engine::Matrix {
            return self.warp().waited_for(engine, time);
        }
        for other in warps {
            let actor = self.engine_actor(rank, other, engine);
            self.warp().learns().all.raise(actor, time);
        }
    }

    /// A lane of the current warp issues asynchronous work, whose reads and writes count as those of engines.
    pub(crate) fn issues(&mut self, lane: u32, engines: Option<[Engine; 2]>) -> Issued {
        let warp = self.warp();
        let engines = engines.unwrap_or_else(|| {
            warp.told = warp.told.wrapping_add(1);
            let engine = Engine::Told(warp.told % super::TOLD as u8);
            // Each is a group of its own.
            warp.engines[engine.index()] += 1;
            [engine; 2]
        });
        let times = engines.map(|engine| warp.engines[engine.index()]);
        let knows = warp.known_to(lane);
        let own = self.own();
        if engines[0] != Engine::Matrix {
            self.uses(self.current.mask);
        }
        for (engine, time) in engines.into_iter().zip(times) {
            self.warp().latest[engine.index()] =
                Some(Latest { place: self.current.place, lane: lane as u8, time });
        }
        Issued { current: self.current, serial: self.serial, lane: lane as u8, engines, times, knows, own }
    }

    /// An asynchronous operation begins, or ends.
    pub(crate) fn works(&mut self, issued: Option<&Issued>) {
        match issued {
            Some(issued) => {
                self.interrupted.get_or_insert((self.current, self.serial));
                (self.current, self.serial) = (issued.current, issued.serial);
            }
            None => {
                if let Some((current, serial)) = self.interrupted.take() {
                    (self.current, self.serial) = (current, serial);
                }
            }
        }
        self.working = issued.cloned();
    }

    /// The current warp has waited for all operations that one of its engines has started.
    pub(crate) fn waits_all(&mut self, engine: Engine) {
        self.warp().engines[engine.index()] += 1;
        self.waits(engine, 0);
    }
}
