//! The barrier of a cluster (PTX ISA, "barrier.cluster").
//!
//! Threads that have ended are not waited for.

/// The barrier, and in which round each thread has arrived.
#[derive(Clone, Debug)]
pub(crate) struct ClusterBarrier {
    /// For each thread of the cluster, the round that it has arrived in and not yet waited for. Empty until the first arrival.
    came: Vec<Option<u64>>,
    threads: u32,
    /// Threads that have arrived in this round.
    arrived: u32,
    /// Threads that have not ended, without those that ended after they had arrived in this round.
    live: u32,
    /// Rounds that are complete.
    round: u64,
}

impl ClusterBarrier {
    /// The barrier of the given number of threads.
    pub(crate) const fn new(threads: u32) -> ClusterBarrier {
        ClusterBarrier { came: Vec::new(), threads, arrived: 0, live: threads, round: 0 }
    }

    /// A thread arrives; false if it has arrived before and not waited since.
    pub(crate) fn arrive(&mut self, thread: u32) -> bool {
        self.came.resize(self.threads as usize, None);
        let came = &mut self.came[thread as usize];
        if came.is_some() {
            return false;
        }
        *came = Some(self.round);
        self.arrived += 1;
        self.finish();
        true
    }

    /// The round that threads arrive in now.
    pub(crate) const fn round(&self) -> u64 {
        self.round
    }

    /// The round that a thread has arrived in and not yet waited for.
    pub(crate) fn round_of(&self, thread: u32) -> Option<u64> {
        self.came.get(thread as usize).copied().flatten()
    }

    /// Is the round complete that a thread has arrived in? `None` if it has not arrived.
    pub(crate) fn passed(&self, thread: u32) -> Option<bool> {
        Some(self.round > self.round_of(thread)?)
    }

    /// A thread has waited.
    pub(crate) fn left(&mut self, thread: u32) {
        self.came[thread as usize] = None;
    }

    /// A thread has ended.
    pub(crate) fn ended(&mut self, thread: u32) {
        self.live -= 1;
        if self.came.get(thread as usize).copied().flatten() == Some(self.round) {
            self.arrived -= 1;
        }
        self.finish();
    }

    fn finish(&mut self) {
        if self.arrived > 0 && self.arrived == self.live {
            self.arrived = 0;
            self.round += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_ended_is_not_waited_for() {
        let mut barrier = ClusterBarrier::new(4);
        assert_eq!(barrier.passed(0), None);
        assert!(barrier.arrive(0) && barrier.arrive(1) && barrier.arrive(2));
        assert!(!barrier.arrive(2), "twice in a round");
        barrier.ended(2);
        assert_eq!(barrier.passed(0), Some(false), "thread 3 has not come");
        barrier.ended(3);
        assert_eq!(barrier.passed(0), Some(true));
        barrier.left(0);
        assert!(barrier.arrive(0));
        assert_eq!((barrier.passed(0), barrier.passed(1)), (Some(false), Some(true)));
    }
}
