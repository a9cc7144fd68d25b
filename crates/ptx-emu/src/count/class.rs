//! Classes of instructions.

use ptx::module::Instruction;
use ptx::{Opcode, Word};

/// What kind of work an instruction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Arithmetic of integers.
    Integer,
    /// Arithmetic of f32.
    F32,
    /// Arithmetic of f64.
    F64,
    /// Arithmetic of f16 and bf16.
    Half,
    /// Division, roots, and functions with a bound.
    Function,
    /// Comparisons and choices by them.
    Compare,
    /// Logic and shifts.
    Logic,
    /// Moves, permutations of bytes, addresses.
    Move,
    /// Conversions.
    Convert,
    /// Loads, also of matrices.
    Load,
    /// Stores, also of matrices.
    Store,
    /// Atomics and reductions in memory.
    Atomic,
    /// `cp.async`, bulk and tensor copies, and what waits for them.
    Copy,
    /// Exchange between the lanes of a warp.
    Lanes,
    /// Barriers and fences.
    Barrier,
    /// Products of matrices, and what belongs to them.
    Matrix,
    /// Loads, stores and copies of tensor memory, and its allocation.
    Tensor,
    /// Branches, calls, ends.
    Control,
    /// Anything else.
    Other,
}

impl Class {
    /// Every class, in the order of tables.
    pub const ALL: [Class; 19] = [
        Class::Integer,
        Class::F32,
        Class::F64,
        Class::Half,
        Class::Function,
        Class::Compare,
        Class::Logic,
        Class::Move,
        Class::Convert,
        Class::Load,
        Class::Store,
        Class::Atomic,
        Class::Copy,
        Class::Lanes,
        Class::Barrier,
        Class::Matrix,
        Class::Tensor,
        Class::Control,
        Class::Other,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Integer => "integer",
            Class::F32 => "f32",
            Class::F64 => "f64",
            Class::Half => "half",
            Class::Function => "function",
            Class::Compare => "compare",
            Class::Logic => "logic",
            Class::Move => "move",
            Class::Convert => "convert",
            Class::Load => "load",
            Class::Store => "store",
            Class::Atomic => "atomic",
            Class::Copy => "copy",
            Class::Lanes => "lanes",
            Class::Barrier => "barrier",
            Class::Matrix => "matrix",
            Class::Tensor => "tensor memory",
            Class::Control => "control",
            Class::Other => "other",
        }
    }

    /// The class of an instruction.
    pub fn of(instruction: &Instruction) -> Class {
        use Opcode::*;
        match instruction.opcode() {
            Add | Sub | Mul | Mad | Abs | Neg | Min | Max | Fma => of_type(instruction),
            Div if of_type(instruction) != Class::Integer => Class::Function,
            Mul24 | Mad24 | Sad | Div | Rem | Popc | Clz | Bfind | Fns | Brev | Bfe | Bfi | Szext | Bmsk
            | Dp4a | Dp2a | AddCc | Addc | SubCc | Subc | Madc | Vadd | Vsub | Vabsdiff | Vmin | Vmax
            | Vshl | Vshr | Vmad | Vset | Vadd2 | Vsub2 | Vavrg2 | Vabsdiff2 | Vmin2 | Vmax2 | Vset2
            | Vadd4 | Vsub4 | Vavrg4 | Vabsdiff4 | Vmin4 | Vmax4 | Vset4 => Class::Integer,
            Rcp | Sqrt | Rsqrt | Sin | Cos | Lg2 | Ex2 | Tanh => Class::Function,
            Testp | Set | Setp | Selp | Slct => Class::Compare,
            Copysign => of_type(instruction),
            And | Or | Xor | Not | Cnot | Lop3 | Shf | Shl | Shr => Class::Logic,
            Mov | Prmt | Isspacep | Istypep | Txq | Suq | Cvta | Mapa | Getctarank | Createpolicy => {
                Class::Move
            }
            Cvt | CvtPack => Class::Convert,
            Ld | Ldu | MultimemLdReduce | Tex | Tld4 | Suld | Ldmatrix | WmmaLoadA | WmmaLoadB
            | WmmaLoadC => Class::Load,
            St | StAsync | StBulk | MultimemSt | Sust | Stmatrix | WmmaStoreD => Class::Store,
            Atom | Red | RedAsync | MultimemRed | Sured => Class::Atomic,
            CpAsync
            | CpAsyncCommitGroup
            | CpAsyncWaitGroup
            | CpAsyncWaitAll
            | CpAsyncBulk
            | CpReduceAsyncBulk
            | CpAsyncBulkPrefetch
            | CpAsyncBulkTensor
            | CpReduceAsyncBulkTensor
            | CpAsyncBulkPrefetchTensor
            | CpAsyncBulkCommitGroup
            | CpAsyncBulkWaitGroup
            | TensormapReplace
            | TensormapCpFenceproxy => Class::Copy,
            Shfl | Vote | ShflSync | VoteSync | MatchAnySync | MatchAllSync | Activemask | ReduxSync
            | ElectSync => Class::Lanes,
            BarSync
            | BarArrive
            | BarRed
            | BarCtaSync
            | BarCtaArrive
            | BarCtaRed
            | BarrierSync
            | BarrierArrive
            | BarrierRed
            | BarrierCtaSync
            | BarrierCtaArrive
            | BarrierCtaRed
            | BarWarpSync
            | BarrierClusterArrive
            | BarrierClusterWait
            | Membar
            | MembarProxy
            | Fence
            | FenceMbarrierInit
            | FenceProxy
            | MbarrierInit
            | MbarrierInval
            | MbarrierExpectTx
            | MbarrierCompleteTx
            | MbarrierArrive
            | MbarrierArriveDrop
            | CpAsyncMbarrierArrive
            | MbarrierTestWait
            | MbarrierTryWait
            | MbarrierPendingCount => Class::Barrier,
            WmmaMma | Mma | Movmatrix | WgmmaMmaAsync | WgmmaFence | WgmmaCommitGroup | WgmmaWaitGroup
            | Tcgen05Mma | Tcgen05MmaWs | Tcgen05Commit => Class::Matrix,
            Tcgen05Alloc
            | Tcgen05Dealloc
            | Tcgen05RelinquishAllocPermit
            | Tcgen05Ld
            | Tcgen05LdRed
            | Tcgen05St
            | Tcgen05WaitLd
            | Tcgen05WaitSt
            | Tcgen05Cp
            | Tcgen05Shift
            | Tcgen05FenceBeforeThreadSync
            | Tcgen05FenceAfterThreadSync => Class::Tensor,
            Bra | BrxIdx | Call | Ret | Exit | Trap => Class::Control,
            Prefetch
            | Prefetchu
            | Applypriority
            | Discard
            | Griddepcontrol
            | ClusterlaunchcontrolTryCancel
            | ClusterlaunchcontrolQueryCancel
            | Stacksave
            | Stackrestore
            | Alloca
            | Brkpt
            | Nanosleep
            | Pmevent
            | Setmaxnreg => Class::Other,
        }
    }
}

/// The class of arithmetic on a type: the first that the words name.
fn of_type(instruction: &Instruction) -> Class {
    let of = |word: &Word| match word {
        Word::F32 | Word::F32x2 => Some(Class::F32),
        Word::F64 => Some(Class::F64),
        Word::F16 | Word::F16x2 | Word::Bf16 | Word::Bf16x2 => Some(Class::Half),
        _ => None,
    };
    instruction.words.iter().flatten().find_map(of).unwrap_or(Class::Integer)
}
