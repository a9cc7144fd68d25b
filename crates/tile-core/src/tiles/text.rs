//! Reading the shared types.

use cuda_tile::types::{DYNAMIC, Dims, Padding, Shape};
use ir::generic::GenericLevel;
use ir::text::{Kind, Parse, Reader, code};
use numerics::Scalar;
use smallvec::SmallVec;

use super::{BlockTileType, Elem, MemrefType};

/// `<4x8xf32`, up to what follows the element.
///
/// # Errors
/// When there is something else; it was reported.
pub fn read_tile_body<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<(Shape, Elem)> {
    r.expect(Kind::Less, "'<'")?;
    let (extents, word) = read_extents(r)?;
    let mut shape = Shape::new();
    for extent in extents {
        match u32::try_from(extent).ok().filter(|extent| extent.is_power_of_two()) {
            Some(extent) => shape.push(extent),
            None => return Err(r.expected("extents that are powers of two")),
        }
    }
    Ok((shape, elem_named(r, &word)?))
}

/// `4x?xf32`: extents and the word after them. The lexer sees `4`, then `x8xf32`, so the text is taken apart here.
fn read_extents<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<(Dims, String)> {
    let start = r.token().start;
    while matches!(r.kind(), Kind::Int | Kind::Hex | Kind::Float | Kind::Word | Kind::Question) {
        r.bump();
    }
    let text = r.str_of(diag::Span::new(start, r.end())).to_owned();
    let mut extents = Dims::new();
    let mut rest = text.as_str();
    loop {
        let Some((first, behind)) = rest.split_once('x') else { return Ok((extents, rest.to_owned())) };
        match first.trim() {
            "?" => extents.push(DYNAMIC),
            digits => match digits.parse() {
                Ok(extent) => extents.push(extent),
                Err(_) => return Ok((extents, rest.to_owned())),
            },
        }
        rest = behind;
    }
}

/// Reads an element.
///
/// # Errors
/// When there is something else; it was reported.
pub fn read_elem<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<Elem> {
    let token = r.token();
    let word = r.str_of(token.span()).to_owned();
    let elem = elem_named(r, &word)?;
    r.bump();
    Ok(elem)
}

fn elem_named<L: GenericLevel>(r: &mut Reader<'_, L>, word: &str) -> Parse<Elem> {
    if word == "ptr" {
        return Ok(Elem::Ptr);
    }
    match Scalar::ALL.into_iter().find(|scalar| scalar.name() == word) {
        Some(scalar) => Ok(Elem::Scalar(scalar)),
        None => {
            let span = r.token().span();
            Err(r.error_at(
                code::UNKNOWN_TYPE,
                span,
                format!("'{word}' is no type"),
                "expected a type before this",
            ))
        }
    }
}

/// `[1, ?, 3]`
fn read_dims<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<Dims> {
    let mut dims = Dims::new();
    r.expect(Kind::BracketOpen, "'['")?;
    r.list(Kind::BracketClose, "']'", |r| {
        if r.eat(Kind::Question) {
            dims.push(DYNAMIC);
            return Ok(());
        }
        let negative = r.eat(Kind::Minus);
        let token = r.expect(Kind::Int, "a number or '?'")?;
        let value: i64 = r.str_of(token.span()).parse().unwrap_or(i64::MAX);
        dims.push(if negative { -value } else { value });
        Ok(())
    })?;
    Ok(dims)
}

/// Reads memory.
///
/// # Errors
/// When there is something else; it was reported.
pub fn read_memref<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<MemrefType> {
    r.expect_word("memref")?;
    r.expect(Kind::Less, "'<'")?;
    let (shape, word) = read_extents(r)?;
    let Elem::Scalar(elem) = elem_named(r, &word)? else { return Err(r.expected("a number type")) };
    r.expect(Kind::Comma, "','")?;
    let strides = read_dims(r)?;
    r.expect(Kind::Greater, "'>'")?;
    if strides.len() != shape.len() {
        return Err(r.expected("as many strides as extents"));
    }
    Ok(MemrefType { elem, shape, strides })
}

/// Reads memory cut into tiles.
///
/// # Errors
/// When there is something else; it was reported.
pub fn read_block_tile<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<BlockTileType> {
    r.expect_word("block_tile")?;
    r.expect(Kind::Less, "'<'")?;
    let tile = read_unsigned(r)?;
    r.expect(Kind::Comma, "','")?;
    let memref = read_memref(r)?;
    r.expect(Kind::Comma, "','")?;
    r.expect_word("step")?;
    r.expect(Kind::Equal, "'='")?;
    let step = read_dims(r)?;
    r.expect(Kind::Comma, "','")?;
    r.expect_word("dims")?;
    r.expect(Kind::Equal, "'='")?;
    let dims = read_unsigned(r)?;
    let (mut gather, mut padding) = (None, None);
    while r.eat(Kind::Comma) {
        if r.eat_word("gather") {
            r.expect(Kind::Equal, "'='")?;
            let token = r.expect(Kind::Int, "a dimension")?;
            gather = r.str_of(token.span()).parse().ok();
        } else {
            r.expect_word("padding")?;
            r.expect(Kind::Equal, "'='")?;
            let token = r.expect(Kind::Word, "a padding")?;
            let word = r.str_of(token.span());
            padding = Padding::ALL.into_iter().find(|padding| padding.name() == word);
        }
    }
    r.expect(Kind::Greater, "'>'")?;
    let rank = memref.shape.len();
    if tile.len() != step.len() || dims.len() != tile.len() || dims.iter().any(|&dim| dim as usize >= rank) {
        return Err(r.expected("a step and a dimension of the memory for each dimension of the tile"));
    }
    Ok(BlockTileType { tile, memref, step, dims, gather, padding })
}

fn read_unsigned<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<SmallVec<[u32; 4]>> {
    let dims = read_dims(r)?;
    Ok(dims.iter().map(|&dim| u32::try_from(dim).unwrap_or(u32::MAX)).collect())
}
