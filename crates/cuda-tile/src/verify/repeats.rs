//! Ops that repeat: what was found sound once is sound again.
//!
//! In all that its rule looks at, an op of a large module is mostly like one before. That is written down as a list of
//! numbers, the key: opcode, counts, types, attributes, and for some ops what their blocks take and end in. The keys of
//! ops without fault are kept, and an op with an equal key is not examined again.
//!
//! A table has a fixed number of sets of two keys, and a new key takes the place of the older one of its set: what a table
//! holds decides how long verifying takes, never what it finds. Keys are compared in full. There is a table for each of
//! three widths, because nine keys of ten have eight words or fewer.

use cranelift_entity::EntitySet;
use ir::{AttrSlot, Op, OpRef, Value};

use super::attributes;
use super::rules::Row;
use crate::Module;
use crate::attrs::Attr;

/// Words of a short key.
const SHORT: usize = 8;
/// Words of a middling key.
const MIDDLE: usize = 16;
/// Words of a long key; still longer ones are of ops with many operands, which are rare, and are not kept.
const LONG: usize = 32;

/// The ops that were found sound, as far as their checks look, and which of the tables was asked last.
pub(super) struct Repeats {
    short: Table<SHORT>,
    middle: Table<MIDDLE>,
    long: Table<LONG>,
    asked: Asked,
}

/// The table that was asked for the last op.
#[derive(Clone, Copy)]
enum Asked {
    /// None: the op has no key.
    None,
    Short,
    Middle,
    Long,
}

impl Repeats {
    /// For a module of so many ops.
    pub(super) fn new(ops: usize) -> Repeats {
        let sets = |most| ops.checked_ilog2().unwrap_or(0).clamp(1, most);
        Repeats {
            short: Table::new(sets(13)),
            middle: Table::new(sets(10)),
            long: Table::new(sets(9)),
            asked: Asked::None,
        }
    }

    /// True when an op like this, which looks at itself alone, was found sound.
    #[inline(always)]
    pub(super) fn knows(&mut self, module: &Module, data: OpRef<'_>, row: &Row) -> bool {
        let lists = Lists::of(module, data, row);
        let len = lists.len();
        if len <= SHORT {
            self.asked = Asked::Short;
            self.short.knows(|key| lists.write(key))
        } else {
            self.knows_longer(len, &lists)
        }
    }

    #[inline(never)]
    fn knows_longer(&mut self, len: usize, lists: &Lists<'_>) -> bool {
        if len <= MIDDLE {
            self.asked = Asked::Middle;
            self.middle.knows(|key| lists.write(key))
        } else if len <= LONG {
            self.asked = Asked::Long;
            self.long.knows(|key| lists.write(key))
        } else {
            self.asked = Asked::None;
            false
        }
    }

    /// True when an op like this, which looks at its blocks, too, was found sound.
    pub(super) fn knows_blocks(
        &mut self,
        module: &Module,
        op: Op,
        row: &Row,
        broken: &EntitySet<Op>,
    ) -> bool {
        let lists = Lists::of(module, module.body.get(op), row);
        self.asked = if lists.len() <= LONG { Asked::Long } else { Asked::None };
        lists.len() <= LONG
            && self.long.knows(|key| lists.write(key) && key.blocks(module, op, broken).is_some())
    }

    /// Remembers the op that was asked for last as sound.
    pub(super) fn remember(&mut self) {
        match self.asked {
            Asked::None => {}
            Asked::Short => self.short.remember(),
            Asked::Middle => self.middle.remember(),
            Asked::Long => self.long.remember(),
        }
    }
}

/// Keys of `N` words, and the one that was asked for last.
struct Table<const N: usize> {
    /// In each set the newer key comes first.
    sets: Vec<[[u32; N]; 2]>,
    /// How many sets there are, as a power of two; at least two.
    bits: u32,
    key: [u32; N],
    /// The set of the key; `None` when it is not whole.
    set: Option<usize>,
}

impl<const N: usize> Table<N> {
    fn new(bits: u32) -> Table<N> {
        Table { sets: vec![[[0; N]; 2]; 1 << bits], bits, key: [0; N], set: None }
    }

    /// True when the table has the key that `write` writes; false when that is not whole.
    #[inline(always)]
    fn knows(&mut self, write: impl FnOnce(&mut Key<'_, N>) -> bool) -> bool {
        self.key = [0; N];
        let mut key = Key { words: &mut self.key, len: 0, hash: 0 };
        if !write(&mut key) {
            self.set = None;
            return false;
        }
        let set = (key.hash >> (u64::BITS - self.bits)) as usize;
        self.set = Some(set);
        let [newer, older] = &self.sets[set];
        *newer == self.key || *older == self.key
    }

    fn remember(&mut self) {
        if let Some(set) = self.set {
            let [newer, older] = &mut self.sets[set];
            *older = std::mem::replace(newer, self.key);
        }
    }
}

/// What a key is written of.
struct Lists<'a> {
    module: &'a Module,
    data: OpRef<'a>,
    constant: Option<usize>,
    segments: &'a [u32],
}

impl<'a> Lists<'a> {
    #[inline(always)]
    fn of(module: &'a Module, data: OpRef<'a>, row: &Row) -> Lists<'a> {
        let segments = if row.segmented { data.segments() } else { &[] };
        Lists { module, data, constant: row.constant, segments }
    }

    #[inline(always)]
    fn counts(&self) -> [usize; 4] {
        let data = self.data;
        [data.operand_count(), data.results().len(), data.attr_count(), self.segments.len()]
    }

    /// How many words it takes to write them.
    #[inline(always)]
    fn len(&self) -> usize {
        1 + self.counts().iter().sum::<usize>()
    }

    /// Writes what every verdict depends on, for which there is room: types and attributes of the op. False when they are
    /// of no sound op.
    #[inline(always)]
    fn write<const N: usize>(&self, key: &mut Key<'_, N>) -> bool {
        let (module, data) = (self.module, self.data);
        key.push(self.counts().iter().fold(data.opcode() as u32 + 1, |word, &n| word << 5 | n as u32));
        data.operands().iter().for_each(|&value| key.push(module.body.ty(value).as_u32()));
        data.result_types().for_each(|ty| key.push(ty.as_u32()));
        self.segments.iter().for_each(|&size| key.push(size));
        match self.constant {
            None => data.attrs().iter().for_each(|slot| key.push(slot.bits())),
            Some(index) => return key.constants(module, data.attrs(), index),
        }
        true
    }
}

/// A key as it is written; the words behind it are zero. No key starts another and none starts with zero: the first word
/// holds the opcode and how many of each kind follow, and ops of one opcode either all add their blocks or none does.
struct Key<'a, const N: usize> {
    words: &'a mut [u32; N],
    len: usize,
    hash: u64,
}

impl<const N: usize> Key<'_, N> {
    /// Writes a word, for which there is room.
    #[inline(always)]
    fn push(&mut self, word: u32) {
        self.words[self.len] = word;
        self.len += 1;
        self.hash = (self.hash ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
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
        (self.len < N).then(|| self.push(word))
    }
}

/// Of a constant its type matters, not its elements.
fn constant_type(module: &Module, slot: AttrSlot) -> Option<u32> {
    let Attr::Dense(dense) = module.attrs.try_get(slot.as_interned()?)? else { return None };
    attributes::is_consistent(module, dense).then(|| dense.ty.as_u32())
}
