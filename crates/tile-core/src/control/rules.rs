//! The rules of control flow: terminators of blocks, and the types of carried values.

use ir::{Block, Field, Module, Op, Value};

use super::flow::around;
use super::{Control, Structured, fields};

/// The result of a rule.
pub type Checked = Result<(), String>;

/// `Err` with the text unless the condition holds.
pub fn ensure(holds: bool, text: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(text()) }
}

/// The types of values, as a list in a message.
pub fn types_of<L: Structured>(module: &Module<L>, values: impl IntoIterator<Item = Value>) -> Vec<String> {
    values.into_iter().map(|value| module.ty(value).to_string()).collect()
}

/// The results of an op.
pub fn results<L: Structured>(module: &Module<L>, op: Op) -> Vec<Value> {
    module.body.results(op).iter().collect()
}

/// The arguments of a block.
pub fn args<L: Structured>(module: &Module<L>, block: Block) -> Vec<Value> {
    module.body.block_args(block).iter().collect()
}

/// The block of a region.
pub fn body<L: Structured>(module: &Module<L>, op: Op, region: Field) -> Result<Block, String> {
    module.block(op, region).ok_or_else(|| "has no body".to_owned())
}

/// Types of given values are the wanted ones.
pub fn carries<L: Structured>(module: &Module<L>, given: &[Value], wanted: &[Value], what: &str) -> Checked {
    let types = |values: &[Value]| types_of(module, values.iter().copied());
    let (given, wanted) = (types(given), types(wanted));
    ensure(given == wanted, || {
        format!("{what} must be of types ({}), not ({})", wanted.join(", "), given.join(", "))
    })
}

/// A region, when it is there, ends in one of these.
pub fn ends_in<L: Structured>(module: &Module<L>, op: Op, region: Field, allowed: &[L::Opcode]) -> Checked {
    let Some(block) = module.block(op, region) else { return Ok(()) };
    let last = module.body.last_op(block).map(|op| module.opcode(op));
    ensure(last.is_some_and(|last| allowed.contains(&last)), || {
        let row = |opcode: &L::Opcode| L::ops().iter().find(|row| row.opcode == *opcode);
        let words: Vec<_> = allowed.iter().filter_map(row).map(|row| format!("`{}`", row.mnemonic)).collect();
        format!("its body must end in {}", words.join(" or "))
    })
}

/// A function returns; its parameters.
pub fn func<L: Structured>(module: &Module<L>, op: Op) -> Result<Vec<Value>, String> {
    ends_in(module, op, L::FUNC_BODY, &[L::of_control(Control::Return)])?;
    Ok(args(module, body(module, op, L::FUNC_BODY)?))
}

/// A counted loop carries what it begins with.
pub fn for_<L: Structured>(module: &Module<L>, op: Op) -> Checked {
    let (block, inits) = (body(module, op, fields::for_::body)?, module.operands(op, fields::for_::inits));
    let mut wanted = vec![module.operand(op, fields::for_::lower)];
    wanted.extend(inits);
    carries(module, &args(module, block), &wanted, "the arguments of the body")?;
    carries(module, inits, &results(module, op), "the initial values")?;
    ends_in(module, op, fields::for_::body, &[L::of_control(Control::Continue)])
}

/// A loop without end carries what it begins with.
pub fn loop_<L: Structured>(module: &Module<L>, op: Op) -> Checked {
    let (block, inits) = (body(module, op, fields::loop_::body)?, module.operands(op, fields::loop_::inits));
    carries(module, &args(module, block), inits, "the arguments of the body")?;
    ends_in(
        module,
        op,
        fields::loop_::body,
        &[L::of_control(Control::Continue), L::of_control(Control::Break), L::of_control(Control::Return)],
    )
}

/// A branch takes nothing, and gives results when both branches are there.
pub fn if_<L: Structured>(module: &Module<L>, op: Op) -> Checked {
    let ends = [
        L::of_control(Control::Yield),
        L::of_control(Control::Continue),
        L::of_control(Control::Break),
        L::of_control(Control::Return),
    ];
    for region in [fields::if_::then, fields::if_::otherwise] {
        ends_in(module, op, region, &ends)?;
        let block = module.block(op, region);
        let takes = block.is_some_and(|block| !module.body.block_args(block).is_empty());
        ensure(!takes, || "its branches have no arguments".to_owned())?;
    }
    let lacks = module.block(op, fields::if_::otherwise).is_none();
    ensure(!lacks || module.body.results(op).is_empty(), || "with results it needs both branches".to_owned())
}

/// The op that a `yield` gives its operands to.
pub fn taker<L: Structured>(module: &Module<L>, op: Op) -> Result<Op, String> {
    module.body.parent_op(op).ok_or_else(|| "stands outside of everything".to_owned())
}

/// Checks that the terminator of a branch yields the results of the `if`.
pub fn yields<L: Structured>(module: &Module<L>, op: Op, branch: Op) -> Checked {
    carries(module, module.body.operands(op), &results(module, branch), "what is yielded")
}

/// Checks that the op that starts the next iteration passes the loop-carried values.
pub fn continue_<L: Structured>(module: &Module<L>, op: Op) -> Checked {
    let target = around(module, op).ok_or("stands outside of everything")?;
    let (region, counters) = match L::control(module.opcode(target)) {
        Some(Control::For) => (fields::for_::body, 1),
        Some(Control::Loop) => (fields::loop_::body, 0),
        Some(Control::If | Control::Return | Control::Yield | Control::Continue | Control::Break) | None => {
            return Err("stands in a loop".to_owned());
        }
    };
    let block = module.block(target, region).ok_or("has no loop around it")?;
    let wanted: Vec<Value> = args(module, block).into_iter().skip(counters).collect();
    carries(module, module.body.operands(op), &wanted, "the next values")
}

fn is_loop<L: Structured>(module: &Module<L>, op: Op) -> bool {
    L::control(module.opcode(op)) == Some(Control::Loop)
}

/// Checks that an op that leaves a loop passes its results.
pub fn break_<L: Structured>(module: &Module<L>, op: Op) -> Checked {
    let target = around(module, op).filter(|&target| is_loop(module, target));
    let target = target.ok_or("leaves a `loop`, and there is none around it")?;
    carries(module, module.body.operands(op), &results(module, target), "the results of the loop")
}

/// An op that leaves a function is directly in it, or in branches and loops without a counter.
pub fn return_<L: Structured>(module: &Module<L>, op: Op) -> Checked {
    let mut outer = around(module, op);
    while let Some(found) = outer.filter(|&found| is_loop(module, found)) {
        outer = around(module, found);
    }
    let in_function = outer.is_some_and(|found| module.opcode(found) == L::FUNC);
    ensure(in_function, || "leaves a function, from branches and `loop`s alone".to_owned())
}
