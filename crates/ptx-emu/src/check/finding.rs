//! Findings of the checks.

use std::fmt;

use diag::Code;

use crate::place::Place;

/// The other party of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// The instruction.
    pub place: Place,
    /// The thread block.
    pub block: [u32; 3],
    /// The thread.
    pub thread: [u32; 3],
    /// The action of the party.
    pub what: String,
}

/// Something that a program does wrong without ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The documented code.
    pub code: Code,
    /// The message, a sentence without a full stop.
    pub message: String,
    /// The instruction.
    pub place: Place,
    /// The thread block.
    pub block: [u32; 3],
    /// The thread.
    pub thread: [u32; 3],
    /// The other party, if there is one.
    pub other: Option<Other>,
    /// Facts and remedies.
    pub notes: Vec<String>,
}

impl fmt::Display for Finding {
    /// `message (block 0,0,0, thread 5,0,0)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x, y, z], [i, j, k]) = (self.block, self.thread);
        write!(f, "{} (block {x},{y},{z}, thread {i},{j},{k})", self.message)
    }
}
