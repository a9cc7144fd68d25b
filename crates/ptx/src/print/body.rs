//! The statements of a function: instructions and their operands.

use super::{INDENT, Printer};
use crate::module::{
    Address, Base, Body, Call, Callee, Instruction, Loc, Operand, Prototype, Reg, Statement, Texture,
};

impl Printer<'_> {
    pub(super) fn body(&mut self, body: &Body) {
        let mut indent = INDENT;
        for statement in &body.statements {
            match statement {
                Statement::Open => {
                    self.line(indent, "{");
                    indent += INDENT;
                }
                Statement::Close => {
                    indent = indent.saturating_sub(INDENT);
                    self.line(indent, "}");
                }
                Statement::Comment(comment) => self.comment(indent, comment),
                Statement::Label(label) => self.line(0, &format!("{}:", body.labels[*label])),
                _ => {
                    self.indent(indent);
                    self.statement(body, statement);
                    self.put("\n");
                }
            }
        }
    }

    pub(super) fn statement(&mut self, body: &Body, statement: &Statement) {
        match statement {
            Statement::Instruction(instruction) => self.instruction(body, instruction),
            Statement::Registers(groups) => {
                let groups = &body.groups[groups.clone()];
                let vector = groups.first().and_then(|group| group.vector);
                self.put(".reg ");
                if let Some(vector) = vector {
                    self.put(&format!(".v{vector} "));
                }
                self.put(&groups.first().map(|group| format!(".{} ", group.of)).unwrap_or_default());
                self.separated(groups, |printer, group| {
                    let count = group.count.map(|count| format!("<{count}>")).unwrap_or_default();
                    printer.put(&format!("{}{count}", group.name));
                });
                self.put(";");
            }
            Statement::Variable(var) => {
                self.variable(&self.module.variables[*var]);
                self.put(";");
            }
            Statement::Loc(loc) => self.loc(loc),
            Statement::Pragma(text) => self.put(&format!(".pragma \"{text}\";")),
            Statement::BranchTargets(label, targets) => {
                self.put(&format!("{}: .branchtargets ", body.labels[*label]));
                self.separated(targets, |printer, target| printer.put(&body.labels[*target]));
                self.put(";");
            }
            Statement::CallTargets(label, targets) => {
                self.put(&format!("{}: .calltargets {};", body.labels[*label], targets.join(", ")));
            }
            Statement::Prototype(label, prototype) => {
                self.put(&format!("{}: .callprototype ", body.labels[*label]));
                self.prototype(prototype);
            }
            Statement::Open | Statement::Close | Statement::Label(_) | Statement::Comment(_) => {}
        }
    }

    fn prototype(&mut self, prototype: &Prototype) {
        if !prototype.returns.is_empty() {
            self.put("(");
            self.separated(&prototype.returns, |printer, variable| printer.variable(variable));
            self.put(") ");
        }
        self.put("_ (");
        self.separated(&prototype.params, |printer, variable| printer.variable(variable));
        self.put(")");
        for directive in &prototype.directives {
            self.put(" ");
            self.directive(directive);
        }
        self.put(";");
    }

    fn loc(&mut self, loc: &Loc) {
        self.put(&format!(".loc {} {} {}", loc.file, loc.line, loc.column));
        if let Some((name, offset, [file, line, column])) = &loc.inlined {
            let offset = if *offset == 0 { String::new() } else { format!("{offset:+}") };
            self.put(&format!(", function_name {name}{offset}, inlined_at {file} {line} {column}"));
        }
    }

    // Instructions.

    fn instruction(&mut self, body: &Body, instruction: &Instruction) {
        if let Some(guard) = instruction.guard {
            self.put(if guard.negated { "@!" } else { "@" });
            self.register(body, guard.register);
            self.put(" ");
        }
        self.put(instruction.opcode().mnemonic());
        for modifier in instruction.modifiers.iter().flatten() {
            self.put(".");
            self.put(modifier.text());
        }
        for (index, operand) in instruction.operands.iter().enumerate() {
            self.put(if index == 0 { " " } else { ", " });
            self.operand(body, operand);
        }
        self.put(";");
    }

    pub(super) fn operand(&mut self, body: &Body, operand: &Operand) {
        match operand {
            Operand::Register(register) => self.register(body, *register),
            Operand::Not(register) => {
                self.put("!");
                self.register(body, *register);
            }
            Operand::Special(special) => self.put(special.text()),
            Operand::Immediate(value) => self.immediate(*value),
            Operand::Vector(elements) => self.vector(body, elements),
            Operand::Pair(pair) => {
                self.operand(body, &pair.0);
                self.put("|");
                self.operand(body, &pair.1);
            }
            Operand::Sink => self.put("_"),
            Operand::Address(address) => {
                self.put("[");
                self.address(body, *address);
                self.put("]");
            }
            Operand::Tensor(tensor) => {
                self.put("[");
                self.address(body, tensor.0);
                self.put(", ");
                self.vector(body, &tensor.1);
                self.put("]");
            }
            Operand::Texture(texture) => self.texture(body, texture),
            Operand::Part(part) => {
                if part.negated {
                    self.put("-");
                }
                self.operand(body, &part.of);
                if let Some(selector) = &part.selector {
                    self.put(&format!(".{selector}"));
                }
            }
            Operand::Variable(var, offset) => {
                self.put(&self.module.variables[*var].name);
                self.offset(*offset);
            }
            Operand::Function(function) => self.put(&self.module.functions[*function].name),
            Operand::Label(label) => self.put(&body.labels[*label]),
            Operand::Call(call) => self.call(body, call),
        }
    }

    fn register(&mut self, body: &Body, register: Reg) {
        let (group, number, element) = body.place_of(register);
        self.put(&group.name);
        if let Some(number) = number {
            self.number(number);
        }
        self.put(element);
    }

    fn vector(&mut self, body: &Body, elements: &[Operand]) {
        self.put("{");
        self.separated(elements, |printer, element| printer.operand(body, element));
        self.put("}");
    }

    fn texture(&mut self, body: &Body, texture: &Texture) {
        self.put("[");
        self.address(body, Address { base: texture.image, offset: 0 });
        self.put(", ");
        if let Some(sampler) = texture.sampler {
            self.address(body, Address { base: sampler, offset: 0 });
            self.put(", ");
        }
        match texture.coordinates.as_slice() {
            [one] if !texture.braces => self.operand(body, one),
            all => self.vector(body, all),
        }
        self.put("]");
    }

    fn address(&mut self, body: &Body, address: Address) {
        match address.base {
            Base::Register(register) => self.register(body, register),
            Base::Variable(var) => self.put(&self.module.variables[var].name),
            Base::Zero => return self.number(address.offset),
        }
        self.offset(address.offset);
    }

    fn offset(&mut self, offset: i64) {
        // A difference is not in the grammar: the sum of a negative number is.
        if offset != 0 {
            self.put("+");
            self.number(offset);
        }
    }

    fn call(&mut self, body: &Body, call: &Call) {
        if !call.returns.is_empty() {
            self.put("(");
            self.separated(&call.returns, |printer, operand| printer.operand(body, operand));
            self.put("), ");
        }
        match call.callee {
            Callee::Function(function) => self.put(&self.module.functions[function].name),
            Callee::Register(register) => self.register(body, register),
        }
        if !call.arguments.is_empty() || call.prototype.is_some() {
            self.put(", (");
            self.separated(&call.arguments, |printer, operand| printer.operand(body, operand));
            self.put(")");
        }
        if let Some(prototype) = call.prototype {
            self.put(&format!(", {}", body.labels[prototype]));
        }
    }
}
