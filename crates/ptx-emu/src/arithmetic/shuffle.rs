//! Which lane a lane of `shfl` reads (PTX ISA, `shfl.sync`).

use ptx::Modifier;

/// The lane that a lane reads, of its number, `b` and `c`; `None`: itself, and the predicate is false.
pub(crate) type From = fn(u32, u32, u32) -> Option<u32>;

/// Which lane is read in a mode of `shfl`.
pub(crate) fn shuffle_from(mode: Option<Modifier>) -> From {
    match mode {
        Some(Modifier::Up) => up,
        Some(Modifier::Down) => down,
        Some(Modifier::Bfly) => butterfly,
        _ => indexed,
    }
}

/// The last lane that may be read, and the first lane of the segment.
const fn bounds(lane: u32, c: u32) -> (u32, u32) {
    let (clamp, segment) = (c & 31, c >> 8 & 31);
    (lane & segment | clamp & !segment, lane & segment)
}

fn up(lane: u32, b: u32, c: u32) -> Option<u32> {
    let from = lane as i32 - (b & 31) as i32;
    (from >= bounds(lane, c).0 as i32).then_some(from as u32)
}

fn down(lane: u32, b: u32, c: u32) -> Option<u32> {
    let from = lane + (b & 31);
    (from <= bounds(lane, c).0).then_some(from)
}

fn butterfly(lane: u32, b: u32, c: u32) -> Option<u32> {
    let from = lane ^ b & 31;
    (from <= bounds(lane, c).0).then_some(from)
}

fn indexed(lane: u32, b: u32, c: u32) -> Option<u32> {
    let (last, first) = bounds(lane, c);
    let from = first | b & 31 & !(c >> 8);
    (from <= last).then_some(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_bound_what_is_read() {
        // Segments of 8 lanes: `c` is (32 - 8) << 8 with the last lane, or with 0 for `up`.
        let (c, c_up) = (24 << 8 | 31, 24 << 8);
        assert_eq!((up(9, 1, c_up), up(8, 1, c_up)), (Some(8), None));
        assert_eq!((down(14, 1, c), down(15, 1, c)), (Some(15), None));
        assert_eq!((butterfly(9, 7, c), butterfly(9, 8, 31)), (Some(14), Some(1)));
        assert_eq!((indexed(13, 2, c), indexed(13, 10, c)), (Some(10), Some(10)));
        assert_eq!((up(0, 0, 0), up(3, 4, 0)), (Some(0), None));
        assert_eq!(down(31, 33, 31), None, "the low five bits of the distance count");
    }
}
