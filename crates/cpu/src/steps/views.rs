//! Tensor views and tiled views: making them, their extents, loads and stores.
//!
//! Fused groups load and store tiles strip by strip. For them a view tile is resolved once into a [`Window`]: base
//! pointer, and per dimension stride, extent of the tile, and which coordinates are inside of the tensor; everything
//! that can fault has been checked then.

#![allow(unsafe_code, reason = "places become raw memory here")]

use cuda_tile::view_dims::{Along, ViewDim};
use numerics::Scalar;
use smallvec::SmallVec;

use crate::context::Context;
use crate::fault::{self, Checked, Fault};
use crate::frame::{FrameSlot, Tensor};
use crate::memory::order::Order;
use crate::rows::{self, Codec};
use crate::steps::window::{Axis, Coordinates, Origin, Run, Window};

/// A scalar that is known, or that is somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dim {
    Static(u64),
    Dynamic(FrameSlot, Scalar),
}

/// `make_tensor_view`.
#[derive(Debug)]
pub(crate) struct MakeTensor {
    /// An address.
    pub(crate) base: FrameSlot,
    pub(crate) extents: SmallVec<[Dim; 4]>,
    pub(crate) strides: SmallVec<[Dim; 4]>,
    pub(crate) out: Tensor,
}

impl MakeTensor {
    pub(crate) fn run(&self, ctx: &Context<'_>) {
        let value = |dim: &Dim| match *dim {
            Dim::Static(value) => value,
            Dim::Dynamic(place, scalar) => ctx.scalar(place, scalar),
        };
        ctx.set_word(self.out, 0, ctx.scalar(self.base, Scalar::I64));
        for (index, extent) in self.extents.iter().enumerate() {
            ctx.set_word(self.out, 1 + index, value(extent));
        }
        for (index, stride) in self.strides.iter().enumerate() {
            ctx.set_word(self.out, 1 + self.out.rank + index, value(stride));
        }
    }
}

/// `get_tensor_shape`: results that something needs, by dimension.
#[derive(Debug)]
pub(crate) struct Extents {
    pub(crate) source: Tensor,
    pub(crate) outs: Box<[(usize, FrameSlot, Scalar)]>,
}

impl Extents {
    pub(crate) fn run(&self, ctx: &Context<'_>) {
        for &(dim, place, scalar) in &self.outs {
            ctx.set_scalar(place, scalar, ctx.tensor_extent(self.source, dim));
        }
    }
}

/// `get_index_space_shape`: results that something needs, by dimension.
#[derive(Debug)]
pub(crate) struct IndexSpace {
    pub(crate) source: Tensor,
    pub(crate) dims: SmallVec<[ViewDim; 4]>,
    pub(crate) outs: Box<[(usize, FrameSlot, Scalar)]>,
}

impl IndexSpace {
    pub(crate) fn run(&self, ctx: &Context<'_>) {
        for &(dim, place, scalar) in &self.outs {
            let extent = ctx.tensor_extent(self.source, self.dims[dim].tensor);
            ctx.set_scalar(place, scalar, self.dims[dim].count(extent));
        }
    }
}

/// A tile of a view, named by indices.
#[derive(Debug)]
pub(crate) struct ViewTile {
    pub(crate) view: Tensor,
    pub(crate) elem: Scalar,
    /// FrameSlot and type of the index of each dimension.
    pub(crate) indices: SmallVec<[(FrameSlot, Scalar); 4]>,
    pub(crate) dims: SmallVec<[ViewDim; 4]>,
}

/// Neighbouring tiles that are taken as one: those of a dimension with as many numbers from the index on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Joined {
    pub(crate) dim: usize,
    /// All of these are tiles of the view.
    pub(crate) count: u32,
}

impl Joined {
    /// A tile by itself.
    pub(crate) const NONE: Joined = Joined { dim: 0, count: 1 };

    /// How many tiles there are along a dimension.
    pub(crate) fn along(self, dim: usize) -> u32 {
        if dim == self.dim { self.count } else { 1 }
    }
}

/// Where the elements of a tile are, seen from the base of the view, in elements.
#[derive(Default)]
struct Placement {
    axes: SmallVec<[Axis; 4]>,
    /// The sum of where dense axes start.
    start: u128,
    nearest: u128,
    /// None when no element is inside of the tensor.
    farthest: Option<u128>,
}

/// The coordinates of a tile along one dimension of the tensor.
struct Reach {
    at: Coordinates,
    /// The least one inside.
    first: u64,
    /// The greatest one inside; none when there is none.
    last: Option<u64>,
}

impl Reach {
    /// A tile that is outside as a whole.
    fn none(stride: u64) -> Reach {
        Reach { at: Coordinates::Dense { inside: 0, stride }, first: 0, last: None }
    }
}

impl ViewTile {
    /// Finds the elements of the tile; checks indices, `inbounds`, overflow of offsets, and every address.
    ///
    /// The window reads index tiles in place: it is good as long as they are.
    pub(crate) fn resolve(&self, ctx: &Context<'_>, order: Order, write: bool) -> Checked<Window> {
        self.resolve_joined(ctx, order, write, Joined::NONE)
    }

    /// The elements, where they are plainly one run of memory in the representation of tiles and may be accessed:
    /// nothing else is distinguished.
    pub(crate) fn find_run(&self, ctx: &Context<'_>, write: bool) -> Option<Run> {
        if !Codec::of(self.elem).is_plain(write) {
            return None;
        }
        let (mut offset, mut len) = (0u64, 1u64);
        for (dim, &(place, scalar)) in self.dims.iter().zip(&self.indices).rev() {
            let Along::Step(step) = dim.along else { return None };
            let first = ctx.scalar(place, scalar).checked_mul(step)?;
            let count = u64::from(dim.len);
            if first.checked_add(count)? > ctx.tensor_extent(self.view, dim.tensor) {
                return None;
            }
            let stride = ctx.tensor_stride(self.view, dim.tensor);
            // A dimension of one element may have any stride.
            if count > 1 {
                if stride != len {
                    return None;
                }
                len *= count;
            }
            offset = offset.checked_add(first.checked_mul(stride)?)?;
        }
        let (size, base) = (rows::size(self.elem), ctx.tensor_base(self.view));
        let bytes = i64::try_from(offset.checked_mul(size as u64)?).ok()? as u64;
        let address = base.checked_add(bytes)?;
        let region = ctx.region(address)?;
        let first = region.range(address, len * size as u64, write)?;
        let behind = region.len - (address - region.start) - len * size as u64;
        base.is_multiple_of(size as u64).then_some(Run {
            first,
            len: len as usize,
            size,
            allocation: region.len,
            behind: behind as usize,
        })
    }

    /// [`ViewTile::resolve`] for several neighbouring tiles as one.
    pub(crate) fn resolve_joined(
        &self,
        ctx: &Context<'_>,
        order: Order,
        write: bool,
        joined: Joined,
    ) -> Checked<Window> {
        let mut window = Window::empty(self.elem);
        self.resolve_to(&mut window, ctx, order, write, joined)?;
        Ok(window)
    }

    /// [`ViewTile::resolve_joined`] to a window of elements of this type.
    pub(crate) fn resolve_to(
        &self,
        window: &mut Window,
        ctx: &Context<'_>,
        order: Order,
        write: bool,
        joined: Joined,
    ) -> Checked {
        let mut placement = Placement { farthest: Some(0), ..Placement::default() };
        self.place(&mut placement, ctx, joined)?;
        let Placement { axes, start, nearest, farthest } = &placement;
        let base = ctx.tensor_base(self.view);
        let Some(farthest) = farthest else {
            window.set(Origin::Address(base), 0, axes, order.is_atomic());
            return Ok(());
        };
        let bytes = self.bytes_to(base, *farthest)?;
        let size = rows::size(self.elem) as u64;
        let first = rows::position(self.elem, *nearest as u64).0;
        // One check of bounds for the whole tile; only if it fails, elements are checked one by one.
        let host = ctx.range(base + first, bytes as u64 - first + size, write);
        let host = host.filter(|_| base.is_multiple_of(size));
        let origin =
            host.map_or(Origin::Address(base), |host| Origin::Host(host.wrapping_sub(first as usize)));
        window.set(origin, *start as u64, axes, order.is_atomic());
        if host.is_none() {
            self.check_each(ctx, window, base, order, write)?;
        }
        Ok(())
    }

    /// The elements, and the address of the nearest one, where none is checked yet; none when all are outside of the
    /// tensor.
    pub(crate) fn locate(&self, ctx: &Context<'_>, order: Order) -> Checked<Option<(Window, u64)>> {
        let mut placement = Placement { farthest: Some(0), ..Placement::default() };
        self.place(&mut placement, ctx, Joined::NONE)?;
        let Placement { axes, start, nearest, farthest } = &placement;
        let base = ctx.tensor_base(self.view);
        let Some(farthest) = farthest else { return Ok(None) };
        self.bytes_to(base, *farthest)?;
        let window = Window::new(Origin::Address(base), self.elem, *start as u64, axes, order.is_atomic());
        Ok(Some((window, base + rows::position(self.elem, *nearest as u64).0)))
    }

    /// Bytes from the base to an element, which must fit an address.
    fn bytes_to(&self, base: u64, element: u128) -> Checked<u128> {
        let bytes = element.saturating_mul(self.elem.storage_bits().into()) / 8;
        if bytes > i64::MAX as u128 || base.checked_add(bytes as u64).is_none() {
            let message = format!("an element is {bytes} bytes from the base of the view");
            let note = "the offset of an element must fit a signed 64-bit number";
            return Err(Fault::new(fault::VIEW_OVERFLOW, message).note(note).into());
        }
        Ok(bytes)
    }

    /// Elements of the tile.
    pub(crate) fn len(&self) -> usize {
        self.dims.iter().map(|dim| dim.len as usize).product()
    }

    /// Checks element by element: an error for the first one that cannot be accessed.
    #[cold]
    fn check_each(
        &self,
        ctx: &Context<'_>,
        window: &Window,
        base: u64,
        order: Order,
        write: bool,
    ) -> Checked {
        let size = rows::size(self.elem) as u64;
        window.walk(|lane, offset| {
            let address = base + rows::position(self.elem, offset).0;
            if address.is_multiple_of(size) && ctx.range(address, size, write).is_some() {
                return Ok(());
            }
            Err(Box::new(ctx.refusal(order, write, address, size).at(lane)))
        })
    }

    /// The number of consecutive tiles along a dimension, from the one that its index names on; that one counts in any
    /// case.
    pub(crate) fn tiles_left(&self, ctx: &Context<'_>, number: usize) -> u64 {
        let (dim, (place, scalar)) = (&self.dims[number], self.indices[number]);
        let count = dim.count(ctx.tensor_extent(self.view, dim.tensor));
        let steps = match dim.along {
            Along::Step(step) => u64::from(dim.len) / step,
            Along::Sparse => 1,
        };
        count.saturating_sub(ctx.scalar(place, scalar)).div_ceil(steps.max(1)).max(1)
    }

    /// Finds where the elements are.
    fn place(&self, found: &mut Placement, ctx: &Context<'_>, joined: Joined) -> Checked {
        for (number, (dim, &(place, scalar))) in self.dims.iter().zip(&self.indices).enumerate() {
            let dim = &ViewDim { len: dim.len * joined.along(number), ..*dim };
            let extent = ctx.tensor_extent(self.view, dim.tensor);
            let stride = ctx.tensor_stride(self.view, dim.tensor);
            let along = match dim.along {
                Along::Step(step) => {
                    let index = ctx.scalar(place, scalar);
                    let along = match dense(number, dim, step, index, [extent, stride]) {
                        Err(_) if ctx.pad_outside && index >= dim.count(extent) => Reach::none(stride),
                        found => found?,
                    };
                    found.start += u128::from(along.first) * u128::from(stride);
                    along
                }
                Along::Sparse => sparse(number, dim, (ctx.at(place), scalar), [extent, stride])?,
            };
            found.axes.push(Axis { len: dim.len as usize, at: along.at });
            let far = |coordinate: u64| u128::from(coordinate) * u128::from(stride);
            found.nearest = found.nearest.saturating_add(far(along.first));
            found.farthest = found.farthest.zip(along.last).map(|(sum, last)| sum.saturating_add(far(last)));
        }
        Ok(())
    }
}

/// The coordinates of a tile that is named by its number.
fn dense(number: usize, dim: &ViewDim, step: u64, index: u64, [extent, stride]: [u64; 2]) -> Checked<Reach> {
    let count = dim.count(extent);
    if index >= count {
        let message = format!("view index {index} of dimension {number} is not below {count}");
        let note = format!(
            "the tensor has {extent} elements along this dimension and its tiles start every {step}; a tile that lies \
             outside as a whole is not padded"
        );
        return Err(Fault::new(fault::VIEW_INDEX, message).note(note).into());
    }
    // An index below the count starts inside of the tensor.
    let first = index * step;
    let inside = (extent - first).min(dim.len.into());
    if dim.inbounds && inside < dim.len.into() {
        return Err(reaches_outside(number, extent).into());
    }
    let at = Coordinates::Dense { inside: inside as usize, stride };
    Ok(Reach { at, first, last: Some(first + inside - 1) })
}

/// The coordinates of a tile that are given one by one.
fn sparse(
    number: usize,
    dim: &ViewDim,
    (index, scalar): (*const u8, Scalar),
    [extent, stride]: [u64; 2],
) -> Checked<Reach> {
    let (mut first, mut last) = (u64::MAX, None);
    for lane in 0..dim.len as usize {
        // SAFETY: the index tile of a sparse dimension has as many elements as the dimension.
        let coordinate = unsafe { rows::read_lane(scalar, index, lane) };
        if coordinate < extent {
            first = first.min(coordinate);
            last = last.max(Some(coordinate));
        } else if dim.inbounds {
            return Err(reaches_outside(number, extent).into());
        }
    }
    let first = if last.is_some() { first } else { 0 };
    Ok(Reach { at: Coordinates::Sparse { index, scalar, extent, stride }, first, last })
}

fn reaches_outside(number: usize, extent: u64) -> Fault {
    let message = format!("the tile reaches outside of the {extent} elements of dimension {number}");
    let note = "`inbounds` states that every tile is inside the tensor along this dimension";
    Fault::new(fault::FALSE_INBOUNDS, message).note(note)
}

/// `load_view_tko`.
#[derive(Debug)]
pub(crate) struct LoadView {
    pub(crate) tile: ViewTile,
    /// Bits of an element outside of the tensor; any where the language leaves it undefined.
    pub(crate) padding: u64,
    pub(crate) order: Order,
    pub(crate) out: FrameSlot,
}

impl LoadView {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let window = self.tile.resolve(ctx, self.order, false)?;
        let allocation = || ctx.region(ctx.tensor_base(self.tile.view)).map_or(0, |region| region.len);
        window.expect_rows(ctx, std::ptr::from_ref(self).addr(), allocation);
        // SAFETY: the slot of the result holds a lane for each of the tile.
        unsafe {
            window.read(ctx, 0, window.len(), ctx.at(self.out), rows::lane_of(self.tile.elem, self.padding))
        };
        Ok(())
    }
}

/// `store_view_tko`.
#[derive(Debug)]
pub(crate) struct StoreView {
    pub(crate) value: FrameSlot,
    pub(crate) tile: ViewTile,
    pub(crate) order: Order,
}

impl StoreView {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let window = self.tile.resolve(ctx, self.order, true)?;
        // SAFETY: the slot of the value holds a lane for each of the tile.
        unsafe { window.write(ctx, 0, window.len(), ctx.at(self.value)) };
        Ok(())
    }
}
