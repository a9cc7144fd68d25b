//! Modifiers: the words after a mnemonic, each with a dot before it, and the names of their places in a form.

macro_rules! names {
    ($(#[doc = $doc:literal])+ $name:ident { $($variant:ident = $text:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "each is the name it stands for")]
        pub enum $name {
            $($variant,)+
        }

        impl $name {
            /// Every one of them.
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// The text of the modifier, without its dot.
            pub const fn text(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)+
                }
            }

            /// The modifier of this name.
            pub fn named(text: &str) -> Option<$name> {
                match text {
                    $($text => Some($name::$variant),)+
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.text())
            }
        }
    };
}

pub(crate) use names;

names! {
    /// A place in a form where one of several modifiers stands.
    Field {
        Query = "query",
        Geom = "geom",
        Comp = "comp",
        Action = "action",
        Alayout = "alayout",
        Atype = "atype",
        Blayout = "blayout",
        Bool = "bool",
        Btype = "btype",
        Cmp = "cmp",
        Collector = "collector",
        Cop = "cop",
        Ctype = "ctype",
        Dim = "dim",
        Dtype = "dtype",
        Field = "field",
        Group = "group",
        Half = "half",
        How = "how",
        Kind = "kind",
        L1 = "l1",
        L2 = "l2",
        Layout = "layout",
        Level = "level",
        Mode = "mode",
        Multicast = "multicast",
        Num = "num",
        Op = "op",
        Prefetch = "prefetch",
        Primary = "primary",
        Rnd = "rnd",
        Scale = "scale",
        Scope = "scope",
        Secondary = "secondary",
        Sem = "sem",
        Shape = "shape",
        Side = "side",
        Size = "size",
        Src = "src",
        Ss = "ss",
        Stype = "stype",
        Test = "test",
        Type = "type",
        Vec = "vec",
        What = "what",    }
}

names! {
    /// A modifier after a mnemonic, without its dot.
    Modifier {
        A1d = "a1d",
        A2d = "a2d",
        Cube = "cube",
        Acube = "acube",
        D2ms = "2dms",
        A2dms = "a2dms",
        Base = "base",
        Level = "level",
        Grad = "grad",
        B = "b",
        P = "p",
        G = "g",
        A = "a",
        Trap = "trap",
        Zero = "zero",
        Width = "width",
        Height = "height",
        Depth = "depth",
        ChannelDataType = "channel_data_type",
        ChannelOrder = "channel_order",
        NormalizedCoords = "normalized_coords",
        ArraySize = "array_size",
        NumMipmapLevels = "num_mipmap_levels",
        NumSamples = "num_samples",
        ForceUnnormalizedCoords = "force_unnormalized_coords",
        FilterMode = "filter_mode",
        AddrMode0 = "addr_mode_0",
        AddrMode1 = "addr_mode_1",
        AddrMode2 = "addr_mode_2",
        MemoryLayout = "memory_layout",
        Texref = "texref",
        Samplerref = "samplerref",
        Surfref = "surfref",
        Shr7 = "shr7",
        Shr15 = "shr15",
        Po = "po",
        S128x128b = "128x128b",
        S128x256b = "128x256b",
        S16x128b = "16x128b",
        S16x256b = "16x256b",
        S16x32bx2 = "16x32bx2",
        S16x64b = "16x64b",
        D1 = "1d",
        D2 = "2d",
        S32x128b = "32x128b",
        S32x32b = "32x32b",
        D3 = "3d",
        D4 = "4d",
        S4x256b = "4x256b",
        D5 = "5d",
        S64x128b = "64x128b",
        L1 = "L1",
        L1EvictFirst = "L1::evict_first",
        L1EvictLast = "L1::evict_last",
        L1EvictNormal = "L1::evict_normal",
        L1EvictUnchanged = "L1::evict_unchanged",
        L1NoAllocate = "L1::no_allocate",
        L2 = "L2",
        L2128B = "L2::128B",
        L2256B = "L2::256B",
        L264B = "L2::64B",
        L2CacheHint = "L2::cache_hint",
        L2EvictFirst = "L2::evict_first",
        L2EvictLast = "L2::evict_last",
        L2EvictNormal = "L2::evict_normal",
        L2EvictUnchanged = "L2::evict_unchanged",
        NaN = "NaN",
        Abs = "abs",
        AccF32 = "acc::f32",
        AcqRel = "acq_rel",
        Acquire = "acquire",
        Add = "add",
        Alias = "alias",
        Aligned = "aligned",
        All = "all",
        And = "and",
        Any = "any",
        Approx = "approx",
        Async = "async",
        AsyncGeneric = "async::generic",
        B1 = "b1",
        B1024 = "b1024",
        B128 = "b128",
        B16 = "b16",
        B32 = "b32",
        B4e = "b4e",
        B4x16P64 = "b4x16_p64",
        B64 = "b64",
        B6x16P32 = "b6x16_p32",
        B8 = "b8",
        B8x16 = "b8x16",
        Ballot = "ballot",
        Bf16 = "bf16",
        Bf16x2 = "bf16x2",
        Bfly = "bfly",
        Block16 = "block16",
        Block32 = "block32",
        BlockScale = "block_scale",
        BoxDim = "box_dim",
        BulkGroup = "bulk_group",
        Ca = "ca",
        Cas = "cas",
        Cc = "cc",
        Cg = "cg",
        Clamp = "clamp",
        Cluster = "cluster",
        Col = "col",
        CollectorADiscard = "collector::a::discard",
        CollectorAFill = "collector::a::fill",
        CollectorALastuse = "collector::a::lastuse",
        CollectorAUse = "collector::a::use",
        CollectorB0Discard = "collector::b0::discard",
        CollectorB0Fill = "collector::b0::fill",
        CollectorB0Lastuse = "collector::b0::lastuse",
        CollectorB0Use = "collector::b0::use",
        CollectorB1Discard = "collector::b1::discard",
        CollectorB1Fill = "collector::b1::fill",
        CollectorB1Lastuse = "collector::b1::lastuse",
        CollectorB1Use = "collector::b1::use",
        CollectorB2Discard = "collector::b2::discard",
        CollectorB2Fill = "collector::b2::fill",
        CollectorB2Lastuse = "collector::b2::lastuse",
        CollectorB2Use = "collector::b2::use",
        CollectorB3Discard = "collector::b3::discard",
        CollectorB3Fill = "collector::b3::fill",
        CollectorB3Lastuse = "collector::b3::lastuse",
        CollectorB3Use = "collector::b3::use",
        Const = "const",
        CpMask = "cp_mask",
        Cs = "cs",
        Cta = "cta",
        CtaGroup1 = "cta_group::1",
        CtaGroup2 = "cta_group::2",
        Cv = "cv",
        Cvt = "cvt",
        Dec = "dec",
        Down = "down",
        E2m1 = "e2m1",
        E2m1x2 = "e2m1x2",
        E2m1x4 = "e2m1x4",
        E2m3 = "e2m3",
        E2m3x2 = "e2m3x2",
        E2m3x4 = "e2m3x4",
        E3m2 = "e3m2",
        E3m2x2 = "e3m2x2",
        E3m2x4 = "e3m2x4",
        E4m3 = "e4m3",
        E4m3x2 = "e4m3x2",
        E4m3x4 = "e4m3x4",
        E5m2 = "e5m2",
        E5m2x2 = "e5m2x2",
        E5m2x4 = "e5m2x4",
        Ecl = "ecl",
        Ecr = "ecr",
        ElementStride = "element_stride",
        Elemtype = "elemtype",
        Eq = "eq",
        Equ = "equ",
        Exch = "exch",
        ExpectTx = "expect_tx",
        F16 = "f16",
        F16x2 = "f16x2",
        F32 = "f32",
        F32x2 = "f32x2",
        F4e = "f4e",
        F64 = "f64",
        FillMode = "fill_mode",
        Finite = "finite",
        Fractional = "fractional",
        Ftz = "ftz",
        Full = "full",
        Ge = "ge",
        GetFirstCtaid = "get_first_ctaid",
        GetFirstCtaidX = "get_first_ctaid::x",
        GetFirstCtaidY = "get_first_ctaid::y",
        GetFirstCtaidZ = "get_first_ctaid::z",
        Geu = "geu",
        Gl = "gl",
        Global = "global",
        GlobalAddress = "global_address",
        GlobalDim = "global_dim",
        GlobalStride = "global_stride",
        Gpu = "gpu",
        Gt = "gt",
        Gtu = "gtu",
        Hi = "hi",
        Hs = "hs",
        Idx = "idx",
        Im2col = "im2col",
        Im2colW = "im2col::w",
        Im2colW128 = "im2col::w::128",
        Im2colNoOffs = "im2col_no_offs",
        Inc = "inc",
        Infinite = "infinite",
        InterleaveLayout = "interleave_layout",
        IsCanceled = "is_canceled",
        KindF16 = "kind::f16",
        KindF8f6f4 = "kind::f8f6f4",
        KindI8 = "kind::i8",
        KindMxf4 = "kind::mxf4",
        KindMxf4nvf4 = "kind::mxf4nvf4",
        KindMxf8f6f4 = "kind::mxf8f6f4",
        KindTf32 = "kind::tf32",
        L = "l",
        LaunchDependents = "launch_dependents",
        Le = "le",
        Leu = "leu",
        Lo = "lo",
        Local = "local",
        Ls = "ls",
        Lt = "lt",
        Ltu = "ltu",
        Lu = "lu",
        M16n16 = "m16n16",
        M16n8 = "m16n8",
        M8n16 = "m8n16",
        M8n8 = "m8n8",
        Mask = "mask",
        Max = "max",
        MbarrierArriveOne = "mbarrier::arrive::one",
        MbarrierCompleteTxBytes = "mbarrier::complete_tx::bytes",
        Min = "min",
        Mmio = "mmio",
        MulticastCluster = "multicast::cluster",
        MulticastClusterAll = "multicast::cluster::all",
        Nan = "nan",
        Nc = "nc",
        Ne = "ne",
        Neu = "neu",
        NoComplete = "noComplete",
        Noftz = "noftz",
        Noinc = "noinc",
        Normal = "normal",
        Notanumber = "notanumber",
        Num = "num",
        Number = "number",
        Oob = "oob",
        Or = "or",
        Pack16b = "pack::16b",
        Param = "param",
        ParamEntry = "param::entry",
        ParamFunc = "param::func",
        Parity = "parity",
        Popc = "popc",
        Pred = "pred",
        R = "r",
        Range = "range",
        Rank = "rank",
        Rc16 = "rc16",
        Rc8 = "rc8",
        Read = "read",
        Relaxed = "relaxed",
        Release = "release",
        Relu = "relu",
        Rm = "rm",
        Rmi = "rmi",
        Rn = "rn",
        Rna = "rna",
        Rni = "rni",
        Row = "row",
        Rp = "rp",
        Rpi = "rpi",
        Rs = "rs",
        Rz = "rz",
        Rzi = "rzi",
        S16 = "s16",
        S16x2 = "s16x2",
        S2 = "s2",
        S32 = "s32",
        S4 = "s4",
        S64 = "s64",
        S8 = "s8",
        Sat = "sat",
        Satfinite = "satfinite",
        Sc = "sc",
        ScaleVec1X = "scale_vec::1X",
        ScaleVec2X = "scale_vec::2X",
        ScaleVec4X = "scale_vec::4X",
        Shared = "shared",
        SharedCluster = "shared::cluster",
        SharedCta = "shared::cta",
        Shiftamt = "shiftamt",
        Subnormal = "subnormal",
        SwizzleAtomicity = "swizzle_atomicity",
        SwizzleMode = "swizzle_mode",
        Sync = "sync",
        SyncRestrictSharedCluster = "sync_restrict::shared::cluster",
        SyncRestrictSharedCta = "sync_restrict::shared::cta",
        Sys = "sys",
        Tensormap = "tensormap",
        TensormapGeneric = "tensormap::generic",
        Tf32 = "tf32",
        Tile = "tile",
        TileGather4 = "tile::gather4",
        TileScatter4 = "tile::scatter4",
        To = "to",
        Trans = "trans",
        U16 = "u16",
        U16x2 = "u16x2",
        U2 = "u2",
        U32 = "u32",
        U4 = "u4",
        U64 = "u64",
        U8 = "u8",
        Ue4m3 = "ue4m3",
        Ue8m0 = "ue8m0",
        Ue8m0x2 = "ue8m0x2",
        Uni = "uni",
        Unpack16b = "unpack::16b",
        Up = "up",
        V2 = "v2",
        V4 = "v4",
        V8 = "v8",
        Volatile = "volatile",
        Wait = "wait",
        Warpx20123 = "warpx2::01_23",
        Warpx20213 = "warpx2::02_13",
        Warpx4 = "warpx4",
        Wb = "wb",
        Weak = "weak",
        Wide = "wide",
        Wrap = "wrap",
        Wt = "wt",
        X1 = "x1",
        X128 = "x128",
        X16 = "x16",
        X2 = "x2",
        X32 = "x32",
        X4 = "x4",
        X64 = "x64",
        X8 = "x8",
        Xor = "xor",
        Xorsign = "xorsign",
        M8n8k4 = "m8n8k4",
        M8n8k16 = "m8n8k16",
        M8n32k16 = "m8n32k16",
        M8n8k32 = "m8n8k32",
        M8n8k128 = "m8n8k128",
        M16n8k4 = "m16n8k4",
        M16n8k8 = "m16n8k8",
        M16n16k8 = "m16n16k8",
        M16n8k16 = "m16n8k16",
        M16n16k16 = "m16n16k16",
        M16n8k32 = "m16n8k32",
        M16n8k64 = "m16n8k64",
        M16n8k128 = "m16n8k128",
        M16n8k256 = "m16n8k256",
        M32n8k16 = "m32n8k16",
        M64n8k8 = "m64n8k8",
        M64n16k8 = "m64n16k8",
        M64n24k8 = "m64n24k8",
        M64n32k8 = "m64n32k8",
        M64n40k8 = "m64n40k8",
        M64n48k8 = "m64n48k8",
        M64n56k8 = "m64n56k8",
        M64n64k8 = "m64n64k8",
        M64n72k8 = "m64n72k8",
        M64n80k8 = "m64n80k8",
        M64n88k8 = "m64n88k8",
        M64n96k8 = "m64n96k8",
        M64n104k8 = "m64n104k8",
        M64n112k8 = "m64n112k8",
        M64n120k8 = "m64n120k8",
        M64n128k8 = "m64n128k8",
        M64n136k8 = "m64n136k8",
        M64n144k8 = "m64n144k8",
        M64n152k8 = "m64n152k8",
        M64n160k8 = "m64n160k8",
        M64n168k8 = "m64n168k8",
        M64n176k8 = "m64n176k8",
        M64n184k8 = "m64n184k8",
        M64n192k8 = "m64n192k8",
        M64n200k8 = "m64n200k8",
        M64n208k8 = "m64n208k8",
        M64n216k8 = "m64n216k8",
        M64n224k8 = "m64n224k8",
        M64n232k8 = "m64n232k8",
        M64n240k8 = "m64n240k8",
        M64n248k8 = "m64n248k8",
        M64n256k8 = "m64n256k8",
        M64n8k16 = "m64n8k16",
        M64n16k16 = "m64n16k16",
        M64n24k16 = "m64n24k16",
        M64n32k16 = "m64n32k16",
        M64n40k16 = "m64n40k16",
        M64n48k16 = "m64n48k16",
        M64n56k16 = "m64n56k16",
        M64n64k16 = "m64n64k16",
        M64n72k16 = "m64n72k16",
        M64n80k16 = "m64n80k16",
        M64n88k16 = "m64n88k16",
        M64n96k16 = "m64n96k16",
        M64n104k16 = "m64n104k16",
        M64n112k16 = "m64n112k16",
        M64n120k16 = "m64n120k16",
        M64n128k16 = "m64n128k16",
        M64n136k16 = "m64n136k16",
        M64n144k16 = "m64n144k16",
        M64n152k16 = "m64n152k16",
        M64n160k16 = "m64n160k16",
        M64n168k16 = "m64n168k16",
        M64n176k16 = "m64n176k16",
        M64n184k16 = "m64n184k16",
        M64n192k16 = "m64n192k16",
        M64n200k16 = "m64n200k16",
        M64n208k16 = "m64n208k16",
        M64n216k16 = "m64n216k16",
        M64n224k16 = "m64n224k16",
        M64n232k16 = "m64n232k16",
        M64n240k16 = "m64n240k16",
        M64n248k16 = "m64n248k16",
        M64n256k16 = "m64n256k16",
        M64n8k32 = "m64n8k32",
        M64n16k32 = "m64n16k32",
        M64n24k32 = "m64n24k32",
        M64n32k32 = "m64n32k32",
        M64n40k32 = "m64n40k32",
        M64n48k32 = "m64n48k32",
        M64n56k32 = "m64n56k32",
        M64n64k32 = "m64n64k32",
        M64n72k32 = "m64n72k32",
        M64n80k32 = "m64n80k32",
        M64n88k32 = "m64n88k32",
        M64n96k32 = "m64n96k32",
        M64n104k32 = "m64n104k32",
        M64n112k32 = "m64n112k32",
        M64n120k32 = "m64n120k32",
        M64n128k32 = "m64n128k32",
        M64n136k32 = "m64n136k32",
        M64n144k32 = "m64n144k32",
        M64n152k32 = "m64n152k32",
        M64n160k32 = "m64n160k32",
        M64n168k32 = "m64n168k32",
        M64n176k32 = "m64n176k32",
        M64n184k32 = "m64n184k32",
        M64n192k32 = "m64n192k32",
        M64n200k32 = "m64n200k32",
        M64n208k32 = "m64n208k32",
        M64n216k32 = "m64n216k32",
        M64n224k32 = "m64n224k32",
        M64n232k32 = "m64n232k32",
        M64n240k32 = "m64n240k32",
        M64n248k32 = "m64n248k32",
        M64n256k32 = "m64n256k32",
        M64n8k256 = "m64n8k256",
        M64n16k256 = "m64n16k256",
        M64n24k256 = "m64n24k256",
        M64n32k256 = "m64n32k256",
        M64n48k256 = "m64n48k256",
        M64n64k256 = "m64n64k256",
        M64n80k256 = "m64n80k256",
        M64n96k256 = "m64n96k256",
        M64n112k256 = "m64n112k256",
        M64n128k256 = "m64n128k256",
        M64n144k256 = "m64n144k256",
        M64n160k256 = "m64n160k256",
        M64n176k256 = "m64n176k256",
        M64n192k256 = "m64n192k256",
        M64n208k256 = "m64n208k256",
        M64n224k256 = "m64n224k256",
        M64n240k256 = "m64n240k256",
        M64n256k256 = "m64n256k256",    }
}

/// A kind of modifiers whose order determines their meaning: `cvt.rn.f16.f32` is not `cvt.rn.f32.f16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Types.
    Types,
    /// `row` and `col`.
    Layouts,
    /// State spaces.
    Spaces,
}

impl Modifier {
    /// The number in the modifier: elements of `v4`, matrices of `x2`, dimensions of `3d`.
    pub fn count(self) -> Option<u32> {
        let text = self.text();
        let digits = text.strip_prefix(['v', 'x']).or_else(|| text.strip_suffix('d'))?;
        digits.parse().ok()
    }

    /// Coordinates without that of the layer, of a geometry of textures; three are written as four.
    pub(crate) fn offsets(self) -> Option<u32> {
        Some(match self {
            Modifier::D1 | Modifier::A1d => 1,
            Modifier::D2 | Modifier::A2d | Modifier::D2ms | Modifier::A2dms => 2,
            Modifier::D3 | Modifier::Cube | Modifier::Acube => 4,
            _ => return None,
        })
    }

    /// Is the first coordinate the number of a layer?
    pub(crate) fn is_layered(self) -> bool {
        matches!(self, Modifier::A1d | Modifier::A2d | Modifier::A2dms | Modifier::Acube)
    }

    /// Rows, columns and depth of a shape such as `m16n8k16`.
    pub fn shape(self) -> Option<(u32, u32, u32)> {
        let (m, rest) = self.text().strip_prefix('m')?.split_once('n')?;
        let (n, k) = rest.split_once('k')?;
        Some((m.parse().ok()?, n.parse().ok()?, k.parse().ok()?))
    }

    /// Modifiers of one such kind say by their order what they are about; all others may stand anywhere.
    pub(crate) fn order(self) -> Option<Order> {
        use Modifier::*;
        match self {
            Row | Col => Some(Order::Layouts),
            Global | Shared | SharedCta | SharedCluster | Local | Const | Param | ParamEntry | ParamFunc => {
                Some(Order::Spaces)
            }
            B1 | B8 | B16 | B32 | B64 | B128 | B1024 | U2 | U4 | U8 | U16 | U32 | U64 | S2 | S4 | S8
            | S16 | S32 | S64 | U16x2 | S16x2 | F16 | F16x2 | F32 | F32x2 | F64 | Bf16 | Bf16x2 | Tf32
            | E2m1 | E2m1x2 | E2m1x4 | E2m3 | E2m3x2 | E2m3x4 | E3m2 | E3m2x2 | E3m2x4 | E4m3 | E4m3x2
            | E4m3x4 | E5m2 | E5m2x2 | E5m2x4 | Ue4m3 | Ue8m0 | Ue8m0x2 | B8x16 | B4x16P64 | B6x16P32
            | Pred => Some(Order::Types),
            _ => None,
        }
    }

    /// The requirement of the modifier in every form, in the syntax of the rows.
    pub(crate) fn needs(self) -> &'static str {
        match self {
            // Written here once, because the same modifier needs the same version in every row.
            Modifier::Cluster | Modifier::SharedCluster => "7.8 sm_90",
            Modifier::SharedCta => "7.8",
            Modifier::ParamEntry | Modifier::ParamFunc => "8.3",
            Modifier::Ca
            | Modifier::Cg
            | Modifier::Cs
            | Modifier::Lu
            | Modifier::Cv
            | Modifier::Wb
            | Modifier::Wt => "2.0 sm_20",
            Modifier::Weak => "6.0 sm_70",
            Modifier::L2CacheHint => "7.4 sm_80",
            Modifier::L264B | Modifier::L2128B => "7.4 sm_75",
            Modifier::L2256B => "7.4 sm_80",
            Modifier::L1EvictNormal
            | Modifier::L1EvictUnchanged
            | Modifier::L1EvictFirst
            | Modifier::L1EvictLast
            | Modifier::L1NoAllocate => "7.4 sm_70",
            Modifier::AcqRel | Modifier::Acquire | Modifier::Release | Modifier::Relaxed => "6.0 sm_70",
            _ => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_numbers() {
        assert_eq!(Modifier::V4.count(), Some(4));
        assert_eq!(Modifier::X128.count(), Some(128));
        assert_eq!(Modifier::D3.count(), Some(3));
        assert_eq!(Modifier::Volatile.count(), None);
        assert_eq!(Modifier::M16n8k256.shape(), Some((16, 8, 256)));
        assert_eq!(Modifier::M8n8.shape(), None);
    }

    #[test]
    fn names_are_found_again() {
        assert!(Modifier::ALL.iter().all(|&modifier| Modifier::named(modifier.text()) == Some(modifier)));
        assert!(Field::ALL.iter().all(|&field| Field::named(field.text()) == Some(field)));
    }
}
