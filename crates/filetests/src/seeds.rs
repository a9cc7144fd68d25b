//! The seeds' programs: the verdicts of the specification, and what each program does when it runs.
//!
//! The programs are read from `$TILEWRIGHT_SEEDS`, or from `../shared/seeds/examples` next to the repository; elsewhere
//! one test is ignored, visibly. `docs/seeds.md` is the table of all of them, generated here.

use std::fmt::Write;
use std::path::PathBuf;

use cli::Exit;
use libtest_mimic::{Failed, Trial};
use tilewright::launch::{Grid, ParamType};
use tilewright::run::{EngineKind, Run};
use tilewright::sanitize::Settings;

use crate::command::tilewright;
use crate::engines::targets::Outcome;
use crate::engines::{Case, targets};
use crate::files;

mod arithmetic;
mod blocks;
mod verdicts;

use blocks::{BLOCKS, Blocks};
use verdicts::{EXAMPLES, Example, Lenient, Strict};

/// One test a program, and the table of them.
pub fn trials() -> Vec<Trial> {
    let Some(folder) = folder() else {
        let name = "seeds: set TILEWRIGHT_SEEDS to the folder of their programs";
        return vec![Trial::test(name, || Ok(())).with_ignored_flag(true)];
    };
    let mut trials: Vec<Trial> = EXAMPLES
        .iter()
        .map(|example| {
            let folder = folder.clone();
            Trial::test(format!("seeds {}", example.name), move || test(&Seed::read(&folder, example)?))
        })
        .collect();
    trials.extend(arithmetic::trials(&folder));
    trials.extend(blocks::trials(&folder));
    let table = folder.clone();
    trials.push(Trial::test("docs/seeds.md is fresh", move || {
        Ok(files::golden("docs/seeds.md", &document(&table)?)?)
    }));
    trials.push(Trial::test("seeds: every program is known", move || known(&folder)));
    trials
}

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("TILEWRIGHT_SEEDS").map(PathBuf::from);
    let beside = |root: PathBuf| Some(root.parent()?.join("shared/seeds/examples"));
    let worktree = |root: PathBuf| Some(root.parent()?.parent()?.join("shared/seeds/examples"));
    let found = [named, beside(files::root()), worktree(files::root())];
    found.into_iter().flatten().find(|folder| folder.is_dir())
}

fn known(folder: &PathBuf) -> Result<(), Failed> {
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let stem = name.trim_end_matches(".mlir");
        if name.ends_with(".mlir") && !EXAMPLES.iter().any(|example| example.name == stem) {
            return Err(format!("{name} has no verdict").into());
        }
    }
    Ok(())
}

/// A program and its text.
struct Seed {
    example: &'static Example,
    path: String,
    text: String,
}

impl Seed {
    fn read(folder: &std::path::Path, example: &'static Example) -> Result<Seed, String> {
        let path = folder.join(format!("{}.mlir", example.name));
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Seed { example, path: path.to_string_lossy().into_owned(), text })
    }

    fn check(&self, options: &[&str], text: &str) -> crate::command::Output {
        let words = ["check"].into_iter().chain(options.iter().copied()).chain(["-"]);
        let words: Vec<String> = words.map(str::to_owned).collect();
        tilewright(&words, text.as_bytes())
    }

    /// The fragment with a module, an entry and the values that it uses around it.
    fn wrapped(&self) -> Option<String> {
        let params = self.example.around?;
        let text = match self.example.name.contains("SameElements") {
            true => self.text.split("// Pointer tensor").next().unwrap_or_default(),
            false => &self.text,
        };
        Some(format!("cuda_tile.module @m {{ entry @k() {{\n{params}\n{text}\n}} }}\n"))
    }
}

fn test(seed: &Seed) -> Result<(), Failed> {
    let example = seed.example;
    let strict = seed.check(&["--strict"], &seed.text);
    let accepted = strict.exit == Exit::Success;
    if accepted != (example.strict == Strict::Valid) {
        return Err(format!("strict: expected {:?}\n{}", example.strict, strict.stderr).into());
    }
    let lenient = seed.check(&[], &seed.text);
    if (lenient.exit == Exit::Success) != (example.default == Lenient::Accepted) {
        return Err(format!("by default: expected {:?}\n{}", example.default, lenient.stderr).into());
    }
    if !lenient.stderr.contains(example.says) {
        return Err(format!("the report lacks {:?}\n{}", example.says, lenient.stderr).into());
    }
    if let Some(text) = seed.wrapped() {
        let output = seed.check(&["--strict"], &text);
        if output.exit != Exit::Success {
            return Err(format!("not a valid fragment\n{}", output.stderr).into());
        }
    }
    if example.name.contains("SameElements") && whole_is_valid(seed) {
        return Err("the second half is no valid fragment, but was accepted".into());
    }
    let outcome = outcome(seed);
    if !outcome.contains(example.run) {
        return Err(format!("running: expected {:?}, found {outcome:?}", example.run).into());
    }
    on_engines(seed)?;
    let found = found(seed);
    if found.starts_with('E') && example.remark.is_empty() {
        return Err(format!("the sanitizer finds {found}, and no remark explains it").into());
    }
    Ok(())
}

fn whole_is_valid(seed: &Seed) -> bool {
    let text = format!("cuda_tile.module @m {{ entry @k() {{\n{}\n}} }}\n", seed.text);
    seed.check(&[], &text).exit == Exit::Success
}

/// Every entry that the reference interpreter runs to its end must compute and print the same on the CPU engine, and compiled.
fn on_engines(seed: &Seed) -> Result<(), String> {
    let Ok(module) = tilewright::parse(&seed.path, &seed.text) else { return Ok(()) };
    for entry in tilewright::driver::run::entries(module.ir()) {
        let run = run_of(seed, &module, &entry);
        if run.execute().is_err() {
            continue;
        }
        let case = Case {
            module: module.ir(),
            entry: entry.op,
            grid: grid(seed),
            args: args(seed, &entry),
            threads: vec![1, 3],
            apart: false,
        };
        case.compare().map_err(|error| format!("`{}` on the CPU engine: {error}", entry.name))?;
        targets::compare_targets(&case).map_err(|error| format!("`{}`, {error}", entry.name))?;
    }
    Ok(())
}

/// The names of the programs, for campaigns; none where their folder is missing.
pub fn names() -> Vec<&'static str> {
    folder().map_or_else(Vec::new, |_| EXAMPLES.iter().map(|example| example.name).collect())
}

/// Runs a program under the emulator's checks, in `orders` orders of warps: every entry that the reference interpreter runs to its
/// end. The result says how many these are.
///
/// # Errors
/// The findings.
pub fn check(name: &str, target: &str, orders: u64) -> Result<usize, String> {
    let example = EXAMPLES.iter().find(|example| example.name == name).ok_or("there is no such program")?;
    let seed = Seed::read(&folder().ok_or("the folder of the programs is missing")?, example)?;
    let Ok(module) = tilewright::parse(&seed.path, &seed.text) else { return Ok(0) };
    let mut checked = 0;
    for entry in tilewright::driver::run::entries(module.ir()) {
        if run_of(&seed, &module, &entry).execute().is_err() {
            continue;
        }
        let case = Case {
            module: module.ir(),
            entry: entry.op,
            grid: grid(&seed),
            args: args(&seed, &entry),
            threads: Vec::new(),
            apart: false,
        };
        let outcome = targets::check_case(&case, target, orders)
            .map_err(|error| format!("`{}` on {target}: {error}", entry.name))?;
        checked += usize::from(outcome == Outcome::Equal);
    }
    Ok(checked)
}

/// The result of running every entry of a program, in a few words.
fn outcome(seed: &Seed) -> String {
    of_entries(seed, |run| match run.execute() {
        Ok(results) if results.printed.is_empty() => "runs".to_owned(),
        Ok(results) => format!("prints {:?}", results.printed),
        Err(error) => {
            let first = error.diagnostics().first();
            first.map_or(String::new(), |d| format!("{}: {}", d.code.0, d.message))
        }
    })
}

/// The findings of the sanitizer in every entry of a program.
fn found(seed: &Seed) -> String {
    of_entries(seed, |run| {
        let Ok(sanitized) = run.sanitize(&Settings::default()) else { return "-".to_owned() };
        let codes: Vec<&str> = sanitized.report.findings.iter().map(|finding| finding.code).collect();
        if codes.is_empty() { "clean".to_owned() } else { codes.join(", ") }
    })
}

fn of_entries(seed: &Seed, outcome: impl Fn(&Run<'_>) -> String) -> String {
    let Ok(module) = tilewright::parse(&seed.path, &seed.text) else { return "-".to_owned() };
    let entries = tilewright::driver::run::entries(module.ir());
    let results: Vec<String> = entries.iter().map(|entry| outcome(&run_of(seed, &module, entry))).collect();
    if results.is_empty() { "nothing to run".to_owned() } else { results.join("; ") }
}

fn run_of<'m>(
    seed: &Seed,
    module: &'m tilewright::Module,
    entry: &tilewright::driver::run::Entry,
) -> Run<'m> {
    let mut run = Run::new(module);
    run.engine(EngineKind::Reference).entry(&entry.name).steps(500_000);
    run.grid(grid(seed));
    for arg in args(seed, entry) {
        run.arg(&arg);
    }
    run
}

fn grid(seed: &Seed) -> Grid {
    let (x, y) = seed.example.grid.unwrap_or((1, 1));
    Grid::new(x, y, 1).expect("a small grid")
}

/// Arguments that the table gives, else buffers of zeros, and ones.
fn args(seed: &Seed, entry: &tilewright::driver::run::Entry) -> Vec<String> {
    let arg = |(index, (_, ty)): (usize, &(Option<String>, Option<ParamType>))| match (
        seed.example.args.get(index),
        ty,
    ) {
        (Some(arg), _) => (*arg).to_owned(),
        (None, Some(ParamType::Pointer(pointee))) => format!("{pointee}[65536]=zeros"),
        (None, Some(ParamType::Multicast(pointee))) => format!("{pointee}[65536]=zeros@multicast(2)"),
        (None, Some(ParamType::Scalar(_)) | None) => "1".to_owned(),
    };
    entry.params.iter().enumerate().map(arg).collect()
}

fn document(folder: &std::path::Path) -> Result<String, String> {
    let mut text = String::from(
        "# Example programs of the specification\n\nThis page lists the example programs in the documents of the \
         specification: the verdict of the reference tools (`--strict`), the default verdict of Tilewright, and the result of \
         running every block of the grid, with arguments from the test (by default, buffers of zeros and ones). The page is \
         generated by a test (`BLESS=1 cargo test -p tilewright-filetests seeds`). The programs themselves are not part of \
         this project.\n\n\
         Valid fragments are operations without a module. They are valid inside `cuda_tile.module @m { entry @k() { .. } }`, \
         after the definitions of the values that they use; the test adds these.\n\n\
         | program | strict | by default | running it | `--sanitize` | remark |\n|---|---|---|---|---|---|\n",
    );
    for example in EXAMPLES {
        let seed = Seed::read(folder, example)?;
        let strict = match example.strict {
            Strict::Valid => "valid",
            Strict::Fragment => "a valid fragment",
            Strict::Comment => "holds no module",
            Strict::Rejected => "rejected",
        };
        let default = match example.default {
            Lenient::Accepted if seed.check(&[], &seed.text).stderr.contains("E0190") => {
                "accepted, with notes"
            }
            Lenient::Accepted => "accepted",
            Lenient::Rejected => "rejected, with the reason",
        };
        let outcome = outcome(&seed).replace('|', "\\|");
        let found = found(&seed);
        let (name, remark) = (example.name, example.remark);
        let _ = writeln!(text, "| {name} | {strict} | {default} | {outcome} | {found} | {remark} |");
    }
    text.push_str(
        "\n## Code blocks of the programming model chapter\n\nThe blocks are in order of appearance, without pseudo code \
         and tables of numbers. The test adds the rest of a program around each block, and checks the verdict.\n\n| blocks | verdict |\n|---|---|\n",
    );
    for Blocks { blocks, verdict, .. } in BLOCKS {
        let _ = writeln!(text, "| {blocks} | {verdict} |");
    }
    Ok(text)
}
