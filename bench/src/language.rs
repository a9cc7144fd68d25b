//! Speed of the language's front end and of the reference interpreter.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use std::time::Duration;

use tilewright::bytecode::{DecodeOptions, EncodeOptions, decode, encode};
use tilewright::cuda_tile::Module;
use tilewright::run::EngineKind;
use tilewright::text::{PrintOptions, print};
use tilewright::verify::{VerifyOptions, verify};

use crate::program;
use crate::table::{Row, median};

/// Rates are per 10^6 bytes, as those of disks and networks are.
const MEGABYTE: f64 = 1e6;
/// Bytecode of the texts is small, so that its medians take more runs.
const MORE: usize = 9;

/// Every row.
pub fn rows(quick: bool) -> Vec<Row> {
    let runs = if quick { 3 } else { 11 };
    let size = if quick { 1_000_000 } else { 8_000_000 };
    let random = program::random_text(size);
    let mut rows = front_end("random ops", &random, runs);
    let kernels = program::kernels_text(size);
    rows.extend(front_end("kernels", &kernels, runs));
    rows.extend(with_debug_info(&kernels, runs));
    rows.extend(disassembly(&bytecode(&program::parsed(&random)), runs));
    rows.push(cold_check(runs * 5));
    rows.extend(reference(runs));
    rows
}

fn bytecode(module: &Module) -> Vec<u8> {
    encode(module, &EncodeOptions::default()).expect("the programs of the bench have bytecode")
}

/// Text and bytecode, in and out.
fn front_end(what: &str, text: &str, runs: usize) -> Vec<Row> {
    let module = program::parsed(text);
    let bytes = bytecode(&module);
    // On one thread as well: a change that helps there shows on every machine.
    let (one, all) = (NonZeroUsize::MIN, all_threads());
    let row = |work: &str, bytes, target, time| throughput(&format!("{work}, {what}"), bytes, target, time);
    let parsing = |threads| {
        median(runs, || {
            black_box(program::parsed_on(threads, text));
        })
    };
    let printing = median(runs, || {
        black_box(print(&module, &PrintOptions::default()));
    });
    let encoding = median(runs, || {
        black_box(bytecode(&module));
    });
    let mut rows = vec![
        row(&format!("parse text on {all} threads"), text.len(), 60.0, parsing(all)),
        row("parse text on one thread", text.len(), 0.0, parsing(one)),
        row("print text", text.len(), 60.0, printing),
        row("encode bytecode", bytes.len(), 0.0, encoding),
    ];
    rows.extend(intake(what, &bytes, runs * MORE));
    rows
}

/// Bytecode to a module that is known to be valid: in one go as `check` does it, on all threads and on one, then each of the
/// two steps alone.
fn intake(what: &str, bytes: &[u8], runs: usize) -> Vec<Row> {
    let decoded = |threads| {
        let options = DecodeOptions { threads, ..DecodeOptions::default() };
        decode(bytes, &options).expect("our bytecode decodes").module
    };
    let check = |module: &Module, threads| {
        let options = VerifyOptions { threads, ..VerifyOptions::default() };
        assert!(verify(module, &options).is_ok());
    };
    let both = |threads| {
        let verify = Some(VerifyOptions { threads, ..VerifyOptions::default() });
        let options = DecodeOptions { threads, verify, ..DecodeOptions::default() };
        let decoded = decode(bytes, &options).expect("our bytecode decodes");
        assert!(decoded.verified.is_some_and(|verified| verified.is_ok()));
    };
    let row = |work: &str, target, time| throughput(&format!("{work}, {what}"), bytes.len(), target, time);
    let (one, all) = (NonZeroUsize::MIN, all_threads());
    let module = decoded(one);
    vec![
        row(&format!("decode and verify bytecode on {all} threads"), 100.0, median(runs, || both(all))),
        row("decode and verify bytecode on one thread", 0.0, median(runs, || both(one))),
        row("decode bytecode on one thread", 0.0, median(runs, || drop(black_box(decoded(one))))),
        row(
            &format!("decode bytecode on {all} threads"),
            0.0,
            median(runs, || drop(black_box(decoded(all)))),
        ),
        row("verify on one thread", 0.0, median(runs, || check(&module, one))),
        row(&format!("verify on {all} threads"), 0.0, median(runs, || check(&module, all))),
    ]
}

fn all_threads() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The kernels again, with a location for each op, as producers write them.
fn with_debug_info(kernels: &str, runs: usize) -> Vec<Row> {
    let bytes = bytecode(&program::with_debug_info(program::parsed(kernels)));
    intake("kernels with debug information", &bytes, runs * MORE)
}

fn throughput(work: &str, bytes: usize, target: f64, time: Duration) -> Row {
    let ours = bytes as f64 / MEGABYTE / time.as_secs_f64();
    let work = format!("{work} ({:.1} MB)", bytes as f64 / MEGABYTE);
    Row { work, ours, unit: "MB/s", baseline: None, target }
}

/// Our `dis` and the real disassemblers on one file, whole processes: a row for each release that is installed.
fn disassembly(bytes: &[u8], runs: usize) -> Vec<Row> {
    let file = std::env::temp_dir().join("tilewright-bench.tileirbc");
    std::fs::write(&file, bytes).expect("the folder for temporary files may be written");
    let figure = |mut command: Command| {
        let time = median(runs, || assert!(command.status().is_ok_and(|status| status.success())));
        bytes.len() as f64 / MEGABYTE / time.as_secs_f64()
    };
    let mut ours = Command::new(executable());
    ours.args(["dis", "--style=tileirdisasm"]).arg(&file).stdout(Stdio::null());
    let ours = figure(ours);
    let theirs = |release: real_tools::Release| {
        let mut command = Command::new(release.find("tileirdisasm")?);
        command.arg(&file).stdout(Stdio::null());
        Some((format!("tileirdisasm {}", release.number()), figure(command)))
    };
    let baselines: Vec<_> = real_tools::Release::ALL.into_iter().filter_map(theirs).map(Some).collect();
    // The file is removed with the other temporary files if this fails.
    let _ = std::fs::remove_file(&file);
    let row = |baseline| {
        let work = "disassemble a file, whole process".to_owned();
        Row { work, ours, unit: "MB/s", baseline, target: 0.0 }
    };
    if baselines.is_empty() { vec![row(None)] } else { baselines.into_iter().map(row).collect() }
}

/// A kernel of about 2 KB, checked by a fresh process. Shown as runs a second, so that larger is better: 5 ms are 200.
fn cold_check(runs: usize) -> Row {
    let text = include_str!("../../examples/lock.mlir");
    let file = std::env::temp_dir().join("tilewright-bench.mlir");
    std::fs::write(&file, text).expect("the folder for temporary files may be written");
    let mut command = Command::new(executable());
    command.arg("check").arg(&file);
    let time = median(runs, || assert!(command.status().is_ok_and(|status| status.success())));
    let _ = std::fs::remove_file(&file);
    let work = format!("check {} bytes, whole process ({:.2} ms)", text.len(), time.as_secs_f64() * 1e3);
    Row { work, ours: 1.0 / time.as_secs_f64(), unit: "runs/s", baseline: None, target: 200.0 }
}

/// Element operations a second of the reference interpreter.
fn reference(runs: usize) -> Vec<Row> {
    let row = |work: &str, text: &str, args: &[&str], operations: f64| {
        let module = tilewright::parse(work, text).expect("a kernel of ours parses");
        let mut run = tilewright::run::Run::new(&module);
        run.engine(EngineKind::Reference);
        args.iter().for_each(|arg| {
            run.arg(arg);
        });
        let time = median(runs, || {
            run.execute().expect("a kernel of ours runs");
        });
        let ours = operations / MEGABYTE / time.as_secs_f64();
        Row { work: work.to_owned(), ours, unit: "M element-ops/s", baseline: None, target: 20.0 }
    };
    let steps = 256.0;
    vec![
        row(
            "reference: f32 arithmetic on 4096 elements",
            include_str!("../kernels/elementwise_f32.mlir"),
            &["f32[4096]=randn"],
            steps * 4.0 * 4096.0,
        ),
        row(
            "reference: i32 arithmetic on 4096 elements",
            include_str!("../kernels/elementwise_i32.mlir"),
            &["i32[4096]=iota"],
            steps * 4.0 * 4096.0,
        ),
        row(
            "reference: f16 product of 64x64x64",
            include_str!("../kernels/mma_f16.mlir"),
            &["f16[64,64]=randn", "f16[64,64]=randn", "f32[64,64]=zeros"],
            64.0 * 64.0 * 64.0,
        ),
    ]
}

/// The `tilewright` executable next to this one.
pub(crate) fn executable() -> PathBuf {
    let me = std::env::current_exe().expect("this program has a path");
    let path = me.with_file_name(format!("tilewright{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "build it first: cargo build --release");
    path
}
