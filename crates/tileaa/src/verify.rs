//! The specific rule of every op of level 2; `tile_core` has the shared rules. Counts, constraints and attributes were verified
//! before, so fields exist and have the types of their rows.

use ir::Op;
use tile_core::control::rules::{self, Checked, ensure};
use tile_core::tiles::{self, folds, shapes, widths};

use crate::attrs::Assumption;
use crate::ops::fields;
use crate::types::Type;
use crate::{Module, Opcode, TileAa};

type Check<'m> = tiles::Check<'m, TileAa>;

/// Checks the own rule of an op.
pub(crate) fn check(module: &Module, op: Op) -> Checked {
    let check = Check { module, op };
    let opcode = module.opcode(op);
    if let Some(op) = opcode.tile_op() {
        tiles::rule(&check, op)?;
    }
    if let Some(op) = opcode.arith() {
        return widths::rule(&check, op);
    }
    #[allow(clippy::wildcard_enum_match_arm, reason = "the shared rules of the others say it all")]
    match opcode {
        Opcode::Func => func(&check),
        Opcode::Return => rules::return_(module, op),
        Opcode::Yield => folds::yield_(&check),
        Opcode::Continue => rules::continue_(module, op),
        Opcode::Break => rules::break_(module, op),
        Opcode::For => rules::for_(module, op),
        Opcode::Loop => rules::loop_(module, op),
        Opcode::If => folds::if_(&check),
        Opcode::Extract => {
            let f = (fields::extract::source, fields::extract::result, fields::extract::indices);
            shapes::slices(&check, f.0, f.1, f.2)
        }
        Opcode::Insert => {
            let f = (fields::insert::destination, fields::insert::source, fields::insert::indices);
            shapes::slices(&check, f.0, f.1, f.2)
        }
        Opcode::Dot => dot(&check),
        Opcode::Reduce => reduce(&check),
        Opcode::Scan => scan(&check),
        Opcode::Assume => assume(&check),
        _ => Ok(()),
    }
}

fn func(check: &Check<'_>) -> Checked {
    let ctas = check.module.int(check.op, fields::func::num_ctas).unwrap_or(1);
    ensure((1..=16).contains(&ctas), || format!("a cluster has 1 to 16 thread blocks, not {ctas}"))?;
    folds::params(check)
}

fn dot(check: &Check<'_>) -> Checked {
    use fields::dot::{acc, lhs, rhs};
    let (data, sum) = (check.scalar(lhs), check.scalar(acc));
    let fits = data == check.scalar(rhs) && data.is_int() == sum.is_int();
    ensure(fits, || format!("cannot multiply {data} and {} into {sum}", check.scalar(rhs)))
}

fn reduce(check: &Check<'_>) -> Checked {
    let dim = folds::dim(check);
    let operands = check.module.operands(check.op, fields::reduce::operands).iter();
    folds::gives(
        check,
        operands.filter_map(|&value| {
            let mut tile = check.module.ty(value).tile()?.clone();
            tile.shape.remove(dim);
            Some(Type::Tile(tile))
        }),
    )
}

fn scan(check: &Check<'_>) -> Checked {
    let operands = check.module.operands(check.op, fields::scan::operands).iter();
    folds::gives(check, operands.map(|&value| check.module.ty(value).clone()))
}

fn assume(check: &Check<'_>) -> Checked {
    let ty = check.ty(fields::assume::source);
    let rank = ty.tile().map_or(0, |tile| tile.shape.len());
    let numbers = check.module.ints(check.op, fields::assume::numbers);
    match check.module.get(check.op, fields::assume::kind) {
        Assumption::DivBy => {
            let groups = numbers.len() == 1
                || numbers.len() == 4 && (0..rank as i64).contains(&numbers[2]) && numbers[3] > 0;
            let sound = groups && tiles::memory::is_alignment(numbers[0]);
            ensure(sound, || format!("{numbers:?} is no divisor, and no divisor with groups"))
        }
        Assumption::Bounded => {
            let sound = numbers.len() == 2 && numbers[0] <= numbers[1];
            ensure(sound, || format!("{numbers:?} are no bounds"))
        }
        Assumption::SameElements => ensure(numbers.len() == rank, || {
            format!("has {} extents for a tile of rank {rank}", numbers.len())
        }),
    }
}
