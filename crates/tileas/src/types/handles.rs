//! Types of handles in agents: pipelines, iterators, stages.

use std::fmt;

use numerics::Scalar;
use smallvec::SmallVec;

use super::{BufferType, TensorType};
use crate::layout::Swizzle;

/// `tma_desc<64x64xf16, swizzle = 128>`: a tensor map (CUDA driver API, "Tensor Map Object Management"). It copies boxes of
/// these extents, one for each dimension of the memory; outside of the memory it reads zeros.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TmaDescType {
    /// Element of the memory.
    pub elem: Scalar,
    /// Extents of a box, in the order of the memory's dimensions.
    pub extents: SmallVec<[u32; 5]>,
    /// The swizzle of 16-byte chunks in shared memory.
    pub swizzle: Swizzle,
}

impl fmt::Display for TmaDescType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tma_desc<")?;
        self.extents.iter().try_for_each(|extent| write!(f, "{extent}x"))?;
        write!(f, "{}, swizzle = {}>", self.elem.name(), self.swizzle.span().unwrap_or(0))
    }
}

/// Memory of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// In shared memory.
    Buffer(BufferType),
    /// In tensor memory.
    Tensor(TensorType),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Buffer(buffer) => buffer.fmt(f),
            Part::Tensor(tensor) => tensor.fmt(f),
        }
    }
}

/// `pipeline<3, buffer<..>, buffer<..>>`: a number of stages of this memory each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PipelineType {
    /// Stages.
    pub stages: u32,
    /// The parts of each stage.
    pub parts: Vec<Part>,
}

impl fmt::Display for PipelineType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pipeline<{}", self.stages)?;
        self.parts.iter().try_for_each(|part| write!(f, ", {part}"))?;
        f.write_str(">")
    }
}

/// The owner of an iterator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The producer, which finds every stage empty at first.
    Producer,
    /// The consumer, which finds no stage written at first.
    Consumer,
}

impl Role {
    /// Both.
    pub const ALL: [Role; 2] = [Role::Producer, Role::Consumer];

    /// The name in the text.
    pub fn name(self) -> &'static str {
        match self {
            Role::Producer => "producer",
            Role::Consumer => "consumer",
        }
    }
}

/// `iterator<3, producer>`: the number of the next stage, and the parity of the pipeline's completed rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IteratorType {
    /// Stages.
    pub stages: u32,
    /// Its owner.
    pub role: Role,
}

impl fmt::Display for IteratorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "iterator<{}, {}>", self.stages, self.role.name())
    }
}

/// `stage<empty>`: a stage in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StageState {
    /// Acquired by the producer: all consumers have read the previous contents.
    Empty,
    /// Written, or being written, by the producer.
    Written,
    /// Waited for by a consumer: all writes have completed.
    Full,
    /// Read, or being read, by a consumer.
    Read,
}

impl StageState {
    /// All states, in the order in which a stage has them.
    pub const ALL: [StageState; 4] =
        [StageState::Empty, StageState::Written, StageState::Full, StageState::Read];

    /// The name in the text.
    pub fn name(self) -> &'static str {
        match self {
            StageState::Empty => "empty",
            StageState::Written => "written",
            StageState::Full => "full",
            StageState::Read => "read",
        }
    }
}

impl fmt::Display for StageState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stage<{}>", self.name())
    }
}
