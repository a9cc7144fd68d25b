//! The real tools: where they are, and that they agree with our bytecode.
//!
//! Crate `real-tools` says where they are looked for.

use std::path::Path;
use std::process::{Command, Output};

use libtest_mimic::{Failed, Trial};
use real_tools::{Release, required};
use tilewright::Version;
use tilewright::bytecode::{EncodeOptions, encode};

use crate::{files, property};

/// One test a valid file: every version that can hold it is accepted by the real disassembler, and compiled.
pub fn trials() -> Vec<Trial> {
    let missing = Release::V13_5.find("tileirdisasm").is_none() || Release::V13_4.find("tileiras").is_none();
    property::valid_candidates()
        .into_iter()
        .map(|path| {
            let name = format!("real tools {path}");
            Trial::test(name, move || test(&path)).with_ignored_flag(missing && !required())
        })
        .collect()
}

/// Runs a tool that must succeed; its standard output.
pub fn output(name: &str, args: &[&Path]) -> Result<Vec<u8>, String> {
    let path = Release::V13_5
        .find(name)
        .ok_or_else(|| format!("{name} is not installed; `.ci/tools` installs it"))?;
    let Output { status, stdout, stderr } =
        Command::new(path).args(args).output().map_err(|error| format!("{name}: {error}"))?;
    if status.success() {
        Ok(stdout)
    } else {
        Err(format!("{name} fails ({status}): {}", String::from_utf8_lossy(&stderr)))
    }
}

/// The output of the real disassembler for a file.
pub fn disassemble(path: &Path, locations: bool) -> Result<String, String> {
    let flag = Path::new("-g");
    let args: &[&Path] = if locations { &[flag, path] } else { &[path] };
    output("tileirdisasm", args).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Compiles a file with the real compiler, which must accept it.
pub fn compile(path: &Path, target: &str) -> Result<(), String> {
    let cubin = path.with_extension("cubin");
    let args = [Path::new("--gpu-name"), Path::new(target), path, Path::new("-o"), &cubin];
    output("tileiras", &args).map(|_| ())
}

fn test(path: &str) -> Result<(), Failed> {
    let Some((_, module)) = property::valid_module(path)? else { return Ok(()) };
    if property::uses_extensions(&module) {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let mut newest = None;
    for version in Version::ALL {
        let options = EncodeOptions { version: Some(version), ..EncodeOptions::default() };
        let Ok(bytes) = encode(&module, &options) else { continue };
        let file = folder.path().join(format!("{version}.tileirbc"));
        std::fs::write(&file, bytes)?;
        if let Err(error) = disassemble(&file, false) {
            return Ok(beyond_limits(path, Err(format!("{version}: {error}")))?);
        }
        newest = Some(file);
    }
    match newest {
        Some(file) => {
            // Of the targets, sm_107 alone has this element type.
            let newest = files::read(path)?.contains("fnv8E5M3FNU");
            let target = if newest { "sm_107" } else { "sm_100" };
            Ok(beyond_limits(path, compile(&file, target))?)
        }
        None => Err("no version of bytecode can hold the module".into()),
    }
}

/// A failure of the real tools counts unless the file has a separate line with the reason: `// TILEIRAS: reason`.
fn beyond_limits(path: &str, result: Result<(), String>) -> Result<(), String> {
    let excused = files::read(path)?.lines().any(|line| line.starts_with("// TILEIRAS: "));
    match result {
        Err(_) if excused => Ok(()),
        Ok(()) if excused => Err("tileiras compiles it after all; drop the TILEIRAS line".to_owned()),
        result => result,
    }
}
