//! Parallel copies of values, as a sequence of moves.

use launch::EngineError;

use crate::frame::{Base, FrameSlot};
use crate::steps::control::{Move, Moves};

fn overlap(a: FrameSlot, b: FrameSlot, a_bytes: u32, b_bytes: u32) -> bool {
    let (a_start, b_start) = (u64::from(a.offset), u64::from(b.offset));
    a.base == b.base && a_start < b_start + u64::from(b_bytes) && b_start < a_start + u64::from(a_bytes)
}

/// An order in which no move overwrites what a later one reads. A ring of moves is broken with a copy in scratch
/// memory, of which `scratch` says how much is needed.
pub(super) fn in_order(mut moves: Vec<Move>, scratch: &mut u64) -> Result<Moves, EngineError> {
    moves.retain(|each| each.from != each.to && each.bytes > 0);
    let mut order = Vec::with_capacity(moves.len());
    let mut used = 0u64;
    while !moves.is_empty() {
        // A move is safe if no move that is left reads what it overwrites.
        let harmless = |index: &usize| {
            let to = moves[*index];
            let reads = moves.iter().filter(|from| from.from.base != Base::Constant);
            reads.into_iter().all(|from| !overlap(from.from, to.to, from.bytes, to.bytes))
        };
        match (0..moves.len()).find(harmless) {
            Some(index) => order.push(moves.remove(index)),
            None => {
                // Only rings are left: saving one source opens one of them.
                let first = &mut moves[0];
                let offset = u32::try_from(used).map_err(|_| super::too_large())?;
                let aside = FrameSlot { base: Base::Scratch, offset };
                order.push(Move { from: first.from, to: aside, bytes: first.bytes });
                first.from = aside;
                used += u64::from(first.bytes).next_multiple_of(crate::frame::ALIGN as u64);
            }
        }
    }
    *scratch = (*scratch).max(used);
    Ok(order.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(offset: u32) -> FrameSlot {
        FrameSlot { base: Base::Frame, offset }
    }

    /// Carries out moves of bytes over a frame of 512 bytes.
    fn run(moves: &[Move]) -> Vec<u8> {
        let mut memory: Vec<Vec<u8>> = vec![(0..512).map(|i| (i / 2) as u8).collect(), vec![0; 512]];
        let base = |place: FrameSlot| usize::from(place.base == Base::Scratch);
        for each in moves {
            let bytes = memory[base(each.from)][each.from.offset as usize..][..each.bytes as usize].to_vec();
            memory[base(each.to)][each.to.offset as usize..][..each.bytes as usize].copy_from_slice(&bytes);
        }
        memory.swap_remove(0)
    }

    #[test]
    fn everything_is_read_before_it_is_overwritten() {
        // A chain, a swap, a place that overlaps two others, and a value that stays.
        let moves = [(0, 64), (64, 128), (192, 256), (256, 192), (330, 320), (448, 448)];
        let wanted: Vec<Move> =
            moves.iter().map(|&(from, to)| Move { from: frame(from), to: frame(to), bytes: 32 }).collect();
        let mut scratch = 0;
        let order = in_order(wanted.clone(), &mut scratch).expect("small");
        let (before, after) = (run(&[]), run(&order));
        for each in wanted {
            let (from, to) = (each.from.offset as usize, each.to.offset as usize);
            assert_eq!(after[to..to + 32], before[from..from + 32], "{each:?}");
        }
        assert!(scratch > 0, "a swap needs memory");
    }
}
