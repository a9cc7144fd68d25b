//! Random numbers for test data: the same bytes on every machine, in any order of generation.
//!
//! Number `i` of a stream is `mix(mix(seed) + (i + 1) * G)` modulo 2^64, where `G` = 0x9E3779B97F4A7C15 and `mix` is the
//! finaliser of SplitMix64 (`z ^= z >> 30; z *= 0xBF58476D1CE4E5B9; z ^= z >> 27; z *= 0x94D049BB133111EB; z ^= z >> 31`). All
//! distributions use these words with integer arithmetic and single IEEE operations, without a mathematical library. The
//! numbers are suitable for testing, not for cryptography.

/// 2^64 divided by the golden ratio, odd: the increment of SplitMix64, whose multiples visit every word once.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A stream of random words, by number.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    start: u64,
}

impl Random {
    /// The stream of a seed.
    pub const fn new(seed: u64) -> Random {
        Random { start: mix(seed) }
    }

    /// Word `index` of the stream.
    #[inline]
    pub const fn word(self, index: u64) -> u64 {
        mix(self.start.wrapping_add(index.wrapping_add(1).wrapping_mul(GOLDEN)))
    }

    /// A multiple of 2^-53 from 0 to just below 1: the top 53 bits of word `index`.
    #[inline]
    pub const fn unit(self, index: u64) -> f64 {
        // 53 bits: as many as a double holds exactly, so that no rounding reaches 1.
        const SCALE: f64 = 1.0 / (1u64 << 53) as f64;
        (self.word(index) >> 11) as f64 * SCALE
    }

    /// A whole number from 0 to `bound - 1`: the high half of word `index` times `bound`.
    #[inline]
    pub const fn below(self, index: u64, bound: u64) -> u64 {
        ((self.word(index) as u128 * bound as u128) >> 64) as u64
    }

    /// A number of mean 0 and deviation 1, close to normally distributed, never beyond 7.
    ///
    /// It is the sum `x` of twelve uniform numbers (the halves of words `6 * index` to `6 * index + 5`) minus 6, plus
    /// `(x^3 - 3x) / 240`, which corrects the fourth moment.
    #[inline]
    pub fn normal(self, index: u64) -> f64 {
        // The mean of the sum of twelve 32-bit numbers.
        const HALF: i64 = 6 << 32;
        // A 32-bit number as a fraction of 1.
        const SCALE: f64 = 1.0 / (1u64 << 32) as f64;
        let mut sum = 6 - HALF;
        for word in 0..6 {
            let word = self.word(index.wrapping_mul(6).wrapping_add(word));
            sum += (word >> 32) as i64 + (word & 0xFFFF_FFFF) as i64;
        }
        let x = sum as f64 * SCALE;
        x + (x * x * x - 3.0 * x) / 240.0
    }
}

const fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_frozen() {
        // SplitMix64 from state 0 begins with these numbers; `mix(0)` is 0.
        let zero = Random::new(0);
        assert_eq!([zero.word(0), zero.word(1)], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
        assert_ne!(Random::new(1).word(0), zero.word(0));
        assert_eq!(zero.unit(0).to_bits(), 0x3FEC_4415_072F_63B9);
    }

    #[test]
    fn moments_are_those_of_the_distributions() {
        const COUNT: u64 = 200_000;
        let random = Random::new(7);
        let mean = |value: &dyn Fn(u64) -> f64| (0..COUNT).map(value).sum::<f64>() / COUNT as f64;
        assert!((mean(&|i| random.unit(i)) - 0.5).abs() < 0.003);
        for (power, expected, slack) in [(1, 0.0, 0.01), (2, 1.0, 0.02), (3, 0.0, 0.05), (4, 3.0, 0.1)] {
            let moment = mean(&|i| random.normal(i).powi(power));
            assert!((moment - expected).abs() < slack, "moment {power} is {moment}");
        }
        let tail = (0..COUNT).filter(|&i| random.normal(i).abs() > 2.0).count() as f64 / COUNT as f64;
        assert!((tail - 0.0455).abs() < 0.003, "{tail}");
    }

    #[test]
    fn bounds_hold_and_are_reached() {
        let random = Random::new(3);
        let seen: Vec<u64> = (0..100).map(|i| random.below(i, 5)).collect();
        assert!((0..5).all(|value| seen.contains(&value)) && seen.iter().all(|&value| value < 5));
        assert_eq!(random.below(0, 0), 0);
    }
}
