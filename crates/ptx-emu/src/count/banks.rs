//! Requests to shared memory: the number of wavefronts, and the minimum.
//!
//! Shared memory has 32 banks of words of four bytes; a wavefront reads one word from each. Lanes that access the same word
//! share it. The lanes of a warp are processed in groups that access at most 128 bytes together: all 32 with up to 4 bytes
//! each, halves with 8, quarters with 16. A group needs as many wavefronts as its fullest bank has words. Lanes that change a
//! word atomically do not share it.

/// Banks.
const BANKS: usize = 32;
/// Bytes of a word of a bank.
const WORD: u64 = 4;

/// The access of one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) lane: u32,
    /// An address of the block's shared memory.
    pub(super) address: u64,
    /// Bytes.
    pub(super) size: u64,
    /// An atomic access: no other lane shares the word.
    pub(super) alone: bool,
}

/// Wavefronts of a request, and the minimum for a request with the same number of lanes and bytes.
pub(super) fn wavefronts(wanted: &[Wanted]) -> (u64, u64) {
    let size = wanted.iter().map(|wanted| wanted.size).max().unwrap_or(0);
    let lanes = match size {
        0..=4 => 32,
        5..=8 => 16,
        _ => 8,
    };
    let groups = (0..32 / lanes).map(|group| {
        let of_group: Vec<&Wanted> = wanted.iter().filter(|wanted| wanted.lane / lanes == group).collect();
        (fullest(&of_group), u64::from(!of_group.is_empty()))
    });
    groups.fold((0, 0), |all, group| (all.0 + group.0, all.1 + group.1))
}

/// Modifiers of the bank with the most.
fn fullest(wanted: &[&Wanted]) -> u64 {
    let mut words: Vec<(u64, u32)> = Vec::with_capacity(wanted.len());
    for wanted in wanted {
        let (first, end) = (wanted.address / WORD, (wanted.address + wanted.size).div_ceil(WORD));
        // Those that share count as one.
        let who = if wanted.alone { wanted.lane } else { u32::MAX };
        words.extend((first..end).map(|word| (word, who)));
    }
    words.sort_unstable();
    words.dedup();
    let mut banks = [0; BANKS];
    words.iter().for_each(|(word, _)| banks[*word as usize % BANKS] += 1);
    banks.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(size: u64, alone: bool, address: impl Fn(u64) -> u64) -> (u64, u64) {
        let wanted = |lane: u32| Wanted { lane, address: 1024 + address(u64::from(lane)), size, alone };
        wavefronts(&(0..32).map(wanted).collect::<Vec<_>>())
    }

    #[test]
    fn strides_of_words() {
        assert_eq!(of(4, false, |lane| 4 * lane), (1, 1));
        assert_eq!(of(4, false, |lane| 4 * (lane * 5 % 32)), (1, 1), "any permutation");
        assert_eq!(of(4, false, |lane| 8 * lane), (2, 1));
        assert_eq!(of(4, false, |lane| 16 * lane), (4, 1));
        assert_eq!(of(4, false, |lane| 128 * lane), (32, 1));
        assert_eq!(of(4, false, |lane| 132 * lane), (1, 1), "rows padded by a word");
    }

    #[test]
    fn words_are_shared() {
        assert_eq!(of(4, false, |_| 0), (1, 1));
        assert_eq!(of(4, false, |lane| 128 * (lane % 2)), (2, 1));
        assert_eq!(of(1, false, |lane| lane), (1, 1));
        assert_eq!(of(2, false, |lane| 2 * lane), (1, 1));
        assert_eq!(of(4, true, |_| 0), (32, 1), "but not by atomics");
        assert_eq!(of(4, true, |lane| 4 * lane), (1, 1));
    }

    #[test]
    fn wide_accesses_are_served_in_parts() {
        assert_eq!(of(8, false, |lane| 8 * lane), (2, 2));
        assert_eq!(of(16, false, |lane| 16 * lane), (4, 4));
        assert_eq!(of(16, false, |lane| 128 * lane), (32, 4));
        assert_eq!(of(16, false, |lane| 144 * lane), (4, 4), "rows padded by 16 bytes");
        assert_eq!(of(8, false, |_| 0), (2, 2), "each half reads the word");
        assert_eq!(of(16, false, |lane| 16 * (lane % 8)), (4, 4));
    }

    #[test]
    fn lanes_that_do_not_take_part() {
        let one = Wanted { lane: 31, address: 1024, size: 16, alone: false };
        assert_eq!(wavefronts(&[one]), (1, 1));
        assert_eq!(wavefronts(&[one, Wanted { lane: 0, address: 1040, ..one }]), (2, 2));
        assert_eq!(wavefronts(&[]), (0, 0));
    }
}
