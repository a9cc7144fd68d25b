//! Building tile programs.
//!
//! ```
//! use cuda_tile::build::{add_entry, builder_at_end, new_module};
//! use cuda_tile::ops::Builders;
//! use cuda_tile::Type;
//! use numerics::Scalar;
//!
//! let mut module = new_module("kernels");
//! let i32_tile = module.types.intern(Type::scalar_tile(Scalar::I32));
//! let (_, body) = add_entry(&mut module, "k", &[i32_tile]);
//! let x = module.body.block_args(body).get(0).unwrap();
//! let mut b = builder_at_end(&mut module, body);
//! let sum = b.addi().lhs(x).rhs(x).result(i32_tile).finish().value();
//! b.return_().finish();
//! assert_eq!(module.ty(sum), &Type::scalar_tile(Scalar::I32));
//! ```

mod attributes;
pub mod by_name;
mod inference;
mod request;

pub use attributes::{Takes, takes};
pub use request::Given;

use ir::build::{Builder, Draft};
use ir::{Block, Op, TypeId};

use crate::attrs::Attr;
use crate::ops::{Builders, Opcode, fields};
use crate::types::FunctionType;
use crate::{CudaTile, Module, Type};

pub use crate::items::{items_block, new_module};
pub use crate::roles::may_be_absent;

impl Builders for Builder<'_, CudaTile> {
    fn start(&mut self, opcode: Opcode) -> Draft<'_, CudaTile> {
        self.draft(opcode as u16)
    }
}

/// Appends an entry with parameters of the given types; returns it and its empty body.
pub fn add_entry(module: &mut Module, name: &str, params: &[TypeId]) -> (Op, Block) {
    let types = params.iter().map(|&id| module.types.get(id).clone()).collect();
    let function = Type::Function(FunctionType { params: types, results: Box::default() });
    let function = module.types.intern(function);
    let items = items_block(module);
    let op =
        Builder::at_end(module, items).entry().sym_name(name).function_type(Attr::Type(function)).finish().op;
    let body = module.block(op, fields::entry::body).expect("an entry has a body");
    module.body.set_block_args(body, params);
    (op, body)
}

/// A builder that appends to `block`.
pub fn builder_at_end(module: &mut Module, block: Block) -> Builder<'_, CudaTile> {
    Builder::at_end(module, block)
}
