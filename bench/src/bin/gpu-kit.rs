//! `cargo xtask gpu-kit DIR`.

#![allow(clippy::disallowed_methods, reason = "a tool")]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use bench::gpu_kit::{Settings, TARGETS, make};
use clap::Parser;

/// Write a folder that checks and times our code on a machine with an NVIDIA GPU
#[derive(Parser)]
struct Arguments {
    /// The folder; what it holds from another time is kept where it is the same
    folder: PathBuf,
    /// Targets to compile for, with commas between them
    #[arg(long, value_delimiter = ',', default_values = TARGETS)]
    targets: Vec<String>,
    /// Only files of tests and kernels whose name contains this; may be repeated
    #[arg(long)]
    only: Vec<String>,
    /// Also time the plans that the cost model did not choose, to check its choice
    #[arg(long)]
    plans: bool,
}

fn main() -> ExitCode {
    let Arguments { folder, targets, only, plans } = Arguments::parse();
    let mut said = |name: &str| {
        let _ = writeln!(std::io::stderr(), "{name}");
    };
    match make(&Settings { folder, targets, only, plans }, &mut said) {
        Ok(made) => {
            let _ = writeln!(std::io::stdout(), "{made}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            let _ = writeln!(std::io::stderr(), "error: {why}");
            ExitCode::FAILURE
        }
    }
}
