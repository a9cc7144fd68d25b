//! Initialisations of mbarriers, which other thread blocks of the cluster see after a fence of the thread that did them.
//!
//! `fence.mbarrier_init.release.cluster` is this fence, and so is any that releases to the cluster, or one of proxies. The barrier
//! of the cluster comes after it.

use super::access::Access;
use super::clock::Actor;
use super::{Checks, HappensBefore};
use crate::codes;

/// The initialisation of an mbarrier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Init {
    actor: Actor,
    /// When it was made visible to the cluster.
    shown: Option<u32>,
}

impl Checks {
    /// The current warp initialises an mbarrier.
    pub(crate) fn initialises_mbarrier(&mut self, address: u64) {
        let actor = self.me();
        self.mbarrier(address).init = Some(Init { actor, shown: None });
        self.warp().unseen.push(address);
    }

    /// The current warp makes visible to the cluster which mbarriers it has initialised.
    pub(super) fn shows_mbarriers(&mut self) {
        let unseen = std::mem::take(&mut self.warp().unseen);
        if unseen.is_empty() {
            return;
        }
        let (actor, time) = (self.me(), self.warp().time);
        for address in unseen {
            if let Some(init) = self.mbarrier(address).init.as_mut().filter(|init| init.actor == actor) {
                init.shown = Some(time);
            }
        }
        self.tick();
    }

    /// Another block, which knows this, signals an mbarrier.
    pub(super) fn sees_mbarrier(&mut self, address: u64, access: Access, knows: &HappensBefore) {
        let rank = (address >> 24) as u32;
        if rank == self.current.rank {
            return;
        }
        let Some(Init { actor, shown }) = self.mbarrier(address).init else { return };
        let is_known = |time| [&knows.all, &knows.loosely].into_iter().any(|clock| clock.get(actor) >= time);
        if shown.is_some_and(is_known) {
            return;
        }
        let message = format!(
            "signals an mbarrier of the thread block of rank {rank}, which need not be initialised for this block"
        );
        let note = "the thread that initialises it executes `fence.mbarrier_init.release.cluster` before the barrier of the cluster";
        self.tell_reached(codes::RACE, access, message, note);
    }
}
