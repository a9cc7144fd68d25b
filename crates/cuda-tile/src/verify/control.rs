//! if, for, loop and their terminators.

use diag::Diagnostic;
use ir::spec::V13_4;
use ir::{Block, Field, Op, Value, ValueRange};

use super::check::{Checked, OpCheck, fail};
use super::codes::{BRANCH, CARRIED, PARENT};
use crate::attrs::Attr;
use crate::items::symbol_text;
use crate::ops::{Opcode, fields};
use crate::roles;
use crate::types::Type;

/// The op whose region holds the op.
fn parent(check: &OpCheck<'_, '_>) -> Option<(Op, Opcode)> {
    let op = check.module().body.parent_op(check.op)?;
    Some((op, check.module().opcode(op)))
}

/// The terminator is directly in one of `allowed`.
fn directly_in(check: &OpCheck<'_, '_>, allowed: &[Opcode]) -> Checked {
    let found = parent(check);
    if found.is_some_and(|(_, opcode)| allowed.contains(&opcode)) {
        return Ok(());
    }
    let names: Vec<String> =
        allowed.iter().map(|opcode| format!("cuda_tile.{}", opcode.spec().mnemonic)).collect();
    let message = format!("expects parent op to be one of '{}'", names.join(", "));
    fail(at_parent(check, check.error(PARENT, message), found.map(|(op, _)| op)))
}

fn at_parent(check: &OpCheck<'_, '_>, diagnostic: Diagnostic, op: Option<Op>) -> Diagnostic {
    let Some(op) = op else { return diagnostic };
    let text = format!("the enclosing op is `{}`", check.module().spec(op).mnemonic);
    match check.module().place(op) {
        Some(place) => diagnostic.also(place, text),
        None => diagnostic.note(text),
    }
}

/// The innermost enclosing op that is not an `if`, which must be one of `allowed`.
fn through_ifs(check: &OpCheck<'_, '_>, allowed: &[Opcode]) -> Result<(Op, Opcode), Box<Diagnostic>> {
    let frame = check.nest.innermost();
    if let Some(frame) = frame.filter(|frame| allowed.contains(&frame.opcode)) {
        return Ok((frame.op, frame.opcode));
    }
    let names: Vec<String> = allowed
        .iter()
        .chain(&[Opcode::If])
        .map(|opcode| format!("'cuda_tile.{}'", opcode.spec().mnemonic))
        .collect();
    let message = format!("can only be nested within a ancestor chain of {} operations", names.join(", "));
    Err(Box::new(at_parent(check, check.error(PARENT, message), frame.map(|frame| frame.op))))
}

/// True when the values are of the same types, one for one.
fn same_types(check: &OpCheck<'_, '_>, given: &[Value], wanted: impl IntoIterator<Item = Value>) -> bool {
    let body = &check.module().body;
    given.iter().map(|&value| body.ty(value)).eq(wanted.into_iter().map(|value| body.ty(value)))
}

pub(super) fn break_(check: &OpCheck<'_, '_>) -> Checked {
    directly_in(check, &[Opcode::If, Opcode::Loop])?;
    let (target, _) = through_ifs(check, &[Opcode::Loop])?;
    let (given, wanted) = (check.operands(fields::break_::operands), check.module().body.results(target));
    if same_types(check, given, wanted) {
        return Ok(());
    }
    let message = format!(
        "operand types must correspond to the parent loop result types: ({}) vs ({})",
        check.quoted_list(given.iter().copied()),
        check.quoted_list(wanted)
    );
    fail(at_parent(check, check.error(CARRIED, message), Some(target)))
}

pub(super) fn continue_(check: &OpCheck<'_, '_>) -> Checked {
    directly_in(check, &[Opcode::For, Opcode::If, Opcode::Loop])?;
    let (target, opcode) = through_ifs(check, &[Opcode::For, Opcode::Loop])?;
    let given = check.operands(fields::continue_::operands);
    let module = check.module();
    let (name, what, wanted) = if opcode == Opcode::For {
        ("for", "return types", Some(module.body.results(target)))
    } else {
        let block = module.block(target, fields::loop_::region);
        ("loop", "iter_values", block.map(|block| module.body.block_args(block)))
    };
    let wanted = || wanted.into_iter().flatten();
    if same_types(check, given, wanted()) {
        return Ok(());
    }
    let message = format!(
        "`{name}` is missing a valid terminator. `continue` op should have operand types that match the parent loop {what}: ({}), but found: ({})",
        check.quoted_list(wanted()),
        check.quoted_list(given.iter().copied())
    );
    let mut diagnostic = check.error(CARRIED, "");
    diagnostic.message = message;
    fail(at_parent(check, diagnostic, Some(target)))
}

pub(super) fn yield_(check: &OpCheck<'_, '_>) -> Checked {
    let found = parent(check).map(|(_, opcode)| opcode);
    if found == Some(Opcode::Generate) {
        return Ok(());
    }
    directly_in(check, &[Opcode::If, Opcode::Reduce, Opcode::Scan])
}

pub(super) fn return_(check: &OpCheck<'_, '_>) -> Checked {
    let found = parent(check).map(|(_, opcode)| opcode);
    let in_function = found.is_some_and(|opcode| roles::signature_of_callee(opcode.spec()).is_some());
    if !in_function && check.version() >= V13_4 {
        directly_in(check, &[Opcode::Entry, Opcode::If, Opcode::Loop])?;
    } else if !in_function {
        directly_in(check, &[Opcode::Entry, Opcode::If])?;
    }
    let frame = check.nest.innermost();
    if frame.is_none_or(|frame| !frame.returns) {
        let message = match check.version() >= V13_4 {
            true => "must be used within a cuda_tile.entry, cuda_tile.if, or cuda_tile.loop operation",
            false => "must be used within a cuda_tile.entry, or cuda_tile.if operation",
        };
        return fail(at_parent(check, check.error(PARENT, message), frame.map(|frame| frame.op)));
    }
    let Some(function) = frame.and_then(|frame| frame.function) else { return Ok(()) };
    returned(check, function)
}

/// The operands of a `return` must match the results of the function.
fn returned(check: &OpCheck<'_, '_>, function: Op) -> Checked {
    let given = check.operands(fields::return_::operands);
    let module = check.module();
    let Some(field) = roles::signature_of_callee(module.spec(function)) else {
        let message = || format!("has {} operands, but entry function must return 0 operands", given.len());
        return check
            .ensure(given.is_empty(), CARRIED, message)
            .map_err(|d| Box::new(d.help("store results to memory; a kernel returns nothing")));
    };
    let attr = module.attr(function, field).as_interned().and_then(|id| module.attrs.try_get(id));
    let Some(Attr::Type(id)) = attr else { return Ok(()) };
    let Type::Function(ty) = module.types.get(*id) else { return Ok(()) };
    let count = ty.results.len();
    check.ensure(count == given.len(), CARRIED, || {
        format!(
            "has {} operands, but enclosing function (@{}) returns {count}",
            given.len(),
            symbol_text(module, function)
        )
    })?;
    for (i, (&value, wanted)) in given.iter().zip(&ty.results).enumerate() {
        let holds = module.ty(value) == wanted;
        check.ensure(holds, CARRIED, || {
            format!(
                "type of return operand {i} ({}) doesn't match function result type ({})",
                check.quoted(value),
                super::check::quote(wanted)
            )
        })?;
    }
    Ok(())
}

/// Loops carry tiles and tokens, no views.
fn no_views(check: &OpCheck<'_, '_>, values: impl IntoIterator<Item = Value>, what: &str) -> Checked {
    for (i, value) in values.into_iter().enumerate() {
        let kind = match check.module().ty(value) {
            Type::TensorView(_) => "tensor_view",
            Type::View(_) => "tile view",
            Type::Scalar(_)
            | Type::Ptr(_)
            | Type::Tile(_)
            | Type::Token
            | Type::Function(_)
            | Type::Preview(_) => continue,
        };
        let diagnostic = check.error(CARRIED, format!("{what} {i} is a {kind}, which is not supported"));
        return fail(
            check
                .with_type(diagnostic, value, what)
                .help("carry the pointer and the extents, and make the view where it is used"),
        );
    }
    Ok(())
}

/// Initial values and block arguments go together.
fn carried(check: &OpCheck<'_, '_>, inits: &[Value], args: &[Value]) -> Checked {
    check.ensure(inits.len() == args.len(), CARRIED, || {
        format!(
            "mismatch in number of region iterator values and loop iterator inits: {} vs {}",
            args.len(),
            inits.len()
        )
    })?;
    no_views(check, inits.iter().copied(), "loop-carried value")?;
    for (i, (&init, &arg)) in inits.iter().zip(args).enumerate() {
        if check.module().body.ty(init) != check.module().body.ty(arg) {
            let message = format!(
                "init value {i} and region iter_value {i} have different type: {} != {}",
                check.quoted(init),
                check.quoted(arg)
            );
            return fail(check.with_type(check.error(CARRIED, message), init, "the init value"));
        }
    }
    Ok(())
}

fn args(check: &OpCheck<'_, '_>, region: Field) -> Vec<Value> {
    let block = check.module().block(check.op, region);
    block.map(|block| check.module().body.block_args(block).into_iter().collect()).unwrap_or_default()
}

pub(super) fn for_(check: &OpCheck<'_, '_>) -> Checked {
    use fields::for_::{initValues, lowerBound, region, resultValues};
    let args = args(check, region);
    let Some((&induction, carried_args)) = args.split_first() else {
        return fail(
            check
                .error(CARRIED, "expected at least one block argument for induction variable")
                .help("give the body's block an argument of the type of the bounds"),
        );
    };
    if check.module().body.ty(induction) != check.type_id(lowerBound) {
        let message = format!(
            "expected induction variable to be same type as bounds and step: {} vs {}",
            check.quoted(induction),
            check.quoted(check.value(lowerBound))
        );
        return fail(check.with_types(check.error(CARRIED, message), &[lowerBound]));
    }
    carried(check, check.operands(initValues), carried_args)?;
    no_views(check, check.values(resultValues), "result type")
}

pub(super) fn loop_(check: &OpCheck<'_, '_>) -> Checked {
    use fields::loop_::{initValues, region, resultValues};
    carried(check, check.operands(initValues), &args(check, region))?;
    no_views(check, check.values(resultValues), "result type")
}

pub(super) fn if_(check: &OpCheck<'_, '_>) -> Checked {
    use fields::if_::{elseRegion, thenRegion};
    let results = check.module().body.results(check.op);
    no_views(check, results, "result type")?;
    let module = check.module();
    let Some(then) = module.block(check.op, thenRegion) else {
        return fail(check.error(BRANCH, "must define then branch"));
    };
    branch(check, then, "then", results)?;
    match module.block(check.op, elseRegion) {
        Some(block) => branch(check, block, "else", results),
        None => check
            .ensure(results.is_empty(), BRANCH, || {
                "has non-empty return type, must define else branch".to_owned()
            })
            .map_err(|d| Box::new(d.help("add `else { .. }` that yields values of the same types"))),
    }
}

/// A branch that ends in `yield` gives the results.
fn branch(check: &OpCheck<'_, '_>, block: Block, name: &str, results: ValueRange) -> Checked {
    let module = check.module();
    no_arguments(check, block, name)?;
    let Some(last) = module.body.last_op(block).filter(|&op| check.is_sound(op)) else { return Ok(()) };
    if module.opcode(last) != Opcode::Yield {
        return Ok(());
    }
    let given = module.body.operands(last);
    if same_types(check, given, results) {
        return Ok(());
    }
    let given_types = || check.quoted_list(given.iter().copied());
    let result_types = || check.quoted_list(results);
    let message = match (given.is_empty(), results.is_empty()) {
        (true, _) => {
            format!("has return type of {} but {name} branch does not yield anything", result_types())
        }
        (_, true) => {
            format!("does not return a value, but {name} branch yields {}", given_types())
        }
        (false, false) => format!(
            "type does not match yield type, {name} branch yields {} but op result type is {}",
            given_types(),
            result_types()
        ),
    };
    let diagnostic = check.error(BRANCH, message);
    fail(match module.place(last) {
        Some(place) => diagnostic.also(place, format!("the {name} branch ends here")),
        None => diagnostic,
    })
}

fn no_arguments(check: &OpCheck<'_, '_>, block: Block, name: &str) -> Checked {
    check.ensure(check.module().body.block_args(block).is_empty(), BRANCH, || {
        format!("region #{} should have no arguments", usize::from(name == "else"))
    })
}
