//! Memory traffic of our code, counted by the emulator.

use std::num::NonZeroUsize;

use ptx_emu::Counters;
use tilewright::diag::Source;
use tilewright::driver::emulate::{Request, load, prepare};
use tilewright::driver::metadata::Kernel;

use super::work::Work;

/// Memory traffic of a launch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// Wavefronts of shared memory, and how few there could be.
    pub(super) wavefronts: [u64; 2],
    /// Sectors of global memory, how few there could be, and the requests for them.
    pub(super) sectors: [u64; 3],
    /// Bytes of shared memory.
    pub(super) shared: u64,
}

/// Counts of the threads of a kernel's PTX.
pub(crate) fn run(
    text: &str,
    kernel: &Kernel,
    grid: [u32; 3],
    args: Vec<String>,
) -> Result<Counters, String> {
    let wrong = |found: &[tilewright::diag::Diagnostic]| {
        found.first().map_or_else(String::new, |first| first.message.clone())
    };
    let loaded = load(&Source::new("kernel", text)).map_err(|found| wrong(&found))?;
    let request = Request {
        grid,
        block: [kernel.threads, 1, 1],
        shared: Some(kernel.dynamic_shared),
        args,
        // Counters need one order of events.
        threads: NonZeroUsize::new(1),
        ..Request::default()
    };
    let no_files = |path: &str| Err(path.to_owned());
    let prepared = prepare(&loaded, &request, &no_files).map_err(|refused| wrong(&refused.diagnostics))?;
    let mut bound = prepared.bound.clone();
    Ok(prepared.count(&mut bound, None).map_err(|fault| fault.to_string())?.counters)
}

/// Runs a kernel's PTX.
pub(super) fn count(work: &Work, text: &str, kernel: &Kernel) -> Result<Memory, String> {
    let args = work.args.iter().map(|&text| text.to_owned()).collect();
    let counters = run(text, kernel, work.grid, args)?;
    let (shared, global, declared) = (counters.shared(), counters.global(), &counters.declared);
    Ok(Memory {
        wavefronts: [shared.wavefronts, shared.least],
        sectors: [global.sectors, global.least, global.requests],
        shared: u64::from(declared.shared) + u64::from(declared.dynamic_shared),
    })
}
