//! Constants, shapes and products.

use ir::Field;

use super::{Check, TileLevel, fields};
use crate::control::rules::{Checked, ensure};

pub(super) fn constant<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::constant::{result, value, values};
    let (one, all) = (check.module.number(check.op, value), check.module.numbers(check.op, values));
    ensure(one.is_some() != all.is_some(), || "has either `value` or `values`".to_owned())?;
    let (found, wanted) = (all.map_or(1, <[u64]>::len) as u64, check.elements(result));
    ensure(one.is_some() || found == wanted, || format!("has {found} values for {wanted} elements"))?;
    let unused = 64 - check.scalar(result).bits();
    let mut bits = one.into_iter().chain(all.into_iter().flatten().copied());
    let fits = bits.all(|bits| unused == 0 || bits << unused >> unused == bits);
    ensure(fits, || format!("has a value that does not fit {}", check.scalar(result)))
}

pub(super) fn axis<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let axis = check.module.int(check.op, fields::get_program_id::axis).unwrap_or(-1);
    ensure((0..3).contains(&axis), || format!("a grid has axes 0 to 2, not {axis}"))
}

pub(super) fn make_range<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    let rank = check.shape(fields::make_range::result).len();
    ensure(rank == 1, || format!("gives a tile of rank 1, not {rank}"))
}

/// Source and result have the same element.
fn same_element<L: TileLevel>(check: &Check<'_, L>, one: Field, other: Field) -> Checked {
    let (one, other) = (check.elem(one), check.elem(other));
    ensure(one == other, || format!("does not change elements, but {one} becomes {other}"))
}

pub(super) fn view<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::view::{result, source};
    same_element(check, source, result)?;
    let (from, to) = (check.elements(source), check.elements(result));
    ensure(from == to, || format!("keeps the number of elements, but {from} become {to}"))
}

pub(super) fn broadcast<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::broadcast::{result, source};
    same_element(check, source, result)?;
    let (from, to) = (check.shape(source), check.shape(result));
    let fits = from.iter().zip(to).all(|(&from, &to)| from == to || from == 1);
    ensure(fits, || format!("repeats extents of 1, but {from:?} becomes {to:?}"))
}

pub(super) fn permute<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::permute::{permutation, result, source};
    same_element(check, source, result)?;
    let (from, to) = (check.shape(source), check.shape(result));
    let order = check.module.ints(check.op, permutation);
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    let whole = sorted.iter().copied().eq(0..from.len() as i64);
    ensure(whole, || format!("{order:?} does not name each of {} dimensions once", from.len()))?;
    let permuted = order.iter().map(|&dim| from[dim as usize]);
    ensure(permuted.eq(to.iter().copied()), || format!("{from:?} permuted by {order:?} is not {to:?}"))
}

pub(super) fn cat<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::cat::{lhs, result, rhs};
    same_element(check, lhs, result)?;
    same_element(check, rhs, result)?;
    let dim = check.dim(fields::cat::dim, check.shape(result).len())?;
    let (left, right, whole) = (check.shape(lhs), check.shape(rhs), check.shape(result));
    let extent = |at: usize| if at == dim { left[at] + right[at] } else { left[at] };
    let ranks = left.len() == whole.len() && right.len() == whole.len();
    let fits =
        ranks && (0..whole.len()).all(|at| extent(at) == whole[at] && (at == dim || left[at] == right[at]));
    ensure(fits, || format!("{left:?} and {right:?} along dimension {dim} are not {whole:?}"))
}

/// `part` is a slice of `whole`, and there is an index for each dimension.
///
/// # Errors
/// When it is none, or indices are missing.
pub fn slices<L: TileLevel>(check: &Check<'_, L>, whole: Field, part: Field, indices: Field) -> Checked {
    same_element(check, part, whole)?;
    let count = check.module.operands(check.op, indices).len();
    let (whole, part) = (check.shape(whole), check.shape(part));
    let fits = whole.len() == part.len() && whole.iter().zip(part).all(|(&whole, &part)| part <= whole);
    ensure(fits, || format!("{part:?} is no slice of {whole:?}"))?;
    ensure(count == whole.len(), || format!("has {count} indices for {} dimensions", whole.len()))
}

/// Numbers and bytes take the same number of bits.
fn packs<L: TileLevel>(check: &Check<'_, L>, numbers: Field, bytes: Field) -> Checked {
    let (from, to) = (check.shaped(numbers), check.shaped(bytes));
    let ranks = from.shape.len() == 1 && to.shape.len() == 1;
    ensure(ranks, || "works on tiles of rank 1".to_owned())?;
    let width = u64::from(numerics::pack::packed_bits(check.scalar(numbers)));
    let (bits, room) = (from.elements() * width, to.elements() * u64::from(check.scalar(bytes).bits()));
    ensure(bits.div_ceil(8) * 8 == room, || {
        format!("{bits} bits of numbers do not fill {room} bits of bytes")
    })
}

pub(super) fn pack<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    packs(check, fields::pack::source, fields::pack::result)
}

pub(super) fn unpack<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    packs(check, fields::unpack::result, fields::unpack::source)
}

/// Matrices, or batches of them, that can be multiplied.
///
/// # Errors
/// When their extents do not fit.
pub fn product(lhs: &[u32], rhs: &[u32], acc: &[u32]) -> Checked {
    let fits = match (lhs, rhs, acc) {
        (&[m, k], &[k2, n], &[m2, n2]) => k == k2 && m == m2 && n == n2,
        (&[b, m, k], &[b2, k2, n], &[b3, m2, n2]) => b == b2 && b == b3 && k == k2 && m == m2 && n == n2,
        _ => false,
    };
    ensure(fits, || format!("{lhs:?} times {rhs:?} is not {acc:?}"))
}

pub(super) fn dot<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::dot::{acc, lhs, result, rhs};
    product(check.shape(lhs), check.shape(rhs), check.shape(acc))?;
    ensure(check.ty(acc) == check.ty(result), || "gives the type of `acc`".to_owned())
}

pub(super) fn dot_scaled<L: TileLevel>(check: &Check<'_, L>) -> Checked {
    use fields::dot_scaled as f;
    let shapes = [f::lhs, f::rhs, f::acc, f::lhs_scale, f::rhs_scale].map(|field| check.shape(field));
    let [lhs, rhs, acc, left, right] = shapes;
    product(lhs, rhs, acc)?;
    product(left, right, acc)?;
    let (whole, groups) = (lhs[lhs.len() - 1], left[left.len() - 1]);
    ensure(groups <= whole, || format!("has {groups} scales for {whole} elements"))
}
