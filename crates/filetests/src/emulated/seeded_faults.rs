//! `tests/emulate`: kernels with seeded faults, each next to the same kernel without the fault, and what the emulator must say
//! of each.
//!
//! After a `// RUN: emulate ..` line, comment lines are the findings: `CODE at INSTRUCTION, with INSTRUCTION: SENTENCE`, the
//! second being those of other parties; a deadlock says who waits for whom in a circle. A run without findings is `clean`. A
//! file has an entry `wrong` and an entry `right`. An empty comment line ends the findings; what follows it is prose.
//!
//! In any order of warps, the wrong one has at least one finding and the right one has none.

use libtest_mimic::{Failed, Trial};
use ptx_emu::codes;
use serde_json::Value;

use crate::header::{self, Run};
use crate::{files, found};

/// Orders of warps that are tried besides the first. A fault must be found in one of them; CI tries few, and the campaign
/// `emulate-schedules` many.
const SEEDS: u64 = 8;

pub(super) fn trials() -> Vec<Trial> {
    let paths = files::find("tests/emulate", "ptx").into_iter();
    let each = paths.map(|path| {
        Trial::test(path.clone(), move || found::test(&path, |text, run| find(&path, text, run)))
    });
    each.chain([Trial::test("emulated: every finding and fault is seeded", || Ok(all_seeded()?))]).collect()
}

/// Every code of the emulator is found in some file, but those that come before a launch begins.
fn all_seeded() -> Result<(), String> {
    let paths = files::find("tests/emulate", "ptx");
    let texts = paths.iter().map(|path| files::read(path)).collect::<Result<Vec<_>, _>>()?;
    let seeded = |code: &str| {
        let line = format!("// {code} at ");
        texts.iter().any(|text| text.lines().any(|found| found.starts_with(&line)))
    };
    let before = [codes::NOT_EXECUTED, codes::LAUNCH];
    let all = codes::CODES.iter().map(|info| info.code).filter(|code| !before.contains(code));
    let missing: Vec<&str> = all.map(|code| code.0).filter(|code| !seeded(code)).collect();
    if texts.len() < 60 || !missing.is_empty() {
        return Err(format!("{} files, and no fault is seeded for {}", texts.len(), missing.join(", ")));
    }
    Ok(())
}

fn find(path: &str, text: &str, run: &Run) -> Result<Vec<String>, Failed> {
    let first = findings(path, text, &run.words)?;
    let clean = ["clean"];
    if run.words.iter().any(|word| word == "wrong") == (first == clean) {
        return Err(format!("{}:\n{}", run.words.join(" "), first.join("\n")).into());
    }
    for seed in 0..SEEDS {
        let words: Vec<String> = run.words.iter().cloned().chain([format!("--seed={seed}")]).collect();
        let again = findings(path, text, &words)?;
        if (again == clean) != (first == clean) {
            let (first, again) = (first.join("\n"), again.join("\n"));
            return Err(format!("in the first order:\n{first}\nwith seed {seed}:\n{again}").into());
        }
    }
    Ok(first)
}

/// In how many of `orders` orders of warps each command of a file finds something: the entry, and that number.
///
/// # Errors
/// The file cannot be read, or a command has other findings than the file.
pub fn schedules(path: &str, orders: u64) -> Result<Vec<(String, u64)>, String> {
    let text = files::read(path)?;
    let mut results = Vec::new();
    for run in header::runs(&text)? {
        let mut found = 0;
        for seed in 0..orders {
            let words: Vec<String> = run.words.iter().cloned().chain([format!("--seed={seed}")]).collect();
            let lines = findings(path, &text, &words);
            let lines = lines.map_err(|failed| failed.message().unwrap_or("it fails").to_owned())?;
            found += u64::from(lines != ["clean"]);
        }
        let entry = run.words.iter().skip_while(|word| *word != "--entry").nth(1);
        results.push((entry.cloned().unwrap_or_default(), found));
    }
    Ok(results)
}

/// The findings of a command, in the format of the file.
fn findings(path: &str, text: &str, words: &[String]) -> Result<Vec<String>, Failed> {
    found::findings(path, words, |_| Ok(()), |finding| vec![described(finding, path, text)])
}

fn described(finding: &Value, path: &str, text: &str) -> String {
    let string = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let instruction = |line: u64| {
        let line = usize::try_from(line).ok().and_then(|line| text.lines().nth(line.checked_sub(1)?));
        line.map_or_else(|| "no line".to_owned(), |line| format!("`{}`", line.trim()))
    };
    let mut head = string(&finding["code"]);
    let mut circle = String::new();
    let mut lines = Vec::from_iter(finding["line"].as_u64());
    if let Some(&line) = lines.first() {
        head.push_str(&format!(" at {}", instruction(line)));
    }
    for note in finding["notes"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if note.starts_with("a circle: ") {
            circle = format!("; {note}");
        }
        let place = note.strip_prefix(path).and_then(|place| place.strip_prefix(':'));
        let line = place.and_then(|place| place.split(':').next()?.parse::<u64>().ok());
        if let Some(line) = line.filter(|line| !lines.contains(line)) {
            let word = if lines.len() == 1 { ", with" } else { " and" };
            head.push_str(&format!("{word} {}", instruction(line)));
            lines.push(line);
        }
    }
    format!("{head}: {}{circle}", string(&finding["message"]))
}
