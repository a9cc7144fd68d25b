//! Tiles of pointers that are affine in scalars and coordinates, which is the usual result of pointer arithmetic.
//!
//! Such a tile is kept as a *formula*: scalars and coordinates, and the additions, products and comparisons that
//! compute addresses and masks from them. When a block runs, the formula is evaluated once for all lanes, with a stride
//! for each dimension instead of lanes. A masked tile of pointers is then a window of memory, and no pointers are
//! materialised.
//!
//! The arithmetic of lanes wraps, that of strides does not. If the result of a step leaves its type for any lane, if a
//! mask is not a box, or if an address cannot be accessed, there is no window. The lanes are then computed one by one,
//! which reports any error.

#![allow(unsafe_code, reason = "lanes are raw memory")]

mod elements;
mod formula;

use cuda_tile::attrs::ComparisonPredicate;
use numerics::{Scalar, int};
use smallvec::SmallVec;

use self::formula::apply;
use crate::context::Context;
use crate::fault::{self, Checked, Fault};
use crate::frame::FrameSlot;
use crate::kernels::elementwise::Elementwise;
use crate::map::IndexMap;
use crate::memory::arena::AlignedBytes;
use crate::memory::order::Order;
use crate::rows;
use crate::steps::pointers::Lanes;
use crate::steps::window::{Axis, Coordinates, Origin, Window};

pub(crate) use self::elements::Elements;

/// Dimensions of such a tile at most.
pub(crate) const RANK: usize = 4;

/// Nodes of a formula at most: each has a strip of lanes in an array on the stack.
pub(crate) const MAX_NODES: usize = 48;

/// The extents of a tile, those before its own are 1.
pub(crate) type Extents = [u32; RANK];

/// The number of a node; its operands have smaller numbers.
pub(crate) type NodeId = u8;

/// Lanes as element-wise operations (`W`) on scalars (at locations `L`) and coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Formula<L, W> {
    pub(crate) extents: Extents,
    pub(crate) nodes: Vec<Node<L, W>>,
    /// The addresses.
    pub(crate) address: NodeId,
    /// Bytes of 0 and 1: which lanes count.
    pub(crate) mask: Option<NodeId>,
    /// Lanes count where all of these are positive.
    pub(crate) limits: SmallVec<[NodeId; 4]>,
}

/// A step of a formula.
#[derive(Clone, Debug)]
pub(crate) struct Node<L, W> {
    pub(crate) scalar: Scalar,
    pub(crate) source: NodeSource<L, W>,
}

/// The source of the lanes of a node.
#[derive(Clone, Debug)]
pub(crate) enum NodeSource<L, W> {
    /// A scalar of the program.
    Scalar(L),
    /// A number: its bits.
    Number(u64),
    /// `iota`, seen through a map: a stride for each dimension, and the same as a map.
    Coordinate { strides: [u32; RANK], map: IndexMap },
    /// How many iterations of a `for` are done: where its counter began, where it is, and its steps.
    Count { scalar: Scalar, lower: L, counter: L, step: L },
    /// An operation on the lanes of up to two nodes.
    Op { rule: Rule, operands: [NodeId; 2], work: W },
}

/// The effect of an operation on strides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    Add,
    Sub,
    /// One of the factors is the same in every lane.
    Mul,
    /// Values that are smaller than the divisor do not change.
    Rem,
    /// The value does not change, but its type does.
    Same {
        unsigned: bool,
    },
    /// The second operand counts elements of `size` bytes.
    AddScaled {
        size: i64,
    },
    /// The difference, so that it is positive where the comparison holds.
    Compare {
        predicate: ComparisonPredicate,
        unsigned: bool,
    },
    /// Of masks: limits are noted one by one.
    And,
}

/// The lanes of a node: a number, and a stride for each dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Linear {
    base: i64,
    strides: [i64; RANK],
}

impl Linear {
    fn uniform(base: i64) -> Linear {
        Linear { base, strides: [0; RANK] }
    }

    /// The number, if all lanes are the same.
    fn single(self) -> Option<i64> {
        (self.strides == [0; RANK]).then_some(self.base)
    }

    fn zip(self, other: Linear, f: impl Fn(i64, i64) -> Option<i64>) -> Option<Linear> {
        let mut strides = [0; RANK];
        for (dim, stride) in strides.iter_mut().enumerate() {
            *stride = f(self.strides[dim], other.strides[dim])?;
        }
        Some(Linear { base: f(self.base, other.base)?, strides })
    }

    fn plus(self, other: Linear) -> Option<Linear> {
        self.zip(other, i64::checked_add)
    }

    fn minus(self, other: Linear) -> Option<Linear> {
        self.zip(other, i64::checked_sub)
    }

    fn times(self, factor: i64) -> Option<Linear> {
        self.zip(Linear::uniform(0), |value, _| value.checked_mul(factor))
    }

    /// The least and the greatest value of all lanes.
    fn bounds(self, extents: &Extents) -> Option<(i64, i64)> {
        let (mut least, mut greatest) = (self.base, self.base);
        for (stride, &extent) in self.strides.iter().zip(extents) {
            let reach = stride.checked_mul(i64::from(extent) - 1)?;
            least = least.checked_add(reach.min(0))?;
            greatest = greatest.checked_add(reach.max(0))?;
        }
        Some((least, greatest))
    }
}

type Values = SmallVec<[Linear; 16]>;

/// A tile of elements at the pointers of a formula.
pub(crate) struct PointerTile {
    pub(crate) elem: Scalar,
    pub(crate) formula: Formula<FrameSlot, Elementwise>,
    /// The value of masked lanes of a load.
    pub(crate) padding: Padding<FrameSlot>,
}

/// The value of masked lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Padding<L> {
    /// The element of these bits.
    Bits(u64),
    /// A scalar of the program.
    Scalar(L),
}

impl std::fmt::Debug for PointerTile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PointerTile").field("elem", &self.elem).finish_non_exhaustive()
    }
}

/// The lanes of a formula, computed one by one.
#[derive(Debug)]
pub(crate) struct Computed {
    elem: Scalar,
    pointers: AlignedBytes,
    mask: Option<AlignedBytes>,
    len: usize,
}

impl Computed {
    /// Lanes `start..start + n`, which there are.
    fn lanes(&self, start: usize, n: usize) -> Lanes {
        let mask = self.mask.as_ref().map_or(std::ptr::null(), |mask| mask.as_ptr().wrapping_add(start));
        Lanes { pointers: self.pointers.as_ptr().cast::<u64>().wrapping_add(start), mask, n }
    }

    /// Checks lane by lane: an error for the first one that cannot be accessed.
    fn check(&self, ctx: &Context<'_>, write: bool) -> Checked {
        let lanes = self.lanes(0, self.len);
        for lane in 0..self.len {
            // SAFETY: `lanes` computed all `self.len` lanes, and `lane` is less.
            unsafe { lanes.element(ctx, lane, self.elem, Order::WEAK, write)? };
        }
        Ok(())
    }
}

impl PointerTile {
    /// Finds the elements of the tile, and checks every address.
    pub(crate) fn resolve(&self, ctx: &Context<'_>, write: bool) -> Checked<Elements> {
        if let Some(window) = self.window(ctx, write) {
            return Ok(Elements::Window(window));
        }
        let computed = self.computed(ctx)?;
        computed.check(ctx, write)?;
        Ok(Elements::Computed(computed))
    }

    /// The address of the first element, if that is known.
    pub(crate) fn base(&self, ctx: &Context<'_>) -> Option<u64> {
        Some(self.formula.values(ctx)?[self.formula.address as usize].base.cast_unsigned())
    }

    /// The lane that replaces one that is masked off.
    pub(crate) fn padding(&self, ctx: &Context<'_>) -> u64 {
        match self.padding {
            Padding::Bits(bits) => rows::lane_of(self.elem, bits),
            Padding::Scalar(place) => ctx.scalar(place, self.elem),
        }
    }

    /// The window of memory that the tile is; none when it is no window, or an element of it cannot be accessed.
    fn window(&self, ctx: &Context<'_>, write: bool) -> Option<Window> {
        let formula = &self.formula;
        let values = formula.values(ctx)?;
        let mut inside = formula.extents.map(|extent| extent as usize);
        for &limit in &formula.limits {
            // Conditions of a mask shorten the extents, so that what is left is a dense box.
            apply(values[limit as usize], &formula.extents, &mut inside)?;
        }
        let address = values[formula.address as usize];
        let size = rows::size(self.elem) as u64;
        let mut axes: SmallVec<[Axis; 4]> = SmallVec::new();
        let mut bytes = size;
        for ((&stride, &inside), &extent) in address.strides.iter().zip(&inside).zip(&formula.extents) {
            // A window has ascending addresses: negative strides take the general way.
            let stride = u64::try_from(stride).ok()?;
            if !stride.is_multiple_of(size) {
                return None;
            }
            bytes = bytes.checked_add(stride.checked_mul(inside.saturating_sub(1) as u64)?)?;
            let at = Coordinates::Dense { inside, stride: stride / size };
            axes.push(Axis { len: extent as usize, at });
        }
        let base = address.base.cast_unsigned();
        // A window without elements needs no memory, and its address may be anything.
        let origin = if inside.contains(&0) {
            Origin::Address(base)
        } else {
            Origin::Host(ctx.range(base, bytes, write).filter(|_| base.is_multiple_of(size))?)
        };
        Some(Window::new(origin, self.elem, 0, &axes, false))
    }

    /// Computes pointers and mask.
    #[cold]
    fn computed(&self, ctx: &Context<'_>) -> Checked<Computed> {
        let len: usize = self.formula.extents.iter().map(|&extent| extent as usize).product();
        let reserved = |bytes: usize| {
            let message = || format!("{bytes} bytes of memory for {len} pointers cannot be reserved");
            AlignedBytes::zeroed(bytes).ok_or_else(|| Box::new(Fault::new(fault::NO_MEMORY, message())))
        };
        let pointers = reserved(8 * len)?;
        let mask = self.formula.mask.map(|_| reserved(len)).transpose()?;
        self.formula.compute(ctx, len, &pointers, mask.as_ref());
        Ok(Computed { elem: self.elem, pointers, mask, len })
    }
}

/// Steps between two values of a counter, which only grows.
fn count(ctx: &Context<'_>, scalar: Scalar, places: [FrameSlot; 3]) -> u64 {
    let [lower, counter, step] = places.map(|place| ctx.scalar(place, scalar));
    int::wrap(scalar, counter.wrapping_sub(lower)).checked_div(step).unwrap_or(0)
}

/// Bits of a type as a number with a sign; what has one bit has none.
fn signed(scalar: Scalar, bits: u64) -> Linear {
    match scalar {
        Scalar::I1 => Linear::uniform(i64::from(bits != 0)),
        _ => Linear::uniform(int::sign_extend(scalar, bits)),
    }
}

/// `load_ptr_tko` through pointers that do not follow from data.
#[derive(Debug)]
pub(crate) struct LoadTile {
    pub(crate) tile: Box<PointerTile>,
    pub(crate) out: FrameSlot,
}

impl LoadTile {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let elements = self.tile.resolve(ctx, false)?;
        // SAFETY: the slot of the result holds a lane for each of the tile.
        unsafe { elements.read(ctx, 0, elements.len(), ctx.at(self.out), self.tile.padding(ctx)) };
        Ok(())
    }
}

/// `store_ptr_tko` through pointers that do not follow from data.
#[derive(Debug)]
pub(crate) struct StoreTile {
    pub(crate) tile: Box<PointerTile>,
    pub(crate) value: FrameSlot,
}

impl StoreTile {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        let elements = self.tile.resolve(ctx, true)?;
        // SAFETY: the slot of the value holds a lane for each of the tile.
        unsafe { elements.write(ctx, 0, elements.len(), ctx.at(self.value)) };
        Ok(())
    }
}
