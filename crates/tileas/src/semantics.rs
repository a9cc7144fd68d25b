//! What the shared transforms must know of the ops of level 3.

use ir::analysis::Effects;
use ir::rewrite::Rewriter;
use ir::transform::{Regions, Semantics, present};
use ir::{Field, Op, Value};
use numerics::Scalar;
use smallvec::SmallVec;
use tile_core::arith::MemoryOrdering;
use tile_core::control::{Rows, Structured, flow};

use crate::ops::fields;
use crate::{Module, Opcode, TileAs, Type};

/// The answers of level 3.
#[derive(Clone, Copy, Debug)]
pub struct Level3;

impl Semantics<TileAs> for Level3 {
    fn effects(&self, module: &Module, op: Op) -> Effects {
        effects(module, op)
    }

    fn absorbs(&self, module: &Module, op: Op) -> Effects {
        if is_closed(module.opcode(op)) || is_handover(module.opcode(op)) {
            Effects::YIELD
        } else {
            flow::absorbs(module, op)
        }
    }

    fn regions(&self, module: &Module, op: Op) -> Regions {
        if is_closed(module.opcode(op)) { Regions::Closed } else { flow::regions(module, op) }
    }

    fn carried(&self, module: &Module, op: Op, index: usize) -> SmallVec<[Value; 2]> {
        present(flow::carried(module, op, index))
    }

    fn simplify(&self, rewriter: &mut Rewriter<'_, TileAs>, op: Op) -> bool {
        simplify(rewriter, op)
    }
}

impl Structured for TileAs {
    const ROWS: Rows<TileAs> = tile_core::control_rows!();

    fn known(module: &Module, value: Value) -> Option<u64> {
        let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant)?;
        module.number(op, fields::constant::value)
    }

    fn scalar(ty: &Type) -> Option<Scalar> {
        ty.tile().and_then(|tile| tile.elem.scalar())
    }
}

/// Bodies that stay in themselves: those of folds are run for each pair of elements, and in agents other warps hold the tiles.
fn is_closed(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Reduce | Opcode::Scan | Opcode::Agent | Opcode::AgentSwitch)
}

/// Bodies that see the memory of a stage.
fn is_handover(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::PipelineRead | Opcode::PipelineWrite)
}

/// Effects of an op, its regions aside.
fn effects(module: &Module, op: Op) -> Effects {
    match module.opcode(op) {
        Opcode::DivI | Opcode::RemI => flow::division(module, op),
        Opcode::BlockTile
        | Opcode::Broadcast
        | Opcode::Cat
        | Opcode::Constant
        | Opcode::ConsumerRead
        | Opcode::ConvertLayout
        | Opcode::Dot
        | Opcode::DotScaled
        | Opcode::GetCtaRank
        | Opcode::GetGlobal
        | Opcode::GetNumPrograms
        | Opcode::GetProgramId
        | Opcode::IncIter
        | Opcode::MakeRange
        | Opcode::Pack
        | Opcode::Permute
        | Opcode::PipelineInc
        | Opcode::PipelineIterator
        | Opcode::ProducerAcquire
        | Opcode::TmaDesc
        | Opcode::Unpack
        | Opcode::View
        | tile_core::arith_rows!(tile_core::arith_pattern! { Opcode; }) => Effects::NONE,
        // Indices out of range, facts that do not hold, extents that do not fit are undefined as a whole.
        Opcode::ExtractSlice
        | Opcode::GetSize
        | Opcode::GetTileCount
        | Opcode::InsertSlice
        | Opcode::MakeMemref => Effects::GUARDED,
        // A step that is not positive is undefined.
        Opcode::For => Effects::GUARDED,
        Opcode::Agent | Opcode::AgentSwitch | Opcode::If | Opcode::Reduce | Opcode::Scan => Effects::NONE,
        Opcode::Loop => Effects::ENDLESS,
        // A load that nobody looks at may go, unless it takes part in synchronisation.
        Opcode::Load if is_weak(module, op, fields::load::ordering) => Effects::FIXED,
        Opcode::TiledLoad if is_weak(module, op, fields::tiled_load::ordering) => Effects::FIXED,
        Opcode::Alloca => Effects::FIXED,
        // What is in shared memory changes; a buffer of its own is not another one.
        Opcode::AllocTensor
        | Opcode::CreatePipeline
        | Opcode::FmaDot
        | Opcode::LocalLoad
        | Opcode::PipelineCreate
        | Opcode::TensorAlloc
        | Opcode::TensorLoad => Effects::FIXED,
        Opcode::Assert
        | Opcode::AsyncDot
        | Opcode::AsyncLoad
        | Opcode::AsyncTiledLoad
        | Opcode::ConsumerWait
        | Opcode::ProducerCommit
        | Opcode::Barrier
        | Opcode::LocalStore
        | Opcode::AtomicCas
        | Opcode::AtomicRmw
        | Opcode::ClusterBarrier
        | Opcode::CopyLoad
        | Opcode::CopyTiledLoad
        | Opcode::DotWait
        | Opcode::GdcLaunchDependents
        | Opcode::GdcWait
        | Opcode::Load
        | Opcode::MemoryFence
        | Opcode::MmaFence
        | Opcode::PipelineAcquire
        | Opcode::PipelineCommit
        | Opcode::PipelineRead
        | Opcode::PipelineRelease
        | Opcode::PipelineWait
        | Opcode::PipelineWrite
        | Opcode::Print
        | Opcode::Store
        | Opcode::StoreWait
        | Opcode::TensorCopy
        | Opcode::TensorDot
        | Opcode::TensorDotScaled
        | Opcode::TensorStore
        | Opcode::TiledAtomicRed
        | Opcode::TiledLoad
        | Opcode::TiledStore
        | Opcode::TmaLoad
        | Opcode::TmaStore => Effects::OUTSIDE,
        Opcode::PipelineYield | Opcode::Yield => Effects::YIELD,
        Opcode::Break | Opcode::Continue => Effects::JUMP,
        Opcode::Return => Effects::RETURN,
        Opcode::Func | Opcode::Global | Opcode::Module => Effects::OUTSIDE,
    }
}

/// A conversion to the layout that a tile has is the tile; of two in a row only the last is made.
fn simplify(rewriter: &mut Rewriter<'_, TileAs>, op: Op) -> bool {
    let module = rewriter.module();
    if module.opcode(op) != Opcode::ConvertLayout {
        return false;
    }
    let source = module.operand(op, fields::convert_layout::source);
    if module.body.ty(source) == module.body.ty(module.body.result(op, 0)) {
        rewriter.replace_op(op, &[source]);
        return true;
    }
    let inner = module.body.def_op(source).filter(|&inner| module.opcode(inner) == Opcode::ConvertLayout);
    let Some(inner) = inner else { return false };
    let first = module.operand(inner, fields::convert_layout::source);
    rewriter.set_operand(op, 0, first);
    true
}

/// True for an access of no ordering but that of its token.
fn is_weak(module: &Module, op: Op, ordering: Field) -> bool {
    module.get::<MemoryOrdering>(op, ordering) == MemoryOrdering::Weak
}
