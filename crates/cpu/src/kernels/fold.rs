//! Reductions of a line of neighbours by one operation: vectors of partial results, then halves of them.
//!
//! The order depends on the number of elements alone.

#![allow(unsafe_code, reason = "kernels work on raw memory")]

use std::marker::PhantomData;

use numerics::select::{FloatBinary, IntBinary};
use numerics::{NanRule, Scalar};

use super::Kernel;
use super::float::{is_nearest, nan_first, number_first};
use super::instance::{Binary, Body, instance};
use super::operation::Operation;
use super::types::{Real, for_float, for_int, for_lane};
use crate::isa::Isa;

/// Partial results.
const PARTS: usize = 64;

/// The loop that folds a line: `dst` becomes one element, the sources are the line and the identity.
struct Folding<F>(PhantomData<F>);

impl<F: Binary<B = <F as Binary>::A, Result = <F as Binary>::A>> Body for Folding<F> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, [line, identity, _]: [*const u8; 3], n: usize) {
        let line = line.cast::<F::A>();
        let whole = n / PARTS * PARTS;
        // SAFETY: the line holds `n` elements, of which all that are read are some.
        unsafe {
            let mut parts = [identity.cast::<F::A>().read(); PARTS];
            for start in (0..whole).step_by(PARTS) {
                for (lane, part) in parts.iter_mut().enumerate() {
                    *part = F::apply(line.add(start + lane).read(), *part);
                }
            }
            for (lane, part) in parts.iter_mut().enumerate().take(n - whole) {
                *part = F::apply(line.add(whole + lane).read(), *part);
            }
            let mut half = PARTS / 2;
            while half > 0 {
                for lane in 0..half {
                    parts[lane] = F::apply(parts[lane + half], parts[lane]);
                }
                half /= 2;
            }
            dst.cast::<F::A>().write(parts[0]);
        }
    }
}

/// `fold!(isa, |a: f32, b: f32| { … })`: the kernel that folds by this expression.
macro_rules! fold {
    ($isa:expr, |$a:ident: $t:ty, $b:ident| $body:block) => {{
        struct Lane;
        impl Binary for Lane {
            type A = $t;
            type B = $t;
            type Result = $t;
            #[inline(always)]
            fn apply($a: $t, $b: $t) -> $t $body
        }
        instance::<Folding<Lane>>($isa)
    }};
}

/// The kernel that folds a line by an operation, if there is one: `dst` becomes one element; the sources are the line, and
/// one element that is the identity.
pub(crate) fn select(operation: Operation, isa: Isa) -> Option<Kernel> {
    use Operation as O;
    match operation {
        O::FloatBinary { op, scalar, rounding, flush: false } if is_nearest(rounding) => match op {
            FloatBinary::Add => for_float!(scalar, T => fold!(isa, |a: T, b| { (a + b).canonical() })),
            FloatBinary::Mul => for_float!(scalar, T => fold!(isa, |a: T, b| { (a * b).canonical() })),
            FloatBinary::Sub | FloatBinary::Div => None,
        },
        O::MaxF { scalar, rule: NanRule::Number, flush: false } => {
            for_float!(scalar, T => fold!(isa, |a: T, b| { number_first(a, b, b.is_before(a)) }))
        }
        O::MaxF { scalar, rule: NanRule::Propagate, flush: false } => {
            for_float!(scalar, T => fold!(isa, |a: T, b| { nan_first(a, b, b.is_before(a)) }))
        }
        O::MinF { scalar, rule: NanRule::Number, flush: false } => {
            for_float!(scalar, T => fold!(isa, |a: T, b| { number_first(a, b, a.is_before(b)) }))
        }
        O::MinF { scalar, rule: NanRule::Propagate, flush: false } => {
            for_float!(scalar, T => fold!(isa, |a: T, b| { nan_first(a, b, a.is_before(b)) }))
        }
        O::IntBinary { op, scalar } => match op {
            IntBinary::Add => for_int!(scalar, U, S => fold!(isa, |a: U, b| { a.wrapping_add(b) })),
            IntBinary::Mul => for_int!(scalar, U, S => fold!(isa, |a: U, b| { a.wrapping_mul(b) })),
            IntBinary::Sub => None,
        },
        O::MaxI { scalar, signed: true } => for_int!(scalar, U, S => fold!(isa, |a: S, b| { a.max(b) })),
        O::MaxI { scalar, signed: false } => for_int!(scalar, U, S => fold!(isa, |a: U, b| { a.max(b) })),
        O::MinI { scalar, signed: true } => for_int!(scalar, U, S => fold!(isa, |a: S, b| { a.min(b) })),
        O::MinI { scalar, signed: false } => for_int!(scalar, U, S => fold!(isa, |a: U, b| { a.min(b) })),
        O::And(scalar) => Some(for_lane!(scalar, U => fold!(isa, |a: U, b| { a & b }))),
        O::Or(scalar) => Some(for_lane!(scalar, U => fold!(isa, |a: U, b| { a | b }))),
        O::Xor(scalar) => Some(for_lane!(scalar, U => fold!(isa, |a: U, b| { a ^ b }))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use numerics::Rounding;

    fn fold<T: Copy>(operation: Operation, isa: Isa, line: &[T], identity: T) -> T {
        let kernel = select(operation, isa).expect("an operation with a kernel");
        let mut result = identity;
        let srcs = [line.as_ptr().cast(), (&raw const identity).cast(), std::ptr::null()];
        // SAFETY: the instruction set is the machine's; the line has its length.
        unsafe { kernel((&raw mut result).cast(), srcs, line.len()) }
        result
    }

    #[test]
    fn lines_of_every_length() {
        let isas = [Isa::Baseline, Isa::Avx2, Isa::Avx512].into_iter().filter(|&isa| isa <= Isa::detect());
        for (isa, n) in isas.flat_map(|isa| [1, 2, 63, 64, 65, 200, 4096].map(|n| (isa, n))) {
            let numbers: Vec<i32> = (0..n).map(|i| (i * 7919 + 13) % 1001 - 500).collect();
            let floats: Vec<f32> = numbers.iter().map(|&n| n as f32).collect();
            let add = Operation::IntBinary { op: IntBinary::Add, scalar: Scalar::I32 };
            assert_eq!(fold(add, isa, &numbers, 0), numbers.iter().sum::<i32>());
            let sum = Operation::FloatBinary {
                op: FloatBinary::Add,
                scalar: Scalar::F32,
                rounding: Rounding::NearestEven,
                flush: false,
            };
            assert_eq!(fold(sum, isa, &floats, 0.0), numbers.iter().sum::<i32>() as f32);
            let max = Operation::MaxI { scalar: Scalar::I32, signed: true };
            assert_eq!(Some(&fold(max, isa, &numbers, i32::MIN)), numbers.iter().max());
            let min = Operation::MinF { scalar: Scalar::F32, rule: NanRule::Number, flush: false };
            let mut with_nan = floats.clone();
            with_nan.push(f32::NAN);
            let least = numbers.iter().min().map(|&n| n as f32);
            assert_eq!(Some(fold(min, isa, &with_nan, f32::INFINITY)), least);
            let strict = Operation::MinF { scalar: Scalar::F32, rule: NanRule::Propagate, flush: false };
            assert!(fold(strict, isa, &with_nan, f32::INFINITY).is_nan());
        }
    }
}
