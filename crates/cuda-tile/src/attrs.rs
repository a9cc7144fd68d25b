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
pub use crate::enums::{
    Access, AtomicRMWMode, ComparisonOrdering, ComparisonPredicate, EnumKind, IntegerOverflow,
    MemoryOrdering, MemoryScope, MemorySpace, MultimemReductionKind, RoundingMode, Signedness,
    SymbolVisibility, Synchronization,
};

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
