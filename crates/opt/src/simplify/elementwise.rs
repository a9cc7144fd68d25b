//! Index maps stay outside: an element-wise op of operands that are all spread, reshaped or permuted in the same way is
//! computed on what they come from, once, and its result is spread, reshaped or permuted.

use cuda_tile::Type;
use cuda_tile::attrs::Attr;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::TileType;
use cuda_tile::{Dense, Module};
use ir::{Op, Value};
use smallvec::SmallVec;

use super::{Rw, defined_by, operand, replace};
use crate::constant;

/// True for ops whose results are computed element by element from operands of the same shape.
fn is_elementwise(opcode: Opcode) -> bool {
    use Opcode::*;
    match opcode {
        AbsF | AbsI | AddF | AddI | AndI | Atan2 | Bitcast | Ceil | CmpF | CmpI | Cos | Cosh | DivF
        | DivI | Exp | Exp2 | ExtI | FPowI | FToF | FToI | Floor | Fma | IToF | IntToPtr | Log | Log2
        | MaxF | MaxI | MinF | MinI | MulF | MulI | MulhiI | NegF | NegI | Offset | OrI | Pow | PtrToInt
        | PtrToPtr | RemF | RemI | Rsqrt | Select | ShlI | ShrI | Sin | Sinh | Sqrt | SubF | SubI | Tan
        | Tanh | TruncI | XorI => true,
        Alloca
        | Assert
        | Assume
        | AtomicCasTko
        | AtomicRedViewTko
        | AtomicRmwTko
        | Break
        | Broadcast
        | Call
        | Cat
        | Constant
        | Continue
        | Entry
        | ExternElementwise
        | Extract
        | For
        | Func
        | GdcLaunchDependentsTko
        | GdcWaitTko
        | Generate
        | GetGlobal
        | GetIndexSpaceShape
        | GetNumTileBlocks
        | GetTensorShape
        | GetTileBlockId
        | Global
        | If
        | Insert
        | Iota
        | JoinTokens
        | LoadPtrTko
        | LoadViewTko
        | Loop
        | MakeGatherScatterView
        | MakePartitionView
        | MakeStridedView
        | MakeTensorView
        | MakeToken
        | MemoryFenceAliasTko
        | MmaF
        | MmaFScaled
        | MmaI
        | Module
        | OptimizationBarrier
        | Pack
        | Permute
        | PrintTko
        | Reduce
        | Reshape
        | Return
        | Scan
        | StorePtrTko
        | StoreViewTko
        | TestEvolution
        | TestFunc
        | TestNewAttribute
        | Unpack
        | Yield => false,
    }
}

/// How a value comes from another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Map<'m> {
    Broadcast,
    Reshape,
    Permute(&'m [i32]),
}

impl Map<'_> {
    fn opcode(self) -> Opcode {
        match self {
            Map::Broadcast => Opcode::Broadcast,
            Map::Reshape => Opcode::Reshape,
            Map::Permute(_) => Opcode::Permute,
        }
    }

    /// True when a constant of the same elements has `dense` as its image under the map.
    fn keeps_elements(self, dense: &Dense) -> bool {
        dense.is_splat() || self == Map::Reshape
    }
}

fn map_of(module: &Module, value: Value) -> Option<Map<'_>> {
    let op = module.body.def_op(value)?;
    #[allow(clippy::wildcard_enum_match_arm, reason = "three ops are index maps")]
    match module.opcode(op) {
        Opcode::Broadcast => Some(Map::Broadcast),
        Opcode::Reshape => Some(Map::Reshape),
        Opcode::Permute => {
            let permutation = module.attr(op, fields::permute::permutation).as_interned()?;
            let Attr::I32s(permutation) = module.attrs.get(permutation) else { return None };
            Some(Map::Permute(permutation))
        }
        _ => None,
    }
}

/// An operand in front of the map.
enum Source {
    There(Value),
    Constant(Dense, Box<TileType>),
}

/// What the op would be computed from.
struct Lifted {
    /// An op that maps, to be made again behind the lifted one.
    map: Op,
    /// Operands: values that are there, or constants to be made with their types.
    operands: SmallVec<[Source; 3]>,
    /// Type of the lifted result.
    ty: Type,
}

/// Computes an element-wise op in front of the index map that all its operands went through.
pub(super) fn lift(rw: &mut Rw<'_>, op: Op) -> bool {
    if !is_elementwise(rw.module().opcode(op)) {
        return false;
    }
    let Some(Lifted { map, operands, ty }) = lifted(rw, op) else { return false };
    let ty = rw.intern(ty);
    let operands: SmallVec<[Value; 3]> = operands.into_iter().map(|source| build(rw, op, source)).collect();
    let inner = rw.rebuild_before(op, op, &operands, &[ty]);
    let inner = rw.module().body.result(inner, 0);
    let result = rw.module().body.ty(rw.module().body.result(op, 0));
    let outer = rw.rebuild_before(op, map, &[inner], &[result]);
    let outer = rw.module().body.result(outer, 0);
    replace(rw, op, outer)
}

fn build(rw: &mut Rw<'_>, op: Op, source: Source) -> Value {
    match source {
        Source::There(value) => value,
        Source::Constant(dense, ty) => {
            let ty = rw.intern(Type::Tile(*ty));
            constant::build(rw, op, dense.with_type(ty))
        }
    }
}

fn lifted(rw: &Rw<'_>, op: Op) -> Option<Lifted> {
    let module = rw.module();
    let values = module.body.operands(op);
    let first = values.iter().copied().find(|&value| map_of(module, value).is_some())?;
    let map_op = module.body.def_op(first)?;
    let map = map_of(module, first)?;
    let source = module.ty(operand(module, map_op, 0)).as_tile()?;
    let mut operands = SmallVec::new();
    for &value in values {
        operands.push(lifted_operand(rw, value, map, source)?);
    }
    let result = module.ty(module.body.result(op, 0)).as_tile()?;
    Some(Lifted { map: map_op, operands, ty: Type::Tile(in_shape(source, result)?) })
}

/// What stands for an operand in front of the map.
fn lifted_operand(rw: &Rw<'_>, value: Value, map: Map<'_>, source: &TileType) -> Option<Source> {
    let module = rw.module();
    if let Some(dense) = constant::dense(module, value) {
        let ty = in_shape(source, module.ty(value).as_tile()?)?;
        return map.keeps_elements(dense).then(|| Source::Constant(dense.clone(), ty.into()));
    }
    let from = defined_by(module, value, map.opcode())?;
    let same = map_of(module, value) == Some(map);
    let inner = operand(module, from, 0);
    let fits = module.ty(inner).as_tile()?.shape() == source.shape();
    // Permuting costs; it is put off only where that is no second one.
    let free = !matches!(map, Map::Permute(_)) || rw.uses().count(value) == 1;
    (same && fits && free).then_some(Source::There(inner))
}

/// The type of tiles of the elements of `tile` in the shape of `source`; not every shape is one for every element.
fn in_shape(source: &TileType, tile: &TileType) -> Option<TileType> {
    source.with_elem(tile.elem()).ok()
}
