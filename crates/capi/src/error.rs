//! Errors.

use std::ffi::{CString, c_char};

use crate::tw_status;

/// The error of a failed call.
pub struct tw_error {
    status: tw_status,
    message: CString,
    json: CString,
}

/// Text for C: text after a zero byte would be lost, so zero bytes are removed.
pub(crate) fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{2400}")).unwrap_or_default()
}

impl tw_error {
    /// Diagnostics.
    pub(crate) fn of(status: tw_status, error: &tilewright::Error) -> tw_error {
        tw_error { status, message: c_string(&error.to_string()), json: c_string(&error.to_json()) }
    }

    /// A sentence.
    pub(crate) fn says(status: tw_status, text: &str) -> tw_error {
        tw_error { status, message: c_string(text), json: CString::default() }
    }

    pub(crate) fn argument(text: &str) -> tw_error {
        tw_error::says(tw_status::TW_STATUS_ARGUMENT, text)
    }

    pub(crate) fn status(&self) -> tw_status {
        self.status
    }
}

impl From<tilewright::kernel::Failure> for tw_error {
    fn from(failure: tilewright::kernel::Failure) -> tw_error {
        use tilewright::kernel::Failure;
        match &failure {
            Failure::Arguments(text) => tw_error::argument(text),
            Failure::Unfit(error) => tw_error::of(tw_status::TW_STATUS_ARGUMENT, error),
            Failure::Trap(error) => tw_error::of(tw_status::TW_STATUS_TRAP, error),
            Failure::Engine(error) => tw_error::of(tw_status::TW_STATUS_LAUNCH, error),
            Failure::Cancelled(error) => tw_error::of(tw_status::TW_STATUS_CANCELLED, error),
            other => tw_error::says(tw_status::TW_STATUS_LAUNCH, &other.to_string()),
        }
    }
}

/// The whole message, with excerpts of the source, as the command line prints it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_error_message(error: *const tw_error) -> *const c_char {
    // SAFETY: the caller gives null, or an error of this library.
    unsafe { error.as_ref() }.map_or(c"".as_ptr(), |error| error.message.as_ptr())
}

/// The diagnostics as JSON, one object per line; empty if the message is a single sentence.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_error_json(error: *const tw_error) -> *const c_char {
    // SAFETY: the caller gives null, or an error of this library.
    unsafe { error.as_ref() }.map_or(c"".as_ptr(), |error| error.json.as_ptr())
}

/// Frees an error; null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_error_free(error: *mut tw_error) {
    if !error.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and the caller has it for itself.
        drop(unsafe { Box::from_raw(error) });
    }
}
