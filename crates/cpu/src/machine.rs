//! The machine that the engine is tuned for: one value, which every threshold about caches and vectors is taken from.
//!
//! The figures are those of a common server core (AMD Zen 3, Intel Ice Lake). They are constants and not asked of the
//! system, because a plan must be the same on every machine: the order of sums, and with it the bits of a result,
//! follows from strips and blocks. A machine with other caches computes the same and is at most slower.

/// Sizes in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Machine {
    /// First-level data cache of a core.
    pub(crate) l1: usize,
    /// Second-level cache of a core.
    pub(crate) l2: usize,
    /// Second-level cache of a core that has matrix registers (AMX): such cores have 2 MiB.
    pub(crate) l2_with_amx: usize,
    /// Last-level cache, which all cores share.
    pub(crate) llc: usize,
    /// A line of every cache.
    pub(crate) line: usize,
    /// A vector of generated machine code, which uses AVX2.
    pub(crate) vector: usize,
    /// Outstanding cache lines of a core that still computes: its line fill buffers, less a few for its own loads.
    pub(crate) outstanding_lines: usize,
}

/// The one that all thresholds are for.
pub(crate) const MACHINE: Machine = Machine {
    l1: 32 << 10,
    l2: 512 << 10,
    l2_with_amx: 2 << 20,
    llc: 32 << 20,
    line: 64,
    vector: 32,
    outstanding_lines: 16,
};

impl Machine {
    /// Bytes of a strip's registers: three quarters of the first-level cache, because the operands and results of the
    /// strip in memory need the rest.
    pub(crate) const fn strip_bytes(&self) -> usize {
        self.l1 / 4 * 3
    }

    /// Buffers from this size on are stored to with non-temporal stores: they fill the last-level cache, so that no
    /// line of them would still be there when it is read.
    pub(crate) const fn non_temporal_from(&self) -> usize {
        self.llc
    }

    /// Buffers from this size on are worth prefetching: twice the second-level cache, since smaller ones mostly stay in
    /// it.
    pub(crate) const fn prefetch_from(&self) -> usize {
        2 * self.l2
    }

    /// Contiguous memory that is prefetched for the next tile block at most: an eighth of the second-level cache,
    /// because the present block needs the others.
    pub(crate) const fn prefetch_most(&self) -> usize {
        self.l2 / 8
    }

    /// Shorter contiguous runs (16 lines) are neither prefetched nor stored non-temporally, because their first and
    /// last lines are partial, and partial lines are read before they are written.
    pub(crate) const fn min_run(&self) -> usize {
        16 * self.line
    }

    /// Packed panels that a worker caches for one product. More than the second-level cache, because reading a panel
    /// from the last level is still faster than packing it again.
    pub(crate) const fn panels_of_product(&self) -> usize {
        self.llc / 16
    }

    /// Packed panels that a worker caches for all products of a program.
    pub(crate) const fn panels_of_worker(&self) -> usize {
        self.llc / 8
    }

    /// Panels of a block of a split-bf16 product: half of the second-level cache, because accumulators and operands
    /// share it.
    pub(crate) const fn split_bf16_panels(&self) -> usize {
        self.l2_with_amx / 2
    }
}

#[cfg(test)]
mod tests {
    use super::MACHINE;

    /// Sums are added in an order that follows from these; another value would change the bits of results.
    #[test]
    fn thresholds_that_fix_the_order_of_sums() {
        assert_eq!(MACHINE.strip_bytes(), 24 << 10);
        assert_eq!(MACHINE.split_bf16_panels(), 1 << 20);
        assert_eq!((MACHINE.panels_of_product(), MACHINE.panels_of_worker()), (2 << 20, 4 << 20));
    }
}
