//! Positions of ops and regions in a text, for tools that format the same tokens.

use super::lexer::Token;

/// Places in a text that was read, as byte offsets.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Where something begins that is on a line of its own: an op, the label of a block, an alias, a module.
    pub starts: Vec<u32>,
    /// Braces that open a region.
    pub opens: Vec<u32>,
    /// Braces that close a region.
    pub closes: Vec<u32>,
}

impl Layout {
    /// Notes that a line begins with this token.
    pub fn start(layout: &mut Option<Layout>, token: Token) {
        if let Some(layout) = layout {
            layout.starts.push(token.start);
        }
    }

    /// Notes the braces of a region that is read, the closing one by its end.
    pub fn region(layout: &mut Option<Layout>, open: Token, end: u32) {
        if let Some(layout) = layout {
            layout.opens.push(open.start);
            layout.closes.push(end - 1);
        }
    }

    /// Sorts the places, each once: text that was read twice is noted twice.
    pub fn sort(&mut self) {
        for places in [&mut self.starts, &mut self.opens, &mut self.closes] {
            places.sort_unstable();
            places.dedup();
        }
    }
}
