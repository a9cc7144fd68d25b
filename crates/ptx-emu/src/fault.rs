//! Faults, which end a launch: undefined behaviour of the program, or an exhausted budget.

use std::fmt;

use diag::Code;

use crate::place::Place;

/// Why a launch ended before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The documented code.
    pub code: Code,
    /// The message, a sentence without a full stop.
    pub message: String,
    /// The instruction.
    pub place: Option<Place>,
    /// The thread block.
    pub block: [u32; 3],
    /// The thread, if one is at fault.
    pub thread: Option<[u32; 3]>,
    /// Other parties, with their instructions and actions.
    pub parties: Vec<(Place, String)>,
    /// Facts and remedies.
    pub notes: Vec<String>,
    /// The output of the launch before the fault, of the block that failed last.
    pub printed: String,
}

impl Fault {
    /// A fault without place and thread; the machine adds what it knows.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Box<Fault> {
        let message = message.into();
        let (parties, notes, printed) = (Vec::new(), Vec::new(), String::new());
        Box::new(Fault { code, message, place: None, block: [0; 3], thread: None, parties, notes, printed })
    }

    /// Is the launch wrong, not the program?
    pub fn is_usage(&self) -> bool {
        self.code == crate::codes::LAUNCH
    }

    /// Adds a fact or remedy.
    #[must_use]
    pub(crate) fn note(mut self: Box<Self>, note: impl Into<String>) -> Box<Fault> {
        self.notes.push(note.into());
        self
    }
}

impl fmt::Display for Fault {
    /// `message (block 0,0,0, thread 5,0,0)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.block;
        write!(f, "{} (block {x},{y},{z}", self.message)?;
        if let Some([x, y, z]) = self.thread {
            write!(f, ", thread {x},{y},{z}")?;
        }
        f.write_str(")")
    }
}

impl std::error::Error for Fault {}
