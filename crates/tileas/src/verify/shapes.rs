//! What layouts add to the rules of shapes, and products by the matrix instruction.

use ir::Field;
use numerics::Scalar;
pub(super) use tile_core::tiles::shapes::product;
use tile_core::tiles::shapes::slices;

use super::{Ask as _, Check, Checked, ensure};
use crate::layout::{Input, Mma, MmaWarps, Numbering, RegisterLayout, Shape};
use crate::ops::fields;
use crate::types::Type;

/// The source is held so that the op but renames registers; single elements are held everywhere.
fn renames(check: &Check<'_>, source: Field, wanted: impl FnOnce() -> RegisterLayout) -> Checked {
    let layout = &check.tile(source).layout;
    if check.elements(source) == 1 {
        return Ok(());
    }
    let wanted = wanted();
    ensure(*layout == wanted, || format!("renames registers of the layout '{wanted}', not '{layout}'"))
}

pub(super) fn view(check: &Check<'_>) -> Checked {
    use fields::view::{result, source};
    renames(check, source, || check.tile(result).layout.reshape(check.tile(source).layout.shape().clone()))
}

pub(super) fn broadcast(check: &Check<'_>) -> Checked {
    use fields::broadcast::{result, source};
    renames(check, source, || check.tile(result).layout.broadcast_operand(check.tile(source).layout.shape()))
}

pub(super) fn permute(check: &Check<'_>) -> Checked {
    use fields::permute::{permutation, result, source};
    let order = check.module.ints(check.op, permutation);
    let mut inverse = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &dim)| inverse[dim as usize] = at);
    renames(check, source, || check.tile(result).layout.permute_dims(&inverse))
}

pub(super) fn extract_slice(check: &Check<'_>) -> Checked {
    use fields::extract_slice::{indices, result, source};
    match (check.ty(source), check.ty(result)) {
        (Type::Tile(_), Type::Tile(_)) => slices(check, source, result, indices),
        (Type::Buffer(whole), Type::Buffer(part)) => {
            ensure(whole.elem == part.elem, || "keeps the type of the elements".to_owned())?;
            is_slice(check, [whole.layout.shape(), part.layout.shape()], indices)?;
            let run = whole.layout.slice(part.layout.shape()).as_ref() == Some(&part.layout);
            ensure(run, || format!("a slice of '{}' does not lie as '{}'", whole.layout, part.layout))
        }
        (Type::Tensor(whole), Type::Tensor(part)) => {
            ensure(whole.elem == part.elem, || "keeps the type of the elements".to_owned())?;
            is_slice(check, [whole.layout.shape(), part.layout.shape()], indices)?;
            let run = whole.layout.slice(part.layout.shape()).as_ref() == Some(&part.layout);
            ensure(run, || format!("a slice of '{}' does not lie as '{}'", whole.layout, part.layout))
        }
        (whole, part) => Err(format!("takes slices of tiles and of memory, not {part} of {whole}")),
    }
}

/// Extents and indices are those of a slice.
fn is_slice(check: &Check<'_>, [whole, part]: [&Shape; 2], indices: Field) -> Checked {
    let fits =
        whole.rank() == part.rank() && whole.extents().zip(part.extents()).all(|(whole, part)| part <= whole);
    ensure(fits, || format!("{part} is no slice of {whole}"))?;
    let count = check.module.operands(check.op, indices).len();
    ensure(count == whole.rank(), || format!("has {count} indices for {} dimensions", whole.rank()))
}

pub(super) fn insert_slice(check: &Check<'_>) -> Checked {
    use fields::insert_slice::{destination, indices, source};
    slices(check, destination, source, indices)
}

/// The parts of a wide element are the lowest registers of its thread.
fn packs(check: &Check<'_>, numbers: Field, bytes: Field) -> Checked {
    let (from, to) = (check.tile(numbers), check.tile(bytes));
    let (wide, narrow) = if from.shape()[0] <= to.shape()[0] { (from, to) } else { (to, from) };
    let parts = narrow.layout.shape().bits() - wide.layout.shape().bits();
    let split = split(&wide.layout, parts, &narrow.layout);
    ensure(split, || {
        format!("parts in the layout '{}' are not in the threads of '{}'", narrow.layout, wide.layout)
    })
}

/// True when a layout of parts has those of each element of the other in its lowest registers.
fn split(wide: &RegisterLayout, parts: u32, narrow: &RegisterLayout) -> bool {
    let up = |input| wide.columns(input).iter().map(|&column| column << parts).collect::<Vec<u64>>();
    let registers: Vec<u64> = (0..parts).map(|bit| 1 << bit).chain(up(Input::Register)).collect();
    narrow.columns(Input::Register) == registers
        && narrow.columns(Input::Lane) == up(Input::Lane)
        && narrow.columns(Input::Warp) == up(Input::Warp)
}

pub(super) fn pack(check: &Check<'_>) -> Checked {
    packs(check, fields::pack::source, fields::pack::result)
}

pub(super) fn unpack(check: &Check<'_>) -> Checked {
    packs(check, fields::unpack::result, fields::unpack::source)
}

/// The instruction that multiplies elements.
fn instruction(elem: Scalar) -> Option<Mma> {
    let (rows, k, element_bits) = match elem {
        Scalar::F16 | Scalar::BF16 => (16, 16, 16),
        Scalar::TF32 => (16, 8, 32),
        Scalar::I8 | Scalar::F8E4M3FN | Scalar::F8E5M2 => (16, 32, 8),
        Scalar::F64 => (8, 4, 64),
        Scalar::I1
        | Scalar::I4
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64
        | Scalar::F32
        | Scalar::F8E8M0FNU
        | Scalar::F4E2M1FN
        | Scalar::FNV8E5M3FNU => return None,
    };
    Some(Mma { rows, k, element_bits })
}

/// Threads hold the same elements, in whatever registers.
pub(super) fn same_threads(one: &RegisterLayout, other: &RegisterLayout) -> bool {
    let sorted = |layout: &RegisterLayout| {
        let mut columns: Vec<u64> = layout.columns(Input::Register).to_vec();
        columns.sort_unstable();
        columns
    };
    one.columns(Input::Lane) == other.columns(Input::Lane)
        && one.columns(Input::Warp) == other.columns(Input::Warp)
        && sorted(one) == sorted(other)
}

pub(super) fn dot(check: &Check<'_>) -> Checked {
    use fields::dot::{acc, lhs, rhs};
    let (data, other, sum) = (check.scalar(lhs), check.scalar(rhs), check.scalar(acc));
    let sums: &[Scalar] = if data == Scalar::F16 {
        &[Scalar::F16, Scalar::F32]
    } else if data == Scalar::I8 {
        &[Scalar::I32]
    } else if data == Scalar::F64 {
        &[Scalar::F64]
    } else {
        &[Scalar::F32]
    };
    let mma = instruction(data)
        .filter(|_| data.bits() == other.bits() && data.is_int() == other.is_int() && sums.contains(&sum));
    let mma = mma.ok_or_else(|| format!("there is no instruction for {data} and {other} into {sum}"))?;
    let tiles = [lhs, rhs, acc].map(|field| &check.tile(field).layout);
    fragments(mma, tiles)
}

/// Operands and sum are held as the instruction wants them, by warps divided in any way and in any numbering.
fn fragments(mma: Mma, tiles: [&RegisterLayout; 3]) -> Checked {
    let warp_bits = tiles[2].bits(Input::Warp);
    // What is nearest: how many tiles are right, and the first that is not.
    let mut nearest: Option<(usize, &str, RegisterLayout)> = None;
    for (rows, numbering) in
        (0..=warp_bits).flat_map(|rows| Numbering::ALL.map(|numbering| (rows, numbering)))
    {
        let warps = MmaWarps { rows, columns: warp_bits - rows };
        let Some(left) = mma.left(tiles[0].shape(), warps, numbering) else { continue };
        let Some(right) = mma.right(tiles[1].shape(), warps, numbering) else { continue };
        let Some(sum) = mma.sum(tiles[2].shape(), warps, numbering) else { continue };
        let wanted = [("lhs", left), ("rhs", right), ("acc", sum)];
        let right =
            wanted.iter().zip(tiles).filter(|((_, wanted), found)| same_threads(wanted, found)).count();
        let wrong = wanted.into_iter().zip(tiles).find(|((_, wanted), found)| !same_threads(wanted, found));
        let Some(((name, wanted), _)) = wrong else { return Ok(()) };
        if nearest.as_ref().is_none_or(|&(most, ..)| right > most) {
            nearest = Some((right, name, wanted));
        }
    }
    let what = "its tiles are not in the fragments of the instruction";
    Err(match nearest {
        Some((_, name, wanted)) => format!("{what}; `{name}` could be {wanted}"),
        None => format!("{what}, which takes {} elements along the inner dimension", mma.k),
    })
}
