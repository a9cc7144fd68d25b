//! What no thread block can hold, with the arithmetic.

use diag::Diagnostic;
use ir::Op;
use ir::walk::preorder;
use tileas::layout::Conversion;
use tileas::ops::{Opcode, fields};
use tileas::types::Type;

use crate::codes;
use crate::compile::Kernel;
use crate::targets::TargetRow;

/// Bytes of the registers that a thread block can have: 65,536 of 32 bits, on every target.
const REGISTER_FILE: u64 = 65_536 * 4;
/// A tile of more times the register file than this is not compiled: nearly all of it would be in memory, and the code, which
/// names each register, would have no end.
const TIMES: u64 = 16;

/// Refuses tiles that are beyond all registers.
///
/// # Errors
/// The largest tile of each kernel that is too large.
pub(crate) fn registers(module: &tileas::Module) -> Result<(), Vec<Diagnostic>> {
    let mut refused = Vec::new();
    for func in preorder(&module.body, module.root).filter(|&op| module.opcode(op) == Opcode::Func) {
        let threads = module.int(func, fields::func::num_warps).unwrap_or(1).max(1) as u64 * 32;
        let sized = preorder(&module.body, func).flat_map(|op| {
            let results: Vec<(u64, u64, Op, String)> = module
                .body
                .results(op)
                .iter()
                .filter_map(|value| module.ty(value).tile())
                .map(|tile| {
                    let bits = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits()).max(8);
                    let bytes = tile.layout.registers().saturating_mul(bits.into()) / 8 * threads;
                    let elements: u64 = tile.shape().iter().map(|&extent| u64::from(extent)).product();
                    let extents: Vec<String> = tile.shape().iter().map(u32::to_string).collect();
                    (bytes, elements, op, format!("{}x{}", extents.join("x"), tile.elem))
                })
                .collect();
            results
        });
        // A tile of one element may be held as often as the large one that it becomes, which is the one to name.
        let largest = sized.max_by_key(|&(bytes, elements, op, _)| (bytes, elements, std::cmp::Reverse(op)));
        let Some((bytes, _, op, tile)) = largest.filter(|&(bytes, ..)| bytes > TIMES * REGISTER_FILE) else {
            continue;
        };
        let message = format!(
            "a tile of {tile} is too large for `{}`: its {threads} threads hold {bytes} bytes of it, {} each; the \
             registers of a thread block are {REGISTER_FILE} bytes, at most 1020 a thread",
            name(module, func),
            bytes / threads,
        );
        let diagnostic = Diagnostic::error(codes::TOO_MUCH, message)
            .note(format!("up to {TIMES} times as much as the registers is compiled, and kept in memory"))
            .help("use a smaller tile and more tile blocks, or loop over parts of it");
        refused.push(match module.place(op) {
            Some(place) => diagnostic.at(place, "the largest tile"),
            None => diagnostic,
        });
    }
    if refused.is_empty() { Ok(()) } else { Err(refused) }
}

/// Bytes of shared memory that a kernel asks for and the target does not have: the most of all kernels.
pub(crate) fn missing(kernels: &[Kernel], row: &TargetRow) -> u64 {
    let over = kernels.iter().map(|kernel| u64::from(kernel.dynamic_shared));
    over.max().unwrap_or(0).saturating_sub(row.shared_bytes())
}

/// Refuses kernels that ask for more shared memory than the target has.
///
/// # Errors
/// The arithmetic, in the words that clients of the closed compiler look for.
pub(crate) fn shared(
    module: &tileas::Module,
    kernels: &[Kernel],
    row: &TargetRow,
) -> Result<(), Vec<Diagnostic>> {
    let over = kernels.iter().filter(|kernel| u64::from(kernel.dynamic_shared) > row.shared_bytes());
    let refused: Vec<Diagnostic> =
        over.map(|kernel| too_much(module, &kernel.name, kernel.dynamic_shared, row)).collect();
    if refused.is_empty() { Ok(()) } else { Err(refused) }
}

fn too_much(module: &tileas::Module, kernel: &str, bytes: u32, row: &TargetRow) -> Diagnostic {
    let most = row.shared_bytes();
    let message =
        format!("Entry function '{kernel}' uses too much shared data ({bytes:#x} bytes, {most:#x} max)");
    let mut diagnostic = Diagnostic::error(codes::TOO_MUCH, message).note(format!(
        "that is {bytes} bytes; a thread block of {} has at most {most} ({} KiB)",
        row.name, row.shared_kib
    ));
    let func = preorder(&module.body, module.root)
        .find(|&op| module.opcode(op) == Opcode::Func && name(module, op) == kernel);
    let shares = func.into_iter().flat_map(|func| preorder(&module.body, func));
    let shares = shares.filter_map(|op| share(module, op).map(|(bytes, what)| (bytes, what, op)));
    // Of equal shares the first counts.
    if let Some((bytes, what, op)) = shares.reduce(|a, b| if b.0 > a.0 { b } else { a }) {
        let text = format!("{what} takes {bytes} bytes, the most");
        diagnostic = match module.place(op) {
            Some(place) => diagnostic.at(place, text),
            None => diagnostic.note(text),
        };
    }
    diagnostic.help("use smaller tiles, or narrower elements; `tilewright targets` lists what others have")
}

/// Shared memory that an op needs, and for what.
fn share(module: &tileas::Module, op: Op) -> Option<(u64, String)> {
    let opcode = module.opcode(op);
    if matches!(opcode, Opcode::AllocTensor | Opcode::CreatePipeline) {
        let Type::Buffer(buffer) = module.ty(module.body.result(op, 0)) else { return None };
        let bits = buffer.elem.scalar().map_or(64, |scalar| scalar.storage_bits()).max(8);
        let shape = buffer.layout.shape();
        let one = (u64::from(bits) << shape.bits()) / 8;
        let buffer = format!("a buffer of {shape} elements of {}", buffer.elem);
        if opcode == Opcode::AllocTensor {
            return Some((one, buffer));
        }
        let stages = module.int(op, fields::create_pipeline::stages).unwrap_or(1).max(1).unsigned_abs();
        let what = format!("the ring of a pipeline, {stages} stages of {one} bytes, each {buffer},");
        return Some((one.saturating_mul(stages), what));
    }
    if opcode != Opcode::ConvertLayout {
        return None;
    }
    let from = module.ty(module.operand(op, fields::convert_layout::source)).tile()?;
    let to = module.ty(module.body.result(op, 0)).tile()?;
    let bits = to.elem.scalar().map_or(64, |scalar| scalar.storage_bits()).max(8);
    match Conversion::between(&from.layout, &to.layout, bits) {
        Conversion::Shared(_) | Conversion::Cluster => {
            let shape = to.layout.shape();
            let what = format!("a change of the layout of {shape} elements of {}", to.elem);
            Some(((u64::from(bits) << shape.bits()) / 8, what))
        }
        Conversion::Same | Conversion::Registers(_) | Conversion::Shuffle(_) => None,
    }
}

fn name(module: &tileas::Module, func: Op) -> String {
    module.string(func, ir::Field::Attr(0)).map_or_else(String::new, |id| module.text(id).into_owned())
}
