//! Layouts of reshaped tiles: the data stays in place and its coordinates change.

use smallvec::SmallVec;

use super::linear_map::{Columns, mask};
use super::register::{Input, RegisterLayout};
use super::shape::Shape;
use super::shared::SharedLayout;

impl Shape {
    /// The shape whose dimension i is dimension `order[i]` of this one, and the map of packed coordinates.
    pub(super) fn permuted(&self, order: &[usize]) -> (Shape, impl Fn(u64) -> u64) {
        assert_eq!(order.len(), self.rank(), "a permutation names each dimension");
        let shape = Shape::from_bits(order.iter().map(|&dim| self.dim_bits(dim)));
        let (from, to) = (self.clone(), shape.clone());
        let order: SmallVec<[usize; 8]> = order.into();
        let change = move |packed| {
            let coordinate: SmallVec<[u32; 4]> = order.iter().map(|&dim| from.at(packed, dim)).collect();
            to.pack(&coordinate)
        };
        (shape, change)
    }

    /// The shape without a dimension, and the map of packed coordinates.
    fn without(&self, dim: usize) -> (Shape, impl Fn(u64) -> u64) {
        let kept = (0..self.rank()).filter(|&other| other != dim);
        let shape = Shape::from_bits(kept.map(|other| self.dim_bits(other)));
        let (shift, bits) = (self.shift(dim), self.dim_bits(dim));
        (shape, move |packed| packed >> (shift + bits) << shift | packed & mask(shift))
    }

    fn with_dim_bits(&self, dim: usize, bits: u32) -> Shape {
        Shape::from_bits((0..self.rank()).map(|other| if other == dim { bits } else { self.dim_bits(other) }))
    }

    /// The map of packed coordinates when a dimension gets one more bit on top.
    fn grown(&self, dim: usize) -> impl Fn(u64) -> u64 + use<> {
        let top = self.shift(dim) + self.dim_bits(dim);
        move |packed| packed >> top << (top + 1) | packed & mask(top)
    }
}

impl RegisterLayout {
    /// The layout of the permuted tile, whose dimension i is dimension `order[i]` of this one.
    pub fn permute_dims(&self, order: &[usize]) -> RegisterLayout {
        let (shape, change) = self.shape().permuted(order);
        self.mapped(shape, change)
    }

    /// The layout of the tile with the same elements, in row-major order, in another shape. Expanding and squeezing dimensions of
    /// extent 1 is this, too.
    ///
    /// # Panics
    ///
    /// If the number of elements differs.
    pub fn reshape(&self, shape: Shape) -> RegisterLayout {
        assert_eq!(shape.bits(), self.shape().bits(), "a reshape keeps the number of elements");
        self.mapped(shape, |packed| packed)
    }

    /// The layout with a dimension of extent 1 before dimension `dim`.
    pub fn expand(&self, dim: usize) -> RegisterLayout {
        let mut bits: SmallVec<[u32; 8]> =
            (0..self.shape().rank()).map(|d| self.shape().dim_bits(d)).collect();
        bits.insert(dim, 0);
        self.reshape(Shape::from_bits(bits))
    }

    /// The layout without a dimension: elements that differ only there become the same element.
    /// Registers that repeat others are kept; see [`reduce`](Self::reduce).
    pub fn project(&self, dim: usize) -> RegisterLayout {
        let (shape, change) = self.shape().without(dim);
        self.mapped(shape, change)
    }

    /// The layout of a reduction's result along a dimension, when every thread that took part holds it.
    pub fn reduce(&self, dim: usize) -> RegisterLayout {
        self.project(dim).without_free_registers()
    }

    /// The layout of a broadcast's operand, given the result's: each register of the result is a copy of the operand's register of
    /// the same number, which repeats others (see [`canonical_registers`](Self::canonical_registers)).
    ///
    /// # Panics
    ///
    /// If an extent of the operand is neither 1 nor the result's.
    pub fn broadcast_operand(&self, operand: &Shape) -> RegisterLayout {
        assert_eq!(operand.rank(), self.shape().rank(), "a broadcast keeps the rank");
        let result = self.shape().clone();
        let to = operand.clone();
        self.mapped(operand.clone(), move |packed| {
            let coordinate = (0..to.rank()).map(|dim| match to.dim_bits(dim) {
                0 => 0,
                bits => {
                    assert_eq!(bits, result.dim_bits(dim), "a broadcast keeps extents other than 1");
                    result.at(packed, dim)
                }
            });
            to.pack(&coordinate.collect::<SmallVec<[u32; 4]>>())
        })
    }

    /// A layout of a broadcast's result in which each thread only copies its own elements: free lanes and warps take the new
    /// coordinates, last dimension first, and more registers take the rest.
    pub fn broadcast(&self, result: &Shape) -> RegisterLayout {
        let operand = self.shape().clone();
        assert_eq!(operand.rank(), result.rank(), "a broadcast keeps the rank");
        let mut new = (0..result.rank())
            .rev()
            .filter(|&dim| operand.dim_bits(dim) == 0)
            .flat_map(|dim| (0..result.dim_bits(dim)).map(move |bit| (dim, bit)));
        let mut widened = |input| -> Columns {
            let free = self.free(input);
            let columns = self.columns(input).iter().enumerate();
            let columns = columns.map(|(i, &c)| {
                let kept = result.pack(&operand.unpack(c));
                let taken = if free >> i & 1 == 1 { new.next() } else { None };
                kept | taken.map_or(0, |(dim, bit)| 1 << (result.shift(dim) + bit))
            });
            columns.collect()
        };
        let (lanes, warps) = (widened(Input::Lane), widened(Input::Warp));
        let kept = |input| self.columns(input).iter().map(|&c| result.pack(&operand.unpack(c)));
        let mut registers: Columns = kept(Input::Register).collect();
        let ctas: Columns = kept(Input::Cta).collect();
        registers.extend(new.map(|(dim, bit)| 1 << (result.shift(dim) + bit)));
        RegisterLayout::new(result.clone(), &registers, &lanes, &warps, &ctas)
    }

    /// The layout of two tiles of this layout joined along a dimension: a new highest register bit selects the tile.
    pub fn join(&self, dim: usize) -> RegisterLayout {
        let shape = self.shape().with_dim_bits(dim, self.shape().dim_bits(dim) + 1);
        let top = 1 << (shape.shift(dim) + self.shape().dim_bits(dim));
        let grown = self.mapped(shape, self.shape().grown(dim));
        let mut registers: Columns = grown.columns(Input::Register).into();
        registers.push(top);
        grown.with_registers(&registers)
    }

    /// The halves of a tile along a dimension, if each thread holds its share of both: the register bit that selects the half, and
    /// the layout of either. None if a lane or warp, or several registers, distinguish the halves: then a conversion is needed.
    pub fn halve(&self, dim: usize) -> Option<(u32, RegisterLayout)> {
        let bits = self.shape().dim_bits(dim).checked_sub(1)?;
        let place = self.shape().shift(dim) + bits;
        let mut with =
            (0..self.map().inputs()).filter(|&i| self.map().columns()[i as usize] >> place & 1 == 1);
        let (bit, None) = (with.next()?, with.next()) else { return None };
        if bit >= self.bits(Input::Register) || self.map().columns()[bit as usize] != 1 << place {
            return None;
        }
        let mut registers: Columns = self.columns(Input::Register).into();
        registers.remove(bit as usize);
        let shape = self.shape().with_dim_bits(dim, bits);
        let change = move |packed: u64| packed >> (place + 1) << place | packed & mask(place);
        Some((bit, self.with_registers(&registers).mapped(shape, change)))
    }
}

impl SharedLayout {
    /// The layout of the permuted tile, whose dimension i is dimension `order[i]` of this one.
    pub fn permute_dims(&self, order: &[usize]) -> SharedLayout {
        let (shape, change) = self.shape().permuted(order);
        self.mapped(shape, change)
    }

    /// The layout of the tile with the same elements, in row-major order, in another shape.
    ///
    /// # Panics
    ///
    /// If the number of elements differs.
    pub fn reshape(&self, shape: Shape) -> SharedLayout {
        assert_eq!(shape.bits(), self.shape().bits(), "a reshape keeps the number of elements");
        self.mapped(shape, |packed| packed)
    }
}
