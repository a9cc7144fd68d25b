//! Debug information: sections and `.loc`.

use super::cursor::{Parser, Read};
use super::lexer::Kind;
use crate::codes;
use crate::module::{Immediate, Item, Loc, Section, SectionLine, SectionValue};
use crate::types::Type;

impl Parser<'_> {
    pub(super) fn section(&mut self) -> Read<()> {
        self.advance();
        let token = self.advance();
        if token.kind != Kind::Dotted {
            return Err(self.error(
                codes::SYNTAX,
                token.span(),
                "a section has a name such as `.debug_info`",
                "",
            ));
        }
        let name = self.text_of(token).to_owned();
        self.expect(b'{', "after the name of a section")?;
        let mut lines = Vec::new();
        loop {
            lines.extend(self.comments().into_iter().map(SectionLine::Comment));
            if self.eat(b'}') {
                break;
            }
            lines.push(self.section_line()?);
        }
        self.module.items.push(Item::Section(Section { name, lines }));
        Ok(())
    }

    fn section_line(&mut self) -> Read<SectionLine> {
        let token = self.peek();
        if token.kind == Kind::Word {
            self.advance();
            self.expect(b':', "after a label")?;
            return Ok(SectionLine::Label(self.text_of(token).to_owned()));
        }
        let of = self.text_of(token).strip_prefix('.').and_then(Type::named);
        let Some(of) = of.filter(|_| token.kind == Kind::Dotted) else {
            return Err(self.unexpected("data such as `.b8 1`, a label, or the end of the section"));
        };
        self.advance();
        let mut values = vec![self.section_value()?];
        while self.eat(b',') {
            values.push(self.section_value()?);
        }
        Ok(SectionLine::Data(of, values))
    }

    fn section_value(&mut self) -> Read<SectionValue> {
        if !matches!(self.peek().kind, Kind::Word | Kind::Dotted) {
            return self.integer("a number or a name").map(SectionValue::Number);
        }
        let name = self.peek_text().to_owned();
        self.advance();
        let (mut minus, mut plus) = (None, 0);
        if self.eat(b'+') {
            plus = self.integer("a number")?;
        } else if self.eat(b'-') {
            if matches!(self.peek().kind, Kind::Number(Immediate::Int(_))) {
                plus = self.integer("a number")?.wrapping_neg();
            } else {
                minus = Some(self.peek_text().to_owned());
                self.advance();
            }
        }
        Ok(SectionValue::Symbol { name, minus, plus })
    }

    /// Everything after `.loc`.
    pub(super) fn loc_numbers(&mut self) -> Read<Loc> {
        let file = self.integer("the number of the file")?;
        let line = self.integer("the line")?;
        let column = self.integer("the column")?;
        let inlined = if self.eat(b',') { Some(self.inlined()?) } else { None };
        Ok(Loc { file, line, column, inlined })
    }

    /// `function_name $L_info_string0, inlined_at 1 21 43`.
    fn inlined(&mut self) -> Read<(String, i64, [i64; 3])> {
        let (word, span) = self.word("`function_name`")?;
        if word != "function_name" {
            return Err(self.error(
                codes::SYNTAX,
                span,
                "expected `function_name` after the comma of `.loc`",
                "",
            ));
        }
        let name = self.peek_text().to_owned();
        self.advance();
        let offset = if self.eat(b'+') { self.integer("a number")? } else { 0 };
        self.expect(b',', "and `inlined_at`")?;
        let (word, span) = self.word("`inlined_at`")?;
        if word != "inlined_at" {
            return Err(self.error(codes::SYNTAX, span, "expected `inlined_at`", ""));
        }
        let place = [self.integer("a file")?, self.integer("a line")?, self.integer("a column")?];
        Ok((name, offset, place))
    }
}
