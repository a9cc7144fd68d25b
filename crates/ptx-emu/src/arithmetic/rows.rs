//! Rows, and kernels of all lanes from a function of one lane.
//!
//! A function of one lane is instantiated in a loop over the lanes, which the compiler vectorises: once for any processor, and
//! once for those with AVX2 and FMA, selected when the kernel is created. Both give the same bits. This is the only module with
//! `unsafe` code among the kernels.

#![allow(unsafe_code, reason = "calls functions compiled for AVX2 and FMA where the processor has them")]

use std::sync::Arc;

/// Threads of a warp.
pub(crate) const LANES: usize = 32;
/// A register of 8, 16 or 32 bits in every lane; the bits above the register's width are zero.
pub(crate) type Row32 = [u32; LANES];
/// A register of 64 bits in every lane.
pub(crate) type Row64 = [u64; LANES];

/// A kernel of one row.
pub(crate) type Map1<A, D> = Arc<dyn Fn(&[A; LANES], &mut [D; LANES]) + Send + Sync>;
/// A kernel of two rows.
pub(crate) type Map2<A, B, D> = Arc<dyn Fn(&[A; LANES], &[B; LANES], &mut [D; LANES]) + Send + Sync>;
/// A kernel of three rows.
pub(crate) type Map3<A, B, C, D> =
    Arc<dyn Fn(&[A; LANES], &[B; LANES], &[C; LANES], &mut [D; LANES]) + Send + Sync>;

/// Does the processor fuse a multiplication and an addition of floats, so that [`f32::mul_add`] in a kernel is one
/// instruction?
pub(crate) fn fuses() -> bool {
    cfg!(target_arch = "aarch64") || has_wide()
}

#[cfg(target_arch = "x86_64")]
fn has_wide() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_wide() -> bool {
    false
}

#[inline(always)]
fn each1<A: Copy, D>(f: &impl Fn(A) -> D, a: &[A; LANES], d: &mut [D; LANES]) {
    for lane in 0..LANES {
        d[lane] = f(a[lane]);
    }
}

#[inline(always)]
fn each2<A: Copy, B: Copy, D>(f: &impl Fn(A, B) -> D, a: &[A; LANES], b: &[B; LANES], d: &mut [D; LANES]) {
    for lane in 0..LANES {
        d[lane] = f(a[lane], b[lane]);
    }
}

#[inline(always)]
fn each3<A: Copy, B: Copy, C: Copy, D>(
    f: &impl Fn(A, B, C) -> D,
    a: &[A; LANES],
    b: &[B; LANES],
    c: &[C; LANES],
    d: &mut [D; LANES],
) {
    for lane in 0..LANES {
        d[lane] = f(a[lane], b[lane], c[lane]);
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{LANES, each1, each2, each3};

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn map1<A: Copy, D>(f: &impl Fn(A) -> D, a: &[A; LANES], d: &mut [D; LANES]) {
        each1(f, a, d);
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn map2<A: Copy, B: Copy, D>(
        f: &impl Fn(A, B) -> D,
        a: &[A; LANES],
        b: &[B; LANES],
        d: &mut [D; LANES],
    ) {
        each2(f, a, b, d);
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn map3<A: Copy, B: Copy, C: Copy, D>(
        f: &impl Fn(A, B, C) -> D,
        a: &[A; LANES],
        b: &[B; LANES],
        c: &[C; LANES],
        d: &mut [D; LANES],
    ) {
        each3(f, a, b, c, d);
    }
}

/// The kernel of a function of one operand.
pub(crate) fn map1<A: Copy + 'static, D: 'static>(f: impl Fn(A) -> D + Send + Sync + 'static) -> Map1<A, D> {
    #[cfg(target_arch = "x86_64")]
    if has_wide() {
        return Arc::new(move |a, d| {
            // SAFETY: this closure is made only after the processor was found to have AVX2 and FMA.
            unsafe { wide::map1(&f, a, d) }
        });
    }
    Arc::new(move |a, d| each1(&f, a, d))
}

/// The kernel of a function of two operands.
pub(crate) fn map2<A: Copy + 'static, B: Copy + 'static, D: 'static>(
    f: impl Fn(A, B) -> D + Send + Sync + 'static,
) -> Map2<A, B, D> {
    #[cfg(target_arch = "x86_64")]
    if has_wide() {
        return Arc::new(move |a, b, d| {
            // SAFETY: this closure is made only after the processor was found to have AVX2 and FMA.
            unsafe { wide::map2(&f, a, b, d) }
        });
    }
    Arc::new(move |a, b, d| each2(&f, a, b, d))
}

/// The kernel of a function of three operands.
pub(crate) fn map3<A: Copy + 'static, B: Copy + 'static, C: Copy + 'static, D: 'static>(
    f: impl Fn(A, B, C) -> D + Send + Sync + 'static,
) -> Map3<A, B, C, D> {
    #[cfg(target_arch = "x86_64")]
    if has_wide() {
        return Arc::new(move |a, b, c, d| {
            // SAFETY: this closure is made only after the processor was found to have AVX2 and FMA.
            unsafe { wide::map3(&f, a, b, c, d) }
        });
    }
    Arc::new(move |a, b, c, d| each3(&f, a, b, c, d))
}

/// The lanes where a row of flags is true, lane 0 in bit 0.
#[inline]
pub(crate) fn mask_of(flags: &[bool; LANES]) -> u32 {
    // A product gathers the low bits of eight bytes in the top byte.
    let gather = |eight: &[bool]| {
        let bytes: [u8; 8] = std::array::from_fn(|at| u8::from(eight[at]));
        (u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    };
    let (low, high) = flags.split_at(16);
    let half = |half: &[bool]| gather(&half[..8]) | gather(&half[8..]) << 8;
    half(low) | half(high) << 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_have_lane_zero_below() {
        for lane in 0..LANES {
            let mut flags = [false; LANES];
            flags[lane] = true;
            assert_eq!(mask_of(&flags), 1 << lane);
        }
        assert_eq!(mask_of(&[true; LANES]), u32::MAX);
    }
}
