//! Programs of `tests/run/agents` whose warps have roles: what they compute, and what the emulator's checks find.

use libtest_mimic::Trial;
use tilewright::cuda_tile::Module;
use tilewright::driver::compile::ExecutionPath;
use tilewright::driver::engine::Compiled;

use super::Case;
use super::compiled::{self, Compared, REFUSED};
use crate::files;

/// The target that has agents.
const TARGET: &str = "sm_90a";
/// Orders of warps in which each program is checked: agents wait for each other in ways that one order does not show.
const ORDERS: u64 = 4;

/// Tests of every file: against the reference interpreter, and under checks.
pub(super) fn trials() -> Vec<Trial> {
    let paths = files::find("tests/run/agents", "mlir");
    let compared = paths.clone().into_iter().map(|path| {
        let name = format!("compiled by agents {TARGET} {path}");
        Trial::test(name, move || compiled::compare_file(&path, TARGET, compare))
    });
    let checked = paths.into_iter().map(|path| {
        let name = format!("compiled by agents and checked {TARGET} {path}");
        Trial::test(name, move || Ok(compiled::check_file_by(&path, TARGET, ORDERS, compile)?))
    });
    compared.chain(checked).collect()
}

fn compile(module: &Module, entry: &str, target: &str) -> Result<Compiled, String> {
    let compiled = Compiled::by_path(module, entry, target, Some(ExecutionPath::Agents));
    compiled.map_err(|found| format!("{REFUSED}{}", found[0].message))
}

/// Compares memory alone: a program that writes down its tiles uses its sums in the loop, and has no agents.
fn compare(case: &Case<'_>, targets: &[&'static str]) -> Vec<Compared> {
    let compared = compiled::compare_written(case, targets, compile, &[]);
    match compared {
        Ok(compared) => compared.unwrap_or_else(|| vec![Ok(false); targets.len()]),
        Err(error) => vec![Err(error); targets.len()],
    }
}
