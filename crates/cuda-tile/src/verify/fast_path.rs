//! Ops that are verified in the walk that checks their structure: those that have nothing wrong with them
//! and nothing to be warned of, which are nearly all ops of nearly all modules.

use cranelift_entity::EntitySet;
use ir::verify::FastVerify;
use ir::{Block, Op, OpRef};

use super::cache::VerificationCache;
use super::check::{FastCheck, Row};
use super::check::{OpCheck, Session};
use super::debug;
use super::nest::Nest;
use super::symbols::Item;

/// Verifies ops and reports nothing.
pub(super) struct FastVerifier<'s, 'm> {
    pub(super) session: Session<'m>,
    rows: &'s [Row],
    nest: Nest,
    /// Ops that need no further check.
    cache: VerificationCache,
    /// The block of the items of the module.
    block: Option<Block>,
    /// Its ops that have to do with symbols.
    pub(super) items: Vec<Item>,
}

impl<'s, 'm> FastVerifier<'s, 'm> {
    pub(super) fn new(session: Session<'m>, rows: &'s [Row]) -> FastVerifier<'s, 'm> {
        let (module, nest) = (session.module, Nest::new(session.options.version));
        let region = module.body.regions(module.root).next();
        let block = region.and_then(|region| module.body.region_blocks(region).first().copied());
        let cache = VerificationCache::new(module.body.op_count());
        FastVerifier { session, rows, nest, cache, block, items: Vec::new() }
    }

    /// True when an op may stand where the walk is, as far as effects go.
    #[inline(always)]
    fn may_stand(&self, row: &Row) -> bool {
        row.effect_free || self.nest.effect_free().is_none()
    }

    /// True when an op without regions may be accepted where the walk is.
    #[inline(always)]
    fn fits(&self, row: &Row, data: OpRef<'_>) -> bool {
        self.may_stand(row) && self.session.scopes().fit(self.session.module, data.loc(), &self.nest)
    }
}

impl FastVerify for FastVerifier<'_, '_> {
    #[inline(always)]
    fn knows(&mut self, data: OpRef<'_>) -> bool {
        let row = &self.rows[data.opcode()];
        row.fast_check == FastCheck::Alone
            && self.fits(row, data)
            && self.cache.knows(self.session.module, data, row)
    }

    fn accepts(&mut self, op: Op, data: OpRef<'_>, broken: &EntitySet<Op>) -> bool {
        let row = &self.rows[data.opcode()];
        let sound = row.fast_check != FastCheck::Never
            && self.fits(row, data)
            && OpCheck::new(&mut self.session, &self.nest, broken, row, op).holds();
        if sound && row.fast_check == FastCheck::Alone {
            self.cache.remember();
        }
        sound
    }

    fn defines(&mut self, op: Op) {
        if self.session.module.body.parent_block(op) == self.block {
            self.items.extend(Item::of(self.session.module, op));
        }
    }

    fn enter(&mut self, op: Op) {
        self.nest.enter(self.session.module, op);
    }

    fn leave(&mut self, op: Op, broken: &EntitySet<Op>) -> bool {
        let module = self.session.module;
        self.nest.leave(module, op);
        let row = &self.rows[usize::from(module.body.opcode(op))];
        if row.fast_check == FastCheck::Never || !self.may_stand(row) || broken.contains(op) {
            return false;
        }
        let repeats = row.fast_check == FastCheck::WithBlocks;
        if repeats && self.cache.knows_blocks(module, op, row, broken) {
            return debug::check_op(&OpCheck::new(&mut self.session, &self.nest, broken, row, op)).is_ok();
        }
        let mut check = OpCheck::new(&mut self.session, &self.nest, broken, row, op);
        let sound = check.holds() && debug::check_op(&check).is_ok();
        if sound && repeats {
            self.cache.remember();
        }
        sound
    }
}
