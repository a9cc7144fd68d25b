//! Elements of tensor maps, with the numbers of `tensormap.replace`, and fill values out of bounds.

/// The type of a tensor map's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the type it is called after")]
pub enum ElementType {
    U8,
    U16,
    U32,
    S32,
    U64,
    S64,
    F16,
    F32,
    F32Ftz,
    F64,
    Bf16,
    Tf32,
    Tf32Ftz,
    /// 16 elements of 4 bits in 8 bytes of shared memory.
    B4x16,
    /// 16 elements of 4 bits, then 8 bytes of padding in shared memory.
    B4x16P64,
    /// 16 elements of 6 bits, then 4 bytes of padding in shared memory.
    B6x16P32,
}

impl ElementType {
    /// Every type, at the index that is its number.
    pub const ALL: [ElementType; 16] = [
        ElementType::U8,
        ElementType::U16,
        ElementType::U32,
        ElementType::S32,
        ElementType::U64,
        ElementType::S64,
        ElementType::F16,
        ElementType::F32,
        ElementType::F32Ftz,
        ElementType::F64,
        ElementType::Bf16,
        ElementType::Tf32,
        ElementType::Tf32Ftz,
        ElementType::B4x16,
        ElementType::B4x16P64,
        ElementType::B6x16P32,
    ];

    /// The name in descriptions of tensor maps.
    pub fn name(self) -> &'static str {
        match self {
            ElementType::U8 => "u8",
            ElementType::U16 => "u16",
            ElementType::U32 => "u32",
            ElementType::S32 => "s32",
            ElementType::U64 => "u64",
            ElementType::S64 => "s64",
            ElementType::F16 => "f16",
            ElementType::F32 => "f32",
            ElementType::F32Ftz => "f32.ftz",
            ElementType::F64 => "f64",
            ElementType::Bf16 => "bf16",
            ElementType::Tf32 => "tf32",
            ElementType::Tf32Ftz => "tf32.ftz",
            ElementType::B4x16 => "b4x16",
            ElementType::B4x16P64 => "b4x16_p64",
            ElementType::B6x16P32 => "b6x16_p32",
        }
    }

    /// The type of a name.
    pub fn named(name: &str) -> Option<ElementType> {
        ElementType::ALL.into_iter().find(|element| element.name() == name)
    }

    /// Bits of an element in global memory.
    pub fn bits(self) -> u32 {
        match self {
            ElementType::U8 => 8,
            ElementType::U16 | ElementType::F16 | ElementType::Bf16 => 16,
            ElementType::U32
            | ElementType::S32
            | ElementType::F32
            | ElementType::F32Ftz
            | ElementType::Tf32
            | ElementType::Tf32Ftz => 32,
            ElementType::U64 | ElementType::S64 | ElementType::F64 => 64,
            ElementType::B4x16 | ElementType::B4x16P64 => 4,
            ElementType::B6x16P32 => 6,
        }
    }

    /// Bits that an element takes in shared memory, its share of the padding counted.
    pub fn shared_bits(self) -> u32 {
        if self.padded_group().is_some() { 8 } else { self.bits() }
    }

    /// Bytes of 16 elements that are followed by padding up to 16 bytes, for types that are padded.
    pub fn padded_group(self) -> Option<u32> {
        match self {
            ElementType::B4x16P64 => Some(8),
            ElementType::B6x16P32 => Some(12),
            ElementType::U8
            | ElementType::U16
            | ElementType::U32
            | ElementType::S32
            | ElementType::U64
            | ElementType::S64
            | ElementType::F16
            | ElementType::F32
            | ElementType::F32Ftz
            | ElementType::F64
            | ElementType::Bf16
            | ElementType::Tf32
            | ElementType::Tf32Ftz
            | ElementType::B4x16 => None,
        }
    }

    /// The innermost length and coordinate are multiples of this.
    pub fn multiple(self) -> u32 {
        match (self.padded_group(), self.bits()) {
            (Some(_), _) => 128,
            (None, 4) => 2,
            (None, _) => 1,
        }
    }

    /// Is it a float of at least 16 bits, which can be filled with NaN?
    pub fn is_float(self) -> bool {
        match self {
            ElementType::F16
            | ElementType::F32
            | ElementType::F32Ftz
            | ElementType::F64
            | ElementType::Bf16
            | ElementType::Tf32
            | ElementType::Tf32Ftz => true,
            ElementType::U8
            | ElementType::U16
            | ElementType::U32
            | ElementType::S32
            | ElementType::U64
            | ElementType::S64
            | ElementType::B4x16
            | ElementType::B4x16P64
            | ElementType::B6x16P32 => false,
        }
    }

    /// The bytes of an element outside of the tensor, repeated. The ISA does not define the bits of the NaN: here all bits except
    /// the sign are one.
    pub fn fill(self, nan: bool) -> [u8; 8] {
        if !nan {
            return [0; 8];
        }
        match self.bits() {
            16 => 0x7fff_7fff_7fff_7fff_u64,
            64 => 0x7fff_ffff_ffff_ffff,
            _ => 0x7fff_ffff_7fff_ffff,
        }
        .to_le_bytes()
    }

    /// The bits of elements as they arrive: tf32 is rounded. Observed on an H100 (driver 580); the types with `ftz` keep
    /// subnormals there.
    pub fn arriving(self, bytes: &mut [u8]) {
        if !matches!(self, ElementType::Tf32 | ElementType::Tf32Ftz) {
            return;
        }
        for element in bytes.chunks_exact_mut(4) {
            let bits = u32::from_le_bytes([element[0], element[1], element[2], element[3]]);
            element.copy_from_slice(&to_tf32(bits).to_le_bytes());
        }
    }
}

/// Rounds to the nearest tf32, ties to even, also subnormals; infinities stay, and all NaNs become one.
fn to_tf32(bits: u32) -> u32 {
    if bits & 0x7fff_ffff > 0x7f80_0000 {
        return 0x7fff_e000;
    }
    (bits + 0xfff + ((bits >> 13) & 1)) & !0x1fff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_those_of_tensormap_replace() {
        assert_eq!(ElementType::ALL[8], ElementType::F32Ftz);
        assert_eq!(ElementType::ALL[10], ElementType::Bf16);
        assert!(ElementType::ALL.iter().all(|&element| ElementType::named(element.name()) == Some(element)));
    }

    #[test]
    fn tf32_arrives_rounded() {
        let arriving = |element: ElementType, bits: u32| {
            let mut bytes = bits.to_le_bytes();
            element.arriving(&mut bytes);
            u32::from_le_bytes(bytes)
        };
        assert_eq!(arriving(ElementType::Tf32, 0x3f80_1000), 0x3f80_0000, "ties go to even");
        assert_eq!(arriving(ElementType::Tf32, 0x3f80_3000), 0x3f80_4000);
        assert_eq!(arriving(ElementType::Tf32, 0xff80_0001), 0x7fff_e000, "NaN");
        assert_eq!(arriving(ElementType::Tf32, 0xff80_0000), 0xff80_0000, "infinity");
        assert_eq!(arriving(ElementType::Tf32, 0x7f7f_ffff), 0x7f80_0000, "overflow");
        assert_eq!(arriving(ElementType::Tf32, 0x8000_1800), 0x8000_2000, "subnormal");
        assert_eq!(arriving(ElementType::Tf32Ftz, 0x8040_1001), 0x8040_2000);
        assert_eq!(arriving(ElementType::F32Ftz, 0x0040_0000), 0x0040_0000);
        assert_eq!(arriving(ElementType::F32Ftz, 0x3f80_1000), 0x3f80_1000);
        assert_eq!(arriving(ElementType::F32, 0x0040_0000), 0x0040_0000);
    }
}
