//! A module: its header, its variables, and the parts that its functions share.

use std::sync::Arc;

use cranelift_entity::{EntitySet, SecondaryMap};
use diag::Diagnostic;
use ir::{Op, Value};
use nvvm::Opcode;
use nvvm::attrs::GlobalSpace;
use nvvm::ops::fields;
use ptx::build::ModuleBuilder;
use ptx::module::{DirectiveKind, Space, Statement};
use ptx::{Target, Type, Version};
use rustc_hash::FxHashMap;

use crate::shared::{Shared, byte_list};
use crate::{Options, codes, function, heap, print};

pub(crate) fn write(module: &nvvm::Module, options: &Options) -> Result<ptx::Module, Vec<Diagnostic>> {
    let target = target(module)?;
    let mut builder = ModuleBuilder::new(Version::ASSEMBLED, target);
    let Some(body) = module.block(module.root, fields::module::body) else { return Ok(builder.finish()) };
    let files = if options.line_info { file_names(module) } else { Vec::new() };
    for (index, name) in files.iter().enumerate() {
        builder.file(index as i64 + 1, name);
    }
    let printing = print::declare(module, &mut builder);
    let heap = heap::declare(module, &mut builder);
    let (used, counted) = used(module);
    let mut shared = Shared {
        target,
        globals: FxHashMap::default(),
        dynamic: None,
        printing,
        heap,
        used,
        counted,
        fragments: fragments(module),
        files,
    };
    let ops: Vec<Op> = module.body.block_ops(body).collect();
    for &op in &ops {
        match module.opcode(op) {
            Opcode::Global => global(module, op, &mut builder, &mut shared),
            _ => continue,
        }
    }
    let uses_dynamic =
        ir::walk::preorder(&module.body, module.root).any(|op| module.opcode(op) == Opcode::DynamicShared);
    if uses_dynamic {
        shared.dynamic = Some(builder.variable(Space::Shared, Type::B8, "dynamic_shared", None, 1024));
    }
    let mut problems = Vec::new();
    for &op in ops.iter().filter(|&&op| module.opcode(op) == Opcode::Func) {
        problems.extend(function::write(module, op, &shared, &mut builder));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut written = builder.finish();
    written.version = lowest_version(&written);
    Ok(written)
}

/// The left operands of products of warpgroups.
fn fragments(module: &nvvm::Module) -> EntitySet<Value> {
    let ops = ir::walk::preorder(&module.body, module.root);
    let products = ops.filter(|&op| module.opcode(op) == Opcode::Wgmma);
    let mut fragments = EntitySet::new();
    fragments.extend(products.map(|op| module.operand(op, fields::wgmma::a)));
    fragments
}

/// Values with uses, and those with uses other than as the address of an access.
pub(crate) fn used(module: &nvvm::Module) -> (SecondaryMap<Value, bool>, SecondaryMap<Value, bool>) {
    let (mut used, mut counted) = (SecondaryMap::new(), SecondaryMap::new());
    used.resize(module.body.value_count());
    counted.resize(module.body.value_count());
    for op in ir::walk::preorder(&module.body, module.root) {
        let addresses = match module.opcode(op) {
            Opcode::Ld
            | Opcode::St
            | Opcode::LdMatrix
            | Opcode::StMatrix
            | Opcode::MbarrierInit
            | Opcode::MbarrierInval
            | Opcode::MbarrierArrive
            | Opcode::MbarrierWait
            | Opcode::CpAsyncArrive
            | Opcode::MapReplace
            | Opcode::BulkTensorStore => 1,
            Opcode::CpAsync | Opcode::BulkTensorLoad | Opcode::MapPublish => 2,
            _ => 0,
        };
        for (index, &value) in module.body.operands(op).iter().enumerate() {
            used[value] = true;
            counted[value] |= index >= addresses;
        }
    }
    (used, counted)
}

/// The target that the module names.
pub(crate) fn target(module: &nvvm::Module) -> Result<Target, Vec<Diagnostic>> {
    let name = module.string(module.root, fields::module::target).map(|id| module.text(id).into_owned());
    let refused = |message: String| {
        let known: Vec<String> = Target::assembled().map(|target| target.to_string()).collect();
        vec![Diagnostic::error(codes::TARGET, message).note(format!("targets are: {}", known.join(", ")))]
    };
    let Some(name) = name else {
        return Err(refused("the module names no target".to_owned()));
    };
    match Target::assembled().find(|target| target.to_string() == name) {
        Some(target) => Ok(target),
        None => Err(refused(format!("`{name}` is no target"))),
    }
}

/// Memory of the module.
fn global(module: &nvvm::Module, op: Op, builder: &mut ModuleBuilder, shared: &mut Shared) {
    use fields::global as g;
    let Some(symbol) = module.string(op, g::sym_name) else { return };
    let space = match module.get(op, g::space) {
        GlobalSpace::Global => Space::Global,
        GlobalSpace::Shared => Space::Shared,
        GlobalSpace::Const => Space::Const,
    };
    let size = module.int(op, g::size).unwrap_or(0).max(0) as u64;
    let alignment = module.int(op, g::alignment).and_then(|a| u32::try_from(a).ok()).unwrap_or(16);
    let var = builder.variable(space, Type::B8, &module.text(symbol), Some(size), alignment);
    if let Some(bytes) = module.bytes(op, g::bytes).filter(|bytes| !bytes.is_empty()) {
        builder.initial(var, byte_list(bytes));
    }
    shared.globals.insert(symbol, var);
}

/// Names of the files that ops come from, each once, in the order of the ops.
fn file_names(module: &nvvm::Module) -> Vec<Arc<str>> {
    let mut names: Vec<Arc<str>> = Vec::new();
    for op in ir::walk::preorder(&module.body, module.root) {
        if let Some(location) = module.file_location(module.body.loc(op))
            && !names.contains(&location.file)
        {
            names.push(location.file);
        }
    }
    names
}

/// The lowest version that knows the target and everything that is used.
fn lowest_version(module: &ptx::Module) -> Version {
    let mut version = module.target.since().unwrap_or(Version::ASSEMBLED).max(Version::ASSEMBLED);
    for (_, function) in module.functions.iter() {
        let Some(body) = &function.body else { continue };
        for directive in &function.directives {
            if directive.kind == DirectiveKind::Reqnctapercluster {
                version = version.max(Version::new(7, 8));
            } else if directive.kind == DirectiveKind::Blocksareclusters {
                version = version.max(Version::new(9, 0));
            }
        }
        for statement in &body.statements {
            let Statement::Instruction(instruction) = statement else { continue };
            for needs in instruction.spec().needs(&instruction.modifiers) {
                version = version.max(needs.version);
            }
            for operand in &instruction.operands {
                if let ptx::module::Operand::Special(special) = operand {
                    version = version.max(special.needs().version);
                }
            }
        }
    }
    version
}
