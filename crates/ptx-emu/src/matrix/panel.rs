//! Modifiers of eight rows side by side, and the values in them.
//!
//! A line holds the same word of eight rows (of A, or columns of B). Lines in ascending order, and in each the elements
//! from the least significant bits up, are k ascending.
#![allow(
    unsafe_code,
    reason = "functions of an instruction set are called here, after a look at the processor"
)]

#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::element::{self, Element, Packing};
use super::order::{Line, Major, Order, Panel};
use super::vector::{Work, vectorised};

struct Unpack<'a, T, F> {
    lines: &'a [Line],
    packing: Packing,
    value: F,
    out: &'a mut Panel<T>,
}

impl<T: Copy, F: Fn(u32) -> T + Copy> Work for Unpack<'_, T, F> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        let Packing { element, pitch, shift } = self.packing;
        let per_word = self.packing.per_word();
        let mask = u32::MAX >> (32 - element.bits().min(32));
        for (line, out) in self.lines.iter().zip(self.out.chunks_exact_mut(per_word)) {
            for (index, out) in out.iter_mut().enumerate() {
                let down = index as u32 * pitch + shift;
                for (word, out) in line.iter().zip(out) {
                    *out = (self.value)(word >> down & mask);
                }
            }
        }
    }
}

fn unpack<T: Copy>(lines: &[Line], packing: Packing, value: impl Fn(u32) -> T + Copy, out: &mut Panel<T>) {
    vectorised(Unpack { lines, packing, value, out });
}

/// The values of float elements: `out` holds a line for each k.
///
/// # Panics
///
/// If the elements are no floats of at most 32 bits.
pub(crate) fn floats(packing: Packing, lines: &[Line], out: &mut Panel<f32>) {
    #[cfg(target_arch = "x86_64")]
    if packing == Element::F16.dense() && avx2::available() {
        // SAFETY: the processor has just been looked at.
        return unsafe { avx2::f16(lines, out) };
    }
    match packing.element {
        Element::F16 => unpack(lines, packing, element::f16, out),
        Element::Bf16 => unpack(lines, packing, element::bf16, out),
        Element::Tf32 => unpack(lines, packing, element::tf32, out),
        Element::E4m3 => unpack(lines, packing, element::e4m3, out),
        Element::E5m2 => unpack(lines, packing, element::e5m2, out),
        Element::E3m2 => unpack(lines, packing, element::e3m2, out),
        Element::E2m3 => unpack(lines, packing, element::e2m3, out),
        Element::E2m1 => unpack(lines, packing, element::e2m1, out),
        Element::F64 | Element::U8 | Element::S8 | Element::U4 | Element::S4 | Element::B1 => {
            unreachable!("floats are asked of {:?}", packing.element)
        }
    }
}

/// The values of eight rows of 16 halves: a line for each k. Parts of 16 bytes are both of each row, or, of operands that
/// are contiguous the other way, those of each k. False where a part is out of bounds, or where only the portable loop can
/// do it.
pub(crate) fn halves(
    bytes: &[u8],
    parts: &[u32; 16],
    lie: (Major, Order),
    packing: Packing,
    out: &mut Panel<f32>,
) -> bool {
    #[cfg(target_arch = "x86_64")]
    if avx2::available()
        && let Ok(out) = <&mut [[f32; 8]; 16]>::try_from(out)
        && let Some(kind) = avx2::Kind::of_halves(packing)
        && parts.iter().all(|&at| (at as usize) + 16 <= bytes.len())
    {
        // SAFETY: the processor has just been looked at, and so have the places.
        unsafe { avx2::panel_of_halves(kind, bytes, parts, lie, out) };
        return true;
    }
    false
}

/// The values of integer elements: `out` holds a line for each k.
///
/// # Panics
///
/// If the elements are no integers.
pub(crate) fn integers(packing: Packing, lines: &[Line], out: &mut Panel<i32>) {
    match packing.element {
        Element::U8 => unpack(lines, packing, element::integer::<8, false>, out),
        Element::S8 => unpack(lines, packing, element::integer::<8, true>, out),
        Element::U4 => unpack(lines, packing, element::integer::<4, false>, out),
        Element::S4 => unpack(lines, packing, element::integer::<4, true>, out),
        Element::F16
        | Element::Bf16
        | Element::Tf32
        | Element::F64
        | Element::E4m3
        | Element::E5m2
        | Element::E3m2
        | Element::E2m3
        | Element::E2m1
        | Element::B1 => unreachable!("integers are asked of {:?}", packing.element),
    }
}
