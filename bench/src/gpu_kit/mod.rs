//! The GPU kit: a folder that measures our code on a machine with an NVIDIA GPU, without network and without Rust.
//!
//! Everything is compiled here: cubins, the PTX that each was assembled from, and how it is launched (`code`); launches with
//! what they must leave in memory (`cases`); kernels to be timed, with their sizes (`kernel`, `timed`); small ones for latencies and
//! bandwidths (`calibration`). `kit.json` lists it all. What runs there is Python (`bench/gpu-kit`), because what we compare
//! with (PyTorch, Triton, cuTile) is there, too, and needs a process to share.
//!
//! A kit holds the same bytes whenever it is made from the same tree and the same tools.

mod attention;
mod calibration;
mod cases;
mod code;
mod kernel;
mod products;
mod store;
mod timed;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

pub(crate) use code::plan_count;
use store::Store;
pub(crate) use timed::program_of;

/// Targets that kits are made for, one of each kind of machine code.
pub const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];
/// The Python part, and its texts.
const PYTHON: &str = "bench/gpu-kit";
/// The version of the kit's format; a change to the contents of `kit.json` increments it.
const FORMAT: u32 = 1;

/// The contents of a kit.
#[derive(Debug)]
pub struct Settings {
    /// The folder to write.
    pub folder: PathBuf,
    /// Targets to compile for.
    pub targets: Vec<String>,
    /// Only files and kernels whose name contains one of these; all where there is none.
    pub only: Vec<String>,
    /// Whether kernels are also timed by the plans that the cost model did not choose.
    pub plans: bool,
}

impl Settings {
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| name.contains(part.as_str()))
    }
}

/// Writes a kit; what it holds, in words.
///
/// # Errors
/// A file that cannot be read or written, or no `ptxas`.
pub fn make(settings: &Settings, said: &mut dyn FnMut(&str)) -> Result<String, String> {
    code::assembler()?;
    let mut store = Store::new(&settings.folder)?;
    copy(&real_tools::root().join(PYTHON), &settings.folder)?;
    let calibration = calibration::all(settings, &mut store)?;
    let timed = timed::all(settings, &mut store, said)?;
    let cases = cases::all(settings, &mut store, said)?;
    let closed = real_tools::Release::V13_4.find("tileiras").is_some();
    let kit = json!({
        "format": FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "targets": settings.targets,
        "closed": closed.then(|| real_tools::Release::V13_4.number()),
        "code": store.code(),
        "calibration": calibration,
        "cases": cases,
        "timed": timed,
    });
    write(&settings.folder.join("kit.json"), kit.to_string().as_bytes())?;
    let mib = size(&settings.folder) as f64 / f64::from(1 << 20);
    let count = |list: &Value| list.as_array().map_or(0, Vec::len);
    Ok(format!(
        "{}: {} launches of tests, {} kernels to be timed, {} cubins, {mib:.1} MiB",
        settings.folder.display(),
        count(&cases),
        count(&timed),
        store.code().as_object().map_or(0, serde_json::Map::len)
    ))
}

/// Copies the Python part: a folder of files and one level of folders.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", from.display());
    std::fs::create_dir_all(to).map_err(wrong)?;
    for entry in std::fs::read_dir(from).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let Some(name) = path.file_name().filter(|name| *name != "__pycache__" && !hidden(name)) else {
            continue;
        };
        match path.is_dir() {
            true => copy(&path, &to.join(name))?,
            false => write(&to.join(name), &std::fs::read(&path).map_err(wrong)?)?,
        }
    }
    Ok(())
}

/// Whether a file is none of the project's, such as a cache of a tool.
fn hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Bytes of all files of a folder.
fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let one = |entry: std::fs::DirEntry| match entry.path().is_dir() {
        true => size(&entry.path()),
        false => entry.metadata().map_or(0, |metadata| metadata.len()),
    };
    entries.map(one).sum()
}
