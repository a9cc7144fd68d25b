//! Remarks as text for humans, as YAML documents, and as lines of JSON.

use std::fmt::Write as _;

use diag::{Diagnostic, Place, Source};
use serde_json::{Map, Value, json};

use super::remark::{Category, Filter, Kind, Remark};
use crate::codes;

/// The text of the closed compiler in the place of the number of a remark, for its only warning.
///
/// It is not one of our codes, each of which has an entry in the error index.
const WARNING_ID: &str = concat!("W", "0001");

/// Remarks by kernel and category, in the layout of the closed compiler.
pub fn text(remarks: &[Remark], filter: &Filter, source: &Source) -> String {
    let wanted: Vec<&Remark> = remarks.iter().filter(|remark| filter.takes(remark)).collect();
    let mut functions: Vec<&str> = Vec::new();
    for remark in &wanted {
        if !functions.contains(&remark.function.as_str()) {
            functions.push(&remark.function);
        }
    }
    let mut out = String::new();
    for function in functions {
        put(&mut out, format_args!("in function: {function}:\n"));
        let mut of: Vec<&&Remark> = wanted.iter().filter(|remark| remark.function == function).collect();
        // The sort is stable: remarks of a category stay in the order of the program.
        of.sort_by_key(|remark| remark.category);
        let mut category: Option<Category> = None;
        for remark in of {
            if category != Some(remark.category) {
                category = Some(remark.category);
                put(&mut out, format_args!("\n  category: {}\n", remark.category.name()));
            }
            one(&mut out, remark, source);
        }
        out.push('\n');
    }
    out
}

fn one(out: &mut String, remark: &Remark, source: &Source) {
    let kind = match remark.kind {
        Kind::Passed => "passed",
        Kind::Missed => "missed",
        Kind::Failed => "failed",
        Kind::Analysis => "analysis",
    };
    put(out, format_args!("    remark[{kind}]: {}\n", remark.message));
    if let Some((file, line, column)) = position(remark.place.as_ref(), source) {
        put(out, format_args!("      --> \"{}\":{line}:{column}\n", file.escape_debug()));
    }
    put(out, format_args!("       |\n       = name: {}\n", remark.name));
    for (key, value) in &remark.args {
        put(out, format_args!("       = note: {key} = {value}\n"));
    }
    out.push('\n');
}

/// Only advice, one line each: the code that is slower than necessary, the reason, and the suggested change. Advice that
/// applies to several source locations is printed once, for the first of them.
pub fn lines(remarks: &[Remark], source: &Source) -> String {
    let mut out = String::new();
    let mut said: Vec<(&str, &str)> = Vec::new();
    for remark in remarks.iter().filter(|remark| remark.is_advice()) {
        let (message, help) = (remark.message.as_str(), remark.help().unwrap_or_default());
        if said.contains(&(message, help)) {
            continue;
        }
        said.push((message, help));
        match position(remark.place.as_ref(), source) {
            Some((file, line, column)) => put(&mut out, format_args!("{file}:{line}:{column}: ")),
            None => put(&mut out, format_args!("in `{}`: ", remark.function)),
        }
        put(&mut out, format_args!("remark: {message}; help: {help}\n"));
    }
    out
}

/// One YAML document for each remark.
pub fn yaml(remarks: &[Remark], filter: &Filter, source: &Source) -> String {
    let mut out = String::new();
    for (number, remark) in (1..).zip(remarks.iter().filter(|remark| filter.takes(remark))) {
        put(&mut out, format_args!("--- !{}\n", remark.kind.name()));
        put(&mut out, format_args!("Pass:            {}\n", remark.category.name()));
        put(&mut out, format_args!("Name:            {}\n", remark.name));
        // Readers may rely on a location, so one is printed even if none is known.
        let place = position(remark.place.as_ref(), source);
        let (file, line, column) = place.unwrap_or_else(|| ("<unknown file>".into(), 0, 0));
        let file = quoted(&file);
        put(&mut out, format_args!("DebugLoc:        {{ File: {file}, Line: {line}, Column: {column} }}\n"));
        put(&mut out, format_args!("Function:        {}\n", plain(&remark.function)));
        let id = match remark.category {
            Category::Warning => WARNING_ID.to_owned(),
            Category::Memory
            | Category::TensorCore
            | Category::Layout
            | Category::Resources
            | Category::Hints => number.to_string(),
        };
        put(&mut out, format_args!("Args:\n  - RemarkId:    {id}\n"));
        put(&mut out, format_args!("  - Remark:      {}\n", plain(&remark.message)));
        for (key, value) in &remark.args {
            let key = format!("{key}:");
            put(&mut out, format_args!("  - {key:12} {}\n", plain(value)));
        }
        out.push_str("...\n");
    }
    out
}

/// One JSON object per line: `kind`, `category`, `name`, `message`, `function`, `file`, `line`, `column`, and `args`, an object of
/// strings. Lines and columns count from 1; unknown values are `null`.
pub fn json(remarks: &[Remark], filter: &Filter, source: &Source) -> String {
    let mut out = String::new();
    for remark in remarks.iter().filter(|remark| filter.takes(remark)) {
        let (file, line, column) = match position(remark.place.as_ref(), source) {
            Some((file, line, column)) => (Some(file), Some(line), Some(column)),
            None => (None, None, None),
        };
        let args: Map<String, Value> =
            remark.args.iter().map(|(key, value)| (key.to_string(), json!(value))).collect();
        let object = json!({
            "kind": remark.kind.name(), "category": remark.category.name(), "name": remark.name,
            "message": remark.message, "function": remark.function,
            "file": file, "line": line, "column": column, "args": args,
        });
        put(&mut out, format_args!("{object}\n"));
    }
    out
}

impl Remark {
    /// The file, the line and the column of its location, if there are any; `source` is the text that places are in.
    pub fn position(&self, source: &Source) -> Option<(String, u32, u32)> {
        position(self.place.as_ref(), source)
    }
}

/// File, line and column of a place, if there are any.
fn position(place: Option<&Place>, source: &Source) -> Option<(String, u32, u32)> {
    let at = Diagnostic::remark(codes::PTXAS, "").at(place?.clone(), "");
    let (file, position) = at.place(Some(source));
    let position = position?;
    Some((file?, position.line, position.column))
}

/// A scalar of YAML: plain if it contains no special characters of YAML, else in single quotes.
fn plain(text: &str) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || " _-./+()$".contains(c);
    let word = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let special = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let special = special.iter().any(|&word| text.eq_ignore_ascii_case(word));
    if number || (word && text.chars().all(harmless) && !text.ends_with(' ') && !special) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

/// In single quotes; characters that no line of YAML may hold go into double quotes, escaped.
fn quoted(text: &str) -> String {
    if text.chars().any(char::is_control) {
        let mut out = String::from("\"");
        for c in text.chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                c if c.is_control() => put(&mut out, format_args!("\\U{:08x}", c as u32)),
                c => out.push(c),
            }
        }
        out.push('"');
        return out;
    }
    format!("'{}'", text.replace('\'', "''"))
}

/// Writing to a string cannot fail.
fn put(out: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(what);
}

#[cfg(test)]
mod tests {
    use diag::Location;

    use super::super::remark::Wanted;
    use super::*;

    fn remarks() -> Vec<Remark> {
        let remark = |kind, category, name, place| Remark {
            kind,
            category,
            name: std::borrow::Cow::Borrowed(name),
            message: "It's so".to_owned(),
            place,
            function: "k".to_owned(),
            args: vec![("Shape".into(), "[2, 4]".to_owned())],
        };
        let place = Place::Location(Location::new("k.py", 3, 7));
        vec![
            remark(Kind::Missed, Category::Resources, "Spills", None),
            remark(Kind::Passed, Category::Memory, "Load", Some(place)),
        ]
    }

    #[test]
    fn documents_are_yaml() {
        let source = Source::new("k.bc", "");
        let found = yaml(&remarks(), &Filter::every(Wanted::All), &source);
        let expected = "--- !Missed\nPass:            Resources\nName:            Spills\n\
                        DebugLoc:        { File: '<unknown file>', Line: 0, Column: 0 }\nFunction:        k\n\
                        Args:\n  - RemarkId:    1\n  - Remark:      'It''s so'\n  - Shape:       '[2, 4]'\n...\n\
                        --- !Passed\nPass:            Memory\nName:            Load\n\
                        DebugLoc:        { File: 'k.py', Line: 3, Column: 7 }\nFunction:        k\n\
                        Args:\n  - RemarkId:    2\n  - Remark:      'It''s so'\n  - Shape:       '[2, 4]'\n...\n";
        assert_eq!(found, expected);
        for (text, is) in [("yes", "'yes'"), ("12", "12"), ("a\nb", "\"a\\U0000000ab\""), ("", "''")] {
            assert_eq!(plain(text), is);
        }
    }

    #[test]
    fn json_has_an_object_a_line() {
        let source = Source::new("k.bc", "");
        let found = json(&remarks(), &Filter::every(Wanted::All), &source);
        let lines: Vec<Value> = found.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!((&lines[0]["kind"], &lines[0]["line"]), (&json!("Missed"), &Value::Null));
        assert_eq!((&lines[1]["file"], &lines[1]["line"]), (&json!("k.py"), &json!(3)));
        assert_eq!(lines[1]["args"]["Shape"], "[2, 4]");
    }

    #[test]
    fn filters_choose_by_kind_and_category() {
        let source = Source::new("k.bc", "");
        let of = |filter: Filter| text(&remarks(), &filter, &source).matches("remark[").count();
        assert_eq!(of(Filter::every(Wanted::All)), 2);
        assert_eq!(of(Filter::every(Wanted::Memory)), 1);
        assert_eq!(of(Filter { missed: Wanted::All, ..Filter::default() }), 1);
        assert_eq!(of(Filter { missed: Wanted::Memory, ..Filter::default() }), 0);
    }
}
