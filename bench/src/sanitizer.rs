//! What the sanitizer costs: the same launch on the reference interpreter with and without it.

use tilewright::launch::Grid;
use tilewright::run::{EngineKind, Run};
use tilewright::sanitize::Settings;

use crate::table::{Row, median};

/// A launch that is run both ways.
struct Work {
    name: &'static str,
    text: &'static str,
    grid: (u32, u32),
    args: &'static [&'static str],
}

const WORK: &[Work] = &[
    Work {
        name: "GEMM 128x128x128, f16",
        text: include_str!("../../examples/gemm_views.mlir"),
        grid: (8, 8),
        args: &["A:f16[128,128]=randn", "B:f16[128,128]=randn", "f32[128,128]=zeros", "128", "128", "128"],
    },
    Work {
        name: "softmax of 1000 rows",
        text: include_str!("../../examples/softmax.mlir"),
        grid: (250, 1),
        args: &["f32[1000,16]=randn", "f32[1000,16]=zeros", "1000", "16"],
    },
    Work {
        name: "histogram of 32000 values, 256 bins",
        text: include_str!("../../examples/histogram.mlir"),
        grid: (1000, 1),
        args: &["i32[32000]=randint(0,256)", "i32[256]=zeros", "32000", "256"],
    },
    Work {
        name: "histogram of 32000 values, 65536 bins",
        text: include_str!("../../examples/histogram.mlir"),
        grid: (1000, 1),
        args: &["i32[32000]=randint(0,65536)", "i32[65536]=zeros", "32000", "65536"],
    },
    Work {
        name: "vector addition, 4 elements a block",
        text: include_str!("../../examples/vector_add.mlir"),
        grid: (4000, 1),
        args: &["f32[16000]=iota", "f32[16000]=ones", "f32[16000]=zeros", "16000"],
    },
    Work {
        name: "a lock that 500 blocks take",
        text: include_str!("../../examples/lock.mlir"),
        grid: (500, 1),
        args: &["i32[1]=zeros", "i32[1]=zeros"],
    },
];

/// Speed of a sanitized run, as a part of the speed of a plain one.
pub fn rows(quick: bool) -> Vec<Row> {
    let runs = if quick { 3 } else { 11 };
    WORK.iter().map(|work| row(work, runs)).collect()
}

fn row(work: &Work, runs: usize) -> Row {
    let module = tilewright::parse(work.name, work.text).expect("a kernel of ours parses");
    let mut run = Run::new(&module);
    run.engine(EngineKind::Reference).grid(Grid::new(work.grid.0, work.grid.1, 1).expect("a small grid"));
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
    Row { work: format!("sanitized: {}", work.name), ours, unit: "of reference", peer: None, floor: 0.2 }
}
