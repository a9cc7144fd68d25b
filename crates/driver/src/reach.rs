//! Multicast pointers into the memory of other devices, which few targets support.

use cuda_tile::Module;
use cuda_tile::ops::Opcode;
use cuda_tile::types::{PtrAttr, Type};
use diag::Diagnostic;
use ir::walk::preorder;
use ir::{Op, Value};

use crate::codes;
use crate::targets::TargetRow;

/// The default target of the engine `ptx-emu` for such programs.
pub(crate) const TARGET: &str = "sm_100a";

/// The targets whose code can access other devices, with the names of the reference compiler.
const TARGETS: [&str; 3] = ["sm_100", "sm_103", "sm_107"];

/// Refuses a module that takes or creates pointers into the memory of other devices, if the target does not support them. An
/// unused parameter is allowed.
///
/// # Errors
/// The first such op.
pub(crate) fn check(module: &Module, row: &TargetRow) -> Result<(), Vec<Diagnostic>> {
    let name = row.name.trim_end_matches('a');
    if TARGETS.contains(&name) {
        return Ok(());
    }
    let ops = preorder(&module.body, module.root).filter(|&op| module.opcode(op) != Opcode::Entry);
    let Some((op, attr)) = ops.into_iter().find_map(|op| Some((op, reaches(module, op)?))) else {
        return Ok(());
    };
    let message = format!(
        "Incompatibility with architecture '{name}': {} pointers require {}",
        attr.name(),
        TARGETS.join(" or ")
    );
    let diagnostic = Diagnostic::error(codes::TOO_MUCH, message)
        .help("compile for one of these, or run the program with `tilewright run`, which needs no GPU");
    Err(vec![match module.place(op) {
        Some(place) => diagnostic.at(place, "takes or makes such a pointer"),
        None => diagnostic,
    }])
}

/// Whether a program accesses the memory of other devices.
pub(crate) fn is_wanted(module: &Module) -> bool {
    let mut ops = preorder(&module.body, module.root);
    ops.any(|op| module.opcode(op) != Opcode::Entry && reaches(module, op).is_some())
}

/// The way in which an op accesses other devices.
fn reaches(module: &Module, op: Op) -> Option<PtrAttr> {
    let operands = module.body.operands(op).iter().copied();
    let of = |value: Value| match module.ty(value) {
        Type::Tile(tile) => tile.elem().ptr().and_then(|ptr| ptr.attr),
        Type::TensorView(view) => view.ptr_attr(),
        Type::View(view) => view.tensor().ptr_attr(),
        Type::Token | Type::Function(_) | Type::Scalar(_) | Type::Ptr(_) | Type::Preview(_) => None,
    };
    let attrs = operands.chain(module.body.results(op)).filter_map(of);
    attrs.into_iter().find(|&attr| attr != PtrAttr::None)
}
