//! Conversions of a tile from one register layout to another.

use super::linear_map::LinearMap;
use super::register::{Input, RegisterLayout};
use super::shuffle::Shuffle;
use super::trip::SharedTrip;

/// The cheapest movement between two layouts of one tile, by an estimate of the time it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// No movement: the layouts are equal.
    Same,
    /// In every thread, register r of the result is register `map.apply(r)` of the source.
    Registers(LinearMap),
    /// Lanes of a warp exchange registers, or select among their own.
    Shuffle(Box<Shuffle>),
    /// Warps of a thread block exchange elements through shared memory; or lanes do, where that is faster than shuffles.
    Shared(Box<SharedTrip>),
    /// Thread blocks of a cluster exchange elements through the shared memory of other blocks.
    Cluster,
}

/// The minimum cost of an exchange through shared memory, in cycles: a store, a barrier and a load that wait for each other.
/// Measured latencies of a load are near 30 cycles on all of NVIDIA's recent devices.
const LATENCY: u64 = 40;

impl Conversion {
    /// The conversion of a tile with elements of `element_bits` bits.
    ///
    /// # Panics
    ///
    /// If the shapes differ, the numbers of warps or CTAs differ, or the source does not hold every element.
    pub fn between(source: &RegisterLayout, result: &RegisterLayout, element_bits: u32) -> Conversion {
        assert_eq!(source.shape(), result.shape(), "a conversion keeps the tile");
        for input in [Input::Warp, Input::Cta] {
            assert_eq!(source.bits(input), result.bits(input), "a conversion keeps the threads");
        }
        assert!(source.is_surjective(), "the source of a conversion holds every element");
        if source == result {
            return Conversion::Same;
        }
        if let Some(shuffle) = Shuffle::between(source, result) {
            return match shuffle.renaming() {
                Some(registers) => Conversion::Registers(registers),
                None => Conversion::within_warps(shuffle, source, result, element_bits),
            };
        }
        if source.bits(Input::Cta) > 0 {
            return Conversion::Cluster;
        }
        Conversion::Shared(Box::new(SharedTrip::between(source, result, element_bits)))
    }

    /// Whether no element leaves its register, but for its number: whether [`Conversion::between`] is `Same` or `Registers`. The
    /// cheapest of other movements is not looked for, which takes much longer.
    ///
    /// # Panics
    ///
    /// If the shapes differ.
    pub fn is_renaming(source: &RegisterLayout, result: &RegisterLayout) -> bool {
        let renames = |shuffle: Shuffle| shuffle.renaming().is_some();
        source == result || Shuffle::between(source, result).is_some_and(renames)
    }

    /// Shuffles, or an exchange through shared memory if that is faster.
    fn within_warps(
        shuffle: Shuffle,
        source: &RegisterLayout,
        result: &RegisterLayout,
        element_bits: u32,
    ) -> Conversion {
        // A multiprocessor starts one shuffle, or one wavefront, a cycle, and at least two selections.
        let cycles = shuffle.instructions(element_bits) + shuffle.selections() / 2;
        if cycles > LATENCY && source.bits(Input::Cta) == 0 {
            let trip = SharedTrip::between(source, result, element_bits);
            if trip.wavefronts() + LATENCY < cycles {
                return Conversion::Shared(Box::new(trip));
            }
        }
        Conversion::Shuffle(Box::new(shuffle))
    }
}
