//! `cargo xtask bench NAME`.

#![allow(clippy::disallowed_methods, reason = "a tool")]

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

/// Measure
#[derive(Parser)]
struct Arguments {
    /// What: `language`, `cpu`, `ptx`, `sanitizer`, `clients`, or `all`
    name: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Fewer runs on smaller inputs
    #[arg(long)]
    quick: bool,
    /// Only rows of `cpu` or `ptx` whose name holds this
    #[arg(long, default_value = "")]
    only: String,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut stdout = std::io::stdout();
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
                "error: there is no bench `{other}`\nhelp: the benches are: language, cpu, ptx, sanitizer, clients, all"
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
