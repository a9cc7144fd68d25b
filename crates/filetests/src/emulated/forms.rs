//! Every form of the table of instructions is executed by the emulator, or refused with a reason of its own.

use std::collections::BTreeSet;

use libtest_mimic::Trial;
use ptx_emu::Program;
use tilewright::diag::{Place, Source, render_short};
use tilewright::ptx;

use crate::ptx::samples::{self, Sample};

/// What a refusal says of an instruction that was forgotten.
const FORGOTTEN: &str = "the emulator does not cover it";

pub(super) fn trials() -> Vec<Trial> {
    vec![Trial::test("emulated: forms of instructions", || Ok(forms()?))]
}

fn forms() -> Result<(), String> {
    let samples: Vec<Sample> = samples::all().into_iter().collect();
    let text = samples::file("9.4", "sm_100a", samples.iter().map(|sample| sample.text.as_str()));
    let source = Source::new("samples", text.as_str());
    let parsed = ptx::parse(&source);
    if let Some(found) = parsed.diagnostics.first() {
        return Err(render_short(found, Some(&source)));
    }
    let mut refused = BTreeSet::new();
    let mut forgotten = Vec::new();
    for kernel in parsed.module.entries() {
        let name = &parsed.module.functions[kernel].name;
        let Err(found) = Program::prepare(&parsed.module, &parsed.map, name) else { continue };
        for found in found {
            if found.message.ends_with(FORGOTTEN) || !found.message.contains(" is not executed: ") {
                forgotten.push(render_short(&found, Some(&source)));
            }
            if let Some(Place::Span(span)) = found.primary().map(|label| &label.place) {
                refused.insert(source.position(span.start).line);
            }
        }
    }
    if !forgotten.is_empty() {
        return Err(forgotten.join("\n"));
    }
    // Most are executed: a change that refuses many is a mistake.
    if refused.len() * 10 > samples.len() {
        return Err(format!("{} of {} are refused", refused.len(), samples.len()));
    }
    Ok(())
}
