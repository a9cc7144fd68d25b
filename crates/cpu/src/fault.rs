//! Faults, as the instruction reports them; the tile block adds the location.

use ir::Op;

/// An access outside of every allocation.
pub(crate) const OUT_OF_BOUNDS: &str = "E0520";
/// A misaligned access.
pub(crate) const MISALIGNED: &str = "E0521";
/// An access to memory of an `alloca` whose region has ended.
pub(crate) const RELEASED: &str = "E0522";
/// An access to private memory of another tile block.
pub(crate) const FOREIGN_PRIVATE: &str = "E0523";
/// A write to a constant global.
pub(crate) const CONSTANT_WRITTEN: &str = "E0524";
/// View arithmetic that overflows.
pub(crate) const VIEW_OVERFLOW: &str = "E0526";
/// Memory that cannot be reserved.
pub(crate) const NO_MEMORY: &str = "E0527";
/// Memory of several devices reached as that of one, or the other way round.
pub(crate) const MULTICAST: &str = "E0528";
/// An element of 16 bits without a partner on several devices.
pub(crate) const LONE_ELEMENT: &str = "E0529";
/// A false `inbounds`.
pub(crate) const FALSE_INBOUNDS: &str = "E0533";
/// A block index out of range.
pub(crate) const BLOCK_INDEX: &str = "E0540";
/// A view index out of range.
pub(crate) const VIEW_INDEX: &str = "E0541";
/// A loop step that is not positive.
pub(crate) const STEP: &str = "E0550";
/// An induction variable that overflows.
pub(crate) const INDUCTION_OVERFLOW: &str = "E0551";
/// A failed assertion.
pub(crate) const ASSERTION: &str = "E0560";
/// An exhausted step budget.
pub(crate) const STEP_BUDGET: &str = "E0561";

/// A function of the caller that fails.
pub(crate) const EXTERN_FAILS: &str = "E0563";

/// The result of an instruction that may fail; the fault is boxed because it is rare.
pub(crate) type Checked<T = ()> = Result<T, Box<Fault>>;

/// Undefined behaviour that would have an effect outside of the launch's memory, or that the program asked to report.
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

    /// The same in a strip that starts at this lane.
    pub(crate) fn after(mut self, lanes: usize) -> Fault {
        self.lane = self.lane.map(|lane| lane + lanes);
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
