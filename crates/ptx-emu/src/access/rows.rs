//! Loads and stores of a whole warp, if all lanes access one allocation or one block's shared memory.
//!
//! There is one bounds check for all lanes. If it fails, lanes are checked one by one to find the faulting one.

mod pattern;

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use smallvec::SmallVec;

use super::Bytes;
use crate::check::{AccessKind, Engine, Space, TouchedRow};
use crate::machine::{Cluster, Context, Machine};
use crate::matrix::fragment;
use crate::matrix::order::Order;
use crate::memory::{Reference, Span, Window, shared_offset, words};
use crate::registers::{D, Row, Row32, Row64};
use pattern::{Lie, shape};

/// Bytes that all lanes reach, and where those of each lane begin.
pub(crate) struct Reach<'m> {
    held: Held<'m>,
    lie: Lie,
    /// Where the bytes of each lane begin, from the first that any lane reaches.
    offsets: &'m [u32; 32],
    /// Bytes of a lane.
    size: u32,
}

/// Bytes of one allocation, or of another memory.
enum Held<'m> {
    Global(Span<'m>),
    Bytes(&'m [u8]),
}

impl Machine<'_> {
    /// Tells the checks of an access of lanes that touch different bytes, or only read.
    fn tell_row(
        &self,
        first: Reference,
        offsets: &[u32; 32],
        (mask, size, does): (u32, u32, AccessKind),
        same: &dyn Fn(u32) -> bool,
    ) {
        self.watch.tell(|checks| {
            let addresses = offsets.map(|offset| first.address + u64::from(offset));
            let (space, size) = (first.window.into(), size.into());
            checks.touches_row(TouchedRow { space, addresses: &addresses, mask, size, does }, same);
        });
    }
}

/// The bytes that the lanes of a mask read together; `None` if each lane must be handled separately.
pub(crate) fn reach<'m>(
    machine: &'m Machine<'_>,
    cluster: &'m Cluster,
    mask: u32,
    space: Option<Window>,
    (addresses, size): (&Row64, u32),
    offsets: &'m mut [u32; 32],
) -> Option<Reach<'m>> {
    // Counters see accesses lane by lane.
    if machine.tally.is_on() {
        return None;
    }
    let (low, bytes, lie) = shape(addresses, mask, u64::from(size), offsets)?;
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
    machine.tell_row(from, offsets, (mask, size, AccessKind::Read), &|_| true);
    Some(Reach { held, lie, offsets, size })
}

impl Context<'_> {
    /// Stores elements of the executing lanes; false, without an effect, if each lane must be handled separately.
    pub(crate) fn store_rows(
        &mut self,
        space: Option<Window>,
        addresses: &Row64,
        size: u32,
        rows: &mut dyn Iterator<Item = Row>,
        count: u32,
    ) -> bool {
        // Counters need each lane's address.
        if self.machine.tally.is_on() {
            return false;
        }
        let lane_bytes = size * count;
        // Collected because the checks and the store both walk them.
        let rows: SmallVec<[Row; 8]> = rows.collect();
        let mut offsets = [0; 32];
        let Some((low, bytes, lie)) = shape(addresses, self.mask, u64::from(lane_bytes), &mut offsets) else {
            return false;
        };
        let Some(to) = within_one(space, low, bytes) else { return false };
        // The checks are notified before memory changes, because they compare old and new values.
        if self.machine.watch.is_on() && !self.tell_store((to, bytes), (lie, &offsets), size, &rows) {
            return false;
        }
        let stored = match to.window {
            Window::Global => self.store_global((to.address, bytes), (lie, &offsets), size, &rows),
            Window::Shared => self.store_shared((to.address, bytes), &offsets, size, &rows),
            Window::Local | Window::Param | Window::Const => None,
        };
        self.cluster.events += u64::from(stored.is_some());
        stored.is_some()
    }

    /// Stores rows in global memory; none where one buffer does not hold them.
    fn store_global(
        &self,
        (address, bytes): (u64, u64),
        (lie, offsets): (Lie, &[u32; 32]),
        size: u32,
        rows: &[Row],
    ) -> Option<()> {
        let span = self.machine.global.at(address, bytes)?;
        if let (Lie::Row, 4, Some(rows)) = (lie, size, self.words_of(rows)) {
            store_side_by_side(span, &rows);
            return Some(());
        }
        for (number, &row) in (0..).zip(rows) {
            if size >= 4 {
                store_words(span, self, offsets, row, (size / 4, number));
            } else {
                store_parts(span, self, offsets, row, (size, number));
            }
        }
        Some(())
    }

    /// Stores rows in the shared memory of one block of the cluster; none where it does not hold them.
    fn store_shared(
        &mut self,
        (address, bytes): (u64, u64),
        offsets: &[u32; 32],
        size: u32,
        rows: &[Row],
    ) -> Option<()> {
        let start = shared_offset(address)?;
        let block = self.cluster.blocks.get_mut((address >> 24) as usize)?;
        let held = block.shared.get_mut(start..start + bytes as usize)?;
        for (number, &row) in (0..).zip(rows) {
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
        Some(())
    }

    /// The rows, where all of them are of words.
    fn words_of(&self, rows: &[Row]) -> Option<SmallVec<[&Row32; 8]>> {
        let word = |row: &Row| match row {
            Row::W(row) => Some(self.registers.w(*row)),
            Row::D(_) | Row::Q(_) | Row::P(_) => None,
        };
        rows.iter().map(word).collect()
    }

    /// Reports a store to the checks; false, and without a report, if each lane must be checked separately.
    fn tell_store(
        &self,
        (to, bytes): (Reference, u64),
        (lie, offsets): (Lie, &[u32; 32]),
        size: u32,
        rows: &[Row],
    ) -> bool {
        let lane_bytes = size * rows.len() as u32;
        let inside = match to.window {
            Window::Global => self.machine.global.at(to.address, bytes).is_some(),
            Window::Shared => self.shared_bytes(to.address, bytes).is_some(),
            Window::Local | Window::Param | Window::Const => false,
        };
        // Lanes whose bytes overlap, and accesses that will fault, are reported one by one.
        if !inside || !lie.are_apart(offsets, self.mask, lane_bytes) {
            return false;
        }
        let same = |lane: u32| {
            let mut written: Bytes = [0; 32];
            for (to, &row) in written.chunks_exact_mut(size as usize).zip(rows) {
                to.copy_from_slice(&self.registers.value(row, lane).to_le_bytes()[..size as usize]);
            }
            let at = Reference { address: to.address + u64::from(offsets[lane as usize]), ..to };
            self.holds(at, lane, &written[..lane_bytes as usize])
        };
        self.machine.tell_row(to, offsets, (self.mask, lane_bytes, AccessKind::Write), &same);
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
    pub(crate) fn copy_rows(&mut self, to: &Row32, from: &Row64, size: u32) -> bool {
        // With a seed, copies are performed later and in any order, so they cannot be done here.
        if self.machine.tally.is_on() || !self.cluster.operations.are_prompt() {
            return false;
        }
        let to = to.map(u64::from);
        let (lane_bytes, mut from_offsets, mut to_offsets) = (u64::from(size), [0; 32], [0; 32]);
        let Some((low, bytes, _)) = shape(from, self.mask, lane_bytes, &mut from_offsets) else {
            return false;
        };
        let Some((first, held, lie)) = shape(&to, self.mask, lane_bytes, &mut to_offsets) else {
            return false;
        };
        let Some(span) = self.machine.global.at(low, bytes) else { return false };
        if self.machine.watch.is_on() {
            if self.shared_bytes(first, held).is_none() || !lie.are_apart(&to_offsets, self.mask, size) {
                return false;
            }
            let from = from_offsets.map(|offset| low + u64::from(offset));
            let to = to_offsets.map(|offset| first + u64::from(offset));
            let (mask, size) = (self.mask, size.into());
            let row = |space, addresses, does| TouchedRow { space, addresses, mask, size, does };
            let rows =
                [row(Space::Global, &from, AccessKind::Read), row(Space::Shared, &to, AccessKind::Write)];
            self.machine.watch.tell(|checks| checks.copies_rows(Engine::Copy, rows));
        }
        let Some(start) = shared_offset(first) else { return false };
        let Some(block) = self.cluster.blocks.get_mut((first >> 24) as usize) else { return false };
        let Some(held) = block.shared.get_mut(start..start + held as usize) else { return false };
        // All bounds were checked above: nothing below can fail.
        let words = span.words(bytes as usize / 4);
        let copy = match size {
            4 => copy_lanes::<1>,
            8 => copy_lanes::<2>,
            _ => copy_lanes::<4>,
        };
        copy(self.mask, (words, &from_offsets), (held, &to_offsets));
        self.cluster.events += 1;
        true
    }
}

/// The first address, when all bytes are in one window.
fn within_one(space: Option<Window>, low: u64, bytes: u64) -> Option<Reference> {
    let from = Reference::new(space, low);
    (Reference::new(space, low + (bytes - 1)).window == from.window).then_some(from)
}

fn part(bytes: &[u8], from: u64, size: u64) -> Option<&[u8]> {
    let start = usize::try_from(from).ok()?;
    bytes.get(start..start.checked_add(size as usize)?)
}

/// Copies the given number of words of each lane of a mask.
fn copy_lanes<const WORDS: usize>(
    mask: u32,
    (words, from): (&[AtomicU32], &[u32; 32]),
    (held, to): (&mut [u8], &[u32; 32]),
) {
    for lane in (0..32).filter(|lane| mask >> lane & 1 == 1) {
        let mut copied = [0; WORDS];
        words::load(&words[from[lane] as usize / 4..], &mut copied);
        let held = held[to[lane] as usize..][..4 * WORDS].as_chunks_mut().0;
        for (to, word) in held.iter_mut().zip(copied) {
            *to = word.to_le_bytes();
        }
    }
}

/// Stores rows of words, of which each lane has one of each side by side, and lanes are side by side.
fn store_side_by_side(span: Span<'_>, rows: &[&Row32]) {
    let words = span.words(32 * rows.len());
    match *rows {
        [row] => words::store(words, row),
        // The counts that vectors of PTX have are written out, so that loops have constant bounds.
        [a, b] => {
            let mut all = [[0; 2]; 32];
            all.iter_mut().zip(a).zip(b).for_each(|((to, &a), &b)| *to = [a, b]);
            words::store(words, all.as_flattened());
        }
        [a, b, c, d] => {
            let mut all = [[0; 4]; 32];
            let rows = a.iter().zip(b).zip(c).zip(d);
            all.iter_mut().zip(rows).for_each(|(to, (((&a, &b), &c), &d))| *to = [a, b, c, d]);
            words::store(words, all.as_flattened());
        }
        _ => {
            for (number, row) in rows.iter().enumerate() {
                for (words, &value) in words.chunks_exact(rows.len()).zip(*row) {
                    words[number].store(value, Relaxed);
                }
            }
        }
    }
}

/// Stores elements of whole words, by how many words each has and its number in the lane: of a register that is wider, its
/// low words.
fn store_words(span: Span<'_>, cx: &Context<'_>, offsets: &[u32; 32], row: Row, (words, number): (u32, u32)) {
    let lanes = || (0..32).filter(|lane| cx.mask >> lane & 1 == 1);
    let place = |lane: usize| (offsets[lane] / 4 + words * number) as usize;
    match (row, words) {
        (Row::W(row), _) => {
            let values = cx.registers.w(row);
            lanes().for_each(|lane| span.set_word(place(lane), values[lane]));
        }
        (Row::D(row) | Row::Q(row), 1) => {
            let values = cx.registers.d(row);
            lanes().for_each(|lane| span.set_word(place(lane), values[lane] as u32));
        }
        (Row::D(row) | Row::Q(row), 2) => store_rows64(span, cx, row, place),
        // 128 bits are two registers of 64 in a row.
        (Row::D(row) | Row::Q(row), _) => {
            store_rows64(span, cx, row, place);
            store_rows64(span, cx, D(row.0 + 1), |lane| place(lane) + 2);
        }
        (Row::P(_), _) => {}
    }
}

fn store_rows64(span: Span<'_>, cx: &Context<'_>, row: D, place: impl Fn(usize) -> usize) {
    let values = cx.registers.d(row);
    for lane in (0..32).filter(|lane| cx.mask >> lane & 1 == 1) {
        span.set_word(place(lane), values[lane] as u32);
        span.set_word(place(lane) + 1, (values[lane] >> 32) as u32);
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
    /// An element of up to four bytes of each lane, at an offset from its first byte.
    pub(crate) fn words(&self, behind: u32, size: u32) -> Row32 {
        match (self.lie, &self.held, size) {
            (Lie::Same, ..) => return [self.one(behind as usize, size); 32],
            (Lie::Row, Held::Global(span), 4) => {
                let count = self.size as usize / 4;
                let (words, number) = (span.words(32 * count), behind as usize / 4);
                let mut row = [0; 32];
                // The only case in which the words of all lanes are contiguous.
                if count == 1 {
                    words::load(words, &mut row);
                    return row;
                }
                for (to, words) in row.iter_mut().zip(words.chunks_exact(count)) {
                    *to = words[number].load(Relaxed);
                }
                return row;
            }
            (Lie::Row | Lie::Each, ..) => {}
        }
        let mut row = [0; 32];
        for (to, offset) in row.iter_mut().zip(self.offsets) {
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

    /// Four words of each lane, where the lanes' bytes are contiguous in global memory.
    pub(crate) fn rows_of_four(&self) -> Option<[Row32; 4]> {
        let (Lie::Row, Held::Global(span), 16) = (self.lie, &self.held, self.size) else { return None };
        let mut rows = [[0; 32]; 4];
        for (eight, words) in span.words(128).chunks_exact(32).enumerate() {
            let (mut lanes, mut lines) = ([0; 32], [[0; 8]; 4]);
            words::load(words, &mut lanes);
            fragment::lines([&lanes].into_iter(), Order::Natural, &mut lines);
            for (row, line) in rows.iter_mut().zip(&lines) {
                row[8 * eight..][..8].copy_from_slice(line);
            }
        }
        Some(rows)
    }

    /// The 16 bytes of a lane, as words.
    pub(crate) fn four_words(&self, lane: usize) -> [u32; 4] {
        let at = self.offsets[lane] as usize;
        match &self.held {
            Held::Global(_) => [0, 4, 8, 12].map(|behind| self.one(at + behind, 4)),
            Held::Bytes(held) => {
                let words = held[at..][..16].as_chunks().0;
                [words[0], words[1], words[2], words[3]].map(u32::from_le_bytes)
            }
        }
    }

    /// An element of eight bytes of each lane.
    pub(crate) fn rows64(&self, behind: u32) -> Row64 {
        let (low, high) = (self.words(behind, 4), self.words(behind + 4, 4));
        let mut row = [0; 32];
        for (lane, to) in row.iter_mut().enumerate() {
            *to = u64::from(low[lane]) | u64::from(high[lane]) << 32;
        }
        row
    }
}
