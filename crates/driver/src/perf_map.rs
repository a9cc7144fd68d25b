//! Map of the CPU engine's machine code for Linux `perf`.
//!
//! `perf report` reads `/tmp/perf-PID.map` for anonymous memory: a line `START SIZE NAME` in hexadecimal for each function. The
//! file is written only on request, by `TILEWRIGHT_PERF_MAP=1`, because it is never deleted.

#![allow(clippy::disallowed_methods, reason = "a profiler finds the file by the process's number")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Prepares an entry for the CPU engine, and lists its machine code if the environment requests it.
pub(crate) fn prepared(prepared: cpu::Prepared) -> cpu::Prepared {
    if std::env::var_os("TILEWRIGHT_PERF_MAP").is_some_and(|value| !value.is_empty() && value != "0") {
        let path = PathBuf::from(format!("/tmp/perf-{}.map", std::process::id()));
        // A profile without names is better than a launch that fails because of its profile.
        let _ = append(&path, &lines(&prepared.symbols()));
    }
    prepared
}

/// Appends: a process may prepare many entries.
fn append(path: &Path, lines: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(lines.as_bytes())
}

fn lines(symbols: &[cpu::Symbol]) -> String {
    let mut text = String::new();
    for symbol in symbols {
        let (address, bytes) = (symbol.address, symbol.bytes);
        writeln!(text, "{address:x} {bytes:x} tilewright:{}", symbol.name)
            .expect("a string takes everything");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::LoadOptions;

    #[test]
    fn each_block_of_machine_code_has_a_line() {
        let symbol = |name: &str, address, bytes| cpu::Symbol { name: name.into(), address, bytes };
        let found = lines(&[symbol("k.3.mulf.0", 0x7f00_1000, 0x80), symbol("k.9.exp.0", 0x7f00_2000, 7)]);
        assert_eq!(found, "7f001000 80 tilewright:k.3.mulf.0\n7f002000 7 tilewright:k.9.exp.0\n");
    }

    #[test]
    fn a_chain_has_machine_code_that_does_not_overlap() {
        let text = include_bytes!("../../../examples/softmax.mlir");
        let input = crate::input::Input::from_bytes("softmax.mlir".into(), text.to_vec()).expect("text");
        let module = crate::load::load(&input, &LoadOptions::verified()).module.expect("a valid program");
        let how = cpu::Preparation::default();
        let prepared = cpu::Prepared::new(&module, "softmax", &how).expect("an entry of it");
        let mut symbols = prepared.symbols();
        let compiles = cfg!(target_arch = "x86_64") && cpu::Isa::detect() >= cpu::Isa::Avx2;
        assert_eq!(!symbols.is_empty(), compiles);
        assert!(symbols.iter().all(|symbol| symbol.name.starts_with("softmax.") && symbol.bytes > 0));
        symbols.sort_by_key(|symbol| symbol.address);
        assert!(symbols.windows(2).all(|pair| pair[0].address + pair[0].bytes <= pair[1].address));
    }
}
