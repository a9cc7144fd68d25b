//! The order of tile blocks: fair, bounded in memory, and deterministic.
//!
//! A few blocks are resident at a time. Every resident block gets a turn of a bounded number of operations before a new
//! block starts, and new ones start while there is room, so a block that waits for another does not prevent it from
//! running. If no block ends for many rounds, they may all be waiting for one that has not started; more blocks may
//! then become resident, as long as memory suffices.

use launch::{Grid, Schedule};

/// Blocks that may be resident at first. A guess: blocks that wait for each other are mostly neighbours, and each
/// resident block holds its tiles.
const RESIDENT: usize = 64;
/// Blocks that may ever be resident. Each turn of all of them must end in bounded time.
const MOST_RESIDENT: usize = 1 << 16;
/// Turns for each resident block, without any block ending, after which more may be resident. Several, because blocks
/// that only compute may also take some turns to end.
const STALLED_ROUNDS: usize = 8;
/// Operations of one turn, in order. Long enough that switching costs little, short enough that a block which waits is
/// answered soon.
const TURN: u64 = 1024;
/// Operations of the longest turn of a seeded schedule. Short, so that blocks are interleaved within one iteration of a
/// loop.
const SEEDED_TURN: u64 = 64;

/// A small generator of well-mixed numbers (the splitmix64 sequence).
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

/// Which block starts as the n-th: `(n * factor + shift) mod blocks`, a permutation.
#[derive(Clone, Debug)]
struct Order {
    blocks: u64,
    factor: u64,
    shift: u64,
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Order {
    fn at(&self, n: u64) -> u64 {
        let product = u128::from(n) * u128::from(self.factor) + u128::from(self.shift);
        (product % u128::from(self.blocks)) as u64
    }
}

/// Chooses which block runs next, and how long.
pub(crate) struct Scheduler {
    order: Order,
    started: u64,
    random: Option<Random>,
    turn: usize,
    /// Blocks that may be resident now.
    capacity: usize,
    /// Turns since a block ended or started.
    stalled: usize,
}

/// The next action.
pub(crate) enum Choice {
    /// Start the block of this number and give it a turn.
    Start(u64),
    /// Give a turn to this one of the resident blocks.
    Resume(usize),
    /// All blocks have ended.
    Done,
}

impl Scheduler {
    pub(crate) fn new(grid: Grid, schedule: Schedule) -> Scheduler {
        let blocks = grid.blocks();
        let mut order = Order { blocks, factor: 1, shift: 0 };
        let random = match schedule {
            Schedule::InOrder => None,
            Schedule::Seeded(seed) => {
                let mut random = Random(seed);
                order.shift = random.below(blocks);
                order.factor =
                    (0..).map(|_| random.below(blocks).max(1)).find(|&f| gcd(f, blocks) == 1).unwrap_or(1);
                Some(random)
            }
        };
        Scheduler { order, started: 0, random, turn: 0, capacity: RESIDENT, stalled: 0 }
    }

    /// The next turn, when the given number of blocks are resident; `roomy` is true if there is memory for many more.
    pub(crate) fn choose(&mut self, resident: usize, roomy: bool) -> Choice {
        self.stalled += 1;
        // No block has ended for several rounds: all may wait for one that has not started.
        if roomy && resident >= self.capacity && self.stalled > STALLED_ROUNDS * resident {
            self.capacity = (self.capacity * 2).min(MOST_RESIDENT);
            self.stalled = 0;
        }
        let may_start = self.started < self.order.blocks && resident < self.capacity;
        match &mut self.random {
            Some(random) if resident > 0 => {
                // Starts are random, and rarer while many blocks are resident: some schedules run few blocks at a time,
                // others many. The probability makes both cases common.
                if may_start && (resident < self.capacity / 4 || random.below(4) == 0) && random.below(2) == 0
                {
                    return self.start();
                }
                Choice::Resume(random.below(resident as u64) as usize)
            }
            // In order: each resident block has its turn, then one more starts.
            Some(_) | None if self.turn < resident => {
                self.turn += 1;
                Choice::Resume(self.turn - 1)
            }
            Some(_) | None if may_start => {
                self.turn = 0;
                self.start()
            }
            Some(_) | None if resident > 0 => {
                self.turn = 1;
                Choice::Resume(0)
            }
            Some(_) | None => Choice::Done,
        }
    }

    fn start(&mut self) -> Choice {
        let number = self.order.at(self.started);
        self.started += 1;
        self.stalled = 0;
        Choice::Start(number)
    }

    /// True when no block is left to start.
    pub(crate) fn all_started(&self) -> bool {
        self.started == self.order.blocks
    }

    /// True when every resident block has had many turns since one started or ended.
    pub(crate) fn is_stalled(&self, resident: usize) -> bool {
        self.stalled > STALLED_ROUNDS / 2 * resident
    }

    /// Operations of the next turn.
    pub(crate) fn quantum(&mut self) -> u64 {
        match &mut self.random {
            None => TURN,
            Some(random) => 1 + random.below(SEEDED_TURN),
        }
    }

    /// Says that resident block `index` ended and left its place to the ones after it.
    pub(crate) fn ended(&mut self, index: usize) {
        self.stalled = 0;
        if index < self.turn {
            self.turn -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs blocks that each take some turns; returns the order in which they start.
    fn simulate(blocks: u32, schedule: Schedule, turns: impl Fn(u64) -> u32) -> Vec<u64> {
        let grid = Grid::new(blocks, 1, 1).expect("a small grid");
        let mut scheduler = Scheduler::new(grid, schedule);
        let mut resident: Vec<u32> = Vec::new();
        let mut starts = Vec::new();
        loop {
            let index = match scheduler.choose(resident.len(), true) {
                Choice::Done => return starts,
                Choice::Start(number) => {
                    starts.push(number);
                    resident.push(turns(number));
                    resident.len() - 1
                }
                Choice::Resume(index) => index,
            };
            assert!(resident.len() <= RESIDENT, "the blocks end soon");
            resident[index] -= 1;
            if resident[index] == 0 {
                resident.remove(index);
                scheduler.ended(index);
            }
        }
    }

    #[test]
    fn every_block_runs_once_in_order() {
        assert_eq!(simulate(200, Schedule::InOrder, |n| 1 + n as u32 % 7), (0..200).collect::<Vec<_>>());
    }

    #[test]
    fn seeds_shuffle_and_repeat() {
        let run = |seed| simulate(100, Schedule::Seeded(seed), |n| 1 + n as u32 % 3);
        let first = run(1);
        assert_eq!(first, run(1));
        assert_ne!(first, run(2));
        let mut sorted = first.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
        assert_eq!(simulate(1, Schedule::Seeded(3), |_| 5), [0]);
    }

    /// All blocks wait for the last one; without fairness it never starts.
    fn turns_until_all_have_started(blocks: u32, schedule: Schedule) -> usize {
        let grid = Grid::new(blocks, 1, 1).expect("a small grid");
        let mut scheduler = Scheduler::new(grid, schedule);
        let (mut resident, mut turns) = (0, 0);
        while resident < blocks as usize {
            turns += 1;
            assert!(turns < 1_000_000, "only {resident} blocks have started");
            match scheduler.choose(resident, true) {
                Choice::Start(_) => resident += 1,
                Choice::Resume(index) => assert!(index < resident),
                Choice::Done => panic!("nothing has ended"),
            }
        }
        turns
    }

    #[test]
    fn waiting_blocks_do_not_keep_others_from_starting() {
        let rounds = turns_until_all_have_started(RESIDENT as u32, Schedule::InOrder);
        assert_eq!(
            rounds,
            RESIDENT * (RESIDENT + 1) / 2,
            "a block starts after one turn of each resident one"
        );
        turns_until_all_have_started(1000, Schedule::InOrder);
        turns_until_all_have_started(1000, Schedule::Seeded(1));
    }

    #[test]
    fn without_memory_no_more_are_resident() {
        let grid = Grid::new(1000, 1, 1).expect("a small grid");
        let mut scheduler = Scheduler::new(grid, Schedule::InOrder);
        let mut resident = 0;
        for _ in 0..100_000 {
            resident += usize::from(matches!(scheduler.choose(resident, false), Choice::Start(_)));
        }
        assert_eq!(resident, RESIDENT);
    }
}
