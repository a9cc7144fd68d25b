//! Tiles that are padded with another value than zero, in kernels with agents and without products: loaded with zeros,
//! which are replaced.
//!
//! ```text
//! load [%i, %j] padded with x   ->   load [%i, %j] padded with zero
//!                                    select (range < size - %j * step), loaded, x
//! ```
//!
//! Tensor maps read zeros out of bounds. Where threads load a tile, padding costs nothing, since they need a predicate
//! for each access anyway; so the other kernels keep it.
//!
//! Only loads in loops are rewritten, which may become streams, and only where indices have at most 32 bits: the place of
//! a tile is computed with 64, which do not overflow then.

use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, TypeId, Value};
use numerics::Scalar;
use tile_core::arith::ComparisonPredicate;

use crate::constant::build_splat;
use crate::ops::{Builders as _, fields};
use crate::types::{BlockTileType, Elem, Padding, TileType, Type};
use crate::{Module, Opcode, TileAa};

/// Rewrites every such load; true if there was one.
pub(crate) fn run(module: &mut Module) -> bool {
    let is_for_agents = |&op: &Op| module.opcode(op) == Opcode::Func && module.flag(op, fields::func::agents);
    let funcs = preorder(&module.body, module.root).filter(is_for_agents);
    let loads: Vec<Op> = funcs.flat_map(|func| padded_loads(module, func)).collect();
    let mut rw = Rewriter::new(module);
    loads.iter().for_each(|&load| rewrite(&mut rw, load));
    !loads.is_empty()
}

/// The loads in loops of a function without products that pad their tiles with another value than zero.
pub fn padded_loads(module: &Module, func: Op) -> Vec<Op> {
    let is_product = |op: Op| matches!(module.opcode(op), Opcode::Dot | Opcode::DotScaled);
    if preorder(&module.body, func).any(is_product) {
        return Vec::new();
    }
    let loads = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::TiledLoad);
    loads.filter(|&load| is_in_loop(module, load) && is_padded(module, load)).collect()
}

fn is_in_loop(module: &Module, op: Op) -> bool {
    let mut around = std::iter::successors(module.body.parent_op(op), |&op| module.body.parent_op(op));
    around.any(|op| matches!(module.opcode(op), Opcode::For | Opcode::Loop))
}

fn is_padded(module: &Module, load: Op) -> bool {
    use fields::tiled_load as f;
    let value = module.operand(load, f::tiles);
    let Type::BlockTile(tiles) = module.ty(value) else { return false };
    let cut = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::BlockTile);
    let is_short = |&index: &Value| {
        let elem = module.ty(index).tile().and_then(|tile| tile.elem.scalar());
        elem.is_some_and(|scalar| scalar.is_int() && scalar.storage_bits() <= 32)
    };
    !matches!(tiles.padding, None | Some(Padding::Zero))
        && tiles.gather.is_none()
        && cut.is_some()
        && !module.attr(load, f::multimem).is_present()
        && module.operands(load, f::index).iter().all(is_short)
}

fn rewrite(rw: &mut Rewriter<'_, TileAa>, load: Op) {
    use fields::tiled_load as f;
    let module = rw.module();
    let tiles = module.operand(load, f::tiles);
    let Type::BlockTile(ty) = module.ty(tiles).clone() else { return };
    let cut = module.body.def_op(tiles).expect("these are made by an op");
    let memref = module.operand(cut, fields::block_tile::memref);
    let results: Vec<TypeId> = module.body.results(load).iter().map(|value| module.body.ty(value)).collect();
    let mut operands = module.body.operands(load).to_vec();
    let padding = ty.padding.expect("other tiles are not rewritten");
    let zeros = rw.intern(Type::BlockTile(BlockTileType { padding: Some(Padding::Zero), ..ty.clone() }));
    operands[0] = rw.build_before(cut, cut, |b| b.block_tile().memref(memref).result(zeros).finish().value());
    let new = rw.rebuild_before(load, load, &operands, &results);
    let inside = inside(rw, load, (memref, &ty));
    let elem = ty.memref.elem;
    let fill = build_splat(rw, load, results[0], padding.bits(elem));
    let loaded = rw.module().body.result(new, 0);
    let first = match inside {
        None => loaded,
        Some(inside) => rw.build_before(load, load, |b| {
            let select = b.select().cond(inside).val_if_true(loaded).val_if_false(fill);
            select.result(results[0]).finish().value()
        }),
    };
    let mut values: Vec<Value> = rw.module().body.results(new).iter().collect();
    values[0] = first;
    rw.replace_op(load, &values);
}

/// A tile that says which elements of a load are in bounds; none where all are.
fn inside(rw: &mut Rewriter<'_, TileAa>, load: Op, (memref, ty): (Value, &BlockTileType)) -> Option<Value> {
    let inbounds = rw.module().ints(load, fields::tiled_load::inbounds).to_vec();
    let open = (0..ty.tile.len()).filter(|&dim| !inbounds.contains(&(dim as i64)));
    let [single, long]: [Vec<usize>; 2] = {
        let (single, long) = open.partition(|&dim| ty.tile[dim] == 1);
        [single, long]
    };
    // Dimensions of one element are in bounds or not as a whole: they shorten another dimension to nothing.
    let single: Vec<Value> = single.into_iter().map(|dim| left(rw, load, (memref, ty), dim)).collect();
    let last = ty.tile.len() - 1;
    let long = if long.is_empty() && !single.is_empty() { vec![last] } else { long };
    let mut found: Option<Value> = None;
    for (number, dim) in long.into_iter().enumerate() {
        let mut left = if inbounds.contains(&(dim as i64)) {
            whole(rw, load, ty.tile[dim])
        } else {
            left(rw, load, (memref, ty), dim)
        };
        if number == 0 {
            single.iter().for_each(|&other| left = shortened(rw, load, left, other));
        }
        let below = below(rw, load, left, (ty, dim));
        found = Some(match found {
            None => below,
            Some(known) => {
                let result = rw.module().body.ty(below);
                rw.build_before(load, load, |b| {
                    b.andi().lhs(known).rhs(below).result(result).finish().value()
                })
            }
        });
    }
    found
}

fn number(rw: &mut Rewriter<'_, TileAa>, scalar: Scalar) -> TypeId {
    rw.intern(Type::Tile(TileType::new(&[], Elem::Scalar(scalar))))
}

/// All elements of a dimension.
fn whole(rw: &mut Rewriter<'_, TileAa>, load: Op, extent: u32) -> Value {
    let short = number(rw, Scalar::I32);
    build_splat(rw, load, short, extent.into())
}

/// The elements of a dimension that are in bounds: from none to its extent.
fn left(rw: &mut Rewriter<'_, TileAa>, load: Op, (memref, ty): (Value, &BlockTileType), dim: usize) -> Value {
    let index = rw.module().operands(load, fields::tiled_load::index)[dim];
    let [short, long] = [Scalar::I32, Scalar::I64].map(|scalar| number(rw, scalar));
    let [step, extent, zero] =
        [ty.step[dim], ty.tile[dim].into(), 0].map(|count| build_splat(rw, load, long, count as u64));
    let of_memory = i64::from(ty.dims[dim]);
    rw.build_before(load, load, |b| {
        let size = b.get_size().memref(memref).dim(of_memory).result(long).finish().value();
        // Indices have no sign.
        let index = b.exti().source(index).result(long).finish().value();
        let start = b.muli().lhs(index).rhs(step).result(long).finish().value();
        let left = b.subi().lhs(size).rhs(start).result(long).finish().value();
        let left = b.maxi().lhs(left).rhs(zero).signed(true).result(long).finish().value();
        let left = b.mini().lhs(left).rhs(extent).signed(true).result(long).finish().value();
        b.trunci().source(left).result(short).finish().value()
    })
}

/// A number of elements, or none if another one is none.
fn shortened(rw: &mut Rewriter<'_, TileAa>, load: Op, left: Value, other: Value) -> Value {
    let [short, truth] = [Scalar::I32, Scalar::I1].map(|scalar| number(rw, scalar));
    let zero = build_splat(rw, load, short, 0);
    rw.build_before(load, load, |b| {
        let any = b.cmpi().lhs(other).rhs(zero).predicate(ComparisonPredicate::NotEqual);
        let any = any.result(truth).finish().value();
        b.select().cond(any).val_if_true(left).val_if_false(zero).result(short).finish().value()
    })
}

/// The elements of a tile whose place in a dimension is below a number.
fn below(rw: &mut Rewriter<'_, TileAa>, load: Op, left: Value, (ty, dim): (&BlockTileType, usize)) -> Value {
    let extents: Vec<u32> = ty.tile.to_vec();
    let mut line = vec![1; extents.len()];
    let tile = |rw: &mut Rewriter<'_, TileAa>, shape: &[u32], scalar| {
        rw.intern(Type::Tile(TileType::new(shape, Elem::Scalar(scalar))))
    };
    let ones = tile(rw, &line, Scalar::I32);
    line[dim] = extents[dim];
    let [range, placed] = [&[extents[dim]][..], &line].map(|shape| tile(rw, shape, Scalar::I32));
    let [near, all] = [&line[..], &extents].map(|shape| tile(rw, shape, Scalar::I1));
    rw.build_before(load, load, |b| {
        let places = b.make_range().result(range).finish().value();
        let places = b.view().source(places).result(placed).finish().value();
        let end = b.view().source(left).result(ones).finish().value();
        let end = b.broadcast().source(end).result(placed).finish().value();
        let below = b.cmpi().lhs(places).rhs(end).predicate(ComparisonPredicate::LessThan).signed(true);
        let below = below.result(near).finish().value();
        b.broadcast().source(below).result(all).finish().value()
    })
}
