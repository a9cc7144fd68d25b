//! Loops compiled for every instruction set.
//!
//! A loop body is ordinary code, inlined into one function per instruction set, where the compiler turns it into vector
//! code. Bodies only use operations that IEEE 754 or integer arithmetic defines, so vectors change no bit.

#![allow(unsafe_code, reason = "kernels work on raw memory, in functions compiled for one instruction set")]

use std::marker::PhantomData;

use crate::isa::Isa;

/// A loop over `n` lanes: reads up to three sources, writes `dst`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel(pub(super) Loop);

/// Each pointer is an argument of its own: in an array they would go through memory, and be read in wider pieces than
/// they were written in, which a processor waits for.
type Loop = unsafe fn(dst: *mut u8, a: *const u8, b: *const u8, c: *const u8, n: usize);

impl Kernel {
    /// Runs the loop.
    ///
    /// # Safety
    /// The machine has the instruction set that the kernel was selected for. `dst` and each source that the kernel
    /// reads are valid for `n` lanes of their types and aligned for them; a source is the same memory as `dst` (lane
    /// for lane, same lane size) or does not overlap it.
    #[inline(always)]
    pub(crate) unsafe fn run(self, dst: *mut u8, [a, b, c]: [*const u8; 3], n: usize) {
        // SAFETY: this function's contract: the machine has the instruction set that the kernel was selected for. `dst`
        // and each source that the kernel reads are valid for `n` lanes of their types and aligned for them; a source
        // is the same memory as `dst` (lane for lane, same lane size) or does not overlap it.
        unsafe { (self.0)(dst, a, b, c, n) }
    }
}

/// A loop that can be compiled for any instruction set.
pub(super) trait Body {
    /// Runs the loop. Implementations are `#[inline(always)]`.
    ///
    /// # Safety
    /// As for [`Kernel::run`].
    unsafe fn run(dst: *mut u8, srcs: [*const u8; 3], n: usize);
}

/// The kernel of a body for an instruction set. Of instruction sets that the target does not have, it is the
/// baseline's.
pub(super) fn instance<B: Body>(isa: Isa) -> Kernel {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => Kernel(avx512::<B>),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => Kernel(avx2::<B>),
        #[cfg(not(target_arch = "x86_64"))]
        Isa::Avx512 | Isa::Avx2 => baseline::<B>(),
        Isa::Baseline => baseline::<B>(),
    }
}

/// The kernel of a body that multiplies and adds with one rounding (`mul_add`); `None` where the instruction set has no
/// instruction for it.
pub(super) fn fused<B: Body>(isa: Isa) -> Option<Kernel> {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => Some(Kernel(avx512::<B>)),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => Some(Kernel(avx2::<B>)),
        #[cfg(target_arch = "x86_64")]
        Isa::Baseline => None,
        #[cfg(not(target_arch = "x86_64"))]
        Isa::Avx512 | Isa::Avx2 | Isa::Baseline => cfg!(target_arch = "aarch64").then(baseline::<B>),
    }
}

/// The kernel of a body for what every processor of the target has.
pub(super) fn baseline<B: Body>() -> Kernel {
    Kernel(portable::<B>)
}

/// # Safety
/// As for [`Kernel::run`].
unsafe fn portable<B: Body>(dst: *mut u8, a: *const u8, b: *const u8, c: *const u8, n: usize) {
    // SAFETY: this function's contract: the machine has the instruction set that the kernel was selected for. `dst` and
    // each source that the kernel reads are valid for `n` lanes of their types and aligned for them; a source is the
    // same memory as `dst` (lane for lane, same lane size) or does not overlap it.
    unsafe { B::run(dst, [a, b, c], n) }
}

/// # Safety
/// As for [`Kernel::run`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn avx2<B: Body>(dst: *mut u8, a: *const u8, b: *const u8, c: *const u8, n: usize) {
    // SAFETY: this function's contract: the machine has the instruction set that the kernel was selected for. `dst` and
    // each source that the kernel reads are valid for `n` lanes of their types and aligned for them; a source is the
    // same memory as `dst` (lane for lane, same lane size) or does not overlap it.
    unsafe { B::run(dst, [a, b, c], n) }
}

/// # Safety
/// As for [`Kernel::run`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn avx512<B: Body>(dst: *mut u8, a: *const u8, b: *const u8, c: *const u8, n: usize) {
    // SAFETY: this function's contract: the machine has the instruction set that the kernel was selected for. `dst` and
    // each source that the kernel reads are valid for `n` lanes of their types and aligned for them; a source is the
    // same memory as `dst` (lane for lane, same lane size) or does not overlap it.
    unsafe { B::run(dst, [a, b, c], n) }
}

/// A function of one lane. Implementations are `#[inline(always)]`.
pub(super) trait Unary {
    type A: Copy;
    type Result;
    fn apply(a: Self::A) -> Self::Result;
}

/// A function of two lanes. Implementations are `#[inline(always)]`.
pub(super) trait Binary {
    type A: Copy;
    type B: Copy;
    type Result;
    fn apply(a: Self::A, b: Self::B) -> Self::Result;
}

/// A function of three lanes. Implementations are `#[inline(always)]`.
pub(super) trait Ternary {
    type A: Copy;
    type B: Copy;
    type C: Copy;
    type Result;
    fn apply(a: Self::A, b: Self::B, c: Self::C) -> Self::Result;
}

/// The loop over a [`Unary`], [`Binary`] or [`Ternary`].
pub(super) struct Lanes<const ARITY: usize, F>(PhantomData<F>);

impl<F: Unary> Body for Lanes<1, F> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [a, _, _]: [*const u8; 3], n: usize) {
        for lane in 0..n {
            // SAFETY: the source holds `n` lanes and `dst` has room for them; a lane is read before it is written.
            unsafe {
                let a = a.cast::<F::A>().add(lane).read();
                dst.cast::<F::Result>().add(lane).write(F::apply(a));
            }
        }
    }
}

impl<F: Binary> Body for Lanes<2, F> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [a, b, _]: [*const u8; 3], n: usize) {
        for lane in 0..n {
            // SAFETY: the sources hold `n` lanes and `dst` has room for them; a lane is read before it is written.
            unsafe {
                let a = a.cast::<F::A>().add(lane).read();
                let b = b.cast::<F::B>().add(lane).read();
                dst.cast::<F::Result>().add(lane).write(F::apply(a, b));
            }
        }
    }
}

impl<F: Ternary> Body for Lanes<3, F> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [a, b, c]: [*const u8; 3], n: usize) {
        for lane in 0..n {
            // SAFETY: the sources hold `n` lanes and `dst` has room for them; a lane is read before it is written.
            unsafe {
                let a = a.cast::<F::A>().add(lane).read();
                let b = b.cast::<F::B>().add(lane).read();
                let c = c.cast::<F::C>().add(lane).read();
                dst.cast::<F::Result>().add(lane).write(F::apply(a, b, c));
            }
        }
    }
}

/// A function of one lane that is fast for most operands. Implementations are `#[inline(always)]`, but for `any`.
pub(super) trait GuardedUnary {
    type A: Copy;
    type Result;
    /// Whether `easy` may be called.
    fn is_easy(a: Self::A) -> bool;
    /// The function of an easy operand, without branches.
    fn easy(a: Self::A) -> Self::Result;
    /// The function of any operand.
    fn any(a: Self::A) -> Self::Result;
}

/// A function of two lanes that is fast for most operands; as [`GuardedUnary`].
pub(super) trait GuardedBinary {
    type A: Copy;
    type B: Copy;
    type Result;
    fn is_easy(a: Self::A, b: Self::B) -> bool;
    fn easy(a: Self::A, b: Self::B) -> Self::Result;
    fn any(a: Self::A, b: Self::B) -> Self::Result;
}

/// The loop over a [`GuardedUnary`] or [`GuardedBinary`]: blocks of easy lanes as vectors, other blocks lane by lane.
pub(super) struct GuardedLanes<const ARITY: usize, F>(PhantomData<F>);

/// Lanes of a block.
const BLOCK: usize = 64;

// Plain loops: a closure that is not inlined would be compiled without the instruction set.
impl<F: GuardedUnary> Body for GuardedLanes<1, F> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [a, _, _]: [*const u8; 3], n: usize) {
        let (dst, a) = (dst.cast::<F::Result>(), a.cast::<F::A>());
        for start in (0..n).step_by(BLOCK) {
            let end = n.min(start + BLOCK);
            // SAFETY: the source holds `n` lanes and `dst` has room for them; a lane is read before it is written.
            unsafe {
                let mut easy = true;
                for lane in start..end {
                    easy &= F::is_easy(a.add(lane).read());
                }
                if easy {
                    for lane in start..end {
                        dst.add(lane).write(F::easy(a.add(lane).read()));
                    }
                } else {
                    for lane in start..end {
                        let a = a.add(lane).read();
                        dst.add(lane).write(if F::is_easy(a) { F::easy(a) } else { F::any(a) });
                    }
                }
            }
        }
    }
}

impl<F: GuardedBinary> Body for GuardedLanes<2, F> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [a, b, _]: [*const u8; 3], n: usize) {
        let (dst, a, b) = (dst.cast::<F::Result>(), a.cast::<F::A>(), b.cast::<F::B>());
        for start in (0..n).step_by(BLOCK) {
            let end = n.min(start + BLOCK);
            // SAFETY: the sources hold `n` lanes and `dst` has room for them; a lane is read before it is written.
            unsafe {
                let mut easy = true;
                for lane in start..end {
                    easy &= F::is_easy(a.add(lane).read(), b.add(lane).read());
                }
                if easy {
                    for lane in start..end {
                        dst.add(lane).write(F::easy(a.add(lane).read(), b.add(lane).read()));
                    }
                } else {
                    for lane in start..end {
                        let (a, b) = (a.add(lane).read(), b.add(lane).read());
                        dst.add(lane).write(if F::is_easy(a, b) { F::easy(a, b) } else { F::any(a, b) });
                    }
                }
            }
        }
    }
}

/// A function of f32 that is cheaper for operands, and so results, in the usual range. Both ways give the same bits
/// there. Implementations are `#[inline(always)]`, without branches.
pub(super) trait Ranged {
    /// Operands of less than this magnitude are usual.
    const LIMIT: f32;
    fn usual(a: f32) -> f32;
    fn any(a: f32) -> f32;
}

/// The loop over a [`Ranged`]: blocks of usual lanes, and other blocks.
pub(super) struct RangedLanes<F>(PhantomData<F>);

impl<F: Ranged> Body for RangedLanes<F> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [a, _, _]: [*const u8; 3], n: usize) {
        let (dst, a) = (dst.cast::<f32>(), a.cast::<f32>());
        for start in (0..n).step_by(BLOCK) {
            let end = n.min(start + BLOCK);
            // SAFETY: the source holds `n` lanes and `dst` has room for them; a lane is read before it is written.
            unsafe {
                // Bits of magnitudes order as numbers do, with NaN after all of them.
                let mut most = 0;
                for lane in start..end {
                    most = most.max(a.add(lane).read().abs().to_bits());
                }
                if most < F::LIMIT.to_bits() {
                    for lane in start..end {
                        dst.add(lane).write(F::usual(a.add(lane).read()));
                    }
                } else {
                    for lane in start..end {
                        dst.add(lane).write(F::any(a.add(lane).read()));
                    }
                }
            }
        }
    }
}

/// `kernel!(isa, |a: f32, b: f32| -> f32 { … })`: the kernel that computes this expression in every lane. The
/// expression sees constants only, besides its operands. `kernel!(fused isa, …)` is for expressions with `mul_add`, see
/// [`fused`], and `kernel!(baseline, …)` for what only the smallest instruction set needs.
macro_rules! kernel {
    (fused $isa:expr, $($lane:tt)*) => {{
        kernel!(@lanes $($lane)*);
        $crate::kernels::instance::fused::<Loop>($isa)
    }};
    (baseline, $($lane:tt)*) => {{
        kernel!(@lanes $($lane)*);
        $crate::kernels::instance::baseline::<Loop>()
    }};
    ($isa:expr, $($lane:tt)*) => {{
        kernel!(@lanes $($lane)*);
        $crate::kernels::instance::instance::<Loop>($isa)
    }};
    (@lanes |$a:ident: $ta:ty| -> $r:ty $body:block) => {
        struct Lane;
        impl $crate::kernels::instance::Unary for Lane {
            type A = $ta;
            type Result = $r;
            #[inline(always)]
            fn apply($a: $ta) -> $r $body
        }
        type Loop = $crate::kernels::instance::Lanes<1, Lane>;
    };
    (@lanes |$a:ident: $ta:ty, $b:ident: $tb:ty| -> $r:ty $body:block) => {
        struct Lane;
        impl $crate::kernels::instance::Binary for Lane {
            type A = $ta;
            type B = $tb;
            type Result = $r;
            #[inline(always)]
            fn apply($a: $ta, $b: $tb) -> $r $body
        }
        type Loop = $crate::kernels::instance::Lanes<2, Lane>;
    };
    (@lanes |$a:ident: $ta:ty, $b:ident: $tb:ty, $c:ident: $tc:ty| -> $r:ty $body:block) => {
        struct Lane;
        impl $crate::kernels::instance::Ternary for Lane {
            type A = $ta;
            type B = $tb;
            type C = $tc;
            type Result = $r;
            #[inline(always)]
            fn apply($a: $ta, $b: $tb, $c: $tc) -> $r $body
        }
        type Loop = $crate::kernels::instance::Lanes<3, Lane>;
    };
}

pub(super) use kernel;
