//! The rewrite of the agent that multiplies, as the modules share it: `consumer` walks its blocks, `sums`, `feed` and
//! `exchange` take sums from tensor memory, and `written` writes right factors.

use ir::Op;

use super::{Handover, Nest, Rewrite, SumLoop};

/// The agent whose products are made to read stages.
pub(super) struct Read<'a, 'm> {
    pub(super) rewriter: &'a mut Rewrite<'m>,
    pub(super) handovers: &'a [Handover],
    pub(super) nest: &'a Nest,
    /// The operands of which fragments are loaded once, before the loop of their products.
    pub(super) kept: &'a [usize],
    pub(super) loops: &'a [SumLoop],
    /// The stages that this agent writes itself.
    pub(super) written: &'a [Own],
    /// The pipelines that each loop around carries the iterators of.
    pub(super) around: Vec<Vec<usize>>,
}

/// A stage that the agent which multiplies writes and reads. Its pipeline is there twice, with an iterator for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own {
    pub(super) dot: Op,
    /// The numbers of the pipeline.
    pub(super) write: usize,
    pub(super) read: usize,
}
