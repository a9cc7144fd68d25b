//! Data flow of values, for rules over the whole program.

use ir::transform::present;
use ir::{Op, Value};
use smallvec::SmallVec;
use tile_core::control::flow;

use crate::{Module, Opcode};

/// The errors: ops and messages.
pub(super) type Found = Vec<(Op, String)>;

/// The values that operand `index` of an op becomes: values of loops and branches, results of writes and reads.
pub(super) fn carried(module: &Module, op: Op, index: usize) -> SmallVec<[Value; 2]> {
    if module.opcode(op) != Opcode::PipelineYield {
        return present(flow::carried(module, op, index));
    }
    let parent = module.body.parent_op(op);
    parent.and_then(|parent| module.body.results(parent).get(index + 1)).into_iter().collect()
}

/// A use of a value by an op.
pub(super) fn positions(module: &Module, op: Op, value: Value) -> impl Iterator<Item = usize> {
    let operands = module.body.operands(op).iter().enumerate();
    operands.filter(move |&(_, &other)| other == value).map(|(index, _)| index)
}
