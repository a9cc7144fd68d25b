//! Memory that is executed: written first, then made executable, never both at a time.

use memmap2::{Mmap, MmapMut};

/// Machine code where it can be run.
#[derive(Debug)]
pub(super) struct Executable(Mmap);

impl Executable {
    /// A copy of code that does not depend on where it is; `None` where the system does not lend such memory.
    pub(super) fn new(code: &[u8]) -> Option<Executable> {
        let mut memory = MmapMut::map_anon(code.len()).ok()?;
        memory.copy_from_slice(code);
        memory.make_exec().ok().map(Executable)
    }

    /// The bytes of the code.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The address of a byte of it.
    pub(super) fn at(&self, offset: usize) -> *const u8 {
        self.0[offset..].as_ptr()
    }
}
