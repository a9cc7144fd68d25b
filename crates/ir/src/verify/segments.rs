//! The segments of operands and results: whether their sizes fit the fields of an op.

use crate::level::Level;
use crate::level::spec::{Arity, ValueSpec};

/// An error of segment sizes.
pub(super) enum SegmentFault {
    /// There are not as many as fields.
    Count,
    /// They do not add up to the operands; this is their sum.
    Sum(u64),
    /// The segment of this field, which starts at this operand, has a size that the field does not take.
    Size { field: usize, start: u32, wanted: &'static str },
}

#[inline]
pub(super) fn segment_fault<L: Level>(
    fields: &[ValueSpec<L>],
    sizes: &[u32],
    total: usize,
) -> Option<SegmentFault> {
    if sizes.len() != fields.len() {
        return Some(SegmentFault::Count);
    }
    let sum: u64 = sizes.iter().map(|&n| u64::from(n)).sum();
    if sum != total as u64 {
        return Some(SegmentFault::Sum(sum));
    }
    let mut start = 0;
    for (field, (spec, &size)) in fields.iter().zip(sizes).enumerate() {
        let wanted = match spec.arity {
            Arity::One if size != 1 => Some("1 element"),
            Arity::Optional if size > 1 => Some("0 or 1 element"),
            Arity::One | Arity::Optional | Arity::Many => None,
        };
        if let Some(wanted) = wanted {
            return Some(SegmentFault::Size { field, start, wanted });
        }
        start += size;
    }
    None
}

impl SegmentFault {
    pub(super) fn message<L: Level>(&self, fields: &[ValueSpec<L>], sizes: &[u32], total: usize) -> String {
        match *self {
            SegmentFault::Count => {
                format!("expected {} operand segments, but found {}", fields.len(), sizes.len())
            }
            SegmentFault::Sum(sum) => {
                format!("operand count ({total}) does not match with the total size ({sum}) of its segments")
            }
            SegmentFault::Size { field, start, wanted } => format!(
                "operand group starting at #{start} ('{}') requires {wanted}, but found {}",
                fields[field].name, sizes[field]
            ),
        }
    }
}
