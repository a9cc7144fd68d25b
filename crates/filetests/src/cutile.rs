//! Real bytecode: every kernel of `tests/bytecode/cutile`, exported by cuTile Python at test time.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use tilewright::bytecode::{DecodeOptions, EncodeOptions, decode, encode};
use tilewright::cuda_tile::equal::same_program;
use tilewright::diag::Source;
use tilewright::text::{ParseOptions, PrintOptions, Style, parse, print};
use tilewright::verify::{VerifyOptions, verify};

use crate::{files, tools};

/// One test a kernel, or one visible skip when cuTile Python is not installed.
pub fn trials() -> Vec<Trial> {
    match export() {
        Ok(folder) => {
            let kernels = kernels(&folder);
            kernels
                .into_iter()
                .map(|path| {
                    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                    Trial::test(format!("cutile {name}"), move || test(&path))
                })
                .collect()
        }
        Err(reason) => {
            let required = tools::required();
            vec![
                Trial::test("cutile", move || Err(Failed::from(reason.as_str())))
                    .with_ignored_flag(!required),
            ]
        }
    }
}

fn python() -> PathBuf {
    tools::environment().join("bin/python")
}

/// Exports the kernels into the build folder.
fn export() -> Result<PathBuf, String> {
    if !python().is_file() {
        return Err("cuTile Python is not installed; `.ci/tools` installs it".to_owned());
    }
    let folder = files::root().join("target/cutile");
    let script = files::root().join("tests/bytecode/cutile/export.py");
    let run = Command::new(python()).arg(script).arg(&folder).output().map_err(|error| error.to_string())?;
    if run.status.success() { Ok(folder) } else { Err(String::from_utf8_lossy(&run.stderr).into_owned()) }
}

fn kernels(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "tileirbc"));
    paths.sort();
    paths
}

/// decode → verify → print → parse → encode; the real disassembler prints ours as it prints the original, our
/// disassembly is the real one's, and the real compiler accepts ours.
fn test(path: &Path) -> Result<(), Failed> {
    let original = std::fs::read(path)?;
    let decoded = decode(&original, &DecodeOptions { provenance: true, ..DecodeOptions::default() })
        .map_err(|error| error.message)?;
    let verified = verify(&decoded.module, &VerifyOptions::default());
    if let Some(error) = verified.diagnostics.iter().find(|d| d.is_error()) {
        return Err(format!("refused: {}", error.message).into());
    }
    for locations in [false, true] {
        let options = PrintOptions { style: Style::Disassembler, locations, ..PrintOptions::default() };
        let (real, ours) = (tools::disassemble(path, locations)?, print(&decoded.module, &options));
        if real != ours {
            return Err(format!("disassembly: {}", files::difference(&real, &ours)).into());
        }
    }
    let text = print(&decoded.module, &PrintOptions { locations: true, ..PrintOptions::default() });
    let source = Source::new("printed", text.as_str());
    let parsed = parse(&source, &ParseOptions::default()).module.ok_or("our text does not parse")?;
    same_program(&decoded.module, &parsed)?;

    let folder = tempfile::tempdir()?;
    let same = EncodeOptions {
        version: Some(decoded.version),
        provenance: decoded.provenance.clone(),
        ..EncodeOptions::default()
    };
    let again = encode(&decoded.module, &same).map_err(|found| found[0].message.clone())?;
    let fresh = EncodeOptions { version: Some(decoded.version), ..EncodeOptions::default() };
    let fresh = encode(&parsed, &fresh).map_err(|found| found[0].message.clone())?;
    if again != original {
        // A producer may write what no canonical writer would; then the text decides.
        compare_disassembly(path, &again, folder.path())?;
    }
    let file = compare_disassembly(path, &fresh, folder.path())?;
    let target = if needs_sm_107(&text) { "sm_107" } else { "sm_100" };
    Ok(tools::compile(&file, target)?)
}

fn needs_sm_107(text: &str) -> bool {
    text.contains("fnv8E5M3FNU")
}

fn compare_disassembly(original: &Path, ours: &[u8], folder: &Path) -> Result<PathBuf, String> {
    let file = folder.join("ours.tileirbc");
    std::fs::write(&file, ours).map_err(|error| error.to_string())?;
    for locations in [false, true] {
        let (real, ours) = (tools::disassemble(original, locations)?, tools::disassemble(&file, locations)?);
        if real != ours {
            return Err(format!("real disassembly of ours: {}", files::difference(&real, &ours)));
        }
    }
    Ok(file)
}
