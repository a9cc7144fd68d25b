//! Collective operations: barriers, shuffles, votes, matrices.

use tile_core::arith::AtomicRMWMode;
use tileas::target::Feature;

use super::{Check, Checked, ensure};
use crate::Type;
use crate::attrs::{ElementFormat, MmaShape, VoteKind};
use crate::ops::fields;
use crate::types::Space;

pub(super) fn barrier(check: &Check<'_>) -> Checked {
    use fields::barrier::{id, threads};
    named_barrier(check.int(id).unwrap_or(0), check.int(threads))
}

/// A barrier with this number, and its count of threads if that is given.
pub(super) fn named_barrier(number: i64, threads: Option<i64>) -> Checked {
    ensure((0..16).contains(&number), || format!("a thread block has barriers 0 to 15, not {number}"))?;
    let Some(count) = threads else { return Ok(()) };
    let warps = (32..=1024).contains(&count) && count % 32 == 0;
    ensure(warps, || format!("whole warps meet at a barrier, and {count} threads are none"))
}

pub(super) fn shfl(check: &Check<'_>) -> Checked {
    use fields::shfl::{clamp, lane};
    let ty = check.ty(lane);
    ensure(ty == Type::I32, || format!("lanes are counted in i32, not {ty}"))?;
    let last = check.int(clamp).unwrap_or(31);
    ensure((0..1 << 13).contains(&last), || format!("{last} says neither segments nor a last lane"))
}

pub(super) fn vote(check: &Check<'_>) -> Checked {
    use fields::vote::{kind, result};
    let (ballot, ty) = (check.module.get::<VoteKind>(check.op, kind) == VoteKind::Ballot, check.ty(result));
    let fits = if ballot { matches!(ty, Type::I32 | Type::I64) } else { true };
    ensure(fits, || format!("{ty} does not hold a bit for each lane"))
}

pub(super) fn redux(check: &Check<'_>) -> Checked {
    let mode = check.module.get::<AtomicRMWMode>(check.op, fields::redux::mode);
    let ty = check.ty(fields::redux::result);
    let fits = !matches!(mode, AtomicRMWMode::AddF | AtomicRMWMode::Xchg);
    ensure(fits && ty == Type::I32, || {
        format!("lanes combine i32, and do not combine {ty} by `{}`", mode.name())
    })
}

/// Registers of a fragment of `rows` by `columns` elements.
fn registers(rows: u32, columns: u32, bits: u32, register: u32) -> u32 {
    (rows * columns * bits) / (32 * register)
}

pub(super) fn mma(check: &Check<'_>) -> Checked {
    use fields::mma as f;
    let [m, n, k] = check.module.get::<MmaShape>(check.op, f::shape).extents();
    let sums = check.types(f::c);
    let sum = *sums.first().ok_or("has nothing to add to")?;
    ensure(matches!(sum, Type::F32 | Type::F64 | Type::F16x2 | Type::I32), || {
        format!("there are no sums in {sum}")
    })?;
    ensure(check.result_types(f::d) == sums, || "gives sums of the types of `c`".to_owned())?;
    let sum_bits = if sum == Type::F16x2 { 16 } else { sum.bits() };
    fragment(&sums, "c", registers(m, n, sum_bits, sum.bits()))?;
    for (field, format, name, rows, columns) in
        [(f::a, f::a_format, "a", m, k), (f::b, f::b_format, "b", k, n)]
    {
        let types = check.types(field);
        let ty = *types.first().ok_or_else(|| format!("`{name}` is empty"))?;
        let bits = match ty {
            Type::F64 => 64,
            Type::F16x2 | Type::BF16x2 => 16,
            Type::I32 => check.module.get::<ElementFormat>(check.op, format).fragment_bits(),
            _ => return Err(format!("registers of `{name}` are i32, pairs or f64, not {ty}")),
        };
        fragment(&types, name, registers(rows, columns, bits, ty.bits()))?;
    }
    Ok(())
}

/// The products with block scales that there are: formats of elements, of scales, and the scales of a row or column.
const SCALED: [(&[ElementFormat], ElementFormat, i64, MmaShape); 4] = [
    (&[ElementFormat::E4M3, ElementFormat::E5M2], ElementFormat::UE8M0, 1, MmaShape::M16N8K32),
    (&[ElementFormat::E2M1], ElementFormat::UE8M0, 2, MmaShape::M16N8K64),
    (&[ElementFormat::E2M1], ElementFormat::UE8M0, 4, MmaShape::M16N8K64),
    (&[ElementFormat::E2M1], ElementFormat::UE4M3, 4, MmaShape::M16N8K64),
];

pub(super) fn mma_scaled(check: &Check<'_>) -> Checked {
    use fields::mma_scaled as f;
    let int = |field| check.module.int(check.op, field).unwrap_or(0);
    let [of_a, of_b, of_scale] = [f::a_format, f::b_format, f::scale_format]
        .map(|field| check.module.get::<ElementFormat>(check.op, field));
    let (shape, scales) = (check.module.get::<MmaShape>(check.op, f::shape), int(f::scales));
    let fits = |row: &(&[ElementFormat], ElementFormat, i64, MmaShape)| {
        row.0.contains(&of_a) && row.0.contains(&of_b) && (row.1, row.2, row.3) == (of_scale, scales, shape)
    };
    ensure(SCALED.iter().any(fits), || {
        format!(
            "{} of {} and {} are not multiplied with {scales} scales of {}",
            shape.name(),
            of_a.name(),
            of_b.name(),
            of_scale.name()
        )
    })?;
    for (field, name, count) in [(f::a, "a", 4), (f::b, "b", 2), (f::c, "c", 4)] {
        let types = check.types(field);
        let ty = if name == "c" { Type::F32 } else { Type::I32 };
        ensure(types.iter().all(|&one| one == ty), || format!("registers of `{name}` are {ty}"))?;
        fragment(&types, name, count)?;
    }
    ensure(check.result_types(f::d) == check.types(f::c), || "gives sums of the types of `c`".to_owned())?;
    let in_words = [f::a_scale, f::b_scale].iter().all(|&field| check.ty(field) == Type::I32);
    ensure(in_words, || "takes scales in registers of i32".to_owned())?;
    let selects = |byte: i64, lanes: i64, most: i64| {
        (0..4).contains(&byte) && byte % scales == 0 && (0..most).contains(&lanes)
    };
    ensure(selects(int(f::a_byte), int(f::a_lanes), 2) && selects(int(f::b_byte), int(f::b_lanes), 4), || {
        "says by a byte of four, and by lanes of two for `a` and four for `b`, where scales are".to_owned()
    })
}

/// The given number of registers of one type.
fn fragment(types: &[Type], name: &str, wanted: u32) -> Checked {
    let same = types.iter().all(|ty| *ty == types[0]);
    ensure(same, || format!("the registers of `{name}` are of one type"))?;
    ensure(types.len() as u32 == wanted.max(1), || {
        format!("`{name}` has {} registers of {}, not {}", wanted.max(1), types[0], types.len())
    })
}

/// Matrices in shared memory, one register each.
fn matrices(types: &[Type], space: Type) -> Checked {
    ensure(matches!(types.len(), 1 | 2 | 4), || {
        format!("{} matrices are not moved at once; 1, 2 and 4 are", types.len())
    })?;
    ensure(types.iter().all(|&ty| ty == Type::I32), || "a thread has an i32 of each matrix".to_owned())?;
    ensure(matches!(space, Type::Ptr(Space::Shared | Space::Generic)), || {
        format!("matrices are in shared memory, not at {space}")
    })
}

pub(super) fn ldmatrix(check: &Check<'_>) -> Checked {
    use fields::ldmatrix::{address, bytes, transposed, values};
    let types = check.result_types(values);
    if check.module.flag(check.op, bytes) {
        check.needs(Feature::ByteMatrices)?;
        ensure(check.module.flag(check.op, transposed), || {
            "matrices of bytes are transposed: add `transposed`".to_owned()
        })?;
        ensure(matches!(types.len(), 2 | 4), || {
            format!("a thread has 2 or 4 registers of matrices of bytes, not {}", types.len())
        })?;
    }
    matrices(&types, check.ty(address))
}

pub(super) fn stmatrix(check: &Check<'_>) -> Checked {
    use fields::stmatrix::{address, values};
    matrices(&check.types(values), check.ty(address))
}
