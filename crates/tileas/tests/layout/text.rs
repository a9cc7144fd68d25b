//! Layouts print and parse back; any text is answered.

use tileas::layout::{RegisterLayout, Shape, SharedLayout};

use crate::random::Random;

#[test]
fn layouts_print_and_parse_back() {
    let mut random = Random::new(11);
    for _ in 0..300 {
        let bits = random.below(12) as u32 + 1;
        let shape = random.shape(bits);
        let warps = random.below(4) as u32;
        let layout = random.layout(&shape, warps);
        assert_eq!(layout.to_string().parse(), Ok(layout));
        let buffer = random.buffer(&shape);
        assert_eq!(buffer.to_string().parse(), Ok(buffer));
    }
}

#[test]
fn the_text_is_short() {
    let tile = Shape::new(&[16, 8]).expect("powers of two");
    let layout = RegisterLayout::coalesced_rows(&tile, 16, 1);
    assert_eq!(layout.to_string(), "reg=[(0,1)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(8,0)] of 16x8");
    let line = Shape::new(&[4]).expect("a power of two");
    let layout = RegisterLayout::coalesced_rows(&line, 32, 0);
    assert_eq!(layout.to_string(), "reg=[] lane=[1,2,0,0,0] warp=[] of 4");
    assert_eq!(SharedLayout::row_major(&line).to_string(), "offset=[1,2] of 4");
    let scalar = RegisterLayout::coalesced_rows(&Shape::default(), 32, 1);
    assert_eq!(scalar.to_string(), "reg=[] lane=[(),(),(),(),()] warp=[()] of scalar");
    assert_eq!(scalar.to_string().parse(), Ok(scalar));
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    let error = |text: &str| text.parse::<RegisterLayout>().expect_err("wrong").to_string();
    assert_eq!(error("reg=[1] lane=[1,2,4,8,0] of 16"), "expected `warp` at byte 25 of the layout");
    assert_eq!(
        error("reg=[16] lane=[1,2,4,8,0] warp=[] of 16"),
        "coordinate (16) does not lie in a tile of 16"
    );
    assert_eq!(
        error("reg=[] lane=[1,2] warp=[] of 4"),
        "a warp has 32 lanes: `lane` lists 5 coordinates, not 2"
    );
    assert!(error("reg=[] lane=[1,2,4,8,0] warp=[] of 15").starts_with("`15` is no shape of a tile"));
    assert!(error("reg=[(1 lane").starts_with("expected `,` at byte 8"));
    assert!(error("reg=[99999999999]").starts_with("expected a number of 32 bits at byte 5"));
    let many = format!("reg=[{}0] lane=[1,1,1,1,1] warp=[] of 2", "0,".repeat(64));
    assert_eq!(error(&many), "a layout has at most 40 bits of registers, warps and CTAs; this one has 65");
    let shared = "offset=[1,1] of 4".parse::<SharedLayout>().expect_err("wrong");
    let once = "a shared layout of 4 holds every element once: it lists 2 independent coordinates";
    assert_eq!(shared.to_string(), once);
    let long = format!("offset=[{}1] of 4", "1,".repeat(100));
    assert_eq!(long.parse::<SharedLayout>().expect_err("wrong").to_string(), once);
}

#[test]
fn damaged_texts_never_panic() {
    let mut random = Random::new(12);
    for _ in 0..2000 {
        let shape = random.shape(6);
        let mut text = random.layout(&shape, 2).to_string().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len() as u64) as usize;
            text[at] = b"0123456789()[],=x reglanwpof"[random.below(28) as usize];
        }
        let text = String::from_utf8(text).expect("ASCII");
        let _ =
            text.parse::<RegisterLayout>().map(|layout| assert_eq!(layout.to_string().parse(), Ok(layout)));
        let _ = text.parse::<SharedLayout>();
    }
}
