//! The instructions in CCCL's `cuda::ptx`, which NVIDIA generates from the ISA: what the table has reads and verifies, as
//! `ptxas` does; what it does not have is refused as not covered, by name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use tilewright::diag::{Place, Source};
use tilewright::ptx;

use super::corpus;
use crate::tools;

/// Instructions of one file: fewer than the mistakes that a file may have.
const CHUNK: usize = 60;
/// Version and target on which they are tried.
const ON: (&str, &str) = ("9.4", "sm_100a");
/// Codes of the verifier for instructions that are not for the target, or not in the table.
const ADMITTED: [&str; 2] = ["E0809", "E0813"];

pub(super) fn trials() -> Vec<Trial> {
    let missing = !real_tools::required() && corpus::headers().is_none();
    vec![Trial::test("ptx: instructions of cuda::ptx", test).with_ignored_flag(missing)]
}

fn test() -> Result<(), Failed> {
    let folder = corpus::headers().ok_or("the headers are not installed; `.ci/tools` installs them")?;
    let all = instructions(&folder.join("cuda/__ptx/instructions/generated"))?;
    let mut taken = Vec::new();
    let mut wrong = Vec::new();
    for chunk in all.iter().collect::<Vec<_>>().chunks(CHUNK) {
        let refused = refused(chunk);
        if let Some((_, (code, why))) = refused.range(chunk.len()..).next() {
            return Err(format!("behind the instructions: {code} {why}").into());
        }
        for (index, text) in chunk.iter().enumerate() {
            match refused.get(&index) {
                None => taken.push(text.as_str()),
                Some((code, _)) if ADMITTED.contains(&code.as_str()) => {}
                Some((code, why)) => wrong.push(format!("{code} {why}: {text}")),
            }
        }
    }
    // Fewer are read when the headers look different, or when the table loses forms.
    if taken.len() < 1000 || !wrong.is_empty() {
        let count = format!("{} of {} are taken", taken.len(), all.len());
        return Err(format!("{count}; wrong:\n{}", wrong.join("\n")).into());
    }
    // A kernel has blocks alone or pairs of them.
    let (pairs, alone): (Vec<&str>, _) = taken.iter().partition(|text| text.contains("cta_group::2"));
    assembled(&pairs)?;
    Ok(assembled(&alone)?)
}

/// Does `ptxas` take a kernel of all these?
fn assembled(instructions: &[&str]) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("k.ptx");
    std::fs::write(&path, file(instructions)).map_err(|error| error.to_string())?;
    let options = [Path::new("-arch"), Path::new(ON.1), Path::new("-O0")];
    let words = [path.as_path(), Path::new("-o"), Path::new("/dev/null")];
    tools::output("ptxas", &[options, words].concat()).map(|_| ())
}

/// Every different text of inline assembly in a folder, with registers for its operands.
fn instructions(folder: &Path) -> Result<BTreeSet<String>, Failed> {
    let mut all = BTreeSet::new();
    for entry in std::fs::read_dir(folder)? {
        let text = std::fs::read_to_string(entry?.path())?;
        all.extend(text.split("asm").skip(1).filter_map(instruction));
    }
    Ok(all)
}

/// The instruction of `("text" : "=r"(a) : "l"(b) : "memory");`.
fn instruction(text: &str) -> Option<String> {
    let begin = text.split_once('(').filter(|(before, _)| matches!(before.trim(), "" | "volatile"))?.1;
    let literals = literals(begin.split_once(");\n")?.0);
    let count = literals.iter().take_while(|(before, _)| before.trim().is_empty()).count();
    let body: String = literals[..count].iter().map(|(_, text)| *text).collect();
    let sized = ["tensormap::generic", "setmaxnreg"].iter().any(|name| body.contains(name));
    let mut used: BTreeMap<&str, u32> = BTreeMap::new();
    let mut operands = Vec::new();
    for (_, constraint) in literals[count..].iter().filter(|(_, text)| text.len() <= 2) {
        let register = match constraint.trim_start_matches(['=', '+']) {
            "r" => "%r",
            "l" => "%rd",
            "h" => "%h",
            "f" => "%f",
            "d" => "%fd",
            "n" => {
                operands.push(if sized { "128" } else { "0" }.to_owned());
                continue;
            }
            _ => return None,
        };
        let number = used.entry(register).or_default();
        operands.push(format!("{register}{number}"));
        *number += 1;
    }
    // Lines may end in comments.
    let lines = body.split("\\n").map(|line| line.split("//").next().unwrap_or_default());
    let body = lines.collect::<Vec<_>>().join(" ").replace("\\t", " ");
    let text = with_operands(&body, &operands);
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The text of inline assembly: `%1` is an operand, `%%` a sign.
fn with_operands(text: &str, operands: &[String]) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        shown.push_str(before);
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let index = after[..digits].parse::<usize>().ok();
        match index.and_then(|index| operands.get(index)) {
            Some(operand) => shown.push_str(operand),
            None => shown.push('%'),
        }
        rest = if digits == 0 { after.strip_prefix('%').unwrap_or(after) } else { &after[digits..] };
    }
    shown + rest
}

/// The literals of a text, each with what is before it.
fn literals(text: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = text.split('"').collect();
    parts.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// A file of these instructions, each on a separate line after the seven lines of a header.
fn file(instructions: &[&str]) -> String {
    let (version, target) = ON;
    let mut text = format!(
        ".version {version}\n.target {target}\n.address_size 64\n.visible .entry k() {{\n\
         .reg .pred %p<9>; .reg .b16 %h<99>; .reg .b32 %r<300>;\n\
         .reg .b64 %rd<99>; .reg .f32 %f<300>; .reg .f64 %fd<99>;\n\n"
    );
    for instruction in instructions {
        text.push_str(&format!("{{ {instruction} }}\n"));
    }
    text + "}\n"
}

/// Numbers of the instructions that are refused, with code and sentence.
fn refused(instructions: &[&String]) -> BTreeMap<usize, (String, String)> {
    let texts: Vec<&str> = instructions.iter().map(|text| text.as_str()).collect();
    let source = Source::new("headers", file(&texts));
    let parsed = ptx::parse(&source);
    let verified = ptx::verify(&parsed.module, &parsed.map);
    let mut refused = BTreeMap::new();
    for found in parsed.diagnostics.iter().chain(&verified) {
        let Some(Place::Span(span)) = found.primary().map(|label| &label.place) else { continue };
        let line = source.position(span.start).line as usize;
        refused.entry(line.saturating_sub(8)).or_insert((found.code.0.to_owned(), found.message.clone()));
    }
    refused
}
