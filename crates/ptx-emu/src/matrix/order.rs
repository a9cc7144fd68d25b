//! The order of rows and columns: in lines and panels, in blocks of accumulators, and in shared memory.

/// The same word of eight rows.
pub(crate) type Line = [u32; 8];

/// Eight rows of A or columns of B: one line for each k.
pub type Panel<T> = [[T; 8]];

/// Eight by eight accumulators.
pub type Block<T> = [[T; 8]; 8];

/// Which dimension is contiguous in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Major {
    /// That along which products are summed.
    K,
    /// Rows of A, columns of B.
    Mn,
}

/// The place of a column in a block whose columns are ordered for registers.
#[inline(always)]
pub(crate) const fn place(column: usize) -> usize {
    column % 2 * 4 + column / 2
}

/// Which of the eight rows of a panel is which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// As they are counted: rows of A, and columns of B where accumulators are not in registers.
    Natural,
    /// Even ones first: columns of B where accumulators are in registers.
    EvenFirst,
}

impl Order {
    /// The place of a row or column.
    #[inline(always)]
    pub(crate) const fn place(self, index: usize) -> usize {
        match self {
            Order::Natural => index,
            Order::EvenFirst => place(index),
        }
    }
}
