//! Products into tensor memory on sm_100a: what the agents issue in a step of the main loop, for a slice of the sum, and for the
//! weights of attention, beside both releases of the closed compiler.
//!
//! The limits are those of the design of agents.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::machine::tensor::{self, TensorLoops};
use super::machine::{self, Kernel};
use super::report::{by_release, with_misses};
use super::sides::{Sides, Target, in_folder};
use super::{milliseconds, to_ptx, warps};
use crate::gpu_kit::program_of;
use crate::table::{self, busy};

const TARGET: Target = Target { ours: "sm_100a", theirs: "sm_100" };

/// Instructions of a step besides products and commits, of the agent that multiplies, in one thread block.
const MULTIPLY: u64 = 34;
/// The same in a pair of thread blocks, for which the agent names the stages of both.
const MULTIPLY_OF_PAIR: u64 = 40;
/// The same for an agent that copies block scales into tensor memory, too.
const MULTIPLY_SCALED: u64 = 60;
/// The same for attention, in a tile of keys.
const MULTIPLY_OF_ATTENTION: u64 = 130;
/// Instructions for a slice of 64 columns of a sum.
const SLICE: u64 = 70;
/// Instructions of a step besides copies, of the agent that loads, if it is one warp.
const LOAD: u64 = 30;
/// Milliseconds of processor time from bytecode to PTX.
const TO_PTX: f64 = 20.0;
/// Times that this is measured.
const TIMES: usize = 25;
/// Instructions of a thread in a tile of keys: 430 for the weights and 190 to rescale the sum.
const WEIGHTS: u64 = 430 + 190;

/// What limits a kernel, beside the instructions of the agent that multiplies.
#[derive(Clone, Copy)]
enum Kind {
    /// A product, whose sum is stored in slices.
    Product,
    /// The same with block scales, which threads copy.
    Scaled,
    Attention,
}

/// A kernel, and what is asked of it.
struct Work {
    name: &'static str,
    kind: Kind,
    /// Instructions of a step that the agent which multiplies may have.
    multiply: u64,
}

const fn work(name: &'static str, kind: Kind, multiply: u64) -> Work {
    Work { name, kind, multiply }
}

const WORK: &[Work] = &[
    work("GEMM f16 128x128x64", Kind::Product, MULTIPLY),
    work("GEMM f16 128x256x64", Kind::Product, MULTIPLY),
    work("GEMM f16 128x128x64 into f32", Kind::Product, MULTIPLY),
    work("GEMM f16 128x256x64 into f32", Kind::Product, MULTIPLY),
    work("GEMM f16 256x128x64 in pairs", Kind::Product, MULTIPLY_OF_PAIR),
    work("GEMM f16 256x256x64", Kind::Product, MULTIPLY_OF_PAIR),
    work("GEMM mxf8 128x128x128", Kind::Scaled, MULTIPLY_SCALED),
    work("GEMM mxf4 128x128x128", Kind::Scaled, MULTIPLY_SCALED),
    work("attention f16 128x128x64, exp2 and fma", Kind::Attention, MULTIPLY_OF_ATTENTION),
    work("attention f16 128x128x128, exp2 and fma", Kind::Attention, MULTIPLY_OF_ATTENTION),
    work("attention f16 256x128x64, exp2 and fma", Kind::Attention, MULTIPLY_OF_ATTENTION),
    work("attention f16 256x128x128, exp2 and fma", Kind::Attention, MULTIPLY_OF_ATTENTION),
];

/// Attention with tiles of 256 queries, for heads of 64.
const WIDE: &str = include_str!("../../kernels/codegen/attention_fused_256.mlir");

impl Work {
    /// The program. Those of products without block scales and of attention with 128 queries are in the GPU kit.
    fn text(&self) -> String {
        match self.name {
            "attention f16 256x128x64, exp2 and fma" => WIDE.to_owned(),
            // Nothing else is 64 in it.
            "attention f16 256x128x128, exp2 and fma" => WIDE.replace("64", "128"),
            name => {
                let text = warps::scaled_program(name).map(str::to_owned);
                text.or_else(|| program_of(name)).expect("the kit times it")
            }
        }
    }
}

/// What a compiler made.
struct Made {
    kernel: Kernel,
    /// None if no product is into tensor memory.
    loops: Option<TensorLoops>,
}

/// A kernel of agents with sums in tensor memory.
pub struct InTensorMemory {
    work: &'static Work,
    sides: Sides<Made>,
    /// Processor time from bytecode to PTX, in process.
    to_ptx: Duration,
}

/// Measures the kernels whose name contains a word.
pub fn measure(only: &str) -> Vec<InTensorMemory> {
    let wanted = WORK.iter().filter(|work| work.name.contains(only));
    in_folder("tensor", |folder| wanted.map(|work| row(work, folder)).collect())
}

fn row(work: &'static Work, folder: &Path) -> InTensorMemory {
    let read = |cubin: &Path| Some(Made { kernel: machine::read(cubin)?, loops: tensor::read(cubin) });
    let text = work.text();
    let module = tilewright::parse(work.name, &text).expect("the kernels of the bench are right");
    let bytes = module.to_bytecode(None).expect("the kernels of the bench have bytecode");
    let to_ptx = busy(TIMES, || {
        std::hint::black_box(to_ptx(&bytes, TARGET.ours));
    });
    InTensorMemory { work, sides: Sides::compile((work.name, &text), &TARGET, folder, read), to_ptx }
}

/// Every limit that is missed, one per line.
pub fn misses(rows: &[InTensorMemory]) -> Vec<String> {
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
        let taken = milliseconds(row.to_ptx);
        if taken > TO_PTX {
            miss(format!("{taken:.1} ms to PTX, the limit is {TO_PTX}"));
        }
        match ours.loops {
            None => miss("its products are not into tensor memory".to_owned()),
            Some(loops) => row.work.compare(loops, miss),
        }
    }
    missed
}

impl Work {
    /// The limits that loops miss.
    fn compare(&self, loops: TensorLoops, mut miss: impl FnMut(String)) {
        let multiply = ("a step of the agent `multiply`", Some(loops.multiply), self.multiply);
        let slice = ("a slice of the sum", loops.slice, SLICE);
        let limits = match self.kind {
            Kind::Product => vec![multiply, ("a step of the agent `load`", Some(loops.load), LOAD), slice],
            Kind::Scaled => vec![multiply, slice],
            Kind::Attention => vec![multiply, ("a thread in a tile of keys", loops.weights, WEIGHTS)],
        };
        for (what, count, limit) in limits {
            match count {
                None => miss(format!("no instructions for {what} are found")),
                Some(count) if count > limit => {
                    miss(format!("{count} instructions for {what}, the limit is {limit}"));
                }
                Some(_) => {}
            }
        }
    }
}

/// The table, and what misses a limit.
pub fn text(rows: &[InTensorMemory]) -> String {
    let cells = rows.iter().map(|row| {
        let all = |of: &dyn Fn(&Made) -> Option<u64>| row.sides.counts(of);
        vec![
            row.work.name.to_owned(),
            all(&|made| made.loops.map(|loops| loops.products)),
            all(&|made| made.loops.map(|loops| loops.multiply)),
            all(&|made| made.loops.map(|loops| loops.load)),
            all(&|made| made.loops.and_then(|loops| loops.slice)),
            all(&|made| made.loops.and_then(|loops| loops.weights)),
            all(&|made| Some(made.kernel.registers)),
            all(&|made| Some(made.kernel.spilled)),
            format!("{:.1}", milliseconds(row.to_ptx)),
        ]
    });
    let heads = [
        "kernel",
        "products of the loop that multiplies",
        "other instructions",
        "instructions of the loop that loads",
        "instructions for a slice",
        "instructions for the weights",
        "registers",
        "spilled bytes",
        "ms to PTX",
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
                    "weights": loops.weights,
                })),
            })
        })
    };
    json!({
        "kernel": row.work.name, "target": TARGET.ours, "to_ptx_ms": milliseconds(row.to_ptx), "ours": made(&row.sides.ours),
        "theirs": by_release(row.sides.theirs.each_ref().map(made)),
    })
}
