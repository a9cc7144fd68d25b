//! Items at the top level of a file.

use diag::{Diagnostic, Span, suggest};

use super::cursor::{Failed, Global, Parser, Read};
use super::lexer::Kind;
use crate::codes;
use crate::module::{Directive, DirectiveKind, File, Function, Item, Linkage, Var};

/// Words with which a line at the top level of a file may begin.
pub(super) const HEADS: [&str; 20] = [
    ".version",
    ".target",
    ".address_size",
    ".extern",
    ".visible",
    ".weak",
    ".common",
    ".entry",
    ".func",
    ".global",
    ".const",
    ".shared",
    ".local",
    ".file",
    ".section",
    ".pragma",
    ".alias",
    ".loc",
    ".reg",
    ".param",
];

impl Parser<'_> {
    pub(super) fn items(&mut self) {
        self.header();
        loop {
            self.item_comments();
            if self.at_end() {
                return;
            }
            let start = self.position();
            if self.item().is_err() && !self.is_past_semicolon(start) {
                self.recover_item();
            }
        }
    }

    pub(super) fn item_comments(&mut self) {
        let comments = self.comments();
        self.module.items.extend(comments.into_iter().map(Item::Comment));
    }

    /// Skips to the next line that begins like an item.
    fn recover_item(&mut self) {
        let mut depth = 0usize;
        while !self.at_end() {
            match self.peek().kind {
                Kind::Mark(b'{') => depth += 1,
                Kind::Mark(b'}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.advance();
                        return;
                    }
                }
                Kind::Mark(b';') if depth == 0 => {
                    self.advance();
                    return;
                }
                Kind::Dotted if depth == 0 && HEADS[3..9].contains(&self.peek_text()) => return,
                _ => {}
            }
            self.advance();
        }
    }

    fn item(&mut self) -> Read<()> {
        let token = self.peek();
        let text = self.text_of(token);
        match text {
            ".file" => self.file(),
            ".section" => self.section(),
            ".pragma" => {
                self.advance();
                let text = self.quoted("a text in quotes")?;
                self.expect(b';', "after `.pragma`")?;
                self.module.items.push(Item::Pragma(text));
                Ok(())
            }
            ".alias" => self.alias(),
            ".loc" => {
                self.advance();
                self.loc_numbers().map(|_| ())
            }
            _ => self.declaration(),
        }
    }

    fn file(&mut self) -> Read<()> {
        self.advance();
        let index = self.integer("the number of the file")?;
        let name = self.quoted("the path of the file")?;
        let stamp = if self.eat(b',') {
            let time = self.integer("the time of the last change")?;
            self.expect(b',', "and the size of the file")?;
            Some((time, self.integer("the size of the file")?))
        } else {
            None
        };
        self.module.items.push(Item::File(File { index, name, stamp }));
        Ok(())
    }

    fn alias(&mut self) -> Read<()> {
        self.advance();
        let (name, _) = self.word("a name")?;
        self.expect(b',', "and what the name stands for")?;
        let (of, span) = self.word("the name of a function")?;
        self.expect(b';', "after `.alias`")?;
        match (self.globals.get(name).copied(), self.globals.get(of)) {
            (Some(Global::Function(_)), Some(Global::Function(_))) => {
                self.module.items.push(Item::Alias(name.to_owned(), of.to_owned()));
                Ok(())
            }
            _ => Err(self.error(
                codes::UNDECLARED,
                span,
                "an alias is of a declared function, for a declared function",
                "",
            )),
        }
    }

    /// A variable or a function.
    fn declaration(&mut self) -> Read<()> {
        let start = self.peek();
        let linkage = self.linkage();
        match self.peek_text() {
            ".entry" | ".func" => self.function(linkage),
            ".global" | ".const" | ".shared" | ".local" | ".param" | ".tex" => self.global_variables(linkage),
            ".reg" => {
                let message = "registers of the whole module are not supported";
                let label = "declare them in the function, and pass values as parameters";
                Err(self.error(codes::NOT_COVERED, start.span(), message, label))
            }
            text => {
                let mut diagnostic = Diagnostic::error(
                    codes::DIRECTIVE,
                    format!(
                        "`{}` begins nothing that stands at the top of a file",
                        super::cursor::shortened(text)
                    ),
                )
                .at(start.span(), "");
                if let Some(help) = suggest::did_you_mean(text, HEADS) {
                    diagnostic = diagnostic.help(help);
                }
                self.report(diagnostic);
                self.advance();
                Err(Failed)
            }
        }
    }

    fn linkage(&mut self) -> Option<Linkage> {
        let linkage = match self.peek_text() {
            ".extern" => Linkage::Extern,
            ".visible" => Linkage::Visible,
            ".weak" => Linkage::Weak,
            ".common" => Linkage::Common,
            _ => return None,
        };
        self.advance();
        Some(linkage)
    }

    /// `.global .b32 a = 1, b[2];` declares two of one kind.
    fn global_variables(&mut self, linkage: Option<Linkage>) -> Read<()> {
        let declared = self.variable(linkage)?;
        let like = declared.variable.unnamed();
        self.add_global(declared)?;
        while self.eat(b',') {
            let declared = self.variable_named(like.clone())?;
            self.add_global(declared)?;
        }
        self.expect(b';', "after a variable").map(|_| ())
    }

    fn add_global(&mut self, declared: super::declare::Declared) -> Read<()> {
        let super::declare::Declared { variable, span } = declared;
        let name = variable.name.clone();
        let var = self.module.variables.push(variable);
        self.map.variables[var] = span;
        self.module.items.push(Item::Variable(var));
        let linkage = self.module.variables[var].linkage;
        match self.globals.get(&name).copied() {
            None => {
                self.globals.insert(name, Global::Variable(var));
                Ok(())
            }
            Some(Global::Variable(before)) => self.again(&name, before, var, linkage, span),
            Some(Global::Function(_)) => Err(self.error(
                codes::REDECLARED,
                span,
                format!("`{name}` is declared twice"),
                "also a function",
            )),
        }
    }

    /// A variable may be declared `.extern` before and after it is defined for all to see.
    fn again(&mut self, name: &str, before: Var, var: Var, linkage: Option<Linkage>, span: Span) -> Read<()> {
        let outside = |linkage| linkage == Some(Linkage::Extern);
        let was = self.module.variables[before].linkage;
        if outside(linkage) && was.is_some() {
            return Ok(());
        }
        if !outside(was) {
            return Err(self.error(codes::REDECLARED, span, format!("`{name}` is declared twice"), ""));
        }
        if linkage.is_none() {
            let message =
                format!("`{name}` is declared `.extern` above, and defined here for this file alone");
            return Err(self.error(codes::REDECLARED, span, message, "write `.visible` in front"));
        }
        self.globals.insert(name.to_owned(), Global::Variable(var));
        Ok(())
    }

    fn function(&mut self, linkage: Option<Linkage>) -> Read<()> {
        let entry = self.peek_text() == ".entry";
        self.advance();
        self.scopes = super::scopes::Scopes::default();
        self.scopes.open();
        self.body = crate::module::Body::default();
        self.spans = super::FunctionSpans::default();
        let mut register_params = Vec::new();
        let attributes = self.attributes()?;
        let returns =
            if !entry && self.is_mark(b'(') { self.parameters(&mut register_params)? } else { Vec::new() };
        let (name, span) = self.word("the name of the function")?;
        let params = if self.is_mark(b'(') { self.parameters(&mut register_params)? } else { Vec::new() };
        let directives = self.directives()?;
        let name = name.to_owned();
        let function = Function {
            linkage,
            entry,
            attributes,
            name: name.clone(),
            returns,
            params,
            register_params,
            directives,
            body: None,
        };
        let id = self.module.functions.push(function);
        self.module.items.push(Item::Function(id));
        self.spans.name = span;
        // Its own name is known inside, for recursion.
        if let Some(Global::Variable(_)) = self.globals.insert(name.clone(), Global::Function(id)) {
            self.error(codes::REDECLARED, span, format!("`{name}` is declared twice"), "also a variable");
        }
        // A prototype needs no `;` when something else begins after it.
        let prototype = !entry && (self.at_end() || self.peek().kind == Kind::Dotted);
        if self.eat(b';') || prototype {
            self.map.functions[id].name = span;
            return Ok(());
        }
        let read = self.function_body();
        self.map.functions[id] = std::mem::take(&mut self.spans);
        self.module.functions[id].body = Some(std::mem::take(&mut self.body));
        read
    }

    fn function_body(&mut self) -> Read<()> {
        self.expect(b'{', "or `;` after the head of a function")?;
        self.statements();
        let closed = self.expect(b'}', "at the end of the function").map(|_| ());
        self.resolve_labels();
        closed
    }

    /// `.attribute(.unified(1, 2))` before the name.
    fn attributes(&mut self) -> Read<Vec<String>> {
        let mut found = Vec::new();
        while self.eat_dotted(".attribute") {
            found.push(self.attribute()?);
        }
        Ok(found)
    }

    /// `.reqntid 128` and others, in any order.
    pub(super) fn directives(&mut self) -> Read<Vec<Directive>> {
        let mut found = Vec::new();
        // Text that follows a prototype without its `;` is not a directive of it.
        let directive = |text: &str| text == ".pragma" || !HEADS[3..].contains(&text);
        while self.peek().kind == Kind::Dotted && directive(self.peek_text()) {
            let token = self.peek();
            let text = self.peek_text();
            if text == ".pragma" {
                self.advance();
                self.quoted("a text in quotes")?;
                self.eat(b';');
                continue;
            }
            let Some(kind) = DirectiveKind::named(&text[1..]) else {
                let mut diagnostic =
                    Diagnostic::error(codes::DIRECTIVE, format!("a function has no directive `{text}`"))
                        .at(token.span(), "");
                let known: Vec<String> = DirectiveKind::ALL.iter().map(|kind| format!(".{kind}")).collect();
                if let Some(help) = suggest::did_you_mean(text, known.iter().map(String::as_str)) {
                    diagnostic = diagnostic.help(help);
                }
                self.report(diagnostic);
                return Err(Failed);
            };
            self.advance();
            found.push(Directive { kind, values: self.directive_values()? });
        }
        Ok(found)
    }

    fn directive_values(&mut self) -> Read<Vec<i64>> {
        let mut values = Vec::new();
        if matches!(self.peek().kind, Kind::Number(_)) {
            values.push(self.integer("a number")?);
            while values.len() < 3 && self.eat(b',') {
                values.push(self.integer("a number")?);
            }
        }
        Ok(values)
    }
}
