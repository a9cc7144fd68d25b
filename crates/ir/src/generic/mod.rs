//! One text form, one set of attributes and one verifier for the levels below the language.
//!
//! Levels 2 to 4 are ours alone, so their text is generic: every op is read and printed by the same rule, which follows
//! from its row. A level says what its types are ([`GenericLevel`]); its rows are written with [`crate::generic_ops!`].
//!
//! ```text
//! %sum = addf %a, %b <rounding = nearest> : tile<4xf32>          operands, attributes, one type for all
//! %c = cmpf %a, %b <predicate = lt> : f32, f32 -> i1             types of operands -> types of results
//! %t, %k = load %p, [%mask], [%other] : ...                      operands that may be absent or many stand in brackets
//! %x = for %from, %to, %step, [%x0] : i32, i32, i32, f32 -> f32 (%i: i32, %acc: f32) {
//!   yield [%acc] : f32
//! }
//! ```
//!
//! Attributes that hold their default, and flags that are not set, are not printed; brackets with nothing in them are
//! left out after the last operand. Numbers are spelled as the type of the first result has them.
//!
//! Pieces of types that are long and come often have names, which are defined before the module ([`GenericLevel::pieces`]).
//! A name stands for 8192 bytes at most; a longer piece is written in the types themselves:
//!
//! ```text
//! #r0 = reg=[] lane=[1,2,4,8,16] warp=[]
//! tileas.module @m {
//!   .. tile<32xf32, #r0> ..
//! ```

mod enums;
mod pieces;
mod print;
mod read;
mod verify;

use std::fmt;

use diag::Source;

use crate::attr::{AttrSlot, SlotValue};
use crate::build::IntoAttr;
use crate::entity::{Op, StrId};
use crate::level::Level;
use crate::level::module::Module;
use crate::level::spec::Field;
use crate::text::Parse;

pub use enums::{EnumAttr, EnumSpec};
pub use print::{print, print_op};
pub use read::{Parsed, State, parse, read_named_piece};
pub use verify::{RULE, verify};

/// The former name of [`GenericLevel`].
pub use GenericLevel as PlainLevel;

/// The types that a field takes. A level defines the meaning for its types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// Any type.
    Any,
    /// Integers.
    Int,
    /// Floats.
    Float,
    /// Integers and floats.
    Number,
    /// Truth values.
    Bool,
    /// Addresses.
    Ptr,
    /// Integers, floats and addresses.
    Data,
    /// One 32-bit integer.
    Index,
    /// A description of memory with a shape.
    Memref,
    /// An edge between accesses.
    Token,
    /// A buffer of shared memory.
    Buffer,
    /// Any other resource of the level: pipelines, iterators, stages, copies in flight.
    Handle,
}

/// The kind of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttrKind {
    /// There or not.
    Flag,
    /// A whole number.
    Int,
    /// Whole numbers: `[1, 2]`.
    Ints,
    /// A case of an enum; the slot contains its number. [`AttrKind::of`] creates it.
    Enum(&'static EnumSpec),
    /// The symbol that the op defines; printed directly after the mnemonic.
    Symbol,
    /// A symbol defined elsewhere.
    SymbolRef,
    /// A string.
    Str,
    /// One element of the first result's type, by its bits.
    Number,
    /// Elements of the first result's type, in row-major order.
    Numbers,
    /// Bytes, two hexadecimal digits each, in a string.
    Bytes,
}

/// An attribute too large for a slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attr {
    /// A number.
    Int(i64),
    /// Numbers.
    Ints(Box<[i64]>),
    /// A name or a string.
    Str(StrId),
    /// Bits of an element.
    Number(u64),
    /// Bits of elements.
    Numbers(Box<[u64]>),
    /// Bytes.
    Bytes(Box<[u8]>),
}

/// The one irregular piece of text: everything after the mnemonic, by the generic rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenericText;

/// The one chapter of a level's ops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// All of them.
    Op,
}

/// A level whose text is generic.
pub trait GenericLevel:
    Level<
        Type: fmt::Display,
        Attr = Attr,
        Constraint = Constraint,
        AttrKind = AttrKind,
        Group = Group,
        Compute = (),
        Custom = GenericText,
    >
{
    /// Prefix of full names: `tileaa.`.
    const PREFIX: &'static str;

    /// Reads a type.
    ///
    /// # Errors
    /// When there is none; it was reported.
    fn read_type(r: &mut crate::text::Reader<'_, Self>) -> Parse<Self::Type>;

    /// True when a field of the constraint takes the type.
    fn admits(constraint: Constraint, ty: &Self::Type) -> bool;

    /// Pieces of a type's text that get names in the text of a module, each with the letter that their names begin with.
    fn pieces(_: &Self::Type) -> Vec<(char, String)> {
        Vec::new()
    }

    /// Extents of a type, for rules on shapes; `None` for what has none.
    fn shape(ty: &Self::Type) -> Option<&[u32]>;

    /// The text of an element of the type, whose bits are given.
    fn show_number(ty: &Self::Type, bits: u64) -> String;

    /// The bits of an element of the type; `None` when the text is none.
    fn read_number(ty: &Self::Type, text: &str) -> Option<u64>;

    /// Checks the op's own rule. Counts, types and attributes were checked before.
    fn check(module: &Module<Self>, op: Op) -> Result<(), String>;

    /// Checks rules about the whole program; returns ops and errors. Every op was checked before.
    fn check_program(_: &Module<Self>) -> Vec<(Op, String)> {
        Vec::new()
    }
}

/// Reading attributes of verified ops.
impl<L: GenericLevel> Module<L> {
    /// The attribute in a slot, if it is interned.
    fn large(&self, op: Op, field: Field) -> Option<&Attr> {
        self.attr(op, field).as_interned().and_then(|id| self.attrs.try_get(id))
    }

    /// A whole number.
    pub fn int(&self, op: Op, field: Field) -> Option<i64> {
        match self.attr(op, field).get() {
            SlotValue::Small(value) => Some(value.into()),
            SlotValue::Interned(id) => match self.attrs.try_get(id) {
                Some(&Attr::Int(value)) => Some(value),
                _ => None,
            },
            SlotValue::Absent => None,
        }
    }

    /// Whole numbers; none when the attribute is not there.
    pub fn ints(&self, op: Op, field: Field) -> &[i64] {
        match self.large(op, field) {
            Some(Attr::Ints(values)) => values,
            _ => &[],
        }
    }

    /// A name or string.
    pub fn string(&self, op: Op, field: Field) -> Option<StrId> {
        match self.large(op, field) {
            Some(&Attr::Str(id)) => Some(id),
            _ => None,
        }
    }

    /// The bits of a number.
    pub fn number(&self, op: Op, field: Field) -> Option<u64> {
        match self.large(op, field) {
            Some(&Attr::Number(bits)) => Some(bits),
            _ => None,
        }
    }

    /// The bits of numbers.
    pub fn numbers(&self, op: Op, field: Field) -> Option<&[u64]> {
        match self.large(op, field) {
            Some(Attr::Numbers(values)) => Some(values),
            _ => None,
        }
    }

    /// Bytes.
    pub fn bytes(&self, op: Op, field: Field) -> Option<&[u8]> {
        match self.large(op, field) {
            Some(Attr::Bytes(bytes)) => Some(bytes),
            _ => None,
        }
    }
}

impl<L: Level<Attr = Attr>> IntoAttr<L> for Attr {
    fn into_attr(self, module: &mut Module<L>) -> AttrSlot {
        AttrSlot::interned(module.attrs.intern(self))
    }
}

impl<L: Level<Attr = Attr>> IntoAttr<L> for i64 {
    fn into_attr(self, module: &mut Module<L>) -> AttrSlot {
        match u32::try_from(self) {
            Ok(small) if small < AttrSlot::SMALL_LIMIT => AttrSlot::small(small),
            _ => Attr::Int(self).into_attr(module),
        }
    }
}

impl<L: Level<Attr = Attr>> IntoAttr<L> for &[i64] {
    fn into_attr(self, module: &mut Module<L>) -> AttrSlot {
        Attr::Ints(self.into()).into_attr(module)
    }
}

impl<L: Level<Attr = Attr>> IntoAttr<L> for &str {
    fn into_attr(self, module: &mut Module<L>) -> AttrSlot {
        let id = module.strings.intern_bytes(self.as_bytes());
        Attr::Str(id).into_attr(module)
    }
}

/// Writes the op table of a level with generic text. A row is like one of [`crate::ops!`] without code, version, chapter
/// and text; parts that are empty are left out, in the order `operands attrs results regions effects traits rules`.
/// A row without `effects` has those that its traits are short for ([`crate::level::spec::RowEffects::of_row`]).
///
/// ```text
/// generic_ops! {
///     level TileAa;
///
///     /// Element-wise sum: `result[i] = round(lhs[i] + rhs[i])`.
///     addf AddF "addf" { operands: { lhs: one(Float), rhs: one(Float) } results: { result: one(Float) } traits: [Pure] }
/// }
/// ```
#[macro_export]
macro_rules! generic_ops {
    (level $level:ty; $(
        $(#[doc = $doc:literal])*
        $ident:ident $name:ident $mnemonic:literal {
            $(operands: { $($o:ident : $oe:expr),* $(,)? })?
            $(attrs:    { $($a:ident : $ae:expr),* $(,)? })?
            $(results:  { $($r:ident : $re:expr),* $(,)? })?
            $(regions:  { $($g:ident : $ge:expr),* $(,)? })?
            $(effects:  [ $effects:expr ])?
            $(traits:   [ $($t:ident),* $(,)? ])?
            $(rules:    [ $($rule:expr),* $(,)? ])?
        }
    )*) => {
        $crate::ops! { level $level; $(
            $(#[doc = $doc])*
            $ident $name $mnemonic = None, V13_1, Op {
                operands: { $($($o : $oe),*)? }
                attrs:    { $($($a : $ae),*)? }
                results:  { $($($r : $re),*)? }
                regions:  { $($($g : $ge),*)? }
                compute:  [()]
                effects:  [$crate::level::spec::RowEffects::of_row(
                    $crate::level::spec::Traits::of(&[$($($crate::level::spec::Trait::$t),*)?]),
                    [$($effects)?],
                )]
                traits:   [ $($($t),*)? ]
                rules:    [ $($($rule),*)? ]
                asm:      [$crate::level::spec::Asm::Custom($crate::generic::GenericText)]
            }
        )* }
    };
}

/// Writes the module `fields` of rows that several levels include in their tables: one constant per field, as
/// [`ops!`](crate::ops) writes it for a table. A row has the same fields in the same order on each of these levels, so the
/// constants hold for all of them.
#[macro_export]
macro_rules! row_fields {
    ($(
        $(#[doc = $doc:literal])*
        $ident:ident $name:ident $mnemonic:literal {
            $(operands: { $($o:ident : $oe:expr),* $(,)? })?
            $(attrs:    { $($a:ident : $ae:expr),* $(,)? })?
            $(results:  { $($r:ident : $re:expr),* $(,)? })?
            $(regions:  { $($g:ident : $ge:expr),* $(,)? })?
            $(effects:  [ $effects:expr ])?
            $(traits:   [ $($t:ident),* $(,)? ])?
            $(rules:    [ $($rule:expr),* $(,)? ])?
        }
    )*) => {
        /// The fields of each row by name, on every level that has the row.
        #[allow(non_upper_case_globals, reason = "constants bear the names of the fields")]
        pub mod fields { $(
            $crate::op_fields! { $ident $mnemonic { $($($o)*)? } { $($($a)*)? } { $($($r)*)? } { $($($g)*)? } }
        )* }

        /// How many fields each row shares, in the order of the rows.
        pub static SHARED: &[$crate::generic::SharedFields] = &[$({
            const OPERANDS: &[&str] = &[$($(stringify!($o)),*)?];
            const ATTRS: &[&str] = &[$($(stringify!($a)),*)?];
            $crate::generic::SharedFields { operands: OPERANDS.len() as u8, attrs: ATTRS.len() as u8 }
        }),*];
    };
}

/// How many fields of a row several levels share: the first ones of each list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedFields {
    /// Shared operands.
    pub operands: u8,
    /// Shared attributes.
    pub attrs: u8,
}

impl SharedFields {
    /// The shared operands.
    pub fn operands(self) -> impl Iterator<Item = Field> {
        (0..self.operands).map(Field::Operand)
    }

    /// The shared attributes.
    pub fn attrs(self) -> impl Iterator<Item = Field> {
        (0..self.attrs).map(Field::Attr)
    }
}

/// Says what a level with generic text is: its name, its opcodes, its types, and its table.
///
/// ```text
/// generic_level!(TileAa, "tileaa", Opcode, Type, ops::OPS);
/// ```
#[macro_export]
macro_rules! generic_level {
    ($level:ident, $name:literal, $opcode:ty, $ty:ty, $table:expr) => {
        impl $crate::level::Level for $level {
            const NAME: &'static str = $name;

            type Opcode = $opcode;
            type Type = $ty;
            type Attr = $crate::generic::Attr;
            type Constraint = $crate::generic::Constraint;
            type AttrKind = $crate::generic::AttrKind;
            type Group = $crate::generic::Group;
            type Compute = ();
            type Custom = $crate::generic::GenericText;

            fn ops() -> &'static [$crate::level::spec::OpSpec<$level>] {
                $table
            }
        }
    };
}

/// An empty module of this name. Its op has the number `root`, its name as the first attribute, and a block for items.
#[must_use]
pub fn new_module<L: GenericLevel>(root: u16, name: &str) -> Module<L> {
    let mut module = Module::with_root(|module| {
        let attrs = vec![AttrSlot::ABSENT; L::ops()[usize::from(root)].attrs.len()];
        module.body.create_op(crate::storage::OpDraft {
            opcode: root,
            operands: &[],
            segments: &[],
            attrs: &attrs,
            results: &[],
            regions: 1,
            loc: crate::entity::UNKNOWN_LOC,
        })
    });
    let name = name.into_attr(&mut module);
    module.set_attr(module.root, Field::Attr(0), name);
    let region = module.body.region(module.root, 0);
    module.body.create_block(region, &[]);
    module
}

/// Reads the text of a level, or panics with what is wrong: for tests.
///
/// # Panics
/// When the text is not that of a module.
pub fn parse_text<L: GenericLevel>(text: &str) -> Module<L> {
    let parsed = parse::<L>(&Source::new("test", text.to_owned()));
    match parsed.module {
        Some(module) => module,
        None => panic!("{:?}", parsed.diagnostics),
    }
}
