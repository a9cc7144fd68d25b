//! What the doors to other languages cost: launches from Python beside the engine's own, and importing the package.
//!
//! `TILEWRIGHT_PYTHON` names a Python that has the package (`pip install ./python`) and NumPy; without it, `python3`.

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
    let measured = match from_python() {
        Ok(measured) => measured,
        Err(why) => {
            let _ = writeln!(
                std::io::stderr(),
                "skipped: {why}\nhelp: name a Python in TILEWRIGHT_PYTHON that has the package: `pip install ./python numpy`"
            );
            return Vec::new();
        }
    };
    let engine = microseconds(if quick { 3 } else { 11 });
    let figure = |name: &str| measured[name].as_f64().unwrap_or(f64::NAN);
    let above = |name: &str| (figure(name) - engine).max(0.01);
    let launch = |name: &str, call: &str| Row {
        work: format!(
            "`{call}` of a prepared kernel, above the engine's own {engine:.1} µs ({:.1} µs more)",
            above(name)
        ),
        ours: 1e6 / above(name),
        unit: "/s",
        peer: None,
        floor: 1e6 / 15.0,
    };
    vec![
        launch("launch", "Kernel.launch"),
        launch("raw", "Kernel.launch_raw"),
        Row {
            work: format!("`import tilewright` ({:.0} ms)", figure("import")),
            ours: 1e3 / figure("import"),
            unit: "/s",
            peer: None,
            floor: 1e3 / 150.0,
        },
    ]
}

/// The engine's own time of the launch that Python makes.
#[allow(unsafe_code, reason = "kernels take memory by address")]
fn microseconds(rounds: usize) -> f64 {
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
            // SAFETY: the arrays are there, and nobody else touches them.
            let ran = unsafe {
                kernel.launch(CORES.get(), Grid::ONE, &args, &mut Options::new(&mut DiscardOutput))
            };
            ran.expect("the example runs");
        }
    });
    taken.as_secs_f64() * 1e6 / f64::from(LAUNCHES)
}

fn from_python() -> Result<Json, String> {
    let python = std::env::var("TILEWRIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut command = Command::new(&python);
    command.arg("python/bench/clients.py").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("`{python}` does not start: {error}"))?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(PROGRAM.as_bytes()).map_err(|error| error.to_string())?;
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("`{python} python/bench/clients.py` ended with {}", output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}
