//! Above every level: the C interface, `libtilewright`.
//!
//! `include/tilewright.h` is generated from this crate; a test keeps it up to date. The first comment of the header
//! describes the conventions of all functions. The functions are wrappers around the facade.
//!
//! - Pointers from the caller are checked first; null for a required argument is an error with the name of the parameter.
//! - Every function that does more than a look-up runs under `guard`, which catches panics.

#![allow(unsafe_code, reason = "this is the border to C")]
#![allow(
    non_camel_case_types,
    clippy::upper_case_acronyms,
    reason = "types and cases have the names that the header gives them"
)]
#![allow(clippy::missing_safety_doc, reason = "the header says once what holds for all functions")]

mod compile;
mod error;
mod externs;
mod kernel;
mod measure;
mod module;
mod options;
mod report;

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use compile::*;
pub use error::*;
pub use externs::*;
pub use kernel::*;
pub use measure::*;
pub use module::*;
pub use options::*;
pub use report::*;

/// The status of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum tw_status {
    /// Success.
    TW_STATUS_OK = 0,
    /// The text, the bytecode or the module is invalid.
    TW_STATUS_INVALID = 1,
    /// An argument does not fit; nothing was run.
    TW_STATUS_ARGUMENT = 2,
    /// The program has undefined behaviour; memory that it writes contains part of the results.
    TW_STATUS_TRAP = 3,
    /// The engine cannot run it: no such entry, an unsupported feature, or too little memory.
    TW_STATUS_LAUNCH = 4,
    /// The launch was cancelled; memory that it writes contains part of the results.
    TW_STATUS_CANCELLED = 5,
    /// An internal error of the library; please report it.
    TW_STATUS_INTERNAL = 6,
    /// The program cannot be compiled for the target, or `ptxas` is missing or refuses it.
    TW_STATUS_COMPILE = 7,
}

/// The ABI version of this interface: it changes when programs must be compiled again.
#[unsafe(no_mangle)]
pub extern "C" fn tw_abi_version() -> u32 {
    1
}

/// The version of the library: "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn tw_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Runs a call; a panic becomes an error.
fn guard(error: *mut *mut tw_error, call: impl FnOnce() -> Result<(), tw_error>) -> tw_status {
    let ended = catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no more is known");
        Err(tw_error::says(tw_status::TW_STATUS_INTERNAL, &format!("a mistake inside of Tilewright: {text}")))
    });
    // SAFETY: the caller gives null, or a place for a pointer.
    let place = unsafe { error.as_mut() };
    let (status, found) = match ended {
        Ok(()) => (tw_status::TW_STATUS_OK, std::ptr::null_mut()),
        Err(found) => (
            found.status(),
            if place.is_some() { Box::into_raw(Box::new(found)) } else { std::ptr::null_mut() },
        ),
    };
    if let Some(place) = place {
        *place = found;
    }
    status
}

/// The object that a pointer from C points to.
///
/// # Safety
/// The pointer is null, or valid for `'a`.
unsafe fn given<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, tw_error> {
    // SAFETY: `pointer` is null or points to a live object of this library that does not change meanwhile.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(name))
}

/// The place for a result.
///
/// # Safety
/// The pointer is null, or valid for `'a`.
unsafe fn place<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, tw_error> {
    // SAFETY: `pointer` is null or points to memory that is this call's alone.
    unsafe { pointer.as_mut() }.ok_or_else(|| null(name))
}

/// Bytes from C; null is allowed for none.
///
/// # Safety
/// The pointer is null, or valid for `len` bytes and `'a`.
unsafe fn bytes<'a>(first: *const u8, len: usize, name: &str) -> Result<&'a [u8], tw_error> {
    match (first.is_null(), len) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(null(name)),
        // SAFETY: `first` points to `len` bytes, and is not null here.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(first, len) }),
    }
}

/// A string from C that ends with a zero byte.
///
/// # Safety
/// The pointer is null, or a string that ends with a zero byte and lives for `'a`.
unsafe fn string<'a>(first: *const c_char, name: &str) -> Result<&'a str, tw_error> {
    if first.is_null() {
        return Err(null(name));
    }
    // SAFETY: `first` points to a string that ends in a null byte.
    let text = unsafe { std::ffi::CStr::from_ptr(first) };
    text.to_str().map_err(|_| tw_error::argument(&format!("`{name}` is no text in UTF-8")))
}

/// A string from C; null is none.
///
/// # Safety
/// The pointer is null, or a string that ends with a zero byte and lives for `'a`.
unsafe fn optional_string<'a>(first: *const c_char, name: &str) -> Result<Option<&'a str>, tw_error> {
    if first.is_null() {
        return Ok(None);
    }
    // SAFETY: `first` is not null here, and points to a string that ends in a null byte.
    unsafe { string(first, name) }.map(Some)
}

fn null(name: &str) -> tw_error {
    tw_error::argument(&format!("`{name}` is a null pointer"))
}
