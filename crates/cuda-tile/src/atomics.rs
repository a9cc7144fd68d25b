//! The computation of atomics, shared by all engines.

use numerics::{Rounding, Scalar, float, int};

use crate::attrs::AtomicRMWMode;

/// The contents of memory after an atomic on an element.
pub fn combine(mode: AtomicRMWMode, elem: Scalar, old: u64, arg: u64) -> u64 {
    match mode {
        AtomicRMWMode::And => old & arg,
        AtomicRMWMode::Or => old | arg,
        AtomicRMWMode::Xor => old ^ arg,
        AtomicRMWMode::Add => int::add(elem, old, arg).bits,
        AtomicRMWMode::AddF => float::add(elem, old, arg, Rounding::NearestEven, false),
        AtomicRMWMode::Max => int::max(elem, old, arg, true),
        AtomicRMWMode::Min => int::min(elem, old, arg, true),
        AtomicRMWMode::UMax => int::max(elem, old, arg, false),
        AtomicRMWMode::UMin => int::min(elem, old, arg, false),
        AtomicRMWMode::Xchg => arg,
    }
}
