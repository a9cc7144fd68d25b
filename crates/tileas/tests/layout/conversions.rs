//! Conversions performed on plain arrays: every thread of the result must find the element that its layout names.

use tileas::layout::{
    Conversion, Input, LinearMap, Mma, MmaWarps, Numbering, RegisterLayout, Selection, Shape, SharedTrip,
    Shuffle,
};

use crate::random::Random;

/// The registers of all threads: `[warp][lane][register]`.
type Registers = Vec<Vec<Vec<u64>>>;

/// A tile in registers; the value of an element is its packed coordinate.
fn held(layout: &RegisterLayout) -> Registers {
    let thread = |warp, lane| {
        (0..layout.registers()).map(move |register| layout.apply(register, lane, warp)).collect()
    };
    (0..layout.warps()).map(|warp| (0..32).map(|lane| thread(warp, lane)).collect()).collect()
}

fn select(warp: u32, lanes: &mut [Vec<u64>], selections: &[Selection]) {
    for selection in selections {
        for (lane, registers) in lanes.iter_mut().enumerate() {
            let thread = lane as u64 | u64::from(warp) << 5;
            if (thread & selection.threads).count_ones() % 2 == 1 {
                let before = registers.clone();
                for (r, register) in registers.iter_mut().enumerate() {
                    *register = before[r ^ selection.exchange as usize];
                }
            }
        }
    }
}

/// Performs the three steps literally; each shuffle reads one register of each lane.
fn shuffled(shuffle: &Shuffle, source: &Registers, registers: u64) -> Registers {
    let rounds = shuffle.rounds();
    let round_bits = rounds.ilog2();
    let warp = |(warp, lanes): (usize, &Vec<Vec<u64>>)| {
        let warp = warp as u32;
        let mut lanes = lanes.clone();
        select(warp, &mut lanes, &shuffle.selects_before());
        let mut arrived = vec![Vec::new(); 32];
        for round in 0..rounds {
            let sent: Vec<u64> = lanes.iter().map(|lane| lane[shuffle.send.apply(round) as usize]).collect();
            for (lane, arrived) in arrived.iter_mut().enumerate() {
                let thread = lane as u64 | u64::from(warp) << 5;
                arrived.push(sent[shuffle.from.apply(round | thread << round_bits) as usize]);
            }
        }
        select(warp, &mut arrived, &shuffle.selects_after());
        let ordered = |lane: Vec<u64>| {
            (0..registers).map(|register| lane[shuffle.receive.apply(register) as usize]).collect()
        };
        arrived.into_iter().map(ordered).collect()
    };
    source.iter().enumerate().map(warp).collect()
}

fn renamed(map: &LinearMap, source: &Registers, registers: u64) -> Registers {
    let thread = |lane: &Vec<u64>| (0..registers).map(|r| lane[map.apply(r) as usize]).collect();
    source.iter().map(|warp| warp.iter().map(thread).collect()).collect()
}

/// Stores all vectors, and loads all vectors.
fn through_memory(trip: &SharedTrip, source: &Registers, result: &RegisterLayout) -> Registers {
    let mut memory = vec![None; 1 << trip.layout.shape().bits()];
    let access = |access: &tileas::layout::Access, each: &mut dyn FnMut(usize, usize, usize, usize)| {
        let length = 1u64 << access.vector_bits;
        for (warp, lane) in (0..source.len()).flat_map(|warp| (0..32).map(move |lane| (warp, lane))) {
            for vector in 0..access.count() {
                let offset = access.offset(vector, lane as u32, warp as u32);
                assert_eq!(offset % length, 0, "vectors are aligned");
                for slot in 0..length {
                    let register = access.registers.apply(slot | vector << access.vector_bits);
                    each(warp, lane, register as usize, (offset + slot) as usize);
                }
            }
        }
    };
    access(&trip.store, &mut |warp, lane, register, offset| {
        let value = source[warp][lane][register];
        assert!(memory[offset].is_none_or(|other| other == value), "an offset has one value");
        memory[offset] = Some(value);
    });
    let mut loaded: Registers = vec![vec![vec![u64::MAX; result.registers() as usize]; 32]; source.len()];
    access(&trip.load, &mut |warp, lane, register, offset| {
        loaded[warp][lane][register] = memory[offset].expect("every element was stored");
    });
    // Registers that repeat others are copied.
    renamed(&result.holders(), &loaded, result.registers())
}

fn converted(source: &RegisterLayout, result: &RegisterLayout, element_bits: u32) -> (Conversion, Registers) {
    let conversion = Conversion::between(source, result, element_bits);
    let registers = held(source);
    let moved = match &conversion {
        Conversion::Same => registers,
        Conversion::Registers(map) => renamed(map, &registers, result.registers()),
        Conversion::Shuffle(shuffle) => shuffled(shuffle, &registers, result.registers()),
        Conversion::Shared(trip) => through_memory(trip, &registers, result),
        Conversion::Cluster => panic!("one thread block"),
    };
    (conversion, moved)
}

#[test]
fn any_layout_becomes_any_other() {
    let mut random = Random::new(21);
    let mut classes = [0; 3];
    for round in 0..600 {
        let bits = random.below(9) as u32;
        let shape = random.shape(bits);
        let warps = random.below(3) as u32;
        let source = random.layout(&shape, warps);
        let result = if round % 2 == 0 { random.layout(&shape, warps) } else { random.rearranged(&source) };
        let element_bits = [4, 8, 16, 32, 64][random.below(5) as usize];
        let (conversion, moved) = converted(&source, &result, element_bits);
        assert_eq!(moved, held(&result), "{source} -> {result}: {conversion:?}");
        let renames = matches!(conversion, Conversion::Same | Conversion::Registers(_));
        assert_eq!(Conversion::is_renaming(&source, &result), renames, "{source} -> {result}");
        if let Some(shuffle) = Shuffle::between(&source, &result) {
            let moved = shuffled(&shuffle, &held(&source), result.registers());
            assert_eq!(moved, held(&result), "{source} -> {result}: {shuffle:?}");
        }
        match conversion {
            Conversion::Same => {}
            Conversion::Registers(_) => classes[0] += 1,
            Conversion::Shuffle(_) => classes[1] += 1,
            Conversion::Shared(_) => classes[2] += 1,
            Conversion::Cluster => unreachable!("one thread block"),
        }
    }
    assert!(classes.iter().all(|&count| count > 10), "{classes:?}");
}

#[test]
fn trips_through_memory_convert_anything() {
    let mut random = Random::new(22);
    for _ in 0..300 {
        let bits = random.below(9) as u32;
        let shape = random.shape(bits);
        let (source, result) = (random.layout(&shape, 1), random.layout(&shape, 1));
        let element_bits = [4, 8, 16, 32, 64][random.below(5) as usize];
        let trip = SharedTrip::between(&source, &result, element_bits);
        assert_eq!(through_memory(&trip, &held(&source), &result), held(&result), "{source} -> {result}");
    }
}

#[test]
fn origins_name_what_the_steps_do() {
    let mut random = Random::new(23);
    for _ in 0..200 {
        let shape = random.shape(8);
        let source = random.layout(&shape, 1);
        let result = random.rearranged(&source);
        let Conversion::Shuffle(shuffle) = Conversion::between(&source, &result, 32) else { continue };
        for (register, lane) in (0..result.registers()).flat_map(|r| (0..32).map(move |lane| (r, lane))) {
            let (from, at) = shuffle.origin(register, lane, 1);
            assert_eq!(source.apply(from, at, 1), result.apply(register, lane, 1));
        }
    }
}

#[test]
fn permuted_registers_are_renamed() {
    let shape = Shape::new(&[8, 32]).expect("powers of two");
    let source = RegisterLayout::blocked(&shape, &[2, 1], &[0, 5], &[0, 0], &[0, 1]);
    let columns = source.columns(Input::Register);
    let reversed: Vec<u64> = columns.iter().rev().copied().collect();
    let result = RegisterLayout::new(shape, &reversed, source.columns(Input::Lane), &[], &[]);
    let (conversion, moved) = converted(&source, &result, 32);
    assert!(matches!(conversion, Conversion::Registers(_)), "{conversion:?}");
    assert_eq!(moved, held(&result));
}

/// A transposed warp tile of 32x32 elements takes as many shuffles as there are registers, and no more.
#[test]
fn a_transpose_takes_one_shuffle_for_each_register() {
    let shape = Shape::new(&[32, 32]).expect("powers of two");
    let rows = RegisterLayout::blocked(&shape, &[0, 5], &[5, 0], &[0, 0], &[1, 0]);
    let columns = RegisterLayout::blocked(&shape, &[5, 0], &[0, 5], &[0, 0], &[0, 1]);
    let shuffle = Shuffle::between(&rows, &columns).expect("within a warp");
    assert_eq!((shuffle.rounds(), shuffle.instructions(32)), (32, 32));
    assert_eq!((shuffle.selects_before().len(), shuffle.selects_after().len()), (5, 5));
    assert_eq!(shuffle.selections(), 320);
    assert_eq!(shuffled(&shuffle, &held(&rows), 32), held(&columns));
    // That many selections take longer than stores and loads of four elements each.
    let (conversion, moved) = converted(&rows, &columns, 32);
    let Conversion::Shared(trip) = conversion else { panic!("{conversion:?}") };
    assert!(trip.wavefronts() <= 64, "{trip:?}");
    assert_eq!(moved, held(&columns));
}

/// The result of one product becomes an operand of the next, as in attention: nothing moves for 16 bits.
#[test]
fn accumulators_become_operands_without_moving() {
    let warps = MmaWarps { rows: 2, columns: 0 };
    let shape = Shape::new(&[64, 64]).expect("powers of two");
    let mma = Mma { rows: 16, k: 16, element_bits: 16 };
    let (sums, operand) =
        (mma.sum(&shape, warps, Numbering::Plain), mma.left(&shape, warps, Numbering::Plain));
    let (sums, operand) = (sums.expect("two dimensions"), operand.expect("enough k"));
    let (conversion, moved) = converted(&sums, &operand, 16);
    assert_eq!(conversion, Conversion::Same);
    assert_eq!(moved, held(&operand));
    // Bytes are four in a register: quads exchange them.
    let mma = Mma { rows: 16, k: 32, element_bits: 8 };
    let operand = mma.left(&shape, warps, Numbering::Plain).expect("enough k");
    let (conversion, moved) = converted(&sums, &operand, 8);
    let Conversion::Shuffle(shuffle) = conversion else { panic!("{conversion:?}") };
    assert_eq!(shuffle.instructions(8), shuffle.rounds() / 4);
    assert_eq!(moved, held(&operand));
}

/// A lane selects among its own registers: no shuffle is needed, and none is counted.
#[test]
fn registers_chosen_by_the_lane_are_selected() {
    let rows: RegisterLayout = "reg=[1] lane=[2,4,8,16,32] warp=[] of 64".parse().expect("a layout");
    let skewed: RegisterLayout = "reg=[1] lane=[3,4,8,16,32] warp=[] of 64".parse().expect("a layout");
    let (Conversion::Shuffle(shuffle), moved) = converted(&rows, &skewed, 32) else {
        panic!("within a thread")
    };
    assert!(shuffle.is_local() && shuffle.instructions(32) == 0);
    assert_eq!(shuffle.selects_before().len() + shuffle.selects_after().len(), 1);
    assert_eq!(moved, held(&skewed));
}
