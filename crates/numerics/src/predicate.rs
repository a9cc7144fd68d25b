//! What a comparison asks of the order of two numbers, integers or floats.

use std::cmp::Ordering;
use std::fmt;

/// A comparison; the discriminant is the bytecode value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Predicate {
    /// `a == b`
    Equal = 0,
    /// `a != b`
    NotEqual = 1,
    /// `a < b`
    LessThan = 2,
    /// `a <= b`
    LessThanOrEqual = 3,
    /// `a > b`
    GreaterThan = 4,
    /// `a >= b`
    GreaterThanOrEqual = 5,
}

impl Predicate {
    /// Every predicate, in wire order.
    pub const ALL: [Predicate; 6] = [
        Predicate::Equal,
        Predicate::NotEqual,
        Predicate::LessThan,
        Predicate::LessThanOrEqual,
        Predicate::GreaterThan,
        Predicate::GreaterThanOrEqual,
    ];

    /// The predicate of a number in bytecode.
    pub fn from_wire(number: u64) -> Option<Predicate> {
        Predicate::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The keyword in the text form.
    pub const fn name(self) -> &'static str {
        match self {
            Predicate::Equal => "equal",
            Predicate::NotEqual => "not_equal",
            Predicate::LessThan => "less_than",
            Predicate::LessThanOrEqual => "less_than_or_equal",
            Predicate::GreaterThan => "greater_than",
            Predicate::GreaterThanOrEqual => "greater_than_or_equal",
        }
    }

    /// Whether the predicate holds of two values in this order.
    #[inline]
    pub const fn holds(self, order: Ordering) -> bool {
        match self {
            Predicate::Equal => order.is_eq(),
            Predicate::NotEqual => order.is_ne(),
            Predicate::LessThan => order.is_lt(),
            Predicate::LessThanOrEqual => order.is_le(),
            Predicate::GreaterThan => order.is_gt(),
            Predicate::GreaterThanOrEqual => order.is_ge(),
        }
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
