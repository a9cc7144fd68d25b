//! Advice: possible improvements, with the reason and a suggested change.
//!
//! Advice is a remark with a suggestion, in the argument [`HELP`]. `tilewright compile` shows it by default, one line each. A
//! remark therefore gets a suggestion only if the program can be changed, and if the change is known to help.

mod access;
mod live;
mod occupancy;
mod product;

use std::borrow::Cow;

use diag::Place;

use super::remark::{Kind, Remark};

pub(crate) use access::of_accesses;
pub(crate) use live::{name_spilled, of_live_tiles};
pub(crate) use occupancy::of_occupancy;
pub(crate) use product::Obstacle;

/// The argument of a remark with the suggested change.
pub(crate) const HELP: &str = "Help";

impl Remark {
    /// The suggested change of the program, if there is one.
    pub fn help(&self) -> Option<&str> {
        self.args.iter().find(|(key, _)| key == HELP).map(|(_, help)| help.as_str())
    }

    /// True for a remark about a missed optimisation with a suggestion.
    pub fn is_advice(&self) -> bool {
        matches!(self.kind, Kind::Missed | Kind::Failed) && self.help().is_some()
    }
}

/// The argument with the suggested change.
pub(crate) fn help(text: impl Into<String>) -> (Cow<'static, str>, String) {
    (HELP.into(), text.into())
}

/// Whether a location is in Python, so that suggestions refer to cuTile.
fn is_python(place: Option<&Place>) -> bool {
    matches!(place, Some(Place::Location(at)) if at.file.ends_with(".py"))
}

/// `a`, `a and b`, `a, b and c`.
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
