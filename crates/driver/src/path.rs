//! The path of compilation, universal or agents, as the caller requests it or the compiler chooses it.

use diag::Diagnostic;
use ir::Op;
use ir::walk::preorder;
use tileaa::ops::fields::func;
use tileaa::split::plan_chains;
use tileas::attributes::ExecutionPath;
use tileas::from_tileaa::{Division, Options};
use tileas::ops::fields;
use tileas::transform::{Refusal, makes_agents, makes_chains, refusals, unplanned, with_chains};

use crate::codes;
use crate::divisions::{self, Divided};
use crate::trial::{mark, name, names, probe, symbol};

/// What the caller of the compiler asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// `None`: whatever path fits each kernel.
    pub(crate) path: Option<ExecutionPath>,
    /// The output is PTX, the only form that has agents.
    pub(crate) emits_ptx: bool,
}

impl Wanted {
    /// The path of kernels whose warps copy ahead, if the caller requires it of every kernel.
    fn required(&self) -> Option<ExecutionPath> {
        self.path.filter(|&path| path != ExecutionPath::Universal)
    }
}

/// Marks the kernels of a module of level 2 whose tiles agents will hold, and gives the path of the lowering: all kernels, where
/// the caller asks for agents, and those that can have some where the caller leaves it to the compiler. The others are cut into
/// parts first, and `generate-schedule` looks at what comes of it.
///
/// Whether kernels can have agents is decided at level 3 before layouts are chosen, so the module is converted as a trial, by
/// [`divisions`] both with clusters and without. Gives what was compared as well.
pub(crate) fn choose(
    module: &mut tileaa::Module,
    how: &Options,
    wanted: Wanted,
) -> (ExecutionPath, Vec<Division>) {
    let forced = wanted.required().is_some();
    let path = wanted.path.unwrap_or(ExecutionPath::Agents);
    let multiplies = may_have_agents(module, how, wanted);
    if !multiplies && !may_have_streams(module, how, wanted) {
        return (ExecutionPath::Universal, Vec::new());
    }
    let trial = Options { path, ..how.clone() };
    prefer_chains(module, &trial);
    let Divided { never, divisions } = divisions::divide(module, &trial, forced);
    let all = names(module);
    let runs: Vec<String> = all.into_iter().filter(|name| forced || !never.contains(name)).collect();
    mark(module, &runs);
    // Parts of tiles whose products have no agents may have some, and parts of streams have not.
    let path = if multiplies || !runs.is_empty() { path } else { ExecutionPath::Universal };
    (path, divisions)
}

/// Whether kernels of a module may have agents: the caller asks for them, or leaves it to the compiler, which gives them to
/// products where the target has what they need.
pub(crate) fn may_have_agents(module: &tileaa::Module, how: &Options, wanted: Wanted) -> bool {
    if wanted.path.is_some() {
        return wanted.required().is_some();
    }
    let is_product = |op: Op| matches!(module.opcode(op), tileaa::Opcode::Dot | tileaa::Opcode::DotScaled);
    let multiplies = preorder(&module.body, module.root).any(is_product);
    multiplies && wanted.emits_ptx && makes_agents(how.capability)
}

/// Plans two chains for the kernels that get an agent for each of them.
fn prefer_chains(module: &mut tileaa::Module, how: &Options) {
    if !makes_chains(how.capability) {
        return;
    }
    let planned = plan_chains(module);
    if planned.is_empty() {
        return;
    }
    let probe = probe(module, how);
    let funcs = with_chains(&probe).into_iter();
    let have: Vec<String> = funcs.map(|func| name(&probe, func, fields::func::sym_name)).collect();
    let lacking = |&func: &Op| !have.contains(&symbol(module, func));
    let lacking: Vec<Op> = planned.into_iter().filter(lacking).collect();
    for func in lacking {
        module.set_attr(func, func::chains, ir::AttrSlot::ABSENT);
    }
}

/// Whether a kernel of a module without products may have agents that copy tiles ahead: it loads tiles in a loop, and the caller leaves
/// the path to the compiler.
fn may_have_streams(module: &tileaa::Module, how: &Options, wanted: Wanted) -> bool {
    let is_load = |op: Op| module.opcode(op) == tileaa::Opcode::TiledLoad;
    let is_loop = |op: Op| matches!(module.opcode(op), tileaa::Opcode::For | tileaa::Opcode::Loop);
    let mut loops = preorder(&module.body, module.root).filter(|&op| is_loop(op));
    wanted.path.is_none()
        && wanted.emits_ptx
        && makes_agents(how.capability)
        && loops.any(|loop_| preorder(&module.body, loop_).any(is_load))
}

/// Whether every kernel of a module whose layouts are not chosen yet can run as it is asked for.
///
/// # Errors
/// The op that is in the way, of each kernel that cannot.
pub(crate) fn admits(module: &tileas::Module, path: Option<ExecutionPath>) -> Result<(), Vec<Diagnostic>> {
    let lacks = match path {
        None | Some(ExecutionPath::Universal) => return Ok(()),
        Some(ExecutionPath::Agents) => "have agents",
        Some(ExecutionPath::Unspecialized) => "copy ahead by the warps that multiply",
    };
    let wrong = refusals(module).into_iter().map(|(func, Refusal { op, reason, tried, help })| {
        let name = name(module, func, fields::func::sym_name);
        let message = format!("`{name}` cannot {lacks}: {reason}");
        let error = Diagnostic::error(codes::PATH, message);
        let error = match module.place(op).or_else(|| module.place(func)) {
            Some(place) => error.at(place, ""),
            None => error,
        };
        let tried = tried.into_iter().map(|plan| format!("tried {plan}"));
        let error = tried.fold(error, Diagnostic::note);
        let error = help.into_iter().fold(error, Diagnostic::help);
        error
            .help("`--path=universal` compiles every kernel; docs/agents.md lists the requirements of agents")
    });
    let wrong: Vec<Diagnostic> = wrong.collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// Whether every kernel that runs by agents has the plan that is asked for, and there is one.
///
/// # Errors
/// The plans that each has.
pub(crate) fn has_plan(module: &tileas::Module, how: &Options) -> Result<(), Vec<Diagnostic>> {
    if how.plan == 0 {
        return Ok(());
    }
    let ops = preorder(&module.body, module.root);
    let kernels = ops.filter(|&op| module.opcode(op) == tileas::Opcode::Func).count();
    // On the path of agents, kernels that cannot have any are compiled without.
    if how.path == ExecutionPath::Universal || refusals(module).len() == kernels {
        let error = Diagnostic::error(codes::PATH, "no kernel has agents, and only agents have plans");
        return Err(vec![
            error.help("leave out `--plan`, or compile with `--path=agents`: its error states why a kernel has no agents"),
        ]);
    }
    let wrong = unplanned(module, how.plan).into_iter().map(|(func, Refusal { reason, .. })| {
        let name = name(module, func, fields::func::sym_name);
        let division = how.divisions.iter().find(|division| division.kernel == name);
        let others = division.map_or(&[][..], |division| &division.others);
        let reason = others.iter().fold(reason, |all, line| format!("{all}\n{line}"));
        let error =
            Diagnostic::error(codes::PATH, format!("`{name}` cannot be compiled as requested: {reason}"));
        let error = match module.place(func) {
            Some(place) => error.at(place, ""),
            None => error,
        };
        error.help("`--plan` takes one of these numbers; without it the first plan is taken")
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
        "a program of level 3 or 4 already has its agents, and the path `{}` creates none",
        path.name()
    );
    Err(vec![Diagnostic::error(codes::PATH, message).help("leave out `--path`")])
}
