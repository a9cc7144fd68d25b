//! Why something is undefined: each case of the language's semantics, with its documented code.

use cuda_tile::elementwise::Undefined;

/// A documented case, by its position in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Case(u8);

impl Case {
    /// Its documented code.
    pub(crate) fn code(self) -> &'static str {
        TABLE[usize::from(self.0)].0
    }

    /// The suggested fix, if one sentence describes it. `{result}` stands for the result of the operation that is to
    /// blame, `{0}` and `{1}` for its operands, `{view}` for the view among them.
    pub(crate) fn fix(self) -> Option<&'static str> {
        Some(TABLE[usize::from(self.0)].2).filter(|fix| !fix.is_empty())
    }

    /// The case of a code.
    pub(crate) fn of(code: &str) -> Option<Case> {
        TABLE.iter().position(|case| case.0 == code).map(|index| Case(index as u8))
    }

    /// True for cases that make single elements undefined, which harms nothing until they matter.
    pub(crate) fn makes_poison(self) -> bool {
        self.0 <= Case::HALF_BYTE_POINTER.0
    }

    /// The phrase for messages.
    pub(crate) fn phrase(self) -> &'static str {
        TABLE[usize::from(self.0)].1
    }
}

impl From<Undefined> for Case {
    fn from(why: Undefined) -> Case {
        match why {
            Undefined::DivisionByZero => Case::DIVISION_BY_ZERO,
            Undefined::DivisionOverflow => Case::DIVISION_OVERFLOW,
            Undefined::WideShift => Case::WIDE_SHIFT,
            Undefined::BrokenPromise => Case::BROKEN_OVERFLOW,
            Undefined::FloatToInt => Case::FLOAT_TO_INT,
            Undefined::OffsetOverflow => Case::OFFSET_OVERFLOW,
            Undefined::HalfBytePointer => Case::HALF_BYTE_POINTER,
        }
    }
}

macro_rules! cases {
    ($($name:ident $code:literal $phrase:literal $fix:literal;)*) => {
        /// The names of the cases, so that their positions are their numbers.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "names of constants")]
        enum Number { $($name),* }

        impl Case {
            $(pub(crate) const $name: Case = Case(Number::$name as u8);)*
        }

        /// Code and phrase of every case, and what to do about it where one sentence can say so.
        pub(crate) static TABLE: &[(&str, &str, &str)] = &[$(($code, $phrase, $fix)),*];
    };
}

cases! {
    // Poison: harmless until it matters.
    UNINITIALISED "E0501" "memory that was reserved but never written"
        "store to all of {result} that is read, and let the load take the token of that store";
    MASKED_LOAD "E0502" "a masked-off load lane without padding"
        "give the load of {result} a padding value, or mask what uses {result} in the same way";
    OUTSIDE_TENSOR "E0503" "an element outside of the tensor, loaded without padding"
        "give {view} a `padding_value`, or mask what uses {result}";
    MASKED_ATOMIC "E0504" "the result of a masked-off atomic lane"
        "`select` another value than {result} for the lanes that are masked off";
    DIVISION_BY_ZERO "E0505" "a division by zero"
        "`select` a divisor that is not zero instead of {1}, or guard {result} with an `if`";
    DIVISION_OVERFLOW "E0506" "a division of the least integer by -1"
        "`select` another divisor where {0} is the least integer and {1} is -1";
    WIDE_SHIFT "E0507" "a shift by the width of the type or more"
        "keep {1} below the width of its type";
    BROKEN_OVERFLOW "E0508" "an overflow that the operation promised not to happen"
        "drop the `overflow` promise of {result}, or keep its operands in a range where it holds";
    FLOAT_TO_INT "E0509" "a float that the integer type cannot hold"
        "make {result} `saturating`, or clamp {0} before it is converted";
    OFFSET_OVERFLOW "E0510" "pointer arithmetic that overflows"
        "keep the offset {1} inside of the buffer";
    SHAPE_TOO_LARGE "E0511" "an extent that its result type cannot hold"
        "give {result} a wider type";
    NEGATIVE_SCALE "E0512" "a negative block scale"
        "use scales that are not negative";
    HALF_BYTE_POINTER "E0513" "a pointer into the middle of a byte"
        "offset the pointer by whole bytes, or reach the elements through a view";
    // Traps.
    OUT_OF_BOUNDS "E0520" "an access outside of every allocation"
        "mask off the lanes out of bounds, or check sizes before";
    MISALIGNED "E0521" "a misaligned access"
        "offset the pointer by whole elements";
    RELEASED "E0522" "an access to memory that was released"
        "reserve the memory in a region that lasts as long as it is used";
    FOREIGN_PRIVATE "E0523" "an access to private memory of another tile block"
        "give the `alloca` the flag `global`, or hand the data over in a buffer of the launch";
    CONSTANT_WRITTEN "E0524" "a write to a constant global"
        "take `constant` from the global, or write elsewhere";
    COLLIDING_LANES "E0525" "store lanes that collide"
        "make the addresses of the lanes differ, or use an atomic operation";
    VIEW_OVERFLOW "E0526" "view arithmetic that overflows"
        "check extents and strides before the view is made";
    NO_MEMORY "E0527" "memory that cannot be reserved"
        "reserve less memory, or release it in an inner block";
    MULTICAST "E0528" "memory of several devices reached as that of one, or the other way round"
        "reach memory of several devices by the multimem ops, and that of one device by the others";
    LONE_ELEMENT "E0529" "an element of 16 bits without a partner on several devices"
        "pad the tensor to an even width, and cut it into tiles of an even width";
    FALSE_DIV_BY "E0530" "a false div_by"
        "correct the divisor, or drop the `assume` of {result}";
    FALSE_SAME_ELEMENTS "E0531" "a false same_elements"
        "correct the group, or drop the `assume` of {result}";
    FALSE_BOUNDED "E0532" "a false bounded"
        "correct the bounds, or drop the `assume` of {result}";
    FALSE_INBOUNDS "E0533" "a false inbounds"
        "drop `inbounds` for this dimension, or leave out the tiles at the edge";
    BLOCK_INDEX "E0540" "a block index out of range"
        "keep the index below the number of blocks";
    VIEW_INDEX "E0541" "a view index out of range"
        "keep the index below the extent that `get_index_space_shape` gives of {view}";
    STEP "E0550" "a loop step that is not positive"
        "give the loop a positive step";
    INDUCTION_OVERFLOW "E0551" "an induction variable that overflows"
        "choose bounds so that the last increment can be represented, or a wider type";
    ASSERTION "E0560" "a failed assertion"
        "make {0} true, or correct the assertion";
    STEP_BUDGET "E0561" "an exhausted step budget"
        "see what ends this loop, or raise `--steps` when it only takes long";
    ENDLESS_WAIT "E0562" "waiting that cannot end"
        "let a tile block write what is waited for before it ends or waits itself";
    EXTERN_FAILS "E0563" "an external function that fails"
        "correct the function that the caller supplies";
    RACE_IN_BLOCK "E0570" "accesses of a tile block that no token orders" "";
    RACE_ACROSS_BLOCKS "E0571" "a data race between tile blocks" "";
    UNORDERED_UPDATE "E0572" "an unordered update of the same element" "";
    UNFENCED "E0573" "aliasing accesses that no fence orders" "";
}
