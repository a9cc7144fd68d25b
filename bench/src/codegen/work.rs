//! Kernels whose code is measured: one program each, with a launch for the emulator.

use tilewright::Module;

/// A kernel.
pub(super) struct Work {
    pub(super) name: &'static str,
    text: &'static str,
    /// Words that make another kernel of the text.
    words: &'static [(&'static str, &'static str)],
    /// Multiplications of one run of the main loop by a tile block.
    pub(super) products: Option<u64>,
    pub(super) grid: [u32; 3],
    pub(super) args: &'static [&'static str],
    /// Milliseconds that the way to PTX may take.
    pub(super) target_ms: f64,
}

const GEMM: &str = include_str!("../../kernels/codegen/gemm.mlir");
const GEMM_POINTERS: &str = include_str!("../../kernels/codegen/gemm_pointers.mlir");
const GEMM_I8: &str = include_str!("../../kernels/codegen/gemm_i8.mlir");
const ATTENTION: &str = include_str!("../../kernels/codegen/attention.mlir");
const SOFTMAX: &str = include_str!("../../kernels/codegen/softmax.mlir");
const LAYER_NORM: &str = include_str!("../../kernels/codegen/layer_norm.mlir");
const RMS_NORM: &str = include_str!("../../kernels/codegen/rms_norm.mlir");
const SCAN: &str = include_str!("../../kernels/codegen/scan.mlir");
const ADD: &str = include_str!("../../kernels/codegen/vector_add.mlir");
const MOE: &str = include_str!("../../kernels/fused_moe.mlir");

/// Milliseconds to PTX that a large kernel may take. The performance target of docs/codegen.md.
const MAX_MS_LARGE_KERNEL: f64 = 20.0;
/// Milliseconds to PTX that a small kernel may take. As above.
const MAX_MS_SMALL_KERNEL: f64 = 5.0;

/// A product of matrices of two bytes an element.
const fn gemm(name: &'static str, words: &'static [(&'static str, &'static str)], products: u64) -> Work {
    Work {
        name,
        text: GEMM,
        words,
        products: Some(products),
        grid: [2, 2, 1],
        args: &["f16[256,256]=ones", "f16[256,256]=ones", "f32[256,512]=zeros", "256", "256", "256"],
        target_ms: MAX_MS_LARGE_KERNEL,
    }
}

const fn row(name: &'static str, text: &'static str, args: &'static [&'static str]) -> Work {
    Work { name, text, words: &[], products: None, grid: [4, 1, 1], args, target_ms: MAX_MS_SMALL_KERNEL }
}

/// Bytes as operands, or four of them.
const BYTES: &[&str] = &["i8[256,256]=ones", "i8[256,256]=ones", "i32[256,256]=zeros", "256", "256", "256"];
const WORDS: &[&str] = &["f32[256,256]=ones", "f32[256,256]=ones", "f32[256,256]=zeros", "256", "256", "256"];

/// All of them.
pub(super) const WORK: &[Work] = &[
    gemm("GEMM f16 128x128x64", &[], 128 * 128 * 64),
    Work {
        grid: [1, 2, 1],
        ..gemm("GEMM f16 128x256x64", &[("64x128", "64x256"), ("128x128", "128x256")], 128 * 256 * 64)
    },
    Work {
        text: GEMM_POINTERS,
        args: &["f16[256,256]=ones", "f16[256,256]=ones", "f32[256,256]=zeros", "256", "256", "256"],
        ..gemm("GEMM f16 128x128x64, addresses", &[], 128 * 128 * 64)
    },
    gemm("GEMM bf16 128x128x64", &[("f16", "bf16")], 128 * 128 * 64),
    Work { args: BYTES, ..gemm("GEMM fp8 128x128x64", &[("f16", "f8E4M3FN")], 128 * 128 * 64) },
    Work { text: GEMM_I8, args: BYTES, ..gemm("GEMM i8 128x128x64", &[], 128 * 128 * 64) },
    Work {
        args: WORDS,
        ..gemm(
            "GEMM f32 128x128x32",
            &[("f16", "f32"), ("64x128", "32x128"), ("128x64", "128x32")],
            128 * 128 * 32,
        )
    },
    Work {
        name: "attention f16 128x128x64",
        text: ATTENTION,
        words: &[],
        products: Some(2 * 128 * 128 * 64),
        grid: [2, 1, 1],
        args: &[
            "f16[1,256,64]=ones",
            "f16[1,256,64]=ones",
            "f16[1,256,64]=ones",
            "f16[1,256,64]=zeros",
            "0.125",
            "16",
            "256",
        ],
        target_ms: MAX_MS_LARGE_KERNEL,
    },
    Work {
        name: "fused MoE bf16 64x64x32",
        text: MOE,
        words: &[],
        products: Some(64 * 64 * 32),
        grid: [4, 1, 1],
        args: &[
            "bf16[64,256]=ones",
            "64",
            "256",
            "256",
            "1",
            "bf16[2,128,256]=ones",
            "2",
            "128",
            "256",
            "32768",
            "256",
            "1",
            "bf16[128,128]=zeros",
            "128",
            "128",
            "128",
            "1",
            "f32[128]=ones",
            "128",
            "1",
            "i32[128]=iota",
            "128",
            "1",
            "i32[4]=zeros",
            "4",
            "1",
            "2",
        ],
        target_ms: MAX_MS_LARGE_KERNEL,
    },
    row("softmax f32 4096", SOFTMAX, &["f32[4,4096]=ones", "f32[4,4096]=zeros", "4", "4096"]),
    row(
        "layer norm f32 4096",
        LAYER_NORM,
        &["f32[4,4096]=ones", "f32[4096]=ones", "f32[4096]=ones", "f32[4,4096]=zeros", "4", "4096"],
    ),
    row(
        "rms norm f32 4096",
        RMS_NORM,
        &["f32[4,4096]=ones", "f32[4096]=ones", "f32[4,4096]=zeros", "4", "4096"],
    ),
    row("scan f32 4096", SCAN, &["f32[4,4096]=ones", "f32[4,4096]=zeros", "4", "4096"]),
    row("vector add f32 8192", ADD, &["f32[32768]=ones", "f32[32768]=ones", "f32[32768]=zeros", "32768"]),
];

impl Work {
    /// The program.
    pub(super) fn module(&self) -> Module {
        let replaced = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
        let text = self.words.iter().fold(self.text.to_owned(), replaced);
        tilewright::parse(self.name, &text).expect("the kernels of the bench are right")
    }
}
