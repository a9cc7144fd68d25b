//! DLPack: memory that libraries of arrays lend each other. <https://dmlc.github.io/dlpack/latest/>

#![allow(unsafe_code, reason = "the C structures of DLPack")]

use std::ffi::{CStr, c_char, c_void};

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilewright::Scalar;

use crate::shaped::{Element, Shaped};

#[repr(C)]
struct Tensor {
    data: *mut c_void,
    device: [i32; 2],
    ndim: i32,
    code: u8,
    bits: u8,
    lanes: u16,
    shape: *const i64,
    strides: *const i64,
    byte_offset: u64,
}

/// The contents of a capsule named `dltensor`, which begin with the tensor.
#[repr(C)]
struct Managed {
    tensor: Tensor,
}

/// The contents of a capsule named `dltensor_versioned`.
#[repr(C)]
struct Versioned {
    version: [u32; 2],
    context: *mut c_void,
    deleter: *mut c_void,
    flags: u64,
    tensor: Tensor,
}

/// Bit of `flags`: the consumer must not write (DLPack, `DLPACK_FLAG_BITMASK_READ_ONLY`).
const READ_ONLY: u64 = 1;
const NEWEST: (u32, u32) = (1, 1);

/// Devices whose memory the CPU reaches: the CPU, and memory that CUDA and ROCm pinned.
const REACHABLE: [i32; 3] = [1, 3, 11];

/// The memory that an object lends through DLPack.
pub(crate) enum Lent {
    /// Nothing: it has no such method.
    Nothing,
    /// Memory of a device, by its name.
    Elsewhere(String),
    /// Memory, for as long as the capsule lives.
    Here(Shaped, Py<PyAny>),
}

/// Asks an object for its memory.
pub(crate) fn ask(object: &Bound<'_, PyAny>) -> PyResult<Lent> {
    let py = object.py();
    let Some(export) = object.getattr_opt(intern!(py, "__dlpack__"))? else { return Ok(Lent::Nothing) };
    if let Some(device) = object.getattr_opt(intern!(py, "__dlpack_device__"))? {
        let (device, number): (i64, i64) = device.call0()?.extract()?;
        if !REACHABLE.iter().any(|&known| i64::from(known) == device) {
            return Ok(Lent::Elsewhere(format!("{} {number}", name(device))));
        }
    }
    let options = PyDict::new(py);
    options.set_item(intern!(py, "max_version"), NEWEST)?;
    let capsule = match export.call((), Some(&options)) {
        // Objects from before version 1 do not know the word.
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyTypeError>(py) => export.call0()?,
        other => other?,
    };
    let shaped = read(&capsule)?;
    Ok(Lent::Here(shaped, capsule.unbind()))
}

fn name(device: i64) -> &'static str {
    match device {
        2 | 13 => "CUDA device",
        4 => "OpenCL device",
        7 => "Vulkan device",
        8 => "Metal device",
        10 => "ROCm device",
        14 => "oneAPI device",
        _ => "device",
    }
}

/// The tensor of a capsule. No consumer took it, so the capsule frees it when it is dropped.
fn read(capsule: &Bound<'_, PyAny>) -> PyResult<Shaped> {
    const PLAIN: &CStr = c"dltensor";
    const VERSIONED: &CStr = c"dltensor_versioned";
    let pointer = |name: &CStr| {
        // SAFETY: the lock is held; any object may be asked, and the name is a C string.
        unsafe {
            (ffi::PyCapsule_IsValid(capsule.as_ptr(), name.as_ptr().cast::<c_char>()) != 0)
                .then(|| ffi::PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr().cast::<c_char>()))
        }
    };
    // SAFETY: the name of a capsule says what it points to.
    let (tensor, read_only) = unsafe {
        if let Some(found) = pointer(VERSIONED) {
            let managed = &*found.cast::<Versioned>();
            if managed.version[0] != NEWEST.0 {
                let [major, minor] = managed.version;
                let text = format!("an array speaks DLPack {major}.{minor}; this package knows DLPack 1");
                return Err(pyo3::exceptions::PyBufferError::new_err(text));
            }
            (&managed.tensor, managed.flags & READ_ONLY != 0)
        } else if let Some(found) = pointer(PLAIN) {
            (&(*found.cast::<Managed>()).tensor, false)
        } else {
            let text = "`__dlpack__` returned something that is no DLPack capsule";
            return Err(pyo3::exceptions::PyBufferError::new_err(text));
        }
    };
    let list = |first: *const i64| {
        let len = usize::try_from(tensor.ndim).unwrap_or(0);
        // SAFETY: shape and strides have a number for each dimension, if they are there.
        if first.is_null() { None } else { Some(unsafe { std::slice::from_raw_parts(first, len) }.to_vec()) }
    };
    let (element, item_bits) = (element(tensor), u64::from(tensor.bits) * u64::from(tensor.lanes));
    let item_bytes = item_bits.div_ceil(8) as usize;
    let shape = list(tensor.shape).unwrap_or_default();
    let strides = list(tensor.strides);
    let strides = strides
        .map(|strides| strides.iter().map(|&stride| stride.saturating_mul(item_bytes as i64)).collect());
    Ok(Shaped {
        address: tensor.data.expose_provenance() + tensor.byte_offset as usize,
        element,
        item_bytes,
        shape,
        strides,
        read_only,
    })
}

fn element(tensor: &Tensor) -> Element {
    match (tensor.code, tensor.bits, tensor.lanes) {
        (0 | 1, 8 | 16 | 32 | 64, 1) => Element::Int(u32::from(tensor.bits)),
        (2, 16, 1) => Element::Float(Scalar::F16),
        (2, 32, 1) => Element::Float(Scalar::F32),
        (2, 64, 1) => Element::Float(Scalar::F64),
        (4, 16, 1) => Element::Float(Scalar::BF16),
        (6, 8, 1) => Element::Bool,
        (10, 8, 1) => Element::Float(Scalar::F8E4M3FN),
        (12, 8, 1) => Element::Float(Scalar::F8E5M2),
        (14, 8, 1) => Element::Float(Scalar::F8E8M0FNU),
        (17, 4, 2) => Element::Pairs(Scalar::F4E2M1FN),
        (code, bits, lanes) => Element::Other(format!("DLPack type {code} of {bits} bits and {lanes} lanes")),
    }
}
