//! How the warps of a kernel share its work, as the caller says it or the compiler chooses.

use diag::Diagnostic;
use ir::build::IntoAttr as _;
use ir::generic::GenericLevel;
use ir::walk::preorder;
use ir::{Field, Op};
use tileas::attributes::ExecutionPath;
use tileas::from_tileaa::{Options, convert};
use tileas::ops::fields;
use tileas::target::Feature;
use tileas::transform::{Refusal, refusals};

use crate::codes;
use crate::remarks::{self, Remark};

/// Whether a path can be asked for at all.
///
/// # Errors
/// Why not.
pub(crate) fn known(path: Option<ExecutionPath>) -> Result<(), Vec<Diagnostic>> {
    match path {
        None | Some(ExecutionPath::Universal | ExecutionPath::Agents) => Ok(()),
        Some(ExecutionPath::Unspecialized) => {
            let error = Diagnostic::error(codes::PATH, "the path `unspecialized` is not implemented yet");
            Err(vec![error.help("`--path=agents` gives warps roles, `--path=universal` none")])
        }
    }
}

/// The path of a lowering, and what is to be said of it.
pub(crate) struct Chosen {
    /// That of its passes.
    pub(crate) path: ExecutionPath,
    /// Why kernels with products have no agents, where the caller left the choice to the compiler.
    pub(crate) remarks: Vec<Remark>,
}

/// Marks the kernels of a module of level 2 whose tiles agents will hold: all, where the caller asks for agents, and those
/// that can have some where the caller leaves it to the compiler.
///
/// What kernels can have is seen at level 3 before layouts are chosen, so that the module is converted once for the question.
pub(crate) fn choose(module: &mut tileaa::Module, how: &Options, wanted: Option<ExecutionPath>) -> Chosen {
    if let Some(path) = wanted {
        if path == ExecutionPath::Agents {
            mark(module, |_, _| true);
        }
        return Chosen { path, remarks: Vec::new() };
    }
    let multiplies = |module: &tileaa::Module, func| {
        preorder(&module.body, func).any(|op| module.opcode(op) == tileaa::Opcode::Dot)
    };
    let has_wgmma = Feature::Wgmma.capabilities().contains(&how.capability);
    if !has_wgmma || !multiplies(module, module.root) {
        return Chosen { path: ExecutionPath::Universal, remarks: Vec::new() };
    }
    let probe = convert(module, &Options { path: ExecutionPath::Agents, ..how.clone() });
    let refused: Vec<(String, Refusal)> = refusals(&probe)
        .into_iter()
        .map(|(func, refusal)| (name(&probe, func, fields::func::sym_name), refusal))
        .collect();
    let refusal_of = |name: &str| refused.iter().find(|(refused, _)| refused == name);
    let marked = mark(module, |module, func| {
        let name = name(module, func, tileaa::ops::fields::func::sym_name);
        multiplies(module, func) && refusal_of(&name).is_none()
    });
    let missed = kernels(module).into_iter().filter(|&func| multiplies(module, func)).filter_map(|func| {
        let name = name(module, func, tileaa::ops::fields::func::sym_name);
        let (_, refusal) = refusal_of(&name)?;
        Some(remarks::of_path(&probe, name, refusal))
    });
    let path = if marked { ExecutionPath::Agents } else { ExecutionPath::Universal };
    Chosen { path, remarks: missed.collect() }
}

fn kernels(module: &tileaa::Module) -> Vec<Op> {
    preorder(&module.body, module.root).filter(|&op| module.opcode(op) == tileaa::Opcode::Func).collect()
}

/// Marks those kernels; true when there is one.
fn mark(module: &mut tileaa::Module, runs: impl Fn(&tileaa::Module, Op) -> bool) -> bool {
    use tileaa::ops::fields::func as f;
    let found: Vec<Op> = kernels(module).into_iter().filter(|&func| runs(module, func)).collect();
    for &func in &found {
        let flag = true.into_attr(module);
        module.set_attr(func, f::agents, flag);
        // Agents are those of one thread block.
        module.set_attr(func, f::cluster_size, ir::AttrSlot::ABSENT);
    }
    !found.is_empty()
}

fn name<L: GenericLevel>(module: &ir::Module<L>, func: Op, field: Field) -> String {
    module.string(func, field).map(|name| module.text(name).into_owned()).unwrap_or_default()
}

/// Whether every kernel of a module whose layouts are not chosen yet can run as it is asked for.
///
/// # Errors
/// The op that is in the way, of each kernel that cannot.
pub(crate) fn admits(module: &tileas::Module, path: Option<ExecutionPath>) -> Result<(), Vec<Diagnostic>> {
    if path != Some(ExecutionPath::Agents) {
        return Ok(());
    }
    let wrong = refusals(module).into_iter().map(|(func, Refusal { op, reason })| {
        let name = name(module, func, fields::func::sym_name);
        let message = format!("`{name}` cannot run by agents: {reason}");
        let error = Diagnostic::error(codes::PATH, message);
        let error = match module.place(op).or_else(|| module.place(func)) {
            Some(place) => error.at(place, ""),
            None => error,
        };
        error.help("`--path=universal` compiles every kernel; docs/agents.md says what agents are made of")
    });
    let wrong: Vec<Diagnostic> = wrong.collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// Text of level 3 and 4 has its path already.
///
/// # Errors
/// When one is asked for.
pub(crate) fn is_chosen(path: Option<ExecutionPath>) -> Result<(), Vec<Diagnostic>> {
    let Some(path) = path.filter(|&path| path != ExecutionPath::Universal) else { return Ok(()) };
    let message = format!(
        "a program of level 3 or 4 has its agents already, and the path `{}` makes none",
        path.name()
    );
    Err(vec![Diagnostic::error(codes::PATH, message).help("leave out `--path`")])
}
