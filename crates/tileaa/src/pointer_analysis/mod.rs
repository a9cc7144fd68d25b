//! Pointer analysis: accesses through tiles of addresses that are equivalent to tiles of shaped memory.
//!
//! The model: if the addresses of an access are linear in the coordinates of its elements ([`linear`]), they correspond to the
//! elements of a tile of a memref: `base + (e0 * stride0 + e1 * stride1 + ..) * bytes`. Its mask may only limit the extent of
//! the tile along each dimension ([`bounds`]); these limits are the size of the memref, which starts at the tile's first
//! element, so that the only tile has the index 0. An address that a loop advances is represented by the first tile and a
//! number ([`carried`]).
//!
//! These accesses stay accesses through addresses:
//!
//! - accesses without a proof: numbers that may wrap before they are extended, byte strides that are not multiples of an
//!   element, masks that start inside the tile or contain other comparisons;
//! - accesses whose masked-out elements have a value that is not a padding of level 2;
//! - accesses that take part in synchronisation; stores with a stride that is known to be 0; elements of half a byte;
//! - tiles with less than two dimensions of more than one element: axis info of the addresses gives the same information.
//!
//! A stride may be negative, or known only at run time; two elements may have the same address. Neither is assumed or excluded.

mod bounds;
mod carried;
mod gather_bounds;
mod gather_offsets;
pub(crate) mod gathers;
mod linear;
mod sums;

use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Field, Op, TypeId, Value};
use numerics::{Format, Scalar};

use self::bounds::{Bounds, Condition};
use self::linear::{Addresses, Analysis, MAX_CHAIN};
use self::sums::{Making, Sum, Sums};
use crate::arith::ComparisonPredicate;
use crate::axis_info::AxisAnalysis;
use crate::ops::{Builders as _, fields};
use crate::semantics::is_weak;
use crate::types::{BlockTileType, DYNAMIC, MemrefType, Padding, TileType, Type};
use crate::{Module, Opcode, TileAa, constant};

/// The maximum number of ops that compute the index of a tile.
const MAX_ADDRESS_OPS: usize = 96;

/// Raises what can be; true when the module changed.
pub(crate) fn run(module: &mut Module) -> bool {
    let carried = carried::rewrite(module);
    let facts = AxisAnalysis::of(module);
    let mut analysis = Analysis::new(module, &facts);
    let ops = preorder(&module.body, module.root);
    let plans: Vec<Plan> = ops.filter_map(|op| Plan::of(&mut analysis, op)).collect();
    let sums = analysis.sums;
    let mut rewriter = Rewriter::new(module);
    for plan in &plans {
        plan.build(&mut rewriter, &sums);
    }
    carried || !plans.is_empty()
}

/// An access and the tile of memory that it is of.
struct Plan {
    op: Op,
    tile: TileType,
    elem: Scalar,
    addresses: Addresses,
    bounds: Bounds,
    padding: Option<Padding>,
}

/// The fields of a load or a store.
struct Access {
    addresses: Field,
    mask: Field,
    other: Option<Field>,
    ordering: Field,
}

impl Access {
    fn of(module: &Module, op: Op) -> Option<(Access, Value)> {
        use fields::{load, store};
        let opcode = module.opcode(op);
        if opcode == Opcode::Load {
            let (addresses, mask, ordering) = (load::source, load::mask, load::ordering);
            let access = Access { addresses, mask, other: Some(load::other), ordering };
            return Some((access, module.result(op, load::result)));
        }
        let (addresses, mask, ordering) = (store::destination, store::mask, store::ordering);
        let access = Access { addresses, mask, other: None, ordering };
        (opcode == Opcode::Store).then(|| (access, module.operand(op, store::value)))
    }
}

/// The value that is read where the mask is false, as a padding. `Some(None)` if it is undefined.
fn padding(module: &Module, elem: Scalar, other: Option<Value>) -> Option<Option<Padding>> {
    let Some(other) = other else { return Some(None) };
    let bits = constant::splat(module, other)?;
    if bits == 0 {
        return Some(Some(Padding::Zero));
    }
    let format = Format::of(elem)?;
    let infinity = format.infinity()?;
    let sign = format.sign(true);
    let known = [(infinity, Padding::PosInf), (infinity | sign, Padding::NegInf), (sign, Padding::NegZero)];
    known.into_iter().find(|&(known, _)| known == bits).map(|(_, padding)| Some(padding))
}

impl Plan {
    fn of(analysis: &mut Analysis<'_>, op: Op) -> Option<Plan> {
        let module = analysis.module;
        let (access, value) = Access::of(module, op)?;
        let tile = module.ty(value).tile()?.clone();
        let elem = tile.elem.scalar().filter(|scalar| scalar.storage_bits() >= 8)?;
        let long = || (0..tile.shape.len()).filter(|&dim| tile.shape[dim] > 1);
        if long().count() < 2 || !is_weak(module, op, access.ordering) {
            return None;
        }
        let bytes = i64::from(elem.storage_bits() / 8);
        let addresses = analysis.addresses(module.operand(op, access.addresses), bytes, MAX_CHAIN)?;
        let along = &addresses.offset.along;
        let meets = |dim: usize| analysis.sums.is(along[dim], 0);
        let is_load = access.other.is_some();
        if long().all(meets) || !is_load && long().any(meets) {
            return None;
        }
        let bounds = match module.operand_opt(op, access.mask) {
            Some(mask) => analysis.bounds(mask, MAX_CHAIN)?,
            None => Bounds::all(tile.shape.len()),
        };
        let other = access.other.and_then(|other| module.operand_opt(op, other));
        let padding = padding(module, elem, other)?;
        let wanted = bounds.sums().chain(along.iter().copied()).chain([addresses.offset.start]);
        let short = analysis.sums.cost(wanted, MAX_ADDRESS_OPS) < MAX_ADDRESS_OPS;
        short.then_some(Plan { op, tile, elem, addresses, bounds, padding })
    }

    /// The dimensions along which elements may be out of bounds.
    fn open(&self) -> Vec<bool> {
        let mut open: Vec<bool> = self.bounds.limits.iter().map(|limits| !limits.is_empty()).collect();
        if !self.bounds.conditions.is_empty() {
            // Where a condition does not hold, the first dimension is empty.
            open[0] = true;
        }
        open
    }

    fn build(&self, rw: &mut Rewriter<'_, TileAa>, sums: &Sums) {
        let mut making = Making::before(self.op, rw, sums);
        let base = self.base(&mut making);
        let sizes = self.sizes(&mut making);
        let (mut strides, mut given) = (Vec::new(), Vec::new());
        for (dim, &apart) in self.addresses.offset.along.iter().enumerate() {
            // Types hold strides without sign. Nothing is along an extent of 1, whatever its stride.
            let known = sums.known(apart).map(|known| if self.tile.shape[dim] == 1 { 1 } else { known });
            strides.push(known.filter(|&known| known > 0).unwrap_or(DYNAMIC));
            if strides[dim] == DYNAMIC {
                given.push(making.make(apart));
            }
        }
        let shape = &self.tile.shape;
        let extents = shape.iter().zip(self.open());
        let extents = extents.map(|(&extent, open)| if open { DYNAMIC } else { extent.into() }).collect();
        let memref = MemrefType { elem: self.elem, shape: extents, strides: strides.into_iter().collect() };
        let tiles = BlockTileType {
            tile: shape.clone(),
            memref: memref.clone(),
            step: shape.iter().map(|&extent| extent.into()).collect(),
            dims: (0..shape.len() as u32).collect(),
            gather: None,
            padding: self.padding,
        };
        let (memref, tiles) = (rw.intern(Type::Memref(memref)), rw.intern(Type::BlockTile(tiles)));
        let tiles = rw.build_before(self.op, self.op, |b| {
            let memory =
                b.make_memref().base(base).sizes(sizes).strides(given).result(memref).finish().value();
            b.block_tile().memref(memory).result(tiles).finish().value()
        });
        self.replace(rw, tiles);
    }

    /// The address of the first element.
    fn base(&self, making: &mut Making<'_, '_>) -> Value {
        let Addresses { base, ref offset } = self.addresses;
        if making.sums.is(offset.start, 0) {
            return base;
        }
        let start = making.make(offset.start);
        let bytes = i64::from(self.elem.storage_bits() / 8);
        let ty = making.rw.module().body.ty(base);
        let at = making.at;
        making.rw.build_before(at, at, |b| {
            b.addptr().base(base).offset(start).bytes(bytes).result(ty).finish().value()
        })
    }

    /// How far the tile reaches along its open dimensions.
    fn sizes(&self, making: &mut Making<'_, '_>) -> Vec<Value> {
        let open = self.open();
        let mut sizes = Vec::new();
        for dim in (0..open.len()).filter(|&dim| open[dim]) {
            let mut size = None;
            for &limit in &self.bounds.limits[dim] {
                let limit = making.make(limit);
                size = Some(size.map_or(limit, |size| self.smaller(making, size, limit)));
            }
            let zero = making.constant(0);
            // The size has no sign.
            let mut size = match size {
                Some(size) => self.larger(making, size, zero),
                None => making.constant(self.tile.shape[dim].into()),
            };
            if dim == 0 {
                for &condition in &self.bounds.conditions {
                    let holds = self.holds(making, condition);
                    let (ty, at) = (making.wide(), making.at);
                    size = making.rw.build_before(at, at, |b| {
                        b.select()
                            .cond(holds)
                            .val_if_true(size)
                            .val_if_false(zero)
                            .result(ty)
                            .finish()
                            .value()
                    });
                }
            }
            sizes.push(size);
        }
        sizes
    }

    fn smaller(&self, making: &mut Making<'_, '_>, a: Value, b: Value) -> Value {
        let (ty, at) = (making.wide(), making.at);
        making.rw.build_before(at, at, |to| to.mini().lhs(a).rhs(b).signed(true).result(ty).finish().value())
    }

    fn larger(&self, making: &mut Making<'_, '_>, a: Value, b: Value) -> Value {
        let (ty, at) = (making.wide(), making.at);
        making.rw.build_before(at, at, |to| to.maxi().lhs(a).rhs(b).signed(true).result(ty).finish().value())
    }

    fn holds(&self, making: &mut Making<'_, '_>, condition: Condition) -> Value {
        let sum: Sum = match condition {
            Condition::Holds(value) => return value,
            Condition::Positive(sum) => sum,
        };
        let (number, zero, at) = (making.make(sum), making.constant(0), making.at);
        let ty = making.rw.intern(Type::scalar_of(Scalar::I1));
        let predicate = ComparisonPredicate::GreaterThan;
        making.rw.build_before(at, at, |b| {
            b.cmpi().lhs(number).rhs(zero).predicate(predicate).signed(true).result(ty).finish().value()
        })
    }

    /// The access of tiles instead of the one through addresses.
    fn replace(&self, rw: &mut Rewriter<'_, TileAa>, tiles: Value) {
        let op = self.op;
        let open = self.open();
        let inside: Box<[i64]> = (0..).zip(&open).filter(|&(_, &open)| !open).map(|(dim, _)| dim).collect();
        let inside = (!inside.is_empty()).then(|| rw.intern_attr(Attr::Ints(inside)));
        let index_type: TypeId = rw.intern(Type::scalar_of(Scalar::I32));
        let first = rw.build_before(op, op, |b| {
            b.constant().value(Attr::Number(0)).result(index_type).finish().value()
        });
        let index = vec![first; open.len()];
        let module = rw.module();
        let types: Vec<TypeId> = module.body.results(op).iter().map(|value| module.body.ty(value)).collect();
        if module.opcode(op) == Opcode::Load {
            use fields::load as f;
            let token = module.operand_opt(op, f::token);
            let [latency, allow_tma] = [f::latency, f::allow_tma].map(|field| module.attr(op, field));
            let (value, after) = rw.build_before(op, op, |b| {
                let draft = b.tiled_load().tiles(tiles).index(index).token(token);
                let mut draft = draft.latency(latency).allow_tma(allow_tma);
                if let Some(inside) = inside {
                    draft = draft.inbounds(inside);
                }
                let [value, after] = draft.result(types[0]).result_token(types[1]).finish().values();
                (value, after)
            });
            rw.replace_op(op, &[value, after]);
        } else {
            use fields::store as f;
            let (value, token) = (module.operand(op, f::value), module.operand_opt(op, f::token));
            let [latency, allow_tma] = [f::latency, f::allow_tma].map(|field| module.attr(op, field));
            let after = rw.build_before(op, op, |b| {
                let draft = b.tiled_store().value(value).tiles(tiles).index(index).token(token);
                let mut draft = draft.latency(latency).allow_tma(allow_tma);
                if let Some(inside) = inside {
                    draft = draft.inbounds(inside);
                }
                draft.result_token(types[0]).finish().value()
            });
            rw.replace_op(op, &[after]);
        }
    }
}
