//! Drawings of layouts for humans: the location of each element of a small tile.

use std::fmt::Write;

use super::register::{Input, RegisterLayout};
use super::shape::Shape;
use super::shared::SharedLayout;

/// The maximum number of rows and columns of a drawing; further ones are omitted with a mark.
const MAX_DRAWN: u32 = 32;

impl RegisterLayout {
    /// A table with a cell for each element of the last two dimensions (of others, the first element): `3.1` is register 1 of
    /// lane 3, `w2:3.1` the same of warp 2, where there are several. An element that is held repeatedly shows its first holder,
    /// and `*`; an element that no thread holds shows `-`.
    pub fn draw(&self) -> String {
        let echelon = self.map().echelon();
        let warps = self.warps() > 1;
        draw(self.shape(), |packed| {
            let Some(inputs) = echelon.solve(packed) else { return "-".to_owned() };
            let (register, lane, warp, _) = self.unpack(inputs);
            let mut cell = if warps { format!("w{warp}:") } else { String::new() };
            let repeated = if self.map().free() == 0 { "" } else { "*" };
            let register_name =
                if self.bits(Input::Register) > 0 { format!(".{register}") } else { String::new() };
            let _ = write!(cell, "{lane}{register_name}{repeated}");
            cell
        })
    }
}

impl SharedLayout {
    /// A table with the offset of each element of the last two dimensions (of others, the first element).
    pub fn draw(&self) -> String {
        let offsets = self.offsets();
        draw(self.shape(), |packed| offsets.apply(packed).to_string())
    }
}

/// Rows and columns; a tile of fewer than two dimensions is one row.
fn draw(shape: &Shape, cell: impl Fn(u64) -> String) -> String {
    let extent = |from_last: usize| shape.rank().checked_sub(from_last).map_or(1, |dim| shape.extent(dim));
    let (rows, columns) = (extent(2), extent(1));
    let shown = columns.min(MAX_DRAWN);
    let cells: Vec<Vec<String>> = (0..rows.min(MAX_DRAWN))
        .map(|row| {
            (0..shown).map(|column| cell(u64::from(row) * u64::from(columns) + u64::from(column))).collect()
        })
        .collect();
    let width = cells.iter().flatten().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in &cells {
        let line: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        let more = if shown < columns { " …" } else { "" };
        let _ = writeln!(text, "{}{more}", line.join(" "));
    }
    if rows > MAX_DRAWN {
        text.push_str("…\n");
    }
    text
}
