//! Speed of the emulator of PTX: kernels as Triton compiles them, on one core, with and without the checks.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use tilewright::diag::Source;
use tilewright::driver::emulate::{Loaded, Prepared, Request, load, prepare};
use tilewright::launch::arg::Bound;

use crate::table::{Row, median};

/// The unit of a figure.
#[derive(Clone, Copy)]
enum Amount {
    /// Instructions of threads, as the emulator counts them.
    Instructions,
    /// Additions and multiplications of matrix elements.
    Products(f64),
}

/// A launch that is measured.
struct Work {
    name: &'static str,
    text: &'static str,
    grid: [u32; 3],
    /// Bytes of shared memory that the launch gives.
    shared: u32,
    buffers: &'static [&'static str],
    args: &'static [&'static str],
    amount: Amount,
    /// The target, in millions of instructions or in GFLOP/s.
    target: f64,
}

const ADD: &str = include_str!("../kernels/ptx/add.ptx");
const POLYNOMIAL: &str = include_str!("../kernels/ptx/polynomial.ptx");
const FUNCTIONS: &str = include_str!("../kernels/ptx/functions.ptx");
const SOFTMAX: &str = include_str!("../kernels/ptx/softmax.ptx");
const MMA: &str = include_str!("../kernels/ptx/gemm_mma.ptx");
const WGMMA: &str = include_str!("../kernels/ptx/gemm_wgmma.ptx");
const TCGEN05: &str = include_str!("../kernels/ptx/gemm_tcgen05.ptx");

const ELEMENTWISE_ARGS: &[&str] =
    &["x:f32[1048576]=randn", "y:f32[1048576]=randn", "out:f32[1048576]=zeros", "1048576", "0", "0"];
const GEMM_BUFFERS: &[&str] = &["a:f16[256,512]=randn", "b:f16[256,512]=randn", "c:f16[256,256]=zeros"];
const GEMM_ARGS: &[&str] = &[
    r#"{"tensor":"a","box":[64,128],"swizzle":"128B"}"#,
    "256",
    "512",
    "512",
    "1",
    r#"{"tensor":"b","box":[64,128],"swizzle":"128B"}"#,
    "256",
    "512",
    "512",
    "1",
    r#"{"tensor":"c","box":[64,128],"swizzle":"128B"}"#,
    "256",
    "256",
    "256",
    "1",
    "512",
    "0",
    "0",
];
const GEMM_PRODUCTS: Amount = Amount::Products(2.0 * 256.0 * 256.0 * 512.0);

/// A launch on a million elements.
const fn elementwise(name: &'static str, text: &'static str) -> Work {
    Work {
        name,
        text,
        grid: [1024, 1, 1],
        shared: 0,
        buffers: &[],
        args: ELEMENTWISE_ARGS,
        amount: Amount::Instructions,
        target: 300.0,
    }
}

/// A product of matrices by tensor maps.
const fn mapped(name: &'static str, text: &'static str, shared: u32, target: f64) -> Work {
    Work {
        name,
        text,
        grid: [2, 2, 1],
        shared,
        buffers: GEMM_BUFFERS,
        args: GEMM_ARGS,
        amount: GEMM_PRODUCTS,
        target,
    }
}

const WORK: &[Work] = &[
    elementwise("add", ADD),
    elementwise("polynomial", POLYNOMIAL),
    elementwise("ex2, lg2, sin, rsqrt, division", FUNCTIONS),
    Work {
        name: "softmax of 1000",
        text: SOFTMAX,
        grid: [256, 1, 1],
        shared: 16,
        buffers: &[],
        args: &["f32[256,1000]=randn", "f32[256,1000]=zeros", "1000", "1000", "0", "0"],
        amount: Amount::Instructions,
        target: 0.0,
    },
    Work {
        name: "GEMM with mma.sync, f16",
        text: MMA,
        grid: [2, 2, 1],
        shared: 32_768,
        buffers: &[],
        args: &["f16[256,512]=randn", "f16[512,256]=randn", "f16[256,256]=zeros", "256", "512", "0", "0"],
        amount: GEMM_PRODUCTS,
        target: 8.0,
    },
    mapped("GEMM with wgmma, f16", WGMMA, 98_328, 15.0),
    mapped("GEMM with tcgen05, f16", TCGEN05, 98_352, 0.0),
];

/// Every row whose name contains the word.
pub fn rows(quick: bool, only: &str) -> Vec<Row> {
    let runs = if quick { 3 } else { 11 };
    let mut rows: Vec<Row> = Vec::new();
    for work in WORK.iter().filter(|work| work.name.contains(only)) {
        rows.extend(emulated(work, runs));
    }
    if "text".contains(only) {
        rows.extend(front_end(runs));
    }
    rows
}

/// Speed without the checks, and as a part of it the speed with them: 0.25 is "four times as long".
fn emulated(work: &Work, runs: usize) -> [Row; 2] {
    let loaded = loaded(work.text);
    let request = Request {
        grid: work.grid,
        block: loaded.demanded_block(None).expect("Triton's kernels demand their block"),
        shared: Some(work.shared),
        buffers: work.buffers.iter().map(|&text| text.to_owned()).collect(),
        args: work.args.iter().map(|&text| text.to_owned()).collect(),
        threads: NonZeroUsize::new(1),
        ..Request::default()
    };
    let no_files = |path: &str| Err(path.to_owned());
    let prepared = prepare(&loaded, &request, &no_files).expect("the kernels of the bench are executed");
    let mut bound = prepared.bound.clone();
    let steps = launched(&prepared, &mut bound);
    // A machine whose speed changes changes both figures alike when the two take turns.
    let mut rounds: Vec<(Duration, f64)> = (0..runs)
        .map(|_| {
            let plain = median(3, || {
                black_box(launched(&prepared, &mut bound));
            });
            let start = Instant::now();
            black_box(prepared.check(&mut bound, None).expect("the launch fits"));
            (plain, plain.as_secs_f64() / start.elapsed().as_secs_f64())
        })
        .collect();
    rounds.sort_by_key(|round| round.0);
    let plain = rounds[rounds.len() / 2].0;
    rounds.sort_by(|a, b| a.1.total_cmp(&b.1));
    let share = rounds[rounds.len() / 2].1;
    let (amount, unit) = match work.amount {
        Amount::Instructions => (steps as f64 / 1e6, "M instructions/s"),
        Amount::Products(count) => (count / 1e9, "GFLOP/s"),
    };
    let ours = amount / plain.as_secs_f64();
    [
        Row { work: work.name.to_owned(), ours, unit, baseline: None, target: work.target },
        Row {
            work: format!("{}, with checks", work.name),
            ours: share,
            unit: "of without",
            baseline: None,
            target: 0.25,
        },
    ]
}

fn loaded(text: &str) -> Loaded {
    load(&Source::new("kernel", text)).expect("the kernels of the bench verify")
}

fn launched(prepared: &Prepared<'_>, bound: &mut Bound) -> u64 {
    prepared.launch(bound, None).expect("the kernels of the bench run").steps
}

/// Text to a verified module, and module to prepared program, in bytes of text.
fn front_end(runs: usize) -> [Row; 2] {
    // The texts have few kilobytes: read once, a measurement would be shorter than its noise.
    const REPEATED: usize = 20;
    let texts: Vec<&str> = WORK.iter().map(|work| work.text).collect();
    let megabytes = texts.iter().map(|text| text.len()).sum::<usize>() as f64 * REPEATED as f64 / 1e6;
    let modules: Vec<Loaded> = texts.iter().map(|text| loaded(text)).collect();
    let reading = median(runs, || {
        for text in texts.iter().cycle().take(texts.len() * REPEATED) {
            black_box(loaded(text));
        }
    });
    let preparing = median(runs, || {
        for Loaded { module, map } in modules.iter().cycle().take(modules.len() * REPEATED) {
            for kernel in module.entries() {
                let name = &module.functions[kernel].name;
                black_box(ptx_emu::Program::prepare(module, map, name).expect("it was prepared before"));
            }
        }
    });
    let row = |work: &str, time: Duration| Row {
        work: work.to_owned(),
        ours: megabytes / time.as_secs_f64(),
        unit: "MB/s",
        baseline: None,
        target: 0.0,
    };
    [row("read and verify text", reading), row("prepare, of text", preparing)]
}
