//! State that the functions of a module share during emission.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::{StrId, Value};
use ptx::Target;
use ptx::module::{FuncId, Immediate, Init, Var};
use rustc_hash::FxHashMap;

/// State that functions of a module share.
pub(crate) struct Shared {
    pub(crate) target: Target,
    pub(crate) globals: FxHashMap<StrId, Var>,
    pub(crate) dynamic: Option<Var>,
    pub(crate) printing: Printing,
    pub(crate) heap: Heap,
    /// Values with uses.
    pub(crate) used: SecondaryMap<Value, bool>,
    /// Values with uses other than as the address of an access.
    pub(crate) counted: SecondaryMap<Value, bool>,
    /// Left operands of products of warpgroups.
    pub(crate) fragments: EntitySet<Value>,
    pub(crate) files: Vec<std::sync::Arc<str>>,
}

/// The functions of the device heap, where the module calls them.
#[derive(Default)]
pub(crate) struct Heap {
    pub(crate) malloc: Option<FuncId>,
    pub(crate) free: Option<FuncId>,
}

/// State that functions share for printing.
#[derive(Default)]
pub(crate) struct Printing {
    pub(crate) vprintf: Option<FuncId>,
    pub(crate) formats: FxHashMap<StrId, Var>,
    pub(crate) messages: FxHashMap<StrId, Var>,
}

/// Bytes as the initial value of a variable.
pub(crate) fn byte_list(bytes: &[u8]) -> Init {
    Init::List(bytes.iter().map(|&byte| Init::Value(Immediate::Int(byte.into()))).collect())
}
