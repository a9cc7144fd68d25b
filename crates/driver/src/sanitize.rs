//! Findings of the sanitizer as diagnostics.

use cuda_tile::Module;
use diag::{Code, Diagnostic, Severity};
use launch::Schedule;

use crate::results::Results;

pub use reference::sanitize::{Finding, Kind, Kinds, Other, Report, Settings, UnknownKind};

/// A sanitized run: the state after it, and the findings.
#[derive(Debug)]
pub struct Sanitized {
    /// The results of the first schedule.
    pub results: Results,
    /// The findings.
    pub report: Report,
}

/// A finding as a diagnostic: its operation, and the others that explain it, labelled.
pub fn diagnostic(module: &Module, finding: &Finding) -> Diagnostic {
    let severity = if finding.is_soft() { Severity::Warning } else { Severity::Error };
    let mut diagnostic = Diagnostic::new(severity, Code(finding.code), sentence(finding));
    if let Some(place) = finding.op.and_then(|op| module.place(op)) {
        diagnostic = diagnostic.at(place, &finding.text);
    }
    for other in &finding.others {
        let same = Some(other.op) == finding.op;
        diagnostic = match module.place(other.op).filter(|_| !same) {
            Some(place) => diagnostic.also(place, &other.text),
            // Two labels on one place would hide each other.
            None => diagnostic.note(&other.text),
        };
    }
    for note in &finding.notes {
        diagnostic = diagnostic.note(note);
    }
    if let Schedule::Seeded(seed) = finding.schedule {
        diagnostic = diagnostic.note(format!("`--schedule {seed}` shows it"));
    }
    match &finding.fix {
        Some(fix) => diagnostic.help(fix),
        None => diagnostic,
    }
}

/// The message, with block and element where no label names them.
fn sentence(finding: &Finding) -> String {
    if !finding.text.is_empty() {
        return finding.message.clone();
    }
    let [x, y, z] = finding.block;
    let element = finding.element.as_ref().filter(|element| !element.is_empty());
    let element = element.map_or(String::new(), |element| {
        let coordinates: Vec<String> = element.iter().map(u64::to_string).collect();
        format!(", element {}", coordinates.join(","))
    });
    format!("{} (in tile block {x},{y},{z}{element})", finding.message)
}
