//! The computation of multimem ops, shared by all engines.
//!
//! Elements of 16 bits are moved in pairs along the dimension of stride 1. A pair that is not whole in memory is
//! undefined.

use ir::Op;
use numerics::{NanRule, Rounding, Scalar, float, int};

use crate::Module;
use crate::attrs::{AtomicRMWMode, MultimemReductionKind};
use crate::roles::ViewAccess;
use crate::types::{DYNAMIC, ViewType};

/// The operation with which an op combines elements: that of its attribute, else addition.
pub fn reduction(module: &Module, op: Op, fields: &ViewAccess) -> MultimemReductionKind {
    let given = fields.reduction.and_then(|field| MultimemReductionKind::from_slot(module.attr(op, field)));
    given.unwrap_or(MultimemReductionKind::Add)
}

/// Combines two copies of an element. Floats are combined in their own type.
pub fn combine(kind: MultimemReductionKind, elem: Scalar, a: u64, b: u64) -> u64 {
    match kind {
        MultimemReductionKind::Add if elem.is_float() => float::add(elem, a, b, Rounding::NearestEven, false),
        MultimemReductionKind::Min if elem.is_float() => float::min(elem, a, b, NanRule::Number, false),
        MultimemReductionKind::Max if elem.is_float() => float::max(elem, a, b, NanRule::Number, false),
        MultimemReductionKind::Add => int::add(elem, a, b).bits,
        MultimemReductionKind::Min => int::min(elem, a, b, true),
        MultimemReductionKind::Max => int::max(elem, a, b, true),
        MultimemReductionKind::And => a & b,
        MultimemReductionKind::Or => a | b,
        MultimemReductionKind::Xor => a ^ b,
        MultimemReductionKind::UMin => int::min(elem, a, b, false),
        MultimemReductionKind::UMax => int::max(elem, a, b, false),
    }
}

/// The atomic that combines an element in memory so; floats are only added.
pub fn atomic(kind: MultimemReductionKind, elem: Scalar) -> AtomicRMWMode {
    match kind {
        MultimemReductionKind::Add if elem.is_float() => AtomicRMWMode::AddF,
        MultimemReductionKind::Add => AtomicRMWMode::Add,
        MultimemReductionKind::Min => AtomicRMWMode::Min,
        MultimemReductionKind::Max => AtomicRMWMode::Max,
        MultimemReductionKind::And => AtomicRMWMode::And,
        MultimemReductionKind::Or => AtomicRMWMode::Or,
        MultimemReductionKind::Xor => AtomicRMWMode::Xor,
        MultimemReductionKind::UMin => AtomicRMWMode::UMin,
        MultimemReductionKind::UMax => AtomicRMWMode::UMax,
    }
}

/// How elements of 16 bits are paired in the tiles of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The dimension of the tensor along which elements are paired.
    unit: usize,
    /// Elements of the tile along it.
    tile: i64,
}

impl Pairs {
    /// `None` where elements are not paired: they have 32 or 64 bits, or no dimension of the view has stride 1.
    pub fn of(view: &ViewType) -> Option<Pairs> {
        let tensor = view.tensor();
        let unit = tensor.strides().iter().position(|&stride| stride == 1)?;
        let dim = (0..view.rank()).find(|&dim| view.tensor_dim(dim) == unit);
        let tile = dim.map_or(1, |dim| i64::from(view.tile()[dim]));
        (tensor.elem().bits() == 16).then_some(Pairs { unit, tile })
    }

    /// Why elements are left without a partner, one clause for each reason; extents and strides that are `DYNAMIC` are
    /// not known.
    pub fn broken(self, extents: &[i64], strides: &[i64]) -> Vec<String> {
        let Pairs { unit, tile } = self;
        let is_odd = |number: i64| number != DYNAMIC && number % 2 != 0;
        let mut found = Vec::new();
        if is_odd(extents[unit]) {
            found.push(format!(
                "the extent {} of dimension {unit}, which has stride 1, is odd",
                extents[unit]
            ));
        }
        if is_odd(tile) {
            found.push(format!("a tile has {tile} element along dimension {unit}, which has stride 1"));
        }
        for (dim, &stride) in strides.iter().enumerate() {
            if dim != unit && is_odd(stride) {
                found.push(format!("the stride {stride} of dimension {dim} is odd"));
            }
        }
        found
    }
}
