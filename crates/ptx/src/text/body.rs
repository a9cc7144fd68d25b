//! Statements of a function.

use diag::{Diagnostic, Span, suggest};
use smallvec::SmallVec;

use super::StatementSpans;
use super::cursor::{Failed, Parser, Read};
use super::declare::Declared;
use super::lexer::Kind;
use super::scopes::Local;
use crate::codes;
use crate::module::{Label, Operand, Prototype, Statement};

/// Deepest nesting of braces in a function. The parser recurses for each, so the limit keeps a hostile text from
/// exhausting the stack; compilers nest a few levels.
const MAX_BRACE_DEPTH: usize = 64;

impl Parser<'_> {
    /// Statements up to the brace that ends the function.
    pub(super) fn statements(&mut self) {
        let outside = self.scopes.depth();
        self.scopes.open();
        loop {
            self.statement_comments();
            if self.at_end() || (self.is_mark(b'}') && self.scopes.depth() == outside + 1) {
                break;
            }
            let start = self.position();
            if self.statement().is_err() && !self.is_past_semicolon(start) {
                self.recover_statement();
            }
        }
        while self.scopes.depth() > outside {
            self.scopes.close();
        }
    }

    fn statement_comments(&mut self) {
        for comment in self.comments() {
            self.push(Statement::Comment(comment), StatementSpans::default());
        }
    }

    /// After a mistake: on after the `;`, unless braces come first, which may be those of a scope or of a vector.
    fn recover_statement(&mut self) {
        loop {
            self.recover();
            if !self.is_mark(b'{') {
                return;
            }
            self.advance();
            self.recover();
            if self.is_mark(b'}') && self.scopes.depth() > 0 {
                self.advance();
            } else {
                return;
            }
        }
    }

    pub(super) fn push(&mut self, statement: Statement, spans: StatementSpans) {
        self.body.statements.push(statement);
        self.spans.statements.push(spans);
    }

    fn push_at(&mut self, statement: Statement, head: Span) {
        self.push(statement, StatementSpans { head, operands: SmallVec::new() });
    }

    fn statement(&mut self) -> Read<()> {
        let token = self.peek();
        let text = self.peek_text();
        match token.kind {
            Kind::Mark(b'{') => {
                if self.scopes.depth() > MAX_BRACE_DEPTH {
                    self.error(
                        codes::LIMIT,
                        token.span(),
                        format!("braces deeper than {MAX_BRACE_DEPTH}"),
                        "",
                    );
                    // Whatever is deeper is not read.
                    while !self.at_end() {
                        self.advance();
                    }
                    return Err(Failed);
                }
                self.advance();
                self.scopes.open();
                self.push_at(Statement::Open, token.span());
                Ok(())
            }
            Kind::Mark(b'}') => {
                self.advance();
                self.scopes.close();
                self.push_at(Statement::Close, token.span());
                Ok(())
            }
            Kind::Mark(b';') => {
                self.advance();
                Ok(())
            }
            Kind::Dotted => self.directive(text, token.span()),
            Kind::Word if self.peek_after(1).kind == Kind::Mark(b':') => self.label(),
            Kind::Word | Kind::Mark(b'@') => self.instruction(),
            _ => {
                let failed = self.unexpected("an instruction, a label or a declaration");
                self.advance();
                Err(failed)
            }
        }
    }

    fn directive(&mut self, text: &str, span: Span) -> Read<()> {
        match text {
            ".reg" => {
                let statement = self.registers()?;
                self.push_at(statement, span);
                Ok(())
            }
            ".shared" | ".local" | ".param" | ".global" | ".const" => self.local_variable(span),
            ".loc" => {
                self.advance();
                let loc = self.loc_numbers()?;
                self.push_at(Statement::Loc(loc), span);
                Ok(())
            }
            ".pragma" => {
                self.advance();
                let text = self.quoted("a text in quotes")?;
                self.expect(b';', "after `.pragma`")?;
                self.push_at(Statement::Pragma(text), span);
                Ok(())
            }
            _ => {
                let mut diagnostic = Diagnostic::error(
                    codes::DIRECTIVE,
                    format!("no directive `{text}` stands in a function"),
                )
                .at(span, "");
                // Only what may be in a function is suggested.
                let known = [".reg", ".shared", ".local", ".param", ".global", ".const", ".loc", ".pragma"];
                if let Some(help) = suggest::did_you_mean(text, known) {
                    diagnostic = diagnostic.help(help);
                }
                self.report(diagnostic);
                self.advance();
                Err(Failed)
            }
        }
    }

    /// `.local .b32 a, b;` declares two of one kind.
    fn local_variable(&mut self, head: Span) -> Read<()> {
        let declared = self.variable(None)?;
        let like = declared.variable.unnamed();
        self.add_local(declared, head);
        while self.eat(b',') {
            let declared = self.variable_named(like.clone())?;
            self.add_local(declared, head);
        }
        self.expect(b';', "after a variable").map(|_| ())
    }

    fn add_local(&mut self, declared: Declared, head: Span) {
        let Declared { variable, span } = declared;
        let name = variable.name.clone();
        let var = self.module.variables.push(variable);
        self.map.variables[var] = span;
        if !self.scopes.declare(&name, Local::Variable(var)) {
            self.error(codes::REDECLARED, span, format!("`{name}` is declared twice"), "");
        }
        self.push_at(Statement::Variable(var), head);
    }

    /// `name:`, and what follows it when the label is of a list or prototype.
    fn label(&mut self) -> Read<()> {
        let (name, span) = self.word("a label")?;
        self.expect(b':', "after a label")?;
        let label = self.body.labels.push(name.to_owned());
        if !self.scopes.declare_label(name, label) {
            self.error(codes::REDECLARED, span, format!("the label `{name}` is declared twice"), "");
        }
        let statement = match self.peek_text() {
            ".branchtargets" => self.branch_targets(label)?,
            ".calltargets" => self.call_targets(label)?,
            ".callprototype" => self.prototype(label)?,
            _ => Statement::Label(label),
        };
        self.push_at(statement, span);
        Ok(())
    }

    fn branch_targets(&mut self, label: Label) -> Read<Statement> {
        self.advance();
        let mut targets = Vec::new();
        loop {
            let (name, span) = self.word("a label")?;
            targets.push(self.scopes.use_label(name, span));
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b';', "after the targets")?;
        Ok(Statement::BranchTargets(label, targets))
    }

    fn call_targets(&mut self, label: Label) -> Read<Statement> {
        self.advance();
        let mut targets = Vec::new();
        loop {
            targets.push(self.word("the name of a function")?.0.to_owned());
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b';', "after the targets")?;
        Ok(Statement::CallTargets(label, targets))
    }

    fn prototype(&mut self, label: Label) -> Read<Statement> {
        self.advance();
        let returns = if self.is_mark(b'(') { self.prototype_parameters()? } else { Vec::new() };
        self.word("`_`")?;
        let params = if self.is_mark(b'(') { self.prototype_parameters()? } else { Vec::new() };
        let directives = self.directives()?;
        self.expect(b';', "after the prototype")?;
        Ok(Statement::Prototype(label, Box::new(Prototype { returns, params, directives })))
    }

    /// Replaces the numbers of uses by the labels that they mean.
    pub(super) fn resolve_labels(&mut self) {
        let uses = std::mem::take(&mut self.scopes.uses);
        let mut found = Vec::with_capacity(uses.len());
        for (scope, name, span) in &uses {
            let label = self.scopes.label(*scope, name);
            if label.is_none() {
                let known: Vec<&str> = self.body.labels.values().map(String::as_str).collect();
                let mut diagnostic = Diagnostic::error(codes::UNDECLARED, format!("no label `{name}`"))
                    .at(*span, "not in this or an outer scope");
                if let Some(help) = suggest::did_you_mean(name, known) {
                    diagnostic = diagnostic.help(help);
                }
                self.report(diagnostic);
            }
            // A new label keeps the module valid after the error.
            found.push(label.unwrap_or_else(|| self.body.labels.push(name.clone())));
        }
        for statement in &mut self.body.statements {
            resolve(statement, &found);
        }
    }
}

fn resolve(statement: &mut Statement, found: &[Label]) {
    let resolve_one = |label: &mut Label| *label = found[label.as_u32() as usize];
    match statement {
        Statement::BranchTargets(_, targets) => targets.iter_mut().for_each(resolve_one),
        Statement::Instruction(instruction) => {
            for operand in &mut instruction.operands {
                match operand {
                    Operand::Label(label) => resolve_one(label),
                    Operand::Call(call) => call.prototype.iter_mut().for_each(resolve_one),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}
