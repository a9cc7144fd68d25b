//! Fragments of products in shared memory: loaded by `ldmatrix` if their rows are 16 bytes of the buffer, otherwise in
//! vectors of whole words where threads have such. Products load them as they need them, or, where the buffer may be
//! something else by then, all are loaded at once.

use ir::{Op, Value};
use rustc_hash::FxHashMap;
use tileas::Opcode as From;
use tileas::layout::{Access, Input, LinearMap, MatrixAccess, MatrixForm, RegisterLayout, SharedLayout};
use tileas::ops::fields as from;
use tileas::shared_memory::granted;
use tileas::target::matrix_forms;

use super::Lower;
use super::buffers::WIDEST_ACCESS;
use crate::Type;
use crate::ops::Builders as _;

/// Fragments in a buffer, and the loads that bring them.
#[derive(Debug)]
pub(super) struct Fragments {
    load: Load,
    /// The address of each load, plus bytes.
    places: Vec<(Value, i64)>,
    /// What has been loaded at once.
    pub(super) loaded: FxHashMap<usize, Vec<Value>>,
    /// The source of each word of the tile's registers.
    pub(super) words: Vec<Word>,
    /// Elements of a word.
    pub(super) per_word: usize,
}

/// A load of words of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Load {
    /// Those of the matrices of one instruction: `ldmatrix`.
    Matrices { count: usize, form: MatrixForm },
    /// The given number of words that are contiguous.
    Vector { count: usize },
}

/// A word of a tile: one of a load, or bytes of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// This one.
    Whole(Part),
    /// Four bytes of eight, by the nibbles of a selector.
    Bytes([Part; 2], u32),
}

/// A load, and one of its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) load: usize,
    pub(super) word: usize,
}

impl Word {
    /// The word of these bytes, each of them a part and a place in it. None for bytes of more than two parts.
    fn of(bytes: &[(Part, u32)]) -> Option<Word> {
        let first = bytes[0].0;
        if bytes.iter().enumerate().all(|(at, &(part, byte))| part == first && byte == at as u32) {
            return Some(Word::Whole(first));
        }
        let second = bytes.iter().map(|byte| byte.0).find(|&part| part != first).unwrap_or(first);
        let mut selector = 0;
        for (at, &(part, byte)) in bytes.iter().enumerate() {
            let picked = if part == first {
                byte
            } else if part == second {
                byte + 4
            } else {
                return None;
            };
            selector |= picked << (4 * at);
        }
        Some(Word::Bytes([first, second], selector))
    }
}

/// How a tile can be loaded.
struct Way {
    load: Load,
    /// The binary logarithm of the number of loads.
    load_bits: u32,
    /// (load, thread) → offset.
    places: LinearMap,
    /// (element within a word, word, load) → register.
    registers: LinearMap,
}

impl Way {
    fn by_matrices(access: MatrixAccess) -> Way {
        let load_bits = access.count().ilog2();
        let places = by_instructions(&access);
        let load = Load::Matrices { count: 1 << access.word_bits, form: access.form };
        Way { load, load_bits, places, registers: access.registers }
    }

    /// None where vectors are less than a word.
    fn by_vectors(access: Access, packing: u32) -> Option<Way> {
        let load = Load::Vector { count: 1 << access.vector_bits.checked_sub(packing)? };
        let load_bits = access.registers.inputs() - access.vector_bits;
        Some(Way { load, load_bits, places: access.offsets, registers: access.registers })
    }

    /// The sources of the registers of a tile. Registers that repeat others are not loaded, but copied. Elements of 4 bits
    /// are whole words alone.
    fn words(&self, layout: &RegisterLayout, bits: u32) -> Option<Vec<Word>> {
        let (Load::Matrices { count, .. } | Load::Vector { count }) = self.load;
        let in_word = 32 / u64::from(bits);
        let mut loaded: Vec<Option<(Part, u32)>> = vec![None; layout.registers() as usize];
        for slot in 0..in_word * ((count as u64) << self.load_bits) {
            let (word, element) = ((slot / in_word) as usize, (slot % in_word) as u32);
            let part = Part { load: word / count, word: word % count };
            loaded[self.registers.apply(slot) as usize] = Some((part, element));
        }
        let holders = layout.holders();
        let word = |first: u64| {
            let of = |register| loaded[holders.apply(register) as usize].expect("holders are loaded");
            let elements = (first..first + in_word).map(of);
            if bits < 8 {
                let part = of(first).0;
                let mut numbered = elements.enumerate();
                let is_whole = numbered.all(|(at, element)| element == (part, at as u32));
                return is_whole.then_some(Word::Whole(part));
            }
            let width = bits / 8;
            let bytes = elements.flat_map(|(part, at)| (0..width).map(move |byte| (part, at * width + byte)));
            Word::of(&bytes.collect::<Vec<_>>())
        };
        (0..layout.registers()).step_by(in_word as usize).map(word).collect()
    }
}

/// The map of an access from (lane, instruction, warp), with inputs in the order (instruction, lane, warp).
fn by_instructions(access: &MatrixAccess) -> LinearMap {
    let (lanes, rest) = access.rows.columns().split_at(5);
    let (instructions, warps) = rest.split_at(access.count().ilog2() as usize);
    let ordered = instructions.iter().chain(lanes).chain(warps).copied();
    LinearMap::new(ordered.collect::<Vec<u64>>(), access.rows.outputs())
}

impl Lower<'_> {
    /// The address of the row that each lane supplies to each instruction of an access.
    pub(super) fn places_of_rows(
        &mut self,
        base: Value,
        access: &MatrixAccess,
        bytes: u32,
    ) -> Vec<(Value, i64)> {
        self.places(base, &by_instructions(access), access.count().ilog2(), bytes)
    }

    /// True for a tile that only products use, as an operand.
    pub(super) fn feeds_products(&self, value: Value, bits: u32) -> bool {
        let users = self.uses.users(&self.from.body, value);
        users.iter().all(|&user| {
            let scaled = self.from.opcode(user) == From::DotScaled;
            let others = [from::dot_scaled::acc, from::dot_scaled::lhs_scale, from::dot_scaled::rhs_scale];
            let others = &others[..if scaled { 3 } else { 1 }];
            (scaled || self.from.opcode(user) == From::Dot)
                && others.iter().all(|&field| self.from.operand(user, field) != value)
                && self.is_packed(user, value, bits)
        })
    }

    /// True for a tile whose users are so near that the buffer is the same there.
    pub(super) fn is_used_near(&self, load: Op, value: Value) -> bool {
        self.uses.users(&self.from.body, value).iter().all(|&user| self.is_near(load, user))
    }

    /// True for an operand of which a thread's first registers are neighbours along the inner dimension, as many as a
    /// word has.
    fn is_packed(&self, dot: Op, value: Value, bits: u32) -> bool {
        let tile = self.tile(value);
        let (shape, registers) = (tile.layout.shape(), tile.layout.columns(Input::Register));
        let packing = (32 / bits).max(1).ilog2() as usize;
        let fields = [(from::dot::lhs, 1), (from::dot::rhs, 2)];
        let of_operand = fields.iter().filter(|&&(field, _)| self.from.operand(dot, field) == value);
        of_operand.map(|&(_, from_end)| shape.shift(shape.rank() - from_end)).all(|shift| {
            let packed = (0..packing).map(|bit| 1 << (shift as usize + bit));
            registers.len() >= packing && packed.eq(registers[..packing].iter().copied())
        })
    }

    /// True when nothing between two ops of a block writes shared memory or waits. Scratch may be where the buffer was:
    /// a buffer is needed to its last use, and the use is the first of the two ops.
    fn is_near(&self, first: Op, last: Op) -> bool {
        let mut at = first;
        while let Some(next) = self.from.body.next(at) {
            if next == last {
                return true;
            }
            let quiet = self.from.body.regions(next).len() == 0 && self.from.effects(next).is_repeatable()
                || matches!(self.from.opcode(next), From::LocalLoad | From::AllocTensor);
            if !quiet || granted(self.from, next).is_some() {
                return false;
            }
            at = next;
        }
        false
    }

    /// How to load the fragments of a tile in these registers from such a buffer; nothing is loaded yet. None where
    /// there are no whole words, or a word is of more than two.
    pub(super) fn fragments(
        &mut self,
        base: Value,
        (registers, shared): (&RegisterLayout, &SharedLayout),
        bits: u32,
    ) -> Option<Fragments> {
        let packing = 32u32.checked_div(bits).filter(|&elements| elements > 0)?.ilog2();
        let forms = matrix_forms(self.from);
        let matrices = MatrixAccess::new(registers, shared, bits, forms).map(Way::by_matrices);
        let known = matrices.and_then(|way| way.words(registers, bits).map(|words| (way, words)));
        let (way, words) = known.or_else(|| {
            if bits < 8 {
                return None;
            }
            let way = Way::by_vectors(Access::new(registers, shared, bits, WIDEST_ACCESS), packing)?;
            way.words(registers, bits).map(|words| (way, words))
        })?;
        // Rows of matrices begin at whole bytes.
        let (places, bytes) = if bits < 8 {
            let halves = 8 / u64::from(bits);
            let columns: Vec<u64> = way.places.columns().iter().map(|column| column / halves).collect();
            (LinearMap::new(columns, way.places.outputs()), 1)
        } else {
            (way.places, bits / 8)
        };
        let places = self.places(base, &places, way.load_bits, bytes);
        Some(Fragments {
            load: way.load,
            places,
            loaded: FxHashMap::default(),
            words,
            per_word: 1 << packing,
        })
    }

    /// Loads all fragments.
    pub(super) fn load_all(&mut self, fragments: &mut Fragments) {
        for load in 0..fragments.places.len() {
            let words = self.load_fragments(fragments, load);
            fragments.loaded.insert(load, words);
        }
    }

    /// The registers that one load fills.
    pub(super) fn load_fragments(&mut self, fragments: &Fragments, load: usize) -> Vec<Value> {
        let place = fragments.places[load];
        match fragments.load {
            Load::Vector { count } => self.ld_at(place, Type::I32, 32, count),
            Load::Matrices { count, form } => {
                let i32 = self.to.types.intern(Type::I32);
                let types = vec![i32; count];
                let mut b = self.b();
                let draft = b.ldmatrix().address(place.0).transposed(form.is_transposed());
                let draft = draft.bytes(form == MatrixForm::ByteColumns).offset(place.1);
                let op = draft.values(types).finish().op;
                self.to.body.results(op).iter().collect()
            }
        }
    }
}
