//! The page of instructions, from the table.

use std::fmt::Write as _;

use crate::ops::{CLASSES, Opcode, ROWS};
use crate::spec::{
    Count, Form, FormId, Modifiers, OpRow, OperandSpec, Presence, Row, Shape, TypeOf, ValueShape,
};
use crate::special::Special;
use crate::text::{MODIFIERS_NOT_COVERED, NOT_COVERED};
use crate::types::Type;

/// `docs/ptx.md`: every instruction with its forms, special registers, and what is not covered.
pub fn page() -> String {
    let mut page = String::from(
        "# PTX instructions\n\nThis page lists the instructions that the `ptx` crate reads, checks and prints. It is generated from the \
         table of the crate. `{.x}` is an optional modifier, `.a|b` is one of several modifiers, and some names are \
         classes of modifiers, which are listed at the end. The number is the section of the PTX ISA. A form without a remark exists in \
         every version and on every target.\n",
    );
    for row in ROWS {
        write!(page, "\n## {}\n\n", row.mnemonic).expect("writing to a string succeeds");
        for line in row.doc {
            page.push_str(line.trim());
            page.push('\n');
        }
        write!(
            page,
            "\nPTX ISA {}{}\n\n| form | operands | needs |\n|---|---|---|\n",
            row.section,
            effects_shown(row)
        )
        .expect("writing to a string succeeds");
        for (form, written) in row.opcode.forms().zip(row.forms) {
            let form = form.form();
            let operands = operands_shown(form, &Modifiers::new());
            let needs = if written.needs.is_empty() { String::new() } else { form.needs.to_string() };
            let modifiers = format!("{}{}", row.mnemonic, modifiers_shown(written)).replace('|', "\\|");
            writeln!(page, "| `{modifiers}` | {} | {needs} |", cell(&operands))
                .expect("writing to a string succeeds");
        }
    }
    classes(&mut page);
    specials(&mut page);
    not_covered(&mut page);
    page
}

/// Effects, printed after the number of the section; nothing for an instruction that only computes.
fn effects_shown(row: &OpRow) -> String {
    row.effects.iter().fold(String::new(), |shown, effect| {
        let separator = if shown.is_empty() { ": " } else { ", " };
        format!("{shown}{separator}{}", effect.name())
    })
}

fn cell(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{}`", text.replace('|', "\\|")) }
}

fn classes(page: &mut String) {
    page.push_str("\n## Classes of modifiers\n\n| class | modifiers |\n|---|---|\n");
    for (name, modifiers) in CLASSES {
        writeln!(page, "| {name} | {} |", modifiers.replace('|', ", "))
            .expect("writing to a string succeeds");
    }
}

fn specials(page: &mut String) {
    page.push_str("\n## Special registers\n\n| register | type | |\n|---|---|---|\n");
    for special in Special::all() {
        let doc = special.doc().trim();
        writeln!(page, "| `{}` | .{} | {doc} |", special.text(), special.of())
            .expect("writing to a string succeeds");
    }
}

fn not_covered(page: &mut String) {
    page.push_str("\n## Not covered\n\nRefused by name:\n\n");
    let mut reasons: Vec<&str> = Vec::new();
    for (_, reason) in NOT_COVERED {
        if !reasons.contains(reason) {
            reasons.push(reason);
        }
    }
    for reason in reasons {
        let names = NOT_COVERED.iter().filter(|(_, why)| *why == reason).map(|(name, _)| format!("`{name}`"));
        writeln!(page, "- {reason}: {}", names.collect::<Vec<_>>().join(", "))
            .expect("writing to a string succeeds");
    }
    page.push_str("\nModifiers that are refused by name; a name that ends with `::` is a prefix:\n\n");
    for (name, reason) in MODIFIERS_NOT_COVERED {
        writeln!(page, "- `.{name}`: {reason}").expect("writing to a string succeeds");
    }
}

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

/// A form as the page shows it: mnemonic with modifiers, and operands.
pub fn form_shown(id: FormId) -> (String, String) {
    let form = id.form();
    (format!("{}{}", form.opcode, modifiers_shown(form.row)), operands_shown(form, &Modifiers::new()))
}

/// Where the ISA describes an instruction.
pub fn section(opcode: Opcode) -> &'static str {
    opcode.row().section
}
