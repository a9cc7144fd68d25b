//! Uses of values in operands: their names, and errors about names that do not exist.

use diag::{Diagnostic, Span, suggest};
use smallvec::SmallVec;

use crate::entity::{TypeId, Value};
use crate::level::spec::Field;
use crate::text::lexer::{Kind, Token};
use crate::text::names::Binding;
use crate::text::op::{OpText, Use};
use crate::text::reader::Reader;
use crate::text::sink::Parse;
use crate::text::{TextLevel, code};

impl<'s, L: TextLevel> Reader<'s, L> {
    /// `%name` or `%name#1`, as a use of operand `field`.
    pub fn read_use(&mut self, field: u8) -> Parse<Use<'s>> {
        let token = self.expect(Kind::Value, "SSA operand")?;
        let name = self.name_of(token);
        let mut span = token.span();
        let mut number = 0;
        if self.kind() == Kind::Hash {
            let index = self.bump();
            span = span.to(index.span());
            number = self.group_number(index.span())?;
        }
        let value = self.resolve(name, number, span);
        Ok(Use { field, name, span, value, ty: None })
    }

    fn group_number(&mut self, span: Span) -> Parse<u32> {
        let digits = self.str_of(span).trim_start_matches(['#', ' ', '\t']);
        digits.parse().map_err(|_| {
            self.error_at(code::EXPECTED, span, "expected the number of a result after '#'", "is no number")
        })
    }

    /// The value that a name stands for; `None` when it stands for none or its definition failed.
    fn resolve(&mut self, name: &'s [u8], number: u32, span: Span) -> Option<Value> {
        let Some(binding) = self.names.find(name) else {
            self.undefined(name, span);
            return None;
        };
        let first = binding.value?;
        if number >= binding.count {
            let text = String::from_utf8_lossy(name).into_owned();
            let error = Diagnostic::error(code::UNDEFINED_VALUE, "reference to invalid result number")
                .at(span, format!("'%{text}' has {} value(s), numbered from 0", binding.count))
                .also(binding.span, "defined here");
            self.fail(error);
            return None;
        }
        Some(Value::from_u32(first.as_u32() + number))
    }

    fn undefined(&mut self, name: &'s [u8], span: Span) {
        let text = String::from_utf8_lossy(name).into_owned();
        let message = format!("use of undeclared SSA value name '%{text}'");
        let mut error = Diagnostic::error(code::UNDEFINED_VALUE, message)
            .at(span, "not defined before this, in this region or one around it");
        error = match (self.later_definition(name, span), self.similar_name(&text)) {
            (Some(later), _) => error
                .also(later, "defined only here")
                .help("move the definition before its use, into the same region or one around it"),
            (None, Some(help)) => error.help(help),
            (None, None) => error.help(format!("define '%{text}' above its use")),
        };
        self.fail(error);
        // Later uses of the same name say nothing new.
        let _ = self.names.define(name, Binding { value: None, count: u32::MAX, span });
    }

    fn similar_name(&self, text: &str) -> Option<String> {
        // Short names are all alike.
        if text.len() < 2 {
            return None;
        }
        let known: Vec<String> =
            self.names.recent().map(|n| format!("%{}", String::from_utf8_lossy(n))).collect();
        suggest::did_you_mean(&format!("%{text}"), known.iter().map(String::as_str))
    }

    /// Where `name` is defined shortly after a use of it.
    fn later_definition(&self, name: &[u8], from: Span) -> Option<Span> {
        // Bytes that are searched. A text with many undefined names would be read once for each otherwise.
        const MAX_SEARCHED: usize = 1 << 16;
        let mut ahead = self.look_ahead();
        while let token @ Token { kind, start, .. } = ahead.next_token()
            && kind != Kind::Eof
            && start as usize - (from.start as usize) < MAX_SEARCHED
        {
            if kind == Kind::Value && self.name_of(token) == name {
                return matches!(ahead.clone().next_token().kind, Kind::Equal).then(|| token.span());
            }
        }
        None
    }

    /// A use of a field of the row, added to the op.
    pub fn read_operand(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        let Field::Operand(index) = field else { panic!("{field:?} is not an operand") };
        let operand = self.read_use(index)?;
        op.operands.push(operand);
        Ok(())
    }

    /// A type and its position.
    pub fn read_type_at(&mut self) -> Parse<(TypeId, Span)> {
        let start = self.token().start;
        let ty = L::read_type(self)?;
        let span = Span::new(start, self.end());
        self.last_type = span;
        Ok((ty, span))
    }

    /// One or more types, separated by commas.
    pub fn read_types(&mut self) -> Parse<SmallVec<[(TypeId, Span); 4]>> {
        let mut types = SmallVec::new();
        loop {
            types.push(self.read_type_at()?);
            if !self.eat(Kind::Comma) {
                return Ok(types);
            }
        }
    }

    /// `(T, U)`, or one type without parentheses.
    pub fn read_type_list(&mut self) -> Parse<SmallVec<[(TypeId, Span); 4]>> {
        let mut types = SmallVec::new();
        if !self.eat(Kind::ParenOpen) {
            types.push(self.read_type_at()?);
            return Ok(types);
        }
        self.list(Kind::ParenClose, "')'", |r| {
            types.push(r.read_type_at()?);
            Ok(())
        })?;
        Ok(types)
    }
}
