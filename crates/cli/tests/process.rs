//! The real executable: what only a process shows.

#![allow(clippy::disallowed_methods, reason = "runs the command as a process")]
#![cfg(unix)]

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const EXE: &str = env!("CARGO_BIN_EXE_tilewright");

fn tilewright(args: &[&str]) -> Command {
    let mut command = Command::new(EXE);
    command.args(args).current_dir(root()).env_remove("NO_COLOR").env_remove("COLUMNS");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates/cli is two levels down")
        .to_owned()
}

fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn output(args: &[&str]) -> Output {
    tilewright(args).output().expect("the executable runs")
}

#[test]
fn results_and_text_for_people_have_their_own_streams() {
    let arguments = ["run", "tests/cli/data/add_one.mlir", "-a", "d:f32[8]=iota", "--print", "d"];
    let found = output(&arguments);
    assert_eq!(found.status.code(), Some(0));
    assert_eq!(text(&found.stdout), "added\nd = [1. 2. 3. 4. 5. 6. 7. 8.]\n");
    assert_eq!(text(&found.stderr), "");

    let found = output(&["check", "tests/cli/data/unknown_op.mlir"]);
    assert_eq!(found.status.code(), Some(1));
    assert_eq!(text(&found.stdout), "");
    assert!(text(&found.stderr).starts_with("error[E0104]"), "{}", text(&found.stderr));

    let found = output(&["check", "--diagnostics=json", "tests/cli/data/unknown_op.mlir"]);
    assert_eq!((found.status.code(), text(&found.stderr)), (Some(1), String::new()));
    assert!(text(&found.stdout).starts_with(r#"{"severity":"error","code":"E0104""#));

    let found = output(&["--help"]);
    assert_eq!((found.status.code(), text(&found.stderr)), (Some(0), String::new()));
    let found = output(&["--halp"]);
    assert_eq!((found.status.code(), text(&found.stdout)), (Some(2), String::new()));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    // More than a pipe holds, so that a write must fail.
    for arguments in [
        &["smith", "--seed", "1", "--ops", "4000"][..],
        &["explain-code"],
        &["run", "tests/cli/data/endless.mlir", "--entry", "endless"],
    ] {
        let mut child = tilewright(arguments).spawn().expect("the executable runs");
        drop(child.stdout.take());
        let (status, stderr) = finish(&mut child, Duration::from_secs(60));
        assert_eq!((status, stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn an_interrupt_ends_a_run_at_once() {
    let mut child = tilewright(&["run", "tests/cli/data/endless.mlir", "--entry", "silent"])
        .spawn()
        .expect("the executable runs");
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().expect("it can be asked").is_none(), "an endless loop runs");
    let asked = Instant::now();
    // A process that a shell starts in the background ignores interrupts, and so do its children.
    let signal = if ignores_interrupts() { "-TERM" } else { "-INT" };
    // Every shell has a `kill` of its own.
    let killed = Command::new("sh").args(["-c", &format!("kill {signal} {}", child.id())]).status();
    assert!(killed.expect("`sh` runs").success());
    let (status, stderr) = finish(&mut child, Duration::from_secs(5));
    assert_eq!((status, stderr.as_str()), (None, ""), "a signal ends it, without a word");
    assert!(asked.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_full_disk_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    let mut command = tilewright(&["dis", "tests/cli/data/add_one.tileirbc"]);
    let found = command.stdout(full).output().expect("the executable runs");
    assert_eq!(found.status.code(), Some(2));
    assert_eq!(text(&found.stderr), "error: cannot write standard output: no space is left\n");
}

#[test]
fn three_gigabytes_are_refused_at_once() {
    let path = temporary("three_gigabytes.mlir");
    let file = File::create(&path).expect("the folder may be written");
    file.set_len(3 << 30).expect("sparse files are supported");
    let begun = Instant::now();
    // 512 MiB of address space are enough to say no.
    let script = "ulimit -v 524288; exec \"$0\" check \"$1\"";
    let path_text = path.to_string_lossy().into_owned();
    let found = Command::new("sh").args(["-c", script, EXE, &path_text]).output().expect("`sh` runs");
    let elapsed = begun.elapsed();
    std::fs::remove_file(&path).expect("it was made above");
    assert_eq!(found.status.code(), Some(2), "{}", text(&found.stderr));
    let said = text(&found.stderr);
    assert!(said.contains("an input may have 1 GiB, this one has 3.0 GiB"), "{said}");
    assert!(elapsed < Duration::from_secs(5), "{elapsed:?}");
}

#[test]
fn colours_are_for_terminals() {
    let found = output(&["check", "tests/cli/data/unknown_op.mlir"]);
    assert!(!text(&found.stderr).contains('\u{1b}'));
    // `script` gives its command a terminal.
    let on_terminal = |no_color: bool| {
        let mut command = Command::new("script");
        command.args(["-qec", &format!("{EXE} check tests/cli/data/unknown_op.mlir"), "/dev/null"]);
        command.current_dir(root()).stdin(Stdio::null()).env_remove("NO_COLOR");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        command.output().map(|output| text(&output.stdout))
    };
    // Not every machine has it.
    let Ok(coloured) = on_terminal(false) else { return };
    assert!(coloured.contains("\u{1b}["), "{coloured:?}");
    let plain = on_terminal(true).expect("it ran before");
    assert!(plain.contains("E0104") && !plain.contains('\u{1b}'), "{plain:?}");
}

/// Every command that help lists.
fn commands() -> Vec<String> {
    let line = cli::command();
    let shown = line.get_subcommands().filter(|command| !command.is_hide_set());
    shown.map(|command| command.get_name().to_owned()).collect()
}

#[test]
fn the_page_of_the_command_line_has_every_command() {
    let page = std::fs::read_to_string(root().join("docs/cli.md")).expect("the page is there");
    for command in commands() {
        let row = |line: &&str| {
            let names = line.strip_prefix("| ").and_then(|line| line.split(" |").next()).unwrap_or_default();
            names.split('`').skip(1).step_by(2).any(|usage| usage.split(' ').next() == Some(command.as_str()))
        };
        assert!(page.lines().any(|line| row(&line)), "docs/cli.md has no row for `{command}`");
    }
}

#[test]
fn help_fits_into_80_columns() {
    for command in std::iter::once(None).chain(commands().iter().map(Some)) {
        for flag in ["-h", "--help"] {
            let arguments: Vec<&str> = command.iter().map(|name| name.as_str()).chain([flag]).collect();
            let help = text(&output(&arguments).stdout);
            assert!(help.contains("Usage: tilewright"), "{help}");
            for line in help.lines() {
                assert!(line.chars().count() <= 80, "{command:?}: {line}");
            }
        }
    }
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let found = output(&["completions", shell]);
        assert_eq!(found.status.code(), Some(0), "{shell}");
        let script = text(&found.stdout);
        for command in commands() {
            let word = |c: char| !(c.is_alphanumeric() || c == '-');
            assert!(script.split(word).any(|found| found == command), "{shell} knows `{command}`");
        }
        assert!(script.contains("bytecode-version"), "{shell} knows options");
    }
}

#[test]
fn json_results_have_the_documented_keys() {
    let found = output(&[
        "run",
        "tests/cli/data/add_one.mlir",
        "-a",
        "d:f32[2,4]=full(inf)",
        "--print",
        "d",
        "--show",
        "new",
        "--json",
    ]);
    let value: serde_json::Value = serde_json::from_slice(&found.stdout).expect("one JSON object");
    assert_eq!(value["printed"], "added\n");
    assert_eq!(value["steps"], 10);
    assert_eq!(value["shown"]["%new"], "[inf inf inf inf inf inf inf inf]");
    let buffer = &value["buffers"]["d"];
    assert_eq!((&buffer["type"], &buffer["shape"]), (&"f32".into(), &serde_json::json!([2, 4])));
    assert_eq!(buffer["elements"], serde_json::json!(vec!["inf"; 8]));
    let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["buffers", "printed", "shown", "steps"]);
}

/// Whether this process was started with interrupts ignored.
fn ignores_interrupts() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 2 != 0))
}

/// Waits for the end, with a time limit; the exit code and the output.
fn finish(child: &mut std::process::Child, limit: Duration) -> (Option<i32>, String) {
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            break status;
        }
        if begun.elapsed() > limit {
            child.kill().expect("it runs");
            panic!("it still runs after {limit:?}");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let mut said = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut said).expect("messages are UTF-8");
    (status.code(), said)
}
