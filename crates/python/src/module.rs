//! `tilewright.Module`, and how one is made; its kernels, and kernels with a grid.

pub(crate) mod kernel;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use tilewright::diag::{Expressions, Source, Span};
use tilewright::driver::run::entries;
use tilewright::ir::Version;
use tilewright::launch::Externs;

use crate::compiled::{self, Compiled, How};
use crate::errors::Class;
use crate::externs;
use crate::report::param;

use self::kernel::{Kernel, how};

/// A tile program. Made by `tilewright.parse`, `tilewright.load` or a builder; it does not change.
#[pyclass(frozen, module = "tilewright", weakref)]
pub(crate) struct Module {
    module: Arc<tilewright::Module>,
    /// Kernels that `tilewright.launch` prepared, by entry and engine.
    kernels: Mutex<BTreeMap<Key, Py<Kernel>>>,
}

/// An entry, or the only one, and the name of an engine and of what it compiles for.
type Key = (Option<String>, &'static str, Option<&'static str>);

/// Parses text; `name` is what messages call it.
#[pyfunction]
#[pyo3(signature = (text, name="<string>", *, preview_simt=false))]
pub(crate) fn parse(py: Python<'_>, text: &str, name: &str, preview_simt: bool) -> PyResult<Module> {
    let parsed = py.detach(|| tilewright::parse(name, text));
    let mut module = parsed.map_err(|error| Class::Parse.of(py, &error))?;
    if preview_simt {
        module.enable_preview_simt();
    }
    Ok(Module::of(Arc::new(module)))
}

/// Text in canonical layout, with its comments and names; `name` is what messages call it.
#[pyfunction]
#[pyo3(signature = (text, name="<string>"))]
pub(crate) fn format(py: Python<'_>, text: &str, name: &str) -> PyResult<String> {
    py.detach(|| tilewright::format(name, text)).map_err(|error| Class::Parse.of(py, &error))
}

/// The name and the text of the file that debug information is about, for excerpts.
pub(crate) type Text = (String, String);

/// Where the expressions of such a text begin and end, in bytes.
pub(crate) type Spans = Vec<(u32, u32)>;

/// A file that debug information is about; `first_column` is how it counts columns.
pub(crate) fn source((name, text): Text, expressions: Option<Spans>, first_column: u32) -> Source {
    let source = Source::new(name, text);
    let Some(spans) = expressions else { return source };
    let spans = spans.into_iter().map(|(start, end)| Span::new(start, end)).collect();
    source.with_expressions(Expressions { first_column, spans })
}

/// Decodes bytecode. `source` is the name and the text of the file that its debug information is about, for excerpts, and
/// `expressions` are where its expressions begin and end, if it is a program of Python. `names` are those of parameters of its
/// entry, by their numbers.
#[pyfunction]
#[pyo3(signature = (data, source=None, expressions=None, *, preview_simt=false, names=Vec::new()))]
pub(crate) fn from_bytecode(
    py: Python<'_>,
    data: &[u8],
    source: Option<Text>,
    expressions: Option<Spans>,
    preview_simt: bool,
    names: Vec<(usize, String)>,
) -> PyResult<Module> {
    let decode = if preview_simt {
        tilewright::Module::from_preview_bytecode
    } else {
        tilewright::Module::from_bytecode
    };
    let mut module = py.detach(|| decode(data)).map_err(|error| Class::Bytecode.of(py, &error))?;
    if let Some(text) = source {
        // cuTile writes columns down as Python counts them.
        module.set_source(self::source(text, expressions, 0));
    }
    for (parameter, name) in names {
        module.name_parameter(parameter, &name);
    }
    Ok(Module::of(Arc::new(module)))
}

/// "13.2".
fn version(py: Python<'_>, text: &str) -> PyResult<Version> {
    Version::ALL.into_iter().find(|version| version.to_string() == text).ok_or_else(|| {
        let all: Vec<String> = Version::ALL.iter().map(|version| format!("\"{version}\"")).collect();
        Class::Argument
            .says(py, format!("there is no bytecode version {text:?}; it is one of {}", all.join(", ")))
    })
}

impl Module {
    pub(crate) fn of(module: Arc<tilewright::Module>) -> Module {
        Module { module, kernels: Mutex::default() }
    }
}

#[pymethods]
impl Module {
    /// Checks every rule of the language; raises `VerifyError` with everything that is wrong.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.module.verify()).map_err(|error| Class::Verify.of(py, &error))
    }

    /// Canonical text.
    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.module.to_text())
    }

    /// Bytecode of a version ("13.1" to "13.5"); without one, of the lowest that holds the module.
    #[pyo3(signature = (version=None))]
    fn bytecode<'py>(&self, py: Python<'py>, version: Option<&str>) -> PyResult<Bound<'py, PyBytes>> {
        let version = version.map(|text| self::version(py, text)).transpose()?;
        let bytes =
            py.detach(|| self.module.to_bytecode(version)).map_err(|error| Class::Bytecode.of(py, &error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The entries, in order, with their parameters.
    #[getter]
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = py.import("tilewright._report")?.getattr("Entry")?;
        let mut found = Vec::new();
        for entry in entries(self.module.ir()) {
            let params = entry.params.iter().map(|(name, ty)| param(py, name.as_deref(), *ty, None));
            let params = PyTuple::new(py, params.collect::<PyResult<Vec<_>>>()?)?;
            found.push(class.call1((entry.name, params))?);
        }
        PyTuple::new(py, found)
    }

    /// Verifies the module and prepares an entry for an engine: "cpu", "reference", "ptx-emu" or "cuda". `None`: the only entry.
    ///
    /// With `lenient`, two things are let pass that the language leaves undefined and cuTile programs rely on: the CPU
    /// engine pads tiles that are outside of their tensors as a whole when they are loaded, and drops them when they are
    /// stored, as GPUs do; and nothing looks at promises about constants.
    ///
    /// `target` is what "ptx-emu" compiles for, such as "sm_80" (by default "sm_90a").
    ///
    /// `externs` has functions that the program calls and does not define, by name: each gets a `Tile` for each operand and the
    /// keyword `constants`, and returns the bytes of its result, or a tuple of such.
    #[pyo3(signature = (entry=None, *, engine="cpu", lenient=false, target=None, externs=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn kernel(
        &self,
        py: Python<'_>,
        entry: Option<&str>,
        engine: &str,
        lenient: bool,
        target: Option<&str>,
        externs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Kernel> {
        let how = tilewright::kernel::How { compat: lenient, ..how(py, engine, target)? };
        Kernel::new(py, &self.module, entry, how, externs::of(externs)?)
    }

    /// Verifies the module and compiles all its entries for a target, such as "sm_90a".
    ///
    /// `ptxas` is the path of NVIDIA's assembler, for `Compiled.cubin`; without one it is looked for as the command line does.
    /// `opt_level` is how much that optimises, `warps` the warps of a thread block where no hint of the program says it;
    /// `line_info` lets code say which line it comes from.
    #[pyo3(signature = (target, *, ptxas=None, opt_level=3, warps=4, line_info=false))]
    fn compile(
        &self,
        py: Python<'_>,
        target: &str,
        ptxas: Option<PathBuf>,
        opt_level: i64,
        warps: i64,
        line_info: bool,
    ) -> PyResult<Compiled> {
        compiled::module(py, &self.module, How { target, ptxas, opt_level, warps, line_info })
    }

    /// A module that passes have optimised: those of a pipeline such as "canonicalize,cse", as `tilewright opt --passes` takes it,
    /// or all that clean up. This one stays as it is.
    #[pyo3(signature = (passes=None))]
    fn optimize(&self, py: Python<'_>, passes: Option<&str>) -> PyResult<Module> {
        self.verify(py)?;
        let optimized = py.detach(|| {
            let mut module = (*self.module).clone();
            tilewright::opt::run(&mut module, passes.unwrap_or(tilewright::opt::CLEAN_UP)).map(|()| module)
        });
        let optimized = optimized.map_err(|error| Class::Argument.of(py, &error))?;
        Ok(Module::of(Arc::new(optimized)))
    }

    /// The kernel of an entry and an engine that was prepared before, or is now.
    #[pyo3(name = "_kernel", signature = (entry, engine, target=None))]
    fn known_kernel(
        &self,
        py: Python<'_>,
        entry: Option<String>,
        engine: &str,
        target: Option<&str>,
    ) -> PyResult<Py<Kernel>> {
        let chosen = how(py, engine, target)?;
        let key = (entry, chosen.engine.name(), chosen.target);
        let kernels = || self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kernels().get(&key) {
            return Ok(known.clone_ref(py));
        }
        let kernel =
            Py::new(py, Kernel::new(py, &self.module, key.0.as_deref(), chosen, Externs::default())?)?;
        kernels().insert(key, kernel.clone_ref(py));
        Ok(kernel)
    }

    fn __str__(&self, py: Python<'_>) -> String {
        self.text(py)
    }

    fn __repr__(&self) -> String {
        let names: Vec<String> = self.module.entries().iter().map(|name| format!("`{name}`")).collect();
        match names.as_slice() {
            [] => "<tilewright.Module without entries>".to_owned(),
            [name] => format!("<tilewright.Module with the entry {name}>"),
            names => format!("<tilewright.Module with the entries {}>", names.join(", ")),
        }
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Module>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("tilewright._html")?.getattr("module")?.call1((slf,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let pickle = py.import("tilewright._pickle")?;
        // Text keeps its places, and modules that are not finished.
        match self.module.source().filter(|_| self.module.is_parsed()) {
            Some(source) => {
                Ok((pickle.getattr("parsed")?, (source.text(), source.name()).into_pyobject(py)?))
            }
            None => {
                let bytes = self.bytecode(py, None)?;
                let source = self.module.source().map(|source| (source.name(), source.text()));
                Ok((pickle.getattr("decoded")?, (bytes, source).into_pyobject(py)?))
            }
        }
    }
}
