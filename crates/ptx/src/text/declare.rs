//! Variables, parameters and registers.

use diag::{Diagnostic, Span, suggest};

use super::cursor::{Failed, Parser, Read};
use super::lexer::Kind;
use super::scopes::{Local, Range};
use crate::codes;
use crate::module::{Immediate, Init, Linkage, Pointer, Reg, Space, Statement, Var, Variable};
use crate::types::Type;

/// Registers that a function may declare. `.reg .b32 %r<N>` is a short text: a limit bounds the memory that it can ask
/// for. Compilers declare thousands.
const MOST_REGISTERS: u64 = 1 << 22;
/// Depth of an initial value in braces. The parser recurses for each level; an array has at most a few dimensions.
const DEEPEST_INIT: usize = 16;

/// A variable with the place of its name.
pub(super) struct Declared {
    pub(super) variable: Variable,
    pub(super) span: Span,
}

impl Space {
    /// The space of a directive.
    fn named(text: &str) -> Option<Space> {
        Some(match text {
            ".reg" => Space::Reg,
            ".param" => Space::Param,
            ".shared" => Space::Shared,
            ".global" => Space::Global,
            ".const" => Space::Const,
            ".local" => Space::Local,
            ".tex" => Space::Tex,
            _ => return None,
        })
    }
}

impl Parser<'_> {
    /// `.global .align 4 .b8 name[8] = {..}`, up to what follows.
    pub(super) fn variable(&mut self, linkage: Option<Linkage>) -> Read<Declared> {
        let variable = self.variable_head(linkage)?;
        self.variable_named(variable)
    }

    /// The name and what follows it: `name[8] = {..}`.
    pub(super) fn variable_named(&mut self, mut variable: Variable) -> Read<Declared> {
        let (name, span) = self.word("the name of the variable")?;
        variable.name = name.to_owned();
        variable.dims = self.dims()?;
        if self.eat(b'=') {
            variable.init = Some(self.init(0)?);
        }
        Ok(Declared { variable, span })
    }

    /// Everything before the name.
    fn variable_head(&mut self, linkage: Option<Linkage>) -> Read<Variable> {
        let Some(space) = Space::named(self.peek_text()) else {
            return Err(self.unexpected("a memory space"));
        };
        self.advance();
        let mut variable = Variable {
            linkage,
            space,
            align: None,
            attributes: Vec::new(),
            pointer: None,
            vector: None,
            of: Type::B8,
            name: String::new(),
            dims: Vec::new(),
            init: None,
        };
        let mut typed = false;
        while self.peek().kind == Kind::Dotted {
            let token = self.peek();
            let text = self.peek_text();
            self.advance();
            match text {
                // `ptxas` takes these in any order.
                ".align" => variable.align = Some(self.alignment()?),
                ".ptr" => variable.pointer = Some(self.pointer()?),
                ".v2" => variable.vector = Some(2),
                ".v4" => variable.vector = Some(4),
                ".attribute" => variable.attributes.push(self.attribute()?),
                _ => match Type::named(&text[1..]) {
                    Some(of) => {
                        variable.of = of;
                        typed = true;
                    }
                    None => return Err(self.no_type(text, token.span())),
                },
            }
        }
        if typed { Ok(variable) } else { Err(self.unexpected("a type such as `.b32`")) }
    }

    fn no_type(&mut self, text: &str, span: Span) -> Failed {
        let mut diagnostic = Diagnostic::error(codes::DIRECTIVE, format!("`{text}` is no type")).at(span, "");
        let known: Vec<String> = Type::ALL.iter().map(|of| format!(".{of}")).collect();
        if let Some(help) = suggest::did_you_mean(text, known.iter().map(String::as_str)) {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
        Failed
    }

    fn alignment(&mut self) -> Read<u32> {
        let span = self.peek().span();
        let align = self.integer("an alignment")?;
        let valid = u32::try_from(align).ok().filter(|align| align.is_power_of_two());
        valid.ok_or_else(|| {
            self.error(
                codes::DECLARATION,
                span,
                format!("an alignment of {align} bytes"),
                "it must be a power of two",
            )
        })
    }

    pub(super) fn attribute(&mut self) -> Read<String> {
        self.expect(b'(', "after `.attribute`")?;
        let token = self.advance();
        let mut text = self.text_of(token).to_owned();
        if self.eat(b'(') {
            let low = self.integer("a number")?;
            self.expect(b',', "and a second number")?;
            let high = self.integer("a number")?;
            self.expect(b')', "after the numbers")?;
            text = format!("{text}({low}, {high})");
        }
        self.expect(b')', "after the attribute")?;
        Ok(text)
    }

    /// Reads the text after `.ptr`.
    fn pointer(&mut self) -> Read<Pointer> {
        let space = Space::named(self.peek_text());
        if space.is_some() {
            self.advance();
        }
        let align = if self.eat_dotted(".align") { Some(self.alignment()?) } else { None };
        Ok(Pointer { space, align })
    }

    pub(super) fn dims(&mut self) -> Read<Vec<Option<u64>>> {
        let mut dims = Vec::new();
        while self.eat(b'[') {
            if self.eat(b']') {
                dims.push(None);
                continue;
            }
            let span = self.peek().span();
            let length = self.integer("a length")?;
            let length = u64::try_from(length).ok();
            if length.is_none() {
                return Err(self.error(codes::DECLARATION, span, "a length is not negative", ""));
            }
            dims.push(length);
            self.expect(b']', "after a length")?;
        }
        Ok(dims)
    }

    fn init(&mut self, depth: usize) -> Read<Init> {
        if depth > DEEPEST_INIT {
            let span = self.peek().span();
            return Err(self.error(codes::LIMIT, span, format!("braces deeper than {DEEPEST_INIT}"), ""));
        }
        if !self.eat(b'{') {
            return self.init_value();
        }
        if self.peek().kind == Kind::Word && self.peek_after(1).kind == Kind::Mark(b'=') {
            return self.init_fields();
        }
        let mut values = Vec::new();
        while !self.is_mark(b'}') {
            values.push(self.init(depth + 1)?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}', "after the values")?;
        Ok(Init::List(values))
    }

    /// `width = 16, filter_mode = nearest }` of a texture, sampler or surface.
    fn init_fields(&mut self) -> Read<Init> {
        let mut fields = Vec::new();
        while !self.is_mark(b'}') {
            let (name, _) = self.word("the name of a field")?;
            self.expect(b'=', "after the name of a field")?;
            let value = if self.peek().kind == Kind::Word {
                self.word("a value")?.0.to_owned()
            } else {
                self.integer("a value")?.to_string()
            };
            fields.push((name.to_owned(), value));
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}', "after the fields")?;
        Ok(Init::Fields(fields))
    }

    fn init_value(&mut self) -> Read<Init> {
        let token = self.peek();
        if token.kind == Kind::Word {
            self.advance();
            return self.init_symbol(token, None);
        }
        let value = self.immediate("a value")?;
        match value {
            Immediate::Int(mask) if self.eat(b'(') => {
                let token = self.advance();
                let init = self.init_symbol(token, Some(mask as u64))?;
                self.expect(b')', "after the name")?;
                Ok(init)
            }
            _ => Ok(Init::Value(value)),
        }
    }

    fn init_symbol(&mut self, token: super::lexer::Token, mask: Option<u64>) -> Read<Init> {
        let mut name = self.text_of(token).to_owned();
        let generic = name == "generic" && self.eat(b'(');
        if generic {
            name = self.word("the name of a variable")?.0.to_owned();
            self.expect(b')', "after the name")?;
        }
        let offset = self.plus()?;
        Ok(Init::Symbol { name, offset, generic, mask })
    }

    /// `+4`, `-4`, `+-4` or nothing.
    pub(super) fn plus(&mut self) -> Read<i64> {
        if self.eat(b'+') {
            return self.integer("a number of bytes");
        }
        if self.is_mark(b'-') { self.integer("a number of bytes") } else { Ok(0) }
    }

    /// `(.param .b64 a, ..)`, declared in the scope of the function.
    pub(super) fn parameters(&mut self, registers: &mut Vec<(Var, Reg)>) -> Read<Vec<Var>> {
        let mut found = Vec::new();
        self.expect(b'(', "before parameters")?;
        while !self.is_mark(b')') {
            let declared = self.variable(None)?;
            found.push(self.add_parameter(declared, registers)?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')', "after the parameters")?;
        Ok(found)
    }

    fn add_parameter(&mut self, declared: Declared, registers: &mut Vec<(Var, Reg)>) -> Read<Var> {
        let Declared { variable, span } = declared;
        let (name, space, of, vector) = (variable.name.clone(), variable.space, variable.of, variable.vector);
        let var = self.module.variables.push(variable);
        self.map.variables[var] = span;
        let local = if space == Space::Reg {
            let group = self.body.declare(of, vector, name.clone(), None);
            let register = self.body.groups[group].first;
            registers.push((var, register));
            Local::Register(register)
        } else {
            Local::Variable(var)
        };
        if self.scopes.declare(&name, local) {
            Ok(var)
        } else {
            Err(self.error(codes::REDECLARED, span, format!("`{name}` is declared twice"), ""))
        }
    }

    /// `.callprototype`'s parameters, whose names mean nothing.
    pub(super) fn prototype_parameters(&mut self) -> Read<Vec<Variable>> {
        let mut found = Vec::new();
        self.expect(b'(', "before parameters")?;
        while !self.is_mark(b')') {
            let declared = self.variable(None)?;
            found.push(declared.variable);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')', "after the parameters")?;
        Ok(found)
    }

    /// `.reg .b32 %r<8>, %x;`
    pub(super) fn registers(&mut self) -> Read<Statement> {
        let head = self.variable_head_of_registers()?;
        let first = self.body.groups.len();
        loop {
            self.register_group(&head)?;
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b';', "after the registers")?;
        Ok(Statement::Registers(first..self.body.groups.len()))
    }

    fn variable_head_of_registers(&mut self) -> Read<Variable> {
        let head = self.variable_head(None)?;
        if head.of.is_register() {
            return Ok(head);
        }
        let span = Span::point(self.last_end());
        Err(self.error(codes::DECLARATION, span, format!("registers cannot have the type .{}", head.of), ""))
    }

    fn register_group(&mut self, head: &Variable) -> Read<()> {
        let (name, span) = self.word("the name of a register")?;
        let count = if self.eat(b'<') {
            let count = self.integer("how many")?;
            self.expect(b'>', "after the number of registers")?;
            Some(u64::try_from(count).unwrap_or(u64::MAX))
        } else {
            None
        };
        let width = head.vector.unwrap_or(1);
        let registers = count.unwrap_or(1).saturating_mul(u64::from(width));
        // Counted before anything is allocated: `<N>` is a short text.
        let total = (self.body.register_count() as u64).saturating_add(registers);
        if total > MOST_REGISTERS {
            let label = format!("a function may have {MOST_REGISTERS}");
            return Err(self.error(codes::LIMIT, span, "too many registers", &label));
        }
        let count = count.map(|count| count as u32);
        let group = self.body.declare(head.of, head.vector, name.to_owned(), count);
        let first = self.body.groups[group].first;
        let new = match count {
            Some(count) => self.scopes.declare_range(name, Range { count, first, width }),
            None => self.scopes.declare(name, Local::Register(first)),
        };
        if new {
            Ok(())
        } else {
            Err(self.error(codes::REDECLARED, span, format!("`{name}` is declared twice"), ""))
        }
    }
}
