//! What to change in a program so that a race is none.

use cuda_tile::Module;
use cuda_tile::ops::Opcode;
use cuda_tile::text::{Names, name_values};
use ir::text::namer::Namer;
use ir::{Op, Value};

use super::class::Reach;
use super::dataflow;
use super::links::{Gap, Link};
use super::shadow::{Race, Shadow};
use crate::cause::Case;

/// What to change, and an operation that explains it, with what to say there.
#[derive(Debug, Default)]
pub(crate) struct Fix {
    pub(crate) text: Option<String>,
    pub(crate) other: Option<(Op, &'static str)>,
}

impl From<String> for Fix {
    fn from(text: String) -> Fix {
        Fix { text: Some(text), other: None }
    }
}

/// The fix for a race between two operations, the one that ran first in front.
pub(crate) fn of(case: Case, race: &Race, [first, second]: [Op; 2], shadow: &Shadow, module: &Module) -> Fix {
    let mnemonic = |op: Op| module.spec(op).mnemonic;
    if case == Case::UNFENCED {
        let (first, second) = (mnemonic(first), mnemonic(second));
        return format!(
            "put a `memory_fence_alias_tko` on the chain of tokens between the `{first}` and the `{second}`"
        )
        .into();
    }
    if case == Case::RACE_ACROSS_BLOCKS {
        return across_blocks(race, [first, second], shadow, module);
    }
    let namer = name_values(module, Names::Keep);
    let to = format!("the `{}`", mnemonic(second));
    match result_token(module, first) {
        Some(token) if first == second => {
            let name = namer.name(token);
            format!("carry token {name} of {to} to its next execution (`iter_values`)").into()
        }
        Some(_) | None => Fix { text: pass(module, &namer, [first, second], &to), other: None },
    }
}

/// "pass token %a of the `store_ptr_tko` to the `load_ptr_tko`".
fn pass(module: &Module, namer: &Namer, [from, to]: [Op; 2], named: &str) -> Option<String> {
    let token = result_token(module, from)?;
    let from_name = module.spec(from).mnemonic;
    let outside = outside(module, token, to);
    let name = namer.name(outside.unwrap_or(token));
    if outside.is_none() && in_one_loop(module, from, to) {
        return Some(format!(
            "carry token {name} of the `{from_name}` through the loop (`iter_values`) to {named}"
        ));
    }
    let mut text = match input_token(module, to) {
        None => format!("pass token {name} of the `{from_name}` to {named}"),
        Some(given) => {
            let given = namer.name(given);
            format!("join token {name} of the `{from_name}` with {given} and pass the result to {named}")
        }
    };
    if outside.is_none() {
        text.push_str("; carry it there through the results and `iter_values` of what lies between");
    }
    Some(text)
}

/// The token itself where it can be named at `to`, else the result of what stands around it that hands it on.
fn outside(module: &Module, mut token: Value, to: Op) -> Option<Value> {
    let body = &module.body;
    loop {
        let op = body.def_op(token)?;
        if visible(module, op, to) {
            return Some(token);
        }
        let around = body.parent_op(op)?;
        token = dataflow::handed_on(module, around, token)?;
    }
}

/// True when both stand in one loop.
fn in_one_loop(module: &Module, one: Op, other: Op) -> bool {
    let around = |op: Op| std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
    let is_loop = |op: &Op| matches!(module.opcode(*op), Opcode::For | Opcode::Loop);
    around(one).filter(is_loop).any(|op| around(other).any(|it| it == op))
}

/// What orders or separates accesses of two tile blocks.
fn across_blocks(race: &Race, [first, second]: [Op; 2], shadow: &Shadow, module: &Module) -> Fix {
    let both = [race.first.class, race.second.class];
    let mnemonic = |op: Op| module.spec(op).mnemonic;
    if both.iter().all(|class| class.reach != Reach::Weak) {
        return match both[0].bits == both[1].bits {
            true => "use the scope `device` on both".to_owned().into(),
            false => "access the element with one size on both sides".to_owned().into(),
        };
    }
    if let Some(gap) = race.gap {
        return bridge(gap, [first, second], shadow, module);
    }
    if first == second && both.iter().all(|class| class.writes) {
        let name = mnemonic(first);
        return format!(
            "give every tile block elements of its own, or make the `{name}` an atomic operation"
        )
        .into();
    }
    "publish the first with a `release` that takes its token, and let the second take the token of an `acquire` that reads \
     what was released; or give every tile block elements of its own"
        .to_owned()
        .into()
}

/// What restores the order between two blocks that meet.
fn bridge(gap: Gap, [first, second]: [Op; 2], shadow: &Shadow, module: &Module) -> Fix {
    let namer = name_values(module, Names::Keep);
    let name = |op: Op| module.spec(op).mnemonic;
    let ops = |link: Link| (shadow.op(link.reader.column), shadow.op(link.writer.column));
    match gap {
        Gap::BeforeRelease(link) => {
            let (_, release) = ops(link);
            let to = format!("the `{}` that releases", name(release));
            let text = pass(module, &namer, [first, release], &to);
            Fix { text, other: Some((release, "this release does not wait for it")) }
        }
        Gap::BehindAcquire(link) => {
            let (acquire, _) = ops(link);
            let to = format!("the `{}`", name(second));
            let text = pass(module, &namer, [acquire, second], &to);
            Fix { text, other: Some((acquire, "this acquire is not waited for")) }
        }
        Gap::NotAcquired(link) => {
            let (read, _) = ops(link);
            let text = format!("make the `{}` that reads what was released an `acquire`", name(read));
            Fix { text: Some(text), other: Some((read, "this reads what was released, but is no acquire")) }
        }
        Gap::OutOfScope(link) => {
            let (_, release) = ops(link);
            let text = "use the scope `device` for the release and the acquire".to_owned();
            Fix { text: Some(text), other: Some((release, "this is out of scope of those that read it")) }
        }
        Gap::NotReleased(link) => {
            let (read, write) = ops(link);
            let mut text = format!("make the `{}` that the other tile block reads a `release`", name(write));
            if !link.acquires {
                text.push_str(&format!(", and the `{}` that reads it an `acquire`", name(read)));
            }
            Fix {
                text: Some(text),
                other: Some((write, "this is read by the other tile block, but is no release")),
            }
        }
    }
}

/// The token that an operation gives: its last result.
fn result_token(module: &Module, op: Op) -> Option<Value> {
    let results = module.body.results(op);
    results.iter().rev().find(|&value| *module.ty(value) == cuda_tile::Type::Token)
}

/// The token that an operation takes.
fn input_token(module: &Module, op: Op) -> Option<Value> {
    let operands = module.body.operands(op).iter().rev();
    operands.copied().find(|&value| *module.ty(value) == cuda_tile::Type::Token)
}

/// True when the results of `first` can be named at `second`: it stands before it, in its block or one around it.
fn visible(module: &Module, first: Op, second: Op) -> bool {
    let body = &module.body;
    let home = body.parent_block(first);
    let mut user = second;
    while body.parent_block(user) != home {
        let Some(parent) = body.parent_op(user) else { return false };
        user = parent;
    }
    let mut after = body.next(first);
    while let Some(op) = after {
        if op == user {
            return true;
        }
        after = body.next(op);
    }
    false
}
