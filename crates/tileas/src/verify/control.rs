//! Kernels, control flow, folds: what ends blocks, and the types of what is carried.

use ir::{Block, Field, Op, Value};

use super::{Check, Checked, ensure, layouts};
use crate::layout::Input;
use crate::ops::fields;
use crate::types::{TileType, Type};
use crate::{Module, Opcode};

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
    ends_in(check, f::body, &[Opcode::Return])?;
    let block = body(check, f::body)?;
    let single = |&value: &Value| check.module.ty(value).tile().is_some_and(|tile| tile.shape().is_empty());
    ensure(args(check, block).iter().all(single), || "takes single numbers and addresses".to_owned())
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
    let wide = check.scalar(lower).bits() >= 16;
    ensure(wide, || "counts in 16 bits or more".to_owned())?;
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
    use fields::if_::{condition, otherwise, then};
    ensure(check.shape(condition).is_empty(), || "the condition must be a single truth value".to_owned())?;
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
    #[allow(clippy::wildcard_enum_match_arm, reason = "three ops take what is yielded")]
    match check.module.opcode(parent) {
        Opcode::If => carries(check, given, &results(check, parent), "what is yielded"),
        Opcode::Reduce | Opcode::Scan => {
            let block = check.module.body.parent_block(check.op).expect("it has a parent");
            let sums: Vec<Value> = args(check, block).into_iter().step_by(2).collect();
            carries(check, given, &sums, "what is yielded")
        }
        _ => Err("stands in an `if`, a `reduce` or a `scan`".to_owned()),
    }
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
    let block = body(check, fields.body)?;
    let pairs = tiles.iter().flat_map(|tile| [tile, tile]);
    let wanted: Vec<String> = pairs.map(|tile| tile.elem.to_string()).collect();
    let given = check.types_of(args(check, block));
    ensure(given == wanted, || {
        format!("its body must take ({}), not ({})", wanted.join(", "), given.join(", "))
    })?;
    ends_in(check, fields.body, &[Opcode::Yield])?;
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
    let given = check.types_of(results(check, check.op));
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
