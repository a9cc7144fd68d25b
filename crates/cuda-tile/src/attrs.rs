//! Attributes of the language.

mod dense;

use std::hash::Hash;

use cranelift_entity::EntityRef;
use ir::build::IntoAttr;
use ir::{AttrId, AttrSlot, DiId, Field, Module, Op, Renumbering, SlotValue, StrId, TypeId};
use numerics::Scalar;

use crate::CudaTile;
use crate::types::preview::{Expr, Layout, Name};
use crate::types::{PreviewType, Qualified, Type, TypeError};

pub use self::dense::Dense;

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

/// The kind of an attribute of a row, which also determines its syntax and encoding.
#[derive(Clone, Copy, Debug)]
pub enum AttrKind {
    /// A unit: `flush_to_zero`. Slot: small 1.
    Flag,
    /// A bare keyword. Slot: small case number.
    Keyword(EnumKind),
    /// `rounding<zero>`, one of these. Slot: small case number.
    Rounding(&'static [RoundingMode]),
    /// `overflow<no_wrap>`. Slot: small case number.
    Overflow,
    /// A memory ordering keyword, one of these. Slot: small case number.
    Ordering(&'static [MemoryOrdering]),
    /// A scope keyword. Slot: small case number.
    Scope,
    /// `true` or `false`. Slot: small 0 or 1.
    Bool,
    /// An integer of a given number of bits that is not negative. Slot: small, or [`Attr::Int`] of that width.
    Int {
        /// Width.
        bits: u32,
    },
    /// A string. Slot: [`Attr::Str`].
    Str,
    /// The symbol that the op defines. Slot: [`Attr::Str`].
    SymbolName,
    /// A symbol defined elsewhere. Slot: [`Attr::Str`].
    SymbolRef,
    /// A function type. Slot: [`Attr::Type`].
    FunctionType,
    /// 32-bit integers. Slot: [`Attr::I32s`].
    I32s,
    /// One flag per index dimension; all false by default. Slot: [`Attr::Bools`] or absent (all false).
    InBounds,
    /// A tile constant. Slot: [`Attr::Dense`].
    Dense,
    /// Typed numbers. Slot: [`Attr::Array`] of [`Attr::Int`] and [`Attr::Float`].
    Identities,
    /// An assume predicate. Slot: [`Attr::DivBy`], [`Attr::SameElements`] or [`Attr::Bounded`].
    Predicate,
    /// Optimization hints: target to dictionary. Slot: [`Attr::Dict`].
    Hints,
    /// An array of dictionaries. Slot: [`Attr::Array`].
    Dicts,
    /// A dictionary. Slot: [`Attr::Dict`].
    Dictionary,
    /// An array of strings. Slot: [`Attr::Array`] of [`Attr::Str`].
    Strs,
    /// Symbolic expressions. Slot: [`Attr::Array`] of [`PreviewAttr::Expr`].
    Exprs,
    /// Constant parameters of an external function. Slot: [`Attr::Array`] of [`PreviewAttr::ConstParam`].
    ConstParams,
    /// Shared memory that an external function requests. Slot: [`PreviewAttr::Scratch`].
    Scratch,
}

/// An attribute that is interned in its module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attr {
    /// `unit`, as a dictionary value.
    Unit,
    /// `true` or `false`.
    Bool(bool),
    /// A typed integer: the value zero-extended from the type's width.
    Int {
        /// An integer type.
        ty: Scalar,
        /// Bits.
        bits: u64,
    },
    /// A typed float.
    Float {
        /// A float type.
        ty: Scalar,
        /// Bits.
        bits: u64,
    },
    /// A string or symbol.
    Str(StrId),
    /// A symbol reference, as a dictionary value.
    SymbolRef(StrId),
    /// A type.
    Type(TypeId),
    /// 32-bit integers.
    I32s(Box<[i32]>),
    /// 64-bit integers (`array<i64: ..>` in dictionaries).
    I64s(Box<[i64]>),
    /// Flags.
    Bools(Box<[bool]>),
    /// A tile constant.
    Dense(Dense),
    /// An array.
    Array(Box<[AttrId]>),
    /// A dictionary sorted by key bytes, without duplicates.
    Dict(Box<[(StrId, AttrId)]>),
    /// A case of an enumeration, as a dictionary value.
    Enum(EnumKind, u8),
    /// Debug information, as a dictionary value.
    Debug(DiId),
    /// `div_by<D[, every E along A]>`.
    DivBy {
        /// Divisor.
        divisor: u64,
        /// Group length.
        every: Option<i64>,
        /// Dimension of the groups.
        along: Option<i64>,
    },
    /// `same_elements<[..]>`.
    SameElements(Box<[i64]>),
    /// `bounded<lower|?, upper|?>`.
    Bounded {
        /// Inclusive lower bound.
        lower: Option<i64>,
        /// Inclusive upper bound.
        upper: Option<i64>,
    },
    /// An attribute of the preview `simt`.
    Preview(Box<PreviewAttr>),
}

/// An attribute that only the preview `simt` has; cases of its enumerations are [`Attr::Enum`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PreviewAttr {
    /// A symbolic expression, also a tuple, a type or a text.
    Expr(Expr),
    /// A layout.
    Layout(Layout),
    /// Shared memory of a size and an alignment in bytes.
    Scratch {
        /// Bytes.
        size: Expr,
        /// Alignment.
        alignment: Expr,
    },
    /// `N: index`: a constant parameter of an external function.
    ConstParam {
        /// Its name.
        name: Name,
        /// Its type.
        ty: Type,
    },
}

impl PreviewAttr {
    /// Shared memory for an external function.
    ///
    /// # Errors
    /// Sizes below 0, alignments that are not a positive power of two.
    pub fn scratch(size: Expr, alignment: Expr) -> Result<PreviewAttr, TypeError> {
        let refused = |message: &str| Err(TypeError(message.to_owned()));
        if size.value().is_some_and(|size| size < 0) {
            return refused("scratch size must be non-negative");
        }
        match alignment.value() {
            Some(..=0) => refused("scratch alignment must be positive"),
            Some(value) if value.count_ones() != 1 => refused("scratch alignment must be a power of two"),
            _ => Ok(PreviewAttr::Scratch { size, alignment }),
        }
    }

    /// A constant parameter of an external function.
    ///
    /// # Errors
    /// A name without letters, a type that no parameter has.
    pub fn const_param(name: &str, ty: Type) -> Result<PreviewAttr, TypeError> {
        if name.is_empty() {
            return Err(TypeError("constant parameter name cannot be empty".to_owned()));
        }
        use PreviewType::{Datatype, Index, Shape, String};
        if matches!(ty.as_preview(), Some(Index | Shape | Datatype | String)) {
            return Ok(PreviewAttr::ConstParam { name: name.into(), ty });
        }
        Err(TypeError(format!(
            "constant parameter type must be index, !cuda_tile.preview$shape, !cuda_tile.preview$Datatype, or !cuda_tile.preview$string, got '{}'",
            Qualified(&ty)
        )))
    }
}

impl Attr {
    /// The attribute as one of another module, whose numbers for its parts are known.
    pub(crate) fn renumbered(self, ids: &Renumbering) -> Attr {
        match self {
            Attr::Str(id) => Attr::Str(ids.strings[id.index()]),
            Attr::SymbolRef(id) => Attr::SymbolRef(ids.strings[id.index()]),
            Attr::Type(id) => Attr::Type(ids.types[id.index()]),
            Attr::Dense(dense) => Attr::Dense(Dense { ty: ids.types[dense.ty.index()], ..dense }),
            Attr::Array(items) => Attr::Array(items.iter().map(|id| ids.attrs[id.index()]).collect()),
            Attr::Dict(entries) => {
                let entry =
                    |&(key, value): &(StrId, AttrId)| (ids.strings[key.index()], ids.attrs[value.index()]);
                Attr::Dict(entries.iter().map(entry).collect())
            }
            Attr::Debug(id) => Attr::Debug(ids.debug[id.index()]),
            Attr::Unit
            | Attr::Bool(_)
            | Attr::Int { .. }
            | Attr::Float { .. }
            | Attr::I32s(_)
            | Attr::I64s(_)
            | Attr::Bools(_)
            | Attr::Enum(..)
            | Attr::DivBy { .. }
            | Attr::SameElements(_)
            | Attr::Bounded { .. }
            | Attr::Preview(_) => self,
        }
    }
}

impl IntoAttr<CudaTile> for Attr {
    fn into_attr(self, module: &mut Module<CudaTile>) -> AttrSlot {
        AttrSlot::interned(module.attrs.intern(self))
    }
}

impl IntoAttr<CudaTile> for PreviewAttr {
    fn into_attr(self, module: &mut Module<CudaTile>) -> AttrSlot {
        Attr::Preview(Box::new(self)).into_attr(module)
    }
}

impl IntoAttr<CudaTile> for Dense {
    fn into_attr(self, module: &mut Module<CudaTile>) -> AttrSlot {
        Attr::Dense(self).into_attr(module)
    }
}

impl IntoAttr<CudaTile> for &str {
    fn into_attr(self, module: &mut Module<CudaTile>) -> AttrSlot {
        let id = module.strings.intern_bytes(self.as_bytes());
        Attr::Str(id).into_attr(module)
    }
}

/// An integer that is not negative: small when it can be.
impl IntoAttr<CudaTile> for u64 {
    fn into_attr(self, module: &mut Module<CudaTile>) -> AttrSlot {
        match u32::try_from(self) {
            Ok(small) if small < AttrSlot::SMALL_LIMIT => AttrSlot::small(small),
            _ => Attr::Int { ty: Scalar::I64, bits: self }.into_attr(module),
        }
    }
}

/// True if an attribute of kind [`EnumKind::Signedness`] states that integers are signed.
pub fn is_signed(module: &Module<CudaTile>, op: Op, field: Field) -> bool {
    Signedness::from_slot(module.attr(op, field)) == Some(Signedness::Signed)
}

/// The number in a slot of kind [`AttrKind::Int`].
#[allow(clippy::wildcard_enum_match_arm, reason = "the slot holds an integer, or nothing that is one")]
pub fn int_value(module: &Module<CudaTile>, slot: AttrSlot) -> Option<u64> {
    match slot.get() {
        SlotValue::Small(value) => Some(value.into()),
        SlotValue::Interned(id) => match module.attrs.get(id) {
            Attr::Int { bits, .. } => Some(*bits),
            _ => None,
        },
        SlotValue::Absent => None,
    }
}
