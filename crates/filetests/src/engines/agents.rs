//! Programs of `tests/run/agents` whose warps have roles: what they compute, and what the emulator's checks find.

use libtest_mimic::Trial;
use tilewright::cuda_tile::Module;
use tilewright::diag::Diagnostic;
use tilewright::driver::compile::ExecutionPath;
use tilewright::driver::engine::Compiled;

use super::Case;
use super::compiled::{self, Compared, Compile, REFUSED};
use crate::files;
use crate::property::valid_module;

/// The target whose agents every program has, except for [`LACKED`].
const TARGET: &str = "sm_90a";
/// Targets whose sums are in tensor memory, and those whose warps multiply by themselves. What does not fit there is compiled
/// as it is by default.
const OTHERS: [&str; 4] = ["sm_100a", "sm_103a", "sm_120a", "sm_121a"];
/// The target among these whose programs are those of another one: what they do is checked for that.
const TWIN: &str = "sm_121a";
/// Reasons of its instruction: block scales, and bytes that are not contiguous along the inner dimension; and of its registers: a
/// sum of 128x256 beside one of 128x128, of which other targets have no sums in registers.
const LACKED: [&str; 3] = [
    "with scales of",
    "8 only along the inner dimension",
    "sum of 128x256, the other tiles of an iteration and a stage of 131072 bytes",
];
/// Reasons for which programs are known to be refused there.
const KNOWN: [&str; 12] = [
    "operand is not loaded directly, but computed",
    "it does not stand in a `for` itself",
    "it stands in a loop of other products",
    "filled by tensor maps only, so far",
    "have an instruction",
    "columns or more of",
    "512 columns of the 512",
    "no integer products",
    "bytes of shared memory that the target has",
    "does not add products of f8E5M2 into f16",
    "with block scales is used for 128 rows",
    "two elements of f4E2M1FN in a byte",
];
/// Programs whose warps that multiply can also copy ahead.
const UNSPECIALIZED: [&str; 11] = [
    "computed",
    "converted",
    "edges",
    "epilogues",
    "gathered",
    "majors",
    "steps",
    "stores",
    "turns",
    "two_warpgroups",
    "types",
];
/// Programs that must have agents where sums are in tensor memory: their loops and chains share columns, without which the columns
/// do not suffice.
const SHARE_COLUMNS: [&str; 2] = ["tests/run/agents/causal.mlir", "tests/run/agents/query_tiles.mlir"];
/// A target with tensor memory.
const TENSOR_MEMORY: &str = "sm_100a";
/// Orders of warps in which each program is checked: agents wait for each other in ways that one order does not show.
const ORDERS: u64 = 4;

/// Tests of every file: against the reference interpreter, and under checks.
pub(super) fn trials() -> Vec<Trial> {
    let paths = files::find("tests/run/agents", "mlir");
    let targets = [TARGET].into_iter().chain(OTHERS);
    let tests = targets.flat_map(|target| paths.iter().flat_map(move |path| both(target, path)));
    let by_turns = paths.iter().filter(|path| path.contains("/turns")).map(|path| in_turns(path));
    let joined = paths.iter().filter(|path| {
        let name = path.rsplit('/').next().and_then(|name| name.strip_suffix(".mlir"));
        name.is_some_and(|name| UNSPECIALIZED.contains(&name))
    });
    let in_columns = SHARE_COLUMNS.map(all_have_agents);
    tests.chain(by_turns).chain(joined.map(|path| unspecialized(path))).chain(in_columns).collect()
}

/// Every kernel of a file has agents on a target with tensor memory.
fn all_have_agents(path: &'static str) -> Trial {
    Trial::test(format!("agents in the columns of {TENSOR_MEMORY} {path}"), move || {
        let (_, module) = valid_module(path)?.ok_or("the file is not valid")?;
        for entry in tilewright::driver::run::entries(&module) {
            Compiled::by_path(&module, &entry.name, TENSOR_MEMORY, Some(ExecutionPath::Agents))
                .map_err(|found| found[0].message.clone())?;
        }
        Ok(())
    })
}

/// A program is checked without agents as well: the warps that multiply copy ahead.
fn unspecialized(path: &str) -> Trial {
    let (name, path) = (format!("compiled without agents and checked {TARGET} {path}"), path.to_owned());
    Trial::test(name, move || {
        let compared =
            compiled::compare_file(&path, TARGET, |case, targets| compared(case, targets, without_agents));
        compared.and_then(|()| Ok(compiled::check_file_by(&path, TARGET, ORDERS, without_agents)?))
    })
}

fn without_agents(module: &Module, entry: &str, target: &str) -> Result<Compiled, String> {
    let compiled = Compiled::by_path(module, entry, target, Some(ExecutionPath::Unspecialized));
    compiled.map_err(|found| format!("{REFUSED}{}", found[0].message))
}

/// A program whose tiles two agents compute by turns is checked by such a plan as well, against what the reference interpreter says.
fn in_turns(path: &str) -> Trial {
    let (name, path) = (format!("compiled by turns of agents and checked {TARGET} {path}"), path.to_owned());
    Trial::test(name, move || {
        let compared =
            compiled::compare_file(&path, TARGET, |case, targets| compared(case, targets, by_turns));
        compared.and_then(|()| Ok(compiled::check_file_by(&path, TARGET, ORDERS, by_turns)?))
    })
}

/// Compiles by the first plan with turns of agents among those that the kernel has.
fn by_turns(module: &Module, entry: &str, target: &str) -> Result<Compiled, String> {
    let told = |found: &[Diagnostic]| found.first().map_or_else(String::new, |first| first.message.clone());
    let Err(listed) = Compiled::by_plan(module, entry, target, u32::MAX) else {
        return Err("a kernel has more plans than can be counted".to_owned());
    };
    let listed = told(&listed);
    let line = listed.lines().find(|line| line.contains(" x 4 + "));
    let number = line.and_then(|line| line.trim().split_once(':')?.0.parse().ok());
    let number = number.ok_or_else(|| format!("no plan is by turns: {listed}"))?;
    Compiled::by_plan(module, entry, target, number).map_err(|found| told(&found))
}

fn both(target: &'static str, path: &str) -> Vec<Trial> {
    let names = ["compiled by agents", "compiled by agents and checked"];
    let [compared, checked] = names.map(|what| format!("{what} {target} {path}"));
    let [of_compared, of_checked] = [path.to_owned(), path.to_owned()];
    let mut trials =
        vec![Trial::test(compared, move || compiled::compare_file(&of_compared, target, compare))];
    if target != TWIN {
        let check = move || Ok(compiled::check_file_by(&of_checked, target, ORDERS, compile)?);
        trials.push(Trial::test(checked, check));
    }
    trials
}

fn compile(module: &Module, entry: &str, target: &str) -> Result<Compiled, String> {
    let by_path = |path| Compiled::by_path(module, entry, target, Some(path));
    let found = match by_path(ExecutionPath::Agents) {
        Ok(compiled) => return Ok(compiled),
        Err(found) => format!("{REFUSED}{}", found[0].message),
    };
    let is_known = (OTHERS.contains(&target) && KNOWN.iter().any(|reason| found.contains(reason)))
        || (target == TARGET && LACKED.iter().any(|reason| found.contains(reason)));
    let by_default = is_known.then(|| Compiled::by_path(module, entry, target, None).ok()).flatten();
    by_default.ok_or(found)
}

/// Compares memory alone: a program that writes down its tiles uses its sums in the loop, and has no agents.
fn compare(case: &Case<'_>, targets: &[&str]) -> Vec<Compared> {
    compared(case, targets, compile)
}

fn compared(case: &Case<'_>, targets: &[&str], compile: Compile) -> Vec<Compared> {
    match compiled::compare_written(case, targets, compile, &[]) {
        Ok(compared) => compared.unwrap_or_else(|| vec![Ok(false); targets.len()]),
        Err(error) => vec![Err(error); targets.len()],
    }
}
