//! The drawings of `docs/layouts.md` are those of the layouts above them, and layouts are those that the text names.

use tileas::layout::{
    Major, MatrixDescriptor, Mma, MmaWarps, Numbering, RegisterLayout, Shape, SharedLayout, Swizzle,
    TensorLayout,
};

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

fn shape(rows: u32, columns: u32) -> Shape {
    Shape::new(&[rows, columns]).expect("powers of two")
}

#[test]
fn layouts_of_tensor_memory_are_those_of_the_text() {
    let layouts = [
        TensorLayout::accumulator(&shape(128, 64)),
        TensorLayout::accumulator(&shape(64, 64)),
        TensorLayout::rows(&shape(128, 16), 16),
        TensorLayout::scales(&shape(128, 4)),
    ];
    let lines = layouts.map(|layout| layout.expect("it fits").to_string()).join("\n");
    assert!(PAGE.contains(&format!("```text\n{lines}\n```")), "{lines}");
}

#[test]
fn the_operand_of_the_text_has_its_descriptor() {
    let operand = MatrixDescriptor::layout(&shape(8, 8), 0, 32, Major::K, Swizzle::B32).expect("it fits");
    assert!(PAGE.contains(&format!("```text\n{operand}\n\n")), "{operand}");
}

#[test]
fn the_vectors_of_the_text_are_those_of_turned_products() {
    let (mma, one) = (Mma { rows: 16, k: 32, element_bits: 8 }, MmaWarps { rows: 0, columns: 0 });
    let left = mma.left(&shape(8, 64), one, Numbering::Transposed).expect("enough k");
    assert!(PAGE.contains(&format!("```text\n{left}\n```")), "{left}");
}
