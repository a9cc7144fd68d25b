//! Checks of a module beyond what reading it demands.
//!
//! After `verify` gives nothing, every instruction has operands of types, lengths and ranges that its form's row
//! admits, the module's version and target have it, addresses through names say the right space, and declarations and
//! calls fit. Not checked, because it depends on values: alignment and bounds of computed addresses, uniformity of
//! `.aligned` instructions.

mod addresses;
mod calls;
mod declarations;
mod modifiers;
mod operands;
mod places;

use cranelift_entity::EntitySet;
use diag::{Code, Diagnostic, Span};

use crate::codes;
use crate::module::{
    Body, FuncId, Function, Instruction, Item, Module, Operand, Statement, TargetOption, Var,
};
use crate::text::SourceMap;
use crate::types::Class;

/// The errors of a module; empty if it is valid.
pub fn verify(module: &Module, map: &SourceMap) -> Vec<Diagnostic> {
    let mut verifier = Verifier {
        module,
        map,
        diagnostics: Vec::new(),
        declared: EntitySet::new(),
        returned: EntitySet::new(),
    };
    verifier.header();
    verifier.debug();
    verifier.variables();
    verifier.places();
    verifier.definitions();
    for (id, function) in module.functions.iter() {
        verifier.function(id, function);
    }
    verifier.diagnostics
}

pub(crate) struct Verifier<'m> {
    module: &'m Module,
    map: &'m SourceMap,
    diagnostics: Vec<Diagnostic>,
    /// Variables that bodies declare.
    declared: EntitySet<Var>,
    /// Those that a call returned so far.
    returned: EntitySet<Var>,
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

    /// `debug` promises sections with debug information.
    fn debug(&mut self) {
        let promised = self.module.target_options.contains(&TargetOption::Debug);
        let is_debug = |item: &Item| match item {
            Item::Section(section) => section.name.starts_with(".debug_"),
            _ => false,
        };
        if promised && !self.module.items.iter().any(is_debug) {
            let message = "`.target` says `debug`, and the file has no debug information".to_owned();
            let label = "leave `debug` out, or add the sections `.debug_info` and `.debug_abbrev`".to_owned();
            self.error(codes::DIRECTIVE, self.map.header(), message, label);
        }
    }

    fn function(&mut self, id: FuncId, function: &'m Function) {
        self.head(id, function);
        let Some(body) = &function.body else { return };
        for (index, statement) in body.statements.iter().enumerate() {
            let at = At { function: id, body, index };
            match statement {
                Statement::Instruction(instruction) => self.instruction(at, instruction),
                Statement::Prototype(_, prototype) => self.prototype_directives(at, prototype),
                Statement::Variable(var) => {
                    self.declared.insert(*var);
                }
                _ => {}
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
        self.modifiers(at, instruction);
        self.samplers(at, instruction);
        self.special_registers(at, instruction);
        self.operands(at, instruction);
        self.addresses(at, instruction);
        self.returned(at, instruction);
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
        let unmet =
            instruction.spec().needs(&instruction.modifiers).find(|needs| !needs.met(version, target));
        let Some(needs) = unmet else { return };
        let modifiers: String =
            instruction.modifiers.iter().flatten().map(|modifier| format!(".{modifier}")).collect();
        let shown = format!("{}{modifiers}", instruction.opcode());
        let message = match needs.ended.filter(|_| needs.has_begun(version, target)) {
            Some((ended, first)) => format!("`{shown}` ended with PTX {ended} on {first} and later targets"),
            None => format!("`{shown}` needs {needs}"),
        };
        let label = format!("the file says PTX {version} and {target}");
        self.error_at(codes::NEEDS, at, message, label);
    }
}
