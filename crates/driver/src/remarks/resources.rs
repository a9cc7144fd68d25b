//! Remarks about what kernels take of the hardware, as `ptxas` says it.

use super::{Category, Kind, Remark};
use crate::compile::Kernel;
use crate::ptxas::Usage;

/// Two remarks at most for each kernel: what it takes, and what its registers do not hold.
pub(crate) fn of_kernels(usages: &[Usage], kernels: &[Kernel]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for usage in usages {
        let launched = kernels.iter().find(|kernel| kernel.name == usage.function);
        remarks.push(Remark {
            kind: Kind::Analysis,
            category: Category::Resources,
            name: "RemarkResources".into(),
            message: "Resources of a thread block".to_owned(),
            place: None,
            function: usage.function.clone(),
            args: vec![
                ("Registers".into(), usage.registers.to_string()),
                ("SharedBytes".into(), usage.shared.to_string()),
                (
                    "SharedBytesOfLaunch".into(),
                    launched.map_or(0, |kernel| kernel.dynamic_shared).to_string(),
                ),
                ("StackBytes".into(), usage.stack.to_string()),
                ("Barriers".into(), usage.barriers.to_string()),
            ],
        });
        if usage.spills() {
            remarks.push(Remark {
                kind: Kind::Missed,
                category: Category::Resources,
                name: "RemarkRegistersSpilled".into(),
                message: "Registers do not hold everything; smaller tiles or more warps need fewer of them"
                    .to_owned(),
                place: None,
                function: usage.function.clone(),
                args: vec![
                    ("SpillStoreBytes".into(), usage.spill_stores.to_string()),
                    ("SpillLoadBytes".into(), usage.spill_loads.to_string()),
                ],
            });
        }
    }
    remarks
}
