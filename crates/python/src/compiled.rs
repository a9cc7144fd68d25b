//! `tilewright.Compiled`: what compiling makes, and how it is asked for.
//!
//! PTX and metadata are made at once. Texts of levels, remarks and machine code are generated on first access: they
//! are what the same program and options always give.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use tilewright::compile::{self, Assembler, Failure, Level, OptLevel, Options, Program, Remark, Target};
use tilewright::diag::Source;

use crate::errors::{Class, diagnostic};

/// PTX of a module for one target, and everything else that the compiler can say of it. Made by `Module.compile` and
/// `tilewright.compile`; it does not change.
#[pyclass(frozen, module = "tilewright", weakref)]
pub(crate) struct Compiled {
    program: Program,
    source: Option<Source>,
    options: Options,
    /// Where `ptxas` is; `None`: where the environment has it.
    ptxas: Option<PathBuf>,
    made: compile::Compiled,
    /// With the texts of all levels and remarks.
    detailed: OnceLock<compile::Compiled>,
    /// With machine code.
    assembled: OnceLock<compile::Compiled>,
}

/// How a program is compiled, as keywords of Python.
pub(crate) struct How<'a> {
    pub(crate) target: &'a str,
    pub(crate) ptxas: Option<PathBuf>,
    pub(crate) opt_level: i64,
    pub(crate) warps: i64,
    pub(crate) line_info: bool,
}

/// The failure of a compilation, as an exception; `unread` is the class for an invalid program.
fn failed(py: Python<'_>, failure: &Failure, unread: Class) -> PyErr {
    let class = match failure {
        Failure::Target(_) => Class::Argument,
        Failure::Invalid(_) => unread,
        _ => Class::Compile,
    };
    class.of(py, failure.error())
}

fn options(py: Python<'_>, how: &How<'_>) -> PyResult<Options> {
    let target = Target::named(how.target).map_err(|failure| failed(py, &failure, Class::Argument))?;
    let level = u32::try_from(how.opt_level).map_or_else(
        |_| Err(format!("there is no optimisation level {}; the levels are 0 to 3", how.opt_level)),
        OptLevel::try_from,
    );
    let level = level.map_err(|text| Class::Argument.says(py, text))?;
    let warps = u32::try_from(how.warps).ok().and_then(NonZeroU32::new);
    let warps = warps.filter(|warps| warps.get() <= 32).ok_or_else(|| {
        Class::Argument.says(py, format!("a thread block has 1 to 32 warps; `warps` is {}", how.warps))
    })?;
    Ok(Options::new(target).opt_level(level).warps(warps).line_info(how.line_info))
}

/// Compiles a module.
pub(crate) fn module(py: Python<'_>, module: &tilewright::Module, how: How<'_>) -> PyResult<Compiled> {
    let options = options(py, &how)?;
    let made = py.detach(|| {
        let program = Program::of(module)?;
        let made = program.clone().compile(&options)?;
        Ok((program, made))
    });
    let (program, made) = made.map_err(|failure| failed(py, &failure, Class::Verify))?;
    Ok(Compiled::new(program, module.source().cloned(), (options, how.ptxas), made))
}

/// Compiles text of any level; `name` is what messages call it.
#[pyfunction]
#[pyo3(signature = (text, name, target, *, ptxas=None, opt_level=3, warps=4, line_info=false))]
#[allow(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn compile_text(
    py: Python<'_>,
    text: &str,
    name: &str,
    target: &str,
    ptxas: Option<PathBuf>,
    opt_level: i64,
    warps: i64,
    line_info: bool,
) -> PyResult<Compiled> {
    let how = How { target, ptxas, opt_level, warps, line_info };
    let options = options(py, &how)?;
    let made = py.detach(|| {
        let program = Program::parse(name, text)?;
        let made = program.clone().compile(&options)?;
        Ok((program, made))
    });
    let (program, made) = made.map_err(|failure| failed(py, &failure, Class::Parse))?;
    Ok(Compiled::new(program, Some(Source::new(name, text)), (options, how.ptxas), made))
}

/// The names of all targets, the oldest first.
#[pyfunction]
pub(crate) fn targets(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, Target::all().map(Target::name).collect::<Vec<_>>())
}

impl Compiled {
    fn new(
        program: Program,
        source: Option<Source>,
        (options, ptxas): (Options, Option<PathBuf>),
        made: compile::Compiled,
    ) -> Compiled {
        let (detailed, assembled) = (OnceLock::new(), OnceLock::new());
        Compiled { program, source, options, ptxas, made, detailed, assembled }
    }

    fn detailed(&self, py: Python<'_>) -> PyResult<&compile::Compiled> {
        let options = self.options.clone().keep_levels(true).remarks(true);
        self.again(py, &self.detailed, |_| Ok(options))
    }

    fn assembled(&self, py: Python<'_>) -> PyResult<&compile::Compiled> {
        let options = self.options.clone();
        self.again(py, &self.assembled, |path| {
            let assembler = match path {
                Some(path) => Assembler::at(path)?,
                None => Assembler::of_environment()?,
            };
            Ok(options.cubin(assembler))
        })
    }

    /// The result of a compilation with other outputs, cached or computed now. Two threads may both compute it: the results are
    /// equal.
    fn again<'a>(
        &'a self,
        py: Python<'_>,
        known: &'a OnceLock<compile::Compiled>,
        options: impl FnOnce(Option<&PathBuf>) -> Result<Options, Failure> + Send,
    ) -> PyResult<&'a compile::Compiled> {
        if let Some(known) = known.get() {
            return Ok(known);
        }
        let made = py.detach(|| self.program.clone().compile(&options(self.ptxas.as_ref())?));
        let made = made.map_err(|failure| failed(py, &failure, Class::Compile))?;
        Ok(known.get_or_init(|| made))
    }

    fn remark<'py>(&self, py: Python<'py>, remark: &Remark) -> PyResult<Bound<'py, PyAny>> {
        let empty = Source::new("", "");
        let (file, line, column) = match remark.position(self.source.as_ref().unwrap_or(&empty)) {
            Some((file, line, column)) => (Some(file), Some(line), Some(column)),
            None => (None, None, None),
        };
        let args: Vec<(&str, &str)> =
            remark.args.iter().map(|(key, value)| (&**key, value.as_str())).collect();
        let class = py.import("tilewright._compiled")?.getattr("Remark")?;
        class.call1((
            remark.kind.name().to_lowercase(),
            remark.category.name().to_lowercase(),
            &*remark.name,
            &remark.message,
            &remark.function,
            file,
            line,
            column,
            PyTuple::new(py, args)?,
        ))
    }
}

#[pymethods]
impl Compiled {
    /// The target: "sm_90a".
    #[getter]
    fn target(&self) -> &'static str {
        self.options.target().name()
    }

    /// The PTX.
    #[getter]
    fn ptx(&self) -> &str {
        self.made.ptx()
    }

    /// Machine code, made by `ptxas` when it is first asked for: by the one that `ptxas` named, else by the one that the command
    /// line would find. Raises `CompileError` where there is none, with what to install.
    #[getter]
    fn cubin<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, self.assembled(py)?.cubin().unwrap_or_default()))
    }

    /// Warnings about the machine code, such as spilled registers, as `Diagnostic`s.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let warnings = self.assembled(py)?.warnings().iter();
        let found = warnings.map(|found| diagnostic(py, found, self.source.as_ref()));
        PyTuple::new(py, found.collect::<PyResult<Vec<_>>>()?)
    }

    /// The text of a level: "cuda_tile", "tileaa", "tileas", "nvvm" or "ptx".
    fn text<'a>(&'a self, py: Python<'_>, level: &str) -> PyResult<&'a str> {
        let level: Level = level.parse().map_err(|text: String| Class::Argument.says(py, text))?;
        let made = if level == Level::Ptx { &self.made } else { self.detailed(py)? };
        made.text(level).ok_or_else(|| {
            let from = self.program.level();
            let text = format!(
                "the program is of the level `{from}`, below `{level}`; ask for \"{from}\" or a lower one"
            );
            Class::Argument.says(py, text)
        })
    }

    /// Applied and missed optimisations, as a tuple of `Remark`s.
    #[getter]
    fn remarks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let remarks = self.detailed(py)?.remarks().iter().map(|remark| self.remark(py, remark));
        PyTuple::new(py, remarks.collect::<PyResult<Vec<_>>>()?)
    }

    /// How kernels are launched, as `tilewright compile --emit=metadata` writes it: a dict with `target`, `shared` and `kernels`.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.getattr("loads")?.call1((self.made.metadata(),))
    }

    fn __repr__(&self) -> String {
        let kernels = self.made.kernels().iter();
        let kernels: Vec<String> =
            kernels.map(|kernel| format!("`{}` of {} threads", kernel.name, kernel.threads)).collect();
        format!("<tilewright.Compiled for {}: {}>", self.target(), kernels.join(", "))
    }
}
