//! Loads and stores of tensor memory: what the emulator reaches is what registers hold.

use ptx_emu::matrix::tensor_memory::{Access, Shape as Moved};
use tileas::layout::{Input, MmaWarps, RegisterLayout, TensorAccess, TensorLayout};

use crate::random::Random;
use crate::tensor_memory::{layouts, shape};

fn moved(access: TensorAccess) -> Moved {
    match access {
        TensorAccess::Lanes32 => Moved::S32x32b,
        TensorAccess::Lanes16x64 => Moved::S16x64b,
        TensorAccess::Lanes16x128 => Moved::S16x128b,
        TensorAccess::Lanes16x256 => Moved::S16x256b,
    }
}

/// The places that a thread's registers of one vector access: slot (half of the lanes, register of the vector), lane of its
/// warp → place.
struct Slots {
    access: Access,
    halves: u32,
    registers: u32,
    /// Registers of the least vector.
    least: u32,
}

impl Slots {
    fn new(access: TensorAccess, columns: u32) -> Option<Slots> {
        let (halves, least, least_columns) = match access {
            TensorAccess::Lanes32 => (1, 1, 1),
            TensorAccess::Lanes16x64 => (2, 1, 2),
            TensorAccess::Lanes16x128 => (2, 2, 4),
            TensorAccess::Lanes16x256 => (2, 4, 8),
        };
        let registers = columns / least_columns * least;
        let access = Access { shape: moved(access), registers, packed: false };
        (registers > 0).then_some(Slots { access, halves, registers, least })
    }

    /// The coordinate of a part of a slot, for a warp of a warpgroup.
    fn coordinate(&self, memory: &TensorLayout, warp: u32, lane: u32, slot: u32, part: u64) -> u64 {
        let (half, register) = (slot / self.registers, slot % self.registers);
        let (row, column) = self.access.place(lane, register);
        memory.apply(part, column.into(), (32 * (warp % 4) + 16 * half + row).into())
    }

    /// Whether each warp moves whole vectors between its registers and its lanes, and all of them move everything once.
    /// Elements of the layouts are distinct.
    fn move_all(&self, memory: &TensorLayout, registers: &RegisterLayout) -> bool {
        let parts = 1u64 << memory.part_bits();
        let mut taken = vec![[false; 4]; (self.halves * self.registers * parts as u32) as usize];
        let all = (0..registers.warps()).flat_map(|w| (0..registers.registers()).map(move |r| (w, r)));
        for (warp, register) in all {
            let slots = (0..self.halves * self.registers).flat_map(|s| (0..parts).map(move |part| (s, part)));
            let found = slots.into_iter().find(|&(slot, part)| {
                let there = |lane| self.coordinate(memory, warp, lane, slot, part);
                (0..32).all(|lane| there(lane) == registers.apply(register, lane, warp))
            });
            let Some((slot, part)) = found else { return false };
            let taken = &mut taken[(slot * parts as u32) as usize + part as usize][(warp % 4) as usize];
            if std::mem::replace(taken, true) {
                return false;
            }
        }
        let all_taken = taken.iter().all(|taken| taken == &[true; 4]);
        all_taken && registers.warps() >= 4 && self.whole_vectors(memory, registers)
    }

    /// Whether a warp that has a part of a least vector has all of it.
    fn whole_vectors(&self, memory: &TensorLayout, registers: &RegisterLayout) -> bool {
        let parts = 1u64 << memory.part_bits();
        (0..registers.warps()).all(|warp| {
            let held: Vec<u64> = (0..registers.registers()).map(|r| registers.apply(r, 0, warp)).collect();
            (0..self.halves * self.registers).step_by(self.least as usize).all(|first| {
                let slots = (first..first + self.least).flat_map(|s| (0..parts).map(move |part| (s, part)));
                let has = |(slot, part)| held.contains(&self.coordinate(memory, warp, 0, slot, part));
                let count = slots.filter(|&slot| has(slot)).count() as u64;
                count == 0 || count == u64::from(self.least) * parts
            })
        })
    }
}

/// The first shape that moves a tile, found by looking at all elements.
fn found(memory: &TensorLayout, registers: &RegisterLayout) -> Option<TensorAccess> {
    let moves = |slots: Slots| slots.move_all(memory, registers);
    TensorAccess::ALL.into_iter().find(|&access| Slots::new(access, memory.columns()).is_some_and(moves))
}

/// The contents of registers of `1 << warps` warps after a load of a shape, in random order.
fn loaded(
    random: &mut Random,
    memory: &TensorLayout,
    access: TensorAccess,
    warps: u32,
) -> Option<RegisterLayout> {
    let slots = Slots::new(access, memory.columns())?;
    let at = |warp, lane, slot| slots.coordinate(memory, warp, lane, slot, 0);
    let lanes: Vec<u64> = (0..5).map(|bit| at(0, 1 << bit, 0)).collect();
    let mut groups = vec![at(1, 0, 0), at(2, 0, 0)];
    let least = slots.least.ilog2();
    let mut own: Vec<u64> = (0..least).map(|bit| at(0, 0, 1 << bit)).collect();
    own.extend((0..memory.part_bits()).map(|bit| memory.apply(1 << bit, 0, 0)));
    let mut others: Vec<u64> =
        (least..(slots.halves * slots.registers).ilog2()).map(|bit| at(0, 0, 1 << bit)).collect();
    random.shuffle(&mut others);
    let more = (warps as usize - 2).min(others.len());
    groups.extend(others.drain(..more));
    own.extend(others);
    random.shuffle(&mut own);
    Some(RegisterLayout::new(memory.shape().clone(), &own, &lanes, &groups, &[]))
}

#[test]
fn loads_reach_what_the_emulator_reaches() {
    let mut random = Random::new(93);
    let mut some = [0; 4];
    for memory in layouts() {
        for (access, warps) in TensorAccess::ALL.into_iter().flat_map(|a| [(a, 2), (a, 3), (a, 4)]) {
            let Some(registers) = loaded(&mut random, &memory, access, warps) else { continue };
            assert_eq!(memory.access(&registers), Some(access), "{memory} and {registers}");
            assert_eq!(found(&memory, &registers), Some(access), "{memory} and {registers}");
            some[access as usize] += 1;
            // Columns exchanged, left out, or repeated.
            for _ in 0..40 {
                let changed = changed(&mut random, &registers);
                let expected = found(&memory, &without_repeats(&changed));
                assert_eq!(memory.access(&changed), expected, "{memory} and {changed}");
            }
        }
    }
    assert!(some.iter().all(|&count| count > 10), "{some:?}");
}

/// The layout of the first of several warpgroups that hold the same elements: each of them loads these.
fn without_repeats(layout: &RegisterLayout) -> RegisterLayout {
    let [own, lanes, mut warps] =
        [Input::Register, Input::Lane, Input::Warp].map(|input| layout.columns(input).to_vec());
    let others = warps.split_off(warps.len().min(2));
    warps.extend(others.into_iter().filter(|&column| column != 0));
    RegisterLayout::new(layout.shape().clone(), &own, &lanes, &warps, &[])
}

fn changed(random: &mut Random, layout: &RegisterLayout) -> RegisterLayout {
    let mut columns = layout.map().columns().to_vec();
    let (mut registers, mut warps) =
        (layout.bits(Input::Register) as usize, layout.bits(Input::Warp) as usize);
    let (i, j) = (random.below(columns.len() as u64) as usize, random.below(columns.len() as u64) as usize);
    match random.below(6) {
        0 if registers > 0 => {
            columns.remove(0);
            registers -= 1;
        }
        1 => {
            columns.insert(0, columns[j]);
            registers += 1;
        }
        2 => {
            columns.push(0);
            warps += 1;
        }
        3 => columns[i] = columns[j],
        _ => columns.swap(i, j),
    }
    let (own, threads) = columns.split_at(registers);
    let (lanes, warps) = threads.split_at(threads.len() - warps);
    RegisterLayout::new(layout.shape().clone(), own, lanes, warps, &[])
}

#[test]
fn known_fragments_are_loaded() {
    let one = MmaWarps { rows: 0, columns: 0 };
    let sum = TensorLayout::accumulator(&shape(128, 64)).expect("128 rows");
    let rows = RegisterLayout::tensor_memory_rows(sum.shape(), one).expect("two dimensions");
    assert_eq!(sum.access(&rows), Some(TensorAccess::Lanes32));
    // Two warpgroups have halves of the columns.
    let groups = RegisterLayout::tensor_memory_rows(sum.shape(), MmaWarps { rows: 0, columns: 1 });
    assert_eq!(sum.access(&groups.expect("two dimensions")), Some(TensorAccess::Lanes32));
    let memory = RegisterLayout::coalesced_rows(sum.shape(), 32, 2);
    assert_eq!(sum.access(&memory), None);
    let other = RegisterLayout::tensor_memory_rows(&shape(128, 32), one).expect("two dimensions");
    assert_eq!(sum.access(&other), None);
    // The same scales in all four warps.
    let scales = TensorLayout::scales(&shape(32, 4)).expect("two dimensions");
    let rows = "reg=[(0,1),(0,2)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(0,0),(0,0)] of 32x4";
    assert_eq!(scales.access(&rows.parse().expect("a layout")), Some(TensorAccess::Lanes32));
    // The fragments of `mma` and `wgmma`, 32 rows for each warp.
    let fragments = "reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] \
                     warp=[(32,0),(64,0)] of 128x64";
    assert_eq!(sum.access(&fragments.parse().expect("a layout")), Some(TensorAccess::Lanes16x256));
    let names = TensorAccess::ALL.map(TensorAccess::name);
    assert_eq!(names, ["32x32b", "16x64b", "16x128b", "16x256b"]);
}
