//! How instructions name registers: numbers of rows, of the constants or of the frame of a function.

/// Rows of a function's frame have this bit; rows of constants do not.
pub(crate) const FRAME: u32 = 1 << 31;

/// A row of values of up to 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct W(pub(crate) u32);

/// A row of values of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct D(pub(crate) u32);

/// A row of predicates: a mask of lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct P {
    /// Which.
    pub(crate) row: u32,
    /// The other lanes are meant.
    pub(crate) negated: bool,
}

/// A row of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// Up to 32 bits.
    W(W),
    /// 64 bits.
    D(D),
    /// 128 bits: this row and the next one, the low half first.
    Q(D),
    /// A predicate.
    P(P),
}

/// The rows and the constant of a computation; which are used, and of which kind they are, its function knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Operands {
    /// Rows of registers: the written ones first, then the read ones.
    pub(crate) rows: [u32; 8],
    /// A bit for each that is a predicate whose other lanes are meant.
    pub(crate) negated: u8,
    /// A constant.
    pub(crate) constant: u64,
}

impl Operands {
    /// A row of up to 32 bits, by its position.
    pub(crate) fn w(&self, index: usize) -> W {
        W(self.rows[index])
    }

    /// A row of 64 bits, by its position.
    pub(crate) fn d(&self, index: usize) -> D {
        D(self.rows[index])
    }

    /// A predicate, by its position.
    pub(crate) fn p(&self, index: usize) -> P {
        P { row: self.rows[index], negated: self.negated >> index & 1 == 1 }
    }
}
