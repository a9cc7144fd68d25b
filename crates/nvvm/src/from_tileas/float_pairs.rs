//! Arithmetic of f32 and conversions on two registers at once, and the order in which a thread combines its elements.
//!
//! Each number of a pair is rounded as it would be alone. Both are neighbours, which usually are in neighbouring
//! registers, as instructions need them: in another order `ptxas` would move them, and use more registers.

use ir::{Op, Value};
use numerics::Scalar;
use tile_core::arith::Arith;
use tileaa::types::Elem;

use super::fold::Element;
use super::{Lower, Lowered};
use crate::Type;
use crate::ops::Builders as _;

/// Targets with instructions for pairs of f32, and for the extremum of three numbers. `ptxas` splits pairs on sm_110,
/// sm_120 and sm_121.
const WIDE_TARGETS: [u32; 3] = [100, 103, 107];

/// Whether an instruction computes two of these at once, or most of the arithmetic of two.
fn has_pairs(arith: Arith) -> bool {
    matches!(arith, Arith::AddF | Arith::SubF | Arith::MulF | Arith::Fma | Arith::Exp)
}

impl Lower<'_> {
    /// Whether the target computes f32 in pairs.
    fn is_wide(&self) -> bool {
        WIDE_TARGETS.contains(&self.capability())
    }

    /// Whether an element-wise op is computed on two registers at once.
    pub(super) fn is_paired(&self, op: Op) -> bool {
        let result = self.tile(self.from.body.result(op, 0)).elem;
        let computes = self.from.opcode(op).arith().is_some_and(has_pairs)
            && result == Elem::Scalar(Scalar::F32)
            && self.is_wide();
        computes || self.narrowed_in_pairs(op).is_some()
    }

    /// An op on two registers of each operand.
    pub(super) fn on_pairs(&mut self, op: Op, operands: &[[Value; 2]]) -> [Value; 2] {
        if let Some(scalar) = self.narrowed_in_pairs(op) {
            return self.nearest_pair(operands[0], scalar);
        }
        let operands: Vec<Value> = operands.iter().map(|&pair| self.pair_of(pair)).collect();
        let both = self.raw(op, &operands, Type::F32x2);
        self.numbers_of(both)
    }

    fn pair_of(&mut self, pair: [Value; 2]) -> Value {
        let ty = self.to.types.intern(Type::F32x2);
        self.b().pack().parts(pair).result(ty).finish().value()
    }

    fn numbers_of(&mut self, pair: Value) -> [Value; 2] {
        let ty = self.to.types.intern(Type::F32);
        self.b().unpack().source(pair).parts([ty, ty]).finish().values()
    }

    /// Elements of a thread that a reduction combines into one; there are a power of two of them.
    pub(super) fn combine_registers(&mut self, op: Op, group: Vec<Element>) -> Lowered<Element> {
        let simple = self.simple_body(op).filter(|_| self.is_wide());
        let elem = self.tile(self.from.body.operands(op)[0]).elem;
        if simple.is_some_and(has_pairs) && elem == Elem::Scalar(Scalar::F32) && group.len() >= 4 {
            return self.combine_pairs(op, &group);
        }
        let is_extremum =
            matches!(simple, Some(Arith::MinF | Arith::MaxF)) && elem == Elem::Scalar(Scalar::F32);
        // The order makes no difference to an extremum, and `ptxas` makes one instruction of two in a row.
        self.combine_tree(op, group, if is_extremum { 3 } else { 2 })
    }

    /// Combines `ways` elements in a row, then as many results, so that sums of floats do not wait for each other.
    fn combine_tree(&mut self, op: Op, mut group: Vec<Element>, ways: usize) -> Lowered<Element> {
        while group.len() > 1 {
            let mut next = Vec::with_capacity(group.len().div_ceil(ways));
            for elements in group.chunks(ways) {
                let mut all = elements[0].clone();
                for element in &elements[1..] {
                    all = self.combined(op, &all, element)?;
                }
                next.push(all);
            }
            group = next;
        }
        Ok(group.remove(0))
    }

    /// The elements with even numbers and those with odd numbers at once, each by [`Lower::combine_tree`]; then both
    /// results.
    fn combine_pairs(&mut self, op: Op, group: &[Element]) -> Lowered<Element> {
        let mut pairs: Vec<Value> = Vec::with_capacity(group.len() / 2);
        for pair in group.chunks_exact(2) {
            pairs.push(self.pair_of([pair[0][0], pair[1][0]]));
        }
        let block = self.from.body.region_blocks(self.from.body.region(op, 0))[0];
        let body = self.from.body.block_ops(block).next().expect("a simple body has an op");
        while pairs.len() > 1 {
            pairs = pairs.chunks_exact(2).map(|two| self.raw(body, two, Type::F32x2)).collect();
        }
        let [even, odd] = self.numbers_of(pairs[0]);
        self.combined(op, &[even], &[odd])
    }
}
