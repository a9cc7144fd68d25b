//! State of execution: the launch that all blocks share, the blocks of a cluster, and the view of an instruction on them.

mod operations;
pub(crate) mod special;

pub(crate) use operations::{AsyncOperation, AsyncOperations, Until};

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::check::Watch;
use crate::count::Tally;
use crate::fault::Fault;
use crate::kernel::Kernel;
use crate::launch::Geometry;
use crate::matrix::tensor_memory::TensorMemory;
use crate::memory::{Global, Heap, Local};
use crate::place::Place;
use crate::registers::Registers;
use crate::sync::{Barriers, ClusterBarrier, RegisterPool, Warpgroups};

/// State that all blocks of a launch share.
#[derive(Debug)]
pub(crate) struct Machine<'a> {
    pub(crate) kernel: &'a Kernel,
    pub(crate) geometry: Geometry,
    pub(crate) global: Global,
    /// The arguments, in the memory layout of the kernel's parameters.
    pub(crate) parameters: Vec<u8>,
    pub(crate) constant: Vec<u8>,
    /// Addresses of the variables in global memory.
    pub(crate) variables: Vec<u64>,
    /// The allocations of the device's heap.
    pub(crate) heap: Mutex<Heap>,
    /// Clusters that may run together, in all threads.
    pub(crate) resident: usize,
    /// Bytes that functions may still take which warps call.
    pub(crate) calls: AtomicU64,
    /// The number of the next cluster that begins.
    pub(crate) next: AtomicU64,
    /// The seed by which results of approximate functions are moved.
    pub(crate) perturb: Option<u64>,
    pub(crate) watch: Watch,
    pub(crate) tally: Tally,
    /// The instructions, by number, that report register accesses to the checks; none if no instruction does.
    pub(crate) followed: Vec<bool>,
}

/// A thread block, without its warps.
#[derive(Debug)]
pub(crate) struct Block {
    /// Its index in the grid.
    pub(crate) id: [u32; 3],
    /// Its shared memory, from [`SHARED_BASE`](crate::memory::SHARED_BASE) on.
    pub(crate) shared: Vec<u8>,
    pub(crate) barriers: Barriers,
    /// Its tensor memory.
    pub(crate) tensor: TensorMemory,
    /// The wgmma operations that its warpgroups have issued.
    pub(crate) warpgroups: Warpgroups,
    /// Registers that its warps reallocate, as far as that is known.
    pub(crate) registers: Option<RegisterPool>,
    /// Threads that have not ended.
    pub(crate) live: u32,
}

/// Blocks that run together and see each other's shared memory: a cluster, of one block where the launch has none.
#[derive(Debug)]
pub(crate) struct Cluster {
    /// Its number in the grid.
    pub(crate) number: u64,
    /// By rank.
    pub(crate) blocks: Vec<Block>,
    pub(crate) barrier: ClusterBarrier,
    /// Grows with every event that another thread may wait for: stores, arrivals, ends of threads.
    pub(crate) events: u64,
    /// Instructions of threads that were executed.
    pub(crate) steps: u64,
    /// Asynchronous work.
    pub(crate) operations: AsyncOperations,
    /// Output that was not passed on yet.
    pub(crate) printed: String,
    pub(crate) watch: Watch,
    pub(crate) tally: Tally,
}

impl Machine<'_> {
    /// The number of a cluster that has not started and, from now on, never will.
    pub(crate) fn take_cluster(&self) -> Option<u64> {
        let clusters = self.geometry.clusters().iter().map(|&extent| u64::from(extent)).product();
        let take = |next: u64| (next < clusters).then_some(next + 1);
        self.next.fetch_update(Relaxed, Relaxed, take).ok()
    }
}

impl Cluster {
    /// Counts an instruction, executed by some lanes.
    pub(crate) fn count(&mut self, _pc: u32, lanes: u32) {
        self.steps += u64::from(lanes.count_ones());
    }

    /// An instruction that was counted has not happened: it waits, and is tried again.
    pub(crate) fn waited(&mut self, lanes: u32) {
        self.steps -= u64::from(lanes.count_ones());
    }

    /// Lanes of a warp have ended, whose first one is a thread of the cluster.
    pub(crate) fn ended(&mut self, rank: u32, first: u32, lanes: u32) {
        (0..32).filter(|lane| lanes >> lane & 1 == 1).for_each(|lane| self.barrier.ended(first + lane));
        let block = &mut self.blocks[rank as usize];
        block.live -= lanes.count_ones();
        block.barriers.ended(block.live);
        self.events += 1;
    }
}

/// The context of an instruction.
#[derive(Debug)]
pub(crate) struct Context<'c> {
    pub(crate) machine: &'c Machine<'c>,
    pub(crate) cluster: &'c mut Cluster,
    pub(crate) registers: &'c mut Registers,
    pub(crate) local: &'c mut Local,
    /// The lanes that execute it.
    pub(crate) mask: u32,
    /// The lanes of the warp that have not ended.
    pub(crate) live: u32,
    /// Are all lanes of the warp that have not ended at this instruction?
    pub(crate) converged: bool,
    /// The block's rank in its cluster.
    pub(crate) rank: u32,
    /// The warp's number in its block.
    pub(crate) warp: u32,
    /// Calls that its lanes are inside of.
    pub(crate) calls: u32,
    /// Where the instruction is.
    pub(crate) at: Place,
    /// Its state while it waits.
    pub(crate) ticket: &'c mut Option<u64>,
}

impl Context<'_> {
    /// The block.
    pub(crate) fn block(&mut self) -> &mut Block {
        &mut self.cluster.blocks[self.rank as usize]
    }

    /// The thread of a lane, as an index in its block.
    pub(crate) fn thread(&self, lane: u32) -> [u32; 3] {
        self.machine.geometry.thread(self.warp * 32 + lane)
    }

    /// The thread of a lane, as a number in its cluster.
    pub(crate) fn thread_of_cluster(&self, lane: u32) -> u32 {
        self.rank * self.machine.geometry.threads() + self.warp * 32 + lane
    }

    /// A fault of a lane.
    pub(crate) fn at_lane(&self, mut fault: Box<Fault>, lane: u32) -> Box<Fault> {
        fault.thread.get_or_insert(self.thread(lane));
        fault
    }

    /// Adds place and block to a fault.
    pub(crate) fn blame(&self, mut fault: Box<Fault>) -> Box<Fault> {
        fault.place.get_or_insert(self.at);
        fault.block = self.cluster.blocks[self.rank as usize].id;
        fault
    }

    /// The lanes that execute, in order.
    pub(crate) fn lanes(&self) -> impl Iterator<Item = u32> + use<> {
        let mask = self.mask;
        (0..32).filter(move |lane| mask >> lane & 1 == 1)
    }
}
