//! Tensor memory, and products into it.

use ir::Field;
use tileas::target::Feature;

use super::barriers::{lies_in, words};
use super::{Check, Checked, ensure};
use crate::Type;
use crate::attrs::ElementFormat;
use crate::ops::fields;
use crate::types::Space;

/// Columns of tensor memory.
const COLUMNS: i64 = 512;
/// Columns that a thread block may take at once, at least.
const LEAST_COLUMNS: i64 = 32;
/// Registers that one op moves, at most.
const REGISTERS: usize = 128;

/// A number of columns that can be taken.
fn columns(check: &Check<'_>, field: Field) -> Checked {
    let count = check.int(field).unwrap_or(0);
    let known = (LEAST_COLUMNS..=COLUMNS).contains(&count) && count.count_ones() == 1;
    ensure(known, || {
        format!(
            "columns of tensor memory are taken by powers of two from {LEAST_COLUMNS} to {COLUMNS}, not {count}"
        )
    })
}

/// An address in tensor memory.
fn lies_in_tensor(check: &Check<'_>, field: Field) -> Checked {
    let ty = check.ty(field);
    ensure(ty == Type::I32, || format!("an address in tensor memory is an i32, not {ty}"))
}

pub(super) fn alloc(check: &Check<'_>) -> Checked {
    use fields::tmem_alloc as f;
    check.needs(Feature::TensorMemory)?;
    lies_in(check, f::address, &[Space::Shared], "where the address of tensor memory is stored")?;
    columns(check, f::columns)
}

pub(super) fn free(check: &Check<'_>) -> Checked {
    use fields::tmem_free as f;
    check.needs(Feature::TensorMemory)?;
    lies_in_tensor(check, f::tensor)?;
    columns(check, f::columns)
}

pub(super) fn load(check: &Check<'_>) -> Checked {
    use fields::tmem_load as f;
    check.needs(Feature::TensorMemory)?;
    lies_in_tensor(check, f::tensor)?;
    are_columns("reads", &check.result_types(f::values))?;
    begins_at_column(check.int(f::column))
}

pub(super) fn store(check: &Check<'_>) -> Checked {
    use fields::tmem_store as f;
    check.needs(Feature::TensorMemory)?;
    lies_in_tensor(check, f::tensor)?;
    let types: Vec<Type> =
        check.module.operands(check.op, f::values).iter().map(|&value| *check.module.ty(value)).collect();
    are_columns("writes", &types)?;
    begins_at_column(check.int(f::column))
}

/// Registers that one op moves to columns or from them.
fn are_columns(moves: &str, types: &[Type]) -> Checked {
    ensure(types.len().is_power_of_two() && types.len() <= REGISTERS, || {
        format!("{moves} a power of two of columns up to {REGISTERS}, not {}", types.len())
    })?;
    let wrong = types.iter().find(|&&ty| !matches!(ty, Type::I32 | Type::F32));
    wrong.map_or(Ok(()), |ty| Err(format!("{moves} columns of 32 bits, i32 or f32, not {ty}")))
}

fn begins_at_column(first: Option<i64>) -> Checked {
    let first = first.unwrap_or(0);
    ensure((0..COLUMNS).contains(&first), || format!("tensor memory has no column {first}"))
}

/// Which sums products of these formats have: those of f32, those of f16, or integers.
fn multiplies(a: ElementFormat, b: ElementFormat, half: bool) -> bool {
    use ElementFormat as F;
    match (a, b) {
        (F::F16, F::F16) | (F::E4M3 | F::E5M2, F::E4M3 | F::E5M2) => true,
        (F::BF16, F::BF16) | (F::TF32, F::TF32) | (F::S8 | F::U8, F::S8 | F::U8) => !half,
        _ => false,
    }
}

pub(super) fn mma(check: &Check<'_>) -> Checked {
    use fields::tcgen05_mma as f;
    check.needs(Feature::TensorMemory)?;
    lies_in_tensor(check, f::tensor)?;
    let [of_a, of_b] =
        [f::a_format, f::b_format].map(|field| check.module.get::<ElementFormat>(check.op, field));
    let half = check.module.flag(check.op, f::half_sums);
    ensure(multiplies(of_a, of_b, half), || {
        let sums = if half { "sums of f16" } else { "sums of 32 bits" };
        format!("there is no product of {} and {} into {sums}", of_a.name(), of_b.name())
    })?;
    let integers = matches!(of_a, ElementFormat::S8 | ElementFormat::U8);
    if integers {
        check.needs(Feature::IntegerTensorMemory)?;
    }
    let (m, n) = (check.int(f::m).unwrap_or(0), check.int(f::n).unwrap_or(0));
    let is_of_pair = check.module.flag(check.op, f::pair);
    ensure(!is_of_pair || m == 128, || {
        format!("a product of a pair has 128 rows in each thread block, not {m}")
    })?;
    ensure(!is_of_pair || !integers || n % 32 == 0, || {
        format!("a product of a pair of integers has a multiple of 32 columns, not {n}")
    })?;
    ensure(matches!(m, 32 | 64 | 128), || {
        format!("a product of a thread block has 32, 64 or 128 rows, not {m}")
    })?;
    let known = match m {
        128 => (16..=256).contains(&n) && n % 16 == 0,
        _ => matches!(n, 64 | 128 | 256),
    };
    ensure(known, || match m {
        128 => format!("a product of 128 rows has no {n} columns: multiples of 16 up to 256"),
        _ => format!("a product of {m} rows has 64, 128 or 256 columns, not {n}"),
    })?;
    let in_tensor = check.ty(f::a) == Type::I32;
    ensure(!in_tensor || (m == 128 && !check.module.flag(check.op, f::transpose_a)), || {
        "`a` in tensor memory has 128 rows, contiguous along the inner extent".to_owned()
    })?;
    said_by_descriptors(check, if in_tensor { &[f::b] } else { &[f::a, f::b] })?;
    let turned = [f::transpose_a, f::transpose_b].iter().any(|&field| check.module.flag(check.op, field));
    ensure(!turned || of_a != ElementFormat::TF32, || {
        "matrices of tf32 must be contiguous along the inner extent here".to_owned()
    })
}

fn said_by_descriptors(check: &Check<'_>, matrices: &[Field]) -> Checked {
    let wrong = matrices.iter().map(|&field| check.ty(field)).find(|&ty| ty != Type::I64);
    wrong.map_or(Ok(()), |ty| Err(format!("matrices are said by descriptors, i64, not by {ty}")))
}

pub(super) fn mma_scaled(check: &Check<'_>) -> Checked {
    use fields::tcgen05_mma_scaled as f;
    check.needs(Feature::TensorMemory)?;
    [f::tensor, f::a_scale, f::b_scale].into_iter().try_for_each(|field| lies_in_tensor(check, field))?;
    said_by_descriptors(check, &[f::a, f::b])?;
    let formats = [f::a_format, f::b_format].map(|field| check.module.get::<ElementFormat>(check.op, field));
    let int = |field| check.int(field).unwrap_or(0);
    let (scale, of_row) = (check.module.get::<ElementFormat>(check.op, f::scale_format), int(f::scales));
    let are_bytes = formats.iter().all(|format| matches!(format, ElementFormat::E4M3 | ElementFormat::E5M2));
    let are_narrow = formats == [ElementFormat::E2M1; 2];
    let known = match (scale, of_row) {
        (ElementFormat::UE8M0, 1) => are_bytes,
        (ElementFormat::UE8M0, 2 | 4) | (ElementFormat::UE4M3, 4) => are_narrow,
        _ => false,
    };
    let [a, b] = formats.map(ElementFormat::name);
    ensure(known, || {
        format!("no instruction takes {of_row} scales of {} in a row of {a} and {b}", scale.name())
    })?;
    let turned = [f::transpose_a, f::transpose_b].iter().any(|&field| check.module.flag(check.op, field));
    ensure(!(are_narrow && turned), || "takes elements of 4 bits along k only".to_owned())?;
    let n = int(f::n);
    ensure((16..=256).contains(&n) && n % 16 == 0, || {
        format!("a product of 128 rows has no {n} columns: multiples of 16 up to 256")
    })?;
    let wrong =
        [f::a_byte, f::b_byte].map(int).into_iter().find(|byte| !(0..4).contains(byte) || byte % of_row != 0);
    wrong.map_or(Ok(()), |byte| {
        Err(format!(
            "{of_row} scales begin at a multiple of it in the bytes 0 to 3 of a column, not at {byte}"
        ))
    })
}

pub(super) fn copy(check: &Check<'_>) -> Checked {
    use fields::tcgen05_copy as f;
    check.needs(Feature::TensorMemory)?;
    lies_in_tensor(check, f::tensor)?;
    said_by_descriptors(check, &[f::block])
}

pub(super) fn commit(check: &Check<'_>) -> Checked {
    use fields::tcgen05_commit as f;
    check.needs(Feature::TensorMemory)?;
    words(check, f::multicast, "the mask of thread blocks")?;
    lies_in(check, f::address, &[Space::Shared], "an mbarrier")
}
