//! The functions of the CUDA driver, looked up by name.
//!
//! Signatures are those of the driver API's documentation; its header maps names without `_v2` to those with it.

#![allow(unsafe_code, reason = "the interface of a C library")]
#![allow(clippy::disallowed_methods, reason = "the library that the environment names")]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;

use libloading::Library;

/// The return value of a function; 0 is success.
pub(super) type Status = c_int;
/// An address on the device.
pub(super) type Address = u64;
/// A context, module or function: an opaque object of the driver.
pub(super) type Handle = *mut c_void;

macro_rules! functions {
    ($($field:ident = $name:literal: fn($($ty:ty),*);)*) => {
        /// The driver.
        #[derive(Debug)]
        pub(super) struct Api {
            $(pub(super) $field: unsafe extern "C" fn($($ty),*) -> Status,)*
            /// The library, which must outlive the functions above.
            _library: Library,
        }

        impl Api {
            fn of(library: Library) -> Result<Api, String> {
                $(
                    // SAFETY: the driver API's documentation gives the function of this name this signature.
                    let $field = unsafe {
                        library.get::<unsafe extern "C" fn($($ty),*) -> Status>($name).map(|symbol| *symbol)
                    };
                    let $field = $field.map_err(|error| format!("the CUDA driver is too old: {error}"))?;
                )*
                Ok(Api { $($field,)* _library: library })
            }
        }
    };
}

functions! {
    init = b"cuInit\0": fn(c_uint);
    device_count = b"cuDeviceGetCount\0": fn(*mut c_int);
    device = b"cuDeviceGet\0": fn(*mut c_int, c_int);
    attribute = b"cuDeviceGetAttribute\0": fn(*mut c_int, c_int, c_int);
    retain = b"cuDevicePrimaryCtxRetain\0": fn(*mut Handle, c_int);
    release = b"cuDevicePrimaryCtxRelease_v2\0": fn(c_int);
    set_current = b"cuCtxSetCurrent\0": fn(Handle);
    synchronize = b"cuCtxSynchronize\0": fn();
    load = b"cuModuleLoadData\0": fn(*mut Handle, *const c_void);
    unload = b"cuModuleUnload\0": fn(Handle);
    function = b"cuModuleGetFunction\0": fn(*mut Handle, Handle, *const c_char);
    set_attribute = b"cuFuncSetAttribute\0": fn(Handle, c_int, c_int);
    allocate = b"cuMemAlloc_v2\0": fn(*mut Address, usize);
    free = b"cuMemFree_v2\0": fn(Address);
    to_device = b"cuMemcpyHtoD_v2\0": fn(Address, *const c_void, usize);
    to_host = b"cuMemcpyDtoH_v2\0": fn(*mut c_void, Address, usize);
    launch = b"cuLaunchKernel\0": fn(
        Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, Handle, *mut *mut c_void, *mut *mut c_void
    );
    encode_map = b"cuTensorMapEncodeTiled\0": fn(
        *mut c_void, c_int, c_uint, Address, *const u64, *const u64, *const c_uint, *const c_uint, c_int, c_int, c_int, c_int
    );
    error_text = b"cuGetErrorString\0": fn(Status, *mut *const c_char);
}

/// The driver, if there is one: `$TILEWRIGHT_LIBCUDA`, else the system's. It is searched once.
///
/// # Errors
/// Why there is none.
pub(super) fn api() -> Result<&'static Api, String> {
    static API: OnceLock<Result<Api, String>> = OnceLock::new();
    API.get_or_init(open).as_ref().map_err(Clone::clone)
}

fn open() -> Result<Api, String> {
    let named = std::env::var_os("TILEWRIGHT_LIBCUDA");
    let names: Vec<std::ffi::OsString> = match named {
        Some(name) => vec![name],
        None if cfg!(windows) => vec!["nvcuda.dll".into()],
        None => vec!["libcuda.so.1".into(), "libcuda.so".into()],
    };
    for name in &names {
        // SAFETY: loading a library runs its initialisers; the CUDA driver's do no harm, and another one the user chose.
        if let Ok(library) = unsafe { Library::new(name) } {
            return Api::of(library);
        }
    }
    let names: Vec<_> = names.iter().map(|name| name.to_string_lossy()).collect();
    Err(format!("the CUDA driver ({}) is not installed", names.join(", ")))
}

impl Api {
    /// The message of a status that is not success.
    pub(super) fn check(&self, what: &str, status: Status) -> Result<(), String> {
        if status == 0 {
            return Ok(());
        }
        let mut text: *const c_char = std::ptr::null();
        // SAFETY: the driver writes a pointer to a string that lives as long as it, or leaves null.
        let known = unsafe { (self.error_text)(status, &mut text) } == 0 && !text.is_null();
        let words = match known {
            // SAFETY: `text` is not null here, and points to a string of the driver that is never freed.
            true => unsafe { CStr::from_ptr(text) }.to_string_lossy(),
            false => "unknown error".into(),
        };
        Err(format!("{what}: {words} (CUDA error {status})"))
    }
}
