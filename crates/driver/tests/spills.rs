//! Kernels whose tiles, conversions or calls need many registers: `ptxas` spills none of these.

#![allow(clippy::disallowed_methods, reason = "tests read files of the repository")]

use std::path::Path;

use diag::Source;
use driver::compile::{Emit, Options, Program, compile};
use driver::ptxas;

/// Sums that are converted to 8-bit floats, stored several times, or reduced.
const EPILOGUES: &str = "tests/run/agents/long_epilogues.mlir";
/// Quotients and roots of 64 bits, which are calls in machine code.
const CALLS: &str = "tests/run/large/wide_calls.mlir";
/// Transposed tiles, whose elements move through shared memory.
const TRANSPOSED: &str = "tests/run/large/wide_transposes.mlir";

/// What each kernel of a file spills, in bytes per thread.
fn spilled(tool: &Path, file: &str, target: &'static str) -> Vec<(String, u64)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let text = std::fs::read_to_string(path).expect("the file is there");
    let parsed =
        cuda_tile::text::parse(&Source::new(file, text.as_str()), &cuda_tile::text::ParseOptions::default());
    let module = parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
    let options = Options { target: Some(target.to_owned()), emit: Emit::Ptx, ..Options::default() };
    let made = compile(Program::CudaTile(Box::new(module)), &options).expect("it compiles");
    let ptx = String::from_utf8(made.bytes).expect("text");
    let request = ptxas::Request { arch: target, level: 3, line_info: false, memcheck: false };
    let usage = ptxas::assemble(tool, &ptx, &request).expect("`ptxas` takes it").usage;
    usage.into_iter().map(|usage| (usage.function, usage.spill_stores)).collect()
}

#[test]
fn nothing_is_spilled() {
    let Some(tool) = real_tools::Release::V13_4.find("ptxas") else { return };
    let warpgroups = ["sm_90a", "sm_100a"];
    let all = ["sm_90a", "sm_100a", "sm_120a"];
    for (file, targets) in [(EPILOGUES, &warpgroups[..]), (CALLS, &all[..]), (TRANSPOSED, &all[..])] {
        for target in targets {
            let spilled = spilled(&tool, file, target);
            assert!(spilled.iter().all(|&(_, bytes)| bytes == 0), "{file}, {target}: {spilled:?}");
        }
    }
}
