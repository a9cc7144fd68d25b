//! `kernel[grid](..)`: a kernel and its grid, called with the kernel's own arguments.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::argument::{self, How};
use crate::launch::Settings;

use super::Kernel;

/// A kernel with its grid. Made by `kernel[grid]`; it is called with one argument for each parameter, in order or by name.
#[pyclass(frozen, module = "tilewright")]
pub(crate) struct Launcher {
    kernel: Py<Kernel>,
    grid: Py<PyAny>,
}

impl Launcher {
    pub(crate) fn new(kernel: Py<Kernel>, grid: Py<PyAny>) -> Launcher {
        Launcher { kernel, grid }
    }
}

#[pymethods]
impl Launcher {
    /// Runs all tile blocks on these arguments and returns when they have ended. Options are those of `Kernel.launch`, which takes
    /// the same arguments.
    #[pyo3(signature = (*args, **named))]
    fn __call__(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let kernel = self.kernel.get();
        let prepared = kernel.prepared(py)?;
        let args = argument::ordered(&prepared, args, named)?;
        kernel.start(py, self.grid.bind(py), args.as_any(), How::Arrays, Settings::default())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let kernel = self.kernel.bind(py).repr()?;
        Ok(format!("{kernel}[{}]", self.grid.bind(py).repr()?))
    }
}
