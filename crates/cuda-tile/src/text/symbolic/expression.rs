//! Symbolic expressions in their short form, read byte by byte, because tokens do not have all of their signs.

use diag::Span;
use ir::text::{Parse, code};

use super::Reader;
use crate::types::preview::{BinaryOp, Expr};

/// Expressions are nested at most this deep, so that bytecode can hold them.
const MAX_DEPTH: u32 = 48;

/// An expression, or what is wrong with it.
pub(super) type Found = Result<(Expr, u32), &'static str>;

/// The text of an expression.
pub(super) struct ExprText<'s> {
    pub(super) text: &'s [u8],
    pub(super) pos: usize,
    pub(super) depth: u32,
}

impl<'s> ExprText<'s> {
    pub(super) fn at(r: &Reader<'s>) -> ExprText<'s> {
        ExprText { text: r.source(), pos: r.token().start as usize, depth: 0 }
    }

    /// Continues after the text that was read.
    pub(super) fn finish_part(&self, r: &mut Reader<'s>, found: Found) -> Parse<Expr> {
        match found {
            Ok((expr, _)) => {
                r.consumed_to(self.pos as u32);
                Ok(expr)
            }
            Err(what) => {
                let span = Span::new(self.pos as u32, (self.pos + 1).min(self.text.len()) as u32);
                Err(r.error_at(code::EXPECTED, span, what, "in a symbolic expression"))
            }
        }
    }

    /// The next byte that is neither a blank nor part of a comment.
    pub(super) fn peek(&mut self) -> u8 {
        loop {
            let rest = &self.text[self.pos.min(self.text.len())..];
            self.pos += match rest {
                [blank, ..] if blank.is_ascii_whitespace() => 1,
                [b'/', b'/', ..] => rest.iter().take_while(|&&byte| byte != b'\n').count(),
                _ => return rest.first().copied().unwrap_or(0),
            };
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        self.peek();
        let hit = self.text[self.pos..].starts_with(sign.as_bytes());
        self.pos += if hit { sign.len() } else { 0 };
        hit
    }

    fn join(op: BinaryOp, a: (Expr, u32), b: (Expr, u32)) -> Found {
        let depth = a.1.max(b.1) + 1;
        if depth > MAX_DEPTH {
            return Err("symbolic expression is nested too deeply");
        }
        let joined = Expr::binary(op, a.0, b.0);
        joined.map(|expr| (expr, depth)).map_err(|_| "division by zero is not allowed")
    }

    pub(super) fn sum(&mut self) -> Found {
        let mut all = self.product()?;
        loop {
            let op = match self.peek() {
                b'+' => BinaryOp::Add,
                b'-' if !self.text[self.pos..].starts_with(b"->") => BinaryOp::Sub,
                _ => return Ok(all),
            };
            self.pos += 1;
            all = ExprText::join(op, all, self.product()?)?;
        }
    }

    fn product(&mut self) -> Found {
        let mut all = self.unary()?;
        loop {
            let op = if self.eat("*") {
                BinaryOp::Mul
            } else if self.eat("/") {
                if self.eat("+") { BinaryOp::CeilDiv } else { BinaryOp::FloorDiv }
            } else {
                return Ok(all);
            };
            all = ExprText::join(op, all, self.unary()?)?;
        }
    }

    fn unary(&mut self) -> Found {
        if self.depth == MAX_DEPTH {
            return Err("symbolic expression is nested too deeply");
        }
        self.depth += 1;
        let found = self.unary_inside();
        self.depth -= 1;
        found
    }

    fn unary_inside(&mut self) -> Found {
        if self.eat("-") {
            if self.peek().is_ascii_digit() {
                return self.number(true);
            }
            let (of, depth) = self.unary()?;
            return Ok((Expr::Neg(Box::new(of)), depth + 1));
        }
        match self.peek() {
            b'0'..=b'9' => self.number(false),
            b'(' => self.brackets(),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.name(),
            _ => Err("expected a number, a parameter or '('"),
        }
    }

    pub(super) fn number(&mut self, negative: bool) -> Found {
        let digits = self.text[self.pos..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = &self.text[self.pos..self.pos + digits];
        let magnitude = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<i128>().ok());
        let value = magnitude.map(|value| if negative { -value } else { value });
        let value = value.and_then(|value| i64::try_from(value).ok());
        self.pos += digits.len();
        value.map(|value| (Expr::Int(value), 1)).ok_or("integer value too large")
    }

    /// A parameter, or a number of the context.
    fn name(&mut self) -> Found {
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
        let length = self.text[self.pos..].iter().take_while(is_part).count();
        let name = String::from_utf8_lossy(&self.text[self.pos..self.pos + length]).into_owned();
        self.pos += length;
        let expr = if name.contains('.') { Expr::builtin(&name) } else { Expr::var(&name) };
        expr.map(|expr| (expr, 1)).map_err(|_| "expected a parameter, or a name that begins with `context.`")
    }

    /// A tuple, or an expression in brackets.
    fn brackets(&mut self) -> Found {
        self.pos += 1;
        let (mut items, mut depth, mut is_tuple) = (Vec::new(), 0, self.peek() == b')');
        while !self.eat(")") {
            let (item, below) = self.sum()?;
            items.push(item);
            depth = depth.max(below);
            if self.eat(",") {
                is_tuple = true;
            } else if self.peek() != b')' {
                return Err("expected ',' or ')'");
            }
        }
        match items.pop() {
            Some(only) if !is_tuple => Ok((only, depth)),
            last => {
                items.extend(last);
                Ok((Expr::Tuple(items.into()), depth + 1))
            }
        }
    }
}
