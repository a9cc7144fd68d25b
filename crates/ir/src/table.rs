//! The macro that turns a table into an opcode enum, field names, rows and builders.

/// Writes a level's op table.
///
/// ```text
/// ops! {
///     level CudaTile, others Special;
///
///     /// Element-wise sum.
///     ///
///     /// `result[i] = round(lhs[i] + rhs[i])`.
///     addf AddF "addf" = Some(0x02), V13_1, FloatingPoint {
///         operands: { lhs: one(FloatTile), rhs: one(FloatTile) }
///         attrs:    { rounding_mode: attr(Rounding(IEEE)).or(0), flush_to_zero: attr(Flag).optional() }
///         results:  { result: one(FloatTile) }
///         regions:  { }
///         compute:  [Elementwise(|op| op.float(FloatBinary::Add))]
///         effects:  [RowEffects::NONE]
///         traits:   [Commutative]
///         rules:    [SameType(&[lhs, rhs, result])]
///         asm:      [Operand(lhs), Lit(","), Operand(rhs), Attr(rounding_mode), Attr(flush_to_zero), Dict, Lit(":"),
///                    Type(&[result, lhs, rhs])]
///     }
/// }
/// ```
///
/// From it follow: `enum Opcode` with `ALL` and `spec()`; `static OPS`; a module `fields::addf` with one constant per
/// field (a wrong name in `rules` or `asm` is a compile error at that word); and `trait Builders` with one method per
/// op, which returns a draft with one method per field.
///
/// `others Special` names a second enum, of the ops whose class of computation is not `Elementwise`. A match over it is
/// exhaustive, without a list of the ops that are all treated in the same way; `Opcode::special()` converts to it. The ops of
/// the class `Multimem` share one case, since the fields of their rows say what each does. The column `compute` then holds a
/// case of a type `Compute` that is in scope, else any value.
#[macro_export]
macro_rules! ops {
    (level $level:ty, others $others:ident; $(
        $(#[doc = $doc:literal])*
        $ident:ident $name:ident $mnemonic:literal = $code:expr, $since:ident, $group:ident {
            operands: $o:tt
            attrs:    $a:tt
            results:  $r:tt
            regions:  $g:tt
            compute:  [ $class:ident $($class_of:tt)* ]
            $($rest:tt)*
        }
    )*) => {
        $crate::ops! { level $level; $(
            $(#[doc = $doc])*
            $ident $name $mnemonic = $code, $since, $group {
                operands: $o
                attrs:    $a
                results:  $r
                regions:  $g
                compute:  [Compute::$class $($class_of)*]
                $($rest)*
            }
        )* }
        $crate::ops! { @others $others [] [] $($name $class)* }
    };
    (@others $others:ident $found:tt $multimem:tt $name:ident Elementwise $($rest:ident)*) => {
        $crate::ops! { @others $others $found $multimem $($rest)* }
    };
    (@others $others:ident $found:tt [$($multimem:ident)*] $name:ident Multimem $($rest:ident)*) => {
        $crate::ops! { @others $others $found [$($multimem)* $name] $($rest)* }
    };
    (@others $others:ident [$($found:ident)*] $multimem:tt $name:ident $class:ident $($rest:ident)*) => {
        $crate::ops! { @others $others [$($found)* $name] $multimem $($rest)* }
    };
    (@others $others:ident [$($found:ident)*] [$($multimem:ident)*]) => {
        /// The ops that are not element-wise, in table order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $others { $(
            #[doc = concat!("[`Opcode::", stringify!($found), "`].")]
            $found,
        )*
            /// Any op of the class `Multimem`.
            Multimem,
        }

        impl Opcode {
            /// The op among those that are not element-wise; `None` for one that is.
            pub const fn special(self) -> Option<$others> {
                #[allow(clippy::wildcard_enum_match_arm, reason = "the others are element-wise")]
                match self {
                    $(Opcode::$found => Some($others::$found),)*
                    $(Opcode::$multimem => Some($others::Multimem),)*
                    _ => None,
                }
            }
        }
    };
    (level $level:ty; $(
        $(#[doc = $doc:literal])*
        $ident:ident $name:ident $mnemonic:literal = $code:expr, $since:ident, $group:ident {
            operands: { $($o:ident : $oe:expr),* $(,)? }
            attrs:    { $($a:ident : $ae:expr),* $(,)? }
            results:  { $($r:ident : $re:expr),* $(,)? }
            regions:  { $($g:ident : $ge:expr),* $(,)? }
            compute:  [ $compute:expr ]
            effects:  [ $effects:expr ]
            traits:   [ $($t:ident),* $(,)? ]
            rules:    [ $($rule:expr),* $(,)? ]
            asm:      [ $($asm:expr),* $(,)? ]
        }
    )*) => {
        /// Every op of the level, in table order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum Opcode { $(
            $(#[doc = $doc])*
            $name,
        )* }

        impl Opcode {
            /// Every op, in table order.
            pub const ALL: &'static [Opcode] = &[$(Opcode::$name),*];

            /// The row of this op.
            pub fn spec(self) -> &'static $crate::level::spec::OpSpec<$level> {
                &OPS[self as usize]
            }
        }

        /// The fields of each op by name.
        #[allow(non_upper_case_globals, reason = "constants bear the names of the fields")]
        pub mod fields { $(
            $crate::op_fields! { $ident $mnemonic { $($o)* } { $($a)* } { $($r)* } { $($g)* } }
        )* }

        /// The table.
        pub static OPS: &[$crate::level::spec::OpSpec<$level>] = &[$({
            #[allow(unused_imports, reason = "not every row uses every name")]
            use fields::$ident::*;
            $crate::level::spec::OpSpec {
                opcode: Opcode::$name,
                mnemonic: $mnemonic,
                ident: stringify!($ident),
                code: $code,
                since: $since,
                group: Group::$group,
                doc: concat!($($doc, "\n"),*),
                operands: &[$($oe.named(stringify!($o))),*],
                attrs: &[$($ae.named(stringify!($a))),*],
                results: &[$($re.named(stringify!($r))),*],
                regions: &[$($ge.named(stringify!($g))),*],
                compute: $compute,
                effects: $effects,
                traits: $crate::level::spec::Traits::of(&[$($crate::level::spec::Trait::$t),*]),
                rules: &[$($rule),*],
                asm: &[$($asm),*],
            }
        }),*];

        /// One method per op: starts an op, whose fields are then given by name.
        pub trait Builders {
            /// Starts an op of the given kind.
            fn start(&mut self, opcode: Opcode) -> $crate::build::Draft<'_, $level>;
            $(
                $(#[doc = $doc])*
                fn $ident(&mut self) -> drafts::$name<'_> {
                    drafts::$name(self.start(Opcode::$name))
                }
            )*
        }

        /// Ops being built: one type per op, one method per field.
        #[allow(non_snake_case, reason = "methods bear the names of the fields")]
        pub mod drafts {
            use super::*;
            $(
                #[doc = concat!("A `", $mnemonic, "` being built.")]
                #[must_use = "an op is created by `finish`"]
                pub struct $name<'m>(pub(super) $crate::build::Draft<'m, $level>);

                impl<'m> $name<'m> {
                    $(
                        #[doc = concat!("Gives operand `", stringify!($o), "`.")]
                        pub fn $o(mut self, values: impl $crate::build::IntoValues) -> Self {
                            self.0.operand(fields::$ident::$o, values);
                            self
                        }
                    )*
                    $(
                        #[doc = concat!("Gives attribute `", stringify!($a), "`.")]
                        pub fn $a(mut self, value: impl $crate::build::IntoAttr<$level>) -> Self {
                            self.0.attr(fields::$ident::$a, value);
                            self
                        }
                    )*
                    $(
                        #[doc = concat!("Gives the type, or types, of result `", stringify!($r), "`.")]
                        pub fn $r(mut self, types: impl $crate::build::IntoTypes) -> Self {
                            self.0.result(fields::$ident::$r, types);
                            self
                        }
                    )*
                    /// Creates the op at the insertion point.
                    pub fn finish(self) -> $crate::build::Built<'m, $level> {
                        self.0.finish()
                    }
                }
            )*
        }
    };
}

/// Writes the fields of one row: a module with a constant for each operand, attribute, result and region.
#[doc(hidden)]
#[macro_export]
macro_rules! op_fields {
    ($ident:ident $mnemonic:literal { $($o:ident)* } { $($a:ident)* } { $($r:ident)* } { $($g:ident)* }) => {
        #[doc = concat!("Fields of `", $mnemonic, "`.")]
        #[allow(non_camel_case_types, clippy::enum_variant_names, dead_code, reason = "names of the fields")]
        pub mod $ident {
            enum O { $($o),* }
            enum A { $($a),* }
            enum R { $($r),* }
            enum G { $($g),* }
            $(#[doc = concat!("Operand `", stringify!($o), "`.")] pub const $o: $crate::Field = $crate::Field::Operand(O::$o as u8);)*
            $(#[doc = concat!("Attribute `", stringify!($a), "`.")] pub const $a: $crate::Field = $crate::Field::Attr(A::$a as u8);)*
            $(#[doc = concat!("Result `", stringify!($r), "`.")] pub const $r: $crate::Field = $crate::Field::Result(R::$r as u8);)*
            $(#[doc = concat!("Region `", stringify!($g), "`.")] pub const $g: $crate::Field = $crate::Field::Region(G::$g as u8);)*
        }
    };
}
