//! Types of level 2.

use std::fmt;

pub use cuda_tile::types::{DYNAMIC, Dims, Padding, Shape};
use ir::plain::{Constraint, PlainLevel};
use ir::text::{Kind, Parse, Reader, code};
use numerics::Scalar;
use smallvec::SmallVec;

/// Element of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Elem {
    /// A number; `i1` is a truth value.
    Scalar(Scalar),
    /// An address in global memory: 64 bits. What lies there, the accesses say.
    Ptr,
}

impl Elem {
    /// The number type, unless it is an address.
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Elem::Scalar(scalar) => Some(scalar),
            Elem::Ptr => None,
        }
    }
}

impl fmt::Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elem::Scalar(scalar) => f.write_str(scalar.name()),
            Elem::Ptr => f.write_str("ptr"),
        }
    }
}

/// `tile<4x8xf32>`; of rank 0 just `f32`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TileType {
    /// Extents, each a power of two, outermost first.
    pub shape: Shape,
    /// Element.
    pub elem: Elem,
}

impl TileType {
    /// A tile.
    pub fn new(shape: &[u32], elem: Elem) -> TileType {
        TileType { shape: shape.into(), elem }
    }

    /// Number of elements.
    pub fn elements(&self) -> u64 {
        self.shape.iter().map(|&extent| u64::from(extent)).product()
    }
}

/// `memref<?x64xf32, [?, 1]>`: memory of a shape, with its strides in elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemrefType {
    /// Element.
    pub elem: Scalar,
    /// Extents; [`DYNAMIC`] where a value gives them.
    pub shape: Dims,
    /// Strides in elements; [`DYNAMIC`] where a value gives them.
    pub strides: Dims,
}

/// `block_tile<64x32, memref<..>, step = [64, 32], dims = [0, 1], padding = zero>`: tiles over memory.
///
/// Element `e` of the tile at index `i` lies, along tile dimension `d`, at coordinate `i[d] * step[d] + e[d]` of dimension
/// `dims[d]` of the memory. Along dimension `gather` the coordinates are picked one by one instead: the index there is a
/// tile of coordinates. Reads outside of the memory give the padding, if there is one; writes there do nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BlockTileType {
    /// Extents of a tile.
    pub tile: Shape,
    /// The memory.
    pub memref: MemrefType,
    /// Elements from one tile to the next, per dimension of the tile.
    pub step: Dims,
    /// Dimension of the memory that each dimension of the tile runs along.
    pub dims: SmallVec<[u32; 4]>,
    /// The dimension of the tile whose coordinates are picked.
    pub gather: Option<u32>,
    /// What is read outside of the memory.
    pub padding: Option<Padding>,
}

/// A type of level 2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Values.
    Tile(TileType),
    /// Memory with a shape.
    Memref(MemrefType),
    /// Memory cut into tiles.
    BlockTile(BlockTileType),
    /// The order of accesses.
    Token,
}

impl Type {
    /// A single number.
    pub fn scalar_of(scalar: Scalar) -> Type {
        Type::Tile(TileType::new(&[], Elem::Scalar(scalar)))
    }

    /// A tile.
    pub fn tile_of(shape: &[u32], elem: Elem) -> Type {
        Type::Tile(TileType::new(shape, elem))
    }

    /// The tile type, if it is one.
    pub fn tile(&self) -> Option<&TileType> {
        match self {
            Type::Tile(tile) => Some(tile),
            Type::Memref(_) | Type::BlockTile(_) | Type::Token => None,
        }
    }

    /// The type of its numbers, if it is a tile of numbers.
    pub fn scalar(&self) -> Option<Scalar> {
        self.tile().and_then(|tile| tile.elem.scalar())
    }
}

impl fmt::Display for TileType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shape.is_empty() {
            return self.elem.fmt(f);
        }
        f.write_str("tile<")?;
        self.shape.iter().try_for_each(|extent| write!(f, "{extent}x"))?;
        write!(f, "{}>", self.elem)
    }
}

/// `?` or a number.
struct Extent(i64);

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            DYNAMIC => f.write_str("?"),
            value => value.fmt(f),
        }
    }
}

fn write_list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = T>) -> fmt::Result {
    f.write_str("[")?;
    for (at, item) in items.enumerate() {
        write!(f, "{}{item}", if at > 0 { ", " } else { "" })?;
    }
    f.write_str("]")
}

impl fmt::Display for MemrefType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("memref<")?;
        self.shape.iter().try_for_each(|&extent| write!(f, "{}x", Extent(extent)))?;
        write!(f, "{}, ", self.elem.name())?;
        write_list(f, self.strides.iter().map(|&stride| Extent(stride)))?;
        f.write_str(">")
    }
}

impl fmt::Display for BlockTileType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("block_tile<")?;
        write_list(f, self.tile.iter())?;
        write!(f, ", {}, step = ", self.memref)?;
        write_list(f, self.step.iter())?;
        f.write_str(", dims = ")?;
        write_list(f, self.dims.iter())?;
        if let Some(gather) = self.gather {
            write!(f, ", gather = {gather}")?;
        }
        if let Some(padding) = self.padding {
            write!(f, ", padding = {}", padding.name())?;
        }
        f.write_str(">")
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Tile(tile) => tile.fmt(f),
            Type::Memref(memref) => memref.fmt(f),
            Type::BlockTile(tile) => tile.fmt(f),
            Type::Token => f.write_str("token"),
        }
    }
}

/// True when a field of the constraint takes the type.
pub(crate) fn admits(constraint: Constraint, ty: &Type) -> bool {
    match ty {
        Type::Tile(tile) => admits_tile(constraint, tile.elem, tile.shape.len()),
        Type::Memref(_) => matches!(constraint, Constraint::Any | Constraint::Memref),
        Type::BlockTile(_) => matches!(constraint, Constraint::Any | Constraint::Memref),
        Type::Token => matches!(constraint, Constraint::Any | Constraint::Token),
    }
}

/// The same for a tile of elements and of a rank; level 3 asks this too.
pub fn admits_tile(constraint: Constraint, elem: Elem, rank: usize) -> bool {
    let scalar = elem.scalar();
    let int = scalar.is_some_and(|scalar| Scalar::INTS.contains(&scalar));
    match constraint {
        Constraint::Any | Constraint::Data => true,
        Constraint::Int => int,
        Constraint::Float => scalar.is_some() && !int,
        Constraint::Number => scalar.is_some(),
        Constraint::Bool => scalar == Some(Scalar::I1),
        Constraint::Ptr => elem == Elem::Ptr,
        Constraint::Index => int && rank == 0,
        Constraint::Memref | Constraint::Token | Constraint::Buffer | Constraint::Handle => false,
    }
}

/// Reads a type of level 2; level 3 reads what it has of them by this.
///
/// # Errors
/// When there is something else; it was reported.
pub fn read<L: PlainLevel>(r: &mut Reader<'_, L>) -> Parse<Type> {
    if r.eat_word("token") {
        return Ok(Type::Token);
    }
    if r.at_word("memref") {
        return Ok(Type::Memref(read_memref(r)?));
    }
    if r.at_word("block_tile") {
        return Ok(Type::BlockTile(read_block_tile(r)?));
    }
    if r.eat_word("tile") {
        let (shape, elem) = read_tile_body(r)?;
        r.expect(Kind::Greater, "'>'")?;
        return Ok(Type::Tile(TileType { shape, elem }));
    }
    Ok(Type::Tile(TileType { shape: Shape::new(), elem: read_elem(r)? }))
}

/// `<4x8xf32`, up to what follows the element.
///
/// # Errors
/// When there is something else; it was reported.
pub fn read_tile_body<L: PlainLevel>(r: &mut Reader<'_, L>) -> Parse<(Shape, Elem)> {
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

/// `4x?xf32`: extents and the word behind them. The lexer sees `4`, then `x8xf32`, so the text is taken apart here.
fn read_extents<L: PlainLevel>(r: &mut Reader<'_, L>) -> Parse<(Dims, String)> {
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

fn read_elem<L: PlainLevel>(r: &mut Reader<'_, L>) -> Parse<Elem> {
    let token = r.token();
    let word = r.str_of(token.span()).to_owned();
    let elem = elem_named(r, &word)?;
    r.bump();
    Ok(elem)
}

fn elem_named<L: PlainLevel>(r: &mut Reader<'_, L>, word: &str) -> Parse<Elem> {
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
fn read_dims<L: PlainLevel>(r: &mut Reader<'_, L>) -> Parse<Dims> {
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

fn read_memref<L: PlainLevel>(r: &mut Reader<'_, L>) -> Parse<MemrefType> {
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

fn read_block_tile<L: PlainLevel>(r: &mut Reader<'_, L>) -> Parse<BlockTileType> {
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

fn read_unsigned<L: PlainLevel>(r: &mut Reader<'_, L>) -> Parse<SmallVec<[u32; 4]>> {
    let dims = read_dims(r)?;
    Ok(dims.iter().map(|&dim| u32::try_from(dim).unwrap_or(u32::MAX)).collect())
}
