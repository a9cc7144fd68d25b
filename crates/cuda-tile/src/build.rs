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

pub use attributes::{Given, Takes, may_be_absent, takes};

use ir::build::{Builder, Draft};
use ir::{Block, Op, OpDraft, TypeId, UNKNOWN_LOC};

use crate::attrs::Attr;
use crate::ops::{Builders, Opcode, fields};
use crate::types::FunctionType;
use crate::{CudaTile, Module, Type};

impl Builders for Builder<'_, CudaTile> {
    fn start(&mut self, opcode: Opcode) -> Draft<'_, CudaTile> {
        self.draft(opcode as u16)
    }
}

/// An empty module named `name`.
pub fn new_module(name: &str) -> Module {
    let mut module = Module::with_root(|module| {
        let attrs = vec![ir::AttrSlot::ABSENT; Opcode::Module.spec().attrs.len()];
        module.body.create_op(OpDraft {
            opcode: Opcode::Module as u16,
            operands: &[],
            segments: &[],
            attrs: &attrs,
            results: &[],
            regions: 1,
            loc: UNKNOWN_LOC,
        })
    });
    let slot = ir::build::IntoAttr::into_attr(name, &mut module);
    module.set_attr(module.root, fields::module::sym_name, slot);
    let region = module.region(module.root, fields::module::body);
    module.body.create_block(region, &[]);
    module
}

/// The block that holds the items of a module.
///
/// # Panics
/// When the module's region has no block, which parser, decoder and [`new_module`] never leave it without.
pub fn items_block(module: &Module) -> Block {
    module.block(module.root, fields::module::body).expect("a module has its block")
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
