//! A module: its header, its variables, what its functions call, how its kernels are launched.

use std::collections::BTreeMap;

use diag::Diagnostic;
use ir::{Op, StrId};
use nvvm::Opcode;
use nvvm::attrs::GlobalSpace;
use nvvm::ops::fields;
use nvvm::types::Space;
use ptx::Target;
use ptx::build::ModuleBuilder;
use rustc_hash::FxHashMap;

use super::function;
use super::spelling::{Dialect, escaped, number, symbol};
use crate::module::{self, target};
use crate::print;
use crate::shared::{Heap, Printing, Shared};

/// What NVVM IR says of memory: addresses of shared memory have 32 bits, all others 64.
const LAYOUT: &str = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-\
                      f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64";

/// What functions of a module share, and what they ask of it.
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

pub(crate) fn write(module: &nvvm::Module) -> Result<String, Vec<Diagnostic>> {
    let target = target(module)?;
    let mut output = LlvmModule::new(target);
    let shared = shared(module, target);
    let Some(body) = module.block(module.root, fields::module::body) else { return Ok(header(target)) };
    let (mut text, mut variables) = (header(target), String::new());
    let ops: Vec<Op> = module.body.block_ops(body).collect();
    for &op in ops.iter().filter(|&&op| module.opcode(op) == Opcode::Global) {
        variables.push_str(&output.global(module, op));
    }
    let everything = || ir::walk::preorder(&module.body, module.root);
    if everything().any(|op| module.opcode(op) == Opcode::DynamicShared) {
        variables.push_str("@dynamic_shared = external addrspace(3) global [0 x i8], align 1024\n");
    }
    for op in everything() {
        variables.push_str(&output.text_of(module, op));
    }
    if !variables.is_empty() {
        text.push('\n');
        text.push_str(&variables);
    }
    let (mut problems, mut functions, mut launched) = (Vec::new(), String::new(), Vec::new());
    let mut scratch = ModuleBuilder::new(ptx::Version::ASSEMBLED, target);
    for &op in ops.iter().filter(|&&op| module.opcode(op) == Opcode::Func) {
        let written = function::write(module, op, &mut output, &shared, &mut scratch);
        problems.extend(written.problems);
        functions.push_str(&written.text);
        launched.extend(written.annotation);
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    text.push_str(&functions);
    if !output.declared.is_empty() {
        text.push('\n');
    }
    for declaration in output.declared.values() {
        text.push_str(&format!("declare {declaration}\n"));
    }
    text.push_str(&tail(&launched, output.dialect));
    Ok(text)
}

/// What assembly is written with: variables, texts and the heap are LLVM's.
fn shared(module: &nvvm::Module, target: Target) -> Shared {
    let (used, counted) = module::used(module);
    Shared {
        target,
        globals: FxHashMap::default(),
        dynamic: None,
        printing: Printing::default(),
        heap: Heap::default(),
        used,
        counted,
        files: Vec::new(),
    }
}

fn header(target: Target) -> String {
    format!("; {target}\ntarget datalayout = \"{LAYOUT}\"\ntarget triple = \"nvptx64-nvidia-cuda\"\n")
}

/// Attributes of calls and metadata: `#0` of what a warp does together, `#1` of what only computes, `!0` of what nothing writes.
fn tail(launched: &[String], dialect: Dialect) -> String {
    let pure = if dialect == Dialect::Typed { "readnone" } else { "memory(none)" };
    let kernels: Vec<String> = (2..launched.len() + 2).map(|number| format!("!{number}")).collect();
    let mut text = format!(
        "\nattributes #0 = {{ convergent nounwind }}\nattributes #1 = {{ nounwind {pure} }}\n\n\
         !nvvmir.version = !{{!1}}\n!nvvm.annotations = !{{{}}}\n!0 = !{{}}\n!1 = !{{i32 2, i32 0}}\n",
        kernels.join(", ")
    );
    for (name, annotation) in kernels.iter().zip(launched) {
        text.push_str(&format!("{name} = !{{{annotation}}}\n"));
    }
    text
}

impl LlvmModule {
    fn new(target: Target) -> LlvmModule {
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
    fn global(&mut self, module: &nvvm::Module, op: Op) -> String {
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
    fn text_of(&mut self, module: &nvvm::Module, op: Op) -> String {
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
