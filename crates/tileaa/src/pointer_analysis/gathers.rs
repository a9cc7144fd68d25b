//! `raise-gathers`: rows that are loaded by their numbers through addresses, as loads of a gather view.
//!
//! ```text
//! load base + (numbers[i] * stride + column + j) where numbers[i] < rows and column + j < columns, else zero
//!   =>  tiled_load of a gather at [numbers, column] of memory of rows x columns
//! ```
//!
//! The mask says how large the memory is: its comparisons, without sign, are the bounds of the memory, so masked-out elements are those
//! outside of it. Some targets pick such rows by tensor maps, which have to know these bounds. Where a mask says nothing about rows or
//! columns, the memory is as large as numbers of 32 bits reach: no element is outside then. Other conditions on rows become numbers
//! outside of the memory ([`bounds`](super::gather_bounds)).
//!
//! Invariants of what is raised:
//! - offsets are computed in 64 bits, or the program promises, or ranges show, that narrower ones do not wrap;
//! - bounds fit in 31 bits, so a number of a row of 32 bits means the same with and without a sign;
//! - rows without a bound have numbers from 0 to 2^31 - 1, and so have columns: a tile does not begin before its row.
//!
//! Only the operands of products in kernels with agents are raised: elsewhere, a load of tiles gains nothing over one through addresses.

use ir::analysis::Uses;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, TypeId, Value};
use numerics::Scalar;

use super::gather_bounds::Mask;
use super::gather_offsets::{MOST_SHAPES, address, scaled, top};
use super::linear::{Analysis, Linear, MAX_CHAIN};
use super::padding;
use super::sums::{Making, Sum, Sums};
use crate::axis_info::AxisAnalysis;
use crate::ops::{Builders as _, fields};
use crate::semantics::is_weak;
use crate::types::{BlockTileType, DYNAMIC, MemrefType, Padding, TileType, Type};
use crate::{Module, Opcode, TileAa};

/// Rows or columns of memory without a bound: all that numbers of 32 bits reach.
const REACHED: i64 = 1 << 31;

/// Raises what can be; true when the module changed.
pub(crate) fn run(module: &mut Module) -> bool {
    let facts = AxisAnalysis::of(module);
    let mut analysis = Analysis::new(module, &facts);
    let has_agents = |&op: &Op| module.opcode(op) == Opcode::Func && module.flag(op, fields::func::agents);
    let funcs: Vec<Op> = preorder(&module.body, module.root).filter(has_agents).collect();
    let mut gathers = Vec::new();
    for func in funcs {
        let uses = Uses::of(&module.body, func);
        let loads = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::Load);
        for load in loads.filter(|&load| is_multiplied(module, &uses, load)) {
            gathers.extend(Gather::of(&mut analysis, load));
        }
    }
    let sums = analysis.sums;
    let mut rewriter = Rewriter::new(module);
    for gather in &gathers {
        gather.build(&mut rewriter, &sums);
    }
    !gathers.is_empty()
}

/// Whether a load is an operand of products alone, perhaps transposed.
fn is_multiplied(module: &Module, uses: &Uses, load: Op) -> bool {
    let mut value = module.result(load, fields::load::result);
    for _ in 0..MOST_SHAPES {
        let users = uses.users(&module.body, value);
        let Some(&user) = users.first() else { return false };
        let all = |wanted: Opcode| users.iter().all(|&user| module.opcode(user) == wanted);
        let is_factor = |factors: [ir::Field; 2]| {
            users.iter().all(|&user| factors.iter().any(|&field| module.operand(user, field) == value))
        };
        if all(Opcode::Dot) && is_factor([fields::dot::lhs, fields::dot::rhs])
            || all(Opcode::DotScaled) && is_factor([fields::dot_scaled::lhs, fields::dot_scaled::rhs])
        {
            return true;
        }
        if users.len() != 1 || !(all(Opcode::Permute) || all(Opcode::View)) {
            return false;
        }
        value = module.body.result(user, 0);
    }
    false
}

/// A load of rows by their numbers.
struct Gather {
    load: Op,
    tile: TileType,
    elem: Scalar,
    base: Value,
    stride: Value,
    /// One for each row of the tile.
    numbers: Value,
    /// The first column.
    column: Sum,
    mask: Mask,
    padding: Option<Padding>,
}

impl Gather {
    fn of(analysis: &mut Analysis<'_>, load: Op) -> Option<Gather> {
        use fields::load as f;
        let module = analysis.module;
        let tile = module.ty(module.result(load, f::result)).tile()?.clone();
        let elem = tile.elem.scalar().filter(|scalar| scalar.storage_bits() >= 8)?;
        let is_matrix = tile.shape.len() == 2 && tile.shape.iter().all(|&extent| extent > 1);
        let other = module.operand_opt(load, f::other);
        let padding = padding(module, elem, other)?;
        if !is_matrix || !is_weak(module, load, f::ordering) || !matches!(padding, None | Some(Padding::Zero))
        {
            return None;
        }
        let (base, terms) = address(analysis, module.operand(load, f::source), elem)?;
        let (mut rows, mut column) = (None, None::<Linear>);
        // Where columns may be, whatever they add up to.
        let mut range = (0i128, 0i128);
        for term in terms {
            match analysis.linear(term, MAX_CHAIN) {
                Some(linear) => {
                    let (low, high) = analysis.fact(term).range;
                    range = (range.0 + i128::from(low), range.1 + i128::from(high));
                    let whole = match column {
                        Some(before) => analysis.added(&before, &linear, false),
                        None => linear,
                    };
                    column = Some(whole);
                }
                None if rows.is_none() => rows = Some(scaled(analysis, (term, top()))?),
                None => return None,
            }
        }
        let ((numbers, stride), column) = (rows?, column?);
        let along = |dim: usize, apart: i64| analysis.sums.is(column.along[dim], apart);
        if !along(0, 0) || !along(1, 1) {
            return None;
        }
        let mask = Mask::of(analysis, module.operand_opt(load, f::mask), (numbers, column.start))?;
        let reaches = range.0 >= 0 && range.1 < i128::from(REACHED);
        if mask.extents[1].is_none() && !reaches || !mask.numbers_are_reached(analysis, numbers) {
            return None;
        }
        Some(Gather { load, tile, elem, base, stride, numbers, column: column.start, mask, padding })
    }

    fn build(&self, rw: &mut Rewriter<'_, TileAa>, sums: &Sums) {
        use fields::load as f;
        let load = self.load;
        let column = Making::before(load, rw, sums).make(self.column);
        let numbers = self.mask.applied(rw, load, self.numbers);
        let extents = &self.mask.extents;
        let memref = MemrefType {
            elem: self.elem,
            shape: extents.iter().map(|extent| if extent.is_some() { DYNAMIC } else { REACHED }).collect(),
            strides: [DYNAMIC, 1].into_iter().collect(),
        };
        let tiles = BlockTileType {
            tile: self.tile.shape.clone(),
            memref: memref.clone(),
            step: [1, 1].into_iter().collect(),
            dims: [0, 1].into_iter().collect(),
            gather: Some(0),
            padding: self.padding,
        };
        let (memref, tiles) = (rw.intern(Type::Memref(memref)), rw.intern(Type::BlockTile(tiles)));
        let module = rw.module();
        let types: Vec<TypeId> =
            module.body.results(load).iter().map(|value| module.body.ty(value)).collect();
        let token = module.operand_opt(load, f::token);
        let [latency, allow_tma] = [f::latency, f::allow_tma].map(|field| module.attr(load, field));
        let (base, sizes) = (self.base, extents.iter().copied().flatten().collect::<Vec<Value>>());
        let index = vec![numbers, column];
        let at = self.first_place(rw.module());
        let strides = vec![self.widened_stride(rw, at)];
        let tiles = rw.build_before(at, load, |b| {
            let memory =
                b.make_memref().base(base).sizes(sizes).strides(strides).result(memref).finish().value();
            b.block_tile().memref(memory).result(tiles).finish().value()
        });
        let values = rw.build_before(load, load, |b| {
            let draft = b.tiled_load().tiles(tiles).index(index).token(token);
            let draft = draft.latency(latency).allow_tma(allow_tma);
            draft.result(types[0]).result_token(types[1]).finish().values::<2>()
        });
        rw.replace_op(load, &values);
    }
}

impl Gather {
    /// The stride with its sign: memory has strides without.
    fn widened_stride(&self, rw: &mut Rewriter<'_, TileAa>, at: Op) -> Value {
        let wide = rw.intern(Type::scalar_of(Scalar::I64));
        if rw.module().body.ty(self.stride) == wide {
            return self.stride;
        }
        let stride = self.stride;
        rw.build_before(at, self.load, |b| b.exti().source(stride).signed(true).result(wide).finish().value())
    }

    /// The op before the outermost loops and branches in which nothing of the memory is computed: tensor maps are made outside of these.
    fn first_place(&self, module: &Module) -> Op {
        let extents = self.mask.extents.iter().copied().flatten();
        let made: Vec<Value> = extents.chain([self.base, self.stride]).collect();
        let outer = |op: Op| module.body.parent_op(op).filter(|&outer| module.opcode(outer) != Opcode::Func);
        let is_inside = |value: Value, outer: Op| {
            let owner = module.body.def_block(value).and_then(|block| module.body.block_op(block));
            std::iter::successors(owner, |&op| module.body.parent_op(op)).any(|op| op == outer)
        };
        let mut at = self.load;
        while let Some(outer) = outer(at).filter(|&outer| !made.iter().any(|&value| is_inside(value, outer)))
        {
            at = outer;
        }
        at
    }
}
