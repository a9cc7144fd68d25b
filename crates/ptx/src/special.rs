//! Special registers: information about the thread, its block, its grid and its machine.

use crate::target::Needs;
use crate::types::Type;

macro_rules! special {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal $of:ident $($needs:literal)?;)+) => {
        /// A special register.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Special {
            $($(#[doc = $doc])+ $name,)+
        }

        static ROWS: &[Row] = &[$(Row {
            special: Special::$name,
            text: $text,
            of: Type::$of,
            needs: concat!($($needs)?),
            doc: concat!($($doc),+),
        }),+];
    };
}

/// The row of one special register.
struct Row {
    special: Special,
    text: &'static str,
    of: Type,
    needs: &'static str,
    doc: &'static str,
}

special! {
    /// Index of the thread in its block, along x.
    TidX = "%tid.x" U32;
    /// Index of the thread in its block, along y.
    TidY = "%tid.y" U32;
    /// Index of the thread in its block, along z.
    TidZ = "%tid.z" U32;
    /// Threads of a block, along x.
    NtidX = "%ntid.x" U32;
    /// Threads of a block, along y.
    NtidY = "%ntid.y" U32;
    /// Threads of a block, along z.
    NtidZ = "%ntid.z" U32;
    /// Index of the block in its grid, along x.
    CtaidX = "%ctaid.x" U32;
    /// Index of the block in its grid, along y.
    CtaidY = "%ctaid.y" U32;
    /// Index of the block in its grid, along z.
    CtaidZ = "%ctaid.z" U32;
    /// Blocks of the grid, along x.
    NctaidX = "%nctaid.x" U32;
    /// Blocks of the grid, along y.
    NctaidY = "%nctaid.y" U32;
    /// Blocks of the grid, along z.
    NctaidZ = "%nctaid.z" U32;
    /// Lane of the thread in its warp.
    Laneid = "%laneid" U32;
    /// Warp of the thread in its block.
    Warpid = "%warpid" U32;
    /// Warps that a block can have.
    Nwarpid = "%nwarpid" U32 "2.0 sm_20";
    /// Processor that the thread runs on.
    Smid = "%smid" U32;
    /// Processors of the machine.
    Nsmid = "%nsmid" U32 "2.0 sm_20";
    /// Number of the launch.
    Gridid = "%gridid" U64;
    /// Lanes with the same number.
    LanemaskEq = "%lanemask_eq" U32 "2.0 sm_20";
    /// Lanes with a number at most the same.
    LanemaskLe = "%lanemask_le" U32 "2.0 sm_20";
    /// Lanes with a smaller number.
    LanemaskLt = "%lanemask_lt" U32 "2.0 sm_20";
    /// Lanes with a number at least the same.
    LanemaskGe = "%lanemask_ge" U32 "2.0 sm_20";
    /// Lanes with a larger number.
    LanemaskGt = "%lanemask_gt" U32 "2.0 sm_20";
    /// Cycles.
    Clock = "%clock" U32;
    /// Upper half of the cycles.
    ClockHi = "%clock_hi" U32 "5.0 sm_20";
    /// Cycles, all bits.
    Clock64 = "%clock64" U64 "2.0 sm_20";
    /// Nanoseconds.
    Globaltimer = "%globaltimer" U64 "3.1 sm_30";
    /// Lower half of the nanoseconds.
    GlobaltimerLo = "%globaltimer_lo" U32 "3.1 sm_30";
    /// Upper half of the nanoseconds.
    GlobaltimerHi = "%globaltimer_hi" U32 "3.1 sm_30";
    /// Shared memory of the block, in bytes.
    TotalSmemSize = "%total_smem_size" U32 "4.1 sm_20";
    /// Shared memory of the block with what the system takes, in bytes.
    AggrSmemSize = "%aggr_smem_size" U32 "8.1 sm_90";
    /// Dynamic shared memory of the launch, in bytes.
    DynamicSmemSize = "%dynamic_smem_size" U32 "4.1 sm_20";
    /// Where the shared memory begins that the system takes.
    ReservedSmemOffsetBegin = "%reserved_smem_offset_begin" B32 "7.6 sm_80";
    /// Where the shared memory ends that the system takes.
    ReservedSmemOffsetEnd = "%reserved_smem_offset_end" B32 "7.6 sm_80";
    /// Capacity of the shared memory that the system takes.
    ReservedSmemOffsetCap = "%reserved_smem_offset_cap" B32 "7.6 sm_80";
    /// A place in the shared memory that the system takes.
    ReservedSmemOffset0 = "%reserved_smem_offset_0" B32 "7.6 sm_80";
    /// Another place in the shared memory that the system takes.
    ReservedSmemOffset1 = "%reserved_smem_offset_1" B32 "7.6 sm_80";
    /// Was the launch given clusters?
    IsExplicitCluster = "%is_explicit_cluster" Pred "7.8 sm_90";
    /// Index of the cluster in its grid, along x.
    ClusteridX = "%clusterid.x" U32 "7.8 sm_90";
    /// Index of the cluster in its grid, along y.
    ClusteridY = "%clusterid.y" U32 "7.8 sm_90";
    /// Index of the cluster in its grid, along z.
    ClusteridZ = "%clusterid.z" U32 "7.8 sm_90";
    /// Clusters of the grid, along x.
    NclusteridX = "%nclusterid.x" U32 "7.8 sm_90";
    /// Clusters of the grid, along y.
    NclusteridY = "%nclusterid.y" U32 "7.8 sm_90";
    /// Clusters of the grid, along z.
    NclusteridZ = "%nclusterid.z" U32 "7.8 sm_90";
    /// Index of the block in its cluster, along x.
    ClusterCtaidX = "%cluster_ctaid.x" U32 "7.8 sm_90";
    /// Index of the block in its cluster, along y.
    ClusterCtaidY = "%cluster_ctaid.y" U32 "7.8 sm_90";
    /// Index of the block in its cluster, along z.
    ClusterCtaidZ = "%cluster_ctaid.z" U32 "7.8 sm_90";
    /// Blocks of a cluster, along x.
    ClusterNctaidX = "%cluster_nctaid.x" U32 "7.8 sm_90";
    /// Blocks of a cluster, along y.
    ClusterNctaidY = "%cluster_nctaid.y" U32 "7.8 sm_90";
    /// Blocks of a cluster, along z.
    ClusterNctaidZ = "%cluster_nctaid.z" U32 "7.8 sm_90";
    /// Rank of the block in its cluster.
    ClusterCtarank = "%cluster_ctarank" U32 "7.8 sm_90";
    /// Blocks of a cluster.
    ClusterNctarank = "%cluster_nctarank" U32 "7.8 sm_90";
    /// Where the launch's own parameters are stored.
    CurrentGraphExec = "%current_graph_exec" U64 "8.0 sm_50";
    /// Word 0 of the launch information of the driver.
    Envreg0 = "%envreg0" B32;
    /// Word 1 of the launch information of the driver.
    Envreg1 = "%envreg1" B32;
    /// Word 2 of the launch information of the driver.
    Envreg2 = "%envreg2" B32;
    /// Word 3 of the launch information of the driver.
    Envreg3 = "%envreg3" B32;
    /// Word 4 of the launch information of the driver.
    Envreg4 = "%envreg4" B32;
    /// Word 5 of the launch information of the driver.
    Envreg5 = "%envreg5" B32;
    /// Word 6 of the launch information of the driver.
    Envreg6 = "%envreg6" B32;
    /// Word 7 of the launch information of the driver.
    Envreg7 = "%envreg7" B32;
    /// Word 8 of the launch information of the driver.
    Envreg8 = "%envreg8" B32;
    /// Word 9 of the launch information of the driver.
    Envreg9 = "%envreg9" B32;
    /// Word 10 of the launch information of the driver.
    Envreg10 = "%envreg10" B32;
    /// Word 11 of the launch information of the driver.
    Envreg11 = "%envreg11" B32;
    /// Word 12 of the launch information of the driver.
    Envreg12 = "%envreg12" B32;
    /// Word 13 of the launch information of the driver.
    Envreg13 = "%envreg13" B32;
    /// Word 14 of the launch information of the driver.
    Envreg14 = "%envreg14" B32;
    /// Word 15 of the launch information of the driver.
    Envreg15 = "%envreg15" B32;
    /// Word 16 of the launch information of the driver.
    Envreg16 = "%envreg16" B32;
    /// Word 17 of the launch information of the driver.
    Envreg17 = "%envreg17" B32;
    /// Word 18 of the launch information of the driver.
    Envreg18 = "%envreg18" B32;
    /// Word 19 of the launch information of the driver.
    Envreg19 = "%envreg19" B32;
    /// Word 20 of the launch information of the driver.
    Envreg20 = "%envreg20" B32;
    /// Word 21 of the launch information of the driver.
    Envreg21 = "%envreg21" B32;
    /// Word 22 of the launch information of the driver.
    Envreg22 = "%envreg22" B32;
    /// Word 23 of the launch information of the driver.
    Envreg23 = "%envreg23" B32;
    /// Word 24 of the launch information of the driver.
    Envreg24 = "%envreg24" B32;
    /// Word 25 of the launch information of the driver.
    Envreg25 = "%envreg25" B32;
    /// Word 26 of the launch information of the driver.
    Envreg26 = "%envreg26" B32;
    /// Word 27 of the launch information of the driver.
    Envreg27 = "%envreg27" B32;
    /// Word 28 of the launch information of the driver.
    Envreg28 = "%envreg28" B32;
    /// Word 29 of the launch information of the driver.
    Envreg29 = "%envreg29" B32;
    /// Word 30 of the launch information of the driver.
    Envreg30 = "%envreg30" B32;
    /// Word 31 of the launch information of the driver.
    Envreg31 = "%envreg31" B32;
    /// Lanes of a warp, a constant.
    WarpSize = "WARP_SZ" U32;
}

impl Special {
    /// Every special register.
    pub fn all() -> impl Iterator<Item = Special> {
        ROWS.iter().map(|row| row.special)
    }

    /// The special register of a name.
    pub fn named(text: &str) -> Option<Special> {
        ROWS.iter().find(|row| row.text == text).map(|row| row.special)
    }

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Its name.
    pub fn text(self) -> &'static str {
        self.row().text
    }

    /// Its type.
    pub fn of(self) -> Type {
        self.row().of
    }

    /// A description in one line.
    pub fn doc(self) -> &'static str {
        self.row().doc
    }

    /// The version and the targets that have it.
    pub fn needs(self) -> Needs {
        Needs::parse(self.row().needs).expect("needs of special registers are well formed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_order_and_well_formed() {
        assert!(ROWS.iter().enumerate().all(|(index, row)| row.special as usize == index));
        assert!(Special::all().all(|special| special.needs().version <= crate::Version::NEWEST));
    }
}
