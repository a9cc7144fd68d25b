//! Operands.

use diag::{Diagnostic, Span, suggest};

use super::cursor::{Failed, Global, Parser, Read, shortened};
use super::lexer::Kind;
use super::scopes::Local;
use crate::codes;
use crate::module::{Address, Base, COMPONENTS, Call, Callee, Immediate, Operand, Part, Reg, Texture};
use crate::special::Special;

/// Elements that a vector or a list of coordinates may have. Twice the longest vector, 128 registers of `wgmma` and
/// `tcgen05.ld`.
const MOST_ELEMENTS: usize = 256;
/// Depth of parentheses in a constant expression. The parser recurses for each level; compilers write a few.
const DEEPEST_EXPRESSION: usize = 32;

impl Parser<'_> {
    /// One operand that is neither a label nor a call.
    pub(super) fn operand(&mut self) -> Read<Operand> {
        let first = self.simple_operand()?;
        if !self.eat(b'|') {
            return Ok(first);
        }
        let second = self.simple_operand()?;
        Ok(Operand::Pair(Box::new((first, second))))
    }

    /// An operand of a video instruction: `-r.h0`.
    pub(super) fn part_operand(&mut self) -> Read<Operand> {
        let negated = self.is_mark(b'-') && self.peek_after(1).kind == Kind::Word;
        if negated {
            self.advance();
        }
        let of = self.simple_operand()?;
        let follows = self.peek();
        let touches = follows.kind == Kind::Dotted && follows.start == self.last_end();
        let selector = if touches { self.selector()? } else { None };
        if !negated && selector.is_none() {
            return Ok(of);
        }
        Ok(Operand::Part(Box::new(Part { of, negated, selector })))
    }

    /// `.b3210`: bytes or halves by their numbers.
    fn selector(&mut self) -> Read<Option<String>> {
        let token = self.advance();
        let text = &self.text_of(token)[1..];
        let digits = text.strip_prefix(['b', 'h']).unwrap_or_default();
        if (1..=4).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Ok(Some(text.to_owned()));
        }
        let message = format!("a register has no part `.{}`", shortened(text));
        Err(self.error(codes::RANGE, token.span(), message, "parts are `.b0` to `.b3`, `.h0` and `.h1`"))
    }

    /// `[texture, {x, y}]`, `[surface, x]`, `[texture, sampler, {x, y}]`; without coordinates an address.
    pub(super) fn texture_operand(&mut self) -> Read<Operand> {
        if !self.is_mark(b'[') {
            return self.operand();
        }
        self.advance();
        let address = self.address()?;
        if !self.eat(b',') {
            self.expect(b']', "after the address")?;
            return Ok(Operand::Address(address));
        }
        let image = self.handle(address)?;
        let mut braces = self.is_mark(b'{');
        let span = self.peek().span();
        let mut place = self.simple_operand()?;
        let sampler = if self.eat(b',') {
            let sampler = match place {
                Operand::Register(register) => Base::Register(register),
                Operand::Variable(variable, 0) => Base::Variable(variable),
                _ => {
                    return Err(self.error(codes::SYNTAX, span, "a sampler is a variable or a register", ""));
                }
            };
            braces = self.is_mark(b'{');
            place = self.simple_operand()?;
            Some(sampler)
        } else {
            None
        };
        self.expect(b']', "after the coordinates")?;
        let coordinates = match place {
            Operand::Vector(elements) => elements,
            one => vec![one],
        };
        // Kept, so that the text is printed as it was.
        let braces = braces || coordinates.len() != 1;
        Ok(Operand::Texture(Box::new(Texture { image, sampler, coordinates, braces })))
    }

    /// A texture or surface by its name or in a register, with nothing added.
    fn handle(&mut self, address: Address) -> Read<Base> {
        if address.offset == 0 && address.base != Base::Zero {
            return Ok(address.base);
        }
        let span = Span::point(self.last_end());
        let message = "a texture or surface is named by a variable or a register alone";
        Err(self.error(codes::ADDRESS, span, message, "nothing is added to it"))
    }

    fn simple_operand(&mut self) -> Read<Operand> {
        let token = self.peek();
        match token.kind {
            Kind::Mark(b'[') => self.address_operand(),
            Kind::Mark(b'{') => self.vector(),
            Kind::Mark(b'!') => {
                self.advance();
                self.register("a predicate").map(Operand::Not)
            }
            Kind::Word if self.peek_text() == "_" => {
                self.advance();
                Ok(Operand::Sink)
            }
            Kind::Word => self.named(),
            _ => self.immediate("an operand").map(Operand::Immediate),
        }
    }

    fn vector(&mut self) -> Read<Operand> {
        self.advance();
        let elements = self.elements()?;
        Ok(Operand::Vector(elements))
    }

    /// Elements up to the closing brace.
    fn elements(&mut self) -> Read<Vec<Operand>> {
        let (mut elements, mut wrong) = (Vec::new(), None);
        while !self.is_mark(b'}') {
            let span = self.peek().span();
            if elements.len() == MOST_ELEMENTS {
                return Err(self.error(
                    codes::LIMIT,
                    span,
                    format!("a vector of more than {MOST_ELEMENTS} elements"),
                    "",
                ));
            }
            // Refused before it is read, so that nesting cannot exhaust the stack.
            if matches!(self.peek().kind, Kind::Mark(b'{' | b'[')) {
                return Err(self.unexpected("an element"));
            }
            let element = self.simple_operand()?;
            if matches!(element, Operand::Vector(_)) {
                wrong.get_or_insert(span);
            }
            elements.push(element);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}', "after the elements")?;
        match wrong {
            None => Ok(elements),
            Some(span) => {
                let label = "name its elements: `.x`, `.y`";
                Err(self.error(codes::SYNTAX, span, "a vector is no element of a vector", label))
            }
        }
    }

    /// `[a+4]`, or `[map, {c, ..}]`.
    fn address_operand(&mut self) -> Read<Operand> {
        self.advance();
        let address = self.address()?;
        if !self.eat(b',') {
            self.expect(b']', "after the address")?;
            return Ok(Operand::Address(address));
        }
        self.expect(b'{', "before coordinates")?;
        let coordinates = self.elements()?;
        self.expect(b']', "after the coordinates")?;
        Ok(Operand::Tensor(Box::new((address, coordinates))))
    }

    fn address(&mut self) -> Read<Address> {
        if self.peek().kind != Kind::Word {
            let Immediate::Int(offset) = self.immediate("an address")? else {
                let span = self.peek().span();
                return Err(self.error(codes::SYNTAX, span, "an address is a whole number", ""));
            };
            return Ok(Address { base: Base::Zero, offset });
        }
        let span = self.peek().span();
        let base = match self.named()? {
            Operand::Register(register) => Base::Register(register),
            Operand::Variable(variable, offset) => {
                return Ok(Address { base: Base::Variable(variable), offset });
            }
            _ => {
                return Err(self.error(
                    codes::SYNTAX,
                    span,
                    "an address begins with a register or a variable",
                    "",
                ));
            }
        };
        Ok(Address { base, offset: self.plus()? })
    }

    /// Reads an operand that begins with a name.
    fn named(&mut self) -> Read<Operand> {
        let (name, span) = self.word("a name")?;
        // `%tid.x` is one name.
        let follows = self.peek();
        if follows.kind == Kind::Dotted && follows.start == span.end {
            let whole = format!("{name}{}", self.peek_text());
            if let Some(special) = Special::named(&whole) {
                self.advance();
                return Ok(Operand::Special(special));
            }
        }
        if let Some(local) = self.scopes.find(name) {
            return match local {
                Local::Register(register) => self.component(register, span),
                Local::Variable(variable) => Ok(Operand::Variable(variable, self.plus()?)),
            };
        }
        match self.globals.get(name).copied() {
            Some(Global::Variable(variable)) => Ok(Operand::Variable(variable, self.plus()?)),
            Some(Global::Function(function)) => Ok(Operand::Function(function)),
            None => Special::named(name).map(Operand::Special).ok_or_else(|| self.undeclared(name, span)),
        }
    }

    /// A register; of a vector register the element that follows, `.x`, or all of them.
    fn component(&mut self, register: Reg, span: Span) -> Read<Operand> {
        let Some(count) = self.body.group(register).vector else { return Ok(Operand::Register(register)) };
        let element = |index: u32| Operand::Register(Reg::from_u32(register.as_u32() + index));
        let follows = self.peek();
        if follows.kind != Kind::Dotted || follows.start != span.end {
            return Ok(Operand::Vector((0..count).map(element).collect()));
        }
        let text = self.peek_text();
        let named = |names: [&str; 4]| names.into_iter().position(|name| name == text);
        let found = named(COMPONENTS).or_else(|| named([".r", ".g", ".b", ".a"]));
        let Some(index) = found.map(|index| index as u32).filter(|&index| index < count) else {
            let message = format!("a vector of {count} elements has no `{text}`");
            let label = format!("its elements are {}", COMPONENTS[..count.min(4) as usize].join(", "));
            return Err(self.error(codes::RANGE, follows.span(), message, &label));
        };
        self.advance();
        Ok(element(index))
    }

    fn undeclared(&mut self, name: &str, span: Span) -> Failed {
        if name.strip_prefix("%pm").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            let message = format!("`{}` is not covered: counters of performance", shortened(name));
            return self.error(codes::NOT_COVERED, span, message, "");
        }
        let mut diagnostic =
            Diagnostic::error(codes::UNDECLARED, format!("`{name}` is not declared")).at(span, "");
        let mut known: Vec<&str> = self.scopes.names().collect();
        known.extend(Special::all().map(|special| -> &str { special.text() }));
        let help = suggest::did_you_mean(name, known);
        diagnostic =
            diagnostic.help(help.unwrap_or_else(|| format!("declare it above, as in `.reg .b32 {name};`")));
        self.report(diagnostic);
        Failed
    }

    pub(super) fn register(&mut self, what: &str) -> Read<Reg> {
        let span = self.peek().span();
        if self.peek().kind != Kind::Word {
            return Err(self.unexpected(what));
        }
        match self.named()? {
            Operand::Register(register) => Ok(register),
            _ => Err(self.error(codes::SYNTAX, span, format!("expected {what}"), "this is no register")),
        }
    }

    /// A constant, or an expression of constants.
    pub(super) fn immediate(&mut self, what: &str) -> Read<Immediate> {
        self.expression(what, 0, 0)
    }

    /// Binary operators by climbing: `level` is the loosest that may still follow.
    fn expression(&mut self, what: &str, level: usize, depth: usize) -> Read<Immediate> {
        let mut left = self.constant(what, depth)?;
        while let Some((operator, binds)) = self.operator().filter(|&(_, binds)| binds >= level) {
            let span = self.peek().span();
            self.advance();
            if matches!(operator, b'L' | b'R') {
                self.advance();
            }
            let right = self.expression("a constant", binds + 1, depth + 1)?;
            let (Immediate::Int(a), Immediate::Int(b)) = (left, right) else {
                return Err(self.error(codes::SYNTAX, span, "constants are computed from whole numbers", ""));
            };
            left = match compute(operator, a, b) {
                Some(value) => Immediate::Int(value),
                None => return Err(self.error(codes::RANGE, span, "division by zero", "")),
            };
        }
        Ok(left)
    }

    /// The binary operator that follows, and how tightly it binds; `L` and `R` are shifts.
    fn operator(&self) -> Option<(u8, usize)> {
        let Kind::Mark(mark) = self.peek().kind else { return None };
        let doubled = self.peek_after(1).kind == Kind::Mark(mark);
        Some(match mark {
            b'*' | b'/' | b'%' => (mark, 5),
            b'+' | b'-' => (mark, 4),
            b'<' if doubled => (b'L', 3),
            b'>' if doubled => (b'R', 3),
            b'&' if !doubled => (mark, 2),
            b'^' => (mark, 1),
            _ => return None,
        })
    }

    fn constant(&mut self, what: &str, depth: usize) -> Read<Immediate> {
        let token = self.peek();
        if depth > DEEPEST_EXPRESSION {
            return Err(self.error(codes::LIMIT, token.span(), "a constant of too many parts", ""));
        }
        match token.kind {
            Kind::Number(value) => {
                self.advance();
                Ok(value)
            }
            Kind::Mark(b'-' | b'+' | b'~' | b'!') => {
                self.advance();
                let value = self.constant("a number", depth + 1)?;
                Ok(signed(self.text_of(token), value))
            }
            Kind::Mark(b'(') => {
                self.advance();
                let value = self.expression("a number", 0, depth + 1)?;
                self.expect(b')', "after a constant")?;
                Ok(value)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// Everything after `call`.
    pub(super) fn call(&mut self) -> Read<Call> {
        let returns = if self.is_mark(b'(') {
            let returns = self.call_list()?;
            self.expect(b',', "and who is called")?;
            returns
        } else {
            Vec::new()
        };
        let span = self.peek().span();
        let callee = match self.named()? {
            Operand::Function(function) => Callee::Function(function),
            Operand::Register(register) => Callee::Register(register),
            _ => {
                return Err(self.error(
                    codes::CALL,
                    span,
                    "expected a function, or a register with its address",
                    "",
                ));
            }
        };
        let mut call = Call { returns, callee, arguments: Vec::new(), prototype: None };
        if self.eat(b',') {
            if self.is_mark(b'(') {
                call.arguments = self.call_list()?;
                if !self.eat(b',') {
                    return Ok(call);
                }
            }
            let (name, span) = self.word("a prototype")?;
            // The label of a prototype or of a list of targets, which may come later in the text.
            call.prototype = Some(self.scopes.use_label(name, span));
        }
        Ok(call)
    }

    fn call_list(&mut self) -> Read<Vec<Operand>> {
        self.expect(b'(', "before a list")?;
        let mut list = Vec::new();
        while !self.is_mark(b')') {
            if list.len() == MOST_ELEMENTS {
                let span = self.peek().span();
                return Err(self.error(
                    codes::LIMIT,
                    span,
                    format!("a list of more than {MOST_ELEMENTS} values"),
                    "",
                ));
            }
            list.push(self.simple_operand()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')', "after a list")?;
        Ok(list)
    }
}

fn signed(sign: &str, value: Immediate) -> Immediate {
    match (sign, value) {
        ("-", Immediate::Int(value)) => Immediate::Int(value.wrapping_neg()),
        ("-", Immediate::F32(bits)) => Immediate::F32(bits ^ (1 << 31)),
        ("-", Immediate::F64(bits)) => Immediate::F64(bits ^ (1 << 63)),
        ("~", Immediate::Int(value)) => Immediate::Int(!value),
        ("!", Immediate::Int(value)) => Immediate::Int(i64::from(value == 0)),
        (_, value) => value,
    }
}

fn compute(operator: u8, a: i64, b: i64) -> Option<i64> {
    Some(match operator {
        b'+' => a.wrapping_add(b),
        b'-' => a.wrapping_sub(b),
        b'*' => a.wrapping_mul(b),
        b'/' => a.checked_div(b)?,
        b'%' => a.checked_rem(b)?,
        b'&' => a & b,
        b'^' => a ^ b,
        b'L' => a.wrapping_shl(b as u32),
        _ => a.wrapping_shr(b as u32),
    })
}
