//! Programs to measure on: many entries in one module, of random ops or of kernels that people write.

use std::num::NonZeroUsize;

use smith::{Options, generate};
use tilewright::build::{fields, items_block};
use tilewright::cuda_tile::{Attr, Module, Opcode};
use tilewright::diag::Source;
use tilewright::ir::walk::preorder;
use tilewright::ir::{DebugInfo, Loc, Op};
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

/// Gives every op a line and column in a subprogram of its entry, as the bytecode of real producers has.
pub fn with_debug_info(mut module: Module) -> Module {
    let file_name = module.strings.intern_bytes(b"kernels.py");
    let directory = module.strings.intern_bytes(b"src");
    let file = module.debug.intern(DebugInfo::File { name: file_name, directory });
    let compile_unit = module.debug.intern(DebugInfo::CompileUnit { file });
    let items: Vec<Op> = module.body.block_ops(items_block(&module)).collect();
    let mut line = 0;
    for item in items {
        let Some(&Attr::Str(name)) =
            module.attr(item, fields::entry::sym_name).as_interned().map(|id| module.attrs.get(id))
        else {
            continue;
        };
        if module.opcode(item) != Opcode::Entry {
            continue;
        }
        line += 1;
        let subprogram = DebugInfo::Subprogram {
            file,
            line,
            name,
            linkage_name: name,
            compile_unit,
            scope_line: line,
            declaration: false,
        };
        let scope = module.debug.intern(subprogram);
        let ops: Vec<Op> = preorder(&module.body, item).collect();
        for (index, op) in ops.into_iter().enumerate() {
            // About two ops a line, as one line of Python becomes.
            line += index as u32 % 2;
            let loc = Loc::File { file: file_name, line, column: 4 + index as u32 % 40, end: None };
            let loc = module.locs.intern(loc);
            let loc = module.locs.intern(Loc::Scoped { loc, scope });
            module.body.set_loc(op, loc);
        }
    }
    module
}

/// Parses text that is known to be valid.
pub fn parsed(text: &str) -> Module {
    parsed_on(NonZeroUsize::MIN, text)
}

/// Parses text that is known to be valid, on `threads` threads.
pub fn parsed_on(threads: NonZeroUsize, text: &str) -> Module {
    let options = ParseOptions { threads, ..ParseOptions::default() };
    parse(&Source::new("large", text), &options).module.expect("printed text parses")
}
