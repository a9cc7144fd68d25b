//! Remarks about kernels that request clusters: whether their thread blocks share tile blocks, or the reason why not.

use ir::Op;
use tileaa::split::{CLUSTERS_SINCE, Decision, decide};
use tileas::from_tileaa::Division;

use crate::targets::TargetRow;

/// Remarks about the kernels of a module that request clusters.
pub(crate) struct Clusters {
    decisions: Vec<Decision>,
    /// What agents offer with and without clusters.
    divisions: Vec<Division>,
    /// Why no kernel has any.
    pub(crate) never: Option<&'static str>,
}

impl Clusters {
    /// For a module of level 2 and a target.
    pub(crate) fn of(module: &tileaa::Module, row: &TargetRow, divisions: &[Division]) -> Clusters {
        let has_none = row.target().is_none_or(|target| u32::from(target.number) < CLUSTERS_SINCE);
        let never = has_none.then_some("the target has no clusters; sm_90 does");
        Clusters { decisions: decide(module), divisions: divisions.to_vec(), never }
    }

    /// The decision for a kernel.
    pub(crate) fn of_kernel(&self, func: Op) -> Option<&Decision> {
        self.decisions.iter().find(|decision| decision.func == func)
    }

    /// Why agents of a kernel are not divided in the other way.
    pub(crate) fn lack(&self, kernel: &str) -> Option<&str> {
        self.divisions.iter().find(|division| division.kernel == kernel)?.lack.as_deref()
    }
}
