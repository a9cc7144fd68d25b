//! Decisions of passes as data, with the numbers that were compared: for remarks, and for tools that read remarks.
//!
//! A decision is a function of the module, so it can be queried before a pass runs
//! ([`passes::decisions`](crate::passes::decisions)). Nothing here changes a module.

use ir::Op;

/// The decision of a pass for an op, and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The op.
    pub op: Op,
    /// False if the pass does not change the op, although it handles such ops.
    pub done: bool,
    /// The decision.
    pub what: String,
    /// The reason, and why the next alternative was not taken.
    pub why: String,
    /// Names and values of the compared numbers.
    pub numbers: Vec<(&'static str, String)>,
    /// The suggested change to the program, if an optimisation was missed.
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
