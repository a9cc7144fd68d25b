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
use crate::compile::{self, Emit};

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

/// Marks the kernels of a module of level 2 whose tiles agents will hold, and gives the path of the lowering: all kernels, where
/// the caller asks for agents, and those that can have some where the caller leaves it to the compiler. The others are cut into
/// parts first, and `generate-schedule` looks at what comes of it.
///
/// What kernels can have is seen at level 3 before layouts are chosen, so that the module is converted once for the question.
pub(crate) fn choose(module: &mut tileaa::Module, how: &Options, wanted: &compile::Options) -> ExecutionPath {
    if let Some(path) = wanted.path {
        if path == ExecutionPath::Agents {
            mark(module, |_| true);
        }
        return path;
    }
    let multiplies = preorder(&module.body, module.root).any(|op| module.opcode(op) == tileaa::Opcode::Dot);
    // Agents are written as PTX alone.
    let has_words = wanted.emit != Emit::Llvm;
    if !multiplies || !has_words || !Feature::Wgmma.capabilities().contains(&how.capability) {
        return ExecutionPath::Universal;
    }
    let probe = convert(module, &Options { path: ExecutionPath::Agents, ..how.clone() });
    let refused: Vec<String> =
        refusals(&probe).into_iter().map(|(func, _)| name(&probe, func, fields::func::sym_name)).collect();
    mark(module, |name| !refused.iter().any(|refused| refused == name));
    ExecutionPath::Agents
}

/// Marks the kernels of those names.
fn mark(module: &mut tileaa::Module, runs: impl Fn(&str) -> bool) {
    use tileaa::ops::fields::func as f;
    let kernels = preorder(&module.body, module.root);
    let kernels: Vec<Op> = kernels
        .filter(|&op| module.opcode(op) == tileaa::Opcode::Func && runs(&name(module, op, f::sym_name)))
        .collect();
    for func in kernels {
        let flag = true.into_attr(module);
        module.set_attr(func, f::agents, flag);
        // Agents are those of one thread block.
        module.set_attr(func, f::cluster_size, ir::AttrSlot::ABSENT);
    }
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
