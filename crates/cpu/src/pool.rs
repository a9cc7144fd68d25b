//! Memory of earlier launches, kept for later ones: a kernel that runs again allocates nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::arena::AlignedBytes;
use crate::block::Arena;
use crate::memory::Memory;
use crate::panels::{Panels, Room};
use crate::pending::{Entry, Pending};

/// Arenas that are kept; a launch that put many blocks aside had more.
const ARENAS: usize = 128;

#[derive(Debug, Default)]
struct Kept {
    arenas: Vec<Arena>,
    /// Empty lists of arenas.
    lists: Vec<Vec<Arena>>,
    scratch: Vec<AlignedBytes>,
    panels: Vec<Panels>,
    memories: Vec<Memory>,
    /// Memory for deferred transactions of workers.
    entries: Vec<Vec<Entry>>,
}

/// What a prepared kernel keeps.
#[derive(Debug)]
pub(crate) struct Pool {
    kept: Mutex<Kept>,
    /// Bytes of a frame.
    frame: usize,
    /// Bytes of an area of reserved memory.
    reserved: usize,
}

impl Pool {
    /// An empty pool for blocks that take so many bytes.
    pub(crate) fn new(frame: usize, reserved: usize) -> Pool {
        Pool { kept: Mutex::default(), frame, reserved }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes that a resident block takes.
    pub(crate) fn arena_bytes(&self) -> usize {
        self.frame + self.reserved
    }

    /// The arena of a block, which gets this area of the launch; `None` when there is no memory for it.
    pub(crate) fn arena(&self, area: u32) -> Option<Arena> {
        if let Some(arena) = self.kept().arenas.pop() {
            return Some(Arena { area, ..arena });
        }
        let (frame, reserved) = (AlignedBytes::zeroed(self.frame)?, AlignedBytes::zeroed(self.reserved)?);
        Some(Arena { frame, reserved, area })
    }

    /// Takes the arenas of a launch back.
    pub(crate) fn put_arenas(&self, mut arenas: Vec<Arena>) {
        let mut kept = self.kept();
        let room = ARENAS.saturating_sub(kept.arenas.len());
        arenas.truncate(room);
        kept.arenas.append(&mut arenas);
        kept.lists.push(arenas);
    }

    /// An empty list for the arenas of a launch.
    pub(crate) fn list(&self) -> Vec<Arena> {
        self.kept().lists.pop().unwrap_or_default()
    }

    /// Scratch memory of a worker; `None` when there is no memory for it.
    pub(crate) fn scratch(&self, bytes: usize) -> Option<AlignedBytes> {
        let kept = self.kept().scratch.pop();
        match kept {
            Some(scratch) => Some(scratch),
            None => AlignedBytes::zeroed(bytes),
        }
    }

    /// Takes scratch memory back.
    pub(crate) fn put_scratch(&self, scratch: AlignedBytes) {
        self.kept().scratch.push(scratch);
    }

    /// Panels of a worker, none of them made; `None` when there is no memory for them.
    pub(crate) fn panels(&self, room: Room) -> Option<Panels> {
        let kept = self.kept().panels.pop();
        kept.map_or_else(
            || Panels::new(room),
            |mut panels| {
                panels.clear();
                Some(panels)
            },
        )
    }

    /// Takes panels back.
    pub(crate) fn put_panels(&self, panels: Panels) {
        self.kept().panels.push(panels);
    }

    /// What a worker defers: nothing at first.
    pub(crate) fn pending(&self) -> Pending {
        Pending::new(self.kept().entries.pop().unwrap_or_default())
    }

    /// Carries out what a worker has deferred.
    pub(crate) fn finish(&self, pending: Pending) {
        let entries = pending.finish();
        self.kept().entries.push(entries);
    }

    /// A layout of memory that an earlier launch used.
    pub(crate) fn memory(&self) -> Option<Memory> {
        self.kept().memories.pop()
    }

    /// Takes a layout of memory back.
    pub(crate) fn put_memory(&self, memory: Memory) {
        self.kept().memories.push(memory);
    }
}
