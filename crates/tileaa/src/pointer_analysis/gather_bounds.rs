//! What the mask of a load of rows says of its memory: bounds of rows and columns, and other conditions on rows.
//!
//! A bound is `number < extent` without sign, or of numbers that are known to have none. A condition on rows is anything that is the
//! same for all columns: where it does not hold, the row gets a number that is outside of every memory.

use ir::rewrite::Rewriter;
use ir::{Op, Value};
use numerics::Scalar;
use smallvec::SmallVec;

use super::gather_offsets::{MOST_PARTS, Placed, below, numbers, single, top};
use super::linear::{Analysis, MAX_CHAIN};
use super::sums::Sum;
use crate::arith::ComparisonPredicate;
use crate::constant::build_splat;
use crate::ops::{Builders as _, fields};
use crate::types::{Elem, TileType, Type};
use crate::{Module, Opcode, TileAa};

/// A condition on rows.
enum Condition {
    /// One truth value for each row.
    Holds(Value),
    /// A comparison, with what it compares: one number for each row, or for all of them.
    Compares(Op, [Side; 2]),
}

/// A side of a comparison.
#[derive(Clone, Copy)]
enum Side {
    Rows(Value),
    Single(Value),
}

/// The meaning of a mask.
pub(super) struct Mask {
    /// Rows and columns of the memory, if there is a bound of them.
    pub(super) extents: [Option<Value>; 2],
    conditions: Vec<Condition>,
    /// Whether a condition says that no number of a row is negative.
    is_natural: bool,
}

impl Mask {
    /// The meaning of a mask, if it is bounds and conditions alone; without one, all elements are loaded.
    pub(super) fn of(
        analysis: &mut Analysis<'_>,
        mask: Option<Value>,
        (rows, column): (Value, Sum),
    ) -> Option<Mask> {
        let module = analysis.module;
        let mut open: Vec<Placed> = mask.map(|mask| (mask, top())).into_iter().collect();
        let mut found = Mask { extents: [None; 2], conditions: Vec::new(), is_natural: false };
        let mut seen = 0;
        while let Some(placed) = open.pop() {
            seen += 1;
            let (value, dims) = below(module, placed).filter(|_| seen <= 2 * MOST_PARTS)?;
            let op = module.body.def_op(value);
            if let Some(op) = op.filter(|&op| module.opcode(op) == Opcode::AndI) {
                open.extend(module.body.operands(op).iter().map(|&part| (part, dims.clone())));
            } else if !found.is_bounded(analysis, (value, &dims), (rows, column)) {
                found.is_natural |= op.is_some_and(|op| is_natural(analysis, (op, &dims), rows));
                found.conditions.push(Condition::of(module, (value, dims))?);
            }
        }
        Some(found)
    }

    /// Takes a bound of the memory; whether it is one.
    fn is_bounded(
        &mut self,
        analysis: &mut Analysis<'_>,
        (value, dims): (Value, &SmallVec<[Option<usize>; 4]>),
        (rows, column): (Value, Sum),
    ) -> bool {
        let module = analysis.module;
        let sides = module.body.def_op(value).and_then(|op| less(analysis, op));
        let Some((low, Some(high))) = sides.map(|(low, high)| (low, single(module, high))) else {
            return false;
        };
        let extent = narrow(analysis, high);
        let is_row = numbers(module, (low, dims.clone())) == Some(rows);
        if !is_row && !is_column(analysis, (low, dims.clone()), column) {
            return false;
        }
        let dim = usize::from(!is_row);
        let range = analysis.fact(extent).range;
        let is_short = range.0 >= 0 && range.1 <= i32::MAX.into();
        if !is_short || self.extents[dim].is_some_and(|before| before != extent) {
            return false;
        }
        self.extents[dim] = Some(extent);
        true
    }

    /// Whether the memory has every row whose number is loaded: it has a bound, or numbers are from 0 to 2^31 - 1.
    pub(super) fn numbers_are_reached(&self, analysis: &Analysis<'_>, rows: Value) -> bool {
        let range = analysis.fact(rows).range;
        let is_short = range.1 <= i32::MAX.into();
        self.extents[0].is_some() || (is_short && (range.0 >= 0 || self.is_natural))
    }

    /// Numbers of rows under the conditions: one that is outside of the memory where they do not hold.
    pub(super) fn applied(&self, rw: &mut Rewriter<'_, TileAa>, load: Op, rows: Value) -> Value {
        let ty = rw.module().body.ty(rows);
        let mut found: Option<Value> = None;
        for condition in &self.conditions {
            let holds = condition.build(rw, load, rows);
            found = Some(found.map_or(holds, |known| {
                let truth = rw.module().body.ty(holds);
                rw.build_before(load, load, |b| b.andi().lhs(known).rhs(holds).result(truth).finish().value())
            }));
        }
        let Some(holds) = found else { return rows };
        let bits = rw.module().ty(rows).scalar().map_or(32, Scalar::bits);
        let outside = build_splat(rw, load, ty, u64::MAX >> (64 - bits));
        rw.build_before(load, load, |b| {
            let select = b.select().cond(holds).val_if_true(rows).val_if_false(outside);
            select.result(ty).finish().value()
        })
    }
}

impl Condition {
    /// A condition that is the same for all columns.
    fn of(module: &Module, (value, dims): Placed) -> Option<Condition> {
        if is_of_rows(module, value, &dims) {
            return Some(Condition::Holds(value));
        }
        let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::CmpI)?;
        let side = |value: Value| {
            if let Some(value) = single(module, value) {
                return Some(Side::Single(value));
            }
            let (value, dims) = below(module, (value, dims.clone()))?;
            is_of_rows(module, value, &dims).then_some(Side::Rows(value))
        };
        let [lhs, rhs] = [fields::cmpi::lhs, fields::cmpi::rhs].map(|field| module.operand(op, field));
        Some(Condition::Compares(op, [side(lhs)?, side(rhs)?]))
    }

    /// One truth value for each row.
    fn build(&self, rw: &mut Rewriter<'_, TileAa>, load: Op, rows: Value) -> Value {
        let (op, sides) = match *self {
            Condition::Holds(value) => return value,
            Condition::Compares(op, sides) => (op, sides),
        };
        let extent = rw.module().ty(rows).tile().map_or(1, |tile| tile.shape[0]);
        let [lhs, rhs] = sides.map(|side| side.build(rw, load, extent));
        let truth = rw.intern(Type::Tile(TileType::new(&[extent], Elem::Scalar(Scalar::I1))));
        let module = rw.module();
        let predicate = ComparisonPredicate::from_slot(module.attr(op, fields::cmpi::predicate))
            .expect("a comparison has a predicate");
        let signed = module.flag(op, fields::cmpi::signed);
        rw.build_before(load, op, |b| {
            let compare = b.cmpi().lhs(lhs).rhs(rhs).predicate(predicate).signed(signed);
            compare.result(truth).finish().value()
        })
    }
}

impl Side {
    /// One number for each row.
    fn build(self, rw: &mut Rewriter<'_, TileAa>, load: Op, extent: u32) -> Value {
        let value = match self {
            Side::Rows(value) => return value,
            Side::Single(value) => value,
        };
        let elem = rw.module().ty(value).tile().expect("numbers are compared").elem;
        let [one, all] = [1, extent].map(|extent| rw.intern(Type::Tile(TileType::new(&[extent], elem))));
        rw.build_before(load, load, |b| {
            let value = b.view().source(value).result(one).finish().value();
            b.broadcast().source(value).result(all).finish().value()
        })
    }
}

/// Whether a value is one for each row of a loaded tile.
fn is_of_rows(module: &Module, value: Value, dims: &[Option<usize>]) -> bool {
    dims == [Some(0)] && module.ty(value).tile().is_some_and(|tile| tile.shape.len() == 1)
}

/// Whether a comparison says that no number of a row is negative.
fn is_natural(analysis: &Analysis<'_>, (op, dims): (Op, &SmallVec<[Option<usize>; 4]>), rows: Value) -> bool {
    let module = analysis.module;
    if module.opcode(op) != Opcode::CmpI || !module.flag(op, fields::cmpi::signed) {
        return false;
    }
    let [lhs, rhs] = [fields::cmpi::lhs, fields::cmpi::rhs].map(|field| module.operand(op, field));
    let (number, least, other) =
        match ComparisonPredicate::from_slot(module.attr(op, fields::cmpi::predicate)) {
            Some(ComparisonPredicate::GreaterThanOrEqual) => (lhs, 0, rhs),
            Some(ComparisonPredicate::GreaterThan) => (lhs, -1, rhs),
            Some(ComparisonPredicate::LessThanOrEqual) => (rhs, 0, lhs),
            Some(ComparisonPredicate::LessThan) => (rhs, -1, lhs),
            Some(ComparisonPredicate::Equal | ComparisonPredicate::NotEqual) | None => return false,
        };
    // The number itself: another one with more bits could have lost its sign.
    below(module, (number, dims.clone())).is_some_and(|(value, _)| value == rows)
        && analysis.fact(other).range.0 >= least
}

/// A number of 64 bits before it was extended, if its sign is known: extents and strides are parameters then.
fn narrow(analysis: &Analysis<'_>, value: Value) -> Value {
    let module = analysis.module;
    let extended = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::ExtI);
    let source = extended.map(|op| module.operand(op, fields::exti::source));
    source.filter(|&source| analysis.fact(source).range.0 >= 0).unwrap_or(value)
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
