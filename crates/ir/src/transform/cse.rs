//! Common subexpression elimination: an op is replaced by an earlier op that computes the same.
//!
//! Only ops without effects are merged. This includes ops that may be undefined as a whole, because the earlier one has already
//! been executed. Ops with regions are merged only if their bodies are closed, such as reductions, and equal op for op. Scopes
//! determine which ops are earlier: a block can use ops before it in the enclosing blocks.

use std::hash::{Hash, Hasher};

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::analysis::Effects;
use crate::attr::AttrSlot;
use crate::entity::{AttrId, Block, Op, TypeId, Value};
use crate::level::Level;
use crate::level::module::Module;
use crate::level::spec::Trait;
use crate::transform::{Regions, Semantics};
use crate::walk::preorder;

/// Merges equal ops; true when something changed.
pub fn cse<L: Level>(module: &mut Module<L>, semantics: &dyn Semantics<L>) -> bool {
    let ops: Vec<Op> = preorder(&module.body, module.root).collect();
    let mut replaced = SecondaryMap::new();
    replaced.resize(module.body.value_count());
    let mut merger = Merger {
        module,
        semantics,
        known: HashTable::with_capacity(ops.len()),
        scopes: Vec::new(),
        log: Vec::with_capacity(ops.len()),
        replaced,
    };
    merger.run(&ops)
}

/// An op that later ones are compared with.
struct Known {
    op: Op,
    /// The number of its scope.
    scope: usize,
    /// Of all that its results depend on.
    hash: u64,
    /// The contents of its regions.
    body: Vec<Piece>,
}

/// A piece of a body, written down so that bodies of one meaning are equal.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Piece {
    /// Arguments of a block begin.
    Block,
    /// An op of this opcode, number of operands and results, and of these extra attributes.
    Op(u16, usize, usize, Option<AttrId>),
    /// An attribute.
    Attr(AttrSlot),
    /// A size of a segment.
    Segment(u32),
    /// A value of this type is defined.
    Defined(TypeId),
    /// The n-th value that the body defines is used.
    Inner(usize),
    /// A value from outside is used.
    Outer(Value),
}

/// A block that the walk is in.
struct Scope {
    block: Block,
    /// The length of the log before this block.
    log: usize,
    /// Only ops of scopes from this one on are seen: the bodies of some ops stay in themselves.
    first_seen: usize,
}

struct Merger<'m, L: Level> {
    module: &'m mut Module<L>,
    semantics: &'m dyn Semantics<L>,
    /// Ops by what they compute.
    known: HashTable<Known>,
    scopes: Vec<Scope>,
    /// Each addition to `known`, its hash, and what it took the place of.
    log: Vec<(Op, u64, Option<Known>)>,
    replaced: SecondaryMap<Value, PackedOption<Value>>,
}

impl<L: Level> Merger<'_, L> {
    fn run(&mut self, ops: &[Op]) -> bool {
        let mut changed = false;
        let mut merged = 0;
        for &op in ops {
            if merged > 0 {
                // It is in an op that has just gone.
                merged -= 1;
                continue;
            }
            if let Some(block) = self.module.body.parent_block(op) {
                self.move_to(block);
            }
            self.update_operands(op);
            let is_repeatable = self.semantics.effects(self.module, op).is_repeatable();
            if !is_repeatable || self.module.body.results(op).is_empty() {
                continue;
            }
            if let Some(body) = self.body_of(op)
                && self.merge(op, body)
            {
                merged = preorder(&self.module.body, op).count() - 1;
                changed = true;
            }
        }
        changed
    }

    /// The contents of the regions of an op; `None` if the op cannot be compared.
    fn body_of(&self, op: Op) -> Option<Vec<Piece>> {
        let body = &self.module.body;
        let mut pieces = Vec::new();
        if body.regions(op).len() == 0 {
            return Some(pieces);
        }
        if self.semantics.regions(self.module, op) != Regions::Closed {
            return None;
        }
        let mut numbers: FxHashMap<Value, usize> = FxHashMap::default();
        for region in body.regions(op) {
            for &block in body.region_blocks(region) {
                pieces.push(Piece::Block);
                self.define(body.block_args(block).iter(), &mut numbers, &mut pieces);
                for inner in body.block_ops(block) {
                    self.write(inner, &mut numbers, &mut pieces)?;
                }
            }
        }
        Some(pieces)
    }

    fn define(
        &self,
        values: impl Iterator<Item = Value>,
        numbers: &mut FxHashMap<Value, usize>,
        pieces: &mut Vec<Piece>,
    ) {
        for value in values {
            numbers.insert(value, numbers.len());
            pieces.push(Piece::Defined(self.module.body.ty(value)));
        }
    }

    /// Writes an op of a body down; `None` when it has effects or regions.
    fn write(&self, op: Op, numbers: &mut FxHashMap<Value, usize>, pieces: &mut Vec<Piece>) -> Option<()> {
        let body = &self.module.body;
        let effects = self.semantics.effects(self.module, op).without(Effects::YIELD);
        if body.regions(op).len() > 0 || !effects.is_repeatable() {
            return None;
        }
        let (operands, results) = (body.operands(op), body.results(op));
        pieces.push(Piece::Op(body.opcode(op), operands.len(), results.len(), body.extra(op)));
        pieces.extend(body.attrs(op).iter().map(|&slot| Piece::Attr(slot)));
        pieces.extend(body.segments(op).iter().map(|&size| Piece::Segment(size)));
        pieces.extend(operands.iter().map(|value| match numbers.get(value) {
            Some(&number) => Piece::Inner(number),
            None => Piece::Outer(self.replaced[*value].expand().unwrap_or(*value)),
        }));
        self.define(results.iter(), numbers, pieces);
        Some(())
    }

    /// Leaves the scopes that do not hold `block`, and enters it.
    fn move_to(&mut self, block: Block) {
        let owner = self.module.body.block_op(block);
        let outer = owner.and_then(|op| self.module.body.parent_block(op));
        while let Some(scope) = self.scopes.last() {
            if scope.block == block {
                return;
            }
            if Some(scope.block) == outer {
                break;
            }
            self.leave();
        }
        let closed = owner.is_none_or(|op| {
            self.module.spec(op).has(Trait::Isolated)
                || self.semantics.regions(self.module, op) == Regions::Closed
        });
        let around = self.scopes.last().map_or(0, |scope| scope.first_seen);
        let first_seen = if closed { self.scopes.len() } else { around };
        self.scopes.push(Scope { block, log: self.log.len(), first_seen });
    }

    fn leave(&mut self) {
        let scope = self.scopes.pop().expect("a scope to leave");
        for (op, hash, before) in self.log.drain(scope.log..).rev() {
            let added = self.known.find_entry(hash, |known| known.op == op);
            let mut added = added.unwrap_or_else(|_| unreachable!("what was added is there"));
            match before {
                Some(before) => *added.get_mut() = before,
                None => {
                    added.remove();
                }
            }
        }
    }

    fn update_operands(&mut self, op: Op) {
        for operand in self.module.body.operands_mut(op) {
            if let Some(new) = self.replaced[*operand].expand() {
                *operand = new;
            }
        }
    }

    /// Replaces `op` by an equal one, or notes it for those to come.
    fn merge(&mut self, op: Op, body: Vec<Piece>) -> bool {
        let hash = self.hash(op, &body);
        let scope = self.scopes.last().expect("an op with results stands in a block");
        let (module, number) = (&*self.module, self.scopes.len() - 1);
        let same = |known: &Known| known.hash == hash && known.body == body && equal(module, known.op, op);
        match self.known.find_mut(hash, same) {
            Some(known) if known.scope >= scope.first_seen => {
                let earlier = known.op;
                self.replace(op, earlier);
                return true;
            }
            Some(known) => {
                let before = std::mem::replace(known, Known { op, scope: number, hash, body });
                self.log.push((op, hash, Some(before)));
            }
            None => {
                self.known.insert_unique(hash, Known { op, scope: number, hash, body }, |known| known.hash);
                self.log.push((op, hash, None));
            }
        }
        false
    }

    fn replace(&mut self, op: Op, earlier: Op) {
        let body = &mut self.module.body;
        for (old, new) in body.results(op).into_iter().zip(body.results(earlier)) {
            self.replaced[old] = new.into();
        }
        body.detach(op);
    }

    /// Of all that an op's results depend on: what [`equal`] compares, and what is in its regions.
    fn hash(&self, op: Op, inside: &[Piece]) -> u64 {
        let body = &self.module.body;
        let mut hasher = FxHasher::default();
        body.opcode(op).hash(&mut hasher);
        match pair(self.module, op) {
            Some(pair) => pair.hash(&mut hasher),
            None => body.operands(op).hash(&mut hasher),
        }
        body.segments(op).hash(&mut hasher);
        body.attrs(op).hash(&mut hasher);
        body.extra(op).hash(&mut hasher);
        body.results(op).iter().for_each(|value| body.ty(value).hash(&mut hasher));
        inside.hash(&mut hasher);
        hasher.finish()
    }
}

/// The two operands of a commutative op, the lesser first.
fn pair<L: Level>(module: &Module<L>, op: Op) -> Option<[Value; 2]> {
    let &[left, right] = module.body.operands(op) else { return None };
    module.spec(op).has(Trait::Commutative).then(|| [left.min(right), left.max(right)])
}

/// Whether two ops, their regions aside, compute the same.
fn equal<L: Level>(module: &Module<L>, left: Op, right: Op) -> bool {
    let body = &module.body;
    let operands = || match pair(module, left) {
        Some(left) => pair(module, right) == Some(left),
        None => body.operands(left) == body.operands(right),
    };
    let types = |op| body.results(op).iter().map(|value| body.ty(value));
    body.opcode(left) == body.opcode(right)
        && operands()
        && body.segments(left) == body.segments(right)
        && body.attrs(left) == body.attrs(right)
        && body.extra(left) == body.extra(right)
        && types(left).eq(types(right))
}
