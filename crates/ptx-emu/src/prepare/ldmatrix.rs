//! `ldmatrix`, `stmatrix` and `movmatrix`.

use ptx::{Opcode, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::mma::{modifiers, rows};
use super::moves::window;
use super::scope::{Scope, Target};
use crate::access::reach;
use crate::check::{AccessKind, Space, TouchedRow};
use crate::fault::Fault;
use crate::machine::Context;
use crate::matrix::ldmatrix::{self, Expand, Matrices, Shape};
use crate::memory::{Reference, SHARED_BASE, Window};
use crate::program::{Effectful, Flow, Op};
use crate::registers::{Row64, W};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let opcode = scope.instruction.opcode();
    if opcode == Opcode::Movmatrix {
        return Ok(Op::Effectful(Box::new(Move {
            d: scope.w("d", Type::B32)?,
            a: scope.w("a", Type::B32)?,
        })));
    }
    let matrices =
        ldmatrix::matrices(&modifiers(scope)).ok_or_else(|| Refusal::new("its form is not covered"))?;
    let space = window(scope);
    let at = scope.address("a", space)?;
    if opcode == Opcode::Stmatrix {
        return Ok(Op::Effectful(Box::new(Store { matrices, at, rows: rows(scope, "b")? })));
    }
    Ok(Op::Effectful(Box::new(Load { matrices, at, rows: rows(scope, "d")? })))
}

#[derive(Debug)]
struct Load {
    matrices: Matrices,
    at: Target,
    rows: SmallVec<[W; 8]>,
}

impl Effectful for Load {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("ldmatrix")?;
        let addresses = cx.addresses(&self.at);
        if self.directly(cx, &addresses) {
            return Ok(Flow::Next);
        }
        let mut read = [[0; 4]; 32];
        let rows = &mut read[..self.matrices.rows()];
        let lanes = u32::MAX >> (32 - rows.len());
        let mut offsets = [0; 32];
        // Padding is not an access, so lanes report their accesses to the checks one by one.
        let looked_at = self.matrices.expand.map_or(16, Expand::bytes);
        let together = looked_at == 16 || !cx.machine.watch.is_on();
        if together
            && let Some(reach) =
                reach(cx.machine, cx.cluster, lanes, self.at.space, (&addresses, 16), &mut offsets)
        {
            for (lane, row) in rows.iter_mut().enumerate() {
                *row = reach.four_words(lane);
            }
            return self.keep(cx, rows);
        }
        for (lane, row) in rows.iter_mut().enumerate() {
            let mut bytes = [0; 16];
            let from = Reference::new(self.at.space, addresses[lane]);
            cx.read_padded(from, lane as u32, &mut bytes, looked_at)?;
            let word = |word: usize| u32::from_le_bytes(std::array::from_fn(|byte| bytes[4 * word + byte]));
            *row = std::array::from_fn(word);
        }
        self.keep(cx, rows)
    }
}

impl Load {
    /// Loads matrices of eight by eight halves from shared memory; false if the instruction does something else, or if a lane is
    /// at fault, and nothing has happened.
    fn directly(&self, cx: &mut Context<'_>, addresses: &Row64) -> bool {
        // Kernels rarely load matrices that are unpacked: those take the general way.
        let (Matrices { shape, count, expand: None }, Some(Window::Shared)) = (self.matrices, self.at.space)
        else {
            return false;
        };
        if !matches!(shape, Shape::M8n8 | Shape::M8n8Trans) || cx.machine.tally.is_on() {
            return false;
        }
        let mut registers = [[0; 32]; 4];
        let rank = addresses[0] >> 24;
        let Some(block) = cx.cluster.blocks.get(rank as usize) else { return false };
        let (chunks, first) = (block.shared.as_chunks::<16>().0, rank << 24 | u64::from(SHARED_BASE));
        for (register, addresses) in registers.iter_mut().zip(addresses.as_chunks::<8>().0).take(count) {
            for (row, address) in register.as_chunks_mut::<4>().0.iter_mut().zip(addresses) {
                let offset = address.wrapping_sub(first);
                // A wrong address is left to the general path, which reports the lane.
                let chunk = if offset % 16 == 0 { chunks.get((offset / 16) as usize) } else { None };
                let Some(chunk) = chunk else { return false };
                for (word, bytes) in row.iter_mut().zip(chunk.as_chunks().0) {
                    *word = u32::from_le_bytes(*bytes);
                }
            }
        }
        cx.machine.watch.tell(|checks| {
            let (space, mask) = (Space::Shared, u32::MAX >> (32 - 8 * count));
            let row = TouchedRow { space, addresses, mask, size: 16, does: AccessKind::Read };
            checks.touches_row(row, &|_| true);
        });
        for (register, &row) in registers.iter().zip(&self.rows) {
            if shape == Shape::M8n8Trans {
                cx.registers.set_w(row, cx.mask, &ldmatrix::movmatrix(register));
            } else {
                cx.registers.set_w(row, cx.mask, register);
            }
        }
        true
    }

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

impl Effectful for Store {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("stmatrix")?;
        let addresses = cx.addresses(&self.at);
        let mut rows = [[0; 4]; 32];
        self.matrices.store(&cx.registers(&self.rows), &mut rows);
        if self.directly(cx, &addresses, &rows) {
            return Ok(Flow::Next);
        }
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

impl Store {
    /// Stores rows in shared memory, no two of them in one place; false if the instruction does something else, or if a lane is
    /// at fault, and nothing has happened.
    fn directly(&self, cx: &mut Context<'_>, addresses: &Row64, rows: &[[u32; 4]; 32]) -> bool {
        if self.at.space != Some(Window::Shared) || cx.machine.tally.is_on() {
            return false;
        }
        let count = self.matrices.rows();
        let rank = addresses[0] >> 24;
        let Some(block) = cx.cluster.blocks.get_mut(rank as usize) else { return false };
        let (chunks, first) = (block.shared.as_chunks_mut::<16>().0, rank << 24 | u64::from(SHARED_BASE));
        let mut places: SmallVec<[usize; 32]> = SmallVec::new();
        for address in &addresses[..count] {
            let offset = address.wrapping_sub(first);
            if offset % 16 != 0 || offset / 16 >= chunks.len() as u64 {
                return false;
            }
            places.push((offset / 16) as usize);
        }
        // Two rows in one place are a race, which the general way reports.
        let mut sorted = places.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return false;
        }
        let bytes = |row: usize| {
            let mut bytes = [0; 16];
            for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(&rows[row]) {
                *bytes = word.to_le_bytes();
            }
            bytes
        };
        cx.machine.watch.tell(|checks| {
            let (space, mask) = (Space::Shared, u32::MAX >> (32 - count));
            let row = TouchedRow { space, addresses, mask, size: 16, does: AccessKind::Write };
            checks.touches_row(row, &|lane| chunks[places[lane as usize]] == bytes(lane as usize));
        });
        for (row, place) in places.into_iter().enumerate() {
            chunks[place] = bytes(row);
        }
        cx.cluster.events += 1;
        true
    }
}

#[derive(Debug)]
struct Move {
    d: W,
    a: W,
}

impl Effectful for Move {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.whole_warp("movmatrix")?;
        let moved = ldmatrix::movmatrix(cx.registers.w(self.a));
        cx.registers.set_w(self.d, cx.mask, &moved);
        Ok(Flow::Next)
    }
}
