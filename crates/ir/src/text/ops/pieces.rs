//! The operands, attributes and types of an op, in the pieces of its format.

use diag::{Diagnostic, Span};

use super::attr_index;
use crate::attr::AttrSlot;
use crate::entity::TypeId;
use crate::level::spec::{Arity, Asm, Field};
use crate::text::lexer::Kind;
use crate::text::op::OpText;
use crate::text::reader::Reader;
use crate::text::sink::Parse;
use crate::text::{TextLevel, code};

impl<'s, L: TextLevel> Reader<'s, L> {
    /// All pieces of an op, its dictionary and its location.
    pub fn read_pieces(&mut self, op: &mut OpText<'s, L>) -> Parse<()> {
        for (at, piece) in op.spec.asm.iter().enumerate() {
            match (piece, op.spec.asm.get(at + 1)) {
                (Asm::Lit(text), Some(Asm::Type([Field::Result(index)]))) => {
                    self.read_before_type(op, text, usize::from(*index))?;
                }
                _ => self.read_piece(op, piece)?,
            }
        }
        self.read_optional_location(op)
    }

    /// Reads the separator between the types of results; if the next type is missing, the error says which one.
    fn read_before_type(&mut self, op: &OpText<'s, L>, text: &str, index: usize) -> Parse<()> {
        if text != "," || self.kind() == Kind::Comma || self.kind() == Kind::Eof {
            return self.expect_text(text);
        }
        let names: Vec<String> = op.spec.results.iter().map(|result| format!("`{}`", result.name)).collect();
        let error = self.expected_error("','");
        let error = match op.spec.results.get(index) {
            Some(missing) => error.help(format!(
                "`{}` has {} results, {}; write the type of `{}` too{}",
                op.spec.mnemonic,
                names.len(),
                names.join(" and "),
                missing.name,
                if missing.name.ends_with("token") { ", which is `token`: `-> .., token`" } else { "" },
            )),
            None => error,
        };
        Err(self.fail(error))
    }

    /// `loc(..)`, if it comes next.
    pub fn read_optional_location(&mut self, op: &mut OpText<'_, L>) -> Parse<()> {
        if self.at_word("loc") && self.second().kind == Kind::ParenOpen {
            L::read_location(self, op)?;
        }
        Ok(())
    }

    fn read_piece(&mut self, op: &mut OpText<'s, L>, piece: &Asm<L>) -> Parse<()> {
        match *piece {
            Asm::Lit(text) => self.expect_text(text),
            Asm::Operand(field) => self.read_operand(op, field),
            Asm::Operands(field) => self.read_operands(op, field),
            Asm::CommaOperand(field) => self.read_comma_operand(op, field),
            Asm::Bracketed(field) => self.read_bracketed(op, field),
            Asm::TokenTight(field) | Asm::TokenLoose(field) => self.read_token_operand(op, field),
            Asm::Attr(field) => L::read_attr(self, op, attr_index(field)),
            Asm::AnyOrder(fields) => {
                self.read_flags(op, fields);
                Ok(())
            }
            Asm::NamedTight(field) | Asm::NamedLoose(field) => self.read_named(op, field),
            Asm::Type(fields) => self.read_stated_type(op, fields),
            Asm::Types(field) => {
                let types = self.read_types()?;
                self.state_operand_types(op, field, &types)
            }
            Asm::CommaType(field) => self.read_comma_type(op, field),
            Asm::ResultType => self.read_result_type(op),
            Asm::Dict => self.read_optional_dict(op),
            Asm::KeywordDict | Asm::KeywordDictWith(_) => {
                if self.eat_word("attributes") {
                    L::read_dict(self, op)?;
                }
                Ok(())
            }
            Asm::Custom(custom) => L::read_custom(self, op, custom),
        }
    }

    /// A dictionary of attributes, if it comes next.
    pub fn read_optional_dict(&mut self, op: &mut OpText<'_, L>) -> Parse<()> {
        if self.kind() == Kind::BraceOpen { L::read_dict(self, op) } else { Ok(()) }
    }

    /// Uses separated by commas, at least one.
    pub fn read_operands(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        loop {
            self.read_operand(op, field)?;
            if !self.eat(Kind::Comma) {
                return Ok(());
            }
        }
    }

    /// A comma may stand there although the operand does not.
    fn read_comma_operand(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        if self.eat(Kind::Comma) && self.kind() == Kind::Value {
            self.read_operand(op, field)?;
        }
        Ok(())
    }

    fn read_bracketed(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        self.expect(Kind::BracketOpen, "'['")?;
        self.list(Kind::BracketClose, "']'", |r| r.read_operand(op, field))
    }

    fn read_token_operand(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        if self.eat_word("token") {
            self.expect(Kind::Equal, "'='")?;
            self.read_operand(op, field)?;
        }
        Ok(())
    }

    fn read_flags(&mut self, op: &mut OpText<'s, L>, fields: &[Field]) {
        while self.kind() == Kind::Word {
            let unset =
                |&&f: &&Field| !op.attrs[attr_index(f)].is_present() && self.at_word(op.spec.field_name(f));
            let Some(&field) = fields.iter().find(unset) else { return };
            op.set_attr(field, AttrSlot::UNIT);
            self.bump();
        }
    }

    /// `name = value`.
    pub fn read_named(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        self.expect_word(op.spec.field_name(field))?;
        self.expect(Kind::Equal, "'='")?;
        L::read_named(self, op, attr_index(field))
    }

    fn read_stated_type(&mut self, op: &mut OpText<'s, L>, fields: &[Field]) -> Parse<()> {
        let (ty, span) = self.read_type_at()?;
        for &field in fields {
            match field {
                Field::Operand(_) => op.state_type(field, ty, span),
                Field::Result(_) => op.add_result(field, ty),
                Field::Attr(_) | Field::Region(_) => panic!("{field:?} has no type"),
            }
        }
        Ok(())
    }

    /// States one type for each use of a field; their numbers must agree.
    pub fn state_operand_types(
        &mut self,
        op: &mut OpText<'s, L>,
        field: Field,
        types: &[(TypeId, Span)],
    ) -> Parse<()> {
        let uses = op.use_count(field);
        if uses != types.len() {
            // Both lists are shown, because either may be the wrong one.
            let types_at = types.iter().map(|t| t.1).reduce(Span::to).unwrap_or(op.span);
            let uses_at = op.uses(field).map(|u| u.span).reduce(Span::to).unwrap_or(op.span);
            let error = Diagnostic::error(
                code::LIST_LENGTH,
                format!(
                    "number of operands and types do not match: got {uses} operands and {} types",
                    types.len()
                ),
            )
            .at(types_at, format!("{} type(s)", types.len()))
            .also(uses_at, format!("{uses} operand(s)"))
            .help("write exactly one type for each operand");
            return Err(self.fail(error));
        }
        op.state_types(field, types);
        Ok(())
    }

    fn read_comma_type(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        if op.uses(field).all(|u| u.ty.is_some()) {
            return Ok(());
        }
        self.expect(Kind::Comma, &format!("',' and the type of '{}'", op.spec.field_name(field)))?;
        let (ty, span) = self.read_type_at()?;
        let field = self.meant_by_type(op, field, ty);
        op.state_type(field, ty, span);
        Ok(())
    }

    /// Of two optional operands side by side only one may be there, and only its type decides which one it is: a type that
    /// the first does not take, but the second does, makes the operand the second.
    fn meant_by_type(&self, op: &mut OpText<'s, L>, field: Field, ty: TypeId) -> Field {
        let Field::Operand(index) = field else { return field };
        let takes = |index: u8| op.spec.operands.get(index as usize).map(|o| L::fits(self, o.constraint, ty));
        let next = Field::Operand(index + 1);
        let optional = op.spec.operands.get(index as usize + 1).is_some_and(|o| o.arity == Arity::Optional);
        let moves = takes(index) == Some(false) && takes(index + 1) == Some(true);
        if !(moves && optional && op.use_count(next) == 0) {
            return field;
        }
        for u in op.operands.iter_mut().filter(|u| u.field == index) {
            u.field = index + 1;
        }
        next
    }

    fn read_result_type(&mut self, op: &mut OpText<'s, L>) -> Parse<()> {
        let ty = L::read_type(self)?;
        let fixed = op.spec.results.iter().all(|r| r.arity == Arity::One);
        if fixed {
            op.results.extend((0..op.spec.results.len()).map(|i| (i as u8, ty)));
        } else {
            let count = L::result_count(self, op)?;
            op.results.extend(std::iter::repeat_n((0, ty), count));
        }
        Ok(())
    }
}
