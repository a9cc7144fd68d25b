//! Matrix products.

use cuda_tile::attrs::Signedness;
use cuda_tile::ops::{Opcode, fields};
use ir::{Op, Value};
use launch::EngineError;

use super::Emitter;
use super::class::Class;
use super::facts::{Read, Root};
use super::in_place;
use super::lanes::LoadedTile;
use super::live::operand_home;
use super::plan::{Item, Node, block_of};
use super::steps::strides;
use crate::context::panel_cache::Slots;
use crate::frame::{Base, FrameSlot};
use crate::kernels::lane_size;
use crate::map::row_major;
use crate::mma::{Factors, Mma, Product};
use crate::program::Kind;
use crate::steps::matrix::{Matrix, Multiply, Pointed, Repeat, Tile, Viewed};

impl Emitter<'_, '_> {
    pub(super) fn multiply(&mut self, op: Op) -> Result<Kind, EngineError> {
        let operands = self.facts.module.body.operands(op);
        let (lhs, rhs, acc) = (operands[0], operands[1], operands[2]);
        let (factors, scales) = self.factors(op);
        let extent = |value: Value, from_end: usize| {
            let shape = self.facts.tile_type(value).shape();
            shape.len().checked_sub(from_end).map_or(1, |dim| shape[dim] as usize)
        };
        let product = Product {
            batches: extent(lhs, 3),
            m: extent(lhs, 2),
            n: extent(rhs, 1),
            k: extent(lhs, 1),
            factors,
        };
        let result = self.facts.module.body.result(op, 0);
        let repeat = self.repeat(op);
        let mma = Mma::select(self.isa, product, repeat.is_some());
        let mut scratch = mma.scratch_bytes() as u64;
        let most = mma.most() as u64;
        let slots = self.slots(rhs, &mma, &product);
        let multiply = Multiply {
            k: product.k,
            lhs: self.matrix(op, lhs, most, &mut scratch)?,
            rhs: self.matrix(op, rhs, most, &mut scratch)?,
            scales: scales.map(|scales| scales.map(|scale| self.tile(scale))),
            repeat: repeat.filter(|_| mma.most() > 1),
            slots,
            mma,
            // An accumulator of zeros is not read: the product overwrites.
            acc: (self.facts.splat(acc) != Some(0)).then(|| self.home(acc)),
            out: self.out(result),
            bytes: self.facts.bytes(result) as usize,
            scratch: FrameSlot { base: Base::Scratch, offset: 0 },
        };
        self.scratch = self.scratch.max(scratch);
        Ok(Kind::Multiply(Box::new(multiply)))
    }

    /// Where panels of the right side of a product are kept from block to block.
    fn slots(&mut self, rhs: Value, mma: &Mma, product: &Product) -> Option<Slots> {
        let (_, load) = self.direct(rhs)?;
        let bytes = mma.panel_bytes()?;
        let operations = product.m * product.n * product.k;
        self.panel_plan.as_mut()?.slots(self.facts, load, bytes, operations)
    }

    fn factors(&self, op: Op) -> (Factors, Option<[Value; 2]>) {
        let module = self.facts.module;
        let signed = |field| module.attr(op, field).as_small() == Some(Signedness::Signed as u32);
        let elem = self.facts.scalar(module.body.operands(op)[0]);
        #[allow(clippy::wildcard_enum_match_arm, reason = "the three products")]
        match module.opcode(op) {
            Opcode::MmaI => {
                let (lhs, rhs) = (fields::mmai::signedness_lhs, fields::mmai::signedness_rhs);
                (Factors::Int { lhs_signed: signed(lhs), rhs_signed: signed(rhs) }, None)
            }
            Opcode::MmaFScaled => {
                let scales = [fields::mmaf_scaled::lhs_scale, fields::mmaf_scaled::rhs_scale];
                let [lhs, rhs] = scales.map(|field| module.operand(op, field));
                let scale_k = self.facts.tile_type(lhs).shape().last().map_or(1, |&extent| extent as usize);
                let scale = self.facts.scalar(lhs);
                (Factors::Scaled { elem, scale, scale_k }, Some([lhs, rhs]))
            }
            _ => (Factors::Float { elem, acc: self.facts.scalar(module.body.result(op, 0)) }, None),
        }
    }

    fn tile(&self, value: Value) -> Tile {
        let shape = self.facts.tile_type(value).shape();
        let source = self.facts.source(value);
        let seen = match source.root {
            Root::Value(root) => self.place_of(root),
            Root::Constant(place) => Some(place),
            Root::Iota => None,
        };
        let strided = strides(&source.map, shape).filter(|_| !self.plan.copies.contains(&value));
        let (place, strides) = strided
            .and_then(|strides| Some((seen?, strides)))
            .unwrap_or_else(|| (self.home(value), row_major(shape)));
        let from_end = |n: usize| shape.len().checked_sub(n).map_or(0, |dim| strides[dim]);
        Tile { place, batch: from_end(3), row: from_end(2), column: from_end(1) }
    }

    /// The tile, read in place, that an operand comes from, and the op that loads it.
    fn direct(&self, operand: Value) -> Option<(Value, Op)> {
        let tile =
            operand_home(self.facts, self.plan, operand).filter(|tile| self.plan.direct.contains(tile))?;
        Some((tile, self.facts.module.body.def_op(tile)?))
    }

    /// An operand, with room after `scratch` to copy it if it is read in place: as many tiles as are taken at a time.
    pub(super) fn matrix(
        &self,
        op: Op,
        operand: Value,
        most: u64,
        scratch: &mut u64,
    ) -> Result<Matrix, EngineError> {
        let Some((tile, load)) = self.direct(operand) else { return Ok(Matrix::Tile(self.tile(operand))) };
        let offset = u32::try_from(*scratch).map_err(|_| super::too_large())?;
        let bytes = self.facts.len(tile) as u64 * lane_size(self.facts.scalar(tile)) as u64;
        *scratch += (bytes * most).next_multiple_of(crate::frame::ALIGN as u64);
        let copy = FrameSlot { base: Base::Scratch, offset };
        let dims = in_place::dims(self.facts, operand).expect("what is read where it lies has strides");
        if let Some(pointers) = self.pointer_tile(load) {
            let steps = row_major(self.facts.tile_type(tile).shape());
            let steps = dims.map(|dim| dim.map(|dim| steps[dim]));
            return Ok(Matrix::Pointed(Box::new(Pointed { op: load, tile: pointers, steps, copy })));
        }
        let LoadedTile { tile: view_tile, padding } = self.loaded_tile(load);
        Ok(Matrix::Viewed(Box::new(Viewed {
            op: load,
            tile: view_tile,
            padding,
            dims,
            counted: self.counter(op).and_then(|counter| in_place::counted(self.facts, load, counter)),
            copy,
        })))
    }

    /// The `for` whose body contains an operation.
    fn around(&self, op: Op) -> Option<Op> {
        let owner = self.facts.module.body.parent_op(op)?;
        (self.facts.module.opcode(owner) == Opcode::For).then_some(owner)
    }

    /// The induction variable of the `for` whose body contains an operation.
    fn counter(&self, op: Op) -> Option<Value> {
        self.facts.module.body.block_args(block_of(self.facts, self.around(op)?, 0)).get(0)
    }

    /// The `for` that only computes this product and its indices: it loads both operands, each the next tile along k,
    /// and carries only the accumulator.
    fn repeat(&self, op: Op) -> Option<Repeat> {
        let module = self.facts.module;
        let owner = self.around(op)?;
        let at = self.plan.made[module.body.result(op, 0)] as usize;
        let (before, behind) = self.plan.items.split_at(at);
        // Ops that compute indices may be between the head of the loop and the product: several iterations at a time
        // find their tiles from the counter alone.
        let begins = before.iter().rev().find(|item| !self.computes_lanes(item));
        let begins = matches!(begins, Some(Item::Enter { op, .. }) if *op == owner);
        let ends = matches!(behind.get(1), Some(Item::Op(op)) if module.opcode(*op) == Opcode::Continue);
        let counter = self.counter(op)?;
        (begins && ends && self.carries_only_sum(op, owner) && self.continues(op, owner, counter)).then(
            || Repeat {
                iv: self.home(counter),
                upper: self.home(module.operand(owner, fields::for_::upperBound)),
                step: self.home(module.operand(owner, fields::for_::step)),
                scalar: self.facts.scalar(counter),
                unsigned: module.flag(owner, fields::for_::unsignedCmp),
            },
        )
    }

    /// Whether an item only computes values, such as an index.
    fn computes_lanes(&self, item: &Item) -> bool {
        let computes = |node: &Node| match *node {
            Node::Op(op) => Class::of(self.facts.module, op) == Class::Elementwise,
            Node::Copy(_) | Node::Fold(_) => false,
        };
        match item {
            Item::Group { nodes, .. } => nodes.iter().all(computes),
            Item::Op(_) | Item::Enter { .. } | Item::Leave(_) => false,
        }
    }

    /// Whether the sum that a product adds to is all that a loop hands from an iteration to the next.
    fn carries_only_sum(&self, op: Op, owner: Op) -> bool {
        let body = &self.facts.module.body;
        let args = body.block_args(block_of(self.facts, owner, 0));
        let end = body.block_ops(block_of(self.facts, owner, 0)).last();
        let handed = end.map_or(&[][..], |end| body.operands(end));
        let mut carried =
            args.iter().skip(1).zip(handed).filter(|(argument, _)| self.facts.bytes(*argument) > 0);
        let home = |value| operand_home(self.facts, self.plan, value);
        let (Some((sum, &next)), None) = (carried.next(), carried.next()) else { return false };
        home(body.operands(op)[2]) == Some(sum) && home(next) == Some(body.result(op, 0))
    }

    /// Whether both operands of a product are tiles of views that the counter moves along k, and nothing moves
    /// otherwise.
    fn continues(&self, op: Op, owner: Op, counter: Value) -> bool {
        let operands = self.facts.module.body.operands(op);
        // Columns of lhs, rows of rhs.
        [(operands[0], 2), (operands[1], 1)].into_iter().all(|(operand, along_k)| {
            let dim = in_place::dims(self.facts, operand).and_then(|dims| dims[along_k]);
            let counted = self.direct(operand).and_then(|(_, load)| {
                let dim = in_place::counted(self.facts, load, counter)?;
                in_place::stays_beside(self.facts, load, owner, dim).then_some(dim)
            });
            dim.is_some() && dim == counted
        })
    }
}
