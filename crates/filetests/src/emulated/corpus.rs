//! Kernels of ours as Triton and nvcc compile them, generated here, with launches and NumPy's results.
//!
//! `gaps.txt` next to the kernels lists those that use what is not executed yet, with the reason; every other kernel gives
//! NumPy's results. `findings.txt` lists those in which the checks find something, with the codes, and says why; in every
//! other kernel they find nothing.

use std::collections::BTreeSet;
use std::process::Command;

use cli::Exit;
use libtest_mimic::{Failed, Trial};
use tilewright::driver::codes;
use tilewright::launch::{Buffer, npy};
use tilewright::numerics::convert::to_f64;

use super::coverage;
use super::launches::{Expected, Launch};
use crate::command::tilewright;
use crate::files;
use crate::ptx::corpus::{NVCC, TRITON, compile, finished, has_nvcc, has_triton, kept};

const FOLDER: &str = "tests/emulate/corpus";
const GAPS: &str = "gaps.txt";
const FINDINGS: &str = "findings.txt";

pub(super) fn trials() -> Vec<Trial> {
    let missing = !real_tools::required();
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
        let mut command = Command::new(real_tools::environment().join("bin/python"));
        command.arg("-B").arg(files::root().join(FOLDER).join("triton_launches.py"));
        finished(command.arg(folder).arg(capability), "triton_launches.py")
    })?;
    Ok(name)
}

/// The folder of nvcc's kernels.
fn nvcc(capability: &str) -> Result<String, String> {
    let name = format!("emulate-nvcc-{capability}");
    let source = sources(&["launches.py", "cuda_kernels.cu", "cuda_launches.py"])?;
    kept(&name, &source, |folder| {
        compile(&files::root().join(FOLDER).join("cuda_kernels.cu"), capability, folder)?;
        let mut command = Command::new(real_tools::environment().join("bin/python"));
        command.arg("-B").arg(files::root().join(FOLDER).join("cuda_launches.py"));
        finished(command.arg(folder).arg(capability), "cuda_launches.py")
    })?;
    Ok(name)
}

fn sources(names: &[&str]) -> Result<String, String> {
    names.iter().map(|name| files::read(&format!("{FOLDER}/{name}"))).collect()
}

/// How a launch ended.
enum Ended {
    /// With NumPy's results, by the execution of these forms.
    Right(BTreeSet<String>),
    /// It uses what is not executed.
    NotExecuted(String),
    /// Otherwise.
    Wrong(String),
}

/// All launches of a folder; what is wrong with each.
fn test(name: &str) -> Result<(), Failed> {
    let paths = files::find(&format!("target/ptx-corpus/{name}"), "json");
    // Triton's cache has its own JSON.
    let paths: Vec<&String> = paths.iter().filter(|path| !path.contains("/.triton/")).collect();
    if paths.is_empty() {
        return Err(format!("{name} holds no launch").into());
    }
    let [gaps, known] =
        [GAPS, FINDINGS].map(|file| files::read(&format!("{FOLDER}/{file}")).unwrap_or_default());
    let prefix = name.trim_start_matches("emulate-");
    let (mut wrong, mut found, mut checked) = (Vec::new(), Vec::new(), Vec::new());
    let mut executed = BTreeSet::new();
    for path in &paths {
        let kernel = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".json");
        let gap = format!("{prefix} {kernel}:");
        match one(path)? {
            Ended::Right(forms) => {
                executed.extend(forms);
                let codes = findings(path)?;
                let line = format!("{prefix} {kernel}: {codes}");
                let expected = known.lines().find(|line| line.starts_with(&gap)).unwrap_or(&gap);
                if files::bless() {
                    checked.extend((!codes.is_empty()).then_some(line));
                } else if expected.trim_end() != line.trim_end() {
                    wrong.push(format!(
                        "{kernel}: the checks find `{codes}`, and {FINDINGS} says `{expected}`"
                    ));
                }
            }
            Ended::NotExecuted(why) if files::bless() || gaps.lines().any(|line| line.starts_with(&gap)) => {
                found.push(format!("{gap} {why}"));
            }
            Ended::NotExecuted(why) | Ended::Wrong(why) => wrong.push(format!("{kernel}: {why}")),
        }
    }
    if files::bless() {
        bless(GAPS, prefix, &found)?;
        bless(FINDINGS, prefix, &checked)?;
    }
    match wrong.is_empty() {
        true => Ok(coverage::compare(prefix, &executed)?),
        false => Err(format!("{} of {} launches:\n{}", wrong.len(), paths.len(), wrong.join("\n")).into()),
    }
}

/// The codes of what the checks find in a launch.
fn findings(path: &str) -> Result<String, Failed> {
    let launch = Launch::read(path)?;
    let options = ["--checks", "--json"].map(str::to_owned);
    let words = ["emulate".to_owned(), launch.ptx.clone()].into_iter().chain(options);
    let output = tilewright(&words.chain(launch.words.iter().cloned()).collect::<Vec<_>>(), b"");
    let mut codes = Vec::new();
    for line in output.stdout.lines() {
        let object: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        codes.extend(object["code"].as_str().map(str::to_owned));
    }
    codes.sort_unstable();
    codes.dedup();
    Ok(codes.join(", "))
}

/// Replaces the lines of one folder in a file.
fn bless(file: &str, prefix: &str, found: &[String]) -> Result<(), String> {
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock();
    let path = format!("{FOLDER}/{file}");
    let old = files::read(&path).unwrap_or_default();
    let (reasons, others): (Vec<&str>, Vec<&str>) = old.lines().partition(|line| line.starts_with('#'));
    let others = others.into_iter().filter(|line| !line.starts_with(&format!("{prefix} ")));
    let mut lines: Vec<&str> = others.chain(found.iter().map(String::as_str)).collect();
    lines.sort_unstable();
    lines.splice(0..0, reasons);
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    files::write(&path, &text)
}

fn one(path: &str) -> Result<Ended, Failed> {
    let launch = Launch::read(path)?;
    let results = tempfile::tempdir()?;
    let mut words =
        ["emulate", &launch.ptx, "--json", "--counters", "--diagnostics=short"].map(str::to_owned).to_vec();
    words.extend(launch.words.iter().cloned());
    for expected in &launch.expected {
        let file = results.path().join(&expected.name);
        words.extend(["-o".to_owned(), format!("{}={}.npy", expected.name, file.display())]);
    }
    let output = tilewright(&words, b"");
    if output.exit != Exit::Success {
        let first = output.stderr.lines().next().unwrap_or_default().to_owned();
        // An instruction that is not executed is distinguished from a wrong result: it may be in the list of gaps.
        let code = format!("[{}]", codes::NOT_EXECUTED.0);
        let why = first.split_once(&code).map(|(_, why)| why.trim_start_matches([':', ' ']).to_owned());
        return Ok(why.map_or_else(|| Ended::Wrong(output.stderr.clone()), Ended::NotExecuted));
    }
    for expected in &launch.expected {
        let file = results.path().join(format!("{}.npy", expected.name));
        if let Err(why) = compare(expected, &std::fs::read(file)?) {
            return Ok(Ended::Wrong(why));
        }
    }
    let json: serde_json::Value =
        serde_json::from_str(output.stdout.trim()).map_err(|error| error.to_string())?;
    let right = Ended::Right(coverage::executed(&launch.ptx, &json["counters"])?);
    let Some(lines) = &launch.printed else { return Ok(right) };
    let mut printed: Vec<&str> = json["printed"].as_str().unwrap_or_default().lines().collect();
    let mut wanted: Vec<&str> = lines.iter().map(String::as_str).collect();
    // Threads print in any order.
    printed.sort_unstable();
    wanted.sort_unstable();
    if printed == wanted {
        return Ok(right);
    }
    Ok(Ended::Wrong(files::difference(&wanted.join("\n"), &printed.join("\n"))))
}

/// A result, element by element.
fn compare(expected: &Expected, found: &[u8]) -> Result<(), String> {
    let element = expected.of.parse().map_err(|()| format!("no element type `{}`", expected.of))?;
    let read = |file: &[u8]| npy::read(file, Some(element), None).map_err(|error| error.to_string());
    let wanted =
        read(&std::fs::read(files::root().join(&expected.file)).map_err(|error| error.to_string())?)?;
    let found = read(found)?;
    let value = |buffer: &Buffer, index: usize| buffer.view().get(index).unwrap_or_default();
    let wrong: Vec<usize> = (0..wanted.view().len())
        .filter(|&index| {
            let (w, f) = (value(&wanted, index), value(&found, index));
            // Integers are exact; floats may differ within the tolerance of the launch.
            if w == f || element.is_int() {
                return w != f;
            }
            let (x, y) = (to_f64(element, w), to_f64(element, f));
            !((x - y).abs() <= expected.atol + expected.rtol * x.abs() || x.is_nan() && y.is_nan())
        })
        .collect();
    let Some(&first) = wrong.first() else { return Ok(()) };
    Err(format!(
        "`{}`: {} of {} elements are wrong; element {first} is {:#x}, not {:#x}",
        expected.name,
        wrong.len(),
        wanted.view().len(),
        value(&found, first),
        value(&wanted, first)
    ))
}
