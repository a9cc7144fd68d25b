//! Accesses through multicast views.

use cuda_tile::multimem::{self, Pairs};
use cuda_tile::roles::{Direction, ViewAccess};
use ir::Op;

use crate::prepare::Emitter;
use crate::program::Kind;
use crate::steps::multimem::{Action, MulticastTile, Multimem};

impl Emitter<'_, '_> {
    pub(super) fn multimem(&mut self, op: Op) -> Kind {
        let fields = ViewAccess::of_multimem(self.module.spec(op));
        let kind = multimem::reduction(self.module, op, &fields);
        let action = match fields.direction {
            Direction::Load => Action::LoadReduce {
                padding: self.padding(op, fields.view),
                kind,
                out: self.result(op, fields.tile),
            },
            Direction::Update => Action::Reduce { value: self.operand(op, fields.tile), kind },
            Direction::Store => Action::Store { value: self.operand(op, fields.tile) },
        };
        let pairs = Pairs::of(self.view_type(self.module.operand(op, fields.view)));
        let tile = self.view_tile(op, fields.view, fields.index, fields.inbounds);
        let [ordering, scope] = fields.order;
        Kind::Multimem(Multimem {
            tile: MulticastTile { tile, pairs },
            order: self.order(op, ordering, scope, fields.tokens),
            action,
        })
    }
}
