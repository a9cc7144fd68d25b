//! The 16 named barriers of a block (PTX ISA, "bar, barrier").

/// One of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Named {
    /// Threads that have arrived in this round.
    arrived: u32,
    /// The number of threads that the round needs, from the first arrival; `None` for all threads of the block.
    needed: Option<u32>,
    /// Has any thread arrived in this round?
    open: bool,
    /// Rounds that are complete.
    round: u64,
    /// How many of the threads that arrived have a true predicate.
    holding: u32,
    /// The same of the last round.
    result: (u32, u32),
}

/// The named barriers of a block.
#[derive(Clone, Debug)]
pub(crate) struct Barriers {
    named: [Named; 16],
    /// Threads of the block that have not ended.
    live: u32,
}

/// Why threads may not arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misuse {
    /// There is no such barrier.
    Number(u32),
    /// The number of threads is no multiple of 32, or beyond the block.
    Count(u32),
    /// Other threads gave a different number of threads in the same round.
    Differs { this: u32, others: u32 },
    /// More threads came than the round needs.
    TooMany { came: u32, needed: u32 },
}

impl Barriers {
    /// Barriers of a block of the given number of threads.
    pub(crate) fn new(threads: u32) -> Barriers {
        Barriers { named: Default::default(), live: threads }
    }

    /// Threads arrive, some of them with a true predicate; the round that they wait for.
    pub(crate) fn arrive(
        &mut self,
        id: u32,
        threads: u32,
        needed: Option<u32>,
        holding: u32,
    ) -> Result<u64, Misuse> {
        let live = self.live;
        let barrier = self.named.get_mut(id as usize).ok_or(Misuse::Number(id))?;
        if let Some(count) = needed
            && (count == 0 || !count.is_multiple_of(32))
        {
            return Err(Misuse::Count(count));
        }
        // All threads of a round must name the same count; the ISA leaves anything else undefined.
        if barrier.open && barrier.needed != needed {
            let number = |needed: Option<u32>| needed.unwrap_or(live);
            return Err(Misuse::Differs { this: number(needed), others: number(barrier.needed) });
        }
        barrier.open = true;
        barrier.needed = needed;
        barrier.arrived += threads;
        barrier.holding += holding;
        let round = barrier.round;
        // Without a number, the round is of all threads that have not ended.
        let wanted = needed.unwrap_or(live);
        if barrier.arrived > wanted {
            return Err(Misuse::TooMany { came: barrier.arrived, needed: wanted });
        }
        barrier.finish(live);
        Ok(round)
    }

    /// Is the round complete?
    pub(crate) fn passed(&self, id: u32, round: u64) -> bool {
        self.named[id as usize].round > round
    }

    /// How many threads came to the last round, and how many of them with a true predicate.
    pub(crate) fn result(&self, id: u32) -> (u32, u32) {
        self.named[id as usize].result
    }

    /// The number of threads that have arrived in the open round, and the number that it needs.
    pub(crate) fn waiting(&self, id: u32) -> (u32, u32) {
        let barrier = &self.named[id as usize];
        (barrier.arrived, barrier.needed.unwrap_or(self.live))
    }

    /// Fewer threads live: rounds that need all threads no longer wait for those.
    pub(crate) fn ended(&mut self, live: u32) {
        self.live = live;
        for barrier in &mut self.named {
            barrier.finish(live);
        }
    }
}

impl Named {
    fn finish(&mut self, live: u32) {
        if self.open && self.arrived >= self.needed.unwrap_or(live) {
            self.result = (self.arrived, self.holding);
            (self.arrived, self.holding, self.needed, self.open) = (0, 0, None, false);
            self.round += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_complete_when_all_have_come() {
        let mut barriers = Barriers::new(64);
        let round = barriers.arrive(0, 32, None, 5).expect("fits");
        assert!(!barriers.passed(0, round));
        barriers.arrive(0, 32, None, 2).expect("fits");
        assert!(barriers.passed(0, round));
        assert_eq!(barriers.result(0), (64, 7));
        let round = barriers.arrive(0, 32, None, 0).expect("fits");
        assert!(!barriers.passed(0, round));
        barriers.ended(32);
        assert!(barriers.passed(0, round), "threads that have ended are not waited for");
    }

    #[test]
    fn misuse_is_said() {
        let mut barriers = Barriers::new(128);
        assert_eq!(barriers.arrive(16, 32, None, 0), Err(Misuse::Number(16)));
        assert_eq!(barriers.arrive(1, 32, Some(48), 0), Err(Misuse::Count(48)));
        assert_eq!(barriers.arrive(1, 32, Some(64), 0), Ok(0));
        assert_eq!(barriers.arrive(1, 32, Some(96), 0), Err(Misuse::Differs { this: 96, others: 64 }));
    }
}
