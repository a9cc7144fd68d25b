//! Ops that are verified while a file is read, right after each was decoded.
//!
//! The structure of what is read is that of the file, which the decoder sees to: operands are visible, blocks and
//! regions are as many as they must be, and blocks end in terminators. What it leaves open is asked here, and then what
//! a walk asks of an op (`fast_path`). Nothing is reported: a module of which anything is in doubt is verified like any
//! other once it was read, and that says what is wrong. What is found is so the same either way.

use cranelift_entity::EntitySet;
use ir::verify::Shape;
use ir::{Op, OpRef, UNKNOWN_LOC};

use super::cache::{VerificationCache, Written};
use super::check::{Facts, OpCheck, Session};
use super::check::{FastCheck, Row};
use super::nest::Nest;
use super::symbols::{self, Item};
use super::{Verified, VerifyOptions, debug, verify};
use crate::items::items_block;
use crate::ops::Opcode;
use crate::{CudaTile, Module};

/// By what rules the ops of a file are verified; for all threads.
pub(crate) struct Rules {
    options: VerifyOptions,
    rows: Vec<Row>,
    shapes: Vec<Shape>,
}

impl Rules {
    pub(crate) fn new(options: &VerifyOptions) -> Rules {
        Rules {
            options: *options,
            rows: Opcode::ALL.iter().map(|&opcode| Row::of(opcode, options)).collect(),
            shapes: Opcode::ALL.iter().map(|opcode| Shape::of(opcode.spec())).collect(),
        }
    }
}

/// Verifies what one thread reads, op by op.
pub(crate) struct DecodeVerifier<'r> {
    rules: &'r Rules,
    facts: Facts,
    cache: VerificationCache,
    nest: Nest,
    /// No op is broken.
    broken: EntitySet<Op>,
    /// The op before in the block is a terminator.
    ended: bool,
    /// Something may be wrong with the module.
    doubtful: bool,
    /// Ops to be checked when everything was read.
    later: Vec<Op>,
}

impl<'r> DecodeVerifier<'r> {
    /// For a module of about this number of ops, of which only the root was read.
    pub(crate) fn new(rules: &'r Rules, module: &Module, ops: usize) -> DecodeVerifier<'r> {
        let mut nest = Nest::new(rules.options.version);
        nest.enter(module, module.root);
        DecodeVerifier {
            rules,
            facts: Facts::default(),
            cache: VerificationCache::of_file(ops),
            nest,
            broken: EntitySet::new(),
            ended: false,
            doubtful: false,
            later: Vec::new(),
        }
    }

    /// All locations were read.
    pub(crate) fn places(&mut self, module: &Module) {
        self.facts.scopes.extend(module);
    }

    /// Ops have locations of the module that `other` is for.
    pub(crate) fn share_places(&mut self, other: &DecodeVerifier<'_>) {
        self.facts.scopes = other.facts.scopes.clone();
    }

    /// A block follows.
    pub(crate) fn block(&mut self) {
        self.ended = false;
    }

    /// An op without regions was appended to a block of a body.
    #[inline]
    pub(crate) fn op(&mut self, module: &Module, op: Op, written: Written) {
        let data = module.body.get(op);
        let row = &self.rules.rows[data.opcode()];
        let sound = row.inner
            && !self.ended
            && self.fits(module, data, row)
            && (row.fast_check == FastCheck::Alone && self.cache.knows_written(module, data, row, written)
                || self.holds(module, op, row, FastCheck::Alone));
        self.ended = row.terminator;
        self.doubtful |= !sound;
    }

    /// An op with regions was appended to a block of a body; the regions follow.
    pub(crate) fn enter(&mut self, module: &Module, op: Op) {
        let row = &self.rules.rows[usize::from(module.body.opcode(op))];
        self.doubtful |= self.ended || !row.inner;
        self.nest.enter(module, op);
    }

    /// A definition was added to the module; its regions follow.
    pub(crate) fn enter_item(&mut self, module: &Module, op: Op) {
        self.nest.enter(module, op);
    }

    /// The regions of an op are over.
    pub(crate) fn leave(&mut self, module: &Module, op: Op) {
        self.nest.leave(module, op);
        let row = &self.rules.rows[usize::from(module.body.opcode(op))];
        self.ended = row.terminator;
        let repeats = row.fast_check == FastCheck::WithBlocks;
        let sound = self.may_stand(row)
            && (repeats && self.cache.knows_blocks(module, op, row, &self.broken)
                || self.holds(module, op, row, FastCheck::WithBlocks))
            && (!row.inner || self.scope_holds(module, op, row));
        self.doubtful |= !sound;
    }

    /// True when an op may stand here, as far as effects go.
    #[inline]
    fn may_stand(&self, row: &Row) -> bool {
        row.effect_free || self.nest.effect_free().is_none()
    }

    /// True if effects and debug scope of an op are allowed at its place.
    #[inline]
    fn fits(&mut self, module: &Module, data: OpRef<'_>, row: &Row) -> bool {
        self.may_stand(row)
            && (data.loc() == UNKNOWN_LOC || {
                if !self.facts.scopes.knows(data.loc()) {
                    self.facts.scopes.extend(module);
                }
                self.facts.scopes.fit(module, data.loc(), &self.nest)
            })
    }

    /// True if an op is valid, or will be checked later. Those of rows whose check is `kept` are remembered.
    #[inline(never)]
    fn holds(&mut self, module: &Module, op: Op, row: &Row, kept: FastCheck) -> bool {
        if row.fast_check == FastCheck::Never {
            self.later.push(op);
            return true;
        }
        let data = module.body.get(op);
        self.facts.extend(module);
        let mut session = Session::new(module, &self.rules.options, &self.facts);
        let sound = self.rules.shapes[data.opcode()].fits::<CudaTile>(data)
            && OpCheck::new(&mut session, &self.nest, &self.broken, row, op).holds();
        if sound && row.fast_check == kept {
            self.cache.remember();
        }
        sound
    }

    fn scope_holds(&mut self, module: &Module, op: Op, row: &Row) -> bool {
        self.facts.scopes.extend(module);
        let mut session = Session::new(module, &self.rules.options, &self.facts);
        debug::check_op(&OpCheck::new(&mut session, &self.nest, &self.broken, row, op)).is_ok()
    }

    /// Adds what was seen of the ops of another module, of which the one numbered `n` is now numbered `n + shift`.
    pub(crate) fn append(&mut self, other: DecodeVerifier<'_>, shift: u32) {
        self.doubtful |= other.doubtful;
        self.later.extend(other.later.into_iter().map(|op| Op::from_u32(op.as_u32() + shift)));
    }

    /// The result for the module, which is complete.
    pub(crate) fn finish(mut self, module: &Module) -> Verified {
        if self.doubtful || !self.rest_holds(module) {
            return verify(module, &self.rules.options);
        }
        Verified::default()
    }

    /// True when nothing is wrong with what can be judged only now.
    fn rest_holds(&mut self, module: &Module) -> bool {
        self.facts.extend(module);
        let (rules, broken) = (self.rules, &self.broken);
        let mut session = Session::new(module, &rules.options, &self.facts);
        let block = items_block(module);
        let items: Vec<Item> = module.body.block_ops(block).filter_map(|op| Item::of(module, op)).collect();
        symbols::check(&mut session, &items, broken);
        for op in module.body.block_ops(block).chain([module.root]).chain(self.later.iter().copied()) {
            let outer: Vec<Op> =
                std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op)).collect();
            let mut nest = Nest::new(rules.options.version);
            outer.into_iter().rev().for_each(|op| nest.enter(module, op));
            let opcode = module.opcode(op);
            let row = &rules.rows[opcode as usize];
            let mut check = OpCheck::new(&mut session, &nest, broken, row, op);
            if opcode == Opcode::Entry && row.fast_check != FastCheck::Never {
                // Only its scope was not checked: threads do not have the shared locations.
                let scope = debug::check_op(&check);
                check.take(scope);
            } else {
                check.run();
            }
            if !session.diagnostics.is_empty() {
                return false;
            }
        }
        session.diagnostics.is_empty()
    }
}
