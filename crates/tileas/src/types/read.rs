//! Parser of types. It accepts any text, and returns a type or an error.

use std::fmt;

use diag::Span;
use ir::generic::{GenericLevel, read_named_piece};
use ir::text::{Kind, Parse, Reader, code};
use smallvec::SmallVec;
use tileaa::types::Elem;

use super::{
    BufferType, IteratorType, Part, PipelineType, Role, StageState, TensorType, TileType, TmaDescType, Type,
};
use crate::layout::{RegisterLayout, SharedLayout, Swizzle};

/// Stages of a pipeline.
const STAGES: std::ops::RangeInclusive<u32> = 1..=64;
/// Pieces of memory of a stage at most.
const MOST_PARTS: usize = 16;

/// Reads a type of level 3.
pub(crate) fn read<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<Type> {
    if r.eat_word("tile") {
        return Ok(Type::Tile(read_tile(r)?));
    }
    if r.eat_word("pending") {
        return Ok(Type::Pending(read_tile(r)?));
    }
    if let Some(part) = read_part(r)? {
        return Ok(match part {
            Part::Buffer(buffer) => Type::Buffer(buffer),
            Part::Tensor(tensor) => Type::Tensor(tensor),
        });
    }
    if r.eat_word("tma_desc") {
        return Ok(Type::TmaDesc(read_desc(r)?));
    }
    if r.eat_word("pipeline") {
        return Ok(Type::Pipeline(read_pipeline(r)?));
    }
    if r.eat_word("iterator") {
        return Ok(Type::Iterator(read_iterator(r)?));
    }
    if r.eat_word("stage") {
        return Ok(Type::Stage(read_state(r)?));
    }
    match tileaa::types::read(r)? {
        tileaa::Type::Tile(tile) => Ok(Type::Tile(TileType::single(tile.elem))),
        tileaa::Type::Memref(memref) => Ok(Type::Memref(memref)),
        tileaa::Type::BlockTile(tiles) => Ok(Type::BlockTile(tiles)),
        tileaa::Type::Token => Ok(Type::Token),
    }
}

/// `<4x8xf32, reg=[..] lane=[..] warp=[..]>`
fn read_tile<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<TileType> {
    let (elem, layout) = read_body::<RegisterLayout, L>(r)?;
    Ok(TileType::new(elem, layout))
}

/// `buffer<..>` or `tmem<..>`, if it is one.
fn read_part<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<Option<Part>> {
    if r.eat_word("buffer") {
        let (shape, elem) = read_elements(r)?;
        let packed = elem.scalar().is_some_and(|scalar| scalar.storage_bits() < 8) && r.eat_word("packed");
        if packed {
            r.expect(Kind::Comma, "',' and the layout")?;
        }
        let layout = read_buffer_layout(r, &shape, elem)?;
        return Ok(Some(Part::Buffer(BufferType { elem, layout, packed })));
    }
    if r.eat_word("tmem") {
        let (elem, layout) = read_body(r)?;
        return Ok(Some(Part::Tensor(TensorType { elem, layout })));
    }
    Ok(None)
}

/// The layout of a buffer, which starts with `offset` where it has no name.
fn read_buffer_layout<L: GenericLevel>(
    r: &mut Reader<'_, L>,
    shape: &[u32],
    elem: Elem,
) -> Parse<SharedLayout> {
    if r.kind() == Kind::Word && !r.at_word("offset") {
        let is_small = elem.scalar().is_some_and(|scalar| scalar.storage_bits() < 8);
        return Err(r.expected(match is_small {
            true => "`packed`, or a layout: `offset=[..]` or its name",
            false => "a layout, `offset=[..]` or its name: only elements of 4 and 6 bits are `packed`",
        }));
    }
    read_layout(r, shape)
}

/// `<4x8xf32, LAYOUT>`
fn read_body<T: std::str::FromStr<Err: fmt::Display>, L: GenericLevel>(
    r: &mut Reader<'_, L>,
) -> Parse<(Elem, T)> {
    let (shape, elem) = read_elements(r)?;
    Ok((elem, read_layout(r, &shape)?))
}

/// `<4x8xf32,`
fn read_elements<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<(SmallVec<[u32; 4]>, Elem)> {
    let found = tileaa::types::read_tile_body(r)?;
    r.expect(Kind::Comma, "',' and the layout")?;
    Ok(found)
}

/// A name, or the text up to `>`, as a layout of the shape.
fn read_layout<T: std::str::FromStr<Err: fmt::Display>, L: GenericLevel>(
    r: &mut Reader<'_, L>,
    shape: &[u32],
) -> Parse<T> {
    let named = read_named_piece(r)?;
    let start = r.token().start;
    while named.is_none() && !matches!(r.kind(), Kind::Greater | Kind::Eof) {
        r.bump();
    }
    let span = named.unwrap_or_else(|| Span::new(start, r.end()));
    let extents: Vec<String> = shape.iter().map(u32::to_string).collect();
    let text = format!("{} of {}", r.str_of(span), extents.join("x"));
    r.expect(Kind::Greater, "'>'")?;
    match text.parse() {
        Ok(layout) => Ok(layout),
        Err(error) => {
            Err(r.error_at(code::INVALID_TYPE, span, format!("this is no layout: {error}"), "in this text"))
        }
    }
}

/// `<64x64xf16, swizzle = 128>`
fn read_desc<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<TmaDescType> {
    let (shape, elem) = tileaa::types::read_tile_body(r)?;
    let Some(elem) = elem.scalar() else { return Err(r.expected("a number type: addresses are not copied")) };
    r.expect(Kind::Comma, "',' and the swizzle")?;
    r.expect_word("swizzle")?;
    r.expect(Kind::Equal, "'=' and the bytes of the swizzle")?;
    let (bytes, at) = read_number(r)?;
    let swizzle = Swizzle::ALL.into_iter().find(|swizzle| swizzle.span().unwrap_or(0) == bytes);
    let Some(swizzle) = swizzle else {
        let text = "a swizzle is within rows of 32, 64 or 128 bytes; 0 is none";
        return Err(r.error_at(code::INVALID_TYPE, at, text.to_owned(), "is no swizzle"));
    };
    r.expect(Kind::Greater, "'>'")?;
    Ok(TmaDescType { elem, extents: shape.into_iter().collect(), swizzle })
}

/// `<3, buffer<..>, tmem<..>>`
fn read_pipeline<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<PipelineType> {
    r.expect(Kind::Less, "'<'")?;
    let stages = read_stages(r)?;
    let mut parts = Vec::new();
    while r.eat(Kind::Comma) {
        match read_part(r)? {
            Some(part) if parts.len() < MOST_PARTS => parts.push(part),
            Some(_) => return Err(r.expected(&format!("{MOST_PARTS} pieces of memory at most"))),
            None => return Err(r.expected("the type of a buffer or of tensor memory")),
        }
    }
    r.expect(Kind::Greater, "'>'")?;
    Ok(PipelineType { stages, parts })
}

/// `<3, producer>`
fn read_iterator<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<IteratorType> {
    r.expect(Kind::Less, "'<'")?;
    let stages = read_stages(r)?;
    r.expect(Kind::Comma, "',' and the role")?;
    let role = Role::ALL.into_iter().find(|role| r.eat_word(role.name()));
    let Some(role) = role else { return Err(r.expected("'producer' or 'consumer'")) };
    r.expect(Kind::Greater, "'>'")?;
    Ok(IteratorType { stages, role })
}

/// `<empty>`
fn read_state<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<StageState> {
    r.expect(Kind::Less, "'<'")?;
    let state = StageState::ALL.into_iter().find(|state| r.eat_word(state.name()));
    let Some(state) = state else { return Err(r.expected("'empty', 'written', 'full' or 'read'")) };
    r.expect(Kind::Greater, "'>'")?;
    Ok(state)
}

fn read_stages<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<u32> {
    let (stages, at) = read_number(r)?;
    if STAGES.contains(&stages) {
        return Ok(stages);
    }
    let text = format!("a pipeline has {} to {} stages", STAGES.start(), STAGES.end());
    Err(r.error_at(code::INVALID_TYPE, at, text, "are not so many"))
}

fn read_number<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<(u32, Span)> {
    let token = r.expect(Kind::Int, "a number")?;
    Ok((r.str_of(token.span()).parse().unwrap_or(u32::MAX), token.span()))
}
