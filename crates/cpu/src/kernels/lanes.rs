//! Any element-wise operation, one lane at a time, by the definitions of `numerics`.
//!
//! The way for operations and modes without a vector kernel, and what kernels are tested against. Where the language
//! leaves a result undefined, it is 0 here.

#![allow(unsafe_code, reason = "lanes are read and written through raw pointers")]

use numerics::select::{self, IntBinary};
use numerics::{Promise, Scalar, convert, float, int, math, pack};
use smallvec::SmallVec;

use super::lane_size;
use super::operation::Operation;

type Function = Box<dyn Fn([u64; 3]) -> u64 + Send + Sync>;

/// A function of the bits of up to three elements, as a loop over lanes.
pub(crate) struct LaneOp {
    operands: SmallVec<[Scalar; 3]>,
    result: Scalar,
    function: Function,
}

fn unary(f: impl Fn(u64) -> u64 + Send + Sync + 'static) -> Function {
    Box::new(move |[a, _, _]| f(a))
}

fn binary(f: impl Fn(u64, u64) -> u64 + Send + Sync + 'static) -> Function {
    Box::new(move |[a, b, _]| f(a, b))
}

fn ternary(f: impl Fn(u64, u64, u64) -> u64 + Send + Sync + 'static) -> Function {
    Box::new(move |[a, b, c]| f(a, b, c))
}

impl LaneOp {
    /// An operation of the language.
    pub(crate) fn of(operation: Operation) -> LaneOp {
        let signature = operation.signature();
        LaneOp {
            operands: signature.operands().into(),
            result: signature.result,
            function: function_of(operation),
        }
    }

    /// Computes `n` lanes.
    ///
    /// # Safety
    /// As for a [`Kernel`](super::Kernel).
    pub(crate) unsafe fn run(&self, dst: *mut u8, srcs: [*const u8; 3], n: usize) {
        for lane in 0..n {
            let mut elements = [0; 3];
            for ((element, &scalar), &src) in elements.iter_mut().zip(&self.operands).zip(&srcs) {
                // SAFETY: the caller's sources hold `n` lanes of their types.
                *element = unsafe { read(scalar, src, lane) };
            }
            let bits = (self.function)(elements);
            // SAFETY: and `dst` has room for `n`; lane `lane` of the sources is not needed any more.
            unsafe { write(self.result, dst, lane, bits) };
        }
    }
}

/// The element in a lane.
///
/// # Safety
/// `base` is valid for reads up to that lane, and aligned.
pub(crate) unsafe fn read(scalar: Scalar, base: *const u8, lane: usize) -> u64 {
    // SAFETY: this function's contract: `base` is valid for reads up to that lane, and aligned.
    pack::from_storage(scalar, unsafe { read_image(lane_size(scalar), base, lane) })
}

/// A lane of `size` bytes as it lies in memory.
///
/// # Safety
/// `base` is valid for reads up to that lane, and aligned.
pub(crate) unsafe fn read_image(size: usize, base: *const u8, lane: usize) -> u64 {
    // SAFETY: `base` is valid for reads up to `lane`, and aligned for lanes of `size` bytes.
    unsafe {
        match size {
            1 => base.add(lane).read().into(),
            2 => base.cast::<u16>().add(lane).read().into(),
            4 => base.cast::<u32>().add(lane).read().into(),
            _ => base.cast::<u64>().add(lane).read(),
        }
    }
}

/// Writes an element into a lane.
///
/// # Safety
/// `base` is valid for writes up to that lane, and aligned.
pub(crate) unsafe fn write(scalar: Scalar, base: *mut u8, lane: usize, bits: u64) {
    let image = pack::to_storage(scalar, bits);
    // SAFETY: `base` is valid for writes up to `lane`, and aligned for lanes of this size.
    unsafe {
        match lane_size(scalar) {
            1 => base.add(lane).write(image as u8),
            2 => base.cast::<u16>().add(lane).write(image as u16),
            4 => base.cast::<u32>().add(lane).write(image as u32),
            _ => base.cast::<u64>().add(lane).write(image),
        }
    }
}

fn function_of(operation: Operation) -> Function {
    use Operation as O;
    match operation {
        O::FloatBinary { op, scalar, rounding, flush } => {
            binary(select::float_binary(op, scalar, rounding, flush))
        }
        O::Fma { scalar, rounding, flush } => ternary(select::fma(scalar, rounding, flush)),
        O::Sqrt { scalar, rounding, flush } => unary(move |a| float::sqrt(scalar, a, rounding, flush)),
        O::RemF(scalar) => binary(move |a, b| float::rem(scalar, a, b)),
        O::AbsF(scalar) => unary(move |a| float::abs(scalar, a)),
        O::NegF(scalar) => unary(move |a| float::neg(scalar, a)),
        O::Floor(scalar) => unary(move |a| float::floor(scalar, a)),
        O::Ceil(scalar) => unary(move |a| float::ceil(scalar, a)),
        O::MinF { scalar, rule, flush } => binary(move |a, b| float::min(scalar, a, b, rule, flush)),
        O::MaxF { scalar, rule, flush } => binary(move |a, b| float::max(scalar, a, b, rule, flush)),
        O::CompareF { scalar, predicate, ordered } => {
            binary(move |a, b| float::compare(scalar, predicate, ordered, a, b).into())
        }
        O::Function { function, scalar, flush } => unary(move |a| math::unary(function, scalar, a, flush)),
        O::Pow(scalar) => binary(move |a, b| math::pow(scalar, a, b)),
        // Exponents have at most 32 bits.
        O::PowI { scalar, exponent } => {
            binary(move |a, b| math::pow_int(scalar, a, int::sign_extend(exponent, b) as i32))
        }
        O::Atan2(scalar) => binary(move |a, b| math::atan2(scalar, a, b)),
        O::IntBinary { op, scalar } => wrapping(op, scalar),
        O::MulHigh(scalar) => binary(move |a, b| int::mul_high(scalar, a, b)),
        O::AbsI(scalar) => unary(move |a| int::abs(scalar, a)),
        O::NegI(scalar) => unary(move |a| int::neg(scalar, a).bits),
        O::DivI { scalar, signed, rounding } => {
            binary(move |a, b| int::div(scalar, a, b, signed, rounding).unwrap_or(0))
        }
        O::RemI { scalar, signed } => binary(move |a, b| int::rem(scalar, a, b, signed).unwrap_or(0)),
        O::ShiftLeft(scalar) => binary(move |a, b| int::shl(scalar, a, b).map_or(0, |wrapped| wrapped.bits)),
        O::ShiftRight { scalar, signed } => binary(move |a, b| int::shr(scalar, a, b, signed).unwrap_or(0)),
        O::MinI { scalar, signed } => binary(move |a, b| int::min(scalar, a, b, signed)),
        O::MaxI { scalar, signed } => binary(move |a, b| int::max(scalar, a, b, signed)),
        O::CompareI { scalar, predicate, signed } => {
            binary(move |a, b| int::compare(scalar, predicate, a, b, signed).into())
        }
        O::And(_) => binary(int::and),
        O::Or(_) => binary(int::or),
        O::Xor(_) => binary(int::xor),
        O::Extend { from, to, signed } => unary(move |a| int::extend(from, to, a, signed)),
        O::Truncate { from, to } => unary(move |a| int::truncate(from, to, a).bits),
        O::FloatToFloat { from, to, rounding } => {
            unary(move |a| convert::float_to_float(from, to, a, rounding))
        }
        O::FloatToInt { from, to, signed, saturating: true } => {
            unary(move |a| convert::float_to_int_saturating(from, to, a, signed))
        }
        O::FloatToInt { from, to, signed, saturating: false } => {
            unary(move |a| convert::float_to_int(from, to, a, signed).unwrap_or(0))
        }
        O::IntToFloat { from, to, signed, rounding } => {
            unary(move |a| convert::int_to_float(from, to, a, signed, rounding))
        }
        O::Offset { pointee, offset } => {
            binary(move |address, steps| further(pointee, address, int::sign_extend(offset, steps)))
        }
        O::Select(_) => ternary(|condition, a, b| if condition != 0 { a } else { b }),
        O::Copy(_) => unary(|a| a),
    }
}

fn wrapping(op: IntBinary, scalar: Scalar) -> Function {
    let f = select::int_binary(op, scalar, Promise::None);
    binary(move |a, b| f(a, b).expect("without a promise every result is defined"))
}

/// The address `steps` elements further on, modulo 2^64; half bytes are dropped.
fn further(pointee: Scalar, address: u64, steps: i64) -> u64 {
    let distance = match pointee.storage_bits() {
        4 => steps / 2,
        bits => steps.wrapping_mul(i64::from(bits / 8)),
    };
    address.wrapping_add_signed(distance)
}
