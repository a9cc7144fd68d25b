//! `tilewright.Kernel`.

mod launcher;

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilewright::compile::Target;
use tilewright::diag::suggest::clause;
use tilewright::driver::cuda;
use tilewright::kernel;
use tilewright::launch::Externs;
use tilewright::run::EngineKind;

use crate::argument::{self, How};
use crate::errors::Class;
use crate::launch::{self, Settings, grid};
use crate::option::{Seed, Steps, Threads};
use crate::report;

use super::Module;
pub(crate) use launcher::Launcher;

/// An entry of a module, prepared for one engine: launch it as often as you like, from any thread.
///
/// Made by `Module.kernel`. A kernel can be pickled; it is prepared again where it is loaded, and in a child process that
/// `fork` made.
#[pyclass(frozen, module = "tilewright", weakref)]
pub(crate) struct Kernel {
    module: Arc<tilewright::Module>,
    entry: String,
    how: kernel::How,
    externs: Externs,
    /// The process that prepared it, and what it prepared.
    prepared: Mutex<(u32, Arc<kernel::Kernel>)>,
}

/// The engine of a name.
pub(crate) fn engine(py: Python<'_>, name: &str) -> PyResult<EngineKind> {
    EngineKind::ALL.into_iter().find(|engine| engine.name() == name).ok_or_else(|| {
        let names = EngineKind::ALL.map(EngineKind::name);
        let near = clause(name, names);
        let all = names.map(|name| format!("{name:?}")).join(", ");
        Class::Argument.says(py, format!("there is no engine {name:?}{near}; the engines are {all}"))
    })
}

/// An engine, and what it compiles for.
pub(crate) fn how(py: Python<'_>, engine: &str, target: Option<&str>) -> PyResult<kernel::How> {
    let how = kernel::How::from(self::engine(py, engine)?);
    let Some(target) = target else { return Ok(how) };
    if how.engine != EngineKind::PtxEmu {
        let text = format!("`target` is what the engine \"ptx-emu\" compiles for; \"{engine}\" takes none");
        return Err(Class::Argument.says(py, text));
    }
    Ok(kernel::How { target: Some(self::target(py, target)?.name()), ..how })
}

/// The target of a name; of a name that none has, the exception has the nearest.
pub(crate) fn target(py: Python<'_>, name: &str) -> PyResult<Target> {
    Target::named(name).map_err(|failure| Class::Argument.of(py, failure.error()))
}

/// The name of the target that a name means, with or without its `a`.
#[pyfunction]
pub(crate) fn target_named(py: Python<'_>, name: &str) -> PyResult<&'static str> {
    Ok(target(py, name)?.name())
}

/// The target for the GPU of this machine.
#[pyfunction]
pub(crate) fn device_target(py: Python<'_>) -> PyResult<&'static str> {
    let device = cuda::find().and_then(|device| device.target());
    let row = device.map_err(|why| Class::Launch.found(py, &why))?;
    Ok(row.name)
}

fn prepare(
    py: Python<'_>,
    module: &Arc<tilewright::Module>,
    entry: Option<&str>,
    how: kernel::How,
    externs: &Externs,
) -> PyResult<Arc<kernel::Kernel>> {
    py.detach(|| module.verify()).map_err(|error| Class::Verify.of(py, &error))?;
    let prepared = py.detach(|| kernel::Kernel::with_externs(module, entry, how, externs));
    prepared.map(Arc::new).map_err(|error| Class::Launch.of(py, &error))
}

impl Kernel {
    pub(crate) fn new(
        py: Python<'_>,
        module: &Arc<tilewright::Module>,
        entry: Option<&str>,
        how: kernel::How,
        externs: Externs,
    ) -> PyResult<Kernel> {
        let prepared = prepare(py, module, entry, how, &externs)?;
        let entry = prepared.entry().to_owned();
        let prepared = Mutex::new((std::process::id(), prepared));
        Ok(Kernel { module: Arc::clone(module), entry, how, externs, prepared })
    }

    /// The prepared kernel, in this process.
    pub(crate) fn prepared(&self, py: Python<'_>) -> PyResult<Arc<kernel::Kernel>> {
        let known = || self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        let (owner, prepared) = known().clone();
        if owner == process {
            return Ok(prepared);
        }
        // Its state is unknown, because threads of the parent may have used it.
        std::mem::forget(prepared);
        let prepared = prepare(py, &self.module, Some(&self.entry), self.how, &self.externs)?;
        let before = std::mem::replace(&mut *known(), (process, Arc::clone(&prepared)));
        std::mem::forget(before);
        Ok(prepared)
    }

    pub(crate) fn start(
        &self,
        py: Python<'_>,
        extents: &Bound<'_, PyAny>,
        args: &Bound<'_, PyAny>,
        how: How,
        mut settings: Settings,
    ) -> PyResult<()> {
        let prepared = self.prepared(py)?;
        let grid = grid(extents)?;
        let arguments = argument::read(&prepared, args, how)?;
        launch::launch(py, &prepared, grid, arguments, &mut settings)
    }

    fn look(
        &self,
        py: Python<'_>,
        extents: &Bound<'_, PyAny>,
        args: &Bound<'_, PyAny>,
        how: How,
        request: report::Request,
    ) -> PyResult<Py<PyAny>> {
        let prepared = self.prepared(py)?;
        let grid = grid(extents)?;
        let arguments = argument::read(&prepared, args, how)?;
        report::sanitize(py, &prepared, grid, arguments, request)
    }
}

#[pymethods]
impl Kernel {
    /// The name of the entry.
    #[getter]
    fn entry(&self) -> &str {
        &self.entry
    }

    /// The engine that it was prepared for: "cpu", "reference", "ptx-emu" or "cuda".
    #[getter]
    fn engine(&self) -> &'static str {
        self.how.engine.name()
    }

    /// The parameters of the entry, in order.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let prepared = self.prepared(py)?;
        let params = prepared.params().iter().enumerate().map(|(number, known)| {
            let written = Some(prepared.writes(number));
            report::param(py, known.name.as_deref(), Some(known.ty), written)
        });
        PyTuple::new(py, params.collect::<PyResult<Vec<_>>>()?)
    }

    /// Runs all tile blocks on these arguments and returns when they have ended.
    ///
    /// `grid` is a number of tile blocks, or up to three. `args` is a tuple or a list with one argument for each parameter:
    /// a number for a number, an array for a pointer. Arrays are not copied.
    #[pyo3(signature = (grid, args, *, threads=None, steps=None, seed=None, output=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn launch(
        &self,
        py: Python<'_>,
        grid: &Bound<'_, PyAny>,
        args: &Bound<'_, PyAny>,
        threads: Option<Threads>,
        steps: Option<Steps>,
        seed: Option<Seed>,
        output: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        self.start(py, grid, args, How::Arrays, Settings { threads, steps, seed, output })
    }

    /// Like `launch`, but an argument for a pointer is `(address, bytes)` or `(address, bytes, owner)`.
    ///
    /// The memory must be there until the call returns; `owner` is kept alive so long. Nothing checks addresses: a wrong one
    /// crashes the process.
    ///
    /// Where the kernel finds pointers in memory, `memory` has what they lead to, as `(address, bytes)`, and `pointers`
    /// where each is and where it leads, as two addresses; the launch overwrites them with the engine's own.
    #[pyo3(signature = (grid, args, *, threads=None, steps=None, seed=None, output=None, memory=Vec::new(), pointers=Vec::new()))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn launch_raw(
        &self,
        py: Python<'_>,
        grid: &Bound<'_, PyAny>,
        args: &Bound<'_, PyAny>,
        threads: Option<Threads>,
        steps: Option<Steps>,
        seed: Option<Seed>,
        output: Option<Py<PyAny>>,
        memory: Vec<(usize, usize)>,
        pointers: Vec<(usize, usize)>,
    ) -> PyResult<()> {
        self.start(
            py,
            grid,
            args,
            How::Raw(argument::linked(memory, pointers)),
            Settings { threads, steps, seed, output },
        )
    }

    /// Runs on the reference interpreter with the sanitizer, and returns a `Report`.
    ///
    /// `checks` names kinds of findings, as `tilewright run --sanitize=KINDS` does; `schedules` more orders of the tile
    /// blocks are tried as long as nothing is found.
    #[pyo3(signature = (grid, args, *, checks=None, schedules=0, steps=None, seed=None, output=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn sanitize(
        &self,
        py: Python<'_>,
        grid: &Bound<'_, PyAny>,
        args: &Bound<'_, PyAny>,
        checks: Option<&str>,
        schedules: i64,
        steps: Option<Steps>,
        seed: Option<Seed>,
        output: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let settings = Settings { threads: None, steps, seed, output };
        let request = report::Request::new(py, checks, schedules, settings)?;
        self.look(py, grid, args, How::Arrays, request)
    }

    /// Like `sanitize`, with arguments as for `launch_raw`.
    #[pyo3(signature = (grid, args, *, checks=None, schedules=0, steps=None, seed=None, output=None, memory=Vec::new(), pointers=Vec::new()))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn sanitize_raw(
        &self,
        py: Python<'_>,
        grid: &Bound<'_, PyAny>,
        args: &Bound<'_, PyAny>,
        checks: Option<&str>,
        schedules: i64,
        steps: Option<Steps>,
        seed: Option<Seed>,
        output: Option<Py<PyAny>>,
        memory: Vec<(usize, usize)>,
        pointers: Vec<(usize, usize)>,
    ) -> PyResult<Py<PyAny>> {
        let settings = Settings { threads: None, steps, seed, output };
        let request = report::Request::new(py, checks, schedules, settings)?;
        self.look(py, grid, args, How::Raw(argument::linked(memory, pointers)), request)
    }

    /// Like `launch_raw`, under the checks of the emulator; the kernel was prepared for "ptx-emu". Returns a `Report`.
    #[pyo3(signature = (grid, args, *, steps=None, seed=None, output=None, memory=Vec::new(), pointers=Vec::new()))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn check_raw(
        &self,
        py: Python<'_>,
        grid: &Bound<'_, PyAny>,
        args: &Bound<'_, PyAny>,
        steps: Option<Steps>,
        seed: Option<Seed>,
        output: Option<Py<PyAny>>,
        memory: Vec<(usize, usize)>,
        pointers: Vec<(usize, usize)>,
    ) -> PyResult<Py<PyAny>> {
        let prepared = self.prepared(py)?;
        let grid = launch::grid(grid)?;
        let arguments = argument::read(&prepared, args, How::Raw(argument::linked(memory, pointers)))?;
        report::check(py, &prepared, grid, arguments, Settings { threads: None, steps, seed, output })
    }

    /// Runs all tile blocks in software as the GPU would, and returns what their threads did as `Counters`; the kernel was
    /// prepared for "ptx-emu".
    #[pyo3(signature = (grid, args, *, steps=None, seed=None, output=None))]
    fn count(
        &self,
        py: Python<'_>,
        grid: &Bound<'_, PyAny>,
        args: &Bound<'_, PyAny>,
        steps: Option<Steps>,
        seed: Option<Seed>,
        output: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let prepared = self.prepared(py)?;
        let grid = launch::grid(grid)?;
        let arguments = argument::read(&prepared, args, How::Arrays)?;
        report::count(py, &prepared, grid, arguments, Settings { threads: None, steps, seed, output })
    }

    /// The kernel with its grid, to be called with its arguments: `kernel[grid](x, y, n=3)`.
    fn __getitem__(slf: &Bound<'_, Kernel>, grid: Bound<'_, PyAny>) -> Launcher {
        Launcher::new(slf.clone().unbind(), grid.unbind())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let prepared = self.prepared(py)?;
        let params = prepared.params().iter();
        let params: Vec<String> =
            params.map(|param| format!("{}: {}", param.name.as_deref().unwrap_or("_"), param.ty)).collect();
        let (entry, engine) = (&self.entry, self.how.engine.name());
        Ok(format!("<tilewright.Kernel {entry}({}) on \"{engine}\">", params.join(", ")))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        if !self.externs.is_empty() {
            let text = "a kernel that calls functions of Python cannot be pickled; prepare it again with `Module.kernel`";
            return Err(Class::Argument.says(py, text));
        }
        let make = py.import("tilewright._pickle")?.getattr("kernel")?;
        let module = Module::of(Arc::clone(&self.module));
        let how = self.how;
        Ok((make, (module, &self.entry, how.engine.name(), how.compat, how.target).into_pyobject(py)?))
    }
}
