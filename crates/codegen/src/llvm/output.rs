//! Output that the functions of a module share: variables, strings, declarations. It is independent of how functions are
//! written.

use std::collections::BTreeMap;

use ir::{Op, StrId};
use nvvm::Opcode;
use nvvm::attrs::GlobalSpace;
use nvvm::ops::fields;
use nvvm::types::Space;
use ptx::Target;
use rustc_hash::FxHashMap;

use super::spelling::{Dialect, escaped, number, symbol};
use crate::print;

/// State that functions of a module share, and declarations that they request from it.
pub(crate) struct LlvmModule {
    pub(crate) dialect: Dialect,
    /// Variables of the module: how they are written as addresses of bytes.
    pub(crate) globals: FxHashMap<StrId, String>,
    /// Texts that are printed: how they are written as addresses for any space.
    pub(crate) texts: FxHashMap<(StrId, bool), String>,
    pub(crate) dynamic: String,
    /// Declarations of functions, by name.
    pub(crate) declared: BTreeMap<String, String>,
}

impl LlvmModule {
    pub(super) fn new(target: Target) -> LlvmModule {
        let dialect = Dialect::of(target.number);
        LlvmModule {
            dialect,
            globals: FxHashMap::default(),
            texts: FxHashMap::default(),
            dynamic: bytes_of(dialect, "@dynamic_shared", 0, Space::Shared),
            declared: BTreeMap::new(),
        }
    }

    /// A variable of the module.
    pub(super) fn global(&mut self, module: &nvvm::Module, op: Op) -> String {
        use fields::global as g;
        let Some(id) = module.string(op, g::sym_name) else { return String::new() };
        let name = symbol(&module.text(id));
        let (space, word) = match module.get(op, g::space) {
            GlobalSpace::Global => (Space::Global, "global"),
            GlobalSpace::Shared => (Space::Shared, "global"),
            GlobalSpace::Const => (Space::Const, "constant"),
        };
        let size = module.int(op, g::size).unwrap_or(0).max(0);
        let alignment = module.int(op, g::alignment).unwrap_or(16);
        let init = match module.bytes(op, g::bytes).filter(|bytes| !bytes.is_empty()) {
            Some(bytes) => format!("c\"{}\"", escaped(bytes)),
            None if space == Space::Shared => "undef".to_owned(),
            None => "zeroinitializer".to_owned(),
        };
        self.globals.insert(id, bytes_of(self.dialect, &name, size, space));
        let space = number(space);
        format!("{name} = internal addrspace({space}) {word} [{size} x i8] {init}, align {alignment}\n")
    }

    /// The text that an op prints, if it is a new one.
    pub(super) fn text_of(&mut self, module: &nvvm::Module, op: Op) -> String {
        let Some((id, bytes)) = print::text(module, op) else { return String::new() };
        let key = (id, module.opcode(op) == Opcode::Printf);
        if self.texts.contains_key(&key) {
            return String::new();
        }
        let (name, size) = (format!("@$text{}", self.texts.len()), bytes.len());
        let array = self.dialect.pointer(&format!("[{size} x i8]"), Space::Global);
        let bytes_at = self.dialect.pointer("i8", Space::Generic);
        self.texts.insert(key, format!("addrspacecast ({array} {name} to {bytes_at})"));
        format!("{name} = internal addrspace(1) constant [{size} x i8] c\"{}\", align 1\n", escaped(&bytes))
    }

    /// Notes that a function is called: `i32 @llvm.nvvm.prmt(i32, i32, i32)`.
    pub(crate) fn declare(&mut self, name: &str, result: &str, params: &[&str]) {
        if !self.declared.contains_key(name) {
            self.declared.insert(name.to_owned(), format!("{result} @{name}({})", params.join(", ")));
        }
    }
}

/// The address of an array of bytes as one of bytes.
fn bytes_of(dialect: Dialect, name: &str, size: i64, space: Space) -> String {
    match dialect {
        Dialect::Opaque => name.to_owned(),
        Dialect::Typed => {
            let (array, bytes) =
                (dialect.pointer(&format!("[{size} x i8]"), space), dialect.pointer("i8", space));
            format!("bitcast ({array} {name} to {bytes})")
        }
    }
}
