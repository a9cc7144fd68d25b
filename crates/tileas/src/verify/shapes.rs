//! Rules that layouts add to changes of shape, and to products by the matrix instruction.

use ir::Field;
use numerics::Scalar;
pub(super) use tile_core::tiles::shapes::product;
use tile_core::tiles::shapes::slices;

use super::{Ask as _, Check, Checked, ensure};
use crate::instruction::{BlockScales, MatrixInstruction, warpgroup_sums};
use crate::layout::{Input, Mma, MmaWarps, Numbering, RegisterLayout, Shape, TensorAccess, TensorLayout};
use crate::ops::{block_scales, choice, fields, warpgroups};
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

/// Bits of the inner dimension over which an instruction of warpgroups sums.
const DEPTH_BITS: u64 = 256;

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
    if check.module.attr(check.op, fields::dot::warpgroups).is_present() {
        return by_warpgroups(check);
    }
    let Some(instruction) = MatrixInstruction::of(check.module, check.op) else {
        let open = !check.module.attr(check.op, fields::dot::slices).is_present()
            && check.module.ints(check.op, fields::dot::warps).is_empty();
        return ensure(open, || "states how an instruction computes it, but not which one".to_owned());
    };
    let (data, other, sum) = (check.scalar(lhs), check.scalar(rhs), check.scalar(acc));
    ensure(instruction.takes(data, other, sum), || {
        format!("its instruction does not multiply {data} and {other} into {sum}")
    })?;
    let tiles = [lhs, rhs, acc].map(|field| &check.tile(field).layout);
    let slices = check.module.int(check.op, fields::dot::slices).unwrap_or(1);
    let depth = tiles[0].shape().extent(tiles[0].shape().rank() - 1);
    ensure(u32::try_from(slices).is_ok_and(|slices| slices.is_power_of_two() && slices <= depth), || {
        format!("an inner dimension of {depth} is not cut into {slices} slices")
    })?;
    fragments(instruction.mma(), &tiles, None, division(check)?)
}

/// A product with block scales: by an instruction of warps, with its scales in fragments too, into tensor memory, or not decided yet.
pub(super) fn dot_scaled(check: &Check<'_>) -> Checked {
    use fields::dot_scaled as f;
    ensure(!check.module.attr(check.op, f::slices).is_present(), || {
        "is not cut into slices, whose scales would be parts of blocks".to_owned()
    })?;
    if check.module.attr(check.op, f::warpgroups).is_present() {
        no_other_instruction(check)?;
        let is_read = is_read_by_rows(&check.tile(f::acc).layout);
        return ensure(is_read, || "its sum is not in the rows of `tcgen05`".to_owned());
    }
    let Some(instruction) = MatrixInstruction::of(check.module, check.op) else {
        let open = check.module.ints(check.op, f::warps).is_empty();
        return ensure(open, || "says how an instruction computes it, and not which".to_owned());
    };
    let data = [check.scalar(f::lhs), check.scalar(f::rhs)];
    let scales = block_scales(check.module, check.op).ok_or("has scales of numbers")?;
    let same = check.scalar(f::lhs_scale) == check.scalar(f::rhs_scale);
    ensure(same && instruction.takes_scaled(data, scales), || {
        let [lhs, rhs] = data;
        let BlockScales { scalar, block } = scales;
        format!(
            "its instruction does not multiply {lhs} and {rhs} with scales of {scalar} for blocks of {block}"
        )
    })?;
    let tiles = [f::lhs, f::rhs, f::acc].map(|field| &check.tile(field).layout);
    let scales = [f::lhs_scale, f::rhs_scale].map(|field| &check.tile(field).layout);
    fragments(instruction.mma(), &tiles, Some(&scales), division(check)?)
}

/// An instruction of warpgroups, or of tensor memory, adds products of these numbers.
pub(super) fn multiplies(lhs: Scalar, rhs: Scalar, sum: Scalar) -> Checked {
    ensure(warpgroup_sums(lhs, rhs).contains(&sum), || {
        format!("there is no instruction for {lhs} and {rhs} into {sum}")
    })
}

/// A product that `wgmma` computes: only its sum is in fragments, since its operands are to be in shared memory.
fn by_warpgroups(check: &Check<'_>) -> Checked {
    use fields::dot::{acc, lhs, rhs, slices};
    no_other_instruction(check)?;
    let Some(groups) = warpgroups(check.module, check.op) else {
        return Err("needs two powers of two in `warpgroups`, which divide its rows and columns".to_owned());
    };
    multiplies(check.scalar(lhs), check.scalar(rhs), check.scalar(acc))?;
    let sum = &check.tile(acc).layout;
    let batch = sum.shape().rank().saturating_sub(2);
    let is_one = sum.shape().rank() >= 2 && sum.shape().extents().take(batch).all(|extent| extent == 1);
    ensure(is_one, || "`wgmma` multiplies matrices, not batches of them".to_owned())?;
    let is_sliced = check.module.attr(check.op, slices).is_present();
    if is_read_by_rows(sum) {
        return ensure(!is_sliced, || "is computed in tensor memory, not in slices".to_owned());
    }
    let (left, count) = (check.tile(lhs), check.module.int(check.op, slices).unwrap_or(1));
    let depth = left.shape().last().copied().unwrap_or(1);
    let most = u64::from(depth) * u64::from(check.scalar(lhs).storage_bits()) / DEPTH_BITS;
    let whole = u64::try_from(count).is_ok_and(|count| count.is_power_of_two() && count <= most);
    ensure(!is_sliced || whole, || format!("an inner dimension of {depth} is not cut into {count} slices"))?;
    let ways = [RegisterLayout::wgmma_accumulator, RegisterLayout::wgmma_accumulator_transposed];
    let mut wanted = ways.into_iter().filter_map(|way| way(sum.shape(), groups));
    ensure(wanted.any(|wanted| same_threads(&wanted, sum)), || {
        format!(
            "its sum is not in the fragments of `wgmma` or the rows of `tcgen05` for these `warpgroups`, but in '{sum}'"
        )
    })
}

/// Nothing says how an instruction of warps would compute a product.
fn no_other_instruction(check: &Check<'_>) -> Checked {
    let choice = choice(check.module, check.op).ok_or("is no product of tiles")?;
    let other = [choice.instruction, choice.numbering, choice.warps];
    let other = other.map(|field| check.module.attr(check.op, field));
    ensure(other.iter().all(|slot| !slot.is_present()), || {
        "is computed by warpgroups, but has attributes of an instruction of warps".to_owned()
    })
}

/// Whether threads hold rows, or columns, of a sum as they read them from tensor memory.
fn is_read_by_rows(sum: &RegisterLayout) -> bool {
    if sum.shape().rank() != 2 {
        return false;
    }
    let memories = |sum: &RegisterLayout| {
        [TensorLayout::accumulator, TensorLayout::repeated].map(|of| of(sum.shape())).into_iter().flatten()
    };
    let is_read =
        |sum: &RegisterLayout| memories(sum).any(|memory| memory.access(sum) == Some(TensorAccess::Lanes32));
    is_read(sum) || is_read(&sum.permute_dims(&[1, 0]))
}

/// How warps divide a product and how its elements are numbered, where the op says it.
fn division(check: &Check<'_>) -> Result<Option<(MmaWarps, Numbering)>, String> {
    let Some(choice) = choice(check.module, check.op) else { return Ok(None) };
    let counts = check.module.ints(check.op, choice.warps);
    let numbering = check.module.get_opt(check.op, choice.numbering);
    let bits = |count: i64| u32::try_from(count).ok().filter(|count| count.is_power_of_two()).map(u32::ilog2);
    match (counts, numbering) {
        ([], None) => Ok(None),
        (&[rows, columns], Some(numbering)) => {
            let warps = bits(rows).zip(bits(columns)).map(|(rows, columns)| MmaWarps { rows, columns });
            let warps = warps.ok_or_else(|| format!("{rows} and {columns} are no numbers of warps"))?;
            Ok(Some((warps, numbering)))
        }
        (_, _) => Err("needs two numbers in `warps` and a `numbering`, or neither".to_owned()),
    }
}

/// Operands and sum are held as the instruction wants them, by warps divided and elements numbered as the op says, or else in
/// any way.
fn fragments(
    mma: Mma,
    tiles: &[&RegisterLayout; 3],
    scales: Option<&[&RegisterLayout; 2]>,
    said: Option<(MmaWarps, Numbering)>,
) -> Checked {
    let warp_bits = tiles[2].bits(Input::Warp);
    // The nearest match: the number of correct tiles, and the first wrong one.
    let mut nearest: Option<(usize, &str, RegisterLayout)> = None;
    for (rows, numbering) in
        (0..=warp_bits).flat_map(|rows| Numbering::ALL.iter().map(move |&numbering| (rows, numbering)))
    {
        let warps = MmaWarps { rows, columns: warp_bits - rows };
        if said.is_some_and(|said| said != (warps, numbering)) {
            continue;
        }
        let Some(left) = mma.left(tiles[0].shape(), warps, numbering) else { continue };
        let Some(right) = mma.right(tiles[1].shape(), warps, numbering) else { continue };
        let Some(sum) = mma.sum(tiles[2].shape(), warps, numbering) else { continue };
        let mut wanted = vec![("lhs", left, tiles[0]), ("rhs", right, tiles[1]), ("acc", sum, tiles[2])];
        if let Some([left, right]) = scales {
            let Some(of_left) = mma.left_scales(left.shape(), warps, numbering) else { continue };
            let Some(of_right) = mma.right_scales(right.shape(), warps, numbering) else { continue };
            wanted.extend([("lhs_scale", of_left, *left), ("rhs_scale", of_right, *right)]);
        }
        let right = wanted.iter().filter(|(_, wanted, found)| same_threads(wanted, found)).count();
        let wrong = wanted.into_iter().find(|(_, wanted, found)| !same_threads(wanted, found));
        let Some((name, wanted, _)) = wrong else { return Ok(()) };
        if nearest.as_ref().is_none_or(|&(most, ..)| right > most) {
            nearest = Some((right, name, wanted));
        }
    }
    let what = "its tiles are not in the fragments of the instruction";
    Err(match nearest {
        Some((_, name, wanted)) => format!("{what}; `{name}` could be {wanted}"),
        None if said.is_some() => format!("{what} for its `warps` and `numbering`"),
        None => format!("{what}, which takes {} elements along the inner dimension", mma.k),
    })
}
