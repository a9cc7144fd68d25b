//! Decisions of passes as data, with the numbers that were compared: for remarks, and for tools that read remarks.
//!
//! A decision is a function of the module, so it can be queried before a pass runs
//! ([`passes::decisions`](crate::passes::decisions)). Nothing here changes a module.

use ir::Op;

/// What a pass does with an op, and why it does not do otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The op.
    pub op: Op,
    /// False where the pass leaves the op as it is, though it is one that the pass is for.
    pub done: bool,
    /// What is done with it.
    pub what: String,
    /// The reason, and why the next alternative was not taken.
    pub why: String,
    /// Names and values of what was compared.
    pub numbers: Vec<(&'static str, String)>,
    /// What to change in the program, where something is not done that would be faster.
    pub help: Option<&'static str>,
}

impl Decision {
    pub(crate) fn new(op: Op, done: bool, what: impl Into<String>, why: impl Into<String>) -> Decision {
        Decision { op, done, what: what.into(), why: why.into(), numbers: Vec::new(), help: None }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl ToString) -> Decision {
        self.numbers.push((name, value.to_string()));
        self
    }
}
