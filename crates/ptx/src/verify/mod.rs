//! Checks of a module beyond what reading it demands.
//!
//! After `verify` gives nothing, every instruction has operands of types, lengths and ranges that its form's row admits,
//! the module's version and target have it, addresses through names say the right space, and declarations and calls fit.
//! Not checked, because it depends on values: alignment and bounds of computed addresses, uniformity of `.aligned`
//! instructions.

mod addresses;
mod calls;
mod declarations;
pub(crate) mod operands;
mod words;

use diag::{Code, Diagnostic, Span};

use crate::codes;
use crate::module::{Body, FuncId, Function, Instruction, Module, Operand, Statement};
use crate::text::SourceMap;
use crate::types::Class;

/// What is wrong with a module; empty when nothing is.
pub fn verify(module: &Module, map: &SourceMap) -> Vec<Diagnostic> {
    let mut verifier = Verifier { module, map, diagnostics: Vec::new() };
    verifier.header();
    verifier.variables();
    for (id, function) in module.functions.iter() {
        verifier.function(id, function);
    }
    verifier.diagnostics
}

pub(crate) struct Verifier<'m> {
    module: &'m Module,
    map: &'m SourceMap,
    diagnostics: Vec<Diagnostic>,
}

/// A statement of a function: what mistakes are about.
#[derive(Clone, Copy)]
pub(crate) struct At<'m> {
    function: FuncId,
    body: &'m Body,
    index: usize,
}

impl<'m> Verifier<'m> {
    fn error(&mut self, code: Code, span: Option<Span>, message: String, label: String) {
        let diagnostic = Diagnostic::error(code, message);
        self.diagnostics.push(match span {
            Some(span) => diagnostic.at(span, label),
            None if label.is_empty() => diagnostic,
            None => diagnostic.note(label),
        });
    }

    fn error_at(&mut self, code: Code, at: At<'_>, message: String, label: String) {
        self.error(code, self.map.statement(at.function, at.index), message, label);
    }

    fn header(&mut self) {
        let Module { version, target, .. } = *self.module;
        if let Some(since) = target.since().filter(|&since| version < since) {
            let message = format!("the target {target} needs PTX {since} or later; the file says {version}");
            self.error(codes::NEEDS, self.map.header(), message, format!("write `.version {since}`"));
        }
    }

    fn function(&mut self, id: FuncId, function: &'m Function) {
        self.head(id, function);
        let Some(body) = &function.body else { return };
        for (index, statement) in body.statements.iter().enumerate() {
            if let Statement::Instruction(instruction) = statement {
                self.instruction(At { function: id, body, index }, instruction);
            }
        }
    }

    fn instruction(&mut self, at: At<'m>, instruction: &'m Instruction) {
        if let Some(guard) = instruction.guard
            && at.body.register_type(guard.register).class() != Class::Predicate
        {
            let name = at.body.register_name(guard.register);
            let of = at.body.register_type(guard.register);
            self.error_at(
                codes::TYPE,
                at,
                format!("`{name}` guards an instruction but is no predicate"),
                format!("it is .{of}"),
            );
        }
        self.needs(at, instruction);
        self.words(at, instruction);
        self.special_registers(at, instruction);
        self.operands(at, instruction);
        self.addresses(at, instruction);
        for operand in &instruction.operands {
            if let Operand::Call(call) = operand {
                self.call(at, call);
            }
        }
    }

    /// Special registers that version or target do not have.
    fn special_registers(&mut self, at: At<'_>, instruction: &Instruction) {
        let Module { version, target, .. } = *self.module;
        for (index, operand) in instruction.operands.iter().enumerate() {
            let elements = match operand {
                Operand::Vector(elements) => elements.as_slice(),
                _ => std::slice::from_ref(operand),
            };
            for element in elements {
                let Operand::Special(special) = element else { continue };
                let needs = special.needs();
                if !needs.met(version, target) {
                    let message = format!("`{}` needs {needs}", special.text());
                    let label = format!("the file says PTX {version} and {target}");
                    self.error(codes::NEEDS, self.map.operand(at.function, at.index, index), message, label);
                }
            }
        }
    }

    fn needs(&mut self, at: At<'_>, instruction: &Instruction) {
        let Module { version, target, .. } = *self.module;
        let unmet = instruction
            .spec()
            .needs(&instruction.words)
            .into_iter()
            .find(|needs| !needs.met(version, target));
        let Some(needs) = unmet else { return };
        let words: String = instruction.words.iter().flatten().map(|word| format!(".{word}")).collect();
        let message = format!("`{}{words}` needs {needs}", instruction.opcode());
        let label = format!("the file says PTX {version} and {target}");
        self.error_at(codes::NEEDS, at, message, label);
    }
}
