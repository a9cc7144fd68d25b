//! Typed ids.

use cranelift_entity::entity_impl;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    )*};
}

ids! {
    /// An operation.
    Op "op";
    /// A block: arguments and a list of ops.
    Block "block";
    /// A region: a list of blocks owned by one op.
    Region "region";
    /// An SSA value: an op's result or a block's argument.
    Value "v";
    /// An interned type of the level.
    TypeId "ty";
    /// An interned attribute of the level.
    AttrId "attr";
    /// An interned byte string.
    StrId "str";
    /// An interned location.
    LocId "loc";
    /// An interned debug-information attribute.
    DiId "di";
}

/// The unknown location: the first of every module.
pub const UNKNOWN_LOC: LocId = LocId(0);
