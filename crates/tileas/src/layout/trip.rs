//! Exchanges through shared memory: the buffer's layout is computed so that both sides use wide vectors without bank conflicts.
//!
//! The offset in the buffer is [element of a vector | bank | line]. The vector is chosen from the elements that both sides hold
//! in one thread. Two lanes of a group that is served at once conflict if they have the same bank but different lines: if a sum
//! of their columns is in the span of vector and line. Lines are therefore chosen independent of vector and lanes, for both
//! sides: coordinates that neither side's lanes reach, and sums of one vector that only one side's lanes reach and one that
//! only the other side's lanes reach. Counting dimensions proves that there are always enough. (The idea is from the published
//! work on linear layouts, arXiv 2505.23819, section on optimal swizzling; the choice here is our own.)
//!
//! If both sides have little in common, a vector that only one side can use may be worth its conflicts on the other. All
//! candidates are counted, and the one with the fewest wavefronts is chosen.

use smallvec::SmallVec;

use super::access::{Access, BANK_BITS, lanes_together};
use super::echelon::{Echelon, extension, intersection};
use super::linear_map::{Columns, mask};
use super::register::{Input, RegisterLayout};
use super::shared::SharedLayout;

/// Store from one register layout, barrier, load in another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedTrip {
    /// The buffer.
    pub layout: SharedLayout,
    /// The stores of the source.
    pub store: Access,
    /// The loads of the result.
    pub load: Access,
    /// The bits of an element in the buffer: at least 8, since a thread writes no less than a byte.
    pub element_bits: u32,
}

/// The widest access to shared memory.
pub(crate) const VECTOR_BYTES: u32 = 16;

impl SharedTrip {
    /// The exchange with the fewest wavefronts among the candidates, then with the fewest accesses.
    ///
    /// # Panics
    ///
    /// If the shapes differ.
    pub fn between(source: &RegisterLayout, result: &RegisterLayout, element_bits: u32) -> SharedTrip {
        let element_bits = element_bits.max(8);
        let problem = Problem { source, result, element_bits };
        let candidates = problem.vectors().into_iter().map(|vector| {
            let layout = problem.layout(&vector);
            let store = Access::new(source, &layout, element_bits, VECTOR_BYTES);
            let load = Access::new(result, &layout, element_bits, VECTOR_BYTES);
            SharedTrip { layout, store, load, element_bits }
        });
        candidates.min_by_key(SharedTrip::cost).expect("there is a candidate for the vector of both sides")
    }

    /// The wavefronts of a warp for both sides.
    pub fn wavefronts(&self) -> u64 {
        self.store.total() + self.load.total()
    }

    /// (wavefronts, accesses) of a warp.
    fn cost(&self) -> (u64, u64) {
        (self.wavefronts(), self.store.count() + self.load.count())
    }
}

struct Problem<'a> {
    source: &'a RegisterLayout,
    result: &'a RegisterLayout,
    element_bits: u32,
}

type Vectors = SmallVec<[u64; 16]>;

impl Problem<'_> {
    /// The binary logarithm of the number of elements in a word of a bank, and of the banks that an element can start in.
    fn word_bits(&self) -> u32 {
        (32 / self.element_bits).max(1).ilog2()
    }

    fn bank_bits(&self) -> u32 {
        BANK_BITS - (self.element_bits / 32).max(1).ilog2()
    }

    /// Candidates for the elements of a vector: those that both sides can use, those of the source, and those of the result.
    fn vectors(&self) -> [Vectors; 3] {
        let widest = (VECTOR_BYTES * 8 / self.element_bits).max(1).ilog2() as usize;
        let own = |layout: &RegisterLayout| apart(layout.columns(Input::Register), &threads(layout));
        let (source, result) = (own(self.source), own(self.result));
        let all: Vectors = threads(self.source).into_iter().chain(threads(self.result)).collect();
        let both = apart(&intersection(&source, &result), &all);
        let grown = |side: &Vectors| -> Vectors {
            let more = extension(&both, side.iter().copied());
            both.iter().copied().chain(more).take(widest).collect()
        };
        let (for_source, for_result) = (grown(&source), grown(&result));
        [both.into_iter().take(widest).collect(), for_source, for_result]
    }

    /// The buffer whose lowest offset bits are the elements of `vector`.
    fn layout(&self, vector: &Vectors) -> SharedLayout {
        let shape = self.source.shape();
        let total = shape.bits() as usize;
        // A basis in which vectors are aligned for the threads of both sides, as far as there is one.
        let all = threads(self.source).into_iter().chain(threads(self.result));
        let aligned = extension(vector, all.chain((0..shape.bits()).map(|bit| 1 << bit)));
        let modulo = Modulo::new(vector, &aligned);
        let (source, result) = (self.served(self.source, vector), self.served(self.result, vector));
        // Bytes that share a word with the vector: lanes that differ there do not conflict.
        let beside = (self.word_bits() as usize).min(total).saturating_sub(vector.len());
        let word = self.word(vector, &aligned, &source, &result, beside);
        let low: Vectors = vector.iter().chain(&word).copied().collect();

        let lines = total.saturating_sub(low.len().max(self.word_bits() as usize) + self.bank_share(&low));
        let lines = self.lines(&low, &source, &result, lines, &modulo);
        let fixed: Vectors = low.iter().chain(&lines).copied().collect();
        let banks = extension(&fixed, aligned.iter().copied());
        let columns: Columns = low.into_iter().chain(banks).chain(lines).collect();
        SharedLayout::new(shape.clone(), &columns)
    }

    /// The bank bits above the vector's own.
    fn bank_share(&self, low: &Vectors) -> usize {
        (self.bank_bits() as usize).saturating_sub(low.len() - (self.word_bits() as usize).min(low.len()))
    }

    /// The columns of lanes of one side that are served at once.
    fn served(&self, side: &RegisterLayout, vector: &Vectors) -> Vectors {
        let registers = Echelon::of(side.columns(Input::Register).iter().copied());
        let reached = vector.iter().take_while(|&&v| registers.has(v)).count() as u32;
        let bytes = (self.element_bits << reached).div_ceil(8);
        let lanes = lanes_together(bytes).ilog2() as usize;
        side.columns(Input::Lane)[..lanes].into()
    }

    /// The rest of a word next to a narrower vector: preferably elements that lanes of both sides access, which then share words.
    fn word(&self, vector: &Vectors, aligned: &Vectors, a: &Vectors, b: &Vectors, count: usize) -> Vectors {
        let common = intersection(a, b);
        let order = common.iter().chain(a.iter()).chain(b.iter()).chain(aligned.iter());
        extension(vector, order.copied()).into_iter().take(count).collect()
    }

    /// Vectors for lines, independent of those below and, as far as possible, of both sides' lanes.
    fn lines(&self, low: &Vectors, a: &Vectors, b: &Vectors, count: usize, modulo: &Modulo) -> Vectors {
        let reach = |lanes: &Vectors| -> Vectors {
            low.iter().copied().chain(extension(low, lanes.iter().copied())).collect()
        };
        let (reach_a, reach_b) = (reach(a), reach(b));
        let common = intersection(&reach_a, &reach_b);
        let only_a = extension(&common, reach_a.iter().copied());
        let only_b = extension(&common, reach_b.iter().copied());
        let both: Vectors = reach_a.iter().chain(&only_b).copied().collect();
        let neither = extension(&both, modulo.aligned.iter().copied());
        let sums = only_a.iter().zip(&only_b).map(|(a, b)| a ^ b);
        // If those are not enough, lanes of one side conflict for any choice.
        let rest = only_a.iter().chain(&only_b).chain(&common).copied();
        let order = neither.iter().copied().chain(sums).chain(rest).map(|v| modulo.reduce(v));
        extension(low, order).into_iter().take(count).collect()
    }
}

/// The columns of everything but registers.
fn threads(layout: &RegisterLayout) -> Vectors {
    let inputs = [Input::Lane, Input::Warp, Input::Cta].into_iter();
    inputs.flat_map(|input| layout.columns(input).iter().copied()).collect()
}

/// A maximal subspace of the span of `vectors` whose intersection with the span of `others` is zero.
fn apart(vectors: &[u64], others: &[u64]) -> Vectors {
    extension(others, vectors.iter().copied())
}

/// Residues modulo the elements of the vector, relative to a basis of the rest.
struct Modulo {
    aligned: Vectors,
    echelon: Echelon,
    vector: Vectors,
}

impl Modulo {
    fn new(vector: &Vectors, aligned: &Vectors) -> Modulo {
        let echelon = Echelon::of(vector.iter().chain(aligned).copied());
        Modulo { aligned: aligned.clone(), echelon, vector: vector.clone() }
    }

    fn reduce(&self, sum: u64) -> u64 {
        let inputs = self.echelon.solve(sum).unwrap_or(0) & mask(self.vector.len() as u32);
        let taken = self.vector.iter().enumerate().filter(|(i, _)| inputs >> i & 1 == 1);
        taken.fold(sum, |sum, (_, v)| sum ^ v)
    }
}
