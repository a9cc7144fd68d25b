//! Ops that repeat: what was found sound once is sound again.
//!
//! In all that its rule looks at, an op of a large module is mostly like one before. That is written down as a list of
//! numbers, the key: opcode, counts, types, attributes, and for some ops what their blocks take and end in. The keys of
//! ops without fault are kept, and an op with an equal key is not examined again.
//!
//! The table has a fixed number of slots, and a new key takes the slot of an older one: what it holds decides how long
//! verifying takes, never what it finds. Keys are compared in full.

use cranelift_entity::EntitySet;
use ir::{AttrSlot, Op, OpRef, Value};

use super::attributes;
use super::rules::Row;
use crate::Module;
use crate::attrs::Attr;

/// The longest key; longer ones are of ops with many operands, which are rare.
const WORDS: usize = 32;
/// Keys are kept and compared in pieces of so many words, the last filled up with zeros.
const PIECE: usize = 8;
/// The most slots, as a power of two; small modules have fewer.
const MOST_SLOTS: u32 = 12;

/// The ops that were found sound, as far as their checks look, and the key of the op that was asked for last.
pub(super) struct Repeats {
    /// The keys, each in a slot of [`WORDS`].
    sound: Vec<u32>,
    /// How many slots there are, as a power of two; at least two.
    slots: u32,
    key: [u32; WORDS + PIECE],
    /// How many words of the key are kept, in whole pieces; 0 when the op has none.
    len: usize,
    slot: usize,
}

impl Repeats {
    /// For a module of so many ops.
    pub(super) fn new(ops: usize) -> Repeats {
        let slots = ops.checked_ilog2().unwrap_or(0).clamp(1, MOST_SLOTS);
        Repeats { sound: vec![0; WORDS << slots], slots, key: [0; WORDS + PIECE], len: 0, slot: 0 }
    }

    /// True when an op like this, which looks at itself alone, was found sound.
    #[inline]
    pub(super) fn knows(&mut self, module: &Module, data: OpRef<'_>, row: &Row) -> bool {
        let mut key = Key { words: &mut self.key, len: 0, hash: 0 };
        let whole = key.own(module, data, row);
        (self.len, self.slot) = (key.finish(whole), key.slot(self.slots));
        self.has()
    }

    /// True when an op like this, which looks at its blocks, too, was found sound.
    pub(super) fn knows_blocks(
        &mut self,
        module: &Module,
        op: Op,
        row: &Row,
        broken: &EntitySet<Op>,
    ) -> bool {
        let mut key = Key { words: &mut self.key, len: 0, hash: 0 };
        let whole = key.own(module, module.body.get(op), row) && key.blocks(module, op, broken).is_some();
        (self.len, self.slot) = (key.finish(whole), key.slot(self.slots));
        self.has()
    }

    /// True when the key is in one of its two slots.
    #[inline]
    fn has(&self) -> bool {
        let holds = |slot: usize| {
            let sound = self.sound[slot * WORDS..][..self.len].as_chunks::<PIECE>().0;
            sound.iter().zip(self.key.as_chunks().0).all(|(sound, key)| sound == key)
        };
        self.len > 0 && (holds(self.slot) || holds(self.slot ^ 1))
    }

    /// Remembers the op that was asked for last as sound, in place of the older of its two slots.
    pub(super) fn remember(&mut self) {
        if self.len > 0 {
            let (newer, older) = (self.slot * WORDS, (self.slot ^ 1) * WORDS);
            self.sound.copy_within(newer..newer + WORDS, older);
            self.sound[newer..][..self.len].copy_from_slice(&self.key[..self.len]);
        }
    }
}

/// A key as it is written. No key starts another and none starts with zero: the first word holds the opcode and how many
/// of each kind follow, and ops of one opcode either all add their blocks or none does.
struct Key<'a> {
    words: &'a mut [u32; WORDS + PIECE],
    len: usize,
    hash: u64,
}

impl Key<'_> {
    #[inline]
    fn slot(&self, slots: u32) -> usize {
        (self.hash >> (u64::BITS - slots)) as usize
    }

    /// Fills up the last piece; gives the number of words to keep, which is none unless the key is whole.
    #[inline]
    fn finish(&mut self, whole: bool) -> usize {
        self.words[self.len..self.len + PIECE].fill(0);
        if whole { self.len.next_multiple_of(PIECE) } else { 0 }
    }

    /// Writes a word, for which there is room.
    #[inline(always)]
    fn push(&mut self, word: u32) {
        self.words[self.len] = word;
        self.len += 1;
        self.hash = (self.hash ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Writes what every verdict depends on: types and attributes of the op. False when they are too many, or of no
    /// sound op.
    #[inline(always)]
    fn own(&mut self, module: &Module, data: OpRef<'_>, row: &Row) -> bool {
        let (operands, results, attrs) = (data.operands(), data.result_types(), data.attrs());
        let segments = if row.segmented { data.segments() } else { &[] };
        let counts = [operands.len(), results.len(), attrs.len(), segments.len()];
        if counts.iter().sum::<usize>() >= WORDS {
            return false;
        }
        self.push(counts.iter().fold(data.opcode() as u32 + 1, |word, &n| word << 5 | n as u32));
        operands.iter().for_each(|&value| self.push(module.body.ty(value).as_u32()));
        results.for_each(|ty| self.push(ty.as_u32()));
        segments.iter().for_each(|&size| self.push(size));
        match row.constant {
            None => attrs.iter().for_each(|slot| self.push(slot.bits())),
            Some(index) => return self.constants(module, attrs, index),
        }
        true
    }

    /// Writes attributes of which one holds a constant.
    fn constants(&mut self, module: &Module, attrs: &[AttrSlot], constant: usize) -> bool {
        let word = |(index, &slot): (usize, &AttrSlot)| match index == constant {
            true => constant_type(module, slot),
            false => Some(slot.bits()),
        };
        attrs.iter().enumerate().all(|attr| word(attr).map(|word| self.push(word)).is_some())
    }

    /// Writes what the blocks of `op` take, and what their last ops are given.
    fn blocks(&mut self, module: &Module, op: Op, broken: &EntitySet<Op>) -> Option<()> {
        let body = &module.body;
        for region in body.regions(op) {
            let blocks = body.region_blocks(region);
            self.add(blocks.len() as u32)?;
            for &block in blocks {
                self.types(module, body.block_args(block))?;
                match body.last_op(block) {
                    None => self.add(0)?,
                    Some(last) if broken.contains(last) => self.add(1)?,
                    Some(last) => {
                        self.add(2)?;
                        self.add(body.opcode(last).into())?;
                        self.types(module, body.operands(last).iter().copied())?;
                    }
                }
            }
        }
        Some(())
    }

    fn types(
        &mut self,
        module: &Module,
        values: impl IntoIterator<Item = Value, IntoIter: ExactSizeIterator>,
    ) -> Option<()> {
        let mut values = values.into_iter();
        self.add(values.len() as u32)?;
        values.try_for_each(|value| self.add(module.body.ty(value).as_u32()))
    }

    /// Writes a word if there is room.
    fn add(&mut self, word: u32) -> Option<()> {
        (self.len < WORDS).then(|| self.push(word))
    }
}

/// Of a constant its type matters, not its elements.
fn constant_type(module: &Module, slot: AttrSlot) -> Option<u32> {
    let Attr::Dense(dense) = module.attrs.try_get(slot.as_interned()?)? else { return None };
    attributes::is_consistent(module, dense).then(|| dense.ty.as_u32())
}
