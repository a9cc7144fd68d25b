//! Bulk copies of plain bytes: their operands, and reductions during the copy.

use std::fmt;

use numerics::{NanRule, Rounding, Scalar, float};
use ptx::Modifier;

/// Addresses and sizes of bulk copies are multiples of this.
pub(crate) const GRAIN: u32 = 16;
/// Shared addresses of boxes of tensors are multiples of this.
pub(crate) const BOX_ALIGNMENT: u32 = 128;

/// How an arriving element is combined with the one in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the operation it is called after")]
pub(crate) enum ReduceOp {
    Add,
    Min,
    Max,
    Inc,
    Dec,
    And,
    Or,
    Xor,
}

/// A type that is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the type it is called after")]
pub(crate) enum ReduceType {
    U32,
    S32,
    U64,
    S64,
    F16,
    Bf16,
    F32,
    /// Subnormals are flushed.
    F32Ftz,
    F64,
}

/// A reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reduction {
    /// The operation.
    pub(crate) op: ReduceOp,
    /// To what.
    pub(crate) of: ReduceType,
}

/// A reduction that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoReduction(Reduction);

impl fmt::Display for NoReduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no reduction {} of {}", self.0.op.name(), self.0.of.name())
    }
}

impl ReduceOp {
    const ALL: [(Modifier, ReduceOp); 8] = [
        (Modifier::Add, ReduceOp::Add),
        (Modifier::Min, ReduceOp::Min),
        (Modifier::Max, ReduceOp::Max),
        (Modifier::Inc, ReduceOp::Inc),
        (Modifier::Dec, ReduceOp::Dec),
        (Modifier::And, ReduceOp::And),
        (Modifier::Or, ReduceOp::Or),
        (Modifier::Xor, ReduceOp::Xor),
    ];

    /// The operation among an instruction's words.
    pub(crate) fn among(words: &[Option<Modifier>]) -> Option<ReduceOp> {
        ReduceOp::ALL.iter().find(|(word, _)| words.contains(&Some(*word))).map(|(_, op)| *op)
    }

    fn name(self) -> &'static str {
        let word = ReduceOp::ALL.iter().find(|(_, op)| *op == self).map(|(word, _)| word);
        word.expect("every operation is listed").text()
    }
}

impl ReduceType {
    const ALL: [(Modifier, ReduceType); 10] = [
        (Modifier::U32, ReduceType::U32),
        (Modifier::S32, ReduceType::S32),
        (Modifier::U64, ReduceType::U64),
        (Modifier::S64, ReduceType::S64),
        (Modifier::F16, ReduceType::F16),
        (Modifier::Bf16, ReduceType::Bf16),
        // An addition in memory by copies flushes.
        (Modifier::F32, ReduceType::F32Ftz),
        (Modifier::F64, ReduceType::F64),
        (Modifier::B32, ReduceType::U32),
        (Modifier::B64, ReduceType::U64),
    ];

    /// The type among an instruction's words.
    pub(crate) fn among(words: &[Option<Modifier>]) -> Option<ReduceType> {
        ReduceType::ALL.iter().find(|(word, _)| words.contains(&Some(*word))).map(|(_, of)| *of)
    }

    fn name(self) -> &'static str {
        let same = |of| of == self || of == ReduceType::F32Ftz && self == ReduceType::F32;
        let word = ReduceType::ALL.iter().find(|(_, of)| same(*of)).map(|(word, _)| word);
        word.expect("every type is listed").text()
    }

    /// Bytes of an element.
    pub(crate) fn bytes(self) -> usize {
        match self {
            ReduceType::F16 | ReduceType::Bf16 => 2,
            ReduceType::U32 | ReduceType::S32 | ReduceType::F32 | ReduceType::F32Ftz => 4,
            ReduceType::U64 | ReduceType::S64 | ReduceType::F64 => 8,
        }
    }
}

impl Reduction {
    /// The reduction, if the ISA has it for copies.
    pub(crate) fn new(op: ReduceOp, of: ReduceType) -> Result<Reduction, NoReduction> {
        let reduction = Reduction { op, of };
        let float = matches!(of, ReduceType::F32 | ReduceType::F32Ftz | ReduceType::F64);
        let half = matches!(of, ReduceType::F16 | ReduceType::Bf16);
        let exists = match op {
            ReduceOp::Add => of != ReduceType::S64,
            ReduceOp::Min | ReduceOp::Max => !float,
            ReduceOp::Inc | ReduceOp::Dec => of == ReduceType::U32,
            ReduceOp::And | ReduceOp::Or | ReduceOp::Xor => !float && !half,
        };
        if exists { Ok(reduction) } else { Err(NoReduction(reduction)) }
    }

    /// Bytes of an element.
    pub(crate) fn bytes(self) -> usize {
        self.of.bytes()
    }

    /// Reduces elements into those that are there.
    pub(crate) fn apply(self, there: &mut [u8], arriving: &[u8]) {
        let size = self.bytes();
        for (old, new) in there.chunks_exact_mut(size).zip(arriving.chunks_exact(size)) {
            let result = self.element(from_bytes(old), from_bytes(new));
            old.copy_from_slice(&result.to_le_bytes()[..size]);
        }
    }

    /// Reduces an element: its bits in the low bits.
    pub(crate) fn element(self, old: u64, new: u64) -> u64 {
        match self.of {
            ReduceType::F16 => float_element(self.op, Scalar::F16, false, old, new),
            ReduceType::Bf16 => float_element(self.op, Scalar::BF16, false, old, new),
            ReduceType::F32 => float_element(self.op, Scalar::F32, false, old, new),
            ReduceType::F32Ftz => float_element(self.op, Scalar::F32, true, old, new),
            ReduceType::F64 => float_element(self.op, Scalar::F64, false, old, new),
            ReduceType::U32 => u64::from(unsigned_32(self.op, old as u32, new as u32)),
            ReduceType::S32 => u64::from(
                signed(self.op, old as i32, new as i32)
                    .map_or_else(|| unsigned_32(self.op, old as u32, new as u32), |result| result as u32),
            ),
            ReduceType::U64 => unsigned_64(self.op, old, new),
            ReduceType::S64 => signed(self.op, old as i64, new as i64)
                .map_or_else(|| unsigned_64(self.op, old, new), |r| r as u64),
        }
    }
}

fn from_bytes(bytes: &[u8]) -> u64 {
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(all)
}

/// The operations that see a sign; the others are as for unsigned numbers.
fn signed<T: Ord>(op: ReduceOp, old: T, new: T) -> Option<T> {
    match op {
        ReduceOp::Min => Some(old.min(new)),
        ReduceOp::Max => Some(old.max(new)),
        ReduceOp::Add | ReduceOp::Inc | ReduceOp::Dec | ReduceOp::And | ReduceOp::Or | ReduceOp::Xor => None,
    }
}

fn unsigned_32(op: ReduceOp, old: u32, new: u32) -> u32 {
    match op {
        ReduceOp::Add => old.wrapping_add(new),
        ReduceOp::Inc if old >= new => 0,
        ReduceOp::Inc => old + 1,
        ReduceOp::Dec if old == 0 || old > new => new,
        ReduceOp::Dec => old - 1,
        ReduceOp::Min | ReduceOp::Max | ReduceOp::And | ReduceOp::Or | ReduceOp::Xor => {
            unsigned_64(op, old.into(), new.into()) as u32
        }
    }
}

fn unsigned_64(op: ReduceOp, old: u64, new: u64) -> u64 {
    match op {
        ReduceOp::Add => old.wrapping_add(new),
        ReduceOp::Min => old.min(new),
        ReduceOp::Max => old.max(new),
        ReduceOp::And => old & new,
        ReduceOp::Or => old | new,
        ReduceOp::Xor => old ^ new,
        // Only of 32 bits.
        ReduceOp::Inc | ReduceOp::Dec => old,
    }
}

fn float_element(op: ReduceOp, scalar: Scalar, flush: bool, old: u64, new: u64) -> u64 {
    match op {
        ReduceOp::Add => float::add(scalar, old, new, Rounding::NearestEven, flush),
        ReduceOp::Min => float::min(scalar, old, new, NanRule::Number, flush),
        ReduceOp::Max => float::max(scalar, old, new, NanRule::Number, flush),
        // Not of floats: a reduction that exists has no such pair.
        ReduceOp::Inc | ReduceOp::Dec | ReduceOp::And | ReduceOp::Or | ReduceOp::Xor => old,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(op: ReduceOp, of: ReduceType, old: u64, new: u64) -> u64 {
        let reduction = Reduction::new(op, of).expect("it exists");
        let size = reduction.bytes();
        let mut there = [old, old].map(|bits| bits.to_le_bytes()[..size].to_vec()).concat();
        let arriving = [new, new].map(|bits| bits.to_le_bytes()[..size].to_vec()).concat();
        reduction.apply(&mut there, &arriving);
        assert_eq!(there[..size], there[size..]);
        from_bytes(&there[..size])
    }

    #[test]
    fn each_operation_of_each_type() {
        use ReduceOp::*;
        use ReduceType::*;
        let minus = |n: i64| n as u64;
        assert_eq!(reduced(Add, U32, 0xffff_ffff, 3), 2);
        assert_eq!(reduced(Add, S32, 5, minus(-7) & 0xffff_ffff), minus(-2) & 0xffff_ffff);
        assert_eq!(reduced(Add, U64, u64::MAX, 3), 2);
        assert_eq!(reduced(Min, U32, 0xffff_ffff, 3), 3);
        assert_eq!(reduced(Min, S32, 0xffff_ffff, 3), 0xffff_ffff);
        assert_eq!(reduced(Max, U64, u64::MAX, 3), u64::MAX);
        assert_eq!(reduced(Max, S64, u64::MAX, 3), 3);
        assert_eq!((reduced(Inc, U32, 4, 5), reduced(Inc, U32, 5, 5), reduced(Inc, U32, 6, 5)), (5, 0, 0));
        assert_eq!((reduced(Dec, U32, 4, 5), reduced(Dec, U32, 0, 5), reduced(Dec, U32, 6, 5)), (3, 5, 5));
        assert_eq!(reduced(And, U64, 6, 12), 4);
        assert_eq!((reduced(Or, U32, 6, 12), reduced(Xor, U32, 6, 12)), (14, 10));
        assert_eq!(reduced(Add, F16, 0x3c00, 0x3c00), 0x4000);
        assert_eq!(reduced(Add, F16, 1, 1), 2, "subnormals stay");
        assert_eq!(reduced(Add, Bf16, 0x3f80, 0x3f80), 0x4000);
        assert_eq!(reduced(Min, Bf16, 0x7fff, 0x3f80), 0x3f80, "NaN loses");
        assert_eq!(reduced(Max, F16, 0xbc00, 0x3c00), 0x3c00);
        assert_eq!(reduced(Add, F32Ftz, 1, 1), 0, "subnormals are flushed");
        assert_eq!(reduced(Add, F64, 1f64.to_bits(), 2f64.to_bits()), 3f64.to_bits());
    }

    #[test]
    fn what_the_isa_does_not_have_is_refused() {
        let refused = |op, of| Reduction::new(op, of).map_err(|error| error.to_string());
        assert_eq!(
            refused(ReduceOp::Min, ReduceType::F32),
            Err("there is no reduction min of f32".to_owned())
        );
        assert!(refused(ReduceOp::Inc, ReduceType::U64).is_err());
        assert!(refused(ReduceOp::And, ReduceType::F16).is_err());
        assert!(refused(ReduceOp::Add, ReduceType::S64).is_err());
    }
}
