//! Modules: text, bytecode, verification.

use std::ffi::c_char;

use tilewright::ir::Version;
use tilewright::opt::{CLEAN_UP, run};

use crate::{bytes, given, guard, optional_string, place, string, tw_error, tw_status};

/// A tile program. It is immutable.
pub struct tw_module {
    pub(crate) module: tilewright::Module,
}

/// Bytes owned by the caller; text ends with a zero byte, which `len` does not count.
#[repr(C)]
#[derive(Debug)]
pub struct tw_bytes {
    /// The first byte.
    pub data: *mut u8,
    /// The number of bytes.
    pub len: usize,
    /// The number of allocated bytes, for tw_bytes_free.
    pub capacity: usize,
}

impl tw_bytes {
    pub(crate) fn of(bytes: Vec<u8>) -> tw_bytes {
        let mut bytes = bytes;
        let len = bytes.len();
        bytes.push(0);
        let mut bytes = std::mem::ManuallyDrop::new(bytes);
        tw_bytes { data: bytes.as_mut_ptr(), len, capacity: bytes.capacity() }
    }
}

fn invalid(error: &tilewright::Error) -> tw_error {
    tw_error::of(tw_status::TW_STATUS_INVALID, error)
}

fn hand_out(module: tilewright::Module, out: &mut *mut tw_module) {
    *out = Box::into_raw(Box::new(tw_module { module }));
}

/// Parses `len` bytes of text. `name` is its name in messages.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_parse(
    name: *const c_char,
    text: *const c_char,
    len: usize,
    out: *mut *mut tw_module,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: pointers are null, which is refused, or valid for this call: text and data for reads, `out` for a write.
        let (out, name, text) =
            unsafe { (place(out, "out")?, string(name, "name")?, bytes(text.cast(), len, "text")?) };
        let text = str::from_utf8(text).map_err(|_| tw_error::argument("`text` is no text in UTF-8"))?;
        hand_out(tilewright::parse(name, text).map_err(|error| invalid(&error))?, out);
        Ok(())
    })
}

/// Decodes bytecode of any version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_decode(
    data: *const u8,
    len: usize,
    out: *mut *mut tw_module,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: pointers are null, which is refused, or valid for this call: text and data for reads, `out` for a write.
        let (out, data) = unsafe { (place(out, "out")?, bytes(data, len, "data")?) };
        hand_out(tilewright::Module::from_bytecode(data).map_err(|error| invalid(&error))?, out);
        Ok(())
    })
}

/// Verifies a module by all rules of the language; the error contains all diagnostics.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_module_verify(module: *const tw_module, error: *mut *mut tw_error) -> tw_status {
    guard(error, || {
        // SAFETY: `module` is null, which is refused, or a live module of this library.
        let module = unsafe { given(module, "module")? };
        module.module.verify().map_err(|error| invalid(&error))
    })
}

/// Canonical text. Free it with tw_bytes_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_module_text(
    module: *const tw_module,
    out: *mut tw_bytes,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: pointers are null, which is refused, or valid for this call: `module` for reads, `out` for a write.
        let (module, out) = unsafe { (given(module, "module")?, place(out, "out")?) };
        *out = tw_bytes::of(module.module.to_text().into_bytes());
        Ok(())
    })
}

/// Bytecode of version 13.`minor`; 0: of the lowest version that can represent the module. Free it with tw_bytes_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_module_bytecode(
    module: *const tw_module,
    minor: u32,
    out: *mut tw_bytes,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: pointers are null, which is refused, or valid for this call: `module` for reads, `out` for a write.
        let (module, out) = unsafe { (given(module, "module")?, place(out, "out")?) };
        let known = |version: &Version| u32::from(version.minor) == minor;
        let version = match minor {
            0 => None,
            _ => Some(Version::ALL.into_iter().find(known).ok_or_else(|| {
                let newest = Version::ALL.into_iter().map(|version| version.minor).max().unwrap_or(0);
                tw_error::argument(&format!("there is no version 13.{minor}; `minor` is 0 to {newest}"))
            })?),
        };
        *out = tw_bytes::of(module.module.to_bytecode(version).map_err(|error| invalid(&error))?);
        Ok(())
    })
}

/// Runs passes on a copy of a module, and returns the copy: `passes` is a list such as `canonicalize,cse`; null runs the
/// clean-up passes. Free it with tw_module_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_module_optimize(
    module: *const tw_module,
    passes: *const c_char,
    out: *mut *mut tw_module,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: `module` is null, which is refused, or a live module of this library, and `out` a place for a pointer.
        let (module, out) = unsafe { (given(module, "module")?, place(out, "out")?) };
        // SAFETY: `passes` is null, or ends in a null byte.
        let passes = unsafe { optional_string(passes, "passes")? }.unwrap_or(CLEAN_UP);
        let mut module = module.module.clone();
        run(&mut module, passes).map_err(|error| invalid(&error))?;
        hand_out(module, out);
        Ok(())
    })
}

/// Formats `len` bytes of text; comments and names are kept. `name` is the name of the file in messages. Free the text with
/// tw_bytes_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_format(
    name: *const c_char,
    text: *const c_char,
    len: usize,
    out: *mut tw_bytes,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: pointers are null, which is refused, or valid for this call: text for reads, `out` for a write.
        let (out, name, text) =
            unsafe { (place(out, "out")?, string(name, "name")?, bytes(text.cast(), len, "text")?) };
        let text = str::from_utf8(text).map_err(|_| tw_error::argument("`text` is no text in UTF-8"))?;
        *out = tw_bytes::of(tilewright::format(name, text).map_err(|error| invalid(&error))?.into_bytes());
        Ok(())
    })
}

/// The number of entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_module_entry_count(module: *const tw_module) -> usize {
    // SAFETY: the caller gives null, or a module of this library.
    unsafe { module.as_ref() }.map_or(0, |module| module.module.entries().len())
}

/// The name of an entry, from 0. Free it with tw_bytes_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_module_entry(
    module: *const tw_module,
    index: usize,
    out: *mut tw_bytes,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: pointers are null, which is refused, or valid for this call: `module` for reads, `out` for a write.
        let (module, out) = unsafe { (given(module, "module")?, place(out, "out")?) };
        let mut entries = module.module.entries();
        if index >= entries.len() {
            return Err(tw_error::argument(&format!(
                "there is no entry {index}; there are {}",
                entries.len()
            )));
        }
        *out = tw_bytes::of(entries.swap_remove(index).into_bytes());
        Ok(())
    })
}

/// Frees a module; null is allowed. Kernels that were compiled from it stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_module_free(module: *mut tw_module) {
    if !module.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and the caller has it for itself.
        drop(unsafe { Box::from_raw(module) });
    }
}

/// Frees bytes that a function returned in `bytes`, and clears it; null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_bytes_free(bytes: *mut tw_bytes) {
    // SAFETY: the caller gives null, or what a function of this library filled.
    if let Some(bytes) = unsafe { bytes.as_mut() }
        && !bytes.data.is_null()
    {
        // SAFETY: `tw_bytes::of` took it apart; one byte more than `len` is initialised.
        drop(unsafe { Vec::from_raw_parts(bytes.data, bytes.len + 1, bytes.capacity) });
        *bytes = tw_bytes { data: std::ptr::null_mut(), len: 0, capacity: 0 };
    }
}
