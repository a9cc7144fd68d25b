//! Constants, shapes, widths, products by the matrix instruction.

use ir::Field;
use numerics::Scalar;
use tileaa::types::Elem;

use super::{Check, Checked, ensure, layouts};
use crate::layout::{Input, Mma, MmaWarps, Numbering, RegisterLayout, Shape};
use crate::ops::fields;
use crate::types::Type;

pub(super) fn constant(check: &Check<'_>) -> Checked {
    use fields::constant::{result, value, values};
    let (one, all) = (check.module.number(check.op, value), check.module.numbers(check.op, values));
    ensure(one.is_some() != all.is_some(), || "has either `value` or `values`".to_owned())?;
    let (found, wanted) = (all.map_or(1, <[u64]>::len) as u64, elements(check, result));
    ensure(one.is_some() || found == wanted, || format!("has {found} values for {wanted} elements"))?;
    let unused = 64 - check.scalar(result).bits();
    let mut bits = one.into_iter().chain(all.into_iter().flatten().copied());
    let fits = bits.all(|bits| unused == 0 || bits << unused >> unused == bits);
    ensure(fits, || format!("has a value that does not fit {}", check.scalar(result)))
}

fn elements(check: &Check<'_>, field: Field) -> u64 {
    1 << check.tile(field).layout.shape().bits()
}

pub(super) fn axis(check: &Check<'_>) -> Checked {
    let axis = check.module.int(check.op, fields::get_program_id::axis).unwrap_or(-1);
    ensure((0..3).contains(&axis), || format!("a grid has axes 0 to 2, not {axis}"))
}

pub(super) fn make_range(check: &Check<'_>) -> Checked {
    let rank = check.shape(fields::make_range::result).len();
    ensure(rank == 1, || format!("gives a tile of rank 1, not {rank}"))
}

/// Source and result have the same element.
fn same_element(check: &Check<'_>, one: Field, other: Field) -> Checked {
    let (one, other) = (check.elem(one), check.elem(other));
    ensure(one == other, || format!("does not change elements, but {one} becomes {other}"))
}

/// The source is held so that the op but renames registers; single elements are held everywhere.
fn renames(check: &Check<'_>, source: Field, wanted: impl FnOnce() -> RegisterLayout) -> Checked {
    let layout = &check.tile(source).layout;
    if elements(check, source) == 1 {
        return Ok(());
    }
    let wanted = wanted();
    ensure(*layout == wanted, || format!("renames registers of the layout '{wanted}', not '{layout}'"))
}

pub(super) fn view(check: &Check<'_>) -> Checked {
    use fields::view::{result, source};
    same_element(check, source, result)?;
    let (from, to) = (elements(check, source), elements(check, result));
    ensure(from == to, || format!("keeps the number of elements, but {from} become {to}"))?;
    renames(check, source, || check.tile(result).layout.reshape(check.tile(source).layout.shape().clone()))
}

pub(super) fn broadcast(check: &Check<'_>) -> Checked {
    use fields::broadcast::{result, source};
    same_element(check, source, result)?;
    let (from, to) = (check.shape(source), check.shape(result));
    let fits = from.iter().zip(to).all(|(&from, &to)| from == to || from == 1);
    ensure(fits, || format!("repeats extents of 1, but {from:?} becomes {to:?}"))?;
    renames(check, source, || check.tile(result).layout.broadcast_operand(check.tile(source).layout.shape()))
}

pub(super) fn permute(check: &Check<'_>) -> Checked {
    use fields::permute::{permutation, result, source};
    same_element(check, source, result)?;
    let (from, to) = (check.shape(source), check.shape(result));
    let order = check.module.ints(check.op, permutation);
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    let whole = sorted.iter().copied().eq(0..from.len() as i64);
    ensure(whole, || format!("{order:?} does not name each of {} dimensions once", from.len()))?;
    let permuted = order.iter().map(|&dim| from[dim as usize]);
    ensure(permuted.eq(to.iter().copied()), || format!("{from:?} permuted by {order:?} is not {to:?}"))?;
    let mut inverse = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &dim)| inverse[dim as usize] = at);
    renames(check, source, || check.tile(result).layout.permute_dims(&inverse))
}

pub(super) fn cat(check: &Check<'_>) -> Checked {
    use fields::cat::{lhs, result, rhs};
    same_element(check, lhs, result)?;
    same_element(check, rhs, result)?;
    let dim = check.dim(fields::cat::dim, check.shape(result).len())?;
    let (left, right, whole) = (check.shape(lhs), check.shape(rhs), check.shape(result));
    let ranks = left.len() == whole.len() && right.len() == whole.len();
    let extent = |at: usize| if at == dim { left[at] + right[at] } else { left[at] };
    let fits =
        ranks && (0..whole.len()).all(|at| extent(at) == whole[at] && (at == dim || left[at] == right[at]));
    ensure(fits, || format!("{left:?} and {right:?} along dimension {dim} are not {whole:?}"))
}

/// `part` divides `whole`, and there is an index for each dimension.
fn slices(check: &Check<'_>, whole: Field, part: Field, indices: Field) -> Checked {
    same_element(check, part, whole)?;
    let count = check.module.operands(check.op, indices).len();
    let (whole, part) = (check.shape(whole), check.shape(part));
    let fits = whole.len() == part.len() && whole.iter().zip(part).all(|(&whole, &part)| part <= whole);
    ensure(fits, || format!("{part:?} is no slice of {whole:?}"))?;
    ensure(count == whole.len(), || format!("has {count} indices for {} dimensions", whole.len()))
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

/// Numbers and bytes take the same number of bits, and the parts of a wide element are the lowest registers of its thread.
fn packs(check: &Check<'_>, numbers: Field, bytes: Field) -> Checked {
    let (from, to) = (check.tile(numbers), check.tile(bytes));
    let ranks = from.shape().len() == 1 && to.shape().len() == 1;
    ensure(ranks, || "works on tiles of rank 1".to_owned())?;
    let width = u64::from(numerics::pack::packed_bits(check.scalar(numbers)));
    let bits = elements(check, numbers) * width;
    let room = elements(check, bytes) * u64::from(check.scalar(bytes).bits());
    ensure(bits.div_ceil(8) * 8 == room, || {
        format!("{bits} bits of numbers do not fill {room} bits of bytes")
    })?;
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

/// Matrices, or batches of them, that can be multiplied.
pub(super) fn product(lhs: &[u32], rhs: &[u32], acc: &[u32]) -> Checked {
    let fits = match (lhs, rhs, acc) {
        (&[m, k], &[k2, n], &[m2, n2]) => k == k2 && m == m2 && n == n2,
        (&[b, m, k], &[b2, k2, n], &[b3, m2, n2]) => b == b2 && b == b3 && k == k2 && m == m2 && n == n2,
        _ => false,
    };
    ensure(fits, || format!("{lhs:?} times {rhs:?} is not {acc:?}"))
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
    use fields::dot::{acc, lhs, result, rhs};
    product(check.shape(lhs), check.shape(rhs), check.shape(acc))?;
    ensure(check.ty(acc) == check.ty(result), || "gives the type of `acc`".to_owned())?;
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

pub(super) fn widens(check: &Check<'_>) -> Checked {
    let (from, to) = (check.scalar(fields::exti::source), check.scalar(fields::exti::result));
    ensure(from.bits() < to.bits(), || format!("widens, but {to} is not wider than {from}"))?;
    layouts::element_wise(check)
}

pub(super) fn narrows(check: &Check<'_>) -> Checked {
    let (from, to) = (check.scalar(fields::trunci::source), check.scalar(fields::trunci::result));
    ensure(from.bits() > to.bits(), || format!("narrows, but {to} is not narrower than {from}"))?;
    layouts::element_wise(check)
}

pub(super) fn bitcast(check: &Check<'_>) -> Checked {
    let bits = |elem: Elem| elem.scalar().map(Scalar::bits);
    let (from, to) = (check.elem(fields::bitcast::source), check.elem(fields::bitcast::result));
    let same = bits(from).is_some() && bits(from) == bits(to);
    ensure(same, || format!("keeps the bits of numbers, but {from} and {to} differ in width"))?;
    layouts::element_wise(check)
}

pub(super) fn ptr_to_int(check: &Check<'_>) -> Checked {
    let to = check.scalar(fields::ptr_to_int::result);
    ensure(to == Scalar::I64, || format!("an address has 64 bits, and does not fit {to}"))?;
    layouts::element_wise(check)
}

pub(super) fn int_to_ptr(check: &Check<'_>) -> Checked {
    let from = check.scalar(fields::int_to_ptr::source);
    ensure(from == Scalar::I64, || format!("an address has 64 bits, and is not made of {from}"))?;
    layouts::element_wise(check)
}

pub(super) fn addptr(check: &Check<'_>) -> Checked {
    let bytes = check.module.int(check.op, fields::addptr::bytes).unwrap_or(0);
    ensure(bytes > 0 && u32::try_from(bytes).is_ok(), || {
        format!("elements have at least one byte, and do not have {bytes}")
    })?;
    layouts::element_wise(check)
}
