//! Tiles that are linear in the coordinates of their elements.
//!
//! Element `(e0, e1, ..)` of a linear tile of integers is `start + e0 * along[0] + e1 * along[1] + ..`, read as a signed
//! number, modulo 2^64. 64-bit arithmetic is itself modulo 2^64, so it needs no proof. A narrower result is accepted only if it
//! is exact: the program states that it does not wrap as a signed number (an element that wraps is undefined, and may have any
//! value), or ranges show it.
//!
//! A linear tile of addresses is one address, and a linear tile that counts elements from there.

use ir::{Field, Op, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::sums::{Sum, Sums};
use crate::arith::IntegerOverflow;
use crate::axis_info::{AxisAnalysis, AxisInfo};
use crate::ops::fields;
use crate::types::{Elem, TileType, Type};
use crate::{Module, Opcode};

/// The maximum length of a chain of visited ops.
pub(super) const MAX_CHAIN: u32 = 48;

/// A linear tile of integers.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    pub(super) start: Sum,
    /// One for each dimension; 0 where the extent is 1.
    pub(super) along: SmallVec<[Sum; 4]>,
}

/// A linear tile of addresses: `base`, and elements of `bytes` from there.
#[derive(Clone, Debug)]
pub(super) struct Addresses {
    pub(super) base: Value,
    pub(super) offset: Linear,
}

/// Looks at tiles.
pub(super) struct Analysis<'m> {
    pub(super) module: &'m Module,
    pub(super) facts: &'m AxisAnalysis,
    pub(super) sums: Sums,
    known: FxHashMap<Value, Option<Linear>>,
}

/// The origin of a dimension of a result: a dimension of the source, and its stride in elements of the source.
type Part = Option<(usize, u32)>;

/// How dimensions of the result of a `view` are formed from those of its source; empty for extents of 1. None if one
/// would be formed from several.
pub(super) fn split(from: &[u32], to: &[u32]) -> Option<SmallVec<[Part; 4]>> {
    let mut parts: SmallVec<[Part; 4]> = SmallVec::from_elem(None, to.len());
    let mut to_dims = (0..to.len()).rev().filter(|&dim| to[dim] > 1);
    for source in (0..from.len()).rev().filter(|&dim| from[dim] > 1) {
        let mut covered = 1;
        while covered < from[source] {
            let dim = to_dims.next()?;
            parts[dim] = Some((source, covered));
            covered = covered.checked_mul(to[dim])?;
        }
        if covered != from[source] {
            return None;
        }
    }
    Some(parts)
}

impl<'m> Analysis<'m> {
    pub(super) fn new(module: &'m Module, facts: &'m AxisAnalysis) -> Analysis<'m> {
        Analysis { module, facts, sums: Sums::default(), known: FxHashMap::default() }
    }

    pub(super) fn fact(&self, value: Value) -> AxisInfo {
        self.facts.get(self.module, value)
    }

    pub(super) fn tile(&self, value: Value) -> Option<&'m TileType> {
        self.module.ty(value).tile()
    }

    /// A tile of integers.
    pub(super) fn linear(&mut self, value: Value, depth: u32) -> Option<Linear> {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        let linear = self.look(value, depth);
        self.known.insert(value, linear.clone());
        linear
    }

    fn uniform(&mut self, start: Sum, rank: usize) -> Linear {
        let zero = self.sums.number(0);
        Linear { start, along: SmallVec::from_elem(zero, rank) }
    }

    fn look(&mut self, value: Value, depth: u32) -> Option<Linear> {
        let tile = self.tile(value)?;
        let rank = tile.shape.len();
        tile.elem.scalar().filter(|scalar| scalar.is_int() && scalar.bits() > 1)?;
        if let Some(number) = self.fact(value).constant() {
            let start = self.sums.number(number);
            return Some(self.uniform(start, rank));
        }
        if rank == 0 {
            let start = self.sums.value(value);
            return Some(self.uniform(start, 0));
        }
        let op = self.module.body.def_op(value)?;
        let depth = depth.checked_sub(1)?;
        #[allow(clippy::wildcard_enum_match_arm, reason = "what the other ops give is not linear")]
        match self.module.opcode(op) {
            Opcode::MakeRange => {
                let fits = self.fact(value).range.1 == i64::from(tile.shape[0]) - 1;
                let (start, one) = (self.sums.number(0), self.sums.number(1));
                fits.then(|| Linear { start, along: SmallVec::from_elem(one, 1) })
            }
            Opcode::View | Opcode::Broadcast | Opcode::Permute => {
                let source = self.module.body.operands(op)[0];
                let linear = self.linear(source, depth)?;
                self.reshaped(op, linear)
            }
            Opcode::Assume => self.linear(self.module.body.operands(op)[0], depth),
            Opcode::ExtI => {
                let source = self.module.operand(op, fields::exti::source);
                let natural = self.fact(source).range.0 >= 0;
                let kept = self.module.flag(op, fields::exti::signed) || natural;
                if kept { self.linear(source, depth) } else { None }
            }
            Opcode::AddI => self.arithmetic(op, fields::addi::overflow, depth),
            Opcode::SubI => self.arithmetic(op, fields::subi::overflow, depth),
            Opcode::MulI => self.arithmetic(op, fields::muli::overflow, depth),
            Opcode::ShlI => self.arithmetic(op, fields::shli::overflow, depth),
            _ => None,
        }
    }

    /// The linear form of a tile after a change of shape.
    fn reshaped(&mut self, op: Op, linear: Linear) -> Option<Linear> {
        let (source, result) = (self.module.body.operands(op)[0], self.module.body.result(op, 0));
        let (from, to) = (&self.tile(source)?.shape, &self.tile(result)?.shape);
        let opcode = self.module.opcode(op);
        if opcode == Opcode::Broadcast {
            return Some(linear);
        }
        if opcode == Opcode::Permute {
            let order = self.module.ints(op, fields::permute::permutation);
            let along = order.iter().map(|&dim| linear.along[dim as usize]).collect();
            return Some(Linear { along, ..linear });
        }
        let mut along = SmallVec::new();
        for part in split(from, to)? {
            along.push(match part {
                Some((dim, apart)) => {
                    let apart = self.sums.number(apart.into());
                    self.sums.mul(linear.along[dim], apart)
                }
                None => self.sums.number(0),
            });
        }
        Some(Linear { along, ..linear })
    }

    fn arithmetic(&mut self, op: Op, overflow: Field, depth: u32) -> Option<Linear> {
        if !self.is_exact(op, overflow) {
            return None;
        }
        let [lhs, rhs] = [0, 1].map(|index| self.module.body.operands(op)[index]);
        let (a, b) = (self.linear(lhs, depth)?, self.linear(rhs, depth)?);
        let opcode = self.module.opcode(op);
        if opcode == Opcode::AddI || opcode == Opcode::SubI {
            return Some(self.added(&a, &b, opcode == Opcode::SubI));
        }
        if opcode == Opcode::MulI {
            return if self.is_uniform(&b) {
                Some(self.multiplied(&a, b.start))
            } else {
                self.is_uniform(&a).then(|| self.multiplied(&b, a.start))
            };
        }
        let shift =
            self.sums.known(b.start).filter(|&shift| self.is_uniform(&b) && (0..62).contains(&shift))?;
        let by = self.sums.number(1 << shift);
        Some(self.multiplied(&a, by))
    }

    pub(super) fn is_uniform(&self, linear: &Linear) -> bool {
        linear.along.iter().all(|&apart| self.sums.is(apart, 0))
    }

    pub(super) fn added(&mut self, a: &Linear, b: &Linear, minus: bool) -> Linear {
        let sums = &mut self.sums;
        let mut both = |a: Sum, b: Sum| if minus { sums.sub(a, b) } else { sums.add(a, b) };
        let start = both(a.start, b.start);
        Linear { start, along: a.along.iter().zip(&b.along).map(|(&a, &b)| both(a, b)).collect() }
    }

    fn multiplied(&mut self, linear: &Linear, by: Sum) -> Linear {
        let start = self.sums.mul(linear.start, by);
        Linear { start, along: linear.along.iter().map(|&apart| self.sums.mul(apart, by)).collect() }
    }

    /// Whether the result is the true number, modulo 2^64.
    pub(super) fn is_exact(&self, op: Op, overflow: Field) -> bool {
        let Some(scalar) = self.module.ty(self.module.body.result(op, 0)).scalar() else { return false };
        let promise = self.module.get::<IntegerOverflow>(op, overflow);
        if scalar.bits() == 64 || matches!(promise, IntegerOverflow::NoSignedWrap | IntegerOverflow::NoWrap) {
            return true;
        }
        let [a, b] = [0, 1].map(|index| self.fact(self.module.body.operands(op)[index]).range);
        let top = (1i128 << (scalar.bits() - 1)) - 1;
        let fits = |number: i128| (-top - 1..=top).contains(&number);
        let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
        let opcode = self.module.opcode(op);
        corners.into_iter().all(|(a, b)| {
            let (a, b) = (i128::from(a), i128::from(b));
            if opcode == Opcode::AddI {
                fits(a + b)
            } else if opcode == Opcode::SubI {
                fits(a - b)
            } else if opcode == Opcode::MulI {
                fits(a * b)
            } else {
                (0..62).contains(&b) && fits(a << b)
            }
        })
    }

    /// A tile of addresses, of elements of the given size.
    pub(super) fn addresses(&mut self, value: Value, bytes: i64, depth: u32) -> Option<Addresses> {
        let tile = self.tile(value).filter(|tile| tile.elem == Elem::Ptr)?;
        if tile.shape.is_empty() {
            let zero = self.sums.number(0);
            return Some(Addresses { base: value, offset: self.uniform(zero, 0) });
        }
        let op = self.module.body.def_op(value)?;
        let depth = depth.checked_sub(1)?;
        #[allow(clippy::wildcard_enum_match_arm, reason = "what the other ops give is not linear")]
        match self.module.opcode(op) {
            Opcode::View | Opcode::Broadcast | Opcode::Permute => {
                let mut inner = self.addresses(self.module.body.operands(op)[0], bytes, depth)?;
                inner.offset = self.reshaped(op, inner.offset)?;
                Some(inner)
            }
            Opcode::Assume => self.addresses(self.module.body.operands(op)[0], bytes, depth),
            Opcode::AddPtr if self.module.int(op, fields::addptr::bytes) == Some(bytes) => {
                let mut inner =
                    self.addresses(self.module.operand(op, fields::addptr::base), bytes, depth)?;
                let more = self.linear(self.module.operand(op, fields::addptr::offset), depth)?;
                inner.offset = self.added(&inner.offset, &more, false);
                Some(inner)
            }
            _ => None,
        }
    }
}

/// True for a type of addresses that are more than one.
pub(super) fn is_addresses(ty: &Type) -> bool {
    ty.tile().is_some_and(|tile| tile.elem == Elem::Ptr && !tile.shape.is_empty())
}
