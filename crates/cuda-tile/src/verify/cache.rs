//! Ops that repeat: what was found sound once is sound again.
//!
//! In all that its rule looks at, an op of a large module is mostly like one before. That is written down as a list of
//! numbers, the key: opcode, counts, types, attributes, and for some ops what their blocks take and end in. The keys of
//! ops without fault are kept, and an op with an equal key is not examined again.
//!
//! A table has a fixed number of sets of two keys, and a new key takes the place of the older one of its set: what a
//! table holds decides how long verifying takes, never what it finds. Keys are compared in full. Most ops have few
//! operands and attributes: their keys have a table of their own, and are made without a loop.

use cranelift_entity::EntitySet;
use ir::{AttrSlot, Op, OpRef, Value};

use super::attributes;
use super::check::Row;
use crate::Module;
use crate::attrs::Attr;
use crate::ops::Opcode;

/// A key of at most three operands, one result and three attributes, all of small numbers: see [`short`].
type Short = [u64; 2];
/// A key of an op that was read from a file: its bytes up to the operands, and the types of at most seven operands.
type Read = [u64; 4];
/// Words of a middling key.
const MIDDLE: usize = 16;
/// Words of a long key; still longer ones are of ops with many operands, which are rare, and are not kept.
const LONG_KEY_WORDS: usize = 32;

/// How an op was written in a file, up to its operands: equal bytes are equal counts, types and attributes.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    /// The next sixteen bytes from its opcode on; `None` at the end of the file.
    pub(crate) bytes: Option<u128>,
    /// How many of them are opcode, types of results and flags.
    pub(crate) typed: usize,
    /// How many of them are these and the attributes.
    pub(crate) described: usize,
}

/// The ops that were found valid, for the properties that are checked, and the table of the last query.
pub(super) struct VerificationCache {
    read: Table<Read>,
    short: Table<Short>,
    middle: Table<[u32; MIDDLE]>,
    long: Table<[u32; LONG_KEY_WORDS]>,
    asked: Asked,
}

/// The table of the query for the last op.
#[derive(Clone, Copy)]
enum Asked {
    /// None: the op has no key.
    None,
    Read,
    Short,
    Middle,
    Long,
}

impl VerificationCache {
    /// For a module of the given number of ops.
    pub(super) fn new(ops: usize) -> VerificationCache {
        VerificationCache::of_sizes(ops, [0, 13, 10, 9])
    }

    /// For a module that is read from a file and may have the given number of ops. Few of them have no key by how they
    /// were written.
    pub(super) fn of_file(ops: usize) -> VerificationCache {
        VerificationCache::of_sizes(ops, [12, 11, 8, 7])
    }

    /// Tables for the given number of ops, of at most the given number of sets, as powers of two.
    fn of_sizes(ops: usize, [read, short, middle, long]: [u32; 4]) -> VerificationCache {
        let bits = |most: u32| ops.checked_ilog2().unwrap_or(0).min(most).max(1);
        VerificationCache {
            read: Table::new(bits(read), [0; 4]),
            short: Table::new(bits(short), [0; 2]),
            middle: Table::new(bits(middle), [0; MIDDLE]),
            long: Table::new(bits(long), [0; LONG_KEY_WORDS]),
            asked: Asked::None,
        }
    }

    /// Like [`VerificationCache::knows`], of an op that was written so.
    #[inline]
    pub(super) fn knows_written(
        &mut self,
        module: &Module,
        data: OpRef<'_>,
        row: &Row,
        written: Written,
    ) -> bool {
        match read(module, data, row, written) {
            Some(key) => {
                self.asked = Asked::Read;
                self.read.has(key, read_hash(key))
            }
            None => self.knows(module, data, row),
        }
    }

    /// True if an equal op, whose check only uses the op itself, was found valid.
    #[inline(never)]
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
        } else if lists.len() <= LONG_KEY_WORDS {
            let mut key = Key::new();
            if lists.write(&mut key) {
                self.asked = Asked::Long;
                return self.long.has(key.words, key.hash);
            }
        }
        false
    }

    /// True if an equal op, whose check also uses its blocks, was found valid.
    pub(super) fn knows_blocks(
        &mut self,
        module: &Module,
        op: Op,
        row: &Row,
        broken: &EntitySet<Op>,
    ) -> bool {
        self.asked = Asked::None;
        let (lists, mut key) = (Lists::of(module, module.body.get(op), row), Key::new());
        if lists.len() > LONG_KEY_WORDS || !lists.write(&mut key) || key.blocks(module, op, broken).is_none()
        {
            return false;
        }
        self.asked = Asked::Long;
        self.long.has(key.words, key.hash)
    }

    /// Records the op of the last query as valid.
    pub(super) fn remember(&mut self) {
        match self.asked {
            Asked::None => {}
            Asked::Read => self.read.remember(),
            Asked::Short => self.short.remember(),
            Asked::Middle => self.middle.remember(),
            Asked::Long => self.long.remember(),
        }
    }
}

/// Keys of one width, and that of the last query. A key is never all zeros.
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

/// The key of an op that was read, if its bytes are available and few.
#[inline(always)]
fn read(module: &Module, data: OpRef<'_>, row: &Row, written: Written) -> Option<Read> {
    // Of a constant its type matters, not its elements, which the decoder has counted.
    let length = if row.constant.is_some() { written.typed } else { written.described };
    if length > 16 || row.uncounted {
        return None;
    }
    let bytes = written.bytes? & u128::MAX >> (8 * (16 - length));
    let operands = data.operands();
    let (mut types, mut all) = ([0; 7], 0);
    for (ty, &value) in types.iter_mut().zip(operands) {
        *ty = u64::from(module.body.ty(value).as_u32());
        all |= *ty;
    }
    if operands.len() > types.len() || all >> 16 != 0 {
        return None;
    }
    let [a, b, c, d, e, f, g] = types;
    let counts = (operands.len() as u64) << 48 | (length as u64) << 56;
    Some([
        bytes as u64,
        (bytes >> 64) as u64,
        a | b << 16 | c << 32 | counts,
        d | e << 16 | f << 32 | g << 48,
    ])
}

/// Products that do not wait for each other; the top bits depend on every number.
#[inline(always)]
fn read_hash([a, b, c, d]: Read) -> u64 {
    let [a, b] = [a.wrapping_mul(0x9e37_79b9_7f4a_7c15), b.wrapping_mul(0xbf58_476d_1ce4_e5b9)];
    let [c, d] = [c.wrapping_mul(0x94d0_49bb_1331_11eb), d.wrapping_mul(0xd6e8_feb8_6659_fd93)];
    a.wrapping_add(b) ^ c.wrapping_add(d)
}

/// Bits of a type in a short key.
const TYPE_BITS: u32 = 14;
/// Bits of an attribute in a short key.
const ATTR_BITS: u32 = 20;

/// Opcodes have numbers below 127.
const _: () = assert!(Opcode::ALL.len() < 127);

/// The key of an op that has a short one: opcode and counts in twelve bits, then types and attributes.
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
    let (attrs, [x, y, z]) = match (data.attrs(), row.constant) {
        ([], _) => (0, [0; 3]),
        ([x], None) => (1, [attr(*x), 0, 0]),
        ([x], Some(_)) => (1, [constant_type(module, *x)?.into(), 0, 0]),
        ([x, y], None) => (2, [attr(*x), attr(*y), 0]),
        ([x, y, z], None) => (3, [attr(*x), attr(*y), attr(*z)]),
        _ => return None,
    };
    let mut results = data.result_types();
    let (count, result) = (results.len() as u64, results.next().map_or(0, |ty| ty.as_u32().into()));
    if count > 1 || (a | b | c | result) >> TYPE_BITS != 0 || (x | y | z) >> ATTR_BITS != 0 {
        return None;
    }
    let head = (data.opcode() as u64 + 1) | operands << 7 | attrs << 9 | count << 11;
    let types = a << 12 | b << (12 + TYPE_BITS) | c << (12 + 2 * TYPE_BITS);
    let attrs = x << 4 | y << (4 + ATTR_BITS) | z << (4 + 2 * ATTR_BITS);
    Some([head | types | result << 54, result >> 10 | attrs])
}

/// A slot as a number that is small for most: one more than twice a small one, two more than twice the number of an
/// interned one, and zero for an absent one.
#[inline(always)]
fn attr(slot: AttrSlot) -> u64 {
    // An absent slot has all bits, an interned one the top bit.
    u64::from(slot.bits().rotate_left(1).wrapping_add(1))
}

/// Two products that do not wait for each other; the top bits depend on every number.
#[inline(always)]
fn short_hash([a, b]: Short) -> u64 {
    a.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(b.wrapping_mul(0xd6e8_feb8_6659_fd93))
}

/// The source of a longer key.
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

    /// Writes what every verdict depends on, for which there is room: types and attributes of the op. False when they
    /// are of no sound op.
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

/// A key as it is written; the words after it are zero. No key starts another and none starts with zero: the first word
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
