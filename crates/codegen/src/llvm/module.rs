//! A module: its header, its variables, called functions, and launch attributes of its kernels.

use cranelift_entity::EntitySet;
use diag::Diagnostic;
use ir::Op;
use nvvm::Opcode;
use nvvm::ops::fields;
use ptx::Target;
use ptx::build::ModuleBuilder;
use rustc_hash::FxHashMap;

use super::function;
use super::output::LlvmModule;
use super::spelling::Dialect;
use crate::module::{self, target};
use crate::shared::{Heap, Printing, Shared};

/// The data layout of NVVM IR: addresses of shared memory have 32 bits, all others 64.
const LAYOUT: &str = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-\
                      f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64";

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

/// The context for writing assembly: variables, texts and the heap are LLVM's.
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
        fragments: EntitySet::new(),
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
