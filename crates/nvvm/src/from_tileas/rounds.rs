//! Exchanges of tiles through scratch memory in rounds, if they do not fit as a whole; and slices of tiles.
//!
//! In each round, threads store their elements of the round, wait at a barrier, load the elements that they need, and
//! wait again. If a thread's own number determines which of its registers take part, accesses are predicated: a load
//! keeps the elements of earlier rounds.

use ir::Value;
use tile_core::arith::ComparisonPredicate;
use tileas::layout::{Choice, LinearMap, RegisterLayout, RoundAccess, RoundTrip, Rounds, SharedLayout};

use super::Lower;
use super::movement::shared_bits;
use super::words::Words;
use crate::Type;
use crate::ops::Builders as _;

/// The number of a round, to which `dynamic` is added if it is only known at run time.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub(super) constant: u64,
    pub(super) dynamic: Option<Value>,
}

impl Number {
    /// A number that is known.
    pub(super) fn of(constant: u64) -> Number {
        Number { constant, dynamic: None }
    }
}

/// One side of a trip: its accesses, the thread's number, and where each vector of each choice is.
struct Side<'a> {
    access: &'a RoundAccess,
    choices: Vec<Choice>,
    thread: Option<Value>,
    /// By choice, then vector.
    places: Vec<(Value, i64)>,
}

impl Side<'_> {
    fn vectors(&self) -> usize {
        self.access.access.count() as usize
    }

    /// The registers of a vector.
    fn registers(&self, choice: usize, vector: usize) -> Vec<usize> {
        let access = &self.access.access;
        let slots = (0..1u64 << access.vector_bits).map(|slot| slot | (vector as u64) << access.vector_bits);
        let register = |slot| self.access.register(access.registers.apply(slot));
        slots.map(|slot| (register(slot) ^ self.choices[choice].register) as usize).collect()
    }
}

/// Whether a choice of registers takes part in a round.
enum Takes {
    Never,
    Always,
    Where(Value),
}

/// Trips.
impl Lower<'_> {
    /// The binary logarithm of the elements that a round may have if `count` of them do not fit into the scratch at
    /// once.
    pub(super) fn round_bits(&self, count: u64, bits: u32) -> Option<u32> {
        let bytes = u64::from(bits / 8);
        self.scratch_below(count.saturating_mul(bytes)).map(|granted| (granted / bytes).max(1).ilog2())
    }

    /// From one layout to another, in rounds of `1 << part_bits` elements.
    pub(super) fn travel_in_rounds(
        &mut self,
        registers: &[Value],
        [before, after]: [&RegisterLayout; 2],
        part_bits: u32,
    ) -> Vec<Value> {
        let bits = shared_bits(self.type_of(registers[0]));
        let trip = RoundTrip::between(before, after, bits, part_bits);
        let owner = self.owns(before);
        let none = vec![None; after.registers() as usize];
        let numbers = [Number::of(0); 2];
        let values = self.take_trip(&trip, (registers, owner), (none, after), numbers);
        values.into_iter().map(|value| value.expect("every register is loaded in a round")).collect()
    }

    /// Emits an exchange. `known` are the values of the result that are not loaded; `numbers` are those of the slices
    /// that are stored and loaded.
    pub(super) fn take_trip(
        &mut self,
        trip: &RoundTrip,
        (registers, owner): (&[Value], Option<Value>),
        (known, result): (Vec<Option<Value>>, &RegisterLayout),
        numbers: [Number; 2],
    ) -> Vec<Option<Value>> {
        let ty = self.type_of(registers[0]);
        let bits = shared_bits(ty);
        let base = self.scratch(u64::from(bits / 8) << trip.layout.shape().bits());
        let numbers = numbers.map(|number| self.above(number, trip.bits));
        let store = self.side(&trip.store, base, bits);
        let load = self.side(&trip.load, base, bits);
        let mut loaded = self.known_words(&load, &known, bits);
        for round in 0..1u64 << trip.bits {
            let in_round = |number: Number| Number { constant: number.constant | round, ..number };
            self.barrier();
            self.store_round(&store, registers, in_round(numbers[0]), (bits, owner));
            self.barrier();
            self.load_round(&load, &mut loaded, in_round(numbers[1]), (ty, bits));
        }
        self.unpacked(&load, &loaded, (known, result), (ty, bits))
    }

    /// Stores the slice of a tile with this number into a buffer of the slice's shape, whose elements have `bits` bits.
    pub(super) fn store_slice(
        &mut self,
        base: Value,
        (registers, layout): (&[Value], &RegisterLayout),
        (shared, bits): (&SharedLayout, u32),
        (slices, number): (&Rounds, u64),
    ) {
        let access = slices.access(layout, shared, bits);
        let owner = self.owns(layout);
        let side = self.side(&access, base, bits);
        self.store_round(&side, registers, Number::of(number), (bits, owner));
    }

    /// The number of a slice, above the bits of rounds.
    fn above(&mut self, number: Number, bits: u32) -> Number {
        let dynamic = number.dynamic.map(|value| self.shl(value, bits));
        Number { constant: number.constant << bits, dynamic }
    }

    fn side<'a>(&mut self, access: &'a RoundAccess, base: Value, bits: u32) -> Side<'a> {
        let choices = access.choices();
        let vectors = &access.access;
        let own = vectors.registers.inputs() - vectors.vector_bits;
        let chosen = choices.len().ilog2();
        // (vector, choice, thread) → offset.
        let (of_vectors, of_threads) = vectors.offsets.columns().split_at(own as usize);
        let of_choices = (0..chosen).map(|bit| choices[1 << bit].offset);
        let columns = of_vectors.iter().copied().chain(of_choices).chain(of_threads.iter().copied());
        let map = LinearMap::new(columns.collect::<Vec<u64>>(), vectors.offsets.outputs());
        let places = self.places(base, &map, own + chosen, bits / 8);
        let thread = self.of_thread(access.threads());
        Side { access, choices, thread, places }
    }

    /// Whether a thread takes part in a round with a choice of its registers.
    fn takes(&mut self, side: &Side<'_>, choice: usize, number: Number) -> Takes {
        let wanted = number.constant ^ side.choices[choice].number;
        if number.dynamic.is_none() && !side.access.reaches(wanted) {
            return Takes::Never;
        }
        let own = match (side.thread, number.dynamic) {
            (None, None) => return Takes::Always,
            (Some(thread), Some(dynamic)) => self.xor(thread, dynamic),
            (Some(own), None) | (None, Some(own)) => own,
        };
        let wanted = self.i32(wanted as u32);
        Takes::Where(self.compare(ComparisonPredicate::Equal, false, own, wanted))
    }

    fn store_round(
        &mut self,
        side: &Side<'_>,
        registers: &[Value],
        number: Number,
        (bits, owner): (u32, Option<Value>),
    ) {
        for choice in 0..side.choices.len() {
            let predicate = match self.takes(side, choice, number) {
                Takes::Never => continue,
                Takes::Always => owner,
                Takes::Where(holds) => self.both(owner, Some(holds)),
            };
            for vector in 0..side.vectors() {
                let values: Vec<Value> =
                    side.registers(choice, vector).into_iter().map(|register| registers[register]).collect();
                let (words, bits) = self.words(&values, bits);
                let (address, offset) = side.places[choice * side.vectors() + vector];
                let mut b = self.b();
                let draft = b.st().address(address).values(words).predicate(predicate);
                draft.bits(i64::from(bits)).offset(offset).finish();
            }
        }
    }

    /// Words by choice and vector, where a round has brought them.
    fn load_round(
        &mut self,
        side: &Side<'_>,
        loaded: &mut [Option<Vec<Value>>],
        number: Number,
        (ty, bits): (Type, u32),
    ) {
        let shape = Words::of(1 << side.access.access.vector_bits, bits);
        let word = shape.register(bits, ty);
        let id = self.to.types.intern(word);
        for choice in 0..side.choices.len() {
            let predicate = match self.takes(side, choice, number) {
                Takes::Never => continue,
                Takes::Always => None,
                Takes::Where(holds) => Some(holds),
            };
            for vector in 0..side.vectors() {
                let at = choice * side.vectors() + vector;
                let other = match (predicate, loaded[at].take()) {
                    (None, _) => Vec::new(),
                    (Some(_), Some(words)) => words,
                    (Some(_), None) => vec![self.bits(word, 0); shape.count],
                };
                let (address, offset) = side.places[at];
                let mut b = self.b();
                let draft = b.ld().address(address).predicate(predicate).other(other);
                let draft = draft.bits(i64::from(shape.bits)).offset(offset);
                let op = draft.values(vec![id; shape.count]).finish().op;
                loaded[at] = Some(self.to.body.results(op).iter().collect());
            }
        }
    }

    /// Words that registers already hold, by choice and vector.
    fn known_words(
        &mut self,
        side: &Side<'_>,
        known: &[Option<Value>],
        bits: u32,
    ) -> Vec<Option<Vec<Value>>> {
        let mut words = Vec::new();
        for (choice, vector) in pairs(side) {
            let values: Option<Vec<Value>> =
                side.registers(choice, vector).into_iter().map(|register| known[register]).collect();
            words.push(values.map(|values| self.words(&values, bits).0));
        }
        words
    }

    /// Registers of the words that were loaded; those that repeat others are copied.
    fn unpacked(
        &mut self,
        side: &Side<'_>,
        loaded: &[Option<Vec<Value>>],
        (mut values, result): (Vec<Option<Value>>, &RegisterLayout),
        (ty, bits): (Type, u32),
    ) -> Vec<Option<Value>> {
        let shape = Words::of(1 << side.access.access.vector_bits, bits);
        for ((choice, vector), words) in pairs(side).into_iter().zip(loaded) {
            let Some(words) = words else { continue };
            let elements = self.elements_of_words(words, shape, bits, ty);
            for (register, value) in side.registers(choice, vector).into_iter().zip(elements) {
                values[register] = Some(value);
            }
        }
        let holders = result.holders();
        (0..values.len() as u64).map(|register| values[holders.apply(register) as usize]).collect()
    }
}

fn pairs(side: &Side<'_>) -> Vec<(usize, usize)> {
    let choices = 0..side.choices.len();
    choices.flat_map(|choice| (0..side.vectors()).map(move |vector| (choice, vector))).collect()
}
