//! Common subexpressions: an op that computes what an op before it has computed is replaced by that one.
//!
//! Only ops without effects and without regions; ops that may be undefined as a whole are among them, for the earlier one
//! has run by then. Which op came before is a matter of scopes: a block sees what stands before it in the blocks around.

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::attr::AttrSlot;
use crate::entity::{AttrId, Block, Op, TypeId, Value};
use crate::module::{Level, Module};
use crate::spec::Trait;
use crate::transform::{Regions, Semantics};
use crate::walk::preorder;

/// Merges equal ops; true when something changed.
pub fn cse<L: Level>(module: &mut Module<L>, semantics: &dyn Semantics<L>) -> bool {
    let mut merger = Merger {
        module,
        semantics,
        known: FxHashMap::default(),
        scopes: Vec::new(),
        log: Vec::new(),
        replaced: SecondaryMap::new(),
    };
    merger.run()
}

/// All that an op's results depend on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    opcode: u16,
    operands: SmallVec<[Value; 4]>,
    segments: SmallVec<[u32; 4]>,
    attrs: SmallVec<[AttrSlot; 4]>,
    extra: Option<AttrId>,
    results: SmallVec<[TypeId; 2]>,
}

/// A block that the walk is in.
struct Scope {
    block: Block,
    /// What was added to the log before this block.
    log: usize,
    /// Only ops of scopes from this one on are seen: the bodies of some ops stay in themselves.
    first_seen: usize,
}

struct Merger<'m, L: Level> {
    module: &'m mut Module<L>,
    semantics: &'m dyn Semantics<L>,
    /// Ops by what they compute, each with the number of its scope.
    known: FxHashMap<Key, (Op, usize)>,
    scopes: Vec<Scope>,
    /// What each addition to `known` took the place of.
    log: Vec<(Key, Option<(Op, usize)>)>,
    replaced: SecondaryMap<Value, PackedOption<Value>>,
}

impl<L: Level> Merger<'_, L> {
    fn run(&mut self) -> bool {
        let ops: Vec<Op> = preorder(&self.module.body, self.module.root).collect();
        let mut changed = false;
        for op in ops {
            if let Some(block) = self.module.body.parent_block(op) {
                self.move_to(block);
            }
            self.update_operands(op);
            let effects = self.semantics.effects(self.module, op);
            let body = &self.module.body;
            if effects.is_repeatable() && body.regions(op).len() == 0 && !body.results(op).is_empty() {
                changed |= self.merge(op);
            }
        }
        changed
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
        for (key, before) in self.log.drain(scope.log..).rev() {
            match before {
                Some(op) => self.known.insert(key, op),
                None => self.known.remove(&key),
            };
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
    fn merge(&mut self, op: Op) -> bool {
        let key = self.key(op);
        let scope = self.scopes.last().expect("an op with results stands in a block");
        match self.known.get(&key) {
            Some(&(earlier, depth)) if depth >= scope.first_seen => {
                self.replace(op, earlier);
                true
            }
            _ => {
                let before = self.known.insert(key.clone(), (op, self.scopes.len() - 1));
                self.log.push((key, before));
                false
            }
        }
    }

    fn replace(&mut self, op: Op, earlier: Op) {
        let body = &mut self.module.body;
        for (old, new) in body.results(op).into_iter().zip(body.results(earlier)) {
            self.replaced[old] = new.into();
        }
        body.detach(op);
    }

    fn key(&self, op: Op) -> Key {
        let body = &self.module.body;
        let mut operands: SmallVec<[Value; 4]> = body.operands(op).into();
        if operands.len() == 2 && self.module.spec(op).has(Trait::Commutative) {
            operands.sort_unstable();
        }
        Key {
            opcode: body.opcode(op),
            operands,
            segments: body.segments(op).into(),
            attrs: body.attrs(op).into(),
            extra: body.extra(op),
            results: body.results(op).iter().map(|value| body.ty(value)).collect(),
        }
    }
}
