//! Accesses of a warp's registers to a buffer in shared memory: vectors, offsets, bank conflicts.
//!
//! Shared memory has 32 banks of 4 bytes: word w is in bank w mod 32. An access moves up to 4 bytes per lane for the whole warp
//! at once, 8 bytes for half a warp at a time, and 16 bytes for a quarter. If lanes of such a group access different words of
//! one bank, the access is repeated; lanes that access the same word do not conflict (CUDA programming guide, "Shared Memory";
//! for wide accesses, this matches the counts of profilers). Each repetition is a *wavefront*.

use smallvec::SmallVec;

use super::echelon::{Echelon, extension};
use super::linear_map::{Columns, LinearMap};
use super::register::{Input, LANE_BITS, RegisterLayout};
use super::shared::SharedLayout;

/// The bits of a word's bank.
pub(super) const BANK_BITS: u32 = 5;

/// Loads or stores of all registers of a layout, as vectors of consecutive offsets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The binary logarithm of the number of elements in a vector.
    pub vector_bits: u32,
    /// (element of the vector, vector) → register. Registers that repeat others are left out: after a load they are
    /// copied (see [`RegisterLayout::holders`]).
    pub registers: LinearMap,
    /// (vector, lane, warp, CTA) → offset of the vector's first element, a multiple of its length.
    pub offsets: LinearMap,
    element_bits: u32,
}

/// The wavefronts of one vector access of one warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wavefronts {
    /// The wavefronts of the access.
    pub actual: u32,
    /// The wavefronts of the same number of bytes without bank conflicts.
    pub least: u32,
}

/// Vectors that are exchanged in some lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The bit of a lane's number that is set in lanes with the exchange.
    pub lane: u32,
    /// The bit in which the numbers of the vectors differ.
    pub vector: u32,
}

impl Access {
    /// The access with the widest vectors, of at most `max_bytes`, that every thread can use.
    ///
    /// # Panics
    ///
    /// If the shapes differ.
    pub fn new(
        registers: &RegisterLayout,
        shared: &SharedLayout,
        element_bits: u32,
        max_bytes: u32,
    ) -> Access {
        assert_eq!(registers.shape(), shared.shape(), "the same tile in registers and in shared memory");
        let offsets = shared.offsets().after(registers.map());
        let range = |input| {
            let range = registers.range(input);
            &offsets.columns()[range.start as usize..range.end as usize]
        };
        let own = range(Input::Register);
        let threads: Columns = [Input::Lane, Input::Warp, Input::Cta]
            .into_iter()
            .flat_map(|i| range(i).iter().copied())
            .collect();
        let echelon = Echelon::of(own.iter().copied());
        let widest = (max_bytes * 8 / element_bits).max(1).ilog2();
        // Each low bit of the offset depends only on registers: otherwise lanes would order their registers differently.
        let alone = |bit: u32| echelon.has(1 << bit) && threads.iter().all(|c| c >> bit & 1 == 0);
        let vector_bits = (0..widest.min(offsets.outputs())).take_while(|&bit| alone(bit)).count() as u32;

        let low: Columns = (0..vector_bits).map(|bit| 1 << bit).collect();
        // A vector's first element: the low bits of other registers' offsets are cancelled by elements of the vector.
        let aligned = own.iter().map(|column| column >> vector_bits << vector_bits);
        let high = extension(&low, aligned);
        let register = |offset: u64| echelon.solve(offset).expect("a sum of offsets of registers");
        let slots = low.iter().chain(&high).map(|&offset| register(offset));
        Access {
            vector_bits,
            registers: LinearMap::new(slots.collect::<Columns>(), registers.bits(Input::Register)),
            offsets: LinearMap::new(high.into_iter().chain(threads), offsets.outputs()),
            element_bits,
        }
    }

    /// The number of vector accesses that each thread makes.
    pub fn count(&self) -> u64 {
        1 << (self.registers.inputs() - self.vector_bits)
    }

    /// The bytes of a vector; a part of a byte counts as one.
    pub fn bytes(&self) -> u32 {
        (self.element_bits << self.vector_bits).div_ceil(8)
    }

    /// The offset of a vector's first element.
    pub fn offset(&self, vector: u64, lane: u32, warp: u32) -> u64 {
        let vectors = self.registers.inputs() - self.vector_bits;
        self.offsets.apply(vector | u64::from(lane) << vectors | u64::from(warp) << (vectors + LANE_BITS))
    }

    /// The wavefronts of one access. They are the same for each vector and each warp, since those only add a constant to
    /// every lane's offset, which permutes banks.
    pub fn wavefronts(&self) -> Wavefronts {
        let together = lanes_together(self.bytes());
        let mut sum = Wavefronts { actual: 0, least: 0 };
        for first in (0..32).step_by(together as usize) {
            let group = self.group(first..first + together);
            sum.actual += group.actual;
            sum.least += group.least;
        }
        sum
    }

    /// The same vectors in another order for some lanes, with fewer bank conflicts, and the exchanges that produce it: in
    /// lanes with the bit of their number set, vectors whose numbers differ in the other bit are exchanged.
    pub fn spread(&self) -> (Access, SmallVec<[Exchange; 2]>) {
        let (mut access, mut exchanges) = (self.clone(), SmallVec::new());
        while let Some((next, exchange)) = access.exchanged() {
            access = next;
            exchanges.push(exchange);
        }
        (access, exchanges)
    }

    /// The exchange that saves most wavefronts; none if no exchange saves any.
    fn exchanged(&self) -> Option<(Access, Exchange)> {
        let now = self.wavefronts();
        let vectors = self.registers.inputs() - self.vector_bits;
        if now.actual <= now.least {
            return None;
        }
        let all = (0..LANE_BITS).flat_map(|lane| (0..vectors).map(move |vector| Exchange { lane, vector }));
        let tried = all.map(|exchange| (self.with(exchange), exchange));
        let best = tried.min_by_key(|(access, _)| access.wavefronts().actual)?;
        (best.0.wavefronts().actual < now.actual).then_some(best)
    }

    fn with(&self, exchange: Exchange) -> Access {
        let vectors = self.registers.inputs() - self.vector_bits;
        let mut columns: Columns = self.offsets.columns().into();
        columns[(vectors + exchange.lane) as usize] ^= columns[exchange.vector as usize];
        Access { offsets: LinearMap::new(columns, self.offsets.outputs()), ..self.clone() }
    }

    /// The wavefronts of all accesses of one warp.
    pub fn total(&self) -> u64 {
        self.count() * u64::from(self.wavefronts().actual)
    }

    /// The lanes that are served at once.
    fn group(&self, lanes: std::ops::Range<u32>) -> Wavefronts {
        let mut words: SmallVec<[u64; 32]> = SmallVec::new();
        for lane in lanes {
            let bits = self.offset(0, lane, 0) * u64::from(self.element_bits);
            let words_of = bits / 32..(bits + u64::from(self.element_bits << self.vector_bits)).div_ceil(32);
            words.extend(words_of);
        }
        words.sort_unstable();
        words.dedup();
        let mut in_bank = [0; 1 << BANK_BITS];
        for word in &words {
            in_bank[(word % (1 << BANK_BITS)) as usize] += 1;
        }
        let actual = in_bank.into_iter().max().unwrap_or(0);
        Wavefronts { actual, least: (words.len() as u32).div_ceil(1 << BANK_BITS) }
    }
}

/// How many lanes of a warp are served at once when each moves the given number of bytes.
pub(super) fn lanes_together(bytes: u32) -> u32 {
    match bytes {
        0..=4 => 32,
        5..=8 => 16,
        _ => 8,
    }
}
