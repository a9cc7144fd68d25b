//! Chores of the workspace; each is a handful of cargo calls with a name.

#![allow(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout, reason = "a tool")]

mod dist;
mod goldens;
mod house;
mod one_file;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use clap::{Parser, Subcommand};

/// Chores of the workspace
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Rewrite every expected output from what the program prints now, in all crates; read the difference before you commit it
    Bless {
        /// A Python that has the package of this tree: the types of its builder are rewritten as well
        #[arg(long)]
        python: Option<PathBuf>,
    },
    /// Run the tests of one file of tests/, examples/ or docs/
    Test {
        /// The file, such as tests/run/memory/offsets.mlir
        file: PathBuf,
        /// More options for the program of the tests, such as `--nocapture`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Check format, lints and the project's own rules: sizes, the error index, phrases, links, a test for every op
    Tidy,
    /// Regenerate docs/ and build the API documentation
    Docs,
    /// Run a large count: `language` (random modules), `opt` (the optimiser on them), `cpu` (the CPU engine on them), `compile`
    /// (them compiled for every target, on the emulator), `emulate-schedules` (seeded faults in many orders of warps), `fuzz`
    /// (fuzz targets), `mutants` (damaged bytecode of 13.5, compared with tileirdisasm), `numerics` (exhaustive tables), `plans`
    /// (the cost model, compared with counters of the emulator), `products` (programs around matrix products), `ptx` (damaged PTX
    /// with hostile launches), `ptx-wild DIR --generated N` (public and generated PTX, compared with ptxas)
    #[command(alias = "prove")]
    Campaign {
        /// Which campaign
        name: String,
        /// More options for it; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Measure, with baselines in the same run: `language`, `cpu`, `ptx`, `sanitizer`, `integrations`, `codegen`, `sweep`, `all`
    Bench {
        /// What to measure
        name: String,
        /// More options for it; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Write a folder that checks and times our code on a machine with an NVIDIA GPU, without Rust; docs/gpu-kit.md says how to
    /// use it
    GpuKit {
        /// The folder, such as .gpu-kit, which git ignores
        folder: PathBuf,
        /// More options for it; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Compile the different modules of a folder for every target: which path their kernels take, and why not agents;
    /// docs/codegen.md has the results. Checkouts are where modules are collected from first
    Corpus {
        /// The folder; a collection that was stopped goes on
        folder: PathBuf,
        /// A checkout of github.com/NVIDIA/cutile-python, at the tag of the installed `cuda-tile`: its tests and samples
        #[arg(long)]
        cutile: Option<PathBuf>,
        /// A checkout of github.com/NVIDIA/TileGym: its tests of ops
        #[arg(long)]
        tilegym: Option<PathBuf>,
        /// The Python that has the package `tilewright`, torch, and what the checkouts need
        #[arg(long, default_value = "python3")]
        python: String,
        /// More options for it: `--update`, `--tileiras N`, and others that `--help` lists
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Run cuTile Python's own samples and tests on an engine; wants the package `tilewright` and torch
    CutileSuite {
        /// A checkout of github.com/NVIDIA/cutile-python, at the tag of the installed `cuda-tile`
        #[arg(long)]
        source: String,
        /// The Python that has the packages
        #[arg(long, default_value = "python3")]
        python: String,
        /// Options of `python/tools/cutile_suite.py`: `--engine`, `--target`, `--shard I/N`, `--results FILE` and others
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Measure the code itself: sizes, reasons, words, import cycles, how many files name an op; docs/contributing/house.md
    /// explains the rows
    House {
        /// A revision of git instead of the working tree
        #[arg(long)]
        at: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Build the executable as it is released, with pages of the manual and completions
    Dist,
    /// Build the C library and install it: header, `libtilewright`, file of pkg-config
    InstallC {
        /// The folder to install to, such as /usr/local
        prefix: PathBuf,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().chore {
        Chore::Bless { python } => goldens::bless(python.as_deref()),
        Chore::Test { file, options } => one_file::test(&file, &options).map_err(report) == Ok(true),
        Chore::Tidy => {
            cargo(&["fmt", "--all", "--check"], &[], &[])
                && cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[], &[])
                && cargo(&[&FILE_TESTS[..], &["--", "tidy:"]].concat(), &[], &[])
        }
        Chore::Docs => {
            cargo(&[&FILE_TESTS[..], &["--", "docs/"]].concat(), &[], &[("BLESS", "1")])
                && cargo(&["doc", "--workspace", "--no-deps"], &[], &[("RUSTDOCFLAGS", "-D warnings")])
        }
        Chore::Campaign { name, options } => match name.as_str() {
            "fuzz" => fuzz(&options),
            "numerics" => numerics(&options),
            "mutants" | "ptx" | "ptx-wild" => tested(&name, &options),
            _ if options.iter().any(|option| option == "--slice") => tested(&name, &options),
            _ => measured("campaign", &name, &options),
        },
        // Rows of whole processes start the executable.
        Chore::Bench { name, options } => {
            cargo(&["build", "--quiet", "--release", "--package", "tilewright-cli"], &[], &[])
                && measured("bench", &name, &options)
        }
        Chore::GpuKit { folder, options } => of_folder("gpu-kit", &folder, &options),
        Chore::Corpus { folder, cutile, tilegym, python, options } => {
            let checkouts = [("--cutile", cutile), ("--tilegym", tilegym)];
            let checkouts = checkouts.into_iter().filter_map(|(name, path)| Some((name, path?))).collect();
            collect(&python, &folder, checkouts) && of_folder("corpus", &folder, &options)
        }
        Chore::CutileSuite { source, python, options } => {
            let words = ["python/tools/cutile_suite.py", "--source", &source];
            let status = Command::new(python).args(words).args(options).status();
            status.is_ok_and(|status| status.success())
        }
        Chore::House { at, json } => {
            house::measure(at.as_deref(), json).map(|figures| print!("{figures}")).map_err(report).is_ok()
        }
        Chore::Dist => {
            cargo(&["build", "--profile", "dist", "--package", "tilewright-cli", "--locked"], &[], &[])
                && dist::write(&target_folder()).map_err(report).is_ok()
        }
        Chore::InstallC { prefix } => {
            cargo(&["build", "--release", "--package", "tilewright-capi", "--locked"], &[], &[])
                && install_c(&prefix).map_err(report).is_ok()
        }
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Collects modules from checkouts, if there are any.
fn collect(python: &str, folder: &Path, checkouts: Vec<(&str, PathBuf)>) -> bool {
    let given = checkouts.iter().flat_map(|(name, path)| [OsStr::new(name), path.as_os_str()]);
    let mut command = Command::new(python);
    command.arg("python/tools/corpus.py").arg(folder).args(given);
    checkouts.is_empty() || command.status().is_ok_and(|status| status.success())
}

/// Runs an executable of the benches on a folder.
fn of_folder(name: &str, folder: &Path, options: &[String]) -> bool {
    let folder = folder.display().to_string();
    let words =
        ["run", "--quiet", "--release", "--package", "tilewright-bench", "--bin", name, "--", &folder];
    cargo(&words, options, &[])
}

/// Runs the files of tests/.
const FILE_TESTS: [&str; 6] = ["test", "--quiet", "--package", "tilewright-filetests", "--test", "files"];

fn report(error: impl std::fmt::Display) {
    eprintln!("error: {error}");
}

/// Where cargo puts what it builds.
fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}

/// Copies what C programs need; cargo has built it.
fn install_c(prefix: &Path) -> std::io::Result<()> {
    let prefix = std::path::absolute(prefix)?;
    let (include, library) = (prefix.join("include"), prefix.join("lib"));
    std::fs::create_dir_all(&include)?;
    std::fs::create_dir_all(library.join("pkgconfig"))?;
    std::fs::copy("crates/capi/include/tilewright.h", include.join("tilewright.h"))?;
    let built = target_folder().join("release");
    for ending in ["so", "dylib", "a"] {
        let from = built.join(format!("libtilewright_capi.{ending}"));
        if from.exists() {
            std::fs::copy(from, library.join(format!("libtilewright.{ending}")))?;
        }
    }
    let filled = std::fs::read_to_string("crates/capi/tilewright.pc.in")?
        .replace("@libdir@", &library.display().to_string())
        .replace("@includedir@", &include.display().to_string())
        .replace("@version@", env!("CARGO_PKG_VERSION"));
    std::fs::write(library.join("pkgconfig/tilewright.pc"), filled)
}

/// Ten minutes of every fuzz target, or the given number of seconds; wants `cargo install cargo-fuzz`. Stable Rust is enough.
fn fuzz(options: &[String]) -> bool {
    let seconds = options.first().map_or("600", String::as_str);
    let limits = [format!("-max_total_time={seconds}"), "-timeout=20".into(), "-max_len=16384".into()];
    FUZZ_TARGETS.iter().all(|(target, corpus)| {
        let words =
            ["fuzz", "run", "--sanitizer", "none", target, &format!("fuzz/corpus/{target}"), corpus, "--"];
        std::fs::create_dir_all(format!("fuzz/corpus/{target}")).is_ok() && cargo(&words, &limits, &[])
    })
}

/// Fuzz targets, each with the folder of the repository that its corpus starts from.
const FUZZ_TARGETS: &[(&str, &str)] = &[
    ("text", "tests/hostile/text"),
    ("bytecode", "tests/hostile/bytecode"),
    ("verifier", "tests/hostile/bytecode"),
    ("interpreter", "tests/hostile/interpreter"),
    ("levels", "tests/hostile/levels"),
    ("ptx", "tests/emulate"),
];

/// The exhaustive tables that are too long for every test run, or those whose names hold one of the given words.
fn numerics(words: &[String]) -> bool {
    cargo(&["test", "--release", "--package", "tilewright-numerics", "--", "--ignored"], words, &[])
}

/// A campaign that is built as tests are, so that it notices overflow, and shares what `cargo test --workspace` builds.
fn tested(name: &str, options: &[String]) -> bool {
    let build = ["build", "--quiet", "--profile", "test", "--workspace", "--bin", "campaign"];
    cargo(&build, &[], &[]) && {
        let program = target_folder().join("debug/campaign");
        Command::new(program).arg(name).args(options).status().is_ok_and(|status| status.success())
    }
}

/// Campaigns and measurements are programs of the `tilewright-bench` package, optimised.
fn measured(program: &str, name: &str, options: &[String]) -> bool {
    let words =
        ["run", "--quiet", "--release", "--package", "tilewright-bench", "--bin", program, "--", name];
    cargo(&words, options, &[])
}

fn cargo(words: &[&str], more: &[String], environment: &[(&str, &str)]) -> bool {
    let status = Command::new(program()).args(words).args(more).envs(environment.iter().copied()).status();
    status.is_ok_and(|status| status.success())
}

/// The output of a cargo command; its errors are shown.
fn output(words: &[&str]) -> Result<String, String> {
    let output = Command::new(program()).args(words).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cargo: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("cargo {}: {}", words.join(" "), output.status))
    }
}

fn program() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scripts of others still say `prove`.
    #[test]
    fn campaigns_are_known_by_both_names() {
        for word in ["campaign", "prove"] {
            let parsed =
                Arguments::try_parse_from(["xtask", word, "opt", "--slice"]).expect("a command line");
            let Chore::Campaign { name, options } = parsed.chore else { panic!("another chore") };
            assert_eq!((name.as_str(), options), ("opt", vec!["--slice".to_owned()]));
        }
    }
}
