//! Multicast accesses to the memory of several devices.

use ir::Field;
use tile_core::arith::{MemoryOrdering, MultimemReductionKind};

use super::{Check, Checked, ensure};
use crate::Type;
use crate::ops::fields;
use crate::types::Space;

pub(super) fn ld_reduce(check: &Check<'_>) -> Checked {
    use fields::multimem_ld_reduce::{address, ordering, other, predicate, reduction, values};
    let results = check.result_types(values);
    multicast(check, address, &results)?;
    ordered(check, ordering, MemoryOrdering::Acquire)?;
    let kind = check.module.get::<MultimemReductionKind>(check.op, reduction);
    let fits = match kind {
        MultimemReductionKind::Add => true,
        MultimemReductionKind::Min | MultimemReductionKind::Max => {
            !matches!(results[0], Type::F32 | Type::F64)
        }
        MultimemReductionKind::And
        | MultimemReductionKind::Or
        | MultimemReductionKind::Xor
        | MultimemReductionKind::UMin
        | MultimemReductionKind::UMax => matches!(results[0], Type::I32 | Type::I64),
    };
    ensure(fits, || format!("`{}` does not combine {} of several devices", kind.name(), results[0]))?;
    let others = check.types(other);
    ensure(others.is_empty() || others == results, || {
        "`other` must be a value of the type of each result".to_owned()
    })?;
    let always = check.module.operand_opt(check.op, predicate).is_none();
    ensure(others.is_empty() || !always, || "has an `other` that is never the result".to_owned())
}

pub(super) fn st(check: &Check<'_>) -> Checked {
    use fields::multimem_st::{address, ordering, values};
    multicast(check, address, &check.types(values))?;
    ordered(check, ordering, MemoryOrdering::Release)
}

pub(super) fn red(check: &Check<'_>) -> Checked {
    use fields::multimem_red::{address, ordering, reduction, values};
    let types = check.types(values);
    multicast(check, address, &types)?;
    let weak = check.module.get::<MemoryOrdering>(check.op, ordering) == MemoryOrdering::Weak;
    ensure(!weak, || "a reduction is at least relaxed".to_owned())?;
    ordered(check, ordering, MemoryOrdering::Release)?;
    let kind = check.module.get::<MultimemReductionKind>(check.op, reduction);
    let fits = kind == MultimemReductionKind::Add || matches!(types[0], Type::I32 | Type::I64);
    ensure(fits, || format!("`{}` does not combine {} of several devices", kind.name(), types[0]))
}

/// Global memory, and values that there are such accesses of: one, or two or four floats.
fn multicast(check: &Check<'_>, address: Field, types: &[Type]) -> Checked {
    ensure(check.ty(address) == Type::Ptr(Space::Global), || {
        "memory of several devices is global memory".to_owned()
    })?;
    let Some(&first) = types.first() else { return Err("accesses no value".to_owned()) };
    let vectors = match first {
        Type::F32 | Type::F16x2 | Type::BF16x2 => true,
        Type::I32 | Type::I64 | Type::F64 => false,
        Type::I1
        | Type::I16
        | Type::F16
        | Type::BF16
        | Type::F32x2
        | Type::Ptr(_)
        | Type::Registers(_)
        | Type::Pending(_) => {
            return Err(format!("{first} is not accessed on several devices"));
        }
    };
    let counts = if vectors { [1, 2, 4].as_slice() } else { &[1] };
    ensure(counts.contains(&types.len()) && types.iter().all(|&ty| ty == first), || {
        format!("{} values are not accessed on several devices at once", types.len())
    })
}

/// The ordering is weak, relaxed, or one more.
fn ordered(check: &Check<'_>, field: Field, strongest: MemoryOrdering) -> Checked {
    let found = check.module.get::<MemoryOrdering>(check.op, field);
    let allowed = [MemoryOrdering::Weak, MemoryOrdering::Relaxed, strongest];
    ensure(allowed.contains(&found), || format!("is ordered weak, relaxed or {}", strongest.name()))
}
