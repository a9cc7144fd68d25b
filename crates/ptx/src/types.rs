//! Types of registers, variables and operands.

use crate::modifiers::names;

names! {
    /// A type of one element.
    Type {
        U8 = "u8",
        U16 = "u16",
        U32 = "u32",
        U64 = "u64",
        S8 = "s8",
        S16 = "s16",
        S32 = "s32",
        S64 = "s64",
        B8 = "b8",
        B16 = "b16",
        B32 = "b32",
        B64 = "b64",
        B128 = "b128",
        F16 = "f16",
        F16x2 = "f16x2",
        F32 = "f32",
        F64 = "f64",
        Bf16 = "bf16",
        Bf16x2 = "bf16x2",
        U16x2 = "u16x2",
        S16x2 = "s16x2",
        Pred = "pred",
        Texref = "texref",
        Samplerref = "samplerref",
        Surfref = "surfref",
    }
}

/// The class of a type: the meaning of its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A whole number, with or without a sign.
    Integer,
    /// Bits of any meaning.
    Bits,
    /// A floating-point number that registers of its type hold.
    Float,
    /// Numbers that are held in registers of bits: bf16 and pairs.
    Packed,
    /// True or false.
    Predicate,
    /// A texture, sampler or surface.
    Opaque,
}

impl Type {
    /// Width in bits; 1 for a predicate, 64 for what is opaque.
    pub const fn bits(self) -> u32 {
        match self {
            Type::Pred => 1,
            Type::U8 | Type::S8 | Type::B8 => 8,
            Type::U16 | Type::S16 | Type::B16 | Type::F16 | Type::Bf16 => 16,
            Type::U32
            | Type::S32
            | Type::B32
            | Type::F32
            | Type::F16x2
            | Type::Bf16x2
            | Type::U16x2
            | Type::S16x2 => 32,
            Type::U64
            | Type::S64
            | Type::B64
            | Type::F64
            | Type::Texref
            | Type::Samplerref
            | Type::Surfref => 64,
            Type::B128 => 128,
        }
    }

    /// Width in bytes, at least one.
    pub const fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// The meaning of the bits.
    pub const fn class(self) -> Class {
        match self {
            Type::U8 | Type::U16 | Type::U32 | Type::U64 => Class::Integer,
            Type::S8 | Type::S16 | Type::S32 | Type::S64 => Class::Integer,
            Type::B8 | Type::B16 | Type::B32 | Type::B64 | Type::B128 => Class::Bits,
            Type::F16 | Type::F16x2 | Type::F32 | Type::F64 => Class::Float,
            Type::Bf16 | Type::Bf16x2 | Type::U16x2 | Type::S16x2 => Class::Packed,
            Type::Pred => Class::Predicate,
            Type::Texref | Type::Samplerref | Type::Surfref => Class::Opaque,
        }
    }

    /// Can registers have this type?
    pub const fn is_register(self) -> bool {
        !matches!(self.class(), Class::Packed | Class::Opaque)
    }

    /// May a register of type `register` stand where an instruction works on this type? `wide` admits wider registers,
    /// as loads, stores and conversions do.
    pub fn admits(self, register: Type, wide: bool) -> bool {
        let same = register.bits() == self.bits();
        let size = same || (wide && register.bits() > self.bits());
        match (self.class(), register.class()) {
            (Class::Predicate, Class::Predicate) => true,
            (_, Class::Predicate) | (Class::Predicate, _) | (Class::Opaque, _) | (_, Class::Opaque) => false,
            (Class::Bits, Class::Float) => same || (wide && register.bits() > self.bits()),
            (Class::Bits | Class::Integer, Class::Bits | Class::Integer) => size,
            (Class::Float | Class::Packed, Class::Bits) => size,
            (Class::Float, Class::Float) => same,
            (Class::Packed, Class::Packed) => self == register,
            (Class::Bits, Class::Packed)
            | (Class::Integer | Class::Packed, Class::Float)
            | (Class::Float | Class::Packed, Class::Integer)
            | (Class::Integer | Class::Float, Class::Packed) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_fit_by_size_and_meaning() {
        assert!(Type::S32.admits(Type::U32, false));
        assert!(Type::S32.admits(Type::B32, false));
        assert!(!Type::S32.admits(Type::F32, false), "integers are not held in float registers");
        assert!(Type::B32.admits(Type::F32, false));
        assert!(!Type::U16.admits(Type::B32, false));
        assert!(Type::U16.admits(Type::B32, true), "a load may fill a wider register");
        assert!(Type::Bf16.admits(Type::B16, false));
        assert!(!Type::Bf16.admits(Type::U16, false));
        assert!(!Type::B32.admits(Type::Pred, true));
    }
}
