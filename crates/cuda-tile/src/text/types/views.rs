//! Views of memory: their extents, strides, tiles and padding.

use diag::{Diagnostic, Span};
use ir::text::{Kind, Parse, code};
use smallvec::SmallVec;

use super::dims::{read_dims, read_i32_list, read_i64, read_separated_dims};
use super::{invalid, read_number_type, read_ptr_attr, read_value};
use crate::Type;
use crate::text::Reader;
use crate::types::{DYNAMIC, Dims, Padding, TensorViewType, ViewKind, ViewType};

pub(super) fn read_tensor_view(r: &mut Reader<'_>, at: Span) -> Parse<TensorViewType> {
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

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    Partition,
    Strided,
    GatherScatter,
}

pub(super) fn read_view(r: &mut Reader<'_>, at: Span, kind: View) -> Parse<Type> {
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
