//! References of functions to variables in shared memory.

use ptx::module::{Address, Base, FuncId, Function, Init, Module, Operand, Space, Statement, Var};
use rustc_hash::FxHashSet;

/// Variables in shared memory that kernels mention, but neither this one, nor any function, nor the first contents of another
/// variable.
pub(super) fn of_others(module: &Module, entry: FuncId) -> FxHashSet<Var> {
    let is_shared = |id: &Var| module.variables[*id].space == Space::Shared;
    // Functions that this kernel may call count as its own, whether it calls them or not.
    let of = |of_others: bool| {
        let functions = module.functions.iter();
        let chosen = functions.filter(move |(id, function)| (function.entry && *id != entry) == of_others);
        chosen.flat_map(|(_, function)| mentioned(function)).filter(is_shared)
    };
    let mut foreign: FxHashSet<Var> = of(true).collect();
    for own in of(false) {
        foreign.remove(&own);
    }
    let mut named = FxHashSet::default();
    for init in module.variables.values().filter_map(|variable| variable.init.as_ref()) {
        names(init, &mut named);
    }
    // A variable whose address another one holds may be reached through it.
    foreign.retain(|&id| !named.contains(module.variables[id].name.as_str()));
    foreign
}

/// The variables that the instructions of a function mention.
fn mentioned(function: &Function) -> Vec<Var> {
    let mut found = Vec::new();
    for statement in function.body.iter().flat_map(|body| &body.statements) {
        if let Statement::Instruction(instruction) = statement {
            instruction.operands.iter().for_each(|operand| variables(operand, &mut found));
        }
    }
    found
}

fn variables(operand: &Operand, found: &mut Vec<Var>) {
    let mut address = |address: &Address| {
        if let Base::Variable(id) = address.base {
            found.push(id);
        }
    };
    match operand {
        Operand::Address(of) => address(of),
        Operand::Tensor(parts) => {
            address(&parts.0);
            parts.1.iter().for_each(|part| variables(part, found));
        }
        Operand::Texture(texture) => {
            let named = [Some(texture.image), texture.sampler];
            named.into_iter().flatten().for_each(|base| address(&Address { base, offset: 0 }));
            texture.coordinates.iter().for_each(|part| variables(part, found));
        }
        Operand::Part(part) => variables(&part.of, found),
        Operand::Variable(id, _) => found.push(*id),
        Operand::Vector(parts) => parts.iter().for_each(|part| variables(part, found)),
        Operand::Pair(parts) => {
            variables(&parts.0, found);
            variables(&parts.1, found);
        }
        Operand::Call(call) => call.arguments.iter().for_each(|argument| variables(argument, found)),
        Operand::Register(_)
        | Operand::Not(_)
        | Operand::Special(_)
        | Operand::Immediate(_)
        | Operand::Sink
        | Operand::Function(_)
        | Operand::Label(_) => {}
    }
}

fn names<'m>(init: &'m Init, found: &mut FxHashSet<&'m str>) {
    match init {
        Init::Value(_) | Init::Fields(_) => {}
        Init::List(values) => values.iter().for_each(|value| names(value, found)),
        Init::Symbol { name, .. } => {
            found.insert(name);
        }
    }
}
