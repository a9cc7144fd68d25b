//! What stands at the top of a file.

use diag::{Diagnostic, Span, suggest};

use super::cursor::{Failed, Global, Parser, Read};
use super::lexer::Kind;
use crate::codes;
use crate::module::{Directive, DirectiveKind, File, Function, Item, Linkage};
use crate::target::{Target, Version};

/// What a line at the top of a file may begin with.
const HEADS: [&str; 20] = [
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

    fn item_comments(&mut self) {
        let comments = self.comments();
        self.module.items.extend(comments.into_iter().map(Item::Comment));
    }

    /// Goes on at the next line that begins like an item.
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

    /// `.version`, `.target` and `.address_size`, in this order.
    fn header(&mut self) {
        self.item_comments();
        let start = self.peek().start;
        if self.header_lines().is_err() {
            self.recover_header();
        }
        self.map.header = Span::new(start, self.last_end().max(start));
    }

    /// Goes on at the next directive that is not of the header.
    fn recover_header(&mut self) {
        while !self.at_end() && !HEADS[3..].contains(&self.peek_text()) {
            self.advance();
        }
    }

    fn header_lines(&mut self) -> Read<()> {
        if !self.eat_dotted(".version") {
            return Err(self.missing_header(".version"));
        }
        self.version()?;
        self.item_comments();
        if !self.eat_dotted(".target") {
            return Err(self.missing_header(".target"));
        }
        self.target()?;
        self.item_comments();
        if self.eat_dotted(".address_size") {
            let start = self.peek().span();
            let size = self.integer("32 or 64")?;
            if size != 32 && size != 64 {
                return Err(self.error(
                    codes::DIRECTIVE,
                    start,
                    format!("addresses of {size} bits"),
                    "32 or 64",
                ));
            }
            self.module.address_size = size as u32;
        } else {
            self.module.address_size = 32;
        }
        Ok(())
    }

    fn missing_header(&mut self, wanted: &str) -> Failed {
        let span = self.peek().span();
        let message =
            format!("a file of PTX begins with `.version` and `.target`; `{wanted}` is missing here");
        let help = suggest::did_you_mean(self.peek_text(), [wanted]).unwrap_or_else(|| {
            "begin with lines like `.version 8.0`, `.target sm_80` and `.address_size 64`".to_owned()
        });
        self.report(Diagnostic::error(codes::DIRECTIVE, message).at(span, "").help(help));
        Failed
    }

    fn version(&mut self) -> Read<()> {
        let token = self.advance();
        let text = self.text_of(token);
        let Some(version) = Version::parse(text) else {
            return Err(self.error(
                codes::DIRECTIVE,
                token.span(),
                "`.version` is two numbers, as in `8.7`",
                "",
            ));
        };
        self.module.version = version;
        if version < Version::OLDEST || version > Version::NEWEST {
            let message = format!("PTX {version} is not known");
            let label = format!("{} to {} are", Version::OLDEST, Version::NEWEST);
            self.error(codes::NEEDS, token.span(), message, &label);
        }
        Ok(())
    }

    fn target(&mut self) -> Read<()> {
        let mut found = false;
        loop {
            let (text, span) = self.word("a target such as `sm_90a`")?;
            match Target::parse(text) {
                Some(target) => {
                    self.module.target = target;
                    found = true;
                    if target.since().is_none() {
                        self.unknown_target(text, span);
                    }
                }
                None if text.starts_with("sm") => self.unknown_target(text, span),
                None => self.module.target_options.push(text.to_owned()),
            }
            if !self.eat(b',') {
                break;
            }
        }
        if found { Ok(()) } else { Err(self.unexpected("a target such as `sm_90a`")) }
    }

    fn unknown_target(&mut self, text: &str, span: Span) {
        let known: Vec<String> = Target::all().map(|target| target.to_string()).collect();
        let message = format!("the target `{text}` is not known");
        self.report(
            Diagnostic::error(codes::NEEDS, message)
                .at(span, "")
                .help(format!("known targets are {}", known.join(", "))),
        );
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
            ".global" | ".const" | ".shared" | ".local" | ".param" => {
                let declared = self.variable(linkage)?;
                self.expect(b';', "after a variable")?;
                self.add_global(declared)
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

    fn add_global(&mut self, declared: super::declare::Declared) -> Read<()> {
        let super::declare::Declared { variable, span } = declared;
        let name = variable.name.clone();
        let var = self.module.variables.push(variable);
        self.map.variables[var] = span;
        self.module.items.push(Item::Variable(var));
        match self.globals.insert(name.clone(), Global::Variable(var)) {
            // A variable may be declared extern before it is defined.
            Some(Global::Variable(before))
                if self.module.variables[before].linkage == Some(Linkage::Extern) =>
            {
                Ok(())
            }
            None => Ok(()),
            Some(_) => Err(self.error(codes::REDECLARED, span, format!("`{name}` is declared twice"), "")),
        }
    }

    fn function(&mut self, linkage: Option<Linkage>) -> Read<()> {
        let entry = self.peek_text() == ".entry";
        self.advance();
        self.scopes = super::scopes::Scopes::default();
        self.scopes.open();
        self.body = crate::module::Body::default();
        self.spans = super::FunctionSpans::default();
        let mut register_params = Vec::new();
        let mut directives = self.directives()?;
        let returns =
            if !entry && self.is_mark(b'(') { self.parameters(&mut register_params)? } else { Vec::new() };
        let (name, span) = self.word("the name of the function")?;
        let params = if self.is_mark(b'(') { self.parameters(&mut register_params)? } else { Vec::new() };
        directives.extend(self.directives()?);
        let name = name.to_owned();
        let function = Function {
            linkage,
            entry,
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
        if self.eat(b';') {
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

    /// `.reqntid 128` and others, in any order.
    pub(super) fn directives(&mut self) -> Read<Vec<Directive>> {
        let mut found = Vec::new();
        while self.peek().kind == Kind::Dotted {
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
