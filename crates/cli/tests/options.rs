//! Options that change no result: what only a process, a terminal or a clock shows of them.

#![allow(clippy::disallowed_methods, reason = "runs the command as a process")]
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const EXE: &str = env!("CARGO_BIN_EXE_tilewright");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates/cli is two levels down")
        .to_owned()
}

fn tilewright(args: &[&str]) -> Command {
    let mut command = Command::new(EXE);
    command.args(args).current_dir(root()).env_remove("RAYON_NUM_THREADS");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The most threads that a process of an endless program has within a while; waits for `wanted` of them.
fn threads(args: &[&str], wanted: usize) -> usize {
    let mut child: Child = tilewright(args).spawn().expect("the executable runs");
    let tasks = format!("/proc/{}/task", child.id());
    let begun = Instant::now();
    let mut most = 0;
    while most < wanted && begun.elapsed() < Duration::from_secs(20) {
        most = most.max(std::fs::read_dir(&tasks).map_or(0, Iterator::count));
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it runs");
    child.wait().expect("it was killed");
    most
}

#[test]
fn options_that_bound_threads_are_heard() {
    let run = ["run", "tests/cli/data/endless.mlir", "--entry", "silent", "--grid", "64", "--threads"];
    let emulate = ["emulate", "tests/cli/data/spin.ptx", "--grid", "64", "--threads"];
    for command in [&run[..], &emulate[..]] {
        // Far more than this machine has cores, so that it is not the default.
        let many = threads(&[command, &["48"]].concat(), 40);
        assert!(many >= 40, "{many} threads: {command:?}");
    }
}

#[test]
fn a_budget_ends_an_endless_kernel() {
    let found = tilewright(&["emulate", "tests/cli/data/spin.ptx", "--steps", "1000"]).output();
    let found = found.expect("the executable runs");
    assert_eq!(found.status.code(), Some(1), "{}", String::from_utf8_lossy(&found.stderr));
}

#[test]
fn ordered_output_is_in_order_of_blocks() {
    // The first block takes longest: as they run, the others print before it.
    let args = ["run", "tests/cli/data/slow_blocks.mlir", "--grid", "16", "-a", "3000000", "--threads", "8"];
    let lines = |more: &[&str]| {
        let found = tilewright(&[&args, more].concat()).output().expect("the executable runs");
        let text = String::from_utf8_lossy(&found.stdout).into_owned();
        text.lines().map(|line| line.split_once(' ').map(|(block, _)| block.to_owned())).collect::<Vec<_>>()
    };
    let ordered: Vec<_> = (0..16).map(|block| Some(block.to_string())).collect();
    assert_eq!(lines(&["--ordered-output"]), ordered);
    assert_ne!(lines(&[]), ordered);
}

#[test]
fn a_progress_bar_is_shown_unless_quiet() {
    let args = "run examples/vector_add.mlir --engine=reference --grid 500000 -a f32[10]=iota -a f32[10]=iota \
                -a f32[10]=iota -a 10";
    // `script` gives its command a terminal.
    let on_terminal = |more: &str| {
        let mut command = Command::new("script");
        command.args(["-qec", &format!("{EXE} {args} {more} > /dev/null"), "/dev/null"]);
        let output = command.current_dir(root()).stdin(Stdio::null()).output();
        output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    // Not every machine has it.
    let Ok(shown) = on_terminal("") else { return };
    assert!(shown.contains("500000"), "{shown:?}");
    assert_eq!(on_terminal("--quiet").expect("it ran before"), "");
}

#[test]
fn a_module_that_fails_otherwise_is_no_smaller_one() {
    // Both have one error and the same exit code: a reduction by that alone would end in the simpler one.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (bad, small) = (folder.join("drift.mlir"), folder.join("drift_small.mlir"));
    let text = "cuda_tile.module @m {\n  global @g <i32: [1]> : tile<1xi32>\n  entry @k(%p: tile<ptr<i32>>) {\n    \
                %zero = constant <i32: 0> : tile<i32>\n    %x = iota : tile<8xi32>\n    \
                %far = constant <i32: 9> : tile<i32>\n    %y = addi %far, %zero : tile<i32>\n    \
                %q = offset %p, %y : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n    \
                %v, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token\n    \
                %done = print_tko \"%i\", %v : tile<i32> -> token\n    return\n  }\n}\n";
    std::fs::write(&bad, text).expect("the folder may be written");
    let [bad, small] = [&bad, &small].map(|path| path.to_string_lossy().into_owned());
    let command = [EXE, "run", "{}", "-a", "i32[4]=zeros"];
    let found = tilewright(&[&["reduce", &bad, "-o", &small, "--"][..], &command[..]].concat()).output();
    let found = found.expect("the executable runs");
    let said = String::from_utf8_lossy(&found.stderr).into_owned();
    assert!(said.contains("it still ends in E0520"), "{said}");
    let again = tilewright(&["run", &small, "-a", "i32[4]=zeros"]).output().expect("the executable runs");
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(said.contains("error[E0520]"), "{said}");
}
