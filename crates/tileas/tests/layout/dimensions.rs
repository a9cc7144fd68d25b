//! Operations on shapes, compared with what they do to coordinates.

use tileas::layout::{Input, RegisterLayout, Shape};

use crate::random::Random;

fn shape(extents: &[u32]) -> Shape {
    Shape::new(extents).expect("powers of two")
}

/// Each place of a layout and its coordinate.
fn places(layout: &RegisterLayout) -> impl Iterator<Item = (u64, Vec<u32>)> {
    (0..1u64 << layout.map().inputs()).map(|p| (p, layout.shape().unpack(layout.map().apply(p)).to_vec()))
}

#[test]
fn permutations_move_coordinates() {
    let mut random = Random::new(41);
    let layout = random.layout(&shape(&[4, 8, 2]), 1);
    let permuted = layout.permute_dims(&[2, 0, 1]);
    assert_eq!(permuted.shape(), &shape(&[2, 4, 8]));
    for ((_, old), (_, new)) in places(&layout).zip(places(&permuted)) {
        assert_eq!(new, [old[2], old[0], old[1]]);
    }
    assert_eq!(permuted.permute_dims(&[1, 2, 0]), layout);
}

#[test]
fn reshapes_keep_the_row_major_index() {
    let mut random = Random::new(42);
    let layout = random.layout(&shape(&[4, 16]), 1);
    let other = layout.reshape(shape(&[8, 2, 4]));
    for ((_, old), (_, new)) in places(&layout).zip(places(&other)) {
        assert_eq!(old[0] * 16 + old[1], (new[0] * 2 + new[1]) * 4 + new[2]);
    }
    assert_eq!(layout.expand(1).shape(), &shape(&[4, 1, 16]));
    assert_eq!(layout.expand(2).reshape(shape(&[4, 16])), layout);
}

#[test]
fn reductions_forget_a_dimension_and_keep_each_register_once() {
    let mut random = Random::new(43);
    for _ in 0..100 {
        let layout = random.layout(&shape(&[8, 4, 8]), 1);
        let projected = layout.project(1);
        for ((_, old), (_, new)) in places(&layout).zip(places(&projected)) {
            assert_eq!(new, [old[0], old[2]]);
        }
        let reduced = layout.reduce(1);
        assert_eq!(reduced.free(Input::Register), 0);
        assert_eq!(reduced, projected.without_free_registers());
        let canonical = projected.canonical_registers();
        for (register, lane) in (0..projected.registers()).flat_map(|r| [(r, 0), (r, 7), (r, 31)]) {
            let kept = reduced.apply(canonical.apply(register), lane, 1);
            assert_eq!(kept, projected.apply(register, lane, 1));
        }
    }
}

#[test]
fn a_broadcast_reads_the_operand_where_it_is() {
    let mut random = Random::new(44);
    for _ in 0..100 {
        let result = random.layout(&shape(&[8, 4, 8]), 1);
        let operand = result.broadcast_operand(&shape(&[8, 1, 8]));
        for ((_, whole), (_, part)) in places(&result).zip(places(&operand)) {
            assert_eq!(part, [whole[0], 0, whole[2]]);
        }
        // The other way: nothing moves, and everything is held.
        let source = random.layout(&shape(&[8, 1, 8]), 2);
        let target = shape(&[8, 4, 8]);
        let wide = source.broadcast(&target);
        assert!(wide.is_surjective());
        let back = wide.broadcast_operand(source.shape());
        assert_eq!(back.columns(Input::Lane), source.columns(Input::Lane));
        assert_eq!(back.columns(Input::Warp), source.columns(Input::Warp));
        assert!(back.columns(Input::Register).starts_with(source.columns(Input::Register)));
    }
}

#[test]
fn free_lanes_take_a_broadcasts_coordinates() {
    let column = RegisterLayout::coalesced_rows(&shape(&[8, 1]), 32, 1);
    assert_eq!(column.free(Input::Lane), 0b11000);
    let wide = column.broadcast(&shape(&[8, 16]));
    assert_eq!(wide.registers(), 2);
    assert!(wide.is_injective() && wide.is_surjective());
}

#[test]
fn halves_are_told_apart_by_a_register() {
    let layout = RegisterLayout::coalesced_rows(&shape(&[64, 8]), 16, 0);
    let (bit, half) = layout.halve(0).expect("rows repeat in registers");
    assert_eq!(half.shape(), &shape(&[32, 8]));
    for register in 0..half.registers() {
        let low = register & ((1 << bit) - 1) | register >> bit << (bit + 1);
        for (lane, top) in (0..32).flat_map(|lane| [(lane, 0), (lane, 1)]) {
            let whole = layout.shape().unpack(layout.apply(low | top << bit, lane, 0));
            let part = half.shape().unpack(half.apply(register, lane, 0));
            assert_eq!(whole.as_slice(), [part[0] + 32 * top as u32, part[1]]);
        }
    }
    assert_eq!(half.join(0).reshape(shape(&[64, 8])).map().rank(), layout.map().rank());
    assert_eq!(layout.halve(1).map(|(bit, _)| bit), Some(2), "columns are a vector in registers");
    let by_lane = RegisterLayout::coalesced_rows(&shape(&[32]), 32, 0);
    assert_eq!(by_lane.halve(0), None, "a lane tells the halves apart");
    assert_eq!(RegisterLayout::replicated(&shape(&[1]), 0).halve(0), None);
}

#[test]
fn joined_tiles_are_halves_again() {
    let mut random = Random::new(45);
    for _ in 0..50 {
        let layout = random.layout(&shape(&[4, 8]), 1);
        let joined = layout.join(0);
        assert_eq!(joined.shape(), &shape(&[8, 8]));
        assert_eq!(joined.halve(0), Some((layout.bits(Input::Register), layout)));
    }
}

/// Combines as the reduction says, literally, and compares with the plain sum.
#[test]
fn reductions_combine_every_element_once() {
    let mut random = Random::new(46);
    let mut done = 0;
    for _ in 0..400 {
        let (first, second) = (random.below(5) as u32, random.below(5) as u32);
        let layout = random.layout(&shape(&[1 << first, 1 << second]), 1);
        let dim = random.below(2) as usize;
        let Some(reduction) = layout.reduction(dim) else { continue };
        done += 1;
        let threads = layout.map().inputs();
        let along = reduction.registers | layout.pack(0, reduction.lanes, reduction.warps);
        let mut values: Vec<u64> = (0..1 << threads).map(|p| 1 + layout.map().apply(p)).collect();
        for bit in (0..threads).filter(|bit| along >> bit & 1 == 1) {
            values = (0..values.len()).map(|place| values[place] + values[place ^ 1 << bit]).collect();
        }
        let result = layout.project(dim);
        for (place, value) in values.into_iter().enumerate() {
            let kept = result.map().apply(place as u64);
            let elements = (0..1u64 << layout.shape().bits())
                .filter(|&e| u64::from(layout.shape().at(e, 1 - dim)) == kept);
            assert_eq!(value, elements.map(|e| 1 + e).sum::<u64>(), "{layout} along {dim}");
        }
        assert_eq!(reduction.result, layout.reduce(dim));
    }
    assert!(done > 50, "{done}");
}
