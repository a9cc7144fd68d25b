//! Forms as the ISA writes them, for documentation and messages.

use std::fmt::Write as _;

use super::{Count, Form, Modifiers, OperandSpec, Presence, Row, Shape, TypeOf, ValueShape};
use crate::types::Type;

/// Modifiers of a row, without the names of their fields.
pub(crate) fn modifiers_shown(row: &Row) -> String {
    let mut shown = String::new();
    let mut rest = row.modifiers;
    while let Some(at) = rest.find('=') {
        let field = rest[..at].rfind('.').map_or(0, |dot| dot + 1);
        shown.push_str(&rest[..field]);
        rest = &rest[at + 1..];
    }
    shown.push_str(rest);
    shown.replace('$', "")
}

/// Operands of a form as the ISA writes them, with their types.
pub(crate) fn operands_shown(form: &Form, modifiers: &Modifiers) -> String {
    let shown: Vec<String> = form
        .operands
        .iter()
        .filter(|spec| match spec.presence {
            Presence::With(modifier) => modifiers.is_empty() || modifiers.contains(&Some(modifier)),
            Presence::Always | Presence::Optional => true,
        })
        .map(|spec| operand_shown(form, modifiers, spec))
        .collect();
    if shown.is_empty() && !modifiers.is_empty() { "no operands".to_owned() } else { shown.join(", ") }
}

fn operand_shown(form: &Form, modifiers: &Modifiers, spec: &OperandSpec) -> String {
    let shown = match &spec.shape {
        Shape::Value(value) => value_shown(form, modifiers, spec.name, value),
        Shape::Constant(None) => format!("{}: constant", spec.name),
        Shape::Constant(Some((low, high))) if low == high => format!("{}: {low}", spec.name),
        Shape::Constant(Some((low, high))) => format!("{}: {low} to {high}", spec.name),
        Shape::Address => format!("[{}]", spec.name),
        Shape::Tensor(count) => {
            format!("[{}, {{{} coordinates}}]", spec.name, count_shown(form, modifiers, *count))
        }
        Shape::Texture(of) => {
            let of = form.operand_type(modifiers, *of);
            let of = of.map_or_else(|| ".ctype".to_owned(), |of| format!(".{of}"));
            format!("[{}, {{sampler}}, {{{of} coordinates}}]", spec.name)
        }
        Shape::Label | Shape::Sink => spec.name.to_owned(),
        Shape::Call => "(returned), function, (passed), prototype".to_owned(),
    };
    match spec.presence {
        Presence::Optional => format!("{{{shown}}}"),
        Presence::Always | Presence::With(_) => shown,
    }
}

fn value_shown(form: &Form, modifiers: &Modifiers, name: &str, value: &ValueShape) -> String {
    let of = match value.of {
        TypeOf::Fixed(of) => of.text().to_owned(),
        TypeOf::Field(field) => {
            let known: Option<Type> =
                // Without modifiers the page describes all forms at once, and names the field instead of a type.
                if modifiers.is_empty() { None } else { form.operand_type(modifiers, value.of) };
            known.map_or_else(|| field.text().to_owned(), |of| of.text().to_owned())
        }
    };
    let mut shown = format!("{name}: .{of}");
    if value.part {
        shown.push_str("{.part}");
    }
    if let Some(count) = value.count {
        let count = count_shown(form, modifiers, count);
        if count != "1" {
            write!(shown, " x {count}").expect("writing to a string succeeds");
        }
    }
    match value.second {
        Some(true) => shown.push_str("|p"),
        Some(false) => shown.push_str("{|p}"),
        None => {}
    }
    shown
}

fn count_shown(form: &Form, modifiers: &Modifiers, count: Count) -> String {
    if !modifiers.is_empty() {
        return form.operand_count(modifiers, count).unwrap_or(1).to_string();
    }
    match count {
        Count::Fixed(number) => number.to_string(),
        Count::Field(field, 1, 0) => field.text().to_owned(),
        Count::Field(field, times, 0) => format!("{times} {field}"),
        Count::Field(field, _, less) => format!("{field} - {less}"),
        Count::Geometry => "coordinates".to_owned(),
        Count::Columns(divided) => format!("n / {divided}"),
    }
}
