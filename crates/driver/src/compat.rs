//! Compatibility mode: the meaning of programs from cuTile's front end, which relies on more than the language guarantees.
//!
//! - A float is converted to a bool by `ftoi` to i1, which truncates, and is undefined above 1; cuTile means "is not zero".
//! - Assumptions (`assume`) about constants are not always true; no pass needs them.

use cuda_tile::attrs::{ComparisonOrdering, ComparisonPredicate, Dense};
use cuda_tile::ops::{Builders, Opcode, fields};
use cuda_tile::{CudaTile, Module};
use ir::rewrite::Rewriter;
use ir::{Op, Value};
use numerics::Scalar;

/// Whether cuTile's front end probably generated a module: it was bytecode without a producer, because cuTile writes none,
/// and its kernels come from Python, or begin as cuTile's do: with a token, and with extents that are assumed to be at
/// least 0.
pub fn is_of_cutile(module: &Module) -> bool {
    if module.origin != ir::Origin::Bytecode
        || module.attr(module.root, fields::module::producer).as_interned().is_some()
    {
        return false;
    }
    let items = cuda_tile::build::items_block(module);
    let mut entries =
        module.body.block_ops(items).filter(|&op| module.opcode(op) == Opcode::Entry).peekable();
    entries.peek().is_some()
        && entries.all(|entry| is_of_python(module, entry) || begins_as_cutile(module, entry))
}

fn is_of_python(module: &Module, entry: Op) -> bool {
    module.file_location(module.body.loc(entry)).is_some_and(|at| at.file.ends_with(".py"))
}

fn begins_as_cutile(module: &Module, entry: Op) -> bool {
    let Some(body) = module.block(entry, fields::entry::body) else { return false };
    let first = module.body.block_ops(body).next();
    let mut views =
        module.body.block_ops(body).filter(|&op| module.opcode(op) == Opcode::MakeTensorView).peekable();
    let promised = |&value: &Value| {
        module
            .body
            .def_op(value)
            .is_some_and(|def| matches!(module.opcode(def), Opcode::Assume | Opcode::Constant))
    };
    first.is_some_and(|op| module.opcode(op) == Opcode::MakeToken)
        && views.peek().is_some()
        && views
            .all(|view| module.operands(view, fields::make_tensor_view::dynamicShape).iter().all(promised))
}

/// Gives a verified module the meaning that cuTile intends; it stays verified.
pub fn interpret(module: &mut Module) {
    let wanted = |op: &Op| matches!(module.opcode(*op), Opcode::Assume | Opcode::FToI);
    let ops: Vec<Op> = ir::walk::preorder(&module.body, module.root).filter(wanted).collect();
    let mut rewriter = Rewriter::new(module);
    for op in ops {
        if rewriter.module().opcode(op) == Opcode::Assume {
            forget_promise(&mut rewriter, op);
        } else {
            compare_with_zero(&mut rewriter, op);
        }
    }
}

/// Removes assumptions about constants.
fn forget_promise(rewriter: &mut Rewriter<'_, CudaTile>, op: Op) {
    let module = rewriter.module();
    let value = module.operand(op, fields::assume::value);
    let def = module.body.def_op(value);
    if def.is_some_and(|def| module.opcode(def) == Opcode::Constant) {
        rewriter.replace_op(op, &[value]);
    }
}

/// Replaces a conversion to i1 by a comparison with zero, which a NaN is unequal to.
fn compare_with_zero(rewriter: &mut Rewriter<'_, CudaTile>, op: Op) {
    let module = rewriter.module();
    let (from, result) = (module.operand(op, fields::ftoi::from), module.body.result(op, 0));
    let elem = |value| module.ty(value).as_tile().and_then(|tile| tile.elem().scalar());
    let (Some(scalar), Some(Scalar::I1)) = (elem(from), elem(result)) else { return };
    if !matches!(scalar, Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64) {
        // The language compares no others.
        return;
    }
    let (of_zero, flags) = (module.body.ty(from), module.body.ty(result));
    let value = rewriter.build_before(op, op, |b| {
        let zero = b.constant().value(Dense::splat(of_zero, scalar, 0)).result(of_zero).finish().value();
        let unequal = b.cmpf().comparison_predicate(ComparisonPredicate::NotEqual).lhs(from).rhs(zero);
        unequal.comparison_ordering(ComparisonOrdering::Unordered).result(flags).finish().value()
    });
    rewriter.replace_op(op, &[value]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuda_tile::text::{ParseOptions, PrintOptions, parse, print};
    use cuda_tile::verify::{VerifyOptions, verify};
    use diag::Source;

    #[test]
    fn bools_are_what_is_not_zero_and_promises_about_constants_are_forgotten() {
        let text = "cuda_tile.module @m { entry @k(%n: tile<i32>) {
            %one = constant <i32: 1> : tile<i32>
            %false = assume div_by<4>, %one : tile<i32>
            %kept = assume div_by<4>, %n : tile<i32>
            %sum = addi %false, %kept : tile<i32>
            %x = constant <f16: 0.25> : tile<f16>
            %bool = ftoi %x unsigned : tile<f16> -> tile<i1>
            %int = ftoi %x signed : tile<f16> -> tile<i8>
            %t = print_tko \"%d %d %d\", %sum, %bool, %int : tile<i32>, tile<i1>, tile<i8> -> token
            return
        } }";
        let parsed = parse(&Source::new("m.mlir", text), &ParseOptions::default());
        let mut module = parsed.module.expect("the text is right");
        interpret(&mut module);
        let found = verify(&module, &VerifyOptions::default()).diagnostics;
        assert!(found.iter().all(|found| !found.is_error()), "{found:?}");
        let after = print(&module, &PrintOptions::default());
        assert_eq!(after.matches(" = assume ").count(), 1, "{after}");
        assert!(after.contains(" = cmpf not_equal unordered "), "{after}");
        assert_eq!(after.matches(" = ftoi ").count(), 1, "{after}");
    }
}
