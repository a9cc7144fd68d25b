//! Which products may keep panels from one tile block to the next ([`crate::context::panel_cache`]), and in which order blocks
//! then run.
//!
//! Two blocks that touch the same memory, one of them writing, have to synchronise, or the program is undefined. So
//! where an entry does not synchronise, what a block reads with a weak load before it writes anything is the same in
//! all blocks.

use cuda_tile::ops::{Opcode, fields};
use ir::{Op, Value, ValueDef, walk};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::class::Class;
use super::facts::Facts;
use super::plan::block_of;
use crate::context::panel_cache::{PanelCapacity, Slots};
use crate::program::Axes;

/// Panels that the products of an entry keep.
pub(super) struct PanelPlan {
    loads: FxHashSet<Op>,
    pub(super) room: PanelCapacity,
    pub(super) order: Option<Axes>,
    /// Operations of the product that the order is for.
    most: usize,
}

impl PanelPlan {
    /// Nothing yet.
    pub(super) fn new(facts: &Facts<'_>, entry: Op) -> PanelPlan {
        PanelPlan { loads: steady_loads(facts, entry), room: PanelCapacity::default(), order: None, most: 0 }
    }

    /// Slots for the panels of a product whose right side `load` loads: `bytes` for a panel, which serves `operations`
    /// operations.
    pub(super) fn slots(
        &mut self,
        facts: &Facts<'_>,
        load: Op,
        bytes: usize,
        operations: usize,
    ) -> Option<Slots> {
        let told_apart = axes(facts, facts.module.body.operands(load));
        // A panel that no neighbour needs would only push others out of the cache.
        let alone = matches!(told_apart, Some([true, true, _]));
        let slots = (!alone && self.loads.contains(&load)).then(|| self.room.slots(bytes))??;
        if operations > self.most {
            (self.most, self.order) = (operations, told_apart.and_then(order));
        }
        Some(slots)
    }
}

/// The weak loads whose memory is the same for the whole launch.
fn steady_loads(facts: &Facts<'_>, entry: Op) -> FxHashSet<Op> {
    let body = &facts.module.body;
    let mut loads = FxHashSet::default();
    let mut ops = walk::preorder(body, entry).skip(1).filter(|&op| facts.is_live(op));
    // Loads before the first store see the memory of the launch's beginning, unless a loop around both repeats them.
    let first_store = ops.by_ref().find(|&op| match Class::of(facts.module, op) {
        Class::Load => {
            loads.insert(op);
            false
        }
        Class::Store | Class::Effect => true,
        Class::Elementwise
        | Class::View
        | Class::Constant
        | Class::Iota
        | Class::Token
        | Class::Pure
        | Class::Checked
        | Class::Fold
        | Class::Generate
        | Class::Region
        | Class::End
        | Class::Nothing => false,
    });
    let quiet = |op: Op| Class::of(facts.module, op) != Class::Effect;
    if !first_store.is_none_or(quiet) || !ops.all(quiet) {
        // Code that synchronises may wait for another block's store.
        loads.clear();
    }
    if let Some(store) = first_store {
        let around: SmallVec<[Op; 8]> = loops_around(facts, store).collect();
        loads.retain(|&load| loops_around(facts, load).all(|owner| !around.contains(&owner)));
    }
    loads
}

/// The loops that contain an operation.
fn loops_around<'m>(facts: &Facts<'m>, op: Op) -> impl Iterator<Item = Op> + use<'m> {
    let module = facts.module;
    std::iter::successors(module.body.parent_op(op), |&owner| module.body.parent_op(owner))
        .filter(|&owner| matches!(module.opcode(owner), Opcode::For | Opcode::Loop))
}

/// The order of blocks in which as many as possible follow each other that some coordinates do not tell apart; `None`
/// for that of their numbers.
fn order(told_apart: [bool; 3]) -> Option<Axes> {
    let mut axes = [0, 1, 2];
    axes.sort_by_key(|&axis| told_apart[axis]);
    (axes != [0, 1, 2]).then_some(axes)
}

/// Which coordinates of a block some values follow from, through data or not; `None` where that is not known.
fn axes(facts: &Facts<'_>, values: &[Value]) -> Option<[bool; 3]> {
    let body = &facts.module.body;
    let mut found = [false; 3];
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let mut open: Vec<Value> = values.to_vec();
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        let Some(op) = body.def_op(value) else {
            open.extend(handed(facts, value)?);
            continue;
        };
        if facts.module.opcode(op) == Opcode::GetTileBlockId {
            let axis = body.results(op).iter().position(|result| result == value)?;
            found[axis] = true;
        } else if Class::of(facts.module, op) == Class::Region {
            // The results of an `if` or a loop may depend on everything that its condition depends on.
            return None;
        } else {
            open.extend(body.operands(op));
        }
    }
    Some(found)
}

/// The sources of an argument of a block: none for a parameter of the entry, bounds for an induction variable, and
/// values that a `for` carries. `None` for others.
fn handed(facts: &Facts<'_>, argument: Value) -> Option<SmallVec<[Value; 2]>> {
    let module = facts.module;
    if let Some(carried) = facts.carried(argument) {
        return Some(SmallVec::from([carried.init, carried.next]));
    }
    let ValueDef::Arg(block, _) = module.body.def(argument) else { return None };
    let owner = module.body.block_op(block)?;
    #[allow(clippy::wildcard_enum_match_arm, reason = "an entry and a counter")]
    match module.opcode(owner) {
        Opcode::Entry => Some(SmallVec::new()),
        Opcode::For if module.body.block_args(block_of(facts, owner, 0)).get(0) == Some(argument) => {
            let bounds = [fields::for_::lowerBound, fields::for_::step];
            Some(bounds.iter().map(|&bound| module.operand(owner, bound)).collect())
        }
        _ => None,
    }
}
