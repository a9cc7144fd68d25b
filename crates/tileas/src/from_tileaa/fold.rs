//! Reductions and scans.

use ir::{Op, TypeId, Value};
use tileaa::Opcode as From;
use tileaa::ops::fields as from;

use super::{Lower, Lowered};
use crate::types::TileType;

impl Lower<'_> {
    /// `reduce` or `scan`: threads that took part hold the result, which is then put into the layout of its shape.
    pub(super) fn fold(&mut self, op: Op) -> Lowered<()> {
        let reduces = self.from.opcode(op) == From::Reduce;
        let dim = self.from.int(op, if reduces { from::reduce::dim } else { from::scan::dim }).unwrap_or(0)
            as usize;
        let results: Vec<Value> = self.from.body.results(op).iter().collect();
        let operands = self.values(self.from.body.operands(op));
        let layout = self.tile(operands[0]).layout.clone();
        let folded = if reduces { layout.reduce(dim) } else { layout.clone() };
        let types: Vec<TypeId> = results
            .iter()
            .map(|&value| {
                let elem = self.from.ty(value).tile().expect("a tile").elem;
                let single = folded.shape().rank() == 0;
                self.tile_type(if single {
                    TileType::single(elem)
                } else {
                    TileType::new(elem, folded.clone())
                })
            })
            .collect();
        let new = self.copy_in(op, &types, Some(&layout));
        let old = self.from.body.region_blocks(self.from.body.region(op, 0))[0];
        let block = self.to.body.region_blocks(self.to.body.region(new, 0))[0];
        let arguments = self.argument_types(old);
        self.to.body.set_block_args(block, &arguments);
        self.bind_arguments(old, block, 0);
        let outer = std::mem::replace(&mut self.block, block);
        let lowered = self.ops(old);
        self.block = outer;
        lowered?;
        for (index, old) in results.into_iter().enumerate() {
            let value = self.to.body.result(new, index);
            self.bind_settled(old, value);
        }
        Ok(())
    }
}
