//! Enumerations of the language: words that attributes hold, and some types.

use ir::build::IntoAttr;
use ir::{AttrSlot, Module};

macro_rules! enums {
    ($($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $cdoc:literal])* $case:ident $text:literal,)* })*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            #[repr(u8)]
            pub enum $name { $($(#[doc = $cdoc])* $case,)* }

            impl $name {
                /// Every case; its position is its number in bytecode.
                pub const ALL: &'static [$name] = &[$($name::$case),*];

                /// Keyword.
                pub const fn name(self) -> &'static str {
                    match self { $($name::$case => $text,)* }
                }

                /// The case of a number.
                pub fn from_wire(number: u64) -> Option<$name> {
                    usize::try_from(number).ok().and_then(|n| $name::ALL.get(n).copied())
                }

                /// The case of a keyword.
                pub fn from_name(name: &str) -> Option<$name> {
                    $name::ALL.iter().copied().find(|case| case.name() == name)
                }

                /// The case that a slot holds, if it holds one.
                pub fn from_slot(slot: AttrSlot) -> Option<$name> {
                    slot.as_small().and_then(|n| $name::from_wire(n.into()))
                }
            }

            impl<L: ir::Level> IntoAttr<L> for $name {
                fn into_attr(self, _: &mut Module<L>) -> AttrSlot {
                    AttrSlot::small(self as u32)
                }
            }

            // The levels below name these enums in their tables, too.
            impl ir::generic::EnumAttr for $name {
                const SPEC: &'static ir::generic::EnumSpec =
                    &ir::generic::EnumSpec { name: stringify!($name), words: &[$($text),*] };
                const CASES: &'static [$name] = $name::ALL;
            }
        )*

        /// Names an enumeration of the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum EnumKind { $($(#[doc = $doc])* $name,)* }

        impl EnumKind {
            /// Every enumeration.
            pub const ALL: &'static [EnumKind] = &[$(EnumKind::$name),*];

            /// Keyword of each case, in the order of their numbers.
            pub fn names(self) -> &'static [&'static str] {
                match self { $(EnumKind::$name => &[$($text),*],)* }
            }
        }
    };
}

enums! {
    /// How integers are read.
    Signedness {
        /// As unsigned numbers.
        Unsigned "unsigned",
        /// As two's complement numbers.
        Signed "signed",
    }
    /// Overflow that an integer op excludes.
    IntegerOverflow {
        /// Nothing.
        None "none",
        /// No signed overflow.
        NoSignedWrap "no_signed_wrap",
        /// No unsigned overflow.
        NoUnsignedWrap "no_unsigned_wrap",
        /// Neither.
        NoWrap "no_wrap",
    }
    /// Rounding.
    RoundingMode {
        /// To the nearest value, ties to even.
        NearestEven "nearest_even",
        /// Toward zero.
        Zero "zero",
        /// Toward negative infinity.
        NegativeInf "negative_inf",
        /// Toward positive infinity.
        PositiveInf "positive_inf",
        /// A fast approximation.
        Approx "approx",
        /// The full-range approximation.
        Full "full",
        /// To an integer, toward zero.
        NearestIntToZero "nearest_int_to_zero",
        /// To the nearest value, ties away from zero (13.4).
        NearestAway "nearest_away",
    }
    /// The result of a comparison with NaN.
    ComparisonOrdering {
        /// True when an operand is NaN.
        Unordered "unordered",
        /// False when an operand is NaN.
        Ordered "ordered",
    }
    /// Comparison.
    ComparisonPredicate {
        /// `==`
        Equal "equal",
        /// `!=`
        NotEqual "not_equal",
        /// `<`
        LessThan "less_than",
        /// `<=`
        LessThanOrEqual "less_than_or_equal",
        /// `>`
        GreaterThan "greater_than",
        /// `>=`
        GreaterThanOrEqual "greater_than_or_equal",
    }
    /// The operation of an atomic.
    AtomicRMWMode {
        /// Bitwise and.
        And "and",
        /// Bitwise or.
        Or "or",
        /// Bitwise exclusive or.
        Xor "xor",
        /// Integer sum.
        Add "add",
        /// Float sum.
        AddF "addf",
        /// Signed maximum.
        Max "max",
        /// Signed minimum.
        Min "min",
        /// Unsigned maximum.
        UMax "umax",
        /// Unsigned minimum.
        UMin "umin",
        /// Exchange.
        Xchg "xchg",
    }
    /// The threads that take part in an ordering.
    MemoryScope {
        /// The tile block.
        TileBlock "tl_blk",
        /// The GPU.
        Device "device",
        /// All GPUs and the host.
        System "sys",
    }
    /// Ordering of a memory access.
    MemoryOrdering {
        /// A plain access.
        Weak "weak",
        /// Coherent, without order.
        Relaxed "relaxed",
        /// Acquire.
        Acquire "acquire",
        /// Release.
        Release "release",
        /// Both.
        AcqRel "acq_rel",
    }
    /// Where a fragment is kept (preview `simt`).
    MemorySpace {
        /// In the memory of a thread.
        Local "local",
        /// In shared memory.
        Shared "smem",
    }
    /// Which threads run an external function together (preview `simt`).
    Synchronization {
        /// Each by itself.
        None "none",
        /// A warp.
        Warp "warp",
        /// Four warps.
        Warpgroup "warpgroup",
        /// All of a block.
        Block "cta",
    }
    /// The access of an external function to an argument (preview `simt`).
    Access {
        /// Reads it.
        In "in",
        /// Writes it.
        Out "out",
        /// Both.
        InOut "inout",
    }
    /// The operation with which a multimem op combines the copies of an element (13.5).
    MultimemReductionKind {
        /// Sum.
        Add "add",
        /// Minimum, of signed integers.
        Min "min",
        /// Maximum, of signed integers.
        Max "max",
        /// Bitwise and.
        And "and",
        /// Bitwise or.
        Or "or",
        /// Bitwise exclusive or.
        Xor "xor",
        /// Unsigned minimum.
        UMin "umin",
        /// Unsigned maximum.
        UMax "umax",
    }
    /// The visibility of a global.
    SymbolVisibility {
        /// The host too.
        Public "public",
        /// The module only.
        Private "private",
    }
}

impl EnumKind {
    /// Name of the attribute in the generic form: `rounding` of `#cuda_tile.rounding<zero>`; `None` where the generic
    /// form writes a plain `i32`.
    pub fn generic_name(self) -> Option<&'static str> {
        match self {
            EnumKind::Signedness => Some("signedness"),
            EnumKind::IntegerOverflow => Some("overflow"),
            EnumKind::RoundingMode => Some("rounding"),
            EnumKind::ComparisonOrdering => Some("comparison_ordering"),
            EnumKind::ComparisonPredicate => Some("comparison_predicate"),
            EnumKind::SymbolVisibility => Some("symbol_visibility"),
            EnumKind::MemorySpace => Some("preview$memory_space"),
            EnumKind::Synchronization => Some("preview$synchronization"),
            EnumKind::Access => Some("preview$access"),
            EnumKind::MultimemReductionKind => Some("multimem_reduction_kind"),
            EnumKind::AtomicRMWMode | EnumKind::MemoryScope | EnumKind::MemoryOrdering => None,
        }
    }
}
