//! `print_tko` and `assert`.

use numerics::Scalar;

use crate::program::Place;

/// What a printed element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Printed {
    Number(Scalar),
    Pointer,
}

/// An operand of a print.
#[derive(Debug)]
pub(crate) struct PrintArg {
    pub(crate) place: Place,
    pub(crate) shape: Box<[u32]>,
    pub(crate) printed: Printed,
}

/// `print_tko`.
#[derive(Debug)]
pub(crate) struct Print {
    /// The format string, as written in the module.
    pub(crate) format: Box<[u8]>,
    pub(crate) args: Box<[PrintArg]>,
}

/// `assert`.
#[derive(Debug)]
pub(crate) struct Assert {
    /// Bytes of 0 and 1.
    pub(crate) condition: Place,
    pub(crate) len: usize,
    pub(crate) message: String,
}
