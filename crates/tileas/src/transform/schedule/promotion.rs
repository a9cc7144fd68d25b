//! Promoted sums of 8-bit floats: the parts in which products are computed before they are added to a sum in registers.

use ir::Op;
use numerics::Scalar;

use super::multiplies::Unit;
use crate::Module;
use crate::ops::fields;

/// Elements, which are bytes, of the inner dimension whose products the tensor core adds up by itself.
pub(crate) const STRETCH: u32 = 128;
/// Registers of a thread for the products of a part.
const PART: u32 = 64;
/// The same where the next part begins while one is added up, and the sum takes most registers.
const SMALL_PART: u32 = 32;

/// Whether the sum of a product is promoted: `wgmma` adds products of 8-bit floats with fewer bits than `f32` has,
/// which only `fast_acc` allows for a whole sum.
pub(crate) fn is_promoted(module: &Module, dot: Op) -> bool {
    if Unit::of(module) == Some(Unit::Warps) {
        return false;
    }
    let scalar = |field| module.ty(module.operand(dot, field)).tile().and_then(|tile| tile.elem.scalar());
    let narrow = matches!(scalar(fields::dot::lhs), Some(Scalar::F8E4M3FN | Scalar::F8E5M2));
    narrow && scalar(fields::dot::acc) == Some(Scalar::F32) && !module.flag(dot, fields::dot::fast_acc)
}

/// The parts in which a product is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Promotion {
    /// Elements of the inner dimension of a part.
    pub(crate) stretch: u32,
    /// Registers of a thread of a part.
    pub(crate) part: u32,
    /// Parts that the columns are divided into.
    pub(crate) columns: u32,
    /// Whether `ptxas` begins a part while another one is added up.
    overlaps: bool,
}

impl Promotion {
    /// That of a sum of some registers of a thread, in atoms of 64 rows of a warpgroup, over this many elements of the
    /// inner dimension.
    pub(crate) fn of(sum: u32, atoms: u32, depth: u32) -> Promotion {
        let stretch = depth.min(STRETCH);
        let overlaps = atoms > 1 || depth > stretch;
        let most = if overlaps && sum > PART { SMALL_PART } else { PART };
        let part = sum.min(most).max(1);
        Promotion { stretch, part, columns: (sum / part).max(1), overlaps }
    }

    /// Registers of a thread besides the sum.
    pub(crate) fn registers(self) -> u32 {
        if self.overlaps { 2 * self.part } else { self.part }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_leave_room_for_the_sum() {
        let whole = Promotion::of(128, 1, 128);
        assert_eq!((whole.part, whole.columns, whole.registers()), (64, 2, 64));
        let deep = Promotion::of(128, 1, 256);
        assert_eq!((deep.stretch, deep.part, deep.columns, deep.registers()), (128, 32, 4, 64));
        let atoms = Promotion::of(128, 2, 64);
        assert_eq!((atoms.stretch, atoms.part, atoms.columns), (64, 32, 4));
        assert_eq!(Promotion::of(32, 1, 32).columns, 1);
    }
}
