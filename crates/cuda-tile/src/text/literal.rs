//! Reading numbers and the literals of constants.

use diag::{Diagnostic, Span};
use ir::TypeId;
use ir::text::{Failed, Kind, Parse, Token, code};
use numerics::{Scalar, convert};
use smallvec::SmallVec;

use super::Reader;
use crate::Type;
use crate::attrs::Dense;
use crate::types::Qualified;

type Extents = SmallVec<[usize; 4]>;

/// `<f32: [1.0, 2.0]>`, whose tile type is not known yet.
pub(super) struct Literal {
    elem: Scalar,
    elem_at: Span,
    /// `None`: one element that fills the tile.
    shape: Option<Extents>,
    data: Vec<u8>,
    at: Span,
    /// Raw bytes: the shape is that of the tile.
    raw: bool,
}

/// `<element-type : literal>`.
pub(super) fn read_angled(r: &mut Reader<'_>) -> Parse<Literal> {
    if r.kind() != Kind::Less {
        let error = r.expected_error("'<' and a literal").help(
            "a literal has its element type and stands in angle brackets: `constant <i32: 0> : tile<i32>`, \
             `constant <f32: [0.0, 1.0]> : tile<2xf32>`; one number fills a tile",
        );
        return Err(r.fail(error));
    }
    r.bump();
    let start = r.token().start;
    let ty = super::types::read_value(r)?;
    let elem_at = Span::new(start, r.end());
    let Type::Scalar(elem) = ty else {
        let text = format!(
            "expect element type to be one of {} values, but got '{}'",
            crate::types::NUMBERS,
            Qualified(&ty)
        );
        return Err(r.error_at(code::LITERAL, elem_at, text, "has no literals"));
    };
    r.expect(Kind::Colon, "':' and a literal")?;
    let literal = read_elements(r, elem, elem_at)?;
    r.expect(Kind::Greater, "'>'")?;
    Ok(literal)
}

/// The elements of a constant of a known element type.
pub(super) fn read_elements(r: &mut Reader<'_>, elem: Scalar, elem_at: Span) -> Parse<Literal> {
    let token = r.token();
    #[allow(clippy::wildcard_enum_match_arm, reason = "other tokens begin numbers")]
    match token.kind {
        Kind::Str if r.strict => Err(r.expected("the elements as numbers, not as a string")),
        Kind::Str => {
            r.note(token.span(), "a constant as a string of bytes", "a list of elements");
            read_plain(r, elem, elem_at)
        }
        Kind::Word if r.at_word("dense") && !r.strict => read_dense(r, elem, elem_at),
        _ => read_plain(r, elem, elem_at),
    }
}

/// Numbers, lists of them, or a string of bytes.
pub(super) fn read_plain(r: &mut Reader<'_>, elem: Scalar, elem_at: Span) -> Parse<Literal> {
    let start = r.token().start;
    let mut data = Vec::new();
    let raw = r.kind() == Kind::Str;
    #[allow(clippy::wildcard_enum_match_arm, reason = "other tokens begin numbers")]
    let shape = match r.kind() {
        Kind::BracketOpen => Some(read_list(r, elem, &mut data)?),
        Kind::Str => {
            data = read_raw(r, elem)?;
            None
        }
        _ => {
            push(&mut data, elem, read_number(r, elem)?);
            None
        }
    };
    Ok(Literal { elem, elem_at, shape, data, at: Span::new(start, r.end()), raw })
}

fn read_dense(r: &mut Reader<'_>, elem: Scalar, elem_at: Span) -> Parse<Literal> {
    let word = r.bump();
    r.note(word.span(), "`dense<..>` in a constant", "the elements alone");
    r.expect(Kind::Less, "'<'")?;
    let literal = r.nested(|r| read_elements(r, elem, elem_at))?;
    r.expect(Kind::Greater, "'>'")?;
    Ok(literal)
}

fn push(data: &mut Vec<u8>, elem: Scalar, bits: u64) {
    data.extend_from_slice(&bits.to_le_bytes()[..Dense::elem_size(elem)]);
}

/// `[..]`: elements, or lists of one shape. Returns the extents.
fn read_list(r: &mut Reader<'_>, elem: Scalar, data: &mut Vec<u8>) -> Parse<Extents> {
    let open = r.expect(Kind::BracketOpen, "'['")?;
    let mut inner: Option<Extents> = None;
    let mut count = 0;
    r.list(Kind::BracketClose, "']'", |r| {
        let start = r.token().start;
        let extents = if r.kind() == Kind::BracketOpen {
            r.nested(|r| read_list(r, elem, data))?
        } else {
            push(data, elem, read_number(r, elem)?);
            Extents::new()
        };
        count += 1;
        match &inner {
            Some(first) if *first != extents => Err(ragged(r, Span::new(start, r.end()), open)),
            Some(_) => Ok(()),
            None => {
                inner = Some(extents);
                Ok(())
            }
        }
    })?;
    let mut extents = Extents::from_slice(&[count]);
    extents.extend(inner.into_iter().flatten());
    Ok(extents)
}

fn ragged(r: &mut Reader<'_>, span: Span, open: Token) -> Failed {
    let text = "tensor literal is invalid; ranks are not consistent between elements";
    let error = Diagnostic::error(code::LITERAL_SHAPE, text)
        .at(span, "has another shape than the elements before it")
        .also(open.span(), "in this list")
        .help("give every list of one level the same number of elements");
    r.fail(error)
}

/// `"0x0001.."`: the bytes of all elements, as the disassembler prints large constants.
fn read_raw(r: &mut Reader<'_>, elem: Scalar) -> Parse<Vec<u8>> {
    let span = r.token().span();
    let text = r.read_string("a literal")?;
    let digits = text.strip_prefix(b"0x").unwrap_or(&text);
    let nibble = |b: u8| (b as char).to_digit(16).map(|d| d as u8);
    let byte = |pair: &[u8]| Some(nibble(pair[0])? << 4 | nibble(pair[1])?);
    let bytes: Option<Vec<u8>> = digits.chunks_exact(2).map(byte).collect();
    let size = Dense::elem_size(elem);
    let whole = digits.len().is_multiple_of(2 * size) && !digits.is_empty();
    let Some(bytes) = bytes.filter(|_| whole) else {
        let text = format!("expected a string of whole elements in hexadecimal, {size} byte(s) each");
        let error = Diagnostic::error(code::LITERAL, text).at(span, "this string is not one");
        let zero = "00".repeat(size);
        return Err(
            r.fail(error.help(format!("write `\"0x{zero}\"` for one zero, or a number without quotes")))
        );
    };
    let mask = mask(elem);
    let fits = bytes.chunks_exact(size).all(|chunk| from_le(chunk) & !mask == 0);
    if !fits {
        return Err(r.error_at(
            code::LITERAL,
            span,
            "element out of range for type",
            format!("'{elem}' has fewer bits"),
        ));
    }
    Ok(bytes)
}

fn from_le(bytes: &[u8]) -> u64 {
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(all)
}

fn mask(elem: Scalar) -> u64 {
    u64::MAX >> (64 - elem.bits())
}

/// One number of a type, as bits.
pub(super) fn read_number(r: &mut Reader<'_>, elem: Scalar) -> Parse<u64> {
    let start = r.token().start;
    let negative = r.eat(Kind::Minus);
    let token = r.token();
    let bits = if elem.is_int() {
        int_bits(r, elem, token, negative)
    } else {
        float_bits(r, elem, token, negative)
    }?;
    r.bump();
    bits.map_err(|(message, label)| {
        let span = Span::new(start, r.end());
        r.error_at(code::LITERAL, span, message, label)
    })
}

/// The bits of a token, or the message and the label of what is wrong with it.
type Bits = Result<u64, (String, String)>;

#[allow(clippy::wildcard_enum_match_arm, reason = "other tokens and types are an error of the text")]
fn int_bits(r: &mut Reader<'_>, elem: Scalar, token: Token, negative: bool) -> Parse<Bits> {
    let text = r.str_of(token.span());
    let magnitude = match token.kind {
        Kind::Int => text.parse::<u64>().ok(),
        Kind::Hex if !negative => u64::from_str_radix(&text[2..], 16).ok(),
        Kind::Word if !negative && matches!(text, "true" | "false") => {
            return Ok(match elem {
                Scalar::I1 => Ok((text == "true").into()),
                _ => {
                    Err(("expected integer value".into(), format!("'{text}' is of type 'i1', not '{elem}'")))
                }
            });
        }
        Kind::Float => return Ok(Err(("expected integer value".into(), format!("is no '{elem}'")))),
        _ => return Err(r.expected("an integer")),
    };
    let max = if elem == Scalar::I64 { i64::MAX as u64 } else { mask(elem) };
    let limit = if negative { 1 << (elem.bits() - 1) } else { max };
    Ok(match magnitude.filter(|&m| m <= limit) {
        Some(m) if negative => Ok(m.wrapping_neg() & mask(elem)),
        Some(m) => Ok(m),
        None => {
            let low = -(1i128 << (elem.bits() - 1));
            Err(("integer constant out of range for type".into(), format!("'{elem}' takes {low} to {max}")))
        }
    })
}

#[allow(clippy::wildcard_enum_match_arm, reason = "other tokens are an error of the text")]
fn float_bits(r: &mut Reader<'_>, elem: Scalar, token: Token, negative: bool) -> Parse<Bits> {
    let text = r.str_of(token.span());
    Ok(match token.kind {
        Kind::Float => {
            let value: f64 = text.parse().unwrap_or(f64::NAN);
            Ok(convert::from_f64(elem, if negative { -value } else { value }))
        }
        Kind::Hex if negative => {
            Err(("hexadecimal float literal may not have a minus sign".into(), "is a bit pattern".into()))
        }
        Kind::Hex => match u64::from_str_radix(&text[2..], 16) {
            Ok(bits) if bits & !mask(elem) == 0 => Ok(bits),
            Ok(_) | Err(_) => {
                let bits = elem.bits();
                Err((
                    "hexadecimal float constant out of range for type".into(),
                    format!("'{elem}' has {bits} bits"),
                ))
            }
        },
        Kind::Int => {
            let message = "unexpected decimal integer literal for a floating point value";
            Err((message.into(), format!("write '{text}.0'")))
        }
        _ => return Err(r.expected("a floating point literal")),
    })
}

impl Literal {
    /// The constant of tile type `ty`, whose text is at `at`.
    pub(super) fn into_dense(self, r: &mut Reader<'_>, ty: TypeId, at: Span) -> Parse<Dense> {
        let found = r.module.types.get(ty).clone();
        let Type::Tile(tile) = &found else {
            let text = format!(
                "result #0 must be tile of {} values, but got '{}'",
                crate::types::NUMBERS,
                Qualified(&found)
            );
            return Err(r.error_at(code::LITERAL_SHAPE, at, text, "is no tile"));
        };
        if tile.elem().scalar() != Some(self.elem) {
            let elem = tile.elem().scalar().map_or_else(|| "a pointer".to_owned(), |s| format!("'{s}'"));
            let text = format!(
                "mismatch between the element type: '{}' and the tile element type {elem}",
                self.elem
            );
            let error = Diagnostic::error(code::LITERAL_SHAPE, text)
                .at(self.elem_at, format!("the elements are '{}'", self.elem))
                .also(at, "but the tile holds others")
                .help("write one element type in both places");
            return Err(r.fail(error));
        }
        let size = Dense::elem_size(self.elem);
        let fits = match &self.shape {
            Some(shape) => shape.iter().copied().eq(tile.shape().iter().map(|&d| d as usize)),
            None => !self.raw || self.data.len() == size || self.data.len() == tile.len() * size,
        };
        if !fits {
            return Err(self.wrong_shape(r, tile.shape(), at));
        }
        Ok(Dense::new(ty, self.elem, &self.data))
    }

    fn wrong_shape(&self, r: &mut Reader<'_>, shape: &[u32], at: Span) -> Failed {
        let list = |dims: Vec<String>| dims.join(", ");
        let count = self.data.len() / Dense::elem_size(self.elem);
        let own = self.shape.clone().unwrap_or_else(|| Extents::from_slice(&[count]));
        let own = list(own.iter().map(usize::to_string).collect());
        let wanted = list(shape.iter().map(u32::to_string).collect());
        let text = format!("inferred shape of elements literal ([{own}]) does not match type ([{wanted}])");
        let error = Diagnostic::error(code::LITERAL_SHAPE, text)
            .at(self.at, format!("has shape [{own}]"))
            .also(at, format!("has shape [{wanted}]"))
            .help("nest the lists as the shape says, or write one number to fill the tile");
        r.fail(error)
    }
}
