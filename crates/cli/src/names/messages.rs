//! Diagnostics in the form that clients of the closed tools read.

use diag::{Diagnostic, Severity, Source};

use crate::Stop;
use crate::io::Io;

/// `loc("FILE":LINE:COLUMN): error: MESSAGE`, or without the place; then notes and remedies, a line each.
pub(super) fn say(found: &[Diagnostic], source: &Source, io: &mut Io<'_>) -> Result<(), Stop> {
    for diagnostic in found {
        writeln!(io.stderr, "{}", line(diagnostic, source))?;
        // Notes belong to the error before them; remarks have their own form.
        for note in &diagnostic.notes {
            writeln!(io.stderr, "note: {}", one_line(note))?;
        }
        for help in &diagnostic.help {
            self::help(help, io)?;
        }
    }
    Ok(())
}

/// `error: MESSAGE`
pub(super) fn error(message: &str, io: &mut Io<'_>) -> Result<(), Stop> {
    Ok(writeln!(io.stderr, "error: {message}")?)
}

/// `help: WAY OUT`
pub(super) fn help(way_out: &str, io: &mut Io<'_>) -> Result<(), Stop> {
    Ok(writeln!(io.stderr, "help: {}", one_line(way_out))?)
}

fn line(diagnostic: &Diagnostic, source: &Source) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note | Severity::Help => "note",
    };
    let message = one_line(&diagnostic.message);
    // A place in the bytecode itself is a byte, which the message's notes say.
    match diagnostic.place(Some(source)) {
        (Some(file), Some(at)) => {
            format!("loc(\"{}\":{}:{}): {severity}: {message}", one_line(&file), at.line, at.column)
        }
        (Some(_) | None, None) | (None, Some(_)) => format!("{severity}: {message}"),
    }
}

/// Clients read lines.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use diag::{Code, Location};

    use super::*;

    #[test]
    fn places_have_the_form_that_clients_read() {
        let source = Source::new("k.bc", "");
        let place = Location::new("kernel.py", 3, 7);
        let diagnostic = Diagnostic::error(Code("E0001"), "it is\nwrong").at(place, "");
        assert_eq!(line(&diagnostic, &source), "loc(\"kernel.py\":3:7): error: it is wrong");
        let bare = Diagnostic::warning(Code("E0001"), "it may be");
        assert_eq!(line(&bare, &source), "warning: it may be");
    }
}
