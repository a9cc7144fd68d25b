//! Every form and special register on every target: `ptxas` and the verifier accept and refuse the same.

use std::collections::BTreeMap;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use tilewright::diag::{Place, Source};
use tilewright::ptx::{self, Special, Target, Type};

use super::samples;

/// Versions with targets: each target with the newest version, and versions with the targets that were new then.
const PAIRS: &[(&str, &str)] = &[
    ("9.4", "sm_75"),
    ("9.4", "sm_80"),
    ("9.4", "sm_86"),
    ("9.4", "sm_87"),
    ("9.4", "sm_88"),
    ("9.4", "sm_89"),
    ("9.4", "sm_90"),
    ("9.4", "sm_90a"),
    ("9.4", "sm_100"),
    ("9.4", "sm_100f"),
    ("9.4", "sm_100a"),
    ("9.4", "sm_103f"),
    ("9.4", "sm_103a"),
    ("9.4", "sm_110f"),
    ("9.4", "sm_110a"),
    ("9.4", "sm_120"),
    ("9.4", "sm_120f"),
    ("9.4", "sm_120a"),
    ("9.4", "sm_121a"),
    ("6.3", "sm_75"),
    ("6.4", "sm_75"),
    ("6.5", "sm_75"),
    ("7.0", "sm_80"),
    ("7.1", "sm_80"),
    ("7.2", "sm_86"),
    ("7.4", "sm_80"),
    ("7.5", "sm_80"),
    ("7.8", "sm_90"),
    ("8.0", "sm_90a"),
    ("8.1", "sm_90a"),
    ("8.3", "sm_90a"),
    ("8.4", "sm_90a"),
    ("8.6", "sm_100a"),
    ("8.7", "sm_120a"),
    ("8.8", "sm_100f"),
    ("9.0", "sm_110a"),
    ("9.1", "sm_120a"),
    // Targets for which machine code is no longer generated are tested on the first supported target.
    ("3.1", "sm_35"),
    ("3.2", "sm_35"),
    ("4.0", "sm_50"),
    ("4.3", "sm_52"),
    ("5.0", "sm_61"),
    ("6.0", "sm_70"),
    ("8.2", "sm_35"),
    ("8.2", "compute_53"),
    ("8.2", "compute_61"),
    ("9.4", "sm_72"),
];

/// Versions with targets for which modifiers are left out.
const LEFT_OUT: &[(&str, &str)] =
    &[("4.3", "sm_52"), ("6.3", "sm_75"), ("9.4", "sm_90a"), ("9.4", "sm_120a")];

/// Where the two differ, and why: what an instruction begins with, and what else it holds.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    ("cvt.sat.", "", "ptxas refuses `.sat` where nothing can saturate"),
    ("setp.", ".ftz.f64", "the verifier takes `.ftz` beside `.f64`, where ptxas does not"),
    ("set.", ".ftz.u32.f64", "the same"),
    ("set.", ".ftz.s32.f64", "the same"),
    ("set.", ".ftz.f32.f64", "the same"),
    ("cvta.", ".u32", "ptxas refuses the whole file"),
    ("ld.", "param::func", "the same, where no call returns what is read"),
    ("sust.p.a", "", "ptxas takes arrays from PTX 4.1 on"),
    ("testp.f", "", "ptxas takes it without its test, which the ISA does not"),
    ("cp.async.c", "shared::cta", "ptxas takes `.shared::cta` before PTX 7.8, the version that has it"),
];

/// Most times that `ptxas` is asked about what it has not yet refused.
const ROUNDS: usize = 40;

pub(super) fn trials() -> Vec<Trial> {
    let missing = real_tools::Release::V13_4.find("ptxas").is_none() && !real_tools::required();
    let each = PAIRS.iter().map(|&(version, target)| {
        let name = format!("ptx: forms for PTX {version} and {target} as ptxas");
        Trial::test(name, move || test(version, target)).with_ignored_flag(missing)
    });
    let left_out = LEFT_OUT.iter().map(|&(version, target)| {
        let name = format!("ptx: modifiers left out for PTX {version} and {target} as ptxas");
        Trial::test(name, move || left_out(version, target)).with_ignored_flag(missing)
    });
    each.chain(left_out).collect()
}

/// Every form with each of its modifiers left out.
fn left_out(version: &str, target: &str) -> Result<(), Failed> {
    let mut texts: Vec<String> = samples::left_out().into_iter().map(|sample| sample.text).collect();
    texts.retain(|text| samples::has_b128(version) || !text.contains("%q"));
    // These end the whole file: addresses of 32 bits, and what no call returns.
    texts.retain(|text| {
        !(text.starts_with("ld.param::func") || text.starts_with("cvta") && text.contains("%r"))
    });
    // ptxas takes wgmma without `.aligned`, and a word as the offset of a cube, which has none; the ISA takes neither.
    texts.retain(|text| !text.starts_with("wgmma.") || text.contains(".aligned"));
    texts.retain(|text| !(text.starts_with("tex.cube.") && text.contains("}], %r")));
    Ok(compared(version, target, &texts)?)
}

fn test(version: &str, target: &str) -> Result<(), Failed> {
    // Older versions differ in what came when, which words show one by one.
    let newest = PAIRS.iter().take_while(|(other, _)| *other == PAIRS[0].0);
    let pairs = newest.zip(0..).find(|(pair, _)| **pair == (version, target));
    let pairs = pairs.map_or_else(Vec::new, |(_, seed)| samples::pairs(seed));
    let samples = samples::all().into_iter().chain(pairs);
    let mut texts: Vec<String> = samples.map(|sample| sample.text).collect();
    texts.extend(Special::all().map(|special| match special.of() {
        Type::Pred => format!("mov.pred %p1, {}", special.text()),
        of if of.bits() == 64 => format!("mov.b64 %d1, {}", special.text()),
        _ => format!("mov.b32 %r1, {}", special.text()),
    }));
    // Without registers of 128 bits there is nothing to refuse.
    texts.retain(|text| samples::has_b128(version) || !text.contains("%q"));
    Ok(compared(version, target, &texts)?)
}

/// Do both accept and refuse the same of these?
fn compared(version: &str, target: &str, texts: &[String]) -> Result<(), String> {
    let ours = refused_by_us(version, target, texts);
    let theirs = refused_by_ptxas(version, target, texts)?;
    let mut differences = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let known =
            DIFFERENCES.iter().any(|(begin, holds, _)| text.starts_with(begin) && text.contains(holds));
        match (ours.get(&index), theirs.get(&index)) {
            _ if known => {}
            (Some(why), None) => differences.push(format!("only the verifier refuses `{text}`: {why}")),
            (None, Some(why)) => differences.push(format!("only ptxas refuses `{text}`: {why}")),
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
    if differences.is_empty() { Ok(()) } else { Err(differences.join("\n")) }
}

/// Instructions of one text: fewer than the mistakes that a text may have.
const CHUNK: usize = 80;

/// Numbers of the instructions that the verifier refuses, with its messages.
fn refused_by_us(version: &str, target: &str, texts: &[String]) -> BTreeMap<usize, String> {
    let mut refused = BTreeMap::new();
    for (chunk, texts) in texts.chunks(CHUNK).enumerate() {
        let text = samples::file(version, target, texts.iter().map(String::as_str));
        let source = Source::new("samples", text.as_str());
        let parsed = ptx::parse(&source);
        let verified = ptx::verify(&parsed.module, &parsed.map);
        for found in parsed.diagnostics.iter().chain(&verified) {
            let Some(Place::Span(span)) = found.primary().map(|label| &label.place) else { continue };
            let line = source.position(span.start).line as usize;
            if let Some(index) = number_of(&text, line) {
                refused.entry(chunk * CHUNK + index).or_insert(found.message.clone());
            }
        }
    }
    refused
}

/// The same for `ptxas`, which runs again without the refused instructions: it only checks semantics if the syntax is right.
fn refused_by_ptxas(
    version: &str,
    target: &str,
    texts: &[String],
) -> Result<BTreeMap<usize, String>, String> {
    let ptxas =
        real_tools::Release::V13_4.find("ptxas").ok_or("ptxas is not installed; `.ci/tools` installs it")?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("samples.ptx");
    let mut refused = BTreeMap::new();
    for _ in 0..ROUNDS {
        let left = texts.iter().enumerate().map(|(i, text)| if refused.contains_key(&i) { "" } else { text });
        let text = samples::file(version, target, left);
        std::fs::write(&path, &text).map_err(|error| error.to_string())?;
        let mut command = Command::new(&ptxas);
        let code = Target::parse(target).ok_or("no target")?.to_assemble().to_string();
        command.args(["-arch", &code, "-O0", "-o", "/dev/null"]).arg(&path);
        let output = command.output().map_err(|error| format!("ptxas: {error}"))?;
        if output.status.success() {
            return Ok(refused);
        }
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let before = refused.len();
        // Nothing is wrong with a line, only with the whole: instructions on 32-bit addresses end later stages.
        if errors.lines().any(|line| line.contains("32-Bit")) {
            return Ok(refused);
        }
        // Instructions that it expands have lines of their own.
        let expanded = |line: &str| line.contains("<macro util>");
        let wrong = |line: &&str| (line.contains("error") || line.contains("fatal")) && !expanded(line);
        for error in errors.lines().filter(wrong) {
            let line = error.split_once(", line ").and_then(|(_, rest)| rest.split(';').next()?.parse().ok());
            if let Some(index) = line.and_then(|line| number_of(&text, line)) {
                refused.entry(index).or_insert_with(|| error.to_owned());
            }
        }
        if refused.len() == before && errors.lines().any(expanded) {
            return Ok(refused);
        }
        if refused.len() == before {
            return Err(errors);
        }
    }
    Err(format!("ptxas refuses something new in each of {ROUNDS} runs"))
}

/// The number at the end of a line of the samples.
fn number_of(text: &str, line: usize) -> Option<usize> {
    text.lines().nth(line.checked_sub(1)?)?.rsplit_once("// ")?.1.parse().ok()
}
