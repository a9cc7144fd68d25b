//! The GPU kit, from its making to its results, on a driver without a GPU: `bench/gpu-kit/gpu_kit/stand_in.py`.

#![allow(clippy::disallowed_methods, reason = "makes a folder, and runs what is in it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bench::gpu_kit::{Settings, make};
use serde_json::Value;

/// A kit for Hopper in a folder of its own.
fn kit(name: &str, only: &[&str]) -> Option<PathBuf> {
    real_tools::or_skip("ptxas", real_tools::Release::V13_4.find("ptxas"))?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    let only = only.iter().map(|&part| part.to_owned()).collect();
    let settings =
        Settings { folder: folder.clone(), targets: vec!["sm_90a".to_owned()], only, plans: false };
    let made = make(&settings, &mut |_| {}).expect("a kit");
    assert!(!made.contains(" 0 launches of tests"), "{made}");
    Some(folder)
}

/// Runs a kit with another command in the place of a GPU; its output, and its results.
fn run(kit: &Path, options: &[&str], command: &[&str]) -> Option<(Output, Value, String)> {
    let python = real_tools::or_skip("Python with NumPy", real_tools::python())?;
    let mut process = Command::new(python);
    process.arg("-B").arg(kit.join("run.py")).args(["--budget", "200", "--out"]).arg(kit.join("out"));
    let output =
        process.args(options).args(["--stand-in", "sm_90a"]).args(command).output().expect("it runs");
    let read = |name: &str| std::fs::read_to_string(kit.join("out").join(name)).expect("results are written");
    let results = serde_json::from_str(&read("results.json")).expect("JSON");
    Some((output, results, read("results.md")))
}

/// The `tilewright` executable in the directory of this test, which `cargo test --workspace` builds.
fn tilewright() -> Option<String> {
    let path = std::env::current_exe().ok()?.parent()?.parent()?.join("tilewright");
    real_tools::or_skip("target/debug/tilewright", Some(path).filter(|path| path.is_file()))
        .map(|path| path.display().to_string())
}

/// How the items of a step ended, by the code's form.
fn states<'r>(results: &'r Value, step: &str) -> Vec<(&'r str, &'r str)> {
    let items = results["steps"][step].as_array().into_iter().flatten();
    let word = |item: &'r Value, key: &str| item[key].as_str().unwrap_or_default();
    items.map(|item| (word(item, "form"), word(item, "state"))).collect()
}

#[test]
fn every_step_runs_without_a_gpu() {
    let timed = ["GEMM f16 64x64", "causal attention f16 128x128x64", "softmax f32"];
    let only = [&timed[..], &["tests/run/clusters/softmax.mlir"]].concat();
    let Some(kit) = kit("gpu-kit", &only) else { return };
    let Some(tilewright) = tilewright() else { return };
    let Some((output, results, page)) = run(&kit, &[], &[&tilewright]) else { return };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
    // Nothing executes the closed compiler's code, and pointers in memory are no buffers to the emulator.
    let mut closed = 0;
    for (form, state) in states(&results, "correctness") {
        assert_eq!(state, if form == "tileiras" { "not run" } else { "right" }, "{form}");
        closed += usize::from(form == "tileiras");
    }
    assert_eq!(closed > 0, results["kit"]["closed"].is_string());
    let answers: Vec<&str> = states(&results, "questions").into_iter().map(|(_, state)| state).collect();
    assert_eq!(answers.iter().filter(|&&state| state == "right").count(), 11, "{answers:?}");
    // The result of a launch that breaks the rules is undefined.
    assert_eq!(answers.iter().filter(|&&state| state == "answered").count(), 1, "{answers:?}");
    let figures = states(&results, "calibration");
    assert_eq!(figures.iter().filter(|(_, state)| *state == "measured").count(), 8, "{figures:?}");
    let times = results["steps"]["timing"].as_array().expect("times");
    let product = &times[0]["contenders"];
    for form in ["ours, agents", "ours, drop-in", "ours, drop-in agents", "ours, launcher"] {
        assert_eq!(product[form]["milliseconds"], 1.0, "{times:?}");
    }
    assert_eq!(times[0]["absent"]["others"], "there is no GPU");
    for line in [
        "**Run on the emulator, without a GPU. The times are meaningless.**",
        "## Launch forms",
        "| tensor maps as parameters | right |  | GEMM f16 64x64x64 |",
        "## Correctness",
        "## Hardware figures for the cost model",
        "## Times",
        "| kernel, TFLOP/s | ours, agents | ours, drop-in | ours, drop-in agents | ours, launcher |",
        "| GEMM f16 64x64x64, 8192x8192x8192 | 0.03355 | 0.03355 | 0.03355 | 0.03355 |",
    ] {
        assert!(page.contains(line), "no `{line}` in\n{page}");
    }
    calls_are_those_of_the_header(&kit);
}

/// Launches as a driver of C reads them that is built with the real header: sizes, attributes, tensor maps.
fn calls_are_those_of_the_header(kit: &Path) {
    let Some(header) = real_tools::or_skip("cuda.h", header()) else { return };
    let (library, calls) = (kit.join("libcuda.so.1"), kit.join("calls"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gpu_kit/driver.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg("-I").arg(header).arg(source);
    let built = compiler.status().is_ok_and(|status| status.success());
    if real_tools::or_skip("cc", built.then_some(())).is_none() {
        return;
    }
    let Some(python) = real_tools::or_skip("Python with NumPy", real_tools::python()) else { return };
    let mut process = Command::new(python);
    process
        .arg("-B")
        .arg(kit.join("run.py"))
        .args(["--step", "questions", "--out"])
        .arg(kit.join("calls-out"));
    process.env("TILEWRIGHT_LIBCUDA", library).env("CALLS", &calls);
    // It computes nothing, so that no answer is right.
    assert_eq!(process.output().expect("it runs").status.code(), Some(1));
    let calls = std::fs::read_to_string(calls).expect("calls are written down");
    for lines in [
        "softmax: grid 16 1 1, block 1 1 1, shared 0\nsoftmax: extended\nsoftmax: grid 16 1 1, block 1 1 1, shared 0\n",
        "softmax: extended, cluster 1 1 1\nsoftmax: grid 16 1 1, block 1 1 1, shared 0\n",
        "softmax: extended, overlapped 1\nsoftmax: grid 16 1 1, block 1 1 1, shared 0\n",
        "softmax: grid 16 1 1, block 1 1 1, shared 0, stream\ngraph\n",
        "map: f16 1, rank 2, extents 256 256, stride 512, box 64 64, steps 1 1, swizzle 128 1, zeros 1\n",
        "gemm: dynamic shared ",
        "gemm: grid 4 4 1, block ",
    ] {
        assert!(calls.contains(lines), "no `{lines}` in\n{calls}");
    }
}

/// The folder of `cuda.h`.
fn header() -> Option<PathBuf> {
    let versions = std::fs::read_dir(real_tools::environment().join("lib")).ok()?.flatten();
    let mut folders = versions.map(|entry| entry.path().join("site-packages/nvidia/cu13/include"));
    folders.find(|folder| folder.join("cuda.h").is_file())
}

/// A kernel that faults and one that hangs are results like others, and what differs from the reference interpreter is found.
#[test]
fn what_goes_wrong_ends_nothing() {
    let Some(kit) = kit("gpu-kit-faults", &["tests/run/traps/atomics_of_tiles.mlir"]) else { return };
    let step = ["--step", "correctness"];
    let of_four = |states: [&'static str; 4]| -> Vec<(&str, &str)> {
        states.into_iter().flat_map(|state| [("drop-in", state), ("launcher", state)]).collect()
    };
    let Some((output, results, _)) = run(&kit, &step, &["false"]) else { return };
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(states(&results, "correctness"), of_four(["failed"; 4]));
    // Three that hang are enough of a form.
    let hanging = [&step[..], &["--limit", "1"]].concat();
    let Some((_, results, page)) = run(&kit, &hanging, &["sh", "-c", "exec sleep 1000"]) else { return };
    let (mut hung, mut expected) =
        (states(&results, "correctness"), of_four(["timed out", "timed out", "timed out", "not run"]));
    hung.sort_unstable();
    expected.sort_unstable();
    assert_eq!(hung, expected);
    assert!(page.contains("| drop-in | not run | others of this form hang |"), "{page}");
    let Some(tilewright) = tilewright() else { return };
    // The expected contents after the first launch become those before it.
    let list = kit.join("kit.json");
    let mut listed: Value = serde_json::from_slice(&std::fs::read(&list).expect("a list")).expect("JSON");
    for buffer in listed["cases"][0]["buffers"].as_array_mut().expect("buffers") {
        buffer["after"] = buffer["before"].clone();
    }
    std::fs::write(&list, listed.to_string()).expect("it is written");
    let Some((output, results, page)) = run(&kit, &step, &[&tilewright]) else { return };
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(states(&results, "correctness"), of_four(["wrong", "right", "right", "right"]));
    assert!(page.contains(" differ, the first is "), "{page}");
}
