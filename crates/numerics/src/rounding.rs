//! The rounding modes of the language.

use std::fmt;
use std::str::FromStr;

/// A rounding mode; the discriminant is the bytecode value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Rounding {
    /// To the nearest value, ties to the one whose last bit is 0.
    #[default]
    NearestEven = 0,
    /// Toward zero.
    Zero = 1,
    /// Toward negative infinity.
    NegativeInf = 2,
    /// Toward positive infinity.
    PositiveInf = 3,
    /// A fast approximation. Where the language promises only a bound, this crate rounds to nearest even.
    Approx = 4,
    /// The full-range approximation. Where the language promises only a bound, this crate rounds to nearest even.
    Full = 5,
    /// Float to integer, toward zero.
    NearestIntToZero = 6,
    /// To the nearest value, ties away from zero (13.4).
    NearestAway = 7,
}

impl Rounding {
    /// Every mode, in wire order.
    pub const ALL: [Rounding; 8] = [
        Rounding::NearestEven,
        Rounding::Zero,
        Rounding::NegativeInf,
        Rounding::PositiveInf,
        Rounding::Approx,
        Rounding::Full,
        Rounding::NearestIntToZero,
        Rounding::NearestAway,
    ];

    /// The modes that IEEE 754 defines and arithmetic accepts, plus `nearest_away`.
    pub const IEEE: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::Zero,
        Rounding::NegativeInf,
        Rounding::PositiveInf,
        Rounding::NearestAway,
    ];

    /// The keyword in the text form (`nearest_even`).
    pub const fn name(self) -> &'static str {
        match self {
            Rounding::NearestEven => "nearest_even",
            Rounding::Zero => "zero",
            Rounding::NegativeInf => "negative_inf",
            Rounding::PositiveInf => "positive_inf",
            Rounding::Approx => "approx",
            Rounding::Full => "full",
            Rounding::NearestIntToZero => "nearest_int_to_zero",
            Rounding::NearestAway => "nearest_away",
        }
    }

    /// The number in bytecode.
    pub const fn wire(self) -> u64 {
        self as u64
    }

    /// The mode of a number in bytecode.
    pub fn from_wire(number: u64) -> Option<Rounding> {
        Rounding::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// Whether a magnitude between two neighbours rounds to the greater one.
    ///
    /// `odd` is the last kept bit, `half` the first dropped one, `rest` whether any later one is set.
    pub(crate) const fn rounds_up(self, negative: bool, odd: bool, half: bool, rest: bool) -> bool {
        match self {
            Rounding::NearestEven | Rounding::Approx | Rounding::Full => half && (rest || odd),
            Rounding::Zero | Rounding::NearestIntToZero => false,
            Rounding::NegativeInf => negative && (half || rest),
            Rounding::PositiveInf => !negative && (half || rest),
            Rounding::NearestAway => half,
        }
    }

    /// Whether a magnitude beyond every finite value becomes infinite (otherwise the largest finite one).
    pub(crate) const fn overflows_to_infinity(self, negative: bool) -> bool {
        match self {
            Rounding::NearestEven | Rounding::Approx | Rounding::Full | Rounding::NearestAway => true,
            Rounding::Zero | Rounding::NearestIntToZero => false,
            Rounding::NegativeInf => negative,
            Rounding::PositiveInf => !negative,
        }
    }

    /// Whether the exact sum `x + -x` is -0 in this mode.
    pub(crate) const fn cancels_to_negative_zero(self) -> bool {
        matches!(self, Rounding::NegativeInf)
    }
}

impl fmt::Display for Rounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rounding {
    type Err = ();

    /// Reads the exact keyword.
    fn from_str(text: &str) -> Result<Rounding, ()> {
        Rounding::ALL.into_iter().find(|mode| mode.name() == text).ok_or(())
    }
}
