//! Properties of this machine.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Bytes of memory that no process uses, or that the system would give up; more than any machine has where it does not tell.
pub(crate) fn free_memory() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    match System::new_with_specifics(memory).available_memory() {
        0 => u64::MAX,
        bytes => bytes,
    }
}
