//! Rows of an op table, which [`ops!`](crate::ops) defines.

mod effects;

use std::fmt;

use super::Level;

pub use effects::{Effects, RowEffects};

/// A version of the language and of its bytecode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Major number.
    pub major: u8,
    /// Minor number.
    pub minor: u8,
}

/// 13.1, the first version.
pub const V13_1: Version = Version { major: 13, minor: 1 };
/// 13.2.
pub const V13_2: Version = Version { major: 13, minor: 2 };
/// 13.3.
pub const V13_3: Version = Version { major: 13, minor: 3 };
/// 13.4.
pub const V13_4: Version = Version { major: 13, minor: 4 };
/// 13.5, the newest version.
pub const V13_5: Version = Version { major: 13, minor: 5 };
/// 250.0, which only test builds of the reference tools know.
pub const V250_0: Version = Version { major: 250, minor: 0 };

impl Version {
    /// The versions that files may have, oldest first.
    pub const ALL: [Version; 5] = [V13_1, V13_2, V13_3, V13_4, V13_5];
    /// The newest version.
    pub const LATEST: Version = V13_5;
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// A named field of a row: which of its operands, attributes, results or regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The n-th operand of the row.
    Operand(u8),
    /// The n-th attribute.
    Attr(u8),
    /// The n-th result.
    Result(u8),
    /// The n-th region.
    Region(u8),
}

/// The number of values of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Many,
}

/// An operand or a result of a row.
pub struct ValueSpec<L: Level> {
    /// Name in the generic form, in builders and in messages.
    pub name: &'static str,
    /// How many values.
    pub arity: Arity,
    /// Which types it takes.
    pub constraint: L::Constraint,
    /// First version that has it; `None`: as old as the op.
    pub since: Option<Version>,
}

impl<L: Level> ValueSpec<L> {
    const fn new(arity: Arity, constraint: L::Constraint) -> Self {
        ValueSpec { name: "", arity, constraint, since: None }
    }

    /// The same field, first in version `since`.
    pub const fn since(self, since: Version) -> Self
    where
        L::Constraint: Copy,
    {
        ValueSpec { name: self.name, arity: self.arity, constraint: self.constraint, since: Some(since) }
    }

    /// The same field under a name; the macro calls this.
    pub const fn named(self, name: &'static str) -> Self
    where
        L::Constraint: Copy,
    {
        ValueSpec { name, arity: self.arity, constraint: self.constraint, since: self.since }
    }
}

/// A field of exactly one value.
pub const fn one<L: Level>(constraint: L::Constraint) -> ValueSpec<L> {
    ValueSpec::new(Arity::One, constraint)
}

/// A field of no value or one.
pub const fn optional<L: Level>(constraint: L::Constraint) -> ValueSpec<L> {
    ValueSpec::new(Arity::Optional, constraint)
}

/// A field of any number of values.
pub const fn many<L: Level>(constraint: L::Constraint) -> ValueSpec<L> {
    ValueSpec::new(Arity::Many, constraint)
}

/// An attribute of a row.
pub struct AttrSpec<L: Level> {
    /// Name in the generic form, in builders and in messages.
    pub name: &'static str,
    /// Its kind, which determines its value and its syntax.
    pub kind: L::AttrKind,
    /// May be absent (units are).
    pub optional: bool,
    /// Small value that stands when nothing is written.
    pub default: Option<u32>,
    /// First version that has it; `None`: as old as the op.
    pub since: Option<Version>,
}

/// An attribute that is always there.
pub const fn attr<L: Level>(kind: L::AttrKind) -> AttrSpec<L> {
    AttrSpec { name: "", kind, optional: false, default: None, since: None }
}

impl<L: Level> AttrSpec<L>
where
    L::AttrKind: Copy,
{
    /// The same attribute, but it may be absent.
    pub const fn optional(self) -> Self {
        AttrSpec { optional: true, ..self.copied() }
    }

    /// The same attribute with a small default value.
    pub const fn or(self, default: u32) -> Self {
        AttrSpec { default: Some(default), ..self.copied() }
    }

    /// The same attribute, first in version `since`.
    pub const fn since(self, since: Version) -> Self {
        AttrSpec { since: Some(since), ..self.copied() }
    }

    /// The same attribute under a name; the macro calls this.
    pub const fn named(self, name: &'static str) -> Self {
        AttrSpec { name, ..self.copied() }
    }

    const fn copied(&self) -> Self {
        AttrSpec {
            name: self.name,
            kind: self.kind,
            optional: self.optional,
            default: self.default,
            since: self.since,
        }
    }
}

/// A region of a row.
pub struct RegionSpec {
    /// Name in messages and builders.
    pub name: &'static str,
    /// Fewest blocks.
    pub min_blocks: u8,
    /// Most blocks.
    pub max_blocks: u8,
    /// Mnemonic of the terminator that the parser adds when a block lacks one; `None`: it must be written.
    pub implicit_terminator: Option<&'static str>,
}

/// A region of exactly one block whose terminator must be written.
pub const fn block() -> RegionSpec {
    RegionSpec { name: "", min_blocks: 1, max_blocks: 1, implicit_terminator: None }
}

impl RegionSpec {
    /// The same region, but it may have no block.
    pub const fn or_empty(self) -> Self {
        RegionSpec { min_blocks: 0, ..self }
    }

    /// The same region, ended by `mnemonic` without operands when nothing is written.
    pub const fn ends_in(self, mnemonic: &'static str) -> Self {
        RegionSpec { implicit_terminator: Some(mnemonic), ..self }
    }

    /// The same region under a name; the macro calls this.
    pub const fn named(self, name: &'static str) -> Self {
        RegionSpec { name, ..self }
    }
}

/// A property of an op, beyond its types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Trait {
    /// Short for `effects: [NONE]`, at levels 2 to 4: it may run where the program would not have run it.
    Pure,
    /// Short for `effects: [GUARDED]`, at levels 2 to 4: it may be undefined, so it may not run speculatively.
    NoEffect,
    /// Short for `effects: [NONE]`, at levels 2 to 4, of an op with regions.
    BodyEffects,
    /// The closed tools call it pure although its row states effects: their verifier lets it stand in bodies without
    /// effects, and ours must accept what theirs accepts.
    PureInTools,
    /// The closed tools say that it has effects although its row states none outside of its results: their verifier
    /// refuses it in bodies without effects.
    EffectInTools,
    /// Must be the last op of its block.
    Terminator,
    /// Ordered against other such ops only by tokens.
    TokenOrdered,
    /// Its regions see no value from outside.
    Isolated,
    /// Names a symbol of the enclosing table.
    Symbol,
    /// Its region is a symbol table.
    SymbolTable,
    /// A constant.
    ConstantLike,
    /// Operands may be swapped.
    Commutative,
    /// Optional and variadic operands are distinguished by stored segment sizes.
    Segmented,
    /// Memory reserved in its body is released at the body's end.
    AllocationScope,
    /// Its name is fixed by its definition, not by text: only allowed in a module.
    Definition,
}

/// A set of [`Trait`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits(u32);

impl Traits {
    /// The set of `traits`.
    pub const fn of(traits: &[Trait]) -> Traits {
        let mut bits = 0;
        let mut i = 0;
        while i < traits.len() {
            bits |= 1 << traits[i] as u32;
            i += 1;
        }
        Traits(bits)
    }

    /// True when `it` is in the set.
    pub const fn has(self, it: Trait) -> bool {
        self.0 & (1 << it as u32) != 0
    }
}

/// A rule that relates the types of several fields; more of them than one are checked in order.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// All the fields have one type.
    SameType(&'static [Field]),
    /// All the fields have one shape.
    SameShape(&'static [Field]),
    /// All the fields have one rank.
    SameRank(&'static [Field]),
    /// All the fields have one element type.
    SameElement(&'static [Field]),
    /// Operands and results have one shape.
    OneShape,
    /// Operands have one shape.
    OneOperandShape,
    /// Operands and results have one element type.
    OneElement,
}

/// One piece of an op's text; parser and printer read the same list.
pub enum Asm<L: Level> {
    /// Punctuation or a keyword.
    Lit(&'static str),
    /// A required operand.
    Operand(Field),
    /// Operands of a variadic field, separated by commas.
    Operands(Field),
    /// `, %x` for an optional operand that is there.
    CommaOperand(Field),
    /// `[%i, %j]` for a variadic field.
    Bracketed(Field),
    /// `token=%t` for an optional operand that is there.
    TokenTight(Field),
    /// `token = %t` for an optional operand that is there.
    TokenLoose(Field),
    /// An attribute, in the syntax of its kind.
    Attr(Field),
    /// Unit attributes in any order, printed in the listed one.
    AnyOrder(&'static [Field]),
    /// `name=value` for an attribute, printed without blanks.
    NamedTight(Field),
    /// `name = value` for an attribute, printed with blanks.
    NamedLoose(Field),
    /// One type, which is that of every listed field; the first one's is printed.
    Type(&'static [Field]),
    /// The types of a variadic field, separated by commas.
    Types(Field),
    /// `, type` of an optional operand that is there.
    CommaType(Field),
    /// One type for all results.
    ResultType,
    /// The dictionary of extra attributes.
    Dict,
    /// `attributes {..}`: the dictionary after a keyword.
    KeywordDict,
    /// The same with attributes of the row among the others, but for those that have their defaults.
    KeywordDictWith(&'static [Field]),
    /// Irregular syntax, written by hand for the level.
    Custom(L::Custom),
}

/// One row of an op table.
pub struct OpSpec<L: Level> {
    /// Its opcode.
    pub opcode: L::Opcode,
    /// Name in the text.
    pub mnemonic: &'static str,
    /// Name as a Rust identifier: that of its field module and builder method.
    pub ident: &'static str,
    /// Number in bytecode; `None`: it cannot be stored.
    pub code: Option<u16>,
    /// First version that has it.
    pub since: Version,
    /// Chapter of the language reference.
    pub group: L::Group,
    /// Documentation of the row: a summary line, then the semantics.
    pub doc: &'static str,
    /// Operands in order.
    pub operands: &'static [ValueSpec<L>],
    /// Attributes in order.
    pub attrs: &'static [AttrSpec<L>],
    /// Results in order.
    pub results: &'static [ValueSpec<L>],
    /// Regions in order.
    pub regions: &'static [RegionSpec],
    /// The class of what its ops compute.
    pub compute: L::Compute,
    /// Effects of its ops other than computing results, without regions.
    pub effects: RowEffects<L>,
    /// Promises.
    pub traits: Traits,
    /// Rules over several fields.
    pub rules: &'static [Rule],
    /// Text.
    pub asm: &'static [Asm<L>],
}

impl<L: Level> OpSpec<L> {
    /// True when the row promises `it`.
    pub const fn has(&self, it: Trait) -> bool {
        self.traits.has(it)
    }

    /// The name of a field of this row.
    pub fn field_name(&self, field: Field) -> &'static str {
        match field {
            Field::Operand(i) => self.operands[i as usize].name,
            Field::Attr(i) => self.attrs[i as usize].name,
            Field::Result(i) => self.results[i as usize].name,
            Field::Region(i) => self.regions[i as usize].name,
        }
    }

    /// First line of the documentation.
    pub fn summary(&self) -> &'static str {
        self.doc.trim_start().lines().next().unwrap_or("")
    }
}
