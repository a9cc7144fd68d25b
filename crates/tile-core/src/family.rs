//! Macros that name shared ops independently of the level: the enum of a family, and a level's ways from and to it.

/// Writes the enum that names the ops of rows.
macro_rules! define_family {
    (
        $(#[doc = $family_doc:literal])* $family:ident;
        $($(#[doc = $doc:literal])* $ident:ident $name:ident $mnemonic:literal { $($row:tt)* })*
    ) => {
        $(#[doc = $family_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $family { $($(#[doc = $doc])* $name,)* }

        impl $family {
            /// Every op, in the order of the rows.
            pub const ALL: &'static [$family] = &[$($family::$name),*];

            /// The name of the op in the text of every level that has it.
            pub const fn mnemonic(self) -> &'static str {
                match self { $($family::$name => $mnemonic,)* }
            }
        }
    };
}
pub(crate) use define_family;

/// Gives the opcode of a level its ways from and to the enum of a family.
///
/// ```text
/// arith_rows!(tile_core::level_family! { Arith, arith, of_arith; })
/// ```
#[macro_export]
macro_rules! level_family {
    (
        $family:ty, $from:ident, $to:ident;
        $($(#[doc = $doc:literal])* $ident:ident $name:ident $mnemonic:literal { $($row:tt)* })*
    ) => {
        impl Opcode {
            /// The op of the shared family that this is, if it is one.
            pub fn $from(self) -> Option<$family> {
                match self {
                    $(Opcode::$name => Some(<$family>::$name),)*
                    _ => None,
                }
            }

            /// This level's row of an op of the shared family.
            pub fn $to(op: $family) -> Opcode {
                match op {
                    $(<$family>::$name => Opcode::$name,)*
                }
            }
        }
    };
}

/// The pattern of all ops of rows in the opcode of a level: `arith_rows!(tile_core::family_pattern! { Opcode; })`.
#[macro_export]
macro_rules! family_pattern {
    ($opcode:ident; $($(#[doc = $doc:literal])* $ident:ident $name:ident $mnemonic:literal { $($row:tt)* })*) => {
        $($opcode::$name)|*
    };
}
