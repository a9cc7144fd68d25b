//! The page of instructions, from the table.

use std::fmt::Write as _;

use crate::ops::{CLASSES, OpRow, Opcode, ROWS};
use crate::spec::show::{modifiers_shown, operands_shown};
use crate::spec::{FormId, Modifiers};
use crate::special::Special;
use crate::text::{MODIFIERS_NOT_COVERED, NOT_COVERED};

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

/// A form as the page shows it: mnemonic with modifiers, and operands.
pub fn form_shown(id: FormId) -> (String, String) {
    let form = id.form();
    (format!("{}{}", form.opcode, modifiers_shown(form.row)), operands_shown(form, &Modifiers::new()))
}

/// Where the ISA describes an instruction.
pub fn section(opcode: Opcode) -> &'static str {
    opcode.row().section
}
