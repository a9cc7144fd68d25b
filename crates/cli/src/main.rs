//! The `tilewright` executable.

#![allow(clippy::disallowed_methods, reason = "a front door")]

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Keeps memory that was given back for the next to ask: the system's gives large pieces back to the kernel, and pages
/// that are fetched again cost more than reading a module into them. Threads do not wait for each other in it either.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(cli::main(std::env::args_os()))
}
