//! Scratch in which warps leave the elements of lines, for reductions and scans: a place for each line where there is room, else
//! a place for each line of some registers of a thread, which take turns.

use ir::Value;
use tileas::layout::{Input, LinearMap, RegisterLayout};

use super::Lower;
use super::fold::{Parts, bytes};
use crate::Type;

/// Where elements go.
pub(super) struct Turns {
    pub(super) scratch: Parts,
    /// By register: the first part.
    pub(super) places: Vec<Value>,
    /// How many registers go at once.
    pub(super) together: usize,
}

impl Lower<'_> {
    /// Scratch for some of the registers at once, each of which is one of `lines` in parts, where `whole` elements of these
    /// types have no room. None where they have.
    pub(super) fn turns(
        &mut self,
        lines: &RegisterLayout,
        (registers, parts): (usize, u32),
        types: &[Type],
        whole: u64,
    ) -> Option<Turns> {
        let take = |count: u64| -> u64 {
            types.iter().map(|&ty| (count * u64::from(bytes(ty))).next_multiple_of(16)).sum()
        };
        let room = self.scratch_room(take(whole))?;
        let columns = thread_lines(lines);
        let line_bits = columns.iter().fold(0, |all, column| all | column).count_ones();
        let one = u64::from(parts) << line_bits;
        let together = (1..=registers).rev().find(|&count| take(one * count as u64) <= room)?;
        let scratch = self.parts(types.to_vec(), one * together as u64);
        let line = self.of_thread(&columns);
        let place = |l: &mut Self, register: usize| {
            let own = l.i32(((register % together) << line_bits) as u32);
            let place = line.map_or(own, |line| l.add(line, own));
            l.shl(place, parts.ilog2())
        };
        let places = (0..registers).map(|register| place(self, register)).collect();
        Some(Turns { scratch, places, together })
    }
}

/// The bits of a number of the thread's lines that each bit of a thread changes: threads have the same number where they hold the
/// same lines, and numbers begin at 0.
fn thread_lines(lines: &RegisterLayout) -> Vec<u64> {
    let inputs = [Input::Lane, Input::Warp].into_iter();
    let columns: Vec<u64> = inputs.flat_map(|input| lines.columns(input).iter().copied()).collect();
    let bits = columns.len() as u32;
    let map = LinearMap::new(columns, lines.shape().bits());
    let free = map.free();
    // The thread that holds the same, and whose free bits are zero.
    let first = map.inverse().after(&map);
    let kept: Vec<u32> = (0..bits).filter(|bit| free >> bit & 1 == 0).collect();
    let number = |thread: u64| {
        let set = kept.iter().enumerate().filter(|(_, bit)| thread >> **bit & 1 == 1);
        set.map(|(at, _)| 1 << at).sum()
    };
    first.columns().iter().map(|&thread| number(thread)).collect()
}
