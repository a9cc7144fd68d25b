//! Reading types.
//!
//! The text of a type that was read before is looked up instead of being read again.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "tokens that a rule does not name are an error of the text"
)]

use diag::{Diagnostic, Span, suggest};
use ir::TypeId;
use ir::text::{Failed, Kind, Parse, code};
use numerics::Scalar;
use smallvec::SmallVec;

use super::{Reader, alias, symbolic};
use crate::Type;
use crate::types::{
    DYNAMIC, Dims, Elem, Padding, PreviewType, PtrAttr, PtrType, TensorViewType, TileType, TypeError,
    ViewKind, ViewType,
};

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
    r.error_at(code::INVALID_TYPE, span, error.0, "this type cannot be")
}

/// A tile with invalid extents. A text may name it many times: only the first error has a suggested fix.
fn invalid_tile(r: &mut Reader<'_>, start: u32, dims: &[i64], error: TypeError) -> Failed {
    let span = Span::new(start, r.end());
    let text = r.text_of(span);
    if r.state.refused.contains(&text) {
        return Failed;
    }
    r.state.refused.push(text);
    let error = Diagnostic::error(code::INVALID_TYPE, error.0).at(span, "this type cannot be");
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

fn read_tensor_view(r: &mut Reader<'_>, at: Span) -> Parse<TensorViewType> {
    r.expect(Kind::Less, "'<'")?;
    let shape = read_dims(r)?;
    let elem = read_number_type(r, "elementType")?;
    let mut strides = None;
    let mut ptr_attr = None;
    while r.eat(Kind::Comma) {
        if strides.is_none() && ptr_attr.is_none() && r.at_word("strides") {
            strides = Some(read_strides(r)?);
        } else if ptr_attr.is_none() && matches!(r.kind(), Kind::Hash | Kind::Less) {
            ptr_attr = Some(read_ptr_attr(r)?);
        } else {
            return Err(r.expected("'strides'"));
        }
    }
    let close = r.token().span();
    r.expect(Kind::Greater, "'>'")?;
    let strides = match strides {
        Some(strides) if shape.is_empty() && !strides.is_empty() => {
            let text = "strides must not be provided for 0-d tiles";
            return Err(r.error_at(
                code::INVALID_TYPE,
                Span::new(at.start, close.end),
                text,
                "has no dimension",
            ));
        }
        Some(strides) => strides,
        None if shape.is_empty() => Dims::new(),
        None => {
            let error = Diagnostic::error(code::INVALID_TYPE, "expected 'strides'")
                .at(close, "the strides are missing")
                .help("write `, strides=[..]` with one stride for each dimension, `?` where it is dynamic");
            return Err(r.fail(error));
        }
    };
    match TensorViewType::new(elem, &shape, &strides) {
        Ok(view) => Ok(view.with_ptr_attr(ptr_attr)),
        Err(error) => Err(invalid(r, at.start, error)),
    }
}

fn read_strides(r: &mut Reader<'_>) -> Parse<Dims> {
    r.bump();
    r.expect(Kind::Equal, "'='")?;
    r.expect(Kind::BracketOpen, "'['")?;
    let mut strides = Dims::new();
    r.list(Kind::BracketClose, "']'", |r| {
        let token = r.token();
        match token.kind {
            Kind::Question => {
                r.bump();
                strides.push(DYNAMIC);
                Ok(())
            }
            Kind::Int | Kind::Hex | Kind::Minus => {
                let value = read_i64(r)?;
                if value <= 0 {
                    let span = Span::new(token.start, r.end());
                    let text = format!("expected strictly positive integer, got {value}");
                    return Err(r.error_at(code::INVALID_TYPE, span, text, "a stride is at least 1"));
                }
                strides.push(value);
                Ok(())
            }
            _ => Err(r.expected("either 64-bit integer or question mark")),
        }
    })?;
    Ok(strides)
}

/// An integer that 64 signed bits hold.
pub(super) fn read_i64(r: &mut Reader<'_>) -> Parse<i64> {
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum View {
    Partition,
    Strided,
    GatherScatter,
}

fn read_view(r: &mut Reader<'_>, at: Span, kind: View) -> Parse<Type> {
    r.expect(Kind::Less, "'<'")?;
    let masked = eat_masked(r);
    let tile = read_tile_shape(r)?;
    r.expect(Kind::Comma, "','")?;
    let mut traversal_strides = SmallVec::new();
    if kind == View::Strided {
        traversal_strides = read_named_ints(r, "traversal_strides")?;
        r.expect(Kind::Comma, "','")?;
    }
    let padding = read_padding(r)?.or(masked);
    let tensor = read_viewed(r)?;
    let kind = match kind {
        View::Partition => ViewKind::Partition { dim_map: read_dim_map(r, tile.len())? },
        View::Strided => ViewKind::Strided { traversal_strides, dim_map: read_dim_map(r, tile.len())? },
        View::GatherScatter => ViewKind::GatherScatter { sparse_dim: read_sparse_dim(r)? },
    };
    r.expect(Kind::Greater, "'>'")?;
    ViewType::new(&tile, tensor, padding, kind).map(Type::View).map_err(|error| invalid(r, at.start, error))
}

/// `masked`, an older word for padding with zeros.
fn eat_masked(r: &mut Reader<'_>) -> Option<Padding> {
    if r.strict || !r.at_word("masked") {
        return None;
    }
    let at = r.bump().span();
    r.note(at, "`masked`", "`padding_value = zero` after the shape of the tile");
    Some(Padding::Zero)
}

fn read_tile_shape(r: &mut Reader<'_>) -> Parse<SmallVec<[i32; 4]>> {
    r.expect_word("tile")?;
    r.expect(Kind::Equal, "'='")?;
    r.expect(Kind::ParenOpen, "'('")?;
    let at = r.token().span();
    let dims = read_separated_dims(r, b')')?;
    r.expect(Kind::ParenClose, "')'")?;
    let mut tile = SmallVec::new();
    for (i, &dim) in dims.iter().enumerate() {
        match i32::try_from(dim) {
            Ok(dim) if dim > 0 => tile.push(dim),
            Ok(_) | Err(_) => {
                let text = format!(
                    "tile dimension {i} exceeds i32 limitations (got {dim}, expected strictly positive and less than or equal to 2147483647)"
                );
                return Err(r.error_at(code::INVALID_TYPE, at, text, "in this tile shape"));
            }
        }
    }
    Ok(tile)
}

/// `name=[1, 0]` of 32-bit integers.
fn read_named_ints(r: &mut Reader<'_>, name: &str) -> Parse<SmallVec<[i32; 4]>> {
    r.expect_word(name)?;
    r.expect(Kind::Equal, "'='")?;
    let mut ints = SmallVec::new();
    read_i32_list(r, |value| ints.push(value))?;
    Ok(ints)
}

/// `[1, 0]` of 32-bit integers.
pub(super) fn read_i32_list(r: &mut Reader<'_>, mut take: impl FnMut(i32)) -> Parse<()> {
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

fn read_padding(r: &mut Reader<'_>) -> Parse<Option<Padding>> {
    if !r.eat_word("padding_value") {
        return Ok(None);
    }
    r.expect(Kind::Equal, "'='")?;
    let token = r.expect(Kind::Word, "a padding value")?;
    let word = r.str_of(token.span());
    let Some(padding) = Padding::ALL.into_iter().find(|p| p.name() == word) else {
        let text = format!(
            "invalid padding_value attribute specification. Got \"{word}\" but expect one of: zero, neg_zero, nan, pos_inf, neg_inf"
        );
        return Err(r.error_at(code::KEYWORD, token.span(), text, "is no padding value"));
    };
    r.expect(Kind::Comma, "','")?;
    Ok(Some(padding))
}

fn read_viewed(r: &mut Reader<'_>) -> Parse<TensorViewType> {
    let start = r.token().start;
    match r.nested(read_value)? {
        Type::TensorView(view) => Ok(view),
        other => {
            let got = crate::types::Qualified(&other).to_string();
            let span = Span::new(start, r.end());
            let text = format!("expected 'tensor_view' type, but got '{got}'");
            Err(r.error_at(code::INVALID_TYPE, span, text, "a view is over a tensor_view"))
        }
    }
}

fn read_dim_map(r: &mut Reader<'_>, rank: usize) -> Parse<SmallVec<[i32; 4]>> {
    if r.eat(Kind::Comma) { read_named_ints(r, "dim_map") } else { Ok((0..rank as i32).collect()) }
}

fn read_sparse_dim(r: &mut Reader<'_>) -> Parse<u32> {
    r.expect(Kind::Comma, "', sparse_dim='")?;
    r.expect_word("sparse_dim")?;
    r.expect(Kind::Equal, "'='")?;
    let start = r.token().start;
    let value = read_i64(r)?;
    let span = Span::new(start, r.end());
    u32::try_from(value).map_err(|_| {
        let text = format!("target dimension must not be negative, got {value}");
        r.error_at(code::INVALID_TYPE, span, text, "is no dimension")
    })
}

/// `4x?x`: the extents before an element type, read byte by byte because tokens cut them elsewhere.
fn read_dims(r: &mut Reader<'_>) -> Parse<Dims> {
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
fn read_separated_dims(r: &mut Reader<'_>, close: u8) -> Parse<Dims> {
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

    fn eat(&mut self, byte: u8) -> bool {
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
