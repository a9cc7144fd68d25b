//! Enumerated attributes: a Rust enum whose cases have words in the text.
//!
//! The enum is written once. Its words, its numbers and its typed reading ([`Module::get`]) follow from the one list, so
//! that no table repeats it and no reader compares numbers.

use crate::attr::SlotValue;
use crate::entity::Op;
use crate::level::module::Module;
use crate::level::spec::Field;

use super::{AttrKind, GenericLevel};

/// The words of an enumerated attribute; a slot holds the position of one.
#[derive(Debug, PartialEq, Eq)]
pub struct EnumSpec {
    /// Name of the enum, for messages of the compiler's own errors.
    pub name: &'static str,
    /// Words of the cases, in the order of their numbers.
    pub words: &'static [&'static str],
}

/// An enum whose cases are those of an attribute. [`attr_enums!`](crate::attr_enums) writes it.
pub trait EnumAttr: Copy + 'static {
    /// Its words.
    const SPEC: &'static EnumSpec;
    /// Its cases, in the order of their numbers.
    const CASES: &'static [Self];
}

impl AttrKind {
    /// The kind of an attribute that holds a case of an enum.
    pub const fn of<E: EnumAttr>() -> AttrKind {
        AttrKind::Enum(E::SPEC)
    }
}

/// Reading enumerated attributes of verified ops.
impl<L: GenericLevel> Module<L> {
    /// The case that an attribute holds, or that its row has as the default.
    ///
    /// # Panics
    /// When the attribute is optional and not there, or not of this enum. The verifier refuses such an op.
    pub fn get<E: EnumAttr>(&self, op: Op, field: Field) -> E {
        self.get_opt(op, field).expect("the attribute is there, or its row has a default")
    }

    /// The same, `None` where the attribute is optional and not there.
    pub fn get_opt<E: EnumAttr>(&self, op: Op, field: Field) -> Option<E> {
        let Field::Attr(index) = field else { unreachable!("an attribute has cases") };
        let row = &self.spec(op).attrs[usize::from(index)];
        debug_assert_eq!(row.kind, AttrKind::of::<E>(), "`{}` is read as another enum", row.name);
        let number = match self.attr(op, field).get() {
            SlotValue::Small(number) => Some(number),
            SlotValue::Absent => row.default,
            SlotValue::Interned(_) => None,
        };
        number.and_then(|number| E::CASES.get(number as usize).copied())
    }
}

/// Writes enums of attributes: each case with the word that the text has for it.
///
/// ```text
/// attr_enums! {
///     /// Who takes part in a fence.
///     FenceScope {
///         /// The thread block.
///         Cta "cta",
///     }
/// }
/// ```
#[macro_export]
macro_rules! attr_enums {
    ($($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $cdoc:literal])* $case:ident $word:literal,)* })*) => { $(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name { $($(#[doc = $cdoc])* $case,)* }

        impl $name {
            /// Every case, in the order of their numbers.
            pub const ALL: &'static [$name] = &[$($name::$case),*];

            /// The word of the case.
            pub const fn name(self) -> &'static str {
                match self { $($name::$case => $word,)* }
            }
        }

        impl $crate::generic::EnumAttr for $name {
            const SPEC: &'static $crate::generic::EnumSpec =
                &$crate::generic::EnumSpec { name: stringify!($name), words: &[$($word),*] };
            const CASES: &'static [$name] = $name::ALL;
        }

        impl<L: $crate::level::Level> $crate::build::IntoAttr<L> for $name {
            fn into_attr(self, _: &mut $crate::Module<L>) -> $crate::AttrSlot {
                $crate::AttrSlot::small(self as u32)
            }
        }
    )* };
}
