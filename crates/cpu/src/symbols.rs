//! Names and addresses of the machine code of a prepared entry, for profilers.
//!
//! A profiler sees machine code of the engine as anonymous memory. The engine itself writes no file: it returns names
//! and addresses, and the embedding program informs the profiler.

use crate::program::Kind;
use crate::run::engine::Prepared;

/// A function of machine code that the engine made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Entry, number of the instruction in the prepared program, its first operation, number of the block: unique in
    /// the entry, such as `softmax.12.subf.0`.
    pub name: String,
    /// Its address, as long as the entry is prepared.
    pub address: usize,
    /// Its length.
    pub bytes: usize,
}

impl Prepared {
    /// The machine code of the entry, in the order of the program. Empty where kernels run everything: on other
    /// processors than x86-64 with AVX2, and in programs without chains of element-wise operations.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        for (number, step) in self.program().code.iter().enumerate() {
            let Kind::Fused(fused) = &step.kind else { continue };
            let mnemonic = self.module().spec(step.op).mnemonic;
            symbols.extend(fused.machine_code().enumerate().map(|(block, code)| Symbol {
                name: format!("{}.{number}.{mnemonic}.{block}", self.entry()),
                address: code.as_ptr() as usize,
                bytes: code.len(),
            }));
        }
        symbols
    }
}
