//! The memory that values of a run take.

use std::cell::Cell;
use std::rc::Rc;

/// Counts the bytes of what is alive: all tiles of a run, or all sets of its sanitizer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter(Rc<Cell<u64>>);

impl Meter {
    pub(crate) fn held(&self) -> u64 {
        self.0.get()
    }

    pub(crate) fn add(&self, bytes: u64) {
        self.0.set(self.0.get() + bytes);
    }

    pub(crate) fn sub(&self, bytes: u64) {
        self.0.set(self.0.get() - bytes);
    }
}
