//! Accesses to the memory of several devices: the accesses through views of this level, marked.

use cuda_tile::multimem;
use cuda_tile::roles::{Direction, ViewAccess};
use ir::{Field, Op};

use super::Lowering;
use crate::ops::{Builders, fields as new};

/// Fields of the op that takes the place of another.
struct To {
    ordering: Field,
    scope: Field,
    inbounds: Field,
}

impl Lowering<'_> {
    pub(super) fn multimem(&mut self, op: Op) {
        let old = ViewAccess::of_multimem(self.from.spec(op));
        let (made, to) = match old.direction {
            Direction::Load => self.multicast_load(op, &old),
            Direction::Update => self.multicast_reduce(op, &old),
            Direction::Store => self.multicast_store(op, &old),
        };
        let order = old.order.map(|field| self.from.attr(op, field));
        self.set_order(made, order, to.ordering, to.scope);
        self.set_inbounds(op, old.inbounds, made, to.inbounds);
        self.set_results(op, made);
    }

    fn multicast_load(&mut self, op: Op, old: &ViewAccess) -> (Op, To) {
        use new::tiled_load::{inbounds, ordering, scope};
        let (tiles, index) = (self.operand(op, old.view), self.operands(op, old.index));
        let token = self.token(op, old.tokens[0]);
        let (ty, token_ty) = (self.ty(self.from.result(op, old.tile)), self.token_type());
        let kind = multimem::reduction(self.from, op, old);
        let mut b = self.build();
        let draft = b.tiled_load().tiles(tiles).index(index).token(token).multimem(kind);
        (draft.result(ty).result_token(token_ty).finish().op, To { ordering, scope, inbounds })
    }

    fn multicast_reduce(&mut self, op: Op, old: &ViewAccess) -> (Op, To) {
        use new::tiled_atomic_red::{inbounds, ordering, scope};
        let (value, tiles) = (self.operand(op, old.tile), self.operand(op, old.view));
        let (index, token) = (self.operands(op, old.index), self.token(op, old.tokens[0]));
        let elem = self.to.ty(value).tile().and_then(|tile| tile.elem.scalar());
        let kind = multimem::reduction(self.from, op, old);
        let mode = multimem::atomic(kind, elem.expect("a tile of numbers, as verified"));
        let token_ty = self.token_type();
        let mut b = self.build();
        let draft = b.tiled_atomic_red().value(value).tiles(tiles).index(index).token(token);
        let made = draft.mode(mode).multimem(true).result_token(token_ty).finish().op;
        (made, To { ordering, scope, inbounds })
    }

    fn multicast_store(&mut self, op: Op, old: &ViewAccess) -> (Op, To) {
        use new::tiled_store::{inbounds, ordering, scope};
        let (value, tiles) = (self.operand(op, old.tile), self.operand(op, old.view));
        let (index, token) = (self.operands(op, old.index), self.token(op, old.tokens[0]));
        let token_ty = self.token_type();
        let mut b = self.build();
        let draft = b.tiled_store().value(value).tiles(tiles).index(index).token(token);
        (draft.multimem(true).result_token(token_ty).finish().op, To { ordering, scope, inbounds })
    }
}
