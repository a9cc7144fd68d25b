//! Control flow: jumps that hand values over.

use numerics::Scalar;

use crate::program::{Pc, Place};

/// One value handed over: its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) from: Place,
    pub(crate) to: Place,
    pub(crate) bytes: u32,
}

/// Values handed over, in this order: what a move overwrites, no later one reads. No move overlaps itself.
pub(crate) type Moves = Box<[Move]>;

/// `if`: goes on with the next instruction, or elsewhere.
#[derive(Debug)]
pub(crate) struct Branch {
    /// An i1.
    pub(crate) condition: Place,
    /// Where to go when the condition is false.
    pub(crate) otherwise: Pc,
}

/// Leaves scopes, hands values over and goes elsewhere.
#[derive(Debug)]
pub(crate) struct Jump {
    pub(crate) moves: Moves,
    /// Allocation scopes that it leaves.
    pub(crate) leave: u32,
    pub(crate) target: Pc,
    /// A back edge of a loop whose body may wait for other tile blocks: it counts against the block's quantum.
    pub(crate) may_wait: bool,
}

/// The head of a `for`; the body is what follows it.
#[derive(Debug)]
pub(crate) struct For {
    pub(crate) lower: Place,
    /// Lives until the loop ends.
    pub(crate) upper: Place,
    /// Lives until the loop ends.
    pub(crate) step: Place,
    pub(crate) scalar: Scalar,
    pub(crate) unsigned: bool,
    /// The induction variable, which the body does not change.
    pub(crate) iv: Place,
    /// Initial values to the body.
    pub(crate) enter: Moves,
    /// Initial values to the results, when there is no iteration.
    pub(crate) skip: Moves,
    /// Behind the loop.
    pub(crate) end: Pc,
}

/// The end of an iteration of a `for`.
#[derive(Debug)]
pub(crate) struct Continue {
    /// The loop.
    pub(crate) head: Pc,
    /// Allocation scopes that it leaves.
    pub(crate) leave: u32,
    /// Values to the next iteration.
    pub(crate) again: Moves,
    /// Values to the results, after the last one.
    pub(crate) done: Moves,
    /// As in [`Jump`].
    pub(crate) may_wait: bool,
}

/// `experimental$call`: functions do not recurse, so that each has one area in the frame.
#[derive(Debug)]
pub(crate) struct Call {
    /// Arguments to the parameters.
    pub(crate) args: Moves,
    /// Where the function starts.
    pub(crate) target: Pc,
    /// Where the number of the instruction behind the call goes, as 64 bits.
    pub(crate) back: Place,
}
