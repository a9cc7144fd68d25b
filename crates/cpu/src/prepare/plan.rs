//! The order of work: which operations become one fused group, and what is between groups.
//!
//! Operations are visited in the order of the program. An element-wise one joins the newest group of its block that has
//! as many lanes and comes late enough: not before the group or instruction that makes an operand, and after it when
//! the operand is not read lane for lane. Accesses to memory keep their order, except that loads may pass loads.

use cranelift_entity::SecondaryMap;
use cuda_tile::ops::{Opcode, fields};
use ir::{Block, Op, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::class::{self, Class, Touch};
use super::facts::{Facts, Read, Root};
use super::in_place;
use super::{folds, rematerialize};

/// The position of an item in a plan.
pub(super) type At = u32;

/// A node of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// An element-wise operation.
    Op(Op),
    /// A tile made from its source.
    Copy(Value),
    /// A reduction along long rows, whose result is there when the group has run.
    Fold(Op),
}

/// One step of a plan.
#[derive(Debug)]
pub(super) enum Item {
    /// An operation by itself, the end of a region among them.
    Op(Op),
    /// Element-wise work over `len` lanes.
    Group { len: usize, nodes: Vec<Node> },
    /// Start of a region: the operation it belongs to, and which of its regions it is.
    Enter { op: Op, region: usize },
    /// End of an operation with regions.
    Leave(Op),
}

/// A region whose code runs repeatedly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) enter: At,
    pub(super) leave: At,
    /// The span around it.
    pub(super) parent: Option<u32>,
}

/// The plan of a function.
pub(super) struct Plan {
    pub(super) items: Vec<Item>,
    /// Where each root is made: an item.
    pub(super) made: SecondaryMap<Value, At>,
    /// Regions that run repeatedly, and for each item the innermost one around it.
    pub(super) spans: Vec<Span>,
    pub(super) around: Vec<Option<u32>>,
    /// Tiles that need a place although they are not their own root.
    pub(super) copies: FxHashSet<Value>,
    /// Tiles that have no place: products and atomic operations read them in place.
    pub(super) direct: FxHashSet<Value>,
    /// Tiles that a group loads although another one has loaded them.
    pub(super) repeated: FxHashSet<(Value, At)>,
}

/// Nodes of a group at most: the registers of more would leave the first-level cache.
pub(super) const MAX_NODES: usize = 96;
/// Groups that an operation is tried to join, the latest first: bounds the time of preparing a long entry.
const MAX_CANDIDATES: usize = 16;

/// A group that can grow.
struct Open {
    at: At,
    len: usize,
    touches: Touches,
}

/// How the operations of a group touch memory.
#[derive(Clone, Copy, Default)]
struct Touches {
    loads: bool,
    stores: bool,
    /// Some of them anywhere.
    anywhere: bool,
}

impl Touches {
    /// Whether an operation may join: a store must not be able to touch what others load or store unless it is known
    /// where both are, which is compared when the group runs.
    fn admit(self, class: Class, touch: Touch) -> bool {
        let together = self.stores || (class == Class::Store && self.loads);
        touch == Touch::None || !together || (touch == Touch::Known && !self.anywhere)
    }

    fn add(&mut self, class: Class, touch: Touch) {
        self.loads |= touch != Touch::None && class == Class::Load;
        self.stores |= touch != Touch::None && class == Class::Store;
        self.anywhere |= touch == Touch::Anywhere;
    }
}

/// A load through a view that waits for what reads it: where that is computed, it needs no tile.
struct Deferred {
    op: Op,
    /// It comes at this item or later.
    bound: At,
}

/// A block that is being planned.
struct Level {
    op: Op,
    region: usize,
    next: Option<Op>,
    groups: Vec<Open>,
    span: Option<u32>,
}

struct Planner<'f, 'm> {
    facts: &'f Facts<'m>,
    plan: Plan,
    levels: Vec<Level>,
    /// In the order of the program; all of this block and after its latest effect.
    deferred: Vec<Deferred>,
    /// The latest item with effects, and the latest one that reads memory.
    last_effect: At,
    last_load: At,
}

/// The plan of a function.
pub(super) fn plan(facts: &Facts<'_>, function: Op) -> Plan {
    let copies = tiles_demanded(facts, function);
    let plan = Plan {
        items: Vec::new(),
        made: SecondaryMap::new(),
        spans: Vec::new(),
        around: Vec::new(),
        copies,
        direct: in_place::tiles(facts, function),
        repeated: FxHashSet::default(),
    };
    let mut planner =
        Planner { facts, plan, levels: Vec::new(), deferred: Vec::new(), last_effect: 0, last_load: 0 };
    planner.enter(function, 0);
    while let Some(level) = planner.levels.last_mut() {
        match level.next {
            Some(op) => {
                level.next = planner.facts.module.body.next(op);
                planner.op(op);
            }
            None => planner.leave(),
        }
    }
    // Last, when it is known which groups read a tile.
    rematerialize::repeat_loads(facts, &mut planner.plan);
    planner.plan
}

/// Tiles that some operation needs materialised although they are views of other values.
fn tiles_demanded(facts: &Facts<'_>, function: Op) -> FxHashSet<Value> {
    let mut demanded = FxHashSet::default();
    let mut bodies = ir::walk::walk(&facts.module.body, function);
    // Bodies that run over lanes demand nothing; they are stepped over.
    let mut inside: Option<Op> = None;
    for visit in &mut bodies {
        match visit {
            ir::walk::Visit::Leave(op) if inside == Some(op) => inside = None,
            ir::walk::Visit::Enter(op) if inside.is_none() => {
                let demands = match Class::of(facts.module, op) {
                    Class::Elementwise | Class::View | Class::Constant | Class::Iota | Class::Token => false,
                    Class::Pure
                    | Class::Checked
                    | Class::Load
                    | Class::Store
                    | Class::Effect
                    | Class::Region
                    | Class::End => facts.is_live(op),
                    Class::Fold | Class::Generate => {
                        if class::is_lanes_only(facts.module, op) {
                            inside = Some(op);
                        }
                        !folds::is_by_strips(facts, op)
                    }
                    Class::Nothing => false,
                };
                if demands {
                    demanded.extend(copied_operands(facts, op));
                }
            }
            ir::walk::Visit::Enter(_) | ir::walk::Visit::Leave(_) => {}
        }
    }
    demanded
}

/// The operands of an operation that have to be copied before it.
fn copied_operands(facts: &Facts<'_>, op: Op) -> Vec<Value> {
    if matches!(Class::of(facts.module, op), Class::Load | Class::Store) {
        let whole = facts.whole_operands(op).into_iter();
        return whole.filter(|&value| facts.is_tile(value) && needs_copy(facts, value)).collect();
    }
    let product = in_place::is_product(facts, op);
    let operands = facts.needed(op).into_iter().enumerate();
    let copied = operands.filter(|&(index, value)| {
        // The third operand of a product is the accumulator.
        let strided = product && index != 2;
        facts.is_tile(value)
            && if strided { needs_copy_for_product(facts, value) } else { needs_copy(facts, value) }
    });
    copied.map(|(_, value)| value).collect()
}

/// Whether a tile has to be copied to be contiguous.
fn needs_copy(facts: &Facts<'_>, tile: Value) -> bool {
    let source = facts.source(tile);
    match source.root {
        Root::Value(_) | Root::Constant(_) => !source.map.is_identity(),
        Root::Iota => true,
    }
}

impl Planner<'_, '_> {
    fn here(&self) -> At {
        self.plan.items.len() as At
    }

    fn push(&mut self, item: Item) -> At {
        let at = self.here();
        self.plan.items.push(item);
        self.plan.around.push(self.levels.last().and_then(|level| level.span));
        at
    }

    fn level(&mut self) -> &mut Level {
        self.levels.last_mut().expect("operations stand in a block")
    }

    fn enter(&mut self, op: Op, region: usize) {
        let body = &self.facts.module.body;
        let block = body.region_blocks(body.region(op, region))[0];
        let parent = self.levels.last().and_then(|level| level.span);
        let span = self.repeats(op).then(|| {
            self.plan.spans.push(Span { enter: self.here(), leave: self.here(), parent });
            self.plan.spans.len() as u32 - 1
        });
        let level =
            Level { op, region, next: body.first_op(block), groups: Vec::new(), span: span.or(parent) };
        self.levels.push(level);
        let at = self.push(Item::Enter { op, region });
        for argument in body.block_args(block).iter() {
            self.plan.made[argument] = at;
        }
        self.barrier(at);
    }

    fn repeats(&self, op: Op) -> bool {
        let opcode = self.facts.module.opcode(op);
        matches!(opcode, Opcode::For | Opcode::Loop | Opcode::Reduce | Opcode::Scan | Opcode::Generate)
    }

    /// Nothing passes this item.
    fn barrier(&mut self, at: At) {
        (self.last_effect, self.last_load) = (at, at);
    }

    fn leave(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        let body = &self.facts.module.body;
        let op = level.op;
        let next = level.region + 1;
        let has_next = next < body.regions(op).len() && !body.region_blocks(body.region(op, next)).is_empty();
        if has_next {
            return self.enter(op, next);
        }
        let at = self.push(Item::Leave(op));
        if self.repeats(op)
            && let Some(span) = level.span
        {
            self.plan.spans[span as usize].leave = at;
        }
        self.barrier(at);
        self.define(op, at);
        if let Some(level) = self.levels.last_mut() {
            // Tiles that only what follows needs should not live across the region.
            level.groups.retain(|group| group.len == 1);
        }
    }

    fn define(&mut self, op: Op, at: At) {
        for value in self.facts.module.body.results(op) {
            self.plan.made[value] = at;
            self.copy_if_demanded(value);
        }
    }

    fn copy_if_demanded(&mut self, value: Value) {
        if self.plan.copies.contains(&value) {
            let source = self.facts.source(value);
            let bound = match source.root {
                Root::Value(root) => self.plan.made[root] + 1,
                Root::Constant(_) | Root::Iota => 0,
            };
            let at = self.join(source.map.len(), bound, Node::Copy(value));
            self.plan.made[value] = at;
        }
    }

    fn op(&mut self, op: Op) {
        if !self.facts.is_live(op) {
            return;
        }
        self.place_deferred(op);
        match Class::of(self.facts.module, op) {
            Class::Elementwise => {
                self.join_op(op, 0);
            }
            Class::Load if self.is_direct(op) => {}
            Class::Load => {
                let deferred = Deferred { op, bound: self.last_effect + 1 };
                if self.facts.module.opcode(op) == Opcode::LoadViewTko {
                    self.deferred.push(deferred);
                } else {
                    self.load(&deferred, 0);
                }
            }
            Class::Store => {
                // A group that stores already may store more.
                let grows =
                    matches!(self.plan.items.get(self.last_effect as usize), Some(Item::Group { .. }));
                let bound = if grows { self.last_effect } else { self.last_effect + 1 };
                let at = self.join_op(op, bound.max(self.last_load));
                self.last_effect = at;
            }
            Class::View | Class::Constant | Class::Iota => {
                for value in self.facts.module.body.results(op) {
                    self.copy_if_demanded(value);
                }
            }
            Class::Token | Class::Nothing => {}
            Class::Pure | Class::Checked | Class::End => self.step(op),
            Class::Effect => {
                self.step(op);
                self.barrier(self.here() - 1);
            }
            Class::Fold if folds::is_by_strips(self.facts, op) => self.join_fold(op),
            Class::Fold | Class::Generate if class::is_lanes_only(self.facts.module, op) => self.step(op),
            Class::Fold | Class::Generate | Class::Region => self.enter(op, 0),
        }
    }

    /// Whether a load is left to what needs its tile.
    fn is_direct(&self, load: Op) -> bool {
        self.facts.module.body.results(load).get(0).is_some_and(|tile| self.plan.direct.contains(&tile))
    }

    fn step(&mut self, op: Op) {
        let at = self.push(Item::Op(op));
        if in_place::is_product(self.facts, op) {
            // It may load its operands itself.
            self.last_load = at;
        }
        self.define(op, at);
    }

    /// Places the loads that have been deferred for this operation, in the order of the program.
    fn place_deferred(&mut self, op: Op) {
        if self.deferred.is_empty() {
            return;
        }
        let module = self.facts.module;
        let operands = module.body.operands(op);
        let lanes = match Class::of(module, op) {
            Class::Elementwise => Some(self.facts.len(class::lanes_of(module, op))),
            Class::Fold if folds::is_by_strips(self.facts, op) => Some(self.facts.len(operands[0])),
            Class::Load if module.opcode(op) == Opcode::LoadViewTko => None,
            Class::Pure | Class::Checked => None,
            Class::View if module.body.results(op).iter().any(|value| self.plan.copies.contains(&value)) => {
                None
            }
            Class::View | Class::Constant | Class::Iota | Class::Token | Class::Nothing => return,
            // It must not pass them, or reads what is no operand of it.
            Class::Load
            | Class::Store
            | Class::Effect
            | Class::Fold
            | Class::Generate
            | Class::Region
            | Class::End => {
                for deferred in std::mem::take(&mut self.deferred) {
                    self.load(&deferred, 0);
                }
                return;
            }
        };
        let roots: SmallVec<[Root; 4]> = operands
            .iter()
            .filter(|&&value| self.facts.is_tile(value))
            .map(|&value| self.facts.source(value).root)
            .collect();
        let wanted = |deferred: &Deferred| roots.contains(&Root::Value(module.body.result(deferred.op, 0)));
        let (now, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.deferred).into_iter().partition(|deferred| wanted(deferred));
        self.deferred = later;
        // In the group of what reads it lane for lane, where its other operands are there already.
        let others = operands.iter().filter(|&&value| {
            self.facts.is_tile(value)
                && !now.iter().any(|deferred| {
                    self.facts.source(value).root == Root::Value(module.body.result(deferred.op, 0))
                })
        });
        let bound = lanes.and_then(|len| others.map(|&value| self.operand_bound(value, len)).max());
        for deferred in now {
            self.load(&deferred, bound.unwrap_or(0));
        }
    }

    /// Puts a load into a group that comes at `bound` or later.
    fn load(&mut self, deferred: &Deferred, bound: At) {
        let at = self.join_op(deferred.op, deferred.bound.max(bound));
        self.last_load = self.last_load.max(at);
    }

    /// Puts a reduction into the group that makes its operand, or a later one.
    fn join_fold(&mut self, op: Op) {
        let body = &self.facts.module.body;
        let operand = body.operands(op)[0];
        let len = self.facts.len(operand);
        let at = self.join(len, self.operand_bound(operand, len), Node::Fold(op));
        self.define(op, at);
    }

    /// Puts an operation into a group that comes at `bound` or later, and where its operands can be read.
    fn join_op(&mut self, op: Op, bound: At) -> At {
        let module = self.facts.module;
        let len = self.facts.len(class::lanes_of(module, op));
        let lanes = self.facts.lane_operands(op);
        let lanes = lanes.iter().map(|&value| self.operand_bound(value, len));
        let whole = self.facts.whole_operands(op).into_iter().map(|value| self.whole_bound(value));
        let bound = lanes.chain(whole).max().unwrap_or(0).max(bound);
        let at = self.join(len, bound, Node::Op(op));
        if class::makes_lanes(module, op) {
            let result = module.body.result(op, 0);
            self.plan.made[result] = at;
        }
        at
    }

    /// The earliest position after the item that makes a value that is read as a whole.
    fn whole_bound(&self, value: Value) -> At {
        if self.plan.copies.contains(&value) {
            return self.plan.made[value] + 1;
        }
        if self.facts.tensor_rank(value).is_some() {
            return self.plan.made[self.facts.view_root(value)] + 1;
        }
        match self.facts.source(value).root {
            Root::Value(root) => self.plan.made[root] + 1,
            Root::Constant(_) | Root::Iota => 0,
        }
    }

    fn operand_bound(&self, value: Value, len: usize) -> At {
        let source = self.facts.source(value);
        let Root::Value(root) = source.root else { return 0 };
        let made = self.plan.made[root];
        let in_group = match self.plan.items.get(made as usize) {
            Some(Item::Group { len: lanes, .. }) => *lanes == len && source.map.is_identity(),
            Some(Item::Op(_) | Item::Enter { .. } | Item::Leave(_)) | None => false,
        };
        if in_group { made } else { made + 1 }
    }

    /// Puts a node into a group that comes at `bound` or later.
    fn join(&mut self, len: usize, bound: At, node: Node) -> At {
        let (class, touch) = match node {
            Node::Op(op) => (Class::of(self.facts.module, op), self.facts.touch(op)),
            Node::Copy(_) | Node::Fold(_) => (Class::Elementwise, Touch::None),
        };
        let level = self.levels.last_mut().expect("operations stand in a block");
        // The latest group first: its operands are the likeliest to be in the cache.
        let candidates =
            level.groups.iter_mut().rev().take(MAX_CANDIDATES).take_while(|group| group.at >= bound);
        for group in candidates {
            if group.len == len
                && group.touches.admit(class, touch)
                && let Item::Group { nodes, .. } = &mut self.plan.items[group.at as usize]
                && nodes.len() < MAX_NODES
            {
                nodes.push(node);
                group.touches.add(class, touch);
                return group.at;
            }
        }
        let at = self.push(Item::Group { len, nodes: vec![node] });
        let mut touches = Touches::default();
        touches.add(class, touch);
        self.level().groups.push(Open { at, len, touches });
        at
    }
}

/// The block of a region of a verified operation.
pub(super) fn block_of(facts: &Facts<'_>, op: Op, region: usize) -> Block {
    let body = &facts.module.body;
    body.region_blocks(body.region(op, region))[0]
}

/// Whether an `if` has an else branch.
pub(super) fn has_else(facts: &Facts<'_>, op: Op) -> bool {
    facts.module.block(op, fields::if_::elseRegion).is_some()
}

/// Whether an operand of a matrix product has to be copied: there are no strides along rows and columns that describe
/// it.
fn needs_copy_for_product(facts: &Facts<'_>, tile: Value) -> bool {
    let source = facts.source(tile);
    source.root == Root::Iota || super::steps::strides(&source.map, facts.tile_type(tile).shape()).is_none()
}
