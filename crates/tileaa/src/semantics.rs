//! What the shared transforms must know of the ops of level 2.

use ir::analysis::Effects;
use ir::rewrite::Rewriter;
use ir::transform::{Regions, Semantics, present};
use ir::{Field, Op, Value};
use numerics::Scalar;
use smallvec::SmallVec;

use crate::arith::MemoryOrdering;
use crate::control::{Rows, Structured, flow};
use crate::ops::fields;
use crate::{Module, Opcode, TileAa, Type, arith_pattern, arith_rows, constant, control_rows, simplify};

/// The answers of level 2.
#[derive(Clone, Copy, Debug)]
pub struct Level2;

impl Semantics<TileAa> for Level2 {
    fn effects(&self, module: &Module, op: Op) -> Effects {
        effects(module, op)
    }

    fn absorbs(&self, module: &Module, op: Op) -> Effects {
        let folds = matches!(module.opcode(op), Opcode::Reduce | Opcode::Scan);
        if folds { Effects::YIELD } else { flow::absorbs(module, op) }
    }

    fn regions(&self, module: &Module, op: Op) -> Regions {
        let folds = matches!(module.opcode(op), Opcode::Reduce | Opcode::Scan);
        if folds { Regions::Closed } else { flow::regions(module, op) }
    }

    fn carried(&self, module: &Module, op: Op, index: usize) -> SmallVec<[Value; 2]> {
        present(flow::carried(module, op, index))
    }

    fn simplify(&self, rewriter: &mut Rewriter<'_, TileAa>, op: Op) -> bool {
        simplify::simplify(rewriter, op)
    }
}

impl Structured for TileAa {
    const ROWS: Rows<TileAa> = control_rows!();

    fn known(module: &Module, value: Value) -> Option<u64> {
        constant::splat(module, value)
    }

    fn scalar(ty: &Type) -> Option<Scalar> {
        ty.scalar()
    }
}

/// Effects of an op, its regions aside.
fn effects(module: &Module, op: Op) -> Effects {
    #[allow(unreachable_patterns, reason = "some ops of the shared arithmetic have an arm of their own")]
    match module.opcode(op) {
        Opcode::DivI | Opcode::RemI => flow::division(module, op),
        Opcode::BlockTile
        | Opcode::Broadcast
        | Opcode::Cat
        | Opcode::Constant
        | Opcode::CreateMemToken
        | Opcode::Dot
        | Opcode::DotScaled
        | Opcode::GetCtaRank
        | Opcode::GetGlobal
        | Opcode::GetNumPrograms
        | Opcode::GetProgramId
        | Opcode::JoinTokens
        | Opcode::MakeRange
        | Opcode::Pack
        | Opcode::Permute
        | Opcode::Unpack
        | Opcode::View
        | arith_rows!(arith_pattern! { Opcode; }) => Effects::NONE,
        // Indices out of range, facts that do not hold, extents that do not fit are undefined as a whole.
        Opcode::Assume
        | Opcode::Extract
        | Opcode::GetSize
        | Opcode::GetTileCount
        | Opcode::Insert
        | Opcode::MakeMemref => Effects::GUARDED,
        // A step that is not positive is undefined.
        Opcode::For => Effects::GUARDED,
        Opcode::If | Opcode::Reduce | Opcode::Scan => Effects::NONE,
        Opcode::Loop => Effects::ENDLESS,
        // A load that nobody looks at may go, unless it takes part in synchronisation.
        Opcode::Load if is_weak(module, op, fields::load::ordering) => Effects::FIXED,
        Opcode::TiledLoad if is_weak(module, op, fields::tiled_load::ordering) => Effects::FIXED,
        Opcode::Alloca => Effects::FIXED,
        Opcode::Assert
        | Opcode::AtomicCas
        | Opcode::AtomicRmw
        | Opcode::GdcLaunchDependents
        | Opcode::GdcWait
        | Opcode::Load
        | Opcode::MemoryFence
        | Opcode::Print
        | Opcode::Store
        | Opcode::TiledAtomicRed
        | Opcode::TiledLoad
        | Opcode::TiledStore => Effects::OUTSIDE,
        Opcode::Yield => Effects::YIELD,
        Opcode::Break | Opcode::Continue => Effects::JUMP,
        Opcode::Return => Effects::RETURN,
        Opcode::Func | Opcode::Global | Opcode::Module => Effects::OUTSIDE,
    }
}

/// True for an access of no ordering but that of its token.
pub(crate) fn is_weak(module: &Module, op: Op, ordering: Field) -> bool {
    module.get::<MemoryOrdering>(op, ordering) == MemoryOrdering::Weak
}
