//! Effects that depend on the attributes or operands of an op: functions for the column `effects` of the op table.

use ir::spec::Effects;
use ir::{Field, Op};
use numerics::int;

use crate::Module;
use crate::attrs::{MemoryOrdering, is_signed};
use crate::constant;
use crate::roles::{Access, Direction};

/// Effects of `divi` and `remi`, whose field for the sign is `signedness`.
///
/// A zero divisor is undefined, and a compiler may rely on there being none, so a division must not run where the
/// program would not have run it: a test before it may be what keeps the divisor from being zero.
pub(crate) fn division(module: &Module, op: Op, signedness: Field) -> Effects {
    if divides_safely(module, op, signedness) { Effects::NONE } else { Effects::GUARDED }
}

/// True when the divisor is a constant that no dividend has trouble with: neither 0 nor, for signed operands, -1, which
/// overflows with the least integer.
fn divides_safely(module: &Module, op: Op, signedness: Field) -> bool {
    let signed = is_signed(module, op, signedness);
    let Some(divisor) = constant::dense(module, module.body.operands(op)[1]) else { return false };
    let minus_one = int::mask(divisor.elem());
    constant::elements(divisor).all(|bits| bits != 0 && !(signed && bits == minus_one))
}

/// Effects of loads: one without uses may be removed, unless it takes part in synchronisation.
pub(crate) fn load(module: &Module, op: Op) -> Effects {
    if is_weak_load(module, op) { Effects::FIXED } else { Effects::OUTSIDE }
}

/// True for a load of no ordering but that of its token.
pub fn is_weak_load(module: &Module, op: Op) -> bool {
    let access = Access::of(module.spec(op)).filter(|access| access.direction == Direction::Load);
    let Some(access) = access else { return false };
    let slot = module.attr(op, access.ordering);
    MemoryOrdering::from_slot(slot) == Some(MemoryOrdering::Weak)
}

/// Effects of a call of a function that the caller supplies, whose field `pure` says what it declares. One that is declared pure may still be undefined for
/// some unknown operands.
pub(crate) fn extern_elementwise(module: &Module, op: Op, pure: Field) -> Effects {
    if module.flag(op, pure) { Effects::GUARDED } else { Effects::OUTSIDE }
}
