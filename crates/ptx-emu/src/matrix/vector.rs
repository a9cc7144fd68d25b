//! Work compiled for the vectors of this machine, chosen while running.
//!
//! The arithmetic is the same in every variant; what differs is only how many lanes one instruction takes.
#![allow(
    unsafe_code,
    reason = "functions of an instruction set are called here, after a look at the processor"
)]

/// True when this build's own instructions hold a fused multiply-add.
const FUSED: bool = cfg!(any(target_arch = "aarch64", target_feature = "fma"));

/// A loop that is compiled once for each instruction set.
pub(crate) trait Work {
    /// The result.
    type Output;

    /// Does the work; `FUSED` says that the machine has a fused multiply-add. Implementations are `inline(always)`.
    fn run<const FUSED: bool>(self) -> Self::Output;
}

/// Does the work with the widest vectors of this machine.
#[inline]
pub(crate) fn vectorised<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("popcnt")
    {
        // SAFETY: the processor has just been found to have these features.
        return unsafe { avx2(work) };
    }
    work.run::<FUSED>()
}

/// # Safety
/// The processor has AVX2, FMA and POPCNT.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,popcnt")]
unsafe fn avx2<W: Work>(work: W) -> W::Output {
    work.run::<true>()
}
