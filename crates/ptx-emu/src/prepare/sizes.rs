//! Variables that are larger than any machine's memory are refused before memory is allocated.

use ptx::module::{Module, Space, Statement, Var, Variable};

use launch::address;

/// Bytes of shared memory: more than any target has, less than an address of a cluster has room for.
const SHARED: u64 = 1 << 20;
/// Constant memory: eleven banks of 64 KiB.
const CONSTANT: u64 = 11 << 16;
/// Parameters of a kernel or function (PTX ISA, "Kernel Function Parameters").
const PARAMETERS: u64 = 32_764;
/// Local memory of a thread.
const LOCAL: u64 = 512 << 10;
/// Variables whose first contents are given.
const INITIALIZED: u64 = 64 << 20;
/// The largest alignment.
const ALIGNMENT: u32 = 1 << 16;

/// A sentence about a part of the module that is too large.
pub(super) fn refused(module: &Module) -> Option<String> {
    let variables = || module.variables.values();
    if let Some(variable) = variables().find(|variable| variable.alignment() > ALIGNMENT) {
        let (name, align) = (&variable.name, variable.alignment());
        return Some(format!("`{name}` is aligned to {align} bytes; at most {ALIGNMENT} can be"));
    }
    let of_space = |space: Space| total(variables().filter(move |variable| variable.space == space));
    let initialized = total(variables().filter(|variable| variable.init.is_some()));
    let mut all = vec![
        (of_space(Space::Shared), SHARED, "the variables in shared memory have".to_owned()),
        (of_space(Space::Const), CONSTANT, "the variables in constant memory have".to_owned()),
        (initialized, INITIALIZED, "the variables with first contents have".to_owned()),
    ];
    for function in module.functions.values() {
        let of = |ids: &mut dyn Iterator<Item = Var>| total(ids.map(|id| &module.variables[id]));
        let params = of(&mut function.params.iter().chain(&function.returns).copied());
        all.push((params, PARAMETERS, format!("the parameters of `{}` have", function.name)));
        let statements = function.body.iter().flat_map(|body| &body.statements);
        let mut local = statements.filter_map(|statement| match statement {
            Statement::Variable(id) if frame(&module.variables[*id]) => Some(*id),
            _ => None,
        });
        all.push((of(&mut local), LOCAL, format!("the local variables of `{}` have", function.name)));
    }
    let (size, most, what) = all.into_iter().find(|(size, most, _)| size > most)?;
    Some(format!("{what} {}; {most} can be", address::bytes(size)))
}

fn frame(variable: &Variable) -> bool {
    matches!(variable.space, Space::Local | Space::Param)
}

/// Bytes of variables, with what alignment may take.
fn total<'m>(variables: impl Iterator<Item = &'m Variable>) -> u64 {
    variables.fold(0, |sum: u64, variable| {
        // A size that does not fit 64 bits is none; an open one is the launch's.
        let open = variable.dims.contains(&None);
        let size = variable.size().unwrap_or(if open { 0 } else { u64::MAX });
        sum.saturating_add(size).saturating_add(if sum == 0 {
            0
        } else {
            u64::from(variable.alignment().saturating_sub(1))
        })
    })
}
