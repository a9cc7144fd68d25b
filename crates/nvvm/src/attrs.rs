//! Enumerated attributes of level 4.

use crate::types::Space;

ir::attr_enums! {
    /// Special registers (PTX ISA, 10).
    SpecialRegister {
        /// The number of the thread in its block, along x.
        TidX "tid.x",
        /// The same, along y.
        TidY "tid.y",
        /// The same, along z.
        TidZ "tid.z",
        /// The number of threads in a block, along x.
        NTidX "ntid.x",
        /// The same, along y.
        NTidY "ntid.y",
        /// The same, along z.
        NTidZ "ntid.z",
        /// The number of the thread block in the grid, along x.
        CtaIdX "ctaid.x",
        /// The same, along y.
        CtaIdY "ctaid.y",
        /// The same, along z.
        CtaIdZ "ctaid.z",
        /// The number of thread blocks in the grid, along x.
        NCtaIdX "nctaid.x",
        /// The same, along y.
        NCtaIdY "nctaid.y",
        /// The same, along z.
        NCtaIdZ "nctaid.z",
        /// The number of the lane in its warp.
        LaneId "laneid",
        /// The number of the multiprocessor that runs the thread.
        SmId "smid",
        /// The number of the thread block in its cluster, along x.
        ClusterCtaIdX "cluster_ctaid.x",
        /// The rank of the thread block in its cluster.
        ClusterCtaRank "cluster_ctarank",
        /// The number of the cluster in the grid, along x.
        ClusterIdX "clusterid.x",
        /// The same, along y.
        ClusterIdY "clusterid.y",
        /// The same, along z.
        ClusterIdZ "clusterid.z",
        /// The number of clusters in the grid, along x.
        NClusterIdX "nclusterid.x",
        /// The same, along y.
        NClusterIdY "nclusterid.y",
        /// The same, along z.
        NClusterIdZ "nclusterid.z",
    }
    /// How lanes are paired by `shfl`.
    ShuffleKind {
        /// The lane whose number differs in the bits of the mask.
        Butterfly "bfly",
        /// The lane of that number.
        Index "idx",
        /// The lane whose number is lower by the operand.
        Up "up",
        /// The lane whose number is higher by the operand.
        Down "down",
    }
    /// The result of `vote`.
    VoteKind {
        /// True if the predicate holds in all lanes.
        All "all",
        /// True if it holds in any lane.
        Any "any",
        /// True where it is the same in all lanes.
        Uniform "uni",
        /// One bit for each lane.
        Ballot "ballot",
    }
    /// Hints for the caches.
    CacheHint {
        /// No hint.
        Default "default",
        /// The line is the first to leave the L1 cache.
        EvictFirst "evict_first",
        /// The line is the last to leave it.
        EvictLast "evict_last",
        /// The line is not put there.
        NoAllocate "no_allocate",
        /// The line is used once.
        Streaming "streaming",
    }
    /// Functions that the hardware approximates.
    Approximation {
        /// 2 to the power of the source.
        Ex2 "ex2",
        /// Logarithm to base 2.
        Lg2 "lg2",
        /// Reciprocal.
        Rcp "rcp",
        /// Reciprocal of the square root.
        Rsqrt "rsqrt",
        /// Square root.
        Sqrt "sqrt",
        /// Sine.
        Sin "sin",
        /// Cosine.
        Cos "cos",
        /// Hyperbolic tangent.
        Tanh "tanh",
    }
    /// Formats of elements in fragments and in pairs of narrow floats.
    ElementFormat {
        /// Float of 4 exponent and 3 mantissa bits.
        E4M3 "e4m3",
        /// Float of 5 exponent and 2 mantissa bits.
        E5M2 "e5m2",
        /// Float of 2 exponent bits and 1 mantissa bit.
        E2M1 "e2m1",
        /// Float of 2 exponent and 3 mantissa bits.
        E2M3 "e2m3",
        /// Float of 3 exponent and 2 mantissa bits.
        E3M2 "e3m2",
        /// Power of two, of 8 exponent bits.
        UE8M0 "ue8m0",
        /// Float of 4 exponent and 3 mantissa bits without a sign.
        UE4M3 "ue4m3",
        /// tf32, held in 32 bits.
        TF32 "tf32",
        /// binary16.
        F16 "f16",
        /// bfloat16.
        BF16 "bf16",
        /// Signed integer of 4 bits.
        S4 "s4",
        /// Unsigned integer of 4 bits.
        U4 "u4",
        /// Signed integer of 8 bits.
        S8 "s8",
        /// Unsigned integer of 8 bits.
        U8 "u8",
        /// One bit.
        B1 "b1",
    }
    /// Extents of the matrices that one instruction multiplies (mma.sync, 9.7.15): rows and columns of the sum, then the
    /// inner dimension.
    MmaShape {
        /// 8 by 8, 4.
        M8N8K4 "m8n8k4",
        /// 8 by 8, 16.
        M8N8K16 "m8n8k16",
        /// 8 by 8, 32.
        M8N8K32 "m8n8k32",
        /// 8 by 8, 128.
        M8N8K128 "m8n8k128",
        /// 16 by 8, 4.
        M16N8K4 "m16n8k4",
        /// 16 by 8, 8.
        M16N8K8 "m16n8k8",
        /// 16 by 8, 16.
        M16N8K16 "m16n8k16",
        /// 16 by 8, 32.
        M16N8K32 "m16n8k32",
        /// 16 by 8, 64.
        M16N8K64 "m16n8k64",
        /// 16 by 8, 128.
        M16N8K128 "m16n8k128",
        /// 16 by 8, 256.
        M16N8K256 "m16n8k256",
    }
    /// The space of a global.
    GlobalSpace {
        /// Memory of the device.
        Global "global",
        /// Memory of the thread block.
        Shared "shared",
        /// Constant memory.
        Const "const",
    }
    /// The accesses that a fence orders.
    FenceOrdering {
        /// Accesses before it against those after it.
        AcqRel "acq_rel",
        /// The same, in one order that all threads see.
        SeqCst "sc",
        /// Accesses through one virtual address against those through another.
        Alias "alias",
        /// Accesses of threads to shared memory against those of the asynchronous proxy.
        AsyncShared "async_shared",
        /// The same for global memory.
        AsyncGlobal "async_global",
        /// The same for shared memory of the cluster.
        AsyncCluster "async_cluster",
        /// The same for all memory.
        Async "async",
        /// The making of mbarriers before what the cluster does with them.
        MbarrierInit "mbarrier_init",
    }
    /// For whom an arrival at an mbarrier releases what the thread has done, or a wait acquires what others have.
    ArrivalScope {
        /// The default of the instruction.
        Default "default",
        /// The thread block.
        Cta "cta",
        /// The cluster.
        Cluster "cluster",
    }
    /// On which side of a synchronisation of threads a fence of tensor memory stands.
    SyncSide {
        /// Before it: what this thread has done is seen by those that it meets.
        Before "before",
        /// After it: what those have done is seen by this thread.
        After "after",
    }
    /// The action of `setmaxnreg`.
    RegisterAction {
        /// Asks for registers.
        Increase "inc",
        /// Gives registers back.
        Decrease "dec",
    }
    /// How a bulk store combines its elements with those in memory.
    BulkReduction {
        /// Their sum.
        Add "add",
        /// The smaller one.
        Min "min",
        /// The larger one.
        Max "max",
        /// One more, or 0 above the operand.
        Inc "inc",
        /// One less, or the operand below 0.
        Dec "dec",
        /// The bits that both have.
        And "and",
        /// The bits that one has.
        Or "or",
        /// The bits that one has and the other lacks.
        Xor "xor",
    }
    /// Elements of a tensor map (CUDA driver API, `CUtensorMapDataType`).
    MapElement {
        /// 8 bits.
        U8 "u8",
        /// 16 bits.
        U16 "u16",
        /// Unsigned integer of 32 bits.
        U32 "u32",
        /// Signed integer of 32 bits.
        S32 "s32",
        /// Unsigned integer of 64 bits.
        U64 "u64",
        /// Signed integer of 64 bits.
        S64 "s64",
        /// binary16.
        F16 "f16",
        /// bfloat16.
        BF16 "bf16",
        /// binary32.
        F32 "f32",
        /// binary64.
        F64 "f64",
        /// binary32, which copies into shared memory round to tf32.
        TF32 "tf32",
        /// 4 bits, two in a byte, in memory and in shared memory.
        B4X16 "b4x16",
    }
    /// A field of a tensor map.
    MapField {
        /// Where its memory begins.
        Address "address",
        /// Its dimensions, less one.
        Rank "rank",
        /// Elements of a box along a dimension.
        Box "box",
        /// Elements of its memory along a dimension.
        Extent "extent",
        /// Bytes from one index of a dimension to the next, from the second dimension on.
        Stride "stride",
        /// Elements from one that is copied to the next along a dimension.
        ElementStride "element_stride",
        /// The element type.
        Element "element",
        /// Whether channels are interleaved.
        Interleave "interleave",
        /// How boxes are swizzled.
        Swizzle "swizzle",
        /// The value of elements outside.
        Fill "fill",
    }
    /// The threads that take part in a fence.
    FenceScope {
        /// The thread block.
        Cta "cta",
        /// The device.
        Device "device",
        /// All devices and the host.
        System "sys",
        /// The cluster.
        Cluster "cluster",
    }
}

impl MmaShape {
    /// Rows, columns, inner dimension.
    pub const fn extents(self) -> [u32; 3] {
        match self {
            MmaShape::M8N8K4 => [8, 8, 4],
            MmaShape::M8N8K16 => [8, 8, 16],
            MmaShape::M8N8K32 => [8, 8, 32],
            MmaShape::M8N8K128 => [8, 8, 128],
            MmaShape::M16N8K4 => [16, 8, 4],
            MmaShape::M16N8K8 => [16, 8, 8],
            MmaShape::M16N8K16 => [16, 8, 16],
            MmaShape::M16N8K32 => [16, 8, 32],
            MmaShape::M16N8K64 => [16, 8, 64],
            MmaShape::M16N8K128 => [16, 8, 128],
            MmaShape::M16N8K256 => [16, 8, 256],
        }
    }

    /// The shape of these extents, if an instruction has it.
    pub fn of(extents: [u32; 3]) -> Option<MmaShape> {
        MmaShape::ALL.iter().copied().find(|shape| shape.extents() == extents)
    }
}

impl MapElement {
    /// Bits of an element.
    pub const fn bits(self) -> u32 {
        match self {
            MapElement::B4X16 => 4,
            MapElement::U8 => 8,
            MapElement::U16 | MapElement::F16 | MapElement::BF16 => 16,
            MapElement::U32 | MapElement::S32 | MapElement::F32 | MapElement::TF32 => 32,
            MapElement::U64 | MapElement::S64 | MapElement::F64 => 64,
        }
    }

    /// The number that extents of the innermost dimension are multiples of: elements of whole bytes.
    pub const fn unit(self) -> u32 {
        8u32.div_ceil(self.bits())
    }
}

impl ElementFormat {
    /// Bits of an element in the register of a fragment.
    pub const fn fragment_bits(self) -> u32 {
        match self {
            ElementFormat::TF32 => 32,
            ElementFormat::F16 | ElementFormat::BF16 => 16,
            // Elements of 4 and 6 bits of these formats are padded to a byte.
            ElementFormat::E4M3
            | ElementFormat::E5M2
            | ElementFormat::E2M1
            | ElementFormat::E2M3
            | ElementFormat::E3M2
            | ElementFormat::UE8M0
            | ElementFormat::UE4M3
            | ElementFormat::S8
            | ElementFormat::U8 => 8,
            ElementFormat::S4 | ElementFormat::U4 => 4,
            ElementFormat::B1 => 1,
        }
    }
}

impl GlobalSpace {
    /// The state space.
    pub const fn space(self) -> Space {
        match self {
            GlobalSpace::Global => Space::Global,
            GlobalSpace::Shared => Space::Shared,
            GlobalSpace::Const => Space::Const,
        }
    }
}
