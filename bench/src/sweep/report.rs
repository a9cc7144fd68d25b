//! The table of a sweep, its totals, and the targets that are missed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use real_tools::Release;
use serde_json::{Value, json};

use super::{Made, Row, TARGETS};
use crate::table;

/// Where the generated part of the document begins and ends.
const MARKS: [&str; 2] = ["<!-- sweep: cargo xtask bench sweep --update -->\n", "<!-- end of sweep -->\n"];

/// The document with the totals of a sweep of a date in it; none without the marks.
pub fn document(old: &str, rows: &[Row], date: &str) -> Option<String> {
    table::between(old, MARKS, &format!("{date}.\n\n{}", totals(rows)))
}

/// All rows and the totals in Markdown, and the targets that are missed.
pub fn text(rows: &[Row]) -> String {
    let mut text = format!("{}\n{}", each(rows), totals(rows));
    let missed = misses(rows);
    let _ = writeln!(text, "\n### Targets missed: {}\n", missed.len());
    for miss in missed {
        let _ = writeln!(text, "- {miss}");
    }
    text
}

/// Every missed target, one per line.
pub fn misses(rows: &[Row]) -> Vec<String> {
    let mut missed = Vec::new();
    for row in rows {
        let mut miss = |what: String| missed.push(format!("{}, {}: {what}", row.name, row.target));
        match (&row.ours, row.theirs.iter().any(Result::is_ok)) {
            (Err(why), true) => miss(format!("refused, `tileiras` compiles it: {why}")),
            (Ok(Made { code: Err(why), .. }), _) => miss(format!("`ptxas` refuses the PTX: {why}")),
            (Ok(_), _) | (Err(_), false) => {}
        }
        if let Some((code, limit)) = cliff(row) {
            miss(format!("{} bytes spilled with {} registers of {limit}", code.spilled, code.registers));
        }
        if let Some(Err(why)) = &row.values {
            miss(format!("values differ: {why}"));
        }
    }
    missed
}

/// Registers are given to a thread in units of this many, so that code with 249 occupies as many as code with 255.
const REGISTER_UNIT: u64 = 8;

/// Code that spills while it occupies fewer registers than a thread can have, and how many that are.
fn cliff(row: &Row) -> Option<(super::Code, u64)> {
    let made = row.ours.as_ref().ok()?;
    let code = *made.code.as_ref().ok()?;
    // 255 are named; of 256 or more the file would have room for.
    (code.spilled > 0 && code.registers.next_multiple_of(REGISTER_UNIT) < made.limit)
        .then_some((code, made.limit))
}

/// The code of each compiler: ours, and that of each release of the closed one.
fn codes(row: &Row) -> [Option<&super::Code>; 3] {
    let [older, newer] = &row.theirs;
    let ours = row.ours.as_ref().ok().and_then(|made| made.code.as_ref().ok());
    [ours, older.as_ref().ok(), newer.as_ref().ok()]
}

fn each(rows: &[Row]) -> String {
    let cells = rows.iter().map(|row| {
        let made = row.ours.as_ref().ok();
        let ours = made.and_then(|made| made.code.as_ref().ok());
        let codes = codes(row);
        let none = || "–".to_owned();
        let number = |number: Option<u64>| number.map_or_else(none, |number| number.to_string());
        let of_each = |of: fn(&super::Code) -> u64| codes.map(|code| number(code.map(of))).join(" / ");
        let values = match &row.values {
            None => none(),
            Some(Ok(())) => "right".to_owned(),
            Some(Err(_)) => "**wrong**".to_owned(),
        };
        vec![
            row.name.clone(),
            row.target.to_owned(),
            number(made.map(|made| made.threads / 32)),
            of_each(|code| code.registers),
            of_each(|code| code.spilled),
            made.map_or_else(none, |made| made.size.to_string()),
            ours.map_or_else(none, |code| format!("{:.2}", code.seconds)),
            values,
        ]
    });
    let heads =
        ["kernel", "target", "warps", "registers", "spilled bytes", "bytes of PTX", "seconds", "values"];
    table::cells(&heads, cells)
}

/// Counts of the rows of a target.
#[derive(Default)]
struct Totals {
    kernels: u64,
    refused: [u64; 3],
    /// Refused by ours alone.
    alone: u64,
    spilling: [u64; 3],
    spilled: [u64; 3],
    cliffs: u64,
    size: u64,
    seconds: [f64; 3],
    slowest: f64,
    values: [u64; 2],
}

impl Totals {
    fn take(&mut self, row: &Row) {
        self.kernels += 1;
        let made = row.ours.as_ref().ok();
        let codes = codes(row);
        for (side, code) in codes.iter().enumerate() {
            match code {
                None => self.refused[side] += 1,
                Some(code) => {
                    self.spilling[side] += u64::from(code.spilled > 0);
                    self.seconds[side] += code.seconds;
                }
            }
        }
        self.alone += u64::from(codes[0].is_none() && codes[1..].iter().any(Option::is_some));
        // Bytes are compared where all compile.
        if let [Some(ours), Some(older), Some(newer)] = codes {
            for (spilled, code) in self.spilled.iter_mut().zip([ours, older, newer]) {
                *spilled += code.spilled;
            }
        }
        self.cliffs += u64::from(cliff(row).is_some());
        self.size += made.map_or(0, |made| made.size as u64);
        self.slowest = codes[0].map_or(self.slowest, |code| self.slowest.max(code.seconds));
        match &row.values {
            Some(Ok(())) => self.values[0] += 1,
            Some(Err(_)) => self.values[1] += 1,
            None => {}
        }
    }
}

/// Totals of each target.
fn totals(rows: &[Row]) -> String {
    let mut all: BTreeMap<usize, Totals> = BTreeMap::new();
    for row in rows {
        let number = TARGETS.iter().position(|target| *target == row.target).unwrap_or(TARGETS.len());
        all.entry(number).or_default().take(row);
    }
    let of_each = |counts: &[u64; 3]| counts.map(|count| count.to_string()).join(" / ");
    let cells = all.iter().map(|(&number, totals)| {
        vec![
            TARGETS.get(number).copied().unwrap_or("").to_owned(),
            totals.kernels.to_string(),
            of_each(&totals.refused),
            totals.alone.to_string(),
            of_each(&totals.spilling),
            of_each(&totals.spilled),
            totals.cliffs.to_string(),
            format!("{} / {}", totals.values[0], totals.values[1]),
            format!("{:.1}", totals.size as f64 / 1e6),
            totals.seconds.map(|seconds| format!("{seconds:.0}")).join(" / "),
            format!("{:.1}", totals.slowest),
        ]
    });
    let [older, newer] = Release::ALL.map(Release::number);
    let seconds = format!("seconds, ours / tileiras {older} / {newer}");
    let heads = [
        "target",
        "kernels",
        "refused",
        "by ours alone",
        "that spill",
        "spilled bytes",
        "that spill below the limit",
        "values right / wrong",
        "MB of PTX",
        &seconds,
        "slowest",
    ];
    table::cells(&heads, cells)
}

/// A row as JSON.
pub fn json(row: &Row) -> Value {
    let code = |code: &super::Code| json!({ "registers": code.registers, "spilled": code.spilled, "seconds": code.seconds });
    let ours = match &row.ours {
        Err(why) => json!({ "refused": why }),
        Ok(made) => json!({
            "bytes": made.size, "limit": made.limit, "threads": made.threads,
            "code": made.code.as_ref().map_or_else(|why| json!({ "refused": why }), code),
        }),
    };
    json!({
        "kernel": row.name, "target": row.target, "ours": ours,
        "theirs": row.theirs.each_ref().map(|made| made.as_ref().map_or_else(|why| json!({ "refused": why }), code)),
        "values": row.values.as_ref().map(|values| values.as_ref().err().map_or("right", String::as_str)),
    })
}
