//! Register tiles of AMX: 32 or 16 rows by 32 columns, in the processor's matrix registers.
//!
//! - Eight registers of 16 rows of 64 bytes are configured alike by [`Session`], and released when it ends: what they
//!   hold passes from one instruction to the next within one `asm!` only, so no other code can disturb it.
//! - The instructions are written as text, for the compiler does not know these registers yet.
//! - A processor that has them lets a process use them once the system permits it, which [`is_permitted`] asks for.
//! - Products of bf16 treat subnormal numbers as zero, as those of AVX-512 do, and add those of 16 words in another
//!   order.

use std::arch::asm;
use std::sync::OnceLock;

use super::avx512::{bf16_rows, may_flush_rows};
use super::{Extents, Microkernels, Tile, TileFn};
use crate::mma::format::Format;
use crate::mma::prefetch::{EVERY, OperandPrefetcher};

/// Words along k of a register; products have a multiple of them.
pub(in crate::mma) const WORDS: usize = 16;
/// Rows of a register; products have a multiple of them.
pub(in crate::mma) const ROWS: usize = 16;
/// Columns of a register tile; products have a multiple of them.
pub(in crate::mma) const COLUMNS: usize = 32;

/// The register tiles for a format; `None` if the machine has no instruction for it, or may not use it.
pub(in crate::mma) fn microkernels(format: Format) -> Option<Microkernels> {
    let select: fn(Extents) -> TileFn = match format {
        Format::Bf16Pairs if instructions().bf16 => |extents| by_rows(extents, bf16::<32>, bf16::<16>),
        Format::Bytes { lhs_signed, rhs_signed } if instructions().int8 => match (lhs_signed, rhs_signed) {
            (true, true) => |extents| by_rows(extents, signed_signed::<32>, signed_signed::<16>),
            (true, false) => |extents| by_rows(extents, signed_unsigned::<32>, signed_unsigned::<16>),
            (false, true) => |extents| by_rows(extents, unsigned_signed::<32>, unsigned_signed::<16>),
            (false, false) => |extents| by_rows(extents, unsigned_unsigned::<32>, unsigned_unsigned::<16>),
        },
        Format::F32
        | Format::F64
        | Format::I16Pairs
        | Format::UnsignedBySigned
        | Format::SignedByUnsigned
        | Format::Bf16Pairs
        | Format::Bytes { .. } => return None,
    };
    // Asked last: permission changes the state that Linux saves for every thread of the process.
    is_permitted().then_some(Microkernels {
        format,
        lanes: 16,
        rows: &[32, 16],
        matrices: true,
        excess: None,
        select,
    })
}

fn by_rows(extents: Extents, two: TileFn, one: TileFn) -> TileFn {
    match (extents.rows, extents.partial) {
        (_, true) => never,
        (32, false) => two,
        (_, false) => one,
    }
}

/// In place of a tile of columns that no product has: theirs are a multiple of [`COLUMNS`].
///
/// # Safety
/// None is needed.
unsafe fn never(_tile: &Tile, _ahead: &mut OperandPrefetcher) {
    unreachable!("the columns are a multiple of those of a tile");
}

#[derive(Clone, Copy, Debug)]
struct Instructions {
    bf16: bool,
    int8: bool,
}

/// The instructions of the processor.
fn instructions() -> Instructions {
    // Bits of EDX in leaf 7 of CPUID.
    const BF16: u32 = 1 << 22; // AMX-BF16
    const TILE: u32 = 1 << 24; // AMX-TILE
    const INT8: u32 = 1 << 25; // AMX-INT8
    // SAFETY: every x86-64 processor says what it has.
    #[allow(unused_unsafe, reason = "these functions were unsafe once")]
    let features = unsafe {
        match std::arch::x86_64::__get_cpuid_max(0).0 {
            0..7 => 0,
            _ => std::arch::x86_64::__cpuid_count(7, 0).edx,
        }
    };
    let has = |feature| features & TILE != 0 && features & feature != 0;
    // Products that are too small are computed with vectors.
    Instructions { bf16: has(BF16) && is_x86_feature_detected!("avx512bf16"), int8: has(INT8) }
}

/// Whether there are registers for bf16 that this process may use.
pub(in crate::mma) fn has_bf16() -> bool {
    instructions().bf16 && is_permitted()
}

/// Whether this process may use the registers; requests permission the first time.
fn is_permitted() -> bool {
    static PERMITTED: OnceLock<bool> = OnceLock::new();
    *PERMITTED.get_or_init(ask)
}

/// Requests the registers' state from Linux, for all threads of this process. Linux refuses if signal stacks are too
/// small for it, or if it does not support it.
#[cfg(target_os = "linux")]
fn ask() -> bool {
    // Linux's numbers on x86-64: the system call, its request, and the state component of the tile registers.
    const ARCH_PRCTL: i64 = 158;
    const ARCH_REQ_XCOMP_PERM: i64 = 0x1023; // asm/prctl.h
    const TILE_DATA: i64 = 18; // XFEATURE_XTILE_DATA
    let result: i64;
    // SAFETY: this call takes two numbers and touches no memory of the process.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") ARCH_PRCTL => result,
            in("rdi") ARCH_REQ_XCOMP_PERM,
            in("rsi") TILE_DATA,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result == 0
}

/// On other systems, the request is not known.
#[cfg(not(target_os = "linux"))]
fn ask() -> bool {
    false
}

/// The operand of `ldtilecfg`: the first palette; every register has 16 rows of 64 bytes.
#[repr(C, align(64))]
struct Configuration {
    palette: u8,
    first_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

static CONFIGURATION: Configuration = {
    let mut configuration =
        Configuration { palette: 1, first_row: 0, reserved: [0; 14], row_bytes: [0; 16], rows: [0; 16] };
    let mut register = 0;
    while register < 8 {
        configuration.row_bytes[register] = 64;
        configuration.rows[register] = 16;
        register += 1;
    }
    configuration
};

/// While it lives, the registers of this thread are configured.
pub(in crate::mma) struct Session(());

impl Session {
    /// # Safety
    /// The machine has the registers, and they are permitted: [`microkernels`] gave one.
    pub(in crate::mma) unsafe fn start() -> Session {
        // SAFETY: this function's contract: the machine has the registers, and they are permitted: `microkernels` gave
        // one. The configuration is one of the first palette.
        unsafe {
            asm!("ldtilecfg [{}]", in(reg) &raw const CONFIGURATION, options(readonly, nostack, preserves_flags))
        };
        Session(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: a session began, so the machine has the registers; what they hold is not needed any more.
        unsafe { asm!("tilerelease", options(nomem, nostack, preserves_flags)) };
    }
}

/// Adds the products of 32 rows, or 16, and 32 columns to the accumulators, 16 words along k at a time.
macro_rules! multiply {
    ($name:ident, $instruction:literal) => {
        /// # Safety
        /// As for a [`TileFn`], of `R` rows, 32 or 16, and 32 columns; a [`Session`] is alive; words of lhs are
        /// contiguous along k, of which there are a multiple of [`WORDS`], more than none.
        unsafe fn $name<const R: usize>(tile: &Tile, prefetcher: &mut OperandPrefetcher) {
            let Tile { acc, acc_row, lhs, lhs_row, rhs, rhs_k, k, .. } = *tile;
            // SAFETY: the caller promises that words and accumulators of all rows and columns are valid; the loop ends
            // after the last words.
            unsafe {
                if R == 32 {
                    asm!(
                        "tileloadd tmm0, [{acc} + {acc_row}]",
                        "tileloadd tmm1, [{acc} + {acc_row} + 64]",
                        "tileloadd tmm2, [{low} + {acc_row}]",
                        "tileloadd tmm3, [{low} + {acc_row} + 64]",
                        "2:",
                        "tileloadd tmm4, [{lhs} + {lhs_row}]",
                        "tileloadd tmm6, [{rhs} + {rhs_k}]",
                        concat!($instruction, " tmm0, tmm4, tmm6"),
                        "tileloadd tmm7, [{rhs} + {rhs_k} + 64]",
                        concat!($instruction, " tmm1, tmm4, tmm7"),
                        "tileloadd tmm5, [{lhs_low} + {lhs_row}]",
                        concat!($instruction, " tmm2, tmm5, tmm6"),
                        concat!($instruction, " tmm3, tmm5, tmm7"),
                        "add {lhs}, 64",
                        "add {lhs_low}, 64",
                        "add {rhs}, {step}",
                        "dec {left}",
                        "jnz 2b",
                        "tilestored [{acc} + {acc_row}], tmm0",
                        "tilestored [{acc} + {acc_row} + 64], tmm1",
                        "tilestored [{low} + {acc_row}], tmm2",
                        "tilestored [{low} + {acc_row} + 64], tmm3",
                        acc = in(reg) acc,
                        low = in(reg) acc.add(ROWS * acc_row),
                        acc_row = in(reg) acc_row,
                        lhs = inout(reg) lhs => _,
                        lhs_low = inout(reg) lhs.wrapping_offset(ROWS as isize * lhs_row) => _,
                        lhs_row = in(reg) lhs_row,
                        rhs = inout(reg) rhs => _,
                        rhs_k = in(reg) rhs_k,
                        step = in(reg) WORDS as isize * rhs_k,
                        left = inout(reg) k / WORDS => _,
                        out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                        out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                        options(nostack),
                    );
                } else {
                    asm!(
                        "tileloadd tmm0, [{acc} + {acc_row}]",
                        "tileloadd tmm1, [{acc} + {acc_row} + 64]",
                        "2:",
                        "tileloadd tmm4, [{lhs} + {lhs_row}]",
                        "tileloadd tmm6, [{rhs} + {rhs_k}]",
                        concat!($instruction, " tmm0, tmm4, tmm6"),
                        "tileloadd tmm7, [{rhs} + {rhs_k} + 64]",
                        concat!($instruction, " tmm1, tmm4, tmm7"),
                        "add {lhs}, 64",
                        "add {rhs}, {step}",
                        "dec {left}",
                        "jnz 2b",
                        "tilestored [{acc} + {acc_row}], tmm0",
                        "tilestored [{acc} + {acc_row} + 64], tmm1",
                        acc = in(reg) acc,
                        acc_row = in(reg) acc_row,
                        lhs = inout(reg) lhs => _,
                        lhs_row = in(reg) lhs_row,
                        rhs = inout(reg) rhs => _,
                        rhs_k = in(reg) rhs_k,
                        step = in(reg) WORDS as isize * rhs_k,
                        left = inout(reg) k / WORDS => _,
                        out("tmm0") _, out("tmm1") _, out("tmm4") _, out("tmm6") _, out("tmm7") _,
                        options(nostack),
                    );
                }
            }
            (0..k.div_ceil(EVERY)).for_each(|_| prefetcher.fetch());
        }
    };
}

multiply!(bf16_pairs, "tdpbf16ps");
multiply!(signed_signed, "tdpbssd");
multiply!(signed_unsigned, "tdpbsud");
multiply!(unsigned_signed, "tdpbusd");
multiply!(unsigned_unsigned, "tdpbuud");

/// # Safety
/// As for `bf16_pairs`.
unsafe fn bf16<const R: usize>(tile: &Tile, prefetcher: &mut OperandPrefetcher) {
    // SAFETY: a session is alive, and the tile's words and accumulators are valid; a machine with AMX has AVX-512 with
    // BF16.
    unsafe {
        if tile.exact || may_flush_rows::<R>(tile) {
            bf16_rows::<R>(tile, prefetcher);
        } else {
            bf16_pairs::<R>(tile, prefetcher);
        }
    }
}
