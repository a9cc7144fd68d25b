//! Registers that warps of a thread block hand over to each other by `setmaxnreg`.
//!
//! A thread block has as many registers as its threads have where the kernel begins, which `.minnctapersm` or `.maxnreg`
//! determines: `ptxas` ignores `setmaxnreg` in kernels without them. Registers of warps that have ended are not reallocated.

/// Registers of a multiprocessor.
const OF_MULTIPROCESSOR: u32 = 1 << 16;
/// Registers that a thread can have.
const MAX_REGISTERS: u32 = 255;
/// Registers of a thread are given in multiples of this.
const UNIT: u32 = 8;

/// The registers of a thread block, in numbers per thread of a warp.
#[derive(Debug)]
pub(crate) struct RegisterPool {
    /// Those of each warp.
    warps: Vec<u32>,
    /// Those that no warp has.
    free: u32,
}

impl RegisterPool {
    /// The register pool of a block of some threads; none if the initial number of registers of a thread is unknown.
    pub(crate) fn new(threads: u32, minctas: Option<u32>, maxnreg: Option<u32>) -> Option<RegisterPool> {
        let of_blocks = |blocks: u32| OF_MULTIPROCESSOR / threads.max(1).saturating_mul(blocks.max(1));
        let each = maxnreg.or_else(|| minctas.map(of_blocks))?.clamp(UNIT, MAX_REGISTERS);
        let each =
            if each == MAX_REGISTERS { MAX_REGISTERS.next_multiple_of(UNIT) } else { each / UNIT * UNIT };
        Some(RegisterPool { warps: vec![each; threads.div_ceil(32) as usize], free: 0 })
    }

    /// Gives the threads of a warp a number of registers each; false where the block does not have them now.
    pub(crate) fn resize(&mut self, warp: u32, count: u32) -> bool {
        let Some(own) = self.warps.get_mut(warp as usize) else { return true };
        if count > *own && count - *own > self.free {
            return false;
        }
        self.free = self.free + *own - count;
        *own = count;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::RegisterPool;

    #[test]
    fn registers_are_taken_when_others_have_given_them_up() {
        // 168 for each of 384 threads.
        let mut pool = RegisterPool::new(384, Some(1), None).expect("the block has a pool");
        assert!(!pool.resize(0, 240));
        (8..12).for_each(|warp| assert!(pool.resize(warp, 24)));
        (0..8).for_each(|warp| assert!(pool.resize(warp, 240)));
        assert!(!pool.resize(0, 248));
    }

    #[test]
    fn nothing_is_known_without_directives() {
        assert!(RegisterPool::new(128, None, None).is_none());
    }

    #[test]
    fn few_threads_have_all_that_a_thread_can_have() {
        let mut pool = RegisterPool::new(128, Some(1), None).expect("the block has a pool");
        assert!(pool.resize(0, 256));
    }
}
