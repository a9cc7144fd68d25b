//! Watched values of a running program.

use std::sync::Mutex;

use launch::BlockId;

use crate::context::Context;
use crate::steps::output::PrintArg;

/// Shows a value.
#[derive(Debug)]
pub(crate) struct Watch {
    /// Which of the watched values it is.
    pub(crate) number: usize,
    pub(crate) value: PrintArg,
}

impl Watch {
    pub(crate) fn run(&self, ctx: &Context<'_>) {
        ctx.sink.see(ctx.block, self.number, &|| self.value.bits(ctx));
    }
}

/// Values that were recorded in one tile block.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) block: BlockId,
    /// Raw bits of the elements of each watched value, as they were computed last.
    pub(crate) values: Mutex<Vec<Option<Vec<u64>>>>,
}
