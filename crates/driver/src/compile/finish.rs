//! From level 4 to PTX, LLVM IR or machine code, and what a launcher must know of it.

use std::path::Path;

use diag::Diagnostic;
use serde_json::{Value, json};

use super::{Abi, Compiled, Emit, Options};
use crate::metadata::Kernel;
use crate::targets::TargetRow;
use crate::watch::{Recorder, Shown};
use crate::{launch_comment, ptxas, remarks, reproducer, spills, tensor_maps};

/// From level 4 to what is wanted below it.
pub(super) fn finish(
    module: &mut nvvm::Module,
    row: Option<&TargetRow>,
    options: &Options,
    mut compiled: Compiled,
    recorder: &mut Recorder<'_>,
) -> Result<Compiled, Vec<Diagnostic>> {
    recorder.pass("expand-math", module);
    if options.abi == Abi::DropIn {
        drop_in(module);
    }
    compiled.kernels = kernels(module);
    if options.remarks || options.emit == Emit::Cubin {
        compiled.pressure = remarks::pressure(module);
    }
    if options.remarks {
        compiled.remarks.extend(remarks::of_registers(&compiled.pressure));
        remarks::name_spilled(&mut compiled.remarks);
    }
    if options.emit == Emit::Llvm {
        recorder.leave(module);
        compiled.bytes = recorder.timed("convert-nvvm-to-llvm", || codegen::to_llvm(module))?.into_bytes();
        return Ok(compiled);
    }
    let how = codegen::Options { line_info: options.line_info };
    let mut ptx = recorder.converted(module, |module| codegen::to_ptx(module, &how), Shown::ptx())?;
    launch_comment::write(&mut ptx, &compiled.kernels);
    let described = serde_json::to_string_pretty(&metadata(&ptx, &compiled.kernels)).unwrap_or_default();
    compiled.metadata = format!("{described}\n");
    if options.emit == Emit::Metadata {
        compiled.bytes = compiled.metadata.clone().into_bytes();
        return Ok(compiled);
    }
    let text = recorder.timed("print-ptx", || ::ptx::print(&ptx));
    recorder.ptx(&text);
    // Everything below needs `ptxas`, which need not be installed for the other outputs.
    if options.emit != Emit::Cubin {
        compiled.bytes = text.into_bytes();
        return Ok(compiled);
    }
    let arch = row.map_or_else(|| ptx.target.to_string(), |row| row.name.to_owned());
    machine_code(module, (row, &arch), options, &mut compiled, recorder)?;
    Ok(compiled)
}

/// The machine code of the form of a module that spills least, and what `ptxas` says of it.
fn machine_code(
    module: &mut nvvm::Module,
    (row, arch): (Option<&TargetRow>, &str),
    options: &Options,
    compiled: &mut Compiled,
    recorder: &mut Recorder<'_>,
) -> Result<(), Vec<Diagnostic>> {
    let Options { level, line_info, memcheck, .. } = *options;
    let request = ptxas::Request { arch, level, line_info, memcheck };
    let how = codegen::Options { line_info };
    let of_form = |module: &nvvm::Module| {
        let text = codegen::to_ptx(module, &how).map(|ptx| ::ptx::print(&ptx))?;
        Ok(spills::Best { assembled: assemble(module, &text, &request, options.ptxas.as_deref())?, text })
    };
    let spills::Best { assembled, text } = recorder.timed("ptxas", || spills::fewest(module, of_form))?;
    if options.keep_levels {
        compiled.levels.push(("ptx", text));
    }
    compiled.bytes = assembled.cubin;
    compiled.warnings.extend(assembled.usage.iter().filter_map(ptxas::Usage::warning));
    if options.remarks {
        say_usage(compiled, &assembled.usage, module, row);
    }
    Ok(())
}

/// What kernels take of the hardware, now that `ptxas` says it.
fn say_usage(
    compiled: &mut Compiled,
    usage: &[ptxas::Usage],
    module: &nvvm::Module,
    row: Option<&TargetRow>,
) {
    let mut taken = remarks::of_kernels(usage, module, &compiled.kernels);
    if let Some(row) = row {
        taken.extend(remarks::of_occupancy(row, usage, &compiled.kernels));
    }
    // What was estimated is known now.
    let known = |function: &str| usage.iter().any(|usage| usage.function == function);
    compiled.remarks.retain(|remark| remark.name != remarks::PRESSURE || !known(&remark.function));
    compiled.remarks.extend(taken);
    remarks::name_spilled(&mut compiled.remarks);
}

/// Bytes of shared memory that a module declares on any target.
const DECLARED_SHARED: u32 = 48 << 10;

/// Makes kernels those that a client launches who knows nothing of them, where the target has that.
fn drop_in(module: &mut nvvm::Module) {
    let name = module.string(module.root, nvvm::ops::fields::module::target);
    let name = name.map(|name| module.text(name).into_owned()).unwrap_or_default();
    if let Some(target) = ptx::Target::parse(&name).filter(|target| target.number >= 90) {
        let all = tileas::target::shared_limit(target.number.into());
        // `ptxas` takes more than 48 KiB of declared shared memory for the targets of one architecture alone.
        let declared = if name.ends_with('a') { all } else { DECLARED_SHARED };
        nvvm::transform::drop_in(module, nvvm::transform::SharedLimits { declared, all });
    }
}

/// Machine code of a module's PTX.
fn assemble(
    module: &nvvm::Module,
    text: &str,
    request: &ptxas::Request<'_>,
    ptxas: Option<&Path>,
) -> Result<ptxas::Assembled, Vec<Diagnostic>> {
    let ptxas = ptxas.map_or_else(ptxas::find, |path| Ok(path.to_owned())).map_err(|why| vec![*why])?;
    match ptxas::assemble(&ptxas, text, request) {
        Ok(assembled) => Ok(assembled),
        Err(ptxas::Failure::System(why)) => Err(vec![*why]),
        Err(ptxas::Failure::Refused(complaints)) => {
            // Lines of the program are worth a second time through, now that something is wrong.
            let located = codegen::to_ptx(module, &codegen::Options { line_info: true });
            let located = located.map_or_else(|_| String::new(), |ptx| ::ptx::print(&ptx));
            Err(reproducer::refused(&complaints, text, &located, request))
        }
    }
}

/// The kernels of a module.
fn kernels(module: &nvvm::Module) -> Vec<Kernel> {
    use nvvm::ops::fields::{func, module as root};
    let Some(items) = module.block(module.root, root::body) else { return Vec::new() };
    let functions = module.body.block_ops(items).filter(|&op| module.opcode(op) == nvvm::Opcode::Func);
    let number = |op, field| module.int(op, field).and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
    let described = functions.filter_map(|op| {
        Some(Kernel {
            name: module.text(module.string(op, func::sym_name)?).into_owned(),
            threads: number(op, func::reqntid).max(1),
            cluster: number(op, func::cluster).max(1),
            dynamic_shared: number(op, func::dynamic_shared),
            tensor_maps: nvvm::tensor_maps::of_kernel(module, op).into_iter().map(|(_, map)| map).collect(),
            counts_clusters: module.flag(op, func::blocks_are_clusters),
        })
    });
    described.collect()
}

/// What a launcher must know of each kernel.
fn metadata(module: &ptx::Module, launched: &[Kernel]) -> Value {
    use ptx::module::{DirectiveKind, Space};
    let kernels = module.entries().map(|id| {
        let function = &module.functions[id];
        let kernel = launched.iter().find(|kernel| kernel.name == function.name);
        let maps = kernel.map_or(&[][..], |kernel| &kernel.tensor_maps);
        let own = function.params.len().saturating_sub(maps.len());
        let params = function.params[..own].iter().map(|&param| {
            let variable = &module.variables[param];
            json!({ "type": variable.of.text(), "bytes": variable.of.bytes(), "pointer": variable.pointer.is_some() })
        });
        let number = |kind: DirectiveKind| {
            let directive = function.directives.iter().find(|directive| directive.kind == kind);
            directive.and_then(|directive| directive.values.first().copied())
        };
        json!({
            "name": function.name,
            "parameters": params.collect::<Vec<_>>(),
            "block": number(DirectiveKind::Reqntid),
            "cluster": number(DirectiveKind::Reqnctapercluster),
            "dynamic_shared": kernel.map_or(0, |kernel| kernel.dynamic_shared),
            "counts_clusters": kernel.is_some_and(|kernel| kernel.counts_clusters),
            "abi": kernel.map_or(Abi::Launcher, Kernel::abi).name(),
            "tensor_maps": maps.iter().map(tensor_maps::to_json).collect::<Vec<_>>(),
        })
    });
    let shared = module.variables.values().filter(|variable| variable.space == Space::Shared);
    json!({
        "target": module.target.to_string(),
        "shared": shared.filter_map(|variable| variable.size()).sum::<u64>(),
        "kernels": kernels.collect::<Vec<_>>(),
    })
}
