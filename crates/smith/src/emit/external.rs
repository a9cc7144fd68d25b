//! Calls of external functions.

use cuda_tile::attrs::PreviewAttr;
use cuda_tile::ops::Builders;
use ir::{TypeId, Value};
use numerics::Scalar;

use super::Emitter;
use crate::external::{Tile, array};
use crate::{MEMORY_TYPES, choose};

impl Emitter<'_> {
    /// Calls a function that the module declares, if there is one.
    pub(super) fn external_call(&mut self) {
        if self.externals.is_empty() {
            return;
        }
        let function = self.externals[self.rng.below(self.externals.len())].clone();
        let known = choose::known(&MEMORY_TYPES, self.version);
        let scalar = self.rng.pick(&known);
        let operands: Vec<Value> = function
            .params
            .iter()
            .map(|(tile, _)| {
                let ty = self.concrete(tile, scalar);
                self.value(ty)
            })
            .collect();
        let results: Vec<TypeId> = function.results.iter().map(|tile| self.concrete(tile, scalar)).collect();
        let constants = function.arguments(scalar, &mut self.rng);
        let constants = array(self.module, constants.into_iter().map(PreviewAttr::Expr));
        let mut builder = self.builder();
        let call = builder.preview_call().callee(function.symbol).const_args(constants);
        let op = call.args(operands).outs(results).finish().op;
        self.define(op);
    }

    /// The type of a tile where the parameter for a type stands for `scalar`.
    fn concrete(&mut self, tile: &Tile, scalar: Scalar) -> TypeId {
        self.number_type(&tile.shape, tile.scalar.unwrap_or(scalar))
    }
}
