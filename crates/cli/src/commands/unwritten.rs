//! A note on a grid that is too small: the end of a result is as it was before the run.

use diag::{Diagnostic, Severity};
use launch::arg::Bound;
use launch::{Buffer, Grid};
use tilewright::CudaTile;
use tilewright::cuda_tile::ops::Opcode;
use tilewright::driver::codes;
use tilewright::ir::Module;
use tilewright::ir::walk::preorder;

/// Bytes of a result that are kept to be compared; larger ones are not looked at.
const MAX_BYTES: usize = 16 << 20;

/// Results as they were before a run.
pub(super) struct Before(Vec<(usize, Buffer)>);

impl Before {
    /// Keeps the buffers that a program may write, if it does different things in different tile blocks.
    pub(super) fn new(module: &Module<CudaTile>, bound: &Bound, outputs: &[usize]) -> Before {
        let mut ops = preorder(&module.body, module.root).map(|op| module.opcode(op));
        if !ops.any(|opcode| opcode == Opcode::GetTileBlockId) {
            return Before(Vec::new());
        }
        let small = outputs.iter().filter(|&&number| bound.buffers[number].buffer.bytes().len() <= MAX_BYTES);
        Before(small.map(|&number| (number, bound.buffers[number].buffer.clone())).collect())
    }

    /// One note for each result of which a grid of one axis has changed the first half at most, and nothing beyond.
    pub(super) fn notes(&self, bound: &Bound, grid: Grid) -> Vec<Diagnostic> {
        let [blocks, y, z] = grid.axes();
        if y != 1 || z != 1 {
            return Vec::new();
        }
        let note = |(number, before): &(usize, Buffer)| {
            let after = &bound.buffers[*number];
            let (all, written) = (after.buffer.view().len(), written(before, &after.buffer));
            if written == 0 || written > all / 2 {
                return None;
            }
            let name = after.name.as_deref().unwrap_or("a result");
            let enough = (all as u64 * u64::from(blocks)).div_ceil(written as u64);
            let ran = if blocks == 1 { "1 tile block".to_owned() } else { format!("{blocks} tile blocks") };
            let message = format!("{ran} changed nothing of `{name}` after element {written} of {all}");
            Some(
                Diagnostic::new(Severity::Note, codes::UNWRITTEN, message)
                    .help(format!("if the others do the same work, `--grid {enough}` reaches its end")),
            )
        };
        self.0.iter().filter_map(note).collect()
    }
}

/// The number of elements up to the last one that a run has changed.
fn written(before: &Buffer, after: &Buffer) -> usize {
    let (before, after) = (before.view(), after.view());
    (0..after.len()).rev().find(|&index| before.get(index) != after.get(index)).map_or(0, |last| last + 1)
}
