//! The element types of the language.

use std::fmt;
use std::str::FromStr;

/// A scalar element type of CUDA Tile IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Scalar {
    /// 1-bit integer; a byte in memory.
    I1,
    /// 4-bit integer.
    I4,
    /// 8-bit integer.
    I8,
    /// 16-bit integer.
    I16,
    /// 32-bit integer.
    I32,
    /// 64-bit integer.
    I64,
    /// IEEE 754 binary16.
    F16,
    /// bfloat16: binary32 with 7 mantissa bits.
    BF16,
    /// IEEE 754 binary32.
    F32,
    /// TensorFloat-32: 8 exponent bits, 10 mantissa bits, stored in 32 bits.
    TF32,
    /// IEEE 754 binary64.
    F64,
    /// 8-bit float, 4 exponent and 3 mantissa bits, no infinities.
    F8E4M3FN,
    /// 8-bit float, 5 exponent and 2 mantissa bits, IEEE-like.
    F8E5M2,
    /// 8-bit power of two without sign or zero.
    F8E8M0FNU,
    /// 4-bit float, 2 exponent bits and 1 mantissa bit, finite values only.
    F4E2M1FN,
    /// 8-bit unsigned float, 5 exponent and 3 mantissa bits, no infinities.
    FNV8E5M3FNU,
}

impl Scalar {
    /// Every scalar, integers first, in a fixed order.
    pub const ALL: [Scalar; 16] = [
        Scalar::I1,
        Scalar::I4,
        Scalar::I8,
        Scalar::I16,
        Scalar::I32,
        Scalar::I64,
        Scalar::F16,
        Scalar::BF16,
        Scalar::F32,
        Scalar::TF32,
        Scalar::F64,
        Scalar::F8E4M3FN,
        Scalar::F8E5M2,
        Scalar::F8E8M0FNU,
        Scalar::F4E2M1FN,
        Scalar::FNV8E5M3FNU,
    ];

    /// Every integer type, from narrow to wide.
    pub const INTS: &[Scalar] = Scalar::ALL.split_at(Scalar::I64 as usize + 1).0;

    /// Every floating-point type, in the order of [`Scalar::ALL`].
    pub const FLOATS: &[Scalar] = Scalar::ALL.split_at(Scalar::I64 as usize + 1).1;

    /// The spelling in the language (`f8E4M3FN`).
    pub const fn name(self) -> &'static str {
        match self {
            Scalar::I1 => "i1",
            Scalar::I4 => "i4",
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::F16 => "f16",
            Scalar::BF16 => "bf16",
            Scalar::F32 => "f32",
            Scalar::TF32 => "tf32",
            Scalar::F64 => "f64",
            Scalar::F8E4M3FN => "f8E4M3FN",
            Scalar::F8E5M2 => "f8E5M2",
            Scalar::F8E8M0FNU => "f8E8M0FNU",
            Scalar::F4E2M1FN => "f4E2M1FN",
            Scalar::FNV8E5M3FNU => "fnv8E5M3FNU",
        }
    }

    /// Bits of the value: 19 for tf32, 4 for i4 and f4E2M1FN, 1 for i1.
    pub const fn bits(self) -> u32 {
        match self {
            Scalar::I1 => 1,
            Scalar::I4 | Scalar::F4E2M1FN => 4,
            Scalar::I8 | Scalar::F8E4M3FN | Scalar::F8E5M2 | Scalar::F8E8M0FNU | Scalar::FNV8E5M3FNU => 8,
            Scalar::I16 | Scalar::F16 | Scalar::BF16 => 16,
            Scalar::TF32 => 19,
            Scalar::I32 | Scalar::F32 => 32,
            Scalar::I64 | Scalar::F64 => 64,
        }
    }

    /// Bits of one element in a tensor in memory: 8 for i1, 4 for the 4-bit types, 32 for tf32.
    pub const fn storage_bits(self) -> u32 {
        // These two are stored in more bits than their values have.
        if matches!(self, Scalar::I1) {
            8
        } else if matches!(self, Scalar::TF32) {
            32
        } else {
            self.bits()
        }
    }

    /// True for i1 to i64, i4 included.
    pub const fn is_int(self) -> bool {
        (self as u8) <= (Scalar::I64 as u8)
    }

    /// True for every floating-point type.
    pub const fn is_float(self) -> bool {
        !self.is_int()
    }

    /// True for f16 and bf16, of which f32 has more than twice the significant bits.
    pub const fn is_half(self) -> bool {
        matches!(self, Scalar::F16 | Scalar::BF16)
    }

    /// True for floats of 8 bits and fewer, in which the language does not compute.
    pub const fn is_narrow_float(self) -> bool {
        self.is_float() && self.bits() <= 8
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scalar {
    type Err = ();

    /// Reads the exact spelling; case matters (`F4E2M1FN` is not a type).
    fn from_str(text: &str) -> Result<Scalar, ()> {
        Scalar::ALL.into_iter().find(|s| s.name() == text).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_by_width() {
        let of = |is: fn(Scalar) -> bool| Scalar::ALL.into_iter().filter(|&s| is(s)).collect::<Vec<_>>();
        assert_eq!(of(Scalar::is_half), [Scalar::F16, Scalar::BF16]);
        let narrow = of(Scalar::is_narrow_float);
        assert_eq!(narrow, Scalar::ALL[Scalar::F8E4M3FN as usize..]);
    }

    #[test]
    fn integers_and_floats_are_all() {
        assert!(Scalar::INTS.iter().all(|scalar| scalar.is_int()));
        assert!(Scalar::FLOATS.iter().all(|scalar| scalar.is_float()));
        assert_eq!([Scalar::INTS, Scalar::FLOATS].concat(), Scalar::ALL);
    }
}
