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
use super::rules::{Looks, Row};
use crate::Module;
use crate::attrs::Attr;

/// The longest key; longer ones are of ops with many operands, which are rare.
const WORDS: usize = 32;
const SLOTS_LOG: u32 = 12;

/// The ops that were found sound, as far as their checks look, and the key of the op that was asked for last.
pub(super) struct Repeats {
    sound: Vec<[u32; WORDS]>,
    key: [u32; WORDS],
    /// How long the key is; 0 when the op has none.
    len: usize,
    slot: usize,
}

impl Repeats {
    pub(super) fn new() -> Repeats {
        Repeats { sound: vec![[0; WORDS]; 1 << SLOTS_LOG], key: [0; WORDS], len: 0, slot: 0 }
    }

    /// True when an op like this was found sound.
    #[inline]
    pub(super) fn knows(
        &mut self,
        module: &Module,
        (op, data): (Op, OpRef<'_>),
        row: &Row,
        broken: &EntitySet<Op>,
    ) -> bool {
        let len = match row.looks {
            Looks::Around => None,
            Looks::Own | Looks::Blocks => own(&mut self.key, module, data, row),
        };
        let len = match (row.looks, len) {
            (Looks::Blocks, Some(len)) => Tail { words: &mut self.key, len }.blocks(module, op, broken),
            (Looks::Own | Looks::Blocks | Looks::Around, len) => len,
        };
        self.len = len.unwrap_or(0);
        let key = &self.key[..self.len];
        self.slot = slot(key);
        self.len > 0 && self.sound[self.slot][..self.len] == *key
    }

    /// Remembers the op that was asked for last as sound.
    pub(super) fn remember(&mut self) {
        self.sound[self.slot][..self.len].copy_from_slice(&self.key[..self.len]);
    }
}

#[inline]
fn slot(key: &[u32]) -> usize {
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut pairs = key.chunks_exact(2);
    let hash = pairs.by_ref().fold(0, |hash, pair| mix(hash, u64::from(pair[0]) | u64::from(pair[1]) << 32));
    let hash = pairs.remainder().iter().fold(hash, |hash, &word| mix(hash, word.into()));
    (hash >> (u64::BITS - SLOTS_LOG)) as usize
}

/// Writes what every verdict depends on, types and attributes of the op, and yields how many words that takes; `None`
/// when they are too many, or of no sound op. The first word says how many of each follow, so no key starts another.
#[inline]
fn own(words: &mut [u32; WORDS], module: &Module, data: OpRef<'_>, row: &Row) -> Option<usize> {
    let (operands, results, attrs) = (data.operands(), data.results(), data.attrs());
    let segments = if row.segmented { data.segments() } else { &[] };
    let counts = [operands.len(), results.len(), attrs.len(), segments.len()];
    let len = 1 + counts.iter().sum::<usize>();
    let (first, rest) = words.get_mut(..len)?.split_first_mut()?;
    *first = counts.iter().fold(data.opcode() as u32 + 1, |word, &n| word << 5 | n as u32);
    let (types, rest) = rest.split_at_mut(operands.len());
    types.iter_mut().zip(operands).for_each(|(word, &value)| *word = module.body.ty(value).as_u32());
    let (types, rest) = rest.split_at_mut(results.len());
    types.iter_mut().zip(results.iter()).for_each(|(word, value)| *word = module.body.ty(value).as_u32());
    let (slots, sizes) = rest.split_at_mut(attrs.len());
    slots.iter_mut().zip(attrs).for_each(|(word, slot)| *word = slot.bits());
    sizes.iter_mut().zip(segments).for_each(|(word, &size)| *word = size);
    if let Some(index) = row.constant {
        slots[index] = constant(module, attrs[index])?;
    }
    Some(len)
}

/// Of a constant its type matters, not its elements.
fn constant(module: &Module, slot: AttrSlot) -> Option<u32> {
    match module.attrs.try_get(slot.as_interned()?)? {
        Attr::Dense(dense) if attributes::is_consistent(module, dense) => Some(dense.ty.as_u32()),
        _ => None,
    }
}

/// The rest of a key, as it is written.
struct Tail<'a> {
    words: &'a mut [u32; WORDS],
    len: usize,
}

impl Tail<'_> {
    /// Writes what the blocks of `op` take, and what their last ops are given.
    fn blocks(mut self, module: &Module, op: Op, broken: &EntitySet<Op>) -> Option<usize> {
        let body = &module.body;
        for region in body.regions(op) {
            let blocks = body.region_blocks(region);
            self.push(blocks.len() as u32)?;
            for &block in blocks {
                self.types(module, body.block_args(block))?;
                match body.last_op(block) {
                    None => self.push(0)?,
                    Some(last) if broken.contains(last) => self.push(1)?,
                    Some(last) => {
                        self.push(2)?;
                        self.push(body.opcode(last).into())?;
                        self.types(module, body.operands(last).iter().copied())?;
                    }
                }
            }
        }
        Some(self.len)
    }

    fn types(
        &mut self,
        module: &Module,
        values: impl IntoIterator<Item = Value, IntoIter: ExactSizeIterator>,
    ) -> Option<()> {
        let mut values = values.into_iter();
        self.push(values.len() as u32)?;
        values.try_for_each(|value| self.push(module.body.ty(value).as_u32()))
    }

    /// Writes a word if there is room.
    fn push(&mut self, word: u32) -> Option<()> {
        *self.words.get_mut(self.len)? = word;
        self.len += 1;
        Some(())
    }
}
