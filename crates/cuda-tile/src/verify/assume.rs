//! Predicates of `assume`.

use super::check::{Checked, OpCheck};
use super::codes::PREDICATE;
use crate::Type;
use crate::attrs::Attr;
use crate::ops::fields;
use crate::types::{Elem, TileType};

pub(super) fn assume(check: &OpCheck<'_, '_>) -> Checked {
    let Some(attr) = check.attr(fields::assume::predicate) else { return Ok(()) };
    match attr {
        Attr::DivBy { divisor, every, along } => div_by(check, *divisor, *every, *along),
        Attr::SameElements(counts) => same_elements(check, counts),
        Attr::Bounded { lower, upper } => bounded(check, *lower, *upper),
        Attr::Unit
        | Attr::Bool(_)
        | Attr::Int { .. }
        | Attr::Float { .. }
        | Attr::Str(_)
        | Attr::SymbolRef(_)
        | Attr::Type(_)
        | Attr::I32s(_)
        | Attr::I64s(_)
        | Attr::Bools(_)
        | Attr::Dense(_)
        | Attr::Array(_)
        | Attr::Dict(_)
        | Attr::Enum(..)
        | Attr::Debug(_)
        | Attr::Preview(_) => unreachable!("the kinds of attributes were checked"),
    }
}

fn ensure(check: &OpCheck<'_, '_>, holds: bool, message: impl FnOnce() -> String) -> Checked {
    check.ensure_types(holds, PREDICATE, &[fields::assume::value], message)
}

fn is_int(tile: &TileType) -> bool {
    matches!(tile.elem(), Elem::Scalar(scalar) if scalar.is_int())
}

fn is_int_or_pointer(tile: &TileType) -> bool {
    is_int(tile) || tile.elem().ptr().is_some()
}

fn div_by(check: &OpCheck<'_, '_>, divisor: u64, every: Option<i64>, along: Option<i64>) -> Checked {
    let ty = check.ty(fields::assume::value);
    ensure(check, divisor.count_ones() == 1, || {
        "'cuda_tile.div_by' divisor must be a power of 2".to_owned()
    })?;
    ensure(check, divisor <= 1 << 62, || "'cuda_tile.div_by' divisor is too large".to_owned())?;
    ensure(check, every.is_some() == along.is_some(), || {
        "'cuda_tile.div_by' 'every'/'along' must be used in combination".to_owned()
    })?;
    let tile = match ty {
        Type::TensorView(_) => {
            return ensure(check, every.is_none(), || {
                "'cuda_tile.div_by' 'every'/'along' cannot be used if the constrained value is a tensor_view"
                    .to_owned()
            });
        }
        Type::Tile(tile) if is_int_or_pointer(tile) => tile,
        Type::Tile(_)
        | Type::Scalar(_)
        | Type::Ptr(_)
        | Type::View(_)
        | Type::Token
        | Type::Function(_)
        | Type::Preview(_) => {
            return ensure(check, false, || {
                "'cuda_tile.div_by' is valid only for tile of integer/pointer or tensor_view values"
                    .to_owned()
            });
        }
    };
    let (Some(every), Some(along)) = (every, along) else { return Ok(()) };
    ensure(check, tile.rank() > 0, || {
        "'cuda_tile.div_by' 'every'/'along' cannot be used if the constrained value is a 0D tile".to_owned()
    })?;
    let extent = usize::try_from(along).ok().and_then(|dim| tile.shape().get(dim).copied());
    ensure(check, extent.is_some(), || {
        format!("'cuda_tile.div_by' every_dim ({along}) must be >= 0 and < tile rank ({})", tile.rank())
    })?;
    let extent = i64::from(extent.unwrap_or(0));
    ensure(check, (0..=extent).contains(&every), || {
        format!(
            "expected 'cuda_tile.div_by' every_dim to be within 0 and the size of the respective dimension ({extent})"
        )
    })
}

fn same_elements(check: &OpCheck<'_, '_>, counts: &[i64]) -> Checked {
    let tile = check.ty(fields::assume::value).as_tile().filter(|tile| is_int_or_pointer(tile));
    ensure(check, tile.is_some(), || {
        "'cuda_tile.same_elements' is valid only for tile of integer/pointer values".to_owned()
    })?;
    let Some(tile) = tile else { return Ok(()) };
    ensure(check, counts.len() == tile.rank(), || {
        format!(
            "expected number of values in 'cuda_tile.same_elements' ({}) to match rank of constrained tile ({})",
            counts.len(),
            tile.rank()
        )
    })?;
    for (i, (&count, &extent)) in counts.iter().zip(tile.shape()).enumerate() {
        ensure(check, (0..=i64::from(extent)).contains(&count), || {
            format!(
                "expected 'cuda_tile.same_elements' value {i} to be within 0 and the size of the respective dimension ({extent})"
            )
        })?;
    }
    Ok(())
}

fn bounded(check: &OpCheck<'_, '_>, lower: Option<i64>, upper: Option<i64>) -> Checked {
    let tile = check.ty(fields::assume::value).as_tile().filter(|tile| is_int(tile));
    ensure(check, tile.is_some(), || {
        "'cuda_tile.bounded' is valid only for tile of integer values".to_owned()
    })?;
    let bits = tile.and_then(|tile| tile.elem().scalar()).map_or(64, |scalar| scalar.bits());
    let (min, max) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
    for (bound, name) in [(lower, "lower"), (upper, "upper")] {
        ensure(check, bound.is_none_or(|b| (min..=max).contains(&b)), || {
            format!("'cuda_tile.bounded' expects {name} bound to be within [{min}, {max}]")
        })?;
    }
    let ordered = lower.zip(upper).is_none_or(|(lower, upper)| lower <= upper);
    ensure(check, ordered, || {
        "'cuda_tile.bounded' expects lower bound to be less than or equal to upper bound".to_owned()
    })
}
