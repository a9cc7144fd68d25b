//! Which kernel an element-wise operation on integers or floats is.

use cuda_tile::attrs::{ComparisonOrdering, IntegerOverflow, RoundingMode, Signedness};
use cuda_tile::ops::fields;
use ir::{Field, Op};
use numerics::float::{self, NanRule};
use numerics::int::{self, Wrapped};
use numerics::select::{self, FloatBinary, IntBinary};
use numerics::{Predicate, Promise, Rounding, Scalar};

use crate::cause::Case;
use crate::lanes::{Kernel, binary, partial_binary, partial_unary, ternary, unary};

/// Evaluates `$body` with the constant `$S` standing for an integer type, so that nothing is left to decide per element.
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
        match $scalar {
            Scalar::F16 => {
                const $S: Scalar = Scalar::F16;
                $body
            }
            Scalar::BF16 => {
                const $S: Scalar = Scalar::BF16;
                $body
            }
            Scalar::F32 => {
                const $S: Scalar = Scalar::F32;
                $body
            }
            Scalar::F64 => {
                const $S: Scalar = Scalar::F64;
                $body
            }
            other => unreachable!("{other} is no float type to compute in, as verified"),
        }
    };
}

/// What an operation on numbers says besides its operands.
pub(crate) struct Modes<'m> {
    pub(crate) module: &'m cuda_tile::Module,
    pub(crate) op: Op,
    /// Element type of the first operand.
    pub(crate) scalar: Scalar,
}

impl Modes<'_> {
    fn number(&self, field: Field) -> u64 {
        u64::from(self.module.attr(self.op, field).as_small().unwrap_or(0))
    }

    pub(crate) fn flag(&self, field: Field) -> bool {
        self.module.flag(self.op, field)
    }

    pub(crate) fn rounding(&self, field: Field) -> Rounding {
        let slot = self.module.attr(self.op, field);
        let mode = RoundingMode::from_slot(slot).unwrap_or(RoundingMode::NearestEven);
        Rounding::from_wire(mode as u64).expect("both enumerations have the numbers of bytecode")
    }

    pub(crate) fn promise(&self, field: Field) -> Promise {
        let slot = self.module.attr(self.op, field);
        let promise = IntegerOverflow::from_slot(slot).unwrap_or(IntegerOverflow::None);
        Promise::from_wire(promise as u64).expect("both enumerations have the numbers of bytecode")
    }

    pub(crate) fn signed(&self, field: Field) -> bool {
        self.number(field) == Signedness::Signed as u64
    }

    fn predicate(&self, field: Field) -> Predicate {
        Predicate::from_wire(self.number(field)).expect("a verified predicate")
    }

    fn nan_rule(&self, field: Field) -> NanRule {
        if self.flag(field) { NanRule::Propagate } else { NanRule::Number }
    }
}

fn kept(promise: Promise, wrapped: Wrapped) -> Result<u64, Case> {
    wrapped.under(promise).ok_or(Case::BROKEN_OVERFLOW)
}

/// `addi`, `subi`, `muli`.
pub(crate) fn wrapping(modes: &Modes<'_>, op: IntBinary, overflow: Field) -> Kernel {
    let promise = modes.promise(overflow);
    let f = select::int_binary(op, modes.scalar, promise);
    if promise == Promise::None {
        return binary(move |a, b| f(a, b).unwrap_or(0));
    }
    partial_binary(move |a, b| f(a, b).ok_or(Case::BROKEN_OVERFLOW))
}

/// `mulhii`.
pub(crate) fn mul_high(modes: &Modes<'_>) -> Kernel {
    for_int!(modes.scalar, S => binary(|a, b| int::mul_high(S, a, b)))
}

/// `absi`.
pub(crate) fn abs_int(modes: &Modes<'_>) -> Kernel {
    for_int!(modes.scalar, S => unary(|a| int::abs(S, a)))
}

/// `negi`.
pub(crate) fn neg_int(modes: &Modes<'_>) -> Kernel {
    let promise = modes.promise(fields::negi::overflow);
    for_int!(modes.scalar, S => partial_unary(move |a| kept(promise, int::neg(S, a))))
}

/// `divi`.
pub(crate) fn div_int(modes: &Modes<'_>) -> Kernel {
    let signed = modes.signed(fields::divi::signedness);
    let rounding = modes.rounding(fields::divi::rounding);
    for_int!(modes.scalar, S => partial_binary(move |a, b| {
        let case = if b == 0 { Case::DIVISION_BY_ZERO } else { Case::DIVISION_OVERFLOW };
        int::div(S, a, b, signed, rounding).ok_or(case)
    }))
}

/// `remi`.
pub(crate) fn rem_int(modes: &Modes<'_>) -> Kernel {
    let signed = modes.signed(fields::remi::signedness);
    for_int!(modes.scalar, S => partial_binary(move |a, b| {
        int::rem(S, a, b, signed).ok_or(Case::DIVISION_BY_ZERO)
    }))
}

/// `shli`.
pub(crate) fn shift_left(modes: &Modes<'_>) -> Kernel {
    let promise = modes.promise(fields::shli::overflow);
    for_int!(modes.scalar, S => partial_binary(move |a, b| {
        int::shl(S, a, b).ok_or(Case::WIDE_SHIFT).and_then(|wrapped| kept(promise, wrapped))
    }))
}

/// `shri`.
pub(crate) fn shift_right(modes: &Modes<'_>) -> Kernel {
    let signed = modes.signed(fields::shri::signedness);
    for_int!(modes.scalar, S => partial_binary(move |a, b| int::shr(S, a, b, signed).ok_or(Case::WIDE_SHIFT)))
}

/// `maxi`.
pub(crate) fn max_int(modes: &Modes<'_>) -> Kernel {
    let signed = modes.signed(fields::maxi::signedness);
    for_int!(modes.scalar, S => binary(move |a, b| int::max(S, a, b, signed)))
}

/// `mini`.
pub(crate) fn min_int(modes: &Modes<'_>) -> Kernel {
    let signed = modes.signed(fields::mini::signedness);
    for_int!(modes.scalar, S => binary(move |a, b| int::min(S, a, b, signed)))
}

/// `cmpi`.
pub(crate) fn compare_int(modes: &Modes<'_>) -> Kernel {
    let predicate = modes.predicate(fields::cmpi::comparison_predicate);
    let signed = modes.signed(fields::cmpi::signedness);
    for_int!(modes.scalar, S => binary(move |a, b| u64::from(int::compare(S, predicate, a, b, signed))))
}

/// `addf`, `subf`, `mulf`, `divf`.
pub(crate) fn rounded(modes: &Modes<'_>, op: FloatBinary, rounding: Field, flush: Field) -> Kernel {
    binary(select::float_binary(op, modes.scalar, modes.rounding(rounding), modes.flag(flush)))
}

/// `fma`.
pub(crate) fn fma(modes: &Modes<'_>) -> Kernel {
    let rounding = modes.rounding(fields::fma::rounding_mode);
    ternary(select::fma(modes.scalar, rounding, modes.flag(fields::fma::flush_to_zero)))
}

/// `sqrt`.
pub(crate) fn sqrt(modes: &Modes<'_>) -> Kernel {
    let rounding = modes.rounding(fields::sqrt::rounding_mode);
    let flush = modes.flag(fields::sqrt::flush_to_zero);
    for_float!(modes.scalar, S => unary(move |a| float::sqrt(S, a, rounding, flush)))
}

/// `remf`.
pub(crate) fn rem_float(modes: &Modes<'_>) -> Kernel {
    for_float!(modes.scalar, S => binary(|a, b| float::rem(S, a, b)))
}

/// `absf`.
pub(crate) fn abs_float(modes: &Modes<'_>) -> Kernel {
    for_float!(modes.scalar, S => unary(|a| float::abs(S, a)))
}

/// `negf`.
pub(crate) fn neg_float(modes: &Modes<'_>) -> Kernel {
    for_float!(modes.scalar, S => unary(|a| float::neg(S, a)))
}

/// `ceil`.
pub(crate) fn ceil(modes: &Modes<'_>) -> Kernel {
    for_float!(modes.scalar, S => unary(|a| float::ceil(S, a)))
}

/// `floor`.
pub(crate) fn floor(modes: &Modes<'_>) -> Kernel {
    for_float!(modes.scalar, S => unary(|a| float::floor(S, a)))
}

/// `maxf`.
pub(crate) fn max_float(modes: &Modes<'_>) -> Kernel {
    let (rule, flush) =
        (modes.nan_rule(fields::maxf::propagate_nan), modes.flag(fields::maxf::flush_to_zero));
    for_float!(modes.scalar, S => binary(move |a, b| float::max(S, a, b, rule, flush)))
}

/// `minf`.
pub(crate) fn min_float(modes: &Modes<'_>) -> Kernel {
    let (rule, flush) =
        (modes.nan_rule(fields::minf::propagate_nan), modes.flag(fields::minf::flush_to_zero));
    for_float!(modes.scalar, S => binary(move |a, b| float::min(S, a, b, rule, flush)))
}

/// `cmpf`.
pub(crate) fn compare_float(modes: &Modes<'_>) -> Kernel {
    let ordered = modes.number(fields::cmpf::comparison_ordering) == ComparisonOrdering::Ordered as u64;
    let predicate = modes.predicate(fields::cmpf::comparison_predicate);
    for_float!(modes.scalar, S => binary(move |a, b| u64::from(float::compare(S, predicate, ordered, a, b))))
}
