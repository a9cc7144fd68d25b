//! Calls, compared with the called functions.

use crate::codes;
use crate::module::{Address, Base, Call, Callee, Instruction, Operand, Space, Statement, Variable};
use crate::ops::Opcode;
use crate::types::Class;

use super::{At, Verifier};

impl<'m> Verifier<'m> {
    pub(super) fn call(&mut self, at: At<'m>, call: &Call) {
        let (name, returns, params): (String, Vec<&Variable>, Vec<&Variable>) = match call.callee {
            Callee::Function(id) => {
                let function = &self.module.functions[id];
                let variables = |vars: &'m [_]| vars.iter().map(|&var| &self.module.variables[var]).collect();
                if function.entry {
                    let message = format!("`{}` is a kernel and cannot be called", function.name);
                    self.error_at(codes::CALL, at, message, String::new());
                }
                (function.name.clone(), variables(&function.returns), variables(&function.params))
            }
            Callee::Register(register) => {
                let Some((returns, params)) = prototype(at, call) else { return };
                (at.body.register_name(register), returns.iter().collect(), params.iter().collect())
            }
        };
        self.list(at, &name, "returns", &returns, &call.returns);
        self.list(at, &name, "takes", &params, &call.arguments);
    }

    fn list(&mut self, at: At<'_>, name: &str, verb: &str, wanted: &[&Variable], given: &[Operand]) {
        if wanted.len() != given.len() {
            let message = format!("`{name}` {verb} {} values; the call has {}", wanted.len(), given.len());
            self.error_at(codes::CALL, at, message, String::new());
            return;
        }
        for (variable, operand) in wanted.iter().zip(given) {
            let bytes = match operand {
                Operand::Variable(var, _) => self.module.variables[*var].size(),
                Operand::Register(register) => {
                    let of = at.body.register_type(*register);
                    (of.class() != Class::Predicate).then(|| u64::from(of.bytes()))
                }
                _ => None,
            };
            // An array without a length accepts any argument.
            if let (Some(bytes), Some(size)) = (bytes, variable.size())
                && bytes != size
            {
                let shown = crate::print::operand_text(self.module, at.body, operand);
                let message = format!("`{name}` {verb} {size} bytes where the call has {bytes}");
                self.error_at(codes::CALL, at, message, format!("`{shown}` has the wrong size"));
            }
        }
    }
}

impl Verifier<'_> {
    /// A parameter that a body declares is read after the call that returns it.
    pub(super) fn returned(&mut self, at: At<'_>, instruction: &Instruction) {
        for operand in &instruction.operands {
            let var = match operand {
                Operand::Call(call) => {
                    for operand in &call.returns {
                        if let Operand::Variable(var, _) = operand {
                            self.returned.insert(*var);
                        }
                    }
                    continue;
                }
                Operand::Address(Address { base: Base::Variable(var), .. }) => *var,
                _ => continue,
            };
            let reads =
                instruction.opcode() == Opcode::Ld && self.module.variables[var].space == Space::Param;
            if reads && self.declared.contains(var) && !self.returned.contains(var) {
                let name = &self.module.variables[var].name;
                let message = format!("`{name}` is read, and no call above returns it");
                let label =
                    "a parameter in a body holds what a call passes or returns; use `.local` for memory";
                self.error_at(codes::CALL, at, message, label.to_owned());
            }
        }
    }
}

/// Return values and parameters of the prototype of an indirect call, if it has one.
fn prototype<'b>(at: At<'b>, call: &Call) -> Option<(&'b [Variable], &'b [Variable])> {
    let label = call.prototype?;
    at.body.statements.iter().find_map(|statement| match statement {
        Statement::Prototype(of, prototype) if *of == label => {
            Some((&prototype.returns[..], &prototype.params[..]))
        }
        _ => None,
    })
}
