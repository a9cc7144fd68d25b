//! Bodies that run as ordinary code, once for each element, in the order of the reference interpreter.

#![allow(unsafe_code, reason = "tiles are raw memory")]

use super::Lines;
use crate::context::Context;
use crate::frame::{FrameSlot, Pc};

/// An operand of a reduce or a scan whose body is ordinary code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EachOperand {
    pub(crate) from: FrameSlot,
    pub(crate) out: FrameSlot,
    pub(crate) identity: FrameSlot,
    /// Arguments of the body: the element and the accumulator, if it needs them.
    pub(crate) element: Option<FrameSlot>,
    pub(crate) accumulator: Option<FrameSlot>,
    /// The result of the body.
    pub(crate) yielded: FrameSlot,
    /// Where it is kept until the body runs again.
    pub(crate) kept: FrameSlot,
    /// Bytes of an element.
    pub(crate) size: usize,
}

/// The kind of work on the elements.
pub(crate) enum Work {
    /// `reduce` or `scan`.
    Fold { operands: Box<[EachOperand]>, lines: Lines, scan: bool, reverse: bool },
    /// `experimental$generate`: extents, and the arguments of the body that it needs.
    Generate {
        shape: Box<[u32]>,
        args: Box<[Option<FrameSlot>]>,
        yielded: FrameSlot,
        out: FrameSlot,
        size: usize,
    },
}

/// An operation whose body follows it.
pub(crate) struct Each {
    pub(crate) work: Work,
    /// How often the body runs.
    pub(crate) count: u64,
    /// How often it has run: 64 bits.
    pub(crate) done: FrameSlot,
    /// After the body.
    pub(crate) end: Pc,
}

impl Each {
    /// Sets out for the first element.
    pub(crate) fn start(&self, ctx: &Context<'_>) {
        self.set_done(ctx, 0);
        self.prepare(ctx, 0);
    }

    /// Stores the result of the body; true if the body must run again.
    pub(crate) fn advance(&self, ctx: &Context<'_>) -> bool {
        // SAFETY: the slot holds 64 bits.
        let done = unsafe { ctx.at(self.done).cast::<u64>().read() };
        self.take(ctx, done as usize);
        let more = done + 1 < self.count;
        if more {
            self.set_done(ctx, done + 1);
            self.prepare(ctx, done as usize + 1);
        }
        more
    }

    fn set_done(&self, ctx: &Context<'_>, done: u64) {
        // SAFETY: the slot holds 64 bits.
        unsafe { ctx.at(self.done).cast::<u64>().write(done) }
    }

    /// Gives the body its arguments.
    fn prepare(&self, ctx: &Context<'_>, number: usize) {
        match &self.work {
            Work::Fold { operands, lines, reverse, .. } => {
                let (k, element, _) = position(lines, *reverse, number);
                for operand in operands {
                    let before = if k == 0 { operand.identity } else { operand.kept };
                    // SAFETY: the element is in the operand; arguments hold an element.
                    unsafe {
                        let from = ctx.at(operand.from).add(element * operand.size);
                        copy(ctx, operand.element, from, operand.size);
                        copy(ctx, operand.accumulator, ctx.at(before), operand.size);
                    }
                }
            }
            Work::Generate { shape, args, .. } => {
                let mut rest = number;
                for (&extent, &arg) in shape.iter().zip(args).rev() {
                    if let Some(place) = arg {
                        ctx.set_scalar(place, numerics::Scalar::I32, (rest % extent as usize) as u64);
                    }
                    rest /= extent as usize;
                }
            }
        }
    }

    fn take(&self, ctx: &Context<'_>, number: usize) {
        match &self.work {
            Work::Fold { operands, lines, scan, reverse } => {
                let (k, element, line) = position(lines, *reverse, number);
                for operand in operands {
                    let yielded = ctx.at(operand.yielded);
                    // SAFETY: the element is in the result; places hold an element. Nothing overlaps itself.
                    unsafe {
                        copy(ctx, Some(operand.kept), yielded, operand.size);
                        let out = ctx.at(operand.out);
                        if *scan {
                            out.add(element * operand.size).copy_from(yielded, operand.size);
                        } else if k + 1 == lines.len {
                            out.add(line * operand.size).copy_from(yielded, operand.size);
                        }
                    }
                }
            }
            Work::Generate { yielded, out, size, .. } => {
                // SAFETY: the element is in the result.
                unsafe { ctx.at(*out).add(number * size).copy_from(ctx.at(*yielded), *size) }
            }
        }
    }
}

/// Step, element and line of the n-th execution of the body of a fold.
fn position(lines: &Lines, reverse: bool, number: usize) -> (usize, usize, usize) {
    let (line, k) = (number / lines.len, number % lines.len);
    let row = if reverse { lines.len - 1 - k } else { k };
    let element = (line / lines.inner * lines.len + row) * lines.inner + line % lines.inner;
    (k, element, line)
}

/// # Safety
/// `from` and the slot are valid for `bytes` bytes.
unsafe fn copy(ctx: &Context<'_>, to: Option<FrameSlot>, from: *const u8, bytes: usize) {
    if let Some(to) = to {
        // SAFETY: both are valid for `bytes` bytes.
        unsafe { ctx.at(to).copy_from(from, bytes) }
    }
}
