//! Output of tile blocks.

use launch::BlockId;

/// Takes what a tile block prints.
pub(crate) trait Sink {
    /// Whether a tile block may print now; if not, it has to wait for earlier ones.
    fn takes(&self, block: BlockId) -> bool;

    /// Takes a text of a tile block.
    fn print(&self, block: BlockId, text: String);

    /// A tile block computed a watched value; `bits` returns its raw bits.
    fn see(&self, block: BlockId, number: usize, bits: &dyn Fn() -> Vec<u64>);
}
