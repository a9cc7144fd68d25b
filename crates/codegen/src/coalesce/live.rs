//! Live ranges of registers, as segments of the text in which their values are still read.
//!
//! Statement `i` reads at point `2i` and writes at `2i + 1`, so an instruction may write a register that it reads last. A write
//! under a guard preserves the old value in threads whose guard is false. Registers that the tensor core reads or writes after
//! the instruction that names them are live until a wait.

use cranelift_entity::SecondaryMap;
use ptx::module::{Body, Reg};

use super::blocks::{Block, Places, Set, Touch, blocks, members, put, touches};
use super::in_flight;

/// Points from `start` to before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) start: u32,
    pub(super) end: u32,
}

/// Segments of the registers that are followed, in order and apart.
pub(super) struct Ranges {
    of: SecondaryMap<Reg, Vec<Segment>>,
}

impl Ranges {
    /// The live ranges of the given registers.
    pub(super) fn of(body: &Body, followed: impl Iterator<Item = Reg>) -> Ranges {
        let mut place = Places::new();
        place.resize(body.register_count());
        let mut registers = Vec::new();
        for register in followed {
            if place[register].is_none() {
                place[register] = Some(registers.len() as u32);
                registers.push(register);
            }
        }
        let mut touches = touches(body, &place);
        let blocks = blocks(body);
        in_flight::keep(body, &place, &blocks, &mut touches, registers.len());
        let live = live_after(&touches, &blocks, registers.len());
        let mut segments = vec![Vec::new(); registers.len()];
        // From the end of the text to its beginning, so that each list is in descending order.
        let mut ends = vec![None; registers.len()];
        for (block, live) in blocks.iter().zip(&live).rev() {
            in_block(block, &touches, live, (&mut segments, &mut ends));
        }
        let mut of = SecondaryMap::new();
        of.resize(body.register_count());
        for (register, mut own) in registers.into_iter().zip(segments) {
            own.reverse();
            of[register] = own;
        }
        Ranges { of }
    }

    /// Gives the first register the range of both, if they do not overlap.
    pub(super) fn join(&mut self, root: Reg, other: Reg) -> bool {
        if overlap(&self.of[root], &self.of[other]) {
            return false;
        }
        let more = std::mem::take(&mut self.of[other]);
        let all = &mut self.of[root];
        all.extend(more);
        // A stable sort merges two sorted runs in linear time.
        all.sort_by_key(|segment| segment.start);
        all.dedup_by(|next, last| {
            let are_adjacent = last.end == next.start;
            if are_adjacent {
                last.end = next.end;
            }
            are_adjacent
        });
        true
    }
}

/// Whether two lists of segments have a point in common.
fn overlap(first: &[Segment], second: &[Segment]) -> bool {
    let (mut a, mut b) = (first.iter().peekable(), second.iter().peekable());
    while let (Some(one), Some(other)) = (a.peek(), b.peek()) {
        if one.end <= other.start {
            a.next();
        } else if other.end <= one.start {
            b.next();
        } else {
            return true;
        }
    }
    false
}

/// The registers that are live at the end of each block.
fn live_after(touches: &[Touch], blocks: &[Block], registers: usize) -> Vec<Set> {
    let empty: Set = vec![0; registers.div_ceil(64)];
    let mut reads = vec![empty.clone(); blocks.len()];
    let mut writes = vec![empty.clone(); blocks.len()];
    for (at, block) in blocks.iter().enumerate() {
        for touch in touches[block.start..block.end].iter().rev() {
            for &register in &touch.writes {
                put(&mut writes[at], register, true);
                put(&mut reads[at], register, false);
            }
            for &register in touch.reads.iter().chain(&touch.may_write) {
                put(&mut reads[at], register, true);
            }
        }
    }
    let mut before = reads.clone();
    let mut after = vec![empty; blocks.len()];
    loop {
        let mut changed = false;
        for at in (0..blocks.len()).rev() {
            for &next in &blocks[at].next {
                for (word, more) in after[at].iter_mut().zip(&before[next]) {
                    *word |= more;
                }
            }
            for (index, &live) in after[at].iter().enumerate() {
                let found = reads[at][index] | live & !writes[at][index];
                changed |= found != before[at][index];
                before[at][index] = found;
            }
        }
        if !changed {
            return after;
        }
    }
}

/// Adds the segments of a block, from its end to its beginning. `ends` is empty before and after: the end of the segment that a
/// register is in.
fn in_block(
    block: &Block,
    touches: &[Touch],
    live: &Set,
    (segments, ends): (&mut [Vec<Segment>], &mut [Option<u32>]),
) {
    let point = |statement: usize| 2 * statement as u32;
    let mut open: Vec<u32> = members(live).collect();
    for &register in &open {
        ends[register as usize] = Some(point(block.end));
    }
    for at in (block.start..block.end).rev() {
        let (read, write) = (point(at), point(at) + 1);
        for &register in &touches[at].writes {
            let end = ends[register as usize].take().unwrap_or(write + 1);
            push(&mut segments[register as usize], Segment { start: write, end });
        }
        for (registers, end) in [(&touches[at].may_write, write + 1), (&touches[at].reads, read + 1)] {
            for &register in registers {
                ends[register as usize].get_or_insert(end);
                open.push(register);
            }
        }
    }
    for register in open {
        let end = ends[register as usize].take();
        if let Some(end) = end {
            push(&mut segments[register as usize], Segment { start: point(block.start), end });
        }
    }
}

/// Adds a segment that lies before all of a list, and joins it to an adjacent one.
fn push(segments: &mut Vec<Segment>, segment: Segment) {
    match segments.last_mut() {
        Some(last) if last.start == segment.end => last.start = segment.start,
        _ => segments.push(segment),
    }
}
