//! Machine code by processes: the cache that they share, and an assembler that refuses.

#![allow(clippy::disallowed_methods, reason = "runs the command as a process")]
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const EXE: &str = env!("CARGO_BIN_EXE_tilewright");

/// An assembler that counts its runs, and writes a line for machine code.
const COUNTING: &str = "#!/bin/sh\n\
    echo run >> \"${0%/*}/runs\"\n\
    while [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n\
    sleep 0.2\n\
    echo code > \"$out\"\n";
/// An assembler whose machine code is what it was asked.
const REPEATING: &str = "#!/bin/sh\n\
    all=\"$*\"\n\
    while [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n\
    echo \"$all\" > \"$out\"\n";
/// An assembler that runs out of registers.
const SPILLING: &str = "#!/bin/sh\n\
    while [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n\
    echo \"ptxas info    : Compiling entry function 'add_one' for 'sm_80'\" >&2\n\
    echo \"    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads\" >&2\n\
    echo code > \"$out\"\n";
/// An assembler that gives each thread 128 registers.
const MEASURING: &str = "#!/bin/sh\n\
    while [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n\
    echo \"ptxas info    : Compiling entry function 'gemm' for 'sm_80'\" >&2\n\
    echo \"ptxas info    : Used 128 registers, used 1 barriers\" >&2\n\
    echo code > \"$out\"\n";
/// An assembler that does not like line 9.
const REFUSING: &str = "#!/bin/sh\n\
    echo \"ptxas k.ptx, line 9; error   : Arguments mismatch for instruction 'mov'\" >&2\n\
    echo \"ptxas fatal   : Ptx assembly aborted due to errors\" >&2\n\
    exit 255\n";

struct Place {
    folder: PathBuf,
}

impl Place {
    /// A fresh folder with an assembler.
    fn new(name: &str, script: &str) -> Place {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let ptxas = folder.join("ptxas");
        std::fs::write(&ptxas, script).expect("a script");
        std::fs::set_permissions(&ptxas, std::fs::Permissions::from_mode(0o755)).expect("it may run");
        Place { folder }
    }

    fn command(&self, args: &[&str]) -> Command {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository");
        let mut command = Command::new(EXE);
        command.args(args).current_dir(root).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.env("TILEWRIGHT_PTXAS", self.folder.join("ptxas"));
        command.env("TILEWRIGHT_CACHE_DIR", self.folder.join("cache")).env_remove("TILEWRIGHT_CACHE_BYTES");
        command.env("TILEWRIGHT_REPRODUCERS", self.folder.join("saved"));
        command
    }

    fn runs(&self) -> usize {
        std::fs::read_to_string(self.folder.join("runs")).unwrap_or_default().lines().count()
    }
}

fn finished(output: Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_drop_in_hands_on_checks_of_memory_and_shows_every_pass() {
    let place = Place::new("drop-in", REPEATING);
    let bytecode = place.folder.join("k.bc");
    let bytecode = bytecode.to_str().expect("the path is text");
    finished(
        place.command(&["as", "tests/cli/data/add_one.mlir", "-o", bytecode]).output().expect("it runs"),
    );
    let run = |more: &[&str]| {
        let mut command = place.command(&["--gpu-name=sm_80", bytecode, "-o", "-"]);
        let output = command.args(more).arg0("tileiras").output().expect("it runs");
        (String::from_utf8_lossy(&output.stderr).into_owned(), finished(output))
    };
    let (said, asked) = run(&[]);
    assert!(said.is_empty() && !asked.contains("sanitize"), "{said} {asked}");
    let (said, asked) = run(&["--sanitize=memcheck"]);
    assert!(said.is_empty() && asked.contains(" -sanitize=memcheck "), "{said} {asked}");
    let (said, _) = run(&["--print-after-all"]);
    for step in
        ["after raise-pointers (level 2", "after convert-tileaa-to-tileas", "after share-addresses (level 4"]
    {
        assert!(said.contains(step), "{step}: {said}");
    }
}

#[test]
fn the_drop_in_makes_a_bool_of_a_float_by_comparing_it_with_zero() {
    let place = Place::new("bools", REPEATING);
    let [text, bytecode] = ["k.mlir", "k.bc"].map(|name| place.folder.join(name).display().to_string());
    let program = "cuda_tile.module @m { entry @k(%x: tile<f32>) {
        %bool = ftoi %x unsigned : tile<f32> -> tile<i1>
        %t = print_tko \"%d\", %bool : tile<i1> -> token
        return
    } }";
    std::fs::write(&text, program).expect("a file");
    finished(place.command(&["as", &text, "-o", &bytecode]).output().expect("it runs"));
    let mut command = place.command(&["--gpu-name=sm_80", &bytecode, "-o", "-", "--print-after-all"]);
    let output = command.arg0("tileiras").output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("= cmpf ") && !said.contains("= ftoi "), "{said}");
}

const COMPILE: [&str; 4] = ["compile", "tests/cli/data/add_one.mlir", "--target=sm_80", "--emit=cubin"];

#[test]
fn ptxas_optimises_as_much_as_it_is_told_to() {
    let place = Place::new("levels", REPEATING);
    let asked = |more: &[&str]| {
        let args = ["compile", "tests/cli/data/add_one.mlir", "--target=sm_80", "--emit=cubin"];
        finished(place.command(&[&args, more].concat()).output().expect("it runs"))
    };
    for (more, level) in
        [(&["-O0"][..], "-O0"), (&["--opt-level=1"], "-O1"), (&["-O", "2"], "-O2"), (&[], "-O3")]
    {
        assert!(asked(more).contains(level), "{more:?}: {}", asked(more));
    }
}

/// A `fatbinary` whose file is what it was asked.
const JOINING: &str = "#!/bin/sh\n\
    for word in \"$@\"; do case $word in --create=*) out=${word#--create=};; esac; done\n\
    echo \"$*\" > \"$out\"\n";

#[test]
fn a_fat_binary_has_an_image_for_each_target() {
    let place = Place::new("fatbin", REPEATING);
    let args = ["compile", "tests/cli/data/add_one.mlir", "--emit=fatbin", "--target=sm_80,sm_90a,sm_90"];
    let output = place.command(&args).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("error[E0711]: there is no `fatbinary` next to"), "{said}");
    let tool = place.folder.join("fatbinary");
    std::fs::write(&tool, JOINING).expect("a script");
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).expect("it may run");
    let asked = finished(place.command(&args).output().expect("it runs"));
    let images: Vec<&str> =
        asked.split(' ').filter_map(|word| word.strip_prefix("--image3=kind=elf,sm=")).collect();
    let targets: Vec<&str> = images.iter().filter_map(|image| image.split(',').next()).collect();
    assert_eq!(targets, ["80", "90a"], "{asked}");
}

#[test]
fn processes_share_what_one_of_them_makes() {
    let place = Place::new("shared-cache", COUNTING);
    let all: Vec<_> = (0..4).map(|_| place.command(&COMPILE).spawn().expect("it runs")).collect();
    for child in all {
        assert_eq!(finished(child.wait_with_output().expect("it ends")), "code\n");
    }
    assert_eq!(place.runs(), 1);
}

#[test]
fn what_decides_the_code_decides_the_entry() {
    let place = Place::new("cache-keys", COUNTING);
    let run = |args: &[&str]| finished(place.command(args).output().expect("it runs"));
    run(&COMPILE);
    run(&COMPILE);
    assert_eq!(place.runs(), 1);
    run(&[&COMPILE[..], &["-O1"]].concat());
    assert_eq!(place.runs(), 2);
    run(&["compile", "tests/cli/data/add_one.mlir", "--target=sm_90", "--emit=cubin"]);
    assert_eq!(place.runs(), 3);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository");
    let text = std::fs::read_to_string(root.join("tests/cli/data/add_one.mlir")).expect("it can be read");
    let moved = place.folder.join("moved.mlir");
    std::fs::write(&moved, format!("// Elsewhere.\n\n{text}")).expect("it can be written");
    let moved = moved.to_string_lossy().into_owned();
    run(&["compile", &moved, "--target=sm_80", "--emit=cubin"]);
    assert_eq!(place.runs(), 4, "advice has lines");
    for path in ["tests/cli/data/add_one.mlir", &moved] {
        run(&["compile", path, "--target=sm_80", "--emit=cubin", "--remarks=none"]);
    }
    assert_eq!(place.runs(), 5, "without advice comments and lines decide nothing");
    finished(place.command(&COMPILE).env("TILEWRIGHT_CACHE_DIR", "off").output().expect("it runs"));
    finished(place.command(&COMPILE).env("TILEWRIGHT_CACHE_BYTES", "0").output().expect("it runs"));
    assert_eq!(place.runs(), 7, "the cache can be turned off");
}

#[test]
fn a_refusal_of_the_assembler_names_our_line_and_saves_the_ptx() {
    let place = Place::new("refused", REFUSING);
    let bytecode = place.folder.join("k.bc").to_string_lossy().into_owned();
    let text = place.folder.join("k.mlir");
    std::fs::write(
        &text,
        "cuda_tile.module @m {\n  entry @k(%p: tile<ptr<f32>>) {\n    %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token loc(\"kernel.py\":7:3)\n    return\n  }\n}\n",
    )
    .expect("it can be written");
    let text = text.to_string_lossy().into_owned();
    finished(place.command(&["as", &text, "-o", &bytecode]).output().expect("it runs"));
    let output = place.command(&["tileiras", "--gpu-name=sm_80", &bytecode]).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(said.contains("error: `ptxas` says: Arguments mismatch for instruction 'mov'"), "{said}");
    assert!(said.contains("line 9 of the PTX is `"), "{said}");
    assert!(said.ends_with("error: failed to compile Tile IR program\n"), "{said}");
    let saved: Vec<_> =
        std::fs::read_dir(place.folder.join("saved")).expect("it is saved").flatten().collect();
    let name = saved[0].path();
    assert!(said.contains(&*name.to_string_lossy()), "{said}");
    assert!(std::fs::read_to_string(&name).expect("it can be read").contains(".target sm_80"));
    let output = place.command(&COMPILE).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("error[E0712]: `ptxas` says: Arguments mismatch"), "{said}");
}

#[test]
fn what_registers_do_not_hold_is_said() {
    let place = Place::new("spilling", SPILLING);
    let output = place.command(&COMPILE).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.starts_with("warning[E0713]: "), "{said}");
    let output =
        place.command(&[&COMPILE[..], &["--remarks-failed=all"]].concat()).output().expect("it runs");
    let more = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(more.contains("remark[failed]") && more.contains("RemarkRegistersSpilled"), "{more}");
    assert!(!said.contains("RemarkRegistersSpilled"), "{said}");
}

#[test]
fn low_occupancy_is_said_and_smaller_tiles_end_it() {
    let place = Place::new("occupied", MEASURING);
    let code = place.folder.join("k.cubin").display().to_string();
    let said = |file: &str| {
        let kernel = format!("tests/cli/data/advice/{file}.mlir");
        let words = ["compile", &kernel, "--target=sm_80", "--emit=cubin", "-o", &code];
        let output = place.command(&words).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{said}");
        said
    };
    let large = said("pipelined_aligned");
    assert!(
        large.contains(
            "in `gemm`: remark: 4 of the 64 warps of a multiprocessor are used: shared memory allows 1"
        ),
        "{large}"
    );
    assert_eq!(said("pipelined_small"), "");
}

/// The drop-in clamps the number of warps to the limits of its release: 4 to 8 in 13.4.92, 1 to 32 in 13.5.37.
#[test]
fn the_drop_in_clamps_hints_as_its_release_does() {
    let place = Place::new("clamped", COUNTING);
    let path = |name: &str| place.folder.join(name).display().to_string();
    let said = |release: &str, warps: u32| {
        let module = format!(
            "cuda_tile.module @m {{ entry @k() optimization_hints=<sm_90 = {{num_worker_warps_per_cta = {warps}}}> {{ return }} }}"
        );
        std::fs::write(path("k.mlir"), module).expect("it can be written");
        finished(place.command(&["as", &path("k.mlir"), "-o", &path("k.bc")]).output().expect("it runs"));
        let words =
            ["tileiras", "--gpu-name=sm_90", "-Wunsupported-hints", &path("k.bc"), "-o", &path("k.cubin")];
        let mut command = place.command(&words);
        let output = command.env("TILEWRIGHT_TILEIRAS_VERSION", release).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        text.split_once("warning: ").map(|(_, rest)| rest.lines().next().unwrap_or_default().to_owned())
    };
    let clamped =
        |from: u32, to: u32| Some(format!("value {from} clamped to {to} for sm_90.num_worker_warps_per_cta"));
    for (warps, old, new) in
        [(1, Some(4), None), (2, Some(4), None), (8, None, None), (64, Some(8), Some(32))]
    {
        assert_eq!(said("13.4", warps), old.and_then(|to| clamped(warps, to)), "{warps}");
        assert_eq!(said("13.5", warps), new.and_then(|to| clamped(warps, to)), "{warps}");
    }
}

/// The drop-in warns as the closed compiler of 13.5 does: whatever remarks are asked for, but where these go to a file.
#[test]
fn the_drop_in_warns_of_register_pressure() {
    let place = Place::new("pressed", COUNTING);
    let (bytecode, yaml) = (place.folder.join("k.bc"), place.folder.join("remarks.yaml"));
    let text = |path: &Path| path.display().to_string();
    let written = ["as", "tests/cli/data/wide_row.mlir", "-o", &text(&bytecode)];
    finished(place.command(&written).output().expect("it runs"));
    let compile = |release: &str, words: &[&str]| {
        let code = text(&place.folder.join("k.cubin"));
        let bytecode = text(&bytecode);
        let words = [&["tileiras", "--gpu-name=sm_90", &bytecode, "-o", &code], words].concat();
        let mut command = place.command(&words);
        let output = command.env("TILEWRIGHT_TILEIRAS_VERSION", release).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let warning = "    warning[]: High register usage\n";
    // The second time it comes out of the cache.
    for words in [&[][..], &[], &["--remarks=none"], &["--remark-format=yaml"]] {
        let said = compile("13.5", words);
        assert!(
            said.starts_with(warning) && said.contains("= name: RegisterPressure\n"),
            "{words:?}: {said}"
        );
    }
    assert_eq!(compile("13.5", &["-O0"]), "");
    assert_eq!(compile("13.4", &[]), "");
    let output = format!("--remarks-output-file={}", text(&yaml));
    assert_eq!(compile("13.5", &["--remark-format=yaml", "--remarks=memory", &output]), "");
    let documents = std::fs::read_to_string(&yaml).expect("remarks");
    assert!(
        documents.starts_with("--- !Missed\nPass:            Warning\nName:            RegisterPressure\n")
    );
    assert!(
        documents.contains("  - RemarkId:    W0001\n  - Remark:      High register usage\n"),
        "{documents}"
    );
}

#[test]
fn an_assembler_that_is_not_there_is_said() {
    let place = Place::new("absent", COUNTING);
    let output =
        place.command(&COMPILE).env("TILEWRIGHT_PTXAS", place.folder.join("none")).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error[E0711]: "), "{said}");
    assert!(said.contains("which is no file"), "{said}");
}

const RUN: [&str; 7] =
    ["run", "tests/cli/data/add_one.mlir", "--engine=cuda", "--arg", "d:f32[8]=iota", "--print", "d"];

#[test]
fn a_machine_without_a_gpu_says_so() {
    let place = Place::new("no-driver", COUNTING);
    let missing = place.folder.join("libcuda.so.1");
    let output = place.command(&RUN).env("TILEWRIGHT_LIBCUDA", missing).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("error[E0715]: there is no GPU to run on: the CUDA driver ("), "{said}");
    assert!(said.contains("choose the engine `cpu`"), "{said}");
}

/// The flow of calls, with a driver of C that has no GPU. There must be a compiler of C.
#[test]
fn the_driver_is_called_in_order() {
    let place = Place::new("cuda-driver", COUNTING);
    let library = place.folder.join("libcuda.so.1");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda/driver.c");
    let built = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).status();
    if !built.is_ok_and(|status| status.success()) {
        let required = std::env::var_os("TILEWRIGHT_REQUIRE_TOOLS").is_some_and(|value| value == "1");
        assert!(!required, "there is no `cc`, and TILEWRIGHT_REQUIRE_TOOLS=1");
        return;
    }
    let calls = place.folder.join("calls");
    let run = |variable: &str, value: &Path| {
        let mut command = place.command(&RUN);
        // Without an assembler the driver gets PTX.
        command.env("TILEWRIGHT_PTXAS", "/nonexistent").env("TILEWRIGHT_LIBCUDA", &library);
        command.env("CALLS", &calls).env(variable, value).output().expect("it runs")
    };
    let said = finished(run("CALLS", &calls));
    assert_eq!(said, "d = [1. 2. 3. 4. 5. 6. 7. 8.]\n");
    let order = std::fs::read_to_string(&calls).expect("calls were written down");
    let order: Vec<&str> = order.lines().collect();
    let expected = [
        "init",
        "retain",
        "load",
        "function",
        "allocate",
        "to device",
        "launch",
        "synchronize",
        "to host",
        "free",
        "unload",
        "release",
    ];
    assert_eq!(order, expected);
    let output = run("NO_DEVICE", Path::new("1"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("the CUDA driver knows no device"), "{said}");
    let output = run("UNKNOWN_CODE", Path::new("1"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("error[E0716]: the device refuses the code"), "{said}");
}
