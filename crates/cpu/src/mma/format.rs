//! Element types and layouts that register tiles compute with.

use numerics::Scalar;

/// The format of the operands of a register tile. Consecutive elements along k form a word that one instruction takes
/// at a time: as wide as an accumulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// One f32 a word, one rounding a product.
    F32,
    /// One f64 a word, one rounding a product.
    F64,
    /// Two bf16 a word, into f32.
    Bf16Pairs,
    /// Four bytes a word, those of lhs unsigned and those of rhs signed, into i32.
    UnsignedBySigned,
    /// Four bytes a word, those of lhs signed and those of rhs unsigned, into i32.
    SignedByUnsigned,
    /// Four bytes a word, into i32, of machines that need not tell them apart.
    Bytes { lhs_signed: bool, rhs_signed: bool },
    /// Two i16 a word, into i32. Their products are of i8 and u8, so that the sum of two fits.
    I16Pairs,
}

impl Format {
    /// Elements along k of a word.
    pub(super) fn group(self) -> usize {
        match self {
            Format::F32 | Format::F64 => 1,
            Format::Bf16Pairs | Format::I16Pairs => 2,
            Format::UnsignedBySigned | Format::SignedByUnsigned | Format::Bytes { .. } => 4,
        }
    }

    /// Bytes of a word, and of an accumulator.
    pub(super) fn word(self) -> usize {
        match self {
            Format::F64 => 8,
            Format::F32
            | Format::Bf16Pairs
            | Format::I16Pairs
            | Format::UnsignedBySigned
            | Format::SignedByUnsigned
            | Format::Bytes { .. } => 4,
        }
    }

    /// The type of the elements.
    pub(super) fn elem(self) -> Scalar {
        match self {
            Format::F32 => Scalar::F32,
            Format::F64 => Scalar::F64,
            Format::Bf16Pairs => Scalar::BF16,
            Format::UnsignedBySigned | Format::SignedByUnsigned | Format::Bytes { .. } => Scalar::I8,
            Format::I16Pairs => Scalar::I16,
        }
    }

    /// The type of the accumulators.
    pub(super) fn acc(self) -> Scalar {
        match self {
            Format::F32 | Format::Bf16Pairs => Scalar::F32,
            Format::F64 => Scalar::F64,
            Format::UnsignedBySigned | Format::SignedByUnsigned | Format::Bytes { .. } | Format::I16Pairs => {
                Scalar::I32
            }
        }
    }
}
