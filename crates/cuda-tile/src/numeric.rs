//! Enums of attributes as the functions of `numerics` take them. The matches are exhaustive, so a case that is added to
//! the language must be given its arithmetic here.

use numerics::{Predicate, Promise, Rounding};

use crate::attrs::{ComparisonPredicate, IntegerOverflow, RoundingMode};

impl From<RoundingMode> for Rounding {
    fn from(mode: RoundingMode) -> Rounding {
        match mode {
            RoundingMode::NearestEven => Rounding::NearestEven,
            RoundingMode::Zero => Rounding::Zero,
            RoundingMode::NegativeInf => Rounding::NegativeInf,
            RoundingMode::PositiveInf => Rounding::PositiveInf,
            RoundingMode::Approx => Rounding::Approx,
            RoundingMode::Full => Rounding::Full,
            RoundingMode::NearestIntToZero => Rounding::NearestIntToZero,
            RoundingMode::NearestAway => Rounding::NearestAway,
        }
    }
}

impl From<IntegerOverflow> for Promise {
    fn from(overflow: IntegerOverflow) -> Promise {
        match overflow {
            IntegerOverflow::None => Promise::None,
            IntegerOverflow::NoSignedWrap => Promise::NoSignedWrap,
            IntegerOverflow::NoUnsignedWrap => Promise::NoUnsignedWrap,
            IntegerOverflow::NoWrap => Promise::NoWrap,
        }
    }
}

impl From<ComparisonPredicate> for Predicate {
    fn from(predicate: ComparisonPredicate) -> Predicate {
        match predicate {
            ComparisonPredicate::Equal => Predicate::Equal,
            ComparisonPredicate::NotEqual => Predicate::NotEqual,
            ComparisonPredicate::LessThan => Predicate::LessThan,
            ComparisonPredicate::LessThanOrEqual => Predicate::LessThanOrEqual,
            ComparisonPredicate::GreaterThan => Predicate::GreaterThan,
            ComparisonPredicate::GreaterThanOrEqual => Predicate::GreaterThanOrEqual,
        }
    }
}
