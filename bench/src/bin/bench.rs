//! `cargo xtask bench NAME`.

#![allow(clippy::disallowed_methods, reason = "a tool")]

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use bench::document;
use clap::Parser;
use mimalloc::MiMalloc;

/// The allocator of the `tilewright` executable, for which the figures stand.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Measure
#[derive(Parser)]
struct Arguments {
    /// What: `language`, `cpu`, `ptx`, `sanitizer`, `integrations`, `codegen`, `sweep`, or `all`, which is all but the last two
    name: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Fewer runs on smaller inputs
    #[arg(long)]
    quick: bool,
    /// Only rows of `cpu`, `ptx`, `codegen` or `sweep` whose name contains this; `groups` is products by warp groups, into
    /// tensor memory and with block scales, and `groups:WORD` those whose name contains the word
    #[arg(long, default_value = "")]
    only: String,
    /// Write the figures of `codegen` or `sweep` into their document
    #[arg(long)]
    update: bool,
    /// Only a part of the kernels of `sweep`: its number from 0 and the number of parts
    #[arg(long, value_parser = shard, value_name = "I/N")]
    shard: Option<(usize, usize)>,
    /// Compare values of `sweep` on the emulator
    #[arg(long)]
    values: bool,
    /// Where `sweep` keeps results: what is there is not measured again
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut stdout = std::io::stdout();
    if arguments.name == "codegen" {
        return codegen(&arguments);
    }
    if arguments.name == "sweep" {
        return sweep(arguments);
    }
    let rows = match arguments.name.as_str() {
        "language" => bench::language::rows(arguments.quick),
        "cpu" => bench::cpu::rows(arguments.quick, &arguments.only),
        "ptx" => bench::ptx::rows(arguments.quick, &arguments.only),
        "sanitizer" => bench::sanitizer::rows(arguments.quick),
        "integrations" | "clients" => bench::integrations::rows(arguments.quick),
        "all" => {
            let mut rows = bench::language::rows(arguments.quick);
            rows.extend(bench::cpu::rows(arguments.quick, &arguments.only));
            rows.extend(bench::ptx::rows(arguments.quick, &arguments.only));
            rows.extend(bench::sanitizer::rows(arguments.quick));
            rows.extend(bench::integrations::rows(arguments.quick));
            rows
        }
        other => {
            let _ = writeln!(
                std::io::stderr(),
                "error: there is no bench `{other}`\nhelp: the benches are: language, cpu, ptx, sanitizer, integrations, codegen, sweep, all"
            );
            return ExitCode::from(2);
        }
    };
    let text = if arguments.json {
        rows.iter().map(|row| format!("{}\n", row.to_json())).collect()
    } else {
        bench::table::markdown(&rows)
    };
    let _ = write!(stdout, "{text}");
    if rows.iter().all(bench::table::Row::meets_target) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Its tables are wider than those of speed. `--only groups` measures products by warp groups, into
/// tensor memory and by warps alone.
fn codegen(arguments: &Arguments) -> ExitCode {
    use bench::codegen::{groups, tensor, warps};
    let (alone, only) = match arguments.only.strip_prefix("groups") {
        Some(rest) => (true, rest.trim_start_matches(':')),
        None => (false, arguments.only.as_str()),
    };
    let rows = if alone { Vec::new() } else { bench::codegen::measure(arguments.quick, only) };
    let (grouped, in_tensor_memory) = (groups::measure(only), tensor::measure(only));
    let by_warps = warps::measure(only);
    let text = match (arguments.json, alone) {
        (true, _) => {
            let rows = rows.iter().map(bench::codegen::json).chain(grouped.iter().map(groups::json));
            let rows = rows.chain(in_tensor_memory.iter().map(tensor::json));
            let rows = rows.chain(by_warps.iter().map(warps::json));
            rows.map(|row| format!("{row}\n")).collect()
        }
        (false, true) => {
            [groups::text(&grouped), tensor::text(&in_tensor_memory), warps::text(&by_warps)].join("\n")
        }
        (false, false) => {
            format!(
                "{}\n### Products by warp groups\n\n{}\n### Products into tensor memory\n\n{}\n### Block scales by warps\n\n{}",
                bench::codegen::text(&rows),
                groups::text(&grouped),
                tensor::text(&in_tensor_memory),
                warps::text(&by_warps)
            )
        }
    };
    let _ = write!(std::io::stdout(), "{text}");
    if arguments.update {
        if !alone {
            document::update(|old| bench::codegen::document(old, &rows));
        }
        document::update(|old| groups::document(old, &grouped));
        document::update(|old| tensor::document(old, &in_tensor_memory));
        document::update(|old| warps::document(old, &by_warps));
    }
    let missed = bench::codegen::misses(&rows).len() + groups::misses(&grouped).len();
    let missed = missed + tensor::misses(&in_tensor_memory).len() + warps::misses(&by_warps).len();
    if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn sweep(arguments: Arguments) -> ExitCode {
    let Arguments { json, only, update: updates, shard, values, results, .. } = arguments;
    let settings = bench::sweep::Settings { only, shard, values, store: results };
    let rows = match bench::sweep::measure(&settings) {
        Ok(rows) => rows,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: results cannot be kept: {error}");
            return ExitCode::from(2);
        }
    };
    let text = if json {
        rows.iter().map(|row| format!("{}\n", bench::sweep::json(row))).collect()
    } else {
        bench::sweep::text(&rows)
    };
    let _ = write!(std::io::stdout(), "{text}");
    if updates {
        document::update(|old| bench::sweep::document(old, &rows, &document::today()));
    }
    if bench::sweep::misses(&rows).is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// `2/8`: the third of eight parts.
fn shard(text: &str) -> Result<(usize, usize), String> {
    let numbers =
        text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    numbers
        .filter(|(part, parts)| part < parts)
        .ok_or_else(|| "write `I/N` with I below N, such as 0/8".to_owned())
}
