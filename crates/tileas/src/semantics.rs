//! Properties of level-3 ops for the shared transforms.

use ir::analysis::Effects;
use ir::rewrite::Rewriter;
use ir::transform::{Regions, Semantics, present};
use ir::{Field, Op, Value};
use numerics::Scalar;
use smallvec::SmallVec;
use tile_core::arith::Arith;
use tile_core::control::{Control, Structured, flow};
use tile_core::tiles::{BlockTileType, MemrefType, Tile, TileLevel, TileOp};

use crate::ops::fields;
use crate::{Module, Opcode, TileAs, Type};

/// The semantics of level 3, for the shared transforms.
#[derive(Clone, Copy, Debug)]
pub struct Level3;

impl Semantics<TileAs> for Level3 {
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
        let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant)?;
        module.number(op, fields::constant::value)
    }

    fn scalar(ty: &Type) -> Option<Scalar> {
        ty.tile().and_then(|tile| tile.elem.scalar())
    }
}

impl TileLevel for TileAs {
    fn tile_op(opcode: Opcode) -> Option<TileOp> {
        opcode.tile_op()
    }

    fn of_tile_op(op: TileOp) -> Opcode {
        Opcode::of_tile_op(op)
    }

    fn tile(ty: &Type) -> Option<Tile<'_>> {
        ty.tile().map(|tile| Tile { shape: tile.shape(), elem: tile.elem })
    }

    fn memref(ty: &Type) -> Option<&MemrefType> {
        if let Type::Memref(memref) = ty { Some(memref) } else { None }
    }

    fn block_tile(ty: &Type) -> Option<&BlockTileType> {
        if let Type::BlockTile(tiles) = ty { Some(tiles) } else { None }
    }
}

/// Isolated bodies: those of reductions run for each pair of elements, and in agents other warps hold the tiles.
fn is_closed(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Reduce | Opcode::Scan | Opcode::Agent | Opcode::AgentSwitch)
}

/// Bodies that see the memory of a stage.
fn is_handover(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::PipelineRead | Opcode::PipelineWrite | Opcode::WarpIf)
}

/// A conversion to the layout of the tile is removed; of two consecutive conversions, only the last one is kept.
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
