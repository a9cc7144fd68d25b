//! `reduce`, `scan` and `experimental$generate`: bodies that combine elements.
//!
//! A body of element-wise operations runs on many lanes at once ([`Body`]): a reduction combines whole rows, then
//! halves of the remaining rows, and so on ([`reduce`]); a scan runs along many lines side by side ([`scan`]). The
//! language permits any order for the elements of a reduction, and any grouping for those of a scan; the order here
//! depends only on the shape. Any other body runs as ordinary code, once for each element ([`each`]).

#![allow(unsafe_code, reason = "tiles are raw memory")]

pub(crate) mod each;
pub(crate) mod reduce;
pub(crate) mod scan;

use smallvec::SmallVec;

use crate::context::Context;
use crate::fault::Checked;
use crate::frame::FrameSlot;
use crate::kernels::elementwise::Elementwise;
use crate::pattern;
use crate::steps::lanes::{Lanes, Register, Table};

/// A body over lanes.
pub(crate) struct Body {
    /// The operation of a body that consists of one operation, and whether the accumulator is its first operand.
    pub(crate) only: Option<(Box<Elementwise>, bool)>,
    pub(crate) lanes: Lanes,
    /// The arguments: an element and an accumulator of each operand.
    pub(crate) inputs: Box<[Register]>,
    pub(crate) outputs: Box<[Output]>,
    /// Most lanes of one run.
    pub(crate) capacity: usize,
}

/// A result of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    pub(crate) register: Register,
    /// The body computes it, only for this result: it can compute it in place.
    pub(crate) direct: bool,
    /// Bytes of a lane.
    pub(crate) size: usize,
}

/// An operand of a fold and its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Folded {
    pub(crate) from: FrameSlot,
    pub(crate) out: FrameSlot,
    /// The identity, one element.
    pub(crate) identity: FrameSlot,
    /// Scratch memory with the identity in each lane of the body.
    pub(crate) identities: FrameSlot,
    /// Two pieces of scratch memory with the lanes of the body.
    pub(crate) buffers: [FrameSlot; 2],
    /// Scratch memory for elements that are copied before they are combined.
    pub(crate) gathered: FrameSlot,
    /// Bytes of an element.
    pub(crate) size: usize,
}

/// The lines of a tile along one dimension: element `k` of line `(o, i)` is number `(o * len + k) * inner + i`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    pub(crate) outer: usize,
    pub(crate) len: usize,
    pub(crate) inner: usize,
}

/// One pointer for each operand.
type Pointers = SmallVec<[*mut u8; 4]>;

/// A body while a fold runs.
struct Running<'r, 'c> {
    body: &'r Body,
    ctx: &'r Context<'c>,
    table: Table,
}

impl<'r, 'c> Running<'r, 'c> {
    fn start(body: &'r Body, ctx: &'r Context<'c>, operands: &[Folded]) -> Running<'r, 'c> {
        for operand in operands {
            let (to, from) = (ctx.at(operand.identities), ctx.at(operand.identity));
            // SAFETY: there is room for as many lanes as the body takes.
            unsafe { pattern::splat(to, from, operand.size, body.capacity) }
        }
        Running { body, ctx, table: body.lanes.start(ctx, body.capacity) }
    }

    /// Combines elements with accumulators.
    ///
    /// # Safety
    /// Everything is valid for `n` lanes, at most as many as the body takes; results do not overlap operands.
    unsafe fn combine(
        &self,
        elements: &Pointers,
        accumulators: &Pointers,
        results: &Pointers,
        n: usize,
    ) -> Checked {
        if let (Some((work, exchanged)), [element], [accumulator], [result]) =
            (&self.body.only, &elements[..], &accumulators[..], &results[..])
        {
            let (first, second) = if *exchanged { (accumulator, element) } else { (element, accumulator) };
            // SAFETY: this function's contract: everything is valid for `n` lanes, at most as many as the body takes;
            // results do not overlap operands.
            unsafe { work.run(*result, [*first, *second, *second].map(|src| src.cast_const()), n) }
            return Ok(());
        }
        let table = self.table;
        // SAFETY: registers belong to the body; those that are pointed elsewhere are valid, as the caller promises.
        unsafe {
            for (pair, (&element, &accumulator)) in
                self.body.inputs.chunks_exact(2).zip(elements.iter().zip(accumulators))
            {
                table.set(pair[0], element);
                table.set(pair[1], accumulator);
            }
            for (output, &result) in self.body.outputs.iter().zip(results) {
                if output.direct {
                    table.set(output.register, result);
                }
            }
            self.body.lanes.run(self.ctx, table, 0, n)?;
            for (output, &result) in self.body.outputs.iter().zip(results) {
                if !output.direct {
                    result.copy_from_nonoverlapping(table.get(output.register), n * output.size);
                }
            }
        }
        Ok(())
    }
}

fn pointers(operands: &[Folded], pointer: impl Fn(&Folded) -> *mut u8) -> Pointers {
    operands.iter().map(pointer).collect()
}

/// Pointers that are `elements` elements further on.
fn advanced(from: &Pointers, operands: &[Folded], elements: usize) -> Pointers {
    from.iter()
        .zip(operands)
        .map(|(pointer, operand)| pointer.wrapping_add(elements * operand.size))
        .collect()
}
