//! What the shared transforms must know of the ops of level 4.

use ir::analysis::Effects;
use ir::rewrite::Rewriter;
use ir::transform::{Regions, Semantics, present};
use ir::{Op, Value};
use numerics::Scalar;
use smallvec::SmallVec;
use tile_core::arith::MemoryOrdering;
use tile_core::control::{Rows, Structured, flow};

use crate::ops::fields;
use crate::{Module, Nvvm, Opcode, Type, constant, simplify};

/// The answers of level 4.
#[derive(Clone, Copy, Debug)]
pub struct Level4;

impl Semantics<Nvvm> for Level4 {
    fn effects(&self, module: &Module, op: Op) -> Effects {
        effects(module, op)
    }

    fn absorbs(&self, module: &Module, op: Op) -> Effects {
        flow::absorbs(module, op)
    }

    fn regions(&self, module: &Module, op: Op) -> Regions {
        flow::regions(module, op)
    }

    fn carried(&self, module: &Module, op: Op, index: usize) -> SmallVec<[Value; 2]> {
        present(flow::carried(module, op, index))
    }

    fn simplify(&self, rewriter: &mut Rewriter<'_, Nvvm>, op: Op) -> bool {
        simplify::simplify(rewriter, op)
    }
}

impl Structured for Nvvm {
    const ROWS: Rows<Nvvm> = tile_core::control_rows!();

    fn known(module: &Module, value: Value) -> Option<u64> {
        constant::known(module, value)
    }

    fn scalar(ty: &Type) -> Option<Scalar> {
        ty.scalar()
    }
}

/// Effects of an op, its regions aside.
fn effects(module: &Module, op: Op) -> Effects {
    match module.opcode(op) {
        Opcode::DivI | Opcode::RemI => flow::division(module, op),
        Opcode::AddressOf
        | Opcode::Approx
        | Opcode::CastSpace
        | Opcode::Clz
        | Opcode::Constant
        | Opcode::DivApprox
        | Opcode::DynamicShared
        | Opcode::MulHiS
        | Opcode::MulWide
        | Opcode::Narrow
        | Opcode::Pack
        | Opcode::Popc
        | Opcode::Prmt
        | Opcode::Special
        | Opcode::Unpack
        | Opcode::Widen
        | tile_core::arith_rows!(tile_core::arith_pattern! { Opcode; }) => Effects::NONE,
        // All lanes of a warp take part where the program says; when nobody looks at what comes out, all of them may stay away.
        Opcode::LdMatrix | Opcode::Mma | Opcode::Redux | Opcode::Shfl | Opcode::Vote => Effects::FIXED,
        // A load that nobody looks at may go, unless it takes part in synchronisation.
        Opcode::Ld if module.get::<MemoryOrdering>(op, fields::ld::ordering) == MemoryOrdering::Weak => {
            Effects::FIXED
        }
        // A step that is not positive is undefined.
        Opcode::For => Effects::GUARDED,
        Opcode::If => Effects::NONE,
        Opcode::Loop => Effects::ENDLESS,
        Opcode::Atom
        | Opcode::Barrier
        | Opcode::Cas
        | Opcode::CpAsync
        | Opcode::CpAsyncCommit
        | Opcode::CpAsyncWait
        | Opcode::Fence
        | Opcode::GridWait
        | Opcode::HeapAlloc
        | Opcode::HeapFree
        | Opcode::LaunchDependents
        | Opcode::Ld
        | Opcode::Printf
        | Opcode::St
        | Opcode::StMatrix
        | Opcode::Trap
        | Opcode::WarpBarrier => Effects::OUTSIDE,
        Opcode::Yield => Effects::YIELD,
        Opcode::Break | Opcode::Continue => Effects::JUMP,
        Opcode::Return => Effects::RETURN,
        Opcode::Func | Opcode::Global | Opcode::Module => Effects::OUTSIDE,
    }
}
