//! Loads and stores: what is known of their memory goes along, and some have a layout of their own.

use ir::build::IntoAttr as _;
use ir::{Field, Op, TypeId, Value};
use tileaa::Opcode as From;
use tileaa::ops::fields::{tiled_atomic_red, tiled_load, tiled_store};

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
                self.by_addresses(op);
                self.say_reach(op, [to::load::contiguity, to::load::divisibility]);
            }
            From::Store => {
                self.by_addresses(op);
                self.say_reach(op, [to::store::contiguity, to::store::divisibility]);
            }
            From::AtomicRmw | From::AtomicCas => self.by_addresses(op),
            From::TiledAtomicRed => {
                let value = self.operand(op, tiled_atomic_red::value);
                let layout = self.layouts.of_shape(self.tile(value).shape());
                self.copy_in(op, &[], Some(&layout));
            }
            _ => self.copy(op)?,
        }
        Ok(())
    }

    /// What was loaded in a layout of its own, in that of its shape.
    pub(super) fn settle_loaded(&mut self, op: Op) {
        let is_read =
            matches!(self.from.opcode(op), From::TiledLoad | From::Load | From::AtomicRmw | From::AtomicCas);
        if is_read {
            let result = self.from.body.result(op, 0);
            self.bind_settled(result, self.value(result));
        }
    }

    /// An access through addresses, in the layout that these have.
    fn by_addresses(&mut self, op: Op) {
        let addresses = self.value(self.from.body.operands(op)[0]);
        let layout = self.tile(addresses).layout.clone();
        let results: Vec<Value> = self.from.body.results(op).iter().collect();
        let elem = results.iter().find_map(|&value| self.from.ty(value).tile()).map(|tile| tile.elem);
        let types: Vec<TypeId> =
            elem.into_iter().map(|elem| self.tile_type(TileType::new(elem, layout.clone()))).collect();
        let new = self.copy_in(op, &types, Some(&layout));
        if let Some(value) = self.to.body.results(new).get(0) {
            self.bind(results[0], value);
        }
    }

    /// The layout of an access, where that is not the one of its shape.
    fn own_layout(&self, op: Op) -> Option<RegisterLayout> {
        let (seen, shape) = Seen::of(self.from, &self.facts, op)?;
        self.layouts.of_access(&seen, &shape)
    }

    fn tiled_load(&mut self, op: Op) -> Lowered<()> {
        let result = self.from.result(op, tiled_load::result);
        let layout = self.own_layout(op).unwrap_or_else(|| self.layout_of_shape(result));
        let elem = self.from.ty(result).tile().expect("a tile is loaded").elem;
        let ty = self.tile_type(TileType::new(elem, layout));
        let new = self.copy_typed(op, &[ty]);
        let value = self.to.body.result(new, 0);
        self.bind(result, value);
        Ok(())
    }

    fn tiled_store(&mut self, op: Op) -> Lowered<()> {
        let old = self.from.operand(op, tiled_store::value);
        let layout = if self.fills_sectors(op, old) {
            self.tile(self.value(old)).layout.clone()
        } else {
            self.own_layout(op).unwrap_or_else(|| self.layout_of_shape(old))
        };
        self.copy_in(op, &[], Some(&layout));
        Ok(())
    }

    /// Sums of 32 bits fill whole sectors of rows in memory as they are in their fragments: two elements in each of four lanes.
    fn fills_sectors(&self, op: Op, value: Value) -> bool {
        let tile = self.from.ty(value).tile().expect("a tile is stored");
        let along = self.facts.reach(self.from, op).and_then(|reach| reach.along);
        let wide = tile.elem.scalar().is_some_and(|scalar| scalar.storage_bits() >= 32);
        wide && along == Some(tile.shape.len() - 1) && self.classes.is_sum(self.from, value)
    }

    fn layout_of_shape(&self, value: Value) -> RegisterLayout {
        let tile = self.from.ty(value).tile().expect("a tile");
        self.layouts.of_shape(&tile.shape)
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
