//! Loads and stores of a whole warp at once, where all that lanes reach lies in one allocation or one block's shared memory.
//!
//! One check of bounds is made for all lanes. Where it fails, lanes are looked at one by one, which finds whom to blame.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use smallvec::SmallVec;

use super::access::shared_offset;
use super::global::Span;
use super::{Bytes, Reference, Window};
use crate::check::{Does, Engine, Space, TouchedRow};
use crate::machine::{Cluster, Context, Machine};
use crate::matrix::vector::{Work, vectorised};
use crate::program::{D, Row};
use crate::warp::{Doubles, Words};

/// Bytes that all lanes reach, and where those of each lane begin.
pub(crate) struct Reach<'m> {
    held: Held<'m>,
    offsets: Offsets,
    /// Bytes of a lane.
    size: u32,
}

/// Bytes of one allocation, or of another memory.
enum Held<'m> {
    Global(Span<'m>),
    Bytes(&'m [u8]),
}

/// Where the bytes of each lane begin, from the first that any lane reaches.
enum Offsets {
    /// All at the first.
    Same,
    /// Side by side, in the order of lanes, all of which execute.
    Row,
    /// Anywhere.
    Each([u32; 32]),
}

impl Offsets {
    fn each(&self, size: u32) -> [u32; 32] {
        match self {
            Offsets::Same => [0; 32],
            Offsets::Row => std::array::from_fn(|lane| lane as u32 * size),
            Offsets::Each(offsets) => *offsets,
        }
    }
}

/// Tells how addresses lie.
struct Shape<'a> {
    addresses: &'a Doubles,
    mask: u32,
    size: u64,
}

impl Work for Shape<'_> {
    type Output = Option<(u64, u64, Offsets)>;

    #[inline(always)]
    fn run<const FUSED: bool>(self) -> Self::Output {
        let Shape { addresses, mask, size } = self;
        let first = addresses[mask.trailing_zeros() as usize % 32];
        if mask == u32::MAX {
            let (mut same, mut row) = (0, 0);
            for (lane, &address) in addresses.iter().enumerate() {
                same |= address ^ first;
                row |= address ^ first.wrapping_add(lane as u64 * size);
            }
            // What wraps around at the end of all addresses goes the other way.
            let found = match (same, row) {
                (0, _) => Some((size, Offsets::Same)),
                (_, 0) => Some((32 * size, Offsets::Row)),
                _ => None,
            };
            if let Some((bytes, offsets)) = found
                && first & (size - 1) == 0
                && first <= u64::MAX / 2
            {
                return Some((first, bytes, offsets));
            }
        }
        let mut chosen = *addresses;
        if mask != u32::MAX {
            for (lane, address) in chosen.iter_mut().enumerate() {
                *address = if mask >> lane & 1 == 1 { *address } else { first };
            }
        }
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
        let mut offsets = [0; 32];
        for (offset, address) in offsets.iter_mut().zip(chosen) {
            *offset = (address - low) as u32;
        }
        Some((low, end - low, Offsets::Each(offsets)))
    }
}

/// The first byte that any lane of a mask reaches, the number of bytes, and where those of each lane begin; `None` if they
/// lie far apart or are no multiples of the size. Lanes outside of the mask stay at the first byte.
fn shape(addresses: &Doubles, mask: u32, size: u64) -> Option<(u64, u64, Offsets)> {
    vectorised(Shape { addresses, mask, size })
}

impl Offsets {
    /// Do lanes touch different bytes?
    fn are_apart(&self, mask: u32, size: u32) -> bool {
        match self {
            Offsets::Same => mask.count_ones() == 1,
            Offsets::Row => true,
            Offsets::Each(offsets) => {
                let executing = (0..32).filter(|lane| mask >> lane & 1 == 1);
                let mut places: SmallVec<[u32; 32]> = executing.map(|lane| offsets[lane]).collect();
                places.sort_unstable();
                places.windows(2).all(|pair| pair[0] + size <= pair[1])
            }
        }
    }
}

impl Machine<'_> {
    /// Tells the checks of an access of lanes that touch different bytes, or only read.
    fn tell_row(
        &self,
        first: Reference,
        offsets: &Offsets,
        (mask, size, does): (u32, u32, Does),
        same: &dyn Fn(u32) -> bool,
    ) {
        self.watch.tell(|checks| {
            let addresses = offsets.each(size).map(|offset| first.address + u64::from(offset));
            let (space, size) = (first.window.into(), size.into());
            checks.touches_row(TouchedRow { space, addresses: &addresses, mask, size, does }, same);
        });
    }
}

/// What the lanes of a mask read together; `None` where each has to be looked at.
pub(crate) fn reach<'m>(
    machine: &'m Machine<'_>,
    cluster: &'m Cluster,
    mask: u32,
    space: Option<Window>,
    addresses: &Doubles,
    size: u32,
) -> Option<Reach<'m>> {
    // Counters see accesses lane by lane.
    if machine.tally.is_on() {
        return None;
    }
    let (low, bytes, offsets) = shape(addresses, mask, u64::from(size))?;
    let from = within_one(space, low, bytes)?;
    let held = match from.window {
        Window::Global => Held::Global(machine.global.at(from.address, bytes)?),
        Window::Shared => {
            let block = cluster.blocks.get((from.address >> 24) as usize)?;
            let start = shared_offset(from.address)?;
            Held::Bytes(block.shared.get(start..start + bytes as usize)?)
        }
        Window::Param => Held::Bytes(part(&machine.parameters, from.address, bytes)?),
        Window::Const => Held::Bytes(part(&machine.constant, from.address, bytes)?),
        Window::Local => return None,
    };
    machine.tell_row(from, &offsets, (mask, size, Does::Read), &|_| true);
    Some(Reach { held, offsets, size })
}

impl Context<'_> {
    /// Stores elements of the executing lanes; false where each lane has to be looked at, and nothing has happened.
    pub(crate) fn store_rows(
        &mut self,
        space: Option<Window>,
        addresses: &Doubles,
        size: u32,
        rows: &mut dyn Iterator<Item = Row>,
        count: u32,
    ) -> bool {
        if self.machine.tally.is_on() {
            return false;
        }
        let lane_bytes = size * count;
        let rows: SmallVec<[Row; 8]> = rows.collect();
        let Some((low, bytes, offsets)) = shape(addresses, self.mask, u64::from(lane_bytes)) else {
            return false;
        };
        let Some(to) = within_one(space, low, bytes) else { return false };
        if self.machine.watch.is_on() && !self.tell_store(to, bytes, &offsets, size, &rows) {
            return false;
        }
        match to.window {
            Window::Global => {
                let Some(span) = self.machine.global.at(to.address, bytes) else { return false };
                for (number, row) in (0..).zip(rows) {
                    match (&offsets, row) {
                        (Offsets::Row, Row::W(row)) if size == 4 => {
                            let words = span.words(32 * count as usize);
                            store_row(words, self.registers.w(row), count as usize, number as usize);
                        }
                        _ if size >= 4 => {
                            store_words(span, self, &offsets.each(lane_bytes), row, size / 4 * number);
                        }
                        _ => store_parts(span, self, &offsets.each(lane_bytes), row, (size, number)),
                    }
                }
            }
            Window::Shared => {
                let Some(start) = shared_offset(to.address) else { return false };
                let Some(block) = self.cluster.blocks.get_mut((to.address >> 24) as usize) else {
                    return false;
                };
                let Some(held) = block.shared.get_mut(start..start + bytes as usize) else { return false };
                let offsets = offsets.each(lane_bytes);
                for (number, row) in (0..).zip(rows) {
                    let place = |lane: usize| (offsets[lane] + size * number) as usize;
                    let lanes = (0..32).filter(|lane| self.mask >> lane & 1 == 1);
                    if let (Row::W(row), 4) = (row, size) {
                        let values = self.registers.w(row);
                        lanes.for_each(|lane| {
                            held[place(lane)..][..4].copy_from_slice(&values[lane].to_le_bytes());
                        });
                        continue;
                    }
                    for lane in lanes {
                        let value = self.registers.value(row, lane as u32).to_le_bytes();
                        held[place(lane)..][..size as usize].copy_from_slice(&value[..size as usize]);
                    }
                }
            }
            Window::Local | Window::Param | Window::Const => return false,
        }
        self.cluster.events += 1;
        true
    }

    /// Tells the checks of a store; false where each lane has to be looked at, and nothing has been told.
    fn tell_store(&self, to: Reference, bytes: u64, offsets: &Offsets, size: u32, rows: &[Row]) -> bool {
        let lane_bytes = size * rows.len() as u32;
        let inside = match to.window {
            Window::Global => self.machine.global.at(to.address, bytes).is_some(),
            Window::Shared => self.shared_bytes(to.address, bytes).is_some(),
            Window::Local | Window::Param | Window::Const => false,
        };
        if !inside || !offsets.are_apart(self.mask, lane_bytes) {
            return false;
        }
        let each = offsets.each(lane_bytes);
        let same = |lane: u32| {
            let mut written: Bytes = [0; 32];
            for (to, &row) in written.chunks_exact_mut(size as usize).zip(rows) {
                to.copy_from_slice(&self.registers.value(row, lane).to_le_bytes()[..size as usize]);
            }
            let at = Reference { address: to.address + u64::from(each[lane as usize]), ..to };
            self.holds(at, lane, &written[..lane_bytes as usize])
        };
        self.machine.tell_row(to, offsets, (self.mask, lane_bytes, Does::Write), &same);
        true
    }

    /// Bytes of shared memory, all of one block.
    fn shared_bytes(&self, address: u64, bytes: u64) -> Option<&[u8]> {
        let block = self.cluster.blocks.get((address >> 24) as usize)?;
        let start = shared_offset(address)?;
        block.shared.get(start..start + bytes as usize)
    }

    /// Copies 4, 8 or 16 bytes of each executing lane from global to shared memory; false where each lane has to be looked
    /// at, and nothing has happened.
    pub(crate) fn copy_rows(&mut self, to: &Words, from: &Doubles, size: u32) -> bool {
        if self.machine.tally.is_on() || !self.cluster.tasks.are_prompt() {
            return false;
        }
        let to = to.map(u64::from);
        let Some((low, bytes, from)) = shape(from, self.mask, u64::from(size)) else { return false };
        let Some((first, held, to)) = shape(&to, self.mask, u64::from(size)) else { return false };
        let Some(span) = self.machine.global.at(low, bytes) else { return false };
        if self.machine.watch.is_on() {
            if self.shared_bytes(first, held).is_none() || !to.are_apart(self.mask, size) {
                return false;
            }
            let from = from.each(size).map(|offset| low + u64::from(offset));
            let to = to.each(size).map(|offset| first + u64::from(offset));
            let (mask, size) = (self.mask, size.into());
            let row = |space, addresses, does| TouchedRow { space, addresses, mask, size, does };
            let rows = [row(Space::Global, &from, Does::Read), row(Space::Shared, &to, Does::Write)];
            self.machine.watch.tell(|checks| checks.copies_rows(Engine::Copy, rows));
        }
        let Some(start) = shared_offset(first) else { return false };
        let Some(block) = self.cluster.blocks.get_mut((first >> 24) as usize) else { return false };
        let Some(held) = block.shared.get_mut(start..start + held as usize) else { return false };
        let words = span.words(bytes as usize / 4);
        let (from, to, count) = (from.each(size), to.each(size), size as usize / 4);
        for lane in (0..32).filter(|lane| self.mask >> lane & 1 == 1) {
            let words = &words[from[lane] as usize / 4..][..count];
            let held = held[to[lane] as usize..][..size as usize].as_chunks_mut().0;
            for (to, word) in held.iter_mut().zip(words) {
                *to = word.load(Relaxed).to_le_bytes();
            }
        }
        self.cluster.events += 1;
        true
    }
}

/// The first address, when all bytes lie in one window.
fn within_one(space: Option<Window>, low: u64, bytes: u64) -> Option<Reference> {
    let from = Reference::new(space, low);
    (Reference::new(space, low + (bytes - 1)).window == from.window).then_some(from)
}

fn part(bytes: &[u8], from: u64, size: u64) -> Option<&[u8]> {
    let start = usize::try_from(from).ok()?;
    bytes.get(start..start.checked_add(size as usize)?)
}

/// Stores a word of each lane as one of `count` that lie side by side.
fn store_row(words: &[AtomicU32], values: &Words, count: usize, number: usize) {
    for (words, &value) in words.chunks_exact(count).zip(values) {
        words[number].store(value, Relaxed);
    }
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

/// Stores elements of one or two bytes, by their size and their number in the lane.
fn store_parts(span: Span<'_>, cx: &Context<'_>, offsets: &[u32; 32], row: Row, (size, number): (u32, u32)) {
    for lane in (0..32).filter(|lane| cx.mask >> lane & 1 == 1) {
        let at = (offsets[lane as usize] + size * number) as usize;
        span.set_part(at, size, cx.registers.value(row, lane) as u32);
    }
}

impl Reach<'_> {
    /// An element of up to four bytes of each lane, some bytes behind where its bytes begin.
    pub(crate) fn words(&self, behind: u32, size: u32) -> Words {
        let offsets = match (&self.offsets, &self.held, size) {
            (Offsets::Same, ..) => return [self.one(behind as usize, size); 32],
            (Offsets::Row, Held::Global(span), 4) => {
                let count = self.size as usize / 4;
                let (words, number) = (span.words(32 * count), behind as usize / 4);
                let mut row = [0; 32];
                for (to, words) in row.iter_mut().zip(words.chunks_exact(count)) {
                    *to = words[number].load(Relaxed);
                }
                return row;
            }
            (offsets, ..) => offsets.each(self.size),
        };
        let mut row = [0; 32];
        for (to, offset) in row.iter_mut().zip(offsets) {
            *to = self.one((offset + behind) as usize, size);
        }
        row
    }

    /// An element of up to four bytes.
    #[inline]
    fn one(&self, at: usize, size: u32) -> u32 {
        match (&self.held, size) {
            (Held::Global(span), 4) => span.word(at / 4),
            (Held::Bytes(held), 4) => {
                let bytes = &held[at..][..4];
                u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
            }
            (Held::Global(span), _) => {
                (0..size as usize).fold(0, |all, index| all | u32::from(span.byte(at + index)) << (8 * index))
            }
            (Held::Bytes(held), _) => {
                (0..size as usize).fold(0, |all, index| all | u32::from(held[at + index]) << (8 * index))
            }
        }
    }

    /// The 16 bytes of a lane, as words.
    pub(crate) fn four_words(&self, lane: usize) -> [u32; 4] {
        let at = match &self.offsets {
            Offsets::Same => 0,
            Offsets::Row => 16 * lane,
            Offsets::Each(offsets) => offsets[lane] as usize,
        };
        match &self.held {
            Held::Global(_) => [0, 4, 8, 12].map(|behind| self.one(at + behind, 4)),
            Held::Bytes(held) => {
                let words = held[at..][..16].as_chunks().0;
                [words[0], words[1], words[2], words[3]].map(u32::from_le_bytes)
            }
        }
    }

    /// An element of eight bytes of each lane.
    pub(crate) fn doubles(&self, behind: u32) -> Doubles {
        let (low, high) = (self.words(behind, 4), self.words(behind + 4, 4));
        let mut row = [0; 32];
        for (lane, to) in row.iter_mut().enumerate() {
            *to = u64::from(low[lane]) | u64::from(high[lane]) << 32;
        }
        row
    }
}
