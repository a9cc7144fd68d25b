//! Faults, as the operation reports them; the tile block adds the location.

use ir::Op;

use crate::cause::Case;
use crate::tile::{Poison, Tile};

/// Something undefined that mattered.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) what: What,
    /// The element to blame, by its row-major number in the operation's tile.
    pub(crate) lane: Option<usize>,
    pub(crate) notes: Vec<String>,
    /// The operation to blame, when it is another one than that which is being executed.
    pub(crate) op: Option<Op>,
}

/// The two kinds of faults.
#[derive(Debug)]
pub(crate) enum What {
    /// The operation itself is undefined.
    Case(Case, String),
    /// An undefined value was used in a way that matters: how.
    Poison(Poison, &'static str),
}

impl Fault {
    pub(crate) fn new(case: Case, message: impl Into<String>) -> Fault {
        Fault { what: What::Case(case, message.into()), lane: None, notes: Vec::new(), op: None }
    }

    /// An undefined value that `matters`: "is stored to memory".
    pub(crate) fn poison(poison: Poison, matters: &'static str) -> Fault {
        Fault { what: What::Poison(poison, matters), lane: None, notes: Vec::new(), op: None }
    }

    /// The case of an element that is undefined because of this fault, which has been reported: none of those that make
    /// poison, so that it is not reported again.
    pub(crate) fn lost_as(&self) -> Case {
        match self.what {
            What::Case(case, _) => case,
            What::Poison(..) => Case::OUT_OF_BOUNDS,
        }
    }

    pub(crate) fn at(mut self, lane: usize) -> Fault {
        self.lane.get_or_insert(lane);
        self
    }

    /// The fault of another operation.
    pub(crate) fn of(mut self, op: Op) -> Fault {
        self.op = Some(op);
        self
    }

    /// A fault of the operation as a whole, not of an element.
    pub(crate) fn whole(mut self) -> Fault {
        self.lane = None;
        self
    }

    pub(crate) fn note(mut self, text: impl Into<String>) -> Fault {
        self.notes.push(text.into());
        self
    }
}

/// An error when any element is undefined.
pub(crate) fn all_defined(tile: &Tile, matters: &'static str) -> Result<(), Fault> {
    match tile.first_poison() {
        None => Ok(()),
        Some((lane, poison)) if tile.bits.len() > 1 => Err(Fault::poison(poison, matters).at(lane)),
        Some((_, poison)) => Err(Fault::poison(poison, matters)),
    }
}

/// The bits of a defined rank-0 tile.
pub(crate) fn scalar(tile: &Tile, matters: &'static str) -> Result<u64, Fault> {
    all_defined(tile, matters)?;
    Ok(tile.bits[0])
}
