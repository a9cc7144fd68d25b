//! Properties of level-4 ops for the shared transforms.

use ir::analysis::Effects;
use ir::rewrite::Rewriter;
use ir::transform::{Regions, Semantics, present};
use ir::{Field, Op, Value};
use numerics::Scalar;
use smallvec::SmallVec;
use tile_core::arith::Arith;
use tile_core::control::{Control, Structured, flow};

use crate::ops::fields;
use crate::{Module, Nvvm, Opcode, Type, constant, simplify};

/// The answers of level 4.
#[derive(Clone, Copy, Debug)]
pub struct Level4;

impl Semantics<Nvvm> for Level4 {
    fn absorbs(&self, module: &Module, op: Op) -> Effects {
        flow::absorbs(module, op)
    }

    fn regions(&self, module: &Module, op: Op) -> Regions {
        flow::regions(module, op)
    }

    fn carried(&self, module: &Module, op: Op, index: usize) -> SmallVec<[Value; 2]> {
        present(flow::carried(module, op, index))
    }

    fn stays_in_loops(&self, module: &Module, op: Op) -> bool {
        // A join makes no instruction. Before the loop, all its registers would be live in the whole loop.
        module.opcode(op) == Opcode::Regs
    }

    fn simplify(&self, rewriter: &mut Rewriter<'_, Nvvm>, op: Op) -> bool {
        simplify::simplify(rewriter, op)
    }
}

impl Structured for Nvvm {
    const FUNC: Opcode = Opcode::Func;
    const FUNC_BODY: Field = fields::func::body;

    fn control(opcode: Opcode) -> Option<Control> {
        opcode.control()
    }

    fn of_control(op: Control) -> Opcode {
        Opcode::of_control(op)
    }

    fn arith(opcode: Opcode) -> Option<Arith> {
        opcode.arith()
    }

    fn of_arith(op: Arith) -> Opcode {
        Opcode::of_arith(op)
    }

    fn known(module: &Module, value: Value) -> Option<u64> {
        constant::known(module, value)
    }

    fn scalar(ty: &Type) -> Option<Scalar> {
        ty.scalar()
    }
}
