//! What the shared transforms must know of the ops of level 2.

use ir::analysis::Effects;
use ir::rewrite::Rewriter;
use ir::transform::{Regions, Semantics, present};
use ir::{Field, Op, Value};
use numerics::Scalar;
use smallvec::SmallVec;

use crate::arith::MemoryOrdering;
use crate::control::{Rows, Structured, flow};
use crate::ops::fields;
use crate::{Module, Opcode, TileAa, Type, constant, control_rows, simplify};

/// The answers of level 2.
#[derive(Clone, Copy, Debug)]
pub struct Level2;

impl Semantics<TileAa> for Level2 {
    fn absorbs(&self, module: &Module, op: Op) -> Effects {
        let folds = matches!(module.opcode(op), Opcode::Reduce | Opcode::Scan);
        if folds { Effects::YIELD } else { flow::absorbs(module, op) }
    }

    fn regions(&self, module: &Module, op: Op) -> Regions {
        let folds = matches!(module.opcode(op), Opcode::Reduce | Opcode::Scan);
        if folds { Regions::Closed } else { flow::regions(module, op) }
    }

    fn carried(&self, module: &Module, op: Op, index: usize) -> SmallVec<[Value; 2]> {
        present(flow::carried(module, op, index))
    }

    fn simplify(&self, rewriter: &mut Rewriter<'_, TileAa>, op: Op) -> bool {
        simplify::simplify(rewriter, op)
    }
}

impl Structured for TileAa {
    const ROWS: Rows<TileAa> = control_rows!();

    fn known(module: &Module, value: Value) -> Option<u64> {
        constant::splat(module, value)
    }

    fn scalar(ty: &Type) -> Option<Scalar> {
        ty.scalar()
    }
}

/// True for an access of no ordering but that of its token.
pub(crate) fn is_weak(module: &Module, op: Op, ordering: Field) -> bool {
    module.get::<MemoryOrdering>(op, ordering) == MemoryOrdering::Weak
}
