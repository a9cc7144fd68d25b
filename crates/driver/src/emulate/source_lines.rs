//! Source lines by cost: those of the tile program if the PTX was compiled from one.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use diag::Span;
use ptx_emu::count::Counted;
use ptx_emu::{Counters, Place};
use serde_json::{Value, json};

/// Lines that the table shows.
const SHOWN: usize = 10;

/// A map from instructions to lines of a text.
pub trait Lines {
    /// The position in the text of an instruction, or of the op that it was compiled from.
    fn span(&self, place: Place) -> Option<Span>;

    /// The origin of the instruction, if that is another text.
    fn origin(&self, place: Place) -> Option<String>;
}

#[derive(Default)]
struct Cost {
    turns: u64,
    issued: u64,
    sectors: u64,
    wavefronts: u64,
}

/// Each line of the source that instructions come from, the most expensive first.
fn lines(lines: &dyn Lines, counters: &Counters) -> Vec<(String, Cost)> {
    let mut found: BTreeMap<String, Cost> = BTreeMap::new();
    for counted in &counters.instructions {
        let Some(origin) = lines.origin(counted.place) else { continue };
        // Without its column: a line is what people look at.
        let line = match origin.rsplit_once(':') {
            Some((line, column))
                if line.contains(':') && column.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                line
            }
            _ => &origin,
        };
        let sum = found.entry(line.to_owned()).or_default();
        sum.turns += cost(counted);
        sum.issued += counted.issued;
        sum.sectors += counted.global.sectors;
        sum.wavefronts += counted.shared.wavefronts;
    }
    let mut found: Vec<(String, Cost)> = found.into_iter().filter(|(_, cost)| cost.turns > 0).collect();
    // The sort is stable: lines that cost the same stay in the order of their names.
    found.sort_by_key(|(_, cost)| std::cmp::Reverse(cost.turns));
    found
}

/// The table; empty if no line of a source is known.
pub(super) fn table(text: &mut String, of: &dyn Lines, counters: &Counters) {
    let found = lines(of, counters);
    if found.is_empty() {
        return;
    }
    let all: u64 = found.iter().map(|(_, cost)| cost.turns).sum();
    let _ = writeln!(
        text,
        "\n{:>12}{:>8}{:>12}{:>10}{:>12}  source",
        "cost", "share", "issued", "sectors", "wavefronts"
    );
    for (line, Cost { turns, issued, sectors, wavefronts }) in found.iter().take(SHOWN) {
        let share = share(*turns, all);
        let _ = writeln!(text, "{turns:>12}{share:>8}{issued:>12}{sectors:>10}{wavefronts:>12}  {line}");
    }
}

/// All of them as JSON.
pub(super) fn json(of: &dyn Lines, counters: &Counters) -> Value {
    let object = |(line, cost): (String, Cost)| {
        let Cost { turns, issued, sectors, wavefronts } = cost;
        json!({ "line": line, "cost": turns, "issued": issued, "sectors": sectors, "wavefronts": wavefronts })
    };
    lines(of, counters).into_iter().map(object).collect()
}

/// The use of the resource of an instruction: issue slots, wavefronts, or sectors.
pub(super) fn cost(counted: &Counted) -> u64 {
    counted.issued.max(counted.shared.wavefronts).max(counted.global.sectors)
}

/// A part of all, in percent.
pub(super) fn share(part: u64, all: u64) -> String {
    format!("{:.1}%", 100.0 * part as f64 / all.max(1) as f64)
}
