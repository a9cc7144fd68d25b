//! Products by warp groups on sm_90a: instructions of one warp in a step of the main loop, compared with both releases of the
//! closed compiler.
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

const TARGET: Target = Target { ours: "sm_90a", theirs: "sm_90" };

/// A kernel, and what is asked of its main loop.
struct Work {
    name: &'static str,
    /// The program that is timed under this name, if it is another one's.
    of: &'static str,
    words: &'static [(&'static str, &'static str)],
    /// Multiplications of a step of the tile.
    step: u64,
    /// Thread blocks of ours that share the tile; the closed compiler's share none unless they are asked to.
    blocks: u64,
    /// Whether each warp group of ours multiplies whole tiles, by turns; otherwise warp groups share a tile.
    is_by_turns: bool,
    /// Instructions of a warp in a step besides products.
    limit: Option<f64>,
    /// Whether the loop is that of a product alone, with one wait, one arrival and no barrier.
    is_product: bool,
}

/// A product of these tiles.
const fn product(name: &'static str, step: u64, limit: f64) -> Work {
    Work {
        name,
        of: name,
        words: &[],
        step,
        blocks: 1,
        is_by_turns: false,
        limit: Some(limit),
        is_product: true,
    }
}

/// Attention of 128 queries and 128 keys in steps of this many multiplications.
const fn attention(name: &'static str, step: u64, limit: Option<f64>) -> Work {
    Work { name, of: name, words: &[], step, blocks: 1, is_by_turns: false, limit, is_product: false }
}

/// Scores that are scaled and shifted one after the other.
const APART: &[(&str, &str)] = &[(
    "%below = fma %products, %scale_all, %minus_top_all : tile<128x128xf32>",
    "%scaled = mulf %products, %scale_all : tile<128x128xf32>\n      %below = addf %scaled, %minus_top_all : tile<128x128xf32>",
)];

const WORK: &[Work] = &[
    product("GEMM f16 128x128x64", 128 * 128 * 64, 48.0),
    product("GEMM f16 128x256x64", 128 * 256 * 64, 40.0),
    product("GEMM f16 256x128x64", 256 * 128 * 64, 48.0),
    Work { blocks: 2, ..product("GEMM f16 256x256x64", 256 * 256 * 64, 44.0) },
    product("GEMM f16 64x64x64", 64 * 64 * 64, 48.0),
    Work { is_by_turns: true, ..product("GEMM persistent f16 128x128x64", 128 * 128 * 64, 48.0) },
    product("GEMM persistent f16 128x256x64", 128 * 256 * 64, 40.0),
    // The code contains one more addition for each element of the sum of a thread.
    product("GEMM f8E4M3FN 128x128x128 into bf16", 128 * 128 * 128, 72.0 + 64.0),
    product("GEMM f8E4M3FN 128x256x128 into bf16", 128 * 256 * 128, 62.0 + 128.0),
    product("GEMM f8E4M3FN 128x256x128 into bf16, fast_acc", 128 * 256 * 128, 40.0),
    product("fused MoE bf16 64x64x32", 64 * 64 * 32, 60.0),
    attention("attention f16 128x128x64, exp2 and fma", 2 * 128 * 128 * 64, Some(500.0)),
    attention("attention f16 128x128x128, exp2 and fma", 2 * 128 * 128 * 128, Some(480.0)),
    Work {
        of: "attention f16 128x128x64, exp2 and fma",
        words: APART,
        ..attention("attention f16 128x128x64, exp2", 2 * 128 * 128 * 64, Some(560.0))
    },
    Work {
        of: "attention f16 128x128x128, exp2 and fma",
        words: APART,
        ..attention("attention f16 128x128x128, exp2", 2 * 128 * 128 * 128, Some(560.0))
    },
    // No limit: each power of e is eight instructions, if the program requires all of its bits.
    attention("attention f16 128x128x64", 2 * 128 * 128 * 64, None),
    attention("attention f16 128x128x128", 2 * 128 * 128 * 128, None),
];

impl Work {
    fn text(&self) -> String {
        let text = program_of(self.of).expect("the kit times it");
        self.words.iter().fold(text, |text, (from, to)| text.replace(from, to))
    }
}

/// The output of a compiler.
struct Made {
    kernel: Kernel,
    /// None where no product is by warp groups.
    inner: Option<ProductLoop>,
}

/// A kernel of warp groups.
pub struct Grouped {
    work: &'static Work,
    sides: Sides<Made>,
}

/// Measures the kernels whose name contains a word.
pub fn measure(only: &str) -> Vec<Grouped> {
    let wanted = WORK.iter().filter(|work| work.name.contains(only));
    in_folder("groups", |folder| wanted.map(|work| row(work, folder)).collect())
}

fn row(work: &'static Work, folder: &Path) -> Grouped {
    let read = |cubin: &Path| Some(Made { kernel: machine::read(cubin)?, inner: products::by_groups(cubin) });
    Grouped { work, sides: Sides::compile((work.name, &work.text()), &TARGET, folder, read) }
}

/// Whose compiler made a kernel.
#[derive(Clone, Copy)]
enum Side {
    Ours,
    Theirs,
}

/// Counts of one warp in a step.
struct Step {
    products: f64,
    others: f64,
    waits: f64,
    arrivals: f64,
    barriers: f64,
}

impl Grouped {
    fn step(&self, made: &Made, side: Side) -> Option<Step> {
        let inner = made.inner?;
        let (blocks, is_by_turns) = match side {
            Side::Ours => (self.work.blocks, self.work.is_by_turns),
            Side::Theirs => (1, false),
        };
        // Warps of one warp group, or one alone, copy where there are more than four.
        let groups = if is_by_turns { 1 } else { inner.warps.saturating_sub(4).div_ceil(4).max(1) };
        let steps = (inner.multiplications * groups * blocks) as f64 / self.work.step as f64;
        let each = |count: u64| count as f64 / steps;
        Some(Step {
            products: each(inner.products),
            others: each(inner.others),
            waits: each(inner.waits),
            arrivals: each(inner.arrivals),
            barriers: each(inner.barriers),
        })
    }

    /// Steps of ours, and of both releases.
    fn steps(&self) -> [Option<Step>; 3] {
        let sides = [Side::Ours, Side::Theirs, Side::Theirs];
        let mut made = self.sides.each().into_iter().zip(sides);
        [(); 3].map(|()| made.next().and_then(|(made, side)| self.step(made?, side)))
    }
}

/// Every missed limit, one per line.
pub fn misses(rows: &[Grouped]) -> Vec<String> {
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
        let (Some(step), Some(inner)) = (row.step(ours, Side::Ours), ours.inner) else {
            miss("its products are not by warp groups".to_owned());
            continue;
        };
        if let Some(limit) = row.work.limit.filter(|&limit| step.others > limit) {
            miss(format!("{:.0} instructions a step beside products, the limit is {limit}", step.others));
        }
        if inner.fences > 0 {
            miss(format!("{} fences of the whole GPU, or drops of a cache, in the main loop", inner.fences));
        }
        if row.work.is_product && (step.waits > 1.0 || step.arrivals > 1.0 || step.barriers > 0.0) {
            miss(format!(
                "{:.0} waits, {:.0} arrivals and {:.0} barriers a step, one, one and none would do",
                step.waits, step.arrivals, step.barriers
            ));
        }
    }
    missed
}

/// The table, and what misses a limit.
pub fn text(rows: &[Grouped]) -> String {
    let cells = rows.iter().map(|row| {
        let steps = row.steps();
        let of_step = |of: fn(&Step) -> f64| {
            figures(steps.each_ref().map(|step| step.as_ref().map(|step| format!("{:.0}", of(step)))))
        };
        let all = |of: &dyn Fn(&Made) -> Option<u64>| row.sides.counts(of);
        vec![
            row.work.name.to_owned(),
            of_step(|step| step.products),
            of_step(|step| step.others),
            row.work.limit.map_or("–".to_owned(), |limit| format!("{limit:.0}")),
            of_step(|step| step.waits),
            of_step(|step| step.arrivals),
            of_step(|step| step.barriers),
            all(&|made| made.inner.map(|inner| inner.fences)),
            all(&|made| made.inner.map(|inner| inner.spills)),
            all(&|made| Some(made.kernel.registers)),
            all(&|made| Some(made.kernel.spilled)),
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
        "fences",
        "spill instructions",
        "registers",
        "spilled bytes",
    ];
    with_misses(table::cells(&heads, cells), misses(rows), rows.len())
}

/// Where the table begins and ends in the document.
const MARKS: [&str; 2] =
    ["<!-- groups: cargo xtask bench codegen --update -->\n", "<!-- end of groups -->\n"];

/// The document with a new table in it; none without the marks.
pub fn document(old: &str, rows: &[Grouped]) -> Option<String> {
    table::between(old, MARKS, &text(rows))
}

/// A row as JSON.
pub fn json(row: &Grouped) -> Value {
    let made = |made: &Option<Made>, side: Side| {
        made.as_ref().map(|made| {
            let step = row.step(made, side);
            json!({
                "registers": made.kernel.registers, "spilled": made.kernel.spilled,
                "fences": made.inner.map(|inner| inner.fences),
                "spills": made.inner.map(|inner| inner.spills),
                "step": step.map(|step| json!({
                    "products": step.products, "others": step.others, "waits": step.waits, "arrivals": step.arrivals,
                    "barriers": step.barriers,
                })),
            })
        })
    };
    json!({
        "kernel": row.work.name, "target": TARGET.ours, "limit": row.work.limit, "ours": made(&row.sides.ours, Side::Ours),
        "theirs": by_release(row.sides.theirs.each_ref().map(|theirs| made(theirs, Side::Theirs))),
    })
}
