//! Whether the thread blocks of a cluster share tile blocks, as kernels ask for it.

use ir::Op;
use tileaa::split::{Decision, decide};

use crate::targets::TargetRow;

/// Capability from which on there are clusters.
const SINCE: u16 = 90;

/// What becomes of the kernels of a module that ask for clusters.
pub(crate) struct Clusters {
    decisions: Vec<Decision>,
    /// Why no kernel has any.
    pub(crate) never: Option<&'static str>,
}

impl Clusters {
    /// For a module of level 2 and a target.
    pub(crate) fn of(module: &tileaa::Module, row: &TargetRow) -> Clusters {
        let has_none = row.target().is_none_or(|target| target.number < SINCE);
        let never = has_none.then_some("the target has no clusters; sm_90 has");
        Clusters { decisions: decide(module), never }
    }

    /// Whether some kernel is to have clusters.
    pub(crate) fn are_made(&self) -> bool {
        self.never.is_none() && self.decisions.iter().any(|decision| decision.plan.is_ok())
    }

    /// What was decided of a kernel.
    pub(crate) fn of_kernel(&self, func: Op) -> Option<&Decision> {
        self.decisions.iter().find(|decision| decision.func == func)
    }
}
