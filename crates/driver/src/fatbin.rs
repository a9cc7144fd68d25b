//! Fat binaries: machine code for several targets in one file, from which the driver loads the code for its device.
//!
//! `fatbinary` of the CUDA toolkit writes them. It is searched next to `ptxas`.

#![allow(clippy::disallowed_methods, reason = "runs the toolkit's `fatbinary`, through files")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use diag::Diagnostic;

use crate::input::reason;
use crate::targets::TargetRow;
use crate::{codes, ptxas};

/// Machine code for a target.
#[derive(Clone, Debug)]
pub struct Image {
    /// The target.
    pub target: &'static TargetRow,
    /// The cubin.
    pub cubin: Vec<u8>,
}

/// `fatbinary`, next to `ptxas`.
///
/// # Errors
/// When there is none: what to install.
pub fn find() -> Result<PathBuf, Box<Diagnostic>> {
    let ptxas = ptxas::find()?;
    let found = ptxas.with_file_name("fatbinary");
    if found.is_file() {
        return Ok(found);
    }
    let message = format!(
        "there is no `fatbinary` next to `{}`, and Tilewright writes no fat binaries itself",
        ptxas.display()
    );
    let help = "install `nvidia-cuda-nvcc` or the CUDA toolkit, which have both; or make a cubin for each target, with `--emit=cubin`";
    Err(Box::new(Diagnostic::error(codes::NO_PTXAS, message).help(help)))
}

/// One file of all images.
///
/// # Errors
/// There is no `fatbinary`, or its error.
pub fn make(images: &[Image]) -> Result<Vec<u8>, Box<Diagnostic>> {
    let tool = find()?;
    ptxas::in_fresh_folder(|folder| write(&tool, folder, images))
}

fn write(tool: &Path, folder: &Path, images: &[Image]) -> Result<Vec<u8>, Box<Diagnostic>> {
    let failed = |what: &str, why: &str| Box::new(Diagnostic::error(codes::PTXAS, format!("{what}: {why}")));
    let output = folder.join("kernel.fatbin");
    std::fs::create_dir_all(folder)
        .map_err(|error| failed("a folder for `fatbinary` cannot be made", &reason(&error)))?;
    let mut command = Command::new(tool);
    command.arg("-64").arg(format!("--create={}", output.display())).stdin(Stdio::null());
    for Image { target, cubin } in images {
        let file = folder.join(format!("{}.cubin", target.name));
        std::fs::write(&file, cubin)
            .map_err(|error| failed("a cubin for `fatbinary` cannot be written", &reason(&error)))?;
        let arch = target.name.trim_start_matches("sm_");
        command.arg(format!("--image3=kind=elf,sm={arch},file={}", file.display()));
    }
    let said = command
        .output()
        .map_err(|error| failed(&format!("`{}` cannot be run", tool.display()), &reason(&error)))?;
    if !said.status.success() {
        let words =
            [&said.stderr, &said.stdout].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat();
        return Err(failed("`fatbinary` refuses the machine code", words.trim()));
    }
    std::fs::read(&output).map_err(|error| failed("what `fatbinary` made cannot be read", &reason(&error)))
}
