//! The blocks of one cluster while they run: their warps, and whose turn it is.

use crate::fault::Fault;
use crate::machine::{Block, Cluster, Machine, SHARED_BASE};
use crate::matrix::tensor_memory::TensorMemory;
use crate::memory::Local;
use crate::program::Constant;
use crate::random::Random;
use crate::special;
use crate::sync::{Barriers, ClusterBarrier, Warpgroups};
use crate::tasks::Tasks;
use crate::warp::{Frame, Registers, Split, Surroundings, Turn, Warp};

/// Instructions that a split executes before the next one has its turn.
const SHARE: u64 = 4096;
/// The same with a seed: at most so many, so that orders differ in small things too.
const SEEDED_SHARE: u64 = 64;
/// Rounds in which nothing happens but waiting and polling until lanes that wait for others of their warp are let go.
const PATIENCE: u32 = 16;

/// A cluster that runs.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) cluster: Cluster,
    pub(crate) warps: Vec<Warp>,
    /// Rounds without an event.
    pub(crate) idle: u32,
    random: Option<Random>,
}

impl Running {
    /// A cluster at its beginning.
    pub(crate) fn new(machine: &Machine<'_>, number: u64, seed: Option<u64>) -> Running {
        let geometry = &machine.geometry;
        let threads = geometry.threads();
        let block = |rank| Block {
            id: geometry.block_of(number, rank),
            shared: vec![0; (machine.program.shared + geometry.dynamic_shared) as usize],
            barriers: Barriers::new(threads),
            tensor: TensorMemory::default(),
            warpgroups: Warpgroups::default(),
            live: threads,
        };
        let ranks = 0..geometry.cluster_size();
        let cluster = Cluster {
            number,
            blocks: ranks.clone().map(block).collect(),
            barrier: ClusterBarrier::new(threads * geometry.cluster_size()),
            events: 0,
            steps: 0,
            tasks: Tasks::new(seed.map(|seed| seed.rotate_left(32) ^ number)),
            printed: String::new(),
        };
        let warps = ranks.flat_map(|rank| (0..threads.div_ceil(32)).map(move |index| (rank, index)));
        let warps = warps.map(|(rank, index)| warp(machine, &cluster, rank, index)).collect();
        let random = seed.map(|seed| Random::new(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        Running { cluster, warps, idle: 0, random }
    }

    /// Has every thread ended?
    pub(crate) fn ended(&self) -> bool {
        self.warps.iter().all(Warp::ended)
    }

    /// Gives every warp a turn.
    pub(crate) fn round(&mut self, machine: &Machine<'_>) -> Result<(), Box<Fault>> {
        let events = self.cluster.events;
        let mut cut = false;
        let mut order: Vec<usize> = (0..self.warps.len()).collect();
        if let Some(random) = &mut self.random {
            random.shuffle(&mut order);
        }
        for at in order {
            if self.warps[at].ended() {
                continue;
            }
            let share = self.random.as_mut().map_or(SHARE, |random| 1 + random.below(SEEDED_SHARE));
            let turn = Turn::default();
            let mut around = Surroundings { machine, cluster: &mut self.cluster, share, turn };
            let id = around.cluster.blocks[self.warps[at].rank as usize].id;
            let result = self.warps[at].take_turn(&mut around);
            cut |= around.turn.cut;
            result.map_err(|mut fault| {
                fault.block = id;
                fault
            })?;
        }
        let idle = !cut && self.cluster.events == events;
        self.cluster.settle(machine, idle || self.ended())?;
        if !idle {
            self.idle = 0;
        } else {
            self.idle += 1;
            if self.idle.is_multiple_of(PATIENCE) {
                self.warps.iter_mut().for_each(|warp| {
                    warp.let_go();
                });
            }
        }
        Ok(())
    }
}

fn warp(machine: &Machine<'_>, cluster: &Cluster, rank: u32, index: u32) -> Warp {
    let program = machine.program;
    let mut registers = Registers::new(program.words.len(), program.doubles.len());
    let entry = &program.functions[0];
    registers.reserve(registers.frame, entry.rows);
    fill(machine, cluster, rank, index, &mut registers);
    let mut local = Local::default();
    local.reserve(entry.local);
    let threads = machine.geometry.threads() - index * 32;
    let live = if threads >= 32 { u32::MAX } else { (1 << threads) - 1 };
    let start = Split {
        pc: entry.start,
        mask: live,
        join: None,
        calls: Vec::new(),
        frame: Frame { ..registers.frame },
        wait: None,
        waiting: 0,
        ticket: None,
    };
    Warp { registers, local, splits: vec![start], joins: Vec::new(), live, rank, index }
}

fn fill(machine: &Machine<'_>, cluster: &Cluster, rank: u32, index: u32, registers: &mut Registers) {
    let program = machine.program;
    let value = |constant: Constant, lane: u32| match constant {
        Constant::Bits(bits) => bits,
        Constant::Special(special) => special::value(special, machine, cluster, rank, index * 32 + lane),
        Constant::Global { variable, offset } => {
            machine.variables[variable as usize].wrapping_add_signed(offset)
        }
        Constant::Shared(offset) => u64::from(rank << 24 | (SHARED_BASE + offset)),
        Constant::Const(offset) | Constant::Param(offset) => u64::from(offset),
    };
    let (words, doubles) = registers.constants();
    for (row, &constant) in words.iter_mut().zip(&program.words) {
        *row = std::array::from_fn(|lane| value(constant, lane as u32) as u32);
    }
    for (row, &constant) in doubles.iter_mut().zip(&program.doubles) {
        *row = std::array::from_fn(|lane| value(constant, lane as u32));
    }
}
