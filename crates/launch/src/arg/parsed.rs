//! The parsed form of one argument.

use super::function::Function;
use numerics::Scalar;
use std::ops::Range;

/// A number as written, not yet typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

/// A name as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

/// One argument.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parsed {
    pub(super) name: Option<Name>,
    pub(super) value: Value,
    /// The bytes of the value.
    pub(super) span: Range<usize>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Value {
    Literal(Literal),
    Buffer {
        element: Scalar,
        /// `None` for `[..]`.
        shape: Option<Vec<u64>>,
        fill: Fill,
        /// Of a multicast buffer, how many devices have a copy.
        devices: Option<u32>,
    },
    File {
        path: Name,
        /// As of a buffer with a type.
        devices: Option<u32>,
    },
    Same(Name),
    Extent {
        name: Name,
        kind: ExtentKind,
        index: usize,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExtentKind {
    Shape,
    Stride,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fill {
    File(Name),
    Call(Call),
}

/// A fill function with its arguments, one slot for each of [`Function::slots`].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) function: Function,
    pub(super) span: Range<usize>,
    pub(super) slots: [Option<Literal>; 3],
}
