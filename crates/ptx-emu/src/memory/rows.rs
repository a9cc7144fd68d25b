//! Loads and stores of a whole warp at once, where all that lanes reach lies in one allocation or one block's shared memory.
//!
//! One check of bounds is made for all lanes. Where it fails, lanes are looked at one by one, which finds whom to blame.

use super::access::shared_offset;
use super::global::Span;
use super::{Reference, Window};
use crate::machine::Context;
use crate::program::{D, Row};
use crate::warp::{Doubles, Words};

/// Bytes that all lanes reach, and where those of each lane begin.
pub(crate) struct Reach<'m> {
    held: Held<'m>,
    offsets: [u32; 32],
}

/// Bytes of one allocation, or of another memory.
enum Held<'m> {
    Global(Span<'m>),
    Bytes(&'m [u8]),
}

/// Offsets from the first byte that any lane of a mask reaches, which is given too with the number of bytes; `None` if
/// they lie far apart or are no multiples of the size. Lanes outside of the mask stay at the first byte.
fn offsets(addresses: &Doubles, mask: u32, size: u64) -> Option<(u64, u64, [u32; 32])> {
    let first = addresses[mask.trailing_zeros() as usize % 32];
    let chosen: Doubles = if mask == u32::MAX {
        *addresses
    } else {
        std::array::from_fn(|lane| if mask >> lane & 1 == 1 { addresses[lane] } else { first })
    };
    let (mut low, mut high, mut bits) = (u64::MAX, 0, 0);
    for &address in &chosen {
        low = low.min(address);
        high = high.max(address);
        bits |= address;
    }
    let end = high.checked_add(size)?;
    if bits & (size - 1) != 0 || end - low > u64::from(u32::MAX >> 1) {
        return None;
    }
    Some((low, end - low, chosen.map(|address| (address - low) as u32)))
}

impl Context<'_> {
    /// Checks and counters see accesses lane by lane.
    fn by_lanes(&self) -> bool {
        self.machine.watch.is_on() || self.machine.tally.is_on()
    }

    /// What the executing lanes read together; `None` where each has to be looked at.
    pub(crate) fn reach(&self, space: Option<Window>, addresses: &Doubles, size: u32) -> Option<Reach<'_>> {
        if self.by_lanes() {
            return None;
        }
        let (low, size, offsets) = offsets(addresses, self.mask, u64::from(size))?;
        let from = Reference::new(space, low);
        let last = Reference::new(space, low + (size - 1));
        if from.window != last.window {
            return None;
        }
        let held = match from.window {
            Window::Global => Held::Global(self.machine.global.at(from.address, size)?),
            Window::Shared => {
                let block = self.cluster.blocks.get((from.address >> 24) as usize)?;
                let start = shared_offset(from.address)?;
                Held::Bytes(block.shared.get(start..start + size as usize)?)
            }
            Window::Param => Held::Bytes(part(&self.machine.parameters, from.address, size)?),
            Window::Const => Held::Bytes(part(&self.machine.constant, from.address, size)?),
            Window::Local => return None,
        };
        Some(Reach { held, offsets })
    }

    /// Stores elements of the executing lanes; false where each lane has to be looked at, and nothing has happened.
    pub(crate) fn store_rows(
        &mut self,
        space: Option<Window>,
        addresses: &Doubles,
        size: u32,
        rows: &mut dyn Iterator<Item = Row>,
        count: u32,
    ) -> bool {
        if self.by_lanes() {
            return false;
        }
        let Some((low, bytes, offsets)) = offsets(addresses, self.mask, u64::from(size * count)) else {
            return false;
        };
        let to = Reference::new(space, low);
        if Reference::new(space, low + (bytes - 1)).window != to.window {
            return false;
        }
        match to.window {
            Window::Global => {
                let Some(span) = self.machine.global.at(to.address, bytes) else { return false };
                for (number, row) in (0..).zip(rows) {
                    if size >= 4 {
                        store_words(span, self, &offsets, row, size / 4 * number);
                        continue;
                    }
                    for lane in (0..32).filter(|lane| self.mask >> lane & 1 == 1) {
                        let at = (offsets[lane as usize] + size * number) as usize;
                        span.set_part(at, size, self.registers.value(row, lane) as u32);
                    }
                }
            }
            Window::Shared => {
                let Some(start) = shared_offset(to.address) else { return false };
                let Some(block) = self.cluster.blocks.get_mut((to.address >> 24) as usize) else {
                    return false;
                };
                let Some(held) = block.shared.get_mut(start..start + bytes as usize) else { return false };
                for (number, row) in (0..).zip(rows) {
                    for lane in (0..32).filter(|lane| self.mask >> lane & 1 == 1) {
                        let at = (offsets[lane as usize] + size * number) as usize;
                        let value = self.registers.value(row, lane).to_le_bytes();
                        held[at..at + size as usize].copy_from_slice(&value[..size as usize]);
                    }
                }
            }
            Window::Local | Window::Param | Window::Const => return false,
        }
        self.cluster.events += 1;
        true
    }
}

fn part(bytes: &[u8], from: u64, size: u64) -> Option<&[u8]> {
    let start = usize::try_from(from).ok()?;
    bytes.get(start..start.checked_add(size as usize)?)
}

fn store_words(span: Span<'_>, cx: &Context<'_>, offsets: &[u32; 32], row: Row, word: u32) {
    let lanes = || (0..32).filter(|lane| cx.mask >> lane & 1 == 1);
    let place = |lane: usize| (offsets[lane] / 4 + word) as usize;
    match row {
        Row::W(row) => {
            let values = cx.registers.w(row);
            lanes().for_each(|lane| span.set_word(place(lane), values[lane]));
        }
        Row::D(row) => {
            let values = cx.registers.d(row);
            for lane in lanes() {
                span.set_word(place(lane), values[lane] as u32);
                span.set_word(place(lane) + 1, (values[lane] >> 32) as u32);
            }
        }
        Row::Q(row) => {
            for half in 0..2 {
                store_words(span, cx, offsets, Row::D(D(row.0 + half)), word + 2 * half);
            }
        }
        Row::P(_) => {}
    }
}

impl Reach<'_> {
    /// An element of up to four bytes of each lane, some bytes behind where its bytes begin.
    pub(crate) fn words(&self, behind: u32, size: u32) -> Words {
        match (&self.held, size) {
            (Held::Global(span), 4) => self.offsets.map(|offset| span.word(((offset + behind) / 4) as usize)),
            (Held::Bytes(held), 4) => self.offsets.map(|offset| {
                let at = (offset + behind) as usize;
                u32::from_le_bytes([held[at], held[at + 1], held[at + 2], held[at + 3]])
            }),
            (Held::Global(span), _) => self.offsets.map(|offset| {
                let at = (offset + behind) as usize;
                (0..size as usize).fold(0, |all, index| all | u32::from(span.byte(at + index)) << (8 * index))
            }),
            (Held::Bytes(held), _) => self.offsets.map(|offset| {
                let at = (offset + behind) as usize;
                (0..size as usize).fold(0, |all, index| all | u32::from(held[at + index]) << (8 * index))
            }),
        }
    }

    /// An element of eight bytes of each lane.
    pub(crate) fn doubles(&self, behind: u32) -> Doubles {
        let (low, high) = (self.words(behind, 4), self.words(behind + 4, 4));
        std::array::from_fn(|lane| u64::from(low[lane]) | u64::from(high[lane]) << 32)
    }
}
