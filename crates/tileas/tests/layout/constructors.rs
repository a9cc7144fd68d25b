//! Blocked layouts.

use tileas::layout::{Input, RegisterLayout, Shape};

fn shape(extents: &[u32]) -> Shape {
    Shape::new(extents).expect("powers of two")
}

#[test]
fn coalesced_layouts_hold_everything_once_per_free_bit() {
    for element_bits in [4, 8, 16, 32, 64] {
        for (rows, columns) in [(1, 1), (1, 4), (2, 64), (128, 64), (64, 1), (1024, 8), (16, 4096)] {
            for warp_bits in 0..4 {
                for order in [[1, 0], [0, 1]] {
                    let shape = shape(&[rows, columns]);
                    let layout = RegisterLayout::coalesced(&shape, element_bits, warp_bits, &order, 16);
                    assert!(layout.is_surjective(), "{layout}");
                    assert_eq!(layout.free(Input::Register), 0, "{layout}");
                    assert_eq!((layout.bits(Input::Lane), layout.bits(Input::Warp)), (5, warp_bits));
                    let bytes = layout.contiguous(order[0]) * element_bits / 8;
                    let fastest = [rows, columns][order[0]];
                    let share = ((rows * columns) >> (5 + warp_bits)).max(1);
                    let whole = fastest.min(share.max(8 / element_bits)) * element_bits / 8;
                    assert!(bytes >= whole.min(16), "{layout}");
                }
            }
        }
    }
}

#[test]
fn a_warp_reads_whole_lines() {
    let layout = RegisterLayout::coalesced_rows(&shape(&[128, 64]), 16, 2);
    let text = "reg=[(0,1),(0,2),(0,4),(16,0),(32,0),(64,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] \
                warp=[(4,0),(8,0)] of 128x64";
    assert_eq!(layout.to_string(), text);
    assert_eq!(layout.contiguous(1), 8);
    assert_eq!(layout.contiguous(0), 1);
}

#[test]
fn small_tiles_are_held_repeatedly() {
    let layout = RegisterLayout::coalesced_rows(&shape(&[16]), 32, 2);
    assert_eq!(layout.to_string(), "reg=[] lane=[1,2,4,8,0] warp=[0,0] of 16");
    assert_eq!((layout.free(Input::Lane), layout.free(Input::Warp)), (0b10000, 0b11));
    assert_eq!(RegisterLayout::replicated(&shape(&[2, 2]), 1).registers(), 4);
}

#[test]
fn blocked_layouts_follow_their_order() {
    let layout = RegisterLayout::blocked(&shape(&[32, 32]), &[0, 2], &[3, 2], &[1, 0], &[1, 0]);
    let text = "reg=[(0,1),(0,2),(0,16),(16,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0)] of 32x32";
    assert_eq!(layout.to_string(), text);
    let by_columns = RegisterLayout::blocked(&shape(&[32, 32]), &[2, 0], &[2, 3], &[0, 1], &[0, 1]);
    assert_eq!(by_columns, layout.permute_dims(&[1, 0]));
    assert!(layout.is_injective());
}

#[test]
fn vectors_are_aligned_for_all_threads() {
    // The lowest lane bit also moves within what would be the vector.
    let skewed = "reg=[1,2] lane=[5,8,16,32,64] warp=[] of 128".parse::<RegisterLayout>().expect("a layout");
    assert_eq!(skewed.contiguous(0), 1);
    let pair = "reg=[1,2] lane=[6,8,16,32,64] warp=[] of 128".parse::<RegisterLayout>().expect("a layout");
    assert_eq!(pair.contiguous(0), 2);
}

#[test]
fn a_layout_is_tiled_by_what_it_repeats() {
    let tile = RegisterLayout::blocked(&shape(&[8, 16]), &[0, 2], &[3, 2], &[0, 0], &[1, 0]);
    let whole = RegisterLayout::blocked(&shape(&[32, 32]), &[0, 2], &[3, 2], &[1, 0], &[1, 0]);
    let rest = whole.quotient(&tile).expect("it repeats the tile");
    let lanes = "lane=[(0,0),(0,0),(0,0),(0,0),(0,0)]";
    assert_eq!(rest.to_string(), format!("reg=[(0,1),(2,0)] {lanes} warp=[(1,0)] of 4x2"));
    let other = RegisterLayout::blocked(&shape(&[8, 16]), &[0, 2], &[3, 2], &[0, 0], &[0, 1]);
    assert!(!whole.is_tiled_by(&other));
    assert!(tile.is_tiled_by(&tile));
}
