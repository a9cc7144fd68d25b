//! Programs written as LLVM IR, compiled by the real libNVVM, and run by the emulator of PTX.
//!
//! Each program is compiled for one of the targets here; those for the others are ignored, so that `cargo test -p
//! tilewright-filetests -- --include-ignored libnvvm` tests the whole.

use libtest_mimic::Trial;
use tilewright::cuda_tile::Module;
use tilewright::driver::compile::{Emit, Options, Program, compile};
use tilewright::driver::engine::Compiled;

use super::Case;
use super::compiled::{self, Compared, REFUSED};
use super::targets;

/// Tests of random programs, of which the first is not ignored.
const RANDOM: u64 = 12;
/// Programs of one of them.
const TOGETHER: u64 = 40;

/// One test a program and target, and some of random programs.
pub(super) fn trials() -> Vec<Trial> {
    let missing = !real_tools::required() && real_tools::libnvvm().is_none();
    let targets = targets::targets();
    let mut trials = Vec::new();
    for (at, path) in targets::checked_files().into_iter().enumerate() {
        for (number, target) in targets.into_iter().enumerate() {
            let path = path.clone();
            let name = format!("libnvvm {target} {path}");
            let trial = Trial::test(name, move || compiled::compare_file(&path, target, compare));
            trials.push(trial.with_ignored_flag(missing || at % targets.len() != number));
        }
    }
    for number in 0..RANDOM {
        let first = number * TOGETHER;
        let name = format!("libnvvm random {first}..");
        let trial = Trial::test(name, move || Ok(targets::random(first, TOGETHER, compare)?));
        trials.push(trial.with_ignored_flag(missing || number > 0));
    }
    trials
}

fn compare(case: &Case<'_>, targets: &[&str]) -> Vec<Compared> {
    compiled::compare(case, targets, by_libnvvm)
}

/// Compiles an entry through LLVM IR.
fn by_libnvvm(module: &Module, entry: &str, target: &str) -> Result<Compiled, String> {
    let options = Options { target: Some(target.to_owned()), emit: Emit::Llvm, ..Options::default() };
    let made = compile(Program::CudaTile(Box::new(module.clone())), &options)
        .map_err(|found| format!("{REFUSED}{}", found[0].message))?;
    let text = String::from_utf8_lossy(&made.bytes);
    let architecture = target.replace("sm_", "compute_");
    let ptx = real_tools::by_libnvvm(&text, &architecture)?;
    Compiled::of_ptx(&ptx, entry, &made.kernels)
        .map_err(|found| format!("PTX of libNVVM: {}", found[0].message))
}
