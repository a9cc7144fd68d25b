//! Loops whose sums are in tensor memory: what they accumulate, who works on it, and what it needs.

use ir::Op;

use super::resources::ALIGNMENT;
use crate::shared_memory::buffer_bytes;
use crate::types::{Part, TensorType};

/// Bytes of computed factors that get two stages at most: a quarter of shared memory for both.
const TWO_STAGES_OF_WEIGHTS: u32 = 28 << 10;

/// A loop whose products are added up in tensor memory.
#[derive(Clone, Debug)]
pub(crate) struct SumLoop {
    pub(crate) loop_: Op,
    pub(crate) sums: Vec<Sum>,
    /// Whether it is inside another loop, so that a sum is finished while the next one is made.
    pub(crate) is_nested: bool,
    /// The work of threads during the loop.
    pub(crate) threads: Threads,
    /// Bytes of the tiles that threads read in an iteration.
    pub(crate) read: u32,
    /// The slices in which its sums are stored, if they are.
    pub(crate) cut: Option<Cut>,
    /// Whether the ops behind it combine its sums with tiles that are different in each column, of which a thread holds
    /// as much as of a sum.
    pub(crate) has_columns_beside: bool,
    /// Whether the ops behind it hold another tile of the size of its sum for a while: its elements move between threads, or
    /// are reduced together with those of another one.
    pub(crate) has_tiles_beside: bool,
    /// The number of an earlier loop whose pipelines it uses for its sums and factors.
    pub(crate) shares: Option<usize>,
}

/// The work of threads in the iterations of a loop of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// Nothing: the agent that multiplies has the loop to itself.
    Absent,
    /// Work that needs no sums, such as computing operands.
    Feed,
    /// Reading products, and writing sums back.
    Exchange,
}

/// A sum of a loop.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    /// The number of its product in the nest.
    pub(crate) product: usize,
    /// The value to which its product is added.
    pub(crate) begins: Begins,
    /// Where it is.
    pub(crate) memory: TensorType,
    /// Where threads leave the left and the right factor, if they compute these.
    pub(crate) weights: [Option<Part>; 2],
    /// The number of the sum in the loop whose stage the left factor replaces, in tensor memory, if it does.
    pub(crate) over: Option<usize>,
    /// Where the block scales of both factors are copied for the product.
    pub(crate) scales: Option<[TensorType; 2]>,
    /// Whether it goes on with the sum of the loop before, which stays in the same tensor memory.
    pub(crate) continues: bool,
    /// The pipeline whose stage its product reads again, after others that read other stages.
    pub(crate) again: Option<Again>,
}

/// A consumer of its own of a pipeline whose stages earlier products of the iteration read as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Again {
    /// The number of the pipeline.
    pub(crate) pipeline: usize,
    /// The number of the consumer, from 1 on.
    pub(crate) consumer: u32,
}

/// The value to which a product is added.
#[derive(Clone, Debug)]
pub(crate) enum Begins {
    /// The sum so far, which its loop carries under this number, from zero on.
    Carried(usize),
    /// Zero, in each iteration.
    Fresh,
    /// The sum so far, changed by threads with these ops, in program order.
    Rescaled { carried: usize, ops: Vec<Op> },
}

impl Sum {
    /// The number of the value that the loop carries for it.
    pub(crate) fn carried(&self) -> Option<usize> {
        match self.begins {
            Begins::Carried(carried) | Begins::Rescaled { carried, .. } => Some(carried),
            Begins::Fresh => None,
        }
    }
}

/// A store that is divided into slices, and their extents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) store: Op,
    pub(crate) slice: [u32; 2],
}

/// Bytes of shared memory for the factors that threads compute in some loops. Those of one loop are aligned within what the
/// mbarriers of its sums have.
pub(crate) fn weights_of_all(loops: &[SumLoop]) -> u32 {
    let bytes = with_pipelines(loops).map(SumLoop::weights).fold(0, u32::saturating_add);
    let aligned = with_pipelines(loops).filter(|known| known.bytes_of_weights() > 0).skip(1).count() as u32;
    bytes.saturating_add(aligned.saturating_mul(ALIGNMENT))
}

/// Columns of tensor memory of some loops, with one stage of each.
pub(crate) fn columns_of_all(loops: &[SumLoop]) -> u32 {
    with_pipelines(loops).map(SumLoop::columns).sum()
}

/// The loops that have pipelines of their own.
pub(crate) fn with_pipelines(loops: &[SumLoop]) -> impl Iterator<Item = &SumLoop> {
    loops.iter().filter(|known| known.shares.is_none())
}

/// The consumers of the stages of a pipeline among the loops that read it.
pub(crate) fn consumers_of(loops: &[SumLoop], pipeline: usize) -> u32 {
    loops.iter().map(|known| known.consumers_of(pipeline)).max().unwrap_or(1)
}

impl SumLoop {
    /// The products of an iteration that read a stage of a pipeline, those that follow each other as one.
    pub(crate) fn consumers_of(&self, pipeline: usize) -> u32 {
        let again = self.sums.iter().filter_map(|sum| sum.again);
        1 + again.filter(|again| again.pipeline == pipeline).map(|again| again.consumer).max().unwrap_or(0)
    }

    /// The consumers that read stages again, each once.
    pub(crate) fn readings(&self) -> Vec<Again> {
        let mut readings: Vec<Again> = self.sums.iter().filter_map(|sum| sum.again).collect();
        readings.dedup();
        readings
    }

    /// Columns of tensor memory of a stage: those of the sums, and of scales.
    pub(crate) fn columns(&self) -> u32 {
        let own = self.sums.iter().filter(|sum| sum.over.is_none());
        let of_weights = own.flat_map(|sum| sum.weights.iter().flatten()).filter_map(|part| match part {
            Part::Tensor(tensor) => Some(tensor),
            Part::Buffer(_) => None,
        });
        let of_scales = self.sums.iter().flat_map(|sum| sum.scales.iter().flatten());
        let of_sums = self.sums.iter().map(|sum| &sum.memory);
        of_sums.chain(of_weights).chain(of_scales).map(|part| part.layout.columns()).sum()
    }

    /// Whether threads replace sums by factors of products, which are then multiplied before the next sums.
    pub(crate) fn replaces_sums(&self) -> bool {
        self.sums.iter().any(|sum| sum.over.is_some())
    }

    /// Whether threads compute factors of its products.
    pub(crate) fn has_weights(&self) -> bool {
        self.parts_of_weights().next().is_some()
    }

    fn parts_of_weights(&self) -> impl Iterator<Item = &Part> {
        self.sums.iter().flat_map(|sum| sum.weights.iter().flatten())
    }

    /// Registers of all threads together that hold its sums, or factors before these: at once those that are there
    /// together.
    pub(crate) fn registers(&self) -> u64 {
        if let Some(Cut { slice: [rows, columns], .. }) = self.cut {
            return self.sums.len() as u64 * u64::from(rows * columns);
        }
        let sums = self.sums.iter().map(|sum| 1u64 << sum.memory.layout.shape().bits());
        match self.threads {
            Threads::Absent => sums.sum(),
            Threads::Feed => sums.sum::<u64>().max(u64::from((self.bytes_of_weights() + self.read) / 4)),
            Threads::Exchange => sums.max().unwrap_or(0),
        }
    }

    /// Bytes of shared memory for factors that threads compute.
    pub(crate) fn weights(&self) -> u32 {
        let count = self.parts_of_weights().count();
        // Weights of attention are aligned within what the mbarriers of its sums have.
        let aligned = if self.threads == Threads::Feed { count as u32 * ALIGNMENT } else { 0 };
        self.bytes_of_weights().saturating_mul(self.weight_stages()).saturating_add(aligned)
    }

    /// Stages of factors that threads compute: two where they are small, so that threads write one while products read
    /// the other. Where threads wait for products in each iteration, the second one would stay empty.
    pub(crate) fn weight_stages(&self) -> u32 {
        let are_small = self.bytes_of_weights() <= TWO_STAGES_OF_WEIGHTS;
        if self.threads == Threads::Feed && are_small { 2 } else { 1 }
    }

    fn bytes_of_weights(&self) -> u32 {
        let bytes = |part: &Part| match part {
            Part::Buffer(buffer) => u32::try_from(buffer_bytes(buffer)).unwrap_or(u32::MAX),
            Part::Tensor(_) => 0,
        };
        self.parts_of_weights().map(bytes).fold(0, u32::saturating_add)
    }
}
