//! Ops that Tilewright adds to the language, and functions of test builds.

use ir::{Field, Op, TypeId};

use super::check::{Checked, OpCheck, fail, quote};
use super::codes::EXTENSION;
use super::items;
use crate::attrs::Attr;
use crate::ops::{Opcode, fields};
use crate::roles;
use crate::types::{FunctionType, Type};

/// The body takes one i32 per dimension and yields one element.
pub(super) fn generate(check: &OpCheck<'_, '_>) -> Checked {
    use fields::experimental_generate::{body, result};
    let module = check.module();
    let tile = check.tile(result);
    let Some(block) = module.block(check.op, body) else { return Ok(()) };
    let args = module.body.block_args(block);
    check.ensure_types(args.len() == tile.rank(), EXTENSION, &[result], || {
        format!("expect {} block arguments, one index per dimension, but got: {}", tile.rank(), args.len())
    })?;
    let index = Type::scalar_tile(numerics::Scalar::I32);
    for (i, arg) in args.into_iter().enumerate() {
        check.ensure(*module.ty(arg) == index, EXTENSION, || {
            format!("expect index #{i} to be {} but got: {}", quote(&index), check.quoted(arg))
        })?;
    }
    let Some(last) = module.body.last_op(block).filter(|&op| check.is_sound(op)) else { return Ok(()) };
    let given = module.body.operands(last);
    let holds = given.len() == 1
        && module.ty(given[0]).as_tile().is_some_and(|t| t.rank() == 0 && t.elem() == tile.elem());
    check.ensure(holds, EXTENSION, || {
        format!(
            "expect the body to yield one rank-0 tile of {}, but it yields ({})",
            tile.elem(),
            check.quoted_list(given.iter().copied())
        )
    })
}

pub(super) fn extern_elementwise(check: &OpCheck<'_, '_>) -> Checked {
    let count = check.operands(fields::experimental_extern_elementwise::args).len();
    check.ensure(count > 0, EXTENSION, || "expect at least 1 operand".to_owned())
}

/// Body arguments are the parameters; results are checked where the body returns.
pub(super) fn func(check: &OpCheck<'_, '_>) -> Checked {
    let (ty, body) = if check.spec.opcode == Opcode::TestFunc {
        (fields::testing_func::function_type, fields::testing_func::body)
    } else {
        (fields::experimental_func::function_type, fields::experimental_func::body)
    };
    items::arguments(check, body, items::function_type(check, ty))
}

fn callee_type<'m>(check: &OpCheck<'_, 'm>, callee: Op) -> Option<&'m FunctionType> {
    let module = check.module();
    let field = roles::signature_of_callee(module.spec(callee))?;
    let attr = module.attrs.try_get(module.attr(callee, field).as_interned()?)?;
    let Attr::Type(id) = attr else { return None };
    if let Type::Function(ty) = module.types.get(*id) { Some(ty) } else { None }
}

pub(super) fn call(check: &OpCheck<'_, '_>) -> Checked {
    use fields::experimental_call::{args, callee, outs};
    let Some(Attr::Str(symbol)) = check.attr(callee) else { return Ok(()) };
    let module = check.module();
    let name = module.text(*symbol);
    let target = check.session.symbols.get(symbol).copied();
    let ty = target.and_then(|op| callee_type(check, op));
    let Some(ty) = ty else {
        let diagnostic = check.error(EXTENSION, format!("'{name}' does not reference a function"));
        return fail(diagnostic.help("kernels call `experimental$func` alone, which the module must define"));
    };
    signature(check, args, &ty.params, "operands")?;
    signature(check, outs, &ty.results, "results")
}

fn signature(check: &OpCheck<'_, '_>, field: Field, wanted: &[Type], what: &str) -> Checked {
    let module = check.module();
    let given = check.values(field);
    let types: Vec<TypeId> = given.iter().map(|&value| module.body.ty(value)).collect();
    let holds =
        types.len() == wanted.len() && types.iter().zip(wanted).all(|(&id, ty)| module.types.get(id) == ty);
    check.ensure(holds, EXTENSION, || {
        let wanted: Vec<String> = wanted.iter().map(quote).collect();
        format!(
            "{what} must be those of the function: expected ({}), but got ({})",
            wanted.join(", "),
            check.quoted_list(given.iter().copied())
        )
    })
}
