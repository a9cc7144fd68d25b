//! The columns of tensor memory that the stages of a pipeline take.

use tileas::types::{Part, PipelineType};

/// Where tensor memory of the stages of a pipeline is: columns of 32 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TensorStages {
    /// Columns of a stage.
    pub(super) columns: u32,
    /// Where each part of a stage starts in it; none for shared memory.
    pub(super) parts: Vec<Option<u32>>,
    /// The first column of the first stage, in the kernel's.
    pub(super) first: u32,
}

impl TensorStages {
    /// Of a pipeline, if it has some.
    pub(super) fn of(pipeline: &PipelineType) -> Option<TensorStages> {
        let mut columns = 0;
        let parts = pipeline.parts.iter().map(|part| {
            let Part::Tensor(tensor) = part else { return None };
            let start = columns;
            columns += tensor.layout.columns();
            Some(start)
        });
        let parts: Vec<Option<u32>> = parts.collect();
        (columns > 0).then_some(TensorStages { columns, parts, first: 0 })
    }
}
