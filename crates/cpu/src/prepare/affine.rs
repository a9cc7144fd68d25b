//! Which tiles of pointers follow from scalars and coordinates ([`crate::steps::affine`]).
//!
//! A tile of pointers, and its mask, is followed back through arithmetic and lenses to scalars and to `iota`.
//! The result is a formula over the lanes of the access, in which views are resolved to coordinates.

use cuda_tile::attrs::{ComparisonPredicate, Signedness};
use cuda_tile::ops::{Opcode, fields};
use ir::{Field, Op, Value};
use numerics::select::IntBinary;
use numerics::{Promise, Scalar};
use smallvec::SmallVec;

use super::Emitter;
use super::facts::{Carried, Facts, Read, Root};
use crate::frame::FrameSlot;
use crate::kernels::elementwise::Elementwise;
use crate::kernels::lane_size;
use crate::kernels::operation::{self, Operation};
use crate::map::IndexMap;
use crate::steps::affine::{
    Extents, Formula, MAX_NODES, Node, NodeId, NodeSource, Padding, PointerTile, RANK, Rule,
};

/// Definitions that a tile is followed back through at most: bounds time and stack on long chains.
const MAX_DEPTH: u32 = 64;

/// An access through pointers that is a window of memory, unless something wraps.
#[derive(Clone, Debug)]
pub(super) struct AffineAccess {
    pub(super) elem: Scalar,
    pub(super) formula: Formula<Value, Operation>,
    pub(super) padding: Padding<Value>,
}

impl AffineAccess {
    /// The scalars that it follows from.
    pub(super) fn scalars(&self) -> impl Iterator<Item = Value> {
        let padding = match self.padding {
            Padding::Scalar(value) => Some(value),
            Padding::Bits(_) => None,
        };
        let leaves = self.formula.nodes.iter().flat_map(|node| match node.source {
            NodeSource::Scalar(value) => SmallVec::<[Value; 3]>::from_slice(&[value]),
            NodeSource::Count { lower, counter, step, .. } => SmallVec::from([lower, counter, step]),
            NodeSource::Number(_) | NodeSource::Coordinate { .. } | NodeSource::Op { .. } => SmallVec::new(),
        });
        leaves.chain(padding)
    }
}

/// The affine form of an access through pointers; none if it depends on data.
pub(super) fn access(facts: &Facts<'_>, op: Op) -> Option<Box<AffineAccess>> {
    let (pointers, mask, padding) = operands(facts, op)?;
    let elem = facts.pointee(pointers);
    let shape = facts.tile_type(pointers).shape();
    // One pointer is as good as a window of one element.
    if elem.storage_bits() == 4 || shape.len() > RANK || facts.len(pointers) == 1 {
        return None;
    }
    let padding = match padding {
        Some(padding) => uniform(facts, padding)?,
        None => Padding::Bits(0),
    };
    let mut tracer = Tracer { facts, shape, nodes: Vec::new(), known: Vec::new() };
    let map = IndexMap::identity(facts.len(pointers));
    let address = tracer.trace(pointers, &map, MAX_DEPTH)?;
    let mut limits = SmallVec::new();
    let mask = match mask {
        Some(mask) => Some(tracer.mask(mask, &map, &mut limits, MAX_DEPTH)?),
        None => None,
    };
    let mut extents: Extents = [1; RANK];
    extents[RANK - shape.len()..].copy_from_slice(shape);
    let formula = Formula { extents, nodes: tracer.nodes, address, mask, limits };
    Some(Box::new(AffineAccess { elem, formula, padding }))
}

impl Emitter<'_, '_> {
    /// The tile of an access through pointers that do not follow from data.
    pub(super) fn pointer_tile(&self, op: Op) -> Option<Box<PointerTile>> {
        let AffineAccess { elem, formula, padding } = self.facts.affine(op)?;
        let padding = match *padding {
            Padding::Bits(bits) => Padding::Bits(bits),
            Padding::Scalar(value) => Padding::Scalar(self.home(value)),
        };
        let formula = Formula {
            extents: formula.extents,
            nodes: formula.nodes.iter().map(|node| self.node_of_formula(node)).collect(),
            address: formula.address,
            mask: formula.mask,
            limits: formula.limits.clone(),
        };
        Some(Box::new(PointerTile { elem: *elem, formula, padding }))
    }

    fn node_of_formula(&self, node: &Node<Value, Operation>) -> Node<FrameSlot, Elementwise> {
        let source = match &node.source {
            NodeSource::Scalar(value) => NodeSource::Scalar(self.home(*value)),
            NodeSource::Number(bits) => NodeSource::Number(*bits),
            NodeSource::Count { scalar, lower, counter, step } => {
                let [lower, counter, step] = [lower, counter, step].map(|value| self.home(*value));
                NodeSource::Count { scalar: *scalar, lower, counter, step }
            }
            NodeSource::Coordinate { strides, map } => {
                NodeSource::Coordinate { strides: *strides, map: map.clone() }
            }
            NodeSource::Op { rule, operands, work } => {
                let work = Elementwise::new(*work, self.isa);
                NodeSource::Op { rule: *rule, operands: *operands, work }
            }
        };
        Node { scalar: node.scalar, source }
    }
}

/// Pointers, mask and padding of an access through pointers.
#[allow(clippy::wildcard_enum_match_arm, reason = "two operations load and store through pointers")]
fn operands(facts: &Facts<'_>, op: Op) -> Option<(Value, Option<Value>, Option<Value>)> {
    let module = facts.module;
    match module.opcode(op) {
        Opcode::LoadPtrTko => {
            use fields::load_ptr_tko as f;
            let padding = module.operand_opt(op, f::paddingValue);
            Some((module.operand(op, f::source), module.operand_opt(op, f::mask), padding))
        }
        Opcode::StorePtrTko => {
            use fields::store_ptr_tko as f;
            Some((module.operand(op, f::destination), module.operand_opt(op, f::mask), None))
        }
        _ => None,
    }
}

/// The padding of a load, if it is the same in every lane.
fn uniform(facts: &Facts<'_>, value: Value) -> Option<Padding<Value>> {
    match facts.source(value).root {
        Root::Value(root) => (facts.len(root) == 1).then_some(Padding::Scalar(root)),
        Root::Constant(_) => facts.splat(value).map(Padding::Bits),
        Root::Iota => None,
    }
}

/// Follows tiles back.
struct Tracer<'f, 'm> {
    facts: &'f Facts<'m>,
    /// Of the access.
    shape: &'f [u32],
    nodes: Vec<Node<Value, Operation>>,
    /// Nodes of values that were seen through a map.
    known: Vec<(Value, IndexMap, NodeId)>,
}

impl Tracer<'_, '_> {
    /// The node of a tile of integers or pointers, seen through a map from the lanes of the access.
    fn trace(&mut self, value: Value, map: &IndexMap, deepest: u32) -> Option<NodeId> {
        // A value seen twice through the same map shares its node, so that formulas do not grow with the number of
        // paths.
        let known = self.known.iter().find(|(known, through, _)| *known == value && through == map);
        if let Some(&(.., node)) = known {
            return Some(node);
        }
        let scalar = self.facts.scalar(value);
        // The arithmetic of nodes wraps at the width of the type; that of i1 and i4 is not that of the byte they take.
        if !scalar.is_int() || lane_size(scalar) * 8 != scalar.bits() as usize || deepest == 0 {
            return None;
        }
        let node = match self.leaf(value) {
            Some(source) => self.push(scalar, source)?,
            None => self.operation(value, map, deepest - 1)?,
        };
        self.known.push((value, map.clone(), node));
        Some(node)
    }

    fn push(&mut self, scalar: Scalar, source: NodeSource<Value, Operation>) -> Option<NodeId> {
        if self.nodes.len() == MAX_NODES {
            return None;
        }
        self.nodes.push(Node { scalar, source });
        NodeId::try_from(self.nodes.len() - 1).ok()
    }

    /// A value that is the same in every lane.
    fn leaf(&self, value: Value) -> Option<NodeSource<Value, Operation>> {
        if let Some(bits) = self.facts.splat(value) {
            return Some(NodeSource::Number(bits));
        }
        match self.facts.source(value).root {
            Root::Value(root) if self.facts.len(root) == 1 => Some(NodeSource::Scalar(root)),
            Root::Value(_) | Root::Constant(_) | Root::Iota => None,
        }
    }

    /// The node of what an operation makes.
    fn operation(&mut self, value: Value, map: &IndexMap, deepest: u32) -> Option<NodeId> {
        let Some(op) = self.facts.module.body.def_op(value) else {
            return self.carried(value, map, deepest);
        };
        let scalar = self.facts.scalar(value);
        if self.facts.module.opcode(op) == Opcode::Iota {
            return self.coordinate(scalar, map);
        }
        if let Some((seen, lens)) = self.facts.lens(op, value) {
            let map = lens.map_or_else(|| map.clone(), |lens| map.then(&lens));
            return self.trace(seen, &map, deepest);
        }
        let rule = self.rule(op)?;
        let operands = self.facts.module.body.operands(op);
        let first = self.trace(operands[0], map, deepest)?;
        let second = match operands.get(1) {
            Some(&second) => self.trace(second, map, deepest)?,
            // Rules of one operand ignore the second.
            None => first,
        };
        let work = operation::of(self.facts.module, op)?;
        self.push(scalar, NodeSource::Op { rule, operands: [first, second], work })
    }

    /// The node of a tile to which every iteration of a `for` adds the same: what it was at first, and as many times
    /// what is added as iterations are done.
    fn carried(&mut self, value: Value, map: &IndexMap, deepest: u32) -> Option<NodeId> {
        let Carried { owner, init, next } = self.facts.carried(value)?;
        let module = self.facts.module;
        let op = module.body.def_op(next)?;
        let rule = self.rule(op)?;
        let by = match (module.body.operands(op), rule) {
            (&[from, by], Rule::Add | Rule::AddScaled { .. }) if from == value => by,
            (&[by, from], Rule::Add) if from == value => by,
            _ => return None,
        };
        if !self.facts.is_outside(by, owner) {
            return None;
        }
        let init = self.trace(init, map, deepest)?;
        let mut by_node = self.trace(by, map, deepest)?;
        let (scalar, by_scalar) = (self.facts.scalar(value), self.facts.scalar(by));
        let mut work = operation::of(module, op)?;
        // The sum of offsets may need more bits than one of them.
        if let Operation::Offset { offset, .. } = &mut work
            && by_scalar != Scalar::I64
        {
            *offset = Scalar::I64;
            let work = Operation::Extend { from: by_scalar, to: Scalar::I64, signed: true };
            let rule = Rule::Same { unsigned: false };
            by_node = self.push(scalar, NodeSource::Op { rule, operands: [by_node, by_node], work })?;
        }
        let count = self.push(scalar, self.count(owner))?;
        let product = Operation::IntBinary { op: IntBinary::Mul, scalar, promise: Promise::None };
        let product = NodeSource::Op { rule: Rule::Mul, operands: [by_node, count], work: product };
        let product = self.push(scalar, product)?;
        self.push(scalar, NodeSource::Op { rule, operands: [init, product], work })
    }

    fn count(&self, owner: Op) -> NodeSource<Value, Operation> {
        use fields::for_ as f;
        let module = self.facts.module;
        let counter = self.facts.counter(owner);
        NodeSource::Count {
            scalar: self.facts.scalar(counter),
            lower: module.operand(owner, f::lowerBound),
            counter,
            step: module.operand(owner, f::step),
        }
    }

    fn coordinate(&mut self, scalar: Scalar, map: &IndexMap) -> Option<NodeId> {
        let along = super::steps::strides(map, self.shape)?;
        let farthest: u64 =
            along.iter().zip(self.shape).map(|(&s, &len)| u64::from(s) * u64::from(len - 1)).sum();
        // Numbers beyond the type wrap.
        if farthest > u64::MAX >> (65 - scalar.bits()) {
            return None;
        }
        let mut strides = [0; RANK];
        strides[RANK - self.shape.len()..].copy_from_slice(&along);
        self.push(scalar, NodeSource::Coordinate { strides, map: map.clone() })
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "the arithmetic that addresses are made of")]
    fn rule(&self, op: Op) -> Option<Rule> {
        let module = self.facts.module;
        match module.opcode(op) {
            Opcode::AddI => Some(Rule::Add),
            Opcode::SubI => Some(Rule::Sub),
            Opcode::MulI => Some(Rule::Mul),
            Opcode::RemI => Some(Rule::Rem),
            Opcode::ExtI => Some(Rule::Same { unsigned: self.is_unsigned(op, fields::exti::signedness) }),
            Opcode::TruncI => Some(Rule::Same { unsigned: false }),
            Opcode::Offset => {
                let pointee = self.facts.pointee(module.operand(op, fields::offset::ptr));
                // Elements of four bits have no byte address of their own.
                let whole = pointee.storage_bits() != 4;
                whole.then(|| Rule::AddScaled { size: lane_size(pointee) as i64 })
            }
            _ => None,
        }
    }

    fn is_unsigned(&self, op: Op, field: Field) -> bool {
        self.facts.module.attr(op, field).as_small() != Some(Signedness::Signed as u32)
    }

    /// The node of a mask, seen through a map. Notes what must be positive where it is set.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the operations that masks are made of")]
    fn mask(
        &mut self,
        value: Value,
        map: &IndexMap,
        limits: &mut SmallVec<[NodeId; 4]>,
        deepest: u32,
    ) -> Option<NodeId> {
        // Bounds the recursion on long chains of definitions.
        if deepest == 0 {
            return None;
        }
        if let Some(source) = self.leaf(value) {
            let node = self.push(Scalar::I1, source)?;
            limits.push(node);
            return Some(node);
        }
        let op = self.facts.module.body.def_op(value)?;
        if let Some((seen, lens)) = self.facts.lens(op, value) {
            let map = lens.map_or_else(|| map.clone(), |lens| map.then(&lens));
            return self.mask(seen, &map, limits, deepest - 1);
        }
        let operands: SmallVec<[Value; 2]> = self.facts.module.body.operands(op).into();
        match self.facts.module.opcode(op) {
            Opcode::AndI => {
                let first = self.mask(operands[0], map, limits, deepest - 1)?;
                let second = self.mask(operands[1], map, limits, deepest - 1)?;
                let work = operation::of(self.facts.module, op)?;
                self.push(Scalar::I1, NodeSource::Op { rule: Rule::And, operands: [first, second], work })
            }
            Opcode::CmpI => {
                use fields::cmpi as f;
                let module = self.facts.module;
                let predicate = ComparisonPredicate::from_slot(module.attr(op, f::comparison_predicate))?;
                // An order shortens an extent from one side; equality does not.
                if matches!(predicate, ComparisonPredicate::Equal | ComparisonPredicate::NotEqual) {
                    return None;
                }
                let first = self.trace(operands[0], map, deepest - 1)?;
                let second = self.trace(operands[1], map, deepest - 1)?;
                let rule = Rule::Compare { predicate, unsigned: self.is_unsigned(op, f::signedness) };
                let work = operation::of(self.facts.module, op)?;
                let source = NodeSource::Op { rule, operands: [first, second], work };
                let node = self.push(Scalar::I1, source)?;
                limits.push(node);
                Some(node)
            }
            _ => None,
        }
    }
}
