//! `tests/ptx/agreement.txt`: small texts that are accepted or refused, as `ptxas` does.
//!
//! A case begins with `== verdict: what it is about`, where the verdict is `accepted` or the code of the mistake; a line of
//! equals signs with `PTX 7.8 sm_80` sets the head of the cases that follow, when they have none of their own.

use libtest_mimic::{Failed, Trial};
use tilewright::diag::Source;
use tilewright::ptx;

use super::wild;
use crate::files;

const FILE: &str = "tests/ptx/agreement.txt";

/// A case of the file.
struct Case {
    name: String,
    /// The code of the mistake; `None` when it is accepted.
    code: Option<String>,
    text: String,
}

pub(super) fn trials() -> Vec<Trial> {
    let missing = real_tools::Release::V13_4.find("ptxas").is_none() && !real_tools::required();
    vec![
        Trial::test("ptx: agreement.txt is accepted and refused as it says", ours),
        Trial::test("ptx: agreement.txt as ptxas", theirs).with_ignored_flag(missing),
    ]
}

fn cases() -> Result<Vec<Case>, String> {
    let text = files::read(FILE)?;
    let mut cases: Vec<Case> = Vec::new();
    let mut head = String::new();
    for line in text.lines() {
        if let Some(words) = line.strip_prefix("=== PTX ") {
            let (version, target) = words.split_once(' ').ok_or_else(|| format!("no head: {line}"))?;
            let since = ptx::Version::parse(version).ok_or_else(|| format!("no version: {line}"))?;
            let size = if since < ptx::Version::new(2, 3) { "" } else { ".address_size 64\n" };
            head = format!(".version {version}\n.target {target}\n{size}");
        } else if let Some(words) = line.strip_prefix("== ") {
            let (verdict, name) = words.split_once(": ").ok_or_else(|| format!("no verdict: {line}"))?;
            let code = (verdict != "accepted").then(|| verdict.to_owned());
            cases.push(Case { name: name.to_owned(), code, text: String::new() });
        } else if let Some(case) = cases.last_mut() {
            if case.text.is_empty() && !line.starts_with(".version") {
                case.text.push_str(&head);
            }
            case.text.push_str(line);
            case.text.push('\n');
        }
    }
    if cases.len() < 100 { Err(format!("{FILE} has only {} cases", cases.len())) } else { Ok(cases) }
}

fn ours() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for Case { name, code, text } in cases()? {
        let parsed = ptx::parse(&Source::new("case", text.as_str()));
        let verified = ptx::verify(&parsed.module, &parsed.map);
        let found = parsed.diagnostics.iter().chain(&verified).next().map(|found| found.code.0.to_owned());
        if found != code {
            wrong.push(format!("{name}: {} where {} is expected", shown(&found), shown(&code)));
        }
        super::round_trip(&name, &text)?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn shown(code: &Option<String>) -> &str {
    code.as_deref().unwrap_or("accepted")
}

fn theirs() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut wrong = Vec::new();
    for Case { name, code, text } in cases()? {
        match (code, wild::by_ptxas(&text, folder.path())) {
            (None, Err(why)) => wrong.push(format!("{name}: ptxas refuses it: {why}")),
            (Some(_), Ok(())) => wrong.push(format!("{name}: ptxas takes it")),
            (None, Ok(())) | (Some(_), Err(_)) => {}
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
