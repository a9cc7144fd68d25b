//! Functions that a program calls by name and the caller supplies.

use std::collections::BTreeMap;
use std::sync::Arc;

/// A function of one element of each operand: raw bits in, raw bits out. It may be called from several threads at a time,
/// for elements in any order.
pub type ExternFn = Arc<dyn Fn(&[u64]) -> u64 + Send + Sync>;

/// The functions that programs may call, by symbol.
#[derive(Clone, Default)]
pub struct Externs {
    functions: BTreeMap<String, ExternFn>,
}

impl Externs {
    /// Supplies a function; an earlier one of the same symbol is replaced.
    pub fn define(
        &mut self,
        symbol: impl Into<String>,
        function: impl Fn(&[u64]) -> u64 + Send + Sync + 'static,
    ) {
        self.functions.insert(symbol.into(), Arc::new(function));
    }

    /// The function of a symbol.
    pub fn get(&self, symbol: &str) -> Option<&ExternFn> {
        self.functions.get(symbol)
    }
}

impl std::fmt::Debug for Externs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.functions.keys()).finish()
    }
}
