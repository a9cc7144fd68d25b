//! Properties of level-2 ops for the shared transforms.

use ir::analysis::Effects;
use ir::rewrite::Rewriter;
use ir::transform::{Regions, Semantics, present};
use ir::{Field, Op, Value};
use numerics::Scalar;
use smallvec::SmallVec;
use tile_core::arith::{Arith, MemoryOrdering};
use tile_core::control::{Control, Structured, flow};
use tile_core::tiles::{Tile, TileLevel, TileOp};

use crate::ops::fields;
use crate::types::{BlockTileType, MemrefType};
use crate::{Module, Opcode, TileAa, Type, constant, simplify};

/// The answers of level 2.
#[derive(Clone, Copy, Debug)]
pub struct Level2;

impl Semantics<TileAa> for Level2 {
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
    const FUNC: Opcode = Opcode::Func;
    const FUNC_BODY: Field = fields::func::body;

    fn control(opcode: Opcode) -> Option<Control> {
        opcode.control()
    }

    fn of_control(op: Control) -> Opcode {
        Opcode::of_control(op)
    }

    fn arith(opcode: Opcode) -> Option<Arith> {
        opcode.arith()
    }

    fn of_arith(op: Arith) -> Opcode {
        Opcode::of_arith(op)
    }

    fn known(module: &Module, value: Value) -> Option<u64> {
        constant::splat(module, value)
    }

    fn scalar(ty: &Type) -> Option<Scalar> {
        ty.scalar()
    }
}

impl TileLevel for TileAa {
    fn tile_op(opcode: Opcode) -> Option<TileOp> {
        opcode.tile_op()
    }

    fn of_tile_op(op: TileOp) -> Opcode {
        Opcode::of_tile_op(op)
    }

    fn tile(ty: &Type) -> Option<Tile<'_>> {
        ty.tile().map(|tile| Tile { shape: &tile.shape, elem: tile.elem })
    }

    fn memref(ty: &Type) -> Option<&MemrefType> {
        if let Type::Memref(memref) = ty { Some(memref) } else { None }
    }

    fn block_tile(ty: &Type) -> Option<&BlockTileType> {
        if let Type::BlockTile(tiles) = ty { Some(tiles) } else { None }
    }
}

/// True for an access of no ordering but that of its token.
pub(crate) fn is_weak(module: &Module, op: Op, ordering: Field) -> bool {
    module.get::<MemoryOrdering>(op, ordering) == MemoryOrdering::Weak
}
