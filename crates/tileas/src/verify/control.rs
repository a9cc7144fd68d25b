//! Kernels, and the rules that layouts add to folds; [`tile_core::control::rules`] and [`folds`] have the other rules.

use ir::{Block, Field};
use tile_core::control::rules::body;
use tile_core::tiles::folds;

use super::{Ask, Check, Checked, agents, ensure, layouts};
use crate::Opcode;
use crate::attributes::ExecutionPath;
use crate::layout::Input;
use crate::ops::fields;
use crate::target::Feature;
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
    schedule(check)?;
    folds::params(check)
}

/// A kernel that gets agents has all attributes that agents need.
fn schedule(check: &Check<'_>) -> Checked {
    use fields::func as f;
    if check.module.get_opt(check.op, f::path) == Some(ExecutionPath::Unspecialized) {
        // One stage would be filled while the product that reads it is in flight.
        let stages = check.module.int(check.op, f::stages);
        if stages.is_some() {
            check.needs(Feature::TensorMaps)?;
        }
        return ensure(stages.is_none_or(|stages| (2..=64).contains(&stages)), || {
            format!("an unspecialised kernel has 2 to 64 `stages`, not {}", stages.unwrap_or(0))
        });
    }
    if check.module.get_opt(check.op, f::path) != Some(ExecutionPath::Agents) {
        return Ok(());
    }
    // A caller requests agents, which are not planned yet.
    if [f::stages, f::producer_warps].iter().all(|&field| check.module.int(check.op, field).is_none()) {
        return Ok(());
    }
    check.needs(Feature::TensorMaps)?;
    if check.module.attr(check.op, f::sum_stages).is_present() {
        check.needs(Feature::TensorMemory)?;
    }
    let number = |field: Field| check.module.int(check.op, field).unwrap_or(0);
    let (stages, warps) = (number(f::stages), number(f::producer_warps));
    ensure((1..=64).contains(&stages), || format!("agents have 1 to 64 `stages`, not {stages}"))?;
    let power = (1..=32).contains(&warps) && warps & (warps - 1) == 0;
    ensure(power, || format!("a power of two of `producer_warps` up to 32 copies, not {warps}"))?;
    let sums = check.module.int(check.op, f::sum_stages).unwrap_or(1);
    ensure((1..=2).contains(&sums), || format!("tensor memory has 1 or 2 `sum_stages`, not {sums}"))?;
    let registers = check.module.ints(check.op, f::registers);
    let count = registers.len();
    ensure(matches!(count, 0 | 2), || format!("`registers` are those of two agents, not of {count}"))?;
    registers.iter().try_for_each(|&registers| agents::budget(registers))
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

/// The combined tiles must have one layout, and the body must only use single numbers.
fn folded<'m>(check: &Check<'m>, operands: Field, region: Field) -> Result<Vec<&'m TileType>, String> {
    let operands = check.module.operands(check.op, operands);
    let tiles: Vec<&TileType> = operands.iter().filter_map(|&value| check.module.ty(value).tile()).collect();
    layouts::alike(&tiles)?;
    plain(check, body(check.module, check.op, region)?)?;
    Ok(tiles)
}

pub(super) fn reduce(check: &Check<'_>) -> Checked {
    use fields::reduce::{body, operands};
    let (along, tiles) = (folds::dim(check), folded(check, operands, body)?);
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
    let wanted = tiles.iter().map(|tile| match reduced.shape().rank() {
        0 => TileType::single(tile.elem),
        _ => TileType::new(tile.elem, reduced.clone()),
    });
    folds::gives(check, wanted.map(Type::Tile))
}

pub(super) fn scan(check: &Check<'_>) -> Checked {
    use fields::scan::{body, operands};
    let tiles = folded(check, operands, body)?;
    folds::gives(check, tiles.into_iter().cloned().map(Type::Tile))
}
