//! `tilewright run`: runs an entry.

use std::io::Write;

use launch::{BlockId, Buffer, Grid, Output, Schedule, npy};
use serde_json::{Map, Value, json};
use tilewright::driver::run::{Request, Results, execute};

use super::{valid_module, write_result};
use crate::args::{EngineName, RunArgs};
use crate::io::Io;
use crate::{Exit, Outcome, Stop, report};

pub(crate) fn run(args: &RunArgs, io: &mut Io<'_>) -> Outcome {
    let request = request(args, io)?;
    let (input, _, module) = valid_module(&args.file, &args.input, io)?;
    let EngineName::Reference = args.engine;
    let read_file = |path: &str| std::fs::read(path).map_err(|error| error.to_string());
    let ran = if args.json {
        let mut printed = String::new();
        execute(&module, &request, &read_file, &mut printed).map(|results| Results { printed, ..results })
    } else {
        execute(&module, &request, &read_file, &mut Printer(io.stdout))
    };
    match ran {
        Ok(results) => finish(args, &results, io),
        Err(error) => {
            // What the program printed before it failed comes first.
            io.stdout.flush()?;
            let program_failed = error.code.0.starts_with("E05");
            report::diagnostics(&[*error], input.source(), args.input.diagnostics, io)?;
            Ok(if program_failed { Exit::Failure } else { Exit::Usage })
        }
    }
}

/// Sends what the program prints straight to standard output. A closed pipe shows at the next write of ours.
struct Printer<'a>(&'a mut dyn Write);

impl Output for Printer<'_> {
    fn print(&mut self, _: BlockId, text: &str) {
        let _ = self.0.write_all(text.as_bytes());
    }
}

fn request(args: &RunArgs, io: &mut Io<'_>) -> Result<Request, Stop> {
    let grid: Grid = args.grid.parse().map_err(|error| {
        report::usage(
            io,
            &format!("--grid={}: {error}", args.grid),
            "for example `--grid 4` or `--grid 16,8`",
        )
    })?;
    let block = block(&args.block).ok_or_else(|| {
        let message = format!("--block={}: wants the coordinates of a tile block", args.block);
        report::usage(io, &message, "for example `--block 0` or `--block 3,1,0`")
    })?;
    if grid.number(block).is_none() {
        let [x, y, z] = grid.axes();
        let message =
            format!("--block={}: the grid has {x} x {y} x {z} tile blocks, counted from 0", args.block);
        return Err(report::usage(io, &message, "choose a block of the grid"));
    }
    Ok(Request {
        entry: args.entry.clone(),
        grid,
        args: args.args.clone(),
        steps: args.steps,
        schedule: args.schedule.map_or(Schedule::InOrder, Schedule::Seeded),
        show: args.show.clone(),
        block,
        cancel: None,
    })
}

/// `I[,J[,K]]`.
fn block(text: &str) -> Option<BlockId> {
    let mut block = [0; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > block.len() {
        return None;
    }
    for (axis, part) in block.iter_mut().zip(parts) {
        *axis = part.trim().parse().ok()?;
    }
    Some(block)
}

fn finish(args: &RunArgs, results: &Results, io: &mut Io<'_>) -> Outcome {
    // Names are checked before anything is written.
    let printed = args.print.iter().map(|name| Ok((name.as_str(), buffer(results, name, io)?)));
    let printed: Vec<(&str, &Buffer)> = printed.collect::<Result<_, Stop>>()?;
    let mut files = Vec::new();
    for output in &args.output {
        let Some((name, path)) = output.split_once('=') else {
            let message = format!("--output={output}: wants a buffer and a file");
            return Err(report::usage(io, &message, "for example `-o C=c.npy`"));
        };
        files.push((path, buffer(results, name, io)?));
    }
    if args.json {
        let text = json(args, results, &printed).to_string();
        writeln!(io.stdout, "{text}")?;
    } else {
        for (name, text) in args.show.iter().zip(&results.shown) {
            let text = text.as_deref().unwrap_or("never computed in this tile block");
            let name = format!("%{}", name.trim_start_matches('%'));
            writeln!(io.stdout, "{name} = {}", indented(text, &name))?;
        }
        for (name, buffer) in &printed {
            writeln!(io.stdout, "{name} = {}", indented(&launch::display::array(buffer.view()), name))?;
        }
    }
    for (path, buffer) in files {
        write_result(Some(path), &npy::write(buffer.view()), io)?;
    }
    Ok(Exit::Success)
}

/// Later lines of an array stand below its first bracket; empty ones stay empty.
fn indented(text: &str, name: &str) -> String {
    let blanks = " ".repeat(name.chars().count() + 3);
    text.replace('\n', &format!("\n{blanks}")).replace(&format!("\n{blanks}\n"), "\n\n")
}

fn buffer<'r>(results: &'r Results, name: &str, io: &mut Io<'_>) -> Result<&'r Buffer, Stop> {
    results.bound.find(name).map(|named| &named.buffer).ok_or_else(|| {
        let names = results.bound.buffers.iter().filter_map(|named| named.name.as_deref());
        let names: Vec<&str> = names.collect();
        let help = if names.is_empty() {
            "name one in its argument: `--arg 'C:f32[8]=zeros'`".to_owned()
        } else {
            format!("the buffers are {}", names.join(", "))
        };
        report::usage(io, &format!("no argument makes a buffer named `{name}`"), &help)
    })
}

fn json(args: &RunArgs, results: &Results, printed: &[(&str, &Buffer)]) -> Value {
    let shown = args.show.iter().zip(&results.shown);
    let shown: Map<String, Value> = shown.map(|(name, text)| (name.clone(), json!(text))).collect();
    let buffers: Map<String, Value> =
        printed.iter().map(|(name, b)| ((*name).to_owned(), array(b))).collect();
    json!({ "printed": results.printed, "shown": shown, "buffers": buffers, "steps": results.statistics.steps })
}

/// Element type, shape and elements in row-major order; floats as numbers where JSON has them, else as text.
fn array(buffer: &Buffer) -> Value {
    let (element, view) = (buffer.element(), buffer.view());
    let number = |bits: u64| {
        if element.is_int() {
            return json!(signed(element, bits));
        }
        let value = tilewright::numerics::convert::to_f64(element, bits);
        if value.is_finite() { json!(value) } else { json!(value.to_string()) }
    };
    let elements: Vec<Value> = (0..view.len()).filter_map(|index| view.get(index)).map(number).collect();
    json!({ "type": element.name(), "shape": buffer.shape(), "elements": elements })
}

/// Integers are signed, i1 is 0 or 1.
fn signed(element: tilewright::Scalar, bits: u64) -> i64 {
    match element.bits() {
        1 => (bits & 1) as i64,
        width => ((bits << (64 - width)) as i64) >> (64 - width),
    }
}
