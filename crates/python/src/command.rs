//! The command `tilewright`, inside of the interpreter: `python -m tilewright`.

use pyo3::prelude::*;

/// Runs the command line, the words after the program's name, and returns its exit code.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, words: Vec<String>) -> u8 {
    py.detach(|| cli::main(std::iter::once("tilewright".to_owned()).chain(words).map(Into::into)))
}
