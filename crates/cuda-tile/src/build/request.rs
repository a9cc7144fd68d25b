//! An op as a front end gives it: values, attributes and types by their place in the row of the op.

use ir::{TypeId, Value};

/// An op as a front end gives it: one entry for each field of its row, in order.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Values of each operand.
    pub operands: Vec<Vec<Value>>,
    /// Attributes; `None`: not given.
    pub attrs: Vec<Option<Given>>,
    /// Types of each result; `None`: not given.
    pub results: Vec<Option<Vec<TypeId>>>,
}

/// A value for an attribute. Callers bound the nesting depth of its lists.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A truth.
    Bool(bool),
    /// A whole number.
    Int(i128),
    /// A number.
    Float(f64),
    /// A word, a name, or an attribute in the notation of the text.
    Text(String),
    /// The bytes of a tile's elements, little-endian.
    Bytes(Vec<u8>),
    /// Several.
    List(Vec<Given>),
    /// Several with names.
    Map(Vec<(String, Given)>),
}
