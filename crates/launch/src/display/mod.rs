//! Buffers as text, laid out as NumPy's `array2string` does by default.
//!
//! Brackets nest, elements are padded to one width, lines wrap at 75 characters, and an array of more than 1000 elements
//! shows the first and last three along each axis. Floats have at most eight digits after the point and are the shortest
//! text that reads back as the same element of their own type; large or widely spread ones switch to scientific form.
//! Integers are signed, i1 prints `True` and `False`. A poison element prints `?` and has no say in the format.

mod cell;
mod shortest;

use crate::buffer::BufferRef;
use cell::CellFormat;

/// The widths and limits of the layout; the default is NumPy's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Most digits after the point of a float.
    pub precision: usize,
    /// More elements than this are summarised.
    pub threshold: usize,
    /// Elements shown at both ends of an axis that is summarised.
    pub edge_items: usize,
    /// Characters of a line.
    pub line_width: usize,
}

impl Default for Style {
    fn default() -> Style {
        Style { precision: 8, threshold: 1000, edge_items: 3, line_width: 75 }
    }
}

/// The buffer as text, in NumPy's default style.
///
/// ```
/// use launch::{BufferRef, display};
///
/// let bytes: Vec<u8> = [1.0f32, 0.5, -2.25].iter().flat_map(|x| x.to_le_bytes()).collect();
/// let view = BufferRef::new(numerics::Scalar::F32, &[3], &bytes)?;
/// assert_eq!(display::array(view), "[ 1.    0.5  -2.25]");
/// # Ok::<(), launch::BufferError>(())
/// ```
pub fn array(view: BufferRef<'_>) -> String {
    styled(view, Style::default(), &|_| false)
}

/// The buffer as text; `is_poison` returns, by row-major number, which elements have no value.
pub fn styled(view: BufferRef<'_>, style: Style, is_poison: &dyn Fn(usize) -> bool) -> String {
    if view.is_empty() {
        return "[]".into();
    }
    let layout = Layout::new(view, style);
    let mut shown = Vec::new();
    layout.visit(0, 0, &mut |index| shown.push((!is_poison(index)).then(|| view.get(index)).flatten()));
    let format = CellFormat::new(view.element(), &shown, style.precision, view.shape().is_empty());
    let mut text = String::new();
    let mut writer = Writer { layout: &layout, format: &format, cells: shown.into_iter(), text: &mut text };
    writer.axis(0);
    text
}

/// Which elements are shown.
struct Layout<'a> {
    shape: &'a [u64],
    strides: Vec<u64>,
    /// Elements at both ends of a summarised axis; `None` when everything is shown.
    edge_items: Option<usize>,
    line_width: usize,
}

impl<'a> Layout<'a> {
    fn new(view: BufferRef<'a>, style: Style) -> Layout<'a> {
        let edge_items = (view.len() > style.threshold).then_some(style.edge_items);
        Layout { shape: view.shape(), strides: view.strides(), edge_items, line_width: style.line_width }
    }

    /// The positions that are shown along an axis, and after how many of them the dots stand.
    fn positions(&self, axis: usize) -> (impl Iterator<Item = u64> + use<>, Option<usize>) {
        let extent = self.shape[axis];
        let edge = self.edge_items.filter(|&edge| extent > 2 * edge as u64);
        let (head, tail) = match edge {
            Some(edge) => (edge as u64, extent - edge as u64),
            None => (extent, extent),
        };
        ((0..head).chain(tail..extent), edge)
    }

    /// Calls `action` for every shown element, by row-major number. Recursion is as deep as the rank.
    fn visit(&self, axis: usize, start: u64, action: &mut dyn FnMut(usize)) {
        if axis == self.shape.len() {
            return action(start as usize);
        }
        for position in self.positions(axis).0 {
            self.visit(axis + 1, start + position * self.strides[axis], action);
        }
    }
}

/// Writes the shown elements, which come in the order of [`Layout::visit`].
struct Writer<'a> {
    layout: &'a Layout<'a>,
    format: &'a CellFormat,
    cells: std::vec::IntoIter<Option<u64>>,
    text: &'a mut String,
}

impl Writer<'_> {
    fn axis(&mut self, axis: usize) {
        let rank = self.layout.shape.len();
        match rank - axis {
            0 => {
                let cell = self.next_cell();
                self.text.push_str(&cell);
            }
            1 => self.row(axis),
            deeper => self.rows(axis, deeper),
        }
    }

    fn next_cell(&mut self) -> String {
        self.format.text(self.cells.next().flatten())
    }

    /// An axis whose items are arrays: one below the other, with blank lines between deeper ones.
    fn rows(&mut self, axis: usize, deeper: usize) {
        let (positions, dots) = self.layout.positions(axis);
        self.text.push('[');
        for (count, _) in positions.enumerate() {
            if count > 0 {
                self.break_rows(axis, deeper);
            }
            if dots == Some(count) {
                self.text.push_str("...");
                self.break_rows(axis, deeper);
            }
            self.axis(axis + 1);
        }
        self.text.push(']');
    }

    fn break_rows(&mut self, axis: usize, deeper: usize) {
        self.text.extend(std::iter::repeat_n('\n', deeper - 1));
        self.text.extend(std::iter::repeat_n(' ', axis + 1));
    }

    /// The last axis: elements in a row, wrapped.
    fn row(&mut self, axis: usize) {
        let (positions, dots) = self.layout.positions(axis);
        // One character for the bracket that closes each axis, as NumPy counts.
        let width = self.layout.line_width.saturating_sub(axis + 1);
        let indent = axis + 1;
        let mut line = " ".repeat(indent);
        let mut lines = String::new();
        for (count, _) in positions.enumerate() {
            if count > 0 {
                line.push(' ');
            }
            if dots == Some(count) {
                extend_line(&mut lines, &mut line, "...", width, indent);
                line.push(' ');
            }
            let cell = self.next_cell();
            extend_line(&mut lines, &mut line, &cell, width, indent);
        }
        lines.push_str(&line);
        self.text.push('[');
        self.text.push_str(&lines[indent..]);
        self.text.push(']');
    }
}

/// Appends a word to the line, or to a new one when it does not fit and a new one would help. All text is ASCII.
fn extend_line(lines: &mut String, line: &mut String, word: &str, width: usize, indent: usize) {
    if line.len() + word.len() > width && line.len() > indent {
        lines.push_str(line.trim_end());
        lines.push('\n');
        line.truncate(indent);
    }
    line.push_str(word);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buffer::Buffer;
    use numerics::Scalar;

    fn buffer(element: Scalar, shape: &[u64], values: &[u64]) -> Buffer {
        let mut buffer = Buffer::zeroed(element, shape).expect("small");
        for (index, &value) in values.iter().enumerate() {
            buffer.view_mut().set(index, value).expect("inside");
        }
        buffer
    }

    #[test]
    fn poison_is_a_question_mark_of_the_same_width() {
        let values: Vec<u64> = [1.5f32, 1e30, -2.0, 0.25].iter().map(|x| u64::from(x.to_bits())).collect();
        let buffer = buffer(Scalar::F32, &[2, 2], &values);
        let text = styled(buffer.view(), Style::default(), &|index| index == 1);
        assert_eq!(text, "[[ 1.5      ?]\n [-2.    0.25]]");
        assert_eq!(styled(buffer.view(), Style::default(), &|_| true), "[[? ?]\n [? ?]]");
    }

    #[test]
    fn narrow_types_print_their_values() {
        assert_eq!(array(buffer(Scalar::I4, &[4], &[0, 7, 8, 15]).view()), "[ 0  7 -8 -1]");
        assert_eq!(array(buffer(Scalar::I1, &[2], &[0, 1]).view()), "[False  True]");
        assert_eq!(array(buffer(Scalar::F8E4M3FN, &[3], &[0x7E, 0x7F, 0x38]).view()), "[448.  nan   1.]");
        assert_eq!(array(buffer(Scalar::F4E2M1FN, &[3], &[1, 15, 4]).view()), "[ 0.5 -6.   2. ]");
        assert_eq!(array(buffer(Scalar::BF16, &[2], &[0x3DCD, 0x4049]).view()), "[0.1  3.14]");
        assert_eq!(array(buffer(Scalar::F16, &[2], &[0x2E66, 0x7C00]).view()), "[0.1 inf]");
        assert_eq!(array(buffer(Scalar::TF32, &[1], &[0x1FC00]).view()), "[1.]");
        assert_eq!(
            array(buffer(Scalar::F8E8M0FNU, &[2], &[0x7F, 0x00]).view()),
            "[1.000000e+00 5.877472e-39]"
        );
    }

    #[test]
    fn a_style_changes_limits() {
        let values: Vec<u64> = (0..20).collect();
        let buffer = buffer(Scalar::I32, &[20], &values);
        let style = Style { threshold: 10, edge_items: 1, ..Style::default() };
        assert_eq!(styled(buffer.view(), style, &|_| false), "[ 0 ... 19]");
        let narrow = Style { line_width: 12, ..Style::default() };
        let text = styled(buffer.view(), narrow, &|_| false);
        assert!(text.starts_with("[ 0  1  2\n  3  4  5\n"), "{text}");
    }
}
