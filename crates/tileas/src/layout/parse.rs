//! Parser of the text form that [`print`](super::print) writes. It accepts any text, and returns a layout or an error.

use std::str::FromStr;

use smallvec::SmallVec;

use super::linear_map::{Columns, LinearMap};
use super::register::{Input, LANE_BITS, RegisterLayout};
use super::shape::Shape;
use super::shared::SharedLayout;
use super::tensor::{MOST_COLUMN_BITS, MOST_PART_BITS, TENSOR_LANE_BITS, TensorLayout};

/// Why a text is not a layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseLayoutError {
    /// Unexpected text.
    #[error("expected {expected} at byte {at} of the layout")]
    Expected {
        /// The expected text.
        expected: String,
        /// The position, in bytes.
        at: usize,
    },
    /// The shape.
    #[error(
        "`{0}` is no shape of a tile: extents are powers of two, such as `128x64`, of at most 2^31 elements in all"
    )]
    Shape(String),
    /// A coordinate outside of the tile.
    #[error("coordinate {0} does not lie in a tile of {1}")]
    Outside(String, String),
    /// The number of lane bits.
    #[error("a warp has 32 lanes: `lane` lists 5 coordinates, not {0}")]
    Lanes(usize),
    /// The total number of bits.
    #[error("a layout has at most {1} bits of registers, warps and CTAs; this one has {0}")]
    Inputs(usize, usize),
    /// Shared layouts hold each element once.
    #[error("a shared layout of {0} holds every element once: it lists {1} independent coordinates")]
    Bijection(String, u32),
    /// The number of lane bits in tensor memory.
    #[error("tensor memory has 128 lanes: `lane` lists 7 coordinates, not {0}")]
    TensorLanes(usize),
    /// The number of column bits in tensor memory.
    #[error("tensor memory has 512 columns: `column` lists at most 9 coordinates, not {0}")]
    TensorColumns(usize),
    /// The number of bits of parts of a column.
    #[error("a column of tensor memory has 32 bits: `part` lists at most 5 coordinates, not {0}")]
    TensorParts(usize),
}

/// More bits than any tile has.
const MOST_BITS: usize = 40;

type Coordinate = SmallVec<[u32; 4]>;

impl FromStr for RegisterLayout {
    type Err = ParseLayoutError;

    fn from_str(text: &str) -> Result<RegisterLayout, ParseLayoutError> {
        let mut reader = Reader { text, at: 0 };
        let mut lists: SmallVec<[SmallVec<[Coordinate; 16]>; 4]> = SmallVec::new();
        for input in Input::ALL {
            let named = input != Input::Cta || reader.rest().starts_with(input.name());
            lists.push(if named { reader.list(input.name())? } else { SmallVec::new() });
        }
        let shape = reader.shape()?;
        let mut columns: SmallVec<[Columns; 4]> = SmallVec::new();
        for list in &lists {
            columns.push(pack(&shape, list)?);
        }
        let [registers, lanes, warps, ctas] = &columns[..] else { unreachable!("a list for each input") };
        if lanes.len() != LANE_BITS as usize {
            return Err(ParseLayoutError::Lanes(lanes.len()));
        }
        let others = registers.len() + warps.len() + ctas.len();
        if others > MOST_BITS {
            return Err(ParseLayoutError::Inputs(others, MOST_BITS));
        }
        Ok(RegisterLayout::new(shape, registers, lanes, warps, ctas))
    }
}

impl FromStr for SharedLayout {
    type Err = ParseLayoutError;

    fn from_str(text: &str) -> Result<SharedLayout, ParseLayoutError> {
        let mut reader = Reader { text, at: 0 };
        let list = reader.list("offset")?;
        let shape = reader.shape()?;
        let columns = pack(&shape, &list)?;
        let count = columns.len() as u32;
        let rank = if count <= 64 { LinearMap::new(columns.clone(), shape.bits()).rank() } else { 0 };
        if count != shape.bits() || rank != shape.bits() {
            return Err(ParseLayoutError::Bijection(shape.to_string(), shape.bits()));
        }
        Ok(SharedLayout::new(shape, &columns))
    }
}

impl FromStr for TensorLayout {
    type Err = ParseLayoutError;

    fn from_str(text: &str) -> Result<TensorLayout, ParseLayoutError> {
        let mut reader = Reader { text, at: 0 };
        let lists = [reader.list("part")?, reader.list("column")?, reader.list("lane")?];
        let shape = reader.shape()?;
        let [parts, columns, lanes] = &lists;
        let (parts, columns, lanes) = (pack(&shape, parts)?, pack(&shape, columns)?, pack(&shape, lanes)?);
        if lanes.len() != TENSOR_LANE_BITS {
            return Err(ParseLayoutError::TensorLanes(lanes.len()));
        }
        if columns.len() > MOST_COLUMN_BITS {
            return Err(ParseLayoutError::TensorColumns(columns.len()));
        }
        if parts.len() > MOST_PART_BITS {
            return Err(ParseLayoutError::TensorParts(parts.len()));
        }
        Ok(TensorLayout::new(shape, &parts, &columns, &lanes))
    }
}

impl FromStr for Shape {
    type Err = ParseLayoutError;

    fn from_str(text: &str) -> Result<Shape, ParseLayoutError> {
        let error = || ParseLayoutError::Shape(text.to_owned());
        if text == "scalar" {
            return Ok(Shape::default());
        }
        let extents: Result<Coordinate, _> = text.split('x').map(str::parse::<u32>).collect();
        Shape::new(&extents.map_err(|_| error())?).ok_or_else(error)
    }
}

fn pack(shape: &Shape, list: &[Coordinate]) -> Result<Columns, ParseLayoutError> {
    let packed = list.iter().map(|coordinate| {
        let inside = coordinate.len() == shape.rank()
            && coordinate.iter().enumerate().all(|(dim, &c)| u64::from(c) >> shape.dim_bits(dim) == 0);
        let error = || {
            let numbers: SmallVec<[String; 4]> = coordinate.iter().map(u32::to_string).collect();
            ParseLayoutError::Outside(format!("({})", numbers.join(", ")), shape.to_string())
        };
        if inside { Ok(shape.pack(coordinate)) } else { Err(error()) }
    });
    packed.collect()
}

/// A text and the position of the reader.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn expected(&self, what: &str) -> ParseLayoutError {
        ParseLayoutError::Expected { expected: what.to_owned(), at: self.at }
    }

    /// Reads a word if it is next; spaces follow it.
    fn next(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
            self.spaces();
        }
        found
    }

    fn expect(&mut self, word: &str) -> Result<(), ParseLayoutError> {
        if self.next(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// `name=[…]`
    fn list(&mut self, name: &str) -> Result<SmallVec<[Coordinate; 16]>, ParseLayoutError> {
        self.spaces();
        self.expect(name)?;
        self.expect("=")?;
        self.expect("[")?;
        let mut list = SmallVec::new();
        while !self.next("]") {
            if !list.is_empty() {
                self.expect(",")?;
            }
            list.push(self.coordinate()?);
        }
        Ok(list)
    }

    /// `(1,2)`, `()` or `1`
    fn coordinate(&mut self) -> Result<Coordinate, ParseLayoutError> {
        if !self.next("(") {
            return Ok(SmallVec::from_slice(&[self.number()?]));
        }
        let mut coordinate = Coordinate::new();
        while !self.next(")") {
            if !coordinate.is_empty() {
                self.expect(",")?;
            }
            coordinate.push(self.number()?);
        }
        Ok(coordinate)
    }

    fn number(&mut self) -> Result<u32, ParseLayoutError> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number = rest[..end].parse().map_err(|_| self.expected("a number of 32 bits"))?;
        self.at += end;
        self.spaces();
        Ok(number)
    }

    /// `of 128x64`, and nothing after it.
    fn shape(&mut self) -> Result<Shape, ParseLayoutError> {
        self.expect("of")?;
        self.rest().trim_end().parse()
    }
}
