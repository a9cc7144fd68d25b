//! `cargo xtask bench NAME`.

#![allow(clippy::disallowed_methods, reason = "a tool")]

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;

/// The allocator of the `tilewright` executable, for which the figures stand.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Measure
#[derive(Parser)]
struct Arguments {
    /// What: `language`, `cpu`, `ptx`, `sanitizer`, `clients`, `codegen`, or `all`, which is all but `codegen`
    name: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Fewer runs on smaller inputs
    #[arg(long)]
    quick: bool,
    /// Only rows of `cpu`, `ptx` or `codegen` whose name holds this
    #[arg(long, default_value = "")]
    only: String,
    /// Write the figures of `codegen` into its document
    #[arg(long)]
    update: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut stdout = std::io::stdout();
    if arguments.name == "codegen" {
        return codegen(&arguments);
    }
    let rows = match arguments.name.as_str() {
        "language" => bench::language::rows(arguments.quick),
        "cpu" => bench::cpu::rows(arguments.quick, &arguments.only),
        "ptx" => bench::ptx::rows(arguments.quick, &arguments.only),
        "sanitizer" => bench::sanitizer::rows(arguments.quick),
        "clients" => bench::clients::rows(arguments.quick),
        "all" => {
            let mut rows = bench::language::rows(arguments.quick);
            rows.extend(bench::cpu::rows(arguments.quick, &arguments.only));
            rows.extend(bench::ptx::rows(arguments.quick, &arguments.only));
            rows.extend(bench::sanitizer::rows(arguments.quick));
            rows.extend(bench::clients::rows(arguments.quick));
            rows
        }
        other => {
            let _ = writeln!(
                std::io::stderr(),
                "error: there is no bench `{other}`\nhelp: the benches are: language, cpu, ptx, sanitizer, clients, codegen, all"
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
    if rows.iter().all(bench::table::Row::holds) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Where figures of generated code are kept.
const DOCUMENT: &str = "docs/codegen.md";

/// Its tables are wider than those of speed.
fn codegen(arguments: &Arguments) -> ExitCode {
    let rows = bench::codegen::measure(arguments.quick, &arguments.only);
    let text = if arguments.json {
        rows.iter().map(|row| format!("{}\n", bench::codegen::json(row))).collect()
    } else {
        bench::codegen::text(&rows)
    };
    let _ = write!(std::io::stdout(), "{text}");
    if arguments.update {
        let old = std::fs::read_to_string(DOCUMENT).unwrap_or_default();
        let written = bench::codegen::document(&old, &rows).map(|new| std::fs::write(DOCUMENT, new));
        if written.is_none_or(|written| written.is_err()) {
            let _ = writeln!(
                std::io::stderr(),
                "error: `{DOCUMENT}` has no place for figures, or cannot be written"
            );
        }
    }
    if bench::codegen::misses(&rows).is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
