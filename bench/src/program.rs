//! Programs to measure on: many entries in one module, of random ops or of kernels that people write.

use smith::{Options, generate};
use tilewright::cuda_tile::Module;
use tilewright::diag::Source;
use tilewright::text::{ParseOptions, PrintOptions, Style, parse, print};

const KERNELS: &[&str] = &[
    include_str!("../../examples/flash_attention.mlir"),
    include_str!("../../examples/gemm_pointers.mlir"),
    include_str!("../../examples/gemm_views.mlir"),
    include_str!("../../examples/layer_norm.mlir"),
    include_str!("../../examples/softmax.mlir"),
];

/// Text of a module of about `bytes` bytes: entries of random ops, as dense as ops can stand.
pub fn random_text(bytes: usize) -> String {
    repeated(bytes, |seed| {
        let module = generate(seed, &Options { ops: 400, ..Options::default() });
        // Every generated module calls its entry `k` and numbers its globals by position.
        let text = items(&module).replace("@k(", &format!("@k{seed}("));
        text.replace("@g", &format!("@g{seed}_"))
    })
}

/// Text of a module of about `bytes` bytes: some of the examples over and over, without their comments.
pub fn kernels_text(bytes: usize) -> String {
    let kernels: Vec<String> = KERNELS.iter().map(|text| items(&parsed(text))).collect();
    repeated(bytes, |number| {
        let text = &kernels[number as usize % kernels.len()];
        text.replace("entry @", &format!("entry @k{number}_"))
    })
}

/// The items of a module, as the real disassembler shows them.
fn items(module: &Module) -> String {
    print(module, &PrintOptions { style: Style::Disassembler, ..PrintOptions::default() })
}

fn repeated(bytes: usize, part: impl Fn(u64) -> String) -> String {
    let mut items = String::new();
    for number in 0.. {
        if items.len() >= bytes {
            break;
        }
        items.push_str(&part(number));
    }
    format!("cuda_tile.module @large {{\n{items}}}\n")
}

/// Parses text that is known to be valid.
pub fn parsed(text: &str) -> Module {
    let source = Source::new("large", text);
    parse(&source, &ParseOptions::default()).module.expect("printed text parses")
}
