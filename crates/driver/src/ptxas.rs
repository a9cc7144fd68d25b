//! The assembler of PTX: where it is found, how it is run, what it says.

#![allow(clippy::disallowed_methods, reason = "finds and runs a program of the system")]

use std::path::{Path, PathBuf};
use std::process::Command;

use diag::{Diagnostic, Place, Source, Span};

use crate::codes;

/// What it made of a text.
#[derive(Clone, Debug)]
pub struct Assembled {
    /// The cubin.
    pub cubin: Vec<u8>,
    /// What it says of registers, spills and memory.
    pub remarks: Vec<Diagnostic>,
}

/// `ptxas`: in `$TILEWRIGHT_PTXAS`, `$CUDA_HOME/bin`, `PATH`, `/usr/local/cuda*/bin`, or the package `nvidia-cuda-nvcc`
/// of the Python environment that is active.
///
/// # Errors
/// When there is none: what to install.
pub fn find() -> Result<PathBuf, Box<Diagnostic>> {
    if let Some(named) = std::env::var_os("TILEWRIGHT_PTXAS") {
        let path = PathBuf::from(named);
        if path.is_file() {
            return Ok(path);
        }
        let message = format!("TILEWRIGHT_PTXAS names `{}`, which is no file", path.display());
        return Err(Box::new(
            Diagnostic::error(codes::NO_PTXAS, message).help("set it to the path of `ptxas`"),
        ));
    }
    let home = std::env::var_os("CUDA_HOME").map(|home| Path::new(&home).join("bin"));
    let path = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let folders = home.into_iter().chain(path.unwrap_or_default()).chain(toolkits()).chain(packages());
    let found = folders.map(|folder| folder.join("ptxas")).find(|path| path.is_file());
    found.ok_or_else(|| {
        let message = "there is no `ptxas`, which makes cubins of PTX";
        Box::new(
            Diagnostic::error(codes::NO_PTXAS, message)
                .help("`pip install nvidia-cuda-nvcc` installs it, as does the CUDA toolkit; or set TILEWRIGHT_PTXAS")
                .help("`--emit=ptx` works without it"),
        )
    })
}

/// `/usr/local/cuda*/bin`, the newest last name first.
fn toolkits() -> Vec<PathBuf> {
    let mut found = folders_of(Path::new("/usr/local"), |name| name.starts_with("cuda"));
    found.sort();
    found.into_iter().rev().map(|folder| folder.join("bin")).collect()
}

/// Where the package of the active Python environment keeps its programs.
fn packages() -> Vec<PathBuf> {
    let active = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(std::env::var_os);
    let mut found = Vec::new();
    for environment in active {
        for python in folders_of(&Path::new(&environment).join("lib"), |name| name.starts_with("python")) {
            let nvidia = python.join("site-packages/nvidia");
            for package in folders_of(&nvidia, |name| name.starts_with("cu")) {
                found.push(package.join("bin"));
            }
        }
    }
    found
}

fn folders_of(folder: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let named = |entry: &std::fs::DirEntry| entry.file_name().to_str().is_some_and(&wanted);
    entries.flatten().filter(named).map(|entry| entry.path()).collect()
}

/// Makes a cubin of PTX.
///
/// # Errors
/// What it says is wrong, each at its line of the text.
pub fn assemble(ptxas: &Path, text: &Source, target: &str, level: u8) -> Result<Assembled, Vec<Diagnostic>> {
    let failed =
        |what: &str, error: std::io::Error| vec![Diagnostic::error(codes::PTXAS, format!("{what}: {error}"))];
    let folder = std::env::temp_dir().join(format!("tilewright-{}-{}", std::process::id(), number()));
    std::fs::create_dir_all(&folder).map_err(|error| failed("a folder for `ptxas` cannot be made", error))?;
    let (input, output) = (folder.join("kernel.ptx"), folder.join("kernel.cubin"));
    let assembled = std::fs::write(&input, text.text()).and_then(|()| {
        let mut command = Command::new(ptxas);
        command.args(["-arch", target, "-v", &format!("-O{level}"), "-o"]).arg(&output).arg(&input).output()
    });
    let cubin = std::fs::read(&output);
    // What was left behind is in the system's folder of temporary files: nobody misses it.
    let _ = std::fs::remove_dir_all(&folder);
    let said = assembled.map_err(|error| failed("`ptxas` cannot be run", error))?;
    let words = String::from_utf8_lossy(&said.stderr);
    if !said.status.success() {
        let mut found: Vec<Diagnostic> = words.lines().filter_map(|line| complaint(line, text)).collect();
        if found.is_empty() {
            let message = format!("`ptxas` failed ({}): {}", said.status, words.trim());
            found.push(Diagnostic::error(codes::PTXAS, message));
        }
        return Err(found);
    }
    let cubin = cubin.map_err(|error| failed("what `ptxas` made cannot be read", error))?;
    Ok(Assembled { cubin, remarks: words.lines().filter_map(remark).collect() })
}

/// Tells folders of one process apart.
fn number() -> u32 {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
}

/// `ptxas FILE, line 12; error : Unknown symbol 'x'`
fn complaint(line: &str, text: &Source) -> Option<Diagnostic> {
    let (head, message) = line.split_once("error").or_else(|| line.split_once("fatal"))?;
    let message = message.trim_start_matches([' ', ':']).trim();
    let diagnostic = Diagnostic::error(codes::PTXAS, format!("`ptxas` says: {message}"));
    let number = head.split_once(", line ").and_then(|(_, rest)| rest.split(';').next()?.trim().parse().ok());
    Some(match number.and_then(|number| line_span(text.text(), number)) {
        Some(span) => diagnostic.at(Place::Span(span), "here"),
        None => diagnostic,
    })
}

/// The bytes of a line, counted from one.
fn line_span(text: &str, number: usize) -> Option<Span> {
    let line = text.lines().nth(number.checked_sub(1)?)?;
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    Some(Span::new(start as u32, (start + line.len()) as u32))
}

/// `ptxas info : Used 32 registers ..`, and spills as warnings.
fn remark(line: &str) -> Option<Diagnostic> {
    let line = line.trim();
    let said = line.strip_prefix("ptxas info").map_or(line, |rest| rest.trim_start_matches([' ', ':']));
    if line.contains("spill stores") && !line.contains(" 0 bytes spill stores") {
        let message = format!("registers do not hold everything: {said}");
        return Some(Diagnostic::warning(codes::SPILLS, message).help("smaller tiles need fewer registers"));
    }
    said.starts_with("Used ").then(|| Diagnostic::remark(codes::PTXAS, said.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_says_is_at_its_line() {
        let text = Source::new("k.ptx", ".version 8.0\n.target sm_90\nwrong\n");
        let found =
            complaint("ptxas k.ptx, line 3; error   : Parsing error near 'wrong'", &text).expect("one");
        assert_eq!(
            diag::render_short(&found, Some(&text)),
            "k.ptx:3:1: error[E0712]: `ptxas` says: Parsing error near 'wrong'"
        );
        let spills =
            remark("    16 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads").expect("one");
        assert_eq!(spills.code, codes::SPILLS);
        assert!(remark("    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads").is_none());
    }
}
