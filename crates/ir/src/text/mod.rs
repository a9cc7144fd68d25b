//! Text of every level: the lexer, the parser of ops by the `asm` list of their rows, and the printer.
//!
//! [`TextLevel`] supplies the parts that are specific to a level (types, attributes, irregular pieces). The parser never stops
//! at the first error: an op that cannot be parsed is skipped, and the names that it would have defined stay known, so that
//! their uses cause no further errors.
//!
//! Recursion is limited to [`reader::MAX_DEPTH`], and memory is proportional to the text.

pub mod code;
mod layout;
pub mod lexer;
pub mod namer;
pub mod names;
pub mod op;
mod ops;
pub mod print;
pub mod reader;
mod region;
pub mod sink;

use crate::entity::TypeId;
use crate::level::Level;

pub use layout::Layout;
pub use lexer::{Kind, Lexer, Token};
pub use op::{Head, OpText, Use};
pub use reader::{Part, Reader};
pub use region::Argument;
pub use sink::{Failed, Parse, Sink};

/// The parts of a text reader that depend on the level.
pub trait TextLevel: Level {
    /// State of the level during a read of text with lifetime `'s`.
    type State<'s>;

    /// Prefix of the names of its ops: `cuda_tile.`.
    const PREFIX: &'static str;

    /// Words that may begin a line inside an op. Reading on after an error, other words before an operand are taken
    /// for ops.
    const INSIDE: &'static [&'static str];

    /// The row of a mnemonic, if it may be used in this read.
    fn find_op(r: &Reader<'_, Self>, mnemonic: &str) -> Option<u16>;

    /// A type.
    fn read_type(r: &mut Reader<'_, Self>) -> Parse<TypeId>;

    /// True when a field of the constraint takes the type.
    fn fits(r: &Reader<'_, Self>, constraint: Self::Constraint, ty: TypeId) -> bool;

    /// An attribute of the row where its value stands without a name. One that may be absent may be.
    fn read_attr(r: &mut Reader<'_, Self>, op: &mut OpText<'_, Self>, index: usize) -> Parse<()>;

    /// The value of an attribute of the row, after `name =`.
    fn read_named(r: &mut Reader<'_, Self>, op: &mut OpText<'_, Self>, index: usize) -> Parse<()>;

    /// A dictionary of attributes, whose `{` comes next.
    fn read_dict(r: &mut Reader<'_, Self>, op: &mut OpText<'_, Self>) -> Parse<()>;

    /// An irregular piece.
    fn read_custom<'s>(
        r: &mut Reader<'s, Self>,
        op: &mut OpText<'s, Self>,
        custom: Self::Custom,
    ) -> Parse<()>;

    /// `loc(..)`, whose `loc` comes next.
    fn read_location(r: &mut Reader<'_, Self>, op: &mut OpText<'_, Self>) -> Parse<()>;

    /// An op in generic form, whose name in quotes comes next.
    fn read_generic<'s>(r: &mut Reader<'s, Self>, head: &Head<'s>) -> Parse<OpText<'s, Self>>;

    /// An op that no row knows, whose mnemonic was consumed; the level may still know what is meant.
    ///
    /// `Ok(None)`: it does not. `Ok(Some(..))`: the values that replace the op, whose ops are already inserted.
    fn read_unknown<'s>(r: &mut Reader<'s, Self>, head: &Head<'s>) -> Parse<Option<Vec<crate::Value>>>;

    /// A block begins at a label.
    fn begin_block<'s>(_: &mut Reader<'s, Self>, _block: crate::Block, _name: &'s [u8], _at: diag::Span) {}

    /// A region was read, up to its closing brace; its implicit terminator is not there yet.
    fn finish_region(_: &mut Reader<'_, Self>, _op: crate::Op, _index: usize) -> Parse<()> {
        Ok(())
    }

    /// The type that a field has when none is written.
    fn implied_type(r: &mut Reader<'_, Self>, constraint: Self::Constraint) -> Option<TypeId>;

    /// The number of results of an op with one written type for all of them.
    fn result_count(r: &mut Reader<'_, Self>, op: &OpText<'_, Self>) -> Parse<usize>;

    /// Last changes to an op whose pieces are all read, before it is created.
    fn finish(r: &mut Reader<'_, Self>, op: &mut OpText<'_, Self>) -> Parse<()>;

    /// A type as messages show it, without quotes.
    fn show_type(ty: &Self::Type) -> String;

    /// The op that converts a value, named `name` in messages, to another type, as a remedy; none if no single op does.
    fn conversion(_from: &Self::Type, _to: &Self::Type, _name: &str) -> Option<String> {
        None
    }

    /// Every mnemonic worth suggesting.
    fn mnemonics(r: &Reader<'_, Self>) -> Vec<&'static str>;
}
