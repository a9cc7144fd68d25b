//! Functions and folds; the rest of control flow is that of [`crate::control::rules`].

use ir::{Field, Value};

use super::{Check, Checked, ensure};
use crate::Opcode;
use crate::control::rules::{self, args, body, ends_in, results, types_of};
use crate::ops::fields;
use crate::types::{TileType, Type};

pub(super) fn func(check: &Check<'_>) -> Checked {
    let ctas = check.module.int(check.op, fields::func::num_ctas).unwrap_or(1);
    ensure((1..=16).contains(&ctas), || format!("a cluster has 1 to 16 thread blocks, not {ctas}"))?;
    let params = rules::func(check.module, check.op)?;
    let scalar = |&value: &Value| check.module.ty(value).tile().is_some_and(|tile| tile.shape.is_empty());
    ensure(params.iter().all(scalar), || "takes single numbers and addresses".to_owned())
}

pub(super) fn if_(check: &Check<'_>) -> Checked {
    let single = check.shape(fields::if_::condition).is_empty();
    ensure(single, || "the condition must be a single truth value".to_owned())?;
    rules::if_(check.module, check.op)
}

pub(super) fn yield_(check: &Check<'_>) -> Checked {
    let parent = rules::taker(check.module, check.op)?;
    #[allow(clippy::wildcard_enum_match_arm, reason = "three ops take what is yielded")]
    match check.module.opcode(parent) {
        Opcode::If => rules::yields(check.module, check.op, parent),
        Opcode::Reduce | Opcode::Scan => {
            let block = check.module.body.parent_block(check.op).expect("it has a parent");
            let sums: Vec<Value> = args(check.module, block).into_iter().step_by(2).collect();
            rules::carries(check.module, check.module.body.operands(check.op), &sums, "what is yielded")
        }
        _ => Err("stands in an `if`, a `reduce` or a `scan`".to_owned()),
    }
}

/// What reductions and scans share.
struct Fold {
    operands: Field,
    dim: Field,
    identities: Field,
    body: Field,
}

fn fold(check: &Check<'_>, fields: &Fold) -> Result<(usize, Vec<TileType>), String> {
    let operands = check.module.operands(check.op, fields.operands);
    let tiles: Vec<TileType> =
        operands.iter().filter_map(|&value| check.module.ty(value).tile().cloned()).collect();
    let first = tiles.first().ok_or("folds at least one tile")?;
    let dim = check.dim(fields.dim, first.shape.len())?;
    ensure(tiles.iter().all(|tile| tile.shape == first.shape), || {
        "its tiles must have one shape".to_owned()
    })?;
    let identities = check.module.ints(check.op, fields.identities).len();
    ensure(identities == tiles.len(), || format!("has {identities} identities for {} tiles", tiles.len()))?;
    let block = body(check.module, check.op, fields.body)?;
    let pairs = tiles.iter().flat_map(|tile| [tile, tile]);
    let wanted: Vec<String> = pairs.map(|tile| Type::tile_of(&[], tile.elem).to_string()).collect();
    let given = types_of(check.module, args(check.module, block));
    ensure(given == wanted, || {
        format!("its body must take ({}), not ({})", wanted.join(", "), given.join(", "))
    })?;
    ends_in(check.module, check.op, fields.body, &[Opcode::Yield])?;
    Ok((dim, tiles))
}

fn gives(check: &Check<'_>, tiles: Vec<TileType>) -> Checked {
    let wanted: Vec<String> = tiles.into_iter().map(|tile| Type::Tile(tile).to_string()).collect();
    let given = types_of(check.module, results(check.module, check.op));
    ensure(given == wanted, || format!("gives ({}), not ({})", wanted.join(", "), given.join(", ")))
}

pub(super) fn reduce(check: &Check<'_>) -> Checked {
    use fields::reduce::{body, dim, identities, operands};
    let (along, mut tiles) = fold(check, &Fold { operands, dim, identities, body })?;
    for tile in &mut tiles {
        tile.shape.remove(along);
    }
    gives(check, tiles)
}

pub(super) fn scan(check: &Check<'_>) -> Checked {
    use fields::scan::{body, dim, identities, operands};
    let (_, tiles) = fold(check, &Fold { operands, dim, identities, body })?;
    gives(check, tiles)
}
