//! The real tools (`tileiras`, `tileirdisasm`, `ptxas`, Python with `cuda.tile` …), for the tests that compare against them.
//!
//! There are two sets, those of CUDA 13.4 and of 13.5 ([`Release`]). The former are looked for in the virtual environment that
//! `TILEWRIGHT_VENV` names, else in `.venv` at the root of the repository, which `.ci/tools` fills, else on `PATH`; the latter in
//! the one that `TILEWRIGHT_VENV_13_5` names, else in the former's name with `-13.5` appended. A test that lacks its tool skips
//! visibly, and fails when `TILEWRIGHT_REQUIRE_TOOLS=1`.
//!
//! [`golden`] compares with checked-in output, and rewrites it under `BLESS=1`.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "tests look for programs, and say what they skip"
)]

pub mod golden;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Root of the repository.
pub fn root() -> PathBuf {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_dir.ancestors().nth(2).expect("crates/real-tools is two levels down").to_owned()
}

/// True when a missing tool is a failure.
pub fn required() -> bool {
    std::env::var_os("TILEWRIGHT_REQUIRE_TOOLS").is_some_and(|value| value == "1")
}

/// A CUDA release whose tools are installed. Tools of different releases refuse each other, so each has an environment of its
/// own, and who compares with a tool says of which release it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Release {
    /// 13.4.92.
    V13_4,
    /// 13.5.37.
    V13_5,
}

impl Release {
    /// Both, oldest first.
    pub const ALL: [Release; 2] = [Release::V13_4, Release::V13_5];

    /// The version of its packages.
    pub fn number(self) -> &'static str {
        match self {
            Release::V13_4 => "13.4.92",
            Release::V13_5 => "13.5.37",
        }
    }

    /// Its virtual environment.
    ///
    /// # Panics
    /// When the folder holds another release: results would be compared with those of the wrong tool.
    pub fn environment(self) -> PathBuf {
        let folder = match self {
            Release::V13_4 => environment(),
            Release::V13_5 => std::env::var_os("TILEWRIGHT_VENV_13_5").map_or_else(
                || {
                    let mut folder = environment().into_os_string();
                    folder.push("-13.5");
                    PathBuf::from(folder)
                },
                PathBuf::from,
            ),
        };
        if let Ok(installed) = std::fs::read_to_string(folder.join("tilewright-requirements.txt")) {
            let package = format!("nvidia-cuda-tileiras=={}", self.number());
            let fits = installed.lines().any(|line| line == package);
            assert!(
                fits,
                "{} does not hold the tools of CUDA {}: run .ci/tools",
                folder.display(),
                self.number()
            );
        }
        folder
    }

    /// A tool of this release by name.
    pub fn find(self, name: &str) -> Option<PathBuf> {
        let environment = self.environment();
        let mut folders = vec![environment.join("bin")];
        if let Ok(versions) = std::fs::read_dir(environment.join("lib")) {
            let versions = versions.flatten().map(|entry| entry.path());
            folders.extend(versions.map(|path| path.join("site-packages/nvidia/cu13/bin")));
        }
        // The release of a tool on `PATH` is unknown; most machines have the older one.
        if self == Release::V13_4 {
            folders.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
        }
        folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file())
    }
}

/// The virtual environment with the tools of [`Release::V13_4`] and the Python packages.
pub fn environment() -> PathBuf {
    std::env::var_os("TILEWRIGHT_VENV").map_or_else(|| root().join(".venv"), PathBuf::from)
}

/// The environment's Python, which has the real packages; one on `PATH` is of no use without them.
pub fn python() -> Option<PathBuf> {
    Some(environment().join("bin/python")).filter(|python| python.is_file())
}

/// The real libNVVM.
pub fn libnvvm() -> Option<PathBuf> {
    let versions = std::fs::read_dir(environment().join("lib")).ok()?.flatten().map(|entry| entry.path());
    let folders = versions.map(|path| path.join("site-packages/nvidia/cu13/lib"));
    folders.map(|folder| folder.join("libnvvm.so.4")).find(|path| path.is_file())
}

/// PTX that the real libNVVM makes of NVVM IR for an architecture, such as `compute_90`, through the environment's Python.
///
/// # Errors
/// Its error if it refuses the text.
pub fn by_libnvvm(text: &str, architecture: &str) -> Result<String, String> {
    let (python, library) =
        python().zip(libnvvm()).ok_or("libNVVM is not installed; `.ci/tools` installs it")?;
    let mut child = Command::new(python)
        .args(["-c", include_str!("libnvvm.py")])
        .args([library.as_os_str(), architecture.as_ref()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut stdin = child.stdin.take().ok_or("it has no standard input")?;
    stdin.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    drop(stdin);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// A tool that a test needs, or `None` after a visible skip.
///
/// # Panics
/// When it is absent and `TILEWRIGHT_REQUIRE_TOOLS=1`.
pub fn or_skip<T>(what: &str, found: Option<T>) -> Option<T> {
    if found.is_none() {
        assert!(!required(), "{what} is required and not installed: run .ci/tools");
        eprintln!("skipped: {what} is not installed (run .ci/tools)");
    }
    found
}
