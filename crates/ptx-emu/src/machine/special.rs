//! Values of special registers (PTX ISA, "Special Registers").

use ptx::Special;

use super::{Cluster, Machine};
use crate::launch::unravel;
use crate::memory::SHARED_BASE;

/// The value of a special register that does not change while a thread runs; `thread` is its number in its block.
pub(crate) fn value(
    special: Special,
    machine: &Machine<'_>,
    cluster: &Cluster,
    rank: u32,
    thread: u32,
) -> u64 {
    let geometry = &machine.geometry;
    let index = geometry.thread(thread);
    let block = cluster.blocks[rank as usize].id;
    let lane = thread % 32;
    let in_cluster = unravel(u64::from(rank), geometry.cluster);
    let which_cluster: [u32; 3] = std::array::from_fn(|axis| block[axis] / geometry.cluster[axis]);
    let clusters = geometry.clusters();
    let shared = machine.kernel.shared + geometry.dynamic_shared;
    let value = match special {
        Special::TidX => index[0],
        Special::TidY => index[1],
        Special::TidZ => index[2],
        Special::NtidX => geometry.block[0],
        Special::NtidY => geometry.block[1],
        Special::NtidZ => geometry.block[2],
        Special::CtaidX => block[0],
        Special::CtaidY => block[1],
        Special::CtaidZ => block[2],
        Special::NctaidX => geometry.grid[0],
        Special::NctaidY => geometry.grid[1],
        Special::NctaidZ => geometry.grid[2],
        Special::Laneid => lane,
        Special::Warpid => thread / 32,
        Special::Nwarpid => 64,
        Special::Smid => 0,
        Special::Nsmid => 1,
        Special::Gridid => 1,
        Special::LanemaskEq => 1 << lane,
        Special::LanemaskLt => (1 << lane) - 1,
        Special::LanemaskLe => u32::MAX >> (31 - lane),
        Special::LanemaskGe => u32::MAX << lane,
        Special::LanemaskGt => !(u32::MAX >> (31 - lane)),
        Special::TotalSmemSize => shared,
        Special::AggrSmemSize => shared + SHARED_BASE,
        Special::DynamicSmemSize => geometry.dynamic_shared,
        Special::ReservedSmemOffsetBegin | Special::ReservedSmemOffset0 | Special::ReservedSmemOffset1 => 0,
        Special::ReservedSmemOffsetEnd | Special::ReservedSmemOffsetCap => SHARED_BASE,
        Special::IsExplicitCluster => u32::from(geometry.clustered),
        Special::ClusteridX => which_cluster[0],
        Special::ClusteridY => which_cluster[1],
        Special::ClusteridZ => which_cluster[2],
        Special::NclusteridX => clusters[0],
        Special::NclusteridY => clusters[1],
        Special::NclusteridZ => clusters[2],
        Special::ClusterCtaidX => in_cluster[0],
        Special::ClusterCtaidY => in_cluster[1],
        Special::ClusterCtaidZ => in_cluster[2],
        Special::ClusterNctaidX => geometry.cluster[0],
        Special::ClusterNctaidY => geometry.cluster[1],
        Special::ClusterNctaidZ => geometry.cluster[2],
        Special::ClusterCtarank => rank,
        Special::ClusterNctarank => geometry.cluster_size(),
        Special::WarpSize => 32,
        // No graph runs it, no driver says more of the launch (so it is not cooperative), and time is read by
        // instructions of its own.
        Special::Envreg0
        | Special::Envreg1
        | Special::Envreg2
        | Special::Envreg3
        | Special::Envreg4
        | Special::Envreg5
        | Special::Envreg6
        | Special::Envreg7
        | Special::Envreg8
        | Special::Envreg9
        | Special::Envreg10
        | Special::Envreg11
        | Special::Envreg12
        | Special::Envreg13
        | Special::Envreg14
        | Special::Envreg15
        | Special::Envreg16
        | Special::Envreg17
        | Special::Envreg18
        | Special::Envreg19
        | Special::Envreg20
        | Special::Envreg21
        | Special::Envreg22
        | Special::Envreg23
        | Special::Envreg24
        | Special::Envreg25
        | Special::Envreg26
        | Special::Envreg27
        | Special::Envreg28
        | Special::Envreg29
        | Special::Envreg30
        | Special::Envreg31
        | Special::CurrentGraphExec
        | Special::Clock
        | Special::ClockHi
        | Special::Clock64
        | Special::Globaltimer
        | Special::GlobaltimerLo
        | Special::GlobaltimerHi => 0,
    };
    u64::from(value)
}

/// Does the register change while a thread runs?
pub(crate) const fn changes(special: Special) -> bool {
    matches!(
        special,
        Special::Clock
            | Special::ClockHi
            | Special::Clock64
            | Special::Globaltimer
            | Special::GlobaltimerLo
            | Special::GlobaltimerHi
    )
}

/// Is the register different in different clusters?
pub(crate) const fn differs(special: Special) -> bool {
    matches!(
        special,
        Special::CtaidX
            | Special::CtaidY
            | Special::CtaidZ
            | Special::ClusteridX
            | Special::ClusteridY
            | Special::ClusteridZ
    )
}
