//! How instructions spell rounding modes.

use ptx::Modifier;
use tile_core::arith::RoundingMode;

/// The modifier of a rounding mode that IEEE 754 has.
pub(crate) fn rounding_modifier(mode: RoundingMode) -> Option<Modifier> {
    match mode {
        RoundingMode::NearestEven => Some(Modifier::Rn),
        RoundingMode::Zero => Some(Modifier::Rz),
        RoundingMode::NegativeInf => Some(Modifier::Rm),
        RoundingMode::PositiveInf => Some(Modifier::Rp),
        RoundingMode::Approx
        | RoundingMode::Full
        | RoundingMode::NearestIntToZero
        | RoundingMode::NearestAway => None,
    }
}
