//! `cargo xtask campaign NAME`.

#![allow(clippy::disallowed_methods, reason = "a tool")]

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use bench::campaign;
use clap::Parser;
use filetests::{bytecode_mutants, hostile};
use mimalloc::MiMalloc;

/// Campaigns with a limit of memory ask it how much was allocated.
#[global_allocator]
static ALLOCATOR: hostile::Counting<MiMalloc> = hostile::Counting(MiMalloc);

/// Run a campaign
#[derive(Parser)]
struct Arguments {
    /// What: `language`, `opt`, `cpu`, `compile`, `products`, `plans`, `emulate-schedules`, `mutants`, `ptx`, `ptx-wild`
    name: String,
    /// The folder whose PTX files and inline assembly `ptx-wild` judges
    folder: Option<PathBuf>,
    /// Texts that `ptx-wild` generates from the table of instructions and judges as well
    #[arg(long, default_value_t = 0)]
    generated: usize,
    /// Modules to make, or mutants
    #[arg(long, default_value_t = 100_000)]
    modules: u64,
    /// Seed of the first module, for `cpu`, `compile`, `mutants`, `products` and `ptx`
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Orders of warps that each kernel runs in, for `emulate-schedules`
    #[arg(long, default_value_t = 100)]
    orders: u64,
    /// Threads, for `compile` and `products`; all that the machine has by default
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// The target that `products` compiles for, sm_90a by default, and `compile`, by default one of each kind
    #[arg(long)]
    target: Option<String>,
    /// How long `ptx` runs
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// `products` prints its programs and the commands that run them
    #[arg(long)]
    text: bool,
    /// Only modules that have an op of this name, for `compile`
    #[arg(long)]
    op: Option<String>,
    /// Only kernels whose name contains this, for `plans`
    #[arg(long, default_value = "")]
    only: String,
    /// `compile` runs the modules under the emulator's checks, and compares nothing
    #[arg(long)]
    check: bool,
    /// A fixed slice that takes a minute
    #[arg(long)]
    slice: bool,
}

impl Arguments {
    fn threads(&self) -> NonZeroUsize {
        let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(all)
    }
}

/// Modules of a slice of `compile`. A slice takes about a minute.
const COMPILE_SLICE: u64 = 40;
/// Orders of warps that `compile` checks each file in. Most races of a kernel show in the first few; the rest is for
/// those that need a rare order.
const CHECKED_ORDERS: u64 = 20;
/// Programs of a slice of `products`, less than a minute.
const PRODUCTS_SLICE: u64 = 30;
/// Orders of warps that `products` runs each program in.
const PRODUCT_ORDERS: u64 = 4;
/// Modules of a slice of `cpu`. About a minute, too.
const CPU_SLICE: u64 = 500;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.name.as_str() {
        "language" => {
            let count = campaign::language::language(if arguments.slice { 2_000 } else { arguments.modules });
            print_report(&count.report(), count.failures.is_empty())
        }
        "opt" => {
            let count = campaign::opt::opt(if arguments.slice { 1_000 } else { arguments.modules });
            print_report(&count.report(), count.failures.is_empty())
        }
        "cpu" => {
            let modules = if arguments.slice { CPU_SLICE } else { arguments.modules };
            let count = campaign::cpu::cpu(arguments.first, modules);
            print_report(&count.report(), count.failures.is_empty())
        }
        "compile" => compile(&arguments),
        "products" if arguments.text => {
            for seed in arguments.first..arguments.first.saturating_add(arguments.modules) {
                let _ = write!(std::io::stdout(), "{}", filetests::engines::random_products::launch(seed));
            }
            ExitCode::SUCCESS
        }
        "products" => {
            let programs = if arguments.slice { PRODUCTS_SLICE } else { arguments.modules };
            let threads = arguments.threads();
            let how = (arguments.target.as_deref().unwrap_or("sm_90a"), PRODUCT_ORDERS);
            let count = campaign::products::products(arguments.first, programs, how, threads);
            print_report(&count.report(), count.is_clean())
        }
        "plans" => {
            let count = campaign::plans::plans(&arguments.only, arguments.slice);
            print_report(&count.report(), count.failures.is_empty())
        }
        "emulate-schedules" => {
            let count = campaign::emulate_schedules::emulate_schedules(arguments.orders);
            print_report(&count.report(), count.failures.is_empty())
        }
        "mutants" => mutants(&arguments),
        "ptx" => {
            let count = campaign::ptx::ptx(arguments.first, Duration::from_secs(arguments.seconds));
            print_report(&count.report(), count.failures.is_empty())
        }
        "ptx-wild" => wild(&arguments),
        other => {
            let _ = writeln!(
                std::io::stderr(),
                "error: there is no campaign `{other}`\nhelp: the campaigns are: language, opt, cpu, compile, products, plans, emulate-schedules, mutants, ptx, ptx-wild"
            );
            ExitCode::from(2)
        }
    }
}

/// Random modules, compiled for each target and emulated.
fn compile(arguments: &Arguments) -> ExitCode {
    // Tests of every day check the files.
    let (modules, orders) =
        if arguments.slice { (COMPILE_SLICE, 0) } else { (arguments.modules, CHECKED_ORDERS) };
    let (first, threads) = (arguments.first, arguments.threads());
    let (op, target) = (arguments.op.as_deref(), arguments.target.as_deref());
    let selection = campaign::compile::Selection { op, target };
    let count = if arguments.check {
        campaign::compile::check(first, modules, &selection, CHECKED_ORDERS, threads)
    } else {
        let orders = if first == 0 && op.is_none() { orders } else { 0 };
        campaign::compile::compile(first, modules, &selection, orders, threads)
    };
    print_report(&count.report(), count.failures.is_empty())
}

/// Prints the report of a campaign. The exit code tells whether it found nothing.
fn print_report(report: &str, is_clean: bool) -> ExitCode {
    let _ = write!(std::io::stdout(), "{report}");
    if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Damaged bytecode, compared with the real disassembler.
fn mutants(arguments: &Arguments) -> ExitCode {
    match bytecode_mutants::compare(arguments.first, arguments.modules) {
        Ok(count) => print_report(&count.report(), count.differences.is_empty()),
        Err(why) => {
            let _ = writeln!(std::io::stderr(), "error: {why}");
            ExitCode::from(2)
        }
    }
}

/// Public and generated PTX, compared with `ptxas`.
fn wild(arguments: &Arguments) -> ExitCode {
    if arguments.folder.is_none() && arguments.generated == 0 {
        let _ = writeln!(
            std::io::stderr(),
            "error: `ptx-wild` has no text to judge\nhelp: name a folder, or ask for generated texts with `--generated N`"
        );
        return ExitCode::from(2);
    }
    match campaign::ptx_wild::agreement(arguments.folder.as_deref(), arguments.generated) {
        Ok(agreement) => {
            let _ = write!(std::io::stdout(), "{}", agreement.report());
            if agreement.is_enough() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(why) => {
            let _ = writeln!(std::io::stderr(), "error: {why}");
            ExitCode::from(2)
        }
    }
}
