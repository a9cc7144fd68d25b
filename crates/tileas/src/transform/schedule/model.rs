//! The cost of a plan in cycles of a multiprocessor: that of the busiest resource, per step and per tile.
//!
//! Figures are measured on an H200 unless stated otherwise; docs/gpu-results.md has those of an H100. Clocks differ by the kernel,
//! so only cycles are compared. Next to measured products of 8192 in each direction, the model is 0 to 13 % too fast for one
//! thread block, and 25 % for clusters of two, which [`super::division`] takes into account. No Blackwell GPU was available.

use super::resources::Resources;
use super::step::Step;

/// Bytes of shared memory in a cycle.
const SHARED: u64 = 128;
/// Warp instructions that begin in a cycle.
const ISSUE: u64 = 4;
/// Powers in a cycle.
const POWERS: u64 = 16;
/// Cycles from the start of a copy from memory until its first bytes arrive: twice the latency of a load. The cache
/// delivers the others by its throughput.
const LATENCY: u64 = 1280;
/// Elements of the inner dimension of a product of matrices: the program does not say.
const INNER: u64 = 4096;
/// Cycles of a thread block before its first product, and after its last one, without the bytes that it stores.
const AROUND: u64 = 1800;
/// The cache is busy if it works for all but one of this number of parts of a step.
const BUSY: u64 = 10;
/// Bytes that are stored in a cycle.
const STORED: u64 = 32;
/// The divisor for the part of these that other work hides, where there is some: another thread block, or the next
/// tile.
const HIDDEN: u64 = 3;
/// The divisor for the part of these that is visible where another agent multiplies meanwhile: the agent waits for its
/// turn, or for a stage of tensor memory. An estimate.
const VISIBLE_BY_TURNS: u64 = 16;

/// The resource that limits a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resource {
    TensorCores,
    SharedMemory,
    Cache,
    Issue,
    Powers,
    Latency,
}

impl Resource {
    /// All of them, in the order of [`Cost::cycles`].
    const ALL: [Resource; 6] = [
        Resource::TensorCores,
        Resource::SharedMemory,
        Resource::Cache,
        Resource::Issue,
        Resource::Powers,
        Resource::Latency,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Resource::TensorCores => "tensor cores",
            Resource::SharedMemory => "shared memory",
            Resource::Cache => "the second-level cache",
            Resource::Issue => "issued instructions",
            Resource::Powers => "powers",
            Resource::Latency => "the latency of copies",
        }
    }
}

/// The cost of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) step: Step,
    /// Cycles that each resource takes for a step.
    cycles: [u64; 6],
    /// Steps of a tile.
    pub(crate) steps: u64,
    /// Cycles of a tile.
    pub(crate) tile: u64,
}

impl Cost {
    /// That of agents with these resources; `persistent` where the next tile is loaded while one is stored.
    pub(crate) fn of(step: Step, resources: &Resources, persistent: bool) -> Cost {
        let ahead = u64::from(resources.occupancy) * u64::from(resources.stages.saturating_sub(1)).max(1);
        let cycles = [
            step.multiplications.div_ceil(step.rate),
            (step.operands + step.copied).div_ceil(SHARED),
            step.loaded.div_ceil(step.cache),
            step.instructions.div_ceil(ISSUE),
            step.powers.div_ceil(POWERS),
            (LATENCY + step.loaded / step.cache).div_ceil(ahead),
        ];
        let around = AROUND + step.stored / STORED;
        let visible = match resources {
            Resources { multipliers: 2.., .. } | Resources { sum_stages: Some(2..), .. } => {
                around / VISIBLE_BY_TURNS
            }
            Resources { occupancy: 2.., .. } => around - around / HIDDEN,
            _ if persistent => around - around / HIDDEN,
            _ => around,
        };
        let longest = cycles.iter().copied().max().unwrap_or(0);
        let steps = INNER.div_ceil(step.depth.max(1));
        let tile = steps * longest + visible;
        Cost { step, cycles, steps, tile }
    }

    /// Cycles between the beginnings of two steps.
    pub(crate) fn interval(&self) -> u64 {
        self.cycles.iter().copied().max().unwrap_or(0)
    }

    /// Whether the cache works for nearly the whole step, and copies arrive before they are needed.
    ///
    /// More copies in flight then bring nothing. They do harm: thread blocks get farther apart in the inner dimension,
    /// so that fewer of them find the tiles of others in the cache.
    pub(crate) fn keeps_cache_busy(&self) -> bool {
        let [.., cache, _, _, latency] = self.cycles;
        let interval = self.interval();
        cache * BUSY >= interval * (BUSY - 1) && latency < interval
    }

    /// The resource that limits the step.
    pub(crate) fn bound(&self) -> Resource {
        let longest = self.interval();
        let at = self.cycles.iter().position(|&cycles| cycles == longest).unwrap_or(0);
        Resource::ALL[at]
    }

    /// The cycles of each resource, for remarks.
    pub(crate) fn shown(&self) -> String {
        let names = ["tensor cores", "shared memory", "cache", "issue", "powers", "latency"];
        let each = names.iter().zip(self.cycles).filter(|&(_, cycles)| cycles > 0);
        each.map(|(name, cycles)| format!("{name} {cycles}")).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(rows: u64, columns: u64) -> Step {
        let copied = (rows + columns) * 128;
        Step {
            multiplications: rows * columns * 64,
            rate: 2048,
            depth: 64,
            operands: rows / 64 * (64 + columns) * 128,
            copied,
            loaded: copied,
            cache: 52,
            powers: 0,
            instructions: 200,
            stored: rows * columns * 4,
        }
    }

    fn resources(occupancy: u32, stages: u32) -> Resources {
        Resources {
            warps: 4,
            multipliers: 1,
            chains: 1,
            producer_warps: 1,
            stages,
            registers: None,
            occupancy,
            sum_stages: None,
        }
    }

    #[test]
    fn products_are_bound_by_what_was_measured() {
        let of = |rows, columns, occupancy, stages| {
            let cost = Cost::of(step(rows, columns), &resources(occupancy, stages), false);
            (cost.interval(), cost.bound())
        };
        assert_eq!(of(128, 256, 1, 4), (1024, Resource::TensorCores));
        assert_eq!(of(128, 256, 1, 3), (1113, Resource::Latency));
        assert_eq!(of(256, 128, 1, 4), (1152, Resource::SharedMemory));
        assert_eq!(of(128, 128, 2, 3), (640, Resource::SharedMemory));
        assert_eq!(of(64, 64, 4, 3), (316, Resource::Cache));
        assert_eq!(of(64, 64, 1, 2), (1595, Resource::Latency));
    }

    #[test]
    fn another_thread_block_hides_a_third_of_what_surrounds_the_loop() {
        let alone = Cost::of(step(128, 128), &resources(1, 6), false);
        let shared = Cost::of(step(128, 128), &resources(2, 3), false);
        assert_eq!((alone.steps, alone.tile, shared.tile), (64, 44808, 43526));
        assert_eq!(Cost::of(step(128, 128), &resources(1, 6), true).tile, shared.tile);
    }

    #[test]
    fn the_cache_is_kept_busy_by_copies_that_arrive_in_time() {
        let keeps = |rows, columns, occupancy, stages| {
            Cost::of(step(rows, columns), &resources(occupancy, stages), false).keeps_cache_busy()
        };
        assert!(keeps(128, 128, 1, 4));
        // With two stages ahead, copies are late.
        assert!(!keeps(128, 128, 1, 3));
        // Shared memory limits this one.
        assert!(!keeps(256, 128, 1, 4));
    }

    #[test]
    fn a_pair_reads_half_of_the_columns() {
        // Products of 16 bits into tensor memory, 64 deep: each instruction reads 128 rows and these columns.
        let of = |rows: u64, columns: u64, read: u64| {
            let operands = rows / 128 * (128 + read) * 128;
            let copied = (rows + read) * 128;
            let step =
                Step { rate: 4096, cache: 80, operands, copied, loaded: copied, ..step(rows, columns) };
            let cost = Cost::of(step, &Resources { sum_stages: Some(2), ..resources(1, 6) }, false);
            (cost.interval(), cost.bound())
        };
        assert_eq!(of(256, 256, 256), (1280, Resource::SharedMemory));
        assert_eq!(of(128, 256, 128), (512, Resource::TensorCores));
        assert_eq!(of(256, 128, 128), (896, Resource::SharedMemory));
        assert_eq!(of(128, 128, 64), (384, Resource::SharedMemory));
    }

    #[test]
    fn turns_hide_what_is_around_a_tile() {
        let one = Cost::of(step(128, 128), &resources(1, 6), true);
        let turns = Resources { multipliers: 2, producer_warps: 4, ..resources(1, 5) };
        let turns = Cost::of(step(128, 128), &turns, true);
        assert_eq!(turns.interval(), one.interval());
        assert!(turns.tile < one.tile);
    }
}
