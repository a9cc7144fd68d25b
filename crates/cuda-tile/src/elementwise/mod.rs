//! The computation of an element-wise op for each element, independent of its module.
//!
//! An op is *element-wise* when element n of its result is a function of element n of each operand and of nothing else.
//! Its row names that function (`compute: [Elementwise(..)]`), and all code that needs it calls [`Elementwise::of`]:
//! constant folding, the reference interpreter, the CPU engine, the counts of the driver. So no engine can read a mode
//! of an op differently from the others; what the functions compute is the subject of `numerics` and of its own
//! evidence.

mod apply;
mod modes;

use numerics::math::Function;
use numerics::select::{FloatBinary, IntBinary};
use numerics::{NanRule, Predicate, Promise, Rounding, Scalar};

pub use apply::{Apply, Undefined};
pub use modes::Modes;

/// An element-wise op with its types and modes; a pointer counts as an `i64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are the types and modes of the op that a case names")]
pub enum Elementwise {
    /// `addf`, `subf`, `mulf`, `divf`.
    FloatBinary { op: FloatBinary, scalar: Scalar, rounding: Rounding, flush: bool },
    /// `fma`.
    Fma { scalar: Scalar, rounding: Rounding, flush: bool },
    /// `sqrt`.
    Sqrt { scalar: Scalar, rounding: Rounding, flush: bool },
    /// `remf`.
    RemF(Scalar),
    /// `absf`.
    AbsF(Scalar),
    /// `negf`.
    NegF(Scalar),
    /// `floor`.
    Floor(Scalar),
    /// `ceil`.
    Ceil(Scalar),
    /// `minf`.
    MinF { scalar: Scalar, rule: NanRule, flush: bool },
    /// `maxf`.
    MaxF { scalar: Scalar, rule: NanRule, flush: bool },
    /// `cmpf`.
    CompareF { scalar: Scalar, predicate: Predicate, ordered: bool },
    /// `exp`, `sin` and the other functions of one operand, `rsqrt` among them.
    Function { function: Function, scalar: Scalar, flush: bool },
    /// `pow`.
    Pow(Scalar),
    /// `fpowi`.
    PowI { scalar: Scalar, exponent: Scalar },
    /// `atan2`.
    Atan2(Scalar),
    /// `addi`, `subi`, `muli`.
    IntBinary { op: IntBinary, scalar: Scalar, promise: Promise },
    /// `mulhii`.
    MulHigh(Scalar),
    /// `absi`.
    AbsI(Scalar),
    /// `negi`.
    NegI { scalar: Scalar, promise: Promise },
    /// `divi`.
    DivI { scalar: Scalar, signed: bool, rounding: Rounding },
    /// `remi`.
    RemI { scalar: Scalar, signed: bool },
    /// `shli`.
    ShiftLeft { scalar: Scalar, promise: Promise },
    /// `shri`.
    ShiftRight { scalar: Scalar, signed: bool },
    /// `mini`.
    MinI { scalar: Scalar, signed: bool },
    /// `maxi`.
    MaxI { scalar: Scalar, signed: bool },
    /// `cmpi`.
    CompareI { scalar: Scalar, predicate: Predicate, signed: bool },
    /// `andi`.
    And(Scalar),
    /// `ori`.
    Or(Scalar),
    /// `xori`.
    Xor(Scalar),
    /// `exti`.
    Extend { from: Scalar, to: Scalar, signed: bool },
    /// `trunci`.
    Truncate { from: Scalar, to: Scalar, promise: Promise },
    /// `ftof`.
    FloatToFloat { from: Scalar, to: Scalar, rounding: Rounding },
    /// `ftoi`.
    FloatToInt { from: Scalar, to: Scalar, signed: bool, saturating: bool },
    /// `itof`.
    IntToFloat { from: Scalar, to: Scalar, signed: bool, rounding: Rounding },
    /// `offset`: the address `offset` elements of the pointee after the given one.
    Offset { pointee: Scalar, offset: Scalar },
    /// `select`.
    Select(Scalar),
    /// The same bits: `bitcast`, `int_to_ptr`, `ptr_to_int`, `ptr_to_ptr`. Both types are stored in the same number of
    /// bits.
    Copy(Scalar),
}

/// The element types of an op's operands and result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    operands: [Scalar; 3],
    arity: usize,
    /// Of the result.
    pub result: Scalar,
}

impl Signature {
    fn new<const N: usize>(operands: [Scalar; N], result: Scalar) -> Signature {
        let mut all = [Scalar::I1; 3];
        all[..N].copy_from_slice(&operands);
        Signature { operands: all, arity: N, result }
    }

    /// Of the operands, one to three.
    pub fn operands(&self) -> &[Scalar] {
        &self.operands[..self.arity]
    }
}

impl Elementwise {
    /// The element types of its operands and its result.
    pub fn signature(self) -> Signature {
        use Elementwise as E;
        use Scalar::{I1, I64};
        match self {
            E::Sqrt { scalar: s, .. }
            | E::AbsF(s)
            | E::NegF(s)
            | E::Floor(s)
            | E::Ceil(s)
            | E::Function { scalar: s, .. }
            | E::AbsI(s)
            | E::NegI { scalar: s, .. }
            | E::Copy(s) => Signature::new([s], s),
            E::FloatBinary { scalar: s, .. }
            | E::RemF(s)
            | E::MinF { scalar: s, .. }
            | E::MaxF { scalar: s, .. }
            | E::Pow(s)
            | E::Atan2(s)
            | E::IntBinary { scalar: s, .. }
            | E::MulHigh(s)
            | E::DivI { scalar: s, .. }
            | E::RemI { scalar: s, .. }
            | E::ShiftLeft { scalar: s, .. }
            | E::ShiftRight { scalar: s, .. }
            | E::MinI { scalar: s, .. }
            | E::MaxI { scalar: s, .. }
            | E::And(s)
            | E::Or(s)
            | E::Xor(s) => Signature::new([s; 2], s),
            E::Fma { scalar: s, .. } => Signature::new([s; 3], s),
            E::CompareF { scalar: s, .. } | E::CompareI { scalar: s, .. } => Signature::new([s; 2], I1),
            E::PowI { scalar, exponent } => Signature::new([scalar, exponent], scalar),
            E::Extend { from, to, .. }
            | E::Truncate { from, to, .. }
            | E::FloatToFloat { from, to, .. }
            | E::FloatToInt { from, to, .. }
            | E::IntToFloat { from, to, .. } => Signature::new([from], to),
            E::Offset { offset, .. } => Signature::new([I64, offset], I64),
            E::Select(s) => Signature::new([I1, s, s], s),
        }
    }

    /// The same without promises about overflow, so that results wrap: a result that breaks a promise may be anything,
    /// the wrapped one too. An engine that does so has one function where there would be four.
    #[must_use]
    #[allow(clippy::wildcard_enum_match_arm, reason = "four functions have promises")]
    pub fn without_promises(self) -> Elementwise {
        use Elementwise as E;
        let none = Promise::None;
        match self {
            E::IntBinary { op, scalar, .. } => E::IntBinary { op, scalar, promise: none },
            E::NegI { scalar, .. } => E::NegI { scalar, promise: none },
            E::ShiftLeft { scalar, .. } => E::ShiftLeft { scalar, promise: none },
            E::Truncate { from, to, .. } => E::Truncate { from, to, promise: none },
            other => other,
        }
    }

    /// The element of the result for the elements of at most three operands.
    ///
    /// # Errors
    /// When the language leaves it undefined.
    pub fn evaluate(self, operands: [u64; 3]) -> Result<u64, Undefined> {
        self.apply(apply::Evaluate(operands))
    }

    /// Operations of arithmetic that one element counts as, by which programs are compared: two for `fma`, none for
    /// what converts, compares, selects, or computes addresses.
    #[allow(clippy::wildcard_enum_match_arm, reason = "everything else is arithmetic")]
    pub fn operations(self) -> u64 {
        use Elementwise as E;
        match self {
            E::Fma { .. } => 2,
            E::CompareF { .. }
            | E::CompareI { .. }
            | E::Extend { .. }
            | E::Truncate { .. }
            | E::FloatToFloat { .. }
            | E::FloatToInt { .. }
            | E::IntToFloat { .. }
            | E::Offset { .. }
            | E::Select(_)
            | E::Copy(_) => 0,
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests;
