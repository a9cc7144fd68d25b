//! The drawings of `docs/layouts.md` are those of the layouts above them.

use tileas::layout::{RegisterLayout, SharedLayout};

const PAGE: &str = include_str!("../../../../docs/layouts.md");

/// A block is a layout, an empty line, and its drawing.
#[test]
fn drawings_are_those_of_their_layouts() {
    let mut drawn = 0;
    for block in PAGE.split("```").skip(1).step_by(2) {
        let Some((layout, drawing)) = block.trim_start_matches("text").trim_start().split_once("\n\n") else {
            continue;
        };
        let expected = if layout.starts_with("reg=") {
            layout.parse::<RegisterLayout>().map(|layout| layout.draw())
        } else if layout.starts_with("offset=") {
            layout.parse::<SharedLayout>().map(|layout| layout.draw())
        } else {
            continue;
        };
        let expected = expected.unwrap_or_else(|error| panic!("{layout}: {error}"));
        assert_eq!(drawing, expected, "the drawing of {layout} is:\n{expected}");
        drawn += 1;
    }
    assert!(drawn >= 6, "{drawn}");
}
