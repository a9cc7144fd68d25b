//! Programs to measure on: many entries of random ops in one module.

use smith::{Options, generate};
use tilewright::cuda_tile::Module;
use tilewright::diag::Source;
use tilewright::text::{ParseOptions, PrintOptions, Style, parse, print};

/// Text of a module of about `bytes` bytes.
pub fn large_text(bytes: usize) -> String {
    let options = PrintOptions { style: Style::Disassembler, ..PrintOptions::default() };
    let mut items = String::new();
    let mut seed = 0;
    while items.len() < bytes {
        let module = generate(seed, &Options { ops: 400, ..Options::default() });
        // Every generated module calls its entry `k` and numbers its globals by position.
        let text = print(&module, &options).replace("@k(", &format!("@k{seed}("));
        items.push_str(&text.replace("@g", &format!("@g{seed}_")));
        seed += 1;
    }
    format!("cuda_tile.module @large {{\n{items}}}\n")
}

/// Parses text that is known to be valid.
pub fn parsed(text: &str) -> Module {
    let source = Source::new("large", text);
    parse(&source, &ParseOptions::default()).module.expect("printed text parses")
}
