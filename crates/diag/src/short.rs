//! One line per diagnostic: `file:line:column: error[E0123]: message`.

use crate::diagnostic::{Diagnostic, Resolved, printable};
use crate::source::Source;

/// The diagnostic on one line, without notes; no line end.
pub fn render_short(diagnostic: &Diagnostic, source: Option<&Source>) -> String {
    let place = match diagnostic.primary() {
        Some(label) => Resolved::new(&label.place, source).to_string(),
        None => source.map_or(String::new(), |source| printable(source.name())),
    };
    let message = printable(&diagnostic.to_string());
    if place.is_empty() { message } else { format!("{place}: {message}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::place::{Location, Span};

    #[test]
    fn position_comes_first() {
        let source = Source::new("k.mlir", "a\nbc");
        let error = Diagnostic::error(Code("E0001"), "bad\nthing");
        assert_eq!(render_short(&error, None), "error[E0001]: bad thing");
        assert_eq!(render_short(&error, Some(&source)), "k.mlir: error[E0001]: bad thing");
        let placed = error.clone().at(Span::new(3, 4), "");
        assert_eq!(render_short(&placed, Some(&source)), "k.mlir:2:2: error[E0001]: bad thing");
        let byte = Diagnostic::warning(Code("W0001"), "odd").at_byte(255, "");
        assert_eq!(render_short(&byte, Some(&source)), "k.mlir: byte 255 (0xff): warning[W0001]: odd");
        let location = error.at(Location::new("x.py", 4, 2), "");
        assert_eq!(render_short(&location, Some(&source)), "x.py:4:2: error[E0001]: bad thing");
    }
}
