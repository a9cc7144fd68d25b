//! Words of global memory, many at once: the compiler makes atomic loads and stores one by one.
#![allow(unsafe_code, reason = "vector instructions on words that other threads may change")]

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

#[cfg(target_arch = "x86_64")]
/// Words that one instruction moves: 16 bytes, a vector that every x86-64 processor has.
const TOGETHER: usize = 4;

/// The type as which a word is loaded.
///
/// # Safety
/// It has four bytes, of which any are a value, and is those of the word in the order of memory.
pub(crate) unsafe trait Word {
    fn of(word: u32) -> Self;
}

// SAFETY: it is the word.
unsafe impl Word for u32 {
    fn of(word: u32) -> u32 {
        word
    }
}

// SAFETY: words are stored with their least byte first.
unsafe impl Word for [u8; 4] {
    fn of(word: u32) -> [u8; 4] {
        word.to_le_bytes()
    }
}

/// Loads words until the destination is full, each with a separate access.
///
/// # Panics
/// If there are fewer.
#[inline]
pub(crate) fn load<W: Word>(words: &[AtomicU32], to: &mut [W]) {
    let words = &words[..to.len()];
    #[cfg(target_arch = "x86_64")]
    let (words, to) = {
        let (many, words) = words.as_chunks::<TOGETHER>();
        let (room, to) = to.as_chunks_mut::<TOGETHER>();
        for (words, to) in many.iter().zip(room) {
            // SAFETY: there are 16 bytes on both sides, and any are values of `W`. The processor loads every aligned word
            // at once, which is what a relaxed load promises, and the compiler knows nothing of what the instructions do.
            unsafe {
                std::arch::asm!(
                    "movups {four}, [{from}]",
                    "movups [{to}], {four}",
                    from = in(reg) words.as_ptr(),
                    to = in(reg) to.as_mut_ptr(),
                    four = out(xmm_reg) _,
                    options(nostack, preserves_flags),
                );
            }
        }
        (words, to)
    };
    for (word, to) in words.iter().zip(to) {
        *to = W::of(word.load(Relaxed));
    }
}

/// Stores words, each with a separate access.
///
/// # Panics
/// If there are fewer places.
#[inline]
pub(crate) fn store(words: &[AtomicU32], from: &[u32]) {
    let words = &words[..from.len()];
    #[cfg(target_arch = "x86_64")]
    let (words, from) = {
        let (many, words) = words.as_chunks::<TOGETHER>();
        let (values, from) = from.as_chunks::<TOGETHER>();
        for (words, from) in many.iter().zip(values) {
            // SAFETY: as in `load`; the words may be changed through a shared reference.
            unsafe {
                std::arch::asm!(
                    "movups {four}, [{from}]",
                    "movups [{to}], {four}",
                    from = in(reg) from.as_ptr(),
                    to = in(reg) words.as_ptr(),
                    four = out(xmm_reg) _,
                    options(nostack, preserves_flags),
                );
            }
        }
        (words, from)
    };
    for (word, &from) in words.iter().zip(from) {
        word.store(from, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_moved_from_any_place_on() {
        let words: Vec<AtomicU32> = (0..40).map(AtomicU32::new).collect();
        for (first, count) in [(0, 32), (1, 32), (3, 7), (2, 2), (5, 0)] {
            let mut found = vec![u32::MAX; count];
            load(&words[first..], &mut found);
            assert_eq!(found, (first as u32..(first + count) as u32).collect::<Vec<_>>());
            let mut bytes = vec![[0xff; 4]; count];
            load(&words[first..], &mut bytes);
            assert_eq!(bytes, found.iter().map(|word| word.to_le_bytes()).collect::<Vec<_>>());
            let to: Vec<AtomicU32> = (0..40).map(|_| AtomicU32::new(77)).collect();
            store(&to[first..], &found);
            for (at, word) in to.iter().enumerate() {
                let expected = if (first..first + count).contains(&at) { at as u32 } else { 77 };
                assert_eq!(word.load(Relaxed), expected);
            }
        }
    }
}
