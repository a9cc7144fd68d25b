//! The buffer protocol.
//!
//! `PyObject_GetBuffer` and `struct Py_buffer` are part of the stable ABI from CPython 3.11 on. CPython 3.10 exports the
//! same functions with the same structure without promising them, so they are declared here and the package needs no build
//! of its own for it.

#![allow(unsafe_code, reason = "the C interface of Python")]

use std::ffi::{CStr, c_char, c_int, c_void};

use pyo3::ffi::{self, Py_ssize_t};
use pyo3::prelude::*;

#[repr(C)]
struct PyBuffer {
    buf: *mut c_void,
    obj: *mut ffi::PyObject,
    len: Py_ssize_t,
    itemsize: Py_ssize_t,
    readonly: c_int,
    ndim: c_int,
    format: *mut c_char,
    shape: *mut Py_ssize_t,
    strides: *mut Py_ssize_t,
    suboffsets: *mut Py_ssize_t,
    internal: *mut c_void,
}

unsafe extern "C" {
    fn PyObject_GetBuffer(object: *mut ffi::PyObject, view: *mut PyBuffer, flags: c_int) -> c_int;
    fn PyBuffer_Release(view: *mut PyBuffer);
}

/// Shape, strides and format are wanted; memory that is not to be written will do.
const WANTED: c_int = 0x4 | 0x8 | 0x10;

/// Memory that an object lends: it is neither moved nor freed until this is dropped, which needs the interpreter's lock.
pub(crate) struct Export {
    view: Box<PyBuffer>,
}

impl Export {
    /// Asks an object for its memory; `None` when it does not lend any, or not with this element type.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> Option<Export> {
        let mut view = Box::new(PyBuffer {
            buf: std::ptr::null_mut(),
            obj: std::ptr::null_mut(),
            len: 0,
            itemsize: 0,
            readonly: 0,
            ndim: 0,
            format: std::ptr::null_mut(),
            shape: std::ptr::null_mut(),
            strides: std::ptr::null_mut(),
            suboffsets: std::ptr::null_mut(),
            internal: std::ptr::null_mut(),
        });
        // SAFETY: the lock is held, the view is empty and stays where it is until it is released.
        if unsafe { PyObject_GetBuffer(object.as_ptr(), &mut *view, WANTED) } == 0 {
            return Some(Export { view });
        }
        // The code below reports the error itself.
        drop(PyErr::take(object.py()));
        None
    }

    pub(crate) fn address(&self) -> usize {
        self.view.buf.expose_provenance()
    }

    pub(crate) fn item_bytes(&self) -> usize {
        self.view.itemsize.unsigned_abs()
    }

    pub(crate) fn is_read_only(&self) -> bool {
        self.view.readonly != 0
    }

    /// The type of the elements in the notation of the module `struct`.
    pub(crate) fn format(&self) -> &[u8] {
        if self.view.format.is_null() {
            return b"B";
        }
        // SAFETY: a format is a C string that lives as long as the view.
        unsafe { CStr::from_ptr(self.view.format) }.to_bytes()
    }

    pub(crate) fn shape(&self) -> Vec<i64> {
        self.list(self.view.shape)
    }

    /// Strides in bytes.
    pub(crate) fn strides(&self) -> Vec<i64> {
        self.list(self.view.strides)
    }

    fn list(&self, first: *const Py_ssize_t) -> Vec<i64> {
        let len = usize::try_from(self.view.ndim).unwrap_or(0);
        if first.is_null() {
            return Vec::new();
        }
        // SAFETY: shape and strides have a number for each dimension.
        unsafe { std::slice::from_raw_parts(first, len) }.iter().map(|&number| number as i64).collect()
    }
}

impl Drop for Export {
    fn drop(&mut self) {
        // SAFETY: the view was filled by `PyObject_GetBuffer`, and is released once. Exports live on the stack of a call
        // from Python, which holds the lock when it returns.
        unsafe { PyBuffer_Release(&mut *self.view) };
    }
}
