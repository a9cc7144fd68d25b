//! Which family selects what executes an instruction.

use ptx::{Field, Opcode, Word};

use super::scope::Scope;
use super::{
    Refusal, atomics, clusters, compute, copies, hints, lanes, launching, ldmatrix, mbarrier, memory, mma,
    moves, stack, sync, tcgen05, tensormap, video, wgmma, wmma,
};
use crate::program::Op;

/// What executes an instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    match scope.instruction.opcode() {
        Opcode::Mad if rounds_in_between(scope) => Err(Refusal::new(
            "without a rounding it is that of targets before sm_20, which cut the product; write `mad.rn.f32`",
        )),
        Opcode::Mov | Opcode::Cvta | Opcode::Isspacep => moves::select(scope),
        Opcode::Ld | Opcode::Ldu | Opcode::St => memory::select(scope),
        Opcode::BarSync
        | Opcode::BarCtaSync
        | Opcode::BarrierSync
        | Opcode::BarrierCtaSync
        | Opcode::BarArrive
        | Opcode::BarCtaArrive
        | Opcode::BarrierArrive
        | Opcode::BarrierCtaArrive
        | Opcode::BarRed
        | Opcode::BarCtaRed
        | Opcode::BarrierRed
        | Opcode::BarrierCtaRed
        | Opcode::BarWarpSync
        | Opcode::Membar
        | Opcode::MembarProxy
        | Opcode::Fence
        | Opcode::FenceMbarrierInit
        | Opcode::FenceProxy
        | Opcode::Trap => sync::select(scope),
        // Integers.
        Opcode::Add
        | Opcode::Sub
        | Opcode::Mul
        | Opcode::Mad
        | Opcode::Mul24
        | Opcode::Mad24
        | Opcode::Sad
        | Opcode::Div
        | Opcode::Rem
        | Opcode::Abs
        | Opcode::Neg
        | Opcode::Min
        | Opcode::Max
        | Opcode::Popc
        | Opcode::Clz
        | Opcode::Bfind
        | Opcode::Fns
        | Opcode::Brev
        | Opcode::Bfe
        | Opcode::Bfi
        | Opcode::Szext
        | Opcode::Bmsk
        | Opcode::Dp4a
        | Opcode::Dp2a
        | Opcode::AddCc
        | Opcode::Addc
        | Opcode::SubCc
        | Opcode::Subc
        | Opcode::Madc
        // Floats.
        | Opcode::Testp
        | Opcode::Copysign
        | Opcode::Fma
        | Opcode::Rcp
        | Opcode::Sqrt
        | Opcode::Rsqrt
        | Opcode::Sin
        | Opcode::Cos
        | Opcode::Lg2
        | Opcode::Ex2
        | Opcode::Tanh
        // Comparisons, logic, conversions.
        | Opcode::Set
        | Opcode::Setp
        | Opcode::Selp
        | Opcode::Slct
        | Opcode::And
        | Opcode::Or
        | Opcode::Xor
        | Opcode::Not
        | Opcode::Cnot
        | Opcode::Lop3
        | Opcode::Shf
        | Opcode::Shl
        | Opcode::Shr
        | Opcode::Prmt
        | Opcode::Cvt
        | Opcode::CvtPack => compute::select(scope),
        // Textures and surfaces.
        Opcode::Tex
        | Opcode::Tld4
        | Opcode::Txq
        | Opcode::Istypep
        | Opcode::Suld
        | Opcode::Sust
        | Opcode::Sured
        | Opcode::Suq => Err(Refusal::new(
            "a launch here has no textures and surfaces; pass the data as a buffer, and load it with `ld.global`",
        )),
        // Video.
        Opcode::Vadd
        | Opcode::Vsub
        | Opcode::Vabsdiff
        | Opcode::Vmin
        | Opcode::Vmax
        | Opcode::Vshl
        | Opcode::Vshr
        | Opcode::Vmad
        | Opcode::Vset
        | Opcode::Vadd2
        | Opcode::Vsub2
        | Opcode::Vavrg2
        | Opcode::Vabsdiff2
        | Opcode::Vmin2
        | Opcode::Vmax2
        | Opcode::Vset2
        | Opcode::Vadd4
        | Opcode::Vsub4
        | Opcode::Vavrg4
        | Opcode::Vabsdiff4
        | Opcode::Vmin4
        | Opcode::Vmax4
        | Opcode::Vset4 => video::select(scope),
        // Lanes.
        Opcode::Shfl
        | Opcode::Vote
        | Opcode::ShflSync
        | Opcode::VoteSync
        | Opcode::MatchAnySync
        | Opcode::MatchAllSync
        | Opcode::Activemask
        | Opcode::ReduxSync
        | Opcode::ElectSync => lanes::select(scope),
        // Memory.
        Opcode::Atom | Opcode::Red => atomics::select(scope),
        Opcode::Prefetch | Opcode::Prefetchu | Opcode::Applypriority | Opcode::Discard | Opcode::Createpolicy => {
            hints::select(scope)
        }
        Opcode::MultimemLdReduce | Opcode::MultimemSt | Opcode::MultimemRed => {
            Err(Refusal::new("it speaks to several devices at once, and a launch here has one; use `ld`, `st` and `red` on memory of this device"))
        }
        Opcode::Stacksave | Opcode::Stackrestore | Opcode::Alloca => {
            stack::select(scope)
        }
        // Asynchronous copies.
        Opcode::StAsync
        | Opcode::StBulk
        | Opcode::RedAsync
        | Opcode::CpAsync
        | Opcode::CpAsyncCommitGroup
        | Opcode::CpAsyncWaitGroup
        | Opcode::CpAsyncWaitAll
        | Opcode::CpAsyncBulk
        | Opcode::CpReduceAsyncBulk
        | Opcode::CpAsyncBulkPrefetch
        | Opcode::CpAsyncBulkCommitGroup
        | Opcode::CpAsyncBulkWaitGroup => copies::select(scope),
        Opcode::CpAsyncBulkTensor
        | Opcode::CpReduceAsyncBulkTensor
        | Opcode::CpAsyncBulkPrefetchTensor
        | Opcode::TensormapReplace
        | Opcode::TensormapCpFenceproxy => tensormap::select(scope),
        // Clusters and asynchronous barriers.
        Opcode::Mapa | Opcode::Getctarank | Opcode::BarrierClusterArrive | Opcode::BarrierClusterWait => {
            clusters::select(scope)
        }
        Opcode::Nanosleep | Opcode::Brkpt | Opcode::Pmevent => hints::select(scope),
        Opcode::MbarrierInit
        | Opcode::MbarrierInval
        | Opcode::MbarrierExpectTx
        | Opcode::MbarrierCompleteTx
        | Opcode::MbarrierArrive
        | Opcode::MbarrierArriveDrop
        | Opcode::CpAsyncMbarrierArrive
        | Opcode::MbarrierTestWait
        | Opcode::MbarrierTryWait
        | Opcode::MbarrierPendingCount => mbarrier::select(scope),
        Opcode::Griddepcontrol
        | Opcode::Setmaxnreg
        | Opcode::ClusterlaunchcontrolTryCancel
        | Opcode::ClusterlaunchcontrolQueryCancel => launching::select(scope),
        // Matrices.
        Opcode::WmmaLoadA
        | Opcode::WmmaLoadB
        | Opcode::WmmaLoadC
        | Opcode::WmmaStoreD
        | Opcode::WmmaMma => wmma::select(scope),
        Opcode::Mma => mma::select(scope),
        Opcode::Ldmatrix | Opcode::Stmatrix | Opcode::Movmatrix => ldmatrix::select(scope),
        Opcode::WgmmaMmaAsync | Opcode::WgmmaFence | Opcode::WgmmaCommitGroup | Opcode::WgmmaWaitGroup => {
            wgmma::select(scope)
        }
        Opcode::Tcgen05Alloc
        | Opcode::Tcgen05Dealloc
        | Opcode::Tcgen05RelinquishAllocPermit
        | Opcode::Tcgen05Ld
        | Opcode::Tcgen05LdRed
        | Opcode::Tcgen05St
        | Opcode::Tcgen05WaitLd
        | Opcode::Tcgen05WaitSt
        | Opcode::Tcgen05Cp
        | Opcode::Tcgen05Shift
        | Opcode::Tcgen05Mma
        | Opcode::Tcgen05MmaWs
        | Opcode::Tcgen05FenceBeforeThreadSync
        | Opcode::Tcgen05FenceAfterThreadSync
        | Opcode::Tcgen05Commit => tcgen05::select(scope),
        // The flow of control is not selected here.
        Opcode::Bra | Opcode::BrxIdx | Opcode::Call | Opcode::Ret | Opcode::Exit => Err(missing()),
    }
}

/// `mad.f32` without a rounding.
fn rounds_in_between(scope: &Scope<'_>) -> bool {
    scope.instruction.has(Word::F32) && scope.instruction.word(Field::Rnd).is_none()
}

fn missing() -> Refusal {
    Refusal::new("the emulator does not cover it")
}
