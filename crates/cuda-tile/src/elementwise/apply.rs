//! The functions of `numerics` that element-wise ops are.

use numerics::select;
use numerics::{Promise, Scalar, convert, float, int, math};

use super::Elementwise;

/// Why the language leaves an element of a result undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Undefined {
    /// The divisor is 0.
    DivisionByZero,
    /// The least integer divided by -1.
    DivisionOverflow,
    /// A shift by the width of the type or more.
    WideShift,
    /// A result breaks what the op promises about overflow.
    BrokenPromise,
    /// A float that the integer type cannot hold.
    FloatToInt,
    /// An address that cannot be represented.
    OffsetOverflow,
    /// An address in the middle of a byte.
    HalfBytePointer,
}

/// An action on the function of an op: calling it, or building a loop over elements around it.
///
/// Each method is generic over the function, so that a loop is compiled for each function and element type by itself,
/// and nothing is left to decide for an element.
pub trait Apply: Sized {
    /// The result.
    type Output;

    /// A function of one element.
    fn unary(self, f: impl Fn(u64) -> u64 + Send + Sync + 'static) -> Self::Output;
    /// A function of two elements.
    fn binary(self, f: impl Fn(u64, u64) -> u64 + Send + Sync + 'static) -> Self::Output;
    /// A function of three elements.
    fn ternary(self, f: impl Fn(u64, u64, u64) -> u64 + Send + Sync + 'static) -> Self::Output;
    /// A function of one element that is undefined for some.
    fn partial_unary(self, f: impl Fn(u64) -> Result<u64, Undefined> + Send + Sync + 'static)
    -> Self::Output;
    /// A function of two elements that is undefined for some.
    fn partial_binary(
        self,
        f: impl Fn(u64, u64) -> Result<u64, Undefined> + Send + Sync + 'static,
    ) -> Self::Output;
    /// The choice of `select`, of whose last two operands one does not matter.
    fn select(self) -> Self::Output {
        self.ternary(|condition, a, b| if condition != 0 { a } else { b })
    }
}

/// Evaluates `$body` with the constant `$S` standing for an integer type.
macro_rules! for_int {
    ($scalar:expr, $S:ident => $body:expr) => {
        for_int!(@match $scalar, $S => $body; I1 I4 I8 I16 I32 I64)
    };
    (@match $scalar:expr, $S:ident => $body:expr; $($case:ident)*) => {
        match $scalar {
            $(Scalar::$case => { const $S: Scalar = Scalar::$case; $body })*
            other => unreachable!("{other} is no integer type, as verified"),
        }
    };
}

/// The same for the float types that the language computes in.
macro_rules! for_float {
    ($scalar:expr, $S:ident => $body:expr) => {
        for_int!(@match $scalar, $S => $body; F16 BF16 F32 F64)
    };
}

impl Elementwise {
    /// Hands its function over.
    pub fn apply<A: Apply>(self, with: A) -> A::Output {
        use Elementwise as E;
        match self {
            E::FloatBinary { op, scalar, rounding, flush } => {
                with.binary(select::float_binary(op, scalar, rounding, flush))
            }
            E::Fma { scalar, rounding, flush } => with.ternary(select::fma(scalar, rounding, flush)),
            E::Sqrt { scalar, rounding, flush } => {
                for_float!(scalar, S => with.unary(move |a| float::sqrt(S, a, rounding, flush)))
            }
            E::RemF(scalar) => for_float!(scalar, S => with.binary(|a, b| float::rem(S, a, b))),
            E::AbsF(scalar) => for_float!(scalar, S => with.unary(|a| float::abs(S, a))),
            E::NegF(scalar) => for_float!(scalar, S => with.unary(|a| float::neg(S, a))),
            E::Floor(scalar) => for_float!(scalar, S => with.unary(|a| float::floor(S, a))),
            E::Ceil(scalar) => for_float!(scalar, S => with.unary(|a| float::ceil(S, a))),
            E::MinF { scalar, rule, flush } => {
                for_float!(scalar, S => with.binary(move |a, b| float::min(S, a, b, rule, flush)))
            }
            E::MaxF { scalar, rule, flush } => {
                for_float!(scalar, S => with.binary(move |a, b| float::max(S, a, b, rule, flush)))
            }
            E::CompareF { scalar, predicate, ordered } => for_float!(scalar, S => {
                with.binary(move |a, b| float::compare(S, predicate, ordered, a, b).into())
            }),
            // These take so long that nothing is gained by fixing the type.
            E::Function { function, scalar, flush } => {
                with.unary(move |a| math::unary(function, scalar, a, flush))
            }
            E::Pow(scalar) => with.binary(move |a, b| math::pow(scalar, a, b)),
            // Exponents have at most 32 bits.
            E::PowI { scalar, exponent } => {
                with.binary(move |a, b| math::pow_int(scalar, a, int::sign_extend(exponent, b) as i32))
            }
            E::Atan2(scalar) => with.binary(move |a, b| math::atan2(scalar, a, b)),
            E::IntBinary { op, scalar, promise: Promise::None } => {
                let f = select::int_binary(op, scalar, Promise::None);
                with.binary(move |a, b| f(a, b).unwrap_or(0))
            }
            E::IntBinary { op, scalar, promise } => {
                let f = select::int_binary(op, scalar, promise);
                with.partial_binary(move |a, b| f(a, b).ok_or(Undefined::BrokenPromise))
            }
            E::MulHigh(scalar) => for_int!(scalar, S => with.binary(|a, b| int::mul_high(S, a, b))),
            E::AbsI(scalar) => for_int!(scalar, S => with.unary(|a| int::abs(S, a))),
            E::NegI { scalar, promise } => for_int!(scalar, S => {
                with.partial_unary(move |a| kept(promise, int::neg(S, a)))
            }),
            E::DivI { scalar, signed, rounding } => for_int!(scalar, S => with.partial_binary(move |a, b| {
                let case = if b == 0 { Undefined::DivisionByZero } else { Undefined::DivisionOverflow };
                int::div(S, a, b, signed, rounding).ok_or(case)
            })),
            E::RemI { scalar, signed } => for_int!(scalar, S => with.partial_binary(move |a, b| {
                int::rem(S, a, b, signed).ok_or(Undefined::DivisionByZero)
            })),
            E::ShiftLeft { scalar, promise } => for_int!(scalar, S => with.partial_binary(move |a, b| {
                int::shl(S, a, b).ok_or(Undefined::WideShift).and_then(|wrapped| kept(promise, wrapped))
            })),
            E::ShiftRight { scalar, signed } => for_int!(scalar, S => with.partial_binary(move |a, b| {
                int::shr(S, a, b, signed).ok_or(Undefined::WideShift)
            })),
            E::MinI { scalar, signed } => {
                for_int!(scalar, S => with.binary(move |a, b| int::min(S, a, b, signed)))
            }
            E::MaxI { scalar, signed } => {
                for_int!(scalar, S => with.binary(move |a, b| int::max(S, a, b, signed)))
            }
            E::CompareI { scalar, predicate, signed } => for_int!(scalar, S => {
                with.binary(move |a, b| int::compare(S, predicate, a, b, signed).into())
            }),
            E::And(_) => with.binary(int::and),
            E::Or(_) => with.binary(int::or),
            E::Xor(_) => with.binary(int::xor),
            E::Extend { from, to, signed } => with.unary(move |a| int::extend(from, to, a, signed)),
            E::Truncate { from, to, promise } => {
                with.partial_unary(move |a| kept(promise, int::truncate(from, to, a)))
            }
            E::FloatToFloat { from, to, rounding } => {
                with.unary(move |a| convert::float_to_float(from, to, a, rounding))
            }
            E::FloatToInt { from, to, signed, saturating: true } => {
                with.unary(move |a| convert::float_to_int_saturating(from, to, a, signed))
            }
            E::FloatToInt { from, to, signed, saturating: false } => with.partial_unary(move |a| {
                convert::float_to_int(from, to, a, signed).ok_or(Undefined::FloatToInt)
            }),
            E::IntToFloat { from, to, signed, rounding } => {
                with.unary(move |a| convert::int_to_float(from, to, a, signed, rounding))
            }
            E::Offset { pointee, offset } => with
                .partial_binary(move |address, by| further(pointee, address, int::sign_extend(offset, by))),
            E::Select(_) => with.select(),
            E::Copy(_) => with.unary(|a| a),
        }
    }
}

fn kept(promise: Promise, wrapped: int::Wrapped) -> Result<u64, Undefined> {
    wrapped.under(promise).ok_or(Undefined::BrokenPromise)
}

/// The address `steps` elements of `pointee` after `address`.
fn further(pointee: Scalar, address: u64, steps: i64) -> Result<u64, Undefined> {
    let bits = i64::from(pointee.storage_bits());
    let distance = if bits == 4 {
        if steps % 2 != 0 {
            return Err(Undefined::HalfBytePointer);
        }
        steps / 2
    } else {
        steps.checked_mul(bits / 8).ok_or(Undefined::OffsetOverflow)?
    };
    address.checked_add_signed(distance).ok_or(Undefined::OffsetOverflow)
}

/// Calls the function once.
pub(super) struct Evaluate(pub(super) [u64; 3]);

impl Apply for Evaluate {
    type Output = Result<u64, Undefined>;

    fn unary(self, f: impl Fn(u64) -> u64) -> Self::Output {
        Ok(f(self.0[0]))
    }

    fn binary(self, f: impl Fn(u64, u64) -> u64) -> Self::Output {
        Ok(f(self.0[0], self.0[1]))
    }

    fn ternary(self, f: impl Fn(u64, u64, u64) -> u64) -> Self::Output {
        let [a, b, c] = self.0;
        Ok(f(a, b, c))
    }

    fn partial_unary(self, f: impl Fn(u64) -> Result<u64, Undefined>) -> Self::Output {
        f(self.0[0])
    }

    fn partial_binary(self, f: impl Fn(u64, u64) -> Result<u64, Undefined>) -> Self::Output {
        f(self.0[0], self.0[1])
    }
}
