//! What is wrong, as the instruction that notices it says it; the tile block adds where.

use ir::Op;

/// Something undefined that would have mattered outside of the launch's memory, or that the program asked to be told of.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The documented code of the case, the same as in the reference interpreter.
    pub(crate) code: &'static str,
    pub(crate) message: String,
    /// The operation, where it is not that of the instruction: one of a fused group.
    pub(crate) op: Option<Op>,
    /// The element to blame, by its row-major number in the operation's tile.
    pub(crate) lane: Option<usize>,
    pub(crate) notes: Vec<String>,
}

impl Fault {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), op: None, lane: None, notes: Vec::new() }
    }

    pub(crate) fn at(mut self, lane: usize) -> Fault {
        self.lane.get_or_insert(lane);
        self
    }

    pub(crate) fn of(mut self, op: Op) -> Fault {
        self.op.get_or_insert(op);
        self
    }

    pub(crate) fn note(mut self, text: impl Into<String>) -> Fault {
        self.notes.push(text.into());
        self
    }
}
