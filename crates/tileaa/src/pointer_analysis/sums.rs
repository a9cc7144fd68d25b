//! 64-bit numbers that the program does not contain yet: sums, differences and products of existing ones.
//!
//! They are represented symbolically, each once, until they are certain to be needed. All arithmetic is modulo 2^64, like that
//! of addresses.

use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::{Op, TypeId, Value};
use numerics::Scalar;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::TileAa;
use crate::ops::Builders as _;
use crate::types::Type;

/// A number, by its place in [`Sums`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sum(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Node {
    Number(i64),
    /// A single integer of the program, with its sign.
    Value(Value),
    Add(Sum, Sum),
    Sub(Sum, Sum),
    Mul(Sum, Sum),
}

/// The maximum number of numbers.
#[derive(Default)]
pub(super) struct Sums {
    nodes: Vec<Node>,
    places: FxHashMap<Node, Sum>,
}

impl Sums {
    fn keep(&mut self, node: Node) -> Sum {
        let next = Sum(self.nodes.len() as u32);
        let nodes = &mut self.nodes;
        *self.places.entry(node).or_insert_with(|| {
            nodes.push(node);
            next
        })
    }

    fn node(&self, sum: Sum) -> Node {
        self.nodes[sum.0 as usize]
    }

    pub(super) fn number(&mut self, number: i64) -> Sum {
        self.keep(Node::Number(number))
    }

    pub(super) fn value(&mut self, value: Value) -> Sum {
        self.keep(Node::Value(value))
    }

    /// The number, if it is known now.
    pub(super) fn known(&self, sum: Sum) -> Option<i64> {
        match self.node(sum) {
            Node::Number(number) => Some(number),
            Node::Value(_) | Node::Add(..) | Node::Sub(..) | Node::Mul(..) => None,
        }
    }

    pub(super) fn is(&self, sum: Sum, number: i64) -> bool {
        self.known(sum) == Some(number)
    }

    pub(super) fn add(&mut self, a: Sum, b: Sum) -> Sum {
        match (self.known(a), self.known(b)) {
            (Some(a), Some(b)) => self.number(a.wrapping_add(b)),
            (Some(0), None) => b,
            (None, Some(0)) => a,
            (Some(_), None) => self.keep(Node::Add(b, a)),
            (None, Some(_)) | (None, None) => self.keep(Node::Add(a, b)),
        }
    }

    pub(super) fn sub(&mut self, a: Sum, b: Sum) -> Sum {
        match (self.known(a), self.known(b)) {
            (Some(a), Some(b)) => self.number(a.wrapping_sub(b)),
            (None, Some(0)) => a,
            _ if a == b => self.number(0),
            (Some(_), None) | (None, Some(_)) | (None, None) => self.keep(Node::Sub(a, b)),
        }
    }

    pub(super) fn mul(&mut self, a: Sum, b: Sum) -> Sum {
        match (self.known(a), self.known(b)) {
            (Some(a), Some(b)) => self.number(a.wrapping_mul(b)),
            (Some(0), None) | (None, Some(1)) => a,
            (None, Some(0)) | (Some(1), None) => b,
            (Some(_), None) => self.keep(Node::Mul(b, a)),
            (None, Some(_)) | (None, None) => self.keep(Node::Mul(a, b)),
        }
    }

    fn parts(&self, sum: Sum) -> Option<(Sum, Sum)> {
        match self.node(sum) {
            Node::Number(_) | Node::Value(_) => None,
            Node::Add(a, b) | Node::Sub(a, b) | Node::Mul(a, b) => Some((a, b)),
        }
    }

    /// The number of ops that compute some of them, at most `limit`.
    pub(super) fn cost(&self, wanted: impl IntoIterator<Item = Sum>, limit: usize) -> usize {
        let mut seen = FxHashSet::default();
        let mut open: Vec<Sum> = wanted.into_iter().collect();
        while let Some(sum) = open.pop() {
            if seen.len() < limit && seen.insert(sum) {
                open.extend(self.parts(sum).into_iter().flat_map(|(a, b)| [a, b]));
            }
        }
        seen.len()
    }
}

/// Makes numbers before an op.
pub(super) struct Making<'r, 'm> {
    pub(super) rw: &'r mut Rewriter<'m, TileAa>,
    pub(super) sums: &'r Sums,
    pub(super) at: Op,
    made: FxHashMap<Sum, Value>,
}

impl<'r, 'm> Making<'r, 'm> {
    pub(super) fn before(at: Op, rw: &'r mut Rewriter<'m, TileAa>, sums: &'r Sums) -> Making<'r, 'm> {
        Making { rw, sums, at, made: FxHashMap::default() }
    }

    /// The type of all of them.
    pub(super) fn wide(&mut self) -> TypeId {
        self.rw.intern(Type::scalar_of(Scalar::I64))
    }

    pub(super) fn constant(&mut self, number: i64) -> Value {
        let (ty, bits) = (self.wide(), Attr::Number(number as u64));
        self.rw.build_before(self.at, self.at, |b| b.constant().value(bits).result(ty).finish().value())
    }

    /// The value of a number. The recursion depth is that of the number, which is bounded by the search.
    pub(super) fn make(&mut self, sum: Sum) -> Value {
        if let Some(&made) = self.made.get(&sum) {
            return made;
        }
        let ty = self.wide();
        let parts = self.sums.parts(sum).map(|(a, b)| (self.make(a), self.make(b)));
        let at = self.at;
        let value = match (self.sums.node(sum), parts) {
            (Node::Number(number), _) => self.constant(number),
            (Node::Value(value), _) => self.widen(value),
            (Node::Add(..), Some((a, b))) => {
                self.rw.build_before(at, at, |to| to.addi().lhs(a).rhs(b).result(ty).finish().value())
            }
            (Node::Sub(..), Some((a, b))) => {
                self.rw.build_before(at, at, |to| to.subi().lhs(a).rhs(b).result(ty).finish().value())
            }
            (Node::Mul(..), Some((a, b))) => {
                self.rw.build_before(at, at, |to| to.muli().lhs(a).rhs(b).result(ty).finish().value())
            }
            (Node::Add(..) | Node::Sub(..) | Node::Mul(..), None) => unreachable!("these have parts"),
        };
        self.made.insert(sum, value);
        value
    }

    fn widen(&mut self, value: Value) -> Value {
        let ty = self.wide();
        if self.rw.module().body.ty(value) == ty {
            return value;
        }
        let at = self.at;
        self.rw.build_before(at, at, |b| b.exti().source(value).signed(true).result(ty).finish().value())
    }
}
