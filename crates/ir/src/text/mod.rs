//! Text of every level: the lexer, the reader of ops by the `asm` list of their rows, and the printer.
//!
//! What is particular to a level (types, attributes, irregular pieces) comes in through a trait that the level implements.

pub mod namer;
pub mod print;
