//! Workflow commands of GitHub Actions, which annotate the lines of a pull request.

use crate::diagnostic::{Diagnostic, Severity};
use crate::json::record;
use crate::source::Source;

/// The diagnostic as one workflow command, such as `::error file=k.mlir,line=3,col=5,title=E0104::message`, without a line end.
/// The message has the notes and remedies below it.
pub fn to_github(diagnostic: &Diagnostic, source: Option<&Source>) -> String {
    let found = record(diagnostic, source);
    let level = match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note | Severity::Help => "notice",
    };
    let numbers = [
        ("line", found.line),
        ("endLine", found.end_line),
        ("col", found.column),
        // The form counts the last column in; an empty span also has one.
        ("endColumn", found.end_column.map(|end| (end - 1).max(found.column.unwrap_or(1)))),
    ];
    let file = found.file.iter().map(|file| format!("file={}", property(file)));
    let numbers = numbers.into_iter().filter_map(|(name, number)| Some(format!("{name}={}", number?)));
    let title = std::iter::once(format!("title={}", property(found.code.0)));
    let properties: Vec<String> = file.chain(numbers).chain(title).collect();
    format!("::{level} {}::{}", properties.join(","), data(&found.text()))
}

/// Text after the second pair of colons.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::place::Span;

    #[test]
    fn a_command_is_one_line() {
        let source = Source::new("a,b.mlir", "ab\ncd");
        let found = Diagnostic::error(Code("E0001"), "50% bad").at(Span::new(3, 5), "").help("a remedy");
        assert_eq!(
            to_github(&found, Some(&source)),
            "::error file=a%2Cb.mlir,line=2,endLine=2,col=1,endColumn=2,title=E0001::50%25 bad%0Ahelp: a remedy"
        );
        assert_eq!(to_github(&Diagnostic::warning(Code("W0001"), "odd"), None), "::warning title=W0001::odd");
    }
}
