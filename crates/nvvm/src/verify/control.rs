//! Kernels; [`tile_core::control::rules`] has the other rules of control flow.

use ir::Field;
use tile_core::control::rules;

use super::{Check, Checked, ensure};
use crate::ops::fields;
use crate::types::Space;
use crate::{Opcode, Type};

/// An attribute that may be absent is in a range.
fn within(check: &Check<'_>, field: Field, what: &str, low: i64, high: i64) -> Checked {
    let found = check.int(field).filter(|number| !(low..=high).contains(number));
    found.map_or(Ok(()), |number| Err(format!("{what} must be {low} to {high}, not {number}")))
}

pub(super) fn func(check: &Check<'_>) -> Checked {
    use fields::func as f;
    within(check, f::reqntid, "the number of threads", 1, 1024)?;
    within(check, f::cluster, "the number of thread blocks in a cluster", 1, 16)?;
    within(check, f::minctas, "the number of thread blocks on a multiprocessor", 1, 64)?;
    within(check, f::maxreg, "the number of registers", 1, 255)?;
    within(check, f::dynamic_shared, "the shared memory of the launch", 0, 1 << 20)?;
    let params: Vec<Type> =
        rules::func(check.module, check.op)?.iter().map(|&value| *check.module.ty(value)).collect();
    let refused = |ty: &Type| match ty {
        Type::Ptr(space) => *space != Space::Global,
        one => one.registers().is_some(),
    };
    if let Some(ty) = params.iter().find(|ty| refused(ty)) {
        return Err(format!("takes numbers and addresses in global memory, not {ty}"));
    }
    if !check.module.attr(check.op, f::param_bits).is_present() {
        return Ok(());
    }
    let bits = check.module.ints(check.op, f::param_bits);
    ensure(bits.len() == params.len(), || {
        format!("says how many bits {} parameters take, and has {}", bits.len(), params.len())
    })?;
    let fits = |(ty, &bits): (&Type, &i64)| {
        let held = i64::from(ty.bits());
        bits == held || bits == 8 && matches!(ty, Type::I1 | Type::I16)
    };
    let wrong = params.iter().zip(bits).find(|&pair| !fits(pair));
    wrong.map_or(Ok(()), |(ty, bits)| Err(format!("a parameter of {ty} does not take {bits} bits")))
}

pub(super) fn for_(check: &Check<'_>) -> Checked {
    let counter = check.ty(fields::for_::lower);
    ensure(counter != Type::I1, || "counts in 16 bits or more".to_owned())?;
    rules::for_(check.module, check.op)
}

pub(super) fn yield_(check: &Check<'_>) -> Checked {
    let parent = rules::taker(check.module, check.op)?;
    ensure(check.module.opcode(parent) == Opcode::If, || "ends a branch of an `if`".to_owned())?;
    rules::yields(check.module, check.op, parent)
}
