//! Occupancy: the number of concurrent warps of a kernel on a multiprocessor, and its limit.

use nvvm::registers::REGISTER_FILE;

use super::super::remark::{Category, Kind, Remark};
use super::help;
use crate::metadata::Kernel;
use crate::ptxas::Usage;
use crate::targets::TargetRow;

/// Granularity of register allocation of a warp.
const REGISTERS_OF_A_UNIT: u64 = 256;
/// Shared memory that the system reserves for each thread block, from sm_80 on; a multiprocessor has this much more than the limit of a block.
const SYSTEM_SHARED: u64 = 1024;
/// Percentage of a multiprocessor's warps below which memory latency is hardly hidden.
const LOW: u64 = 25;

/// A remark for each kernel that `ptxas` has assembled.
pub(crate) fn of_occupancy(row: &TargetRow, usages: &[Usage], kernels: &[Kernel]) -> Vec<Remark> {
    let of = |usage: &Usage| {
        Some(of_kernel(row, usage, kernels.iter().find(|kernel| kernel.name == usage.function)?))
    };
    usages.iter().filter_map(of).collect()
}

fn of_kernel(row: &TargetRow, usage: &Usage, kernel: &Kernel) -> Remark {
    let warps = u64::from(kernel.threads.div_ceil(32)).max(1);
    let (blocks, limit) = blocks(row, usage, kernel, warps);
    let resident = blocks * warps;
    let percent = resident * 100 / u64::from(row.warps);
    let message = format!(
        "{resident} of the {} warps of a multiprocessor are used: {} allow{} {blocks} thread block{} of {warps} warp{}",
        row.warps,
        limit.name(),
        if limit == Limit::Shared { "s" } else { "" },
        if blocks == 1 { "" } else { "s" },
        if warps == 1 { "" } else { "s" },
    );
    let mut args = vec![
        ("OccupancyPercent".into(), percent.to_string()),
        ("BlocksPerMultiprocessor".into(), blocks.to_string()),
        ("Limit".into(), limit.name().to_owned()),
    ];
    // Fewer registers do not help a kernel that already spills.
    let low = percent < LOW && !usage.spills();
    if low {
        args.push(help(limit.remedy()));
    }
    Remark {
        kind: if low { Kind::Missed } else { Kind::Analysis },
        category: Category::Resources,
        name: "RemarkOccupancy".into(),
        message,
        place: None,
        function: usage.function.clone(),
        args,
    }
}

/// The resource that limits the thread blocks on a multiprocessor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Limit {
    Registers,
    Shared,
    Warps,
    Blocks,
}

impl Limit {
    fn name(self) -> &'static str {
        match self {
            Limit::Registers => "registers",
            Limit::Shared => "shared memory",
            Limit::Warps => "warps",
            Limit::Blocks => "thread blocks",
        }
    }

    fn remedy(self) -> &'static str {
        match self {
            Limit::Registers => {
                "use smaller tiles, or the hint `occupancy` (`ct.kernel(occupancy=2)`), which limits registers"
            }
            Limit::Shared => "use smaller tiles, or fewer tiles in flight (the hint `latency`)",
            Limit::Warps => "no change is needed: the multiprocessor is full",
            Limit::Blocks => "use larger tiles, so that a tile block has more warps",
        }
    }
}

/// Concurrent thread blocks on a multiprocessor, at least 1, and their limit; of several equal limits, the first of the enumeration.
fn blocks(row: &TargetRow, usage: &Usage, kernel: &Kernel, warps: u64) -> (u64, Limit) {
    let of_warp = (usage.registers.max(1) * 32).next_multiple_of(REGISTERS_OF_A_UNIT);
    let taken_by_system = if row.name == "sm_75" { 0 } else { SYSTEM_SHARED };
    let shared = usage.shared + u64::from(kernel.dynamic_shared) + taken_by_system;
    let bounds = [
        (u64::from(REGISTER_FILE) / of_warp / warps, Limit::Registers),
        ((row.shared_bytes() + taken_by_system).checked_div(shared).unwrap_or(u64::MAX), Limit::Shared),
        (u64::from(row.warps) / warps, Limit::Warps),
        (u64::from(row.blocks), Limit::Blocks),
    ];
    let (blocks, limit) = bounds.into_iter().min_by_key(|(blocks, _)| *blocks).unwrap_or((1, Limit::Blocks));
    (blocks.max(1), limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets;

    fn of(target: &str, threads: u32, registers: u64, dynamic_shared: u32) -> (u64, Limit) {
        let row = targets::named(target).expect("a target");
        let usage = Usage { registers, ..Usage::default() };
        let kernel = Kernel {
            name: "k".to_owned(),
            threads,
            cluster: 1,
            dynamic_shared,
            counts_clusters: false,
            tensor_maps: Vec::new(),
        };
        blocks(row, &usage, &kernel, u64::from(threads / 32))
    }

    #[test]
    fn the_scarcest_resource_limits() {
        assert_eq!(of("sm_80", 256, 255, 0), (1, Limit::Registers));
        assert_eq!(of("sm_80", 128, 32, 0), (16, Limit::Registers));
        assert_eq!(of("sm_90a", 128, 24, 100 << 10), (2, Limit::Shared));
        assert_eq!(of("sm_80", 32, 16, 0), (32, Limit::Blocks));
        assert_eq!(of("sm_86", 512, 16, 0), (3, Limit::Warps));
    }
}
