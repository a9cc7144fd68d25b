//! Findings of the sanitizer and descriptions of kernels, as Python objects (`tilewright._report`).

#![allow(unsafe_code, reason = "arguments are memory of arrays")]

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilewright::driver::emulate::codes::RACE;
use tilewright::driver::sanitize as found;
use tilewright::kernel::{Failure, Kernel, Memory, Value};
use tilewright::launch::{Grid, ParamType, Schedule};

use crate::argument::Arguments;
use crate::errors::{Class, diagnostic, failed};
use crate::launch::{Settings, supervised};
use crate::option::Seed;

/// A request: the checks, and the settings of the run.
pub(crate) struct Request {
    checks: found::Settings,
    settings: Settings,
}

impl Request {
    pub(crate) fn new(
        py: Python<'_>,
        checks: Option<&str>,
        schedules: i64,
        settings: Settings,
    ) -> PyResult<Request> {
        let kinds = match checks {
            None => found::Kinds::default(),
            Some(list) => list
                .parse()
                .map_err(|error: found::UnknownKind| Class::Argument.says(py, error.to_string()))?,
        };
        let further_schedules = u32::try_from(schedules).map_err(|_| {
            let text = format!("`schedules` is a whole number from 0 to {}, not {schedules}", u32::MAX);
            Class::Argument.says(py, text)
        })?;
        Ok(Request { checks: found::Settings { kinds, further_schedules }, settings })
    }
}

/// Runs a kernel with the sanitizer.
pub(crate) fn sanitize(
    py: Python<'_>,
    kernel: &Kernel,
    grid: Grid,
    arguments: Arguments,
    mut request: Request,
) -> PyResult<Py<PyAny>> {
    let checks = request.checks;
    let mut values = arguments.values.clone();
    let copies =
        copy_unwritten(kernel, &mut values, checks.further_schedules > 0 && arguments.linked.is_none());
    let given = arguments.given(&values);
    // SAFETY: `arguments` holds the memory of arrays until the run has ended; that of raw addresses the caller promised.
    // Memory that the program does not write is written by further schedules, which restore it: those get copies.
    let report = supervised(py, &mut request.settings, |options| unsafe {
        kernel.sanitize_raw(grid, given, options, &checks)
    })?;
    drop((copies, arguments));
    let findings =
        report.findings.iter().map(|found| finding(py, kernel, found)).collect::<PyResult<Vec<_>>>()?;
    let class = py.import("tilewright._report")?.getattr("Report")?;
    let findings = PyTuple::new(py, findings)?;
    Ok(class.call1((findings, report.ended, report.missed, report.schedules))?.unbind())
}

/// Runs a kernel under the checks of the emulator.
pub(crate) fn check(
    py: Python<'_>,
    kernel: &Kernel,
    grid: Grid,
    arguments: Arguments,
    mut settings: Settings,
) -> PyResult<Py<PyAny>> {
    let seed = settings.seed.map(|Seed(seed)| seed);
    let given = arguments.given(&arguments.values);
    // SAFETY: `arguments` holds the memory of arrays until the run has ended; that of raw addresses the caller promised.
    let checked = supervised(py, &mut settings, |options| unsafe { kernel.check_raw(grid, given, options) })?;
    drop(arguments);
    let mut found: Vec<&tilewright::Error> = checked.findings.iter().collect();
    let ended = checked.ended.is_err();
    match &checked.ended {
        // Findings before a trap matter more than the trap, which becomes one more finding.
        Err(Failure::Trap(error)) if !found.is_empty() => found.push(error),
        Err(failure) => return Err(failed(py, failure)),
        Ok(_) => {}
    }
    let findings =
        found.into_iter().map(|error| checked_finding(py, error, seed)).collect::<PyResult<Vec<_>>>()?;
    let class = py.import("tilewright._report")?.getattr("Report")?;
    Ok(class.call1((PyTuple::new(py, findings)?, ended, false, 0))?.unbind())
}

/// Runs a kernel on the emulator, and counts.
pub(crate) fn count(
    py: Python<'_>,
    kernel: &Kernel,
    grid: Grid,
    arguments: Arguments,
    mut settings: Settings,
) -> PyResult<Py<PyAny>> {
    let given = arguments.given(&arguments.values);
    // SAFETY: `arguments` holds the memory of arrays until the run has ended.
    let counted = supervised(py, &mut settings, |options| unsafe { kernel.count_raw(grid, given, options) })?;
    drop(arguments);
    let numbers = py.import("json")?.getattr("loads")?.call1((counted.json,))?;
    let class = py.import("tilewright._report")?.getattr("Counters")?;
    Ok(class.call1((numbers, counted.table))?.unbind())
}

/// A finding of a check of the emulator, as a `Finding`.
fn checked_finding<'py>(
    py: Python<'py>,
    error: &tilewright::Error,
    seed: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let found = &error.diagnostics()[0];
    let diagnostic = diagnostic(py, found, error.source_text())?;
    let kind = if found.code == RACE { "races" } else { "checks" };
    let (block, none) = ((0u32, 0u32, 0u32), py.None());
    let class = py.import("tilewright._report")?.getattr("Finding")?;
    class.call1((kind, found.code.0, &found.message, diagnostic, block, &none, &none, seed))
}

/// Copies memory that the program only reads: it may be read-only.
fn copy_unwritten(kernel: &Kernel, values: &mut [Value], needed: bool) -> Vec<Vec<u64>> {
    let mut copies = Vec::new();
    let unwritten = |number: usize| needed && !kernel.writes(number);
    for (_, value) in values.iter_mut().enumerate().filter(|(number, _)| unwritten(*number)) {
        if let Value::Memory(memory) = value
            && memory.bytes > 0
        {
            let mut copy = vec![0u64; memory.bytes.div_ceil(8)];
            let address = copy.as_mut_ptr().expose_provenance();
            // SAFETY: the memory is valid for its length, and the copy is as long.
            unsafe {
                let from = std::ptr::with_exposed_provenance::<u8>(memory.address);
                std::ptr::copy_nonoverlapping(from, copy.as_mut_ptr().cast::<u8>(), memory.bytes);
            }
            *memory = Memory { address, bytes: memory.bytes };
            copies.push(copy);
        }
    }
    copies
}

fn finding<'py>(py: Python<'py>, kernel: &Kernel, finding: &found::Finding) -> PyResult<Bound<'py, PyAny>> {
    let error = kernel.finding(finding);
    let diagnostic = diagnostic(py, &error.diagnostics()[0], error.source_text())?;
    let element = finding.element.as_ref().map(|element| PyTuple::new(py, element)).transpose()?;
    let seed = match finding.schedule {
        Schedule::InOrder => None,
        Schedule::Seeded(seed) => Some(seed),
    };
    let [x, y, z] = finding.block;
    let class = py.import("tilewright._report")?.getattr("Finding")?;
    class.call1((
        finding.kind.name(),
        finding.code,
        &finding.message,
        diagnostic,
        (x, y, z),
        element,
        &finding.fix,
        seed,
    ))
}

/// A `tilewright.Param`.
pub(crate) fn param<'py>(
    py: Python<'py>,
    name: Option<&str>,
    ty: Option<ParamType>,
    written: Option<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("tilewright._report")?.getattr("Param")?;
    class.call1((name, ty.map_or_else(|| "?".to_owned(), |ty| ty.to_string()), written))
}
