//! Local memory that a thread reads before it has written it.

use super::super::touched::{AccessKind, Space, Touched};
use super::super::{Checks, Current, Finding};
use crate::check::clock::Actor;
use crate::codes;

impl Checks {
    /// A lane of the current warp touches its local memory.
    pub(in crate::check) fn touches_local(&mut self, touched: Touched) {
        let Touched { address, size, does, lane, .. } = touched;
        let local = &mut self.warp().written.local;
        let mut missing = false;
        let last = address.saturating_add(size.saturating_sub(1));
        // A bit for each byte, 64 bytes at a time; only what is touched takes memory.
        for page in address / 64..=last / 64 {
            let (begin, end) = (address.max(page * 64), last.min(page * 64 + 63));
            let bytes = (u64::MAX >> (63 - (end - begin))) << (begin % 64);
            let held = local.entry((lane, page)).or_default();
            missing |= does.reads() && *held & bytes != bytes;
            *held |= bytes;
        }
        // Reading a parameter of a function only passes its bits on, which may be undefined; a use of them is reported
        // there.
        if missing && !self.uninitialised.parameters.contains(&self.current.place) {
            let message = format!(
                "reads {} of local memory that the thread has not written",
                launch::address::bytes(size)
            );
            let notes = vec!["local memory holds anything until it is written".to_owned()];
            self.tell_unwritten(message, lane, notes);
        }
    }

    /// A call passes bytes to local memory of lanes of a warp.
    pub(crate) fn passes_local(
        &mut self,
        (cluster, rank, warp): (u64, u32, u32),
        lanes: u32,
        at: u32,
        bytes: u32,
    ) {
        let (before, place) = (self.current, self.current.place);
        self.current = Current { cluster, rank, warp, place, ..before };
        for lane in (0..32).filter(|lane| lanes >> lane & 1 == 1) {
            let (address, size, does) = (u64::from(at), u64::from(bytes), AccessKind::Write);
            self.touches_local(Touched { space: Space::Local, address, size, does, lane });
        }
        self.current = before;
    }

    pub(super) fn tell_unwritten(&mut self, message: String, lane: u32, notes: Vec<String>) {
        let Current { cluster, rank, warp, place, .. } = self.current;
        let whose = Actor::new(cluster, 0).cluster();
        let (block, thread) = self.thread(whose, self.warp_index(rank, warp), lane as u8);
        self.report(Finding {
            code: codes::UNINITIALIZED,
            message,
            place,
            block,
            thread,
            other: None,
            notes,
        });
    }
}
