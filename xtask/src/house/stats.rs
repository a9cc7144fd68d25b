//! Medians, percentiles and rates.

use serde_json::{Value, json};

/// Sizes, sorted.
pub(super) struct Sizes(Vec<usize>);

impl Sizes {
    pub(super) fn new(mut sizes: Vec<usize>) -> Sizes {
        sizes.sort_unstable();
        Sizes(sizes)
    }

    /// The size that this many of a hundred do not exceed: the one at position `(n - 1) * percent / 100`, from 0.
    pub(super) fn at(&self, percent: usize) -> usize {
        self.0.get(self.0.len().saturating_sub(1) * percent / 100).copied().unwrap_or(0)
    }

    pub(super) fn over(&self, limit: usize) -> usize {
        self.0.iter().filter(|size| **size > limit).count()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn json(&self) -> Value {
        json!({ "count": self.len(), "median": self.at(50), "p90": self.at(90), "p95": self.at(95), "max": self.at(100) })
    }

    pub(super) fn text(&self) -> String {
        format!("{}, {}, {}, {}", self.at(50), self.at(90), self.at(95), self.at(100))
    }
}

/// How many in a number of others, to two places.
pub(super) fn rate(count: usize, of: usize, per: usize) -> f64 {
    let rate = if of == 0 { 0.0 } else { count as f64 * per as f64 / of as f64 };
    (rate * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_sizes_that_occur() {
        let sizes = Sizes::new(vec![5, 1, 4, 2, 3, 100]);
        assert_eq!(sizes.text(), "3, 5, 5, 100");
        assert_eq!((sizes.over(4), sizes.len()), (2, 6));
        assert_eq!(Sizes::new(Vec::new()).at(50), 0);
    }

    #[test]
    fn rates_have_two_places() {
        assert!((rate(1, 3, 100) - 33.33).abs() < 1e-9);
        assert!(rate(1, 0, 100).abs() < 1e-9);
    }
}
