//! Loads and stores: what is known of their memory goes along, and some have a layout of their own.

use ir::build::IntoAttr as _;
use ir::{Field, Op};
use tileaa::Opcode as From;
use tileaa::ops::fields::{tiled_load, tiled_store};

use super::layouts::Seen;
use super::{Lower, Lowered};
use crate::layout::RegisterLayout;
use crate::ops::fields as to;
use crate::types::TileType;

impl Lower<'_> {
    /// An op that accesses memory, as the last one of the block.
    pub(super) fn copy_access(&mut self, op: Op) -> Lowered<()> {
        #[allow(clippy::wildcard_enum_match_arm, reason = "of other ops nothing is said")]
        match self.from.opcode(op) {
            From::TiledLoad => {
                self.tiled_load(op)?;
                self.say_reach(op, [to::tiled_load::contiguity, to::tiled_load::divisibility]);
            }
            From::TiledStore => {
                self.tiled_store(op)?;
                self.say_reach(op, [to::tiled_store::contiguity, to::tiled_store::divisibility]);
            }
            From::Load => {
                self.copy(op)?;
                self.say_reach(op, [to::load::contiguity, to::load::divisibility]);
            }
            From::Store => {
                self.copy(op)?;
                self.say_reach(op, [to::store::contiguity, to::store::divisibility]);
            }
            _ => self.copy(op)?,
        }
        Ok(())
    }

    /// What was loaded in a layout of its own, in that of its shape.
    pub(super) fn settle_loaded(&mut self, op: Op) {
        if self.from.opcode(op) == From::TiledLoad {
            let result = self.from.result(op, tiled_load::result);
            let settled = self.settle(self.value(result));
            self.bind(result, settled);
        }
    }

    /// The layout of an access, where that is not the one of its shape.
    fn own_layout(&self, op: Op) -> Option<RegisterLayout> {
        let (seen, shape) = Seen::of(self.from, &self.facts, op)?;
        self.layouts.of_access(&seen, &shape)
    }

    fn tiled_load(&mut self, op: Op) -> Lowered<()> {
        let Some(layout) = self.own_layout(op) else { return self.copy(op) };
        let result = self.from.result(op, tiled_load::result);
        let elem = self.from.ty(result).tile().expect("a tile is loaded").elem;
        let ty = self.tile_type(TileType::new(elem, layout));
        let new = self.copy_typed(op, &[ty]);
        let value = self.to.body.result(new, 0);
        self.bind(result, value);
        Ok(())
    }

    fn tiled_store(&mut self, op: Op) -> Lowered<()> {
        let Some(layout) = self.own_layout(op) else { return self.copy(op) };
        let value = self.operand(op, tiled_store::value);
        let value = self.convert(value, &layout);
        let new = self.copy_typed(op, &[]);
        self.to.body.operands_mut(new)[0] = value;
        Ok(())
    }

    /// Says what is known of the memory of the access that was made last.
    fn say_reach(&mut self, op: Op, [contiguity, divisibility]: [Field; 2]) {
        let (Some(reach), Some(new)) = (self.facts.reach(self.from, op), self.to.body.last_op(self.block))
        else {
            return;
        };
        if reach.contiguity.iter().all(|&elements| elements == 1) {
            return;
        }
        let elements: Vec<i64> = reach.contiguity.iter().map(|&elements| elements.into()).collect();
        let slot = elements.as_slice().into_attr(&mut self.to);
        self.to.set_attr(new, contiguity, slot);
        let slot = i64::try_from(reach.divisibility).unwrap_or(i64::MAX).into_attr(&mut self.to);
        self.to.set_attr(new, divisibility, slot);
    }
}
