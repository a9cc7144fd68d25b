//! Memory of arrays: the buffer protocol, NumPy arrays of `ml_dtypes`, DLPack. Nothing is copied.

#![allow(unsafe_code, reason = "the C interface of Python")]

use pyo3::prelude::*;
use pyo3::{ffi, intern};
use tilewright::Scalar;
use tilewright::kernel::{Memory, Value};

use crate::buffer::Export;
use crate::dlpack::{self, Lent};
use crate::shaped::{Element, Shaped, numpy_name};

/// An array for a multicast pointer: its first dimension counts the devices that have a copy.
#[pyclass(frozen, module = "tilewright")]
pub(crate) struct Multicast {
    /// The array.
    #[pyo3(get)]
    pub(crate) array: Py<PyAny>,
}

#[pymethods]
impl Multicast {
    #[new]
    fn new(array: Py<PyAny>) -> Multicast {
        Multicast { array }
    }
}

/// The owner that keeps memory alive. It is dropped while the interpreter's lock is held.
#[allow(dead_code, reason = "held, not looked at")]
pub(crate) enum Held {
    /// A buffer, and what makes NumPy refuse to resize the array.
    Buffer(Export, Option<Py<PyAny>>),
    /// An object that owns the memory.
    Owner(Py<PyAny>),
    Nothing,
}

/// The memory of an array for a pointer to `pointee`; what is wrong with it as a sentence about "it".
pub(crate) fn memory(
    object: &Bound<'_, PyAny>,
    pointee: Scalar,
    written: bool,
) -> PyResult<Result<(Memory, Held), String>> {
    let found = shaped(object, pointee, written)?;
    Ok(found.and_then(|(shaped, held)| shaped.row_major().map(|memory| (memory, held))))
}

/// The same for a multicast pointer, with the first dimension as the devices.
pub(crate) fn copies(
    object: &Bound<'_, PyAny>,
    pointee: Scalar,
    written: bool,
) -> PyResult<Result<(Value, Held), String>> {
    let found = shaped(object, pointee, written)?;
    Ok(found.and_then(|(shaped, held)| {
        let devices = shaped.shape.first().and_then(|&devices| u32::try_from(devices).ok());
        let devices =
            devices.ok_or("has no dimension that counts the devices; use `array[None]` for one device")?;
        Ok((Value::Multicast { memory: shaped.row_major()?, devices }, held))
    }))
}

/// An array whose elements are those of a pointer.
fn shaped(
    object: &Bound<'_, PyAny>,
    pointee: Scalar,
    written: bool,
) -> PyResult<Result<(Shaped, Held), String>> {
    let (shaped, held) = match borrow(object)? {
        Ok(found) => found,
        Err(text) => return Ok(Err(text)),
    };
    if !shaped.element.is(pointee) {
        let text = format!(
            "must be memory of {pointee}, so an array of {}, but is one of {}; convert it with `astype`",
            numpy_name(pointee),
            shaped.element.name()
        );
        return Ok(Err(text));
    }
    if written && shaped.read_only {
        let text = "is written by the kernel, but is read-only; pass a copy, or make it writeable";
        return Ok(Err(text.to_owned()));
    }
    Ok(Ok((shaped, held)))
}

/// Borrows the memory of an object in whatever way it offers.
fn borrow(object: &Bound<'_, PyAny>) -> PyResult<Result<(Shaped, Held), String>> {
    if let Some(export) = Export::of(object) {
        let shaped = of_buffer(&export);
        return Ok(Ok((shaped, Held::Buffer(export, pin(object)))));
    }
    if let Some(found) = narrow(object)? {
        return Ok(Ok(found));
    }
    match dlpack::ask(object)? {
        Lent::Here(shaped, capsule) => Ok(Ok((shaped, Held::Owner(capsule)))),
        Lent::Elsewhere(device) => Ok(Err(elsewhere(&device))),
        Lent::Nothing if object.hasattr(intern!(object.py(), "__cuda_array_interface__"))? => {
            Ok(Err(elsewhere("CUDA device")))
        }
        Lent::Nothing => {
            let found = object.get_type().name()?;
            Ok(Err(format!(
                "must be an array, but is of type `{found}`; pass a NumPy array, a torch tensor on the CPU, or anything \
                 with the buffer protocol or DLPack"
            )))
        }
    }
}

fn elsewhere(device: &str) -> String {
    format!(
        "is in the memory of {device}, but the engines of this package run on the CPU; copy it to the host (`.cpu()`, \
         `.get()`) and the results back"
    )
}

/// Elements of a buffer by its format: one letter, perhaps with a mark of byte order in front.
fn of_buffer(export: &Export) -> Shaped {
    let format = export.format();
    let swapped = if format.starts_with(b">") { ", whose bytes are in the other order" } else { "" };
    let other = || Element::Other(format!("elements `{}`{swapped}", String::from_utf8_lossy(format)));
    let bits = 8 * export.item_bytes() as u32;
    let element = match format.trim_prefix_mark() {
        b"b" | b"B" | b"c" | b"h" | b"H" | b"i" | b"I" | b"l" | b"L" | b"q" | b"Q" | b"n" | b"N" => {
            Element::Int(bits)
        }
        b"?" => Element::Bool,
        b"e" => Element::Float(Scalar::F16),
        b"f" => Element::Float(Scalar::F32),
        b"d" => Element::Float(Scalar::F64),
        _ => other(),
    };
    Shaped {
        address: export.address(),
        element,
        item_bytes: export.item_bytes(),
        shape: export.shape(),
        strides: Some(export.strides()),
        read_only: export.is_read_only(),
    }
}

trait Format {
    fn trim_prefix_mark(&self) -> &[u8];
}

impl Format for [u8] {
    /// Without a mark of this machine's byte order.
    fn trim_prefix_mark(&self) -> &[u8] {
        match self {
            [b'<' | b'=' | b'@' | b'|', rest @ ..] => rest,
            other => other,
        }
    }
}

/// NumPy arrays of the types of `ml_dtypes`, which the buffer protocol has no letters for: by a view of their bits.
fn narrow(object: &Bound<'_, PyAny>) -> PyResult<Option<(Shaped, Held)>> {
    let py = object.py();
    let Some(dtype) = object.getattr_opt(intern!(py, "dtype"))? else { return Ok(None) };
    let Some(name) = dtype.getattr_opt(intern!(py, "name"))? else { return Ok(None) };
    let Ok(name) = name.extract::<String>() else { return Ok(None) };
    let (element, bits) = match name.as_str() {
        "bfloat16" => (Element::Float(Scalar::BF16), "uint16"),
        "float8_e4m3fn" => (Element::Float(Scalar::F8E4M3FN), "uint8"),
        "float8_e5m2" => (Element::Float(Scalar::F8E5M2), "uint8"),
        "float8_e8m0fnu" => (Element::Float(Scalar::F8E8M0FNU), "uint8"),
        _ => return Ok(None),
    };
    let Some(view) = object.getattr_opt(intern!(py, "view"))? else { return Ok(None) };
    let view = view.call1((bits,))?;
    let Some(export) = Export::of(&view) else { return Ok(None) };
    let shaped = Shaped { element, ..of_buffer(&export) };
    Ok(Some((shaped, Held::Buffer(export, pin(object)))))
}

/// A weak reference, where an object can have one: NumPy does not resize an array that has, not even when asked not to
/// look for references.
fn pin(object: &Bound<'_, PyAny>) -> Option<Py<PyAny>> {
    // SAFETY: the lock is held; a failure leaves an exception, which is taken.
    let reference = unsafe {
        let reference = ffi::PyWeakref_NewRef(object.as_ptr(), std::ptr::null_mut());
        Bound::from_owned_ptr_or_opt(object.py(), reference)
    };
    if reference.is_none() {
        drop(PyErr::take(object.py()));
    }
    reference.map(Bound::unbind)
}
