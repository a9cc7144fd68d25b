//! Products with block scales by warps on sm_120a: instructions of one warp in a step of the main loop, compared with both releases
//! of the closed compiler.

use std::path::Path;

use serde_json::{Value, json};

use super::machine::{self, Counts, Kernel};
use super::report::{by_release, figures, with_misses};
use super::sides::{Sides, Target, in_folder};
use crate::table;

const TARGET: Target = Target { ours: "sm_120a", theirs: "sm_120" };

/// A product, which is no kernel of the GPU kit.
struct Work {
    name: &'static str,
    text: &'static str,
    /// Instructions of a warp in a step besides products, at most.
    limit: f64,
}

/// Products of tiles of 128x128 in steps of 128.
const WORK: [Work; 2] = [
    Work {
        name: "GEMM mxf8 128x128x128",
        text: include_str!("../../kernels/codegen/gemm_mxf8.mlir"),
        limit: 120.0,
    },
    Work {
        name: "GEMM mxf4 128x128x128",
        text: include_str!("../../kernels/codegen/gemm_mxf4.mlir"),
        limit: 90.0,
    },
];
/// Multiplications of a step of a tile.
const STEP: u64 = 128 * 128 * 128;

/// The program of a product with block scales; none of another name.
pub(super) fn program_of(name: &str) -> Option<&'static str> {
    WORK.iter().find(|work| work.name == name).map(|work| work.text)
}

/// A kernel of warps that multiply with block scales.
pub struct Scaled {
    work: &'static Work,
    sides: Sides<Kernel>,
}

/// Measures the kernels whose name contains a word.
pub fn measure(only: &str) -> Vec<Scaled> {
    let wanted = WORK.iter().filter(|work| work.name.contains(only));
    in_folder("scaled", |folder| wanted.map(|work| row(work, folder)).collect())
}

fn row(work: &'static Work, folder: &Path) -> Scaled {
    Scaled { work, sides: Sides::compile((work.name, work.text), &TARGET, folder, machine::read) }
}

/// A count of one warp in a step; none if the loop has no products of matrices.
fn in_step(kernel: &Kernel, of: fn(&Counts) -> u64) -> Option<f64> {
    let counts = kernel.main_loop.filter(|counts| counts.products > 0)?;
    let steps = (counts.multiplications * kernel.warps) as f64 / STEP as f64;
    Some(of(&counts) as f64 / steps)
}

fn others(counts: &Counts) -> u64 {
    counts.instructions - counts.products
}

/// Every limit that is missed, one per line.
pub fn misses(rows: &[Scaled]) -> Vec<String> {
    let mut missed = Vec::new();
    for row in rows {
        let mut miss = |what: String| missed.push(format!("{}, {}: {what}", row.work.name, TARGET.ours));
        let Some(ours) = &row.sides.ours else {
            miss("is not compiled".to_owned());
            continue;
        };
        if ours.spilled > 0 {
            miss(format!("{} bytes spilled", ours.spilled));
        }
        match in_step(ours, others) {
            None => miss("its products are not by tensor cores".to_owned()),
            Some(count) if count > row.work.limit => {
                miss(format!(
                    "{count:.0} instructions a step besides products, the limit is {}",
                    row.work.limit
                ));
            }
            Some(_) => {}
        }
    }
    missed
}

/// The table, and what misses a limit.
pub fn text(rows: &[Scaled]) -> String {
    let cells = rows.iter().map(|row| {
        let of_step = |of: fn(&Counts) -> u64| {
            let counts = row.sides.each().map(|kernel| kernel.and_then(|kernel| in_step(kernel, of)));
            figures(counts.map(|count| count.map(|count| format!("{count:.0}"))))
        };
        let all = |of: fn(&Kernel) -> u64| row.sides.counts(|kernel| Some(of(kernel)));
        vec![
            row.work.name.to_owned(),
            of_step(|counts| counts.products),
            of_step(others),
            format!("{:.0}", row.work.limit),
            of_step(|counts| counts.matrices),
            of_step(|counts| counts.shared),
            all(|kernel| kernel.warps),
            all(|kernel| kernel.registers),
            all(|kernel| kernel.spilled),
        ]
    });
    let heads = [
        "kernel",
        "products",
        "other instructions",
        "limit",
        "`ldmatrix`",
        "other loads of shared memory",
        "warps",
        "registers",
        "spilled bytes",
    ];
    with_misses(table::cells(&heads, cells), misses(rows), rows.len())
}

/// Where the table begins and ends in the document.
const MARKS: [&str; 2] =
    ["<!-- scaled: cargo xtask bench codegen --update -->\n", "<!-- end of scaled -->\n"];

/// The document with a new table in it; none without the marks.
pub fn document(old: &str, rows: &[Scaled]) -> Option<String> {
    table::between(old, MARKS, &text(rows))
}

/// A row as JSON.
pub fn json(row: &Scaled) -> Value {
    let made = |kernel: &Option<Kernel>| {
        kernel.as_ref().map(|kernel| {
            json!({
                "registers": kernel.registers, "spilled": kernel.spilled, "warps": kernel.warps,
                "step": in_step(kernel, others).map(|others| json!({
                    "products": in_step(kernel, |counts| counts.products), "others": others,
                })),
            })
        })
    };
    json!({
        "kernel": row.work.name, "target": TARGET.ours, "limit": row.work.limit, "ours": made(&row.sides.ours),
        "theirs": by_release(row.sides.theirs.each_ref().map(made)),
    })
}
