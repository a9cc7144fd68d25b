//! `raise-gathers`: rows that are loaded by their numbers through addresses, as loads of a gather view.
//!
//! ```text
//! load base + (numbers[i] * stride + column + j) where numbers[i] < rows and column + j < columns, else zero
//!   =>  tiled_load of a gather at [numbers, column] of memory of rows x columns
//! ```
//!
//! The mask says how large the memory is: its comparisons, without sign, are the bounds of the memory, so masked-out elements are those
//! outside of it. Some targets pick such rows by tensor maps, which have to know these bounds.
//!
//! Invariants of what is raised:
//! - offsets are computed in 64 bits, so no product of a number of a row and the stride wraps;
//! - both bounds fit in 31 bits, so a number of a row of 32 bits means the same with and without a sign;
//! - column numbers are not negative, so a tile does not begin before its row.
//!
//! Only the operands of products in kernels with agents are raised: elsewhere, a load of tiles gains nothing over one through addresses.

use ir::analysis::Uses;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, TypeId, Value};
use numerics::Scalar;
use smallvec::SmallVec;

use super::linear::{Analysis, MAX_CHAIN, split};
use super::padding;
use super::sums::{Making, Sum, Sums};
use crate::arith::ComparisonPredicate;
use crate::axis_info::AxisAnalysis;
use crate::ops::{Builders as _, fields};
use crate::semantics::is_weak;
use crate::types::{BlockTileType, DYNAMIC, MemrefType, Padding, TileType, Type};
use crate::{Module, Opcode, TileAa};

/// Terms of an offset, and comparisons of a mask, at most.
const MOST_PARTS: usize = 8;
/// Ops in a row that only change the shape of a tile.
const MOST_SHAPES: u32 = 16;

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
        if all(Opcode::Dot) {
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
    /// Rows and columns of the memory.
    extents: [Value; 2],
    padding: Option<Padding>,
}

/// A value with the dimension of the loaded tile that each of its own dimensions is.
type Placed = (Value, SmallVec<[Option<usize>; 4]>);

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
        let (mut rows, mut column) = (None, None);
        for term in terms {
            match analysis.linear(term, MAX_CHAIN) {
                Some(linear) => {
                    let whole = match column {
                        Some(before) => analysis.added(&before, &linear, false),
                        None => linear,
                    };
                    column = Some(whole);
                }
                None if rows.is_none() => rows = Some(scaled(module, (term, top()))?),
                None => return None,
            }
        }
        let ((numbers, stride), column) = (rows?, column?);
        let along = |dim: usize, apart: i64| analysis.sums.is(column.along[dim], apart);
        if !along(0, 0) || !along(1, 1) {
            return None;
        }
        let mask = module.operand_opt(load, f::mask)?;
        let extents = extents(analysis, mask, (numbers, column.start))?;
        Some(Gather { load, tile, elem, base, stride, numbers, column: column.start, extents, padding })
    }

    fn build(&self, rw: &mut Rewriter<'_, TileAa>, sums: &Sums) {
        use fields::load as f;
        let load = self.load;
        let column = Making::before(load, rw, sums).make(self.column);
        let memref = MemrefType {
            elem: self.elem,
            shape: [DYNAMIC; 2].into_iter().collect(),
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
        let (base, sizes, strides) = (self.base, self.extents.to_vec(), vec![self.stride]);
        let index = vec![self.numbers, column];
        let at = self.first_place(rw.module());
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
    /// The op before the outermost loops and branches in which nothing of the memory is computed: tensor maps are made outside of these.
    fn first_place(&self, module: &Module) -> Op {
        let made: Vec<Value> = self.extents.into_iter().chain([self.base, self.stride]).collect();
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

/// The dimensions of a loaded matrix itself.
fn top() -> SmallVec<[Option<usize>; 4]> {
    SmallVec::from_slice(&[Some(0), Some(1)])
}

/// The single address that a tile of addresses starts from, and the terms of the offset, in elements.
fn address(analysis: &Analysis<'_>, pointers: Value, elem: Scalar) -> Option<(Value, Vec<Value>)> {
    let module = analysis.module;
    let (mut value, mut terms) = (pointers, Vec::new());
    loop {
        if let Some(base) = single(module, value) {
            return Some((base, terms));
        }
        let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::AddPtr)?;
        let bytes = i64::from(elem.storage_bits() / 8);
        if module.int(op, fields::addptr::bytes) != Some(bytes) {
            return None;
        }
        add_terms(module, module.operand(op, fields::addptr::offset), &mut terms)?;
        value = module.operand(op, fields::addptr::base);
    }
}

/// The terms of a sum of 64 bits.
fn add_terms(module: &Module, value: Value, terms: &mut Vec<Value>) -> Option<()> {
    let is_wide = module.ty(value).scalar() == Some(Scalar::I64);
    let sum = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::AddI);
    if !is_wide || terms.len() >= MOST_PARTS {
        return None;
    }
    match sum {
        Some(op) => module.body.operands(op).iter().try_for_each(|&part| add_terms(module, part, terms)),
        None => {
            terms.push(value);
            Some(())
        }
    }
}

/// The only number or address of a tile all of whose elements are the same.
fn single(module: &Module, value: Value) -> Option<Value> {
    let mut value = value;
    for _ in 0..MOST_SHAPES {
        if module.ty(value).tile()?.shape.is_empty() {
            return Some(value);
        }
        let op = module.body.def_op(value)?;
        if !matches!(module.opcode(op), Opcode::Broadcast | Opcode::View) {
            return None;
        }
        value = module.body.operands(op)[0];
    }
    None
}

/// A number of 64 bits before it was extended, if its sign is known: extents and strides are parameters then.
fn narrow(analysis: &Analysis<'_>, value: Value) -> Value {
    let module = analysis.module;
    let extended = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::ExtI);
    let source = extended.map(|op| module.operand(op, fields::exti::source));
    source.filter(|&source| analysis.fact(source).range.0 >= 0).unwrap_or(value)
}

/// The value below ops that only change the shape of a tile.
fn below(module: &Module, (mut value, mut dims): Placed) -> Option<Placed> {
    for _ in 0..MOST_SHAPES {
        let Some(op) = module.body.def_op(value) else { break };
        let opcode = module.opcode(op);
        if !matches!(opcode, Opcode::Broadcast | Opcode::View) || dims.len() <= 1 {
            break;
        }
        let source = module.body.operands(op)[0];
        if opcode == Opcode::View {
            let [from, to] = [source, value].map(|value| module.ty(value).tile().map(|tile| &tile.shape));
            let (from, to) = (from?, to?);
            let mut inner = SmallVec::from_elem(None, from.len());
            for (dim, part) in split(from, to)?.into_iter().enumerate() {
                if let Some((at, _)) = part {
                    (from[at] == to[dim]).then(|| inner[at] = dims[dim])?;
                }
            }
            dims = inner;
        }
        value = source;
    }
    Some((value, dims))
}

/// The numbers of rows, one for each row of a loaded tile, if a value repeats these along its rows. Numbers of 32 bits may be extended:
/// a negative one is outside of the memory with and without a sign. One of fewer bits would not be.
fn numbers(module: &Module, placed: Placed) -> Option<Value> {
    let (mut value, mut dims) = below(module, placed)?;
    let extended = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::ExtI);
    let source = extended.map(|op| module.operand(op, fields::exti::source));
    if let Some(source) = source.filter(|&source| module.ty(source).scalar() == Some(Scalar::I32)) {
        (value, dims) = below(module, (source, dims))?;
    }
    (dims[..] == [Some(0)] && module.ty(value).tile()?.shape.len() == 1).then_some(value)
}

/// Numbers of rows, and the stride that they are multiplied by.
fn scaled(module: &Module, placed: Placed) -> Option<(Value, Value)> {
    let (value, dims) = below(module, placed)?;
    let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::MulI)?;
    let [lhs, rhs] = [0, 1].map(|at| module.body.operands(op)[at]);
    let by =
        |rows: Value, stride: Value| Some((numbers(module, (rows, dims.clone()))?, single(module, stride)?));
    (module.ty(value).scalar() == Some(Scalar::I64)).then(|| by(lhs, rhs).or_else(|| by(rhs, lhs)))?
}

/// The extents of the memory that a mask states, and nothing else: the number of a row is less than one, and that of a column less than
/// the other one, without sign.
fn extents(
    analysis: &mut Analysis<'_>,
    mask: Value,
    (numbers_of_rows, column): (Value, Sum),
) -> Option<[Value; 2]> {
    let module = analysis.module;
    let mut open: Vec<Placed> = vec![(mask, top())];
    let mut found = [None; 2];
    let mut seen = 0;
    while let Some(placed) = open.pop() {
        seen += 1;
        let (value, dims) = below(module, placed).filter(|_| seen <= 2 * MOST_PARTS)?;
        let op = module.body.def_op(value)?;
        if module.opcode(op) == Opcode::AndI {
            open.extend(module.body.operands(op).iter().map(|&part| (part, dims.clone())));
            continue;
        }
        let (low, high) = less(analysis, op)?;
        let extent = narrow(analysis, single(module, high)?);
        let is_row = numbers(module, (low, dims.clone())) == Some(numbers_of_rows);
        let dim = if is_row { 0 } else { is_column(analysis, (low, dims), column).then_some(1)? };
        let is_short = analysis.fact(extent).range.0 >= 0 && analysis.fact(extent).range.1 <= i32::MAX.into();
        if !is_short || found[dim].replace(extent).is_some_and(|before| before != extent) {
            return None;
        }
    }
    let [rows, columns] = found;
    Some([rows?, columns?])
}

/// The sides of `low < high` without sign, or of numbers that are known to have none.
fn less(analysis: &Analysis<'_>, op: Op) -> Option<(Value, Value)> {
    let module = analysis.module;
    if module.opcode(op) != Opcode::CmpI {
        return None;
    }
    let [lhs, rhs] = [fields::cmpi::lhs, fields::cmpi::rhs].map(|field| module.operand(op, field));
    let (low, high) = match ComparisonPredicate::from_slot(module.attr(op, fields::cmpi::predicate))? {
        ComparisonPredicate::LessThan => (lhs, rhs),
        ComparisonPredicate::GreaterThan => (rhs, lhs),
        ComparisonPredicate::Equal
        | ComparisonPredicate::NotEqual
        | ComparisonPredicate::LessThanOrEqual
        | ComparisonPredicate::GreaterThanOrEqual => return None,
    };
    let signed = module.flag(op, fields::cmpi::signed);
    (!signed || analysis.fact(low).range.0 >= 0).then_some((low, high))
}

/// Whether a value is the numbers of the columns of a tile from `column` on, none of which is negative.
fn is_column(analysis: &mut Analysis<'_>, placed: Placed, column: Sum) -> bool {
    let Some((value, dims)) = below(analysis.module, placed) else { return false };
    if analysis.fact(value).range.0 < 0 {
        return false;
    }
    let Some(linear) = analysis.linear(value, MAX_CHAIN) else { return false };
    linear.start == column
        && linear.along.iter().zip(&dims).all(|(&apart, &dim)| {
            let wanted = i64::from(dim == Some(1));
            analysis.sums.is(apart, wanted)
        })
}
