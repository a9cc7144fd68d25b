//! What a product in blocks reads: the operands of a batch, and the part of them along k that a block takes.

use super::CachedPanel;
use super::panel::Matrix;
use super::prefetch::OperandPrefetcher;

/// The operands of one batch, as bytes; both with k as rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inputs {
    /// Elements along k.
    pub(super) k: usize,
    pub(super) lhs: Matrix,
    pub(super) rhs: Matrix,
    pub(super) scales: Option<[Matrix; 2]>,
    /// See [`super::Operands::kept`].
    pub(super) kept: Option<CachedPanel>,
    /// The sums are zero before, whatever is there; only where [`super::plan::Plan::starts_from_zero`].
    pub(super) overwrite: bool,
    pub(super) prefetcher: OperandPrefetcher,
}

/// Elements along k of a block: the first one and how many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    pub(super) first: usize,
    pub(super) count: usize,
}

impl Depth {
    /// All of them, `most` at a time.
    pub(super) fn blocks(self, most: usize) -> impl Iterator<Item = Depth> {
        let Depth { first, count } = self;
        (0..count).step_by(most).map(move |done| Depth { first: first + done, count: most.min(count - done) })
    }
}
