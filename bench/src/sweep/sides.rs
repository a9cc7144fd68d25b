//! Results of the compilers for a kernel and a target: ours, and the closed one of both releases.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use nvvm::registers::limit;
use real_tools::Release;
use serde_json::{Value, json};
use tilewright::Module;
use tilewright::driver::compile::{Compiled, Options, Program, compile};

use crate::codegen::machine;
use crate::language::executable;
use crate::store::Store;

/// Seconds of processor time after which the closed compiler is stopped: some large transposes take it more than eight minutes.
const CLOSED_SECONDS: u64 = 120;

/// Code of a compiler: registers of a thread, spilled bytes, and compile time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code {
    pub(super) registers: u64,
    pub(super) spilled: u64,
    pub(super) seconds: f64,
}

/// Our PTX, and what it is in machine code.
pub(super) struct Ours {
    pub(super) made: Compiled,
    /// Registers that a thread can have, by the threads of a block and the occupancy that the PTX requests.
    pub(super) limit: u64,
    pub(super) threads: u64,
    /// The result of `ptxas`, or its error.
    pub(super) code: Result<Code, String>,
}

impl Ours {
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.made.bytes).into_owned()
    }
}

/// Our compiler: PTX in this process, machine code by the command.
///
/// # Errors
/// Why the kernel is refused.
pub(super) fn ours(
    module: &Module,
    bytes: &[u8],
    target: &str,
    store: &mut Store,
    folder: &Path,
) -> Result<Ours, String> {
    let options = Options { target: Some(target.to_owned()), ..Options::default() };
    let made = compile(Program::CudaTile(Box::new(module.ir().clone())), &options)
        .map_err(|found| format!("{}: {}", found[0].code.0, found[0].message))?;
    let text = String::from_utf8_lossy(&made.bytes).into_owned();
    let number = |directive: &str| {
        let (_, rest) = text.split_once(directive)?;
        rest.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty())?.parse::<u32>().ok()
    };
    let threads = number(".reqntid").unwrap_or(1);
    let limit = limit(threads, number(".minnctapersm").unwrap_or(1));
    let code =
        match Release::V13_4.find("ptxas") {
            None => Err("`ptxas` is not installed".to_owned()),
            Some(tool) => read(&store.result(&format!("ptxas {target}"), text.as_bytes(), || {
                assembled(&tool, bytes, target, folder)
            })),
        };
    Ok(Ours { made, limit: limit.into(), threads: threads.into(), code })
}

/// The command with the same bytecode: where kernels spill, it compares what `ptxas` makes with and without a bound on registers.
fn assembled(ptxas: &Path, bytes: &[u8], target: &str, folder: &Path) -> Value {
    let output = folder.join("ours.cubin");
    let mut command = Command::new(executable());
    command.env("TILEWRIGHT_CACHE_DIR", "off").env("TILEWRIGHT_PTXAS", ptxas);
    command.args(["compile", "--emit=cubin", "--target", target]);
    described(machine_code(command, bytes, &output, folder), &output)
}

/// The closed compiler of a release on the same bytecode.
///
/// # Errors
/// Why the kernel is refused.
pub(super) fn theirs(
    release: Release,
    bytes: &[u8],
    target: &str,
    store: &mut Store,
    folder: &Path,
) -> Result<Code, String> {
    // The absence of a tool is not a result to keep.
    let tool = release.find("tileiras").ok_or("`tileiras` is not installed")?;
    let kept = match release {
        // Results of the older release were kept before there was another.
        Release::V13_4 => format!("tileiras {target}"),
        Release::V13_5 => format!("tileiras {} {target}", release.number()),
    };
    let code = store.result(&kept, bytes, || closed(&tool, bytes, target, folder));
    read(&code)
}

fn closed(tool: &Path, bytes: &[u8], target: &str, folder: &Path) -> Value {
    let output = folder.join("theirs.cubin");
    described(closed_code(tool, bytes, target, &output, folder), &output)
}

/// Compiles bytecode with the closed compiler to a cubin, and returns the seconds that it took.
///
/// # Errors
/// The first error that it prints.
pub(crate) fn closed_code(
    tool: &Path,
    bytes: &[u8],
    target: &str,
    output: &Path,
    folder: &Path,
) -> Result<f64, String> {
    // A limit of processor time, unlike one of the clock, gives the same result on a busy machine.
    let limited = format!("ulimit -t {CLOSED_SECONDS}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &limited, "sh"]).arg(tool).args(["--gpu-name", target.trim_end_matches('a')]);
    machine_code(command, bytes, output, folder)
}

/// Runs a compiler on bytecode, and returns the seconds that it took.
fn machine_code(mut command: Command, bytes: &[u8], output: &Path, folder: &Path) -> Result<f64, String> {
    let input = folder.join("kernel.tileirbc");
    std::fs::write(&input, bytes).map_err(|_| "the folder for temporary files cannot be written")?;
    let start = Instant::now();
    let said = command.arg(&input).arg("-o").arg(output).stdin(Stdio::null()).output();
    let said = said.map_err(|error| error.to_string())?;
    if said.status.success() {
        return Ok(start.elapsed().as_secs_f64());
    }
    let words = String::from_utf8_lossy(&said.stderr).into_owned();
    let line = words.lines().find(|line| line.contains("error"));
    Err(line.map_or_else(|| format!("no message, {}", said.status), |line| line.trim().to_owned()))
}

/// Registers and spills of a cubin, as a result that can be kept.
fn described(compiled: Result<f64, String>, cubin: &Path) -> Value {
    let unreadable = || "the machine code cannot be read".to_owned();
    let code = compiled.and_then(|seconds| Ok((machine::registers(cubin).ok_or_else(unreadable)?, seconds)));
    code.map_or_else(|why| json!({ "refused": why }), |(code, seconds)| shown(code, seconds))
}

fn shown([registers, spilled]: [u64; 2], seconds: f64) -> Value {
    json!({ "registers": registers, "spilled": spilled, "seconds": seconds })
}

fn read(result: &Value) -> Result<Code, String> {
    if let Some(why) = result["refused"].as_str() {
        return Err(why.to_owned());
    }
    let number = |key: &str| result[key].as_u64().unwrap_or(0);
    Ok(Code {
        registers: number("registers"),
        spilled: number("spilled"),
        seconds: result["seconds"].as_f64().unwrap_or(0.0),
    })
}
