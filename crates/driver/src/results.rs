//! Results of a run: buffers, shown values, counters.

use launch::arg::Bound;
use launch::display;

use crate::counted::Counted;

/// The results of a run.
#[derive(Debug)]
pub struct Results {
    /// The buffers, by name.
    pub bound: Bound,
    /// Steps that all blocks together took.
    pub steps: u64,
    /// The values that were asked for, as text, in the order of the request; `None`: never computed in that block.
    pub shown: Vec<Option<String>>,
    /// What the program printed, when the caller collects it.
    pub printed: String,
    /// What its threads did, where that was counted.
    pub counted: Option<Counted>,
}

impl Results {
    /// A buffer as NumPy prints it.
    pub fn show(&self, name: &str) -> Option<String> {
        self.bound.find(name).map(|named| display::array(named.buffer.view()))
    }
}
