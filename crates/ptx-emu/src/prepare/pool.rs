//! Constants of a program: each is one row, however often it is used.

use rustc_hash::FxHashMap;

use crate::kernel::Constant;
use crate::registers::{D, W};

/// The constants that the functions prepared so far use.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    words: Kept,
    doubles: Kept,
    /// Do blocks speak with each other through global memory?
    pub(crate) communicates: bool,
    /// Does the program allocate from the heap?
    pub(crate) uses_heap: bool,
}

#[derive(Debug, Default)]
struct Kept {
    rows: Vec<Constant>,
    of: FxHashMap<Constant, u32>,
}

impl Kept {
    fn row(&mut self, constant: Constant) -> u32 {
        let next = self.rows.len() as u32;
        *self.of.entry(constant).or_insert_with(|| {
            self.rows.push(constant);
            next
        })
    }
}

impl Pool {
    /// The row of a constant of up to 32 bits.
    pub(crate) fn w(&mut self, constant: Constant) -> W {
        W(self.words.row(constant))
    }

    /// The row of a constant of 64 bits.
    pub(crate) fn d(&mut self, constant: Constant) -> D {
        D(self.doubles.row(constant))
    }

    /// All of them, those of up to 32 bits first.
    pub(crate) fn into_constants(self) -> (Vec<Constant>, Vec<Constant>) {
        (self.words.rows, self.doubles.rows)
    }
}
