//! Load rematerialisation: a row that several groups read lane for lane, such as the row of a softmax, need not be
//! copied into a tile. Each group reads it in memory, where the first one has brought it into the caches.
//!
//! That changes nothing if memory does not change in between, and is worth it if the rows of the tile are long and
//! contiguous in memory and nothing else needs the tile.

use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::ViewKind;
use ir::{Op, Value};

use super::class::{self, Class, Touch};
use super::facts::{Facts, Read, Root};
use super::groups::LONG_ROW;
use super::live;
use super::plan::{At, Item, MAX_NODES, Node, Plan};
use crate::rows::Codec;

/// Smaller tiles are copied sooner than a view is resolved again. Resolving a view takes about as long as copying a few
/// KiB.
const MIN_BYTES: u64 = 8 << 10;

/// Groups that read a tile again, at most. Each reads the row from the caches again, so with more of them one copy is
/// cheaper.
const MAX_READERS: usize = 3;

/// Repeats loads in the groups that read their tiles.
pub(super) fn repeat_loads(facts: &Facts<'_>, plan: &mut Plan) {
    let mut candidates: Vec<Candidate> = Vec::new();
    for (at, item) in (0..).zip(&plan.items) {
        if let Item::Group { nodes, len } = item {
            let loads = nodes.iter().filter_map(|node| long_rows(facts, node));
            candidates.extend(loads.map(|load| Candidate::new(facts, load, at, *len)));
        }
    }
    // Liveness is computed for the candidates only, and most programs have none.
    if candidates.is_empty() {
        return;
    }
    candidates.retain(|candidate| !plan.copies.contains(&candidate.tile));
    for at in 0..plan.items.len() as At {
        live::reads(facts, plan, at, |value| {
            if let Some(candidate) = candidates.iter_mut().find(|candidate| candidate.tile == value)
                && candidate.readers.last() != Some(&at)
            {
                candidate.readers.push(at);
            }
        });
    }
    for candidate in candidates {
        if candidate.can_be_repeated(facts, plan) {
            candidate.repeat(plan);
        }
    }
}

/// A load whose tile may need no place.
struct Candidate {
    load: Op,
    tile: Value,
    at: At,
    len: usize,
    /// Items that read the place of the tile.
    readers: Vec<At>,
}

/// The load of a node, if it is one through a view whose rows are long and contiguous in memory.
fn long_rows(facts: &Facts<'_>, node: &Node) -> Option<Op> {
    let &Node::Op(load) = node else { return None };
    let module = facts.module;
    if module.opcode(load) != Opcode::LoadViewTko || facts.touch(load) != Touch::Known {
        return None;
    }
    let tile = module.result(load, fields::load_view_tko::tile);
    let view = module.ty(module.operand(load, fields::load_view_tko::view)).as_view()?;
    if matches!(view.kind(), ViewKind::GatherScatter { .. }) {
        return None;
    }
    let last = view.rank().checked_sub(1)?;
    let run = view.tensor().strides()[view.tensor_dim(last)] == 1;
    let long = view.tile()[last] as usize >= LONG_ROW && facts.bytes(tile) >= MIN_BYTES;
    (run && long && Codec::of(facts.scalar(tile)) == Codec::Plain).then_some(load)
}

impl Candidate {
    fn new(facts: &Facts<'_>, load: Op, at: At, len: usize) -> Candidate {
        let tile = facts.module.result(load, fields::load_view_tko::tile);
        Candidate { load, tile, at, len, readers: Vec::new() }
    }

    fn can_be_repeated(&self, facts: &Facts<'_>, plan: &Plan) -> bool {
        let (Some(&last), true) = (self.readers.last(), self.readers.len() <= MAX_READERS) else {
            return false;
        };
        // Where the first reader stores in front, another item is in between.
        let quiet = |at: At| !changes_memory(facts, &plan.items[at as usize]) || at == last;
        (self.at..=last).all(quiet) && self.readers.iter().all(|&at| self.fits(facts, plan, at))
    }

    /// Whether a group reads the tile lane for lane, and may load it.
    fn fits(&self, facts: &Facts<'_>, plan: &Plan, at: At) -> bool {
        let Item::Group { len, nodes } = &plan.items[at as usize] else { return false };
        *len == self.len
            && nodes.len() < MAX_NODES
            && nodes.iter().all(|node| self.is_read_by_lanes(facts, node) && is_known(facts, node))
    }

    /// Whether a node reads the tile lane for lane, if at all.
    fn is_read_by_lanes(&self, facts: &Facts<'_>, node: &Node) -> bool {
        let by_lanes = |value: &Value| {
            let source = facts.source(*value);
            source.root != Root::Value(self.tile)
                || (source.map.len() == self.len && source.map.is_identity())
        };
        match *node {
            // Tiles that it reads as a whole are smaller.
            Node::Op(op) => facts.lane_operands(op).iter().all(by_lanes),
            Node::Fold(op) => facts.module.body.operands(op).iter().all(by_lanes),
            Node::Copy(value) => by_lanes(&value),
        }
    }

    fn repeat(self, plan: &mut Plan) {
        for at in self.readers {
            if let Item::Group { nodes, .. } = &mut plan.items[at as usize] {
                nodes.insert(0, Node::Op(self.load));
                plan.repeated.insert((self.tile, at));
            }
        }
    }
}

/// Whether it is known before the first lane which memory a node touches.
fn is_known(facts: &Facts<'_>, node: &Node) -> bool {
    match *node {
        Node::Op(op) => facts.touch(op) != Touch::Anywhere,
        Node::Copy(_) | Node::Fold(_) => true,
    }
}

/// Whether memory may have changed after an item, or the item has code of its own.
fn changes_memory(facts: &Facts<'_>, item: &Item) -> bool {
    match item {
        Item::Enter { .. } | Item::Leave(_) => true,
        Item::Op(op) => match Class::of(facts.module, *op) {
            Class::Fold | Class::Generate => !class::is_lanes_only(facts.module, *op),
            Class::Pure | Class::Checked => false,
            Class::Elementwise
            | Class::View
            | Class::Constant
            | Class::Iota
            | Class::Token
            | Class::Load
            | Class::Store
            | Class::Effect
            | Class::Region
            | Class::End
            | Class::Nothing => true,
        },
        Item::Group { nodes, .. } => nodes.iter().any(|node| match *node {
            Node::Op(op) => Class::of(facts.module, op) == Class::Store,
            Node::Copy(_) | Node::Fold(_) => false,
        }),
    }
}
