//! Elements as bytes: in memory, and in `pack` and `unpack`.

use crate::Scalar;

/// The memory image of an element, in the low [`Scalar::storage_bits`] bits: tf32 takes the place that its fields have in
/// an f32 (the low 13 bits are zero), i1 is 0 or 1, everything else is its own bits.
#[inline]
pub const fn to_storage(scalar: Scalar, bits: u64) -> u64 {
    if matches!(scalar, Scalar::TF32) { bits << 13 } else { bits }
}

/// The element of a memory image: any non-zero byte is a true i1, and tf32 drops the low 13 bits.
#[inline]
pub const fn from_storage(scalar: Scalar, image: u64) -> u64 {
    if matches!(scalar, Scalar::I1) {
        (image & 0xff != 0) as u64
    } else if matches!(scalar, Scalar::TF32) {
        (image & 0xffff_ffff) >> 13
    } else {
        image & (u64::MAX >> (64 - scalar.bits()))
    }
}

/// Bits that an element takes in `pack`: 1 for i1, 4 for the 4-bit types, 32 for tf32.
pub const fn packed_bits(scalar: Scalar) -> u32 {
    if matches!(scalar, Scalar::TF32) { 32 } else { scalar.bits() }
}

/// `pack`: elements as bytes, little-endian, those of less than a byte from the low bits up. A last partial byte is
/// filled with zeros.
pub fn pack(scalar: Scalar, elements: &[u64]) -> Vec<u8> {
    let width = packed_bits(scalar);
    if width >= 8 {
        let bytes = width as usize / 8;
        let image = elements.iter().map(|&e| to_storage(scalar, e).to_le_bytes());
        return image.flat_map(|le| le.into_iter().take(bytes)).collect();
    }
    let per_byte = (8 / width) as usize;
    let join = |group: &[u64]| group.iter().rev().fold(0, |byte, &e| byte << width | e as u8);
    elements.chunks(per_byte).map(join).collect()
}

/// `unpack`: the inverse of [`pack`]. Bytes beyond the last whole element are ignored.
pub fn unpack(scalar: Scalar, bytes: &[u8]) -> Vec<u64> {
    let width = packed_bits(scalar);
    if width >= 8 {
        let read = |chunk: &[u8]| {
            let image = chunk.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
            from_storage(scalar, image)
        };
        return bytes.chunks_exact(width as usize / 8).map(read).collect();
    }
    let mask = (1u64 << width) - 1;
    let split = |&byte: &u8| (0..8 / width).map(move |i| u64::from(byte) >> (i * width) & mask);
    bytes.iter().flat_map(split).collect()
}
