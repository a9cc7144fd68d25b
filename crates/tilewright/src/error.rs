//! The error of the facade: diagnostics with the text that they refer to.

use std::fmt;

use diag::{Diagnostic, Source, render_human, to_json};

/// An error of a module, or of a run of it.
///
/// [`fmt::Display`] renders every diagnostic with an excerpt of the source, like the command line.
///
/// ```
/// let error: tilewright::Error = tilewright::parse("m.mlir", "cuda_tile.module @m { entry @k() { retrun } }").unwrap_err();
/// assert_eq!(error.source_text().unwrap().name(), "m.mlir");
/// assert!(error.to_json().starts_with("{\"severity\":\"error\",\"code\":\"E0104\""), "{}", error.to_json());
/// ```
#[derive(Clone, Debug)]
pub struct Error {
    diagnostics: Vec<Diagnostic>,
    source: Option<Source>,
}

impl Error {
    pub(crate) fn new(mut diagnostics: Vec<Diagnostic>, source: Option<&Source>) -> Error {
        driver::remedies::complete(&mut diagnostics, source);
        Error { diagnostics, source: source.cloned() }
    }

    /// The diagnostics, in order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The text that the diagnostics refer to, if there is one.
    pub fn source_text(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// One JSON object per line, as `tilewright check --diagnostics=json` prints them.
    pub fn to_json(&self) -> String {
        let lines = self.diagnostics.iter().map(|d| to_json(d, self.source.as_ref()) + "\n");
        lines.collect()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                f.write_str("\n\n")?;
            }
            f.write_str(render_human(diagnostic, self.source.as_ref(), false).trim_end())?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
