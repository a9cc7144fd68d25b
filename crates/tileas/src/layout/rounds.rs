//! Exchanges through shared memory in rounds, for tiles that do not fit as a whole.
//!
//! A round moves the elements whose *number*, a linear map of the coordinate, is that of the round. Their *place* in the round
//! is another linear map, and both together distinguish all elements. The layout of a thread determines the registers of a
//! round: register x of thread t is in round `number(x) + number(t)`. If the numbers of threads are zero, a round moves the
//! same registers in all threads; otherwise a thread takes part in rounds according to its own number.
//!
//! Numbers are chosen to be zero for as many threads as possible, lanes before warps, and for the lowest registers, which form
//! wide vectors: these span the places, and the remaining dimensions are rounds.

use smallvec::SmallVec;

use super::access::Access;
use super::echelon::{Echelon, extension};
use super::linear_map::{Columns, LinearMap, mask};
use super::register::{Input, RegisterLayout};
use super::shape::Shape;
use super::shared::SharedLayout;
use super::trip::{SharedTrip, VECTOR_BYTES};

/// A division of a tile into rounds: the round that moves an element, and its place in that round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// Coordinate → round.
    number: LinearMap,
    /// Coordinate → coordinate within the tile that a round moves.
    place: LinearMap,
    /// The tile that a round moves.
    part: Shape,
}

impl Rounds {
    /// A single round, which moves everything.
    pub fn single(shape: &Shape) -> Rounds {
        let number = LinearMap::new((0..shape.bits()).map(|_| 0), 0);
        Rounds { number, place: LinearMap::identity(shape.bits()), part: shape.clone() }
    }

    /// Rounds of `1 << part_bits` elements each, for a tile that is converted from one layout to another.
    ///
    /// # Panics
    ///
    /// If the shapes differ.
    pub fn between(source: &RegisterLayout, result: &RegisterLayout, part_bits: u32) -> Rounds {
        assert_eq!(source.shape(), result.shape(), "rounds keep the tile");
        let bits = source.shape().bits();
        if part_bits >= bits {
            return Rounds::single(source.shape());
        }
        let columns = |layout: &RegisterLayout, input| -> Columns { layout.columns(input).into() };
        let threads = [Input::Lane, Input::Warp].into_iter();
        let threads = threads.flat_map(|input| [columns(result, input), columns(source, input)]).flatten();
        let [from, to] = [source, result].map(|layout| columns(layout, Input::Register));
        let at = |side: &Columns, bit: usize| side.get(bit).copied();
        let registers = (0..from.len().max(to.len())).flat_map(|bit| [at(&from, bit), at(&to, bit)]);
        let order = threads.chain(registers.flatten()).chain((0..bits).map(|bit| 1 << bit));
        // Coordinates as sums of a basis: the lowest part of it is the place, the rest is the round.
        let sums = LinearMap::new(extension(&[], order), bits).inverse();
        let place = sums.columns().iter().map(|sum| sum & mask(part_bits));
        let number = sums.columns().iter().map(|sum| sum >> part_bits);
        Rounds {
            place: LinearMap::new(place.collect::<Columns>(), part_bits),
            number: LinearMap::new(number.collect::<Columns>(), bits - part_bits),
            part: Shape::from_bits([part_bits]),
        }
    }

    /// One round for each slice of a shape, numbered as the slices are: the index along the last dimension is lowest. None if
    /// `part` has other dimensions, or larger extents.
    pub fn slices(whole: &Shape, part: &Shape) -> Option<Rounds> {
        if part.rank() != whole.rank() || (0..part.rank()).any(|dim| part.dim_bits(dim) > whole.dim_bits(dim))
        {
            return None;
        }
        let split = |bit: u32| {
            let coordinate = whole.unpack(1 << bit);
            let low = |(dim, &c): (usize, &u32)| c & mask(part.dim_bits(dim)) as u32;
            let high = |(dim, &c): (usize, &u32)| c >> part.dim_bits(dim);
            let low: SmallVec<[u32; 4]> = coordinate.iter().enumerate().map(low).collect();
            let high: SmallVec<[u32; 4]> = coordinate.iter().enumerate().map(high).collect();
            (low, high)
        };
        let counts = Shape::from_bits((0..part.rank()).map(|dim| whole.dim_bits(dim) - part.dim_bits(dim)));
        let (places, numbers): (Vec<u64>, Vec<u64>) =
            (0..whole.bits()).map(split).map(|(low, high)| (part.pack(&low), counts.pack(&high))).unzip();
        Some(Rounds {
            number: LinearMap::new(numbers, counts.bits()),
            place: LinearMap::new(places, part.bits()),
            part: part.clone(),
        })
    }

    /// The layout of the tile of a round, for the threads and registers of a layout of the whole tile: each has the place in
    /// the round of its element.
    pub fn of_slice(&self, layout: &RegisterLayout) -> RegisterLayout {
        layout.mapped(self.part.clone(), |coordinate| self.place.apply(coordinate))
    }

    /// The round that moves the element at a packed coordinate.
    pub fn number(&self, coordinate: u64) -> u64 {
        self.number.apply(coordinate)
    }

    /// The rounds of a tile of which each round of `self` is moved in the rounds of `inner`: those are the lowest bits.
    ///
    /// # Panics
    ///
    /// If `inner` moves another number of elements than a round of `self`.
    pub fn within(&self, inner: &Rounds) -> Rounds {
        let low = inner.number.after(&self.place);
        let numbers = low.columns().iter().zip(self.number.columns());
        let numbers = numbers.map(|(&low, &high)| low | high << inner.number.outputs());
        Rounds {
            number: LinearMap::new(
                numbers.collect::<Columns>(),
                inner.number.outputs() + self.number.outputs(),
            ),
            place: inner.place.after(&self.place),
            part: inner.part.clone(),
        }
    }

    /// The binary logarithm of the number of rounds.
    pub fn bits(&self) -> u32 {
        self.number.outputs()
    }

    /// The tile that a round moves.
    pub fn part(&self) -> &Shape {
        &self.part
    }

    /// The places of the elements that a layout gives a thread in one round: a layout of the tile that a round moves, with those
    /// registers that have the number zero, and which registers these are.
    fn of_thread(&self, layout: &RegisterLayout) -> (RegisterLayout, Side) {
        let registers = layout.columns(Input::Register);
        let mut numbers = Echelon::default();
        let (mut same, mut chosen) = (Columns::new(), Vec::new());
        for (bit, &column) in registers.iter().enumerate() {
            let number = self.number.apply(column);
            match numbers.insert(number, 1 << bit) {
                Some(sum) => same.push(sum),
                None => chosen.push(Choice { register: 1 << bit, number, offset: 0 }),
            }
        }
        let register = layout.map().restricted(layout.range(Input::Register));
        let places: Columns = same.iter().map(|&sum| self.place.apply(register.apply(sum))).collect();
        let moved = |input| -> Columns {
            layout.columns(input).iter().map(|&column| self.place.apply(column)).collect()
        };
        let (lanes, warps) = (moved(Input::Lane), moved(Input::Warp));
        let part = RegisterLayout::new(self.part.clone(), &places, &lanes, &warps, &[]);
        let threads = [Input::Lane, Input::Warp].into_iter().flat_map(|input| layout.columns(input));
        let side = Side {
            registers: LinearMap::new(same, layout.bits(Input::Register)),
            chosen,
            threads: threads.map(|&column| self.number.apply(column)).collect(),
        };
        (part, side)
    }

    /// The access of a layout to its elements of a round in a buffer of this layout.
    ///
    /// # Panics
    ///
    /// If the buffer is not of the shape that a round moves.
    pub fn access(&self, layout: &RegisterLayout, shared: &SharedLayout, element_bits: u32) -> RoundAccess {
        let (part, mut side) = self.of_thread(layout);
        let access = Access::new(&part, shared, element_bits, VECTOR_BYTES);
        let (offsets, low) = (shared.offsets(), mask(access.vector_bits));
        for choice in &mut side.chosen {
            let column = layout.apply(choice.register, 0, 0);
            let offset = offsets.apply(self.place.apply(column));
            // Vectors begin at multiples of their length: elements of the vector of number zero make up for the rest.
            choice.register ^= side.registers.apply(access.registers.apply(offset & low));
            choice.offset = offset & !low;
        }
        RoundAccess { access, holders: part.holders(), side }
    }
}

/// One side of an exchange in rounds: a tile in registers, and the slice of it that is moved.
#[derive(Clone, Copy, Debug)]
pub struct Moved<'a> {
    /// The layout of the tile.
    pub layout: &'a RegisterLayout,
    /// The slices of the tile, of which one is moved: [`Rounds::single`] for all of it.
    pub slices: &'a Rounds,
}

/// An exchange through shared memory in rounds: in each, store from one register layout, barrier, load in another, barrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundTrip {
    /// The buffer of a round.
    pub layout: SharedLayout,
    /// The stores of the source.
    pub store: RoundAccess,
    /// The loads of the result.
    pub load: RoundAccess,
    /// The binary logarithm of the number of rounds. Above these bits of a number are those of slices.
    pub bits: u32,
}

impl RoundTrip {
    /// The exchange of a slice to a tile, or back, whose rounds move at most `1 << part_bits` elements.
    ///
    /// # Panics
    ///
    /// If the shapes of source and result differ, or several thread blocks hold a tile.
    pub fn new(store: Moved<'_>, load: Moved<'_>, element_bits: u32, part_bits: u32) -> RoundTrip {
        let rounds = Rounds::between(
            &store.slices.of_slice(store.layout),
            &load.slices.of_slice(load.layout),
            part_bits,
        );
        let [(from, source), (to, result)] =
            [store, load].map(|side| (side.slices.within(&rounds), side.layout));
        let (before, after) = (from.of_thread(source).0, to.of_thread(result).0);
        let element_bits = element_bits.max(8);
        let layout = SharedTrip::between(&before, &after, element_bits).layout;
        let (store, load) =
            (from.access(source, &layout, element_bits), to.access(result, &layout, element_bits));
        RoundTrip { layout, store, load, bits: rounds.bits() }
    }

    /// The exchange of a whole tile.
    ///
    /// # Panics
    ///
    /// If the shapes differ, or several thread blocks hold the tile.
    pub fn between(
        source: &RegisterLayout,
        result: &RegisterLayout,
        element_bits: u32,
        part_bits: u32,
    ) -> RoundTrip {
        let slices = Rounds::single(source.shape());
        let [store, load] = [source, result].map(|layout| Moved { layout, slices: &slices });
        RoundTrip::new(store, load, element_bits, part_bits)
    }
}

/// The access of a thread to its elements of a round in the round's buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundAccess {
    /// The access of the registers whose number is zero.
    pub access: Access,
    /// See [`RegisterLayout::holders`], of those registers.
    pub holders: LinearMap,
    side: Side,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Side {
    /// Registers whose number is zero → registers of the layout.
    registers: LinearMap,
    /// The contributions of other registers.
    chosen: Vec<Choice>,
    /// The number of each bit of a thread: those of lanes, then those of warps.
    threads: Columns,
}

/// A register with a number other than zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Choice {
    /// The register, or its contribution to others.
    pub register: u64,
    /// Its number.
    pub number: u64,
    /// Its offset in the buffer.
    pub offset: u64,
}

impl RoundAccess {
    /// The number that each bit of a thread adds: those of lanes, then those of warps.
    pub fn threads(&self) -> &[u64] {
        &self.side.threads
    }

    /// The register of the layout, for one of those whose number is zero.
    pub fn register(&self, register: u64) -> u64 {
        self.side.registers.apply(register)
    }

    /// How many registers have the number zero.
    pub fn registers(&self) -> u64 {
        1 << self.side.registers.inputs()
    }

    /// Each choice of registers that a thread may have in a round: its contributions to the register, the number and the offset.
    pub fn choices(&self) -> Vec<Choice> {
        let sum = |set: u64| {
            let chosen = self.side.chosen.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
            chosen.fold(Choice::default(), |sum, (_, choice)| Choice {
                register: sum.register ^ choice.register,
                number: sum.number ^ choice.number,
                offset: sum.offset ^ choice.offset,
            })
        };
        (0..1u64 << self.side.chosen.len()).map(sum).collect()
    }

    /// Whether a thread can have this number.
    pub fn reaches(&self, number: u64) -> bool {
        Echelon::of(self.side.threads.iter().copied()).has(number)
    }
}
