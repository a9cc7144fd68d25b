//! Properties of every value before frame slots are assigned: whether it is needed, and the source of its elements.

use cranelift_entity::SecondaryMap;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::{Elem, TileType, Type};
use cuda_tile::{Attr, Module};
use ir::{Field, Op, SlotValue, Value, ValueDef, walk};
use numerics::Scalar;
use smallvec::{SmallVec, smallvec};

use super::affine::{self, AffineAccess};
use super::class::{self, Class, Touch};
use super::constants::Constants;
use super::indexed::{self, IndexedAtomic};
use super::plan::block_of;
use crate::frame::FrameSlot;
use crate::kernels::lane_size;
use crate::map::IndexMap;

/// Where the elements of a tile come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Root {
    /// Facts of a value that is computed by a group or an instruction, or is a block argument.
    Value(Value),
    /// Those of a constant tile of the program.
    Constant(FrameSlot),
    /// Each is its number.
    Iota,
}

/// The elements of a tile: those of a root, through a map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Source {
    pub(super) root: Root,
    pub(super) map: IndexMap,
}

/// Facts about the values of a function.
pub(super) struct Facts<'m> {
    pub(super) module: &'m Module,
    /// Something needs the value.
    used: SecondaryMap<Value, bool>,
    /// Sources of tiles that are not their own root.
    sources: SecondaryMap<Value, Option<Source>>,
    /// Roots of views.
    views: SecondaryMap<Value, Option<Value>>,
    /// Accesses through pointers that do not follow from data.
    affine: SecondaryMap<Op, Option<Box<AffineAccess>>>,
    /// Atomic operations whose pointers are not made.
    indexed: SecondaryMap<Op, Option<IndexedAtomic>>,
    /// The ops that end iterations of each loop.
    continues: SecondaryMap<Op, SmallVec<[Op; 1]>>,
}

/// A loop-carried value of a `for`.
pub(super) struct Carried {
    pub(super) owner: Op,
    /// Its value in the first iteration.
    pub(super) init: Value,
    /// Its value in the next iteration.
    pub(super) next: Value,
}

/// Reads attributes and types of a verified module.
pub(super) trait Read {
    fn module(&self) -> &Module;

    fn attr(&self, op: Op, field: Field) -> Option<&Attr> {
        match self.module().attr(op, field).get() {
            SlotValue::Interned(id) => Some(self.module().attrs.get(id)),
            SlotValue::Absent | SlotValue::Small(_) => None,
        }
    }

    fn tile_type(&self, value: Value) -> &TileType {
        self.module().ty(value).as_tile().expect("a tile, as verified")
    }

    /// The type to compute in: pointers are 64-bit numbers.
    fn scalar(&self, value: Value) -> Scalar {
        match self.tile_type(value).elem() {
            Elem::Scalar(scalar) => scalar,
            Elem::Ptr(_) => Scalar::I64,
        }
    }

    fn pointee(&self, value: Value) -> Scalar {
        match self.tile_type(value).elem() {
            Elem::Ptr(ptr) => ptr.pointee,
            Elem::Scalar(scalar) => unreachable!("a tile of pointers, as verified, not of {scalar}"),
        }
    }

    fn len(&self, value: Value) -> usize {
        self.tile_type(value).len()
    }

    fn is_tile(&self, value: Value) -> bool {
        matches!(self.module().ty(value), Type::Tile(_))
    }

    /// Rank of the tensor that a view is of; none if the value is no view.
    fn tensor_rank(&self, value: Value) -> Option<usize> {
        match self.module().ty(value) {
            Type::TensorView(tensor) => Some(tensor.rank()),
            Type::View(view) => Some(view.tensor().rank()),
            Type::Tile(_)
            | Type::Token
            | Type::Function(_)
            | Type::Scalar(_)
            | Type::Ptr(_)
            | Type::Preview(_) => None,
        }
    }

    /// Bytes of a value in its place; 0 for tokens.
    fn bytes(&self, value: Value) -> u64 {
        match self.tensor_rank(value) {
            Some(rank) => 8 * (1 + 2 * rank as u64),
            None if self.is_tile(value) => self.len(value) as u64 * lane_size(self.scalar(value)) as u64,
            None => 0,
        }
    }
}

impl Read for Facts<'_> {
    fn module(&self) -> &Module {
        self.module
    }
}

impl<'m> Facts<'m> {
    /// Looks at everything below a function.
    pub(super) fn new(module: &'m Module, function: Op, constants: &mut Constants) -> Facts<'m> {
        let ops: Vec<Op> = walk::preorder(&module.body, function).skip(1).collect();
        let mut facts = Facts {
            module,
            used: SecondaryMap::new(),
            sources: SecondaryMap::new(),
            views: SecondaryMap::new(),
            affine: SecondaryMap::new(),
            indexed: SecondaryMap::new(),
            continues: SecondaryMap::new(),
        };
        facts.note_continues(&ops);
        facts.find_uses(&ops);
        for &op in &ops {
            if facts.is_live(op) {
                facts.note_source(op, constants);
            }
        }
        facts.find_affine(&ops);
        facts
    }

    /// Finds accesses through pointers that do not follow from data, or are one pointer and offsets: their pointers are
    /// not needed.
    fn find_affine(&mut self, ops: &[Op]) {
        let mut found = false;
        for &op in ops {
            if matches!(Class::of(self.module, op), Class::Load | Class::Store) {
                self.affine[op] = affine::access(self, op);
                found |= self.affine[op].is_some();
            }
            if let Some(atomic) = indexed::atomic(self, op) {
                self.indexed[op] = Some(atomic);
                found = true;
            }
        }
        if found {
            // The uses were counted with the pointers; without them, more operations may be dead.
            self.used.clear();
            self.find_uses(ops);
        }
    }

    /// Finds what is needed, from the end on; what a loop carries may be needed further in front.
    fn find_uses(&mut self, ops: &[Op]) {
        loop {
            let mut found = false;
            for &op in ops.iter().rev() {
                found |= self.note_uses(op);
            }
            if !found {
                return;
            }
        }
    }

    fn note_continues(&mut self, ops: &[Op]) {
        for &op in ops {
            if self.module.opcode(op) == Opcode::Continue
                && let Some(owner) = self.loop_around(op)
            {
                self.continues[owner].push(op);
            }
        }
    }

    /// The innermost loop around an operation.
    fn loop_around(&self, op: Op) -> Option<Op> {
        let mut owner = self.module.body.parent_op(op);
        while let Some(around) = owner {
            if matches!(self.module.opcode(around), Opcode::For | Opcode::Loop) {
                break;
            }
            owner = self.module.body.parent_op(around);
        }
        owner
    }

    /// The induction variable of a `for`.
    pub(super) fn counter(&self, owner: Op) -> Value {
        let args = self.module.body.block_args(block_of(self, owner, 0));
        args.get(0).expect("a verified for has an induction variable")
    }

    /// The loop-carried value of a `for` in an argument of its body, if only one op yields it.
    pub(super) fn carried(&self, argument: Value) -> Option<Carried> {
        let ValueDef::Arg(block, index) = self.module.body.def(argument) else { return None };
        let owner = self.module.body.block_op(block)?;
        if self.module.opcode(owner) != Opcode::For {
            return None;
        }
        let [end] = self.continues[owner][..] else { return None };
        let index = (index as usize).checked_sub(1)?;
        let init = *self.module.operands(owner, fields::for_::initValues).get(index)?;
        let next = *self.module.body.operands(end).get(index)?;
        Some(Carried { owner, init, next })
    }

    /// Whether a value is made outside of an operation's regions.
    pub(super) fn is_outside(&self, value: Value, owner: Op) -> bool {
        let body = &self.module.body;
        let mut around = body.def_block(value).and_then(|block| body.block_op(block));
        while let Some(op) = around {
            if op == owner {
                return false;
            }
            around = body.parent_op(op);
        }
        true
    }

    /// The operands that an operation needs: what a `for` carries is only needed if something reads it.
    #[allow(clippy::wildcard_enum_match_arm, reason = "two operations hand values to a loop that counts")]
    pub(super) fn needed(&self, op: Op) -> SmallVec<[Value; 8]> {
        let operands = self.module.body.operands(op);
        let (owner, inits) = match self.module.opcode(op) {
            _ if self.affine(op).is_some() => {
                return self.lane_operands(op).into_iter().chain(self.whole_operands(op)).collect();
            }
            Opcode::AtomicRmwTko => {
                return self.indexed(op).map_or(operands.into(), |atomic| atomic.operands(self, op));
            }
            Opcode::For => (op, self.module.operands(op, fields::for_::initValues)),
            Opcode::Continue => match self.loop_around(op) {
                Some(owner) if self.module.opcode(owner) == Opcode::For => (owner, operands),
                _ => return operands.into(),
            },
            _ => return operands.into(),
        };
        let arguments = self.module.body.block_args(block_of(self, owner, 0)).iter().skip(1);
        let results = self.module.body.results(owner).iter();
        let carried = inits.iter().zip(arguments.zip(results));
        let carried = carried.filter(|&(_, (argument, result))| self.used[argument] || self.used[result]);
        // Bounds and step of a `for`: always needed.
        let others = operands[..operands.len() - inits.len()].iter();
        others.copied().chain(carried.map(|(&value, _)| value)).collect()
    }

    /// The affine form of an access through pointers, if it does not depend on data.
    pub(super) fn affine(&self, op: Op) -> Option<&AffineAccess> {
        self.affine[op].as_deref()
    }

    /// The operands of the pointers of an atomic operation, if the pointers need not be materialised.
    pub(super) fn indexed(&self, op: Op) -> Option<&IndexedAtomic> {
        self.indexed[op].as_ref()
    }

    /// The operands that an operation of a fused group reads lane for lane; it reads the others before the first lane.
    pub(super) fn lane_operands(&self, op: Op) -> SmallVec<[Value; 3]> {
        match self.affine(op) {
            Some(_) if class::makes_lanes(self.module, op) => SmallVec::new(),
            Some(_) => smallvec![class::lanes_of(self.module, op)],
            None => class::lane_operands(self.module, op),
        }
    }

    /// The operands that an operation of a fused group reads before the first lane.
    pub(super) fn whole_operands(&self, op: Op) -> SmallVec<[Value; 4]> {
        match self.affine(op) {
            Some(access) => access.scalars().collect(),
            None => class::whole_operands(self.module, op).collect(),
        }
    }

    /// How an operation of a fused group touches memory.
    pub(super) fn touch(&self, op: Op) -> Touch {
        if self.affine(op).is_some() { Touch::Known } else { class::touch(self.module, op) }
    }

    /// Whether the operation does anything.
    pub(super) fn is_live(&self, op: Op) -> bool {
        !Class::of(self.module, op).is_droppable()
            || self.module.body.results(op).iter().any(|v| self.used[v])
    }

    /// Whether something needs the value.
    pub(super) fn is_used(&self, value: Value) -> bool {
        self.used[value]
    }

    /// True when an argument of a loop's body was found to be needed.
    fn note_uses(&mut self, op: Op) -> bool {
        let mut found = false;
        if self.is_live(op) {
            for value in self.needed(op) {
                let is_new = !std::mem::replace(&mut self.used[value], true);
                found |= is_new && self.module.body.def_op(value).is_none();
            }
        }
        found
    }

    fn note_source(&mut self, op: Op, constants: &mut Constants) {
        let body = &self.module.body;
        match Class::of(self.module, op) {
            Class::View => {
                for (&operand, result) in body.operands(op).iter().zip(body.results(op).iter()) {
                    self.note_lens(op, operand, result);
                }
            }
            Class::Constant => {
                let result = body.result(op, 0);
                self.sources[result] = Some(self.constant(op, constants));
            }
            Class::Iota => {
                let result = body.result(op, 0);
                let map = IndexMap::identity(self.len(result));
                self.sources[result] = Some(Source { root: Root::Iota, map });
            }
            Class::Elementwise
            | Class::Token
            | Class::Pure
            | Class::Checked
            | Class::Load
            | Class::Store
            | Class::Effect
            | Class::Fold
            | Class::Generate
            | Class::Region
            | Class::End
            | Class::Nothing => {}
        }
    }

    fn note_lens(&mut self, op: Op, operand: Value, result: Value) {
        if self.tensor_rank(operand).is_some() {
            self.views[result] = Some(self.view_root(operand));
        } else if self.is_tile(operand) {
            let source = self.source(operand);
            let map = match self.lens_map(op, operand, result) {
                Some(map) => map.then(&source.map),
                None => source.map,
            };
            self.sources[result] = Some(Source { root: source.root, map });
        }
    }

    /// The map of an operation of class [`Class::View`] on tiles; none when every element stays where it is.
    #[allow(clippy::wildcard_enum_match_arm, reason = "two lenses move elements")]
    fn lens_map(&self, op: Op, operand: Value, result: Value) -> Option<IndexMap> {
        let (from, to) = (self.tile_type(operand).shape(), self.tile_type(result).shape());
        match self.module.opcode(op) {
            Opcode::Broadcast => Some(IndexMap::broadcast(from, to)),
            Opcode::Permute => match self.attr(op, fields::permute::permutation) {
                Some(Attr::I32s(permutation)) => Some(IndexMap::permute(from, permutation)),
                other => unreachable!("a permutation, as verified, not {other:?}"),
            },
            _ => None,
        }
    }

    /// The source of the result of an operation of class [`Class::View`] on tiles, and its index map.
    pub(super) fn lens(&self, op: Op, result: Value) -> Option<(Value, Option<IndexMap>)> {
        if Class::of(self.module, op) != Class::View {
            return None;
        }
        let index = self.module.body.results(op).iter().position(|value| value == result)?;
        let &operand = self.module.body.operands(op).get(index)?;
        Some((operand, self.lens_map(op, operand, result)))
    }

    /// The bits of a constant tile whose elements are all the same.
    pub(super) fn splat(&self, tile: Value) -> Option<u64> {
        let source = self.sources[tile].as_ref()?;
        if !matches!(source.root, Root::Constant(_)) || !source.map.is_splat() {
            return None;
        }
        let mut value = tile;
        loop {
            let op = self.module.body.def_op(value)?;
            match self.lens(op, value) {
                Some((seen, _)) => value = seen,
                None => break,
            }
        }
        match self.attr(self.module.body.def_op(value)?, fields::constant::value)? {
            Attr::Dense(dense) => (dense.is_splat() || self.len(value) == 1).then(|| dense.bits(0)),
            #[allow(clippy::wildcard_enum_match_arm, reason = "a constant has its elements, as verified")]
            _ => None,
        }
    }

    fn constant(&self, op: Op, constants: &mut Constants) -> Source {
        let result = self.module.body.result(op, 0);
        let (len, scalar) = (self.len(result), self.scalar(result));
        let Some(Attr::Dense(dense)) = self.attr(op, fields::constant::value) else {
            unreachable!("a constant has its elements, as verified")
        };
        let stored = if dense.is_splat() { 1 } else { len };
        let place = constants.tile(scalar, (0..stored).map(|index| dense.bits(index)));
        let map = if dense.is_splat() { IndexMap::splat(len) } else { IndexMap::identity(len) };
        Source { root: Root::Constant(place), map }
    }

    /// Where the elements of a tile come from.
    pub(super) fn source(&self, tile: Value) -> Source {
        match &self.sources[tile] {
            Some(source) => source.clone(),
            None => Source { root: Root::Value(tile), map: IndexMap::identity(self.len(tile)) },
        }
    }

    /// Whether a tile is its own root.
    pub(super) fn is_root(&self, tile: Value) -> bool {
        self.sources[tile].is_none() && self.views[tile].is_none()
    }

    /// The value whose place holds a view.
    pub(super) fn view_root(&self, view: Value) -> Value {
        self.views[view].unwrap_or(view)
    }
}
