//! The blocks of one cluster while they run: their warps, and which of them runs next.

use crate::fault::Fault;
use crate::kernel::Constant;
use crate::machine::{AsyncOperations, Block, Cluster, Machine, special};
use crate::matrix::tensor_memory::TensorMemory;
use crate::memory::{Local, SHARED_BASE};
use crate::program::Inst;
use crate::random::Random;
use crate::registers::{Frame, Registers};
use crate::sync::{Barriers, ClusterBarrier, RegisterPool, Warpgroups};
use crate::warp::{COMPUTING_AFTER, Path, Progress, Surroundings, Warp};

/// Instructions that a path executes before the next one runs. A guess: long enough that switching costs little, short
/// enough that a path which polls does not delay the one it waits for.
const QUANTUM: u64 = 4096;
/// The same with a seed: at most this number, so that orders differ in small things too.
const SEEDED_QUANTUM: u64 = 64;
/// Rounds in which nothing happens but waiting and polling until lanes that wait for others of their warp are let go.
/// More than paths need to notice what others did; fewer would let lanes go that are about to be joined.
const PATIENCE: u32 = 16;

/// A cluster that runs. When it has ended, the next one takes its place and its memory.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) cluster: Cluster,
    pub(crate) warps: Vec<Warp>,
    /// Rounds without an event.
    pub(crate) idle: u32,
    random: Option<Random>,
    /// In which order warps run.
    order: Vec<usize>,
}

impl Running {
    /// A cluster at its beginning.
    pub(crate) fn new(machine: &Machine<'_>, number: u64, seed: Option<u64>) -> Running {
        let geometry = &machine.geometry;
        let threads = geometry.threads();
        let ranks = 0..geometry.cluster_size();
        let shared = (machine.kernel.shared + geometry.dynamic_shared) as usize;
        let block = |rank| block(machine, number, rank, vec![0; shared]);
        let cluster = cluster(machine, number, seed, ranks.clone().map(block).collect());
        let warps = ranks.flat_map(|rank| (0..threads.div_ceil(32)).map(move |index| (rank, index)));
        let warps: Vec<Warp> = warps.map(|(rank, index)| warp(machine, &cluster, rank, index)).collect();
        let order = (0..warps.len()).collect();
        Running { cluster, warps, idle: 0, random: random(number, seed), order }
    }

    /// The next cluster, in the memory of this one, which has ended.
    pub(crate) fn again(&mut self, machine: &Machine<'_>, number: u64, seed: Option<u64>) {
        let blocks = std::mem::take(&mut self.cluster.blocks);
        let again = |(rank, old): (u32, Block)| {
            let mut shared = old.shared;
            shared.fill(0);
            block(machine, number, rank, shared)
        };
        self.cluster = cluster(machine, number, seed, (0..).zip(blocks).map(again).collect());
        self.warps.iter_mut().for_each(|warp| begin(machine, &self.cluster, warp));
        (self.idle, self.random) = (0, random(number, seed));
        self.order.sort_unstable();
    }

    /// Has every thread ended?
    pub(crate) fn ended(&self) -> bool {
        self.warps.iter().all(Warp::ended)
    }

    /// Gives every warp a quantum; all threads together shall not execute many more instructions than are left.
    pub(crate) fn round(
        &mut self,
        (machine, code): (&Machine<'_>, &[Inst]),
        left: u64,
    ) -> Result<(), Box<Fault>> {
        let events = self.cluster.events;
        let mut cut = false;
        if let Some(random) = &mut self.random {
            random.shuffle(&mut self.order);
        }
        // A round of all lanes of all warps spends a quarter of what is left at most, so the budget is exceeded by little.
        let most = (left / (128 * self.warps.len() as u64)).clamp(1, QUANTUM);
        for number in 0..self.order.len() {
            let at = self.order[number];
            if self.warps[at].ended() {
                continue;
            }
            // A seeded quantum is short and random, so that orders differ within loops as well.
            let quantum =
                self.random.as_mut().map_or(QUANTUM, |random| 1 + random.below(SEEDED_QUANTUM)).min(most);
            let progress = Progress::default();
            let mut around = Surroundings { machine, code, cluster: &mut self.cluster, quantum, progress };
            let id = around.cluster.blocks[self.warps[at].rank as usize].id;
            let result = self.warps[at].run_quantum(&mut around);
            cut |= around.progress.cut;
            result.map_err(|mut fault| {
                // Only the cluster knows which block the warp is of.
                fault.block = id;
                fault
            })?;
        }
        // A path that was stopped in the middle of computing may still cause an event, so the round does not count as
        // idle.
        let idle = !cut && self.cluster.events == events;
        self.cluster.settle(machine, idle || self.ended())?;
        if !idle {
            self.idle = 0;
        } else {
            self.idle += 1;
            // Not in every round: lanes that wait at a reconvergence point should be joined rather than released.
            if self.idle.is_multiple_of(PATIENCE) {
                let events = self.cluster.events;
                self.warps.iter_mut().for_each(|warp| warp.release_waiting(events));
            }
        }
        Ok(())
    }
}

fn random(number: u64, seed: Option<u64>) -> Option<Random> {
    seed.map(|seed| Random::new(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

fn block(machine: &Machine<'_>, number: u64, rank: u32, shared: Vec<u8>) -> Block {
    let (threads, demands) = (machine.geometry.threads(), &machine.kernel.demands);
    Block {
        id: machine.geometry.block_of(number, rank),
        shared,
        barriers: Barriers::new(threads),
        tensor: TensorMemory::default(),
        warpgroups: Warpgroups::default(),
        registers: RegisterPool::new(threads, demands.least_blocks, demands.registers),
        live: threads,
    }
}

fn cluster(machine: &Machine<'_>, number: u64, seed: Option<u64>, blocks: Vec<Block>) -> Cluster {
    Cluster {
        number,
        blocks,
        barrier: ClusterBarrier::new(machine.geometry.threads() * machine.geometry.cluster_size()),
        events: 0,
        steps: 0,
        operations: AsyncOperations::new(seed.map(|seed| seed.rotate_left(32) ^ number)),
        printed: String::new(),
        watch: machine.watch.clone(),
        tally: machine.tally.clone(),
    }
}

fn warp(machine: &Machine<'_>, cluster: &Cluster, rank: u32, index: u32) -> Warp {
    let kernel = machine.kernel;
    let registers = Registers::new(kernel.rows32.len(), kernel.rows64.len());
    let (paths, points) = (Vec::new(), Vec::new());
    let (local, taken) = (Local::default(), kernel.first_frame());
    let mut warp = Warp { registers, local, taken, paths, points, live: 0, rank, index, quanta: 0 };
    fill(machine, cluster, &mut warp, |_| true);
    begin(machine, cluster, &mut warp);
    warp
}

/// Puts a warp to the beginning of the kernel. Its constants are there but for those that differ between clusters.
fn begin(machine: &Machine<'_>, cluster: &Cluster, warp: &mut Warp) {
    let kernel = machine.kernel;
    // The registers of constants are kept from cluster to cluster, and only what depends on the cluster is filled
    // again.
    fill(machine, cluster, warp, |constant| match constant {
        Constant::Special(special) => special::differs(special),
        Constant::Bits(_)
        | Constant::Global { .. }
        | Constant::Shared(_)
        | Constant::Const(_)
        | Constant::Param(_) => false,
    });
    let entry = &kernel.functions[0];
    warp.registers.begin(kernel.rows32.len(), kernel.rows64.len(), entry.rows);
    warp.local.begin(entry.local);
    // The last warp of a block may have fewer than 32 threads.
    let threads = machine.geometry.threads() - warp.index * 32;
    warp.live = if threads >= 32 { u32::MAX } else { (1 << threads) - 1 };
    warp.points.clear();
    warp.paths.clear();
    warp.paths.push(Path {
        pc: entry.start,
        mask: warp.live,
        reconvergence: None,
        calls: Vec::new(),
        frame: Frame { ..warp.registers.frame },
        wait: None,
        waiting: 0,
        ticket: None,
        // A path that has just started counts as computing: it has not polled yet.
        since: COMPUTING_AFTER,
        polls: 0,
        seen: 0,
    });
    warp.quanta = 0;
}

/// Fills the requested rows of constants.
fn fill(machine: &Machine<'_>, cluster: &Cluster, warp: &mut Warp, asked: impl Fn(Constant) -> bool) {
    let kernel = machine.kernel;
    let (rank, index) = (warp.rank, warp.index);
    let value = |constant: Constant, lane: u32| match constant {
        Constant::Bits(bits) => bits,
        Constant::Special(special) => special::value(special, machine, cluster, rank, index * 32 + lane),
        Constant::Global { variable, offset } => {
            machine.variables[variable as usize].wrapping_add_signed(offset)
        }
        Constant::Shared(offset) => u64::from(rank << 24 | (SHARED_BASE + offset)),
        Constant::Const(offset) | Constant::Param(offset) => u64::from(offset),
    };
    let (words, doubles) = warp.registers.constants();
    for (row, &constant) in words.iter_mut().zip(&kernel.rows32).filter(|(_, constant)| asked(**constant)) {
        *row = [value(constant, 0) as u32; 32];
        // Most constants are the same in all lanes; thread indices are not.
        if by_lane(constant) {
            *row = std::array::from_fn(|lane| value(constant, lane as u32) as u32);
        }
    }
    for (row, &constant) in doubles.iter_mut().zip(&kernel.rows64).filter(|(_, constant)| asked(**constant)) {
        *row = [value(constant, 0); 32];
        if by_lane(constant) {
            *row = std::array::from_fn(|lane| value(constant, lane as u32));
        }
    }
}

/// May a constant be different in different lanes?
fn by_lane(constant: Constant) -> bool {
    match constant {
        Constant::Special(special) => !special::differs(special),
        Constant::Bits(_)
        | Constant::Global { .. }
        | Constant::Shared(_)
        | Constant::Const(_)
        | Constant::Param(_) => false,
    }
}
