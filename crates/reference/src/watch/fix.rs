//! Suggested fixes for findings.

use cuda_tile::ops::Opcode;
use cuda_tile::text::{Names, name_values};
use cuda_tile::{Module, Type};
use ir::text::namer::Namer;
use ir::{Op, Value};

use super::class::{Class, Reach};
use super::dataflow;
use super::links::{Gap, Link};
use super::shadow::{Race, Shadow};
use crate::cause::Case;

/// A suggested change, and an operation that explains it, with its message.
#[derive(Debug, Default)]
pub(crate) struct Fix {
    pub(crate) text: Option<String>,
    pub(crate) other: Option<(Op, &'static str)>,
}

impl Fix {
    fn explained_by(text: impl Into<Option<String>>, op: Op, message: &'static str) -> Fix {
        Fix { text: text.into(), other: Some((op, message)) }
    }
}

impl From<String> for Fix {
    fn from(text: String) -> Fix {
        Fix { text: Some(text), other: None }
    }
}

/// The fix for a case at the operation that causes it.
pub(crate) fn of_case(case: Case, op: Op, module: &Module) -> Option<String> {
    let namer = name_values(module, Names::Keep);
    let operands = module.body.operands(op);
    let view = operands.iter().copied().find(|&value| matches!(module.ty(value), Type::View(_)));
    // If the op accesses memory through a view, the program has no pointers to change.
    let template = match (case, view) {
        (Case::OUT_OF_BOUNDS, Some(_)) => "make base, extents and strides of {view} fit the buffer",
        (Case::MISALIGNED, Some(_)) => "give {view} a base that is a multiple of the element's size",
        (Case::ENDLESS_WAIT, _) if module.opcode(op) == Opcode::AtomicCasTko => {
            "give the lock at {0} back, with a `release` store, before the tile block that took it ends or waits again"
        }
        _ => case.fix()?,
    };
    let mut text = template.to_owned();
    let places = [
        ("{result}", module.body.results(op).iter().next()),
        ("{0}", operands.first().copied()),
        ("{1}", operands.get(1).copied()),
        ("{view}", view),
    ];
    for (place, value) in places {
        if let Some(value) = value.filter(|_| text.contains(place)) {
            text = text.replace(place, &namer.name(value));
        }
    }
    Some(text)
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
    let other = if first != second && mnemonic(first) == mnemonic(second) { "other " } else { "" };
    let to = format!("the {other}`{}`", mnemonic(second));
    match result_token(module, first) {
        Some(token) if first == second => {
            let name = namer.name(token);
            format!("carry token {name} of {to} to its next execution (`iter_values`)").into()
        }
        Some(_) | None => {
            // The latest execution of the first may be ordered, while an earlier one is not.
            let text = match race.latest {
                true => pass(module, &namer, [first, second], &to),
                false => carry(module, &namer, [first, second], &to),
            };
            Fix { text: text.or_else(|| pass(module, &namer, [first, second], &to)), other: None }
        }
    }
}

/// "carry token %a of the `store_ptr_tko` through the loop (`iter_values`) to the `load_ptr_tko`".
fn carry(module: &Module, namer: &Namer, [from, to]: [Op; 2], named: &str) -> Option<String> {
    let token = result_token(module, from).filter(|_| in_one_loop(module, from, to))?;
    let (name, from) = (namer.name(token), module.spec(from).mnemonic);
    Some(format!("carry token {name} of the `{from}` through the loop (`iter_values`) to {named}"))
}

/// "pass token %a of the `store_ptr_tko` to the `load_ptr_tko`".
fn pass(module: &Module, namer: &Namer, [from, to]: [Op; 2], named: &str) -> Option<String> {
    let token = result_token(module, from)?;
    let from_name = module.spec(from).mnemonic;
    let outside = outside(module, token, to);
    let name = namer.name(outside.unwrap_or(token));
    // The token is made in one iteration and needed in the next: it must become a loop-carried value.
    if outside.is_none() && in_one_loop(module, from, to) {
        return carry(module, namer, [from, to], named);
    }
    if let Some(text) = outside.is_none().then(|| hand_out(module, namer, [from, to])).flatten() {
        return Some(text);
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

/// "let %done of the `if` hand on token %a of the `store_ptr_tko`", where the token that `to` takes comes from what
/// stands around `from`.
fn hand_out(module: &Module, namer: &Namer, [from, to]: [Op; 2]) -> Option<String> {
    let (token, given) = (result_token(module, from)?, input_token(module, to)?);
    let around = module.body.def_op(given)?;
    let mut parents = std::iter::successors(module.body.parent_op(from), |&op| module.body.parent_op(op));
    parents.find(|&op| op == around)?;
    let [from, around] = [from, around].map(|op| module.spec(op).mnemonic);
    let [token, given] = [token, given].map(|value| namer.name(value));
    Some(format!("let {given}, the result of the `{around}`, hand on token {token} of the `{from}`"))
}

/// The token itself if it is visible at `to`, else the result of the op around it that passes it on.
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

/// The loops around an operation, the innermost first.
pub(crate) fn loops_around(module: &Module, op: Op) -> impl Iterator<Item = Op> {
    let around = std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
    around.filter(|op| matches!(module.opcode(*op), Opcode::For | Opcode::Loop))
}

/// True if both are in the same loop.
fn in_one_loop(module: &Module, one: Op, other: Op) -> bool {
    let around = |op: Op| std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
    loops_around(module, one).any(|op| around(other).any(|it| it == op))
}

/// A change that orders or separates accesses of two tile blocks.
fn across_blocks(race: &Race, [first, second]: [Op; 2], shadow: &Shadow, module: &Module) -> Fix {
    let both = [race.first.class, race.second.class];
    let mnemonic = |op: Op| module.spec(op).mnemonic;
    match both.map(|class| class.reach == Reach::Weak) {
        [false, false] if both[0].bits == both[1].bits => "use the scope `device` on both".to_owned().into(),
        [false, false] => "access the element with one size on both sides".to_owned().into(),
        [true, false] => strengthen((first, both[0]), (second, both[1]), module).into(),
        [false, true] => strengthen((second, both[1]), (first, both[0]), module).into(),
        [true, true] => match race.gap {
            Some(gap) => bridge(gap, race, [first, second], shadow, module),
            None if is_update(module, [first, second]) => {
                "load, change and store the element in one atomic operation (`atomic_rmw_tko`)"
                    .to_owned()
                    .into()
            }
            None if first == second => {
                let name = mnemonic(first);
                format!("give every tile block elements of its own, or make the `{name}` an atomic operation")
                    .into()
            }
            // Which of two blocks came first is chance: what is written is published.
            None if race.first.class.writes => separate(module, [first, second]).into(),
            None => separate(module, [second, first]).into(),
        },
    }
}

/// True when one of them loads what the other one stores again, changed.
fn is_update(module: &Module, [one, other]: [Op; 2]) -> bool {
    dataflow::updates(module, one, other) || dataflow::updates(module, other, one)
}

/// A change that lets a weak access race with an atomic one on the same element.
fn strengthen((weak, class): (Op, Class), (atomic, other): (Op, Class), module: &Module) -> String {
    let [weak, atomic] = [weak, atomic].map(|op| module.spec(op).mnemonic);
    // A release needs an acquire and the other way round, so the weak access becomes the counterpart of what the other
    // side is.
    match (class.writes, other) {
        (true, Class { acquires: true, writes: false, .. }) => {
            format!(
                "make the `{weak}` a `release` with the scope `device`, as the `{atomic}` is an `acquire`"
            )
        }
        (false, Class { releases: true, .. }) => {
            format!(
                "make the `{weak}` an `acquire` with the scope `device`, as the `{atomic}` is a `release`"
            )
        }
        (true, _) => {
            format!("store by an atomic operation instead of the `{weak}`, or before all tile blocks start")
        }
        (false, _) => format!(
            "make the `{weak}` `relaxed` with the scope `device`, to see some value; or let it wait for what it is to see"
        ),
    }
}

/// A change that separates two blocks without synchronisation, or synchronises them.
fn separate(module: &Module, ops: [Op; 2]) -> String {
    let namer = name_values(module, Names::Keep);
    let [first, second] = ops.map(|op| module.spec(op).mnemonic);
    let token = result_token(module, ops[0]).map_or(String::new(), |token| format!(" {}", namer.name(token)));
    format!(
        "give every tile block elements of its own, or write to another buffer; or else publish the `{first}` by a \
         `release` that takes its token{token}, and let the `{second}` take the token of an `acquire` that reads what was \
         released"
    )
}

/// A change that restores the order between two blocks that synchronise.
fn bridge(
    (gap, link): (Gap, Link),
    race: &Race,
    [first, second]: [Op; 2],
    shadow: &Shadow,
    module: &Module,
) -> Fix {
    let namer = name_values(module, Names::Keep);
    let name = |op: Op| module.spec(op).mnemonic;
    let (reader, writer) = (shadow.op(link.reader.column), shadow.op(link.writer.column));
    match gap {
        Gap::BeforeRelease
            // The acquire read a release of a third block, and the first block publishes its access itself: that
            // release is the one to read.
            if link.writer.block != race.first.event.block && publishes(module, first, writer) =>
        {
            let [x, y, z] = shadow.block_id(race.first.event.block);
            let text = format!(
                "let the `{}` read what tile block {x},{y},{z} releases: what it read tells of another one",
                name(reader)
            );
            Fix::explained_by(text, writer, "this release of a third tile block is what was acquired")
        }
        Gap::BeforeRelease => {
            let to = format!("the `{}` that releases", name(writer));
            let text = pass(module, &namer, [first, writer], &to);
            Fix::explained_by(text, writer, "this release does not wait for it")
        }
        Gap::BehindAcquire => {
            // Two ops of one mnemonic: say which one is meant.
            let other = if name(reader) == name(second) { "other " } else { "" };
            let text = pass(module, &namer, [reader, second], &format!("the {other}`{}`", name(second)));
            Fix::explained_by(text, reader, "this acquire is not waited for")
        }
        Gap::NotAcquired => {
            let text = format!("make the `{}` that reads what was released an `acquire`", name(reader));
            Fix::explained_by(text, reader, "this reads what was released, but is no acquire")
        }
        Gap::OutOfScope => {
            let text = "use the scope `device` for the release and the acquire".to_owned();
            Fix::explained_by(text, writer, "this is out of scope of those that read it")
        }
        Gap::NotReleased => release(module, [reader, writer], link.acquires),
    }
}

/// A write that is no release, although another tile block reads it.
fn release(module: &Module, [read, write]: [Op; 2], acquires: bool) -> Fix {
    let name = |op: Op| module.spec(op).mnemonic;
    // Both blocks execute one atomic op, such as an arrival at a barrier.
    if read == write {
        let text = format!(
            "make the `{}` `acq_rel`, so that it takes along what happened before it and sees what others took along",
            name(read)
        );
        return Fix::explained_by(text, read, "tile blocks meet here, but hand nothing over");
    }
    let mut text = format!("make the `{}` that the other tile block reads a `release`", name(write));
    if !acquires {
        text.push_str(&format!(", and the `{}` that reads it an `acquire`", name(read)));
    }
    Fix::explained_by(text, write, "this is read by the other tile block, but is no release")
}

/// True if `release` depends on the token of `first`.
fn publishes(module: &Module, first: Op, release: Op) -> bool {
    let ends = result_token(module, first).zip(input_token(module, release));
    ends.is_some_and(|(token, given)| dataflow::leads_to(module, token, given))
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

/// True when the results of `first` can be named at `second`: it is before it, in its block or one around it.
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
