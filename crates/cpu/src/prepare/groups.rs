//! Fused groups: from planned nodes to code.

use cuda_tile::ops::{Opcode, fields};
use ir::{Op, Value};
use launch::EngineError;
use rustc_hash::FxHashMap;

use super::Emitter;
use super::class::{self, Class, Touch};
use super::facts::{Read, Root};
use super::folds;
use super::lanes::LanesBuilder;
use super::plan::Node;
use crate::frame::FrameSlot;
use crate::kernels::lane_size;
use crate::machine::MACHINE;
use crate::program::Kind;
use crate::steps::lanes::Target;

/// Lanes of a strip: as many as let the registers of a group stay in the first-level cache.
pub(super) fn strip_length(len: usize, bytes_per_lane: usize) -> usize {
    // Registers are used again when nothing reads them any more; few groups need more than this at a time.
    let bytes = bytes_per_lane.clamp(1, 96);
    let most = 1 << (MACHINE.strip_bytes() / bytes).ilog2();
    len.min(usize::clamp(most, 64, 1024))
}

/// Lanes of a strip at most in a group that stores: short strips let the processor write one while it reads the next.
const STORED: usize = 512;

/// Rows of at least this length are not joined to longer strips: a strip inside of a row is accessed in place.
pub(super) const LONG_ROW: usize = 256;

impl Emitter<'_, '_> {
    /// Emits a fused group.
    pub(super) fn group(&mut self, len: usize, nodes: &[Node]) -> Result<(), EngineError> {
        // A group of plain accesses alone is cheaper as single instructions, which move whole tiles.
        if let Some(ops) = self.plain_accesses(nodes) {
            return ops.into_iter().try_for_each(|op| self.op(op));
        }
        let strip = self.strip(len, nodes);
        let mut lanes = LanesBuilder::new(self.facts, self.isa, strip);
        let function = self.function;
        let place = |value| function.place_of(value).expect("what is read has a place");
        for (node, dead) in nodes.iter().zip(self.last_uses(nodes)) {
            match *node {
                Node::Op(op) => self.node(op, &mut lanes, place)?,
                Node::Copy(value) => lanes.copy(value, place(value), place),
                Node::Fold(op) => self.fold_strips(op, &mut lanes, place),
            }
            dead.into_iter().for_each(|value| lanes.release(value));
        }
        let op = match nodes[0] {
            Node::Op(op) | Node::Fold(op) => op,
            Node::Copy(value) => self.facts.module.body.def_op(value).expect("lenses are operations"),
        };
        let built = lanes.finish(0);
        self.scratch = self.scratch.max(built.scratch);
        self.push(op, Kind::Fused(Box::new(built.fused(strip, len / strip, self.isa))));
        Ok(())
    }

    fn node(
        &self,
        op: Op,
        lanes: &mut LanesBuilder<'_, '_>,
        place: impl Fn(Value) -> FrameSlot,
    ) -> Result<(), EngineError> {
        let module = self.facts.module;
        let tile = module.body.results(op).get(0).and_then(|value| self.place_of(value));
        if let Some(target) = self.pointer_tile(op).map(Target::Pointers) {
            let lane = class::lanes_of(module, op);
            match class::makes_lanes(module, op) {
                true => lanes.load(op, lane, tile, target),
                false => lanes.store(op, lane, target, place),
            }
            return Ok(());
        }
        #[allow(clippy::wildcard_enum_match_arm, reason = "everything else is element-wise")]
        match module.opcode(op) {
            Opcode::LoadViewTko => {
                let load = self.loaded_tile(op);
                let load = Target::View(Box::new(load.tile), load.padding);
                lanes.load(op, module.result(op, fields::load_view_tko::tile), tile, load);
            }
            Opcode::StoreViewTko => {
                let (value, to) = self.stored_tile(op);
                lanes.store(op, value, Target::View(Box::new(to), 0), place);
            }
            Opcode::LoadPtrTko => {
                use fields::load_ptr_tko as f;
                let source = module.operand(op, f::source);
                let operands =
                    [Some(source), module.operand_opt(op, f::mask), module.operand_opt(op, f::paddingValue)];
                let loaded = Some((module.result(op, f::result), tile));
                lanes.pointers((op, self.facts.pointee(source)), operands, loaded, place);
            }
            Opcode::StorePtrTko => {
                use fields::store_ptr_tko as f;
                let destination = module.operand(op, f::destination);
                let value = module.operand(op, f::value);
                let operands = [Some(destination), module.operand_opt(op, f::mask), Some(value)];
                lanes.pointers((op, self.facts.pointee(destination)), operands, None, place);
            }
            _ => lanes.op(op, tile, place)?,
        }
        Ok(())
    }

    /// Operations of a group that only accesses whole tiles.
    fn plain_accesses(&self, nodes: &[Node]) -> Option<Vec<Op>> {
        let plain = |node: &Node| match *node {
            Node::Op(op) => match Class::of(self.facts.module, op) {
                Class::Load => self.has_homes(op).then_some(op),
                // A store next to other accesses may touch what they read, which only the strips of a group compare.
                Class::Store => (nodes.len() == 1 && self.has_homes(op)).then_some(op),
                Class::Elementwise
                | Class::View
                | Class::Constant
                | Class::Iota
                | Class::Token
                | Class::Pure
                | Class::Checked
                | Class::Effect
                | Class::Fold
                | Class::Generate
                | Class::Region
                | Class::End
                | Class::Nothing => None,
            },
            Node::Copy(_) | Node::Fold(_) => None,
        };
        nodes.iter().map(plain).collect()
    }

    /// Whether all operands and results of an access are each stored contiguously.
    fn has_homes(&self, op: Op) -> bool {
        let lies = |value: Value| {
            let source = self.facts.source(value);
            match source.root {
                Root::Value(root) => source.map.is_identity() && self.place_of(root).is_some(),
                Root::Constant(_) => source.map.is_identity(),
                Root::Iota => false,
            }
        };
        let result = self.facts.module.body.results(op).get(0).filter(|&value| self.facts.is_tile(value));
        self.facts.lane_operands(op).iter().all(|&value| lies(value))
            && result.is_none_or(|value| self.place_of(value).is_some())
    }

    fn strip(&self, len: usize, nodes: &[Node]) -> usize {
        let lanes_of = |node: &Node| match *node {
            Node::Op(op) => class::lanes_of(self.facts.module, op),
            Node::Copy(value) => value,
            Node::Fold(op) => self.facts.module.body.operands(op)[0],
        };
        let bytes = nodes.iter().map(|node| lane_size(self.facts.scalar(lanes_of(node)))).sum();
        let rows = nodes.iter().filter_map(|node| match *node {
            Node::Op(op) if self.facts.touch(op) == Touch::Known => {
                self.facts.tile_type(lanes_of(node)).shape().last().map(|&row| row as usize)
            }
            Node::Op(_) | Node::Copy(_) => None,
            Node::Fold(op) => Some(folds::lines(self.facts, op).len),
        });
        // A strip within a row stays contiguous in memory and needs no copy.
        let long = rows.filter(|&row| row >= LONG_ROW).min();
        let stores = nodes.iter().any(|node| match *node {
            Node::Op(op) => Class::of(self.facts.module, op) == Class::Store,
            Node::Copy(_) | Node::Fold(_) => false,
        });
        let most = if stores { STORED } else { len };
        strip_length(len, bytes).min(long.unwrap_or(len)).min(most)
    }

    /// For each node, the values of the group that nothing in it reads any more.
    fn last_uses(&self, nodes: &[Node]) -> Vec<Vec<Value>> {
        let mut last = FxHashMap::default();
        let mut order = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            let (op, operands) = match *node {
                Node::Op(op) => (op, self.facts.lane_operands(op)),
                Node::Fold(op) => (op, self.facts.module.body.operands(op).into()),
                Node::Copy(_) => continue,
            };
            for operand in operands {
                if let Root::Value(root) = self.facts.source(operand).root {
                    last.insert(root, index);
                }
            }
            if matches!(node, Node::Op(_)) && class::makes_lanes(self.facts.module, op) {
                let result = self.facts.module.body.result(op, 0);
                last.insert(result, index);
                order.push(result);
            }
        }
        let mut dead = vec![Vec::new(); nodes.len()];
        // In the order of definition and not of the hash map, so that programs are the same every time.
        for value in order {
            dead[last[&value]].push(value);
        }
        dead
    }
}
