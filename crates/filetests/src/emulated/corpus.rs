//! Kernels of ours as Triton and nvcc compile them, generated here, with launches and NumPy's results.

use std::process::Command;

use libtest_mimic::{Failed, Trial};
use tilewright::diag::Source;
use tilewright::launch::npy;
use tilewright::ptx;

use super::launches::Launch;
use crate::ptx::corpus::{NVCC, TRITON, compile, finished, has_nvcc, has_triton, kept};
use crate::{files, tools};

const FOLDER: &str = "tests/emulate/corpus";

pub(super) fn trials() -> Vec<Trial> {
    let missing = !tools::required();
    let triton = TRITON.iter().map(|&capability| {
        Trial::test(format!("emulated: Triton's kernels for sm_{capability}"), move || {
            test(&triton(capability)?)
        })
        .with_ignored_flag(missing && !has_triton())
    });
    let nvcc = NVCC.iter().map(|&capability| {
        Trial::test(format!("emulated: nvcc's kernels for sm_{capability}"), move || test(&nvcc(capability)?))
            .with_ignored_flag(missing && !(has_nvcc() && has_triton()))
    });
    triton.chain(nvcc).collect()
}

/// The folder of Triton's kernels.
fn triton(capability: &str) -> Result<String, String> {
    let name = format!("emulate-triton-{capability}");
    let source = sources(&["launches.py", "triton_kernels.py", "triton_launches.py"])?;
    kept(&name, &source, |folder| {
        let mut command = Command::new(tools::environment().join("bin/python"));
        command.arg("-B").arg(files::root().join(FOLDER).join("triton_launches.py"));
        finished(command.arg(folder).arg(capability), "triton_launches.py")
    })?;
    Ok(format!("target/ptx-corpus/{name}"))
}

/// The folder of nvcc's kernels.
fn nvcc(capability: &str) -> Result<String, String> {
    let name = format!("emulate-nvcc-{capability}");
    let source = sources(&["launches.py", "cuda_kernels.cu", "cuda_launches.py"])?;
    kept(&name, &source, |folder| {
        compile(&files::root().join(FOLDER).join("cuda_kernels.cu"), capability, folder)?;
        let mut command = Command::new(tools::environment().join("bin/python"));
        command.arg("-B").arg(files::root().join(FOLDER).join("cuda_launches.py"));
        finished(command.arg(folder).arg(capability), "cuda_launches.py")
    })?;
    Ok(format!("target/ptx-corpus/{name}"))
}

fn sources(names: &[&str]) -> Result<String, String> {
    names.iter().map(|name| files::read(&format!("{FOLDER}/{name}"))).collect()
}

/// All launches of a folder; what is wrong with each.
fn test(folder: &str) -> Result<(), Failed> {
    let paths = files::find(folder, "json");
    let paths: Vec<&String> = paths.iter().filter(|path| !path.contains("/.triton/")).collect();
    let wrong: Vec<String> =
        paths.iter().filter_map(|path| one(path).err().map(|error| format!("{path}: {error}"))).collect();
    match (paths.len(), wrong.is_empty()) {
        (0, _) => Err(format!("{folder} holds no launch").into()),
        (_, true) => Ok(()),
        (count, false) => Err(format!("{} of {count} launches:\n{}", wrong.len(), wrong.join("\n")).into()),
    }
}

fn one(path: &str) -> Result<(), String> {
    let launch = Launch::read(path)?;
    let text = files::read(&launch.ptx)?;
    let (parsed, problems) = crate::ptx::problems(&Source::new(launch.ptx.as_str(), text.as_str()));
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    crate::ptx::round_trip(&launch.ptx, &text)?;
    fits(&launch, &parsed.module)
}

/// The launch is one of this kernel, and its results can be read.
fn fits(launch: &Launch, module: &ptx::Module) -> Result<(), String> {
    let entry = module.function(&launch.entry).ok_or_else(|| format!("no entry `{}`", launch.entry))?;
    let count = module.functions[entry].params.len();
    if count != launch.args {
        return Err(format!("{} arguments for {count} parameters", launch.args));
    }
    for expected in &launch.expected {
        let file = std::fs::read(files::root().join(&expected.file)).map_err(|error| error.to_string())?;
        let element = expected.of.parse().map_err(|()| format!("no element type `{}`", expected.of))?;
        npy::read(&file, Some(element), None).map_err(|error| format!("{}: {error}", expected.file))?;
    }
    Ok(())
}
