//! The text form: names of inputs with the coordinates of their bits.
//!
//! `reg=[(0,1),(8,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[] of 16x8`. With one dimension a coordinate is a plain number.
//! `cta=[…]` is printed if there are any. In shared memory: `offset=[1,2,4] of 8`. In tensor memory:
//! `part=[(0,1)] column=[(0,2),(0,4)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)] of 128x8`.

use std::fmt;

use super::register::{Input, RegisterLayout};
use super::shape::Shape;
use super::shared::SharedLayout;
use super::tensor::TensorLayout;

impl fmt::Display for RegisterLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for input in Input::ALL {
            let columns = self.columns(input);
            if input == Input::Cta && columns.is_empty() {
                continue;
            }
            write!(f, "{}=", input.name())?;
            basis(f, self.shape(), columns)?;
            f.write_str(" ")?;
        }
        write!(f, "of {}", self.shape())
    }
}

impl fmt::Display for SharedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("offset=")?;
        basis(f, self.shape(), self.map().columns())?;
        write!(f, " of {}", self.shape())
    }
}

impl fmt::Display for TensorLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = [self.part_basis(), self.column_basis(), self.lane_basis()];
        for (name, columns) in ["part", "column", "lane"].into_iter().zip(lists) {
            write!(f, "{name}=")?;
            basis(f, self.shape(), columns)?;
            f.write_str(" ")?;
        }
        write!(f, "of {}", self.shape())
    }
}

fn basis(f: &mut fmt::Formatter<'_>, shape: &Shape, columns: &[u64]) -> fmt::Result {
    f.write_str("[")?;
    for (i, &column) in columns.iter().enumerate() {
        f.write_str(if i == 0 { "" } else { "," })?;
        coordinate(f, &shape.unpack(column))?;
    }
    f.write_str("]")
}

fn coordinate(f: &mut fmt::Formatter<'_>, coordinate: &[u32]) -> fmt::Result {
    if let [only] = coordinate {
        return write!(f, "{only}");
    }
    for (i, c) in coordinate.iter().enumerate() {
        write!(f, "{}{c}", if i == 0 { "(" } else { "," })?;
    }
    f.write_str(if coordinate.is_empty() { "()" } else { ")" })
}
