//! `ldmatrix`, `stmatrix` and `movmatrix`.

use ptx::{Opcode, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::mma::{rows, words};
use super::moves::window;
use super::scope::{Scope, Target};
use crate::fault::Fault;
use crate::machine::Context;
use crate::matrix::ldmatrix::{self, Matrices};
use crate::memory::{Reference, reach};
use crate::program::{Act, Op, W};
use crate::warp::Flow;

/// What executes it.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let opcode = scope.instruction.opcode();
    if opcode == Opcode::Movmatrix {
        return Ok(Op::Act(Box::new(Move { d: scope.w("d", Type::B32)?, a: scope.w("a", Type::B32)? })));
    }
    let matrices =
        ldmatrix::matrices(&words(scope)).ok_or_else(|| Refusal::new("its form is not covered"))?;
    let space = window(scope);
    let at = scope.address("a", space)?;
    if opcode == Opcode::Stmatrix {
        return Ok(Op::Act(Box::new(Store { matrices, at, rows: rows(scope, "b")? })));
    }
    Ok(Op::Act(Box::new(Load { matrices, at, rows: rows(scope, "d")? })))
}

#[derive(Debug)]
struct Load {
    matrices: Matrices,
    at: Target,
    rows: SmallVec<[W; 8]>,
}

impl Act for Load {
    fn act(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("ldmatrix")?;
        let addresses = cx.addresses(&self.at);
        let mut read = [[0; 4]; 32];
        let rows = &mut read[..self.matrices.rows()];
        let lanes = u32::MAX >> (32 - rows.len());
        if let Some(reach) = reach(cx.machine, cx.cluster, lanes, self.at.space, &addresses, 16) {
            for (lane, row) in rows.iter_mut().enumerate() {
                *row = reach.four_words(lane);
            }
            return self.keep(cx, rows);
        }
        for (lane, row) in rows.iter_mut().enumerate() {
            let mut bytes = [0; 16];
            cx.read(Reference::new(self.at.space, addresses[lane]), lane as u32, &mut bytes)?;
            let word = |word: usize| u32::from_le_bytes(std::array::from_fn(|byte| bytes[4 * word + byte]));
            *row = std::array::from_fn(word);
        }
        self.keep(cx, rows)
    }
}

impl Load {
    fn keep(&self, cx: &mut Context<'_>, rows: &[[u32; 4]]) -> Result<Flow, Box<Fault>> {
        let mut values = [[0; 32]; 4];
        self.matrices.load(rows, &mut values);
        cx.set_registers(&self.rows, &values);
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct Store {
    matrices: Matrices,
    at: Target,
    rows: SmallVec<[W; 8]>,
}

impl Act for Store {
    fn act(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("stmatrix")?;
        let addresses = cx.addresses(&self.at);
        let mut rows = [[0; 4]; 32];
        self.matrices.store(&cx.registers(&self.rows), &mut rows);
        for (lane, row) in rows.iter().enumerate().take(self.matrices.rows()) {
            let mut bytes = [0; 16];
            for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(row) {
                *bytes = word.to_le_bytes();
            }
            cx.write(Reference::new(self.at.space, addresses[lane]), lane as u32, &bytes)?;
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
struct Move {
    d: W,
    a: W,
}

impl Act for Move {
    fn act(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("movmatrix")?;
        let moved = ldmatrix::movmatrix(cx.registers.w(self.a));
        cx.registers.set_w(self.d, cx.mask, &moved);
        Ok(Flow::Next)
    }
}
