//! Properties of this machine.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Bytes of free or reclaimable memory; if they are unknown, a number that is larger than the memory of any machine.
pub(crate) fn free_memory() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    match System::new_with_specifics(memory).available_memory() {
        0 => u64::MAX,
        bytes => bytes,
    }
}
