//! Inline assembly of C++ and CUDA files as kernels of its own.

use std::collections::BTreeMap;

/// Targets that a piece is tried for, in this order. What an older target has, the first has as well.
pub(super) const TARGETS: [&str; 3] = ["sm_90a", "sm_100a", "sm_120a"];
/// The version of the kernels.
const VERSION: &str = "9.4";

/// Every piece of inline assembly of a text, with registers for its operands.
pub(super) fn pieces(text: &str) -> Vec<String> {
    let begins = ["asm", "__asm__", "CUTLASS_ASM"];
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = begins.iter().filter_map(|begin| rest.find(begin)).min() {
        rest = &rest[at + 3..];
        let after =
            rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_' || c.is_whitespace());
        if let Some(inner) = after.strip_prefix('(') {
            found.extend(piece(inner));
        }
    }
    found
}

/// A kernel around a piece, in braces because the piece may declare registers.
pub(super) fn kernel(piece: &str, target: &str) -> String {
    format!(
        ".version {VERSION}\n.target {target}\n.address_size 64\n.visible .entry k() {{\n\
         .reg .pred %p<9>; .reg .b16 %h<300>; .reg .b32 %r<300>; .reg .b64 %rd<300>; .reg .f32 %f<300>;\n\
         .reg .f64 %fd<300>; .reg .b128 %q<9>;\n{{\n{piece}\n}}\n}}\n"
    )
}

/// The text of `"text" : "=r"(a) : "l"(b) : "memory")`, with registers; `None` if it is not a single literal.
fn piece(text: &str) -> Option<String> {
    let (mut body, mut rest) = (String::new(), text.trim_start());
    while let Some((literal, after)) = literal(rest) {
        body.push_str(&literal);
        rest = after.trim_start();
    }
    let end = rest.find(");").unwrap_or(rest.len());
    let whole = rest.starts_with([':', ')']);
    if body.trim().is_empty() || !whole {
        return None;
    }
    let mut used: BTreeMap<&'static str, u32> = BTreeMap::new();
    let mut operands = Vec::new();
    let mut constraints = &rest[..end];
    while let Some((before, after)) = constraints.split_once('"') {
        let (constraint, after) = after.split_once('"')?;
        constraints = after;
        if !after.trim_start().starts_with('(') || before.trim_start().starts_with("//") {
            continue;
        }
        operands.push(operand(constraint, &mut used)?);
    }
    let text = with_operands(&body, &operands)?;
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
    let text = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let ended = text.ends_with([';', '}', ':']);
    Some(if ended { text } else { format!("{text};") })
}

/// A literal at the beginning of a text, without its quotes and escapes, and what follows.
fn literal(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut body = String::new();
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((body, &inner[at + 1..])),
            '\\' => match chars.next()?.1 {
                'n' => body.push('\n'),
                't' => body.push(' '),
                '\n' => {}
                other => body.push(other),
            },
            '\n' => return None,
            _ => body.push(c),
        }
    }
    None
}

/// The replacement of an operand: a register of the constraint's kind, or a constant.
fn operand(constraint: &str, used: &mut BTreeMap<&'static str, u32>) -> Option<String> {
    let register = match constraint.trim_start_matches(['=', '+', '&']) {
        "r" => "%r",
        "l" => "%rd",
        "h" => "%h",
        "f" => "%f",
        "d" => "%fd",
        "q" => "%q",
        // Scales and counts may not be 0.
        "n" => return Some("1".to_owned()),
        _ => return None,
    };
    let number = used.entry(register).or_default();
    *number += 1;
    Some(format!("{register}{}", *number - 1))
}

/// `%1` and `%r1`-like numbers become operands, `%%` a sign; `None` where one is missing.
fn with_operands(text: &str, operands: &[String]) -> Option<String> {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        shown.push_str(before);
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        if digits == 0 {
            shown.push('%');
            rest = after.strip_prefix('%').unwrap_or(after);
            continue;
        }
        shown.push_str(operands.get(after[..digits].parse::<usize>().ok()?)?);
        rest = &after[digits..];
    }
    Some(shown + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_registers_for_operands() {
        let text = "asm volatile(\"{ add.u32 %0, %1, %2;\\n\"\n \"mov.u32 %0, %%tid.x; }\" : \"=r\"(a) : \"r\"(b), \"n\"(4) : \"memory\");";
        assert_eq!(pieces(text), ["{ add.u32 %r0, %r1, 1; mov.u32 %r0, %tid.x; }"]);
        assert_eq!(pieces("asm(\"bar.sync 0;\");"), ["bar.sync 0;"]);
        assert!(pieces("asm(NAME \"x;\");").is_empty(), "its text is not all there");
        assert!(pieces("int basm = 3;").is_empty());
    }
}
