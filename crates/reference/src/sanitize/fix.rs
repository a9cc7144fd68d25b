//! What to change in a program so that a race is none.

use cuda_tile::Module;
use cuda_tile::text::{Names, name_values};
use ir::{Op, Value};

use super::class::Reach;
use super::shadow::Race;
use crate::cause::Case;

/// The fix for a race between two operations, the one that ran first in front.
pub(crate) fn of(case: Case, race: &Race, [first, second]: [Op; 2], module: &Module) -> Option<String> {
    let namer = name_values(module, Names::Keep);
    let name = |value: Value| namer.name(value).to_owned();
    let mnemonic = |op: Op| module.spec(op).mnemonic;
    if case == Case::UNFENCED {
        return Some(format!(
            "put a `memory_fence_alias_tko` on the chain of tokens between the `{}` and the `{}`",
            mnemonic(first),
            mnemonic(second)
        ));
    }
    if case == Case::RACE_ACROSS_BLOCKS {
        return Some(across_blocks(race, [first, second], module));
    }
    let token = result_token(module, first)?;
    let given = input_token(module, second);
    let pass = match given {
        None => {
            format!("pass token {} of the `{}` to the `{}`", name(token), mnemonic(first), mnemonic(second))
        }
        Some(given) => format!(
            "join token {} of the `{}` with {} and pass the result to the `{}`",
            name(token),
            mnemonic(first),
            name(given),
            mnemonic(second)
        ),
    };
    Some(if first == second {
        format!(
            "carry token {} of the `{}` to its next execution (`iter_values`)",
            name(token),
            mnemonic(first)
        )
    } else if visible(module, first, second) {
        pass
    } else {
        format!("{pass}; carry it there through the results and `iter_values` of what lies between")
    })
}

/// What orders or separates accesses of two tile blocks.
fn across_blocks(race: &Race, [first, second]: [Op; 2], module: &Module) -> String {
    let strong = |reach| reach != Reach::Weak;
    let both = [race.first.class, race.second.class];
    let mnemonic = |op: Op| module.spec(op).mnemonic;
    if both.iter().all(|class| strong(class.reach)) {
        return if both[0].bits == both[1].bits {
            "use the scope `device` on both".to_owned()
        } else {
            "access the element with one size on both sides".to_owned()
        };
    }
    if first == second && both.iter().all(|class| class.writes) {
        return format!(
            "give every tile block elements of its own, or make the `{}` an atomic operation",
            mnemonic(first)
        );
    }
    "publish the first with a `release` that takes its token, and let the second take the token of an `acquire` that reads \
     what was released; or give every tile block elements of its own"
        .to_owned()
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
