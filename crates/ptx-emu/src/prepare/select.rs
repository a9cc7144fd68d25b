//! Selection of the module that implements an instruction: the module of its family, according to its row of the table.

use ptx::Family;

use super::scope::Scope;
use super::{
    Refusal, atomics, clusters, compute, copies, hints, lanes, launching, ldmatrix, mbarrier, memory, mma,
    moves, multimem, stack, sync, tcgen05, tensormap, video, wgmma, wmma,
};
use crate::program::Op;

/// The op that executes an instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    match scope.instruction.opcode().family() {
        Family::Arithmetic
        | Family::MinMax
        | Family::BitField
        | Family::Carry
        | Family::Function
        | Family::Compare
        | Family::Logic
        | Family::Convert => compute::select(scope),
        Family::Move => moves::select(scope),
        Family::Memory => memory::select(scope),
        Family::Atomic => atomics::select(scope),
        Family::Multimem => multimem::select(scope),
        Family::Hint => hints::select(scope),
        Family::Stack => stack::select(scope),
        Family::AsyncCopy => copies::select(scope),
        Family::TensorCopy => tensormap::select(scope),
        Family::Texture => Err(Refusal::new(
            "a launch here has no textures and surfaces; pass the data as a buffer, and load it with `ld.global`",
        )),
        // Branches, calls and ends need the layout of the code; `control` selects them before this is called.
        Family::Control => Err(Refusal::new("the emulator does not cover it")),
        Family::Barrier => sync::select(scope),
        Family::Cluster => clusters::select(scope),
        Family::Mbarrier => mbarrier::select(scope),
        Family::WarpCollective => lanes::select(scope),
        Family::Launch => launching::select(scope),
        Family::Wmma => wmma::select(scope),
        Family::Mma => mma::select(scope),
        Family::MatrixMove => ldmatrix::select(scope),
        Family::Wgmma => wgmma::select(scope),
        Family::Tcgen05 => tcgen05::select(scope),
        Family::Video => video::select(scope),
    }
}
