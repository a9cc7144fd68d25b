//! One warp finds the entry of its arguments, or claims one to make.
//!
//! All lanes go the same way, which the first lane finds out: it reads and changes the state of an entry, compares keys, and tells
//! the others. Entries are looked at from a place on that the arguments choose, one after the other.

use ir::Value;
use tile_core::arith::{ComparisonPredicate as Is, MemoryOrdering};

use super::{Code, ENTRIES, moved};
use crate::Type;
use crate::ops::{Builders as _, fields};
use crate::transform::math_builder::MathBuilder;
use crate::types::Space;

/// The state of an entry that is being made.
const MAKING: u64 = 1;
/// That of one that was made, and that one thread block holds.
pub(super) const HELD: u64 = 3;
/// Spreads keys over entries: 2^32 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b1;

/// What the search gives.
pub(super) struct Found {
    pub(super) entry: Value,
    /// Whether its maps are to be made.
    pub(super) makes: Value,
    /// True in the first lane.
    pub(super) leads: Value,
}

impl Code<'_, '_, '_> {
    pub(super) fn search(&mut self, symbol: &str) -> Found {
        let thread = self.thread();
        let (mask, zero) = (self.m.bits(Type::I32, 31), self.m.bits(Type::I32, 0));
        let lane = self.m.and(thread, mask);
        let leads = self.m.is_int(lane, Is::Equal, zero);
        let [i32, global] = [Type::I32, Type::Ptr(Space::Global)].map(|ty| self.m.b.module.types.intern(ty));
        let table = self.m.b.address_of().name(symbol).result(global).finish().value();
        let slot = self.first_slot();
        let key: Vec<Value> =
            self.table.key.clone().into_iter().map(|number| self.parameter(number)).collect();
        let op = self.m.b.loop_().inits(&[slot, zero][..]).results(&[i32, i32][..]).finish().op;
        let body = self.m.b.module.block(op, fields::loop_::body).expect("a loop has a body");
        self.m.b.module.body.set_block_args(body, &[i32, i32]);
        let carried: Vec<Value> = self.m.b.module.body.block_args(body).iter().collect();
        let (own, parameters, scratch) = (self.table, self.parameters, self.scratch);
        self.m.b.inside(body, |b| {
            let mut code = Code { m: MathBuilder { b }, table: own, parameters, scratch };
            code.look(table, [carried[0], carried[1]], &key, leads);
        });
        let results: Vec<Value> = self.m.b.module.body.results(op).iter().collect();
        let entry = self.entry(table, results[0]);
        let makes = self.m.is_int(results[1], Is::NotEqual, zero);
        Found { entry, makes, leads }
    }

    /// Where the search begins: a number that the key chooses.
    fn first_slot(&mut self) -> Value {
        let mut sum = self.m.bits(Type::I64, 0);
        for number in self.table.key.clone() {
            let part = self.parameter(number);
            let spread = self.m.bits(Type::I64, SPREAD);
            let mixed = self.m.xor(sum, part);
            sum = self.m.muli(mixed, spread);
        }
        let high = self.m.shr(sum, 26, false);
        let ty = self.m.b.module.types.intern(Type::I32);
        let number = self.m.b.trunci().source(high).result(ty).finish().value();
        let mask = self.m.bits(Type::I32, (ENTRIES - 1).into());
        self.m.and(number, mask)
    }

    fn entry(&mut self, table: Value, slot: Value) -> Value {
        let ty = self.m.b.module.body.ty(table);
        let bytes = i64::from(self.table.bytes());
        self.m.b.addptr().base(table).offset(slot).bytes(bytes).result(ty).finish().value()
    }

    /// Looks at an entry; leaves the loop with its number and whether it is to be made, or goes on to the next one.
    fn look(&mut self, table: Value, [slot, looked]: [Value; 2], key: &[Value], leads: Value) {
        let (zero, one) = (self.m.bits(Type::I32, 0), self.m.bits(Type::I32, 1));
        let entry = self.entry(table, slot);
        let state = moved(&mut self.m, entry, self.table.state());
        let now = self.read(state, (Type::I32, MemoryOrdering::Acquire), leads);
        let now = self.first_lane(now);
        let making = self.m.bits(Type::I32, MAKING);
        let is_open = self.m.is_int(now, Is::NotEqual, making);
        // Never made: it is claimed. Made: it is held, until the key turns out to be another.
        let more = self.m.addi(now, one);
        let is_new = self.m.is_int(now, Is::Equal, zero);
        let tries = self.m.and(leads, is_open);
        let had = self.exchange(state, [now, more], tries);
        let is_same_state = self.m.is_int(had, Is::Equal, now);
        let has = self.m.and(is_open, is_same_state);
        let claims = self.m.and(has, is_new);
        let is_made = self.not(is_new);
        let holds = self.m.and(has, is_made);
        let reads = self.m.and(holds, leads);
        let equal = self.has_key(entry, key, reads);
        let ours = self.m.and(holds, equal);
        let differs = self.not(equal);
        let foreign = self.m.and(holds, differs);
        // All entries were looked at: one that nobody else holds is overwritten.
        let all = self.m.bits(Type::I32, ENTRIES.into());
        let is_late = self.m.is_int(looked, Is::GreaterThanOrEqual, all);
        let takes = self.m.and(foreign, is_late);
        let tries = self.m.and(takes, leads);
        let (held, making) = (self.m.bits(Type::I32, HELD), self.m.bits(Type::I32, MAKING));
        let had = self.exchange(state, [held, making], tries);
        let was_alone = self.m.is_int(had, Is::Equal, held);
        let took = self.m.and(takes, was_alone);
        let stays = self.not(took);
        let leaves = self.m.and(foreign, stays);
        let lets_go = self.m.and(leaves, leads);
        self.let_go(entry, lets_go);
        let makes = self.m.or(claims, took);
        let ends = self.m.or(ours, makes);
        self.end(ends, ([slot, looked], leaves), makes);
    }

    /// Leaves the loop, or goes round: to the next entry where this one `leaves`, else to the same one again.
    fn end(&mut self, ends: Value, ([slot, looked], leaves): ([Value; 2], Value), makes: Value) {
        let (zero, one) = (self.m.bits(Type::I32, 0), self.m.bits(Type::I32, 1));
        let mask = self.m.bits(Type::I32, (ENTRIES - 1).into());
        let makes = self.m.select(makes, one, zero);
        let branch = self.m.b.if_().condition(ends).finish().op;
        let then = self.m.b.module.block(branch, fields::if_::then).expect("a branch has its block");
        self.m.b.inside(then, |b| b.break_().operands(&[slot, makes][..]).finish().op);
        let step = self.m.select(leaves, one, zero);
        let (next, count) = (self.m.addi(slot, step), self.m.addi(looked, step));
        let next = self.m.and(next, mask);
        self.m.b.continue_().operands(&[next, count][..]).finish();
    }

    /// Whether the key of an entry is this one, in all lanes.
    fn has_key(&mut self, entry: Value, key: &[Value], reads: Value) -> Value {
        let first = self.table.key();
        let mut differs = self.m.bits(Type::I64, 0);
        for (number, &own) in key.iter().enumerate() {
            let place = moved(&mut self.m, entry, first + 8 * number as u32);
            let there = self.read(place, (Type::I64, MemoryOrdering::Weak), reads);
            let bits = self.m.xor(there, own);
            differs = self.m.or(differs, bits);
        }
        let zero = self.m.bits(Type::I64, 0);
        let is_equal = self.m.is_int(differs, Is::Equal, zero);
        let (none, one) = (self.m.bits(Type::I32, 0), self.m.bits(Type::I32, 1));
        let told = self.m.select(is_equal, one, none);
        let told = self.first_lane(told);
        self.m.is_int(told, Is::NotEqual, none)
    }

    /// A number in memory; 0 where the predicate is false.
    fn read(&mut self, place: Value, (ty, ordering): (Type, MemoryOrdering), predicate: Value) -> Value {
        let none = self.m.bits(ty, 0);
        let id = self.m.b.module.types.intern(ty);
        let load =
            self.m.b.ld().address(place).predicate(predicate).other(&[none][..]).bits(i64::from(ty.bits()));
        load.ordering(ordering).values(&[id][..]).finish().value()
    }

    /// What the first lane finds where it writes the second number for the first one; something else where it does not try.
    fn exchange(&mut self, state: Value, [from, to]: [Value; 2], tries: Value) -> Value {
        let ty = self.m.b.module.body.ty(from);
        let cas = self.m.b.cas().address(state).compare(from).value(to).predicate(tries);
        let had = cas.ordering(MemoryOrdering::AcqRel).result(ty).finish().value();
        let other = self.m.bits(Type::I32, MAKING);
        let had = self.m.select(tries, had, other);
        self.first_lane(had)
    }

    fn not(&mut self, value: Value) -> Value {
        let yes = self.m.bits(Type::I1, 1);
        self.m.xor(value, yes)
    }
}
