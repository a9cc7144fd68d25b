//! The benchmarks of the CPU engine: an entry, its arguments, its amount of work, and the performance target.

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Floating-point or integer operations.
    Operations,
    /// Bytes read and written.
    Bytes,
    /// Elements of the result.
    Elements,
}

impl Unit {
    pub(super) fn name(self) -> &'static str {
        match self {
            Unit::Operations => "Gop/s",
            Unit::Bytes => "GB/s",
            Unit::Elements => "Gel/s",
        }
    }
}

/// The baseline that a row is compared with, and the share of the baseline's figure that is the target.
#[derive(Clone, Copy, Debug)]
pub(super) enum Baseline {
    /// The row of this name in `bench/baselines/torch_cpu.py`.
    Torch(&'static str, f64),
    /// The crate `gemm` on whole matrices of this size.
    Gemm(usize, f64),
    /// Copying memory, with as many threads.
    Memcpy(f64),
    /// Another row of ours.
    Ours(&'static str, f64),
    /// The same launch on one thread.
    OneThread(f64),
}

/// A launch to measure.
pub(super) struct Work {
    pub(super) name: &'static str,
    pub(super) text: &'static str,
    pub(super) entry: &'static str,
    pub(super) grid: [u32; 3],
    pub(super) args: &'static [&'static str],
    pub(super) unit: Unit,
    pub(super) amount: f64,
    pub(super) baselines: &'static [Baseline],
}

const GEMM: &str = include_str!("../../kernels/cpu/gemm.mlir");
const ELEMENTWISE: &str = include_str!("../../kernels/cpu/elementwise.mlir");
const ROWS: &str = include_str!("../../kernels/cpu/rows.mlir");
const TRANSPOSE: &str = include_str!("../../kernels/cpu/transpose.mlir");
const ATTENTION: &str = include_str!("../../kernels/cpu/attention.mlir");
const POINTERS: &str = include_str!("../../kernels/cpu/pointers.mlir");
const INDEXED: &str = include_str!("../../kernels/cpu/indexed.mlir");
const SCAN: &str = include_str!("../../kernels/cpu/scan.mlir");
pub(super) const MOE: &str = include_str!("../../kernels/cpu/moe.mlir");

/// Bytes, elements or operations: sizes of the bench are powers of two.
const KIB: f64 = 1024.0;
/// As [`KIB`], squared.
const MIB: f64 = KIB * KIB;
/// Operations of a product of 1024 cubed.
const CUBE: f64 = 2.0 * KIB * MIB;

/// Everything, in the order of the table.
pub(super) fn all() -> Vec<Work> {
    let mut all = products();
    all.extend(elementwise());
    all.extend(rows());
    all.extend(attention());
    all.extend(indexed());
    all
}

/// The arguments of products of f32 with 1024 rows, columns and inner elements.
const F32_1024: &[&str] = &[
    "f32[1024,1024]=randn(seed=1)",
    "f32[1024,1024]=randn(seed=2)",
    "f32[1024,1024]=zeros",
    "1024",
    "1024",
    "1024",
];

fn products() -> Vec<Work> {
    let work = |name, entry, args, baselines| Work {
        name,
        text: GEMM,
        entry,
        grid: [8, 8, 1],
        args,
        unit: Unit::Operations,
        amount: CUBE,
        baselines,
    };
    vec![
        work(
            "f32 GEMM 1024",
            "gemm_f32",
            F32_1024,
            &[Baseline::Gemm(1024, 0.85), Baseline::Torch("gemm_f32 1024", 1.7), Baseline::OneThread(1.8)],
        ),
        Work {
            text: POINTERS,
            ..work("f32 GEMM 1024 by pointers", "gemm_f32", F32_1024, &[Baseline::Ours("f32 GEMM 1024", 0.9)])
        },
        Work {
            grid: [16, 16, 1],
            amount: 8.0 * CUBE,
            ..work(
                "f32 GEMM 2048",
                "gemm_f32",
                &[
                    "f32[2048,2048]=randn(seed=1)",
                    "f32[2048,2048]=randn(seed=2)",
                    "f32[2048,2048]=zeros",
                    "2048",
                    "2048",
                    "2048",
                ],
                &[Baseline::Gemm(2048, 0.85), Baseline::Torch("gemm_f32 2048", 1.7)],
            )
        },
        work(
            "bf16 GEMM 1024",
            "gemm_bf16",
            &[
                "bf16[1024,1024]=randn(seed=1)",
                "bf16[1024,1024]=randn(seed=2)",
                "f32[1024,1024]=zeros",
                "1024",
                "1024",
                "1024",
            ],
            &[Baseline::Torch("gemm_bf16 1024", 0.7), Baseline::OneThread(1.8)],
        ),
        work(
            "f16 GEMM 1024",
            "gemm_f16",
            &[
                "f16[1024,1024]=randn(seed=1)",
                "f16[1024,1024]=randn(seed=2)",
                "f32[1024,1024]=zeros",
                "1024",
                "1024",
                "1024",
            ],
            &[Baseline::Ours("f32 GEMM 1024", 0.6), Baseline::Torch("gemm_f16 1024", 1.0)],
        ),
        work(
            "i8 GEMM 1024",
            "gemm_i8",
            &[
                "i8[1024,1024]=randint(-128,128,seed=1)",
                "i8[1024,1024]=randint(-128,128,seed=2)",
                "i32[1024,1024]=zeros",
                "1024",
                "1024",
                "1024",
            ],
            &[
                Baseline::Ours("f32 GEMM 1024", 1.5),
                Baseline::Torch("gemm_i8 1024", 0.0),
                Baseline::OneThread(1.8),
            ],
        ),
    ]
}

fn elementwise() -> Vec<Work> {
    let streams = |name, entry, args, bytes, baselines| Work {
        name,
        text: ELEMENTWISE,
        entry,
        grid: [8192, 1, 1],
        args,
        unit: Unit::Bytes,
        amount: bytes * 64.0 * MIB,
        baselines,
    };
    let function = |name, entry, baselines| Work {
        name,
        text: ELEMENTWISE,
        entry,
        grid: [2048, 1, 1],
        args: &["f32[16777216]=randn(seed=1)", "f32[16777216]=zeros", "16777216"],
        unit: Unit::Elements,
        amount: 16.0 * MIB,
        baselines,
    };
    vec![
        streams(
            "vector add, 64 M f32",
            "vector_add",
            &["f32[67108864]=randn(seed=1)", "f32[67108864]=ones", "f32[67108864]=zeros", "67108864"],
            12.0,
            &[Baseline::Memcpy(0.9), Baseline::Torch("vector_add", 0.0)],
        ),
        Work {
            text: POINTERS,
            ..streams(
                "vector add by pointers, 64 M f32",
                "vector_add",
                &["f32[67108864]=randn(seed=1)", "f32[67108864]=ones", "f32[67108864]=zeros", "67108864"],
                12.0,
                &[Baseline::Ours("vector add, 64 M f32", 0.75)],
            )
        },
        streams(
            "saxpy, 64 M f32",
            "saxpy",
            &["0.5", "f32[67108864]=randn(seed=1)", "f32[67108864]=ones", "67108864"],
            12.0,
            &[Baseline::Memcpy(0.9), Baseline::Torch("saxpy", 0.0)],
        ),
        function("exp, 16 M f32", "exp", &[Baseline::Torch("exp", 2.0)]),
        function("tanh, 16 M f32", "tanh", &[Baseline::Torch("tanh", 2.0)]),
        function("sin, 16 M f32", "sin", &[Baseline::Torch("sin", 2.0)]),
        function("gelu, 16 M f32", "gelu", &[Baseline::Torch("gelu", 2.0)]),
    ]
}

fn rows() -> Vec<Work> {
    let work = |name, text, entry, grid, args, baselines| Work {
        name,
        text,
        entry,
        grid,
        args,
        unit: Unit::Bytes,
        amount: 8.0 * 16.0 * MIB,
        baselines,
    };
    vec![
        work(
            "softmax, 4096 x 4096 f32",
            ROWS,
            "softmax",
            [4096, 1, 1],
            &["f32[4096,4096]=randn(seed=1)", "f32[4096,4096]=zeros", "4096", "4096"],
            &[Baseline::Torch("softmax", 3.0), Baseline::Memcpy(0.6)],
        ),
        work(
            "layer norm, 4096 x 4096 f32",
            ROWS,
            "layer_norm",
            [4096, 1, 1],
            &[
                "f32[4096,4096]=randn(seed=1)",
                "f32[4096]=randn(seed=2)",
                "f32[4096]=randn(seed=3)",
                "f32[4096,4096]=zeros",
                "4096",
                "4096",
            ],
            &[Baseline::Torch("layer_norm", 3.0), Baseline::Memcpy(0.6)],
        ),
        work(
            "rms norm, 4096 x 4096 f32",
            ROWS,
            "rms_norm",
            [4096, 1, 1],
            &[
                "f32[4096,4096]=randn(seed=1)",
                "f32[4096]=randn(seed=2)",
                "f32[4096,4096]=zeros",
                "4096",
                "4096",
            ],
            &[Baseline::Torch("rms_norm", 3.0), Baseline::Memcpy(0.6)],
        ),
        work(
            "transpose, 4096 x 4096 f32",
            TRANSPOSE,
            "transpose",
            [64, 64, 1],
            &["f32[4096,4096]=randn(seed=1)", "f32[4096,4096]=zeros", "4096", "4096"],
            &[Baseline::Torch("transpose", 4.0)],
        ),
        work(
            "prefix sum, 4096 x 4096 f32",
            SCAN,
            "prefix_sum",
            [4096, 1, 1],
            &["f32[4096,4096]=randn(seed=1)", "f32[4096,4096]=zeros", "4096", "4096"],
            &[Baseline::Torch("prefix_sum", 2.0)],
        ),
    ]
}

fn attention() -> Vec<Work> {
    let work = |name, entry, args, baselines| Work {
        name,
        text: ATTENTION,
        entry,
        grid: [8, 8, 1],
        args,
        unit: Unit::Operations,
        amount: 8.0 * 4.0 * MIB * 64.0,
        baselines,
    };
    vec![
        work(
            "attention, 8 heads, 1024 x 1024 x 64, f32",
            "attention_f32",
            &[
                "f32[8,1024,64]=randn(seed=1)",
                "f32[8,1024,64]=randn(seed=2)",
                "f32[8,1024,64]=randn(seed=3)",
                "f32[8,1024,64]=zeros",
                "0.125",
                "8",
                "1024",
            ],
            &[Baseline::Torch("attention_f32", 1.2), Baseline::OneThread(1.8)],
        ),
        work(
            "attention, 8 heads, 1024 x 1024 x 64, f16",
            "attention_f16",
            &[
                "f16[8,1024,64]=randn(seed=1)",
                "f16[8,1024,64]=randn(seed=2)",
                "f16[8,1024,64]=randn(seed=3)",
                "f16[8,1024,64]=zeros",
                "0.125",
                "8",
                "1024",
            ],
            &[Baseline::Torch("attention_f16", 1.2), Baseline::OneThread(1.8)],
        ),
    ]
}

fn indexed() -> Vec<Work> {
    let work = |name, entry, args, baselines| Work {
        name,
        text: INDEXED,
        entry,
        grid: [4096, 1, 1],
        args,
        unit: Unit::Elements,
        amount: 16.0 * MIB,
        baselines,
    };
    vec![
        work(
            "histogram, 16 M i32 into 256",
            "histogram",
            &["i32[16777216]=randint(0,256,seed=1)", "i32[256]=zeros", "16777216"],
            &[Baseline::Torch("histogram", 2.0)],
        ),
        work(
            "gather, 16 M f32",
            "gather",
            &[
                "f32[16777216]=randn(seed=1)",
                "i32[16777216]=randint(0,16777216,seed=2)",
                "f32[16777216]=zeros",
                "16777216",
            ],
            &[Baseline::Torch("gather", 2.0)],
        ),
        work(
            "scatter, 16 M f32",
            "scatter",
            &[
                "f32[16777216]=randn(seed=1)",
                "permutation:i32[16777216]=iota",
                "f32[16777216]=zeros",
                "16777216",
            ],
            &[Baseline::Torch("scatter", 2.0)],
        ),
        Work {
            text: MOE,
            grid: [8, 64, 1],
            unit: Unit::Operations,
            amount: 2.0 * 4096.0 * 512.0 * 512.0,
            ..work(
                "mixture of experts, 4096 tokens, 8 experts, 512 f32",
                "moe",
                &[
                    "f32[4096,512]=randn(seed=1)",
                    "f32[8,512,512]=randn(seed=2)",
                    "permutation:i32[4096]=iota",
                    "i32[64]=randint(0,8,seed=3)",
                    "f32[4096,512]=zeros",
                    "4096",
                    "8",
                    "512",
                ],
                &[Baseline::Torch("moe", 2.0)],
            )
        },
    ]
}

/// One block that does next to nothing.
pub(super) fn tiny() -> Work {
    Work {
        name: "tiny",
        text: include_str!("../../kernels/cpu/tiny.mlir"),
        entry: "tiny",
        grid: [1, 1, 1],
        args: &["f32[16]=randn(seed=1)", "f32[16]=zeros"],
        unit: Unit::Elements,
        amount: 16.0,
        baselines: &[],
    }
}

/// Small enough for the reference interpreter.
pub(super) fn small_gemm() -> Work {
    Work {
        name: "f32 GEMM 256",
        text: GEMM,
        entry: "gemm_f32",
        grid: [2, 2, 1],
        args: &[
            "f32[256,256]=randn(seed=1)",
            "f32[256,256]=randn(seed=2)",
            "f32[256,256]=zeros",
            "256",
            "256",
            "256",
        ],
        unit: Unit::Operations,
        amount: CUBE / 64.0,
        baselines: &[],
    }
}
