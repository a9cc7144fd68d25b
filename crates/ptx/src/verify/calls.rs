//! Calls against what they call.

use crate::codes;
use crate::module::{Call, Callee, Operand, Statement, Variable};
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
            // An array without a length takes whatever is passed.
            if let (Some(bytes), Some(size)) = (bytes, variable.size())
                && bytes != size
            {
                let shown = crate::text::operand_text(self.module, at.body, operand);
                let message = format!("`{name}` {verb} {size} bytes where the call has {bytes}");
                self.error_at(codes::CALL, at, message, format!("`{shown}` has the wrong size"));
            }
        }
    }
}

/// What the prototype of an indirect call returns and takes, if it has one.
fn prototype<'b>(at: At<'b>, call: &Call) -> Option<(&'b [Variable], &'b [Variable])> {
    let label = call.prototype?;
    at.body.statements.iter().find_map(|statement| match statement {
        Statement::Prototype(of, prototype) if *of == label => {
            Some((&prototype.returns[..], &prototype.params[..]))
        }
        _ => None,
    })
}
