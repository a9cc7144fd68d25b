//! Which forms of the table the kernels of Triton and nvcc execute with NumPy's results, and `docs/emulator-coverage.md`.
//!
//! `tests/emulate/corpus/forms.txt` holds a line for each such form, with the compilers and targets: it is compared with
//! what the kernels execute where the compilers are, and the page is made from it everywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Mutex;

use libtest_mimic::Trial;
use serde_json::Value;
use tilewright::diag::Source;
use tilewright::ptx::docs::form_shown;
use tilewright::ptx::module::Statement;
use tilewright::ptx::spec::FormId;
use tilewright::ptx::{self, Opcode};

use super::forms;
use crate::files;

const LIST: &str = "tests/emulate/corpus/forms.txt";
const PAGE: &str = "docs/emulator-coverage.md";

pub(super) fn trials() -> Vec<Trial> {
    vec![Trial::test(format!("{PAGE} is fresh"), || Ok(files::golden(PAGE, &page()?)?))]
}

/// How the list names a form: what may follow the mnemonic, and the operands.
fn name(form: FormId) -> String {
    let (head, operands) = form_shown(form);
    format!("{head} {operands}").trim_end().to_owned()
}

/// The forms of the instructions that a launch executed with any lane, from its counters.
pub(super) fn executed(ptx: &str, counters: &Value) -> Result<BTreeSet<String>, String> {
    let source = Source::new(ptx, files::read(ptx)?);
    let parsed = ptx::parse(&source);
    let mut of_line: BTreeMap<u64, BTreeSet<FormId>> = BTreeMap::new();
    for (function, body) in
        parsed.module.functions.iter().filter_map(|(id, function)| Some((id, function.body.as_ref()?)))
    {
        for (index, statement) in body.statements.iter().enumerate() {
            let Statement::Instruction(instruction) = statement else { continue };
            let Some(span) = parsed.map.statement(function, index) else { continue };
            let line = u64::from(source.position(span.start).line);
            of_line.entry(line).or_default().insert(instruction.form);
        }
    }
    let instructions = counters["instructions"].as_array().ok_or("the counters have no instructions")?;
    let mut found = BTreeSet::new();
    for counted in instructions.iter().filter(|counted| counted["threads"].as_u64() > Some(0)) {
        let line = counted["line"].as_u64().unwrap_or_default();
        let opcode = counted["instruction"].as_str().and_then(Opcode::named);
        let forms = of_line.get(&line).into_iter().flatten();
        found.extend(forms.filter(|id| Some(id.form().opcode) == opcode).map(|&id| name(id)));
    }
    Ok(found)
}

/// The forms of the list, each with the compilers and targets that confirm it.
fn listed() -> BTreeMap<String, BTreeSet<String>> {
    let text = files::read(LIST).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once(" <- "));
    lines.map(|(form, by)| (form.to_owned(), by.split(' ').map(str::to_owned).collect())).collect()
}

/// Compares the list with what the kernels of a compiler for a target executed.
pub(super) fn compare(by: &str, executed: &BTreeSet<String>) -> Result<(), String> {
    // Tests of several compilers run at the same time and rewrite one file.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock();
    let mut list = listed();
    let of_list = |list: &BTreeMap<String, BTreeSet<String>>| -> BTreeSet<String> {
        list.iter().filter(|(_, all)| all.contains(by)).map(|(form, _)| form.clone()).collect()
    };
    let before = of_list(&list);
    if before == *executed {
        return Ok(());
    }
    if !files::bless() {
        let more = executed.difference(&before).map(|form| format!("  executed, not listed: {form}"));
        let less = before.difference(executed).map(|form| format!("  listed, not executed: {form}"));
        let lines: Vec<String> = more.chain(less).collect();
        return Err(format!(
            "{LIST} is stale for {by} (`cargo xtask bless` rewrites it)\n{}",
            lines.join("\n")
        ));
    }
    for all in list.values_mut() {
        all.remove(by);
    }
    for form in executed {
        list.entry(form.clone()).or_default().insert(by.to_owned());
    }
    list.retain(|_, all| !all.is_empty());
    let line = |(form, all): (&String, &BTreeSet<String>)| {
        format!("{form} <- {}\n", all.iter().cloned().collect::<Vec<_>>().join(" "))
    };
    files::write(LIST, &list.iter().map(line).collect::<String>())
}

/// The page: every form, whether it is executed, and the compilers that confirm it.
fn page() -> Result<String, String> {
    let (list, refused) = (listed(), forms::refused()?);
    let mut rows = String::new();
    let (mut all, mut executed, mut confirmed) = (0, 0, 0);
    let mut seen = BTreeSet::new();
    let mut known = BTreeSet::new();
    for id in FormId::all() {
        let (head, operands) = form_shown(id);
        let name = name(id);
        known.insert(name.clone());
        // Some forms stand twice, for different targets.
        if !seen.insert(name.clone()) {
            continue;
        }
        all += 1;
        let runs = refused.get(&id).map_or("yes", |why| why.as_str());
        executed += u32::from(!refused.contains_key(&id));
        let by = match list.get(&name) {
            Some(by) => compilers(by),
            None if runs.starts_with("no:") => String::new(),
            None => "the ISA only".to_owned(),
        };
        confirmed += u32::from(list.contains_key(&name));
        let section = id.form().opcode.row().section;
        writeln!(rows, "| {} | {} | {section} | {} | {by} |", cell(&head), cell(&operands), text(runs))
            .map_err(|error| error.to_string())?;
    }
    if let Some(stale) = list.keys().find(|form| !known.contains(*form)) {
        return Err(format!("{LIST} names a form that the table does not have: {stale}"));
    }
    Ok(format!(
        "# Coverage of the emulator\n\nThis page lists every form of [the instruction table](ptx.md), whether the emulator \
         executes it, and the evidence. A compiler confirms a form if it uses the form in one of our test kernels \
         (`tests/emulate/corpus`) and the emulator's results equal those of NumPy; the numbers are targets. For other forms, \
         the emulator follows the section of the PTX ISA and is tested against plain loops and `numerics`.\n\nOf {all} \
         forms, {executed} are executed with all their modifiers, and {confirmed} are confirmed. Generated by `cargo xtask docs`.\n\n| form | operands | PTX ISA | executed | confirmed by |\n\
         |---|---|---|---|---|\n{rows}"
    ))
}

/// `Triton 80 90, nvcc 75`.
fn compilers(by: &BTreeSet<String>) -> String {
    let mut targets: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (compiler, target) in by.iter().filter_map(|one| one.split_once('-')) {
        targets.entry(compiler).or_default().push(target.parse().unwrap_or_default());
    }
    let shown = targets.into_iter().map(|(compiler, mut targets)| {
        targets.sort_unstable();
        let targets: Vec<String> = targets.iter().map(u32::to_string).collect();
        let compiler = if compiler == "triton" { "Triton" } else { compiler };
        format!("{compiler} {}", targets.join(" "))
    });
    shown.collect::<Vec<_>>().join(", ")
}

fn text(text: &str) -> String {
    text.replace('|', "\\|")
}

fn cell(code: &str) -> String {
    if code.is_empty() { String::new() } else { format!("`{}`", text(code)) }
}
