//! PTX that Triton and nvcc emit for kernels of ours, generated here: it reads, verifies, and prints as something that `ptxas`
//! compiles to the same machine code.
//!
//! The texts are kept in `target/ptx-corpus` until the kernels or the tools change.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use tilewright::diag::Source;
use tilewright::ptx;

use crate::{files, tools};

/// Targets of Triton's and of nvcc's kernels.
pub(crate) const TRITON: [&str; 4] = ["80", "90", "100", "120"];
pub(crate) const NVCC: [&str; 6] = ["75", "80", "89", "90", "100", "120"];

pub(super) fn trials() -> Vec<Trial> {
    let missing = !real_tools::required();
    let triton = TRITON.iter().map(|&capability| {
        let ignored = missing && !has_triton();
        Trial::test(format!("ptx: Triton's kernels for sm_{capability}"), move || triton(capability))
            .with_ignored_flag(ignored)
    });
    let nvcc = NVCC.iter().map(|&capability| {
        let ignored = missing && !has_nvcc();
        Trial::test(format!("ptx: nvcc's kernels for sm_{capability}"), move || nvcc(capability))
            .with_ignored_flag(ignored)
    });
    triton.chain(nvcc).collect()
}

fn packages() -> Option<PathBuf> {
    let versions = std::fs::read_dir(real_tools::environment().join("lib")).ok()?;
    versions.flatten().map(|entry| entry.path().join("site-packages")).find(|path| path.is_dir())
}

pub(crate) fn has_triton() -> bool {
    packages().is_some_and(|packages| packages.join("triton").is_dir())
}

/// Can nvcc be asked?
pub(crate) fn has_nvcc() -> bool {
    real_tools::Release::V13_4.find("nvcc").is_some() && headers().is_some()
}

/// The folder of C++ headers that nvcc's own need.
pub(super) fn headers() -> Option<PathBuf> {
    packages().map(|packages| packages.join("nvidia/cu13/include/cccl")).filter(|path| path.is_dir())
}

/// The texts of a source and target, by their paths from the root: made by `make` when they are not there.
pub(crate) fn kept(
    name: &str,
    source: &str,
    make: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<Vec<(String, String)>, String> {
    let requirements = files::read(".ci/requirements.txt")?;
    let stamp = format!("{source}\n{requirements}");
    let folder = files::root().join("target/ptx-corpus").join(name);
    let stamp_path = folder.join("made-from");
    if std::fs::read_to_string(&stamp_path).ok().as_deref() != Some(stamp.as_str()) {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        make(&folder)?;
        std::fs::write(&stamp_path, stamp).map_err(|error| error.to_string())?;
    }
    let mut texts = Vec::new();
    for path in files::find(&format!("target/ptx-corpus/{name}"), "ptx") {
        texts.push((path.clone(), files::read(&path)?));
    }
    if texts.is_empty() { Err(format!("{name}: nothing was compiled")) } else { Ok(texts) }
}

/// Runs a command; returns its output if it fails.
pub(crate) fn finished(command: &mut Command, what: &str) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{what}: {error}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{what} fails: {errors}")) }
}

fn triton(capability: &str) -> Result<(), Failed> {
    let script = files::root().join("tests/ptx/kernels.py");
    let texts = kept(&format!("triton-{capability}"), &files::read("tests/ptx/kernels.py")?, |folder| {
        let mut command = Command::new(real_tools::environment().join("bin/python"));
        finished(command.arg(&script).arg(folder).arg(capability), "kernels.py")
    })?;
    Ok(all(&texts)?)
}

fn nvcc(capability: &str) -> Result<(), Failed> {
    let source = files::root().join("tests/ptx/kernels.cu");
    let texts = kept(&format!("nvcc-{capability}"), &files::read("tests/ptx/kernels.cu")?, |folder| {
        compile(&source, capability, folder)
    })?;
    Ok(all(&texts)?)
}

/// Compiles CUDA C++ to `kernels.ptx` in a folder.
pub(crate) fn compile(source: &Path, capability: &str, folder: &Path) -> Result<(), String> {
    let nvcc =
        real_tools::Release::V13_4.find("nvcc").ok_or("nvcc is not installed; `.ci/tools` installs it")?;
    let headers = headers().ok_or("the headers of nvcc are not installed; `.ci/tools` installs them")?;
    let mut command = Command::new(nvcc);
    command
        .arg("-I")
        .arg(headers)
        .arg(format!("-arch=sm_{capability}"))
        .args(["-ptx", "-lineinfo"])
        .arg(source);
    finished(command.arg("-o").arg(folder.join("kernels.ptx")), "nvcc")
}

fn all(texts: &[(String, String)]) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    texts.iter().try_for_each(|(name, text)| {
        one(name, text, folder.path()).map_err(|error| format!("{name}: {error}"))
    })
}

fn one(name: &str, text: &str, folder: &Path) -> Result<(), String> {
    let (parsed, problems) = super::problems(&Source::new(name, text));
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    super::round_trip(name, text)?;
    let printed = ptx::print(&parsed.module);
    let target = parsed.module.target.to_string();
    // The printed text with its debug information is accepted; without it the machine code can be the same.
    assembled(&printed, &target, folder)?;
    let (theirs, ours) = (
        assembled(&without_debug(text), &target, folder)?,
        assembled(&without_debug(&printed), &target, folder)?,
    );
    if theirs == ours {
        Ok(())
    } else {
        Err("ptxas compiles the printed text to other machine code".to_owned())
    }
}

fn assembled(text: &str, target: &str, folder: &Path) -> Result<Vec<u8>, String> {
    // One name for all, since a cubin may hold the name of its source.
    let (path, cubin) = (folder.join("k.ptx"), folder.join("k.cubin"));
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let args = [Path::new("-arch"), Path::new(target), path.as_path(), Path::new("-o"), cubin.as_path()];
    tools::output("ptxas", &args)?;
    std::fs::read(&cubin).map_err(|error| error.to_string())
}

/// A text without `.loc` lines and sections: they say on which lines things were.
fn without_debug(text: &str) -> String {
    let mut kept = String::new();
    let mut in_section = false;
    for line in text.lines() {
        let trimmed = line.trim_start();
        in_section |= trimmed.starts_with(".section");
        if !in_section && !trimmed.starts_with(".loc ") && !trimmed.starts_with(".loc\t") {
            kept.push_str(line);
            kept.push('\n');
        }
        in_section &= !trimmed.contains('}');
    }
    kept
}
