//! What a level is: the rows of its ops, and modules of them.
//!
//! The three define each other, so they are in one folder: a [`Level`] has a table of rows, a row
//! ([`OpSpec`]) has functions of a module, and a [`Module`](module::Module) is of a level.

pub mod module;
pub mod spec;

use std::fmt::Debug;
use std::hash::Hash;

use self::spec::OpSpec;

/// A level: its closed set of ops, its types and its attributes.
pub trait Level: Sized + 'static {
    /// Prefix of its ops and types in the text: `cuda_tile`.
    const NAME: &'static str;

    /// Closed set of ops.
    type Opcode: Copy + Eq + Debug + 'static;
    /// Types.
    type Type: Clone + Eq + Hash + Debug + Send + Sync;
    /// Attributes that do not fit a small slot.
    type Attr: Clone + Eq + Hash + Debug + Send + Sync;
    /// Names the types that a field takes.
    type Constraint: Copy + Debug + 'static;
    /// Names what an attribute holds and how it is spelled.
    type AttrKind: Copy + Debug + 'static;
    /// Chapters of the reference.
    type Group: Copy + Debug + 'static;
    /// Classes of computations; `()` at levels whose rows have none.
    type Compute: Copy + 'static;
    /// Irregular pieces of text.
    type Custom: Copy + Debug + 'static;

    /// The op table; the number of an op is its position.
    fn ops() -> &'static [OpSpec<Self>];
}
