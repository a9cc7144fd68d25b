//! One warp searches for the entry of the arguments, or reserves one.
//!
//! The arguments select some entries of the table of kept maps. The lanes read them together, one word each, so a thread block
//! whose entry exists needs one memory access.

use ir::Value;
use tile_core::arith::{ComparisonPredicate as Is, MemoryOrdering};

use super::acquire::Acquired;
use super::{Code, Entry, KEPT, LANES, PROCESSORS, Symbols, moved};
use crate::Type;
use crate::attrs::{SpecialRegister, VoteKind};
use crate::ops::{Builders as _, fields};
use crate::types::Space;

/// The state of an entry that a thread block is making, or that is lent to one.
const TAKEN: u64 = 1;
/// That of one that is kept and made.
pub(super) const MADE: u64 = 2;
/// Odd, and its bits are spread: 2^32 divided by the golden ratio.
const SPREAD: u32 = 0x9e37_79b1;

/// The entries that one of these arguments may be in, as each lane sees them.
struct Candidates {
    table: Value,
    /// The number of the first of them.
    first: Value,
    /// The number of the word that the lane looks at in the first round.
    word: Value,
    /// The value that was found.
    there: Value,
    /// Lanes of entries that are made, of these arguments.
    found: Value,
    /// The entries whose maps this multiprocessor has acquired.
    acquired: Acquired,
}

impl Code<'_, '_, '_> {
    /// The entry of the arguments, which is made; its maps are acquired.
    pub(super) fn find(&mut self, symbols: &Symbols, leads: Value) -> Entry {
        let seen = self.look(symbols);
        let zero = self.m.bits(Type::I32, 0);
        let is_there = self.m.is_int(seen.found, Is::NotEqual, zero);
        self.either(
            is_there,
            |code| {
                let way = code.way(seen.found);
                let address = code.candidate(&seen, way);
                code.acquire_once(seen.acquired, (address, way), leads);
                let lent = code.m.bits(Type::I32, 0);
                Entry { address, lent }
            },
            |code| code.make(&seen, &symbols.lent, leads),
        )
    }

    /// Looks at all candidates.
    fn look(&mut self, symbols: &Symbols) -> Candidates {
        let table = self.table_of(&symbols.kept);
        let first = self.first_candidate();
        let acquired = self.acquired(&symbols.acquired, first);
        let (lane, lanes) = (self.lane(), self.table.lanes());
        let mask = self.m.bits(Type::I32, (lanes - 1).into());
        let word = self.m.and(lane, mask);
        let way = self.m.shr(lane, i64::from(lanes.trailing_zeros()), false);
        let number = self.m.addi(first, way);
        let entry = self.entry(table, number);
        let words = moved(&mut self.m, entry, self.table.words());
        let (mut there, mut equal) = (None, self.m.bits(Type::I1, 1));
        for round in 0..self.table.word_count().div_ceil(lanes) {
            let begin = self.m.bits(Type::I32, (round * lanes).into());
            let word = self.m.addi(word, begin);
            let wanted = self.wanted(word, round * lanes..(round + 1) * lanes);
            let read = self.word(words, word, wanted);
            let is_equal = self.m.is_int(read, Is::Equal, wanted);
            equal = self.m.and(equal, is_equal);
            there = there.or(Some(read));
        }
        // All lanes of the warp may use the memory that one lane has acquired.
        self.m.b.warp_barrier().finish();
        let found = self.whole(equal, lane);
        Candidates { table, first, word, there: there.expect("a key has words"), found, acquired }
    }

    /// The word that a lane looks for: the state of a complete entry, or an argument.
    fn wanted(&mut self, word: Value, words: std::ops::Range<u32>) -> Value {
        let mut wanted = self.m.bits(Type::I64, MADE);
        for (index, parameter) in (1..).zip(self.table.key.clone()) {
            if words.contains(&index) {
                let argument = self.argument(parameter);
                let index = self.m.bits(Type::I32, index.into());
                let is_this = self.m.is_int(word, Is::Equal, index);
                wanted = self.m.select(is_this, argument, wanted);
            }
        }
        wanted
    }

    /// An argument as a word of a key.
    pub(super) fn argument(&mut self, parameter: u32) -> Value {
        let (argument, one) = (self.parameter(parameter), self.m.bits(Type::I64, 1));
        self.m.addi(argument, one)
    }

    /// A word of an entry; what is wanted where an entry has no such word.
    fn word(&mut self, words: Value, word: Value, wanted: Value) -> Value {
        let count = self.m.bits(Type::I32, self.table.word_count().into());
        let is_word = self.m.is_int(word, Is::LessThan, count);
        let (ty, wide) = (self.m.b.module.body.ty(words), self.m.b.module.types.intern(Type::I64));
        let place = self.m.b.addptr().base(words).offset(word).bytes(8i64).result(ty).finish().value();
        let load = self.m.b.ld().address(place).predicate(is_word).other(&[wanted][..]).bits(64i64);
        load.ordering(MemoryOrdering::Acquire).values(&[wide][..]).finish().value()
    }

    /// The lanes of those entries in all of whose lanes a predicate holds.
    fn whole(&mut self, predicate: Value, lane: Value) -> Value {
        let lanes = self.table.lanes();
        let all = self.m.bits(Type::I32, (u32::MAX >> (LANES - lanes)).into());
        let (first, ballot) = (self.m.bits(Type::I32, (LANES - lanes).into()), self.ballot(predicate));
        let begin = self.m.and(lane, first);
        let own = self.m.shift_down(ballot, begin, false);
        let own = self.m.and(own, all);
        let is_whole = self.m.is_int(own, Is::Equal, all);
        self.ballot(is_whole)
    }

    fn ballot(&mut self, predicate: Value) -> Value {
        let ty = self.m.b.module.types.intern(Type::I32);
        self.m.b.vote().source(predicate).kind(VoteKind::Ballot).result(ty).finish().value()
    }

    /// The first candidate that has one of these lanes, counted from the first of all; none of them where there are no such lanes.
    fn way(&mut self, lanes: Value) -> Value {
        let (zero, last) = (self.m.bits(Type::I32, 0), self.m.bits(Type::I32, (LANES - 1).into()));
        let opposite = self.m.subi(zero, lanes);
        let lowest = self.m.and(lanes, opposite);
        let ty = self.m.b.module.body.ty(lanes);
        let above = self.m.b.clz().source(lowest).result(ty).finish().value();
        let lane = self.m.subi(last, above);
        self.m.shr(lane, i64::from(self.table.lanes().trailing_zeros()), false)
    }

    /// The address of a candidate.
    fn candidate(&mut self, seen: &Candidates, way: Value) -> Value {
        let number = self.m.addi(seen.first, way);
        self.entry(seen.table, number)
    }

    /// The number of the first candidate: the arguments choose it.
    fn first_candidate(&mut self) -> Value {
        let mut sum = self.m.bits(Type::I32, 0);
        let ty = self.m.b.module.types.intern(Type::I32);
        for (index, parameter) in (0..).zip(self.table.key.clone()) {
            let whole = self.parameter(parameter);
            let high = self.m.shr(whole, 32, false);
            for (half, part) in [(0, whole), (2, high)] {
                let part = self.m.b.trunci().source(part).result(ty).finish().value();
                let factor = self.m.bits(Type::I32, SPREAD.wrapping_mul(4 * index + half + 1).into());
                let spread = self.m.muli(part, factor);
                sum = self.m.addi(sum, spread);
            }
        }
        let groups = (KEPT / self.table.ways()).trailing_zeros();
        let group = self.m.shr(sum, i64::from(32 - groups), false);
        self.m.shl(group, i64::from(self.table.ways().trailing_zeros()))
    }

    pub(super) fn table_of(&mut self, symbol: &str) -> Value {
        let global = self.m.b.module.types.intern(Type::Ptr(Space::Global));
        self.m.b.address_of().name(symbol).result(global).finish().value()
    }

    fn entry(&mut self, table: Value, number: Value) -> Value {
        let ty = self.m.b.module.body.ty(table);
        let bytes = i64::from(self.table.bytes());
        self.m.b.addptr().base(table).offset(number).bytes(bytes).result(ty).finish().value()
    }

    /// Gets an entry and makes its maps. It will be kept where the first candidate that is not made is free; where that one is
    /// taken, perhaps for the same arguments, this thread block does not wait for it.
    fn make(&mut self, seen: &Candidates, lent: &str, leads: Value) -> Entry {
        let (zero, made) = (self.m.bits(Type::I32, 0), self.m.bits(Type::I64, MADE));
        let is_state = self.m.is_int(seen.word, Is::Equal, zero);
        let is_open = self.m.is_int(seen.there, Is::NotEqual, made);
        let is_open = self.m.and(is_state, is_open);
        let open = self.ballot(is_open);
        let any = self.m.is_int(open, Is::NotEqual, zero);
        let way = self.way(open);
        let (first, tries) = (self.candidate(seen, way), self.m.and(any, leads));
        let keeps = self.takes(first, MemoryOrdering::Relaxed, tries);
        let entry = self.either(
            keeps,
            |code| {
                let lent = code.m.bits(Type::I32, 0);
                Entry { address: first, lent }
            },
            |code| {
                let address = code.borrow(lent, leads);
                let lent = code.m.bits(Type::I32, 1);
                Entry { address, lent }
            },
        );
        let writes_key = self.m.and(leads, keeps);
        self.fill(entry.address, leads, writes_key);
        entry
    }

    /// Whether the first lane, where it tries, has taken an entry that was free.
    fn takes(&mut self, entry: Value, ordering: MemoryOrdering, tries: Value) -> Value {
        let state = moved(&mut self.m, entry, self.table.words());
        let (free, taken) = (self.m.bits(Type::I64, 0), self.m.bits(Type::I64, TAKEN));
        let ty = self.m.b.module.body.ty(free);
        let cas = self.m.b.cas().address(state).compare(free).value(taken).predicate(tries);
        let had = cas.ordering(ordering).result(ty).finish().value();
        let was_free = self.m.is_int(had, Is::Equal, free);
        let has = self.m.and(tries, was_free);
        let [no, yes] = [0, 1].map(|number| self.m.bits(Type::I32, number));
        let told = self.m.select(has, yes, no);
        let told = self.first_lane(told);
        self.m.is_int(told, Is::NotEqual, no)
    }

    /// An entry that is lent to this thread block: from those of its multiprocessor on, the first that is free.
    fn borrow(&mut self, symbol: &str, leads: Value) -> Value {
        let table = self.table_of(symbol);
        let processor = self.special(SpecialRegister::SmId);
        let (count, zero) = (self.m.bits(Type::I32, PROCESSORS.into()), self.m.bits(Type::I32, 0));
        let is_own = self.m.is_int(processor, Is::LessThan, count);
        let processor = self.m.select(is_own, processor, zero);
        let each = self.m.bits(Type::I32, self.table.lent.into());
        let first = self.m.muli(processor, each);
        let i32 = self.m.b.module.types.intern(Type::I32);
        let op = self.m.b.loop_().inits(&[first][..]).results(&[i32][..]).finish().op;
        let body = self.m.b.module.block(op, fields::loop_::body).expect("a loop has a body");
        self.m.b.module.body.set_block_args(body, &[i32]);
        let number = self.m.b.module.body.block_args(body).iter().next().expect("an argument");
        self.inside(body, |code| code.ask(table, number, leads));
        let found = self.m.b.module.body.results(op).iter().next().expect("a result");
        self.entry(table, found)
    }

    /// Leaves the loop with the number of an entry if it is free now, else continues with the next one.
    fn ask(&mut self, table: Value, number: Value, leads: Value) {
        let entry = self.entry(table, number);
        let takes = self.takes(entry, MemoryOrdering::Acquire, leads);
        let branch = self.m.b.if_().condition(takes).finish().op;
        let then = self.m.b.module.block(branch, fields::if_::then).expect("a branch has its block");
        self.m.b.inside(then, |b| b.break_().operands(&[number][..]).finish().op);
        let (one, zero) = (self.m.bits(Type::I32, 1), self.m.bits(Type::I32, 0));
        let end = self.m.bits(Type::I32, (PROCESSORS * self.table.lent).into());
        let next = self.m.addi(number, one);
        let is_inside = self.m.is_int(next, Is::LessThan, end);
        let next = self.m.select(is_inside, next, zero);
        self.m.b.continue_().operands(&[next][..]).finish();
    }
}
