//! Visibility of threads' accesses to the asynchronous proxy: accesses that a proxy fence follows, in the memory that the fence
//! names.
//!
//! A fence of `.shared::cta` covers the memory of the executing thread's block, for accesses of any thread, so its clock
//! belongs to the block.

use ptx::Modifier;
use ptx::module::Instruction;

use super::access::Access;
use super::clock::Clock;

/// Memory that a fence between proxies names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fenced {
    /// All of it.
    All,
    /// Global memory.
    Global,
    /// Shared memory of the blocks of the cluster.
    Cluster,
    /// That of the own block.
    Block,
}

impl Fenced {
    pub(super) fn by(instruction: &Instruction) -> Fenced {
        let has = |word| instruction.has(word);
        match () {
            () if has(Modifier::Global) => Fenced::Global,
            () if has(Modifier::SharedCluster) => Fenced::Cluster,
            () if has(Modifier::SharedCta) => Fenced::Block,
            () => Fenced::All,
        }
    }
}

/// Accesses that the asynchronous proxy sees, by the fences that let it; mostly a program has one kind of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Proxy {
    all: Clock,
    global: Clock,
    cluster: Clock,
    /// By the rank of the block.
    blocks: Vec<(u32, Clock)>,
}

impl Proxy {
    /// A thread of a block that knows of accesses executes a fence.
    pub(super) fn fence(&mut self, memory: Fenced, rank: u32, knows: Clock) {
        match memory {
            Fenced::All => self.all = knows,
            Fenced::Global => self.global = knows,
            Fenced::Cluster => self.cluster = knows,
            Fenced::Block => *self.block(rank) = knows,
        }
    }

    fn block(&mut self, rank: u32) -> &mut Clock {
        let at = self.blocks.binary_search_by_key(&rank, |(rank, _)| *rank).unwrap_or_else(|at| {
            self.blocks.insert(at, (rank, Clock::default()));
            at
        });
        &mut self.blocks[at].1
    }

    pub(super) fn join(&mut self, other: &Proxy) {
        self.all.join(&other.all);
        self.global.join(&other.global);
        self.cluster.join(&other.cluster);
        other.blocks.iter().for_each(|(rank, clock)| self.block(*rank).join(clock));
    }

    /// Would it learn nothing from another?
    pub(super) fn has(&self, other: &Proxy) -> bool {
        self.all.has(&other.all)
            && self.global.has(&other.global)
            && self.cluster.has(&other.cluster)
            && other.blocks.iter().all(|(rank, clock)| self.of(*rank).is_some_and(|ours| ours.has(clock)))
    }

    fn of(&self, rank: u32) -> Option<&Clock> {
        self.blocks.iter().find(|(other, _)| *other == rank).map(|(_, clock)| clock)
    }

    /// Is something visible of some lanes of a warp only?
    pub(super) fn is_partial(&self) -> bool {
        let mut blocks = self.blocks.iter();
        [&self.all, &self.global, &self.cluster].into_iter().any(Clock::is_partial)
            || blocks.any(|(_, clock)| clock.is_partial())
    }

    /// Is an access among them, to shared memory of the block of a rank, else to global memory?
    pub(super) fn sees(&self, access: &Access, rank: Option<u32>) -> bool {
        access.is_known(&self.all)
            || match rank {
                None => access.is_known(&self.global),
                Some(rank) => {
                    access.is_known(&self.cluster)
                        || self.of(rank).is_some_and(|clock| access.is_known(clock))
                }
            }
    }
}
