//! Results of a run: buffers, shown values, counters.

use launch::arg::Bound;
use launch::display;

use crate::counted::Counted;

/// The results of a run.
#[derive(Debug)]
pub struct Results {
    /// The buffers, by name.
    pub bound: Bound,
    /// The total steps of all blocks.
    pub steps: u64,
    /// The requested values, as text, in the order of the request; `None`: never computed in that block.
    pub shown: Vec<Option<String>>,
    /// The output of the program, if the caller collects it.
    pub printed: String,
    /// The counters of its threads, if they were requested.
    pub counted: Option<Counted>,
}

impl Results {
    /// A buffer as NumPy prints it.
    pub fn show(&self, name: &str) -> Option<String> {
        self.bound.find(name).map(|named| display::array(named.buffer.view()))
    }
}
