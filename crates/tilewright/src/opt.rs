//! Optimising modules: named passes, alone or in pipelines.
//!
//! ```
//! let mut module = tilewright::parse(
//!     "m.mlir",
//!     "cuda_tile.module @m {
//!        entry @store(%p: tile<ptr<i32>>) {
//!          %c2 = constant <i32: 2> : tile<i32>
//!          %c3 = constant <i32: 3> : tile<i32>
//!          %six = muli %c2, %c3 : tile<i32>
//!          %start = make_token : token
//!          %done = store_ptr_tko weak %p, %six token=%start : tile<ptr<i32>>, tile<i32> -> token
//!          return
//!        }
//!      }",
//! )?;
//! tilewright::opt::clean_up(&mut module)?;
//! let text = module.to_text();
//! assert!(text.contains("constant <i32: 6>"));
//! assert!(!text.contains("muli") && !text.contains("make_token"));
//!
//! let error = tilewright::opt::run(&mut module, "canonicalise,cse").unwrap_err();
//! assert!(error.to_string().contains("did you mean `canonicalize`?"));
//!
//! // Pipelines on modules without their texts, and single rewrites that every level shares.
//! use tilewright::ir::{pass::Unwatched, transform};
//! use tilewright::opt::{CLEAN_UP, Level1, Level1Pipeline, PASSES};
//! assert!(PASSES.iter().any(|pass| pass.name == "canonicalize"));
//! let pipeline = Level1Pipeline::parse(CLEAN_UP, PASSES).unwrap();
//! assert_eq!(pipeline.run(module.ir_mut(), &mut Unwatched), Ok(false), "it is clean");
//! assert!(!transform::dce(module.ir_mut(), &Level1));
//! # Ok::<(), tilewright::Error>(())
//! ```

use driver::optimize::{Failure, Request, optimize};

use crate::{Error, Module};

pub use ::opt::{CLEAN_UP, Level1, Level1Pipeline, PASSES};

/// Runs the pipeline [`CLEAN_UP`] on a module, which is verified before and after.
///
/// # Errors
/// The errors of the module.
pub fn clean_up(module: &mut Module) -> Result<(), Error> {
    run(module, CLEAN_UP)
}

/// Runs a pipeline ([`ir::pass`]) of [`PASSES`] on a module, which is verified before and after.
///
/// # Errors
/// The errors of the module, or of the text of the pipeline.
pub fn run(module: &mut Module, passes: &str) -> Result<(), Error> {
    module.verify()?;
    let request = Request { passes: Some(passes.to_owned()), ..Request::default() };
    match optimize(module.ir_mut(), &request, &mut |_| {}) {
        Ok(_) => Ok(()),
        Err(Failure::Request(diagnostic, text)) => Err(Error::new(vec![*diagnostic], Some(&text))),
        Err(Failure::Broken(_, found)) => Err(Error::new(found, module.source())),
    }
}
