//! Live ranges of the frame slots of values.
//!
//! Item `i` of a plan reads at time `2 i` and writes at time `2 i + 1`. A slot is live from the write until after the
//! last read; a value that a loop reads from outside is live until the loop is left. A value that an iteration yields
//! is live until the end of that iteration, not until the next one has read it: nothing else runs in between.

use cranelift_entity::SecondaryMap;
use cuda_tile::ops::{Opcode, fields};
use ir::{Op, Value, walk};

use super::class::{self, Class};
use super::facts::{Facts, Read, Root};
use super::plan::{At, Item, Node, Plan, block_of};

/// Points in time, the end excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) start: u32,
    pub(super) end: u32,
}

/// The time at which an item reads.
pub(super) fn read_time(at: At) -> u32 {
    2 * at
}

/// The time at which an item writes.
pub(super) fn write_time(at: At) -> u32 {
    2 * at + 1
}

/// Values with places, and when they are needed.
pub(super) struct Live {
    /// Values in the order in which they are made.
    pub(super) values: Vec<Value>,
    ranges: SecondaryMap<Value, Option<Range>>,
}

impl Live {
    pub(super) fn new(facts: &Facts<'_>, plan: &Plan) -> Live {
        let mut live = Live { values: Vec::new(), ranges: SecondaryMap::new() };
        for at in 0..plan.items.len() as At {
            writes(facts, plan, at, |value| live.ranges[value] = Some(once(write_time(at))));
        }
        for at in 0..plan.items.len() as At {
            reads(facts, plan, at, |value| live.read(plan, value, at));
        }
        for at in 0..plan.items.len() as At {
            let values = &mut live.values;
            writes(facts, plan, at, |value| values.push(value));
        }
        // Values that only a group uses need no frame slot.
        let Live { values, ranges } = &mut live;
        values.retain(|&value| {
            let alone = ranges[value].is_some_and(|range| range.end == range.start + 1);
            let in_group = matches!(plan.items[plan.made[value] as usize], Item::Group { .. });
            if alone && in_group {
                ranges[value] = None;
            }
            ranges[value].is_some()
        });
        live
    }

    fn read(&mut self, plan: &Plan, value: Value, at: At) {
        let Some(range) = &mut self.ranges[value] else { return };
        let mut end = read_time(at) + 2;
        let mut span = plan.around[at as usize];
        while let Some(index) = span {
            let inner = plan.spans[index as usize];
            if range.start >= write_time(inner.enter) {
                break;
            }
            end = end.max(read_time(inner.leave) + 1);
            span = inner.parent;
        }
        range.end = range.end.max(end);
    }

    /// When the place of a value is needed; none when it has no place.
    pub(super) fn range(&self, value: Value) -> Option<Range> {
        self.ranges[value]
    }
}

fn once(time: u32) -> Range {
    Range { start: time, end: time + 1 }
}

/// The value whose place holds an operand that has to be contiguous; none for constants and tokens.
pub(super) fn operand_home(facts: &Facts<'_>, plan: &Plan, operand: Value) -> Option<Value> {
    if facts.tensor_rank(operand).is_some() {
        return Some(facts.view_root(operand));
    }
    if !facts.is_tile(operand) {
        return None;
    }
    if plan.copies.contains(&operand) {
        return Some(operand);
    }
    match facts.source(operand).root {
        Root::Value(root) => Some(root),
        Root::Constant(_) | Root::Iota => None,
    }
}

/// Whether regions of the operation run once for each element. Bodies over lanes have no regions in a plan.
fn is_each(facts: &Facts<'_>, op: Op) -> bool {
    matches!(Class::of(facts.module, op), Class::Fold | Class::Generate)
}

/// Calls `f` with every value that gets its place from an item.
fn writes(facts: &Facts<'_>, plan: &Plan, at: At, mut f: impl FnMut(Value)) {
    let body = &facts.module.body;
    let mut roots = |values: &mut dyn Iterator<Item = Value>| {
        values.filter(|&value| facts.is_root(value) && facts.bytes(value) > 0).for_each(&mut f);
    };
    match &plan.items[at as usize] {
        // A body of ordinary code gives its results element by element.
        Item::Leave(op) if is_each(facts, *op) => {}
        Item::Op(op) | Item::Leave(op) => roots(&mut body.results(*op).iter()),
        Item::Enter { op, region } => {
            roots(&mut body.block_args(block_of(facts, *op, *region)).iter());
            if is_each(facts, *op) {
                roots(&mut body.results(*op).iter());
            }
        }
        Item::Group { nodes, .. } => {
            for node in nodes {
                match node {
                    Node::Op(op) if class::makes_lanes(facts.module, *op) => f(body.result(*op, 0)),
                    Node::Op(_) => {}
                    Node::Copy(value) => f(*value),
                    Node::Fold(op) => f(body.result(*op, 0)),
                }
            }
        }
    }
}

/// Calls `f` with every value whose place an item reads.
pub(super) fn reads(facts: &Facts<'_>, plan: &Plan, at: At, mut f: impl FnMut(Value)) {
    let body = &facts.module.body;
    match &plan.items[at as usize] {
        Item::Op(op) => op_reads(facts, plan, *op, &mut f),
        Item::Enter { op, region: 0 } => {
            operands(facts, plan, *op, &mut f);
        }
        Item::Enter { .. } => {}
        // The body runs again at its end, and reads its operands then.
        Item::Leave(op) if is_each(facts, *op) => {
            operands(facts, plan, *op, &mut f);
            body.results(*op).iter().for_each(f);
        }
        Item::Leave(op) => counters(facts, plan, *op, &mut f),
        Item::Group { len, nodes } => {
            for node in nodes {
                match node {
                    Node::Op(op) => {
                        let lanes = facts.lane_operands(*op);
                        lanes.into_iter().for_each(|value| lane_read(facts, plan, (at, *len), value, &mut f));
                        let whole = facts.whole_operands(*op).into_iter();
                        whole.filter_map(|value| operand_home(facts, plan, value)).for_each(&mut f);
                    }
                    Node::Copy(value) => lane_read(facts, plan, (at, *len), *value, &mut f),
                    Node::Fold(op) => lane_read(facts, plan, (at, *len), body.operands(*op)[0], &mut f),
                }
            }
        }
    }
}

/// Calls `f` with the root of what a group of `len` lanes reads, unless that is in a register.
fn lane_read(
    facts: &Facts<'_>,
    plan: &Plan,
    (at, len): (At, usize),
    value: Value,
    f: &mut impl FnMut(Value),
) {
    let source = facts.source(value);
    if let Root::Value(root) = source.root {
        let made = plan.made[root] == at || plan.repeated.contains(&(root, at));
        // Lanes at the same place in the same group go from one micro-operation to the next in a register.
        let in_register = made && source.map.len() == len && source.map.is_identity();
        if !in_register {
            f(root);
        }
    }
}

fn operands(facts: &Facts<'_>, plan: &Plan, op: Op, f: &mut impl FnMut(Value)) {
    let homes = |operand: &Value| operand_home(facts, plan, *operand);
    match facts.indexed(op) {
        Some(atomic) => atomic.operands(facts, op).iter().filter_map(homes).for_each(f),
        None => facts.module.body.operands(op).iter().filter_map(homes).for_each(f),
    }
}

fn op_reads(facts: &Facts<'_>, plan: &Plan, op: Op, f: &mut impl FnMut(Value)) {
    operands(facts, plan, op, f);
    for load in direct_loads(facts, plan, op) {
        let whole = facts.whole_operands(load).into_iter();
        whole.filter_map(|value| operand_home(facts, plan, value)).for_each(&mut *f);
    }
    match Class::of(facts.module, op) {
        // A body that runs over lanes may read values from outside.
        Class::Fold | Class::Generate => {
            for inner in walk::preorder(&facts.module.body, op).skip(1) {
                for &operand in facts.module.body.operands(inner) {
                    if facts.is_tile(operand)
                        && let Root::Value(root) = facts.source(operand).root
                    {
                        f(root);
                    }
                }
            }
        }
        Class::Elementwise
        | Class::View
        | Class::Constant
        | Class::Iota
        | Class::Token
        | Class::Pure
        | Class::Checked
        | Class::Load
        | Class::Store
        | Class::Effect
        | Class::Region
        | Class::End
        | Class::Nothing => {}
    }
}

/// The loads that an operation does itself.
fn direct_loads(facts: &Facts<'_>, plan: &Plan, op: Op) -> impl Iterator<Item = Op> {
    let operands = facts.needed(op).into_iter();
    operands.filter_map(|operand| match operand_home(facts, plan, operand) {
        Some(tile) if plan.direct.contains(&tile) => facts.module.body.def_op(tile),
        Some(_) | None => None,
    })
}

/// The induction variable of a `for` is live until the loop is left.
fn counters(facts: &Facts<'_>, plan: &Plan, op: Op, f: &mut impl FnMut(Value)) {
    if facts.module.opcode(op) != Opcode::For {
        return;
    }
    let body = &facts.module.body;
    f(body.block_args(block_of(facts, op, 0)).get(0).expect("a verified for counts"));
    for bound in [fields::for_::upperBound, fields::for_::step] {
        operand_home(facts, plan, facts.module.operand(op, bound)).into_iter().for_each(&mut *f);
    }
}
