//! Memory: its descriptions and accesses.

use cuda_tile::types::DYNAMIC;
use ir::Field;
use numerics::Scalar;

use super::{Check, Elem, TileLevel, TileOp, fields};
use crate::arith::{AtomicRMWMode, MemoryOrdering, MultimemReductionKind};
use crate::control::rules::{Checked, ensure};

/// True for a power of two.
pub fn is_alignment(bytes: i64) -> bool {
    bytes > 0 && bytes & (bytes - 1) == 0
}

pub(super) fn global<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let alignment = check.module.int(check.op, fields::global::alignment).unwrap_or(0);
    ensure(is_alignment(alignment), || format!("its alignment must be a power of two, not {alignment}"))
}

pub(super) fn get_global<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let name = check.module.string(check.op, fields::get_global::name);
    let block = check.module.block(check.module.root, Field::Region(0));
    let mut items = block.into_iter().flat_map(|block| check.module.body.block_ops(block));
    let found = items.any(|item| {
        L::tile_op(check.module.opcode(item)) == Some(TileOp::Global)
            && check.module.string(item, fields::global::sym_name) == name
    });
    ensure(found, || "names a global that is not there".to_owned())
}

pub(super) fn alloca<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let fields = [fields::alloca::bytes, fields::alloca::alignment];
    let [bytes, alignment] = fields.map(|field| check.module.int(check.op, field).unwrap_or(-1));
    ensure(bytes >= 0, || format!("cannot reserve {bytes} bytes"))?;
    ensure(is_alignment(alignment), || format!("its alignment must be a power of two, not {alignment}"))
}

pub(super) fn make_memref<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::make_memref::{result, sizes, strides};
    let memref = check.memref(result)?;
    ensure(check.shape(fields::make_memref::base).is_empty(), || "its base must be one address".to_owned())?;
    for (field, dims, what) in [(sizes, &memref.shape, "extents"), (strides, &memref.strides, "strides")] {
        let open = dims.iter().filter(|&&dim| dim == DYNAMIC).count();
        let given = check.module.operands(check.op, field).len();
        ensure(open == given, || format!("the type leaves {open} {what} open, and {given} are given"))?;
    }
    ensure(memref.elem != Scalar::I1, || "truth values are bytes in memory".to_owned())
}

pub(super) fn block_tile<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let memref = check.memref(fields::block_tile::memref)?;
    let tiles = check.tiles(fields::block_tile::result)?;
    ensure(*memref == tiles.memref, || format!("cuts {memref}, not {}", tiles.memref))?;
    let shaped = tiles.tile.iter().all(|extent| extent.is_power_of_two());
    ensure(shaped, || format!("extents of tiles are powers of two, unlike {:?}", tiles.tile))?;
    let positive = tiles.step.iter().all(|&step| step > 0);
    ensure(positive, || "tiles must be at least one element apart".to_owned())?;
    let gathers = tiles.gather.is_none_or(|dim| (dim as usize) < tiles.tile.len());
    ensure(gathers, || "picks coordinates along a dimension that tiles do not have".to_owned())
}

pub(super) fn get_size<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::get_size::{dim, memref};
    let rank = check.memref(memref)?.shape.len();
    check.dim(dim, rank).map(|_| ())
}

pub(super) fn get_tile_count<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::get_tile_count::{dim, tiles};
    let rank = check.tiles(tiles)?.tile.len();
    check.dim(dim, rank).map(|_| ())
}

/// Two fields have one shape.
fn same_shape<L: TileLevel>(check: &Check<'_, L>, one: Field, other: Field) -> Checked {
    if matches!(other, Field::Operand(_)) && check.module.operand_range(check.op, other).is_empty() {
        return Ok(());
    }
    let (one, other) = (check.shape(one), check.shape(other));
    ensure(one == other, || {
        format!("its operands and results must have one shape, not {one:?} and {other:?}")
    })
}

/// Elements in memory are neither truth values nor typed addresses.
fn stored(elem: Elem) -> Checked {
    ensure(elem != Elem::Scalar(Scalar::I1), || "truth values are bytes in memory".to_owned())
}

/// Loads do not release, stores do not acquire.
fn ordered<L: TileLevel>(
    check: &Check<'_, L>,
    ordering: Field,
    forbidden: [MemoryOrdering; 2],
    what: &str,
) -> Checked {
    let found = check.module.get::<MemoryOrdering>(check.op, ordering);
    ensure(!forbidden.contains(&found), || format!("a {what} cannot be ordered `{}`", found.name()))
}

const NO_LOAD: [MemoryOrdering; 2] = [MemoryOrdering::Release, MemoryOrdering::AcqRel];
const NO_STORE: [MemoryOrdering; 2] = [MemoryOrdering::Acquire, MemoryOrdering::AcqRel];

pub(super) fn load<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::load::{mask, ordering, other, result, source};
    same_shape(check, source, result)?;
    same_shape(check, source, mask)?;
    stored(check.elem(result))?;
    ordered(check, ordering, NO_LOAD, "load")?;
    match check.module.operand_opt(check.op, other) {
        Some(value) => ensure(check.module.ty(value) == check.ty(result), || {
            "`other` must be of the type of the result".to_owned()
        }),
        None => Ok(()),
    }
}

pub(super) fn store<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::store::{destination, mask, ordering, value};
    same_shape(check, destination, value)?;
    same_shape(check, destination, mask)?;
    stored(check.elem(value))?;
    ordered(check, ordering, NO_STORE, "store")
}

/// The fields of a tiled access.
struct Tiled {
    tiles: Field,
    index: Field,
    value: Field,
}

fn tiled<L: TileLevel>(check: &Check<'_, L>, fields: &Tiled) -> Checked {
    let tiles = check.tiles(fields.tiles)?;
    let (value, elem) = (check.shaped(fields.value), Elem::Scalar(tiles.memref.elem));
    ensure(value.elem == elem && *value.shape == *tiles.tile, || {
        let (wanted, found) = (&tiles.tile, value.shape);
        format!("a tile of this memory has {wanted:?} elements of {elem}, not {found:?} of {}", value.elem)
    })?;
    let index = check.module.operands(check.op, fields.index);
    let (given, rank) = (index.len(), tiles.tile.len());
    ensure(given == rank, || format!("has {given} indices for {rank} dimensions"))?;
    for (dim, &value) in index.iter().enumerate() {
        let shape = L::tile(check.module.ty(value)).expect("the constraint admits tiles alone").shape;
        let picked = tiles.gather == Some(dim as u32);
        let wanted: &[u32] = if picked { &tiles.tile[dim..=dim] } else { &[] };
        ensure(shape[..] == *wanted, || {
            format!("index {dim} must have the shape {wanted:?}, not {shape:?}")
        })?;
    }
    Ok(())
}

/// The promise names dimensions of the tile.
fn inbounds<L: TileLevel>(check: &Check<'_, L>, field: Field, tiles: Field) -> Checked {
    let rank = check.tiles(tiles)?.tile.len() as i64;
    let dims = check.module.ints(check.op, field);
    ensure(dims.iter().all(|dim| (0..rank).contains(dim)), || {
        format!("`inbounds` {dims:?} names a dimension that a tile of rank {rank} lacks")
    })
}

pub(super) fn tiled_load<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::tiled_load::{inbounds as promise, index, multimem, ordering, result as value, tiles};
    tiled(check, &Tiled { tiles, index, value })?;
    inbounds(check, promise, tiles)?;
    if let Some(kind) = MultimemReductionKind::from_slot(check.module.attr(check.op, multimem)) {
        combined(kind, check.scalar(value), true)?;
    }
    ordered(check, ordering, NO_LOAD, "load")
}

pub(super) fn tiled_store<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::tiled_store::{inbounds as promise, index, multimem, ordering, tiles, value};
    tiled(check, &Tiled { tiles, index, value })?;
    inbounds(check, promise, tiles)?;
    if check.module.flag(check.op, multimem) {
        combined(MultimemReductionKind::Add, check.scalar(value), false)?;
    }
    ordered(check, ordering, NO_STORE, "store")
}

/// Elements on several devices can be combined so; those that can be added can be stored. More can be combined as they are
/// loaded than in memory.
fn combined(kind: MultimemReductionKind, elem: Scalar, loaded: bool) -> Checked {
    let is_half = matches!(elem, Scalar::F16 | Scalar::BF16);
    let is_integer = matches!(elem, Scalar::I32 | Scalar::I64);
    let fits = match kind {
        MultimemReductionKind::Add => is_integer || is_half || matches!(elem, Scalar::F32 | Scalar::F64),
        MultimemReductionKind::Min | MultimemReductionKind::Max => is_integer || is_half && loaded,
        MultimemReductionKind::And
        | MultimemReductionKind::Or
        | MultimemReductionKind::Xor
        | MultimemReductionKind::UMin
        | MultimemReductionKind::UMax => is_integer,
    };
    ensure(fits, || format!("`{}` does not combine {elem} of several devices", kind.name()))
}

/// The mode goes with the type.
fn mode<L: TileLevel>(check: &Check<'_, L>, mode: Field, elem: Scalar) -> Checked {
    let mode = check.module.get::<AtomicRMWMode>(check.op, mode);
    let float = elem.is_float();
    let fits = match mode {
        AtomicRMWMode::AddF => float,
        AtomicRMWMode::Xchg => true,
        AtomicRMWMode::And
        | AtomicRMWMode::Or
        | AtomicRMWMode::Xor
        | AtomicRMWMode::Add
        | AtomicRMWMode::Max
        | AtomicRMWMode::Min
        | AtomicRMWMode::UMax
        | AtomicRMWMode::UMin => !float,
    };
    ensure(fits, || format!("`{}` does not combine {elem}", mode.name()))
}

pub(super) fn tiled_atomic_red<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::tiled_atomic_red::{inbounds as promise, index, mode as how, multimem, tiles, value};
    tiled(check, &Tiled { tiles, index, value })?;
    inbounds(check, promise, tiles)?;
    if check.module.flag(check.op, multimem) {
        combined(MultimemReductionKind::Add, check.scalar(value), false)?;
    }
    mode(check, how, check.scalar(value))
}

pub(super) fn atomic_rmw<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::atomic_rmw::{arg, mask, mode as how, pointers, result};
    same_shape(check, pointers, arg)?;
    same_shape(check, pointers, mask)?;
    ensure(check.ty(arg) == check.ty(result), || "gives the type of its argument".to_owned())?;
    mode(check, how, check.scalar(arg))
}

pub(super) fn atomic_cas<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::atomic_cas::{cmp, mask, pointers, result, val};
    same_shape(check, pointers, cmp)?;
    same_shape(check, pointers, mask)?;
    let same = check.ty(cmp) == check.ty(val) && check.ty(cmp) == check.ty(result);
    ensure(same, || "what is compared, written and read must be of one type".to_owned())
}
