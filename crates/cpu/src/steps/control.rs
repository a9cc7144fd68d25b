//! Control flow: jumps that hand values over.

#![allow(unsafe_code, reason = "values are moved between places here")]

use numerics::{Scalar, int};

use crate::context::Context;
use crate::fault::{self, Checked, Fault};
use crate::frame::{FrameSlot, Pc};

/// One move of a parallel copy: the bytes of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) from: FrameSlot,
    pub(crate) to: FrameSlot,
    pub(crate) bytes: u32,
}

/// Moves of a parallel copy in order: no move reads bytes that an earlier one overwrote. No move overlaps itself.
pub(crate) type Moves = Box<[Move]>;

/// Hands the values over.
pub(crate) fn apply(moves: &[Move], ctx: &Context<'_>) {
    for step in moves {
        let (from, to) = (ctx.at(step.from), ctx.at(step.to));
        // SAFETY: both places hold as many bytes, and no move overlaps itself.
        unsafe { to.copy_from_nonoverlapping(from, step.bytes as usize) };
    }
}

/// `if`: continues with the next instruction, or elsewhere.
#[derive(Debug)]
pub(crate) struct Branch {
    /// An i1.
    pub(crate) condition: FrameSlot,
    /// Where to go when the condition is false.
    pub(crate) otherwise: Pc,
}

impl Branch {
    /// True when the branch that follows is taken.
    pub(crate) fn decide(&self, ctx: &Context<'_>) -> bool {
        ctx.scalar(self.condition, Scalar::I1) != 0
    }
}

/// Assigns block arguments and jumps.
#[derive(Debug)]
pub(crate) struct Jump {
    pub(crate) moves: Moves,
    pub(crate) target: Pc,
    /// A back edge of a loop whose body may wait for other tile blocks: it counts against the block's quantum.
    pub(crate) may_wait: bool,
}

/// The head of a `for`; the body is what follows it.
#[derive(Debug)]
pub(crate) struct For {
    pub(crate) lower: FrameSlot,
    /// Lives until the loop ends.
    pub(crate) upper: FrameSlot,
    /// Lives until the loop ends.
    pub(crate) step: FrameSlot,
    pub(crate) scalar: Scalar,
    pub(crate) unsigned: bool,
    /// The induction variable; in the body, only a product that takes several iterations at a time changes it.
    pub(crate) iv: FrameSlot,
    /// Initial values to the body.
    pub(crate) enter: Moves,
    /// Initial values to the results, when there is no iteration.
    pub(crate) skip: Moves,
    /// After the loop.
    pub(crate) end: Pc,
}

impl For {
    /// Starts the loop; false when there is no iteration.
    pub(crate) fn start(&self, ctx: &Context<'_>) -> Checked<bool> {
        let [lower, upper, step] =
            [self.lower, self.upper, self.step].map(|place| ctx.scalar(place, self.scalar));
        let value = int::value(self.scalar, step, !self.unsigned);
        // Checked even when there is no iteration, as the reference interpreter does: a wrong step is the program's
        // mistake either way.
        if value <= 0 {
            let message = format!("the step of the loop is {value}");
            return Err(Fault::new(fault::STEP, message).note("a step must be positive").into());
        }
        if !self.below(lower, upper) {
            apply(&self.skip, ctx);
            return Ok(false);
        }
        apply(&self.enter, ctx);
        ctx.set_scalar(self.iv, self.scalar, lower);
        Ok(true)
    }

    fn below(&self, iv: u64, upper: u64) -> bool {
        int::order(self.scalar, iv, upper, !self.unsigned).is_lt()
    }

    /// The induction variable of the next iteration; none after the last one.
    fn next(&self, ctx: &Context<'_>) -> Checked<Option<u64>> {
        let [iv, upper, step] = [self.iv, self.upper, self.step].map(|place| ctx.scalar(place, self.scalar));
        let sum = int::add(self.scalar, iv, step);
        if if self.unsigned { sum.unsigned } else { sum.signed } {
            let [iv, step] = [iv, step].map(|bits| int::value(self.scalar, bits, !self.unsigned));
            let message =
                format!("the induction variable {iv} plus the step {step} overflows {}", self.scalar);
            return Err(Fault::new(fault::INDUCTION_OVERFLOW, message).into());
        }
        Ok(self.below(sum.bits, upper).then_some(sum.bits))
    }
}

/// The end of an iteration of a `for`.
#[derive(Debug)]
pub(crate) struct Continue {
    /// The loop.
    pub(crate) head: Pc,
    /// Values to the next iteration.
    pub(crate) again: Moves,
    /// Values to the results, after the last one.
    pub(crate) done: Moves,
}

impl Continue {
    /// Ends an iteration; returns true when there is another one.
    pub(crate) fn advance(&self, head: &For, ctx: &Context<'_>) -> Checked<bool> {
        let next = head.next(ctx)?;
        match next {
            Some(iv) => {
                apply(&self.again, ctx);
                ctx.set_scalar(head.iv, head.scalar, iv);
            }
            None => apply(&self.done, ctx),
        }
        Ok(next.is_some())
    }
}

/// `experimental$call`: functions do not recurse, so that each has one area in the frame.
#[derive(Debug)]
pub(crate) struct Call {
    /// Arguments to the parameters.
    pub(crate) args: Moves,
    /// Where the function starts.
    pub(crate) target: Pc,
    /// The frame slot for the return address, the number of the instruction after the call, in 64 bits.
    pub(crate) back: FrameSlot,
}

impl Call {
    /// Passes the arguments and stores the return address, which is after instruction `pc`.
    pub(crate) fn enter(&self, pc: Pc, ctx: &Context<'_>) -> Pc {
        apply(&self.args, ctx);
        ctx.set_scalar(self.back, Scalar::I64, u64::from(pc) + 1);
        self.target
    }
}

/// Where the call whose return address is in this place came from.
pub(crate) fn back(place: FrameSlot, ctx: &Context<'_>) -> Pc {
    ctx.scalar(place, Scalar::I64) as Pc
}
