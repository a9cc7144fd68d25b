//! Dimensions and lists of integers in types.

use diag::Span;
use ir::text::{Kind, Parse, code};

use crate::text::Reader;
use crate::types::{DYNAMIC, Dims};

/// An integer that 64 signed bits hold.
pub(in crate::text) fn read_i64(r: &mut Reader<'_>) -> Parse<i64> {
    let start = r.token().start;
    let negative = r.eat(Kind::Minus);
    let token = r.token();
    let text = r.str_of(token.span());
    let magnitude = match token.kind {
        Kind::Int => text.parse::<i128>().ok(),
        Kind::Hex if !negative => u64::from_str_radix(&text[2..], 16).ok().map(i128::from),
        _ => return Err(r.expected("an integer")),
    };
    r.bump();
    let value = magnitude.map(|m| if negative { -m } else { m }).and_then(|v| i64::try_from(v).ok());
    let span = Span::new(start, r.end());
    value.ok_or_else(|| r.error_at(code::LITERAL, span, "integer value too large", "does not fit 64 bits"))
}

/// `[1, 0]` of 32-bit integers.
pub(in crate::text) fn read_i32_list(r: &mut Reader<'_>, mut take: impl FnMut(i32)) -> Parse<()> {
    r.expect(Kind::BracketOpen, "'['")?;
    r.list(Kind::BracketClose, "']'", |r| {
        let start = r.token().start;
        let value = read_i64(r)?;
        let span = Span::new(start, r.end());
        let Ok(value) = i32::try_from(value) else {
            return Err(r.error_at(code::LITERAL, span, "integer value too large", "does not fit 32 bits"));
        };
        take(value);
        Ok(())
    })
}

/// `4x?x`: the extents before an element type, read byte by byte because tokens cut them elsewhere.
pub(super) fn read_dims(r: &mut Reader<'_>) -> Parse<Dims> {
    match r.kind() {
        Kind::Int | Kind::Hex | Kind::Question => {}
        Kind::BracketOpen if !r.strict => return read_bracketed_dims(r),
        Kind::Minus => {
            let span = r.token().span();
            return Err(r.error_at(
                code::INVALID_TYPE,
                span,
                "expected a positive extent",
                "extents are not negative",
            ));
        }
        _ => return Ok(Dims::new()),
    }
    let mut dims = Dims::new();
    let mut at = Bytes { text: r.source(), pos: r.token().start as usize };
    while let Some(dim) = at.dim() {
        if !at.eat(b'x') {
            let span = Span::new(at.pos as u32, at.pos as u32 + 1);
            return Err(r.error_at(
                code::EXPECTED,
                span,
                "expected 'x' in dimension list",
                "an extent is followed by 'x'",
            ));
        }
        dims.push(check_dim(r, dim, at.pos)?);
    }
    r.consumed_to(at.pos as u32);
    Ok(dims)
}

fn check_dim(r: &mut Reader<'_>, dim: Option<i64>, pos: usize) -> Parse<i64> {
    let span = Span::new(pos as u32 - 1, pos as u32);
    dim.ok_or_else(|| {
        r.error_at(code::INVALID_TYPE, span, "invalid dimension", "the extent in front is too large")
    })
}

/// `4x4` up to `close`, which is not consumed.
pub(super) fn read_separated_dims(r: &mut Reader<'_>, close: u8) -> Parse<Dims> {
    let mut dims = Dims::new();
    let mut at = Bytes { text: r.source(), pos: r.token().start as usize };
    if at.peek() != close {
        loop {
            let Some(dim) = at.dim() else {
                r.seek(at.pos as u32);
                return Err(r.expected("an extent"));
            };
            dims.push(check_dim(r, dim, at.pos)?);
            if !at.eat(b'x') {
                break;
            }
        }
    }
    r.consumed_to(at.pos as u32);
    Ok(dims)
}

/// `[4x4]x`, as the seeds write shapes.
fn read_bracketed_dims(r: &mut Reader<'_>) -> Parse<Dims> {
    let open = r.bump();
    let dims = read_separated_dims(r, b']')?;
    let close = r.expect(Kind::BracketClose, "']'")?;
    let mut at = Bytes { text: r.source(), pos: close.end as usize };
    if !at.eat(b'x') {
        return Err(r.expected("'x' after the shape"));
    }
    let list: Vec<String> =
        dims.iter().map(|&d| if d == DYNAMIC { "?x".to_owned() } else { format!("{d}x") }).collect();
    r.note(open.span().to(close.span()), "a shape in brackets", format!("`{}`", list.concat()));
    r.consumed_to(at.pos as u32);
    Ok(dims)
}

struct Bytes<'s> {
    text: &'s [u8],
    pos: usize,
}

impl Bytes<'_> {
    fn skip_blanks(&mut self) {
        while self.text.get(self.pos).is_some_and(u8::is_ascii_whitespace) {
            self.pos += 1;
        }
    }

    fn peek(&mut self) -> u8 {
        self.skip_blanks();
        self.text.get(self.pos).copied().unwrap_or(0)
    }

    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let hit = self.peek() == byte;
        self.pos += usize::from(hit);
        hit
    }

    /// An extent, if one is next; the inner `None` is one that does not fit in 63 bits.
    fn dim(&mut self) -> Option<Option<i64>> {
        if self.eat(b'?') {
            return Some(Some(DYNAMIC));
        }
        if !self.peek().is_ascii_digit() {
            return None;
        }
        let mut value = Some(0i64);
        while let Some(digit) = self.text.get(self.pos).filter(|b| b.is_ascii_digit()) {
            let digit = i64::from(digit - b'0');
            value = value.and_then(|v| v.checked_mul(10)?.checked_add(digit));
            self.pos += 1;
        }
        Some(value)
    }
}
