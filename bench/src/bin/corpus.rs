//! `cargo xtask corpus DIR`.

#![allow(clippy::disallowed_methods, reason = "a tool")]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use bench::corpus::{self, Settings};
use bench::document;
use clap::Parser;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Compile the modules of a folder for every target, and count which paths they take
#[derive(Parser)]
struct Arguments {
    /// The folder with bytecode files (`.tileirbc`); each folder in it is a source
    folder: PathBuf,
    /// Compare with `tileiras` on N modules of each kernel that has matrix products
    #[arg(long, default_value_t = 0, value_name = "N")]
    tileiras: usize,
    /// Where results of `tileiras` are kept: what is there is not compiled again
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Write the tables into docs/codegen.md
    #[arg(long)]
    update: bool,
}

fn main() -> ExitCode {
    let Arguments { folder, tileiras, results, update } = Arguments::parse();
    match corpus::measure(&Settings { folder, tileiras, store: results }) {
        Ok(counted) => {
            let _ = write!(std::io::stdout(), "{}", corpus::text(&counted));
            if update {
                document::update(|old| corpus::document(old, &counted, &document::today()));
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}
