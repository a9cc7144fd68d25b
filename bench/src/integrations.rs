//! The cost of the interfaces to other languages: launches from Python compared with the engine's own, importing the
//! package, and kernels of cuTile compared with torch.
//!
//! `TILEWRIGHT_PYTHON` names a Python that has the package (`pip install ./python`) and NumPy, and for cuTile `cuda-tile`
//! and torch; without it, `python3`.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value as Json;
use tilewright::driver::kernel::Cores;
use tilewright::kernel::{Kernel, Memory, Value};
use tilewright::launch::{DiscardOutput, Grid, Options};
use tilewright::run::EngineKind;

use crate::table::{Row, median};

const PROGRAM: &str = include_str!("../../examples/vector_add.mlir");

static CORES: Cores = Cores::new();

/// All rows; none but a message where Python lacks the package.
pub fn rows(quick: bool) -> Vec<Row> {
    let mut rows = measured("python/bench/integrations.py", "numpy")
        .map_or_else(Vec::new, |found| python(&found, quick));
    rows.extend(
        measured("python/bench/cutile_integrations.py", "cuda-tile torch")
            .map_or_else(Vec::new, |found| cutile(&found)),
    );
    rows
}

/// The output of a program; only a message if Python lacks a package that it needs.
fn measured(program: &str, packages: &str) -> Option<Json> {
    let found = from_python(program);
    if let Err(why) = &found {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: {why}\nhelp: name a Python in TILEWRIGHT_PYTHON that has the package: `pip install ./python {packages}`"
        );
    }
    found.ok()
}

/// Kernels of cuTile.
fn cutile(measured: &Json) -> Vec<Row> {
    let launch = measured["launch_us"].as_f64().unwrap_or(f64::NAN);
    let mut rows = vec![Row {
        work: format!("cuTile's `ct.launch` of a tiny kernel, everything warm ({launch:.0} µs)"),
        ours: 1e6 / launch,
        unit: "/s",
        baseline: None,
        target: 1e6 / 200.0,
    }];
    let kernels = [
        ("softmax 4096", "softmax, 4096 x 4096 f32", 2.0),
        ("layer_norm 4096", "layer norm, 4096 x 4096 f32", 2.0),
        // In the caches of many machines, where only launches and kernels take time.
        ("softmax 1024", "softmax, 4096 x 1024 f32", 0.0),
        ("layer_norm 1024", "layer norm, 4096 x 1024 f32", 0.0),
        ("matmul", "matrix product, 1024 x 1024 x 1024 f32", 1.4),
    ];
    for (name, work, target) in kernels {
        let figure = |side: &str| 1e3 / measured[name][side].as_f64().unwrap_or(f64::NAN);
        let torch = measured["torch"].as_str().unwrap_or("torch").to_owned();
        rows.push(Row {
            work: format!("cuTile: {work}"),
            ours: figure("ours"),
            unit: "/s",
            baseline: Some((torch, figure("torch"))),
            target: target * figure("torch"),
        });
    }
    rows
}

/// The package itself.
fn python(measured: &Json, quick: bool) -> Vec<Row> {
    let engine = microseconds(if quick { 3 } else { 11 });
    let figure = |name: &str| measured[name].as_f64().unwrap_or(f64::NAN);
    // The engine's own time is measured separately, so that the row is the cost of Python only.
    let above = |name: &str| (figure(name) - engine).max(0.01);
    let launch = |name: &str, call: &str| Row {
        work: format!(
            "`{call}` of a prepared kernel, above the engine's own {engine:.1} µs ({:.1} µs more)",
            above(name)
        ),
        ours: 1e6 / above(name),
        unit: "/s",
        baseline: None,
        target: 1e6 / 15.0,
    };
    vec![
        launch("launch", "Kernel.launch"),
        launch("raw", "Kernel.launch_raw"),
        Row {
            work: format!("`import tilewright` ({:.0} ms)", figure("import")),
            ours: 1e3 / figure("import"),
            unit: "/s",
            baseline: None,
            target: 1e3 / 150.0,
        },
    ]
}

/// The engine's own time of the launch that Python makes.
#[allow(unsafe_code, reason = "kernels take memory by address")]
fn microseconds(rounds: usize) -> f64 {
    // A launch takes about a microsecond: 5000 of them are long compared with the clock's resolution.
    const LAUNCHES: u32 = 5000;
    let module = tilewright::parse("vector_add.mlir", PROGRAM).expect("an example is right");
    let kernel = Kernel::new(&module, None, EngineKind::Cpu).expect("an example is right");
    let mut arrays = [[1f32; 128]; 3];
    let memory = |array: &mut [f32; 128]| {
        Value::Memory(Memory { address: array.as_mut_ptr().expose_provenance(), bytes: 512 })
    };
    let mut args: Vec<Value> = arrays.iter_mut().map(memory).collect();
    args.push(Value::Scalar(128));
    let taken = median(rounds, || {
        for _ in 0..LAUNCHES {
            // SAFETY: the arrays are there, and no other thread accesses them.
            let ran = unsafe {
                kernel.launch_raw(CORES.get(), Grid::ONE, &args, &mut Options::new(&mut DiscardOutput))
            };
            ran.expect("the example runs");
        }
    });
    taken.as_secs_f64() * 1e6 / f64::from(LAUNCHES)
}

fn from_python(program: &str) -> Result<Json, String> {
    let python = std::env::var("TILEWRIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut command = Command::new(&python);
    command.arg(program).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("`{python}` does not start: {error}"))?;
    if let Some(mut input) = child.stdin.take() {
        // A program that does not read it closes it.
        let _ = input.write_all(PROGRAM.as_bytes());
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("`{python} {program}` ended with {}", output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}
