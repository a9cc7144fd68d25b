//! Exceptions: the classes are Python's (`tilewright._errors`), what they carry comes from diagnostics.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilewright::diag::{Diagnostic, Source, render_human};
use tilewright::kernel::Failure;

/// A documented class of exceptions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Class {
    Parse,
    Bytecode,
    Verify,
    Argument,
    Trap,
    Launch,
    Cancelled,
    Compile,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::Parse => "ParseError",
            Class::Bytecode => "BytecodeError",
            Class::Verify => "VerifyError",
            Class::Argument => "ArgumentError",
            Class::Trap => "TrapError",
            Class::Launch => "LaunchError",
            Class::Cancelled => "CancelledError",
            Class::Compile => "CompileError",
        }
    }

    /// An exception that carries diagnostics.
    pub(crate) fn of(self, py: Python<'_>, error: &tilewright::Error) -> PyErr {
        let found = error.diagnostics().iter().map(|found| diagnostic(py, found, error.source_text()));
        match found.collect::<PyResult<Vec<_>>>().and_then(|found| PyTuple::new(py, found)) {
            Ok(found) => self.raise(py, error.to_string(), found),
            Err(error) => error,
        }
    }

    /// An exception that carries one diagnostic, which is about no text.
    pub(crate) fn found(self, py: Python<'_>, found: &Diagnostic) -> PyErr {
        let text = render_human(found, None, false).trim_end().to_owned();
        match diagnostic(py, found, None).and_then(|found| PyTuple::new(py, [found])) {
            Ok(found) => self.raise(py, text, found),
            Err(error) => error,
        }
    }

    /// An exception that only has a message.
    pub(crate) fn says(self, py: Python<'_>, text: impl Into<String>) -> PyErr {
        self.raise(py, text.into(), PyTuple::empty(py))
    }

    fn raise(self, py: Python<'_>, text: String, diagnostics: Bound<'_, PyTuple>) -> PyErr {
        let class = py.import("tilewright._errors").and_then(|errors| errors.getattr(self.name()));
        match class.and_then(|class| class.call1((text, diagnostics))) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    }
}

/// The failure of a launch, as an exception.
pub(crate) fn failed(py: Python<'_>, failure: &Failure) -> PyErr {
    match failure {
        Failure::Arguments(text) => Class::Argument.says(py, text),
        Failure::Unfit(error) => Class::Argument.of(py, error),
        Failure::Trap(error) => Class::Trap.of(py, error),
        Failure::Engine(error) => Class::Launch.of(py, error),
        Failure::Cancelled(error) => Class::Cancelled.of(py, error),
        other => Class::Launch.says(py, other.to_string()),
    }
}

/// A `tilewright.Diagnostic`.
pub(crate) fn diagnostic<'py>(
    py: Python<'py>,
    diagnostic: &Diagnostic,
    source: Option<&Source>,
) -> PyResult<Bound<'py, PyAny>> {
    let (file, position) = diagnostic.place(source);
    let (line, column) = position.map(|at| (at.line, at.column)).unzip();
    let text = render_human(diagnostic, source, false);
    let errors = py.import("tilewright._errors")?;
    let label = errors.getattr("Label")?;
    let labels = diagnostic.other_places(source).map(|(file, position, said)| {
        let (line, column) = position.map(|at| (at.line, at.column)).unzip();
        label.call1((file, line, column, said))
    });
    let labels = PyTuple::new(py, labels.collect::<PyResult<Vec<_>>>()?)?;
    errors.getattr("Diagnostic")?.call1((
        diagnostic.severity.name(),
        diagnostic.code.0,
        &diagnostic.message,
        file,
        line,
        column,
        PyTuple::new(py, &diagnostic.notes)?,
        PyTuple::new(py, &diagnostic.help)?,
        text.trim_end(),
        labels,
    ))
}
