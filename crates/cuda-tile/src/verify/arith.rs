//! Arithmetic and comparisons: rounding modes, modifiers, overflow.

use numerics::Scalar;

use super::check::{AGREE, Checked, OpCheck, fail};
use super::codes::MODIFIER;
use crate::CudaTile;
use crate::attrs::{AttrKind, IntegerOverflow, RoundingMode, Signedness};
use crate::ops::fields;
use crate::types::Elem;

use ir::Field;
use ir::spec::AttrSpec;

const FLUSH: &str = "flush_to_zero";

/// The attribute of an op by its name in the row.
fn named(check: &OpCheck<'_, '_>, name: &str) -> Option<Field> {
    let position = check.spec.attrs.iter().position(|attr| attr.name == name);
    position.map(|index| Field::Attr(index as u8))
}

/// The rounding mode is one that the row lists.
fn rounding(check: &OpCheck<'_, '_>, name: &str) -> Result<RoundingMode, Box<diag::Diagnostic>> {
    let field = named(check, name).expect("the row has this attribute");
    let Field::Attr(index) = field else { unreachable!("`named` yields attributes") };
    let mode = check.rounding(field);
    let AttrKind::Rounding(allowed) = check.spec.attrs[index as usize].kind else { return Ok(mode) };
    let names: Vec<&str> = allowed.iter().map(|mode| mode.name()).collect();
    if allowed.contains(&mode) {
        return Ok(mode);
    }
    let message = format!("invalid rounding mode specified, expect one of [{}]", names.join(", "));
    let diagnostic = check.error(MODIFIER, message);
    Err(Box::new(diagnostic.note(format!("the mode given is `{}`", mode.name()))))
}

/// A modifier that only f32 has.
fn f32_only(check: &OpCheck<'_, '_>, given: bool, modifier: &str) -> Checked {
    let elem = check.tile(Field::Result(0)).elem();
    if !given || elem == Elem::Scalar(Scalar::F32) {
        return Ok(());
    }
    let message = format!("{modifier} modifier only supported for f32 data type, but got: '{elem}'");
    fail(check.error(MODIFIER, message).help(format!("drop `{modifier}`, or convert to f32 with `ftof`")))
}

/// `flush_to_zero` is for f32.
fn flush(check: &OpCheck<'_, '_>) -> Checked {
    let given = named(check, FLUSH).is_some_and(|field| check.flag(field));
    f32_only(check, given, FLUSH)
}

/// True for the modifier that [`modes`] checks.
pub(super) fn is_flush(attr: &AttrSpec<CudaTile>) -> bool {
    attr.name == FLUSH
}

/// The modes that an element-wise op has: the rounding mode is one of its row, `approx` and `flush_to_zero` are for
/// f32.
pub(super) fn modes(check: &OpCheck<'_, '_>) -> Checked {
    let rounds = check.spec.attrs.iter().any(|attr| matches!(attr.kind, AttrKind::Rounding(_)));
    let mode = if rounds { Some(rounding(check, "rounding_mode")?) } else { None };
    flush(check)?;
    f32_only(check, mode == Some(RoundingMode::Approx), "approx")
}

/// `full` is an approximation here; of `exp` and `tanh` it is the mode for every type.
pub(super) fn divf(check: &OpCheck<'_, '_>) -> Checked {
    modes(check)?;
    let mode = check.rounding(fields::divf::rounding_mode);
    f32_only(check, mode == RoundingMode::Full, "full")
}

pub(super) fn divi(check: &OpCheck<'_, '_>) -> Checked {
    let mode = rounding(check, "rounding")?;
    let signedness = check.small(fields::divi::signedness);
    let floor_of_unsigned =
        mode == RoundingMode::NegativeInf && signedness == Some(Signedness::Unsigned as u32);
    check
        .ensure(!floor_of_unsigned, MODIFIER, || {
            "rounding mode 'negative_inf' is not allowed with 'unsigned' flag".to_owned()
        })
        .map_err(|d| Box::new(d.help("for unsigned numbers `rounding<zero>` is the floor")))
}

pub(super) fn negi(check: &OpCheck<'_, '_>) -> Checked {
    let overflow = check.small(fields::negi::overflow);
    check.ensure(overflow != Some(IntegerOverflow::NoUnsignedWrap as u32), MODIFIER, || {
        "'no_unsigned_wrap' overflow flag is not supported".to_owned()
    })
}

pub(super) fn compare(check: &OpCheck<'_, '_>) -> Checked {
    let fields = [fields::cmpi::lhs, fields::cmpi::result];
    let holds = check.tile(fields[0]).shape() == check.tile(fields[1]).shape();
    check.ensure_types(holds, AGREE, &fields, || {
        "failed to verify that Result type has i1 element type and same shape as operands".to_owned()
    })
}
