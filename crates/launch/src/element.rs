//! The representation of one element in memory.
//!
//! Little-endian. An i1 is a byte: any non-zero byte is true, a store writes 0 or 1. Two 4-bit elements share a byte, with
//! element 2n in the low half. A tf32 value (19 bits) is the top of a 32-bit word, which is then the same number as f32.

use numerics::{Scalar, pack};

/// The bytes that `count` elements take; `None` when that is more than `u64` holds.
pub const fn size_of(element: Scalar, count: u64) -> Option<u64> {
    match element.storage_bits() {
        4 => Some(count.div_ceil(2)),
        bits => count.checked_mul(bits as u64 / 8),
    }
}

/// The bits of element `index`, zero-extended; `None` when it is not inside of `bytes`.
#[inline]
pub fn load(element: Scalar, bytes: &[u8], index: usize) -> Option<u64> {
    let image = match element.storage_bits() {
        4 => u64::from(*bytes.get(index / 2)? >> (4 * (index % 2))),
        8 => u64::from(*bytes.get(index)?),
        16 => u64::from(u16::from_le_bytes(word(bytes, index)?)),
        32 => u64::from(u32::from_le_bytes(word(bytes, index)?)),
        _ => u64::from_le_bytes(word(bytes, index)?),
    };
    Some(pack::from_storage(element, image))
}

/// Writes element `index` from its bits, of which only the element's own count; `None` when it is not inside of `bytes`.
#[inline]
pub fn store(element: Scalar, bytes: &mut [u8], index: usize, value: u64) -> Option<()> {
    let image = pack::to_storage(element, value & (u64::MAX >> (64 - element.bits())));
    match element.storage_bits() {
        4 => {
            let shift = 4 * (index % 2);
            let byte = bytes.get_mut(index / 2)?;
            *byte = *byte & !(0xF << shift) | (image as u8) << shift;
        }
        8 => *bytes.get_mut(index)? = image as u8,
        16 => *word_mut(bytes, index)? = (image as u16).to_le_bytes(),
        32 => *word_mut(bytes, index)? = (image as u32).to_le_bytes(),
        _ => *word_mut(bytes, index)? = image.to_le_bytes(),
    }
    Some(())
}

fn word<const N: usize>(bytes: &[u8], index: usize) -> Option<[u8; N]> {
    bytes.get(index.checked_mul(N)?..)?.first_chunk().copied()
}

fn word_mut<const N: usize>(bytes: &mut [u8], index: usize) -> Option<&mut [u8; N]> {
    bytes.get_mut(index.checked_mul(N)?..)?.first_chunk_mut()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_type_round_trips() {
        for element in Scalar::ALL {
            let mask = u64::MAX >> (64 - element.bits());
            let size = size_of(element, 5).expect("small") as usize;
            let mut bytes = vec![0xFF; size];
            for index in 0..5 {
                let value = 0x0123_4567_89AB_CDEF_u64.rotate_left(index as u32 * 11) & mask;
                store(element, &mut bytes, index, value).expect("inside");
                assert_eq!(load(element, &bytes, index), Some(value), "{element} {index}");
            }
            let outside = if element.storage_bits() == 4 { 6 } else { 5 };
            assert_eq!(load(element, &bytes, outside), None, "{element}");
            assert_eq!(store(element, &mut bytes, outside, 0), None, "{element}");
            assert_eq!(load(element, &bytes, usize::MAX), None, "{element}");
        }
    }

    #[test]
    fn layout_is_as_the_language_says() {
        let mut bytes = [0; 4];
        store(Scalar::I4, &mut bytes, 0, 0x1A);
        store(Scalar::I4, &mut bytes, 1, 0xB);
        assert_eq!(bytes[0], 0xBA);
        assert_eq!(load(Scalar::I1, &[0x80], 0), Some(1));
        store(Scalar::TF32, &mut bytes, 0, 0x1FC00);
        assert_eq!(f32::from_le_bytes(bytes), 1.0, "tf32 one is f32 one");
        assert_eq!(size_of(Scalar::F4E2M1FN, 3), Some(2));
        assert_eq!(size_of(Scalar::F64, u64::MAX), None);
    }
}
