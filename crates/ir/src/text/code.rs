//! Codes of parser diagnostics; the level documents them.

use diag::Code;

/// The input is not program text.
pub const NOT_TEXT: Code = Code("E0100");
/// Bytes that are not a token.
pub const TOKEN: Code = Code("E0101");
/// Something else was expected here.
pub const EXPECTED: Code = Code("E0102");
/// A bracket is never closed.
pub const UNCLOSED: Code = Code("E0103");
/// No operation has this name.
pub const UNKNOWN_OP: Code = Code("E0104");
/// No visible value has this name.
pub const UNDEFINED_VALUE: Code = Code("E0105");
/// The name is taken.
pub const REDEFINED_VALUE: Code = Code("E0106");
/// Names and results differ in number.
pub const RESULT_COUNT: Code = Code("E0107");
/// A value is used with another type than it has.
pub const TYPE_MISMATCH: Code = Code("E0108");
/// No type has this name.
pub const UNKNOWN_TYPE: Code = Code("E0109");
/// The type cannot be.
pub const INVALID_TYPE: Code = Code("E0110");
/// Not one of the keywords that fit here.
pub const KEYWORD: Code = Code("E0111");
/// An attribute that does not fit.
pub const ATTRIBUTE: Code = Code("E0112");
/// A literal that the type cannot hold.
pub const LITERAL: Code = Code("E0113");
/// A literal of another shape than the type.
pub const LITERAL_SHAPE: Code = Code("E0114");
/// No alias has this name, or it is defined by itself.
pub const ALIAS: Code = Code("E0115");
/// The name of an alias is taken.
pub const REDEFINED_ALIAS: Code = Code("E0116");
/// An operation after the terminator of its block.
pub const AFTER_TERMINATOR: Code = Code("E0117");
/// Lists that must have one length do not.
pub const LIST_LENGTH: Code = Code("E0118");
/// Nested too deep.
pub const NESTING: Code = Code("E0119");
/// Too many errors.
pub const TOO_MANY: Code = Code("E0120");
/// Blocks and their labels.
pub const BLOCK: Code = Code("E0121");
/// Locations and debug information.
pub const LOCATION: Code = Code("E0122");
/// The generic form of an operation.
pub const GENERIC: Code = Code("E0123");
/// An operation that may not stand here.
pub const MISPLACED: Code = Code("E0124");
/// A key that a dictionary holds twice.
pub const DUPLICATE_KEY: Code = Code("E0125");
/// A text that cannot be laid out.
pub const LAYOUT: Code = Code("E0126");
/// A word of the seeds that cannot be turned into standard ops as it stands.
pub const DESUGAR: Code = Code("E0127");
/// A spelling that the reference tools do not read.
pub const NONSTANDARD: Code = Code("E0190");
