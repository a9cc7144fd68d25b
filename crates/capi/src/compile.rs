//! Compilation.

use std::ffi::{CString, c_char};
use std::num::NonZeroU32;
use std::path::Path;

use tilewright::compile::{Assembler, Compiled, Failure, Level, OptLevel, Options, Program, Target};

use crate::error::c_string;
use crate::{bytes, given, guard, place, string, tw_error, tw_module, tw_status};

/// Options of a compilation. The target is required; all other fields may be zero. The default is PTX only, with four warps.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tw_compile_options {
    /// The target: "sm_90a".
    pub target: *const c_char,
    /// The path of `ptxas`, to generate machine code, too; null: PTX only. No other place is searched for `ptxas`.
    pub ptxas: *const c_char,
    /// The optimisation level of `ptxas`, from 1; 0: the highest.
    pub opt_level: u32,
    /// Warps of a thread block, up to 32; 0: 4.
    pub warps: u32,
    /// Adds line information to code and to the text of levels.
    pub line_info: bool,
    /// Keeps the text of each level for tw_compiled_text.
    pub keep_levels: bool,
    /// Keeps remarks for tw_compiled_remarks and tw_compiled_remarks_json.
    pub remarks: bool,
}

/// The result of a compilation. It is immutable.
pub struct tw_compiled {
    /// PTX, and the levels that were kept.
    levels: Vec<(Level, CString)>,
    cubin: Option<Vec<u8>>,
    metadata: CString,
    remarks: CString,
    remarks_json: CString,
}

impl From<Failure> for tw_error {
    fn from(failure: Failure) -> tw_error {
        let status = match &failure {
            Failure::Target(_) => tw_status::TW_STATUS_ARGUMENT,
            Failure::Invalid(_) => tw_status::TW_STATUS_INVALID,
            _ => tw_status::TW_STATUS_COMPILE,
        };
        tw_error::of(status, failure.error())
    }
}

impl tw_compiled {
    fn of(made: &Compiled) -> tw_compiled {
        let every = Compiled::every_remark();
        let text = |level: Level| Some((level, c_string(made.text(level)?)));
        tw_compiled {
            levels: Level::ALL.into_iter().filter_map(text).collect(),
            cubin: made.cubin().map(<[u8]>::to_vec),
            metadata: c_string(made.metadata()),
            remarks: c_string(&made.remarks_text(&every)),
            remarks_json: c_string(&made.remarks_json(&every)),
        }
    }

    fn text(&self, level: Level) -> Option<&CString> {
        self.levels.iter().find(|(known, _)| *known == level).map(|(_, text)| text)
    }
}

/// Options from C.
///
/// # Safety
/// The pointer is null, or leads to options whose strings are null or end with a zero byte.
unsafe fn options(how: *const tw_compile_options) -> Result<Options, tw_error> {
    // SAFETY: `how` is null, which is refused, or valid; so are its strings.
    let (how, target) = unsafe {
        let how = given(how, "how")?;
        (how, string(how.target, "target")?)
    };
    let mut options = Options::new(Target::named(target)?)
        .line_info(how.line_info)
        .keep_levels(how.keep_levels)
        .remarks(how.remarks);
    if let Some(warps) = NonZeroU32::new(how.warps) {
        options = options.warps(warps);
    }
    if how.opt_level > 0 {
        options =
            options.opt_level(OptLevel::try_from(how.opt_level).map_err(|text| tw_error::argument(&text))?);
    }
    if !how.ptxas.is_null() {
        // SAFETY: `ptxas` is not null here, and ends in a null byte.
        let path = unsafe { string(how.ptxas, "ptxas")? };
        options = options.cubin(Assembler::at(Path::new(path))?);
    }
    Ok(options)
}

/// Verifies a module and compiles it. Free the result with tw_compiled_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_compile(
    module: *const tw_module,
    how: *const tw_compile_options,
    out: *mut *mut tw_compiled,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: pointers are null, which is refused, or valid for this call: module and options for reads, `out` for a write.
        let (module, out, options) = unsafe { (given(module, "module")?, place(out, "out")?, options(how)?) };
        hand_out(&module.module.compile(&options)?, out);
        Ok(())
    })
}

/// Reads, verifies and compiles `len` bytes of text of any level from 1 to 4: a tile program, or text from tw_compiled_text.
/// `name` is its name in messages. Free the result with tw_compiled_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_compile_text(
    name: *const c_char,
    text: *const c_char,
    len: usize,
    how: *const tw_compile_options,
    out: *mut *mut tw_compiled,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: pointers are null, which is refused, or valid for this call: text and options for reads, `out` for a write.
        let (out, name, text, options) = unsafe {
            (place(out, "out")?, string(name, "name")?, bytes(text.cast(), len, "text")?, options(how)?)
        };
        let text = str::from_utf8(text).map_err(|_| tw_error::argument("`text` is no text in UTF-8"))?;
        hand_out(&Program::parse(name, text)?.compile(&options)?, out);
        Ok(())
    })
}

fn hand_out(made: &Compiled, out: &mut *mut tw_compiled) {
    *out = Box::into_raw(Box::new(tw_compiled::of(made)));
}

/// The PTX.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_compiled_ptx(compiled: *const tw_compiled) -> *const c_char {
    // SAFETY: the caller gives null, or what a function of this library made.
    let text = unsafe { compiled.as_ref() }.and_then(|compiled| compiled.text(Level::Ptx));
    text.map_or(c"".as_ptr(), |text| text.as_ptr())
}

/// The text of a level: "cuda_tile", "tileaa", "tileas", "nvvm" or "ptx"; null if it was not kept, if the program itself is
/// of a lower level, or if there is no such level.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_compiled_text(
    compiled: *const tw_compiled,
    level: *const c_char,
) -> *const c_char {
    // SAFETY: `compiled` is null or live; `level` is null or ends in a null byte.
    let (compiled, level) = unsafe { (compiled.as_ref(), string(level, "level").ok()) };
    let level = level.and_then(|name| name.parse::<Level>().ok());
    let text = compiled.zip(level).and_then(|(compiled, level)| compiled.text(level));
    text.map_or(std::ptr::null(), |text| text.as_ptr())
}

/// Machine code, and its length in `*len`; null and 0 if none was requested. It lives as long as `compiled`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_compiled_cubin(compiled: *const tw_compiled, len: *mut usize) -> *const u8 {
    // SAFETY: `compiled` is null or live; `len` is null or a place for a number.
    let (compiled, len) = unsafe { (compiled.as_ref(), len.as_mut()) };
    let cubin = compiled.and_then(|compiled| compiled.cubin.as_deref());
    if let Some(len) = len {
        *len = cubin.map_or(0, <[u8]>::len);
    }
    cubin.map_or(std::ptr::null(), <[u8]>::as_ptr)
}

/// Launch information as one JSON object: target, shared memory, and, for each kernel, its parameters, threads, cluster
/// and dynamic shared memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_compiled_metadata(compiled: *const tw_compiled) -> *const c_char {
    // SAFETY: `compiled` is null or live.
    unsafe { compiled.as_ref() }.map_or(c"".as_ptr(), |compiled| compiled.metadata.as_ptr())
}

/// The remarks: applied and missed optimisations, as text for people; empty if none were requested.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_compiled_remarks(compiled: *const tw_compiled) -> *const c_char {
    // SAFETY: `compiled` is null or live.
    unsafe { compiled.as_ref() }.map_or(c"".as_ptr(), |compiled| compiled.remarks.as_ptr())
}

/// The same as JSON, one object per line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_compiled_remarks_json(compiled: *const tw_compiled) -> *const c_char {
    // SAFETY: `compiled` is null or live.
    unsafe { compiled.as_ref() }.map_or(c"".as_ptr(), |compiled| compiled.remarks_json.as_ptr())
}

/// Frees the result of a compilation; null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_compiled_free(compiled: *mut tw_compiled) {
    if !compiled.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and the caller has it for itself.
        drop(unsafe { Box::from_raw(compiled) });
    }
}
