//! Locations of instructions, which faults, checks and counters report.

use ptx::module::FuncId;

/// Where an instruction is in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The function.
    pub function: FuncId,
    /// The index of its statement.
    pub statement: u32,
}
