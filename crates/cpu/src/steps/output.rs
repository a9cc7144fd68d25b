//! `print_tko` and `assert`.

#![allow(unsafe_code, reason = "lanes are raw memory")]

use launch::format::{self, Argument, Piece, Printed};
use numerics::{Scalar, pack};

use crate::context::Context;
use crate::fault::{self, Checked, Fault};
use crate::frame::FrameSlot;
use crate::rows;

/// An operand of a print.
#[derive(Debug)]
pub(crate) struct PrintArg {
    pub(crate) place: FrameSlot,
    pub(crate) shape: Box<[u32]>,
    pub(crate) printed: Printed,
}

impl PrintArg {
    /// Raw bits of all elements.
    pub(crate) fn bits(&self, ctx: &Context<'_>) -> Vec<u64> {
        let elem = match self.printed {
            Printed::Number(scalar) => scalar,
            Printed::Pointer => Scalar::I64,
        };
        let len = self.shape.iter().map(|&extent| extent as usize).product();
        let tile = ctx.at(self.place);
        // SAFETY: the slot holds a lane for each element.
        let lane = |lane| pack::from_storage(elem, unsafe { rows::read_lane(elem, tile, lane) });
        (0..len).map(lane).collect()
    }
}

/// `print_tko`.
#[derive(Debug)]
pub(crate) struct Print {
    /// The format string, as written in the module.
    pub(crate) format: Box<[u8]>,
    pub(crate) args: Box<[PrintArg]>,
}

impl Print {
    pub(crate) fn run(&self, ctx: &Context<'_>) {
        let mut text = String::new();
        let mut args = self.args.iter();
        for piece in format::parse(&self.format) {
            match piece {
                Piece::Text(literal) => text.push_str(&literal),
                Piece::Expression(conversion) => {
                    if let Some(arg) = args.next() {
                        let (bits, shape) = (arg.bits(ctx), &arg.shape);
                        let argument = Argument { bits: &bits, shape, printed: arg.printed };
                        argument.write(&mut text, conversion.as_ref());
                    }
                }
            }
        }
        ctx.sink.print(ctx.block, text);
    }
}

/// `assert`.
#[derive(Debug)]
pub(crate) struct Assert {
    /// Bytes of 0 and 1.
    pub(crate) condition: FrameSlot,
    pub(crate) len: usize,
    pub(crate) message: String,
}

impl Assert {
    pub(crate) fn run(&self, ctx: &Context<'_>) -> Checked {
        // SAFETY: the slot holds a byte for each element, and belongs to this block.
        let condition = unsafe { std::slice::from_raw_parts(ctx.at(self.condition), self.len) };
        let mut failed = (0..self.len).filter(|&lane| condition[lane] == 0);
        let Some(first) = failed.next() else { return Ok(()) };
        let others = failed.count();
        let mut fault = Fault::new(fault::ASSERTION, format!("assertion failed: {}", self.message));
        if self.len > 1 {
            fault = fault.at(first);
        }
        if others > 0 {
            fault = fault.note(format!("{} of {} elements are false", others + 1, self.len));
        }
        Err(fault.into())
    }
}
