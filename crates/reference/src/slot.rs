//! Numbers of values and instructions.

/// The number of a value in its frame.
pub(crate) type Slot = u32;
/// The number of an instruction in its function.
pub(crate) type Pc = u32;
