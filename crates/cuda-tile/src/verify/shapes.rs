//! Constants and ops that change shapes.

use diag::{Diagnostic, Severity};
use ir::verify::op_diagnostic;
use ir::{Field, Value};
use numerics::Scalar;

use super::check::{Checked, OpCheck, fail, list, quote};
use super::codes::{CONSTANT, INDEX_WARNING, SHAPE};
use crate::attrs::Attr;
use crate::ops::{Opcode, fields};
use crate::types::{Elem, TileType, Type};

const SOURCE: Field = Field::Operand(0);
const RESULT: Field = Field::Result(0);

pub(super) fn broadcast(check: &OpCheck<'_, '_>) -> Checked {
    let (source, result) = (check.tile(SOURCE).shape(), check.tile(RESULT).shape());
    let bad = source.iter().zip(result).position(|(&from, &to)| from != 1 && from != to);
    let Some(dim) = bad else { return Ok(()) };
    let message = format!(
        "expects the shape of source tile to be compatible with that of the result tile, but got: {} and {}",
        list(source),
        list(result)
    );
    fail(
        check
            .with_types(check.error(SHAPE, message), &[SOURCE])
            .note(format!(
                "dimension {dim} of the source has extent {}, which is neither 1 nor {}",
                source[dim], result[dim]
            ))
            .help("only dimensions of extent 1 are stretched; `reshape` first to make one"),
    )
}

pub(super) fn cat(check: &OpCheck<'_, '_>) -> Checked {
    use fields::cat::{dim, lhs, rhs};
    let (left, right) = (check.tile(lhs).shape(), check.tile(rhs).shape());
    let whole = check.tile(RESULT).shape();
    let at = check.int(dim, 64);
    let along = usize::try_from(at).ok().filter(|&d| d < left.len());
    let Some(along) = along else {
        let message = format!("expect dim to be [0, {}), but got: {at}", left.len());
        return fail(check.with_types(check.error(SHAPE, message), &[lhs, rhs]));
    };
    let sum = left[along] + right[along];
    check.ensure_types(whole[along] == sum, SHAPE, &[lhs, rhs, RESULT], || {
        format!("invalid concat at position {along}, expected: {sum} but got: {}", whole[along])
    })?;
    for (i, (&a, (&b, &c))) in
        left.iter().zip(right.iter().zip(whole)).enumerate().filter(|&(i, _)| i != along)
    {
        check.ensure_types(a == b, SHAPE, &[lhs, rhs], || {
            format!(
                "expect lhs and rhs shapes to match at non-concat position {i}, expected: {a} but got: {b}"
            )
        })?;
        check.ensure_types(a == c, SHAPE, &[lhs, RESULT], || {
            format!(
                "expect lhs and result shapes to match at non-concat position {i}, expected: {a} but got: {c}"
            )
        })?;
    }
    Ok(())
}

pub(super) fn constant(check: &OpCheck<'_, '_>) -> Checked {
    let Some(Attr::Dense(dense)) = check.attr(fields::constant::value) else { return Ok(()) };
    if dense.ty == check.type_id(RESULT) {
        return Ok(());
    }
    let (given, result) = (check.module().types.get(dense.ty), check.ty(RESULT));
    let message = "failed to verify that all of {value, result} have same type";
    fail(check.error(CONSTANT, message).note(format!(
        "the value has type {}, the result {}",
        quote(given),
        quote(result)
    )))
}

pub(super) fn extract(check: &OpCheck<'_, '_>) -> Checked {
    use fields::extract::{indices, source};
    let (whole, part) = (check.tile(source), check.tile(RESULT));
    blocks(check, [source, RESULT], whole, part, |i, a, b| {
        format!("source dimension {i} size ({a}) must be evenly divisible by result dimension {i} size ({b})")
    })?;
    block_indices(check, indices, whole)
}

pub(super) fn insert(check: &OpCheck<'_, '_>) -> Checked {
    use fields::insert::{destination, indices, source};
    let (whole, part) = (check.tile(destination), check.tile(source));
    blocks(check, [source, destination], whole, part, |i, a, b| {
        format!("result dimension {i} size ({a}) must be evenly divisible by source dimension {i} size ({b})")
    })?;
    block_indices(check, indices, whole)
}

/// `part` cuts `whole` into blocks.
fn blocks(
    check: &OpCheck<'_, '_>,
    shown: [Field; 2],
    whole: &TileType,
    part: &TileType,
    message: impl Fn(usize, u32, u32) -> String,
) -> Checked {
    check.ensure_types(whole.elem() == part.elem(), SHAPE, &shown, || {
        "source and result element type do not match".to_owned()
    })?;
    check.ensure_types(whole.rank() == part.rank(), SHAPE, &shown, || {
        "source and result must have the same rank".to_owned()
    })?;
    for (i, (&a, &b)) in whole.shape().iter().zip(part.shape()).enumerate() {
        check.ensure_types(a % b == 0, SHAPE, &shown, || message(i, a, b))?;
    }
    Ok(())
}

fn block_indices(check: &OpCheck<'_, '_>, field: Field, whole: &TileType) -> Checked {
    let count = check.operands(field).len();
    check.ensure(count == whole.rank(), SHAPE, || {
        format!("expected {} indices, but got {count}", whole.rank())
    })
}

pub(super) fn extract_warnings(check: &OpCheck<'_, '_>) -> Vec<Diagnostic> {
    use fields::extract::{indices, source};
    index_warnings(check, indices, [source, RESULT])
}

pub(super) fn insert_warnings(check: &OpCheck<'_, '_>) -> Vec<Diagnostic> {
    use fields::insert::{destination, indices, source};
    index_warnings(check, indices, [destination, source])
}

/// Warns of constant indices that no block of `whole` has.
fn index_warnings(check: &OpCheck<'_, '_>, field: Field, [whole, part]: [Field; 2]) -> Vec<Diagnostic> {
    let (whole, part) = (check.tile(whole), check.tile(part));
    let warning = |(i, &value): (usize, &Value)| {
        let last = i64::from(whole.shape()[i] / part.shape()[i]) - 1;
        let number = constant_index(check, value).filter(|&n| n < 0 || n > last)?;
        Some(index_warning(check, i, number, last))
    };
    check.operands(field).iter().enumerate().filter_map(warning).collect()
}

fn index_warning(check: &OpCheck<'_, '_>, i: usize, number: i64, last: i64) -> Diagnostic {
    let op = check.spec.mnemonic;
    let message = if number < 0 {
        format!("{op} index {i} has negative value {number}, which may cause undefined behavior")
    } else {
        format!("{op} index {i} value {number} may be out of bounds (max valid index: {last})")
    };
    op_diagnostic(check.module(), check.op, Severity::Warning, INDEX_WARNING, message)
        .note("indices count blocks, not elements")
}

/// The number that a rank-0 i32 constant holds.
fn constant_index(check: &OpCheck<'_, '_>, value: Value) -> Option<i64> {
    let module = check.module();
    let op = module.body.def_op(value).filter(|&op| check.is_sound(op))?;
    if module.opcode(op) != Opcode::Constant {
        return None;
    }
    let attr = module.attrs.try_get(module.attr(op, fields::constant::value).as_interned()?)?;
    let Attr::Dense(dense) = attr else { return None };
    (dense.elem() == Scalar::I32).then(|| i64::from(dense.bits(0) as u32 as i32))
}

pub(super) fn iota(check: &OpCheck<'_, '_>) -> Checked {
    let tile = check.tile(RESULT);
    check.ensure_types(tile.rank() == 1, SHAPE, &[RESULT], || {
        "expects result type to be 1-d tile".to_owned()
    })?;
    let bits = tile.elem().scalar().map_or(64, Scalar::bits);
    let fits = bits >= 32 || tile.len() as u64 <= 1 << bits;
    check.ensure_types(fits, SHAPE, &[RESULT], || {
        format!(
            "the number of elements {} exceeds the maximum value of element type {}",
            tile.len(),
            quote(&elem_type(tile))
        )
    })
}

fn elem_type(tile: &TileType) -> Type {
    match tile.elem() {
        Elem::Scalar(scalar) => Type::Scalar(scalar),
        Elem::Ptr(ptr) => Type::Ptr(ptr),
    }
}

/// Both `pack` and `unpack`.
pub(super) fn pack(check: &OpCheck<'_, '_>) -> Checked {
    let (source, result) = (check.tile(SOURCE), check.tile(RESULT));
    let shown = [SOURCE, RESULT];
    check.ensure_types(source.rank() == 1 && result.rank() == 1, SHAPE, &shown, || {
        "expects source and result to be rank-1 tiles".to_owned()
    })?;
    let [from, to] = [source, result].map(|tile| tile.elem().scalar().map_or(0, packed_bits));
    check.ensure_types(from != to, SHAPE, &shown, || {
        "expects source and result to have different element type widths".to_owned()
    })?;
    let [from, to] = [source.len() as u64 * u64::from(from), result.len() as u64 * u64::from(to)];
    check
        .ensure_types(from % 8 == 0, SHAPE, &shown, || "expects source tile to be byte-aligned".to_owned())?;
    check.ensure_types(to % 8 == 0, SHAPE, &shown, || "expects result tile to be byte-aligned".to_owned())?;
    check.ensure_types(from == to, SHAPE, &shown, || {
        format!(
            "expects source and result to have the same size in bytes, but got source tile size {} bytes and result tile size {} bytes",
            from / 8,
            to / 8
        )
    })
}

/// Bits that an element takes when packed: one for i1, 32 for tf32.
fn packed_bits(scalar: Scalar) -> u32 {
    if scalar == Scalar::TF32 { 32 } else { scalar.bits() }
}

pub(super) fn permute(check: &OpCheck<'_, '_>) -> Checked {
    let (source, result) = (check.tile(SOURCE), check.tile(RESULT));
    let Some(Attr::I32s(order)) = check.attr(fields::permute::permutation) else { return Ok(()) };
    let rank = source.rank();
    check
        .ensure_types(rank >= 2, SHAPE, &[SOURCE], || format!("expects at least rank 2, but got: {rank}"))?;
    check.ensure_types(order.len() == rank, SHAPE, &[SOURCE], || {
        format!("expect permutation size ({}) to equal the rank of the source ({rank})", order.len())
    })?;
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    check.ensure(sorted.windows(2).all(|pair| pair[0] != pair[1]), SHAPE, || {
        "expect permutation elements to be unique".to_owned()
    })?;
    for (i, &p) in order.iter().enumerate() {
        let target = usize::try_from(p).ok().filter(|&p| p < rank);
        let Some(target) = target else {
            let message = format!("permutation element at index {i} ({p}) is out of bound [0, {rank})");
            return fail(check.error(SHAPE, message));
        };
        let (expected, got) = (source.shape()[target], result.shape()[i]);
        check.ensure_types(expected == got, SHAPE, &[SOURCE, RESULT], || {
            format!("result shape invalid at index {i}, expected: {expected}, but got: {got}")
        })?;
    }
    Ok(())
}

pub(super) fn reshape(check: &OpCheck<'_, '_>) -> Checked {
    let (source, result) = (check.tile(SOURCE).len(), check.tile(RESULT).len());
    check
        .ensure_types(source == result, SHAPE, &[SOURCE, RESULT], || {
            "expected source tile and result tile to have the same number of elements".to_owned()
        })
        .map_err(|d| Box::new(d.note(format!("the source has {source} elements, the result {result}"))))
}

pub(super) fn select(check: &OpCheck<'_, '_>) -> Checked {
    let packed = check.tile(RESULT).elem() == Elem::Scalar(Scalar::F4E2M1FN);
    check
        .ensure_types(!packed, SHAPE, &[RESULT], || "cannot operate on sub-byte type F4E2M1FN".to_owned())
        .map_err(|d| {
            Box::new(d.help("`pack` the tiles into bytes, or convert with `ftof`, and select those"))
        })
}
