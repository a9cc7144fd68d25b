//! `tilewright bench`: times a launch.

use std::time::Duration;

use serde_json::{Value, json};
use tilewright::driver::bench::{Difference, Length, Report, Settings, Timing};
use tilewright::driver::count::Work;
use tilewright::driver::input::reason;
use tilewright::driver::run::{Request, prepare};

use super::baseline::{Baseline, Change};
use super::options::{interpret, plain, refused};
use super::run::failed;
use super::{load_valid, read};
use crate::args::BenchArgs;
use crate::io::Io;
use crate::{Exit, Outcome, report};

pub(crate) fn run(args: &BenchArgs, io: &mut Io<'_>) -> Outcome {
    let form = args.input.diagnostics;
    // Before anything is measured: a file that is none is known at once.
    let baseline = match args.baseline.as_deref().map(Baseline::read).transpose() {
        Ok(baseline) => baseline,
        Err(wrong) => {
            let (wrong, source) = *wrong;
            return Err(report::refuse(wrong, &source, form, Exit::Usage, io));
        }
    };
    let mut request = plain(&args.launch, io.threads).map_err(|error| refused(error, form, io))?;
    let input = read(&args.launch.file, form, io)?;
    let mut module = load_valid(&input, &args.input, io)?;
    request.compat = interpret(&args.launch, &mut module);
    let read_file = |path: &str| std::fs::read(path).map_err(|error| reason(&error));
    let measured = prepare(&module, &request, &read_file).and_then(|prepared| {
        prepared.check()?;
        prepared.bench(&settings(args))
    });
    let report = measured.map_err(|failure| failed(*failure, form, input.source(), io))?;
    let changes = match &baseline {
        None => Vec::new(),
        Some(baseline) => match baseline.compare(&report, request.grid.axes(), args.tolerance) {
            Ok(changes) => changes,
            Err(wrong) => return Err(report::refuse(wrong, input.source(), form, Exit::Usage, io)),
        },
    };
    if args.json {
        let mut object = object(&request, &report);
        if baseline.is_some() {
            object["baseline"] = changes.iter().map(Change::json).collect();
        }
        writeln!(io.stdout, "{object}")?;
    } else {
        table(&report, io)?;
        for change in &changes {
            writeln!(io.stdout, "{}", change.line())?;
        }
    }
    Ok(if changes.iter().any(|change| change.slower) { Exit::Failure } else { Exit::Success })
}

fn settings(args: &BenchArgs) -> Settings {
    let length = match args.runs {
        Some(runs) => Length::Runs(runs),
        None => Length::Time(Duration::from_secs_f64(args.time)),
    };
    let mut engines: Vec<_> = Vec::new();
    for engine in args.engine.iter().map(|name| name.kind()) {
        if !engines.contains(&engine) {
            engines.push(engine);
        }
    }
    Settings { engines, warm_up: args.warm_up, length, count: !args.no_counts }
}

fn table(report: &Report, io: &mut Io<'_>) -> std::io::Result<()> {
    if let Some(work) = &report.work {
        let Work { read, written, float_operations, integer_operations } = work;
        writeln!(io.stdout, "each run: {read} bytes read, {written} written")?;
        writeln!(
            io.stdout,
            "          {float_operations} operations on floats, {integer_operations} on integers"
        )?;
    }
    write!(io.stdout, "{:<10}{:>8}{:>8}{:>11}{:>11}", "engine", "threads", "runs", "median", "min")?;
    writeln!(io.stdout, "{:>11}{:>11}{:>9}{:>10}{:>10}", "25%", "75%", "GB/s", "GFLOP/s", "Giop/s")?;
    for timing in &report.timings {
        row(timing, report.work.as_ref(), io)?;
    }
    for Difference { engine, buffer, elements, largest, at } in &report.differences {
        let engine = engine.name();
        writeln!(
            io.stdout,
            "{engine}: `{buffer}` differs in {elements} elements, by {largest:e} at most (element {at})"
        )?;
    }
    // With one engine there is nothing to compare.
    if report.timings.len() > 1 && report.differences.is_empty() {
        writeln!(io.stdout, "all buffers are equal, bit for bit")?;
    }
    Ok(())
}

fn row(timing: &Timing, work: Option<&Work>, io: &mut Io<'_>) -> std::io::Result<()> {
    let [low, high] = timing.quartiles();
    let times = [timing.median(), timing.min(), low, high].map(|time| format!("{:>11}", readable(time)));
    let rates = Rates::new(timing, work);
    let rate = |rate: Option<f64>| rate.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.2}"));
    write!(io.stdout, "{:<10}{:>8}{:>8}", timing.engine.name(), timing.threads, timing.runs())?;
    writeln!(
        io.stdout,
        "{}{:>9}{:>10}{:>10}",
        times.concat(),
        rate(rates.bytes),
        rate(rates.floats),
        rate(rates.integers)
    )
}

/// A time with three or more digits.
fn readable(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1e-3 {
        format!("{:.2} us", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{seconds:.3} s")
    }
}

/// Billions a second, by the median; none where nothing was counted.
struct Rates {
    bytes: Option<f64>,
    floats: Option<f64>,
    integers: Option<f64>,
}

impl Rates {
    fn new(timing: &Timing, work: Option<&Work>) -> Rates {
        let seconds = timing.median().as_secs_f64();
        let rate = |amount: u64| (amount > 0 && seconds > 0.0).then(|| amount as f64 / seconds / 1e9);
        let of = |amount: fn(&Work) -> u64| work.and_then(|work| rate(amount(work)));
        Rates {
            bytes: of(Work::bytes),
            floats: of(|work| work.float_operations),
            integers: of(|work| work.integer_operations),
        }
    }
}

fn object(request: &Request, report: &Report) -> Value {
    let work = report.work.map(|work| {
        json!({
            "bytes_read": work.read,
            "bytes_written": work.written,
            "float_operations": work.float_operations,
            "integer_operations": work.integer_operations,
        })
    });
    let engine = |timing: &Timing| {
        let rates = Rates::new(timing, report.work.as_ref());
        json!({
            "engine": timing.engine.name(),
            "threads": timing.threads,
            "preparation_s": timing.preparation.as_secs_f64(),
            "runs": timing.runs(),
            "median_s": timing.median().as_secs_f64(),
            "min_s": timing.min().as_secs_f64(),
            "quartiles_s": timing.quartiles().map(|time| time.as_secs_f64()),
            "gb_per_s": rates.bytes,
            "gflop_per_s": rates.floats,
            "giop_per_s": rates.integers,
        })
    };
    let difference = |difference: &Difference| {
        json!({
            "engine": difference.engine.name(),
            "buffer": difference.buffer,
            "elements": difference.elements,
            // JSON has no infinity.
            "largest": if difference.largest.is_finite() { json!(difference.largest) } else { json!("inf") },
            "at": difference.at,
        })
    };
    json!({
        "grid": request.grid.axes(),
        "work": work,
        "engines": report.timings.iter().map(engine).collect::<Vec<_>>(),
        "differences": report.differences.iter().map(difference).collect::<Vec<_>>(),
    })
}
