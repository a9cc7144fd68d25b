//! The cost of launches: instructions that the emulator counts, and time.

#![allow(clippy::disallowed_methods, reason = "measures time")]

use std::time::Instant;

use crate::kernel::{CORES, arguments};
use crate::options::{self, with_options};
use crate::{given, guard, null, place, tw_arg, tw_bytes, tw_error, tw_kernel, tw_options, tw_status};

/// Runs a kernel that was prepared for the engine TW_ENGINE_PTX_EMU, and counts the instructions and accesses of its threads, as
/// the JSON of `tilewright run --counters=json`. Memory contains the results of the launch. Free the text with tw_bytes_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_count(
    kernel: *const tw_kernel,
    grid: *const u32,
    args: *const tw_arg,
    count: usize,
    how: *const tw_options,
    out: *mut tw_bytes,
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
        let (grid, values) = (options::grid(extents)?, options::values(&kernel.kernel, args)?);
        // SAFETY: each argument says where its memory is and how long; the caller keeps it alive and to itself during the call.
        let counted = unsafe { with_options(how, |options| kernel.kernel.count_raw(grid, &values, options)) };
        *out = tw_bytes::of(counted?.json.into_bytes());
        Ok(())
    })
}

/// Runs a kernel once without measuring, then `runs` times, and writes the seconds of each of these runs into `seconds`. Memory is
/// not restored between runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_bench(
    kernel: *const tw_kernel,
    grid: *const u32,
    args: *const tw_arg,
    count: usize,
    how: *const tw_options,
    seconds: *mut f64,
    runs: usize,
    error: *mut *mut tw_error,
) -> tw_status {
    guard(error, || {
        // SAFETY: kernel, extents and arguments are null, which is refused, or live during the call.
        let (kernel, extents, args) = unsafe {
            (given(kernel, "kernel")?, given(grid.cast::<[u32; 3]>(), "grid")?, arguments(args, count)?)
        };
        let seconds = match (runs, seconds.is_null()) {
            (0, _) => &mut [],
            (_, true) => return Err(null("seconds")),
            // SAFETY: `seconds` is not null here, and has room for `runs` numbers that are this call's alone.
            (_, false) => unsafe { std::slice::from_raw_parts_mut(seconds, runs) },
        };
        let (grid, values) = (options::grid(extents)?, options::values(&kernel.kernel, args)?);
        let launch = || {
            let start = Instant::now();
            // SAFETY: each argument says where its memory is and how long; the caller keeps it alive and to itself during the call.
            let ended = unsafe {
                with_options(how, |options| kernel.kernel.launch_raw(CORES.get(), grid, &values, options))
            };
            ended.map(|_| start.elapsed().as_secs_f64()).map_err(tw_error::from)
        };
        launch()?;
        for place in seconds {
            *place = launch()?;
        }
        Ok(())
    })
}
