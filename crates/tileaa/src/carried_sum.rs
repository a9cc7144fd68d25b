//! A sum of products that the loop of its product carries.

use ir::analysis::Uses;
use ir::{Op, Value};

use crate::ops::fields;
use crate::{Module, Opcode};

/// The loop that carries a sum, and the number of the sum among the values that it carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CarriedSum {
    pub(crate) loop_: Op,
    pub(crate) number: usize,
}

impl CarriedSum {
    /// That of a product, if its loop only uses the sum for this product.
    pub(crate) fn of(module: &Module, uses: &Uses, dot: Op) -> Option<CarriedSum> {
        let (acc, sum) = (module.operand(dot, fields::dot::acc), module.body.result(dot, 0));
        let loop_ = module.body.parent_op(dot).filter(|&op| module.opcode(op) == Opcode::For)?;
        let body = module.block(loop_, fields::for_::body)?;
        let number = module.body.block_args(body).iter().skip(1).position(|argument| argument == acc)?;
        let last = module.body.last_op(body).filter(|&op| module.opcode(op) == Opcode::Continue)?;
        let carried = module.body.operands(last).get(number) == Some(&sum);
        let alone = [acc, sum].iter().all(|&value| uses.count(value) == 1);
        (carried && alone).then_some(CarriedSum { loop_, number })
    }

    /// The sum in the body of its loop, and as the result of the loop.
    pub(crate) fn values(self, module: &Module) -> [Value; 2] {
        let body = module.block(self.loop_, fields::for_::body).expect("a loop has its body");
        let argument = module.body.block_args(body).get(self.number + 1).expect("a loop carries the sum");
        [argument, module.body.result(self.loop_, self.number)]
    }

    /// The index, among the operands of the loop, of the value that the sum starts with.
    pub(crate) fn init(self, module: &Module) -> usize {
        module.operand_range(self.loop_, fields::for_::inits).start + self.number
    }
}
