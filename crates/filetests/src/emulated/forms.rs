//! Every form of the table of instructions is executed by the emulator, or refused with a reason of its own.

use std::collections::BTreeMap;

use libtest_mimic::Trial;
use ptx_emu::Program;
use tilewright::diag::{Place, Source, render_short};
use tilewright::ptx;
use tilewright::ptx::spec::FormId;

use crate::ptx::samples::{self, Sample};

/// The message of a refusal of an instruction that was forgotten.
const FORGOTTEN: &str = "the emulator does not cover it";

pub(super) fn trials() -> Vec<Trial> {
    vec![Trial::test("emulated: forms of instructions", || Ok(forms()?))]
}

fn forms() -> Result<(), String> {
    let refused = refused()?;
    // Launches have no textures and surfaces, so that all of their forms are refused.
    let without = refused.values().filter(|why| why.contains("no textures and surfaces")).count();
    let (refused, all) = (refused.len() - without, FormId::all().count() - without);
    // Most others are executed: a change that refuses many is a mistake.
    if refused * 10 > all { Err(format!("{refused} of {all} are refused")) } else { Ok(()) }
}

/// Forms of which samples are not executed, with how many of them, and the reason.
pub(super) fn refused() -> Result<BTreeMap<FormId, String>, String> {
    let samples: Vec<Sample> = samples::all().into_iter().collect();
    let text = samples::file("9.4", "sm_100a", samples.iter().map(|sample| sample.text.as_str()));
    let source = Source::new("samples", text.as_str());
    let parsed = ptx::parse(&source);
    if let Some(found) = parsed.diagnostics.first() {
        return Err(render_short(found, Some(&source)));
    }
    let mut refused = BTreeMap::new();
    let mut forgotten = Vec::new();
    for kernel in parsed.module.entries() {
        let name = &parsed.module.functions[kernel].name;
        let Err(found) = Program::prepare(&parsed.module, &parsed.map, name) else { continue };
        for found in found {
            if found.message.ends_with(FORGOTTEN) || !found.message.contains(" is not executed: ") {
                forgotten.push(render_short(&found, Some(&source)));
            }
            if let Some(Place::Span(span)) = found.primary().map(|label| &label.place) {
                let line = source.position(span.start).line as usize;
                let sample = text.lines().nth(line - 1).and_then(|line| line.rsplit_once("// "));
                let sample = sample.and_then(|(_, number)| samples.get(number.parse::<usize>().ok()?));
                let sample = sample.ok_or("a refusal that is of no sample")?;
                let why = found.message.split_once(" is not executed: ").map_or("", |(_, why)| why);
                let reasons: &mut (usize, String) = refused.entry(sample.form).or_default();
                *reasons = (reasons.0 + 1, why.to_owned());
            }
        }
    }
    if !forgotten.is_empty() {
        return Err(forgotten.join("\n"));
    }
    let shown = refused.into_iter().map(|(form, (count, why))| {
        let all = samples.iter().filter(|sample| sample.form == form).count();
        (form, format!("{}: {why}", if count < all { "not with all words" } else { "no" }))
    });
    Ok(shown.collect())
}
