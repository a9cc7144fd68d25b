//! `fuse-fma`: a product that is added to, or subtracted from, becomes one fused multiply-add.
//!
//! `a * b + c` becomes `fma(a, b, c)`, and `a * b - c` becomes `fma(a, b, -c)`: one rounding where there were two, so that
//! results change. The product must have no other use, and the same rounding mode and flushing as the sum.

use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::{CudaTile, Module};
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, Value};

use crate::simplify::Mode;

/// Fuses multiplications and additions; true if something changed.
pub(crate) fn fuse_fma(module: &mut Module) -> bool {
    let ops: Vec<Op> = preorder(&module.body, module.root).collect();
    let mut rewriter = Rewriter::new(module);
    for op in ops {
        if rewriter.stands(op) {
            fuse(&mut rewriter, op);
        }
    }
    rewriter.changed()
}

fn fuse(rewriter: &mut Rewriter<'_, CudaTile>, op: Op) {
    use fields::{addf, subf};
    let module = rewriter.module();
    #[allow(clippy::wildcard_enum_match_arm, reason = "sums and differences are what is fused")]
    match module.opcode(op) {
        Opcode::AddF => {
            let mode = Mode::of(module, op, addf::rounding_mode, addf::flush_to_zero);
            let (lhs, rhs) = (module.operand(op, addf::lhs), module.operand(op, addf::rhs));
            if let Some(product) = product(rewriter, lhs, mode) {
                replace(rewriter, op, product, rhs, mode);
            } else if let Some(product) = product(rewriter, rhs, mode) {
                replace(rewriter, op, product, lhs, mode);
            }
        }
        Opcode::SubF => {
            let mode = Mode::of(module, op, subf::rounding_mode, subf::flush_to_zero);
            let (lhs, rhs) = (module.operand(op, subf::lhs), module.operand(op, subf::rhs));
            let Some(product) = product(rewriter, lhs, mode) else { return };
            let ty = module.body.ty(rhs);
            // a * b - c is a * b + (-c), and negation is exact.
            let opposite =
                rewriter.build_before(op, op, |b| b.negf().source(rhs).result(ty).finish().value());
            replace(rewriter, op, product, opposite, mode);
        }
        _ => {}
    }
}

/// The product that `value` is, if it has this mode and no other use.
fn product(rewriter: &Rewriter<'_, CudaTile>, value: Value, mode: Mode) -> Option<Op> {
    use fields::mulf::{flush_to_zero, rounding_mode};
    let module = rewriter.module();
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::MulF)?;
    let alike = Mode::of(module, op, rounding_mode, flush_to_zero) == mode;
    (alike && rewriter.uses().count(value) == 1).then_some(op)
}

fn replace(rewriter: &mut Rewriter<'_, CudaTile>, op: Op, product: Op, addend: Value, mode: Mode) {
    let module = rewriter.module();
    let (a, b) = (module.operand(product, fields::mulf::lhs), module.operand(product, fields::mulf::rhs));
    let ty = module.body.ty(addend);
    let fused = rewriter.build_before(op, op, |builder| {
        let draft = builder.fma().lhs(a).rhs(b).acc(addend).rounding_mode(mode.rounding);
        let draft = if mode.flush { draft.flush_to_zero(true) } else { draft };
        draft.result(ty).finish().value()
    });
    rewriter.replace_op(op, &[fused]);
    rewriter.erase(product);
}
