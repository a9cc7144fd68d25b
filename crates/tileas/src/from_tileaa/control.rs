//! Loops and branches: the same ops, without tokens among what they carry.

use ir::{Block, Field, Op, TypeId, Value};
use tileaa::Opcode as From;

use super::{Lower, Lowered};
use crate::ops::Opcode;

impl Lower<'_> {
    /// `for`, `loop` or `if` with everything in it.
    pub(super) fn control(&mut self, op: Op) -> Lowered<()> {
        let results: Vec<Value> = self.from.body.results(op).iter().collect();
        let types: Vec<TypeId> = results.iter().filter_map(|&value| self.type_of(value)).collect();
        let new = self.copy_typed(op, &types);
        let is_loop = self.from.opcode(op) != From::If;
        let before = self.order.enter(self.from, op, is_loop);
        for index in 0..self.from.body.regions(op).len() {
            let Some(old) = self.region_block(op, index) else { continue };
            self.order.begin_region(before);
            self.region(old, new, index)?;
        }
        self.order.leave(self.from, op, before);
        let new: Vec<Value> = self.to.body.results(new).iter().collect();
        let old = results.into_iter().filter(|&value| *self.from.ty(value) != tileaa::Type::Token);
        old.zip(new).for_each(|(old, new)| self.bind(old, new));
        Ok(())
    }

    fn region_block(&self, op: Op, index: usize) -> Option<Block> {
        self.from.body.region_blocks(self.from.body.region(op, index)).first().copied()
    }

    /// The ops of a block, into the region of the new op.
    fn region(&mut self, old: Block, new: Op, index: usize) -> Lowered<()> {
        let types = self.argument_types(old);
        let region = self.to.body.region(new, index);
        let block = match self.to.body.region_blocks(region).first() {
            Some(&block) => {
                self.to.body.set_block_args(block, &types);
                block
            }
            None => self.to.body.create_block(region, &types),
        };
        self.bind_arguments(old, block, 0);
        let outer = std::mem::replace(&mut self.block, block);
        let lowered = self.ops(old);
        self.block = outer;
        lowered
    }

    /// `yield`, `continue` or `break` with what it carries on.
    pub(super) fn jump(&mut self, op: Op) -> Lowered<()> {
        let jumps =
            [(From::Yield, Opcode::Yield), (From::Continue, Opcode::Continue), (From::Break, Opcode::Break)];
        let (_, opcode) = jumps[jumps.iter().position(|(old, _)| *old == self.from.opcode(op)).unwrap_or(0)];
        let operands: Vec<Value> = self.from.body.operands(op).to_vec();
        let values: Vec<Value> = (operands.into_iter().enumerate())
            .filter_map(|(index, old)| self.value_for(op, index, old, None))
            .collect();
        let mut builder = self.builder();
        let mut draft = builder.draft(opcode as u16);
        draft.operand(Field::Operand(0), values);
        draft.finish();
        Ok(())
    }
}
