//! Calls of functions that the caller supplies.

use cuda_tile::externs;
use cuda_tile::ops::fields;
use cuda_tile::types::TileType;
use cuda_tile::types::preview::Expr;
use ir::Op;
use launch::{Constant, EngineError, PreparedCall, TileShape};

use super::Emitter;
use super::facts::Read;
use crate::program::Kind;
use crate::steps::externs::{Lanes, TileCall};

impl Emitter<'_, '_> {
    pub(super) fn extern_tiles(&self, op: Op) -> Result<Kind, EngineError> {
        let module = self.facts.module;
        let call = externs::call(module, op).map_err(EngineError::Unsupported)?;
        let shapes = |tiles: &[&TileType]| tiles.iter().map(|tile| shape(tile)).collect();
        let constants = call.constants.iter().map(constant).collect();
        let (operands, results) = (shapes(&call.operands), shapes(&call.results));
        let call = PreparedCall::new(self.externs, &call.symbol, constants, operands, results)
            .map_err(EngineError::Unsupported)?;
        let lanes = |value, place| Lanes { place, scalar: self.facts.scalar(value) };
        let operands = module.operands(op, fields::preview_call::args).iter();
        let operands = operands.map(|&value| (lanes(value, self.home(value)), self.facts.len(value)));
        let outs = module.body.results(op).iter().map(|value| lanes(value, self.out(value)));
        let (operands, outs) = (operands.collect(), outs.collect());
        Ok(Kind::ExternTiles(Box::new(TileCall { call, operands, outs })))
    }
}

fn shape(tile: &TileType) -> TileShape {
    let scalar = tile.elem().scalar().expect("tiles of pointers were refused");
    TileShape { scalar, extents: tile.shape().to_vec() }
}

/// A constant argument as a function of the caller sees it.
fn constant(expr: &Expr) -> Constant {
    match expr {
        Expr::Int(value) => Constant::Int(*value),
        Expr::Tuple(items) => Constant::Shape(items.iter().map(constant).collect()),
        Expr::Type(ty) => Constant::Type(ty.to_string()),
        Expr::Str(text) => Constant::Text(text.to_string()),
        Expr::Var(_) | Expr::Builtin(_) | Expr::Neg(_) | Expr::Binary(..) => {
            unreachable!("constants are computed")
        }
    }
}
