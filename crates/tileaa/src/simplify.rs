//! Canonicalisation. Level 1 has folded constants of the program; this module simplifies ops that lowering adds: consecutive
//! shape maps, extents that types state, tokens that order nothing, and integers of one known value.

use cuda_tile::types::DYNAMIC;
use ir::rewrite::Rewriter;
use ir::{Field, Op, Value};
use numerics::int;

use crate::ops::fields;
use crate::types::Type;
use crate::{Module, Opcode, TileAa, constant, fold};

type Rw<'m> = Rewriter<'m, TileAa>;

/// One step towards the simplest form of `op`; false when it has it.
pub(crate) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    if fold(rw, op) {
        return true;
    }
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops are as simple as they are")]
    match rw.module().opcode(op) {
        Opcode::View => view(rw, op),
        Opcode::Broadcast => broadcast(rw, op),
        Opcode::Permute => permute(rw, op),
        Opcode::AddI | Opcode::OrI | Opcode::XorI | Opcode::SubI | Opcode::ShlI | Opcode::ShrI => {
            neutral(rw, op, 0)
        }
        Opcode::MulI | Opcode::DivI => neutral(rw, op, 1),
        Opcode::AddPtr => neutral(rw, op, 0),
        Opcode::GetSize => size(rw, op),
        Opcode::GetTileCount => tile_count(rw, op),
        Opcode::JoinTokens => join(rw, op),
        Opcode::Load
        | Opcode::Store
        | Opcode::TiledLoad
        | Opcode::TiledStore
        | Opcode::TiledAtomicRed
        | Opcode::AtomicRmw
        | Opcode::AtomicCas
        | Opcode::GdcLaunchDependents
        | Opcode::GdcWait
        | Opcode::Print => unordered(rw, op),
        _ => false,
    }
}

fn replace(rw: &mut Rw<'_>, op: Op, value: Value) -> bool {
    rw.replace_op(op, &[value]);
    true
}

fn replace_by_splat(rw: &mut Rw<'_>, op: Op, bits: u64) -> bool {
    let ty = rw.module().body.ty(rw.module().body.result(op, 0));
    let value = constant::build_splat(rw, op, ty, bits);
    replace(rw, op, value)
}

/// The op that defines the first operand, when it is a `wanted`.
fn before(module: &Module, op: Op, wanted: Opcode) -> Option<Op> {
    let source = *module.body.operands(op).first()?;
    module.body.def_op(source).filter(|&source| module.opcode(source) == wanted)
}

fn same_type(module: &Module, op: Op) -> bool {
    module.body.ty(module.body.operands(op)[0]) == module.body.ty(module.body.result(op, 0))
}

/// A view of a view is one; a view of a constant of one number is a constant.
fn view(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = module.body.operands(op)[0];
    if same_type(module, op) {
        return replace(rw, op, source);
    }
    if let Some(bits) = constant::splat(module, source) {
        return replace_by_splat(rw, op, bits);
    }
    let Some(inner) = before(module, op, Opcode::View) else { return false };
    let first = module.body.operands(inner)[0];
    rw.set_operand(op, 0, first);
    true
}

fn broadcast(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = module.body.operands(op)[0];
    if same_type(module, op) {
        return replace(rw, op, source);
    }
    if let Some(bits) = constant::splat(module, source) {
        return replace_by_splat(rw, op, bits);
    }
    let Some(inner) = before(module, op, Opcode::Broadcast) else { return false };
    let first = module.body.operands(inner)[0];
    rw.set_operand(op, 0, first);
    true
}

fn permute(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = module.body.operands(op)[0];
    if let Some(bits) = constant::splat(module, source) {
        return replace_by_splat(rw, op, bits);
    }
    let order = module.ints(op, fields::permute::permutation);
    let keeps = order.iter().copied().eq(0..order.len() as i64);
    keeps && replace(rw, op, source)
}

/// The right operand is neutral.
fn neutral(rw: &mut Rw<'_>, op: Op, bits: u64) -> bool {
    let module = rw.module();
    let operands = module.body.operands(op);
    let (left, right) = (operands[0], operands[1]);
    constant::splat(module, right) == Some(bits) && replace(rw, op, left)
}

/// The extent in a type, or the operand of the definition of memory.
fn extent(module: &Module, memref: Value, dim: usize) -> Option<Result<i64, Value>> {
    let Type::Memref(ty) = module.ty(memref) else { return None };
    if ty.shape[dim] != DYNAMIC {
        return Some(Ok(ty.shape[dim]));
    }
    let op = module.body.def_op(memref).filter(|&op| module.opcode(op) == Opcode::MakeMemref)?;
    let open = ty.shape[..dim].iter().filter(|&&extent| extent == DYNAMIC).count();
    module.operands(op, fields::make_memref::sizes).get(open).copied().map(Err)
}

/// The bits of an extent in a type that holds it.
fn fitting(module: &Module, result: Value, extent: i64) -> Option<u64> {
    let scalar = module.ty(result).scalar()?;
    let bits = u64::try_from(extent).ok()?;
    (int::wrap(scalar, bits) == bits).then_some(bits)
}

fn size(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let dim = module.int(op, fields::get_size::dim).unwrap_or(0) as usize;
    let result = module.body.result(op, 0);
    match extent(module, module.body.operands(op)[0], dim) {
        Some(Ok(number)) => match fitting(module, result, number) {
            Some(bits) => replace_by_splat(rw, op, bits),
            None => false,
        },
        Some(Err(value)) if module.body.ty(value) == module.body.ty(result) => replace(rw, op, value),
        Some(Err(_)) | None => false,
    }
}

fn tile_count(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Type::BlockTile(tiles) = module.ty(module.body.operands(op)[0]) else { return false };
    let dim = module.int(op, fields::get_tile_count::dim).unwrap_or(0) as usize;
    let extent = tiles.memref.shape[tiles.dims[dim] as usize];
    if extent == DYNAMIC {
        return false;
    }
    let count = (extent as u64).div_ceil(tiles.step[dim] as u64);
    let count = i64::try_from(count).ok().and_then(|count| fitting(module, module.body.result(op, 0), count));
    count.is_some_and(|bits| replace_by_splat(rw, op, bits))
}

fn is_first(module: &Module, token: Value) -> bool {
    module.body.def_op(token).is_some_and(|op| module.opcode(op) == Opcode::CreateMemToken)
}

/// Removes duplicate tokens, and tokens that order nothing.
fn join(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let tokens = module.body.operands(op).to_vec();
    let mut kept: Vec<Value> = Vec::with_capacity(tokens.len());
    for &token in &tokens {
        if !kept.contains(&token) && (!is_first(module, token) || tokens.len() == 1) {
            kept.push(token);
        }
    }
    let only_first = tokens.iter().all(|&token| is_first(module, token));
    match kept.as_slice() {
        [] if only_first && !tokens.is_empty() => replace(rw, op, tokens[0]),
        &[one] => replace(rw, op, one),
        _ if kept.len() < tokens.len() && !kept.is_empty() => {
            rw.set_operands(op, &kept, &[]);
            true
        }
        _ => false,
    }
}

/// The first token of a chain orders nothing.
fn unordered(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let spec = module.spec(op);
    let index = spec.operands.iter().position(|operand| operand.name == "token");
    let Some(field) = index.map(|index| Field::Operand(index as u8)) else { return false };
    let first = module.operand_opt(op, field).is_some_and(|token| is_first(module, token));
    if first {
        rw.drop_operands(op, field);
    }
    first
}

/// Integers of one known value.
fn fold(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(arith) = module.opcode(op).arith() else { return false };
    let known: Option<Vec<u64>> =
        module.body.operands(op).iter().map(|&value| constant::splat(module, value)).collect();
    let bits = known.and_then(|operands| {
        let from = module.ty(module.body.operands(op)[0]).scalar()?;
        let to = module.ty(module.body.result(op, 0)).scalar()?;
        fold::evaluate(module, op, arith, [from, to], &operands)
    });
    bits.is_some_and(|bits| replace_by_splat(rw, op, bits))
}
