//! Kernels and control flow: what ends blocks, and the types of what is carried.

use ir::{Block, Field, Op, Value};

use super::{Check, Checked, ensure};
use crate::ops::fields;
use crate::types::Space;
use crate::{Module, Opcode, Type};

/// An attribute that may be absent lies in a range.
fn within(check: &Check<'_>, field: Field, what: &str, low: i64, high: i64) -> Checked {
    let found = check.int(field).filter(|number| !(low..=high).contains(number));
    found.map_or(Ok(()), |number| Err(format!("{what} must be {low} to {high}, not {number}")))
}

pub(super) fn func(check: &Check<'_>) -> Checked {
    use fields::func as f;
    within(check, f::reqntid, "the number of threads", 1, 1024)?;
    within(check, f::cluster, "the number of thread blocks in a cluster", 1, 16)?;
    within(check, f::minctas, "the number of thread blocks on a multiprocessor", 1, 64)?;
    within(check, f::maxreg, "the number of registers", 1, 255)?;
    within(check, f::dynamic_shared, "the shared memory of the launch", 0, 1 << 20)?;
    ends_in(check, f::body, &[Opcode::Return])?;
    let block = body(check, f::body)?;
    let params: Vec<Type> = args(check, block).iter().map(|&value| *check.module.ty(value)).collect();
    let passed = |ty: &Type| matches!(ty, Type::Ptr(space) if *space != Space::Global);
    if let Some(ty) = params.iter().find(|ty| passed(ty)) {
        return Err(format!("takes numbers and addresses in global memory, not {ty}"));
    }
    if !check.module.attr(check.op, f::param_bits).is_present() {
        return Ok(());
    }
    let bits = check.module.ints(check.op, f::param_bits);
    ensure(bits.len() == params.len(), || {
        format!("says how many bits {} parameters take, and has {}", bits.len(), params.len())
    })?;
    let fits = |(ty, &bits): (&Type, &i64)| {
        let held = i64::from(ty.bits());
        bits == held || bits == 8 && matches!(ty, Type::I1 | Type::I16)
    };
    let wrong = params.iter().zip(bits).find(|&pair| !fits(pair));
    wrong.map_or(Ok(()), |(ty, bits)| Err(format!("a parameter of {ty} does not take {bits} bits")))
}

/// Types of given values are the wanted ones.
fn carries(check: &Check<'_>, given: &[Value], wanted: &[Value], what: &str) -> Checked {
    let (given, wanted) = (check.types_of(given.iter().copied()), check.types_of(wanted.iter().copied()));
    ensure(given == wanted, || {
        format!("{what} must be of types ({}), not ({})", wanted.join(", "), given.join(", "))
    })
}

fn results(check: &Check<'_>, op: Op) -> Vec<Value> {
    check.module.body.results(op).iter().collect()
}

fn args(check: &Check<'_>, block: Block) -> Vec<Value> {
    check.module.body.block_args(block).iter().collect()
}

/// A region ends in one of these.
fn ends_in(check: &Check<'_>, region: Field, allowed: &[Opcode]) -> Checked {
    let Some(block) = check.module.block(check.op, region) else { return Ok(()) };
    let last = check.module.body.last_op(block).map(|op| check.module.opcode(op));
    ensure(last.is_some_and(|last| allowed.contains(&last)), || {
        let words: Vec<_> = allowed.iter().map(|opcode| format!("`{}`", opcode.spec().mnemonic)).collect();
        format!("its body must end in {}", words.join(" or "))
    })
}

fn body(check: &Check<'_>, region: Field) -> Result<Block, String> {
    check.module.block(check.op, region).ok_or_else(|| "has no body".to_owned())
}

pub(super) fn for_(check: &Check<'_>) -> Checked {
    use fields::for_::{body as region, inits as first, lower};
    let counter = check.ty(lower);
    ensure(counter != Type::I1, || "counts in 16 bits or more".to_owned())?;
    let (block, inits) = (body(check, region)?, check.module.operands(check.op, first));
    let mut wanted = vec![check.module.operand(check.op, lower)];
    wanted.extend(inits);
    carries(check, &args(check, block), &wanted, "the arguments of the body")?;
    carries(check, inits, &results(check, check.op), "the initial values")?;
    ends_in(check, region, &[Opcode::Continue])
}

pub(super) fn loop_(check: &Check<'_>) -> Checked {
    use fields::loop_::{body as region, inits as first};
    let (block, inits) = (body(check, region)?, check.module.operands(check.op, first));
    carries(check, &args(check, block), inits, "the arguments of the body")?;
    ends_in(check, region, &[Opcode::Continue, Opcode::Break, Opcode::Return])
}

pub(super) fn if_(check: &Check<'_>) -> Checked {
    use fields::if_::{otherwise, then};
    let ends = [Opcode::Yield, Opcode::Continue, Opcode::Break, Opcode::Return];
    ends_in(check, then, &ends)?;
    ends_in(check, otherwise, &ends)?;
    for region in [then, otherwise] {
        let block = check.module.block(check.op, region);
        let takes = block.is_some_and(|block| !check.module.body.block_args(block).is_empty());
        ensure(!takes, || "its branches take nothing".to_owned())?;
    }
    let lacks = check.module.block(check.op, otherwise).is_none();
    ensure(!lacks || results(check, check.op).is_empty(), || "with results it needs both branches".to_owned())
}

/// The op around an op that is no `if`.
fn around(module: &Module, op: Op) -> Option<Op> {
    let mut around = module.body.parent_op(op);
    while let Some(outer) = around.filter(|&outer| module.opcode(outer) == Opcode::If) {
        around = module.body.parent_op(outer);
    }
    around
}

pub(super) fn yield_(check: &Check<'_>) -> Checked {
    let given = check.module.body.operands(check.op);
    let parent = check.module.body.parent_op(check.op).ok_or("stands outside of everything")?;
    ensure(check.module.opcode(parent) == Opcode::If, || "ends a branch of an `if`".to_owned())?;
    carries(check, given, &results(check, parent), "what is yielded")
}

pub(super) fn continue_(check: &Check<'_>) -> Checked {
    let given = check.module.body.operands(check.op);
    let target = around(check.module, check.op).ok_or("stands outside of everything")?;
    #[allow(clippy::wildcard_enum_match_arm, reason = "two ops are loops")]
    let (region, counter) = match check.module.opcode(target) {
        Opcode::For => (fields::for_::body, 1),
        Opcode::Loop => (fields::loop_::body, 0),
        _ => return Err("stands in a loop".to_owned()),
    };
    let block = check.module.block(target, region).ok_or("has no loop around it")?;
    let wanted: Vec<Value> = args(check, block).into_iter().skip(counter).collect();
    carries(check, given, &wanted, "the next values")
}

pub(super) fn break_(check: &Check<'_>) -> Checked {
    let target = around(check.module, check.op);
    let target = target.filter(|&target| check.module.opcode(target) == Opcode::Loop);
    let target = target.ok_or("leaves a `loop`, and there is none around it")?;
    carries(check, check.module.body.operands(check.op), &results(check, target), "the results of the loop")
}

pub(super) fn return_(check: &Check<'_>) -> Checked {
    let mut outer = around(check.module, check.op);
    while let Some(op) = outer.filter(|&op| check.module.opcode(op) == Opcode::Loop) {
        outer = around(check.module, op);
    }
    let in_kernel = outer.is_some_and(|op| check.module.opcode(op) == Opcode::Func);
    ensure(in_kernel, || "leaves a kernel, from branches and `loop`s alone".to_owned())
}
