//! What threads of a warp have done themselves since all lanes of the warp last met.
//!
//! A thread that arrives at a barrier, issues an asynchronous operation or executes a fence releases its own work, and what it
//! has acquired. Work of other lanes of its warp belongs to that only after `bar.warp.sync` or a barrier of the block
//! (PTX ISA, "Memory Consistency Model": program order is that of a thread). `elect.sync`, `shfl.sync` and convergence order no
//! accesses.

use super::access::Access;
use super::clock::{Actor, Clock};
use super::{Checks, Engine, HappensBefore, WarpState};

/// Kinds of engines of which each thread waits for the operations that it has issued itself; the others precede by their
/// numbers. A wait for `wgmma` covers the warpgroup, and is known to all lanes.
pub(super) const KINDS: usize = 6;
/// All lanes of a warp.
const ALL_LANES: u32 = u32::MAX;

/// Work of lanes of a warp: accesses up to a time, and operations of its engines that it has waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own {
    me: Actor,
    /// The first engine of the warp.
    engines: Actor,
    time: u32,
    waited: [u32; KINDS],
    lanes: u32,
}

impl Own {
    /// Adds it to what is known.
    pub(super) fn add_to(&self, clock: &mut Clock) {
        clock.raise_lanes(self.me, self.lanes, self.time);
        for (kind, &time) in self.waited.iter().enumerate() {
            if time > 0 {
                clock.raise_lanes(self.engines.after(kind), self.lanes, time);
            }
        }
    }

    /// Does it contain an access, if the lane is the access's or `lane`, which is exact?
    pub(super) fn has(&self, access: &Access, lanes: Option<u32>) -> bool {
        let time = match self.engines.distance(access.actor) {
            Some(kind) if kind < KINDS => self.waited[kind],
            _ if access.actor == self.me => self.time,
            _ => return false,
        };
        access.time <= time && lanes.is_none_or(|lanes| lanes & !self.lanes == 0)
    }

    /// The part of what all lanes had done that the lanes of `other` did.
    const fn of_lanes(self, other: &Own) -> Own {
        Own { lanes: other.lanes, ..self }
    }

    /// Is it the work of some lanes only?
    pub(super) const fn is_partial(&self) -> bool {
        self.lanes != ALL_LANES
    }
}

impl WarpState {
    /// What these lanes had done before the last `tcgen05.fence::before_thread_sync`.
    pub(super) fn published_by(&self, own: &Own) -> Option<Own> {
        self.published.map(|published| published.of_lanes(own))
    }

    /// A thread has waited for operations of an engine that it had issued.
    pub(super) fn waited_for(&mut self, engine: Engine, time: u32) {
        let waited = &mut self.waited[engine.index()];
        *waited = (*waited).max(time);
    }
}

impl Checks {
    /// The own work of the lanes that execute the current instruction.
    pub(super) fn own(&mut self) -> Own {
        let mask = self.current.mask;
        let all = self.current.is_whole() || self.warp().unmet & !mask == 0;
        self.own_of(if all { ALL_LANES } else { mask })
    }

    /// The own work of all lanes of the current warp.
    pub(super) fn own_of_all(&mut self) -> Own {
        self.own_of(ALL_LANES)
    }

    fn own_of(&mut self, lanes: u32) -> Own {
        let (me, engines) =
            (self.me(), self.engine_actor(self.current.rank, self.current.warp, Engine::Copy));
        let warp = self.warp();
        Own { me, engines, time: warp.time, waited: warp.waited, lanes }
    }

    /// Lanes of the current warp access memory: the warp, and what it has done itself.
    pub(super) fn uses(&mut self, lanes: u32) -> (&mut WarpState, Own) {
        let own = self.own_of_all();
        let warp = self.warp();
        warp.unmet |= lanes;
        (warp, own)
    }

    /// Lanes of the current warp meet: afterwards, each knows what all of them have done and know.
    pub(super) fn meet(&mut self) {
        let (mask, live) = (self.current.mask, self.current.live);
        let own = if self.current.is_whole() { self.own_of_all() } else { self.own() };
        let warp = self.warp();
        warp.lanes_meet();
        if own.is_partial() {
            let mut news = HappensBefore::default();
            own.add_to(&mut news.all);
            warp.lanes_learn(mask, live, &news);
        } else {
            own.add_to(&mut warp.learns().all);
            if let Some(published) = warp.published.take() {
                published.add_to(&mut warp.learns().tensor.published);
            }
            warp.unmet = 0;
        }
        self.tick();
    }
}
