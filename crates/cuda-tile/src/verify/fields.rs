//! Operand and result types: the constraint of each field, and the rules of the row.

use diag::Diagnostic;
use ir::spec::{Arity, Rule, ValueSpec};
use ir::{Field, TypeId, Value};

use super::check::{Checked, OpCheck, fail};
use super::codes::{AGREE, OPERAND_TYPE, RESULT_TYPE};
use crate::types::TileType;
use crate::{Constraint, CudaTile, Type};

/// True when every operand and result is of a type that its field takes.
pub(super) fn admitted(check: &OpCheck<'_, '_>) -> bool {
    let (spec, body) = (check.spec, &check.module().body);
    let admits =
        |(field, value): (&ValueSpec<CudaTile>, Value)| check.session.admits(field.constraint, value);
    let operands = match check.row.fixed[0] {
        true => spec.operands.iter().zip(body.operands(check.op).iter().copied()).all(admits),
        false => each(Field::Operand, spec.operands)
            .all(|(field, spec)| check.operands(field).iter().all(|&value| admits((spec, value)))),
    };
    operands
        && match check.row.fixed[1] {
            true => spec.results.iter().zip(body.results(check.op)).all(admits),
            false => each(Field::Result, spec.results).all(|(field, spec)| {
                check.module().results(check.op, field).all(|value| admits((spec, value)))
            }),
        }
}

/// The fields of a row with what they take.
fn each(
    field: fn(u8) -> Field,
    specs: &'static [ValueSpec<CudaTile>],
) -> impl Iterator<Item = (Field, &'static ValueSpec<CudaTile>)> {
    specs.iter().enumerate().map(move |(index, spec)| (field(index as u8), spec))
}

/// Checks the type of every operand and result.
pub(super) fn constraints(check: &mut OpCheck<'_, '_>) -> bool {
    if admitted(check) {
        return true;
    }
    let spec = check.spec;
    let mut sound = true;
    for (index, field) in spec.operands.iter().enumerate() {
        let range = check.module().operand_range(check.op, Field::Operand(index as u8));
        let first = range.start;
        for (offset, &value) in check.module().body.operands(check.op)[range].iter().enumerate() {
            if check.session.admits(field.constraint, value) {
                continue;
            }
            sound = false;
            if !check.session.wrong.contains(&value) && check.session.report_once(value, field.constraint) {
                let diagnostic = wrong_operand(check, field, first + offset, value);
                check.session.diagnostics.push(diagnostic);
            }
        }
    }
    sound & results(check, sound)
}

fn results(check: &mut OpCheck<'_, '_>, operands_sound: bool) -> bool {
    let spec = check.spec;
    let mut sound = true;
    let mut number = 0;
    for (index, field) in spec.results.iter().enumerate() {
        for value in check.module().results(check.op, Field::Result(index as u8)) {
            if !check.session.admits(field.constraint, value) {
                sound = false;
                check.session.wrong.insert(value);
                if operands_sound {
                    let diagnostic = wrong_result(check, field, number, value);
                    check.session.diagnostics.push(diagnostic);
                }
            }
            number += 1;
        }
    }
    sound
}

fn wanted(field: &ValueSpec<CudaTile>) -> String {
    let variadic = if field.arity == Arity::Many { "variadic of " } else { "" };
    format!("{variadic}{}", field.constraint.describe())
}

fn wrong_operand(
    check: &OpCheck<'_, '_>,
    field: &ValueSpec<CudaTile>,
    number: usize,
    value: Value,
) -> Diagnostic {
    let message = format!("operand #{number} must be {}, but got {}", wanted(field), check.quoted(value));
    let diagnostic = check.with_type(check.error(OPERAND_TYPE, message), value, field.name);
    with_remedy(diagnostic, field.constraint, check.module().ty(value))
}

fn wrong_result(
    check: &OpCheck<'_, '_>,
    field: &ValueSpec<CudaTile>,
    number: usize,
    value: Value,
) -> Diagnostic {
    let message = format!("result #{number} must be {}, but got {}", wanted(field), check.quoted(value));
    with_remedy(check.error(RESULT_TYPE, message), field.constraint, check.module().ty(value))
}

/// Adds a suggestion of what the author probably meant.
fn with_remedy(diagnostic: Diagnostic, constraint: Constraint, ty: &Type) -> Diagnostic {
    match remedy(constraint, ty) {
        Some(text) => diagnostic.help(text),
        None => diagnostic,
    }
}

fn remedy(constraint: Constraint, ty: &Type) -> Option<&'static str> {
    let tile = ty.as_tile()?;
    let rank_0 = matches!(
        constraint,
        Constraint::BoolScalar | Constraint::I32Scalar | Constraint::IntScalar | Constraint::PtrScalar
    );
    if rank_0 && tile.rank() > 0 {
        return Some("take one element with `extract` and `reshape` it to rank 0");
    }
    let scalar = tile.elem().scalar()?;
    #[allow(clippy::wildcard_enum_match_arm, reason = "what the others want says all there is to do")]
    match constraint {
        Constraint::FloatTile if scalar.is_float() => {
            Some("convert to f16, bf16, f32 or f64 with `ftof` first")
        }
        Constraint::FloatTile => Some("integers have ops of their own (`addi`, ..), or convert with `itof`"),
        Constraint::IntTile if scalar.is_float() => {
            Some("floats have ops of their own (`addf`, ..), or convert with `ftoi`")
        }
        Constraint::BoolTile => Some("make an i1 tile with `cmpi` or `cmpf`"),
        _ => None,
    }
}

/// Checks the rules of the row in order; the first that fails is reported.
pub(super) fn row_rules(check: &OpCheck<'_, '_>) -> Checked {
    check.spec.rules.iter().try_for_each(|rule| row_rule(check, rule))
}

fn row_rule(check: &OpCheck<'_, '_>, rule: &Rule) -> Checked {
    match rule {
        Rule::SameType(fields) => same(check, fields, same_types(check, fields), "have same type"),
        Rule::SameShape(fields) => {
            let holds = all_tiles_equal(check, fields, |a, b| a.shape() == b.shape());
            same(check, fields, holds, "have same shape")
        }
        Rule::SameRank(fields) => {
            let holds = all_tiles_equal(check, fields, |a, b| a.rank() == b.rank());
            same(check, fields, holds, "have same rank")
        }
        Rule::SameElement(fields) => {
            let holds = all_tiles_equal(check, fields, |a, b| a.elem() == b.elem());
            same(check, fields, holds, "have the same element type")
        }
        Rule::OneShape => {
            let holds = all_equal(check, every_value(check), |a, b| a.shape() == b.shape());
            whole(check, holds, "requires the same shape for all operands and results")
        }
        Rule::OneOperandShape => {
            let holds = all_equal(check, every_operand(check), |a, b| a.shape() == b.shape());
            whole(check, holds, "requires the same shape for all operands")
        }
        Rule::OneElement => {
            let holds = all_equal(check, every_value(check), |a, b| a.elem() == b.elem());
            whole(check, holds, "requires the same element type for all operands and results")
        }
    }
}

fn same(check: &OpCheck<'_, '_>, fields: &[Field], holds: bool, predicate: &str) -> Checked {
    check.ensure_types(holds, AGREE, fields, || {
        let names: Vec<&str> = fields.iter().map(|&field| check.spec.field_name(field)).collect();
        format!("failed to verify that all of {{{}}} {predicate}", names.join(", "))
    })
}

fn whole(check: &OpCheck<'_, '_>, holds: bool, message: &str) -> Checked {
    if holds {
        return Ok(());
    }
    let operands = (0..check.spec.operands.len()).map(|i| Field::Operand(i as u8));
    let results = (0..check.spec.results.len()).map(|i| Field::Result(i as u8));
    let fields: Vec<Field> = operands.chain(results).collect();
    fail(check.with_types(check.error(AGREE, message), &fields))
}

fn same_types(check: &OpCheck<'_, '_>, fields: &[Field]) -> bool {
    let body = &check.module().body;
    let mut first = None;
    // Nearly all rules are about fields of one value; those are compared without a list.
    let singles = fields.iter().all(|&field| {
        single(check, field).is_some_and(|value| *first.get_or_insert(body.ty(value)) == body.ty(value))
    });
    let types = |&field| -> Vec<TypeId> { check.values(field).iter().map(|&v| body.ty(v)).collect() };
    singles || fields.windows(2).all(|pair| types(&pair[0]) == types(&pair[1]))
}

/// The value of a field of exactly one.
fn single(check: &OpCheck<'_, '_>, field: Field) -> Option<Value> {
    let [operands, results] = check.row.fixed;
    let fixed = match field {
        Field::Operand(_) => operands,
        Field::Result(_) => results,
        Field::Attr(_) | Field::Region(_) => false,
    };
    if fixed {
        return check.value_opt(field);
    }
    let arity = match field {
        Field::Operand(i) => check.spec.operands[i as usize].arity,
        Field::Result(i) => check.spec.results[i as usize].arity,
        Field::Attr(_) | Field::Region(_) => return None,
    };
    if arity == Arity::One { check.value_opt(field) } else { None }
}

/// True when the tile types of all values that are there agree.
fn all_tiles_equal(
    check: &OpCheck<'_, '_>,
    fields: &[Field],
    equal: impl Fn(&TileType, &TileType) -> bool,
) -> bool {
    all_equal(check, fields.iter().filter_map(|&field| check.value_opt(field)), equal)
}

fn all_equal(
    check: &OpCheck<'_, '_>,
    values: impl Iterator<Item = Value>,
    equal: impl Fn(&TileType, &TileType) -> bool,
) -> bool {
    let module = check.module();
    let mut types = values.map(|value| module.body.ty(value));
    let Some((id, first)) = types.find_map(|id| Some((id, module.types.get(id).as_tile()?))) else {
        return true;
    };
    // Most are one type, so shapes need no comparison.
    types.all(|other| other == id || module.types.get(other).as_tile().is_none_or(|tile| equal(first, tile)))
}

fn every_operand<'m>(check: &OpCheck<'_, 'm>) -> impl Iterator<Item = Value> + use<'m> {
    check.module().body.operands(check.op).iter().copied()
}

fn every_value<'m>(check: &OpCheck<'_, 'm>) -> impl Iterator<Item = Value> + use<'m> {
    every_operand(check).chain(check.module().body.results(check.op))
}
