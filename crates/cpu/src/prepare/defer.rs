//! Deferred atomics: transactions whose time is not observable, so that a worker may carry them out late
//! ([`crate::context::private_atomics`]).

use cuda_tile::attrs::{AtomicRMWMode, MemoryOrdering};
use numerics::Scalar;

use crate::frame::Pc;
use crate::program::{Kind, Step};
use crate::steps::atomics::ReadModifyWrite;
use crate::steps::fused::Fused;
use crate::steps::lanes::Micro;

/// Lets transactions be deferred where no program of this code can tell.
pub(super) fn defer(code: &mut [Step]) {
    let Some(first) = code.iter().position(|step| matches!(step.kind, Kind::ReadModifyWrite(_))) else {
        return;
    };
    if !code.iter().zip(0..).all(|(step, pc)| cannot_tell(&step.kind, pc, first as Pc)) {
        return;
    }
    for step in code {
        if let Kind::ReadModifyWrite(atomic) = &mut step.kind {
            atomic.deferred = true;
        }
    }
}

/// Whether an instruction neither stores nor synchronises, reads only before the first transaction, and does not go
/// back after it.
fn cannot_tell(kind: &Kind, pc: Pc, first: Pc) -> bool {
    let before = pc < first;
    match kind {
        Kind::ReadModifyWrite(atomic) => is_deferrable(atomic) && (pc == first || !atomic.loads()),
        Kind::Jump(jump) => before || jump.target > pc,
        Kind::For(_) | Kind::Continue(_) | Kind::Each(_) | Kind::EndEach(_) => before,
        Kind::Call(_) | Kind::Back(_) | Kind::Alloca(_) | Kind::Release(_) => false,
        Kind::Extern(_) | Kind::ExternTiles(_) => false,
        Kind::If(_) | Kind::Return | Kind::BlockId(_) | Kind::GridSize(_) | Kind::GlobalAddress { .. } => {
            true
        }
        Kind::Fused(fused) => !touches(fused, before),
        Kind::Reduce(_) | Kind::Scan(_) | Kind::Multiply(_) => before,
        Kind::Cat(_) | Kind::Extract(_) | Kind::Insert(_) | Kind::Pack(_) | Kind::Unpack(_) => true,
        Kind::LoadPointers(load) => before && !load.order.is_atomic(),
        Kind::LoadTile(_) => before,
        Kind::Multimem(access) => before && access.is_weak_load(),
        Kind::LoadView(load) => before && !load.order.is_atomic(),
        Kind::StorePointers(_) | Kind::StoreTile(_) | Kind::StoreView(_) => false,
        Kind::CompareAndSwap(_) | Kind::ReduceIntoView(_) => false,
        Kind::MakeTensor(_) | Kind::Extents(_) | Kind::IndexSpace(_) => true,
        Kind::Assert(_) | Kind::Print(_) | Kind::Watch(_) => true,
    }
}

/// Whether a group touches memory, other than by reading where that is allowed.
fn touches(fused: &Fused, may_read: bool) -> bool {
    let allowed = |writes: bool| may_read && !writes;
    let through = |micro: &Micro| match micro {
        Micro::Pointers(pointers) => !allowed(pointers.write),
        Micro::Run { .. }
        | Micro::Point(_)
        | Micro::Gather(_)
        | Micro::Number(_)
        | Micro::Below(_)
        | Micro::Load(_)
        | Micro::Aim(_)
        | Micro::Store(_)
        | Micro::Fold(_) => false,
    };
    fused.accesses.iter().any(|access| !allowed(access.write)) || fused.lanes.code.iter().any(through)
}

fn is_deferrable(atomic: &ReadModifyWrite) -> bool {
    atomic.out.is_none()
        && atomic.order.ordering == MemoryOrdering::Relaxed
        && matches!(atomic.elem, Scalar::I32 | Scalar::I64)
        && matches!(atomic.mode, AtomicRMWMode::Add | AtomicRMWMode::Or)
}
