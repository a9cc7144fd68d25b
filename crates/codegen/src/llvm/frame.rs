//! Ops with a region during emission: the targets of `yield`, `break` and `continue` inside them.

/// A predecessor of a block, and the values that it passes.
pub(super) type Edge = (String, Vec<String>);

/// An op with a region that is being written.
pub(crate) struct Frame {
    pub(super) kind: FrameKind,
    /// Where `yield` and `break` go, and those that do.
    pub(super) end: String,
    pub(super) ends: Vec<Edge>,
    /// The target of `continue`, and its predecessors.
    pub(super) next: String,
    pub(super) nexts: Vec<Edge>,
}

/// The kind of the op.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    If,
    For,
    Loop,
}

impl Frame {
    /// A frame whose region ends at one label, and begins again at another one.
    pub(super) fn new(kind: FrameKind, end: &str, next: &str) -> Frame {
        Frame { kind, end: end.to_owned(), ends: Vec::new(), next: next.to_owned(), nexts: Vec::new() }
    }
}
