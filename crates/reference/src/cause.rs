//! Why something is undefined: each case of the language's semantics, with its documented code.

/// A documented case, by its position in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Case(u8);

impl Case {
    /// Its documented code.
    pub(crate) fn code(self) -> &'static str {
        TABLE[usize::from(self.0)].0
    }

    /// True for cases that make single elements undefined, which harms nothing until they matter.
    pub(crate) fn makes_poison(self) -> bool {
        self.0 <= Case::HALF_BYTE_POINTER.0
    }

    /// What it is, for messages.
    pub(crate) fn phrase(self) -> &'static str {
        TABLE[usize::from(self.0)].1
    }
}

macro_rules! cases {
    ($($name:ident $code:literal $phrase:literal;)*) => {
        /// The names of the cases, so that their positions are their numbers.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "names of constants")]
        enum Number { $($name),* }

        impl Case {
            $(pub(crate) const $name: Case = Case(Number::$name as u8);)*
        }

        /// Code and phrase of every case.
        pub(crate) static TABLE: &[(&str, &str)] = &[$(($code, $phrase)),*];
    };
}

cases! {
    // Poison: harmless until it matters.
    UNINITIALISED "E0501" "memory that was reserved but never written";
    MASKED_LOAD "E0502" "a masked-off load lane without padding";
    OUTSIDE_TENSOR "E0503" "an element outside of the tensor, loaded without padding";
    MASKED_ATOMIC "E0504" "the result of a masked-off atomic lane";
    DIVISION_BY_ZERO "E0505" "a division by zero";
    DIVISION_OVERFLOW "E0506" "a division of the least integer by -1";
    WIDE_SHIFT "E0507" "a shift by the width of the type or more";
    BROKEN_OVERFLOW "E0508" "an overflow that the operation promised not to happen";
    FLOAT_TO_INT "E0509" "a float that the integer type cannot hold";
    OFFSET_OVERFLOW "E0510" "pointer arithmetic that overflows";
    SHAPE_TOO_LARGE "E0511" "an extent that its result type cannot hold";
    NEGATIVE_SCALE "E0512" "a negative block scale";
    HALF_BYTE_POINTER "E0513" "a pointer into the middle of a byte";
    // Traps.
    OUT_OF_BOUNDS "E0520" "an access outside of every allocation";
    MISALIGNED "E0521" "a misaligned access";
    RELEASED "E0522" "an access to memory that was released";
    FOREIGN_PRIVATE "E0523" "an access to private memory of another tile block";
    CONSTANT_WRITTEN "E0524" "a write to a constant global";
    COLLIDING_LANES "E0525" "store lanes that collide";
    VIEW_OVERFLOW "E0526" "view arithmetic that overflows";
    NO_MEMORY "E0527" "memory that cannot be reserved";
    FALSE_DIV_BY "E0530" "a false div_by";
    FALSE_SAME_ELEMENTS "E0531" "a false same_elements";
    FALSE_BOUNDED "E0532" "a false bounded";
    FALSE_INBOUNDS "E0533" "a false inbounds";
    BLOCK_INDEX "E0540" "a block index out of range";
    VIEW_INDEX "E0541" "a view index out of range";
    STEP "E0550" "a loop step that is not positive";
    INDUCTION_OVERFLOW "E0551" "an induction variable that overflows";
    ASSERTION "E0560" "a failed assertion";
    STEP_BUDGET "E0561" "an exhausted step budget";
    ENDLESS_WAIT "E0562" "waiting that cannot end";
    RACE_IN_BLOCK "E0570" "accesses of a tile block that no token orders";
    RACE_ACROSS_BLOCKS "E0571" "a data race between tile blocks";
    UNORDERED_UPDATE "E0572" "an unordered update of the same element";
    UNFENCED "E0573" "aliasing accesses that no fence orders";
}
