//! Self-contained attributes: a tag and a payload.

mod read;
mod write;

use diag::Diagnostic;
use ir::{AttrId, StrId};
use rustc_hash::FxHashMap;

use super::codes::E_VARINT;

pub(super) use self::read::AttrReader;
pub(super) use self::write::unstorable;

/// Attributes are nested at most this deep.
pub(super) const MAX_DEPTH: usize = 64;

macro_rules! tags {
    ($($name:ident = $number:literal,)*) => { $(const $name: u64 = $number;)* };
}

tags! {
    INTEGER = 1,
    FLOAT = 2,
    BOOL = 3,
    TYPE = 4,
    STRING = 5,
    ARRAY = 6,
    DENSE = 7,
    DIV_BY = 8,
    SAME_ELEMENTS = 9,
    DICTIONARY = 10,
    HINTS = 11,
    BOUNDED = 12,
    MULTIMEM_REDUCTION = 13,
}

/// Flag bit of `div_by`: `every` follows. Of `bounded`: the lower bound does.
const FIRST: u8 = 1;
/// Flag bit of `div_by`: `along` follows. Of `bounded`: the upper bound does.
const SECOND: u8 = 2;

/// Details of the encoding that attributes do not represent: needed to write the same bytes again.
#[derive(Clone, Debug, Default)]
pub(super) struct Spelling {
    /// Order of the entries of dictionaries that are not sorted.
    pub(super) orders: FxHashMap<AttrId, Box<[(StrId, AttrId)]>>,
    /// Whether each boolean, in the order of the file, is an integer of type i1 and not an attribute of its own.
    pub(super) bools_as_integers: Vec<bool>,
    /// How many floats there are of 64 bits.
    pub(super) doubles: u32,
    /// Those of them, in the order of the file, that were written with an extra bit, and their positions.
    pub(super) wide: Vec<(u32, usize)>,
}

impl Spelling {
    /// Appends the floats of the next part of the file. Files that several threads read need no other details.
    pub(super) fn append(&mut self, next: &Spelling) {
        self.wide.extend(next.wide.iter().map(|&(index, at)| (self.doubles + index, at)));
        self.doubles += next.doubles;
    }

    /// The warning about floats that were written with an extra bit.
    pub(super) fn warning(&self) -> Option<Diagnostic> {
        let (_, first) = *self.wide.first()?;
        let message = format!(
            "{} 64-bit float(s) were written with 65 bits; the highest bit, the sign, is lost",
            self.wide.len()
        );
        Some(
            Diagnostic::warning(E_VARINT, message)
                .at_byte(first as u64, "")
                .note("the reference reader drops the bit too: a negative number, such as the identity -inf of a maximum, becomes positive")
                .help("use a producer that writes 64-bit patterns as signed numbers (cuTile Python 1.7 does not)"),
        )
    }
}
