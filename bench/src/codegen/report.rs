//! The tables that `docs/codegen.md` keeps.

use std::fmt::Write as _;

use real_tools::Release;
use serde_json::{Value, json};

use super::machine::Kernel;
use super::{Measured, Ratios, Step, greater, milliseconds, misses, per_step};
use crate::table;

/// Where the generated part of the document begins and ends.
const MARKS: [&str; 2] =
    ["<!-- figures: cargo xtask bench codegen --update -->\n", "<!-- end of figures -->\n"];

/// The document with new figures in it; none without the marks.
pub fn document(old: &str, rows: &[Measured]) -> Option<String> {
    table::between(old, MARKS, &text(rows))
}

/// All tables in Markdown, and the targets that are missed.
pub fn text(rows: &[Measured]) -> String {
    let [older, newer] = Release::ALL.map(Release::number);
    let mut text = format!(
        "Each figure is ours / that of `tileiras` {older} / that of {newer}.\n\n### Resources of kernels\n\n{}\n",
        resources(rows)
    );
    let [of_warp, of_block] = steps(rows);
    let _ = write!(text, "### One iteration of the main loop, one warp\n\n{of_warp}\n");
    let _ =
        write!(text, "### One iteration of the main loop, all computing warps of a block\n\n{of_block}\n");
    let _ = write!(text, "### Memory\n\n{}\n", memory(rows));
    let _ = write!(text, "### Time to compile\n\n{}\n", times(rows));
    let missed = misses(rows);
    let _ = writeln!(text, "### Targets missed: {} of {} rows' figures", missed.len(), rows.len());
    list(&mut text, missed);
    let greater = greater(rows);
    if !greater.is_empty() {
        text.push_str("\n### Figures greater than theirs, with every target met\n");
        list(&mut text, greater);
    }
    text
}

/// Items after an empty line.
fn list(text: &mut String, items: Vec<String>) {
    let mut before = "\n";
    for item in items {
        let _ = writeln!(text, "{before}- {item}");
        before = "";
    }
}

/// A table of kernels, and below it the limits that they miss.
pub(super) fn with_misses(mut table: String, missed: Vec<String>, kernels: usize) -> String {
    let _ = writeln!(table, "\nLimits missed: {} of {kernels} kernels' figures", missed.len());
    list(&mut table, missed);
    table
}

/// `ours / theirs of the older release / theirs of the newer`.
pub(super) fn figures(sides: [Option<String>; 3]) -> String {
    sides.map(|side| side.unwrap_or_else(|| "–".to_owned())).join(" / ")
}

/// The kernel of each compiler.
fn sides(row: &Measured) -> [Option<&Kernel>; 3] {
    let [older, newer] = &row.theirs;
    [&row.ours, older, newer].map(Option::as_ref)
}

fn all(row: &Measured, of: impl Fn(&Kernel) -> u64) -> String {
    figures(sides(row).map(|kernel| kernel.map(|kernel| of(kernel).to_string())))
}

fn resources(rows: &[Measured]) -> String {
    let cells = rows.iter().map(|row| {
        vec![
            row.name.to_owned(),
            row.target.to_owned(),
            all(row, |kernel| kernel.registers),
            all(row, |kernel| kernel.spilled),
            all(row, |kernel| kernel.shared),
            all(row, |kernel| kernel.warps),
            all(row, |kernel| kernel.all.instructions),
        ]
    });
    let heads = ["kernel", "target", "registers", "spilled bytes", "shared bytes", "warps", "instructions"];
    table::cells(&heads, cells)
}

/// A count of a step.
type Of = fn(&Step) -> f64;

/// Two tables: instructions of a warp in a step, and work of all warps.
fn steps(rows: &[Measured]) -> [String; 2] {
    let of_warp: [(&str, Of); 5] = [
        ("mma", |step| step.products),
        ("ldmatrix", |step| step.matrices),
        ("other loads", |step| step.shared),
        ("barriers", |step| step.barriers),
        ("instructions", |step| step.instructions),
    ];
    let of_block: [(&str, Of); 4] = [
        ("mma", |step| step.products * step.warps),
        ("ldmatrix", |step| step.matrices * step.warps),
        ("other loads", |step| step.shared * step.warps),
        ("instructions", |step| step.instructions * step.warps),
    ];
    [counts(rows, &of_warp), counts(rows, &of_block)]
}

fn counts(rows: &[Measured], columns: &[(&str, Of)]) -> String {
    let rows = rows.iter().filter(|row| row.products.is_some());
    let cells = rows.map(|row| {
        let cell = |&(_, count): &(&str, Of)| {
            figures(sides(row).map(|kernel| match kernel {
                Some(kernel) if kernel.group_products => Some("groups".to_owned()),
                kernel => Some(format!("{:.0}", count(&per_step(row, kernel?)?))),
            }))
        };
        [row.name.to_owned(), row.target.to_owned()].into_iter().chain(columns.iter().map(cell)).collect()
    });
    let heads: Vec<&str> =
        ["kernel", "target"].into_iter().chain(columns.iter().map(|&(head, _)| head)).collect();
    table::cells(&heads, cells)
}

fn memory(rows: &[Measured]) -> String {
    let cells = rows.iter().map(|row| {
        let mut cells = vec![row.name.to_owned(), row.target.to_owned()];
        match &row.memory {
            Err(why) => cells.extend([why.clone(), String::new(), String::new()]),
            Ok(memory) => {
                let [sectors, least, requests] = memory.sectors;
                let each = |count: u64| format!("{:.2}", count as f64 / requests.max(1) as f64);
                cells.push(format!("{} / {}", memory.wavefronts[0], memory.wavefronts[1]));
                cells.push(requests.to_string());
                cells.push(format!("{} / {}", each(sectors), each(least)));
            }
        }
        cells
    });
    table::cells(
        &["kernel", "target", "wavefronts of shared memory", "global requests", "sectors each"],
        cells,
    )
}

fn times(rows: &[Measured]) -> String {
    let cells = rows.iter().map(|row| {
        let whole = row.whole.map(|time| time.map(|time| format!("{:.0}", milliseconds(time))));
        let ratio = |side: usize| {
            let (ours, theirs) = row.whole[0].zip(row.whole[1 + side])?;
            Some(format!("{:.2}", ours.as_secs_f64() / theirs.as_secs_f64()))
        };
        let ratios = [0, 1].map(|side| ratio(side).unwrap_or_else(|| "–".to_owned())).join(" / ");
        let (time, target_ms) = (milliseconds(row.to_ptx.0), row.to_ptx.1);
        let to_ptx = format!("{time:.1}");
        let to_ptx = if time > target_ms { format!("**{to_ptx}**") } else { to_ptx };
        vec![
            row.name.to_owned(),
            row.target.to_owned(),
            to_ptx,
            target_ms.to_string(),
            figures(whole),
            ratios,
        ]
    });
    let heads = ["kernel", "target", "to PTX, ms", "target, ms", "whole process, ms", "ratios"];
    let mut text = table::cells(&heads, cells);
    for (side, release) in Release::ALL.into_iter().enumerate() {
        if let Some(Ratios { median, sum }) = Ratios::of(rows, side) {
            let number = release.number();
            let _ = writeln!(
                text,
                "\nWhole processes, of {number}: {median:.2} in the median, {sum:.2} in the sum."
            );
        }
    }
    text
}

/// A row as JSON.
pub fn json(row: &Measured) -> Value {
    let kernel = |kernel: &Option<Kernel>| {
        kernel.as_ref().map(|kernel| {
            let step = per_step(row, kernel);
            json!({
                "registers": kernel.registers, "spilled": kernel.spilled, "shared": kernel.shared, "warps": kernel.warps,
                "instructions": kernel.all.instructions,
                "step": step.map(|step| json!({
                    "mma": step.products, "ldmatrix": step.matrices, "loads": step.shared, "barriers": step.barriers,
                    "instructions": step.instructions, "warps": step.warps,
                })),
            })
        })
    };
    let memory = row.memory.as_ref().ok().map(|memory| {
        json!({
            "wavefronts": memory.wavefronts[0], "least_wavefronts": memory.wavefronts[1],
            "sectors": memory.sectors[0], "least_sectors": memory.sectors[1], "requests": memory.sectors[2],
        })
    });
    json!({
        "kernel": row.name, "target": row.target, "ours": kernel(&row.ours), "theirs": by_release(row.theirs.each_ref().map(kernel)), "memory": memory,
        "to_ptx_ms": milliseconds(row.to_ptx.0), "target_ms": row.to_ptx.1,
        "whole_ms": row.whole.map(|time| time.map(milliseconds)),
    })
}

/// An object with a member for each release.
pub(super) fn by_release(values: [Option<Value>; 2]) -> Value {
    let named = Release::ALL.into_iter().zip(values);
    named.map(|(release, value)| (release.number().to_owned(), value.unwrap_or(Value::Null))).collect()
}
