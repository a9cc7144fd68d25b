//! Values at run time: tiles, tensor views, tokens; poison; the memory they take.
//!
//! An element is its raw bits in a `u64`, as in `numerics`; an element of pointer type is its address. A tile does not
//! know its shape or element type: those are in the program.

use std::rc::Rc;

use numerics::Scalar;
use smallvec::SmallVec;

use crate::meter::Meter;
use crate::watch::Token;

/// Elements of a tile in row-major order.
pub(crate) type Bits = SmallVec<[u64; 1]>;

/// Why one element is undefined: a number that the run's [`crate::poison::Origins`] explain; 0 when it is defined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Poison(pub(crate) u32);

impl Poison {
    pub(crate) const NONE: Poison = Poison(0);

    pub(crate) fn is_some(self) -> bool {
        self != Poison::NONE
    }

    /// This poison, or `other` if there is none.
    pub(crate) fn or(self, other: Poison) -> Poison {
        if self.is_some() { self } else { other }
    }
}

/// One poison per element, or nothing while every element is defined.
pub(crate) type Poisons = Option<Box<[Poison]>>;

/// The elements of a tile.
pub(crate) struct Tile {
    pub(crate) bits: Bits,
    pub(crate) poison: Poisons,
    meter: Meter,
}

impl Tile {
    pub(crate) fn new(meter: &Meter, bits: Bits, poison: Poisons) -> Rc<Tile> {
        let poison = poison.filter(|lanes| lanes.iter().any(|lane| lane.is_some()));
        let tile = Tile { bits, poison, meter: meter.clone() };
        meter.add(tile.size());
        Rc::new(tile)
    }

    fn size(&self) -> u64 {
        self.bits.len() as u64 * 8 + self.poison.as_ref().map_or(0, |lanes| lanes.len() as u64 * 4)
    }

    /// Poison of an element.
    pub(crate) fn poison_at(&self, lane: usize) -> Poison {
        self.poison.as_ref().map_or(Poison::NONE, |lanes| lanes[lane])
    }

    /// The first poisoned element.
    pub(crate) fn first_poison(&self) -> Option<(usize, Poison)> {
        let lanes = self.poison.as_ref()?;
        lanes.iter().copied().enumerate().find(|(_, poison)| poison.is_some())
    }
}

impl Drop for Tile {
    fn drop(&mut self) {
        self.meter.sub(self.size());
    }
}

/// A tensor in memory: what a tensor view, and every view over it, holds.
#[derive(Clone, Debug)]
pub(crate) struct Tensor {
    pub(crate) base: u64,
    pub(crate) elem: Scalar,
    pub(crate) extents: SmallVec<[u64; 4]>,
    pub(crate) strides: SmallVec<[u64; 4]>,
}

/// A value of the program.
#[derive(Clone, Default)]
pub(crate) enum Value {
    /// Not computed yet, or no longer needed.
    #[default]
    Absent,
    /// A tile.
    Tile(Rc<Tile>),
    /// A tensor view or a view.
    Tensor(Rc<Tensor>),
    /// A token: order is all it carries.
    Token(Token),
}

impl Value {
    /// The tile in a slot that the verifier proved to hold one.
    pub(crate) fn tile(&self) -> &Rc<Tile> {
        match self {
            Value::Tile(tile) => tile,
            Value::Absent | Value::Tensor(_) | Value::Token(_) => {
                unreachable!("a verified program defines tiles before it uses them")
            }
        }
    }

    /// The token in a slot that the verifier proved to hold one.
    pub(crate) fn token(&self) -> &Token {
        match self {
            Value::Token(token) => token,
            Value::Absent | Value::Tile(_) | Value::Tensor(_) => {
                unreachable!("a verified program defines tokens before it uses them")
            }
        }
    }

    /// The tensor in a slot that the verifier proved to hold one.
    pub(crate) fn tensor(&self) -> &Rc<Tensor> {
        match self {
            Value::Tensor(tensor) => tensor,
            Value::Absent | Value::Tile(_) | Value::Token(_) => {
                unreachable!("a verified program defines views before it uses them")
            }
        }
    }
}

/// The poison of a result whose element n depends on element n of each operand.
pub(crate) fn merge(operands: &[&Tile]) -> Poisons {
    let mut poisoned = operands.iter().filter_map(|tile| tile.poison.as_ref());
    let mut merged = poisoned.next()?.clone();
    for lanes in poisoned {
        for (lane, &other) in merged.iter_mut().zip(lanes) {
            *lane = lane.or(other);
        }
    }
    Some(merged)
}
