//! Reading types.
//!
//! The text of a type that was read before is looked up instead of being read again.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "tokens that a rule does not name are an error of the text"
)]

mod dims;
mod views;

use diag::{Diagnostic, Span, suggest};
use ir::TypeId;
use ir::text::{Failed, Kind, Parse, code};
use numerics::Scalar;

use self::dims::read_dims;
use self::views::{View, read_tensor_view, read_view};
use super::{Reader, alias, symbolic};
use crate::Type;
use crate::types::{DYNAMIC, Elem, PreviewType, PtrAttr, PtrType, TileType, TypeError};

pub(super) use self::dims::{read_i32_list, read_i64};

const PREFIX: &str = "cuda_tile.";
const KEYWORDS: [&str; 7] =
    ["tile", "ptr", "token", "tensor_view", "partition_view", "strided_view", "gather_scatter_view"];
/// Longer texts are not worth remembering.
const MAX_CACHED: usize = 256;

/// A type at a place where the grammar requires one: prefixes may be dropped.
pub(super) fn read_type(r: &mut Reader<'_>) -> Parse<TypeId> {
    let start = r.token().start;
    let Some(end) = extent(&r.source()[start as usize..]).map(|len| start + len as u32) else {
        return read_new(r);
    };
    let text = r.text_of(Span::new(start, end));
    if let Some(&known) = r.state.types.get(text) {
        r.consumed_to(end);
        return Ok(known);
    }
    let before = r.sink.count();
    let ty = read_new(r)?;
    if r.end() == end && r.sink.count() == before {
        r.state.types.insert(text, ty);
    }
    Ok(ty)
}

/// Length of a possible type at the start of `text`: a word, and brackets up to their end.
fn extent(text: &[u8]) -> Option<usize> {
    let word = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$');
    let bang = usize::from(text.first() == Some(&b'!'));
    let name = bang + text[bang..].iter().take_while(word).count();
    if text.get(name) != Some(&b'<') {
        // A blank before `<`, or something unusual after the word: not worth a look-up.
        let plain = matches!(text.get(name), Some(b',' | b'>' | b')' | b'\n'));
        return (plain && name > bang).then_some(name);
    }
    let mut depth = 0usize;
    for (at, byte) in text.iter().enumerate().take(MAX_CACHED).skip(name) {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b'/' | b'"' | b'#' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

fn read_new(r: &mut Reader<'_>) -> Parse<TypeId> {
    let ty = r.nested(read_value)?;
    Ok(r.module.types.intern(ty))
}

/// A type as a value.
pub(super) fn read_value(r: &mut Reader<'_>) -> Parse<Type> {
    let token = r.token();
    match token.kind {
        Kind::Word => {
            r.bump();
            let word = r.str_of(token.span());
            read_keyword(r, word.strip_prefix(PREFIX).unwrap_or(word), token.span())
        }
        Kind::Bang => {
            r.bump();
            let name = r.name_of(token);
            if name == b"cuda_tile" {
                return read_angled(r);
            }
            match std::str::from_utf8(name).ok().and_then(|n| n.strip_prefix(PREFIX)) {
                Some(keyword) => read_keyword(r, keyword, token.span()),
                None => {
                    let id = alias::find_type(r, name, token.span())?;
                    Ok(r.module.types.get(id).clone())
                }
            }
        }
        _ => Err(r.expected("a type")),
    }
}

/// `<preview$shape>` of `!cuda_tile<preview$shape>`: names that are not plain words are in angle brackets.
fn read_angled(r: &mut Reader<'_>) -> Parse<Type> {
    r.expect(Kind::Less, "'<'")?;
    let token = r.expect(Kind::Word, "a type")?;
    let ty = read_keyword(r, r.str_of(token.span()), token.span())?;
    r.expect(Kind::Greater, "'>'")?;
    Ok(ty)
}

fn read_keyword(r: &mut Reader<'_>, word: &str, at: Span) -> Parse<Type> {
    match word {
        "tile" => read_tile(r, at),
        "ptr" => read_ptr(r, at).map(Type::Ptr),
        "token" => Ok(Type::Token),
        "tensor_view" => read_tensor_view(r, at).map(Type::TensorView),
        "partition_view" => read_view(r, at, View::Partition),
        "strided_view" => read_view(r, at, View::Strided),
        "gather_scatter_view" => read_view(r, at, View::GatherScatter),
        _ => match symbolic::read_type(r, word, at)? {
            Some(preview) => Ok(Type::Preview(Box::new(preview))),
            None => read_scalar(r, word, at).map(Type::Scalar),
        },
    }
}

/// A number type, whose word was consumed.
fn read_scalar(r: &mut Reader<'_>, word: &str, at: Span) -> Parse<Scalar> {
    if let Ok(scalar) = word.parse::<Scalar>() {
        return Ok(scalar);
    }
    let signless = match word {
        "b8" => Some(Scalar::I8),
        "b16" => Some(Scalar::I16),
        "b32" => Some(Scalar::I32),
        "b64" => Some(Scalar::I64),
        _ => None,
    };
    match signless.filter(|_| !r.strict) {
        Some(scalar) => {
            r.note(at, format!("the element type `{word}`"), format!("`{scalar}`"));
            Ok(scalar)
        }
        None => Err(unknown_type(r, word, at)),
    }
}

/// Whether a word is an integer type of a language whose integers have a sign: `ui32`, `si32`, `u32`, `uint32`.
fn is_signed(word: &str) -> bool {
    let kind = word.trim_end_matches(|char: char| char.is_ascii_digit());
    kind.len() < word.len() && ["u", "s", "ui", "si", "uint", "int"].contains(&kind)
}

fn unknown_type(r: &mut Reader<'_>, word: &str, at: Span) -> Failed {
    let names = KEYWORDS.into_iter().chain(Scalar::ALL.map(Scalar::name));
    let mut error = Diagnostic::error(code::UNKNOWN_TYPE, format!("unknown type: {word}"))
        .at(at, "no type has this name");
    if let Some(help) = suggest::did_you_mean(word, names) {
        error = error.help(help);
    }
    if is_signed(word) {
        error =
            error.note("integers have no sign of their own: ops that need one say `signed` or `unsigned`");
    } else if Scalar::ALL.iter().any(|scalar| scalar.name().eq_ignore_ascii_case(word)) {
        error = error.note("upper and lower case are different letters");
    }
    r.fail(error)
}

fn invalid(r: &mut Reader<'_>, start: u32, error: TypeError) -> Failed {
    let span = Span::new(start, r.end());
    r.error_at(code::INVALID_TYPE, span, error.0, "this type is not valid")
}

/// A tile with invalid extents. A text may name it many times: only the first error has a suggested fix.
fn invalid_tile(r: &mut Reader<'_>, start: u32, dims: &[i64], error: TypeError) -> Failed {
    let span = Span::new(start, r.end());
    let text = r.text_of(span);
    if r.state.refused.contains(&text) {
        return Failed;
    }
    r.state.refused.push(text);
    let error = Diagnostic::error(code::INVALID_TYPE, error.0).at(span, "this type is not valid");
    r.fail(match dims.iter().find(|&&dim| dim > 0 && dim.count_ones() > 1) {
        Some(&dim) => error.help(around(dim)),
        None => error,
    })
}

/// The powers of two around an extent, and how a tile of one of them does the work.
fn around(dim: i64) -> String {
    let below = 1i64 << (63 - dim.leading_zeros());
    format!(
        "the nearest powers of two are {below} and {}: take the larger, and let a view with `padding_value`, or a mask, cover what is \
         beyond {dim}",
        below.saturating_mul(2)
    )
}

fn read_tile(r: &mut Reader<'_>, at: Span) -> Parse<Type> {
    r.expect(Kind::Less, "'<'")?;
    let dims_at = r.token().span();
    let dims = read_dims(r)?;
    if dims.contains(&DYNAMIC) {
        let error = Diagnostic::error(code::INVALID_TYPE, "expected static shape")
            .at(dims_at, "'?' is no extent of a tile")
            .help("write every extent of a tile as a number; only tensor_view has dynamic extents");
        return Err(r.fail(error));
    }
    let start = r.token().start;
    let elem = r.nested(read_value)?;
    r.expect(Kind::Greater, "'>'")?;
    let tile = match (&elem, elem.as_preview()) {
        (Type::Scalar(scalar), _) => TileType::new(&dims, Elem::Scalar(*scalar)).map(Type::Tile),
        (Type::Ptr(ptr), _) => TileType::new(&dims, Elem::Ptr(*ptr)).map(Type::Tile),
        (_, Some(PreviewType::Symbol(name))) => Type::symbolic_tile(&dims, name),
        _ => return Err(bad_element(r, start, "elementType", &elem)),
    };
    tile.map_err(|error| invalid_tile(r, at.start, &dims, error))
}

fn bad_element(r: &mut Reader<'_>, start: u32, field: &str, got: &Type) -> Failed {
    let got = crate::types::Qualified(got).to_string();
    let message = format!("failed to verify '{field}': {} values, but got '{got}'", crate::types::NUMBERS);
    let span = Span::new(start, r.end());
    r.error_at(code::INVALID_TYPE, span, message, "cannot be an element")
}

fn read_number_type(r: &mut Reader<'_>, field: &str) -> Parse<Scalar> {
    let start = r.token().start;
    match r.nested(read_value)? {
        Type::Scalar(scalar) => Ok(scalar),
        other => Err(bad_element(r, start, field, &other)),
    }
}

fn read_ptr(r: &mut Reader<'_>, at: Span) -> Parse<PtrType> {
    r.expect(Kind::Less, "'<'")?;
    let pointee = read_number_type(r, "pointeeType")?;
    let attr = if r.eat(Kind::Comma) { Some(read_ptr_attr(r)?) } else { None };
    r.expect(Kind::Greater, "'>'")?;
    match PtrType::new(pointee) {
        Ok(ptr) => Ok(PtrType { attr, ..ptr }),
        Err(error) => Err(invalid(r, at.start, error)),
    }
}

/// `<none>` or `#cuda_tile.ptr_attr<none>`, or another of the attributes.
fn read_ptr_attr(r: &mut Reader<'_>) -> Parse<PtrAttr> {
    if r.kind() == Kind::Hash && r.text() == b"#cuda_tile.ptr_attr" {
        r.bump();
    }
    r.expect(Kind::Less, "'<none>'")?;
    let found = PtrAttr::ALL.into_iter().find(|attr| r.eat_word(attr.name()));
    // The specification's examples of 13.4 have `default`.
    let found = found.or_else(|| r.eat_word("default").then_some(PtrAttr::None));
    let Some(attr) = found else { return Err(r.expected("'none', 'unicast' or 'multicast'")) };
    r.expect(Kind::Greater, "'>'")?;
    Ok(attr)
}
