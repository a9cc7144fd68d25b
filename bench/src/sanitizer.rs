//! The cost of the sanitizer: the same launch on the reference interpreter with and without it.

use tilewright::launch::Grid;
use tilewright::run::{EngineKind, Run};
use tilewright::sanitize::Settings;

use crate::table::{Row, median};

/// A launch that is run both ways.
struct Work {
    name: &'static str,
    text: &'static str,
    /// The entry, where there are several.
    entry: Option<&'static str>,
    grid: (u32, u32),
    args: &'static [&'static str],
}

/// A launch of the only entry of a module.
const fn work(
    name: &'static str,
    text: &'static str,
    grid: (u32, u32),
    args: &'static [&'static str],
) -> Work {
    Work { name, text, entry: None, grid, args }
}

const HISTOGRAM: &str = include_str!("../../examples/histogram.mlir");
const INDEXED: &str = include_str!("../kernels/cpu/indexed.mlir");

const WORK: &[Work] = &[
    work(
        "GEMM 128x128x128, f16",
        include_str!("../../examples/gemm_views.mlir"),
        (8, 8),
        &["A:f16[128,128]=randn", "B:f16[128,128]=randn", "f32[128,128]=zeros", "128", "128", "128"],
    ),
    work(
        "softmax of 1000 rows",
        include_str!("../../examples/softmax.mlir"),
        (250, 1),
        &["f32[1000,16]=randn", "f32[1000,16]=zeros", "1000", "16"],
    ),
    work(
        "histogram of 32000 values, 256 bins",
        HISTOGRAM,
        (1000, 1),
        &["i32[32000]=randint(0,256)", "i32[256]=zeros", "32000", "256"],
    ),
    work(
        "histogram of 32000 values, 65536 bins",
        HISTOGRAM,
        (1000, 1),
        &["i32[32000]=randint(0,65536)", "i32[65536]=zeros", "32000", "65536"],
    ),
    Work {
        entry: Some("gather"),
        ..work(
            "gather of 131072 elements",
            INDEXED,
            (32, 1),
            &["f32[131072]=randn", "i32[131072]=randint(0,131072)", "f32[131072]=zeros", "131072"],
        )
    },
    Work {
        entry: Some("scatter"),
        ..work(
            "scatter of 131072 elements",
            INDEXED,
            (32, 1),
            &["f32[131072]=randn", "i32[131072]=arange(131071,-1)", "f32[131072]=zeros", "131072"],
        )
    },
    work(
        "transpose 512x512",
        include_str!("../kernels/cpu/transpose.mlir"),
        (8, 8),
        &["f32[512,512]=randn", "f32[512,512]=zeros", "512", "512"],
    ),
    work(
        "prefix sum of 32 rows of 4096",
        include_str!("../kernels/cpu/scan.mlir"),
        (32, 1),
        &["f32[32,4096]=randn", "f32[32,4096]=zeros", "32", "4096"],
    ),
    work(
        "mixture of experts, 512 tokens, 64 wide",
        include_str!("../kernels/cpu/moe.mlir"),
        (1, 8),
        &[
            "f32[512,64]=randn",
            "f32[8,64,64]=randn",
            "i32[512]=arange(511,-1)",
            "i32[8]=randint(0,8)",
            "f32[512,64]=zeros",
            "512",
            "8",
            "64",
        ],
    ),
    work(
        "vector addition, 4 elements a block",
        include_str!("../../examples/vector_add.mlir"),
        (4000, 1),
        &["f32[16000]=iota", "f32[16000]=ones", "f32[16000]=zeros", "16000"],
    ),
    work(
        "a lock that 500 blocks take",
        include_str!("../../examples/lock.mlir"),
        (500, 1),
        &["i32[1]=zeros", "i32[1]=zeros"],
    ),
];

/// Speed of a sanitized run, as a part of the speed of a plain one: a target of 0.2 is "five times as long".
pub fn rows(quick: bool) -> Vec<Row> {
    let runs = if quick { 3 } else { 11 };
    WORK.iter().map(|work| row(work, runs)).collect()
}

fn row(work: &Work, runs: usize) -> Row {
    let module = tilewright::parse(work.name, work.text).expect("a kernel of ours parses");
    let mut run = Run::new(&module);
    run.engine(EngineKind::Reference).grid(Grid::new(work.grid.0, work.grid.1, 1).expect("a small grid"));
    if let Some(entry) = work.entry {
        run.entry(entry);
    }
    work.args.iter().for_each(|arg| {
        run.arg(arg);
    });
    let plain = median(runs, || {
        run.execute().expect("a kernel of ours runs");
    });
    let sanitized = median(runs, || {
        let report = run.sanitize(&Settings::default()).expect("a kernel of ours runs").report;
        assert!(report.findings.is_empty(), "a kernel of ours is clean");
    });
    let ours = plain.as_secs_f64() / sanitized.as_secs_f64();
    Row { work: format!("sanitized: {}", work.name), ours, unit: "of reference", baseline: None, target: 0.2 }
}
