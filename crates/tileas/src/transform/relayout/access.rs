//! Layouts of memory accesses.

use ir::{Op, Value};

use super::Relayout;
use crate::layout::RegisterLayout;
use crate::ops::fields;

impl Relayout<'_, '_> {
    /// An access through addresses uses the layout of the addresses.
    pub(super) fn by_addresses(&mut self, op: Op) {
        let layout = self.tile(self.module.body.operands(op)[0]).layout.clone();
        self.convert_operands(op, &layout);
        if let Some(result) = self.module.body.results(op).get(0).filter(|&value| self.is_tile(value)) {
            self.set_layout(result, layout);
            self.settle(op, result);
        }
    }

    pub(super) fn tiled_load(&mut self, op: Op) {
        let result = self.module.result(op, fields::tiled_load::result);
        let layout = self.access_layout(op, result);
        self.set_layout(result, layout.clone());
        self.align_picks(op, result, &layout);
        self.settle(op, result);
    }

    pub(super) fn tiled_store(&mut self, op: Op) {
        let value = self.module.operand(op, fields::tiled_store::value);
        self.tiled_write(op, value);
    }

    pub(super) fn tiled_atomic_red(&mut self, op: Op) {
        let value = self.module.operand(op, fields::tiled_atomic_red::value);
        self.tiled_write(op, value);
    }

    fn tiled_write(&mut self, op: Op, value: Value) {
        let layout = self.access_layout(op, value);
        self.convert_operands(op, &layout);
        let value = self.module.body.operands(op)[0];
        self.align_picks(op, value, &layout);
    }

    fn access_layout(&self, op: Op, value: Value) -> RegisterLayout {
        self.assignment.accesses.get(&op).cloned().unwrap_or_else(|| self.layout_of_shape(value))
    }

    /// Coordinates of a gather are held by the threads that hold their elements: in the tile's layout without its
    /// other dimensions.
    fn align_picks(&mut self, op: Op, accessed: Value, layout: &RegisterLayout) {
        for at in 0..self.module.body.operands(op).len() {
            let value = self.module.body.operands(op)[at];
            let Some([length]) = self.module.ty(value).tile().map(|tile| tile.shape()) else { continue };
            if value == accessed {
                continue;
            }
            let length = *length;
            let mut dims = 0..layout.shape().rank();
            let Some(dim) = dims.find(|&dim| self.picks_along(op, dim, length)) else { continue };
            let mut wanted = layout.clone();
            for other in (0..layout.shape().rank()).rev().filter(|&other| other != dim) {
                wanted = wanted.project(other);
            }
            self.convert_operand(op, at, &wanted);
        }
    }

    /// Whether an op gathers along a dimension of its tiles.
    fn picks_along(&self, op: Op, dim: usize, length: u32) -> bool {
        let operands = self.module.body.operands(op).iter();
        let mut tiles = operands.filter_map(|&value| self.module.ty(value).block_tile());
        tiles.any(|tiles| tiles.gather == Some(dim as u32) && tiles.tile[dim] == length)
    }
}
