//! Small pieces of standard text that several desugarings build.

use ir::build::Builder;
use ir::text::{Head, Parse};
use ir::{Op, TypeId, Value};
use numerics::Scalar;

use super::Call;
use crate::attrs::Dense;
use crate::ops::Builders;
use crate::text::Reader;
use crate::types::{Elem, TileType};
use crate::{CudaTile, Type};

/// Gives everything built for an op the place of its text, so that diagnostics show it.
pub(super) fn place(r: &mut Reader<'_>, head: &Head<'_>, before: Option<Op>) {
    let Some(block) = r.block else { return };
    let span = diag::Span::new(head.start, r.end());
    let body = &mut r.module.body;
    let mut next = match before {
        Some(op) => body.next(op),
        None => body.first_op(block),
    };
    while let Some(op) = next {
        let inside: Vec<Op> = ir::walk::preorder(body, op).collect();
        for op in inside {
            if body.span(op).is_none() {
                body.set_span(op, span);
            }
        }
        next = body.next(op);
    }
}

/// A tile of equal elements.
pub(super) fn splat(b: &mut Builder<'_, CudaTile>, ty: TypeId, bits: u64) -> Value {
    let elem = b.module.types.get(ty).as_tile().and_then(|tile| tile.elem().scalar());
    let elem = elem.expect("only tiles of numbers are splat");
    b.constant().value(Dense::splat(ty, elem, bits)).result(ty).finish().value()
}

/// A tile of equal floats.
pub(super) fn splat_float(b: &mut Builder<'_, CudaTile>, ty: TypeId, value: f64) -> Value {
    let elem = b.module.types.get(ty).as_tile().and_then(|tile| tile.elem().scalar());
    splat(b, ty, numerics::convert::from_f64(elem.expect("a tile of floats"), value))
}

/// A constant of type `tile<i32>`.
pub(super) fn index(b: &mut Builder<'_, CudaTile>, value: u32) -> Value {
    let ty = b.module.types.intern(Type::scalar_tile(Scalar::I32));
    splat(b, ty, value.into())
}

impl Call<'_, '_> {
    /// The tile type of a value, or a refusal.
    pub(super) fn tile(&mut self, value: Value) -> Parse<TileType> {
        match self.ty(value).as_tile() {
            Some(tile) => Ok(tile.clone()),
            None => {
                let text = format!("takes a tile, not '{}'", crate::types::Qualified(self.ty(value)));
                Err(self.fail(self.span, text, "load the elements first"))
            }
        }
    }

    /// A tile type; a shape that no tile can have is refused.
    pub(super) fn tile_type(&mut self, shape: &[i64], elem: Elem) -> Parse<TypeId> {
        match TileType::new(shape, elem) {
            Ok(tile) => Ok(self.r.module.types.intern(Type::Tile(tile))),
            Err(error) => {
                let text = format!("would give a tile that cannot be: {}", error.0);
                Err(self.fail(self.span, text, "extents of tiles are powers of two"))
            }
        }
    }

    /// A tile of the same shape.
    pub(super) fn like(&mut self, tile: &TileType, elem: Elem) -> Parse<TypeId> {
        let shape: Vec<i64> = tile.shape().iter().map(|&d| d.into()).collect();
        self.tile_type(&shape, elem)
    }
}
