//! Memory of other thread blocks of the cluster: a block that has not begun or that has ended has none.
//!
//! A thread that reaches memory of another block must be ordered after the block's begin, by a barrier of the cluster or anything
//! else that a thread of the block released; and the block must not end before: one of its threads must be ordered after the
//! access (PTX ISA, "Distributed shared memory" of the CUDA programming guide).

use std::sync::Arc;

use super::access::{Access, ONE_LANE};
use super::clock::Clock;
use super::{Checks, ClusterState, Current, ENGINES, Finding};
use crate::codes;

impl Checks {
    /// The current warp, or its asynchronous operation, accesses memory of a block by its rank, and knows this.
    pub(super) fn reaches(&mut self, rank: u32, access: Access, knows: &Clock) {
        if rank == self.current.rank || rank >= self.geometry.cluster_size() {
            return;
        }
        let kept = self.cluster().reached.entry((rank, access.actor)).or_insert(access);
        if kept.time <= access.time {
            *kept = access;
        }
        self.needs_begun(rank, access, knows);
    }

    /// The current warp, or its asynchronous operation, which knows this, needs another block to have begun.
    pub(super) fn needs_begun(&mut self, rank: u32, access: Access, knows: &Clock) {
        let warp = self.warp_index(self.current.rank, self.current.warp);
        if self.cluster().begun.contains(&(warp, rank)) {
            return;
        }
        let own = Arc::clone(&self.cluster().warps[warp].knows);
        if self.knows_of(rank, knows) || self.knows_of(rank, &own.loosely) {
            self.cluster().begun.insert((warp, rank));
            return;
        }
        let message = format!("reaches memory of the thread block of rank {rank}, which need not have begun");
        let note =
            "a barrier of the cluster goes before the first access to memory of its other thread blocks";
        self.tell_reached(codes::RACE, access, message, note);
    }

    /// Is anything that a block did in a clock?
    fn knows_of(&self, rank: u32, clock: &Clock) -> bool {
        let count = self.warps_of_block() as usize;
        let first = rank as usize * count;
        let engines = self.warps() + first * ENGINES;
        let cluster = self.current.cluster;
        clock.has_any(cluster, first..first + count)
            || clock.has_any(cluster, engines..engines + count * ENGINES)
    }

    /// An arrival at a barrier of a block: the access to its word.
    pub(super) fn arrival(&mut self) -> Access {
        Access {
            actor: self.me(),
            time: self.warp().time,
            place: self.current.place,
            serial: self.serial,
            lane: self.current.mask.trailing_zeros() as u8,
            shift: ONE_LANE,
            strong: None,
            deferred: false,
            asynchronous: false,
        }
    }

    /// All threads of a cluster have ended: accesses to memory of blocks that may have ended before.
    pub(super) fn judge_reached(&mut self, state: &ClusterState, known: &[Clock]) {
        let mut reached: Vec<_> = state.reached.iter().collect();
        // Reports are in the same order every time.
        reached.sort_unstable_by_key(|&(&key, _)| key);
        for (&(rank, _), access) in reached {
            if !access.is_known(&known[rank as usize]) {
                let message =
                    format!("reaches memory of the thread block of rank {rank}, which may have ended");
                let note = "a barrier of the cluster, or a wait of that block, goes after the last access and before it ends";
                self.tell_reached(codes::UNFINISHED, *access, message, note);
            }
        }
    }

    pub(super) fn tell_reached(&mut self, code: diag::Code, access: Access, message: String, note: &str) {
        let (block, thread) = self.who(&access);
        self.report(Finding {
            code,
            message,
            place: access.place,
            block,
            thread,
            other: None,
            notes: vec![note.to_owned()],
        });
    }

    /// Tensor memory that a block has not given back at its end.
    pub(super) fn judge_held(&mut self, state: &ClusterState) {
        for &(rank, _, current) in &state.held {
            let Current { cluster, warp, place, .. } = current;
            let warp = self.warp_index(rank, warp);
            let (block, thread) = self.thread(cluster as u32, warp, 0);
            self.report(Finding {
                code: codes::UNFINISHED,
                message: "takes tensor memory that is not given back when the block ends".to_owned(),
                place,
                block,
                thread,
                other: None,
                notes: vec![
                    "`tcgen05.dealloc` gives columns back, in each thread block of a pair".to_owned(),
                ],
            });
        }
    }
}
