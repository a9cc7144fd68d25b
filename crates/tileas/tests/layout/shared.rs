//! Shared memory: swizzles, vectors, bank conflicts counted by hand.

use std::collections::{BTreeMap, BTreeSet};

use tileas::layout::{
    Access, Input, Mma, MmaWarps, Numbering, RegisterLayout, Shape, SharedLayout, SharedTrip, Swizzle,
};

use crate::random::Random;

/// The wavefronts of one access of one warp, counted byte by byte.
fn wavefronts(access: &Access, shared_bits: u32, vector: u64, warp: u32) -> (u32, u32) {
    let together = match access.bytes() {
        0..=4 => 32,
        5..=8 => 16,
        _ => 8,
    };
    let (mut actual, mut least) = (0, 0);
    for first in (0..32).step_by(together) {
        let mut banks: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
        for lane in first..first + together {
            let start = access.offset(vector, lane as u32, warp) * u64::from(shared_bits);
            for bit in start..start + (u64::from(shared_bits) << access.vector_bits) {
                banks.entry(bit / 32 % 32).or_default().insert(bit / 32);
            }
        }
        actual += banks.values().map(BTreeSet::len).max().unwrap_or(0) as u32;
        least += banks.values().map(BTreeSet::len).sum::<usize>().div_ceil(32) as u32;
    }
    (actual, least)
}

#[test]
fn conflicts_are_those_counted_by_hand() {
    let mut random = Random::new(31);
    for _ in 0..200 {
        let bits = 5 + random.below(6) as u32;
        let shape = random.shape(bits);
        let layout = random.layout(&shape, 1);
        let shared = random.buffer(&shape);
        let element_bits = [4, 8, 16, 32, 64][random.below(5) as usize];
        let access = Access::new(&layout, &shared, element_bits, 16);
        let counted = access.wavefronts();
        for (vector, warp) in (0..access.count().min(8)).flat_map(|v| [(v, 0), (v, 1)]) {
            assert_eq!(
                (counted.actual, counted.least),
                wavefronts(&access, element_bits, vector, warp),
                "{layout} {shared}"
            );
        }
    }
}

fn columns_in(shape: &Shape, vector: &[u32], order: [usize; 2]) -> RegisterLayout {
    let lanes = if order[0] == 1 { [0, 5] } else { [5, 0] };
    RegisterLayout::blocked(shape, vector, &lanes, &[0, 0], &order)
}

/// Known counts: columns of a row-major tile of f32 with 32 columns are all in one bank.
#[test]
fn columns_of_a_row_major_tile_conflict() {
    let shape = Shape::new(&[32, 32]).expect("powers of two");
    let shared = SharedLayout::row_major(&shape);
    let rows = Access::new(&columns_in(&shape, &[0, 0], [1, 0]), &shared, 32, 4);
    assert_eq!((rows.wavefronts().actual, rows.wavefronts().least), (1, 1));
    let columns = Access::new(&columns_in(&shape, &[0, 0], [0, 1]), &shared, 32, 4);
    assert_eq!((columns.wavefronts().actual, columns.wavefronts().least), (32, 1));
}

/// The swizzle of TMA and wgmma keeps rows of 128 bytes readable by eight lanes, each 16 bytes of one row.
#[test]
fn a_swizzled_tile_is_read_by_rows_and_by_columns_of_chunks() {
    let shape = Shape::new(&[64, 64]).expect("powers of two");
    let dense = SharedLayout::row_major(&shape);
    let swizzled = dense.swizzled(Swizzle::B128, 16);
    // Lane l holds the first eight elements of row l.
    let column = RegisterLayout::blocked(&shape, &[0, 3], &[5, 0], &[0, 0], &[1, 0]);
    let plain = Access::new(&column, &dense, 16, 16).wavefronts();
    let better = Access::new(&column, &swizzled, 16, 16).wavefronts();
    assert_eq!((plain.actual, better.actual, better.least), (32, 4, 4));
    for offset in 0..4096u64 {
        let (row, k) = (offset / 64, offset % 64);
        let place = swizzled.offsets().apply(offset);
        assert_eq!(
            place * 2,
            row * 128 + ((k * 2) ^ (row % 8 * 16)),
            "address bits 4..6 change by bits 7..9"
        );
    }
}

#[test]
fn trips_between_random_layouts_have_no_conflicts_on_shared_vectors() {
    let mut random = Random::new(32);
    for _ in 0..400 {
        let bits = 6 + random.below(7) as u32;
        let shape = random.shape(bits);
        let warps = random.below(3) as u32;
        let (source, result) = (random.layout(&shape, warps), random.layout(&shape, warps));
        let element_bits = [8, 16, 32, 64][random.below(4) as usize];
        let trip = SharedTrip::between(&source, &result, element_bits);
        // Never worse than one element at a time without conflicts, which is always possible.
        let scalar = |layout: &RegisterLayout| {
            let distinct = layout.without_free_registers().registers();
            distinct * if element_bits == 64 { 2 } else { 1 }
        };
        let cost = trip.store.total() + trip.load.total();
        assert!(cost <= scalar(&source) + scalar(&result), "{source} -> {result}: {trip:?}");
    }
}

/// From coalesced rows to the operands and results of `mma`, and back, with every width: no conflicts.
#[test]
fn trips_to_fragments_are_free_of_conflicts() {
    for (element_bits, k) in [(8, 32), (16, 16), (32, 8)] {
        let mma = Mma { rows: 16, k, element_bits };
        for (rows, columns, warps) in
            [(64, 64, (1, 1)), (128, 64, (2, 0)), (16, 128, (0, 2)), (128, 128, (2, 1))]
        {
            let warps = MmaWarps { rows: warps.0, columns: warps.1 };
            let shape = Shape::new(&[rows, columns]).expect("powers of two");
            let memory = RegisterLayout::coalesced_rows(&shape, element_bits, warps.rows + warps.columns);
            let fragments = [
                mma.left(&shape, warps, Numbering::Plain),
                mma.right(&shape, warps, Numbering::Plain),
                mma.sum(&shape, warps, Numbering::Plain),
            ];
            for fragment in fragments.into_iter().flatten() {
                for (source, result) in [(&memory, &fragment), (&fragment, &memory)] {
                    let trip = SharedTrip::between(source, result, element_bits);
                    for access in [&trip.store, &trip.load] {
                        let wavefronts = access.wavefronts();
                        assert_eq!(wavefronts.actual, wavefronts.least, "{source} -> {result}: {trip:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn vectors_are_as_wide_as_the_buffer_allows() {
    let shape = Shape::new(&[64, 64]).expect("powers of two");
    let layout = RegisterLayout::coalesced_rows(&shape, 16, 2);
    let access = Access::new(&layout, &SharedLayout::row_major(&shape), 16, 16);
    assert_eq!((access.bytes(), access.count()), (16, 4));
    let narrower = Access::new(&layout, &SharedLayout::row_major(&shape), 16, 4);
    assert_eq!((narrower.bytes(), narrower.count()), (4, 16));
    let columns = Access::new(&layout, &SharedLayout::dense(&shape, &[0, 1]), 16, 16);
    assert_eq!(columns.bytes(), 2);
    assert_eq!(layout.bits(Input::Register), 5);
}

/// Transposes, the hardest case: the sides hold nothing in common. Figures are the wavefronts of a warp for both sides.
#[test]
fn transposes_take_few_wavefronts() {
    for (element_bits, rows, columns, wavefronts) in [
        (8, 64, 64, 40),
        (8, 128, 128, 160),
        (16, 32, 32, 12),
        (16, 64, 64, 48),
        (16, 128, 128, 192),
        (32, 32, 32, 16),
        (32, 64, 64, 64),
        (64, 64, 64, 128),
    ] {
        let shape = Shape::new(&[rows, columns]).expect("powers of two");
        let by_rows = RegisterLayout::coalesced(&shape, element_bits, 2, &[1, 0], 16);
        let by_columns = RegisterLayout::coalesced(&shape, element_bits, 2, &[0, 1], 16);
        let trip = SharedTrip::between(&by_rows, &by_columns, element_bits);
        assert!(
            trip.wavefronts() <= wavefronts,
            "{rows}x{columns} of {element_bits} bits: {}",
            trip.wavefronts()
        );
        for access in [&trip.store, &trip.load] {
            assert_eq!(access.wavefronts().actual, access.wavefronts().least, "{trip:?}");
        }
    }
}

#[test]
fn elements_in_a_row_of_a_buffer() {
    let tile = Shape::new(&[32, 64]).expect("powers of two");
    let along = |layout: &SharedLayout| [layout.contiguous(0), layout.contiguous(1)];
    assert_eq!(along(&SharedLayout::row_major(&tile)), [1, 64]);
    assert_eq!(along(&SharedLayout::dense(&tile, &[0, 1])), [32, 1]);
    // Chunks of 16 bytes are permuted by rows: those of a row with another number are elsewhere, but as long.
    assert_eq!(along(&SharedLayout::for_rows(&tile, 1, 8, [0, 1, 2])), [1, 64]);
    assert_eq!(along(&SharedLayout::new(tile, &[1, 2, 64, 4, 8, 16, 32, 128, 256, 512, 1024])), [1, 4]);
}
