//! Memory of earlier launches, kept for later ones: a kernel that runs again allocates nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::context::panel_cache::{PanelCache, PanelCapacity};
use crate::context::private_atomics::{Entry, PrivateAtomics};
use crate::memory::Memory;
use crate::memory::arena::AlignedBytes;
use crate::run::block::Arena;

/// Arenas that are kept; a launch that suspended many blocks had more. Twice what the queue of suspended blocks begins
/// with; more would keep memory that the next launch mostly does not need.
const ARENAS: usize = 128;

#[derive(Debug, Default)]
struct FreeLists {
    arenas: Vec<Arena>,
    /// Empty lists of arenas.
    lists: Vec<Vec<Arena>>,
    scratch: Vec<AlignedBytes>,
    panels: Vec<PanelCache>,
    memories: Vec<Memory>,
    /// Memory for deferred transactions of workers.
    entries: Vec<Vec<Entry>>,
}

/// Frames that a prepared kernel keeps.
#[derive(Debug)]
pub(crate) struct FramePool {
    free: Mutex<FreeLists>,
    /// Bytes of a frame.
    frame: usize,
    /// Bytes of an area of reserved memory.
    reserved: usize,
}

impl FramePool {
    /// An empty pool for blocks whose frames and `alloca` arenas take this number of bytes.
    pub(crate) fn new(frame: usize, reserved: usize) -> FramePool {
        FramePool { free: Mutex::default(), frame, reserved }
    }

    fn free(&self) -> MutexGuard<'_, FreeLists> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes that a resident block takes.
    pub(crate) fn arena_bytes(&self) -> usize {
        self.frame + self.reserved
    }

    /// The arena of a block, which gets this area of the launch; `None` when there is no memory for it.
    pub(crate) fn arena(&self, area: u32) -> Option<Arena> {
        if let Some(arena) = self.free().arenas.pop() {
            return Some(Arena { area, ..arena });
        }
        let (frame, reserved) = (AlignedBytes::zeroed(self.frame)?, AlignedBytes::zeroed(self.reserved)?);
        Some(Arena { frame, reserved, area })
    }

    /// Takes the arenas of a launch back.
    pub(crate) fn put_arenas(&self, mut arenas: Vec<Arena>) {
        let mut free = self.free();
        let room = ARENAS.saturating_sub(free.arenas.len());
        arenas.truncate(room);
        free.arenas.append(&mut arenas);
        free.lists.push(arenas);
    }

    /// An empty list for the arenas of a launch.
    pub(crate) fn list(&self) -> Vec<Arena> {
        self.free().lists.pop().unwrap_or_default()
    }

    /// Scratch memory of a worker; `None` when there is no memory for it.
    pub(crate) fn scratch(&self, bytes: usize) -> Option<AlignedBytes> {
        let free = self.free().scratch.pop();
        match free {
            Some(scratch) => Some(scratch),
            None => AlignedBytes::zeroed(bytes),
        }
    }

    /// Takes scratch memory back.
    pub(crate) fn put_scratch(&self, scratch: AlignedBytes) {
        self.free().scratch.push(scratch);
    }

    /// An empty panel cache for a worker; `None` when there is no memory for them.
    pub(crate) fn panels(&self, room: PanelCapacity) -> Option<PanelCache> {
        let free = self.free().panels.pop();
        free.map_or_else(
            || PanelCache::new(room),
            |mut panels| {
                panels.clear();
                Some(panels)
            },
        )
    }

    /// Takes panels back.
    pub(crate) fn put_panels(&self, panels: PanelCache) {
        self.free().panels.push(panels);
    }

    /// The deferred atomics of a worker: none at first.
    pub(crate) fn private_atomics(&self) -> PrivateAtomics {
        PrivateAtomics::new(self.free().entries.pop().unwrap_or_default())
    }

    /// Carries out what a worker has deferred.
    pub(crate) fn finish(&self, private_atomics: PrivateAtomics) {
        let entries = private_atomics.finish();
        self.free().entries.push(entries);
    }

    /// A layout of memory that an earlier launch used.
    pub(crate) fn memory(&self) -> Option<Memory> {
        self.free().memories.pop()
    }

    /// Takes a layout of memory back.
    pub(crate) fn put_memory(&self, memory: Memory) {
        self.free().memories.push(memory);
    }
}
