//! Optimization hints: their form always, their contents on request.

use diag::Diagnostic;
use ir::spec::V13_5;
use ir::{AttrId, Field, StrId, Version};

use super::HintMode;
use super::check::{Checked, OpCheck, fail};
use super::codes::{HINT_FORM, HINTS};
use crate::attrs::Attr;
use crate::ops::Opcode;
use crate::roles;

const TARGETS: &[&str] = &[
    "sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90", "sm_100", "sm_103", "sm_107", "sm_110", "sm_120",
    "sm_121", "default",
];

/// Checks the hints in an attribute.
pub(super) fn check(check: &mut OpCheck<'_, '_>, field: Field) -> Checked {
    let Some(Attr::Dict(targets)) = check.attr(field) else { return Ok(()) };
    let module = check.module();
    for &(target, value) in targets {
        let Some(Attr::Dict(_)) = module.attrs.try_get(value) else {
            let message = format!(
                "expected dictionary attribute for optimization_hints entry `{}` got value={}",
                module.text(target),
                show(check, value)
            );
            return fail(check.error(HINT_FORM, message).help("write `target = {key = value, ..}`"));
        };
    }
    let refuse = match check.session.options.hints {
        HintMode::Ignore => return Ok(()),
        HintMode::Warn => false,
        HintMode::Error => true,
    };
    let mut found = Vec::new();
    for &(target, value) in targets {
        let Some(Attr::Dict(entries)) = module.attrs.try_get(value) else { continue };
        target_problems(check, target, entries, &mut found);
    }
    let failed = !found.is_empty() && refuse;
    for (message, help) in found {
        // In the words of the tools, which do not name the op here.
        let diagnostic = Diagnostic::warning(HINTS, message);
        let diagnostic = match module.place(check.op) {
            Some(place) => diagnostic.at(place, ""),
            None => diagnostic,
        };
        let diagnostic = help.into_iter().fold(diagnostic, Diagnostic::help);
        check.session.diagnostics.push(diagnostic);
    }
    check.ensure(!failed, HINTS, || "Optimization hints verification failed".to_owned())
}

type Problem = (String, Option<String>);

fn target_problems(
    check: &OpCheck<'_, '_>,
    target: StrId,
    entries: &[(StrId, AttrId)],
    found: &mut Vec<Problem>,
) {
    let module = check.module();
    let target = module.text(target);
    if !TARGETS.contains(&&*target) {
        let help = diag::suggest::did_you_mean(&target, TARGETS.iter().copied());
        found.push((format!("unknown hint key {target}"), help));
        return;
    }
    for &(key, value) in entries {
        let key = module.text(key);
        let kind = Kind::from_key(&key);
        let Some(kind) = kind.filter(|kind| kind.belongs_to(check.spec.opcode)) else {
            // A known hint of other ops is not misspelt.
            let help = diag::suggest::did_you_mean(&key, KEYS.iter().map(|&(name, _)| name));
            let help = help.filter(|_| kind.is_none());
            found.push((format!("{key} is not known hint for current Operation"), help));
            continue;
        };
        let limits = check.session.options.hint_limits;
        if let Some(message) = kind.problem(limits, &target, module.attrs.try_get(value)) {
            found.push((message, None));
        }
    }
}

/// The kind of a hint.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ctas,
    Warps,
    Occupancy,
    AllowTma,
    Latency,
}

const KEYS: [(&str, Kind); 5] = [
    ("num_cta_in_cga", Kind::Ctas),
    ("num_worker_warps_per_cta", Kind::Warps),
    ("occupancy", Kind::Occupancy),
    ("allow_tma", Kind::AllowTma),
    ("latency", Kind::Latency),
];

impl Kind {
    fn from_key(key: &str) -> Option<Kind> {
        KEYS.iter().find(|(name, _)| *name == key).map(|&(_, kind)| kind)
    }

    fn belongs_to(self, opcode: Opcode) -> bool {
        // An op with hints is the kernel or an access.
        match self {
            Kind::Ctas | Kind::Warps | Kind::Occupancy => opcode == Opcode::Entry,
            Kind::AllowTma => roles::view_index(opcode.spec()).is_some(),
            Kind::Latency => opcode != Opcode::Entry,
        }
    }

    /// The error of a value for `target`.
    fn problem(self, limits: Version, target: &str, value: Option<&Attr>) -> Option<String> {
        let key = KEYS.iter().find(|(_, kind)| *kind == self).map_or("", |&(name, _)| name);
        if self == Kind::AllowTma {
            let is_bool = matches!(value, Some(Attr::Bool(_)));
            return (!is_bool).then(|| format!("boolean value expected for {target}.{key}"));
        }
        let number = match value {
            Some(Attr::Int { ty, bits }) => {
                let shift = 64 - ty.bits();
                ((bits << shift) as i64) >> shift
            }
            // The tools read it as an integer of one bit, whose only bit is the sign.
            Some(Attr::Bool(value)) => -i64::from(*value),
            _ => return Some(format!("integer value expected for {target}.{key}")),
        };
        let (is_power, range) = match self {
            Kind::Ctas if target.starts_with("sm_8") => (true, 1..=1),
            Kind::Ctas => (true, 1..=16),
            Kind::Warps if limits < V13_5 => (true, 4..=8),
            Kind::Warps => (true, 1..=32),
            Kind::Occupancy => (false, 1..=32),
            Kind::Latency => (false, 1..=10),
            Kind::AllowTma => return None,
        };
        if is_power && (number < 1 || number.count_ones() != 1) {
            return Some(format!("power-of-2 expected for {target}.{key}"));
        }
        let clamped = number.clamp(*range.start(), *range.end());
        (clamped != number).then(|| format!("value {number} clamped to {clamped} for {target}.{key}"))
    }
}

/// An attribute as messages show it.
fn show(check: &OpCheck<'_, '_>, id: AttrId) -> String {
    let module = check.module();
    match module.attrs.try_get(id) {
        Some(Attr::Unit) => "unit".to_owned(),
        Some(Attr::Bool(value)) => value.to_string(),
        Some(Attr::Int { ty, bits }) => {
            let shift = 64 - ty.bits();
            format!("{} : {ty}", ((bits << shift) as i64) >> shift)
        }
        Some(Attr::Str(text)) => format!("\"{}\"", module.text(*text).escape_debug()),
        Some(_) => "an attribute of another kind".to_owned(),
        None => "nothing".to_owned(),
    }
}
