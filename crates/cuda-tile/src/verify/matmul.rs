//! Matrix products: shapes and element types.

use ir::Field;
use numerics::Scalar;

use super::check::{Checked, OpCheck, fail, list, quote};
use super::codes::{MMA_ELEMENT, MMA_SHAPE};
use crate::ops::fields;
use crate::types::Type;

/// One operand of a product: its name and where it is.
#[derive(Clone, Copy)]
struct Side {
    name: &'static str,
    field: Field,
}

const LHS: Side = Side { name: "lhs", field: fields::mmaf::lhs };
const RHS: Side = Side { name: "rhs", field: fields::mmaf::rhs };
const ACC: Side = Side { name: "acc", field: fields::mmaf::acc };
const LHS_SCALE: Side = Side { name: "lhs_scale", field: fields::mmaf_scaled::lhs_scale };
const RHS_SCALE: Side = Side { name: "rhs_scale", field: fields::mmaf_scaled::rhs_scale };

pub(super) fn mmaf(check: &OpCheck<'_, '_>) -> Checked {
    shapes(check)?;
    let input = scalar(check, LHS);
    let allowed: &[Scalar] = match input {
        Scalar::F16 | Scalar::F8E4M3FN | Scalar::F8E5M2 => &[Scalar::F16, Scalar::F32],
        Scalar::BF16 | Scalar::TF32 | Scalar::F32 => &[Scalar::F32],
        Scalar::F64 => &[Scalar::F64],
        // The constraint of the operand admits none of these.
        Scalar::F8E8M0FNU
        | Scalar::F4E2M1FN
        | Scalar::FNV8E5M3FNU
        | Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64 => &[],
    };
    let acc = scalar(check, ACC);
    check.ensure_types(allowed.contains(&acc), MMA_ELEMENT, &[LHS.field, ACC.field], || {
        let names: Vec<String> = allowed.iter().map(|&s| quote(&Type::Scalar(s))).collect();
        format!(
            "unsupported combination of element types. Input type '{input}' expects accumulator/result type to be one of {{{}}}, but got '{acc}'",
            names.join(", ")
        )
    })
}

pub(super) fn mmai(check: &OpCheck<'_, '_>) -> Checked {
    shapes(check)
}

fn scalar(check: &OpCheck<'_, '_>, side: Side) -> Scalar {
    check.tile(side.field).elem().scalar().expect("the constraint admits numbers alone")
}

/// Batch, M, N and K agree.
fn shapes(check: &OpCheck<'_, '_>) -> Checked {
    let rank = check.tile(LHS.field).rank();
    let shown = [LHS.field, RHS.field, ACC.field];
    check.ensure_types(rank == 2 || rank == 3, MMA_SHAPE, &shown, || {
        "operands must be 2D or 3D tiles".to_owned()
    })?;
    if rank == 3 {
        agree(check, (LHS, 0), (RHS, 0))?;
        agree(check, (LHS, 0), (ACC, 0))?;
    }
    let (row, column) = (rank - 2, rank - 1);
    agree(check, (LHS, column), (RHS, row))?;
    agree(check, (LHS, row), (ACC, row))?;
    agree(check, (RHS, column), (ACC, column))
}

/// Two extents are one.
fn agree(check: &OpCheck<'_, '_>, (a, i): (Side, usize), (b, j): (Side, usize)) -> Checked {
    let (left, right) = (check.tile(a.field).shape(), check.tile(b.field).shape());
    check.ensure_types(left[i] == right[j], MMA_SHAPE, &[a.field, b.field], || {
        format!(
            "shape error: dim {i} of {} ({}) and dim {j} of {} ({}) must match, but got {} shape ({}) and {} shape ({})",
            a.name, left[i], b.name, right[j], a.name, list(left), b.name, list(right)
        )
    })
}

pub(super) fn mmaf_scaled(check: &OpCheck<'_, '_>) -> Checked {
    shapes(check)?;
    let rank = check.tile(LHS.field).rank();
    let (row, column) = (rank - 2, rank - 1);
    if rank == 3 {
        agree(check, (LHS, 0), (LHS_SCALE, 0))?;
        agree(check, (RHS, 0), (RHS_SCALE, 0))?;
    }
    agree(check, (LHS, row), (LHS_SCALE, row))?;
    agree(check, (RHS, column), (RHS_SCALE, column))?;
    agree(check, (LHS_SCALE, column), (RHS_SCALE, row))?;
    scale_types(check)?;
    let (data, blocks) = (check.tile(LHS.field).shape()[column], check.tile(LHS_SCALE.field).shape()[column]);
    check.ensure_types(data % blocks == 0, MMA_SHAPE, &[LHS.field, LHS_SCALE.field], || {
        format!(
            "shape error: dim {column} of lhs_scale ({blocks}) must be a divisor of dim {column} of lhs ({data}), but got lhs_scale shape ({}) and lhs shape ({})",
            list(check.tile(LHS_SCALE.field).shape()),
            list(check.tile(LHS.field).shape())
        )
    })?;
    block_size(check, data / blocks)
}

/// The type of the scales must match that of the data.
fn scale_types(check: &OpCheck<'_, '_>) -> Checked {
    let (data, scale) = (scalar(check, LHS), scalar(check, LHS_SCALE));
    let goes = !matches!(scale, Scalar::F8E4M3FN | Scalar::FNV8E5M3FNU) || data == Scalar::F4E2M1FN;
    if goes {
        return Ok(());
    }
    let message = format!(
        "unsupported combination of element types. Scale type '{scale}' expects lhs and rhs element types to be 'f4E2M1FN', but got '{data}'"
    );
    fail(check.with_types(check.error(MMA_ELEMENT, message), &[LHS.field, LHS_SCALE.field]))
}

/// How many elements share a scale.
fn block_size(check: &OpCheck<'_, '_>, size: u32) -> Checked {
    let (data, scale) = (scalar(check, LHS), scalar(check, LHS_SCALE));
    let (kind, allowed, wanted): (String, &[u32], &str) = match (data, scale) {
        (Scalar::F4E2M1FN, Scalar::F8E4M3FN) => {
            ("f4E2M1FN element type with f8E4M3FN scales".to_owned(), &[16], "16")
        }
        (Scalar::F4E2M1FN, _) => {
            (format!("f4E2M1FN element type with {scale} scales"), &[16, 32], "16 or 32")
        }
        _ => ("f8 element type".to_owned(), &[32], "32"),
    };
    check.ensure_types(allowed.contains(&size), MMA_SHAPE, &[LHS.field, LHS_SCALE.field], || {
        format!(
            "shape error: {kind} requires block scale factor of lhs_scale and rhs_scale to be {wanted}, but got {size}"
        )
    })
}
