//! An open, complete CUDA Tile IR: parse, build, verify, read and write bytecode, optimise, run, compile.
//!
//! The library has no global state and accesses neither files nor environment variables: results only depend on arguments,
//! and all types are [`Send`] and [`Sync`]. The exception is machine code: [`compile`] runs `ptxas` if the caller requests it.
//!
//! ```
//! let module = tilewright::parse(
//!     "double.mlir",
//!     "cuda_tile.module @m {
//!        entry @double(%x: tile<ptr<f32>>) {
//!          %i = iota : tile<4xi32>
//!          %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
//!          %x4 = broadcast %x1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
//!          %p = offset %x4, %i : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
//!          %v, %t = load_ptr_tko weak %p : tile<4xptr<f32>> -> tile<4xf32>, token
//!          %w = addf %v, %v : tile<4xf32>
//!          %s = store_ptr_tko weak %p, %w token=%t : tile<4xptr<f32>>, tile<4xf32> -> token
//!          return
//!        }
//!      }",
//! )?;
//! module.verify()?;
//!
//! let bytes = module.to_bytecode(None)?;
//! assert_eq!(tilewright::Module::from_bytecode(&bytes)?.entries(), ["double"]);
//!
//! let mut run = tilewright::run::Run::new(&module);
//! run.arg("x:f32[4]=arange(1)");
//! let result = run.execute()?;
//! assert_eq!(result.show("x").unwrap(), "[2. 4. 6. 8.]");
//! # Ok::<(), tilewright::Error>(())
//! ```
//!
//! The crates below have options for which the facade uses defaults:
//!
//! ```
//! use tilewright::{Version, bytecode, diag::Source, text, verify};
//!
//! let source = Source::new("m.mlir", "cuda_tile.module @m { entry @k() { return } }");
//! let module = text::parse(&source, &text::ParseOptions { strict: true, ..Default::default() }).module.unwrap();
//! assert!(verify::verify(&module, &verify::VerifyOptions::default()).diagnostics.is_empty());
//! let oldest: Version = Version::ALL[0];
//! let options = bytecode::EncodeOptions { version: Some(oldest), ..Default::default() };
//! assert!(bytecode::encode(&module, &options).unwrap().starts_with(b"\x7fTileIR\0"));
//! ```
//!
//! A module can also be built ([`build`]), optimised ([`opt`]), and compiled to PTX and machine code ([`compile`]).

pub mod compile;
mod error;
pub mod kernel;
mod module;
pub mod opt;
pub mod run;
pub mod sanitize;

pub use cuda_tile::{self, CudaTile, bytecode, text, verify};
pub use diag;
pub use driver::{self, bench};
pub use ir::{self, Version};
pub use launch;
pub use numerics::{self, Scalar};
pub use ptx;

pub use error::Error;
pub use module::{Module, format, parse};

/// Building modules op by op, with the names of each op's fields.
///
/// ```
/// use tilewright::build::{Builders, add_entry, builder_at_end, new_module};
/// use tilewright::cuda_tile::Type;
/// use tilewright::{Module, Scalar};
///
/// let mut ir = new_module("m");
/// let i32_tile = ir.types.intern(Type::scalar_tile(Scalar::I32));
/// let (_, body) = add_entry(&mut ir, "twice", &[i32_tile]);
/// let x = ir.body.block_args(body).get(0).unwrap();
/// let mut b = builder_at_end(&mut ir, body);
/// b.addi().lhs(x).rhs(x).result(i32_tile).finish();
/// b.return_().finish();
///
/// let module = Module::from(ir);
/// module.verify()?;
/// assert!(module.to_text().contains("addi %arg0, %arg0"));
/// # Ok::<(), tilewright::Error>(())
/// ```
///
/// A front end that has names and values of attributes can build ops [`by_name`](build::by_name), and query the rows:
///
/// ```
/// use tilewright::build::{Given, Takes, add_entry, builder_at_end, by_name, fields, items_block, may_be_absent, new_module, takes};
/// use tilewright::cuda_tile::ops::Opcode;
/// use tilewright::Module;
///
/// let mut ir = new_module("m");
/// let (_, body) = add_entry(&mut ir, "five", &[]);
/// assert_eq!(ir.body.block_ops(items_block(&ir)).count(), 1);
///
/// let row = &Opcode::MmaI.spec().attrs[0];
/// assert!(matches!(takes(row.kind), Takes::Word(words) if words.contains(&"signed")) && !may_be_absent(row));
/// let tile = ir.types.intern(tilewright::cuda_tile::Type::scalar_tile(tilewright::Scalar::I32));
/// let request = by_name::Request { attrs: vec![Some(Given::Int(5))], results: vec![Some(vec![tile])], ..Default::default() };
/// let five = by_name::build(&mut builder_at_end(&mut ir, body), Opcode::Constant, &request)?;
/// assert_ne!(ir.attr(five, fields::constant::value), tilewright::ir::AttrSlot::ABSENT);
/// assert!(Module::from(ir).to_text().contains("constant <i32: 5>"));
/// # Ok::<(), String>(())
/// ```
///
/// Functions that take values, types and attributes take one or several ([`IntoValues`](build::IntoValues)); helpers are
/// generic in them:
///
/// ```
/// use tilewright::build::{Builder, Builders, Built, Draft, IntoAttr, IntoTypes, IntoValues, drafts, fields};
/// use tilewright::build::{add_entry, builder_at_end, new_module};
/// use tilewright::cuda_tile::{Type, ops::Opcode};
/// use tilewright::{CudaTile, Module, Scalar};
///
/// /// A constant of any type, from any value of an attribute.
/// fn constant<'b>(b: &'b mut Builder<'_, CudaTile>, value: impl IntoAttr<CudaTile>, ty: impl IntoTypes) -> Built<'b, CudaTile> {
///     let mut draft: Draft<'b, CudaTile> = b.start(Opcode::Constant);
///     draft.attr(fields::constant::value, value);
///     draft.result(fields::constant::result, ty);
///     draft.finish()
/// }
///
/// /// A sum with its operands still open.
/// fn sum<'b>(b: &'b mut Builder<'_, CudaTile>, lhs: impl IntoValues) -> drafts::AddI<'b> {
///     b.addi().lhs(lhs)
/// }
/// let mut ir = new_module("m");
/// let tile = ir.types.intern(Type::scalar_tile(Scalar::I32));
/// let (_, body) = add_entry(&mut ir, "twice", &[tile]);
/// let x = ir.body.block_args(body).get(0).unwrap();
/// sum(&mut builder_at_end(&mut ir, body), x).rhs(x).result(tile).finish();
/// assert!(Module::from(ir).to_text().contains("addi %arg0, %arg0"));
/// ```
pub mod build {
    pub use cuda_tile::build::{Given, Takes, by_name, may_be_absent, takes};
    pub use cuda_tile::build::{add_entry, builder_at_end, items_block, new_module};
    pub use cuda_tile::ops::{Builders, drafts, fields};
    pub use ir::build::{Builder, Built, Draft, IntoAttr, IntoTypes, IntoValues};
}

/// As documented, everything here may move to another thread, and be shared between threads.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Module>();
    any_thread::<Error>();
    any_thread::<compile::Program>();
    any_thread::<compile::Options>();
    any_thread::<compile::Compiled>();
    any_thread::<compile::Failure>();
    any_thread::<kernel::Kernel>();
    any_thread::<run::Run<'static>>();
    any_thread::<run::Results>();
    any_thread::<sanitize::Sanitized>();
    any_thread::<cuda_tile::Module>();
    any_thread::<text::Parsed>();
    any_thread::<bytecode::Decoded>();
    any_thread::<verify::Verified>();
    any_thread::<diag::Source>();
    any_thread::<diag::Diagnostic>();
    any_thread::<launch::Buffer>();
};

/// The program in the README must compile.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
