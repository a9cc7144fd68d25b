//! Kernels and folds; the rest of control flow is that of [`tile_core::control::rules`].

use ir::{Block, Field, Value};
use tile_core::control::rules::{self, args, body, ends_in, results, types_of};

use super::{Check, Checked, ensure, layouts};
use crate::Opcode;
use crate::layout::Input;
use crate::ops::fields;
use crate::types::{TileType, Type};

pub(super) fn func(check: &Check<'_>) -> Checked {
    use fields::func as f;
    let warps = check.module.int(check.op, f::num_warps).unwrap_or(0);
    let power = (1..=32).contains(&warps) && warps & (warps - 1) == 0;
    ensure(power, || format!("a power of two of warps up to 32 works on a tile block, not {warps}"))?;
    let ctas = check.module.int(check.op, f::num_ctas).unwrap_or(1);
    ensure((1..=16).contains(&ctas), || format!("a cluster has 1 to 16 thread blocks, not {ctas}"))?;
    let occupancy = check.module.int(check.op, f::occupancy).unwrap_or(1);
    ensure((1..=64).contains(&occupancy), || {
        format!("a multiprocessor has room for 1 to 64 thread blocks, not {occupancy}")
    })?;
    let params = rules::func(check.module, check.op)?;
    let single = |&value: &Value| check.module.ty(value).tile().is_some_and(|tile| tile.shape().is_empty());
    ensure(params.iter().all(single), || "takes single numbers and addresses".to_owned())
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

fn fold<'m>(check: &Check<'m>, fields: &Fold) -> Result<(usize, Vec<&'m TileType>), String> {
    let operands = check.module.operands(check.op, fields.operands);
    let tiles: Vec<&TileType> = operands.iter().filter_map(|&value| check.module.ty(value).tile()).collect();
    let first = tiles.first().ok_or("folds at least one tile")?;
    let dim = check.dim(fields.dim, first.shape().len())?;
    layouts::alike(&tiles)?;
    let identities = check.module.ints(check.op, fields.identities).len();
    ensure(identities == tiles.len(), || format!("has {identities} identities for {} tiles", tiles.len()))?;
    let block = body(check.module, check.op, fields.body)?;
    let pairs = tiles.iter().flat_map(|tile| [tile, tile]);
    let wanted: Vec<String> = pairs.map(|tile| tile.elem.to_string()).collect();
    let given = types_of(check.module, args(check.module, block));
    ensure(given == wanted, || {
        format!("its body must take ({}), not ({})", wanted.join(", "), given.join(", "))
    })?;
    ends_in(check.module, check.op, fields.body, &[Opcode::Yield])?;
    plain(check, block)?;
    Ok((dim, tiles))
}

/// A body works on single numbers, and does nothing else: it runs for each pair of elements.
fn plain(check: &Check<'_>, block: Block) -> Checked {
    for op in check.module.body.block_ops(block) {
        let opcode = check.module.opcode(op);
        let computes = opcode.arith().is_some() || matches!(opcode, Opcode::Constant | Opcode::Yield);
        ensure(computes, || {
            format!("its body computes with numbers alone, and `{}` does not", opcode.spec().mnemonic)
        })?;
        let mut values = check.module.body.operands(op).iter().copied().chain(check.module.body.results(op));
        let single =
            values.all(|value| check.module.ty(value).tile().is_some_and(|tile| tile.shape().is_empty()));
        ensure(single, || "its body works on single numbers".to_owned())?;
    }
    Ok(())
}

fn gives(check: &Check<'_>, wanted: &[TileType]) -> Checked {
    let wanted: Vec<String> = wanted.iter().map(|tile| Type::Tile(tile.clone()).to_string()).collect();
    let given = types_of(check.module, results(check.module, check.op));
    ensure(given == wanted, || format!("gives ({}), not ({})", wanted.join(", "), given.join(", ")))
}

pub(super) fn reduce(check: &Check<'_>) -> Checked {
    use fields::reduce::{body, dim, identities, operands};
    let (along, tiles) = fold(check, &Fold { operands, dim, identities, body })?;
    let layout = &tiles[0].layout;
    let shape = layout.shape();
    // Each bit along the dimension is one of a register, a lane or a warp, and of nothing else.
    let columns = Input::ALL.into_iter().flat_map(|input| layout.columns(input).to_vec());
    let along_dim: Vec<u64> = columns.filter(|&column| shape.at(column, along) != 0).collect();
    let apart = along_dim.iter().all(|column| column & !shape.mask(along) == 0);
    ensure(apart && along_dim.len() as u32 == shape.dim_bits(along), || {
        format!("cannot fold dimension {along} in the layout '{layout}'")
    })?;
    let reduced = layout.reduce(along);
    let wanted: Vec<TileType> = tiles
        .iter()
        .map(|tile| match reduced.shape().rank() {
            0 => TileType::single(tile.elem),
            _ => TileType::new(tile.elem, reduced.clone()),
        })
        .collect();
    gives(check, &wanted)
}

pub(super) fn scan(check: &Check<'_>) -> Checked {
    use fields::scan::{body, dim, identities, operands};
    let (_, tiles) = fold(check, &Fold { operands, dim, identities, body })?;
    gives(check, &tiles.into_iter().cloned().collect::<Vec<_>>())
}
