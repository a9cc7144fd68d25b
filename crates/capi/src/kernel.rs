//! Kernels and launches.

use std::ffi::{CString, c_char};

use tilewright::driver::kernel::Cores;
use tilewright::kernel::Kernel;
use tilewright::run::EngineKind;

use crate::error::c_string;
use crate::options::{self, with_options};
use crate::{given, guard, optional_string, place, tw_arg, tw_error, tw_module, tw_options, tw_status};

/// The engine's threads: one thread pool for the whole process.
pub(crate) static CORES: Cores = Cores::new();

/// An entry that is ready to run any number of times, on any threads, also concurrently. A child process after fork must
/// create its own.
pub struct tw_kernel {
    pub(crate) kernel: Kernel,
    entry: CString,
    params: Vec<(CString, CString)>,
}

/// Verifies a module and prepares an entry for an engine. `entry` may be null if there is only one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_kernel_new(
    module: *const tw_module,
    entry: *const c_char,
    engine: u32,
    out: *mut *mut tw_kernel,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: `module` is a live module of this library, `out` a place for a pointer; null is refused.
        let (module, out) = unsafe { (given(module, "module")?, place(out, "out")?) };
        // SAFETY: `entry` is null, or ends in a null byte.
        let entry = unsafe { optional_string(entry, "entry")? };
        module.module.verify().map_err(|error| tw_error::of(tw_status::TW_STATUS_INVALID, &error))?;
        hand_out(Kernel::of_verified(&module.module, entry, self::engine(engine)?), out)
    })
}

/// The engine with a number.
pub(crate) fn engine(number: u32) -> Result<EngineKind, tw_error> {
    match number {
        0 => Ok(EngineKind::Cpu),
        1 => Ok(EngineKind::Reference),
        2 => Ok(EngineKind::PtxEmu),
        3 => Ok(EngineKind::Cuda),
        _ => Err(tw_error::argument(&format!("{number} is no engine; see tw_engine"))),
    }
}

/// Returns a prepared kernel to the caller.
pub(crate) fn hand_out(
    kernel: Result<Kernel, tilewright::Error>,
    out: &mut *mut tw_kernel,
) -> Result<(), tw_error> {
    let kernel = kernel.map_err(|error| tw_error::of(tw_status::TW_STATUS_LAUNCH, &error))?;
    let params = kernel.params().iter();
    let params = params
        .map(|param| (c_string(param.name.as_deref().unwrap_or_default()), c_string(&param.ty.to_string())));
    let made = tw_kernel { entry: c_string(kernel.entry()), params: params.collect(), kernel };
    *out = Box::into_raw(Box::new(made));
    Ok(())
}

/// The name of the entry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_kernel_entry(kernel: *const tw_kernel) -> *const c_char {
    // SAFETY: the caller gives null, or a kernel of this library.
    unsafe { kernel.as_ref() }.map_or(c"".as_ptr(), |kernel| kernel.entry.as_ptr())
}

/// The number of parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_kernel_param_count(kernel: *const tw_kernel) -> usize {
    // SAFETY: `kernel` is null or a kernel of this library that was not freed.
    unsafe { kernel.as_ref() }.map_or(0, |kernel| kernel.params.len())
}

/// The name of a parameter, from 0; empty if the module has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_kernel_param_name(kernel: *const tw_kernel, index: usize) -> *const c_char {
    // SAFETY: `kernel` is null or a kernel of this library that was not freed.
    let param = unsafe { kernel.as_ref() }.and_then(|kernel| kernel.params.get(index));
    param.map_or(c"".as_ptr(), |(name, _)| name.as_ptr())
}

/// The type of a parameter: `f32`, `ptr<f32>`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_kernel_param_type(kernel: *const tw_kernel, index: usize) -> *const c_char {
    // SAFETY: `kernel` is null or a kernel of this library that was not freed.
    let param = unsafe { kernel.as_ref() }.and_then(|kernel| kernel.params.get(index));
    param.map_or(c"".as_ptr(), |(_, ty)| ty.as_ptr())
}

/// Whether the program may write the memory of a parameter; if false, it never does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_kernel_writes(kernel: *const tw_kernel, index: usize) -> bool {
    // SAFETY: `kernel` is null or a kernel of this library that was not freed.
    unsafe { kernel.as_ref() }.is_some_and(|kernel| kernel.kernel.writes(index))
}

/// Arguments of a launch from C.
///
/// # Safety
/// The pointer is null, or valid for `count` arguments.
pub(crate) unsafe fn arguments<'a>(args: *const tw_arg, count: usize) -> Result<&'a [tw_arg], tw_error> {
    match (count, args.is_null()) {
        (0, _) => Ok(&[]),
        (_, true) => Err(tw_error::argument("`args` is a null pointer")),
        // SAFETY: `args` points to `count` arguments, and is not null here.
        (_, false) => Ok(unsafe { std::slice::from_raw_parts(args, count) }),
    }
}

/// Runs all tile blocks of a grid of three extents, each at least 1, and returns when they have ended. `how` may be null.
/// Memory of arguments may overlap if they point to the same type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_launch(
    kernel: *const tw_kernel,
    grid: *const u32,
    args: *const tw_arg,
    count: usize,
    how: *const tw_options,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: kernel, extents and arguments are null, which is refused, or live during the call.
        let (kernel, extents, args) = unsafe {
            (given(kernel, "kernel")?, given(grid.cast::<[u32; 3]>(), "grid")?, arguments(args, count)?)
        };
        let (grid, values) = (options::grid(extents)?, options::values(&kernel.kernel, args)?);
        // SAFETY: each argument says where its memory is and how long; the caller keeps it alive and to itself during the launch.
        let ended = unsafe {
            with_options(how, |options| kernel.kernel.launch_raw(CORES.get(), grid, &values, options))
        };
        ended.map(drop).map_err(tw_error::from)
    })
}

/// Frees a kernel; null is allowed. No launch of it may be running.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_kernel_free(kernel: *mut tw_kernel) {
    if !kernel.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and the caller has it for itself.
        drop(unsafe { Box::from_raw(kernel) });
    }
}
