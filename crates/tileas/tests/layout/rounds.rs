//! Trips in rounds, performed on plain arrays: every thread of the result finds the element that its layout names.

use tileas::layout::{Input, Moved, RegisterLayout, RoundAccess, RoundTrip, Rounds, Shape};

use crate::random::Random;

/// Calls `each` with (register, offset) for what a thread moves in a round; bits of slices are part of the round's number.
fn moves(access: &RoundAccess, (warp, lane): (u32, u32), round: u64, each: &mut dyn FnMut(u64, u64)) {
    let thread = u64::from(warp << 5 | lane);
    let own = access.threads().iter().enumerate().filter(|(bit, _)| thread >> bit & 1 == 1);
    let own = own.fold(0, |sum, (_, number)| sum ^ number);
    let vectors = &access.access;
    for choice in access.choices() {
        assert!(access.reaches(own), "a thread has a number that threads can have");
        if own ^ choice.number != round {
            continue;
        }
        for vector in 0..vectors.count() {
            let first = vectors.offset(vector, lane, warp) ^ choice.offset;
            assert_eq!(first % (1 << vectors.vector_bits), 0, "vectors are aligned");
            for slot in 0..1u64 << vectors.vector_bits {
                let register = vectors.registers.apply(slot | vector << vectors.vector_bits);
                each(access.register(register) ^ choice.register, first + slot);
            }
        }
    }
}

fn threads(layout: &RegisterLayout) -> impl Iterator<Item = (u32, u32)> + use<> {
    (0..layout.warps()).flat_map(|warp| (0..32).map(move |lane| (warp, lane)))
}

/// The contents of registers of the result after an exchange that moves one slice: the coordinate in the source, by (warp,
/// lane, register).
fn travelled(
    trip: &RoundTrip,
    source: &RegisterLayout,
    result: &RegisterLayout,
    [from, to]: [u64; 2],
) -> Vec<((u32, u32, u64), u64)> {
    let free = [Input::Lane, Input::Warp].map(|input| source.free(input));
    let owners = threads(source)
        .filter(|&(warp, lane)| u64::from(lane) & free[0] == 0 && u64::from(warp) & free[1] == 0);
    let owners: Vec<(u32, u32)> = owners.collect();
    let mut loaded = Vec::new();
    for round in 0..1u64 << trip.bits {
        let mut memory = vec![None; 1 << trip.layout.shape().bits()];
        for &(warp, lane) in &owners {
            moves(&trip.store, (warp, lane), round | from << trip.bits, &mut |register, offset| {
                let value = source.apply(register, lane, warp);
                assert!(memory[offset as usize].replace(value).is_none(), "an element is stored once");
            });
        }
        for (warp, lane) in threads(result) {
            moves(&trip.load, (warp, lane), round | to << trip.bits, &mut |register, offset| {
                let value = memory[offset as usize].expect("what is loaded was stored");
                loaded.push(((warp, lane, register), value));
            });
        }
    }
    loaded
}

/// Registers that are loaded: all but those that repeat others.
fn count(result: &RegisterLayout) -> usize {
    let free = result.free(Input::Register).count_ones();
    (result.registers() >> free) as usize * 32 * result.warps() as usize
}

#[test]
fn rounds_convert_anything() {
    let mut random = Random::new(31);
    let mut chosen = 0;
    for _ in 0..80 {
        let bits = random.below(9) as u32;
        let shape = random.shape(bits);
        let (source, result) = (random.layout(&shape, 2), random.layout(&shape, 2));
        let part_bits = random.below(u64::from(bits) + 1) as u32;
        let element_bits = [8, 16, 32, 64][random.below(4) as usize];
        let trip = RoundTrip::between(&source, &result, element_bits, part_bits);
        assert_eq!(trip.bits, bits - part_bits);
        let loaded = travelled(&trip, &source, &result, [0, 0]);
        assert_eq!(loaded.len(), count(&result), "{source} -> {result}: each register once");
        for ((warp, lane, register), value) in loaded {
            assert_eq!(value, result.apply(register, lane, warp), "{source} -> {result}: {trip:?}");
        }
        chosen += usize::from(trip.store.threads().iter().chain(trip.load.threads()).any(|&n| n != 0));
    }
    assert!(chosen > 20, "threads take part in some rounds: {chosen}");
}

#[test]
fn slices_come_out_and_go_in() {
    let mut random = Random::new(32);
    for _ in 0..40 {
        let whole = Shape::new(&[16, 32]).expect("powers of two");
        let extents = [1 << random.below(5), 1 << random.below(6)];
        let part = Shape::new(&extents).expect("powers of two");
        let (large, small) = (random.layout(&whole, 1), random.layout(&part, 1));
        let part_bits = random.below(u64::from(part.bits()) + 1) as u32;
        let slices = Rounds::slices(&whole, &part).expect("the same dimensions");
        let all = Rounds::single(&part);
        let (slice, tile) =
            (Moved { layout: &large, slices: &slices }, Moved { layout: &small, slices: &all });
        let number = random.below(1 << slices.bits());
        let columns = 32 / extents[1];
        let first = [number as u32 / columns * extents[0], number as u32 % columns * extents[1]];
        // Coordinates of the slice, in the whole tile.
        let placed = |coordinate: u64| {
            let at = part.unpack(coordinate);
            whole.pack(&[first[0] + at[0], first[1] + at[1]])
        };
        let out = RoundTrip::new(slice, tile, 16, part_bits);
        let loaded = travelled(&out, &large, &small, [number, 0]);
        assert_eq!(loaded.len(), count(&small));
        for ((warp, lane, register), value) in loaded {
            assert_eq!(value, placed(small.apply(register, lane, warp)), "{large} -> {small}: {out:?}");
        }
        let back = RoundTrip::new(tile, slice, 16, part_bits);
        for ((warp, lane, register), value) in travelled(&back, &small, &large, [0, number]) {
            assert_eq!(placed(value), large.apply(register, lane, warp), "{small} -> {large}: {back:?}");
        }
    }
}

/// A transpose of 128x256 by 8 warps: a round moves the same registers in all threads, in vectors, without bank conflicts.
#[test]
fn rounds_of_a_transpose_ask_no_thread() {
    let layout = |text: &str| -> RegisterLayout { text.parse().expect("a layout") };
    let rows = layout(
        "reg=[(0,1),(0,2),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(0,64)] warp=[(0,128),(1,0)] of 128x256",
    );
    let columns = layout(
        "reg=[(1,0),(2,0),(0,4),(0,8),(0,16),(0,32),(0,64),(0,128)] lane=[(4,0),(8,0),(16,0),(32,0),(64,0)] warp=[(0,1),(0,2)] of 128x256",
    );
    let trip = RoundTrip::between(&rows, &columns, 32, 14);
    let still = |access: &RoundAccess| access.threads().iter().all(|&number| number == 0);
    assert!(still(&trip.store) && still(&trip.load), "{trip:?}");
    for access in [&trip.store.access, &trip.load.access] {
        let turns = access.wavefronts();
        assert_eq!(turns.actual, turns.least, "{trip:?}");
    }
}
