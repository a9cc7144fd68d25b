//! Elimination over GF(2): a growing set of independent vectors, each with the inputs whose sum it is.

use smallvec::SmallVec;

/// Independent vectors in echelon form.
#[derive(Clone, Debug, Default)]
pub(super) struct Echelon {
    /// A vector and the inputs whose sum it is, by descending leading bit.
    rows: SmallVec<[(u64, u64); 16]>,
}

impl Echelon {
    /// The span of vectors; vector i is input i.
    pub(super) fn of(vectors: impl IntoIterator<Item = u64>) -> Echelon {
        let mut echelon = Echelon::default();
        for (i, vector) in vectors.into_iter().enumerate() {
            echelon.insert(vector, 1 << i);
        }
        echelon
    }

    /// The residue of a vector modulo the span, and the inputs that were subtracted.
    pub(super) fn reduce(&self, vector: u64) -> (u64, u64) {
        self.rows.iter().fold((vector, 0), |(vector, inputs), &(row, of)| {
            if vector ^ row < vector { (vector ^ row, inputs ^ of) } else { (vector, inputs) }
        })
    }

    /// Adds a vector. If it is in the span already, the answer is the inputs (`of` among them) whose sum is zero.
    pub(super) fn insert(&mut self, vector: u64, of: u64) -> Option<u64> {
        let (vector, taken) = self.reduce(vector);
        if vector == 0 {
            return Some(taken ^ of);
        }
        let at = self.rows.iter().position(|&(row, _)| row < vector).unwrap_or(self.rows.len());
        self.rows.insert(at, (vector, taken ^ of));
        None
    }

    /// Adds a vector where the inputs do not matter; true if it was outside of the span.
    pub(super) fn extend(&mut self, vector: u64) -> bool {
        self.insert(vector, 0).is_none()
    }

    /// Whether the span has the vector.
    pub(super) fn has(&self, vector: u64) -> bool {
        self.reduce(vector).0 == 0
    }

    /// The inputs whose sum is the vector, if it is in the span.
    pub(super) fn solve(&self, vector: u64) -> Option<u64> {
        let (rest, inputs) = self.reduce(vector);
        (rest == 0).then_some(inputs)
    }

    /// The number of independent vectors.
    pub(super) fn rank(&self) -> u32 {
        self.rows.len() as u32
    }
}

/// A basis of the vectors that are in both spans. Each is written as a sum of `left`.
pub(super) fn intersection(left: &[u64], right: &[u64]) -> SmallVec<[u64; 16]> {
    let mut sum = Echelon::of(right.iter().copied());
    let mut lefts = Echelon::default();
    let mut common = SmallVec::new();
    // A vector of `left` that depends on `right` and earlier ones of `left` gives one common vector: its share of `left`.
    // The inputs of the echelon count `left` only, in the bits above those of `right`.
    let first = right.len();
    for (i, &vector) in left.iter().enumerate() {
        if !lefts.extend(vector) {
            continue;
        }
        if let Some(inputs) = sum.insert(vector, 1 << (first + i)) {
            let shared = left.iter().enumerate().filter(|(j, _)| inputs >> (first + j) & 1 == 1);
            common.push(shared.fold(0, |sum, (_, &v)| sum ^ v));
        }
    }
    common
}

/// The vectors among `candidates` that extend `base` to the span of both.
pub(super) fn extension(base: &[u64], candidates: impl IntoIterator<Item = u64>) -> SmallVec<[u64; 16]> {
    let mut span = Echelon::of(base.iter().copied());
    candidates.into_iter().filter(|&vector| span.extend(vector)).collect()
}
