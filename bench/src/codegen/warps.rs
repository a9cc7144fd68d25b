//! Products by warps on sm_120a: instructions of one warp in a step of the main loop, compared with both releases of the closed
//! compiler.
//!
//! The limits are those of the design of agents. The step of a product is 64 or 128 deep; that of attention is a tile of keys.

use std::path::Path;

use serde_json::{Value, json};

use super::machine::products::{self, ProductLoop};
use super::machine::{self, Kernel};
use super::report::{by_release, figures, with_misses};
use super::sides::{Sides, Target, in_folder};
use crate::gpu_kit::program_of;
use crate::table;

const TARGET: Target = Target { ours: "sm_120a", theirs: "sm_120" };

/// A kernel, and what is asked of its main loop.
struct Work {
    name: &'static str,
    /// Multiplications of a step of the tile.
    step: u64,
    /// Instructions of a warp in a step besides products, at most.
    limit: Option<f64>,
    /// Whether the loop is that of a product alone, with one wait, one arrival and no barrier.
    is_product: bool,
}

const fn product(name: &'static str, step: u64, limit: f64) -> Work {
    Work { name, step, limit: Some(limit), is_product: true }
}

/// Products with block scales, in which threads copy the scales.
const fn scaled(name: &'static str, limit: f64) -> Work {
    Work { name, step: 128 * 128 * 128, limit: Some(limit), is_product: false }
}

const fn attention(name: &'static str, step: u64, limit: Option<f64>) -> Work {
    Work { name, step, limit, is_product: false }
}

const WORK: &[Work] = &[
    product("GEMM f16 128x128x64", 128 * 128 * 64, 56.0),
    product("GEMM f16 128x256x64", 128 * 256 * 64, 64.0),
    product("GEMM f16 256x128x64", 256 * 128 * 64, 64.0),
    scaled(MXF8, 120.0),
    scaled(MXF4, 90.0),
    attention("attention f16 128x128x64, exp2 and fma", 2 * 128 * 128 * 64, Some(900.0)),
    attention("attention f16 128x128x128, exp2 and fma", 2 * 128 * 128 * 128, Some(900.0)),
    // No limit: each power of e is eight instructions, if the program requires all of its bits.
    attention("attention f16 128x128x64", 2 * 128 * 128 * 64, None),
    attention("attention f16 128x128x128", 2 * 128 * 128 * 128, None),
];

const MXF8: &str = "GEMM mxf8 128x128x128";
const MXF4: &str = "GEMM mxf4 128x128x128";

/// The program of a product with block scales, which is no kernel of the GPU kit; none of another name.
pub(super) fn scaled_program(name: &str) -> Option<&'static str> {
    match name {
        MXF8 => Some(include_str!("../../kernels/codegen/gemm_mxf8.mlir")),
        MXF4 => Some(include_str!("../../kernels/codegen/gemm_mxf4.mlir")),
        _ => None,
    }
}

/// The output of a compiler.
struct Made {
    kernel: Kernel,
    /// None where no product is by warps.
    inner: Option<ProductLoop>,
}

/// A kernel of warps that multiply.
pub struct ByWarps {
    work: &'static Work,
    sides: Sides<Made>,
}

/// Measures the kernels whose name contains a word.
pub fn measure(only: &str) -> Vec<ByWarps> {
    let wanted = WORK.iter().filter(|work| work.name.contains(only));
    in_folder("warps", |folder| wanted.map(|work| row(work, folder)).collect())
}

fn row(work: &'static Work, folder: &Path) -> ByWarps {
    let text = scaled_program(work.name).map(str::to_owned);
    let text = text.or_else(|| program_of(work.name)).expect("the kit times it");
    let read = |cubin: &Path| Some(Made { kernel: machine::read(cubin)?, inner: products::by_warps(cubin) });
    ByWarps { work, sides: Sides::compile((work.name, &text), &TARGET, folder, read) }
}

impl Work {
    /// A count of one warp in a step; none if the loop has no products of matrices.
    fn in_step(&self, made: &Made, of: fn(&Made, &ProductLoop) -> u64) -> Option<f64> {
        let inner = made.inner?;
        let steps = (inner.multiplications * made.kernel.warps) as f64 / self.step as f64;
        Some(of(made, &inner) as f64 / steps)
    }
}

fn products(_: &Made, inner: &ProductLoop) -> u64 {
    inner.products
}

fn others(_: &Made, inner: &ProductLoop) -> u64 {
    inner.others
}

fn waits(_: &Made, inner: &ProductLoop) -> u64 {
    inner.waits
}

fn arrivals(_: &Made, inner: &ProductLoop) -> u64 {
    inner.arrivals
}

fn barriers(_: &Made, inner: &ProductLoop) -> u64 {
    inner.barriers
}

/// Loads of matrices from shared memory.
fn matrices(made: &Made, _: &ProductLoop) -> u64 {
    made.kernel.main_loop.map_or(0, |counts| counts.matrices)
}

/// Other loads from shared memory.
fn shared(made: &Made, _: &ProductLoop) -> u64 {
    made.kernel.main_loop.map_or(0, |counts| counts.shared)
}

/// Every limit that is missed, one per line.
pub fn misses(rows: &[ByWarps]) -> Vec<String> {
    let mut missed = Vec::new();
    for row in rows {
        let mut miss = |what: String| missed.push(format!("{}, {}: {what}", row.work.name, TARGET.ours));
        let Some(ours) = &row.sides.ours else {
            miss("is not compiled".to_owned());
            continue;
        };
        if ours.kernel.spilled > 0 {
            miss(format!("{} bytes spilled", ours.kernel.spilled));
        }
        let in_step = |of| row.work.in_step(ours, of);
        let Some(count) = in_step(others) else {
            miss("its products are not by tensor cores".to_owned());
            continue;
        };
        if let Some(limit) = row.work.limit.filter(|&limit| count > limit) {
            miss(format!("{count:.0} instructions a step besides products, the limit is {limit}"));
        }
        let [waits, arrivals, barriers] = [waits, arrivals, barriers].map(|of| in_step(of).unwrap_or(0.0));
        if row.work.is_product && (waits > 1.0 || arrivals > 1.0 || barriers > 0.0) {
            miss(format!(
                "{waits:.0} waits, {arrivals:.0} arrivals and {barriers:.0} barriers a step, one, one and none would do"
            ));
        }
    }
    missed
}

/// The table, and what misses a limit.
pub fn text(rows: &[ByWarps]) -> String {
    let cells = rows.iter().map(|row| {
        let of_step = |of: fn(&Made, &ProductLoop) -> u64| {
            let counts = row.sides.each().map(|made| made.and_then(|made| row.work.in_step(made, of)));
            figures(counts.map(|count| count.map(|count| format!("{count:.0}"))))
        };
        let all = |of: fn(&Kernel) -> u64| row.sides.counts(|made| Some(of(&made.kernel)));
        vec![
            row.work.name.to_owned(),
            of_step(products),
            of_step(others),
            row.work.limit.map_or("–".to_owned(), |limit| format!("{limit:.0}")),
            of_step(waits),
            of_step(arrivals),
            of_step(barriers),
            of_step(matrices),
            of_step(shared),
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
        "waits",
        "arrivals",
        "barriers",
        "`ldmatrix`",
        "other loads of shared memory",
        "warps",
        "registers",
        "spilled bytes",
    ];
    with_misses(table::cells(&heads, cells), misses(rows), rows.len())
}

/// Where the table begins and ends in the document.
const MARKS: [&str; 2] = ["<!-- warps: cargo xtask bench codegen --update -->\n", "<!-- end of warps -->\n"];

/// The document with a new table in it; none without the marks.
pub fn document(old: &str, rows: &[ByWarps]) -> Option<String> {
    table::between(old, MARKS, &text(rows))
}

/// A row as JSON.
pub fn json(row: &ByWarps) -> Value {
    let made = |made: &Option<Made>| {
        made.as_ref().map(|made| {
            let in_step = |of| row.work.in_step(made, of);
            json!({
                "registers": made.kernel.registers, "spilled": made.kernel.spilled, "warps": made.kernel.warps,
                "step": in_step(others).map(|others| json!({
                    "products": in_step(products), "others": others, "waits": in_step(waits),
                    "arrivals": in_step(arrivals), "barriers": in_step(barriers),
                })),
            })
        })
    };
    json!({
        "kernel": row.work.name, "target": TARGET.ours, "limit": row.work.limit, "ours": made(&row.sides.ours),
        "theirs": by_release(row.sides.theirs.each_ref().map(made)),
    })
}
