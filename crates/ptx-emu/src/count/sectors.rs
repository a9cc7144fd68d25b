//! Requests to global memory: the sectors of 32 bytes that one reaches, and how few would hold its bytes.

/// Bytes of a sector.
pub(super) const SECTOR: u64 = 32;

/// Sectors that intervals of bytes (address and size) overlap, and the minimum for the same number of different bytes.
pub(super) fn sectors(runs: &mut [(u64, u64)]) -> (u64, u64) {
    runs.sort_unstable();
    let (mut sectors, mut bytes) = (0, 0);
    // The ends of the bytes and of the sectors that were counted. Intervals are sorted, so what is before an end is not
    // counted twice.
    let (mut byte, mut sector) = (0, 0);
    for &(start, size) in runs.iter().filter(|(_, size)| *size > 0) {
        let end = start.saturating_add(size);
        bytes += end.saturating_sub(start.max(byte));
        byte = byte.max(end);
        let last = end.div_ceil(SECTOR);
        sectors += last.saturating_sub((start / SECTOR).max(sector));
        sector = sector.max(last);
    }
    (sectors, bytes.div_ceil(SECTOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(size: u64, address: impl Fn(u64) -> u64) -> (u64, u64) {
        sectors(&mut (0..32).map(|lane| (0x10000 + address(lane), size)).collect::<Vec<_>>())
    }

    #[test]
    fn patterns() {
        assert_eq!(of(4, |lane| 4 * lane), (4, 4), "coalesced");
        assert_eq!(of(4, |lane| 4 * (31 - lane)), (4, 4), "the order says nothing");
        assert_eq!(of(4, |lane| 4 * lane + 4), (5, 4), "misaligned");
        assert_eq!(of(4, |lane| 8 * lane), (8, 4), "every other word");
        assert_eq!(of(4, |lane| 128 * lane), (32, 4), "a column");
        assert_eq!(of(4, |_| 0), (1, 1), "one word for all");
        assert_eq!(of(1, |lane| lane), (1, 1));
        assert_eq!(of(16, |lane| 16 * lane), (16, 16));
        assert_eq!(of(32, |lane| 64 * lane), (32, 32), "each sector whole");
        assert_eq!(sectors(&mut []), (0, 0));
    }
}
