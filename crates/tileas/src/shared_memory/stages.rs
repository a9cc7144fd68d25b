//! Arrangement of the shared memory of a pipeline between agents.
//!
//! The stages come first, each with its buffers at multiples of [`ALIGN`]; then the mbarriers: one "full" per stage,
//! then one "empty" per stage. Barriers between stages would break the alignment of the next stage. If stages have
//! tensor memory, a word with its address follows.

use super::element_bytes;
use crate::types::{BufferType, Part, PipelineType};

/// The alignment of memory that tensor maps and `wgmma` access: a swizzle of 128 bytes repeats after 8 rows.
pub(crate) const ALIGN: u32 = 1024;
/// The alignment of stages without a buffer that a tensor map may swizzle, and of mbarriers.
const LEAST_ALIGN: u32 = 128;
/// Bytes of the shortest rows that a tensor map swizzles. It swizzles by the address, so that a single row needs the alignment
/// of eight.
const SWIZZLED_ROW: u64 = 32;
/// Bytes of an mbarrier.
const BARRIER: u32 = 8;
/// Bytes reserved for the address of tensor memory, a multiple of the alignment of the others.
const SLOT: u32 = 8;
/// The maximum counted size of a stage: far more than any target has, and sums of such sizes fit in 32 bits.
const MOST_BYTES: u64 = 1 << 24;

/// Offsets within the shared memory of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stages {
    /// The number of stages.
    pub count: u32,
    /// Bytes from one stage to the next.
    pub bytes: u32,
    /// The offset of each part within a stage; none for tensor memory.
    pub parts: Vec<Option<u32>>,
}

/// Bytes that a buffer takes in a stage, up to where the next one begins.
pub(crate) fn bytes_of_part(buffer: &BufferType) -> u64 {
    let own = element_bytes(buffer);
    let align = if own < SWIZZLED_ROW { LEAST_ALIGN } else { ALIGN };
    own.next_multiple_of(align.into())
}

/// Bytes of a stage whose parts take some bytes: the next stage is aligned as this one, also behind small parts.
pub(crate) fn whole_stage(bytes: u64) -> u64 {
    if bytes <= LEAST_ALIGN.into() { bytes } else { bytes.next_multiple_of(ALIGN.into()) }
}

impl Stages {
    /// The offsets of a pipeline.
    pub fn of(pipeline: &PipelineType) -> Stages {
        let mut bytes = 0u64;
        let mut parts = Vec::new();
        for part in &pipeline.parts {
            let Part::Buffer(buffer) = part else {
                parts.push(None);
                continue;
            };
            parts.push(Some(bytes as u32));
            bytes = (bytes + bytes_of_part(buffer)).min(MOST_BYTES);
        }
        Stages { count: pipeline.stages, bytes: whole_stage(bytes) as u32, parts }
    }

    /// The alignment of the first stage.
    pub fn align(&self) -> u32 {
        if self.bytes <= LEAST_ALIGN { LEAST_ALIGN } else { ALIGN }
    }

    /// The offset of the "full" barrier of the first stage; that of the next stage is 8 bytes further.
    pub fn full(&self) -> u32 {
        self.count.saturating_mul(self.bytes)
    }

    /// The offset of the "empty" barrier of the first stage.
    pub fn empty(&self) -> u32 {
        self.full().saturating_add(self.count.saturating_mul(BARRIER))
    }

    /// Bytes of each stage with its barriers.
    pub fn each(&self) -> u64 {
        u64::from(self.bytes + 2 * BARRIER)
    }

    /// The offset of the address of tensor memory.
    pub fn slot(&self) -> u32 {
        self.empty().saturating_add(self.count.saturating_mul(BARRIER))
    }

    /// Bytes of all stages and their barriers.
    pub fn total(&self) -> u64 {
        let slot = if self.parts.contains(&None) { SLOT } else { 0 };
        u64::from(self.count) * self.each() + u64::from(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Shape, SharedLayout};
    use tileaa::types::Elem;

    fn buffer(extents: &[u32]) -> Part {
        let shape = Shape::new(extents).expect("powers of two");
        let elem = Elem::Scalar(numerics::Scalar::F16);
        Part::Buffer(BufferType::new(elem, SharedLayout::row_major(&shape)))
    }

    #[test]
    fn stages_keep_their_alignment_and_barriers_follow_them() {
        let stages =
            Stages::of(&PipelineType { stages: 3, parts: vec![buffer(&[8, 16]), buffer(&[64, 32])] });
        assert_eq!(
            stages.parts,
            [Some(0), Some(1024)],
            "the first buffer has 256 bytes, the second begins aligned"
        );
        assert_eq!(stages.bytes, 1024 + 4096);
        assert_eq!((stages.full(), stages.empty()), (15_360, 15_384));
        assert_eq!(stages.total(), 15_360 + 48);
        let small = Stages::of(&PipelineType { stages: 2, parts: vec![buffer(&[64, 32]), buffer(&[8, 8])] });
        assert_eq!((small.parts, small.bytes), (vec![Some(0), Some(4096)], 4096 + 1024));
    }

    #[test]
    fn a_row_that_may_be_swizzled_is_aligned() {
        let stages = |extents| Stages::of(&PipelineType { stages: 2, parts: vec![buffer(extents)] });
        let (row, short) = (stages(&[1, 16]), stages(&[1, 8]));
        assert_eq!((row.bytes, row.align()), (1024, 1024), "32 bytes");
        assert_eq!((short.bytes, short.align()), (128, 128), "16 bytes, as an answer of the launch");
    }
}
