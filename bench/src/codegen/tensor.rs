//! Products into tensor memory on sm_100a: what the agents issue in a step of the main loop, and for a slice of the sum, beside
//! both releases of the closed compiler.
//!
//! The limits are those of the design of agents.

use std::path::Path;

use serde_json::{Value, json};

use super::machine::tensor::{self, TensorLoops};
use super::machine::{self, Kernel};
use super::report::{by_release, with_misses};
use super::scaled;
use super::sides::{Sides, Target, in_folder};
use crate::gpu_kit::program_of;
use crate::table;

const TARGET: Target = Target { ours: "sm_100a", theirs: "sm_100" };

/// Instructions of a step besides products and commits, of the agent that multiplies, in one thread block.
const MULTIPLY: u64 = 34;
/// The same in a pair of thread blocks, for which the agent names the stages of both.
const MULTIPLY_OF_PAIR: u64 = 40;
/// The same for an agent that copies block scales into tensor memory, too.
const MULTIPLY_SCALED: u64 = 60;
/// Instructions for a slice of 64 columns of a sum.
const SLICE: u64 = 70;

/// Instructions of a step besides copies, of the agent that loads, if it is one warp.
const LOAD: u64 = 30;

/// The products, and what limits the agent that multiplies. Those without block scales are kernels of the GPU kit.
const WORK: [(&str, u64); 8] = [
    ("GEMM f16 128x128x64", MULTIPLY),
    ("GEMM f16 128x256x64", MULTIPLY),
    ("GEMM f16 128x128x64 into f32", MULTIPLY),
    ("GEMM f16 128x256x64 into f32", MULTIPLY),
    ("GEMM f16 256x128x64 in pairs", MULTIPLY_OF_PAIR),
    ("GEMM f16 256x256x64", MULTIPLY_OF_PAIR),
    ("GEMM mxf8 128x128x128", MULTIPLY_SCALED),
    ("GEMM mxf4 128x128x128", MULTIPLY_SCALED),
];

/// What a compiler made.
struct Made {
    kernel: Kernel,
    /// None if no product is into tensor memory.
    loops: Option<TensorLoops>,
}

/// A kernel of agents with sums in tensor memory.
pub struct InTensorMemory {
    name: &'static str,
    /// Instructions of a step that the agent which multiplies may have.
    most: u64,
    sides: Sides<Made>,
}

/// Measures the kernels whose name contains a word.
pub fn measure(only: &str) -> Vec<InTensorMemory> {
    let wanted = WORK.into_iter().filter(|(name, _)| name.contains(only));
    in_folder("tensor", |folder| wanted.map(|work| row(work, folder)).collect())
}

fn row((name, most): (&'static str, u64), folder: &Path) -> InTensorMemory {
    let text = scaled::program_of(name).map(str::to_owned);
    let text = text.or_else(|| program_of(name)).expect("the kit times it");
    let read = |cubin: &Path| Some(Made { kernel: machine::read(cubin)?, loops: tensor::read(cubin) });
    InTensorMemory { name, most, sides: Sides::compile((name, &text), &TARGET, folder, read) }
}

/// Every limit that is missed, one per line.
pub fn misses(rows: &[InTensorMemory]) -> Vec<String> {
    let mut missed = Vec::new();
    for row in rows {
        let mut miss = |what: String| missed.push(format!("{}, {}: {what}", row.name, TARGET.ours));
        let Some(ours) = &row.sides.ours else {
            miss("is not compiled".to_owned());
            continue;
        };
        if ours.kernel.spilled > 0 {
            miss(format!("{} bytes spilled", ours.kernel.spilled));
        }
        let Some(loops) = ours.loops else {
            miss("its products are not into tensor memory".to_owned());
            continue;
        };
        let mut limits = vec![("multiply", loops.multiply, row.most)];
        // Threads copy block scales, too.
        limits.extend(scaled::program_of(row.name).is_none().then_some(("load", loops.load, LOAD)));
        for (agent, count, limit) in limits.into_iter().filter(|&(_, count, limit)| count > limit) {
            miss(format!("{count} instructions a step of the agent `{agent}`, the limit is {limit}"));
        }
        match loops.slice {
            Some(count) if count > SLICE => {
                miss(format!("{count} instructions for a slice of the sum, the limit is {SLICE}"));
            }
            Some(_) => {}
            None => miss("its sums are not stored in slices".to_owned()),
        }
    }
    missed
}

/// The table, and what misses a limit.
pub fn text(rows: &[InTensorMemory]) -> String {
    let cells = rows.iter().map(|row| {
        let all = |of: &dyn Fn(&Made) -> Option<u64>| row.sides.counts(of);
        vec![
            row.name.to_owned(),
            all(&|made| made.loops.map(|loops| loops.products)),
            all(&|made| made.loops.map(|loops| loops.multiply)),
            all(&|made| made.loops.map(|loops| loops.load)),
            all(&|made| made.loops.and_then(|loops| loops.slice)),
            all(&|made| Some(made.kernel.registers)),
            all(&|made| Some(made.kernel.spilled)),
        ]
    });
    let heads = [
        "kernel",
        "products of the loop that multiplies",
        "other instructions",
        "instructions of the loop that loads",
        "instructions for a slice",
        "registers",
        "spilled bytes",
    ];
    with_misses(table::cells(&heads, cells), misses(rows), rows.len())
}

/// Where the table begins and ends in the document.
const MARKS: [&str; 2] =
    ["<!-- tensor: cargo xtask bench codegen --update -->\n", "<!-- end of tensor -->\n"];

/// The document with a new table in it; none without the marks.
pub fn document(old: &str, rows: &[InTensorMemory]) -> Option<String> {
    table::between(old, MARKS, &text(rows))
}

/// A row as JSON.
pub fn json(row: &InTensorMemory) -> Value {
    let made = |made: &Option<Made>| {
        made.as_ref().map(|made| {
            json!({
                "registers": made.kernel.registers, "spilled": made.kernel.spilled,
                "loops": made.loops.map(|loops| json!({
                    "products": loops.products, "multiply": loops.multiply, "load": loops.load, "slice": loops.slice,
                })),
            })
        })
    };
    json!({
        "kernel": row.name, "target": TARGET.ours, "ours": made(&row.sides.ours),
        "theirs": by_release(row.sides.theirs.each_ref().map(made)),
    })
}
