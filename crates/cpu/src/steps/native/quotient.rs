//! Quotients by one divisor: by its reciprocal, corrected to the same bits, as in `kernels::quotient`.
//!
//! A magnitude is unusual if one of two differences is negative: from the least usual one to it, and from it to the
//! greatest. Where the divisor is unusual itself, -1 stands for the greatest one, so that every dividend is.

use super::body::{Body, Kept, Source};
use super::instructions::Vector;
use super::operations::SIGN;

/// Bits of the least magnitude for which remainders are exact: 2^-60, as in `kernels::quotient`.
const MIN_EXACT: u32 = (127 - 60) << 23;
/// Bits of the greatest magnitude for which remainders are exact: 2^60.
const MAX_EXACT: u32 = (127 + 60) << 23;

/// Bits of a magnitude, and the least and greatest usual ones.
pub(super) const CONSTANTS: [u32; 3] = [!SIGN, MIN_EXACT, MAX_EXACT];

impl Body<'_> {
    /// The quotient, if the divisor is one for all lanes; lanes where it would be wrong need the careful code.
    pub(super) fn quotient(&mut self, dividend: Source, divisor: Source) -> Option<Source> {
        let Source::Kept(kept) = divisor else { return None };
        let Kept::Element(register) = self.shared.kept[kept as usize] else { return None };
        let reciprocal = self.kept(Kept::Reciprocal(register));
        let greatest = self.kept(Kept::Greatest(register));
        let (magnitude, least) = (self.bits(!SIGN), self.bits(MIN_EXACT));
        let magnitude = self.two(Vector::And, dividend, magnitude);
        let above = self.two(Vector::SubI, magnitude, least);
        let below = self.two(Vector::SubI, greatest, magnitude);
        let unusual = self.two(Vector::Or, above, below);
        self.check(unusual);
        let mut quotient = self.two(Vector::Mul, dividend, reciprocal);
        // Each correction moves the quotient closer by one unit in the last place: see `kernels::quotient` for the
        // proof.
        for _ in 0..2 {
            let rest = self.fnma(quotient, divisor, dividend);
            quotient = self.fma(rest, reciprocal, quotient);
        }
        Some(quotient)
    }
}
