//! The number of tile blocks of a launch, and their numbering.

use std::fmt;
use std::str::FromStr;

/// The largest extent of one axis of a grid.
pub const MAX_AXIS: u32 = (1 << 24) - 1;

/// The coordinates of a tile block: x, y, z.
pub type BlockId = [u32; 3];

/// The extents of a grid of tile blocks: each axis 1 to [`MAX_AXIS`], the number of blocks within `u64`.
///
/// Written `X`, `X,Y` or `X,Y,Z`; a missing axis has extent 1.
///
/// ```
/// let grid: launch::Grid = "4,2".parse()?;
/// assert_eq!(grid.axes(), [4, 2, 1]);
/// assert_eq!(grid.block(5), Some([1, 1, 0]));
/// # Ok::<(), launch::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    axes: [u32; 3],
}

/// Why a text or numbers are not a grid; prints as a sentence with a suggested fix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// An axis is 0 or too large.
    #[error("grid axis {axis} is {extent}; write a number from 1 to {MAX_AXIS}")]
    Axis {
        /// `x`, `y` or `z`.
        axis: char,
        /// The given extent.
        extent: u64,
    },
    /// The number of blocks does not fit 64 bits.
    #[error("a grid of {0} by {1} by {2} has more than 2^64-1 blocks; make an axis smaller")]
    TooMany(u32, u32, u32),
    /// Not a number.
    #[error(
        "expected a number from 1 to {MAX_AXIS} at character {position} of the grid `{text}`, found {found}; \
         write X, X,Y or X,Y,Z, for example 64,2"
    )]
    NotANumber {
        /// The whole grid as written.
        text: String,
        /// The position, counted from 1 in characters.
        position: usize,
        /// The text that was found, in printable form.
        found: String,
    },
    /// More than three axes.
    #[error("the grid `{0}` has more than three axes; write X, X,Y or X,Y,Z")]
    Axes(String),
}

impl Grid {
    /// One tile block.
    pub const ONE: Grid = Grid { axes: [1; 3] };

    /// A grid of these extents.
    pub fn new(x: u32, y: u32, z: u32) -> Result<Grid, GridError> {
        Grid::from_extents([x, y, z].map(u64::from))
    }

    fn from_extents(extents: [u64; 3]) -> Result<Grid, GridError> {
        let mut axes = [1; 3];
        for (index, axis) in ['x', 'y', 'z'].into_iter().enumerate() {
            let extent = extents[index];
            let fits = u32::try_from(extent).ok().filter(|extent| (1..=MAX_AXIS).contains(extent));
            axes[index] = fits.ok_or(GridError::Axis { axis, extent })?;
        }
        let plane = u64::from(axes[0]) * u64::from(axes[1]);
        match plane.checked_mul(u64::from(axes[2])) {
            Some(_) => Ok(Grid { axes }),
            None => Err(GridError::TooMany(axes[0], axes[1], axes[2])),
        }
    }

    /// The extents: x, y, z.
    pub const fn axes(self) -> [u32; 3] {
        self.axes
    }

    /// The number of tile blocks.
    pub const fn blocks(self) -> u64 {
        self.axes[0] as u64 * self.axes[1] as u64 * self.axes[2] as u64
    }

    /// The coordinates of a block by number, x fastest; `None` past the last one.
    pub const fn block(self, number: u64) -> Option<BlockId> {
        if number >= self.blocks() {
            return None;
        }
        let [x, y] = [self.axes[0] as u64, self.axes[1] as u64];
        Some([(number % x) as u32, (number / x % y) as u32, (number / x / y) as u32])
    }

    /// The number of a block by coordinates; `None` outside of the grid.
    pub const fn number(self, block: BlockId) -> Option<u64> {
        if block[0] >= self.axes[0] || block[1] >= self.axes[1] || block[2] >= self.axes[2] {
            return None;
        }
        let row = block[2] as u64 * self.axes[1] as u64 + block[1] as u64;
        Some(row * self.axes[0] as u64 + block[0] as u64)
    }
}

impl fmt::Display for Grid {
    /// `X,Y,Z`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.axes;
        write!(f, "{x},{y},{z}")
    }
}

impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Grid, GridError> {
        let mut extents = [1; 3];
        let mut position = 1;
        for (index, part) in text.split(',').enumerate() {
            let slot = extents.get_mut(index).ok_or_else(|| GridError::Axes(excerpt(text)))?;
            *slot = parse_extent(part).ok_or_else(|| GridError::NotANumber {
                text: excerpt(text),
                position,
                found: if part.is_empty() { "nothing".into() } else { format!("`{}`", excerpt(part)) },
            })?;
            position += part.chars().count() + 1;
        }
        Grid::from_extents(extents)
    }
}

/// A decimal number. One that does not fit `u64` is refused here, so that the message has it as it was written.
fn parse_extent(part: &str) -> Option<u64> {
    let digits = part.trim();
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

/// The beginning of an input text, short enough for a message.
fn excerpt(text: &str) -> String {
    // Characters: a message stays on one line of a terminal.
    const LENGTH: usize = 40;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<[u32; 3], String> {
        text.parse().map(Grid::axes).map_err(|error: GridError| error.to_string())
    }

    #[test]
    fn one_to_three_axes() {
        assert_eq!(parse("7"), Ok([7, 1, 1]));
        assert_eq!(parse("7, 8"), Ok([7, 8, 1]));
        assert_eq!(parse("16777215,1,3"), Ok([16_777_215, 1, 3]));
    }

    #[test]
    fn errors_are_sentences() {
        let error = |text: &str| parse(text).expect_err(text);
        assert_eq!(error("0"), "grid axis x is 0; write a number from 1 to 16777215");
        assert_eq!(error("1,16777216"), "grid axis y is 16777216; write a number from 1 to 16777215");
        assert_eq!(
            error("1,1,99999999999999999999"),
            "expected a number from 1 to 16777215 at character 5 of the grid `1,1,99999999999999999999`, \
             found `99999999999999999999`; write X, X,Y or X,Y,Z, for example 64,2"
        );
        assert_eq!(error("1,2,3,4"), "the grid `1,2,3,4` has more than three axes; write X, X,Y or X,Y,Z");
        assert_eq!(
            error("4,x"),
            "expected a number from 1 to 16777215 at character 3 of the grid `4,x`, found `x`; write X, X,Y or X,Y,Z, \
             for example 64,2"
        );
        assert!(error("").contains("at character 1 of the grid ``, found nothing"));
        assert!(error("-1").contains("found `-1`"));
        assert!(error(&"9x".repeat(1000)).len() < 300);
        assert_eq!(
            error("16777215,16777215,16777215"),
            "a grid of 16777215 by 16777215 by 16777215 has more than 2^64-1 blocks; make an axis smaller"
        );
    }

    #[test]
    fn numbering_is_x_fastest_and_inverts() {
        let grid = Grid::new(3, 4, 5).expect("a small grid");
        assert_eq!(grid.blocks(), 60);
        for number in 0..60 {
            let block = grid.block(number).expect("inside");
            assert_eq!(grid.number(block), Some(number));
        }
        assert_eq!(grid.block(4), Some([1, 1, 0]));
        assert_eq!(grid.block(60), None);
        assert_eq!(grid.number([3, 0, 0]), None);
        assert_eq!(grid.to_string(), "3,4,5");
    }
}
