//! From two accesses that race to a finding: which operations, where, and what to change.

use cuda_tile::Module;
use ir::Op;
use launch::{BlockId, Schedule};

use super::class::Reach;
use super::finding::{Finding, Other};
use super::history::Record;
use super::kind::Kind;
use super::shadow::{Race, Shadow};
use super::{Watch, dataflow, fix};
use crate::cause::Case;

impl Watch {
    /// Turns the races that came up since the last call into findings. `describe` names an element of memory.
    pub(crate) fn settle(&mut self, module: &Module, describe: &dyn Fn(&Race) -> String) {
        for race in std::mem::take(&mut self.shadow.races) {
            let finding = finding(&race, &self.shadow, module, &describe(&race));
            if self.kinds.has(finding.kind) {
                self.found.push(Finding { schedule: self.schedule, ..finding });
            }
        }
    }
}

/// The case that a race is.
fn case(race: &Race, first: Op, second: Op, module: &Module) -> Case {
    let updates = || {
        race.latest
            && !race.first.class.writes
            && race.second.class.writes
            && dataflow::updates(module, first, second)
    };
    match (race.first.event.block == race.second.event.block, race.unfenced) {
        (_, true) => Case::UNFENCED,
        (true, false) if updates() => Case::UNORDERED_UPDATE,
        (true, false) => Case::RACE_IN_BLOCK,
        (false, false) => Case::RACE_ACROSS_BLOCKS,
    }
}

/// The verb of an access: "writes", "reads (acquire)".
fn verb(record: &Record) -> &'static str {
    match (record.class.writes, record.class.reach != Reach::Weak) {
        (true, false) => "writes",
        (false, false) => "reads",
        (true, true) => "atomically writes",
        (false, true) => "atomically reads",
    }
}

fn message(case: Case, [first, second]: [&str; 2], race: &Race, element: &str) -> String {
    let (one, two) = (verb(&race.second), verb(&race.first));
    if case == Case::UNORDERED_UPDATE {
        return format!("`{second}` updates {element}, which `{first}` {two}; no token orders the two");
    }
    let lacking = match case {
        Case::UNFENCED => "; there is no fence between the two",
        Case::RACE_IN_BLOCK => "; no token orders the two",
        _ => " in another tile block; nothing orders the two",
    };
    format!("`{second}` {one} {element}, which `{first}` {two}{lacking}")
}

fn finding(race: &Race, shadow: &Shadow, module: &Module, element: &str) -> Finding {
    let (first, second) = (shadow.op(race.first.event.column), shadow.op(race.second.event.column));
    let case = case(race, first, second, module);
    let names = [first, second].map(|op| module.spec(op).mnemonic);
    let block = shadow.block_id(race.second.event.block);
    let other = shadow.block_id(race.first.event.block);
    let place = |[x, y, z]: BlockId| format!("tile block {x},{y},{z}");
    let text = |record: &Record, block| format!("{} here, in {}", verb(record), place(block));
    let mut others = vec![Other { op: first, block: Some(other), text: text(&race.first, other) }];
    let fix = fix::of(case, race, [first, second], shadow, module);
    // An op that the report points at already needs no second label.
    if let Some((op, text)) = fix.other.filter(|(op, _)| ![first, second].contains(op)) {
        others.push(Other { op, block: None, text: text.to_owned() });
    }
    Finding {
        kind: Kind::of(case.code()).expect("every code of this engine has a kind"),
        code: case.code(),
        message: message(case, names, race, element),
        op: Some(second),
        text: text(&race.second, block),
        block,
        element: None,
        others,
        notes: Vec::new(),
        fix: fix.text,
        schedule: Schedule::InOrder,
    }
}
