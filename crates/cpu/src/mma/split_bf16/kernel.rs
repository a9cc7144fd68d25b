//! Blocks of accumulators in matrix registers: 32 rows by 32 columns.
//!
//! Of eight registers four hold accumulators, two halves of lhs, two halves of rhs. Each pair of halves of a chunk has
//! one in common with the pair before.

use std::arch::asm;

use super::REGISTER;

/// The work of a kernel. Strides are bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) acc: *mut f32,
    pub(super) acc_row: usize,
    /// Panels: strips of 16 rows or columns, of chunks along k, of two halves, the larger one first. A half is a
    /// register.
    pub(super) lhs: *const u8,
    pub(super) rhs: *const u8,
    /// From a strip to the next one, of either panel.
    pub(super) strip: usize,
    /// Chunks along k, at least one.
    pub(super) chunks: usize,
}

/// Loads the halves of rhs that are so far after the first ones.
macro_rules! rhs {
    ($half:literal) => {
        concat!(
            "tileloadd tmm6, [{rhs} + {row} + ",
            $half,
            "]\n",
            "tileloadd tmm7, [{right} + {row} + ",
            $half,
            "]",
        )
    };
}

/// Adds the products of the halves that are loaded.
macro_rules! multiply {
    () => {
        "tdpbf16ps tmm0, tmm4, tmm6\n\
         tdpbf16ps tmm1, tmm4, tmm7\n\
         tdpbf16ps tmm2, tmm5, tmm6\n\
         tdpbf16ps tmm3, tmm5, tmm7"
    };
}

/// Adds the products of a block.
///
/// # Safety
/// A [`Session`](super::Session) is alive. Two strips of lhs and of rhs, of `chunks` chunks each, are valid for reads,
/// the accumulators for reads and writes.
pub(super) unsafe fn multiply(block: &Block) {
    let Block { acc, acc_row, lhs, rhs, strip, chunks } = *block;
    // SAFETY: the caller promises that panels and accumulators are valid; the loop ends after the last chunk.
    unsafe {
        asm!(
            "tileloadd tmm0, [{acc} + {acc_row}]",
            "tileloadd tmm1, [{acc} + {acc_row} + 64]",
            "tileloadd tmm2, [{low} + {acc_row}]",
            "tileloadd tmm3, [{low} + {acc_row} + 64]",
            "2:",
            "tileloadd tmm4, [{lhs} + {row} + 1024]",
            "tileloadd tmm5, [{lower} + {row} + 1024]",
            rhs!(0),
            multiply!(),
            rhs!(1024),
            multiply!(),
            "tileloadd tmm4, [{lhs} + {row}]",
            "tileloadd tmm5, [{lower} + {row}]",
            multiply!(),
            rhs!(0),
            multiply!(),
            "add {lhs}, {chunk}",
            "add {lower}, {chunk}",
            "add {rhs}, {chunk}",
            "add {right}, {chunk}",
            "dec {left}",
            "jnz 2b",
            "tilestored [{acc} + {acc_row}], tmm0",
            "tilestored [{acc} + {acc_row} + 64], tmm1",
            "tilestored [{low} + {acc_row}], tmm2",
            "tilestored [{low} + {acc_row} + 64], tmm3",
            acc = in(reg) acc,
            low = in(reg) acc.byte_add(16 * acc_row),
            acc_row = in(reg) acc_row,
            lhs = inout(reg) lhs => _,
            lower = inout(reg) lhs.add(strip) => _,
            rhs = inout(reg) rhs => _,
            right = inout(reg) rhs.add(strip) => _,
            row = in(reg) 64_usize,
            left = inout(reg) chunks => _,
            chunk = const 2 * REGISTER,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}
