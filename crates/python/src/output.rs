//! Output of kernels, to `sys.stdout` or to a file that the caller names.

use pyo3::intern;
use pyo3::prelude::*;
use tilewright::launch::{BlockId, Output};

/// Text that is not written yet grows to this many bytes, because each write needs the interpreter's lock.
const MAX_PENDING_BYTES: usize = 1 << 16;

/// Writes to an object with a method `write`.
pub(crate) struct Writer {
    /// `None` for `sys.stdout`.
    file: Option<Py<PyAny>>,
    pending: String,
    /// The first exception that writing raised; nothing is written after it.
    failed: Option<PyErr>,
}

impl Writer {
    pub(crate) fn new(file: Option<Py<PyAny>>) -> Writer {
        Writer { file, pending: String::new(), failed: None }
    }

    fn flush(&mut self, py: Python<'_>) {
        let text = std::mem::take(&mut self.pending);
        if text.is_empty() || self.failed.is_some() {
            return;
        }
        let file = match &self.file {
            Some(file) => Ok(file.bind(py).clone()),
            None => py.import(intern!(py, "sys")).and_then(|sys| sys.getattr(intern!(py, "stdout"))),
        };
        // Without a standard output, as under `pythonw`, the output is discarded.
        let written = file.and_then(|file| match file.is_none() {
            true => Ok(()),
            false => file.call_method1(intern!(py, "write"), (text,)).map(drop),
        });
        self.failed = written.err();
    }

    /// Writes what is left.
    pub(crate) fn finish(mut self, py: Python<'_>) -> PyResult<()> {
        self.flush(py);
        self.failed.map_or(Ok(()), Err)
    }
}

impl Output for Writer {
    fn print(&mut self, _block: BlockId, text: &str) {
        self.pending.push_str(text);
        if self.pending.len() >= MAX_PENDING_BYTES {
            // An interpreter that ends takes no more text.
            let _ = Python::try_attach(|py| self.flush(py));
        }
    }
}
