//! Ops that repeat: what was found sound once is sound again.
//!
//! In all that its rule looks at, an op of a large module is mostly like one before. That is written down as a list of
//! numbers, the key: opcode, counts, types, attributes, and for some ops what their blocks take and end in. The keys of
//! ops without fault are kept, and an op with an equal key is not examined again.
//!
//! A table has a fixed number of sets of two keys, and a new key takes the place of the older one of its set: what a table
//! holds decides how long verifying takes, never what it finds. Keys are compared in full. Most ops have few operands and
//! attributes: their keys have a table of their own, and are made without a loop.

use cranelift_entity::EntitySet;
use ir::{AttrSlot, Op, OpRef, Value};

use super::attributes;
use super::rules::Row;
use crate::Module;
use crate::attrs::Attr;

/// A key of at most three operands, one result and three attributes: eight numbers, two in each word.
type Short = [u64; 4];
/// Words of a middling key.
const MIDDLE: usize = 16;
/// Words of a long key; still longer ones are of ops with many operands, which are rare, and are not kept.
const LONG: usize = 32;

/// The ops that were found sound, as far as their checks look, and which of the tables was asked last.
pub(super) struct Repeats {
    short: Table<Short>,
    middle: Table<[u32; MIDDLE]>,
    long: Table<[u32; LONG]>,
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
        let bits = |most| ops.checked_ilog2().unwrap_or(0).clamp(1, most);
        Repeats {
            short: Table::new(bits(13), [0; 4]),
            middle: Table::new(bits(10), [0; MIDDLE]),
            long: Table::new(bits(9), [0; LONG]),
            asked: Asked::None,
        }
    }

    /// True when an op like this, which looks at itself alone, was found sound.
    #[inline(always)]
    pub(super) fn knows(&mut self, module: &Module, data: OpRef<'_>, row: &Row) -> bool {
        match short(module, data, row) {
            Some(key) => {
                self.asked = Asked::Short;
                self.short.has(key, short_hash(key))
            }
            None => self.knows_longer(module, data, row),
        }
    }

    #[inline(never)]
    fn knows_longer(&mut self, module: &Module, data: OpRef<'_>, row: &Row) -> bool {
        self.asked = Asked::None;
        let lists = Lists::of(module, data, row);
        if lists.len() <= MIDDLE {
            let mut key = Key::new();
            if lists.write(&mut key) {
                self.asked = Asked::Middle;
                return self.middle.has(key.words, key.hash);
            }
        } else if lists.len() <= LONG {
            let mut key = Key::new();
            if lists.write(&mut key) {
                self.asked = Asked::Long;
                return self.long.has(key.words, key.hash);
            }
        }
        false
    }

    /// True when an op like this, which looks at its blocks, too, was found sound.
    pub(super) fn knows_blocks(
        &mut self,
        module: &Module,
        op: Op,
        row: &Row,
        broken: &EntitySet<Op>,
    ) -> bool {
        self.asked = Asked::None;
        let (lists, mut key) = (Lists::of(module, module.body.get(op), row), Key::new());
        if lists.len() > LONG || !lists.write(&mut key) || key.blocks(module, op, broken).is_none() {
            return false;
        }
        self.asked = Asked::Long;
        self.long.has(key.words, key.hash)
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

/// Keys of one width, and the one that was asked for last. A key is never all zeros.
struct Table<K> {
    /// In each set the newer key comes first.
    sets: Vec<[K; 2]>,
    /// How many sets there are, as a power of two; at least two.
    bits: u32,
    key: K,
    /// The set of the key.
    set: usize,
}

impl<K: Copy + PartialEq> Table<K> {
    fn new(bits: u32, empty: K) -> Table<K> {
        Table { sets: vec![[empty; 2]; 1 << bits], bits, key: empty, set: 0 }
    }

    /// True when the table has the key.
    #[inline(always)]
    fn has(&mut self, key: K, hash: u64) -> bool {
        self.key = key;
        self.set = (hash >> (u64::BITS - self.bits)) as usize;
        let [newer, older] = &self.sets[self.set];
        *newer == key || *older == key
    }

    fn remember(&mut self) {
        let [newer, older] = &mut self.sets[self.set];
        *older = std::mem::replace(newer, self.key);
    }
}

/// The key of an op that has a short one.
#[inline(always)]
fn short(module: &Module, data: OpRef<'_>, row: &Row) -> Option<Short> {
    if row.segmented {
        return None;
    }
    let ty = |value: Value| u64::from(module.body.ty(value).as_u32());
    let (operands, [a, b, c]) = match *data.operands() {
        [] => (0, [0; 3]),
        [a] => (1, [ty(a), 0, 0]),
        [a, b] => (2, [ty(a), ty(b), 0]),
        [a, b, c] => (3, [ty(a), ty(b), ty(c)]),
        _ => return None,
    };
    let bits = |slot: &AttrSlot| u64::from(slot.bits());
    let (attrs, [x, y, z]) = match (data.attrs(), row.constant) {
        ([], _) => (0, [0; 3]),
        ([x], None) => (1, [bits(x), 0, 0]),
        ([x], Some(_)) => (1, [constant_type(module, *x)?.into(), 0, 0]),
        ([x, y], None) => (2, [bits(x), bits(y), 0]),
        ([x, y, z], None) => (3, [bits(x), bits(y), bits(z)]),
        _ => return None,
    };
    let mut results = data.result_types();
    let (count, result) = (results.len() as u64, results.next().map_or(0, |ty| ty.as_u32().into()));
    if count > 1 {
        return None;
    }
    let counts = (operands << 2 | attrs) << 16 | count << 20;
    let head = (data.opcode() as u64 + 1) | counts;
    Some([head | a << 32, b | c << 32, result | x << 32, y | z << 32])
}

/// Four products that do not wait for each other; the top bits depend on every number.
#[inline(always)]
fn short_hash([a, b, c, d]: Short) -> u64 {
    let [a, b] = [a.wrapping_mul(0x9e37_79b9_7f4a_7c15), b.wrapping_mul(0xbf58_476d_1ce4_e5b9)];
    let [c, d] = [c.wrapping_mul(0x94d0_49bb_1331_11eb), d.wrapping_mul(0xd6e8_feb8_6659_fd93)];
    a.wrapping_add(b) ^ c.wrapping_add(d)
}

/// What a longer key is written of.
struct Lists<'a> {
    module: &'a Module,
    data: OpRef<'a>,
    constant: Option<usize>,
    segments: &'a [u32],
}

impl<'a> Lists<'a> {
    fn of(module: &'a Module, data: OpRef<'a>, row: &Row) -> Lists<'a> {
        let segments = if row.segmented { data.segments() } else { &[] };
        Lists { module, data, constant: row.constant, segments }
    }

    fn counts(&self) -> [usize; 4] {
        let data = self.data;
        [data.operand_count(), data.results().len(), data.attr_count(), self.segments.len()]
    }

    /// How many words it takes to write them.
    fn len(&self) -> usize {
        1 + self.counts().iter().sum::<usize>()
    }

    /// Writes what every verdict depends on, for which there is room: types and attributes of the op. False when they are
    /// of no sound op.
    #[inline]
    fn write<const N: usize>(&self, key: &mut Key<N>) -> bool {
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
struct Key<const N: usize> {
    words: [u32; N],
    len: usize,
    hash: u64,
}

impl<const N: usize> Key<N> {
    fn new() -> Key<N> {
        Key { words: [0; N], len: 0, hash: 0 }
    }

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
