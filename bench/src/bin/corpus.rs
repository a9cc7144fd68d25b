//! `cargo xtask corpus DIR`.

#![allow(clippy::disallowed_methods, reason = "a tool")]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use bench::corpus::{self, Settings};
use clap::Parser;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Compile the modules of a folder for every target, and count which paths they take
#[derive(Parser)]
struct Arguments {
    /// The folder with bytecode files (`.tileirbc`), such as cuTile writes with `CUDA_TILE_DUMP_BYTECODE=DIR`
    folder: PathBuf,
    /// Compare with `tileiras` on modules that have matrix products
    #[arg(long)]
    tileiras: bool,
    /// Where results of `tileiras` are kept: what is there is not compiled again
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
}

fn main() -> ExitCode {
    let Arguments { folder, tileiras, results } = Arguments::parse();
    match corpus::measure(&Settings { folder, tileiras, store: results }) {
        Ok(counted) => {
            let _ = write!(std::io::stdout(), "{}", corpus::text(&counted));
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}
