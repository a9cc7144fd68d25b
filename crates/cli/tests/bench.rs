//! Output of `tilewright bench`, except for the times.

#![allow(clippy::disallowed_methods, reason = "the command is a front door")]

use std::ffi::OsString;
use std::path::Path;

use serde_json::{Value, json};

/// Runs the command on a file of the repository; returns exit code, standard output, standard error.
fn bench(file: &str, args: &[&str]) -> (u8, String, String) {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/cli is two levels down");
    let words = ["tilewright".into(), "bench".into(), root.join(file).into_os_string()];
    let words = words.into_iter().chain(args.iter().map(OsString::from));
    let (mut stdin, mut stdout, mut stderr) = (std::io::empty(), Vec::new(), Vec::new());
    let mut io = cli::Io {
        stdin: &mut stdin,
        stdout: &mut stdout,
        stderr: &mut stderr,
        color: false,
        watched: false,
        threads: None,
        cache: None,
        sarif: None,
    };
    let exit = cli::run(words, &mut io).code();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (exit, text(stdout), text(stderr))
}

fn json_of(file: &str, args: &[&str]) -> Value {
    let (exit, stdout, stderr) = bench(file, &[args, &["--json"]].concat());
    assert_eq!((exit, stderr.as_str()), (0, ""));
    serde_json::from_str(&stdout).expect("one object")
}

const ADD: [&str; 6] = ["--grid", "3", "-a", "x:f32[10]=iota", "-a", "y:f32[10]=ones"];

#[test]
fn both_engines_are_measured_and_agree() {
    let args = [&ADD[..], &["-a", "z:f32[10]=zeros", "-a", "10", "--engine=cpu,reference", "--runs", "5"]];
    let found = json_of("examples/vector_add.mlir", &args.concat());
    assert_eq!(found["grid"], json!([3, 1, 1]));
    let work = &found["work"];
    assert_eq!((&work["bytes_read"], &work["bytes_written"]), (&json!(80), &json!(40)));
    // The additions of all three blocks of four lanes, masked or not.
    assert_eq!(work["float_operations"], json!(12));
    assert_eq!(found["differences"], json!([]));
    let engines = found["engines"].as_array().expect("a list");
    let names: Vec<&Value> = engines.iter().map(|engine| &engine["engine"]).collect();
    assert_eq!(names, [&json!("cpu"), &json!("reference")]);
    for engine in engines {
        assert_eq!(engine["runs"], json!(5));
        let time = |key: &str| engine[key].as_f64().expect("a number");
        let quartile = |number: usize| engine["quartiles_s"][number].as_f64().expect("a number");
        assert!(time("min_s") <= quartile(0) && quartile(0) <= time("median_s"));
        assert!(time("median_s") <= quartile(1) && time("min_s") > 0.0);
        assert!(time("gb_per_s") > 0.0 && time("gflop_per_s") > 0.0);
    }
    assert_eq!(engines[1]["threads"], json!(1));
}

#[test]
fn threads_are_those_that_are_asked_for() {
    for threads in ["1", "2", "3"] {
        let args = ["-a", "z:f32[10]=zeros", "-a", "10", "--runs", "1", "--threads", threads];
        let found = json_of("examples/vector_add.mlir", &[&ADD[..], &args[..]].concat());
        assert_eq!(found["engines"][0]["threads"].to_string(), threads);
    }
}

#[test]
fn options_decide_how_often_it_runs() {
    let of =
        |more: &[&str]| json_of("tests/cli/data/add_one.mlir", &[&["-a", "d:f32[8]=iota"], more].concat());
    let runs = |found: &Value| found["engines"][0]["runs"].as_u64().expect("a number");
    assert_eq!(runs(&of(&["--runs", "7"])), 7);
    // No time at all is one run; the default of a second is many.
    assert_eq!(runs(&of(&["--time", "0"])), 1);
    assert!(runs(&of(&["--time", "0.2"])) > 1);
    assert_eq!(of(&["--runs", "1", "--no-counts"])["work"], Value::Null);
    assert_ne!(of(&["--runs", "1"])["work"], Value::Null);
    assert_eq!(of(&["--runs", "1", "--engine=reference"])["engines"][0]["engine"], json!("reference"));
    // Runs that are not measured also take time.
    let time = |warm_up: &str| {
        let begun = std::time::Instant::now();
        of(&["--runs", "1", "--no-counts", "--engine=reference", "--warm-up", warm_up]);
        begun.elapsed()
    };
    assert!(time("3000") > 2 * time("0"));
}

#[test]
fn times_are_compared_with_a_baseline() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("baseline.json");
    let baseline = path.to_string_lossy().into_owned();
    let args = |more: &[&'static str]| [&["-a", "d:f32[8]=iota", "--runs", "3"], more].concat();
    let file = "tests/cli/data/add_one.mlir";
    let mut before = json_of(file, &args(&[]));
    let mut compare = |seconds: f64, more: &[&'static str]| {
        before["engines"][0]["median_s"] = json!(seconds);
        std::fs::write(&path, before.to_string()).expect("it can be written");
        bench(file, &[&args(more)[..], &["--baseline", &baseline]].concat())
    };
    let (exit, stdout, stderr) = compare(3600.0, &[]);
    assert_eq!((exit, stderr.as_str()), (0, ""));
    assert!(stdout.ends_with("cpu       0.00 of the baseline's time\n"), "{stdout}");
    let (exit, stdout, _) = compare(1e-9, &[]);
    assert!(exit == 1 && stdout.ends_with("of the baseline's time: slower than allowed\n"), "{stdout}");
    let (exit, stdout, _) = compare(1e-7, &["--json", "--tolerance", "1000000"]);
    let found: Value = serde_json::from_str(&stdout).expect("one object");
    assert_eq!((exit, &found["baseline"][0]["slower"]), (0, &json!(false)));
    let (exit, _, stderr) = compare(1.0, &["--grid", "2"]);
    assert!(exit == 2 && stderr.contains("grid of [1,1,1], not [2,1,1]"), "{stderr}");
}

#[test]
fn runs_start_from_the_same_buffers() {
    // Each run adds one: engines that ran a different number of times would differ.
    let args = ["-a", "d:f32[8]=iota", "--engine=reference,cpu", "--runs", "3", "--warm-up", "2"];
    let found = json_of("tests/cli/data/add_one.mlir", &args);
    assert_eq!(found["differences"], json!([]));
    assert_eq!(found["work"]["bytes_read"], json!(32));
}

#[test]
fn a_trap_on_any_engine_ends_it() {
    // The result of a division by zero is undefined, and `reference` stops where it is used.
    let args = ["-a", "out:i32[1]=zeros", "-a", "0", "--runs", "1", "--engine=cpu,reference"];
    let (exit, stdout, stderr) = bench("tests/cli/data/div_zero.mlir", &args);
    assert_eq!((exit, stdout.as_str()), (1, ""));
    assert!(stderr.starts_with("error[E0505]"), "{stderr}");
}

#[test]
fn the_table_has_a_row_for_each_engine() {
    let args = ["-a", "d:f32[8]=iota", "--engine=cpu,reference", "--runs", "2", "--threads", "1"];
    let (exit, stdout, stderr) = bench("tests/cli/data/add_one.mlir", &args);
    assert_eq!((exit, stderr.as_str()), (0, ""));
    let lines: Vec<Vec<&str>> = stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["each", "run:", "32", "bytes", "read,", "32", "written"]);
    assert_eq!(lines[2][..4], ["engine", "threads", "runs", "median"]);
    assert_eq!((&lines[3][..3], &lines[4][..3]), (&["cpu", "1", "2"][..], &["reference", "1", "2"][..]));
    assert_eq!(lines[5].join(" "), "all buffers are equal, bit for bit");
    let (_, stdout, _) = bench("tests/cli/data/add_one.mlir", &[&args[..], &["--no-counts"]].concat());
    assert!(stdout.starts_with("engine"), "{stdout}");
    let rates: Vec<&str> = stdout.lines().nth(1).expect("a row").split_whitespace().rev().take(3).collect();
    assert_eq!(rates, ["-", "-", "-"]);
}

#[test]
fn mistakes_are_sentences() {
    let (exit, stdout, stderr) = bench("tests/cli/data/add_one.mlir", &["-a", "f32[5]=iota", "--time", "0"]);
    assert_eq!((exit, stdout.as_str()), (1, ""));
    assert!(stderr.contains("past the end of the buffer") && stderr.contains("add_one.mlir:9:5"), "{stderr}");
    let (exit, _, stderr) = bench("tests/cli/data/add_one.mlir", &["--grid", "0"]);
    assert!(exit == 2 && stderr.contains("grid axis x is 0"), "{stderr}");
    let (exit, _, stderr) = bench("tests/cli/data/add_one.mlir", &["--time", "-1"]);
    assert!(exit == 2 && !stderr.is_empty(), "{stderr}");
}
