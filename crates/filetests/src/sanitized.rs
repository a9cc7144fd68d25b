//! `tests/sanitize`: programs with seeded faults, each next to the same program without the fault, and what the sanitizer must
//! say of each.
//!
//! After a `// RUN: run --sanitize ..` line, comment lines are the findings: `CODE line N, with M: SENTENCE`, and
//! below each one its `fix: ..`. A run without findings is `clean`. A file usually has an entry `wrong` and an entry
//! `right`. An empty comment line ends the findings; what follows it is prose.
//!
//! The programs of `tests/run` and `examples` are sanitized too: those that trap must be found to do so, and in all others
//! there must be no finding.

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::{files, found, header};

/// One test a file.
pub fn trials() -> Vec<Trial> {
    let paths = files::find("tests/sanitize", "mlir").into_iter();
    let mut trials: Vec<Trial> = paths.map(|path| Trial::test(path.clone(), move || test(&path))).collect();
    let others = ["tests/run", "examples"].into_iter().flat_map(|folder| files::find(folder, "mlir"));
    trials.extend(others.map(|path| Trial::test(format!("sanitized {path}"), move || test_other(&path))));
    let missing = !real_tools::environment().join("bin/python").is_file() && !real_tools::required();
    trials.push(Trial::test("sanitized kernel of cuTile Python", cutile).with_ignored_flag(missing));
    trials
}

/// A program that is not about the sanitizer.
fn test_other(path: &str) -> Result<(), Failed> {
    let runs = header::runs(&files::read(path)?)?;
    for run in runs.iter().filter(|run| run.words.first().is_some_and(|word| word == "run")) {
        let words: Vec<String> = run.words.iter().cloned().chain(["--sanitize".to_owned()]).collect();
        let found = findings(path, &words)?;
        let code = |line: &String| line.strip_prefix("TRAP: error[").map(|code| code[..5].to_owned());
        let expected = run.lines.iter().find_map(code);
        let traps = run.lines.iter().any(|line| line.starts_with("TRAP:"));
        let as_expected = match expected {
            Some(code) => found[0].starts_with(&code),
            None => traps == (found != ["clean"]),
        };
        if !as_expected {
            return Err(format!("{}\n{}", words.join(" "), found.join("\n")).into());
        }
    }
    Ok(())
}

fn test(path: &str) -> Result<(), Failed> {
    found::test(path, |_, run| findings(path, &run.words))
}

/// The findings of a command, in the format of the file.
fn findings(path: &str, words: &[String]) -> Result<Vec<String>, Failed> {
    found::findings(&files::root().join(path).to_string_lossy(), words, well_formed, described)
}

/// The keys of an object and their allowed values, as docs/sanitizer.md defines them.
type Schema = &'static [(&'static str, fn(&Value) -> bool)];

const FINDING: Schema = &[
    ("kind", Value::is_string),
    ("code", |code| code.as_str().is_some_and(|code| code.len() == 5 && code.starts_with("E05"))),
    ("soft", Value::is_boolean),
    ("message", |text| text.as_str().is_some_and(|text| !text.is_empty() && !text.ends_with('.'))),
    ("at", |place| follows(place, PLACE) && place["block"].is_array()),
    ("others", |others| others.as_array().is_some_and(|all| all.iter().all(|other| follows(other, OTHER)))),
    ("element", |element| element.is_null() || is_list(element, Value::is_u64)),
    ("notes", |notes| is_list(notes, Value::is_string)),
    ("fix", |fix| fix.as_str().is_some_and(|fix| !fix.contains(['{', '}']))),
    ("seed", |seed| seed.is_null() || seed.is_u64()),
];

const PLACE: Schema = &[
    ("op", |op| op.is_null() || op.is_string()),
    ("file", |file| file.is_null() || file.is_string()),
    ("line", is_number_or_null),
    ("column", is_number_or_null),
    ("byte", is_number_or_null),
    ("block", |block| {
        block.is_null() || is_list(block, Value::is_u64) && block.as_array().is_some_and(|b| b.len() == 3)
    }),
];

const OTHER: Schema = &[
    ("op", Value::is_string),
    ("file", |file| file.is_null() || file.is_string()),
    ("line", is_number_or_null),
    ("column", is_number_or_null),
    ("byte", is_number_or_null),
    ("block", |block| block.is_null() || is_list(block, Value::is_u64)),
    ("text", Value::is_string),
];

const CONCLUSION: Schema = &[
    ("findings", Value::is_u64),
    ("schedules", Value::is_u64),
    ("missed", Value::is_boolean),
    ("ended", Value::is_boolean),
];

fn is_number_or_null(value: &Value) -> bool {
    value.is_null() || value.is_u64()
}

fn is_list(value: &Value, of: fn(&Value) -> bool) -> bool {
    value.as_array().is_some_and(|items| items.iter().all(of))
}

/// True when an object has exactly these keys, with such values.
fn follows(object: &Value, schema: Schema) -> bool {
    let known = |key: &String| schema.iter().any(|(name, _)| name == key);
    object.as_object().is_some_and(|map| map.keys().all(known))
        && schema.iter().all(|(name, is)| object.get(name).is_some_and(is))
}

/// Findings, the conclusion, and the run unless it ended early: nothing else, in this order.
fn well_formed(objects: &[Value]) -> Result<(), Failed> {
    let count = objects.iter().take_while(|object| object.get("code").is_some()).count();
    let wrong = objects[..count].iter().find(|object| !follows(object, FINDING));
    if let Some(finding) = wrong {
        return Err(format!("not a finding as documented: {finding}").into());
    }
    let concluded = objects.get(count).is_some_and(|object| {
        let runs = usize::from(object["ended"] == false);
        follows(object, CONCLUSION) && object["findings"] == count && objects.len() == count + 1 + runs
    });
    if !concluded && !objects.is_empty() {
        return Err("the output does not end as documented".into());
    }
    Ok(())
}

/// A kernel of cuTile Python, as its compiler exports it: findings name lines of its Python source.
fn cutile() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let python = real_tools::environment().join("bin/python");
    let script = files::root().join("tests/bytecode/cutile/export.py");
    let exported = std::process::Command::new(python)
        .arg(script)
        .arg(folder.path())
        .args(["--only", "padded_loads"])
        .output()?;
    if !exported.status.success() {
        return Err(String::from_utf8_lossy(&exported.stderr).into_owned().into());
    }
    let source = files::read("tests/bytecode/cutile/memory.py")?;
    let body =
        source.lines().position(|line| line.starts_with("def padded_loads")).ok_or("no such kernel")?;
    let line =
        |text: &str| body + 1 + source.lines().skip(body).position(|line| line.contains(text)).unwrap_or(0);
    let (load, store) = (line("total = ct.load"), line("ct.store"));
    let file = folder.path().join("padded_loads.tileirbc").to_string_lossy().into_owned();
    let run = |grid: &str, rows: &str| {
        let arrays = [format!("f32[{rows},96]=iota"), "f32[8,16]=zeros".to_owned()];
        let args = [&*arrays[0], rows, "96", "96", "1", &*arrays[1], "8", "16", "16", "1"];
        let args = args.iter().flat_map(|arg| ["--arg".to_owned(), (*arg).to_owned()]);
        let words = ["run", "--sanitize", "--grid", grid].map(str::to_owned).into_iter();
        findings(&file, &words.chain(args).collect::<Vec<_>>())
    };
    let expected = |grid, rows, start: &str| {
        let found = run(grid, rows)?;
        let as_expected = found[0].starts_with(start);
        if as_expected {
            Ok(())
        } else {
            Err(Failed::from(format!("expected {start}: {}", found.join("\n"))))
        }
    };
    expected("2", "8", "clean")?;
    // Both tile blocks of the second axis write the same tile; and of six rows the second tile has only two.
    expected("1,2", "8", &format!("E0571 line {store}, with {store}: "))?;
    expected("2", "6", &format!("E0503 line {store}, with {load}: "))
}

fn described(finding: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut head = format!("{} line {}", text(&finding["code"]), finding["at"]["line"]);
    let others = finding["others"].as_array().into_iter().flatten();
    let others: Vec<String> = others.map(|other| other["line"].to_string()).collect();
    if !others.is_empty() {
        head.push_str(&format!(", with {}", others.join(", ")));
    }
    let mut lines = vec![format!("{head}: {}", text(&finding["message"]))];
    if let Some(fix) = finding["fix"].as_str() {
        lines.push(format!("  fix: {fix}"));
    }
    lines
}
