//! Tensor views and tiled views: making them, their extents, loads and stores.

use cuda_tile::view_dims::{Along, ViewDim};
use numerics::Scalar;
use smallvec::SmallVec;

use crate::cause::Case;
use crate::fault::{Fault, all_defined};
use crate::machine::{Env, PoisonBuilder};
use crate::memory::Address;
use crate::slot::Slot;
use crate::steps::pointers::Order;
use crate::tile::{Bits, Poison, Tensor, Value};
use crate::watch::{Route, Verb};

/// An extent or a stride: known, or the value of a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dim {
    Static(u64),
    Dynamic(Slot),
}

/// `make_tensor_view`.
pub(crate) struct MakeTensor {
    pub(crate) base: Slot,
    pub(crate) elem: Scalar,
    pub(crate) extents: SmallVec<[Dim; 4]>,
    pub(crate) strides: SmallVec<[Dim; 4]>,
    pub(crate) out: Slot,
}

impl MakeTensor {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let read = |env: &Env<'_, '_, '_>, dims: &[Dim]| -> Result<SmallVec<[u64; 4]>, Fault> {
            let value = |dim: &Dim| match *dim {
                Dim::Static(value) => Ok(value),
                Dim::Dynamic(slot) => env.scalar(slot, "is an extent or stride of a tensor view"),
            };
            dims.iter().map(value).collect()
        };
        let base = env.scalar(self.base, "is the base address of a tensor view")?;
        let (extents, strides) = (read(env, &self.extents)?, read(env, &self.strides)?);
        let tensor = Tensor { base, elem: self.elem, extents, strides };
        env.set(self.out, Value::Tensor(tensor.into()));
        Ok(())
    }
}

/// Sets the results of `get_tensor_shape` and `get_index_space_shape`; what does not fit its type is poison.
fn set_extents(env: &mut Env<'_, '_, '_>, outs: &[(Slot, Scalar)], extents: &[u64]) {
    for (&(out, scalar), &extent) in outs.iter().zip(extents) {
        if numerics::int::wrap(scalar, extent) == extent {
            env.set_scalar(out, extent);
        } else {
            let mark = env.poison(Case::SHAPE_TOO_LARGE);
            env.set_tile(out, Bits::from_elem(0, 1), Some(Box::new([mark])));
        }
    }
}

/// `get_tensor_shape`.
pub(crate) struct Extents {
    pub(crate) source: Slot,
    pub(crate) outs: Box<[(Slot, Scalar)]>,
}

impl Extents {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) {
        let tensor = env.slots[self.source as usize].tensor().clone();
        set_extents(env, &self.outs, &tensor.extents);
    }
}

/// `get_index_space_shape`.
pub(crate) struct IndexSpace {
    pub(crate) source: Slot,
    pub(crate) dims: SmallVec<[ViewDim; 4]>,
    pub(crate) outs: Box<[(Slot, Scalar)]>,
}

impl IndexSpace {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) {
        let tensor = env.slots[self.source as usize].tensor().clone();
        let counts: SmallVec<[u64; 4]> =
            self.dims.iter().map(|dim| dim.count(tensor.extents[dim.tensor])).collect();
        set_extents(env, &self.outs, &counts);
    }
}

/// A tile of a view, named by indices.
pub(crate) struct ViewTile {
    pub(crate) view: Slot,
    pub(crate) indices: Box<[Slot]>,
    pub(crate) dims: SmallVec<[ViewDim; 4]>,
}

/// The positions of the elements of a tile: per dimension, how far each coordinate is from the base, in elements; none
/// outside of the tensor.
pub(crate) struct Positions {
    base: u64,
    elem: Scalar,
    dims: SmallVec<[Vec<Option<u64>>; 4]>,
    /// Two elements of the tile may have one address.
    may_collide: bool,
    /// Why there is no such tile, when that has been reported: all elements are outside.
    nowhere: Option<Poison>,
}

impl ViewTile {
    /// Finds the elements; checks indices, `inbounds` and that no arithmetic overflows.
    pub(crate) fn positions(&self, env: &mut Env<'_, '_, '_>) -> Result<Positions, Fault> {
        let tensor = env.slots[self.view as usize].tensor().clone();
        match self.find(&tensor, env) {
            Ok(positions) => Ok(positions),
            Err(fault) => {
                let nowhere = Some(env.lost(fault)?);
                let dims = self.dims.iter().map(|dim| vec![None; dim.len as usize]).collect();
                Ok(Positions { base: tensor.base, elem: tensor.elem, dims, may_collide: false, nowhere })
            }
        }
    }

    fn find(&self, tensor: &Tensor, env: &mut Env<'_, '_, '_>) -> Result<Positions, Fault> {
        let mut dims: SmallVec<[(Vec<Option<u64>>, u128); 4]> = SmallVec::new();
        let mut farthest = 0u128;
        let mut sparse = false;
        for (number, (dim, &slot)) in self.dims.iter().zip(&self.indices).enumerate() {
            let index = env.tile(slot).clone();
            all_defined(&index, "is used as a view index").map_err(Fault::whole)?;
            let coordinates = coordinates(number, dim, &index.bits, tensor, env)?;
            sparse |= matches!(dim.along, Along::Sparse);
            let stride = u128::from(tensor.strides[dim.tensor]);
            // The largest offset of any element, computed wide: the sum may exceed 64 bits before it is refused.
            farthest += coordinates.iter().flatten().map(|&c| u128::from(c) * stride).max().unwrap_or(0);
            dims.push((coordinates, stride));
        }
        let bytes = farthest * u128::from(tensor.elem.storage_bits()) / 8;
        if bytes > i64::MAX as u128 || tensor.base.checked_add(bytes as u64).is_none() {
            let message = format!("an element is {bytes} bytes from the base of the view");
            let note = "the offset of an element must fit a signed 64-bit number";
            return Err(Fault::new(Case::VIEW_OVERFLOW, message).note(note));
        }
        // Only gathered rows, or a tensor whose strides overlap, can give one element to two lanes.
        let may_collide = sparse || overlaps(&dims);
        let scale = |(coordinates, stride): (Vec<Option<u64>>, u128)| {
            coordinates.into_iter().map(|c| c.map(|c| (u128::from(c) * stride) as u64)).collect()
        };
        Ok(Positions {
            base: tensor.base,
            elem: tensor.elem,
            dims: dims.into_iter().map(scale).collect(),
            may_collide,
            nowhere: None,
        })
    }
}

/// Coordinates in the tensor along one dimension of a tile; none for those outside.
fn coordinates(
    number: usize,
    dim: &ViewDim,
    index: &[u64],
    tensor: &Tensor,
    env: &mut Env<'_, '_, '_>,
) -> Result<Vec<Option<u64>>, Fault> {
    let extent = tensor.extents[dim.tensor];
    let inside = |c: u64| (c < extent).then_some(c);
    let coordinates: Vec<Option<u64>> = match dim.along {
        // Gathered indices are elements, each of which may be outside on its own.
        Along::Sparse => index.iter().map(|&c| inside(c)).collect(),
        Along::Step(step) => {
            let (index, count) = (index[0], dim.count(tensor.extents[dim.tensor]));
            if index >= count {
                let message = format!("view index {index} of dimension {number} is not below {count}");
                let note = format!(
                    "the tensor has {extent} elements along this dimension and its tiles start every {step}; a tile \
                     that lies outside as a whole is not padded"
                );
                return Err(Fault::new(Case::VIEW_INDEX, message).note(note));
            }
            // The tile is known to begin inside; its end may be past the extent, where elements are padded.
            let start = index * step;
            (0..u64::from(dim.len)).map(|i| start.checked_add(i).and_then(inside)).collect()
        }
    };
    if dim.inbounds && coordinates.contains(&None) {
        let message = format!("the tile reaches outside of the {extent} elements of dimension {number}");
        let note = "`inbounds` states that every tile is inside the tensor along this dimension";
        env.survive(Fault::new(Case::FALSE_INBOUNDS, message).note(note))?;
    }
    Ok(coordinates)
}

/// Whether two coordinates inside a dense box may have one address.
fn overlaps(dims: &[(Vec<Option<u64>>, u128)]) -> bool {
    let mut sizes: SmallVec<[(u128, u128); 4]> = dims
        .iter()
        .map(|(coordinates, stride)| (*stride, coordinates.iter().flatten().count() as u128))
        .filter(|&(_, count)| count > 1)
        .collect();
    sizes.sort_unstable();
    let mut reach = 0;
    sizes.iter().any(|&(stride, count)| {
        let overlap = stride <= reach;
        reach += stride * (count - 1);
        overlap
    })
}

impl Positions {
    /// Calls `f` with every element of the tile in row-major order, and its address when it is inside of the tensor.
    pub(crate) fn for_each(
        &self,
        mut f: impl FnMut(usize, Option<Address>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let (inner, outer) = self.dims.split_last().expect("a view has a dimension");
        let rows: usize = outer.iter().map(Vec::len).product();
        for row in 0..rows {
            let mut rest = row;
            // None as soon as one coordinate is outside, and for the whole row then.
            let mut start = Some(0);
            for dim in outer.iter().rev() {
                let part = dim[rest % dim.len()];
                start = start.zip(part).map(|(a, b)| a + b);
                rest /= dim.len();
            }
            for (column, part) in inner.iter().enumerate() {
                let lane = row * inner.len() + column;
                let offset = start.zip(*part).map(|(a, b)| a + b);
                f(lane, offset.map(|offset| self.address(offset))).map_err(|fault| fault.at(lane))?;
            }
        }
        Ok(())
    }

    #[inline]
    fn address(&self, offset: u64) -> Address {
        match self.elem.storage_bits() {
            4 => Address { byte: self.base + offset / 2, high: offset % 2 == 1 },
            bits => Address::byte(self.base + offset * u64::from(bits / 8)),
        }
    }

    /// The value that is loaded for an element outside of the tensor.
    pub(crate) fn outside(&self, env: &mut Env<'_, '_, '_>, padding: Option<u64>) -> (u64, Poison) {
        match (self.nowhere, padding) {
            // The tile as a whole was reported; its elements stay undefined and are not reported one by one.
            (Some(nowhere), _) => (0, nowhere),
            (None, Some(padding)) => (padding, Poison::NONE),
            (None, None) => (0, env.poison(Case::OUTSIDE_TENSOR)),
        }
    }

    /// Elements of the tile.
    pub(crate) fn len(&self) -> usize {
        self.dims.iter().map(Vec::len).product()
    }

    /// Whether two elements of the tile may have one address.
    pub(crate) fn may_collide(&self) -> bool {
        self.may_collide
    }

    /// Element type of the tensor.
    pub(crate) fn elem(&self) -> Scalar {
        self.elem
    }
}

/// `load_view_tko`.
pub(crate) struct LoadView {
    pub(crate) tile: ViewTile,
    pub(crate) padding: Option<u64>,
    pub(crate) order: Order,
    pub(crate) out: Slot,
}

impl LoadView {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let positions = self.tile.positions(env)?;
        let access = self.order.begin(env, Verb::Load, Route::View, positions.elem);
        let (elem, len) = (positions.elem, positions.len());
        let mut bits = Bits::from_elem(0, len);
        let mut poison = PoisonBuilder::new(len);
        positions.for_each(|lane, address| {
            let loaded = match (address, self.padding) {
                (Some(address), _) => env.machine.memory.load(&access, address, elem),
                (None, padding) => Ok(positions.outside(env, padding)),
            };
            let (value, mark) = match loaded {
                Ok(loaded) => loaded,
                Err(fault) => (0, env.lost(fault.at(lane))?),
            };
            bits[lane] = value;
            poison.mark(lane, mark);
            Ok(())
        })?;
        env.set_tile(self.out, bits, poison.finish());
        self.order.end(env);
        Ok(())
    }
}

/// `store_view_tko`.
pub(crate) struct StoreView {
    pub(crate) value: Slot,
    pub(crate) tile: ViewTile,
    pub(crate) order: Order,
}

impl StoreView {
    pub(crate) fn run(&self, env: &mut Env<'_, '_, '_>) -> Result<(), Fault> {
        let positions = self.tile.positions(env)?;
        let access = self.order.begin(env, Verb::Store, Route::View, positions.elem);
        let value = env.tile(self.value).clone();
        let mut writing = Vec::new();
        positions.for_each(|lane, address| {
            // Stores outside of the tensor are dropped, as the language defines.
            let Some(address) = address else { return Ok(()) };
            let mark = value.poison_at(lane);
            if mark.is_some() {
                env.survive(Fault::poison(mark, "is stored to memory").at(lane))?;
            }
            if positions.may_collide {
                writing.push((lane, address));
            }
            let stored = env.machine.memory.store(&access, address, positions.elem, value.bits[lane]);
            env.tolerate(stored.map_err(|fault| fault.at(lane)))
        })?;
        env.check_lanes(writing.into_iter(), &value, positions.elem)?;
        self.order.end(env);
        Ok(())
    }
}
