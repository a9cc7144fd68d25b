//! The PTX assembler: its location, its invocation, its messages.

#![allow(clippy::disallowed_methods, reason = "finds and runs a program of the system")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use diag::Diagnostic;

use crate::codes;
use crate::input::reason;

/// A request to `ptxas`.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The architecture of the machine code: `sm_90a`.
    pub arch: &'a str,
    /// The optimisation level, 0 to 3.
    pub level: u8,
    /// Machine code has line information.
    pub line_info: bool,
    /// Machine code checks its accesses to memory, for `compute-sanitizer`.
    pub memcheck: bool,
}

/// The result of assembling a text.
#[derive(Clone, Debug)]
pub struct Assembled {
    /// The cubin.
    pub cubin: Vec<u8>,
    /// The resources of its kernels.
    pub usage: Vec<Usage>,
}

/// The resources of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The kernel.
    pub function: String,
    /// Registers of a thread.
    pub registers: u64,
    /// Bytes of shared memory, without those that a launch adds.
    pub shared: u64,
    /// Named barriers.
    pub barriers: u64,
    /// Bytes of a thread's stack.
    pub stack: u64,
    /// Bytes of registers that are spilled to memory.
    pub spill_stores: u64,
    /// Bytes of registers that are loaded again.
    pub spill_loads: u64,
}

/// Why there is no cubin.
#[derive(Clone, Debug)]
pub enum Failure {
    /// It could not be started, or its files could not be written or read.
    System(Box<Diagnostic>),
    /// It reports errors of the text.
    Refused(Vec<Complaint>),
}

/// One error that it reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The line of the text, from 1, if it names one.
    pub line: Option<usize>,
    /// Its output.
    pub message: String,
}

/// `ptxas`: in `$TILEWRIGHT_PTXAS`, `$CUDA_HOME/bin`, `PATH`, `/usr/local/cuda*/bin`, or the package `nvidia-cuda-nvcc`
/// of the Python environment that is active, or in which the executable is.
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

/// `ptxas` at a path that the caller gives; no other place is searched.
///
/// # Errors
/// There is no file at the path.
pub fn at(path: &Path) -> Result<PathBuf, Box<Diagnostic>> {
    if path.is_file() {
        return Ok(path.to_owned());
    }
    let message = format!("`{}`, which was given as `ptxas`, is no file", path.display());
    let help = "give the path of the program itself; `pip install nvidia-cuda-nvcc` installs it, as does the CUDA toolkit";
    Err(Box::new(Diagnostic::error(codes::NO_PTXAS, message).help(help)))
}

/// `/usr/local/cuda*/bin`, the newest last name first.
fn toolkits() -> Vec<PathBuf> {
    let mut found = folders_of(Path::new("/usr/local"), |name| name.starts_with("cuda"));
    found.sort();
    found.into_iter().rev().map(|folder| folder.join("bin")).collect()
}

/// Where the package of the active Python environment keeps its programs, and that of the one that holds the executable.
fn packages() -> Vec<PathBuf> {
    let active = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(std::env::var_os).map(PathBuf::from);
    let own = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.parent()?.to_owned()));
    let mut found = Vec::new();
    for environment in active.chain(own) {
        for python in folders_of(&environment.join("lib"), |name| name.starts_with("python")) {
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

/// Assembles PTX to a cubin.
///
/// # Errors
/// Its errors, or why it does not run.
pub fn assemble(ptxas: &Path, text: &str, request: &Request<'_>) -> Result<Assembled, Failure> {
    in_fresh_folder(|folder| in_folder(folder, ptxas, text, request))
}

/// Runs a function with the path of a temporary folder for files of the toolkit's programs, which is removed afterwards. The
/// function creates it.
pub(crate) fn in_fresh_folder<T>(work: impl FnOnce(&Path) -> T) -> T {
    let folder = std::env::temp_dir().join(format!("tilewright-{}-{}", std::process::id(), number()));
    let made = work(&folder);
    // Failing to remove it is harmless: it is in the system's folder of temporary files.
    let _ = std::fs::remove_dir_all(&folder);
    made
}

fn in_folder(folder: &Path, ptxas: &Path, text: &str, request: &Request<'_>) -> Result<Assembled, Failure> {
    let failed = |what: &str, error: std::io::Error| {
        let message = format!("{what}: {}", reason(&error));
        Failure::System(Box::new(Diagnostic::error(codes::PTXAS, message)))
    };
    std::fs::create_dir_all(folder).map_err(|error| failed("a folder for `ptxas` cannot be made", error))?;
    let (input, output) = (folder.join("kernel.ptx"), folder.join("kernel.cubin"));
    std::fs::write(&input, text).map_err(|error| failed("the PTX for `ptxas` cannot be written", error))?;
    let mut command = Command::new(ptxas);
    command.args(arguments(request)).arg("-v").arg("-o").arg(&output).arg(&input).stdin(Stdio::null());
    let said = command.output().map_err(|error| {
        let message = format!("`{}` cannot be run: {}", ptxas.display(), reason(&error));
        Failure::System(Box::new(Diagnostic::error(codes::PTXAS, message)))
    })?;
    // It speaks on either stream.
    let words =
        [&said.stderr, &said.stdout].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat();
    if !said.status.success() {
        let mut found: Vec<Complaint> = words.lines().filter_map(complaint).collect();
        if found.is_empty() {
            found.push(Complaint { line: None, message: format!("{} ({})", words.trim(), said.status) });
        }
        return Err(Failure::Refused(found));
    }
    let cubin = std::fs::read(&output).map_err(|error| failed("what `ptxas` made cannot be read", error))?;
    Ok(Assembled { cubin, usage: usage(&words) })
}

/// Its options for a request, without files.
pub fn arguments(request: &Request<'_>) -> Vec<String> {
    let mut arguments = vec![format!("-arch={}", request.arch), format!("-O{}", request.level)];
    if request.line_info {
        arguments.push("-lineinfo".to_owned());
    }
    if request.memcheck {
        arguments.push("-sanitize=memcheck".to_owned());
    }
    arguments
}

/// Distinguishes folders of one process.
fn number() -> u32 {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
}

/// `ptxas FILE, line 12; error : Unknown symbol 'x'`
fn complaint(line: &str) -> Option<Complaint> {
    let marked = |word: &str| {
        let (head, rest) = line.split_once(word)?;
        Some((head, rest.trim_start().strip_prefix(':')?.trim()))
    };
    let (head, message) = marked("fatal").or_else(|| marked("error"))?;
    let number = head.split_once(", line ").and_then(|(_, rest)| rest.split(';').next()?.trim().parse().ok());
    // The last line only counts the others.
    let counts = message.starts_with("Ptx assembly aborted") || message.is_empty();
    (!counts).then(|| Complaint { line: number, message: message.to_owned() })
}

/// The resources of each kernel, from its output.
fn usage(words: &str) -> Vec<Usage> {
    let mut found: Vec<Usage> = Vec::new();
    for line in words.lines().map(str::trim) {
        // The format differs between releases in its punctuation, so words are looked for and not columns.
        let said = line.strip_prefix("ptxas info").map_or(line, |rest| rest.trim_start_matches([' ', ':']));
        if let Some(name) = said.strip_prefix("Compiling entry function '") {
            let function = name.split('\'').next().unwrap_or(name).to_owned();
            found.push(Usage { function, ..Usage::default() });
            continue;
        }
        let Some(usage) = found.last_mut() else { continue };
        for part in said.split(',').map(str::trim) {
            let part = part.strip_prefix("Used ").or_else(|| part.strip_prefix("used ")).unwrap_or(part);
            let Some((number, what)) = part.split_once(' ') else { continue };
            let Ok(number) = number.parse() else { continue };
            match what {
                "registers" => usage.registers = number,
                "barriers" => usage.barriers = number,
                "bytes smem" => usage.shared = number,
                "bytes stack frame" => usage.stack = number,
                "bytes spill stores" => usage.spill_stores = number,
                "bytes spill loads" => usage.spill_loads = number,
                // Constant banks and the like, which no remark shows.
                _ => {}
            }
        }
    }
    found
}

impl Usage {
    /// True if registers are spilled.
    pub fn spills(&self) -> bool {
        self.spill_stores + self.spill_loads > 0
    }

    /// A warning about spills, if there are any.
    pub fn warning(&self) -> Option<Diagnostic> {
        self.spills().then(|| {
            let message = format!(
                "registers of `{}` do not hold everything: {} bytes of spill stores, {} of spill loads, with {} registers",
                self.function, self.spill_stores, self.spill_loads, self.registers
            );
            Diagnostic::warning(codes::SPILLS, message).help("smaller tiles, or more warps, need fewer registers")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_have_lines() {
        let found = complaint("ptxas k.ptx, line 3; error   : Parsing error near 'wrong'").expect("one");
        assert_eq!(found, Complaint { line: Some(3), message: "Parsing error near 'wrong'".to_owned() });
        let found = complaint(
            "ptxas error   : Entry function 'k' uses too much shared data (0x19000 bytes, 0xc000 max)",
        );
        assert_eq!(found.expect("one").line, None);
        assert_eq!(complaint("ptxas fatal   : Ptx assembly aborted due to errors"), None);
    }

    #[test]
    fn usage_is_read_by_kernel() {
        let said = "ptxas info    : 0 bytes gmem\n\
                    ptxas info    : Compiling entry function 'a' for 'sm_80'\n\
                    ptxas info    : Function properties for a\n    \
                    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads\n\
                    ptxas info    : Used 255 registers, used 1 barriers, 1024 bytes smem, 400 bytes cmem[0]\n\
                    ptxas info    : Compiling entry function 'b' for 'sm_80'\n\
                    ptxas info    : Used 12 registers, 368 bytes cmem[0]\n";
        let found = usage(said);
        let a = Usage {
            function: "a".to_owned(),
            registers: 255,
            shared: 1024,
            barriers: 1,
            stack: 16,
            spill_stores: 8,
            spill_loads: 4,
        };
        assert_eq!(found, [a, Usage { function: "b".to_owned(), registers: 12, ..Usage::default() }]);
        assert_eq!(found[0].warning().map(|warning| warning.code), Some(codes::SPILLS));
        assert_eq!(found[1].warning(), None);
    }
}
