//! Findings of the sanitizer.

use std::ffi::{CString, c_char};

use tilewright::driver::sanitize::{Kinds, Settings};

use crate::error::c_string;
use crate::kernel::arguments;
use crate::options::{self, with_options};
use crate::{given, guard, optional_string, place, tw_arg, tw_error, tw_kernel, tw_options, tw_status};

/// The result of a sanitized run.
pub struct tw_report {
    findings: Vec<Finding>,
}

struct Finding {
    code: CString,
    text: CString,
    json: CString,
}

/// Runs a kernel on the reference interpreter with the sanitizer. `checks` names kinds of findings, as
/// `tilewright run --sanitize=KINDS` does, or is null; `schedules` is the number of additional orders of the tile blocks,
/// which are tried until there is a finding. All memory must be writable if `schedules` is not 0. Undefined behaviour of the
/// program is in the report and not an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_sanitize(
    kernel: *const tw_kernel,
    grid: *const u32,
    args: *const tw_arg,
    count: usize,
    checks: *const c_char,
    schedules: u32,
    how: *const tw_options,
    out: *mut *mut tw_report,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: kernel, extents, arguments and `out` are null, which is refused, or valid during the call.
        let (kernel, extents, args, out) = unsafe {
            (
                given(kernel, "kernel")?,
                given(grid.cast::<[u32; 3]>(), "grid")?,
                arguments(args, count)?,
                place(out, "out")?,
            )
        };
        // SAFETY: `checks` is null, or ends in a null byte.
        let kinds = match unsafe { optional_string(checks, "checks")? } {
            None => Kinds::default(),
            Some(names) => names
                .parse()
                .map_err(|error: tilewright::sanitize::UnknownKind| tw_error::argument(&error.to_string()))?,
        };
        let settings = Settings { kinds, further_schedules: schedules };
        let (grid, values) = (options::grid(extents)?, options::values(&kernel.kernel, args)?);
        // SAFETY: each argument says where its memory is and how long; the caller keeps it alive and to itself during the call.
        let report = unsafe {
            with_options(how, |options| kernel.kernel.sanitize_raw(grid, &values, options, &settings))
        }?;
        let findings = report.findings.iter().map(|finding| {
            let error = kernel.kernel.finding(finding);
            Finding {
                code: c_string(finding.code),
                text: c_string(&error.to_string()),
                json: c_string(error.to_json().trim_end()),
            }
        });
        *out = Box::into_raw(Box::new(tw_report { findings: findings.collect() }));
        Ok(())
    })
}

/// The number of findings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_report_count(report: *const tw_report) -> usize {
    // SAFETY: the caller gives null, or a report of this library.
    unsafe { report.as_ref() }.map_or(0, |report| report.findings.len())
}

/// # Safety
/// The pointer is null, or leads to a report.
unsafe fn finding<'a>(report: *const tw_report, index: usize) -> Option<&'a Finding> {
    // SAFETY: `report` is null or a report of this library that was not freed.
    unsafe { report.as_ref() }.and_then(|report| report.findings.get(index))
}

/// The documented code of a finding, from 0: "E0570".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_report_code(report: *const tw_report, index: usize) -> *const c_char {
    // SAFETY: the caller gives null, or a report of this library.
    unsafe { finding(report, index) }.map_or(c"".as_ptr(), |finding| finding.code.as_ptr())
}

/// A finding with excerpts of the source, as the command line prints it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_report_text(report: *const tw_report, index: usize) -> *const c_char {
    // SAFETY: `report` is null or a report of this library.
    unsafe { finding(report, index) }.map_or(c"".as_ptr(), |finding| finding.text.as_ptr())
}

/// A finding as a JSON object: file, line, column, message, notes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_report_json(report: *const tw_report, index: usize) -> *const c_char {
    // SAFETY: `report` is null or a report of this library.
    unsafe { finding(report, index) }.map_or(c"".as_ptr(), |finding| finding.json.as_ptr())
}

/// Frees a report; null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_report_free(report: *mut tw_report) {
    if !report.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and the caller has it for itself.
        drop(unsafe { Box::from_raw(report) });
    }
}
