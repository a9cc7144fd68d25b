//! f16 as f32 and back. AVX2 machines convert by an instruction; elsewhere, and for the last lanes, integers do.

#![allow(unsafe_code, reason = "vector instructions on raw memory")]

use super::Kernel;
use super::instance::kernel;
use super::types::Real;
use crate::isa::Isa;

/// The f32 of the same value, NaN canonical.
pub(super) fn widen(isa: Isa) -> Kernel {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => Kernel(x86::widen_avx512),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => Kernel(x86::widen_avx2),
        _ => kernel!(baseline, |a: u16| -> f32 { widened(a) }),
    }
}

/// The nearest f16, ties to even, NaN canonical.
pub(super) fn narrow(isa: Isa) -> Kernel {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => Kernel(x86::narrow_avx512),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => Kernel(x86::narrow_avx2),
        _ => kernel!(baseline, |a: f32| -> u16 { narrowed(a) }),
    }
}

#[inline(always)]
fn widened(a: u16) -> f32 {
    let bits = u32::from(a);
    let magnitude = bits & 0x7fff;
    // The fields as those of an f32, whose bias is 112 greater; of a subnormal, the significand in units of 2^-24.
    let normal = (magnitude << 13) + (112 << 23);
    let subnormal = (magnitude as f32 * f32::from_bits((127 - 24) << 23)).to_bits();
    let infinite = magnitude << 13 | 0x7f80_0000;
    let value = if magnitude < 0x400 { subnormal } else { normal };
    let value = if magnitude >= 0x7c00 { infinite } else { value };
    f32::from_bits(value | (bits & 0x8000) << 16).canonical()
}

#[inline(always)]
fn narrowed(a: f32) -> u16 {
    let bits = a.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    let odd = magnitude >> 13 & 1;
    let normal = magnitude.wrapping_sub(112 << 23).wrapping_add(0xfff + odd) >> 13;
    // Adding 1/2 rounds to a multiple of 2^-24, the least subnormal.
    let subnormal = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(0.5f32.to_bits());
    let value = if magnitude < (113 << 23) { subnormal } else { normal };
    let value = if magnitude >= (143 << 23) { 0x7c00 } else { value };
    (if a.is_nan() { 0x7e00 } else { value | bits >> 16 & 0x8000 }) as u16
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    //! Whole vectors by the instruction.

    use std::arch::x86_64::*;

    use super::{narrowed, widened};

    /// To nearest, ties to even, as the language converts. Exceptions are suppressed, because nothing reads their
    /// flags.
    const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

    /// # Safety
    /// As for [`Kernel::run`](super::super::Kernel::run).
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    pub(super) unsafe fn widen_avx512(dst: *mut u8, src: *const u8, _: *const u8, _: *const u8, n: usize) {
        let (dst, src) = (dst.cast::<f32>(), src.cast::<u16>());
        let nan = _mm512_set1_ps(f32::from_bits(0x7fc0_0000));
        let vectors = n / 16 * 16;
        for lane in (0..vectors).step_by(16) {
            // SAFETY: lanes up to `vectors` are inside of both.
            unsafe {
                let value = _mm512_cvtph_ps(_mm256_loadu_si256(src.add(lane).cast()));
                let is_nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(value, value);
                _mm512_storeu_ps(dst.add(lane), _mm512_mask_mov_ps(value, is_nan, nan));
            }
        }
        for lane in vectors..n {
            // SAFETY: lanes up to `n` are inside of both.
            unsafe { dst.add(lane).write(widened(src.add(lane).read())) };
        }
    }

    /// # Safety
    /// As for [`Kernel::run`](super::super::Kernel::run).
    #[target_feature(enable = "avx2,f16c")]
    pub(super) unsafe fn widen_avx2(dst: *mut u8, src: *const u8, _: *const u8, _: *const u8, n: usize) {
        let (dst, src) = (dst.cast::<f32>(), src.cast::<u16>());
        let nan = _mm256_set1_ps(f32::from_bits(0x7fc0_0000));
        let vectors = n / 8 * 8;
        for lane in (0..vectors).step_by(8) {
            // SAFETY: lanes up to `vectors` are inside of both.
            unsafe {
                let value = _mm256_cvtph_ps(_mm_loadu_si128(src.add(lane).cast()));
                let is_nan = _mm256_cmp_ps::<_CMP_UNORD_Q>(value, value);
                _mm256_storeu_ps(dst.add(lane), _mm256_blendv_ps(value, nan, is_nan));
            }
        }
        for lane in vectors..n {
            // SAFETY: lanes up to `n` are inside of both.
            unsafe { dst.add(lane).write(widened(src.add(lane).read())) };
        }
    }

    /// # Safety
    /// As for [`Kernel::run`](super::super::Kernel::run).
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    pub(super) unsafe fn narrow_avx512(dst: *mut u8, src: *const u8, _: *const u8, _: *const u8, n: usize) {
        let (dst, src) = (dst.cast::<u16>(), src.cast::<f32>());
        let nan = _mm512_set1_ps(f32::from_bits(0x7fc0_0000));
        let vectors = n / 16 * 16;
        for lane in (0..vectors).step_by(16) {
            // SAFETY: lanes up to `vectors` are inside of both.
            unsafe {
                let value = _mm512_loadu_ps(src.add(lane));
                let is_nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(value, value);
                let value = _mm512_mask_mov_ps(value, is_nan, nan);
                _mm256_storeu_si256(dst.add(lane).cast(), _mm512_cvtps_ph::<NEAREST>(value));
            }
        }
        for lane in vectors..n {
            // SAFETY: lanes up to `n` are inside of both.
            unsafe { dst.add(lane).write(narrowed(src.add(lane).read())) };
        }
    }

    /// # Safety
    /// As for [`Kernel::run`](super::super::Kernel::run).
    #[target_feature(enable = "avx2,f16c")]
    pub(super) unsafe fn narrow_avx2(dst: *mut u8, src: *const u8, _: *const u8, _: *const u8, n: usize) {
        let (dst, src) = (dst.cast::<u16>(), src.cast::<f32>());
        let nan = _mm256_set1_ps(f32::from_bits(0x7fc0_0000));
        let vectors = n / 8 * 8;
        for lane in (0..vectors).step_by(8) {
            // SAFETY: lanes up to `vectors` are inside of both.
            unsafe {
                let value = _mm256_loadu_ps(src.add(lane));
                let is_nan = _mm256_cmp_ps::<_CMP_UNORD_Q>(value, value);
                let value = _mm256_blendv_ps(value, nan, is_nan);
                _mm_storeu_si128(dst.add(lane).cast(), _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(value));
            }
        }
        for lane in vectors..n {
            // SAFETY: lanes up to `n` are inside of both.
            unsafe { dst.add(lane).write(narrowed(src.add(lane).read())) };
        }
    }
}
