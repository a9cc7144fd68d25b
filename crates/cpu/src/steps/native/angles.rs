//! sin x and cos x of f32: instruction by instruction what `kernels::math::wide` computes of small angles. Of vectors
//! that have others the kernel is called.

#![allow(unsafe_code, reason = "lanes are raw memory")]

use std::f64::consts::FRAC_1_PI;

use numerics::Scalar;
use numerics::math::Function;

use super::LANES;
use super::body::{Body, Source};
use super::instructions::Vector;
use crate::isa::Isa;
use crate::kernels::elementwise::Elementwise;
use crate::kernels::math::wide::{EASY_ANGLE, PI, SHIFT, SINE};
use crate::kernels::operation::Operation;

impl Body<'_> {
    /// sin x or cos x.
    pub(super) fn angle(&mut self, function: Function, x: Source) -> Source {
        let is_cosine = function == Function::Cos;
        if self.careful {
            return self.call(if is_cosine { cosines } else { sines }, x);
        }
        self.expect_below(x, EASY_ANGLE);
        self.by_doubles(x, |body, x| {
            let (inverse, shift) = (body.double(FRAC_1_PI), body.double(SHIFT));
            let half = body.double(0.5);
            // Adding `SHIFT` and subtracting it again rounds to an integer; it also leaves that integer in the low bits
            // of `shifted`, whose parity gives the sign. For a cosine, n is an integer less one half, where cos x is
            // the sine of the remainder, up to its sign.
            let turns = body.two(Vector::MulWide, x, inverse);
            let turns = if is_cosine { body.two(Vector::AddWide, turns, half) } else { turns };
            let shifted = body.two(Vector::AddWide, turns, shift);
            let n = body.two(Vector::SubWide, shifted, shift);
            let n = if is_cosine { body.two(Vector::SubWide, n, half) } else { n };
            body.sine(x, n, shifted)
        })
    }

    /// The sine of x, which is n pi away from an angle up to pi/2.
    fn sine(&mut self, x: Source, n: Source, parity: Source) -> Source {
        let sign = self.one(Vector::ShiftLeftLong, parity, 63);
        let mut r = x;
        for part in PI {
            let part = self.double(part);
            let multiple = self.two(Vector::MulWide, n, part);
            r = self.two(Vector::SubWide, r, multiple);
        }
        let square = self.two(Vector::MulWide, r, r);
        let by_square = self.polynomial(square, &SINE);
        let sine = self.two(Vector::MulWide, r, by_square);
        self.two(Vector::Xor, sine, sign)
    }

    /// The sum of `c[k] * x^k` in f64.
    pub(super) fn polynomial(&mut self, x: Source, c: &[f64]) -> Source {
        let mut terms = c.iter().rev().map(|&c| self.double(c)).collect::<Vec<_>>().into_iter();
        let first = terms.next().expect("a polynomial has a term");
        terms.fold(first, |sum, c| {
            let product = self.two(Vector::MulWide, sum, x);
            self.two(Vector::AddWide, product, c)
        })
    }
}

/// # Safety
/// The lanes are valid.
unsafe extern "sysv64" fn sines(lanes: *mut [f32; LANES]) {
    // SAFETY: `lanes` is valid for reads and writes of a vector of f32.
    unsafe { by_kernel(Function::Sin, lanes) }
}

/// # Safety
/// As for [`sines`].
unsafe extern "sysv64" fn cosines(lanes: *mut [f32; LANES]) {
    // SAFETY: `lanes` is valid for reads and writes of a vector of f32.
    unsafe { by_kernel(Function::Cos, lanes) }
}

/// # Safety
/// As for [`sines`].
unsafe fn by_kernel(function: Function, lanes: *mut [f32; LANES]) {
    let operation = Operation::Function { function, scalar: Scalar::F32, flush: false };
    // SAFETY: `lanes` is valid for `LANES` lanes; only machine code calls this, which runs where there is AVX2.
    unsafe { Elementwise::new(operation, Isa::Avx2).run(lanes.cast(), [lanes.cast_const().cast(); 3], LANES) }
}
